"""Direct fire (4, 8.1 to 8.4): sight, visibility, the column, results."""
