"""Models that are dragged over the board: hex by hex or in one go, astray, back again."""

from collections.abc import Iterator
from typing import Final

from rules.barbarossa import actions as do
from rules.barbarossa.air.flight import entry_of, led_by, path
from rules.barbarossa.air.flight import goal as whither
from rules.barbarossa.movement.moving import gone, way
from rules.barbarossa.reading.step import Step
from rules.barbarossa.setup.reinforcements import arrival_of
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action
from rules.engine.reading import Read

WHATEVER_THE_WAY: Final = frozenset({"BAR-3.3d", "BAR-4.1e", "BAR-4.3c", "BAR-8.0c", "BAR-8.0e", "BAR-8.6a"})
"""Rules that forbid a unit to move at all, now, or to the place where it ends."""

ROLLED_OFF: Final = "BAR-5.9b"
"""By which who has entered too early, and loses the roll, is where it came from."""


def along(step: Step, unit: str, goal: str, *, fights: bool) -> Iterator[Read]:
    """A move hex by hex; one that was dragged over several hexes is read along the route, else along a shortest way.

    What is put back at once was never moved; what goes back on its way of this step is put back.
    """
    here, grid = step.position.units[unit].hex, step.battle.ground.grid
    if here == goal or put_right_at_once(step, unit, goal):
        return
    trail = step.position.stepped.get(unit, ())
    lost = step.position.state == "S6" and step.position.halted.get(unit) == ROLLED_OFF and goal in trail[-2:-1]
    if lost or (goal in trail[:-1] and step.position.state == "S10" and goal not in _rest(step, unit)[:1]):
        yield Read(do.Back(unit=unit, hex=goal, by=step.side))
        return
    if goal not in grid or here not in grid or grid.distance(here, goal) == 1:
        goes = do.Step(unit=unit, hex=goal, fights=fights, by=step.side)
        # Orders may be carried out in turn: who goes too far, and is put back when that comes to light, did no wrong.
        yield Read(goes, "inferred", "path") if _put_back_later(step, unit) else Read(goes)
        return
    rest = _rest(step, unit)
    legs = rest[: rest.index(goal) + 1] if goal in rest else _shortest(step, here, goal)
    back = _back_to(step, unit)
    if back in legs[:-1] and goal in rest:
        step.reader.overlook(step.shown.at, unit)
        legs = legs[: legs.index(back) + 1]
    certain = frozenset[str]() if _put_back_later(step, unit) else WHATEVER_THE_WAY
    for place in legs:
        yield Read(do.Step(unit=unit, hex=place, fights=fights, by=step.side), "inferred", "path", certain=certain)


def _put_back_later(step: Step, unit: str) -> bool:
    """True for a model that is put back on its way before the step is over."""
    ahead = leads_to(step, unit)[gone(step.position, unit) :]
    back = {*step.position.stepped.get(unit, ()), step.position.units[unit].hex} - set(ahead)
    for _, _, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb == "step" and step.unit(later) == unit and later.get("h") in back:
            return True
    return False


def _back_to(step: Step, unit: str) -> str:
    """Where a model goes next in this step, if nobody fires at it before that; else empty."""
    for _, _, later in step.before_the_clock():
        if later.verb == "step" and step.unit(later) == unit:
            return later.get("h")
        if later.verb == "fire" and step.unit(later) == unit:
            break
    return ""


def _rest(step: Step, unit: str) -> tuple[str, ...]:
    """The hexes of its written route that a unit has still before it."""
    order = step.position.units[unit].order
    return order.route[gone(step.position, unit) :] if order else ()


def put_right_at_once(step: Step, unit: str, goal: str) -> bool:
    """True for a model that goes where it may not go, and before anything else is done back, or to where it may.

    Not so where its route leads there and back.
    """
    state, leads = step.position.units[unit], leads_to(step, unit)
    here = "" if state.off_board else state.hex
    made = gone(step.position, unit)
    assaults = state.order is not None and state.order.order == "assault"
    on_its_way = not assaults or step.position.state == "S6"
    run = [(step.shown, step.place)]
    for shown, place, later in step.run("step", unit):
        there = later.get("h")
        if here and on_its_way and leads[made : made + 2] == (goal, there):
            return False
        right = there in leads and (goal not in leads or _instead(step, unit, goal, there, leads))
        back = there == here and not step.is_due(do.Show(unit=unit))
        if there == here or right:
            for seen, at in [*run, (shown, place)] if back else run:
                step.reader.consume(seen.at, at)
                step.reader.overlook(seen.at, unit)
            return True
        run.append((shown, place))
    return bool(here) and goal not in leads and _comes_back_later(step, unit, here)


def _comes_back_later(step: Step, unit: str, here: str) -> bool:
    """True for a model that strays, and is put back where it was in this step, before anybody meets it there."""
    for shown, place, later in step.before_the_clock():
        names = {step.unit(later), *(each for key in ("by", "at", "who") for each in step.units(later, key))}
        if unit not in names:
            continue
        if later.verb != "step" or later.get("h") != here:
            return False
        for seen, at in ((step.shown, step.place), (shown, place)):
            step.reader.consume(seen.at, at)
            step.reader.overlook(seen.at, unit)
        return True
    return False


def leads_to(step: Step, unit: str) -> tuple[str, ...]:
    """The hexes where a unit comes in or comes out, or through which its order leads, in their order."""
    case, state = step.case(Action()), step.position.units[unit]
    if not step.battle.units[unit].flies:
        arrival, carrier = arrival_of(case, unit), step.position.units.get(state.carrier)
        out = (carrier.hex if carrier else state.hex,) if carrier or state.off_board else ()
        return (*out, *way(case, unit)) if out or state.hex or arrival is None else tuple(arrival[1])
    if state.order is None:
        return ()
    if not state.hex:
        entry = comes_in(step, unit)
        return (*([entry] if entry else step.battle.ground.halves), *([state.order.hex] if state.order.hex else ()))
    head = led_by(case, unit)
    others = () if head in {"", unit} else (*step.position.stepped.get(head, ()), *_line(case, head))
    return (*_line(case, unit), *others)


def _line(case: Case[Action], unit: str) -> tuple[str, ...]:
    return tuple(place for places in path(case, unit) for place in places)


def comes_in(step: Step, unit: str) -> str:
    """The half hex where an aircraft comes in by its order, or by that of the unit it escorts; else empty."""
    return entry_of(step.case(Action()), unit)


def flown_at_once(step: Step, unit: str, place: str) -> bool:
    """True for an aircraft that is dragged from its airfield to a hex of its line, beyond where it comes in."""
    entry, end = comes_in(step, unit), _end(step, unit)
    if not end or place in step.battle.ground.halves:
        return False
    return place == end or not entry or place in _between(step, entry, end)


def _end(step: Step, unit: str) -> str:
    """Where the mission of an aircraft leads; empty if that is not known."""
    return whither(step.case(Action()), unit)


def _between(step: Step, entry: str, end: str) -> frozenset[str]:
    """The hexes on the straight line between two places."""
    sky = step.battle.ground.sky
    known = entry in sky and end in sky and entry != end
    return frozenset(place for places in sky.line(entry, end) for place in places) if known else frozenset()


def _instead(step: Step, unit: str, first: str, other: str, leads: tuple[str, ...]) -> bool:
    """True for a model that comes in at one place, or goes too far, and is put at once to another one on its way."""
    state = step.position.units[unit]
    if state.hex:
        return leads.index(other) < leads.index(first)
    if not step.battle.units[unit].flies:
        return not state.carrier
    end = _end(step, unit)
    return other in step.battle.ground.halves and other not in {*_between(step, first, end), end}


def _shortest(step: Step, start: str, goal: str) -> tuple[str, ...]:
    grid, way, here = step.battle.ground.grid, list[str](), start
    while here != goal:
        here = min(grid.neighbours(here), key=lambda each: (grid.distance(each, goal), each))
        way.append(here)
    return tuple(way)
