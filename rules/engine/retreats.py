"""Retreats: of the places to which one may go only those of the best class that is not empty are open."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

H = TypeVar("H", bound=Hashable)


def open_to(places: Iterable[H], rank: Callable[[H], int | None]) -> tuple[H, ...]:
    """The places of the best rank, which is the lowest; those without a rank are barred."""
    ranked = [(found, place) for place in places if (found := rank(place)) is not None]
    best = min((found for found, _ in ranked), default=None)
    return tuple(place for found, place in ranked if found == best)
