"""Rewound: the last drags of a log that did not stay: the next log begins with the pieces where they lay before.

A piece is nudged when a log ends, and put back while none runs: nobody relied on it, and nothing of it was done.
"""

from collections.abc import Iterator

from vassal.changes import Altered, Moved, Set
from vassal.position import Position
from vassal.standing import Standing
from vassal.timeline import Step, Timeline

FEW = 4
"""So many steps at the end of a log are looked at."""
PASSING = ("basic", "moved")
"""What a piece says of how it came to lie where it lies."""
Place = tuple[str, int, int]


def did_not_stay(before: Timeline, after: Timeline) -> int:
    """Return how many of the last steps of a log did not stay by the one that follows; 0 where it begins otherwise."""
    begins = places(after.start)
    if before.end.table.turns != after.start.table.turns:
        return 0
    known = {each.id: each for each in before.end.pieces()}
    for count, step in enumerate(_last_drags(before), 1):
        if places(step.before) == begins:
            first = {each.id: each for each in step.before.pieces()}
            now = {each.id: _states(each) for each in after.start.pieces()}
            same = all(now[uid] in (_states(known[uid]), _states(first[uid])) for uid in now)
            return count if same else 0
    return 0


def places(position: Position) -> dict[str, Place]:
    """Return where each piece lies, by its id."""
    return {each.id: (each.map, each.x, each.y) for each in position.pieces()}


def _states(piece: Standing) -> tuple[str, ...]:
    return tuple(trait.state for trait in piece.told if trait.kind not in PASSING)


def _last_drags(timeline: Timeline) -> Iterator[Step]:
    """Yield the last steps of a log from its end, as long as they do nothing but drag."""
    for step in timeline.net[: -FEW - 1 : -1]:
        if step.rolls or not all(isinstance(each, Moved | Altered | Set) for each in step.changes):
            return
        yield step


__all__ = ["did_not_stay"]
