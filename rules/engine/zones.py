"""Zones of control: the places beside pieces into which control reaches, by filters that a game names."""

from collections.abc import Callable, Iterable, Mapping

Filter = Callable[[str, str], bool]
"""Whether something stops control that reaches from a place into the place beside it."""


def reached(
    places: Iterable[str], near: Callable[[str], Iterable[str]], *stops: Filter
) -> Mapping[str, frozenset[str]]:
    """By place: the places beside it into which control reaches, where no filter stops it."""
    return {
        place: frozenset(other for other in near(place) if not any(stopped(place, other) for stopped in stops))
        for place in places
    }


def controlled(table: Mapping[str, frozenset[str]], holders: Iterable[str]) -> frozenset[str]:
    """All places that are controlled from those where somebody exerts control."""
    return frozenset().union(*(table[place] for place in holders))


def controllers(table: Mapping[str, frozenset[str]], holders: Iterable[str], place: str) -> tuple[str, ...]:
    """The places from which a place is controlled, in their order."""
    return tuple(holder for holder in holders if place in table[holder])
