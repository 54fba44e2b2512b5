"""The figures of a moment for the film: the score, the markers on tracks, what each side has left, boxes and cup."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from rules.audit.report import Audit, called
from rules.audit.words import PAGE
from vassal.position import Position

NOTHING = "\N{EN DASH}"


class Group(IntEnum):
    """What is told first."""

    SCORE = 0
    TRACKS = 1
    SIDES = 2
    BOXES = 3


Figures = Mapping[tuple[Group, str], str]
"""How much there is of what."""


class Lies(NamedTuple):
    """A piece as it counts here: what it is, whose it is, and where it lies."""

    name: str
    side: str
    box: str
    """What the box beside the map is called; empty on the map."""
    track: str
    """The space of a track, where it lies on one."""
    reduced: bool


class Told:
    """Tells the figures of one moment after the other, each only where it is not as it was before."""

    def __init__(self) -> None:
        self.counted: dict[tuple[Group, str], int] = {}
        """What is counted, by its number."""
        self._known: Figures = {}

    def anew(self, figures: Figures) -> list[list[Any]]:
        """Return what is not as it was: its number, and how much there is now; empty if there is nothing left."""
        now = {**dict.fromkeys(self._known, ""), **figures}
        found = [(key, value) for key, value in now.items() if self._known.get(key, "") != value]
        self._known = figures
        return [[self.counted.setdefault(key, len(self.counted)), value] for key, value in found]


def score(audit: Audit, log: str, step: int, language: str) -> Figures:
    """Return what counts for who wins, as the referee counts it, if the moment was kept."""
    moment = audit.moments.get((log, step))
    found = moment.assistant.score(moment.position) if moment else {}
    return {
        (Group.SCORE, _called(audit, key, language)): audit.game.name(value, language) or NOTHING
        for key, value in found.items()
    }


def _called(audit: Audit, key: str, language: str) -> str:
    return called(audit.game, f"score.{key}", language) or called(audit.game, key, language) or key


def on_the_table(pieces: Iterable[Lies], filled: Mapping[str, int], language: str) -> Figures:
    """Return what lies on tracks, what each side has on the map and how much of it is reduced, what the boxes hold."""
    found: dict[tuple[Group, str], str] = {}
    there, worn, boxes = Counter[str](), Counter[str](), Counter(filled)
    for each in pieces:
        if each.track:
            found[Group.TRACKS, each.name] = each.track
        elif each.box:
            boxes[each.box] += each.box not in filled
        elif each.side:
            there[each.side] += 1
            worn[each.side] += each.reduced
    for side, count in there.items():
        less = f" ({worn[side]} {PAGE['worn'][language]})" if worn[side] else ""
        found[Group.SIDES, f"{side}, {PAGE['present'][language]}"] = f"{count}{less}"
    return {**found, **{(Group.BOXES, box): str(count) for box, count in boxes.items() if count}}


def decks(position: Position, board: str) -> Iterator[tuple[str, int]]:
    """Yield the decks of the board: what they are called, and how many pieces are in them."""
    for pile in position.piles():
        if pile.deck is not None and pile.map == board:
            yield pile.name, len(pile.members)


__all__ = ["Figures", "Lies", "Told", "decks", "on_the_table", "score"]
