"""What the board shows and no record tells: pieces dragged about, states switched."""

from collections.abc import Iterator, Sequence

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.reading.closing import CUP
from rules.blitzkrieg.reading.cup import SET_ASIDE, left_unsaid
from rules.blitzkrieg.reading.outcomes import taken_off
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.ways import as_it_ended, begins_a_melee, coming_too, fights, goes_as_one, put_right, went
from rules.blitzkrieg.reading.words import LAND, ON, STATES, STEPS, chit_place
from rules.engine.evidence import Moved
from rules.engine.reading import Read


def unspoken(step: Step) -> Iterator[Read]:
    """What the board shows and no record tells: pieces dragged about, states switched."""
    told = {record.piece.uid for record in step.shown.records if record.piece is not None}
    silent = [moved for moved in step.shown.moved if moved.piece.uid not in told]
    for stack in _stacks(step, silent):
        yield from _dragged(step, stack)
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


def _stacks(step: Step, silent: Sequence[Moved]) -> Iterator[tuple[Moved, ...]]:
    """The pieces that go somewhere together: a stack that goes back or into a melee, all others one by one."""
    ways = dict[tuple[str, str, str], list[Moved]]()
    for moved in silent:
        unit = step.reader.unit(moved.piece)
        on_map = bool(unit) and step.position.units[unit].on_map and moved.target.zone == LAND
        way = (
            (step.battle.units[unit].side, moved.origin.name, moved.target.name)
            if on_map
            else (moved.piece.uid, "", "")
        )
        ways.setdefault(way, []).append(moved)
    for (_, _, goal), stack in ways.items():
        units = tuple(step.reader.unit(moved.piece) for moved in stack)
        if goal and goes_as_one(step, units, goal):
            yield tuple(stack)
        else:
            yield from ((moved,) for moved in stack)


def _dragged(step: Step, stack: tuple[Moved, ...]) -> Iterator[Read]:
    """Pieces that were dragged without a word; what is put right at once was nothing."""
    units = tuple(unit for moved in stack if (unit := step.reader.unit(moved.piece)))
    off = bool(units) and stack[0].target.zone != LAND
    reads = [] if off and put_right(step, units, frozenset(units)) else list(_where(step, stack[0], units))
    yield from as_it_ended(step, units, units, reads) if units else reads


def _rides_along(step: Step, unit: str, goal: str) -> bool:
    """Whether a unit is aboard; it may be dragged before its carrier. Out of a melee it goes back alone, too."""
    carrier = step.position.units[unit].aboard
    coming = next(iter(step.ahead), None) if carrier else None
    if coming and any(step.reader.unit(each.piece) == carrier and each.target.name == goal for each in coming.moved):
        step.reader.awaits(unit, coming.at)
        return True
    return bool(carrier) and not fights(step, unit)


def _where(step: Step, moved: Moved, units: tuple[str, ...]) -> Iterator[Read]:
    chit, goal = step.reader.chit(moved.piece), moved.target.name
    place = step.position.chits.get(chit)
    taken = place in SET_ASIDE and chit_place(moved.target) == "drawn"
    drawn = moved.origin.deck and place == CUP and not moved.target.zone.startswith("lost")
    if chit and not moved.target.deck and (taken or drawn):
        yield from left_unsaid(step, blind=bool(drawn))
        yield Read(do.Draw(chit=chit, by=step.side), "seen")
    elif units and moved.origin.zone == LAND != moved.target.zone:
        yield taken_off(step, moved.target, units[0])
    elif units and moved.target.zone == LAND:
        on_foot = tuple(unit for unit in units if not _rides_along(step, unit, goal))
        if not on_foot:
            return
        attacks = step.position.units[on_foot[0]].hex != goal and begins_a_melee(step, on_foot, goal)
        all_of_them = (*on_foot, *coming_too(step, on_foot, goal)) if attacks else on_foot
        yield from went(step, all_of_them, goal, "Melee" if attacks else "Move", column=None)
