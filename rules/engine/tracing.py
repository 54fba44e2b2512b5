"""Tracing: a line in two parts, first across country for so many places, then along a net to a source."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from typing import TypeVar

H = TypeVar("H", bound=Hashable)
Near = Callable[[H], Iterable[H]]


def fed(net: Mapping[H, Iterable[H]], sources: Iterable[H], free: Callable[[H], bool]) -> frozenset[H]:
    """The places of a net that are joined to a source by free places, themselves included."""
    found = {place for place in sources if free(place)}
    left = list(found)
    while left:
        for near in net.get(left.pop(), ()):
            if near not in found and free(near):
                found.add(near)
                left.append(near)
    return frozenset(found)


def spread(goals: Set[H], near: Near[H], free: Callable[[H], bool], most: int) -> Mapping[H, int]:
    """By free place: how many steps it is from one of the goals, where so many are not too many."""
    found = dict.fromkeys(goals, 0)
    edge = list(goals)
    for steps in range(1, most + 1):
        edge = [other for place in edge for other in near(place) if other not in found and free(other)]
        found.update(dict.fromkeys(edge, steps))
    return found


def joined(start: H, first: Iterable[H], distances: Mapping[H, int], most: int) -> bool:
    """Whether a line leads from a place, which bars nothing itself, over one of the first steps to a goal."""
    if distances.get(start) == 0:
        return True
    return any(distances[place] < most for place in first if place in distances)
