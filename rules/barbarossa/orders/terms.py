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

ATTACKS, MOVES, AWAY, FLIGHTS, LASTING = "attack", "withdraw", "packed", "air", "lasting"
"""Lists of orders: attacks that the set-up of a weapon bars, moves with a route, those of a weapon that is packed up,
missions of aircraft, and those that may last several rounds.
"""
GUARDS, TURNS, BOTH, DRY = "guard", "turns", "both", "dry"
"""Fire at who moves; a unit faces as it likes afterwards; given to two units; attacks that take a point."""

Check = Callable[[Case[Order]], Found]


def field_of(order: Printed, param: Param) -> FieldName:
    """Where a parameter of an order stands in the action."""
    if order.id == "fire_on_move" and param.id == "place":
        return "fire_from"
    return BY_ID.get(param.id) or BY_KIND[param.kind]


def wanted(case: Case[Order], name: FieldName) -> str:
    """The rule that wants a field of the order written; empty if none does."""
    known = case.battle.printed(case.action.order)
    return next((param.rule for param in known.params if param.rule and field_of(known, param) == name), "")


class Written:
    """The checks of what is written with orders, by the order or a list of orders: of all others nothing is asked."""

    def __init__(self) -> None:
        self._checks: list[tuple[frozenset[str], rulebook.Check]] = []

    def ordering(self, *orders: str, ids: tuple[str, ...]) -> Callable[[Check], Check]:
        """Registers a check of these rules for these orders, or lists of orders, only."""

        def register(function: Check) -> Check:
            check = rulebook.Check(ids, rule(*ids, on=())(function))
            self._checks.append((frozenset(orders), check))
            return function

        return register

    def found(self, case: Case[Order]) -> Iterator[Finding]:
        """What the checks of its order find."""
        known = case.battle.printed(case.action.order)
        words = {known.id, known.group, *known.brackets}
        for orders, check in self._checks if ours(case) else ():
            if not orders.isdisjoint(words):
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
    why = "order.unopened" if missing == "order" and "unit" in facts else "not-shown"
    return Undecided(why, {"missing": missing, **facts}, rule_id, missing=missing, covered=True)


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
