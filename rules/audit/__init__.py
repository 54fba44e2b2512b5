"""From a log to steps, actions, rulings and a report."""
