"""Bombardment and support fire in step B of an action (10.2.6, 12.1)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rules.caporetto.actions import Bombard, Resolve, Support
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case, alike
from rules.caporetto.fire.preparing import plain, prepares, preparing
from rules.caporetto.fire.sight import direct, emplaced, observed
from rules.caporetto.layout import BLIZZARD
from rules.caporetto.model import Position
from rules.caporetto.works.cover import against_fire
from rules.engine.answers import Answer
from rules.engine.following import Following
from rules.engine.ratios import column_of
from rules.engine.ruling import Finding, broken

TROOPS, BATTERY, BARRAGE = "troops", "battery", "barrage"
SNOW = "CAP-A53"
MOST = 3
"""The net shift is at most so many columns."""
BLIND = 2
"""At so many points of disorganisation guns do not fire."""


LAID: Following[Position, []] = Following()
"""What else happens when a barrage is laid."""
AIMED: Following[Position, []] = Following()
"""What else happens when guns get a target in an action."""


def in_step_b(case: Case[Bombard]) -> bool:
    """True for a bombardment, and not a barrage."""
    return case.action.what != BARRAGE


# ------------------------------------------------------------------------------------------------------- bombardment
@rule("CAP-18.1e", "CAP-18.1a", "CAP-2.2.2a", on=Bombard)
def from_a_position(case: Case[Bombard]) -> Finding | None:
    """Guns fire from a position only."""
    if not emplaced(case, case.action.unit):
        return broken("bombard.limbered", unit=case.action.unit)
    return None


@rule("CAP-18.6a", on=Bombard)
def not_too_shaken(case: Case[Bombard]) -> Finding | None:
    """With two points of disorganisation nothing is left of a gun's fire."""
    if case.unit(case.action.unit).level >= BLIND:
        return broken("bombard.shaken", unit=case.action.unit)
    return None


@rule("CAP-12.1.3a", on=Bombard)
def of_attached_guns(case: Case[Bombard]) -> Finding | None:
    """In an action only guns bombard that are attached to the formation that acts."""
    acting = case.before.acting
    if (
        in_step_b(case)
        and not prepares(case)
        and (acting is None or case.unit(case.action.unit).attached not in acting.formations)
    ):
        return broken("bombard.attached", unit=case.action.unit)
    return None


@rule("CAP-12.1.2b", on=Bombard)
def once_a_turn(case: Case[Bombard]) -> Finding | None:
    """Guns fire offensively once a turn; a target may be named anew before the dice fall."""
    if case.action.unit in case.before.fired and case.action.unit not in case.before.bombs:
        return broken("bombard.again", unit=case.action.unit)
    return None


@rule("CAP-12.1a", "CAP-12.1g", on=Bombard)
def within_range(case: Case[Bombard]) -> Finding | None:
    """The target lies within the printed range."""
    name, goal = case.action.unit, case.action.hex
    here, most = case.unit(name).hex, case.counter(name).faces[0].range
    if case.within(here, goal, most) is not Answer.NO:
        return None
    return broken("bombard.range", unit=name, hex=goal, distance=case.distance(here, goal), range=most)


@rule("CAP-12.1.1a", "CAP-12.1.6b", on=Bombard)
def on_an_observed_hex(case: Case[Bombard]) -> Finding | None:
    """The target is seen by somebody of the side; for a barrage he need not be in command."""
    everybody = prepares(case) or not in_step_b(case)
    if plain(case) or observed(case, case.side(case.action.unit), case.action.hex, by_all=everybody):
        return None
    return broken("bombard.unseen", unit=case.action.unit, hex=case.action.hex)


@rule("CAP-12.1c", on=Bombard)
def light_guns_directly(case: Case[Bombard]) -> Finding | None:
    """Light guns fire directly only."""
    name, goal = case.action.unit, case.action.hex
    if emplaced(case, name) and case.counter(name).kind.light and not direct(case, case.unit(name).hex, goal):
        return case.switches.doubtful("CAP-A02", broken("bombard.indirect", unit=name, hex=goal))
    return None


@rule("CAP-18.9.4a", on=Bombard)
def not_at_groups(case: Case[Bombard]) -> Finding | None:
    """Nobody fires at groups of guns."""
    place, enemy = case.action.hex, case.battle.enemy(case.side(case.action.unit))
    there = [name for name in case.layout.there(place, enemy) if emplaced(case, name)]
    groups = bool(there) and all(case.counter(name).kind.group for name in there)
    return broken("bombard.group", unit=case.action.unit, hex=place) if groups and case.action.what == BATTERY else None


@rule("CAP-12.1.3b", on=Bombard)
def before_the_dice(case: Case[Bombard]) -> Finding | None:
    """All targets are named before any bombardment is carried out."""
    fallen = (each for each in case.before.resolved if each.startswith("BOMBARD "))
    if in_step_b(case) and not prepares(case) and any(each.split(" ")[2:] != ["alone"] for each in fallen):
        return broken("bombard.late", unit=case.action.unit)
    return None


@effect(Bombard)
@outcome("CAP-12.1.3e", "CAP-12.1.6k", "CAP-18.7a")
def bombards(case: Case[Bombard]) -> Position:
    """The guns have a target."""
    name = case.action.unit
    if not case.unit(name).hex:
        return case.before
    after = case.before.but(fired=case.before.fired | {name})
    if not in_step_b(case):
        return LAID.follow(case, after)
    return AIMED.follow(case, after.but(bombs={**case.before.bombs, name: f"{case.action.hex} {case.action.what}"}))


# ------------------------------------------------------------------------------------------------------------ support
@rule("CAP-10.2.6a", on=Support)
def by_the_central_powers(case: Case[Support]) -> Finding | None:
    """Only Germans and Austro-Hungarians with machine guns give support fire."""
    name = case.action.unit
    if case.side(name) != case.battle.sides[0] or not case.face(name).mg or case.counter(name).kind.guns:
        return broken("support.who", unit=name)
    return None


@rule("CAP-10.2.6b", on=Support)
def of_the_formation(case: Case[Support]) -> Finding | None:
    """Who supports belongs to the formation that attacks."""
    acting = case.before.acting
    name = case.action.unit
    own = acting is not None and acting.side == case.side(name)
    if own and acting and acting.formations.isdisjoint({case.counter(name).formation, case.unit(name).attached}):
        return broken("support.formation", unit=name)
    return None


@rule("CAP-10.2.6c", on=Support)
def beside_the_target(case: Case[Support]) -> Finding | None:
    """Who supports stands beside the hex that is attacked."""
    name, goal = case.action.unit, case.action.hex
    if not case.beside(case.unit(name).hex, goal):
        return broken("support.beside", unit=name, hex=goal)
    return None


@rule("CAP-10.2.6c", on=Resolve)
def of_an_attack(case: Case[Resolve]) -> Finding | None:
    """When support fire is resolved somebody attacks the hex."""
    place, aiming = case.action.hex, {**case.before.attacks, **case.before.supports}
    name = next((each for each, at in case.before.supports.items() if at == place), "")
    if case.action.purpose != "BOMBARD" or not name or place in case.before.attacks.values():
        return None
    silent = (unit for each, unit in case.before.units.items() if unit.hex and each not in aiming)
    unsaid = any(unit.marks & {"Assault", "RoadAssault"} for unit in silent)
    return None if unsaid else broken("support.alone", unit=name, hex=place)


@rule("CAP-10.2.6e", on=Support)
def one_of_a_hex(case: Case[Support]) -> Finding | None:
    """One unit of a hex supports an attack."""
    name, goal = case.action.unit, case.action.hex
    others = (other for other, at in case.before.supports.items() if at == goal and other != name)
    if any(case.unit(other).hex == case.unit(name).hex for other in others):
        return broken("support.one", unit=name, hex=goal)
    return None


@rule("CAP-10.2.6h", "CAP-10.2.6f", on=Support)
def from_no_attacking_hex(case: Case[Support]) -> Finding | None:
    """Nobody supports out of a hex from which somebody attacks."""
    here = case.unit(case.action.unit).hex
    if any(case.unit(other).hex == here for other in case.before.attacks):
        return broken("support.attacks", unit=case.action.unit, hex=here)
    return None


@effect(Support)
@outcome("CAP-10.2.6d", "CAP-21.5.3b")
def supports(case: Case[Support]) -> Position:
    """The unit supports against a hex."""
    name = case.action.unit
    if not case.unit(name).hex:
        return case.before
    marks = case.unit(name).marks | {"Support"}
    return case.before.unit(name, marks=marks).but(supports={**case.before.supports, name: case.action.hex})


# ------------------------------------------------------------------------------------------------------------ results
@outcome("CAP-12.1d", "CAP-18.6a", "CAP-12.1e", "CAP-8.1j")
def factors(case: Case[Any], name: str, place: str) -> Fraction:
    """What a gun counts for: half of it if it is shaken, for indirect fire of medium guns, in a blizzard."""
    kind, level, here = case.counter(name).kind, case.unit(name).level, case.unit(name).hex
    halves = (kind.medium and not direct(case, here, place)) + snows(case, name, place)
    return case.counter(name).faces[0].fire * Fraction(max(BLIND - level, 0), BLIND << halves)


def snows(case: Case[Any], name: str, place: str) -> bool:
    """Whether a blizzard halves fire at a hex; out of one it does by another reading."""
    out = case.switches.reading(SNOW) == "out" and case.layout.sky(case.unit(name).hex) == BLIZZARD
    return out or case.layout.sky(place) == BLIZZARD


def doubtful_in_snow(case: Case[Any], names: Iterable[str], place: str) -> bool:
    """Whether it is open how much some guns count for, because they stand in a blizzard and fire out of it."""
    known = case.switches.reading(SNOW) is not None or case.layout.sky(place) == BLIZZARD
    return not known and any(case.layout.sky(case.unit(name).hex) == BLIZZARD for name in names)


@outcome("CAP-12.1.4a", "CAP-12.1.7a")
def strength(case: Case[Any], place: str, what: str) -> Fraction:
    """The factors that fall on a hex: of guns by direct or indirect fire, and of those that support."""
    total = Fraction(0)
    for name, aim in case.before.bombs.items():
        if aim == f"{place} {what}":
            total += factors(case, name, place)
    if what == TROOPS:
        total += sum(case.face(name).mg for name, at in case.before.supports.items() if at == place)
    return total


def aimed_at(case: Case[Any]) -> frozenset[str]:
    """The hexes that are bombarded, or supported against."""
    return frozenset((*(aim.split(" ")[0] for aim in case.before.bombs.values()), *case.before.supports.values()))


@outcome("CAP-12.1.4b")
def shift(case: Case[Any], place: str, cover: int = 0) -> int:
    """The columns by which the ground of a hex, and its trenches, shift what falls on it."""
    found = case.battle.charts.shifts.get(case.ground.hexes[place].terrain, {}).get("fire", 0)
    return max(-MOST, min(MOST, found - cover))


@outcome("CAP-21.2b", "CAP-21.2c")
def ridden(case: Case[Any], names: Iterable[str], cover: int | None) -> int | None:
    """What trenches take from fire: from fire at horsemen nothing, but one less; open where others are there."""
    horses = alike(case.counter(name).kind.horse for name in names)
    return -1 if horses else None if horses is None else cover


def target_of(case: Case[Any]) -> str:
    """The side that is bombarded: the enemy of whoever acts, or before the attack the Italians; else nobody."""
    if case.before.acting is None:
        return case.battle.sides[1] if preparing(case) else ""
    return case.battle.enemy(case.before.acting.side)


@outcome("CAP-12.1.3c")
def hit(case: Case[Any], place: str, what: str) -> tuple[str, ...]:
    """Whom a bombardment hits: guns in position, or the others."""
    enemy = target_of(case)
    there = (name for name in case.layout.there(place, enemy) if not case.counter(name).kind.group)
    return tuple(name for name in there if emplaced(case, name) == (what == BATTERY))


def box(case: Case[Any], strong: Fraction, moved: int, die: int) -> str:
    """What the fire table says of a strength, a shift and a die; nothing left of it, its last column right of it."""
    charts = case.battle.charts
    column = min(column_of(charts.strengths, strong) + moved, len(charts.strengths) - 1)
    return charts.fire[min(max(die, 1), 6)][column] if column >= 0 else "-"


@outcome("CAP-12.1.4c", "CAP-12.1.5a", "CAP-12.1.7b")
def outcome_of(case: Case[Any], place: str, die: int) -> tuple[str, tuple[str, ...]]:
    """What a bombardment does, and to whom; nothing for certain where guns and others are fired at."""
    kinds = {aim.split(" ")[1] for aim in case.before.bombs.values() if aim.split(" ")[0] == place}
    what, names = next(iter(kinds), TROOPS), hit(case, place, next(iter(kinds), TROOPS))
    supporting = [case.unit(name).hex for name, at in case.before.supports.items() if at == place]
    owner = target_of(case)
    cover = ridden(case, names, against_fire(case, place, owner, supporting, guns=bool(kinds)))
    firing = (name for name, aim in case.before.bombs.items() if aim.split(" ")[0] == place)
    if len(kinds) > 1 or cover is None or doubtful_in_snow(case, firing, place):
        return "", ()
    return box(case, strength(case, place, what), shift(case, place, cover), die), names
