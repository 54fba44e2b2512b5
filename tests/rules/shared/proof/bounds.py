"""What a count proves: the share that it is below, with 95 % certainty."""

from __future__ import annotations

from math import comb

CERTAIN = 0.95


def at_most(found: int, tried: int) -> float:
    """The share that is exceeded with a chance of 5 % only, if so many of so many were found (0 of 1,000: 0.3 %)."""
    if tried == 0 or found >= tried:
        return 1.0
    low, high = found / tried, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if _so_few(found, tried, middle) > 1 - CERTAIN else (low, middle)
    return high


def told(found: int, tried: int) -> str:
    """The count and its bound in words."""
    return f"{found:,} of {tried:,} (at most {percent(found, tried)})"


def percent(found: int, tried: int) -> str:
    """The bound in words."""
    return f"{100 * at_most(found, tried):.2g} %"


def _so_few(found: int, tried: int, share: float) -> float:
    """The chance of so few or fewer, if that is the share."""
    return sum(comb(tried, few) * share**few * (1 - share) ** (tried - few) for few in range(found + 1))
