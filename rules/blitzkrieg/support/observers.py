"""Observers (8.6.1): an own HQ with a free line to the target hex, and whether it gets its message through."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.sight import blocked
from rules.blitzkrieg.fire.visibility import unseen
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, Found, Illegal, Notice, broken, unknown


@rule("BLZ-8.6.1b", "BLZ-8.6.1i", on=do.Barrage)
def an_own_hq_observes(case: Case[do.Barrage]) -> Found:
    """Artillery needs an own HQ on the map as its observer."""
    observer, place = case.action.observer, case.action.hex
    if observer not in case.battle.units:
        if any(blocked(case, case.unit(hq).hex, place) is None for hq in _own_hqs(case, place)):
            return unknown("observer", "observer.none", hex=place)
        return broken("observer.none", hex=place)
    chit = case.battle.chits.get(case.action.chit)
    if _observes(case, observer, chit.side if chit else case.before.active):
        return None
    return Illegal("observer.no-hq", {"unit": observer}, "BLZ-8.6.1i")


def _own_hqs(case: Case[do.Barrage], place: str) -> tuple[str, ...]:
    """The HQs of the guns' side on the map, if the target hex is a hex of it."""
    chit = case.battle.chits.get(case.action.chit)
    if chit is None or place not in case.battle.ground.grid:
        return ()
    return tuple(name for name in case.battle.units if _observes(case, name, chit.side))


def _observes(case: Case[do.Barrage], unit: str, side: str) -> bool:
    return case.counter(unit).kind.hq and case.side(unit) == side and case.unit(unit).on_map


def may_be_next_to_it(case: Case[do.Barrage]) -> bool:
    """True if no observer is named and an own HQ is next to the target hex, so that no roll may be needed."""
    unnamed = case.action.observer not in case.battle.units
    return unnamed and any(gets_through(case, hq, case.action.hex) for hq in _own_hqs(case, case.action.hex))


@rule("BLZ-8.6.1i", on=do.Barrage)
def with_a_line_of_sight(case: Case[do.Barrage]) -> Iterator[Finding | None]:
    """The observer has a line of sight to the hex; whether it must see a unit in it is AMB-27."""
    observer, place = case.action.observer, case.action.hex
    if observer not in case.battle.units or not case.unit(observer).on_map or place not in case.battle.ground.grid:
        return
    found = blocked(case, case.unit(observer).hex, place)
    if found is not None and not isinstance(found, Notice):
        yield replace(found, rule="BLZ-8.6.1i")
        return
    blind = Illegal("observer.sees-nobody", {"unit": observer, "hex": place}, "BLZ-8.6.1i")
    seen = any(unseen(case, unit, case.unit(observer).hex) is None for unit in _enemies(case, observer, place))
    yield case.switches.tolerated("AMB-27", None if seen else blind)


def _enemies(case: Case[Action], observer: str, place: str) -> tuple[str, ...]:
    return case.there(place, case.battle.enemy(case.side(observer)))


@outcome("BLZ-8.6.1l")
def gets_through(case: Case[Action], observer: str, place: str) -> bool:
    """True for an observer next to the target hex: no roll is needed."""
    return observer in case.battle.units and case.within(case.unit(observer).hex, place, 1) is Answer.YES


@outcome("BLZ-8.6.1j", "BLZ-8.6.1k")
def transmitted(case: Case[Roll]) -> bool:
    """True if the roll, one more for a neutralised HQ, is no higher than the limit."""
    observer = case.action.who
    shaken = observer in case.battle.units and case.shaken(observer)
    more = case.battle.charts.transmission["neutralised"] if shaken else 0
    return case.action.total + more <= case.battle.charts.bands["TRANSMIT"][1]
