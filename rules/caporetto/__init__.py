"""Caporetto 1917: the rules that the referee knows."""
