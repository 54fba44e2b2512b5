"""Flights (9.2 to 9.8, 9.16 to 9.19): take-off, the straight path, what fires at it, and the way home."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Drop, Duel, Fire, Fly, Return, TakeOff
from rules.barbarossa.book import begins, effect, outcome, rule
from rules.barbarossa.orders.terms import FLIGHTS, LASTING, breach, led_from_aboard
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import follows_from, losses_also, marks_due, unsaid
from rules.barbarossa.state.model import READY, Position, Structure
from rules.barbarossa.state.values import apart
from rules.engine.answers import Answer, some
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, broken, unknown

UNSENT = "{} unsent"
"""Under what it is kept that an aircraft has taken off without a mission, and that this was told."""
FAR = 1_000
"""How far away it is to a place that is no hex."""


# --------------------------------------------------------------------------------------------------- whither, and how
def goal(case: Case[Any], unit: str) -> str:
    """Where a mission leads: its hex, that of the aircraft it is sent at, that of the unit it escorts; or nowhere."""
    order = case.unit(unit).order
    if order is None or not order.order:
        return ""
    if order.order == "intercept":
        return case.unit(order.target).hex if order.target in case.before.units else ""
    if order.order == "escort":
        head = led_by(case, unit)
        return goal(case, head) if head not in {"", unit} else ""
    return order.hex


def led_by(case: Case[Any], unit: str) -> str:
    """Who flies ahead of a chain of escorts: the unit itself if it escorts nobody; nobody if they fly in a circle."""
    chain = [unit]
    while True:
        state = case.unit(chain[-1])
        found = (each.target for each in (state.running, state.order) if each is not None and each.order == "escort")
        target = next(found, "")
        if target in chain:
            return ""
        if target not in case.before.units:
            return chain[-1]
        chain.append(target)


def path(case: Case[Any], unit: str) -> tuple[tuple[str, ...], ...]:
    """The hexes from the half hex of entry to the goal in order, in pairs where the line runs between two.

    Who intercepts goes for where its enemy is now, from where it is itself.
    """
    trail, end = case.before.stepped.get(unit, ()), goal(case, unit)
    start = trail[-1 if case.ordered(unit, "intercept") else 0] if trail else ""
    sky = case.battle.ground.sky
    if start not in sky or end not in sky or start == end:
        return ()
    return (*sky.line(start, end), (end,))


@outcome("BAR-9.6f")
def along_edges(case: Case[Any], unit: str) -> frozenset[str]:
    """All hexes that the path touches, those beside it too where it runs along a side."""
    return frozenset(place for places in path(case, unit) for place in places)


def airborne(case: Case[Any]) -> tuple[str, ...]:
    """The aircraft over the board."""
    return tuple(
        name for name, unit in case.before.units.items() if unit.hex and not unit.out and case.counter(name).flies
    )


# --------------------------------------------------------------------------------------------------------- take-off
@rule("BAR-9.4a", "BAR-4.4f", on=TakeOff)
def starts_by_order(case: Case[TakeOff]) -> Finding | None:
    """Aircraft take off in step 5 on the mission they were ordered."""
    unit = case.action.unit
    if case.unopened(unit):
        return unknown("order", "order.unopened", unit=unit)
    if case.before.state != "S5":
        return structs.replace(broken("air.step", unit=unit, step=case.before.state), rule="BAR-4.4f")
    return None if case.ordered_to(unit, FLIGHTS) else broken("air.no-order", unit=unit)


@rule("BAR-9.4b", "BAR-9.3a", on=TakeOff)
def starts_ready(case: Case[TakeOff]) -> Finding | None:
    """Only an aircraft whose Ready box is marked takes off."""
    unit = case.unit(case.action.unit)
    if unit.air >= READY and not unit.hex:
        return None
    return broken("air.not-ready", unit=case.action.unit, box=unit.air)


@rule("BAR-9.4c", on=TakeOff)
def starts_on_half_hex(case: Case[TakeOff]) -> Iterator[Finding]:
    """An aircraft comes onto the board on a half hex of any edge, the one that its order names if it names one."""
    unit, place = case.action.unit, case.action.hex
    if place and case.battle.ground.halves and place not in case.battle.ground.halves:
        yield broken("air.no-half-hex", unit=unit, hex=place)
    elif place and entry_of(case, unit) not in {"", place}:
        yield broken("air.other-half-hex", unit=unit, hex=place, expected=entry_of(case, unit))


def entry_of(case: Case[Any], unit: str) -> str:
    """The half hex where an aircraft comes in: as its order says, or as the unit does that it escorts; else empty."""
    order = case.unit(unit).order
    if order is None or order.order != "escort" or order.target not in case.before.units:
        return order.entry if order else ""
    led, head = case.before.stepped.get(order.target, ()), led_by(case, unit)
    return led[0] if led else entry_of(case, head) if head not in {"", unit} else ""


@rule("BAR-10.10a", "BAR-10.10b", on=TakeOff)
def starts_if_called(case: Case[TakeOff]) -> Finding | None:
    """A headquarters on the board calls it; whether it must be unsuppressed now, or only at the order, is open."""
    side = case.side(case.action.unit)
    found = case.headquarters(side)
    if not found:
        return led_from_aboard(case, breach("BAR-10.10a", "air.no-hq", unit=case.action.unit))
    if all(case.unit(name).suppressed for name in found):
        late = structs.replace(broken("air.hq-suppressed", unit=case.action.unit, hq=found[0]), rule="BAR-10.10b")
        return case.switches.doubtful("BAR-A28", late)
    return None


@effect(TakeOff)
def takes_off(case: Case[TakeOff]) -> Position:
    """The aircraft is over its half hex, with the cargo that was written down."""
    unit, place = case.action.unit, case.action.hex
    after = unsaid(unsaid(case.before, unit, "air", 0), unit, "boxes", 0).unit(unit, hex=place, flown=0)
    if isinstance(starts_by_order(case), Illegal):
        after = after.but(fired={**after.fired, UNSENT.format(unit): 1})
    order, stores = after.units[unit].order, after.units[unit].stores
    if order is not None and order.order == "drop_supply" and order.number and not stores.get("cargo"):
        after = unsaid(after, unit, "cargo", order.number)
    return after.but(stepped={**after.stepped, unit: (place,)})


# --------------------------------------------------------------------------------------------------------- the path
@rule("BAR-9.5b", "BAR-9.6a", on=Fly)
def straight_on(case: Case[Fly]) -> Finding | None:
    """The aircraft flies on in a straight line from where it came in to its target hex, and not back or beyond.

    Who intercepts may be flown before the one that it is sent at: any way is straight while nobody knows where that
    flies.
    """
    unit, place = case.action.unit, case.action.hex
    if case.unopened(unit):
        return unknown("order", "order.unopened", unit=unit)
    if case.ordered(unit, "escort"):
        return None
    line = path(case, unit)
    if not line:
        return _at_nobody(case, unit, place) if case.ordered(unit, "intercept") else None
    here = case.before.stepped[unit][-1]
    spots = [number for number, places in enumerate(line) if place in places]
    if not spots:
        halves, begun = case.battle.ground.halves, case.before.stepped[unit][0]
        facts = {"unit": unit, "hex": place, "goal": line[-1][0]}
        unseen = halves and begun not in halves
        return unknown("path", "air.off-line", **facts) if unseen else broken("air.off-line", **facts)
    passed = [number for number, places in enumerate(line) if here in places]
    if passed and spots[-1] <= passed[0]:
        return structs.replace(broken("air.back", unit=unit, hex=place), rule="BAR-9.6a")
    return None


def _at_nobody(case: Case[Fly], unit: str, place: str) -> Finding | None:
    """What is wrong with the flight of who intercepts, where the other one is beneath him already, or never comes."""
    end, order = goal(case, unit), case.unit(unit).order
    target = order.target if order else ""
    if end and end == case.unit(unit).hex:
        return broken("air.off-line", unit=unit, hex=place, goal=end)
    return None if end or may_come(case, target) else broken("air.nobody", unit=unit, hex=place, target=target)


def may_come(case: Case[Any], unit: str) -> bool:
    """True for an aircraft on its airfield that can still take off in this step."""
    state = case.before.units.get(unit)
    return (
        state is not None and not state.out and not state.hex and state.air >= READY and unit not in case.before.stepped
    )


@rule("BAR-9.19c", on=Fly)
def escorts_follow(case: Case[Fly]) -> Finding | None:
    """Escorts fly as the unit flies that they escort: only through its hexes, whichever of the two goes first."""
    unit = case.action.unit
    order = case.unit(unit).order
    if order is None or order.order != "escort" or order.target not in case.before.units:
        return None
    led = case.before.stepped.get(order.target, ())
    waits = not led and bool(case.unit(order.target).hex)
    if waits or case.unopened(order.target) or case.action.hex in next_with(case, unit, led):
        return None
    comes = not led or bool(case.unit(order.target).hex)
    if comes and case.action.hex in along_edges(case, unit) - set(led):
        return None
    return broken("air.escort", unit=unit, escorted=order.target, hex=case.action.hex)


@rule("BAR-9.19c", on=Advance)
def escorts_have_followed(case: Case[Advance]) -> Iterator[Finding]:
    """When step 5 is over, nobody has flown on alone ahead of the unit that he escorts; fights may part the two."""
    if case.before.state != "S5":
        return
    fought = {name for pair in (*case.before.duels, *case.before.fought) for name in pair}
    for name in airborne(case):
        order, trail = case.unit(name).order, case.before.stepped.get(name, ())
        if order is None or order.order != "escort" or order.target not in case.before.units:
            continue
        led, over = case.before.stepped.get(order.target, ()), bool(case.unit(order.target).hex)
        ahead = trail and led and over and trail[-1] in along_edges(case, name) - set(led)
        if ahead and not {name, order.target} & fought and not case.unopened(order.target):
            yield broken("air.escort", unit=name, escorted=order.target, hex=trail[-1])


def next_with(case: Case[Any], unit: str, led: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that an aircraft has entered after the one where its escort is: any of them may be next."""
    here = case.unit(unit).hex
    return led[led.index(here) + 1 :] if here in led else led


@rule("BAR-4.4f", on=Fly)
def flies_in_its_step(case: Case[Fly]) -> Finding | None:
    """Flights are made in step 5 by who has taken off."""
    if case.before.state != "S5":
        return broken("air.step", unit=case.action.unit, step=case.before.state)
    return None if case.action.unit in case.before.stepped else broken("air.on-ground", unit=case.action.unit)


@effect(Fly)
@outcome("BAR-9.6b", "BAR-9.6c", "BAR-9.6d", "BAR-9.6e", "BAR-9.7a", "BAR-9.6g")
def flies_on(case: Case[Fly]) -> Position:
    """The aircraft is over the hex; flak and patrols that it comes into reach of are to act before the step ends."""
    unit, place = case.action.unit, case.action.hex
    seen = _passed(case, unit, place)
    trail = (*case.before.stepped.get(unit, ()), place)
    after = case.before.unit(unit, hex=place)
    after = after.but(stepped={**after.stepped, unit: trail})
    if case.ordered(unit, "recon") and place == goal(case, unit):
        after = after.owing(may_search(unit, "S5"))
    for flak in _flak(case, unit):
        after = _fired_at(case, after, unit, flak, seen)
    return _met_by_patrols(case, after, unit, seen)


@outcome("BAR-9.17i", "BAR-9.6e")
def _met_by_patrols(case: Case[Any], after: Position, unit: str, seen: tuple[str, ...]) -> Position:
    """A patrol that watches the hexes engages who comes in for the first time: the text has both can and must."""
    sky, trail = case.battle.ground.sky, case.before.stepped.get(unit, ())

    def watched(centre: str, radius: int | None, places: tuple[str, ...]) -> Answer:
        return some(sky.measure(centre, place).within(radius or 0) for place in places)

    for name, state in case.before.units.items():
        order = state.given
        watches = order is not None and order.order == "air_patrol" and state.hex == order.hex and not state.out
        if order is None or not watches or not case.enemies(unit, name):
            continue
        zone = order.hex, order.number
        if watched(*zone, seen) is Answer.YES and watched(*zone, trail) is not Answer.YES:
            due = Due("BAR-9.17i", (Duel(unit=name, target=unit), Duel(unit=unit, target=name)), "S5", "patrol.due")
            after = after.owing(*case.switches.as_we_read("BAR-A45", due))
    return after


@outcome("BAR-9.19d")
def shares_the_shot(case: Case[Any], flak: str, target: str) -> bool:
    """True if flak has fired at the escort or the escorted of this aircraft in this step: both are one shot."""
    shots = (shot for shot in case.before.shots if shot.unit == flak and shot.kind == "flak")
    fired = {shot.target for shot in shots if shot.target in case.before.units}
    return any(escort_of(case, target, other) or escort_of(case, other, target) for other in fired)


def escort_of(case: Case[Any], unit: str, led: str) -> bool:
    """True if the unit escorts the other one."""
    order = case.unit(unit).given
    return order is not None and order.order == "escort" and order.target == led


@follows_from("losses")
@outcome("BAR-9.18e")
def spills(case: Case[Any], position: Position, unit: str, losses: int) -> Position:
    """With its losses a transport aircraft loses the part of its cargo that the card prints for each."""
    spill = case.counter(unit).printed("drop_supply", "spill")
    cargo = position.units[unit].stores.get("cargo", 0)
    if not spill or not cargo:
        return position
    also = [max(cargo - spill * each, 0) for each in losses_also(position, unit, losses)]
    return marks_due(position, unit, "cargo", max(cargo - spill * losses, 0), "BAR-9.18e", also=also)


def _passed(case: Case[Any], unit: str, place: str) -> tuple[str, ...]:
    """The hexes between where the aircraft is and where it goes, that one included."""
    here, line = case.unit(unit).hex, path(case, unit)
    begin = next((number for number, places in enumerate(line) if here in places), -1)
    end = next((number for number, places in enumerate(line) if place in places), -1)
    return tuple(spot for places in line[begin + 1 : end + 1] for spot in places) or (place,)


def _flak(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The enemy's flak that is ordered to defend and could fire now."""
    return tuple(
        name
        for name, state in case.before.units.items()
        if case.counter(name).is_a("flak")
        and case.enemies(unit, name)
        and case.ordered(name, "defend")
        and state.standing
        and not state.suppressed
        and state.ammo > 0
        and state.smoked != case.before.round
        and "aircraft" in case.counter(name).card.targets
    )


def _fired_at(case: Case[Any], after: Position, unit: str, flak: str, seen: tuple[str, ...]) -> Position:
    """Flak fires when the path first comes into its range; beyond the distance it wrote down it need not."""
    card, order = case.counter(flak).card, case.unit(flak).order
    here = case.unit(flak).hex
    reach = min(card.range, order.number if order and order.number is not None else card.range)
    near = min((apart(case, here, place) for place in seen), default=FAR)
    shot = Fire(unit=flak, target=unit, kind="flak")
    trail = case.before.stepped.get(unit, ())
    before = len(trail) > 1 and any(apart(case, here, place) <= card.range for place in trail)
    before = before or any((each.unit, each.target, each.kind) == (flak, unit, "flak") for each in case.before.shots)
    before = before or any(shot in due.options for due in case.before.due)
    if not before and near <= card.range:
        after = after.owing(Due("BAR-9.6b", (shot,), "S5", "flak.due", must=near <= reach))
    if goal(case, unit) == here and here in seen:
        after = after.owing(Due("BAR-9.6d", (shot,), "S5", must=False))
    return after


# --------------------------------------------------------------------------------------------------------- the way home
def stays(case: Case[Any], unit: str) -> bool:
    """True while a mission of several rounds is not over."""
    state = case.unit(unit)
    order = state.work
    if order is None or not case.battle.among(order.order, LASTING):
        return False
    if order.order in {"intercept", "escort"} and not _over_the_board(case, order.target):
        return False
    head = led_by(case, unit)
    if order.order == "escort" and (head in {"", unit} or not stays(case, head)):
        return False
    printed = case.counter(unit).printed(order.order, "boxes") or 0
    return state.flown < min(order.rounds or printed, printed or order.rounds or 0)


def _over_the_board(case: Case[Any], unit: str) -> bool:
    return unit in case.before.units and bool(case.unit(unit).hex) and not case.unit(unit).out


@begins("S5")
@outcome("BAR-9.7b", "BAR-9.7c", "BAR-9.13f", "BAR-9.17h", "BAR-9.19h")
def homeward(case: Case[Any], position: Position) -> Position:
    """Whoever is over the board from the last round goes home before step 5 is over, unless his mission goes on."""
    look = case.then(position)
    for name in airborne(look):
        order = position.units[name].given
        if not stays(look, name):
            position = position.owing(Due("BAR-9.7c", (Return(unit=name),), "S5", "air.return"))
        elif order and order.order == "recon":
            position = position.owing(may_search(name, "S5"))
    return position


def may_search(unit: str, step: str) -> Due:
    """One die may be rolled for what is hidden."""
    return Due("BAR-9.14b", (Roll(purpose="SEARCH", who=unit),), step, must=False)


@begins("S9")
@outcome("BAR-5.12e")
def scouts_look(case: Case[Any], position: Position) -> Position:
    """Scouts search in step 9, as aircraft do."""
    for name, unit in position.units.items():
        if case.then(position).ordered(name, "scout") and unit.standing and unit.smoked != position.round:
            position = position.owing(may_search(name, "S9"))
    return position


@rule("BAR-9.7b", "BAR-9.9s", on=Return)
def not_before_time(case: Case[Return]) -> Finding | None:
    """An aircraft stays in its target hex until step 5 of the next round, or its time is over, or it is driven off."""
    unit = case.action.unit
    if not case.unit(unit).hex:
        return broken("air.not-flying", unit=unit)
    if unit not in case.before.stepped and case.before.state == "S5":
        led = case.ordered(unit, "intercept", "escort")
        early = stays(case, unit) and not led
        return case.switches.doubtful("BAR-A31", broken("air.stays", unit=unit)) if early else None
    order = case.unit(unit).order
    printed = case.counter(unit).printed(order.order, "boxes") if order else 0
    if printed is not None and case.unit(unit).flown >= printed:
        return None
    if case.before.state == "S12" and case.ordered_to(unit, LASTING):
        return None
    return broken("air.stays", unit=unit)


@effect(Return)
@outcome("BAR-9.3b", "BAR-9.7e", "BAR-9.6j")
def lands(case: Case[Return]) -> Position:
    """The aircraft is on its airfield, and its box Landed is to be marked; nobody can attack it on its way."""
    unit = case.action.unit
    home = tuple(due for due in case.before.due if Return(unit=unit) not in due.options)
    after = no_longer_due(case.before.but(due=home), unit)
    after = unsaid(after, unit, "boxes", 0).unit(unit, hex="", flown=0, running=None, order=None)
    after = after.but(fired={**after.fired, f"{unit} landed": 1})
    return marks_due(after, unit, "air", 1, "BAR-9.3b")


def no_longer_due(position: Position, *aircraft: str, flak: bool = True) -> Position:
    """The position in which nobody has to engage these aircraft, or to fire at them: whoever wants to still may."""

    def meant(due: Due) -> bool:
        first = next(iter(due.options), None)
        if isinstance(first, Fire):
            return flak and (first.unit in aircraft or (first.kind == "flak" and first.target in aircraft))
        return isinstance(first, Duel) and bool({first.unit, first.target} & set(aircraft))

    due = tuple(structs.replace(each, must=False, otherwise=()) if meant(each) else each for each in position.due)
    return position.but(due=due)


@begins("S12")
@outcome("BAR-9.13f", "BAR-9.17g", "BAR-9.19f", "BAR-9.9s")
def another_round_flown(case: Case[Any], position: Position) -> Position:
    """A mission that lasts marks a time box at the end of every round."""
    look = case.then(position)
    for name in airborne(look):
        order = position.units[name].order
        if order and case.battle.among(order.order, LASTING):
            flown = position.units[name].flown + 1
            after = position.unit(name, flown=flown, running=order)
            position = marks_due(after, name, "boxes", flown, "BAR-9.13f", until="S12", must=False)
    return position


# -------------------------------------------------------------------------------------------------- what is brought
def drops_in(battle: Battle, order: str) -> str:
    """The step in which an aircraft drops what it carries by a mission; empty for one by which it drops nothing."""
    known = battle.printed(order)
    return f"S{known.fires}" if known.group == FLIGHTS and "ends" in known.by else ""


@rule("BAR-9.16f", "BAR-9.18f", on=Drop)
def drops_in_its_step(case: Case[Drop]) -> Iterator[Finding]:
    """Paratroops land in step 6, supply falls in step 9, in the target hex of the aircraft's order."""
    unit = case.action.unit
    if case.unopened(unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    step, by = drops_in(case.battle, case.order(unit)), case.by(unit, "ends")
    if not step:
        yield broken("air.nothing-to-drop", unit=unit)
        return
    empty = case.unit(unit).stores.get("cargo") == 0 if step == "S9" else not case.aboard(unit)
    if empty:
        yield structs.replace(broken("air.nothing-to-drop", unit=unit), rule=by)
    if case.before.state != step:
        yield structs.replace(broken("air.drop-step", unit=unit, step=step, now=case.before.state), rule=by)
    if case.action.hex != case.unit(unit).hex or case.action.hex != goal(case, unit):
        yield structs.replace(broken("air.drop-elsewhere", unit=unit, hex=case.action.hex), rule=by)


@begins("S6", "S9")
@outcome("BAR-9.16f", "BAR-9.18f")
def drops_due(case: Case[Any], position: Position) -> Position:
    """Whoever is over its goal with paratroops or supply brings them down in their step, if it is free to do so."""
    look = case.then(position)
    for unit in airborne(look):
        state, order = position.units[unit], look.order(unit)
        lands = order == "air_landing"
        load = look.aboard(unit) if lands else state.stores.get("cargo", 0)
        there = state.hex == goal(look, unit) and drops_in(case.battle, order) == position.state
        if not there or not load or (lands and not _free(look, unit, state.hex)):
            continue
        falls = Drop(unit=unit, hex=state.hex)
        position = position.owing(Due(look.by(unit, "ends"), (falls,), position.state, "air.drop-due"))
    return position


def _free(case: Case[Any], unit: str, place: str) -> bool:
    """True where paratroops may land for certain: among enemies and on water it is open."""
    return place in case.battle.ground.grid and not (case.foes(unit, place) or case.land(place).terrain == "river")


@rule("BAR-9.16f", on=Drop)
def lands_on_free_ground(case: Case[Drop]) -> Finding | None:
    """Of a landing among enemies or on water the book does not speak."""
    if not case.ordered(case.action.unit, "air_landing") or case.action.hex not in case.battle.ground.grid:
        return None
    if not _free(case, case.action.unit, case.action.hex):
        return case.switches.doubtful(
            "BAR-A113", broken("air.landing-zone", unit=case.action.unit, hex=case.action.hex)
        )
    return None


@effect(Drop)
def dropped(case: Case[Drop]) -> Position:
    """The paratroops stand in the hex; or the box lies there with its points. Nothing is left to be dropped."""
    unit, place = case.action.unit, case.action.hex
    left = tuple(
        due for due in case.before.due if not any(isinstance(each, Drop) and each.unit == unit for each in due.options)
    )
    lands, aboard = case.ordered(unit, "air_landing"), case.aboard(unit)
    if lands or (aboard and not case.ordered(unit, "drop_supply")):
        after = case.before.but(fired={**case.before.fired, f"{unit} dropped": 1}, due=left)
        # Whom it was not to land stands there once he is put there.
        for name in aboard if lands else ():
            after = after.unit(name, hex=place, carrier="", off_board=False)
        return after
    order = case.unit(unit).order
    points = case.unit(unit).stores.get("cargo", order.number or 0 if order else 0)
    box = Structure(kind="cargo", hex=place, owner=case.side(unit), points=points)
    boxes = {**case.before.structures, case.action.piece or f"cargo.{unit}": box}
    after = case.before.but(structures=boxes, due=left)
    return unsaid(after, unit, "cargo", 0)
