"""What could be done at the set-up and while orders are given and opened; for the generator of options."""

from collections.abc import Iterator

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.book import BOOK
from rules.barbarossa.case import Case
from rules.barbarossa.choices_orders import WAYS, asked, free
from rules.barbarossa.clock import following
from rules.barbarossa.options import candidates
from rules.barbarossa.setup import bought, pieces_of, price, worth
from rules.engine.actions import Action
from rules.engine.ruling import Notice

Nothing = Case[Action]
"""A case in which nothing has been done yet."""


def on(case: Nothing) -> do.Advance:
    """The marker goes on to what comes next."""
    return do.Advance(to=following(Case(case.battle, case.switches, case.before, do.Advance(to=""))))


# ---------------------------------------------------------------------------------------------- set-up and planning
@candidates("SETUP")
def setting_up(case: Nothing) -> Iterator[Action]:
    """Units and structures go where the scenario says, points are spent, and both sides are ready."""
    for name, begin in case.battle.begins.items():
        state = case.before.units.get(name)
        if state is None or begin.carrier or begin.choice or case.counter(name).flies:
            continue
        if begin.hex and not state.hex:
            yield do.Place(by=case.side(name), unit=name, hex=begin.hex, facing=begin.facing)
    for name, piece in case.battle.structures.items():
        if name not in case.before.structures:
            yield do.Build(by=piece.owner, structure=name, hex=piece.hex, side=piece.side, facing=piece.facing)
    waiting = [side for side in case.battle.sides if side not in case.before.ready]
    for side in case.battle.sides if bought(case) else ():
        yield from _spending(case, side, ready=side not in waiting)
    yield from (do.Ready(by=side) for side in waiting)
    if not waiting:
        yield on(case)


def _spending(case: Nothing, side: str, *, ready: bool) -> Iterator[Action]:
    """Mines that the side can pay; units and a bunker until it is ready, which then go onto the board at once."""
    left, mines = case.battle.points.get(side, 0) - case.before.paid.get(side, 0), price(case, "mines") or 0
    if 0 < mines <= left:
        yield do.Buy(by=side, what="mines")
    if ready:
        return
    owed = case.before.paid.get(pieces_of(side), 0) - worth(case, side)
    begins = {name: each for name, each in case.battle.begins.items() if each.choice and case.side(name) == side}
    wanted = {name: price(case, name) or 0 for name in begins if not case.unit(name).hex}
    camps = [state.hex for name, state in case.before.units.items() if _could_hide(case, name, side)]
    goods = {**wanted, **({"bunker": price(case, "bunker") or 0} if camps else {})}
    if owed <= 0:
        yield from (do.Buy(by=side, what=what) for what, cost in goods.items() if 0 < cost <= left)
    for name, cost in wanted.items():
        if cost == owed:
            yield do.Place(by=side, unit=name, hex=begins[name].hex, facing=begins[name].facing)
    if owed == goods.get("bunker"):
        number = sum(each.kind == "bunker" for each in case.before.structures.values()) + 1
        yield from (do.Build(by=side, structure=f"bunker.{number}", hex=place) for place in dict.fromkeys(camps))


def _could_hide(case: Nothing, unit: str, side: str) -> bool:
    """True for infantry of the side in a hex that has no bunker yet."""
    place = case.unit(unit).hex
    mine = case.side(unit) == side and case.counter(unit).type == "infantry" and bool(place)
    return mine and not any(case.before.in_hex(place, "bunker"))


@candidates("PLANNING")
def planning(case: Nothing) -> Iterator[Action]:
    """Orders are given in secret: all that is seen is that a side is done."""
    waiting = [side for side in case.battle.sides if side not in case.before.ready]
    yield from (do.OrdersDone(by=side) for side in waiting)
    yield from (action for side in waiting for action in _groups(case, side))
    if not waiting:
        yield on(case)


def _groups(case: Nothing, side: str) -> Iterator[Action]:
    """Units of a hex form a group under the next flag; a group is dissolved."""
    flags = dict.fromkeys(state.group for name, state in case.before.units.items() if case.side(name) == side)
    yield from (do.Group(by=side, group=flag) for flag in flags if flag)
    free = next(number for number in range(1, len(case.before.units) + 2) if f"{side}.{number}" not in flags)
    for place in case.occupants:
        units = tuple(name for name in case.there(place, side) if not case.unit(name).group)
        if len(units) > 1:
            yield do.Group(by=side, group=f"{side}.{free}", units=units)


# ------------------------------------------------------------------------------------------------------- the reveal
@candidates("REVEAL")
def opening(case: Nothing) -> Iterator[Action]:
    """Both sides open their orders; then one unit after the other shows what it is ordered to do."""
    waiting = [side for side in case.battle.sides if side not in case.before.opened]
    yield from (do.Reveal(by=side) for side in waiting)
    if waiting:
        return
    for unit in turns(case):
        found = tuple(told(case, unit))
        if any(stands(case, action) for action in found):
            yield from found
            return
    yield on(case)


def stands(case: Nothing, action: Action) -> bool:
    """True if no check has anything against the action but remarks."""
    asked_of = Case(case.battle, case.switches, case.before, action)
    checks = BOOK.checks(type(action))
    return all(isinstance(found, Notice) for check in checks for found in check.find(asked_of))


def turns(case: Nothing) -> list[str]:
    """The units that have no order yet: who is carried first, who carries last, so that both get what takes two."""
    carriers = {state.carrier for state in case.before.units.values()}

    def rank(unit: str) -> tuple[int, int]:
        transport = case.counter(unit).can("transport") or unit in carriers
        return (1 if transport else 0, 1 if case.counter(unit).is_a("fighter") else 0)

    return sorted((unit for unit in case.before.units if free(case, unit)), key=rank)


def told(case: Nothing, unit: str) -> Iterator[Action]:
    """What a unit could be ordered to do: what another one's order asks of it, else anything."""
    side = case.side(unit)
    wanted = next(asked(case, unit), None)
    if wanted is not None:
        yield structs.replace(wanted, by=side)
        return
    state = case.unit(unit)
    if state.running is not None:
        yield do.Resume(by=side, unit=unit)
        if state.running.order == "clear_mines" or case.counter(unit).flies:
            return
        yield do.BreakOff(by=side, unit=unit)
        return
    if case.before.fired.get(f"{unit} broke off"):
        if state.hidden and not case.counter(unit).is_a("hq"):
            # Whether who hides without an order stays hidden is not said: the generator lets him wait.
            yield do.Order(by=side, unit=unit, order="wait")
        return
    for order in case.counter(unit).card.orders:
        for given in WAYS[order](case, unit) if order in WAYS else ():
            yield structs.replace(given, order=order, by=side)


# ---------------------------------------------------------------------------------------------------------- the end
@candidates("OVER")
def ending(case: Nothing) -> Iterator[Action]:
    """It is declared who has won."""
    yield from (do.Conclude(winner=side) for side in (*case.battle.sides, ""))
