"""Moves that nobody may make."""

from __future__ import annotations

from collections.abc import Callable

from rules.caporetto.actions import Begin, Move, Show
from rules.caporetto.battle import Side
from rules.caporetto.case import LIMBERED
from rules.caporetto.movement.march import going
from rules.caporetto.movement.prices import FAR, price, stops
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts, Staged

LATE = ("Rest", "Guns")
ACTIONS = ("Acting",)
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


@breaks("CAP-10.0.6a", within=("Rest",))
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
    if not going(o.case, name):
        return
    case = o.case.then(o.before.unit(name, spent=100, way=())).on(o.case.layout)
    left = {there for there, _ in o.before.units[name].way}
    for place in o.beside(name):
        if place not in left and o.empty(place) and price(case, name, o.before.units[name].hex, place):
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


# ---------------------------------------------------------------------------------------------- into the wrong hexes
@breaks("CAP-11.1g", within=("Rest",), on=Begin)
def two_in_high_mountains(o: Occasion) -> Acts:
    """Two battalions stand in high mountains when the phase ends."""
    for name in o.standing():
        for place in o.beside(name):
            cost = price(o.case, name, o.before.units[name].hex, place)
            able = cost is not None and cost <= most_of(o, name) and o.before.stack[0] != "Guns"
            own = o.battle.units[name]
            others = [o.battle.units[each] for each in o.case.layout.fighters(place, own.side)]
            full = any(each.kind.weight == own.kind.weight == 4 and each.formation != own.formation for each in others)
            if o.battle.ground.hexes[place].high and able and full:
                yield Move(unit=name, hex=place), o.action


@breaks("CAP-11.1f", within=("Guns",), on=Begin)
def three_guns(o: Occasion) -> Acts:
    """Three guns are in position in a hex when the phase ends."""
    for name in o.standing(guns=True):
        for place in o.beside(name):
            there = o.case.layout.there(place, o.battle.units[name].side)
            emplaced = [each for each in there if o.battle.units[each].kind.guns and not o.before.units[each].marks]
            if len(emplaced) > 1 and LIMBERED in o.before.units[name].marks and o.before.state == "Guns":
                yield Move(unit=name, hex=place), Show(unit=name, state=LIMBERED, on=False), o.action


@breaks("CAP-10.1.1c", within=ACTIONS)
def goes_on_near_enemies(o: Occasion) -> Acts:
    """Who had to stop in a zone of control goes on."""
    name = o.before.mover
    if name and o.before.units[name].moved and stops(o.case, name, o.before.units[name].hex):
        left = {there for there, _ in o.before.units[name].way}
        yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place) and place not in left)


@breaks("CAP-10.0.9a", within=ON_THE_WAY)
def over_rock(o: Occasion) -> Acts:
    """Infantry climbs over rock."""
    yield from _over(o, lambda side: side.rock and not side.isonzo and not side.rates)


@breaks("CAP-19.1a", within=ON_THE_WAY)
def through_the_isonzo(o: Occasion) -> Acts:
    """Infantry wades through the Isonzo."""
    yield from _over(o, lambda side: side.isonzo and not side.rates)


def _over(o: Occasion, bars: Callable[[Side], bool]) -> Acts:
    for name in o.standing():
        here, kind = o.before.units[name].hex, o.battle.units[name].kind
        if not kind.climbs and o.case.acting in {"", o.battle.units[name].side}:
            for place in o.beside(name):
                if o.empty(place) and bars(o.battle.ground.side(here, place)):
                    yield Move(unit=name, hex=place)


@breaks("CAP-10.3.2b", within=("Rest",))
def strategic_near_enemies(o: Occasion) -> Acts:
    """A unit moves strategically near an enemy."""
    for name in o.standing():
        enemy = o.battle.enemy(o.battle.units[name].side)
        if o.case.layout.nearest(o.before.units[name].hex, enemy) < FAR:
            yield from (Move(unit=name, hex=place, how="strategic") for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.3.2a", within=ACTIONS)
def strategic_in_an_action(o: Occasion) -> Acts:
    """A unit moves strategically in an action."""
    for name in o.standing():
        if o.battle.units[name].side == o.case.acting:
            yield from (Move(unit=name, hex=place, how="strategic") for place in o.beside(name) if o.empty(place))


@breaks("CAP-10.3.2d", within=("Rest",))
def strategic_out_of_command(o: Occasion) -> Acts:
    """A unit that is out of command moves strategically."""
    for name in o.standing():
        if "OOC" in o.before.units[name].marks:
            yield from (Move(unit=name, hex=place, how="strategic") for place in o.beside(name) if o.empty(place))


@breaks("CAP-18.4a", within=("Guns",))
def guns_near_enemies(o: Occasion) -> Acts:
    """Guns go alone into a zone of control."""
    for name in o.standing(guns=True):
        if LIMBERED in o.before.units[name].marks:
            for place in o.beside(name):
                if o.empty(place) and o.case.layout.threatened(place, o.battle.units[name].side):
                    yield Move(unit=name, hex=place)


@breaks("CAP-10.4d", within=("Rest",), on=Move)
def weary_march(o: Occasion) -> Acts:
    """A unit that is a point from surrender makes a forced march."""
    name = o.before.mover
    if name and o.before.units[name].level + 1 >= o.case.threshold(name):
        yield from _spent_all(o, name)


@breaks("CAP-10.4f", within=("Guns",), on=Move)
def forced_guns(o: Occasion) -> Acts:
    """Guns make a forced march."""
    if o.before.mover and o.battle.units[o.before.mover].kind.guns:
        yield from _spent_all(o, o.before.mover)


def _spent_all(o: Occasion, name: str) -> Acts:
    """The unit has spent all that it has without a forced march, and goes on."""
    case = o.case.then(o.before.unit(name, spent=o.case.allowance(name), way=())).on(o.case.layout)
    left = {there for there, _ in o.before.units[name].way}
    for place in o.beside(name):
        cost = price(case, name, o.before.units[name].hex, place)
        if o.empty(place) and place not in left and cost is not None and cost * 2 <= o.case.allowance(name):
            yield Staged(case.before, (Move(unit=name, hex=place),))


@breaks("CAP-27.2a", within=("Rest",))
def out_of_the_area(o: Occasion) -> Acts:
    """A unit leaves the part of the map that is played on."""
    if o.battle.id == "monte-maggiore":
        yield from _outside(o)


@breaks("CAP-26.2a", within=("Rest",))
def out_of_the_other_area(o: Occasion) -> Acts:
    """A unit leaves the part of the map that is played on."""
    if o.battle.id == "cividale":
        yield from _outside(o)


def _outside(o: Occasion) -> Acts:
    for name in o.standing():
        yield from (Move(unit=name, hex=place) for place in o.beside(name) if place not in o.battle.ground.area)


@breaks("CAP-10.3c", within=("Rest",))
def into_guns(o: Occasion) -> Acts:
    """A unit that was not activated moves into a hex with enemy guns."""
    for name in o.standing():
        enemy = o.battle.enemy(o.battle.units[name].side)
        for place in o.beside(name):
            if o.case.layout.there(place, enemy) and not o.case.layout.fighters(place, enemy):
                yield Move(unit=name, hex=place)


@breaks("CAP-10.3e", within=("Rest",))
def activated_and_moves(o: Occasion) -> Acts:
    """A unit that was activated moves with those that were not."""
    for name in o.standing():
        if "Activated" in o.before.units[name].marks:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))
