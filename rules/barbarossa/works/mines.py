"""Minefields (7.5 to 7.8): who is stopped by them, who is blown up, and who is spared."""

from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Step, Uncover
from rules.barbarossa.book import begins, effect, on_entering, outcome, roll, rule
from rules.barbarossa.movement.moving import halt, limits
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import hit
from rules.barbarossa.state.model import STEPS, Position, Structure
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, broken

REAL = frozenset({"anti-tank", "anti-personnel"})
CHART = "mines"


def fields(position: Position, place: str) -> tuple[str, ...]:
    """The minefields of a hex."""
    return position.in_hex(place, "minefield")


@outcome("BAR-7.6g", "BAR-7.6h")
def power(case: Case[Any], unit: str, variety: str) -> int:
    """The dice of a kind of minefield against a unit; none for a type that it does not harm."""
    return case.charted(CHART, case.counter(unit).type, variety)


@outcome("BAR-7.6f")
def accuracy(case: Case[Any], variety: str) -> int:
    """The highest face that hits."""
    return case.charted(CHART, "accuracy", variety)


def pioneers(case: Case[Any], unit: str) -> bool:
    """True for pioneers, under whom mines do not explode as they come."""
    return case.counter(unit).is_a("pioneer")


# --------------------------------------------------------------------------------------------------- walking in
@on_entering
@outcome("BAR-7.6a", "BAR-7.6b", "BAR-7.6c", "BAR-7.6d", "BAR-7.6e", "BAR-7.6k", "BAR-7.7a")
def walks_in(case: Case[Any], after: Position, unit: str, _origin: str) -> Position:
    """The way ends in a mined hex; the card is turned up, the mines explode unless pioneers came or it is a bluff."""
    place = after.units[unit].hex
    for name in fields(after, place):
        mines = after.structures[name]
        spared = pioneers(case, unit)
        harmless = mines.variety in REAL and not power(case, unit, mines.variety)
        after = halt(after, unit, "BAR-7.7a" if spared else "BAR-7.6h" if harmless else "BAR-7.6a")
        if not mines.known or not mines.variety:
            after = after.owing(Due("BAR-7.6b", (Uncover(structure=name),), after.state, "mines.uncover"))
        if not spared and mines.variety in REAL and power(case, unit, mines.variety):
            after = _explode(after, unit, "BAR-7.6b")
        if mines.variety == "dummy" and mines.known:
            after = after.without(name)
    return after


def _explode(position: Position, unit: str, rule_id: str) -> Position:
    """The position in which the mines' dice are due for a unit, before the step ends."""
    return position.owing(Due(rule_id, (Roll(purpose="MINES", who=unit),), position.state, "mines.roll"))


@effect(Uncover)
def uncovers(case: Case[Uncover]) -> Position:
    """The card is turned up; a bluff is set aside, real mines explode under whoever has come."""
    name, variety = case.action.structure, case.action.kind
    if name not in case.before.structures:
        return case.before
    mines = case.before.structures[name]
    due = tuple(each for each in case.before.due if not _turns_up(each, name))
    after = case.before.but(due=due).structure(name, known=True, variety=variety or mines.variety)
    if not mines.variety and variety in REAL:
        for unit in _arrived(case, mines):
            if not pioneers(case, unit) and power(case, unit, variety):
                after = _explode(after, unit, "BAR-7.6b")
            elif after.halted.get(unit) == "BAR-7.6a":
                after = after.but(halted={**after.halted, unit: "BAR-7.6h"})
    return after.without(name) if variety == "dummy" else after


def _turns_up(due: Due, mines: str) -> bool:
    """True if the card of the same mines is to be turned up: once is enough for all who have come."""
    return any(isinstance(option, Uncover) and option.structure == mines for option in due.options)


def _arrived(case: Case[Any], mines: Structure) -> tuple[str, ...]:
    return tuple(
        unit
        for unit, trail in case.before.stepped.items()
        if len(trail) > 1 and trail[-1] == mines.hex and case.unit(unit).hex == mines.hex
    )


@rule("BAR-7.5f", "BAR-7.5g", on=Uncover)
def one_kind(case: Case[Uncover]) -> Finding | None:
    """A minefield is of one kind: anti-tank, anti-personnel or a bluff; it shows as what was written."""
    mines = case.before.structures.get(case.action.structure)
    if mines is not None and mines.kind != "minefield":
        return broken("mines.kind", kind=mines.kind)
    if case.action.kind and case.action.kind not in REAL | {"dummy"}:
        return broken("mines.kind", kind=case.action.kind)
    if mines and mines.variety and case.action.kind and case.action.kind != mines.variety:
        return broken("mines.other-kind", kind=case.action.kind, written=mines.variety)
    return None


# ---------------------------------------------------------------------------------------------------- going out
@limits
@rule("BAR-7.6i", on=Step)
def one_hex_out_of_mines(case: Case[Step]) -> Finding | None:
    """Who begins in a mined hex moves one hex in that round; whether mines that do not harm it bind it is open."""
    unit, trail = case.action.unit, case.before.stepped.get(case.action.unit, ())
    if len(trail) < 2 or not _harmful(case.before, trail[0]):
        return None
    found = broken("mines.one-hex", unit=unit, hex=trail[0])
    milder = structs.replace(found, rule="BAR-7.6i")
    return found if _harms(case, unit, trail[0]) else case.switches.doubtful("BAR-A88", milder)


def _harms(case: Case[Any], unit: str, place: str) -> bool:
    """True for a hex with mines that do something to a unit."""
    kinds = {case.before.structures[name].variety for name in fields(case.before, place)} & REAL
    return any(power(case, unit, variety) for variety in kinds)


def _harmful(position: Position, place: str) -> bool:
    return any(position.structures[name].variety in REAL for name in fields(position, place))


@on_entering
@outcome("BAR-7.6j")
def explode_again(case: Case[Any], after: Position, unit: str, origin: str) -> Position:
    """Who leaves a mined hex is attacked again: the dice are due in this step, wherever the model stands by then."""
    if unit in after.blown or len(after.stepped.get(unit, ())) != 2:
        return after
    kinds = {after.structures[name].variety for name in fields(after, origin)} & REAL
    if not any(power(case, unit, variety) for variety in kinds):
        return after
    roll = Roll(purpose="MINES", who=unit)
    due = tuple(each for each in after.due if each.must or not each.met_by(roll))
    must = not pioneers(case, unit) or case.switches.read_otherwise("BAR-A17")
    leaving = Due("BAR-7.6j", (roll,), after.state, "mines.leaving", must=must)
    return after.but(due=(*due, leaving))


def blasted_in(case: Case[Any], unit: str) -> str:
    """The hex whose mines explode under a unit: the one that it has left, until its dice have fallen, else its own."""
    trail = case.before.stepped.get(unit, ())
    left = bool(trail) and unit not in case.before.blown and _harms(case, unit, trail[0])
    return trail[0] if left else case.unit(unit).hex


def careless_in(case: Case[Any], unit: str) -> str:
    """The step in which pioneers in mines carry out another order than clearing them; empty if they do not."""
    order = case.unit(unit).order
    if order is None or order.order not in case.battle.orders or order.order == "clear_mines":
        return ""
    if not case.unit(unit).standing or not pioneers(case, unit) or not _others_mines(case, unit):
        return ""
    return case.battle.step_of(order.order)


def _others_mines(case: Case[Any], unit: str) -> tuple[Structure, ...]:
    """The mines of its hex that harm the unit and that it has not laid."""
    lying = (case.before.structures[name] for name in fields(case.before, case.unit(unit).hex))
    return tuple(each for each in lying if each.variety in REAL and each.by != unit and power(case, unit, each.variety))


@begins(*STEPS)
@outcome("BAR-7.7c", "BAR-7.8d")
def careless_pioneers(case: Case[Any], position: Position) -> Position:
    """Mines explode under pioneers that carry out another order than clearing them; those who laid them are spared.

    That they explode as soon as the order is shown is another reading: until it is settled they may.
    """
    look = case.then(position)
    for name, unit in position.units.items():
        step = careless_in(look, name)
        at_once, early = case.switches.read_otherwise("BAR-A44"), bool(position.fired.get(f"{name} blown"))
        now = "S1" if at_once else step
        if not step or (early and (at_once or case.switches.reading("BAR-A44") is None)):
            continue
        if position.state == now:
            cause = "BAR-7.8d" if unit.running and unit.running.order == "clear_mines" else "BAR-7.7c"
            for _ in _others_mines(look, name):
                position = _explode(position, name, cause)
        elif case.switches.reading("BAR-A44") is None and STEPS.index(position.state) < STEPS.index(step):
            roll = Roll(purpose="MINES", who=name)
            position = position.owing(Due("BAR-7.7c", (roll,), position.state, "mines.roll", must=False))
    return position


@rule("BAR-7.7c", on=Roll)
def not_before_its_order(case: Case[Roll]) -> Finding | None:
    """Whether mines explode under careless pioneers before the step of their order is open."""
    unit = case.action.who
    early = case.action.purpose == "MINES" and unit in case.before.units and _too_soon(case, unit)
    if not early:
        return None
    return case.switches.doubtful("BAR-A44", broken("mines.early", unit=unit, step=careless_in(case, unit)))


def _too_soon(case: Case[Any], unit: str) -> bool:
    """True from the reveal to the step in which careless pioneers carry out their order."""
    step, now = careless_in(case, unit), case.before.state
    return bool(step) and now in ORDER[1:] and ORDER.index(now) < ORDER.index(step)


def undue_blast(case: Case[Any], unit: str, found: Illegal) -> Finding | None:
    """What is said of dice of mines that nothing has made due; those that come too soon are another check's matter."""
    if unit not in case.before.units or unit in case.before.blown:
        return found
    again = bool(case.before.fired.get(f"{unit} blown"))
    if _too_soon(case, unit):
        return found if again else None
    return case.switches.disputed("BAR-A44", found) if again and case.before.state == careless_in(case, unit) else found


@begins("S6", "S10")
@outcome("BAR-7.6j")
def about_to_leave(case: Case[Any], position: Position) -> Position:
    """Whoever is to leave real mines in this step may roll for them before; that he must, his first step says."""
    for name, unit in position.units.items():
        order = unit.order
        if order is None or not order.route or not unit.standing or case.counter(name).flies:
            continue
        if case.battle.step_of(order.order) != position.state or unit.hex == order.route[-1]:
            continue
        kinds = {position.structures[field].variety for field in fields(position, unit.hex)} & REAL
        if any(power(case, name, variety) for variety in kinds):
            may = Due("BAR-7.6j", (Roll(purpose="MINES", who=name),), position.state, "mines.roll", must=False)
            position = position.owing(may)
    return position


# ----------------------------------------------------------------------------------------------------- the blast
@rule("BAR-7.6f", "BAR-7.6g", on=Roll)
def right_dice(case: Case[Roll]) -> Finding | None:
    """The mines attack with as many dice as their table says for the type of the unit, or of somebody aboard."""
    if case.action.purpose != "MINES" or case.action.who not in case.before.units:
        return None
    allowed = {
        power(case, case.action.who, mines.variety)
        for mines in (case.before.structures[name] for name in fields(case.before, blasted_in(case, case.action.who)))
        if mines.variety in REAL
    }
    if not allowed or len(case.action.dice) in allowed:
        return None
    dice = len(case.action.dice)
    wrong = structs.replace(
        broken("mines.dice", unit=case.action.who, dice=dice, expected=max(allowed)), rule="BAR-7.6g"
    )
    return case.switches.doubtful("BAR-A88", wrong) if dice in _with_those_aboard(case, case.action.who) else wrong


def _with_those_aboard(case: Case[Any], carrier: str) -> set[int]:
    """The dice against each of those whom a unit carries, and against all of them with it."""
    lying = [case.before.structures[name] for name in fields(case.before, blasted_in(case, carrier))]
    kinds = {mines.variety for mines in lying if mines.variety in REAL}
    riders = {kind: [power(case, name, kind) for name in case.aboard(carrier)] for kind in kinds}
    together = {power(case, carrier, kind) + sum(dice) for kind, dice in riders.items() if dice}
    return together.union(*riders.values())


@roll("MINES")
@outcome("BAR-7.6j")
def blast(case: Case[Roll]) -> Position:
    """Every die that is low enough hits the unit, once in a step; the minefield remains."""
    unit = case.action.who
    if unit not in case.before.units or unit in case.before.blown:
        return case.before
    early = {f"{unit} blown": 1} if _too_soon(case, unit) else {}
    after = case.before.but(blown=(*case.before.blown, unit), fired={**case.before.fired, **early})
    kinds = [after.structures[name].variety for name in fields(after, blasted_in(case, unit))]
    real = next((variety for variety in kinds if variety in REAL), "")
    if not real:
        return after
    hits = sum(die <= accuracy(case, real) for die in case.action.dice)
    return hit(case, after, unit, hits, "mines")
