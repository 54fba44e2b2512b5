"""Reach: where one can get with so many movement points. Costs are whole numbers; a game chooses the unit."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

H = TypeVar("H", bound=Hashable)
Steps = Callable[[H], Iterable[tuple[H, int]]]


class Reach(Generic[H]):
    """The places that can be reached, what each costs at least, and a cheapest way to it."""

    __slots__ = ("_came_from", "costs", "start")

    def __init__(self, start: H, costs: Mapping[H, int], came_from: Mapping[H, H]) -> None:
        self.start, self.costs, self._came_from = start, costs, came_from

    def __contains__(self, place: object) -> bool:
        return place in self.costs

    def cost(self, place: H) -> int | None:
        """What it costs at least to get there; None if it cannot be reached."""
        return self.costs.get(place)

    def path(self, place: H) -> tuple[H, ...]:
        """A cheapest way to the place, without the start."""
        way: list[H] = []
        while place != self.start:
            way.append(place)
            place = self._came_from[place]
        return tuple(reversed(way))


def flood(start: H, steps: Steps[H], budget: int, goal: H | None = None) -> Reach[H]:
    """All places within the budget, found in buckets of equal cost; where costs tie the way found first counts.

    With a goal it ends as soon as it is known what that costs, and places that cost more may be missing.
    """
    costs: dict[H, int] = {start: 0}
    came_from: dict[H, H] = {}
    buckets: list[list[H]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        if goal is not None and costs.get(goal, budget + 1) <= spent:
            break
        for place in bucket:
            if costs[place] < spent:
                continue
            for near, price in steps(place):
                total = spent + price
                if total <= budget and total < costs.get(near, budget + 1):
                    costs[near], came_from[near] = total, place
                    buckets[total].append(near)
    return Reach(start, costs, came_from)


def walk(path: Iterable[H], steps: Steps[H], start: H) -> int | None:
    """What a given way costs; None if one of its steps cannot be made."""
    total = 0
    for place in path:
        price = next((price for near, price in steps(start) if near == place), None)
        if price is None:
            return None
        total, start = total + price, place
    return total
