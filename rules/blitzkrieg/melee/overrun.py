"""Overrun HQs (3.2): off the map onto the next turn, their units out of command, and how they come back."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, on_change, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import has_radius, in_command
from rules.blitzkrieg.cup.draw import drawn
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.table.placing import put, take_off
from rules.engine.actions import Action
from rules.engine.obligations import Due, made_good
from rules.engine.ruling import Found, broken

TRACK = "turn "
"""The box of an overrun HQ begins so; the turn follows."""


@outcome("BLZ-3.2f", "BLZ-3.2g")
@on_change
def overrun(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """An HQ that is alone in a hex with an enemy unit is overrun; in a melee that is settled when it ends.

    Who goes straight on has perhaps not meant to enter its hex: then it may go, and need not.
    """
    now = case.then(after)
    after = after.but(due=tuple(made_good(due) if _passed_by(now, due) else due for due in after.due))
    for place in places:
        if after.melee is None or after.melee.hex != place:
            dues = (overrun_due(now, hq) for hq in _alone(now, place))
            after = after.owing(*(due for due in dues if due not in after.due))
    return after


def loses_its_hq(case: Case[Action], unit: str) -> bool:
    """True for a unit of a formation whose HQ is to be overrun and lies there still: it is out of command then."""
    command = case.battle.formations.get(case.formation_of(unit))
    options = (option for due in case.before.due if due.must for option in due.options)
    return any(isinstance(each, do.OverrunHq) and command is not None and each.unit == command.hq for each in options)


def _passed_by(now: Case[Action], due: Due) -> bool:
    """True of an HQ that is to be overrun and has no enemy in its hex any more, before it has gone."""
    gone = (option.unit for option in due.options if due.must and isinstance(option, do.OverrunHq))
    return any(not now.fighters(now.unit(hq).hex, now.battle.enemy(now.side(hq))) for hq in gone if now.unit(hq).on_map)


def _alone(now: Case[Action], place: str) -> Iterator[str]:
    for side in now.battle.sides:
        if not now.fighters(place, side) and now.fighters(place, now.battle.enemy(side)):
            yield from now.there(place, side)


def overrun_due(now: Case[Action], hq: str, *, may_go: bool = False) -> Due:
    """What is due of an HQ that is left alone with the enemy; it may go with a unit of its own that has gone back."""
    gone = do.OverrunHq(unit=hq, turn=now.before.turn + 1)
    return Due("BLZ-3.2f", (gone, do.FallBack(unit=hq)) if may_go else (gone,), open_to=("mark", "move"))


@rule("BLZ-3.2g", on=do.OverrunHq)
def onto_the_next_turn(case: Case[do.OverrunHq]) -> Found:
    """An overrun HQ is put on the space of the next turn."""
    expected = case.before.turn + 1
    return None if case.action.turn == expected else broken("hq.turn", turn=case.action.turn, expected=expected)


@outcome("BLZ-3.2g", "BLZ-3.5d", "BLZ-3.2j", "BLZ-10.3d")
@effect(do.OverrunHq)
def overrun_hq(case: Case[do.OverrunHq]) -> Position:
    """The HQ lies on the turn track and all units that belong to it are out of command."""
    hq = case.action.unit
    after = take_off(case, case.before, hq, f"{TRACK}{case.action.turn}")
    until = next((state for state in ("ADMIN", "ACTIVE") if after.within(state)), "")
    units = [unit for unit in case.then(after).members(case.formation_of(hq)) if has_radius(case, unit)]
    after = after.but(due=tuple(due for due in after.due if not _about_command(due, tuple(units))))
    lost = (unit for unit in units if not after.units[unit].ooc)
    return after.owing(*(Due("BLZ-3.5d", (do.Mark(piece=unit, marker="ooc"),), until=until) for unit in lost))


def _about_command(due: Due, units: tuple[str, ...]) -> bool:
    return any(isinstance(each, do.Mark) and each.marker == "ooc" and each.piece in units for each in due.options)


@rule("BLZ-3.2h", on=do.ReturnHq)
def on_its_own_marker(case: Case[do.ReturnHq]) -> Found:
    """It comes back when its formation's marker is drawn, in the next turn at the earliest."""
    hq, state = case.action.unit, case.unit(case.action.unit)
    if not state.box.startswith(TRACK):
        return broken("hq.not-overrun", unit=hq)
    own = case.command(case.formation_of(hq)).chit
    with_it = case.activation.chits if case.activation else (drawn(case.before),)
    early = case.before.turn < int(state.box.removeprefix(TRACK))
    return broken("hq.not-yet", unit=hq) if early or own not in with_it else None


@rule("BLZ-3.2i", on=do.ReturnHq)
def with_a_unit_of_its_own(case: Case[do.ReturnHq]) -> Found:
    """It is placed in the hex of a unit of its formation."""
    hq, place = case.action.unit, case.action.hex
    friends = [unit for unit in case.members(case.formation_of(hq)) if unit != hq]
    return None if any(case.unit(unit).hex == place for unit in friends) else broken("hq.alone", unit=hq, hex=place)


@outcome("BLZ-3.2h", "BLZ-3.2i", "BLZ-3.2j")
@effect(do.ReturnHq)
def return_hq(case: Case[do.ReturnHq]) -> Position:
    """The HQ is back; its units may shed their markers where they are in command again."""
    hq, place = case.action.unit, case.action.hex
    if place not in case.battle.ground.grid:
        return case.before
    after = put(case, case.before, (hq,), place, "enter")
    return after.owing(*_in_command_again(case, after, hq))


def _in_command_again(case: Case[do.ReturnHq], after: Position, hq: str) -> Iterator[Due]:
    back = case.then(after)
    for unit in back.members(case.formation_of(hq)):
        if after.units[unit].ooc and in_command(back, unit):
            yield Due("BLZ-3.2j", (do.Mark(piece=unit, marker="ooc", on=False),), until="ACTIVE", must=False)
