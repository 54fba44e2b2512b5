"""Pieces on the map: how they come into a hex, with those aboard, and how they leave it for good."""

import msgspec

from rules.blitzkrieg.book import CHANGE, COMING, How
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position, Unit
from rules.engine.actions import Action

OFF = "off"
"""In a path: off the map over the own edge."""
OWN_MOVES = ("move", "enter", "assault")


def with_riders(position: Position, units: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces and those aboard them."""
    riders = (name for name, unit in position.units.items() if unit.aboard in units and name not in units)
    return (*units, *riders)


def put(case: Case[Action], position: Position, units: tuple[str, ...], place: str, how: How) -> Position:
    """The pieces, and those aboard, are in the hex, with all that follows."""
    coming = with_riders(position, units)
    left = tuple(sorted({position.units[unit].hex for unit in coming} - {"", place}))
    there = {unit: _there(position.units[unit], place, coming) for unit in coming}
    moved = position.moved.union(coming) if how in OWN_MOVES else position.moved
    after = position.but(units={**position.units, **there}, moved=moved)
    return CHANGE.follow(case, COMING.follow(case, after, coming, place, how), (*left, place))


def _there(unit: Unit, place: str, coming: tuple[str, ...]) -> Unit:
    """The piece in the hex: on foot, if it comes without its carrier."""
    aboard = unit.aboard if unit.aboard in coming else ""
    return msgspec.structs.replace(unit, hex=place, box="", aboard=aboard)


def take_off(case: Case[Action], position: Position, unit: str, box: str) -> Position:
    """The piece is off the map, in a box; who was aboard stands in the hex, and nothing more is due of the piece."""
    place = position.units[unit].hex
    changes = {unit: msgspec.structs.replace(position.units[unit], hex="", box=box, aboard="", neutralised=False)}
    for rider in with_riders(position, (unit,))[1:]:
        changes[rider] = msgspec.structs.replace(position.units[rider], aboard="")
    due = tuple(each for each in position.due if not _only_about(each.options, unit))
    after = position.but(units={**position.units, **changes}, due=due)
    return CHANGE.follow(case, after, (place,)) if place else after


def _only_about(options: tuple[Action, ...], unit: str) -> bool:
    return bool(options) and all(
        unit in {getattr(option, "unit", ""), getattr(option, "piece", ""), getattr(option, "who", "")}
        for option in options
    )
