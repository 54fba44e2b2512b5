"""Play as it happens in the client: deeds with a wrong key or without one, pieces dragged astray and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from msgspec.structs import replace

from rules.audit.chain import Part
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal, Notice, Undecided
from rules.engine.writing import Deed, Entry, Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.printing import edition
from tests.rules.shared.habits import Anew, Typed
from tests.rules.shared.proof import hand
from tests.rules.shared.through import going_on, through_a_log
from vassal import savefile
from vassal.timeline import Timeline


@dataclass(frozen=True)
class Step:
    """A piece goes to a hex, or off the map, by a key or a drag that says `how`; without a word if that is empty."""

    unit: str
    place: str
    how: str = "Move"


@dataclass(frozen=True)
class Shot:
    """A fire in a melee for which the key of ordinary fire was pressed, with its dice."""

    unit: str
    target: str
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Hand:
    """What a side's player does on the board without a word, in one step."""

    side: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Together:
    """What one key does in one step: a deed, and what the module does by itself; `said` is a line before it."""

    actions: tuple[do.Action | Roll, ...]
    said: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Seat:
    """A deed that somebody does who sits on a side, whoever's it is."""

    side: str
    action: do.Action


def stack(side: str, units: tuple[str, ...], place: str, how: str = "Move") -> Hand:
    """Pieces that are dragged together, by a key or a drag that says `how`; without a word if that is empty."""
    said = {"a": how, "col": "no"}
    deeds = ((Go(Ref(unit), place), *((Say("step", Ref(unit), said),) if how else ())) for unit in units)
    return Hand(side, tuple(chain.from_iterable(deeds)))


Done = do.Action | Step | Shot | Hand | Together | Seat | Anew | Typed


def at_the_table(made: Field | Battle, position: Position, *done: Done, rulings: Iterable[str] = ()) -> list[Judged]:
    """What the audit of a log says of what was done."""
    judge, part = _logged(made, position, done, rulings)
    return list(judge.judge(part))


def in_the_end(made: Field | Battle, position: Position, *done: Done, rulings: Iterable[str] = ()) -> list[Judged]:
    """The same of a whole story, where it is waited for what each side does next."""
    judge, part = _logged(made, position, done, rulings)
    return [each for _, each in judge.story((part,))]


def _logged(
    made: Field | Battle, position: Position, done: Sequence[Done], rulings: Iterable[str]
) -> tuple[Judge[Position], Part]:
    settled = SWITCHES.settle_all(rulings)
    battle = made.battle() if isinstance(made, Field) else made
    ours = edition(battle, settled, position)
    scribe = hand.Hand(ours.game, ours.module, ours.set_up)
    scribe.lay(ours.writer.laid(position))
    before = position
    for each in done:
        if isinstance(each, Together):
            entries, before = _together(ours, before, each)
            scribe.write(entries)
            continue
        if isinstance(each, Anew):
            scribe.anew(each.piece, each.place, first=each.first, alike=each.alike)
            continue
        if isinstance(each, Typed):
            scribe.say(each.by, each.text)
            continue
        scribe.write(_entries(ours.writer, before, each))
        if isinstance(each, Step):
            before = before.unit(each.unit, hex=each.place if each.place in battle.ground.grid else "")
        elif not isinstance(each, Hand):
            for action in _meant(each):
                before = ours.referee.play(before, action)
    log = savefile.encode(scribe.log())
    judge = Judge(ours.referee, ours.reader, lambda _: 0)
    judge.position = position
    part = going_on(Timeline.of(savefile.read(log), ours.module), ours.seals)
    ours.reader.adopt(position, part.witness.board(part.timeline.start))
    return judge, part


def told(made: Field, position: Position, *actions: do.Action, rulings: Iterable[str] = ()) -> list[str]:
    """The rules of all that is said of a log in which this was done."""
    ours = edition(made.battle(), SWITCHES.settle_all(rulings), position)
    judged = through_a_log(ours, position, actions).judged
    return [each.rule for one in judged for each in one.findings]


def _together(ours: Any, before: Position, each: Together) -> tuple[list[Entry], Position]:
    """All that is done as one entry, and the position after it."""
    entries: list[Entry] = []
    for action in each.actions:
        entries += ours.writer.entries(before, action)
        before = ours.referee.play(before, action)
    deeds = (*each.said, *chain.from_iterable(entry.deeds for entry in entries))
    return [Entry(entries[0].side, deeds)], before


def _meant(each: do.Action | Shot | Seat) -> tuple[do.Action, ...]:
    if isinstance(each, Seat):
        return (each.action,)
    if not isinstance(each, Shot):
        return (each,)
    return do.MeleeFire(unit=each.unit, target=each.target), Roll(purpose="MELEE", who=each.unit, dice=each.dice)


def _entries(writer: Any, before: Position, each: Done) -> Iterator[Entry]:
    if isinstance(each, Step):
        words: tuple[Deed, ...] = (Say("step", Ref(each.unit), {"a": each.how, "col": "no"}),) if each.how else ()
        yield Entry(writer.side(before, do.Stay(unit=each.unit)), (Go(Ref(each.unit), each.place), *words))
    elif isinstance(each, Hand):
        yield Entry(each.side, each.deeds)
    elif isinstance(each, Seat):
        yield from (replace(entry, side=each.side) for entry in writer.entries(before, each.action))
    elif isinstance(each, Shot):
        yield from writer.entries(before, do.Fire(unit=each.unit, target=each.target, mode="full"))
        yield from writer.entries(before.but(aimed={}), Roll(purpose="FIRE", who=each.unit, dice=each.dice))
    else:
        yield from writer.entries(before, each)


def accused(judged: Iterable[Judged]) -> list[str]:
    """The rules named as broken."""
    return [each.rule for one in judged for each in one.findings if isinstance(each, Illegal)]


def said(judged: Iterable[Judged]) -> list[str]:
    """The rules named as broken or in doubt."""
    return [each.rule for one in judged for each in one.findings if isinstance(each, Illegal | Undecided)]


def noted(judged: Iterable[Judged]) -> list[str]:
    """What was remarked."""
    return [each.why for one in judged for each in one.findings if isinstance(each, Notice)]
