"""Ambush and discovery (5.12, 6.6): who disappears when, who is found, what ends it; headquarters hide otherwise."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Found, Hide, Opened, Show, State, Step
from rules.barbarossa.book import begins, effect, ends, outcome, rule
from rules.barbarossa.movement.moving import coming, leaves
from rules.barbarossa.state.battle import ARMOUR
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import reveal
from rules.barbarossa.state.model import STEPS, Position, step_number
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, noted, unknown

FOUND_EARLY = -1
"""What is noted of a unit that was found before the first step."""


def _is_hq(case: Case[Any], unit: str) -> bool:
    return case.counter(unit).is_a("hq")


# ------------------------------------------------------------------------------------------------- going to ground
@outcome("BAR-6.6h", "BAR-6.6j", "BAR-5.13a")
def step_of_hiding(case: Case[Any], unit: str) -> str:
    """When the unit disappears: in step 8; vehicles with armour in step 9 of the second round of the order."""
    if case.counter(unit).type not in ARMOUR:
        return "S8"
    return "S9" if case.unit(unit).boxes >= 1 else ""


@rule("BAR-6.6h", "BAR-6.6j", "BAR-4.4i", on=Hide)
def hides_by_order(case: Case[Hide]) -> Iterator[Finding]:
    """A unit disappears with an Ambush order, in its step; before it, after the reveal, is worth a remark."""
    unit = case.action.unit
    if _is_hq(case, unit) or case.ordered(unit, "load_supply") or case.before.state == "PLANNING":
        return
    yield from _off_the_board(case, unit)


@rule("BAR-6.6h", on=Advance)
def taken_off_with_the_order(case: Case[Advance]) -> Iterator[Finding]:
    """A model that was taken off as orders were given has got an Ambush; another reading has it leave only later."""
    if case.before.state != "REVEAL":
        return
    for name, unit in case.before.units.items():
        away = unit.standing and unit.off_board and not unit.hidden and not unit.shelter and not unit.carrier
        loads = unit.running is not None and unit.running.order == "load_supply"
        away = away and not any(Show(unit=name) in due.options for due in case.before.due)
        if away and not loads and not _is_hq(case, name) and not case.counter(name).flies:
            yield from _off_the_board(case, name)


def _into_a_bunker(case: Case[Any], unit: str) -> bool:
    """True for the model of a unit that is ordered into the bunker of its hex, or is in it: it leaves the board too."""
    state = case.unit(unit)
    works = case.before.structures.get(state.shelter)
    goes = state.order is not None and (state.order.order, state.order.choice) == ("defend", "bunker")
    return (works is not None and works.kind == "bunker") or (goes and bool(case.before.in_hex(state.hex, "bunker")))


def _off_the_board(case: Case[Any], unit: str) -> Iterator[Finding]:
    if _into_a_bunker(case, unit):
        return
    if case.unopened(unit) or not _opened(case, unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    if not case.ordered(unit, "ambush"):
        yield broken("hide.no-order", unit=unit)
        return
    due, now = step_of_hiding(case, unit), case.before.state
    if not due:
        yield structs.replace(broken("hide.too-early", unit=unit), rule="BAR-6.6j")
    elif now != due and _precedes(now, due):
        yield noted("hide.before", unit=unit, step=due)
    elif now != due:
        yield structs.replace(broken("hide.wrong-step", unit=unit, step=due, now=now), rule="BAR-4.4i")


def _opened(case: Case[Any], unit: str) -> bool:
    waits = case.before.state == "REVEAL" and case.unit(unit).order is None
    return not waits or case.side(unit) in case.before.opened


def _precedes(now: str, step: str) -> bool:
    """True for a state of the round before a step."""
    return now in ORDER and ORDER.index(now) < ORDER.index(step)


@begins("S8", "S9")
@outcome("BAR-4.4i", "BAR-6.6g", "BAR-5.12a")
def hides(case: Case[Any], position: Position) -> Position:
    """Whoever carries out an Ambush order in this step is hidden, and its model and its box are to say so."""
    look = case.then(position)
    for name, unit in position.units.items():
        if not look.ordered(name, "ambush") or unit.hidden or not unit.standing or unit.smoked == position.round:
            continue
        if step_of_hiding(look, name) == position.state:
            stays = tuple(due for due in position.due if Show(unit=name) not in due.options)
            after = position.but(due=stays).unit(name, hidden=True, off_board=not _is_hq(case, name))
            gone = unit.off_board and not unit.shelter
            position = after.owing(Due("BAR-6.6h", (Hide(unit=name),), position.state, "hide.due", must=not gone))
    return position


@effect(Hide)
def hidden(case: Case[Hide]) -> Position:
    """The unit is hidden, its model on its card; that of a headquarters stays where it is."""
    unit = case.action.unit
    loads = case.ordered(unit, "load_supply") or _into_a_bunker(case, unit) or _early(case, unit)
    wiped = State(unit=unit, status="ambush", on=False)
    kept = tuple(due for due in case.before.due if loads or wiped not in due.options)
    return case.before.but(due=kept).unit(unit, hidden=not loads, off_board=not _is_hq(case, unit))


def _early(case: Case[Any], unit: str) -> bool:
    """True for a model that leaves the board before the step of its ambush: until then it is a target like others."""
    if _is_hq(case, unit) or case.unit(unit).hidden:
        return False
    if case.ordering:
        return True
    due = step_of_hiding(case, unit)
    return case.ordered(unit, "ambush") and due in STEPS and _precedes(case.before.state, due)


@ends("REVEAL")
@outcome("BAR-6.6i", "BAR-6.6k")
def given_up(case: Case[Any], position: Position) -> Position:
    """A hidden unit with another order, or that can get none, is hidden no more; with an unopened one it is left so."""
    look = case.then(position)
    for name, unit in position.units.items():
        ordered = unit.order is not None and look.order(name) not in {"", "ambush"}
        idle = unit.order is None and _gets_none(look, name)
        if unit.hidden and not unit.out and not _is_hq(case, name) and (ordered or idle):
            position = reveal(look, position, name)
    return position.but(due=tuple(map(_this_round, position.due)))


def _this_round(due: Due) -> Due:
    """The model stands on the board again in this round; in which step it is put there the book does not say."""
    given = due.rule == "BAR-5.12g" and due.until == "REVEAL"
    return structs.replace(due, rule="BAR-6.6k", until=STEPS[-1]) if given else due


def _gets_none(case: Case[Any], unit: str) -> bool:
    """True for who cannot get an order in this round: suppressed, or caught in smoke."""
    state = case.unit(unit)
    return state.flagged or (state.smoked > 0 and state.smoked == case.before.round - 1)


@rule("BAR-6.6k", on=Advance)
def without_an_order(case: Case[Advance]) -> Iterator[Finding]:
    """Of a hidden unit that got no order at all the book does not say whether it stays hidden."""
    if case.before.state != "REVEAL":
        return
    for name, unit in case.before.units.items():
        waits = unit.hidden and not unit.out and unit.order is None
        if waits and not (_is_hq(case, name) or case.counter(name).flies or _gets_none(case, name)):
            found = case.switches.doubtful("BAR-A42", broken("hide.no-order-now", unit=name))
            yield from (each for each in (found,) if each)


# --------------------------------------------------------------------------------------------------- what was sealed
@rule("BAR-6.6e", "BAR-6.6f", "BAR-6.6g", on=Opened)
def sealed_by_rule(case: Case[Opened]) -> Iterator[Finding]:
    """What was sealed with an ambush says the unit's own hex, where it faces, and no distance beyond its range."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if case.action.hex and here and case.action.hex != here:
        yield structs.replace(broken("sealed.hex", unit=unit, hex=case.action.hex, here=here), rule="BAR-6.6g")
    if not case.action.facing:
        yield broken("sealed.facing", unit=unit)
    reach, far = case.counter(unit).card.range, case.action.number
    if far is not None and far > reach + 1:
        yield structs.replace(broken("sealed.distance", unit=unit, distance=far, range=reach), rule="BAR-6.6f")


@effect(Opened)
def opens(case: Case[Opened]) -> Position:
    """The order says what had been sealed; a unit that was put nowhere lies where it says."""
    do, unit = case.action, case.unit(case.action.unit)
    if unit.order is None or unit.order.order != "ambush":
        return case.before
    order = structs.replace(unit.order, hex=do.hex, facing=do.facing, number=do.number)
    return case.before.unit(do.unit, order=order, hex=unit.hex or do.hex)


# ------------------------------------------------------------------------------------------------------- found out
def finders(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The enemies on the ground beside a hidden unit."""
    place = case.unit(unit).hex
    if place not in case.battle.ground.grid:
        return ()
    return tuple(foe for near in case.battle.ground.grid.neighbours(place) for foe in case.foes(unit, near))


@rule("BAR-5.12d", "BAR-5.12e", "BAR-10.6c", on=Found)
def found_by_somebody(case: Case[Found]) -> Finding | None:
    """A hidden unit is found by an enemy beside it, by a scout or by a search from the air."""
    unit, finder = case.action.unit, case.action.finder
    if not case.unit(unit).hidden:
        return broken("found.not-hidden", unit=unit)
    beside = finders(case, unit)
    if finder in beside or (beside and not finder) or not case.unit(unit).hex:
        return None
    if finder and case.unopened(finder):
        return unknown("order", "order.unopened", unit=finder)
    if finder and not case.enemies(unit, finder):
        return broken("found.by-nobody", unit=unit)
    seekers = [finder] if finder else [name for name in case.before.units if case.enemies(unit, name)]
    if any(case.ordered(name, "scout", "recon") or case.unopened(name) for name in seekers):
        return None
    return broken("found.by-nobody", unit=unit)


@rule("BAR-5.12d", on=Advance)
def not_found(case: Case[Advance]) -> Iterator[Finding]:
    """Whether an enemy that stands beside a hidden unit must find it the book does not say."""
    if case.before.state != "S10":
        return
    for name, unit in case.before.units.items():
        if unit.hidden and unit.standing and not case.counter(name).flies and finders(case, name):
            facts = {"unit": name, "finder": finders(case, name)[0]}
            doubt = case.switches.doubtful("BAR-A27", broken("found.adjacent", **facts))
            yield from (doubt,) if doubt else ()


@effect(Found)
def comes_to_light(case: Case[Found]) -> Position:
    """The unit is hidden no more."""
    seen = {**case.before.fired, f"{case.action.unit} found": step_number(case.before.state) or FOUND_EARLY}
    return reveal(case, case.before.but(fired=seen), case.action.unit)


@rule("BAR-5.12f", on=Step)
def stops_before_the_hidden(case: Case[Step]) -> Finding | None:
    """Nobody moves into the hex of a hidden enemy that is known: the move ends beside it, and it is found."""
    unit, place = case.action.unit, case.action.hex
    if place not in case.battle.ground.grid:
        return None
    hidden = [foe for foe in case.foes(unit, place) if case.unit(foe).hidden and not case.unopened(foe)]
    hidden = [foe for foe in hidden if not (coming(case, foe) and leaves(case, unit, foe))]
    return broken("hide.walked-into", unit=unit, hidden=hidden[0], hex=place) if hidden else None


@rule("BAR-5.12g", on=Show)
def stands_where_it_was(case: Case[Show]) -> Finding | None:
    """A unit that is hidden no more stands on the board again, in its hex."""
    unit = case.unit(case.action.unit)
    if case.action.hex and unit.hex and case.action.hex != unit.hex:
        return broken("show.elsewhere", unit=case.action.unit, hex=case.action.hex, expected=unit.hex)
    return None


@rule("BAR-6.6h", "BAR-4.3b", on=Show)
def stays_hidden(case: Case[Show]) -> Finding | None:
    """Who lies in ambush by its order goes on doing so until it fires, or an enemy beside it has found it."""
    unit = case.action.unit
    if unit not in case.before.units or not case.unit(unit).hidden or not case.ordered(unit, "ambush"):
        return None
    found = any(Found(unit=unit) in due.options for due in case.before.due)
    fires = case.before.state in {"S8", "S10"}
    seen = found or fires or (bool(case.unit(unit).hex) and bool(finders(case, unit)))
    return None if seen or case.before.state not in STEPS else broken("show.stays-hidden", unit=unit)


@effect(Show)
def shown(case: Case[Show]) -> Position:
    """The model stands on the board; whoever was hidden is not any more."""
    unit = case.unit(case.action.unit)
    place, name = unit.hex or case.action.hex, case.action.unit
    after = case.before.but(due=tuple(due for due in case.before.due if Found(unit=name) not in due.options))
    if unit.hidden and case.ordered(name, "ambush"):
        after = after.but(fired={**after.fired, f"{name} shown": 1})
    found = place if unit.hidden and _is_hq(case, name) else unit.found_in
    if unit.hidden and not _is_hq(case, name):
        until = after.state if after.state in STEPS else STEPS[-1]
        after = after.owing(Due("BAR-5.12g", (State(unit=name, status="ambush", on=False),), until))
    return after.unit(name, off_board=False, hidden=False, hex=place, shelter="", found_in=found)
