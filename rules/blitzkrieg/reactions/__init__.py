"""Reactions of the passive side (6.3, 6.4): opportunity fire, return fire, retreats."""
