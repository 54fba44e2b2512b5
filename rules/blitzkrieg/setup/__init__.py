"""The set-up (12): zones, assignments, the steps in which it goes, ready-made ones."""
