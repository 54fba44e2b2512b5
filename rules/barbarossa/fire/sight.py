"""Sight (5.2, 5.3, 12): lines of sight over terrain, hills and smoke, and fields of fire."""

from typing import TypeVar

from msgspec import structs

from rules.barbarossa.book import outcome
from rules.barbarossa.orders.terms import GUARDS
from rules.barbarossa.state.battle import FACINGS, Ground
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import within_cone
from rules.engine.actions import Action
from rules.engine.answers import Answer, every, some
from rules.engine.sight import Sight

A = TypeVar("A", bound=Action)


@outcome(
    *("BAR-5.1b", "BAR-5.2b", "BAR-5.2c", "BAR-5.2d", "BAR-6.4j", "BAR-12.1a", "BAR-12.2a", "BAR-12.3a", "BAR-12.4a"),
    *("BAR-12.5a", "BAR-12.6a", "BAR-12.8a", "BAR-12.9a", "BAR-12.10a"),
)
def sees(case: Case[A], start: str, goal: str) -> Sight:
    """The line from centre to centre is free of hexes that block it; the end hexes do not count."""
    ends = _ends_block(case, start, goal)
    if ends:
        return Sight(Answer.NO, ends)
    side = every if case.switches.read_otherwise("BAR-A119") else some
    found = case.battle.ground.grid.sight(start, goal, lambda place: _free(case, start, goal, place), side)
    return structs.replace(found, why="BAR-A10") if found.by and found.answer is Answer.OPEN else found


def _ends_block(case: Case[A], start: str, goal: str) -> tuple[str, ...]:
    """Which of the end hexes stop the view, once players have settled that these may."""
    known = goal in case.battle.ground.grid
    found = [goal] if known and case.switches.read_otherwise("BAR-A101") and _opaque(case, goal) else []
    if case.switches.read_otherwise("BAR-A41"):
        found += [place for place in (start, goal) if smoke_in(case, place)]
    return () if start == goal else tuple(dict.fromkeys(found))


@outcome("BAR-12.11a", "BAR-12.13a", "BAR-12.13b", "BAR-12.13c", "BAR-12.13d")
def _free(case: Case[A], start: str, goal: str, place: str) -> Answer:
    """Whether a hex leaves a line through it free; of lower hills that is open (BAR-A10)."""
    ground, last = case.battle.ground, case.distance(place, goal) == 1
    high, low = ground.hexes[start].level, min(ground.hexes[start].level, ground.hexes[goal].level)
    height = ground.hexes[place].level
    if height > low and height > 0:
        lower = height <= ground.hexes[goal].level or (height <= high and not last)
        return Answer.OPEN if lower else Answer.NO
    return Answer.of((high > 0 and not last) or not (_opaque(case, place) or smoke_in(case, place)))


def _opaque(case: Case[A], place: str) -> bool:
    """True if the terrain of a hex blocks a line through it."""
    return bool(case.charted("terrain", case.land(place).terrain, "blocks"))


def smoke_in(case: Case[A], place: str) -> bool:
    """True while smoke lies in a hex; the fire of the step in which it is laid is not affected."""
    now = case.before.state == "S3"
    return any(
        each.kind == "smoke" and each.hex == place and not (now and each.laid == case.before.round)
        for each in case.before.structures.values()
    )


@outcome("BAR-5.3a", "BAR-5.3e", "BAR-5.4d", "BAR-6.1d", "BAR-6.6d", "BAR-11.6m")
def has_field(case: Case[A], unit: str) -> bool:
    """True for a unit with the property, with a Defend or Ambush order, or in a bunker."""
    own = case.counter(unit).can("field_of_fire") or bool(_bunker(case, unit))
    return own or case.ordered_to(unit, GUARDS)


def facing(case: Case[A], unit: str) -> str:
    """The direction of the field of fire; empty if it is not known."""
    order, bunker = case.unit(unit).order, _bunker(case, unit)
    if bunker and case.structure(bunker).facing:
        return case.structure(bunker).facing
    if order and case.battle.among(order.order, GUARDS) and order.facing:
        return order.facing
    return case.unit(unit).facing


def _bunker(case: Case[A], unit: str) -> str:
    shelter = case.unit(unit).shelter
    known = case.before.structures.get(shelter)
    return shelter if known is not None and known.kind == "bunker" else ""


@outcome("BAR-5.3b")
def in_cone(ground: Ground, place: str, towards: str, target: str) -> Answer:
    """Whether a hex lies in the cone before a side: within 30 degrees, open up to 60, not beyond."""
    if within_cone(ground, place, towards, target, 30):
        return Answer.YES
    return Answer.OPEN if within_cone(ground, place, towards, target, 60) else Answer.NO


def in_field(case: Case[A], unit: str, place: str) -> Answer:
    """Whether a hex lies in the unit's field of fire; all do if it has none."""
    here = case.unit(unit).hex
    if not has_field(case, unit) or here == place:
        return Answer.YES
    towards = facing(case, unit)
    return in_cone(case.battle.ground, here, towards, place) if towards in FACINGS else Answer.OPEN
