"""Supply (7.14, 7.15, 9.18): points that go from carriers to units, loading at the edge, and what losses cost."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Enter, Hide, Mark, Supply
from rules.barbarossa.book import begins, effect, ends, outcome, rule
from rules.barbarossa.movement.passage import doubts
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import follows_from, losses_also, marks_due, shown, unsaid
from rules.barbarossa.state.model import Position, Unit
from rules.barbarossa.works.engineers import boxes
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, unknown

MINE = 2
"""Ammunition points that a mine counts as."""


# ------------------------------------------------------------------------------------------------------- receiving
@rule("BAR-7.14b", "BAR-7.14d", "BAR-3.8d", on=Supply)
def when_received(case: Case[Supply]) -> Iterator[Finding]:
    """Points are handed over in step 12, when the last time box is marked, in the hex of a friendly carrier or box.

    Nobody says that all of them must come from one carrier.
    """
    unit, source = case.action.unit, case.action.source
    if case.unopened(unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    order = case.unit(unit).work
    if order is None or order.order != "receive_supply":
        yield structs.replace(broken("supply.no-order", unit=unit), rule="BAR-7.14d")
    elif case.before.state != "S12" or not (_boxed(case, unit) or case.before.fired.get(f"{unit} supplied")):
        yield structs.replace(broken("supply.early", unit=unit, step=case.before.state), rule="BAR-7.14d")
    place = _place_of(case, source)
    if place and place != case.unit(unit).hex:
        yield broken("supply.apart", unit=unit, source=source)
    if source in case.before.units and case.enemies(unit, source):
        yield structs.replace(broken("supply.enemy", unit=unit, source=source), rule="BAR-7.14b")
    elif source in case.before.units and not case.counter(source).can("transport"):
        yield structs.replace(broken("supply.no-transport", unit=unit, source=source), rule="BAR-7.14b")


def _boxed(case: Case[Any], unit: str) -> bool:
    return case.unit(unit).boxes >= boxes(case, unit, "receive_supply")


def _place_of(case: Case[Any], source: str) -> str:
    if source in case.before.units:
        return case.unit(source).hex
    return case.before.structures[source].hex if source in case.before.structures else ""


@rule("BAR-7.14e", "BAR-7.14h", on=Supply)
def as_much_as_there_is(case: Case[Supply]) -> Iterator[Finding | None]:
    """Nobody gives more than he has or takes more than his card holds; of special stocks the book says nothing."""
    unit, source, points, what = case.action.unit, case.action.source, case.action.points, case.action.what
    if what != "ammo":
        yield case.switches.doubtful("BAR-A94", broken("supply.special", unit=unit, what=what))
        return
    has = _stock(case, source)
    if has is not None and points > has:
        yield broken("supply.too-much", source=source, points=points, has=has)
    room = case.counter(unit).value("ammo") - case.unit(unit).ammo
    if points > room:
        yield structs.replace(broken("supply.no-room", unit=unit, points=points, room=room), rule="BAR-7.14h")


def _stock(case: Case[Any], source: str) -> int | None:
    if source in case.before.units:
        return case.unit(source).ammo
    return case.before.structures[source].points if source in case.before.structures else None


@effect(Supply)
@outcome("BAR-7.14e", "BAR-7.14f", "BAR-3.8d")
def received(case: Case[Supply]) -> Position:
    """The points are on the unit's card, and off that of the source: both marks are due before the step ends.

    Whoever has filled in the card before the last time box may mark that afterwards.
    """
    unit, source, points = case.action.unit, case.action.source, case.action.points
    if case.action.what != "ammo":
        return case.before
    before = case.before.but(fired={**case.before.fired, f"{unit} supplied": 1})
    now = min(case.unit(unit).ammo + points, case.counter(unit).value("ammo"))
    after = marks_due(before, unit, "ammo", now, "BAR-7.14f")
    if source in after.units:
        after = marks_due(after, source, "ammo", max(case.unit(source).ammo - points, 0), "BAR-7.14e")
    elif source in after.structures:
        after = after.structure(source, points=max(after.structures[source].points - points, 0))
    box = Due("BAR-7.14d", (Mark(unit=unit, what="boxes", value=case.unit(unit).boxes),), after.state, must=False)
    late = shown(after, unit, "boxes") < case.unit(unit).boxes
    after = unsaid(after, unit, "boxes", 0).unit(unit, running=None)
    return after.owing(box) if late else after


# --------------------------------------------------------------------------------------------------------- loading
@begins("S9")
@outcome("BAR-7.15c")
def drives_off(case: Case[Any], position: Position) -> Position:
    """A carrier that loads leaves the board in step 9 of the first round: its model goes to its card."""
    look = case.then(position)
    for name, unit in position.units.items():
        if look.ordered(name, "load_supply") and unit.standing and not unit.off_board and unit.smoked != position.round:
            after = position.unit(name, off_board=True)
            position = after.owing(Due("BAR-7.15c", (Hide(unit=name),), "S9", "supply.leaves"))
    return position


@ends("S12")
@outcome("BAR-7.15d", "BAR-7.15a")
def loaded(case: Case[Any], position: Position) -> Position:
    """With its last time box the carrier is full again, as far as its losses allow, and waits to come back."""
    for name, unit in position.units.items():
        running = unit.running
        if running and running.order == "load_supply" and unit.boxes >= boxes(case, name, "load_supply"):
            full = _capacity(case, name, unit.losses)
            after = unsaid(unsaid(position, name, "ammo", max(full, unit.ammo)), name, "boxes", 0)
            after = after.unit(name, running=None, hex="")
            position = after.owing(Due("BAR-7.15e", (Enter(unit=name),), "S12", "supply.returns", must=False))
    return position


@outcome("BAR-7.15f")
def _capacity(case: Case[Any], unit: str, losses: int) -> int:
    """What a carrier can hold falls with its losses."""
    size, full = case.counter(unit).size, case.counter(unit).value("ammo")
    return full * (size - losses) // size


@rule("BAR-7.15e", on=Enter)
def returns_at_the_edge(case: Case[Enter]) -> Iterator[Finding | None]:
    """A loaded carrier comes back on a whole hex of the edge; not among enemies or on barred ground, as we read it."""
    unit, place = case.action.unit, case.action.hex
    if not case.counter(unit).is_a("transport") or _arrives(case, unit):
        return
    ground = case.battle.ground
    if place not in ground.edge:
        yield broken("supply.not-edge", unit=unit, hex=place)
        return
    if case.foes(unit, place):
        yield case.switches.doubtful("BAR-A95", broken("supply.among-enemies", unit=unit, hex=place))
    elif place in ground.grid and ground.hexes[place].terrain == "river" and doubts(case, unit, place, place):
        yield case.switches.doubtful("BAR-A95", broken("supply.ground", unit=unit, hex=place))


def _arrives(case: Case[Any], unit: str) -> bool:
    return any(unit in arrival.units for arrival in case.battle.arrivals) and not case.unit(unit).ammo


# ------------------------------------------------------------------------------------------------- losses of a load
def _left(state: Unit, size: int, losses: int) -> tuple[int, ...]:
    """The points that are left when so many of the trucks are lost; then others that are right as well."""
    carried = state.stores.get("mines", 0)
    load = state.ammo + MINE * carried
    up, down = -(-load // size) * losses, load // size * losses
    paid_in_mines = (max(state.ammo - up + MINE * mines, 0) for mines in range(1, min(up // MINE, carried) + 1))
    return (max(state.ammo - up, 0), max(state.ammo - down, 0), *paid_in_mines)


@follows_from("losses")
@outcome("BAR-7.15g", "BAR-7.15h", "BAR-7.15i")
def burns(case: Case[Any], position: Position, unit: str, losses: int) -> Position:
    """With every truck its share of the load is lost: points and mines by the size before the loss, rounded up."""
    counter = case.counter(unit)
    if counter.flies or not counter.is_a("transport") or "receive_supply" not in counter.card.orders:
        return position
    state = position.units[unit]
    size = counter.size - state.losses + losses
    if size <= 0 or state.ammo + MINE * state.stores.get("mines", 0) <= 0:
        return position
    most, *others = _left(state, size, losses)
    others += [value for each in losses_also(position, unit, losses) for value in _left(state, size, each)]
    also = sorted(
        {value for value in range(min(most, *others), max(most, *others) + 1) if value <= state.ammo} - {most}
    )
    return marks_due(position, unit, "ammo", most, "BAR-7.15g", also=also)
