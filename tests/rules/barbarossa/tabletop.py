"""A case as players carry it out with the mouse: deeds of the module and actions in one log, read back and judged."""

from __future__ import annotations

from collections.abc import Sequence

from rules.audit.chain import Part
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.audit.scribe import Scribe
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Notice
from rules.engine.writing import Deed, Entry, Go, Held, Ref, Say
from tests.rules.barbarossa.field import SIDES, SWITCHES, Field
from tests.rules.barbarossa.printing import edition, shop
from tests.rules.shared.through import going_on
from vassal import savefile
from vassal.timeline import Timeline


def dragged(unit: str, place: str, how: str = "Move") -> Entry:
    """A model is dragged to a place, however far away."""
    return said(unit, Go(Ref(unit), place), Say("step", Ref(unit), {"a": how, "face": Held("Face")}))


def said(unit: str, *deeds: Deed) -> Entry:
    """Deeds of a unit's side in one step of the log."""
    return Entry(SIDES[unit[0]], deeds)


def read(made: Field, position: Position, *done: Action | Entry) -> tuple[Judged, ...]:
    """What the audit reads in the log of what was done, and what it says of it."""
    judge, part = _logged(made, position, done)
    return tuple(judge.judge(part))


def told(made: Field, position: Position, *done: Action | Entry) -> tuple[Judged, ...]:
    """The same as it is told of a whole story, where it is waited for what each side does next."""
    judge, part = _logged(made, position, done)
    return tuple(each for _, each in judge.story((part,)))


def _logged(made: Field, position: Position, done: Sequence[Action | Entry]) -> tuple[Judge[Position], Part]:
    table = edition(made.battle(), SWITCHES, position)
    scribe, before = Scribe(shop().game, table.module, table.set_up), position
    actions = [each for each in done if isinstance(each, Action)]
    table.writer.foresee(actions)
    scribe.lay(table.writer.laid(position))
    for each in done:
        if isinstance(each, Entry):
            scribe.write([each])
        else:
            scribe.write(table.writer.entries(before, each))
            before = table.referee.play(before, each)
    part = going_on(Timeline.of(savefile.read(savefile.encode(scribe.log())), table.module), table.seals)
    judge = Judge(table.referee, table.reader, lambda _: 0)
    judge.position = position
    # As at the beginning of a real log, the reader meets the pieces where they lie.
    table.reader.adopt(position, part.witness.board(part.timeline.start))
    return judge, part


def findings(judged: tuple[Judged, ...]) -> list[Finding]:
    """What is said beside remarks."""
    return [finding for each in judged for finding in each.findings if not isinstance(finding, Notice)]


def accused(judged: tuple[Judged, ...]) -> list[str]:
    """The rules that are named, certain or not, with what is said of them."""
    return [f"{type(each).__name__} {each.rule} {each.why}" for each in findings(judged)]


def charged(judged: tuple[Judged, ...]) -> list[str]:
    """The same, with the side that is concerned, in the order of the alphabet."""
    told = ((each, one) for each in judged for one in each.findings if not isinstance(one, Notice))
    return sorted(f"{type(one).__name__} {one.rule} {one.why} {each.concerns(one)}" for each, one in told)
