"""Fire (5.1 to 5.5, 6.2 to 6.4, 8.7, 10.3, 10.4): sight, aim, dice, groups, smoke."""
