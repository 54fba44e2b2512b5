"""Morale (8.4, 8.5): panic, demoralisation, recovery."""
