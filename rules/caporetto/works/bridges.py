"""Bridges: who blows them up, and who mends them (19.0)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.caporetto.actions import Begin, Bridge
from rules.caporetto.battle import Ground
from rules.caporetto.book import effect, outcome, roll, rule
from rules.caporetto.case import BUILDING, Case
from rules.caporetto.country import over
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.caporetto.turn.phases import BEGUN
from rules.caporetto.works.trenches import ENGINEERS
from rules.caporetto.zoned import by_zones
from rules.engine.answers import Answer
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, Illegal, broken

NEAR = 2
BLOWN, FORCED = 4, 3
"""With so much, or less, a bridge is blown: by engineers, and when the enemy comes near."""
BLOW, DEMOLITION = "BLOW", "DEMOLITION"


@outcome("CAP-19.1b", "CAP-19.1.2b")
def spans(ground: Ground, place: str) -> tuple[str, ...]:
    """The bridges of a hex, each by the two hexes between which it lies."""
    near = (other for other in ground.grid.neighbours(place))
    found = (other for other in near if (side := ground.side(place, other)).bridge or side.footbridge)
    return tuple("/".join(sorted((place, other))) for other in found)


def _of(case: Case[Any], place: str, *, blown: bool) -> str:
    """The bridge that a marker in a hex means; nobody knows which one where there are several."""
    found = [pair for pair in spans(case.battle.ground, place) if (pair in case.before.blown) != blown]
    return found[0] if len(found) == 1 else ""


def _within(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The hexes of bridges within two hexes of engineers."""
    here = case.unit(unit).hex
    near = (place for place in case.grid.places if case.within(here, place, NEAR) is Answer.YES)
    return tuple(place for place in near if spans(case.ground, place))


def _barred(case: Case[Any], here: str, place: str, side: str) -> bool:
    """Whether enemies, or their zones of control without a friend, bar every hex between engineers and a bridge."""
    enemy, near = case.battle.enemy(side), case.grid.neighbours
    if here == place or case.beside(here, place):
        return False
    return all(
        case.layout.there(between, enemy)
        or (case.layout.threatened(between, side) and not case.layout.there(between, side))
        for between in {*near(here)} & {*near(place)}
    )


# ------------------------------------------------------------------------------------------------------------ blowing
@rule("CAP-19.2a", "CAP-4.5c", "CAP-19.2b", on=Roll)
@by_zones
def blown_by_engineers(case: Case[Roll]) -> Iterator[Finding]:
    """In the engineer phase engineers try to blow up a bridge within two hexes, past which no enemy stands."""
    name = case.action.who
    if case.action.purpose != BLOW or name not in case.battle.units:
        return
    if case.before.stack[0] != ENGINEERS:
        yield replace(broken("bridge.phase", unit=name), rule="CAP-4.5c")
    places, here, side = _within(case, name), case.unit(name).hex, case.side(name)
    if not case.counter(name).kind.builds or not places:
        yield broken("bridge.near", unit=name)
    elif all(_barred(case, here, place, side) for place in places):
        yield replace(broken("bridge.barred", unit=name), rule="CAP-19.2b")


@roll(BLOW, DEMOLITION)
@outcome("CAP-19.2c", "CAP-19.2.1a")
def blasted(case: Case[Roll]) -> Position:
    """The position in which a bridge may be marked as blown, if the die was low enough."""
    low = case.action.total <= (BLOWN if case.action.purpose == BLOW else FORCED)
    return case.before.but(blasts=case.before.blasts + low)


@rule("CAP-19.2c", "CAP-19.3a", "CAP-19.3b", "CAP-19.3e", "CAP-4.5d", "CAP-21.1b", on=Bridge)
def marked_rightly(case: Case[Bridge]) -> Iterator[Finding]:
    """A bridge is blown by a die that was low enough, and stands again when engineers have worked at it."""
    place = case.action.hex
    if place in case.before.bridged:
        return
    if not spans(case.battle.ground, place) or (case.action.blown and not case.before.blasts):
        yield Illegal("bridge.blown", {"hex": place}, "CAP-19.2c")
    elif not case.action.blown:
        yield from _built(case, place)


def _built(case: Case[Bridge], place: str) -> Iterator[Finding]:
    """What is wrong with a bridge that stands again."""
    pair, now = _of(case, place, blown=False), case.before.stack[0] == ENGINEERS
    if pair in case.before.finished and not now:
        return
    wrong = next(_unfinished(case, place, pair), None)
    if now or (wrong and wrong.why == "bridge.built"):
        yield from (wrong,) if wrong else ()
    else:
        yield Illegal("bridge.early", {"hex": place}, "CAP-19.3e")


def _unfinished(case: Case[Any], place: str, pair: str) -> Iterator[Illegal]:
    """Why engineers have not brought a bridge of a hex to its end."""
    places = over(pair) if pair else (place, *case.grid.neighbours(place))
    there = [name for each in places for name in case.layout.occupants.get(each, ())]
    builders = [name for name in there if case.counter(name).kind.builds and _at_work(case, name)]
    facts = {"hex": place}
    if not builders:
        yield Illegal("bridge.built", facts, "CAP-19.3a")
    elif pair and case.ground.side(*over(pair)).isonzo:
        fit = any("bridge" in case.counter(name).kind.id for name in builders)
        yield from () if fit else (Illegal("bridge.isonzo", facts, "CAP-21.1b"),)
    elif pair and _opposed(case, pair, builders):
        yield Illegal("bridge.opposed", facts, "CAP-19.3b")


def _at_work(case: Case[Any], name: str) -> bool:
    """Whether engineers are at work; those who began before the first turn need not show it."""
    begun = case.battle.builders == name and case.before.turn == case.battle.first
    return begun or BUILDING in case.unit(name).marks


def _opposed(case: Case[Any], pair: str, builders: list[str]) -> bool:
    """Whether enemies of all who work at a bridge have been in the hex opposite since their work began."""
    one, other = over(pair)
    facing, held = {one: other, other: one}, _held(case, case.before)
    return all(f"{case.battle.enemy(case.side(name))} {facing[case.unit(name).hex]}" in held for name in builders)


def _held(case: Case[Any], after: Position) -> frozenset[str]:
    """Who has been where at blown bridges, and who is there now."""
    ends = [place for pair in after.blown for place in over(pair)]
    return after.trod | {
        f"{case.side(name)} {unit.hex}"
        for name, unit in after.units.items()
        if unit.hex in ends and case.counter(name).kind.combat
    }


@ENTERED.on
def seen_at_a_bridge(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """The position in which it is remembered who has come to a blown bridge."""
    ends = any(place in over(pair) for pair in after.blown)
    return (
        after.but(trod=after.trod | {f"{case.side(name)} {place}"})
        if ends and case.counter(name).kind.combat
        else after
    )


@BEGUN.on
@outcome("CAP-19.3e")
def finished(case: Case[Begin], after: Position) -> Position:
    """The position in which it is known which bridges are finished when an engineer phase begins, marked so or not."""
    if case.action.phase != ENGINEERS:
        return after
    return after.but(finished=frozenset(pair for pair in after.blown if not any(_unfinished(case, "", pair))))


@BEGUN.on
def watched(case: Case[Begin], after: Position) -> Position:
    """The position in which it is looked at anew who comes to blown bridges, when the engineers are done."""
    if case.before.stack[0] != ENGINEERS or not after.blown:
        return after
    return after.but(trod=_held(case, after.but(trod=frozenset())))


@effect(Bridge)
@outcome("CAP-19.2.2a", "CAP-9.2.1e", "CAP-9.2.1d", "CAP-19.1.2d")
def comes_or_goes(case: Case[Bridge]) -> Position:
    """The bridge is no more, with its road, or stands again; where it is not clear which one, all stand as they did."""
    place, blown, before = case.action.hex, case.action.blown, case.before
    pair = frozenset({_of(case, place, blown=blown)} - {""})
    after = before.but(bridged=before.bridged ^ {place}, blown=before.blown | pair if blown else before.blown - pair)
    return after.but(blasts=max(before.blasts - 1, 0)) if blown else after
