"""Engineers and crews (chapter 7): what an order that takes several rounds brings about, and who may do it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Complete, Mark, Out, Turn
from rules.barbarossa.book import begins, effect, ends, outcome, rule
from rules.barbarossa.movement.passage import CROSSINGS, barred_by
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import direction
from rules.barbarossa.state.harm import destroy, shown, unsaid
from rules.barbarossa.state.model import STEPS, Position, Structure, forbids
from rules.barbarossa.works.mines import REAL, fields
from rules.barbarossa.works.structures import meant
from rules.engine.answers import Answer
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, broken, unknown

OPEN, ENDED = "work.due", "due.undone"
"""Why work is to be ended: its boxes are marked; and what is demanded of nobody, for others have ended it."""
AT_ONCE = frozenset({"remove_wire", "change_fof"})
"""Orders that are done in their step, without time boxes."""
DONE = (
    *("BAR-7.1c", "BAR-7.2c", "BAR-7.5d", "BAR-7.8c", "BAR-7.9d", "BAR-7.11c", "BAR-7.12c", "BAR-7.13e", "BAR-7.16f"),
    "BAR-7.17c",
)
"""The rules by which work is done: which one for which order stands with the orders."""


# --------------------------------------------------------------------------------------------------- being finished
def boxes(case: Case[Any], unit: str, order: str) -> int:
    """How many time boxes the card prints for an order."""
    return case.counter(unit).printed(order, "boxes") or 0


def finished(case: Case[Any], position: Position, unit: str) -> bool:
    """True once all boxes of the order that the unit carries out are marked."""
    now = position.units[unit]
    return now.running is not None and now.boxes >= boxes(case, unit, now.running.order)


@outcome("BAR-5.14c", "BAR-11.7a", "BAR-11.1c")
def completion(case: Case[Any], position: Position, unit: str) -> Position:
    """The position in which what the finished order brings about is due before step 12 is over.

    While its last time box is not marked that alone is demanded, and the work may be ended.
    """
    running = position.units[unit].running
    by = case.battle.printed(running.order).done if running is not None else ""
    if not by or not finished(case, position, unit):
        return position
    marked = shown(position, unit, "boxes") >= position.units[unit].boxes
    return position.owing(Due(by, (Complete(unit=unit),), "S12", OPEN, must=marked))


def last_box_marked(position: Position, unit: str) -> Position:
    """The position in which a work that may be ended has to be, now that its last time box is marked."""
    ends = (Complete(unit=unit),)
    now = (structs.replace(due, must=True) if (due.options, due.why) == (ends, OPEN) else due for due in position.due)
    return position.but(due=tuple(now))


@rule(*DONE, on=Complete)
def when_finished(case: Case[Complete]) -> Finding | None:
    """Work is done when the last time box is marked, in step 12; wire is gone in step 8 or 9."""
    unit, now = case.action.unit, case.before.state
    order = work(case, unit)
    if is_over(case, unit):
        return None
    if not order:
        return unknown("order", "order.unopened", unit=unit) if case.unopened(unit) else broken("work.none", unit=unit)
    if order in AT_ONCE:
        return (
            None
            if now in {"S8", "S9"}
            else structs.replace(broken("work.step", unit=unit, step=now), rule=case.battle.printed(order).done)
        )
    if order in {"set_up", "pack_up"} and now == "S9" and not boxes(case, unit, order):
        return None
    if finished(case, case.before, unit):
        return None
    left = boxes(case, unit, order) - case.unit(unit).boxes
    wrong = structs.replace(broken("work.unfinished", unit=unit, left=left), rule=case.battle.printed(order).done)
    return case.switches.doubtful("BAR-A93", wrong) if _last_box_may_come(case, unit) else wrong


def is_over(case: Case[Any], unit: str) -> bool:
    """True for who has marked all time boxes of an order of which nothing is made, or has what it brings: supply."""
    given = case.unit(unit).work
    if given is None or case.battle.printed(given.order).done or not case.battle.printed(given.order).boxed:
        return False
    return f"{unit} supplied" in case.before.fired or finished(case, case.before, unit)


def _last_box_may_come(case: Case[Any], unit: str) -> bool:
    """True where nothing is left but a box that may be marked in this step, and need not."""
    total = boxes(case, unit, work(case, unit))
    last = Mark(unit=unit, what="boxes", value=total)
    return case.unit(unit).boxes == total - 1 and any(due.met_by(last) for due in case.before.due)


def work(case: Case[Any], unit: str) -> str:
    """The order whose work the unit is at; empty if it is at none."""
    now = case.unit(unit)
    for order in (now.running, now.order):
        if order and case.battle.printed(order.order).done:
            return order.order
    return ""


# ----------------------------------------------------------------------------------------------- what may be done
@rule("BAR-7.5c", "BAR-7.5f", "BAR-7.5h", on=Complete)
def lays_mines(case: Case[Complete]) -> Iterator[Finding | None]:
    """Mines are laid where the pioneers stand, of one kind, and by each pioneer unit in one hex a game."""
    unit = case.action.unit
    if work(case, unit) != "lay_mines":
        return
    if case.action.hex and case.action.hex != case.unit(unit).hex:
        yield broken("mines.elsewhere", unit=unit, hex=case.action.hex)
    if case.action.kind and case.action.kind not in REAL | {"dummy"}:
        yield structs.replace(broken("mines.kind", kind=case.action.kind), rule="BAR-7.5f")
    running = case.unit(unit).running
    kind = case.action.kind or (running.choice if running else "")
    if "mines" in case.unit(unit).used and kind != "dummy":
        again = structs.replace(broken("mines.again", unit=unit), rule="BAR-7.5h")
        secret = structs.replace(unknown("kind", "mines.again", unit=unit), rule="BAR-7.5h")
        restocked = "restocked" in case.unit(unit).used
        sure = case.switches.doubtful("BAR-A38", again) if restocked else again
        yield sure if kind else secret


@rule("BAR-7.9c", "BAR-7.9g", on=Complete)
def blows_up(case: Case[Complete]) -> Iterator[Finding]:
    """Charges blow up a bridge or a bunker in the pioneers' own hex, once a game."""
    unit = case.action.unit
    if work(case, unit) != "place_charges":
        return
    target = charged(case, unit)
    if target and case.structure(target).hex != case.unit(unit).hex:
        yield broken("charges.elsewhere", unit=unit, structure=target)
    if "charges" in case.unit(unit).used:
        yield structs.replace(broken("charges.again", unit=unit), rule="BAR-7.9g")


def charged(case: Case[Complete], unit: str) -> str:
    """The structure that is blown up: the one named, or the only one of the hex, of the kind that was written down."""
    running = case.unit(unit).running
    named = case.action.structure or (running.target if running else "")
    if named in case.before.structures:
        return named
    here = case.before.in_hex(case.unit(unit).hex, *meant(running.choice if running else ""))
    return here[0] if len(here) == 1 else ""


@rule("BAR-7.13d", "BAR-7.13c", on=Complete)
def bridges(case: Case[Complete]) -> Iterator[Finding | None]:
    """A pontoon bridge is built by units with the order that are beside its river hex; how many must end it is open."""
    unit = case.action.unit
    if work(case, unit) != "build_pontoon":
        return
    site = site_of(case, unit)
    if site and case.before.in_hex(site, *CROSSINGS):
        return
    here = case.unit(unit).hex
    if site and (here == site or case.within(here, site, 1) is Answer.NO):
        yield broken("pontoon.site", unit=unit, hex=site)
    needed = case.counter(unit).printed("build_pontoon", "manpower") or 1
    at_work = [name for name in _workers(case, unit, "build_pontoon") if not site or site_of(case, name) in {"", site}]
    if len(at_work) < needed:
        few = structs.replace(broken("work.hands", unit=unit, hands=len(at_work), needed=needed), rule="BAR-7.13c")
        yield _ended(case, unit, few)


def _ended(case: Case[Complete], unit: str, few: Illegal) -> Finding | None:
    """The finding; of a work that was begun by enough it is open whether fewer may end it; told before is told."""
    if forbids(case.action.unit) in case.before.fired:
        return None
    return case.switches.doubtful("BAR-A93", few) if case.unit(unit).running is not None else few


def site_of(case: Case[Any], unit: str) -> str:
    """The hex in which a unit builds."""
    running = case.unit(unit).work
    return running.hex if running else ""


@rule("BAR-7.16c", "BAR-7.16d", on=Complete)
def digs(case: Case[Complete]) -> Finding | None:
    """A trench is dug by units with the order in one hex; how many must end it is open."""
    unit = case.action.unit
    if work(case, unit) != "dig_in":
        return None
    here, dug = case.unit(unit).hex, case.unit(unit).running
    if dug is not None and _trench_name(case.unit(unit).hex, dug.facing) in case.before.structures:
        return None
    everywhere = _workers(case, unit, "dig_in")
    together = [name for name in everywhere if case.unit(name).hex == here]
    needed = case.counter(unit).printed("dig_in", "manpower") or 1
    if len(together) >= needed:
        return None
    few = broken("work.hands", unit=unit, hands=len(together), needed=needed)
    return _ended(case, unit, structs.replace(few, rule="BAR-7.16d" if len(everywhere) >= needed else "BAR-7.16c"))


def _workers(case: Case[Any], unit: str, order: str) -> tuple[str, ...]:
    return tuple(name for name in case.before.units if case.side(name) == case.side(unit) and work(case, name) == order)


@rule("BAR-7.1b", "BAR-7.2b", on=Complete)
def shifts_by_one_hex(case: Case[Complete]) -> Iterator[Finding]:
    """A gun that is set up or packed up ends in its own hex or the one beside it that was written down."""
    unit, place = case.action.unit, case.action.hex
    order = work(case, unit)
    if order not in {"set_up", "pack_up"} or not place:
        return
    rule_id, here = ("BAR-7.1b" if order == "set_up" else "BAR-7.2b"), case.unit(unit).hex
    written = site_of(case, unit)
    if place not in case.battle.ground.grid or (here and case.distance(here, place) > 1):
        yield structs.replace(broken("work.too-far", unit=unit, hex=place), rule=rule_id)
    elif written and place != written:
        yield structs.replace(broken("work.not-written", unit=unit, hex=place, expected=written), rule=rule_id)
    elif here and place != here:
        barred = barred_by(case, unit, here, place)
        if barred:
            yield barred


# ------------------------------------------------------------------------------------------------------- effects
@effect(Complete)
def done(case: Case[Complete]) -> Position:
    """What the order was for is there; the order is over, its boxes are empty."""
    unit = case.action.unit
    if is_over(case, unit):
        return case.before
    makes = MAKES.get(work(case, unit))
    after = makes(case, case.before) if makes else case.before
    if unit not in after.units:
        return after
    last = case.unit(unit).boxes + _last_box_may_come(case, unit)
    free = unsaid(after, unit, "boxes", 0).unit(unit, running=None, order=None)
    late = Due("BAR-5.14b", (Mark(unit=unit, what="boxes", value=last),), free.state, must=False)
    return free.owing(late) if last else free


def _set_up(case: Case[Complete], after: Position) -> Position:
    unit = case.action.unit
    place = case.action.hex or site_of(case, unit) or after.units[unit].hex
    carrier = after.units[unit].carrier
    place = place or (after.units[carrier].hex if carrier else "")
    return after.unit(unit, set_up=True, packed=False, hex=place, carrier="", towed=False, off_board=False)


def _pack_up(case: Case[Complete], after: Position) -> Position:
    unit = case.action.unit
    return after.unit(
        unit, set_up=False, packed=True, hex=case.action.hex or site_of(case, unit) or after.units[unit].hex
    )


def name_of_mines(position: Position, unit: str) -> str:
    """What mines are called that a unit lays now."""
    names = (f"mines.{unit}" + f".{number}" * (number > 1) for number in count(1))
    return next(name for name in names if name not in position.structures)


@outcome("BAR-7.5d")
def _mines(case: Case[Complete], after: Position) -> Position:
    """A minefield lies in the hex, of the kind that is written down or not yet shown."""
    unit = case.action.unit
    running = case.unit(unit).running
    variety = case.action.kind or (running.choice if running else "")
    place = case.action.hex if case.action.hex in case.battle.ground.grid else after.units[unit].hex
    mines = Structure(kind="minefield", hex=place, owner=case.side(unit), variety=variety, known=False, by=unit)
    name = case.action.structure or name_of_mines(after, unit)
    used = after.units[unit].used | {"mines"} if variety != "dummy" else after.units[unit].used
    return after.but(structures={**after.structures, name: mines}).unit(unit, used=used)


def _cleared(case: Case[Complete], after: Position) -> Position:
    for name in fields(after, after.units[case.action.unit].hex):
        after = after.without(name)
    return after


@outcome("BAR-7.9e", "BAR-7.9f", "BAR-11.6d", "BAR-11.2a")
def _blown_up(case: Case[Complete], after: Position) -> Position:
    """The structure is gone, a bridge is a ruin; who is in a bunker dies, what becomes of those on a bridge is open."""
    unit = case.action.unit
    target = charged(case, unit)
    after = after.unit(unit, used=after.units[unit].used | {"charges"})
    if not target:
        return after
    for name, each in case.before.units.items():
        if each.shelter == target and not each.out:
            after = destroy(case, after, name)
        elif _on_the_bridge(case, name, target):
            lost = Due("BAR-7.9f", (Out(piece=name),), after.state)
            after = after.owing(*case.switches.as_we_read("BAR-A89", lost))
        elif _at_its_charges(case, name, target):
            after = after.but(fired={**after.fired, f"{name} on the bridge": 1})
    return wrecked(after, target)


def _on_the_bridge(case: Case[Any], unit: str, structure: str) -> bool:
    """True for who stands on a bridge that is blown up, but for pioneers at this very work."""
    return _stands_on(case, unit, structure) and not case.ordered(unit, "place_charges")


def _at_its_charges(case: Case[Any], unit: str, structure: str) -> bool:
    """True for pioneers on the bridge that they blow up: whether they are lost with it is open."""
    return _stands_on(case, unit, structure) and case.ordered(unit, "place_charges")


def _stands_on(case: Case[Any], unit: str, structure: str) -> bool:
    built, state = case.structure(structure), case.unit(unit)
    return built.kind in CROSSINGS and state.standing and state.hex == built.hex and not case.counter(unit).flies


def wrecked(position: Position, structure: str) -> Position:
    """The position after a structure was destroyed: a bridge lies in ruins, anything else is gone."""
    if position.structures[structure].kind == "bridge":
        return position.structure(structure, kind="destroyed-bridge", hits=0)
    return position.without(structure)


def _unwired(case: Case[Complete], after: Position) -> Position:
    return _off_the_side(case, after, "wire")


def _unblocked(case: Case[Complete], after: Position) -> Position:
    return _off_the_side(case, after, "teeth")


def _off_the_side(case: Case[Complete], after: Position, kind: str) -> Position:
    unit = case.action.unit
    running = case.unit(unit).work
    side = case.action.side or (running.side if running else "")
    here = after.units[unit].hex
    if case.action.structure in after.structures:
        return after.without(case.action.structure)
    beside = [name for name, each in after.structures.items() if each.kind == kind and here in {each.hex, each.side}]
    for name in after.between(here, side, kind) if side else beside if len(beside) == 1 else ():
        after = after.without(name)
    return after


@outcome("BAR-11.2c")
def _pontoon(case: Case[Complete], after: Position) -> Position:
    """A pontoon bridge lies in the river hex; a destroyed bridge that stood there is whole again."""
    unit = case.action.unit
    site = case.action.hex or site_of(case, unit)
    if not site:
        return after
    if after.in_hex(site, *CROSSINGS):
        return after
    builders = [other for other in _workers(case, unit, "build_pontoon") if site_of(case, other) == site]
    after = after.but(due=tuple(_excused(each, [name for name in builders if name != unit]) for each in after.due))
    for ruin in after.in_hex(site, "destroyed-bridge"):
        return after.structure(ruin, kind="bridge")
    name = case.action.structure or f"pontoon.{site}"
    return after.but(structures={**after.structures, name: Structure(kind="pontoon", hex=site, owner=case.side(unit))})


@outcome("BAR-7.16b")
def _trench(case: Case[Complete], after: Position) -> Position:
    """A trench lies in the hex, towards the side that was written down."""
    unit = case.action.unit
    running = case.unit(unit).work
    here, facing = after.units[unit].hex, running.facing if running else ""
    side = case.action.side or _beyond(case, here, facing)
    name = case.action.structure or _trench_name(here, facing)
    trench = Structure(kind="trench", hex=here, side=side, facing=facing, owner=case.side(unit))
    diggers = [other for other in _workers(case, unit, "dig_in") if case.unit(other).hex == here and other != unit]
    due = tuple(_excused(each, diggers) for each in after.due)
    return after.but(structures={**after.structures, name: trench}, due=due)


def _excused(due: Due, workers: list[str]) -> Due:
    """The same, but permitted only, if it is the end of a work that others have ended."""
    first = next(iter(due.options), None)
    ended = isinstance(first, Complete) and first.unit in workers
    return structs.replace(due, must=False, why=ENDED) if ended else due


@begins("S9")
@outcome("BAR-7.11c")
def wire_in_reach(case: Case[Any], position: Position) -> Position:
    """Whoever was ordered to remove wire that still lies where the order says does so before step 9 is over."""
    look = case.then(position)
    for name, unit in position.units.items():
        order = unit.order
        if order is None or order.order != "remove_wire" or not unit.standing or unit.smoked == position.round:
            continue
        if look.foes(name, unit.hex) or not (order.side and position.between(unit.hex, order.side, "wire")):
            continue
        position = position.owing(Due("BAR-7.11c", (Complete(unit=name),), "S9", "work.due"))
    return position


@ends("S12")
@outcome("BAR-5.14e")
def work_is_over(case: Case[Any], position: Position) -> Position:
    """Whoever has worked to the end, alone or with others, is free again."""
    for name, unit in position.units.items():
        if unit.running is not None and case.battle.printed(unit.running.order).done and finished(case, position, name):
            position = unsaid(position, name, "boxes", 0).unit(name, running=None, order=None)
    return position


def _trench_name(place: str, facing: str) -> str:
    return f"trench.{place}.{facing}"


def _beyond(case: Case[Any], here: str, facing: str) -> str:
    near = case.battle.ground.grid.neighbours(here)
    return next((other for other in near if direction(case.battle.ground, here, other) == facing), "")


def _path(case: Case[Complete], after: Position) -> Position:
    unit = case.action.unit
    here = after.units[unit].hex
    path = Structure(kind="path", hex=here, owner=case.side(unit))
    return after.but(structures={**after.structures, case.action.structure or f"path.{here}": path})


MAKES: Mapping[str, Callable[[Case[Complete], Position], Position]] = {
    "set_up": _set_up,
    "pack_up": _pack_up,
    "lay_mines": _mines,
    "clear_mines": _cleared,
    "place_charges": _blown_up,
    "remove_wire": _unwired,
    "remove_obstacle": _unblocked,
    "build_pontoon": _pontoon,
    "dig_in": _trench,
    "clear_path": _path,
}


# -------------------------------------------------------------------------------------------------------- turning
@rule("BAR-7.3c", on=Turn)
def turns_as_written(case: Case[Turn]) -> Finding | None:
    """With the order to change its field of fire a unit faces the hex that was written down, not before step 9."""
    order = case.unit(case.action.unit).order
    if order is None or order.order != "change_fof":
        return None
    if case.before.state not in STEPS[8:]:
        return broken("turn.early", unit=case.action.unit, step=case.before.state)
    if not order.facing or case.action.facing == order.facing:
        return None
    return broken("turn.not-written", unit=case.action.unit, facing=case.action.facing, expected=order.facing)


@rule("BAR-7.3c", on=Advance)
def has_turned(case: Case[Advance]) -> Iterator[Finding]:
    """When step 9 is over, whoever was ordered to turn faces the new way."""
    if case.before.state != "S9":
        return
    for name, unit in case.before.units.items():
        order = unit.order
        if order and order.order == "change_fof" and order.facing and unit.facing != order.facing and unit.standing:
            yield broken("turn.undone", unit=name, expected=order.facing)


@effect(Turn)
def turned(case: Case[Turn]) -> Position:
    """The unit faces the new way."""
    return case.before.unit(case.action.unit, facing=case.action.facing)
