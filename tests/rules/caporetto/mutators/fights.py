"""Assaults that are not carried out, losses borne by others, retreats that cost nothing, counter-assaults half done."""

from __future__ import annotations

from rules.caporetto.actions import Begin, Complete, Defend, Leave, Lose, Move, Resolve, Show
from rules.caporetto.case import LIMBERED
from rules.caporetto.fire.steps import unfought
from tests.rules.caporetto.mutators.combat import ACTING, _foes, _own, _side, _undone
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts


def _over(o: Occasion) -> Complete:
    return Complete(formation=o.before.acting.formation if o.before.acting else "")


for _rule in (
    "CAP-10.1.2i",
    "CAP-11.6a",
    "CAP-12.2.10d",
    "CAP-12.2.10e",
    "CAP-12.3.4e",
    "CAP-12.3.5.1c",
    "CAP-12.3.5.2a",
    "CAP-12.3.5.6a",
    "CAP-12.3.5.7a",
    "CAP-12.3.5.7b",
    "CAP-12.4.4b",
    "CAP-15.4a",
):
    _undone(_rule)


@breaks("CAP-10.2.3a", within=ACTING)
def takes_an_assault_back(o: Occasion) -> Acts:
    """An assault that was declared is not carried out."""
    if unfought(o.case):
        yield _over(o)


@breaks("CAP-10.2.3b", within=ACTING)
def leaves_a_hex_empty(o: Occasion) -> Acts:
    """Nobody enters the hex that fire has emptied."""
    for name in unfought(o.case):
        goal = o.before.attacks[name]
        there = o.case.layout.occupants[goal]
        gone = tuple(Leave(unit=each, why="lost") for each in there)
        if o.before.step == 0 and not o.before.due:
            yield *gone, _over(o)


@breaks("CAP-10.2.1b", within=ACTING)
def rolls_for_nobody(o: Occasion) -> Acts:
    """Dice are thrown for an assault that nobody has declared."""
    drawn = any(unit.marks & {"Assault", "RoadAssault"} for unit in o.before.units.values())
    if not o.before.due and not drawn:
        for name in _foes(o):
            place = o.before.units[name].hex
            if place not in o.before.attacks.values():
                yield Resolve(hex=place, purpose="ASSAULT", by=_side(o))


@breaks("CAP-12.4.2a", within=ACTING)
def rolls_for_no_counter(o: Occasion) -> Acts:
    """Dice are thrown for a counter-assault that nobody has declared."""
    drawn = any(unit.marks & {"Assault", "RoadAssault"} for unit in o.before.units.values())
    if not o.before.due and not drawn and not any(o.battle.units[name].side != _side(o) for name in o.before.attacks):
        yield from (Resolve(hex=place, purpose="COUNTER") for place in sorted(o.before.taken))


@breaks("CAP-12.2.9d", within=ACTING)
def fires_twice(o: Occasion) -> Acts:
    """For fire that was diced for dice are thrown again."""
    if not any(due.until == "" for due in o.before.due) and o.before.step <= 2:
        for key in sorted(o.before.resolved):
            purpose, place, *more = key.split(" ")
            if purpose == "DEFEND" and not more:
                yield Resolve(hex=place, purpose=purpose)


@breaks("CAP-12.1.5d", within=ACTING)
def loses_twice(o: Occasion) -> Acts:
    """One unit bears all steps of a loss that is to be spread."""
    for name, (rule, most) in o.before.spread.items():
        unit = o.before.units[name]
        if rule == "CAP-12.1.5d" and most == 1 and not unit.lost and o.case.steps(name) == 2:
            yield Lose(unit=name), Leave(unit=name, why="lost")


@breaks("CAP-16.2a", within=ACTING)
def into_the_wrong_box(o: Occasion) -> Acts:
    """Who surrenders is laid among the eliminated."""
    for due in o.before.due:
        for gone in due.options if due.rule == "CAP-15.4a" else ():
            if isinstance(gone, Leave):
                yield Leave(unit=gone.unit, why="lost")


# ------------------------------------------------------------------------------------------------ retreats and advances
@breaks("CAP-12.3.5b", within=ACTING)
def an_attacker_retreats(o: Occasion) -> Acts:
    """Who attacks goes back out of his hex."""
    for name, here in o.before.bases.items():
        if name in o.before.fought and o.before.units[name].hex == here and o.battle.units[name].side == _side(o):
            yield from (Move(unit=name, hex=place, how="retreat") for place in o.beside(name) if o.empty(place))


@breaks("CAP-12.3.5.3a", within=ACTING)
def guns_retreat(o: Occasion) -> Acts:
    """Guns in position retreat."""
    for name in _foes(o, guns=True):
        if LIMBERED not in o.before.units[name].marks:
            yield from (Move(unit=name, hex=place, how="retreat") for place in o.beside(name) if o.empty(place))


@breaks("CAP-12.3.8b", within=ACTING)
def fires_at_those_who_advance(o: Occasion) -> Acts:
    """A unit fires at somebody who advances."""
    for place in sorted(o.before.taken):
        walked = any(
            unit.way and place in {unit.hex, *(each for each, _ in unit.way)} for unit in o.before.units.values()
        )
        if o.before.passing[2] != place and not walked:
            for name in _foes(o):
                if place in o.beside(name):
                    yield Defend(unit=name, hex=place, what="infiltration")


@breaks("CAP-12.3.2b", within=ACTING)
def attackers_fire_at_those_who_retreat(o: Occasion) -> Acts:
    """Who attacks fires at somebody who retreats past him."""
    mover, start, goal = o.before.passing
    if mover in o.before.driven and mover in o.case.layout.there(goal, o.battle.enemy(_side(o))):
        for name in _own(o):
            near = o.beside(name)
            if name in o.before.attacks and start in near and goal in near:
                yield Defend(unit=name, hex=goal, what="infiltration")


@breaks("CAP-18.3c", within=("Reacting",))
def guns_are_left(o: Occasion) -> Acts:
    """Guns in whose hex enemies stand are not captured."""
    if any(due.rule == "CAP-18.3c" for due in o.before.due):
        yield Begin(phase="Guns", turn=o.before.turn)


# ------------------------------------------------------------------------------------------------------ who comes first
def _late(rule: str, phase: str) -> None:
    def others_come_late(o: Occasion) -> Acts:
        """A unit of the Central Powers goes off after an Italian one."""
        first, second = o.battle.sides
        if (
            isinstance(o.action, Move)
            and o.battle.units[o.action.unit].side == second
            and not o.before.units[o.action.unit].way
        ):
            for name in o.standing(guns=phase == "Guns"):
                free = phase == "Rest" or LIMBERED in o.before.units[name].marks
                if free and o.battle.units[name].side == first and name not in o.before.activated:
                    yield from ((o.action, Move(unit=name, hex=place)) for place in o.beside(name) if o.empty(place))

    others_come_late.__name__ = f"comes_late_in_{phase.lower()}"
    breaks(rule, within=(phase,), on=Move)(others_come_late)


for _named, _phase in (("CAP-4.10a", "Rest"), ("CAP-4.9a", "Guns")):
    _late(_named, _phase)


@breaks("CAP-4.6e", within=("Artillery",), on=Show)
def the_others_turn_late(o: Occasion) -> Acts:
    """Guns of the Central Powers are turned after Italian ones."""
    action = o.action
    if isinstance(action, Show) and o.battle.units[action.unit].side == o.battle.sides[1]:
        for name in o.standing(guns=True):
            if o.battle.units[name].side == o.battle.sides[0] and name not in o.before.went:
                yield action, Show(unit=name, state=LIMBERED, on=LIMBERED not in o.before.units[name].marks)
