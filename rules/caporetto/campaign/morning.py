"""What holds in the first turn of the campaign only (25.9), and how it is set up (18.9, 25.8)."""

from collections.abc import Iterator

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


# ------------------------------------------------------------------------------------------------------- the first turn
@rule("CAP-25.9a", on=Slot)
def nobody_is_chosen(case: Case[Slot]) -> Finding | None:
    """In the first turn the Italians choose nobody; whoever is attacked may react."""
    late = case.before.stack[0] == "Command" and case.action.box in COSTS
    return broken("morning.chosen", unit=case.action.hq) if late and _italian(case, case.action.hq) else None


@rule("CAP-25.9a", on=Activate)
def nobody_acts_of_his_own(case: Case[Activate]) -> Finding | None:
    """In the first turn Italian formations only react."""
    acts = case.action.kind == "normal" and _italian(case, case.action.hq)
    return broken("morning.acts", unit=case.action.hq) if acts else None


@rule("CAP-25.9a", on=Show)
def no_gun_is_limbered(case: Case[Show]) -> Finding | None:
    """In the first turn no Italian gun is turned to its move side."""
    name = case.action.unit
    off = case.action.on and turned(case) and case.before.stack[0] == ARTILLERY
    return broken("morning.limbered", unit=name) if off and _italian(case, name) else None


@rule("CAP-25.9b", on=Roll)
def no_bridge_is_blown(case: Case[Roll]) -> Finding | None:
    """In the engineer phase of the first turn no bridge is blown; those that enemies come to may be."""
    return broken("morning.blown", unit=case.action.who) if case.action.purpose == BLOW and first_turn(case) else None


# ----------------------------------------------------------------------------------------------------------- the set-up
def _set_up(case: Case[Begin]) -> bool:
    return case.battle.campaign and case.before.stack[0] == SETUP


@rule("CAP-25.8b", on=Begin)
def guns_reach_a_trench(case: Case[Begin]) -> Iterator[Finding]:
    """Guns are set up so near that they could fire at a trench of the enemy."""
    for name, unit in case.before.units.items() if _set_up(case) else ():
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


@rule("CAP-25.8c", on=Begin)
def italian_guns_in_position(case: Case[Begin]) -> Iterator[Finding]:
    """Italian guns begin in position."""
    italians = case.battle.sides[1]
    for name, unit in case.before.units.items() if _set_up(case) else ():
        if unit.hex and LIMBERED in unit.marks and case.side(name) == italians:
            yield Illegal("setup.limbered", {"unit": name}, owner=italians)


@rule("CAP-25.8e", "CAP-25.8d", on=Begin)
def bridges_at_the_start(case: Case[Begin]) -> Iterator[Finding]:
    """Two bridges are blown; at one of them engineers may have begun, if no Italian stands on the other bank."""
    if not _set_up(case):
        return
    allies, italians = case.battle.sides
    for pair in sorted(case.battle.blown - case.before.blown):
        yield structs.replace(Illegal("setup.bridge", {"hex": pair}, owner=allies), rule="CAP-25.8d")
    builders = case.battle.builders
    unit = case.unit(builders)
    opposite = {far for pair in case.battle.blown for far in _opposite(pair, unit.hex)}
    if BUILDING in unit.marks and any(case.layout.there(place, italians) for place in opposite):
        yield Illegal("setup.builders", {"unit": builders}, owner=allies)


def _opposite(pair: str, place: str) -> tuple[str, ...]:
    one, other = over(pair)
    return (other,) if place == one else (one,) if place == other else ()


@outcome("CAP-25.5a")
def last_turn(case: Case[Begin]) -> int:
    """The campaign lasts eight turns."""
    return case.battle.last
