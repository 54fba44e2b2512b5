"""Questions of the page about a moment of a game that was judged: what a unit may do, where to, at whom, how likely."""

from collections.abc import Iterator, Sequence
from gettext import gettext as _
from math import inf
from typing import TYPE_CHECKING

import msgspec

import assets
from hexmeister.shown import ask as shown
from hexmeister.shown.ask import UNSEEN
from rules.audit.words import number

if TYPE_CHECKING:
    from rules.audit.report import Audit, Moment
    from rules.engine.asking import Deed, Reached, Target

REACH, TARGET = "reach", "target"
"""The marks on the board."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """About which unit, after which step of which log, in which language."""

    log: str
    step: int
    unit: str
    language: str


class Block(msgspec.Struct, frozen=True):
    """A heading and its lines."""

    title: str
    lines: tuple[str, ...] = ()
    folded: bool = False
    """Opened only by who wants to read it."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a unit, and what is marked on the board: x, y, what kind of mark, what stands in it."""

    unit: str
    notes: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    marks: tuple[tuple[int, int, str, str], ...] = ()


def answer(audit: "Audit", question: Question) -> Answer | None:
    """Return what is to be said of a unit; nothing of what is no unit on the table then."""
    moment = audit.moment(question.log, question.step)
    if moment is None or moment.assistant.find(moment.position, question.unit) != (question.unit,):
        return None
    return _Told(audit, moment, question).told()


class _Told:
    """Puts the answers of a game's assistant into words and marks."""

    def __init__(self, audit: "Audit", moment: "Moment", question: Question) -> None:
        self._game, self._language, self._unit = audit.game, question.language, question.unit
        self._assistant, self._position, self._unseen = moment
        start = next(part.timeline.start for part in audit.parts if part.name == question.log)
        board = assets.load(audit.game.id, audit.game.overlay).handling.board
        self._layout = audit.module.ground.layout(board, start.table.boards.get(board))

    def told(self) -> Answer:
        """Return all that is told of the unit."""
        now, deeds = self._assistant.may(self._position, self._unit)
        there = self._assistant.on_map(self._position, self._unit)
        reached = self._assistant.reach(self._position, self._unit) if there else ()
        targets = self._assistant.targets(self._position, self._unit) if there else ()
        blocks = [self._may(deeds), *self._allowed(targets), *self._refused(targets), *self._reach(reached)]
        return Answer(
            unit=self._game.name(self._unit, self._language),
            notes=tuple(self._notes(now=now, there=there)),
            blocks=tuple(blocks if there else blocks[:1]),
            marks=tuple(self._marks(reached, targets)),
        )

    def _notes(self, *, now: bool, there: bool) -> Iterator[str]:
        if self._unseen:
            yield _(UNSEEN[self._unseen[0]])
        if not there:
            yield _("It is not on the map.")
        if not now:
            yield _("It may not act now; this is what it could do on its turn.")

    def _may(self, deeds: "Sequence[Deed]") -> Block:
        found = shown.by_verb(self._game, self._language, deeds)
        lines = tuple(f"{said}: {len(ways)}" for said, ways in found.items())
        return Block(_("What it may do"), lines or (_("There is nothing that it may do."),))

    def _reach(self, reached: "Sequence[Reached]") -> Iterator[Block]:
        """Yield the places by their cost, and the ways there."""
        dear: dict[str, list[str]] = {}
        for each in reached:
            dear.setdefault(each.cost, []).append(each.place)
        lines = tuple(f"{number(cost, self._language)}: {' '.join(dear[cost])}" for cost in sorted(dear, key=_worth))
        yield Block(_("Where it can go, at what cost"), lines or (_("It cannot go anywhere."),))
        ways = tuple(f"{each.place}: {' '.join(each.path)}" for each in reached)
        if ways:
            yield Block(_("By which way"), ways, folded=True)

    def _allowed(self, targets: "Sequence[Target]") -> Iterator[Block]:
        allowed = [each for each in targets if not each.against]
        for each in allowed:
            name = self._game.name(each.piece, self._language)
            yield Block(f"{each.place}  {name}", tuple(shown.odds(self._game, self._language, each)))
        if not allowed:
            yield Block(_("There is nobody it can fire at."))

    def _refused(self, targets: "Sequence[Target]") -> Iterator[Block]:
        refused = [each for each in targets if each.against]
        rows = (shown.reason(self._game, self._language, *alike) for alike in shown.by_reason(refused))
        lines = tuple(f"{count} × {why} ({rule}; {where})" for count, rule, why, where in rows)
        if lines:
            yield Block(_("Not allowed"), lines)

    def _marks(self, reached: "Sequence[Reached]", targets: "Sequence[Target]") -> Iterator[tuple[int, int, str, str]]:
        columns: dict[str, dict[str, None]] = {}
        for each in targets:
            if not each.against:
                columns.setdefault(each.place, {})[each.column] = None
        found = [(each.place, REACH, each.cost) for each in reached if each.place not in columns]
        found += [(place, TARGET, "/".join(those)) for place, those in columns.items()]
        for place, kind, text in found:
            point = self._layout.point(place)
            if point is not None:
                yield (*point, kind, text)


def _worth(cost: str) -> float:
    """Return by what costs are put in order; what is no number comes last."""
    return float(cost) if cost.replace(".", "", 1).isdecimal() else inf


__all__ = ["Answer", "Question", "answer"]
