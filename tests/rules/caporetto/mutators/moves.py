"""Moves that nobody may make."""

from __future__ import annotations

from rules.caporetto.actions import Begin, Move
from rules.caporetto.case import LIMBERED
from rules.caporetto.movement.prices import price
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts, Staged

LATE = ("Rest", "Guns")
ACTIONS = ("ActionAHG", "ActionIT")
ON_THE_WAY = (*ACTIONS, "Rest")


@breaks("CAP-18.1d", within=("Rest",), on=Move)
def guns_with_the_others(o: Occasion) -> Acts:
    """Guns move in the phase of the others."""
    for name in o.standing(guns=True):
        yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-4.9b", within=("Guns",))
def guns_in_position(o: Occasion) -> Acts:
    """Guns that are in position move."""
    for name in o.standing(guns=True):
        if LIMBERED not in o.before.units[name].marks:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.0a", within=("Guns",))
def infantry_with_the_guns(o: Occasion) -> Acts:
    """Infantry moves in the phase of the guns."""
    for name in o.standing():
        yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.1a", within=ACTIONS)
def out_of_turn(o: Occasion) -> Acts:
    """A unit moves in the actions of the other side."""
    for name in o.standing():
        if o.battle.units[name].side != o.case.acting:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.0b", within=("Supply", "Rally", "Engineers"), on=Begin)
def in_no_phase_of_movement(o: Occasion) -> Acts:
    """A unit moves when nobody does."""
    for name in o.standing():
        yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.0.6a", within=("Rest",), on=Move)
def moves_twice(o: Occasion) -> Acts:
    """A unit that has moved in an action moves again."""
    for name, unit in o.before.units.items():
        if unit.hex and unit.moved and not unit.moved.endswith("Rest") and "Activated" not in unit.marks:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.0.6b", within=ON_THE_WAY, on=Move)
def goes_on_later(o: Occasion) -> Acts:
    """A unit moves on after another one has moved."""
    for name, unit in o.before.units.items():
        if unit.moved.endswith(o.before.stack[0]) and unit.moved and o.before.mover != name and unit.hex:
            yield from (
                Move(unit=name, hex=place)
                for place in o.beside(name)
                if o.empty(place) and place not in {there for there, _ in unit.way}
            )


@breaks("CAP-10.0.5a", within=ON_THE_WAY, on=Move)
def into_enemies(o: Occasion) -> Acts:
    """A unit moves into a hex with enemies."""
    for name in o.standing():
        enemy = o.battle.enemy(o.battle.units[name].side)
        if o.case.acting != enemy:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.case.layout.fighters(place, enemy))


@breaks("CAP-10.0.3a", within=ON_THE_WAY, on=Move)
def farther_than_it_can(o: Occasion) -> Acts:
    """A unit goes on when it has no points left."""
    name = o.before.mover
    if not name or o.before.units[name].how == "strategic" or o.battle.units[name].kind.guns:
        return
    case = o.case.then(o.before.unit(name, spent=100)).on(o.case.layout)
    for place in o.beside(name):
        if o.empty(place) and price(case, name, o.before.units[name].hex, place):
            yield Staged(case.before, (Move(unit=name, hex=place),))


@breaks("CAP-11.1a", within=LATE, on=Begin)
def too_many(o: Occasion) -> Acts:
    """Three battalions stand in a hex when the phase ends."""
    for name in o.standing():
        side = o.battle.units[name].side
        for place in o.beside(name):
            others = o.case.layout.fighters(place, side)
            if len(others) >= 2 and _crowds(o, name, place):
                yield Move(unit=name, hex=place), o.action


def _crowds(o: Occasion, name: str, place: str) -> bool:
    """Whether the unit has a way there, and the hex is too full with it."""
    case = o.case
    if o.before.stack[0] == "Guns" or o.battle.ground.hexes[place].high:
        return False
    there = [*case.layout.fighters(place, o.battle.units[name].side), name]
    heavy = [each for each in there if o.battle.units[each].kind.weight == 4]
    mixed = len({o.battle.units[each].formation for each in heavy}) > 1
    cost = price(case, name, o.before.units[name].hex, place)
    return mixed and len(heavy) > 2 and cost is not None and cost <= most_of(o, name)


def most_of(o: Occasion, name: str) -> int:
    """What the unit may spend without a forced march."""
    return o.case.allowance(name)
