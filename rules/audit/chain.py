"""The chain: the logs of a game as one story that was cut where its players sent it to each other.

What stands in a log is read with what the logs after it tell: a deed may begin in one and end in the next, and what was
sealed in one may be opened in another. Where a moment was played twice the story has two ends, and is told to each of
them. Where a log does not go on from any of those before it, another story begins.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from msgspec import structs

from rules.audit.integrity import common_steps
from rules.audit.records import Seals
from rules.audit.rewound import did_not_stay
from rules.audit.sealed import APART, COMMIT, ORDER, SECRET
from rules.audit.witness import Witness
from rules.engine.evidence import Shown
from vassal.timeline import Step, Timeline

SIDE = "Side"
"""The property of a piece that tells whose it is."""


@dataclass(frozen=True)
class Follows:
    """How a log goes on from one before it."""

    after: int | None = None
    """The place of the log from whose end it goes on; None where it begins a story."""
    known: int = 0
    """How many of its first steps a log before it holds as well."""
    judged: bool = False
    """True if the log from whose end it goes on holds them."""
    undone: int = 0
    """How many of the last steps of that log did not stay."""


@dataclass(frozen=True)
class Part:
    """A log as a part of a story, with what each of its steps shows."""

    place: int
    """Its place among the logs."""
    name: str
    timeline: Timeline
    witness: Witness
    """Knows the pieces of all logs of the story."""
    goes_on: bool
    """True if it goes on from where the log before it ends."""
    told: bool
    """True if another story has told it."""
    known: int = 0
    """How many of its first steps another log has told."""
    steps: tuple[Step, ...] = ()
    """Those that count, and that the part before it does not hold."""
    shown: tuple[Shown, ...] = ()


def order_of_play(timelines: Sequence[Timeline]) -> list[int]:
    """Return the places of logs in the order in which they were played.

    That is the given one, but what leads to a log, and what it holds whole, comes before it.
    """
    ends: dict[str, list[int]] = {}
    alike: dict[str, list[int]] = {}
    for place, timeline in enumerate(timelines):
        ends.setdefault(timeline.fingerprints[1], []).append(place)
        alike.setdefault(timeline.fingerprints[0], []).append(place)
    found: dict[int, None] = {}
    for first in range(len(timelines)):
        way = [first]
        while way:
            start = timelines[way[-1]].fingerprints[0]
            leading = [place for place in ends.get(start, ()) if place != way[-1]]
            shorter = [place for place in alike[start] if _holds(timelines[way[-1]], timelines[place])]
            if not found.keys().isdisjoint(leading):
                leading = []
            before = next((place for place in (*leading, *shorter) if place not in found and place not in way), None)
            if before is None:
                found[way.pop()] = None
            else:
                way.append(before)
    return list(found)


def _holds(log: Timeline, other: Timeline) -> bool:
    """True for a log that goes on from all steps of another that begins as it does."""
    return len(other) < len(log) and common_steps(other, log) == len(other)


def stories(logs: Sequence[tuple[str, Timeline]], seals: Seals, met: Witness | None = None) -> Iterator[list[Part]]:
    """Yield each story that the logs tell, from its first log to one that no other goes on from.

    A witness who has met the beginning of the only log need not look at it again.
    """
    follows = followed([timeline for _, timeline in logs])
    middle = {each.after for each in follows}
    told: set[int] = set()
    for end in range(len(logs)):
        if end not in middle:
            path = _path(follows, end)
            yield _story([(place, *logs[place], follows[place]) for place in path], seals, told, met)
            told.update(path)


def story_of_the_last(logs: Sequence[tuple[str, Timeline]], seals: Seals) -> list[Part]:
    """Return the story that leads to the last of these logs."""
    follows = followed([timeline for _, timeline in logs])
    path = _path(follows, len(logs) - 1)
    return _story([(place, *logs[place], follows[place]) for place in path], seals, set())


def followed(timelines: Sequence[Timeline]) -> list[Follows]:
    """Return how each log goes on from one before it, by the fingerprints of how they begin and end."""
    ends = [timeline.fingerprints for timeline in timelines]
    found: list[Follows] = []
    for place, (start, _) in enumerate(ends):
        near = (before for before in range(place - 1, -1, -1) if start in ends[before])
        before = next(near, None)
        if before is None:
            found.append(_after_a_nudge(timelines, place))
        elif ends[before][1] == start:
            found.append(Follows(before))
        else:
            found.append(_begun_alike(before, found[before], timelines[before], timelines[place]))
    return found


def _after_a_nudge(timelines: Sequence[Timeline], place: int) -> Follows:
    """How a log goes on that begins as the one before it would have ended without its last drags; else it begins."""
    undone = did_not_stay(timelines[place - 1], timelines[place]) if place else 0
    return Follows(place - 1, undone=undone) if undone else Follows()


def _begun_alike(place: int, follows: Follows, before: Timeline, after: Timeline) -> Follows:
    """How a log goes on that begins as the one before it began: it may hold all of it, and more."""
    known = common_steps(before, after)
    whole = known == len(before) and not any(step <= known for step in after.taken_back)
    return Follows(place, known, judged=True) if whole else Follows(follows.after, known)


def _path(follows: Sequence[Follows], end: int) -> list[int]:
    found = [end]
    while (after := follows[found[-1]].after) is not None:
        found.append(after)
    return found[::-1]


def _story(
    logs: Iterable[tuple[int, str, Timeline, Follows]], seals: Seals, told: set[int], met: Witness | None = None
) -> list[Part]:
    """Return the logs of a path."""
    parts: list[Part] = []
    path = list(logs)
    for (place, name, timeline, follows), then in zip_longest(path, (follows for *_, follows in path[1:])):
        witness = parts[-1].witness.on(timeline.start) if parts else met or Witness(timeline.start, seals)
        first = follows.known if follows.judged else 0
        stayed = timeline.net[: len(timeline.net) - then.undone] if then else timeline.net
        steps = tuple(step for step in stayed if step.number > first)
        shown = tuple(witness.shown(step) for step in steps)
        parts.append(Part(place, name, timeline, witness, bool(parts), place in told, follows.known, steps, shown))
    return retold(parts)


def retold(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of a story with steps that are numbered through, and that know what is opened after them."""
    whole = [shown for part in parts for shown in part.shown]
    planned, later = _planned(whole), _later(whole)
    foreseen = iter(
        structs.replace(shown, at=at, planned=planned[at], later=later.get(at, {})) for at, shown in enumerate(whole)
    )
    return [replace(part, shown=tuple(next(foreseen) for _ in part.shown)) for part in parts]


def _planned(whole: Sequence[Shown]) -> list[Mapping[str, Mapping[str, str]]]:
    """Return, by step, what each side opens next: the texts by the ids of its pieces.

    A commitment that is wiped ends what went before it: what is opened later was not planned then.
    """
    found: list[Mapping[str, Mapping[str, str]]] = []
    coming: Mapping[str, Mapping[str, str]] = {}
    for shown in reversed(whole):
        wiped = {each.property.removeprefix(COMMIT) for each in shown.set if not each.new}
        coming = {side: texts for side, texts in coming.items() if side not in wiped}
        opened: dict[str, dict[str, str]] = {}
        for each in shown.opened:
            if each.kind == ORDER and each.counts:
                opened.setdefault(each.piece.facts.get(SIDE, ""), {})[each.piece.uid] = each.text
        if opened:
            coming = {**coming, **opened}
        found.append(coming)
    return found[::-1]


def _later(whole: Sequence[Shown]) -> dict[int, dict[str, str]]:
    """Return, by step, what was sealed apart on a piece before or in it, and is opened only after it."""
    found: dict[int, dict[str, str]] = {}
    sealed: dict[str, int] = {}
    for place, shown in enumerate(whole):
        for change in shown.altered:
            if change.property == SECRET["cipher"] and change.new:
                sealed[change.piece.uid] = place
        for each in shown.opened:
            if each.kind == APART and each.counts:
                for before in range(sealed.get(each.piece.uid, 0), place):
                    found.setdefault(before, {})[each.piece.uid] = each.text
    return found


__all__ = ["Part", "followed", "order_of_play", "retold", "stories", "story_of_the_last"]
