"""Assaults and melee (5.4, 5.6 to 5.9, 6.5, 10.12)."""
