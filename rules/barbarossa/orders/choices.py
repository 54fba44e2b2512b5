"""What could be done while orders are given and opened; for the generator of options."""

from collections.abc import Iterator

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.book import BOOK
from rules.barbarossa.options import candidates
from rules.barbarossa.orders.ways import WAYS, asked, free
from rules.barbarossa.state.case import Case
from rules.barbarossa.turn.choices import on
from rules.engine.actions import Action
from rules.engine.ruling import Notice

Nothing = Case[Action]
"""A case in which nothing has been done yet."""


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
