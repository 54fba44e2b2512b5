"""What is written with an order, who can be meant, and how a check of certain orders is registered."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from assets.unitcards import Order as Printed
from assets.unitcards import Param
from rules.barbarossa.actions import Order
from rules.barbarossa.book import rule
from rules.barbarossa.state.case import Case
from rules.engine import rulebook
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.ruling import Fact, Finding, Found, Illegal, Undecided

FieldName = Literal[
    "target", "hex", "route", "fire_from", "facing", "side", "number", "rounds", "choice", "also", "entry", "observer"
]
BY_KIND: Mapping[str, FieldName] = {
    "unit": "target",
    "unit2": "choice",
    "place": "hex",
    "route": "route",
    "facing": "facing",
    "side": "side",
    "number": "number",
    "choice": "choice",
}
BY_ID: Mapping[str, FieldName] = {"second": "also", "entry": "entry", "observer": "observer", "duration": "rounds"}

DEMANDED: Mapping[str, Mapping[str, str]] = {
    "defend": {"facing": "BAR-6.1e", "distance": "BAR-6.1f"},
    "suppressive_fire": {"target": "BAR-6.2c"},
    "open_fire": {"target": "BAR-6.3c"},
    "smoke": {"target": "BAR-6.4c"},
    "assault": {"target": "BAR-6.5c", "route": "BAR-6.5e"},
    "set_up": {"place": "BAR-7.1b"},
    "pack_up": {"place": "BAR-7.2b"},
    "change_fof": {"facing": "BAR-7.3c"},
    "merge": {"other": "BAR-7.4b"},
    "tow": {"transport": "BAR-7.10b"},
    "dig_in": {"facing": "BAR-7.16b"},
    "cautious_move": {"route": "BAR-8.4d"},
    "march": {"route": "BAR-8.5c"},
    "fire_on_move": {"target": "BAR-8.7c", "route": "BAR-8.7h", "place": "BAR-8.7h"},
    "mount": {"transport": "BAR-8.8b"},
    "air_strike": {"target": "BAR-9.10b"},
    "intercept": {"target": "BAR-9.12b"},
    "recon": {"centre": "BAR-9.13b", "radius": "BAR-9.13c", "duration": "BAR-9.13e"},
    "air_landing": {"target": "BAR-9.16b"},
    "air_patrol": {"centre": "BAR-9.17c", "radius": "BAR-9.17d", "duration": "BAR-9.17e"},
    "drop_supply": {"target": "BAR-9.18b", "cargo": "BAR-9.18c"},
    "escort": {"escorted": "BAR-9.19b"},
    "indirect_fire": {"target": "BAR-4.2d"},
    "bombard_location": {"target": "BAR-10.4a"},
}
"""By order: what a rule wants written with it, and which rule."""
ATTACKS = frozenset({"defend", "suppressive_fire", "open_fire", "ambush"})
"""The attack orders that the set-up of a weapon bars."""
MOVES = frozenset({"cautious_move", "march", "fire_on_move"})
"""Movement orders with a route."""
FLIGHTS = frozenset({"air_strike", "intercept", "recon", "air_landing", "air_patrol", "drop_supply", "escort"})
"""What aircraft are ordered to do."""
LASTING = frozenset({"recon", "air_patrol", "escort", "intercept"})
"""Missions that may last several rounds."""

Check = Callable[[Case[Order]], Found]


def field_of(order: Printed, param: Param) -> FieldName:
    """Where a parameter of an order stands in the action."""
    if order.id == "fire_on_move" and param.id == "place":
        return "fire_from"
    return BY_ID.get(param.id) or BY_KIND[param.kind]


class Written:
    """The checks of what is written with orders, by the order: of all others nothing is asked."""

    def __init__(self) -> None:
        self._checks: dict[str, list[rulebook.Check]] = {}

    def ordering(self, *orders: str, ids: tuple[str, ...]) -> Callable[[Check], Check]:
        """Registers a check of these rules for these orders only."""

        def register(function: Check) -> Check:
            check = rulebook.Check(ids, rule(*ids, on=())(function))
            for order in orders:
                self._checks.setdefault(order, []).append(check)
            return function

        return register

    def found(self, case: Case[Order]) -> Iterator[Finding]:
        """What the checks of its order find."""
        for check in self._checks.get(case.action.order, ()) if ours(case) else ():
            yield from check.find(case)


WRITTEN = Written()
ordering = WRITTEN.ordering


@rule(on=Order)
def as_written(case: Case[Order]) -> Iterator[Finding]:
    """All that the rules say of the order that is given."""
    yield from WRITTEN.found(case)


def ours(case: Case[Order]) -> bool:
    """True for a unit of the battle that is still in play."""
    return case.action.unit in case.battle.units and not case.unit(case.action.unit).out


# ------------------------------------------------------------------------------------------------------- findings
def breach(rule_id: str, why: str, **facts: Fact) -> Illegal:
    """A broken rule that is named."""
    return Illegal(why, facts, rule_id)


def unshown(rule_id: str, missing: str, **facts: Fact) -> Undecided:
    """A rule that cannot be judged, because something was not shown."""
    return Undecided("not-shown", {"missing": missing, **facts}, rule_id, missing=missing, covered=True)


# ------------------------------------------------------------------------------------------------- who and where
def is_unit(case: Case[Any], name: str) -> bool:
    """True for a unit that is in play."""
    return name in case.before.units and not case.before.units[name].out


def is_hex(case: Case[Any], place: str) -> bool:
    """True for a whole hex of the board."""
    return place in case.battle.ground.grid


def near(case: Case[Any], place: str, other: str) -> bool:
    """True for the same hex or an adjacent one."""
    return case.within(place, other, 1) is Answer.YES


def spotters(case: Case[Any], unit: str) -> Iterator[str]:
    """The ground units of a unit's side that stand on the board, itself among them."""
    side = case.side(unit)
    return (name for units in case.occupants.values() for name in units if case.side(name) == side)


def pilots(case: Case[Any], unit: str) -> Iterator[str]:
    """The aircraft of a unit's side that are over the board."""
    side = case.side(unit)
    return (
        name
        for name, state in case.before.units.items()
        if state.standing and case.counter(name).flies and case.side(name) == side
    )


def commanded(case: Case[Any], side: str) -> bool | None:
    """True if the side has a headquarters on the board that is not suppressed; None if it has only suppressed ones."""
    staff = case.headquarters(side)
    if any(not case.unit(name).suppressed for name in staff):
        return True
    return None if staff else False


def led_from_aboard(case: Case[Any], found: Illegal) -> Finding | None:
    """Doubtful for a side whose headquarters rides on another unit, as nobody says whether that is on the board."""
    staff = case.riding(case.side(str(found.facts["unit"])))
    rides = any(not case.unit(name).suppressed for name in staff)
    return case.switches.doubtful("BAR-A129", found) if rides else found


def stunned(case: Case[Any], side: str) -> bool:
    """True if some headquarters of the side on the board is suppressed."""
    return any(case.unit(name).suppressed for name in case.headquarters(side))


def in_melee(case: Case[Any], unit: str) -> bool:
    """True while ground units of both sides stand in the hex of a ground unit."""
    here = case.unit(unit).hex
    return bool(here) and not case.counter(unit).flies and bool(case.foes(unit, here))


def unseen(case: Case[Action], unit: str) -> bool:
    """True for a unit that the enemy does not know: in ambush, or a headquarters that was not found."""
    return case.unit(unit).hidden
