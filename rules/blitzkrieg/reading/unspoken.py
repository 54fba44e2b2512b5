"""What the board shows and no record tells: pieces dragged about, states switched."""

from collections.abc import Iterator

from msgspec import structs

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.reading.closing import CUP
from rules.blitzkrieg.reading.cup import SET_ASIDE, left_unsaid
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.ways import put_right, went
from rules.blitzkrieg.reading.words import LAND, ON, STATES, STEPS, chit_place
from rules.engine.evidence import Moved
from rules.engine.reading import Read


def unspoken(step: Step) -> Iterator[Read]:
    """What the board shows and no record tells: pieces dragged about, states switched."""
    told = {record.piece.uid for record in step.shown.records if record.piece is not None}
    for moved in step.shown.moved:
        if moved.piece.uid not in told:
            yield from _dragged(step, moved)
    spoken = {(record.piece.uid, record.verb) for record in step.shown.records if record.piece is not None}
    for each in step.shown.altered:
        unit = step.reader.unit(each.piece)
        marker = STATES.get(each.property.removesuffix("_Level"))
        if not unit or not each.property.endswith("_Level"):
            continue
        if (
            marker
            and (each.piece.uid, "state") not in spoken
            and not step.is_so(step.marked(unit, marker), marker, on=each.new == ON)
        ):
            yield Read(do.Mark(piece=step.marked(unit, marker), marker=marker, on=each.new == ON), "seen")
        elif (
            each.property == STEPS
            and each.new == ON
            and (each.piece.uid, "loss") not in spoken
            # One that is reduced already is only shown as it is: out of the window of pieces it comes at full strength.
            and step.position.units[unit].steps > 1
        ):
            yield Read(do.StepLoss(unit=unit), "seen")


def _dragged(step: Step, moved: Moved) -> Iterator[Read]:
    """A piece that was dragged without a word; what is put right at once was nothing."""
    unit = step.reader.unit(moved.piece)
    at = put_right(step, (unit,), frozenset({unit})) if unit else 0
    if at:
        step.reader.awaits(unit, at)
    for read in _where(step, moved):
        yield structs.replace(read, slip=True, instead=()) if at else read


def _where(step: Step, moved: Moved) -> Iterator[Read]:
    unit, chit = step.reader.unit(moved.piece), step.reader.chit(moved.piece)
    place = step.position.chits.get(chit)
    taken = place in SET_ASIDE and chit_place(moved.target) == "drawn"
    drawn = moved.origin.deck and place == CUP and not moved.target.zone.startswith("lost")
    if chit and not moved.target.deck and (taken or drawn):
        yield from left_unsaid(step)
        yield Read(do.Draw(chit=chit), "seen")
    elif unit and moved.origin.zone == LAND != moved.target.zone:
        yield Read(do.Remove(unit=unit), "seen")
    elif unit and moved.target.zone == LAND and not step.position.units[unit].aboard:
        yield from went(step, (unit,), moved.target.name, "Move", column=False)
