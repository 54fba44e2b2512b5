"""A season of thousands of logs: made, audited in several ways while processes are killed, and compared row by row."""

from typing import Final

BASES: Final = 331
"""So many base games a season has at most; a prime, so that every kind of file is made of every base."""
SHORTEST, LONGEST = 100, 240
"""Steps of a log."""
TRIED: Final = 25
"""Mutators that are tried for what breaks a rule."""
