"""Pieces that came into a hex: moving, attacking, going back, entering the map, riding."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.table.placing import OFF
from rules.engine.evidence import Record
from rules.engine.reading import Read


def moved(step: Step, record: Record) -> Iterator[Read]:
    """Pieces made a step together."""
    unit, how = step.unit(record), record.get("a")
    if not unit or how == "Place" or step.position.within("SETUP") or _taken_along(step, unit, record):
        return
    back = _back_at_once(step, unit) if how == "Melee" else None
    if back is not None:
        # Dragged into a wrong hex, and put back: nobody was attacked.
        step.reader.consume(*back, unit)
        return
    together = [unit]
    origin = record.get("from")
    for shown, place, other in step.following():
        near = shown is step.shown or how == "Melee"
        if other.verb != "step" or not near or other.get("a") != how or other.get("h") != record.get("h"):
            if near and other.verb == "step":
                continue
            break
        also = step.unit(other)
        if also and (other.get("from") == origin or how == "Melee"):
            together.append(also)
            step.reader.consume(shown.at, place, also)
    riders = {name for name in together if step.position.units[name].aboard in together}
    units = tuple(name for name in together if name not in riders)
    yield from went(step, units, record.get("h"), how, column=record.get("col") == "yes")


def _taken_along(step: Step, unit: str, record: Record) -> bool:
    """Whether a unit only rides with its carrier, which alone says what kind of step it is."""
    carrier = step.position.units[unit].aboard
    return bool(carrier) and any(
        other.verb == "step" and step.unit(other) == carrier and other.get("h") == record.get("h")
        for other in step.shown.records
    )


def went(step: Step, units: tuple[str, ...], goal: str, how: str, *, column: bool) -> Iterator[Read]:
    """Pieces came into a hex: moving, attacking, going back, entering the map."""
    position, first = step.position, units[0]
    if not position.units[first].on_map:
        overrun = step.battle.units[first].kind.hq and position.units[first].box not in {"pool", ""}
        kind = do.ReturnHq if overrun else do.Enter
        yield from (Read(kind(unit=unit, hex=goal, by=step.side)) for unit in units)
        return
    if step.owed(do.Withdraw, first):
        yield Read(do.Withdraw(unit=first, path=path(step, first, goal), by=step.side))
    elif step.owed(do.FallBack, first) or (how == "Retreat" and _fights(step, first)):
        yield Read(do.FallBack(unit=first, path=path(step, first, goal), by=step.side))
    elif how == "Retreat":
        yield Read(do.Retreat(unit=first, path=path(step, first, goal), by=step.side))
    elif how == "Melee":
        yield Read(do.Assault(units=units, hex=goal, column=column, by=step.side))
    else:
        yield from along(step, units, goal, column=column)


def _fights(step: Step, unit: str) -> bool:
    """Whether a unit is in the melee that goes on, out of which nobody retreats as a reaction once it has begun."""
    melee, begun = step.position.melee, step.position.state != "REACT"
    return begun and melee is not None and step.position.units[unit].hex == melee.hex


def path(step: Step, unit: str, goal: str) -> tuple[str, ...]:
    """The way back, hex by hex: this step and those that the same piece takes at once after it."""
    path = [goal]
    for shown, place, record in step.following():
        rider = step.reader.unit(record.piece)
        if record.verb == "step" and rider in step.aboard(unit):
            step.reader.consume(shown.at, place, rider)
            continue
        leaves = record.verb == "out" and record.get("what") == "Left"
        goes = record.verb == "step" and record.get("a") in {"Retreat", "Move"}
        if step.reader.unit(record.piece) != unit or not (leaves or goes):
            break
        path.append(OFF if leaves else record.get("h"))
        step.reader.consume(shown.at, place, unit)
        if leaves:
            break
    return _put_right(path, step.position.units[unit].hex)


def _put_right(path: list[str], here: str) -> tuple[str, ...]:
    """A way without the hexes from which the piece was put back at once."""
    way = [here]
    for place in path:
        way = [*way[: way.index(place)], place] if place in way else [*way, place]
    return tuple(way[1:] or path)


def along(step: Step, units: tuple[str, ...], goal: str, *, column: bool) -> Iterator[Read]:
    """A move hex by hex; one that was dragged over several hexes is read along a shortest way.

    Beyond the hexes of the map there is no way that anybody could know.
    """
    grid, here = step.battle.ground.grid, step.position.units[units[0]].hex
    if here == goal:
        return
    if goal not in grid:
        yield Read(do.Move(units=units, hex=goal, column=column, by=step.side), "inferred", "path")
        return
    way = [goal] if grid.distance(here, goal) == 1 else shortest(step.battle, here, goal)
    for place in way:
        action = do.Move(units=units, hex=place, column=column, by=step.side)
        yield Read(action, missing="path") if len(way) == 1 else Read(action, "inferred", "path")


def _back_at_once(step: Step, unit: str) -> tuple[int, int] | None:
    """The record with which a piece that goes somewhere comes back before anything else is done."""
    here = step.position.units[unit].hex
    for shown, place, later in step.following():
        if shown is step.shown:
            continue
        back = later.verb == "step" and step.unit(later) == unit and bool(here) and later.get("h") == here
        return (shown.at, place) if back else None
    return None


def shortest(battle: Battle, start: str, goal: str) -> list[str]:
    """A way with the fewest hexes, the first of several by name."""
    grid, way = battle.ground.grid, []
    here = start
    while here != goal:
        here = min(grid.neighbours(here), key=lambda each: (grid.distance(each, goal), each))
        way.append(here)
    return way


def ride(step: Step, record: Record) -> Iterator[Read]:
    """A company got on or off; to get off says nothing of one that rides nowhere."""
    unit = step.unit(record)
    if unit and (record.get("what") != "Unload" or step.position.units[unit].aboard):
        yield from step.reader.declared(step, record)
