"""What the wings of the Central Powers have gained, what ends the battle, and who has won (24.7, 24.16)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Begin, Result
from rules.caporetto.book import outcome, rule
from rules.caporetto.campaign.score import (
    DOUBLE,
    FORMATION,
    MATAJUR,
    MEDAL,
    TEN,
    TENTHS,
    Taken,
    asked,
    has_left,
    readings,
    stopped,
    surrendered,
)
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.engine.ruling import Finding, broken, unknown

TOWNS = {
    "ahg-left": frozenset({"1105", "1801", "1312", "2401", "2602"}),
    "ahg-right": frozenset({"2602", "3702", "4503", "5101", "6217"}),
}
"""By wing: where it breaks through."""
EQUAL, DRAW = "CAP-A123", "draw"
Owners = Mapping[str, str]
"""By hex that the Central Powers hold: the wing for which it counts."""


# ------------------------------------------------------------------------------------------------------ what is counted
@ENTERED.on
@outcome("CAP-24.15a", "CAP-23.1b", "CAP-23.1g")
def taken(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """The position in which it is known which wing took a hex, which one Matajur, and what was retaken at once."""
    worth, before, (one, other) = case.battle.goals.get(place, 0), case.before, case.battle.sides
    if not (case.battle.parted and worth and case.counter(name).kind.combat):
        return after
    wing, held = case.battle.purse(name), before.held.get(place, other)
    if case.side(name) == one:
        after = after.but(takers={**after.takers, place: wing}, medal=after.medal or (wing if place == MATAJUR else ""))
        fresh = {"gained": {**after.gained, place: before.turn}, "gains": after.gains | {before.turn}}
        return after.but(**fresh) if held != one else after
    if held == one and after.gained.get(place) == before.turn:
        loser = after.takers.get(place, case.battle.facing(name))
        return after.but(penalties={**after.penalties, loser: after.penalties.get(loser, 0) + DOUBLE * worth})
    return after


def owners(case: Case[Any]) -> Iterator[Owners]:
    """For which wings the hexes may count that are held: as they were entered last, those of both sectors otherwise."""
    one, wings = (
        case.battle.sides[0],
        [each for each in case.battle.wings.values() if each.side == case.battle.sides[0]],
    )
    held = [place for place in case.battle.goals if case.before.held.get(place) == one]
    within = {place: wing.id for place in held for wing in wings if place in wing.hexes}
    known = {**within, **{place: wing for place, wing in case.before.takers.items() if place in held}}
    yield known
    both = [place for place in held if place in case.battle.common]
    for found in product([wing.id for wing in wings], repeat=len(both)):
        yield {**known, **dict(zip(both, found, strict=True))}


@outcome("CAP-23.1a", "CAP-23.1c", "CAP-23.1d", "CAP-23.1f")
def points(case: Case[Any], wing: str, taken: Taken, whose: Owners) -> Fraction:
    """What a wing has: hexes, formations that have left, tens of Italian steps that surrendered to it."""
    held = {place for place, owner in whose.items() if owner == wing} - {MATAJUR}
    medal = case.before.medal if taken[MEDAL] == "first" else whose.get(MATAJUR, "")
    hexes = sum(case.battle.goals[place] for place in (held | {MATAJUR} if medal == wing else held))
    own = (each for each, belongs in case.battle.belongs.items() if belongs == wing and each in case.battle.formations)
    gone = sum(FORMATION for formation in own if has_left(case, formation))
    enemy = case.battle.facing(wing)
    steps = Fraction(surrendered(case, enemy, taken) - surrendered(case, wing, taken), TEN)
    steps = steps if taken[TENTHS] == "kept" else Fraction(int(steps))
    return hexes + gone + max(steps, Fraction(0)) - case.before.penalties.get(wing, 0)


def gained(case: Case[Any]) -> Mapping[str, Fraction]:
    """By wing: its points, where hexes of both sectors count for who entered them last."""
    whose = next(owners(case))
    return {wing: points(case, wing, readings(case), whose) for wing in TOWNS}


# --------------------------------------------------------------------------------------------------------- what ends it
@outcome("CAP-24.16a", "CAP-23.2a")
def broken_through(whose: Owners) -> str:
    """The wing that holds all towns of its breakthrough; empty if none does."""
    return next((wing for wing, towns in TOWNS.items() if all(whose.get(town) == wing for town in towns)), "")


def over(case: Case[Any], whose: Owners) -> bool:
    """Whether the battle ends with this turn."""
    return case.before.turn >= case.battle.last or stopped(case) or bool(broken_through(whose))


@outcome("CAP-24.7a", "CAP-23.0b", "CAP-23.0c")
def winner(case: Case[Any], taken: Taken, whose: Owners) -> str:
    """The wing that has won: by a breakthrough, or by more points than the other one."""
    (left, ours), (right, theirs) = ((wing, points(case, wing, taken, whose)) for wing in TOWNS)
    return broken_through(whose) or (left if ours > theirs else right if theirs > ours else DRAW)


@rule("CAP-24.7a", "CAP-24.16a", on=Result)
def right_wing(case: Case[Result]) -> Finding | None:
    """The wing that is said to have won has more points than the other one, or has broken through."""
    if not case.battle.parted:
        return None
    now, said = readings(case), case.action.winner
    known, *others = owners(case)
    best = winner(case, now, known)
    if best == said:
        return None
    named = "CAP-24.16a" if broken_through(known) else "CAP-24.7a"
    found = structs.replace(broken("victory.wing", side=said, winner=best), rule=named)
    if any(winner(case, now, each) == said for each in others):
        return unknown("common", "victory.wing", side=said, winner=best)
    if best == DRAW and said in TOWNS:
        return case.switches.doubtful(EQUAL, found)
    return asked(case, found, lambda taken: winner(case, taken, known) == said)


@rule("CAP-24.5a", "CAP-23.0a", on=Result)
def at_its_end(case: Case[Result]) -> Finding | None:
    """The battle ends in the phase of victory: after its last turn, a breakthrough, two turns without a gain."""
    if not case.battle.parted or (case.before.stack[0] == "Victory" and over(case, next(owners(case)))):
        return None
    found = broken("victory.early", turn=case.before.turn)
    doubt = case.before.stack[0] == "Victory" and any(over(case, each) for each in owners(case))
    return (
        unknown("common", "victory.early", turn=case.before.turn) if doubt else structs.replace(found, rule="CAP-24.5a")
    )


@rule("CAP-23.0a", on=Begin)
def not_beyond_it(case: Case[Begin]) -> Finding | None:
    """No turn follows a breakthrough, or two turns in which neither wing gained anything."""
    goes_on = case.battle.parted and case.before.stack[0] == "Victory" and case.action.turn > case.before.turn
    if not goes_on or not over(case, next(owners(case))):
        return None
    doubt = not all(over(case, each) for each in owners(case))
    facts = {"turn": case.before.turn}
    return unknown("common", "victory.over", **facts) if doubt else broken("victory.over", **facts)
