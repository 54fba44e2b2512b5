"""Lately: what is worked out of a table of a position is worked out once, as long as it is the same table.

Most actions leave most tables as they are, and positions share what is unchanged.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

B = TypeVar("B")
T = TypeVar("T", bound=Mapping[str, Any])
V = TypeVar("V")
KEPT = 3
"""So many tables are remembered: that of the position before an action, and those on the way through it."""


class Lately(Generic[B, T, V]):
    """Knows what a function makes of a battle and a table, for the tables that were asked about last."""

    def __init__(self, make: Callable[[B, T], V]) -> None:
        self._make = make
        self._known: tuple[tuple[B, T, V], ...] = ()

    def of(self, battle: B, table: T) -> V:
        """What the function makes of it; tables are the same only if they are one."""
        for known, seen, value in self._known:
            if seen is table and known is battle:
                return value
        value = self._make(battle, table)
        self._known = ((battle, table, value), *self._known[: KEPT - 1])
        return value
