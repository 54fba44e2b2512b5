"""Melee (9), and HQs that are overrun (3.2)."""
