"""The bombardment before the attack, gas and mines, in the artillery phase of the first turn (24.12, 24.13, 25.13)."""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Bombard, Defend, Resolve
from rules.caporetto.book import outcome, roll, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.hitting import BOMBARDED, hits
from rules.caporetto.fire.sight import SETTLED, entrenched
from rules.caporetto.model import Position
from rules.caporetto.works.trenches import lower
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

ARTILLERY, BARRAGE, FIRST = "Artillery", "barrage", 1
GAS, MINE = "GAS", "MINE"


def first_turn(case: Case[Any]) -> bool:
    """True in the first turn of the campaign."""
    return case.battle.campaign and case.before.turn == FIRST


def preparing(case: Case[Any]) -> bool:
    """True while the Central Powers may bombard without any formation that acts."""
    return first_turn(case) and case.before.stack[0] == ARTILLERY


def prepares(case: Case[Bombard]) -> bool:
    """True for a gun of the Central Powers that bombards before the attack."""
    ours = case.side(case.action.unit) == case.battle.sides[0]
    return preparing(case) and ours and case.action.what != BARRAGE


# --------------------------------------------------------------------------------------------------- the bombardment
@rule("CAP-24.12b", "CAP-4.6c", "CAP-25.12a", on=Bombard)
def before_the_actions(case: Case[Bombard]) -> Finding | None:
    """In the first turn guns of the Central Powers bombard in the artillery phase only."""
    ours = case.side(case.action.unit) == case.battle.sides[0]
    late = first_turn(case) and ours and case.action.what != BARRAGE and case.before.stack[0] != ARTILLERY
    return broken("prepare.late", unit=case.action.unit) if late else None


@rule("CAP-24.12c", on=Defend)
def guns_that_have_fired_rest(case: Case[Defend]) -> Finding | None:
    """Guns that have bombarded before the attack are not used again in the first turn."""
    name = case.action.unit
    spent = first_turn(case) and name in case.before.fired and case.side(name) == case.battle.sides[0]
    return broken("prepare.again", unit=name) if spent else None


@outcome("CAP-24.12e", "CAP-24.12f")
def plain(case: Case[Bombard]) -> bool:
    """Whether the target counts as observed in any weather: trenches, guns, houses, bridges, peaks, roads."""
    place, ground = case.action.hex, case.ground
    if not prepares(case):
        return False
    found = ground.hexes[place]
    sides = [ground.side(place, near) for near in ground.grid.neighbours(place)]
    guns = any(case.counter(name).kind.guns for name in case.layout.occupants.get(place, ()))
    ways = any(side.rates or side.bridge or side.footbridge for side in sides)
    return found.terrain in SETTLED or found.peak or guns or ways or entrenched(case, place)


def carried_out(case: Case[Roll], after: Position) -> Position:
    """The position after a bombardment before the attack: each is resolved by itself, and its guns have fired."""
    if not preparing(case):
        return after
    place = case.before.resolving[1]
    left = {name: aim for name, aim in after.bombs.items() if aim.split(" ")[0] != place}
    return after.but(bombs=left, shelled=after.shelled | {place})


@rule("CAP-24.12g", on=Bombard)
def not_on_gas_and_mines(case: Case[Bombard]) -> Finding | None:
    """Nobody bombards a hex that gas or a mine has struck."""
    wrong = prepares(case) and case.action.hex in case.before.sprung
    return broken("prepare.sprung", hex=case.action.hex) if wrong else None


@rule("CAP-24.12g", on=Resolve)
def no_gas_and_mines_on_them(case: Case[Resolve]) -> Finding | None:
    """Neither gas nor a mine strikes a hex that is bombarded."""
    aimed = {aim.split(" ")[0] for aim in case.before.bombs.values()} | case.before.shelled
    wrong = preparing(case) and case.action.purpose in {GAS, MINE} and case.action.hex in aimed
    return broken("prepare.sprung", hex=case.action.hex) if wrong else None


# ------------------------------------------------------------------------------------------------------ gas and mines
@rule("CAP-24.13a", "CAP-4.6d", "CAP-25.13a", on=Resolve)
def gas_and_mines(case: Case[Resolve]) -> Iterator[Finding]:
    """Gas and each mine strike once, in the hex that is printed on them or an Italian trench hex beside it."""
    purpose, place = case.action.purpose, case.action.hex
    if purpose not in {GAS, MINE}:
        return
    if not preparing(case):
        yield broken("sprung.when", hex=place)
        return
    printed = case.battle.attacks.get(purpose, ((), 0))[0]
    if not any(_may_strike(case, each, place) for each in printed):
        named = "CAP-24.13a" if case.battle.parted else "CAP-25.13a"
        yield structs.replace(broken("sprung.where", hex=place), rule=named)
        return
    struck = [at for at, what in case.before.sprung.items() if what == purpose]
    if not _matched(case, printed, (*struck, place)):
        yield broken("sprung.again", hex=place)


def _may_strike(case: Case[Any], printed: str, place: str) -> bool:
    """Whether gas or a mine of one hex may strike another."""
    beside = case.beside(printed, place) and case.battle.ground.hexes[place].trench == case.battle.sides[1]
    return printed == place or (bool(beside) and not case.battle.parted)


def _matched(case: Case[Any], printed: tuple[str, ...], places: tuple[str, ...]) -> bool:
    """Whether there is one of the printed hexes for each that is struck."""
    return any(
        all(_may_strike(case, one, place) for one, place in zip(some, places, strict=True))
        for some in permutations(printed, len(places))
    )


def strikes(case: Case[Resolve], after: Position) -> Position:
    """The position in which gas or a mine is used up."""
    purpose, place = case.action.purpose, case.action.hex
    return after.but(sprung={**after.sprung, place: purpose}) if purpose in {GAS, MINE} else after


@roll(GAS, MINE)
@outcome("CAP-24.13b", "CAP-24.13c", "CAP-24.13d")
def sprung(case: Case[Roll]) -> Position:
    """All who are there are struck by the printed column, whatever the ground; a mine lowers trenches too."""
    purpose, place = case.before.resolving
    enemy = case.battle.sides[1]
    if purpose not in case.battle.attacks or purpose != case.action.purpose:
        return case.before.but(vague=True)
    column = case.battle.attacks[purpose][1]
    text = case.battle.charts.fire[case.action.total][column]
    after = hits(case, text.replace("T", "S"), case.layout.there(place, enemy), BOMBARDED, case.before)
    return after.owing(*_breached(case, place)) if purpose == MINE and text.endswith("T") else after


def _breached(case: Case[Roll], place: str) -> Iterable[Due]:
    marker = lower(case, place)
    return (Due("CAP-24.13d", (marker,), until=ARTILLERY, owner=case.battle.sides[0]),) if marker else ()
