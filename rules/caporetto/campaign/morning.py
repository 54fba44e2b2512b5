"""What holds in the first turn of the four days only (24.9, 25.9), and how they are set up (18.9, 24.8, 25.8)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.action.purse import COSTS
from rules.caporetto.actions import Activate, Begin, Show, Slot
from rules.caporetto.book import outcome, rule
from rules.caporetto.campaign.arrivals import SETUP
from rules.caporetto.case import BUILDING, LIMBERED, Case
from rules.caporetto.country import over
from rules.caporetto.fire.preparing import first_turn
from rules.caporetto.turn.artillery import ARTILLERY, turned
from rules.caporetto.works.bridges import BLOW
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, Illegal, broken


def _italian(case: Case[Slot] | Case[Activate] | Case[Show], name: str) -> bool:
    return first_turn(case) and case.side(name) == case.battle.sides[1]


def _by(case: Case[Any], found: Finding, historical: str) -> Finding:
    """The finding by the rule of the scenario: the first one has its own words for the same."""
    return structs.replace(found, rule=historical) if case.battle.parted else found


# ------------------------------------------------------------------------------------------------------- the first turn
@rule("CAP-25.9a", "CAP-24.9c", on=Slot)
def nobody_is_chosen(case: Case[Slot]) -> Finding | None:
    """In the first turn the Italians choose nobody; whoever is attacked may react."""
    late = case.before.stack[0] == "Command" and case.action.box in COSTS
    if not (late and _italian(case, case.action.hq)):
        return None
    return _by(case, broken("morning.chosen", unit=case.action.hq), "CAP-24.9c")


@rule("CAP-25.9a", "CAP-24.9c", on=Activate)
def nobody_acts_of_his_own(case: Case[Activate]) -> Finding | None:
    """In the first turn Italian formations only react."""
    acts = case.action.kind == "normal" and _italian(case, case.action.hq)
    return _by(case, broken("morning.acts", unit=case.action.hq), "CAP-24.9c") if acts else None


@rule("CAP-25.9a", "CAP-24.9b", on=Show)
def no_gun_is_limbered(case: Case[Show]) -> Finding | None:
    """In the first turn no Italian gun is turned to its move side."""
    name = case.action.unit
    off = case.action.on and turned(case) and case.before.stack[0] == ARTILLERY
    return _by(case, broken("morning.limbered", unit=name), "CAP-24.9b") if off and _italian(case, name) else None


@rule("CAP-25.9b", "CAP-24.9.1a", on=Roll)
def no_bridge_is_blown(case: Case[Roll]) -> Finding | None:
    """In the engineer phase of the first turn no bridge is blown; those that enemies come to may be."""
    if case.action.purpose != BLOW or not first_turn(case):
        return None
    return _by(case, broken("morning.blown", unit=case.action.who), "CAP-24.9.1a")


# ----------------------------------------------------------------------------------------------------------- the set-up
def _set_up(case: Case[Begin]) -> bool:
    return case.battle.campaign and case.before.stack[0] == SETUP


@rule("CAP-25.8b", on=Begin)
def guns_reach_a_trench(case: Case[Begin]) -> Iterator[Finding]:
    """Guns are set up so near that they could fire at a trench of the enemy, where their hexes are chosen freely."""
    for name, unit in case.before.units.items() if _set_up(case) and not case.battle.parted else ():
        counter = case.counter(name)
        if counter.kind.guns and unit.hex and not _reaches(case, name):
            yield Illegal("setup.reach", {"unit": name, "hex": unit.hex}, owner=counter.side)


def _reaches(case: Case[Begin], name: str) -> bool:
    """Whether a trench of the enemy lies within the printed range of a gun."""
    place, most = case.unit(name).hex, case.counter(name).faces[0].range
    enemy = case.battle.enemy(case.side(name))
    return any(case.grid.distance(place, trench) <= most for trench in _trenches(case, enemy))


def _trenches(case: Case[Begin], side: str) -> frozenset[str]:
    """The hexes in which a side has trenches, or along a side of which one lies."""
    ground = case.battle.ground
    inside = (place for place, found in ground.hexes.items() if found.trench == side)
    return case.layout.once(
        ("trenches", side),
        lambda: frozenset((*inside, *(pair[0] for pair, found in ground.sides.items() if found.trench == side))),
    )


@rule("CAP-25.8c", "CAP-24.8d", on=Begin)
def italian_guns_in_position(case: Case[Begin]) -> Iterator[Finding]:
    """Italian guns begin in position."""
    italians = case.battle.sides[1]
    for name, unit in case.before.units.items() if _set_up(case) else ():
        if unit.hex and LIMBERED in unit.marks and case.side(name) == italians:
            yield _by(case, Illegal("setup.limbered", {"unit": name}, "CAP-25.8c", owner=italians), "CAP-24.8d")


@rule("CAP-25.8e", "CAP-25.8d", "CAP-24.8f", on=Begin)
def bridges_at_the_start(case: Case[Begin]) -> Iterator[Finding]:
    """Bridges are blown; at one of two engineers may have begun, if no Italian stands on the other bank."""
    if not _set_up(case):
        return
    allies, italians = case.battle.sides
    for pair in sorted(case.battle.blown - case.before.blown):
        yield _by(case, Illegal("setup.bridge", {"hex": pair}, "CAP-25.8d", owner=allies), "CAP-24.8f")
    builders = case.battle.builders
    if not builders:
        return
    unit = case.unit(builders)
    opposite = {far for pair in case.battle.blown for far in _opposite(pair, unit.hex)}
    if BUILDING in unit.marks and any(case.layout.there(place, italians) for place in opposite):
        yield Illegal("setup.builders", {"unit": builders}, owner=allies)


def _opposite(pair: str, place: str) -> tuple[str, ...]:
    one, other = over(pair)
    return (other,) if place == one else (one,) if place == other else ()


@outcome("CAP-25.5a", "CAP-24.5a")
def last_turn(case: Case[Begin]) -> int:
    """The campaign lasts eight turns."""
    return case.battle.last
