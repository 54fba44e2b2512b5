"""Who may get an order at all, and what has to be written with it (chapters 4.2, 6.0 and what other chapters add)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, BreakOff, Order, Resume, Reveal
from rules.barbarossa.book import BOOK, effect, ends, outcome, rule
from rules.barbarossa.orders.attacks import ahead_of
from rules.barbarossa.orders.terms import ATTACKS, AWAY, DRY, MOVES, breach, field_of, in_melee, ours, unshown
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import unsaid
from rules.barbarossa.state.model import Position, forbids
from rules.engine.actions import Action
from rules.engine.ruling import Facts, Finding, Illegal, Undecided, broken, noted

GIVEN = ("BAR-6.4a", "BAR-7.0a", "BAR-7.5b", "BAR-7.9b", "BAR-8.7a", "BAR-8.8a", "BAR-9.1b", "BAR-10.3a")
"""The rules that say who may get an order: which one for which order stands with the orders."""
WRITTEN = (
    *("BAR-6.1e", "BAR-6.1f", "BAR-6.2c", "BAR-6.3c", "BAR-6.4c", "BAR-6.5c", "BAR-6.5e", "BAR-7.1b", "BAR-7.2b"),
    *("BAR-7.3c", "BAR-7.4b", "BAR-7.10b", "BAR-7.16b", "BAR-8.4d", "BAR-8.5c", "BAR-8.7c", "BAR-8.7h", "BAR-8.8b"),
    *(
        "BAR-9.10b",
        "BAR-9.12b",
        "BAR-9.13b",
        "BAR-9.13c",
        "BAR-9.13e",
        "BAR-9.16b",
        "BAR-9.17c",
        "BAR-9.17d",
        "BAR-9.17e",
    ),
    *("BAR-9.18b", "BAR-9.18c", "BAR-9.19b", "BAR-10.4a"),
)
"""Those that want something written: what for which stands with the orders, as well."""
COVERED = ("BAR-6.6e", "BAR-6.6f", "BAR-6.6g", "BAR-7.5c", "BAR-7.13d")
"""Those by which it may stay covered when the orders are opened, or need not be written."""
MOUNTING = frozenset({"mount", "dismount"})
"""Orders of the chapter on movement with which nobody goes anywhere."""


@rule("BAR-4.2a", on=(Order, Reveal))
def kept_secret(case: Case[Order | Reveal]) -> Finding | None:
    """Orders are not shown while anybody still plans."""
    return broken("order.too-early") if case.before.state == "PLANNING" else None


@rule("BAR-4.3a", on=(Order, Resume))
def opened_with_the_rest(case: Case[Order | Resume]) -> Finding | None:
    """An order that was not opened with all others is unknown: nothing that rests on it can be judged.

    Of a side that has opened none the marker says so, once.
    """
    side_has = case.before.state != "REVEAL" or case.action.by in {"", *case.before.opened}
    if isinstance(case.action, Order) and not case.action.order and side_has:
        return unshown("BAR-4.3a", "order", unit=case.action.unit)
    return None


@rule("BAR-4.2b", "BAR-6.0a", on=(Order, Resume))
def one_order_a_round(case: Case[Order | Resume]) -> Finding | None:
    """A unit gets one order in a round."""
    unit = case.action.unit
    if unit not in case.battle.units or case.unit(unit).order is None:
        return None
    return broken("order.second", unit=unit)


@rule("BAR-6.0a", on=(Order, Resume, BreakOff))
def given_to_somebody(case: Case[Order | Resume | BreakOff]) -> Finding | None:
    """Of an order for a piece that is no unit of the scenario nothing can be said; groups have their own rule."""
    unit = case.action.unit
    known = unit in case.battle.units or any(each.group == unit for each in case.before.units.values())
    return None if known else unshown("BAR-6.0a", "unit", unit=unit)


@rule("BAR-3.13b", "BAR-6.0b", *GIVEN, on=Order)
def printed_on_the_card(case: Case[Order]) -> Finding | None:
    """Only orders that are printed on the card can be given."""
    order, unit = case.action.order, case.action.unit
    if not order or not ours(case) or order in case.counter(unit).card.orders:
        return None
    if order not in case.battle.orders:
        return unshown("BAR-6.0b", "meaning", unit=unit)
    by = case.battle.printed(order).by.get("given", "BAR-6.0b")
    return breach(by, "order.not-printed", unit=unit, order=order)


@rule("BAR-3.3d", on=Order)
def still_in_play(case: Case[Order]) -> Finding | None:
    """A unit that is destroyed gets no order."""
    unit = case.action.unit
    return broken("order.gone", unit=unit) if unit in case.battle.units and case.unit(unit).out else None


# ----------------------------------------------------------------------------------------------- what is written
def missing(case: Case[Order], *, covered: bool) -> Iterator[tuple[str, str]]:
    """What the order should name and does not, with the rule that wants it: what may stay covered, or all else."""
    known = case.battle.printed(case.action.order)
    for param in known.params:
        if param.rule and param.covered == covered and not _written(getattr(case.action, field_of(known, param))):
            yield param.id, param.rule


def _written(value: object) -> bool:
    return value not in ("", (), None)


@rule("BAR-4.2d", *WRITTEN, on=Order)
def says_all_it_must(case: Case[Order]) -> Iterator[Finding]:
    """Target, hex, route, facing, radius and duration are written with an order that asks for them.

    Where a bunker faces is known without.
    """
    for param, rule_id in missing(case, covered=False):
        if param == "route" and case.action.order == "assault" and ours(case) and case.unit(case.action.unit).bound:
            continue
        if param == "facing" and case.action.choice == "bunker":
            continue
        yield breach(rule_id, "order.incomplete", unit=case.action.unit, order=case.action.order, param=param)


@rule(*COVERED, on=Order)
def may_stay_covered(case: Case[Order]) -> Iterator[Finding]:
    """Where an ambush or a minefield lies may stay covered; until it is opened nobody can judge it."""
    params = dict(missing(case, covered=True))
    if params:
        first = next(iter(params))
        facts: Facts = {"missing": tuple(params), "unit": case.action.unit}
        yield Undecided("sealed.still", facts, params[first], missing=first, covered=True)


@outcome("BAR-4.2c", "BAR-5.14d", "BAR-5.14e", "BAR-7.1e")
@effect(Order)
def marked(case: Case[Order]) -> Position:
    """The order is marked in its box; a new one wipes what an older one has achieved, but who hides goes on hiding.

    The very order that is running, written once more, is carried on. Who packs up is set up no more from then on. Who
    should not have got his order is told so, and owes nothing by it.
    """
    unit = case.action.unit
    if unit not in case.before.units:
        return case.before
    if any(isinstance(each, Illegal) for check in BOOK.checks(Order) for each in check.find(case)):
        case = case.then(case.before.but(fired={**case.before.fired, forbids(unit): 1}))
    before = case.unit(unit).running
    same = before is not None and structs.replace(before, by="") == structs.replace(case.action, by="")
    if before is not None and (same or before.order == case.action.order == "ambush"):
        return case.before.unit(unit, order=case.action)
    after = unsaid(case.before, unit, "boxes", 0)
    after = after.unit(unit, order=case.action, running=None, lapsed=None, lapsed_boxes=0)
    return after.unit(unit, set_up=False) if case.action.order == "pack_up" and ours(case) else after


@rule("BAR-5.14a", on=(Resume, BreakOff))
def has_begun(case: Case[Resume | BreakOff]) -> Finding | None:
    """Only an order that takes several rounds can be carried on or given up."""
    unit = case.action.unit
    if unit not in case.battle.units or case.unit(unit).running is not None:
        return None
    wrong = broken("order.not-running", unit=unit)
    return case.switches.doubtful("BAR-A72", wrong) if case.unit(unit).lapsed else wrong


@effect(Resume)
def carried_on(case: Case[Resume]) -> Position:
    """The order is in force in this round too."""
    unit = case.action.unit
    if unit not in case.before.units:
        return case.before
    state = case.unit(unit)
    if state.running is None and state.lapsed is not None:
        back = unsaid(case.before, unit, "boxes", state.lapsed_boxes)
        return back.unit(unit, running=state.lapsed, order=state.lapsed, lapsed=None, lapsed_boxes=0)
    return case.before.unit(unit, order=state.running)


@effect(BreakOff)
def given_up(case: Case[BreakOff]) -> Position:
    """The order's boxes are wiped."""
    unit = case.action.unit
    if unit not in case.before.units:
        return case.before
    after = unsaid(case.before, unit, "boxes", 0).unit(unit, running=None)
    return after.but(fired={**after.fired, f"{unit} broke off": 1})


@ends("REVEAL")
@outcome("BAR-4.2f", "BAR-4.4m")
def still_in_its_box(case: Case[Any], position: Position) -> Position:
    """An order that takes several rounds stays in its box, and in force, if no other one was given."""
    for name, unit in position.units.items():
        fights = bool(unit.bound) and case.switches.read_otherwise("BAR-A133")
        kept = unit.running is not None and unit.order is None and not unit.flagged and not fights
        if kept and not (unit.smoked and unit.smoked == position.round - 1):
            position = position.unit(name, order=unit.running)
    return position


@rule("BAR-4.2f", on=Advance)
def all_are_ordered(case: Case[Advance]) -> Iterator[Finding | None]:
    """That a unit must get an order is not our reading: without one it waits."""
    if case.before.state != "REVEAL" or case.switches.reading("BAR-A57") is None:
        return
    for name, unit in case.before.units.items():
        idle = unit.order is None and unit.running is None and not unit.flagged and not unit.bound and not unit.out
        if idle and unit.hex and not case.counter(name).flies:
            yield case.switches.tolerated("BAR-A57", broken("order.none", unit=name))


# --------------------------------------------------------------------------------------------- who cannot get one
@rule("BAR-5.11g", on=(Order, Resume))
def not_while_suppressed(case: Case[Order | Resume]) -> Finding | None:
    """A unit that begins the round suppressed gets no order in it."""
    unit = case.action.unit
    known = not isinstance(case.action, Order) or bool(case.action.order)
    flagged = known and unit in case.battle.units and case.unit(unit).flagged
    return broken("order.suppressed", unit=unit) if flagged else None


@rule("BAR-6.4h", on=(Order, Resume))
def not_after_smoke(case: Case[Order | Resume]) -> Finding | None:
    """Whoever was caught in smoke gets no order in the next round."""
    unit = case.action.unit
    if unit not in case.battle.units or case.counter(unit).flies or getattr(case.action, "order", "resumed") == "":
        return None
    smoked = case.unit(unit).smoked
    return broken("order.smoke", unit=unit) if smoked and smoked == case.before.round - 1 else None


@rule("BAR-5.6i", "BAR-5.8b", "BAR-5.8c", on=Order)
def bound_in_melee(case: Case[Order]) -> Finding | None:
    """A bound unit fights on or goes one hex away; to wait is the same as no order; of mounting it is open."""
    unit, order = case.action.unit, case.action.order
    if not order or not ours(case) or not case.unit(unit).bound or not in_melee(case, unit):
        return None
    if order == "wait":
        return noted("order.bound-waits", unit=unit)
    if case.battle.among(order, MOVES):
        away = ahead_of(case.unit(unit).hex, case.action.route)
        return breach("BAR-5.8c", "order.withdraws-far", unit=unit) if len(away) > 1 else None
    wrong = broken("order.bound", unit=unit, order=order)
    return None if order == "assault" else case.switches.doubtful("BAR-A68", wrong) if order in MOUNTING else wrong


@rule("BAR-5.6i", on=Resume)
def bound_and_at_work(case: Case[Resume]) -> Finding | None:
    """Whether a bound unit carries on what it has begun is open."""
    unit = case.action.unit
    if unit not in case.battle.units or not case.unit(unit).bound or not in_melee(case, unit):
        return None
    return case.switches.disputed("BAR-A133", broken("order.bound-resumes", unit=unit))


@rule("BAR-8.8d", "BAR-7.10c", on=Order)
def not_while_carried(case: Case[Order]) -> Finding | None:
    """Whoever is aboard can only dismount (or land by parachute), whoever is towed can only set up."""
    unit, order = case.action.unit, case.action.order
    if not order or not ours(case) or not case.unit(unit).carrier:
        return None
    if case.unit(unit).towed:
        return None if order == "set_up" else breach("BAR-7.10c", "order.towed", unit=unit, order=order)
    return None if order in {"dismount", "air_landing"} else breach("BAR-8.8d", "order.aboard", unit=unit, order=order)


# ---------------------------------------------------------------------------------------------- set up, packed up
def sets_up(case: Case[Action], unit: str) -> bool:
    """True for a weapon that must be set up before it fires."""
    return "set_up" in case.counter(unit).card.orders


@rule("BAR-7.1a", "BAR-7.1d", "BAR-7.1e", "BAR-11.5f", on=Order)
def set_up_before_it_fires(case: Case[Order]) -> Finding | None:
    """No attack orders until the weapon is set up, again after it was packed up; of smoke the list says nothing."""
    unit, order = case.action.unit, case.action.order
    if not ours(case) or not sets_up(case, unit) or case.unit(unit).set_up:
        return None
    if case.battle.among(order, ATTACKS):
        trench = order == "defend" and case.action.choice == "trench"
        return breach("BAR-11.5f" if trench else "BAR-7.1d", "order.not-set-up", unit=unit, order=order)
    found = breach("BAR-7.1a", "order.not-set-up", unit=unit, order=order)
    if order == "smoke":
        return case.switches.doubtful("BAR-A60", found)
    return found if order in {"indirect_fire", "bombard_location"} else None


@rule("BAR-7.2a", "BAR-7.2d", "BAR-11.5h", on=Order)
def packed_up_before_it_moves(case: Case[Order]) -> Finding | None:
    """No orders to move away until the weapon is packed up; of Assault the list says nothing."""
    unit, order = case.action.unit, case.action.order
    if not ours(case) or not sets_up(case, unit) or case.unit(unit).packed:
        return None
    if case.battle.among(order, AWAY):
        trench = bool(case.unit(unit).shelter) and case.counter(unit).type == "artillery"
        return breach("BAR-11.5h" if trench else "BAR-7.2d", "order.not-packed", unit=unit, order=order)
    if order == "assault" and not case.unit(unit).bound:
        return case.switches.doubtful("BAR-A61", breach("BAR-7.2a", "order.not-packed", unit=unit, order=order))
    return None


# ------------------------------------------------------------------------------------------------------ ammunition
@rule("BAR-3.8c", "BAR-3.8e", "BAR-6.4b", on=Order)
def enough_ammunition(case: Case[Order]) -> Finding | None:
    """Without points no attack is made; that it cannot even be ordered is our reading. Smoke has a stock of its own."""
    unit, order = case.action.unit, case.action.order
    known = case.battle.printed(order)
    if not ours(case):
        return None
    if known.store and known.store != "mines":
        has = case.unit(unit).stores.get(known.store, 0)
        rule_id = "BAR-6.4b" if order == "smoke" else "BAR-3.8e"
        if not has:
            short = breach(rule_id, "order.no-store", unit=unit, order=order, store=known.store)
            return case.switches.doubtful("BAR-A54", short)
        dry = order == "smoke" and not case.unit(unit).ammo
        none = broken("order.no-ammo", unit=unit, order=order, ammo=0, cost=0)
        return case.switches.tolerated("BAR-A80", none) if dry else None
    has = case.unit(unit).ammo
    if DRY not in known.brackets or has >= max(known.ammo, 1):
        return None
    short = breach("BAR-3.8c", "order.no-ammo", unit=unit, order=order, ammo=has, cost=known.ammo)
    return case.switches.doubtful("BAR-A54", short)
