"""A case through a log: written as players would write it, read from the file, judged, and compared with the referee.

A case is a position, the actions done in it, and the edition of a game that it belongs to. Every action becomes steps
of a log that begins with the position's board; the file is read again, and what the audit says of those steps has to
be what the referee says of the actions. The file is in VASSAL's plain form, which is packed in a third of the time; the
other forms have tests of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace as replaced

from assets import Game
from hexmeister.modules import module_of
from rules.audit.chain import Part, stories
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.audit.scribe import Scribe
from rules.audit.spoken import AFTER_WORD
from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.referee import Referee
from rules.engine.ruling import Ruling
from rules.engine.writing import Writer
from vassal import savefile
from vassal.module import Module
from vassal.savefile import SaveFile
from vassal.timeline import Timeline
from vassal.wire import PLAIN

P = TypeVar("P", bound=Position)
NEVER = 1_000_000


@dataclass(frozen=True)
class Edition(Generic[P]):
    """A game as a case plays it."""

    game: Game
    module: Module
    set_up: SaveFile
    seals: Mapping[str, tuple[str, ...]]
    referee: Referee[P]
    reader: Reader[P]
    writer: Writer[P]
    late: Callable[[P, Action], bool] = lambda _, __: False
    """Whether an action is judged with a later one: pieces of a set-up when it is declared done."""


class Through(msgspec.Struct, frozen=True):
    """A case that went through a log."""

    log: bytes
    actions: tuple[Action, ...]
    direct: tuple[Ruling, ...]
    """What the referee says of each action."""
    steps: tuple[tuple[int, int], ...]
    """By action: the first step that can show it, and the last, which is a later action's if it shows only there."""
    judged: tuple[Judged, ...]
    lies: bool
    """True if the board that the log begins with lies as the position says."""


def through_a_log(edition: Edition[P], position: P, actions: Sequence[Action]) -> Through:
    """The actions written as a log that begins with the position's board, read from the file and judged."""
    scribe = Scribe(edition.game, edition.module, edition.set_up)
    edition.writer.foresee(actions)
    scribe.lay(edition.writer.laid(position))
    before, direct, firsts, lasts = position, list[Ruling](), list[int](), list[int]()
    for action in actions:
        firsts.append(scribe.steps + 1)
        scribe.write(edition.writer.entries(before, action))
        shows = scribe.steps >= firsts[-1] and not edition.late(before, action)
        lasts.append(scribe.steps if shows else NEVER)
        before, ruling = edition.referee.step(before, action)
        direct.append(ruling)
    log = savefile.encode(replaced(scribe.log(), form=PLAIN))
    steps = tuple((first, min(lasts[place:])) for place, first in enumerate(firsts))
    judged, lies = _audited(edition, position, log)
    return Through(log, tuple(actions), tuple(direct), steps, judged, lies)


def _audited(edition: Edition[P], position: P, log: bytes) -> tuple[tuple[Judged, ...], bool]:
    save = savefile.read(log)
    part = going_on(Timeline.of(save, module_of(save, edition.game.info.id)), edition.seals)
    judge = Judge(edition.referee, edition.reader, lambda _: 0)
    judge.position = position
    lies = edition.reader.adopt(position, part.witness.board(part.timeline.start)) is position
    return tuple(map(_as_ruled, judge.judge(part))), lies


def _as_ruled(judged: Judged) -> Judged:
    """What is said of a deed without the word over which it was done: that is told of a whole story."""
    return msgspec.structs.replace(judged, findings=tuple(x for x in judged.findings if x.why != AFTER_WORD))


def going_on(timeline: Timeline, seals: Mapping[str, tuple[str, ...]]) -> Part:
    """A log as a story of its own that goes on from a position."""
    return replace(alone(timeline, seals), goes_on=True)


def alone(timeline: Timeline, seals: Mapping[str, tuple[str, ...]]) -> Part:
    """A log as a story of its own."""
    ((part,),) = stories([("log", timeline)], seals)
    return part
