"""Pieces that came into a hex: moving, attacking, going back, entering the map, riding."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.melee.who import barred
from rules.blitzkrieg.morale.demoralisation import depth, way_cost, ways
from rules.blitzkrieg.movement.march import allowance, limit, step_cost
from rules.blitzkrieg.reactions.retreats import open_to
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.told import ENDS
from rules.blitzkrieg.reading.words import LAND
from rules.blitzkrieg.table.placing import OFF
from rules.blitzkrieg.turn.timetable import arrival_by_unit
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.evidence import Record
from rules.engine.reading import Read
from rules.engine.switches import Switches

Back = do.Withdraw | do.FallBack | do.Retreat
OPEN: Final = Switches()
"""Nothing is settled: what a step costs hangs on no ruling."""
FAR: Final = 400
"""No way on a map costs so many halves of a point."""
WHATEVER_THE_WAY: Final = frozenset(
    f"BLZ-{each}"
    for each in ("2.2.2b", "5a", "5.3j", "5.4g", "6.1h", "6.1i", "8.4a", "9.1.2d", "9.1.4a", "9.2a", "10.3c")
)
"""Rules that forbid a unit to move at all."""
TOO_EARLY: Final = frozenset({"BLZ-12.2.3b", "BLZ-12.2.3c", "BLZ-12.2.3d", "BLZ-12.2.3e"})
"""Rules by which a unit comes in a later turn, wherever it enters."""


def moved(step: Step, record: Record) -> Iterator[Read]:
    """Pieces made a step together."""
    unit, said, goal = step.unit(record), record.get("a"), record.get("h")
    placed = said == "Place" and not step.position.within("ACTIVE")
    if not unit or placed or step.position.within("SETUP") or _taken_along(step, unit, record):
        return
    back = _back_at_once(step, unit) if said == "Melee" else None
    if back is not None:
        # dragged among the enemy, and put back before anything was done: nobody was attacked
        step.reader.consume(*back, unit)
        yield taken_back(step, (unit,))
        return
    meant = _as_the_board_shows(step, unit, goal, said)
    together = [unit]
    origin = record.get("from")
    for shown, place, other in step.following():
        near = shown is step.shown or meant == "Melee"
        if other.verb != "step" or not near or other.get("a") != said or other.get("h") != goal:
            if near and other.verb == "step":
                continue
            break
        also = step.unit(other)
        if also and (other.get("from") == origin or meant == "Melee"):
            together.append(also)
            step.reader.consume(shown.at, place, also)
    riders = {name for name in together if step.position.units[name].aboard in together}
    units = tuple(name for name in together if name not in riders)
    off = _got_off(step, unit, together, meant, goal)
    reads = [*off, *went(step, units, goal, meant, column=record.get("col") == "yes")]
    yield from as_it_ended(step, units, together, reads)


def _as_the_board_shows(step: Step, unit: str, goal: str, said: str) -> str:
    """What a step is, whatever key was pressed: the active side does not react, nobody attacks where no enemy is."""
    own = step.battle.units[unit].side == step.position.active and not fights(step, unit)
    enemies = any(step.battle.side_of(name) != step.battle.side_of(unit) for name in step.position.at(goal))
    # where the clock was left at the set-up, the module takes each step for a placing
    wrong = said == "Place" or (said == "Retreat" and own) or (said == "Melee" and not enemies)
    how = "Move" if wrong else said
    return "Melee" if how == "Move" and begins_a_melee(step, (unit,), goal) else how


def as_it_ended(step: Step, units: tuple[str, ...], together: Iterable[str], reads: Sequence[Read]) -> Iterator[Read]:
    """What pieces did that came into a hex: what is put right at once was nothing, and worth a remark at most."""
    going = {step.reader.unit(each.piece) for each in step.shown.moved}
    everybody = frozenset(together) & going
    at = put_right(step, units, everybody)
    for name in everybody if at else ():
        step.reader.awaits(name, at)
    if not at or step.reader.was_read(at, 0):
        yield from reads  # where it went on is a part of the same way
    elif len(reads) == 1 or _could_be_done(step, reads):
        yield from (msgspec.structs.replace(each, slip=True, instead=()) for each in reads)


def _could_be_done(step: Step, reads: Iterable[Read]) -> bool:
    """Whether all of a way can be gone; of one that cannot, nobody has gone a part."""
    position, referee = step.position, step.reader.legal.referee
    for each in reads:
        position, ruling = referee.step(position, each.action)
        if not ruling.legal:
            return False
    return True


def _got_off(step: Step, unit: str, together: list[str], how: str, goal: str) -> Iterator[Read]:
    """A company that goes on while its carrier stays has got off if both could do that, whether or not it is said.

    Who fights in a melee does not get off: he goes back.
    """
    carrier = step.position.units[unit].aboard
    deeds = [step.position.deed(each) for each in (unit, carrier)] if carrier else []
    could = all(not (deed.loaded or deed.fired or deed.melees) for deed in deeds)
    if not carrier or carrier in together or how != "Move" or fights(step, unit) or not could:
        return
    later = next((each for _, _, each in step.following() if each.verb == "step"), None)
    if later is None or step.unit(later) != carrier or later.get("h") != goal:
        yield Read(do.Unload(unit=unit, by=step.side), "inferred", "declaration")


def taken_back(step: Step, units: tuple[str, ...]) -> Read:
    """Units are where they were before, though they were dragged among the enemy."""
    return Read(do.Move(units=units, hex=step.position.units[units[0]].hex, column=None, by=step.side))


def put_right(step: Step, units: tuple[str, ...], together: frozenset[str]) -> int:
    """When pieces that came into a hex go on, at once, to where they came from or to a hex beside it; 0 if never.

    Who came from beside the map goes on to wherever it belongs.
    """
    grid, here = step.battle.ground.grid, step.position.units[units[0]].hex
    for shown in (each for each in step.ahead if not each.idle):
        others = (record for record in shown.records if step.unit(record) not in together)
        gone = [each.target for each in shown.moved if step.reader.unit(each.piece) in together]
        if any(True for _ in others) or (shown.moved and not gone) or not (gone or shown.records):
            return 0
        end = gone[0].name if gone and gone[0].zone == LAND else ""
        if gone:
            beside = here not in grid or grid.measure(here, end).within(1) is Answer.YES
            return shown.at if beside and end in grid else 0
    return 0


def _back_at_once(step: Step, unit: str) -> tuple[int, int] | None:
    """The record with which a piece that goes somewhere comes back before anything else is done."""
    here = step.position.units[unit].hex
    for shown, place, later in step.following():
        if shown is step.shown:
            continue
        back = later.verb == "step" and step.unit(later) == unit and bool(here) and later.get("h") == here
        return (shown.at, place) if back else None
    return None


def begins_a_melee(step: Step, units: tuple[str, ...], goal: str) -> bool:
    """Whether units of the active side come among the enemy, and a melee is fought there, whatever key they used."""
    there = _attacked(step, units, goal)
    return bool(there) and _fought(step, units, goal, there) is True


def _attacked(step: Step, units: tuple[str, ...], goal: str) -> set[str]:
    """The enemies in a hex into which units of the active side come."""
    position, side = step.position, step.battle.units[units[0]].side
    attacks = side == position.active and position.units[units[0]].hex not in {"", goal}
    return {name for name in position.at(goal) if step.battle.units[name].side != side} if attacks else set()


def _fought(step: Step, units: tuple[str, ...], goal: str, there: set[str]) -> bool | None:
    """Whether a melee is fought in a hex next; nothing where the log ends before anything tells."""
    alone = all(step.battle.units[name].kind.hq for name in there)
    for _, _, record in step.following():
        left = record.verb in {"step", "out"} and step.unit(record) in units and record.get("h") != goal
        if alone and record.verb == "out" and step.unit(record) in there:
            return True
        if left or record.verb in {"actend", "draw", "opsend", "phase"}:
            return False
        if record.verb == "roll" and record.get("p") == "MELEE":
            return True
        if record.verb == "fire" and {*step.units(record, "by"), step.unit(record)} & there:
            return bool({*step.units(record, "by"), step.unit(record)} & {*units})
    return None


def goes_as_one(step: Step, units: tuple[str, ...], goal: str) -> bool:
    """Whether pieces that are dragged together go back together, or attack together."""
    return _way_back(step, units, "Move") is not None or begins_a_melee(step, units, goal)


def coming_too(step: Step, units: tuple[str, ...], goal: str) -> Iterator[str]:
    """Who else is dragged to the same hex next, before anybody says anything."""
    side = step.battle.units[units[0]].side
    for shown in step.ahead:
        coming = [step.reader.unit(each.piece) for each in shown.moved if each.target.name == goal]
        if shown.records or not coming or any(not name or step.battle.units[name].side != side for name in coming):
            return
        for name in coming:
            step.reader.awaits(name, shown.at)
            yield name


def _taken_along(step: Step, unit: str, record: Record) -> bool:
    """Whether a unit only rides with its carrier, which alone says what kind of step it is, now, before or next."""
    carrier = step.position.units[unit].aboard
    if not carrier:
        return False
    if step.position.units[unit].hex == record.get("h"):
        return True
    shown, _, after = next(step.following(), (step.shown, 0, record))
    taking = [other for other in (*step.shown.records, after) if other.verb == "step" and step.unit(other) == carrier]
    if any(other.get("h") == record.get("h") for other in taking):
        step.reader.awaits(unit, shown.at)
        return True
    return False


def went(step: Step, units: tuple[str, ...], goal: str, how: str, *, column: bool | None) -> Iterator[Read]:
    """Pieces came into a hex: moving, attacking, going back, entering the map."""
    position, first = step.position, units[0]
    if not position.units[first].on_map:
        overrun = step.battle.units[first].kind.hq and position.units[first].box not in {"pool", ""}
        for unit in units:
            yield from (Read(do.ReturnHq(unit=unit, hex=goal, by=step.side)),) if overrun else entered(step, unit, goal)
        return
    back = _way_back(step, units, how)
    if back is not None:
        # an HQ goes along with its own, so theirs comes first
        for unit in sorted(units, key=lambda unit: step.battle.units[unit].kind.hq):
            far = back is do.Withdraw and _is_far(step, position.units[unit].hex, goal)
            way = path(step, unit, goal, back)
            if not way:
                continue  # it went astray, and back to where it stood
            straight = len(way) > 1 and not _is_far(step, position.units[unit].hex, way[-1])
            meant = (Read(back(unit=unit, path=way[-1:], by=step.side)),) if straight else ()
            read = Read(back(unit=unit, path=way, by=step.side), instead=meant)
            yield msgspec.structs.replace(read, how="inferred", missing="path") if far else read
    elif how != "Melee" and position.units[first].hex == goal:
        return
    elif how == "Melee":
        yield Read(do.Assault(units=units, hex=goal, column=bool(column), by=step.side))
    elif position.state == "REACT" and step.battle.units[first].side != position.active:
        yield from (_retreated_without_a_word(step, unit, goal) for unit in units)
    else:
        yield from _left_behind(step, units)
        attacks = Read(do.Assault(units=units, hex=goal, column=bool(column), by=step.side))
        lone = _lone_hq(step, units, goal)
        for read in along(step, units, goal, column=column):
            yield msgspec.structs.replace(read, instead=(attacks,)) if lone else read


def _left_behind(step: Step, units: tuple[str, ...]) -> Iterator[Read]:
    """The companies that lie where they were to the end of the activation, though their carriers went: they got off."""
    for rider in sorted(name for unit in units for name in step.aboard(unit)):
        here, lying = step.position.units[rider].hex, step.board().pieces
        stays = any(each.spot.name == here for each in lying if step.reader.unit(each.piece) == rider)
        if stays and _moves_no_more(step, rider):
            yield Read(do.Unload(unit=rider, by=step.side), "inferred", "unloading")


def _moves_no_more(step: Step, unit: str) -> bool:
    """Whether an activation ends, as far as can be seen, without a unit being moved."""
    for shown in step.ahead:
        if any(step.reader.unit(each.piece) == unit for each in shown.moved):
            return False
        if any(record.verb in ENDS for record in shown.records):
            return True
    return False


def _lone_hq(step: Step, units: tuple[str, ...], goal: str) -> bool:
    """Whether nobody but HQs of the enemy stands in the next hex: who goes there overruns them, whatever the key."""
    side = step.battle.units[units[0]].side
    there = [name for name in step.position.at(goal) if step.battle.units[name].side != side]
    near = goal in step.battle.ground.grid.neighbours(step.position.units[units[0]].hex)
    return near and bool(there) and all(step.battle.units[name].kind.hq for name in there)


def entered(step: Step, unit: str, goal: str) -> Iterator[Read]:
    """A piece came onto the map; one that was dragged on at once came in by the nearest hex where it may."""
    arrival = arrival_by_unit(step.battle).get(unit)
    for place in sorted(arrival.entry) if arrival and goal not in arrival.entry else ():
        inside = Case(step.battle, OPEN, step.position.unit(unit, hex=place), Action())
        first = step_cost(inside, unit, "", place)
        left = allowance(inside, unit) - (first or 0)
        found = step.battle.ground.grid.reach(place, _prices(inside, (unit,), goal), max(left, 0))
        if first is not None and goal in found:
            yield Read(
                do.Enter(unit=unit, hex=place, by=step.side), "inferred", "path", certain=WHATEVER_THE_WAY | TOO_EARLY
            )
            for each in found.path(goal):
                yield Read(do.Move(units=(unit,), hex=each, column=None, by=step.side), "inferred", "path")
            return
    yield Read(do.Enter(unit=unit, hex=goal, by=step.side))


def _way_back(step: Step, units: tuple[str, ...], how: str) -> type[Back] | None:
    """How units go back together: as a result makes them, or of their own will; nothing if they do not go back."""
    for kind in (do.Withdraw, do.FallBack):
        if any(step.owed(kind, unit) for unit in units):
            return kind
    if any(_goes_with_its_own(step, unit) for unit in units):
        return do.FallBack
    if how != "Retreat":
        return None
    return do.FallBack if fights(step, units[0]) else do.Retreat


def _goes_with_its_own(step: Step, unit: str) -> bool:
    """Whether an HQ stands with a unit that has to leave a melee, or may."""
    known, here = step.battle.units[unit], step.position.units[unit].hex
    own = (name for name in step.position.at(here) if step.battle.units[name].side == known.side)
    return known.kind.hq and fights(step, unit) and any(step.owed(do.FallBack, name) for name in own)


def _retreated_without_a_word(step: Step, unit: str, goal: str) -> Read:
    """A unit of the passive side went somewhere by the wrong key: a retreat, if it could."""
    back = Read(do.Retreat(unit=unit, path=(goal,), by=step.side), "inferred", "declaration")
    return Read(do.Move(units=(unit,), hex=goal, by=step.side), instead=(back,))


def fights(step: Step, unit: str) -> bool:
    """Whether a unit is in the melee that goes on, out of which nobody retreats as a reaction once it has begun."""
    melee, begun = step.position.melee, step.position.state != "REACT"
    return begun and melee is not None and step.position.units[unit].hex == melee.hex


def path(step: Step, unit: str, goal: str, kind: type[Back] = do.Withdraw) -> tuple[str, ...]:
    """The way back, hex by hex: this step and those the same piece takes at once after it; none if it ends here."""
    path = [*_dragged_back(step, unit, goal, kind)]
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


def withdrawn(step: Step, unit: str, way: tuple[str, ...]) -> Iterator[Read]:
    """A unit of a demoralised formation went back; dragged over several hexes, by a cheapest way there is."""
    if not way:
        return
    case = Case(step.battle, OPEN, step.position, Action())
    reach, first = ways(case, unit), way[0]
    ends = [place for place in reach.costs if depth(case, unit, place) == 0] if first == OFF else [first]
    if reach.start in ends or not (first == OFF or _is_far(step, reach.start, first)):
        yield Read(do.Withdraw(unit=unit, path=way, by=step.side))
        return
    near = min(
        (place for place in ends if place in reach.costs), key=lambda place: (reach.costs[place], place), default=""
    )
    before = reach.path(near) if near else ()
    whole = (*before, *(way if first == OFF else way[1:])) if near else way
    yield Read(do.Withdraw(unit=unit, path=whole, by=step.side), *(("inferred", "path") if near else ()))


def _is_far(step: Step, here: str, goal: str) -> bool:
    grid = step.battle.ground.grid
    return grid.measure(here, goal).within(1) is Answer.NO


def _dragged_back(step: Step, unit: str, goal: str, kind: type[Back]) -> tuple[str, ...]:
    """The way by which a piece may have gone back that was dragged there in one go; the hex alone if there is none."""
    grid, here = step.battle.ground.grid, step.position.units[unit].hex
    if not _is_far(step, here, goal):
        return (goal,)
    case = Case(step.battle, OPEN, step.position, Action())
    if kind is do.Withdraw:
        found = grid.reach(here, lambda start, place: _home_price(case, unit, start, place), FAR)
        return found.path(goal) if goal in found else (goal,)
    closed = barred(case) if kind is do.FallBack else frozenset[str]()
    found = grid.reach(here, lambda _, place: 1 if place not in closed and open_to(case, unit, place) else None, FAR)
    return found.path(goal) if goal in found else (goal,)


def _home_price(case: Case[Action], unit: str, start: str, place: str) -> int | None:
    """What a step of the way home costs at least: by road, if there is one."""
    if way_cost(case, unit, start, place) is None:
        return None
    return step_cost(case, unit, start, place, column=None)


def _put_right(path: list[str], here: str) -> tuple[str, ...]:
    """A way without the hexes from which the piece was put back at once."""
    way = [here]
    for place in path:
        way = [*way[: way.index(place)], place] if place in way else [*way, place]
    return tuple(way[1:])


def along(step: Step, units: tuple[str, ...], goal: str, *, column: bool | None) -> Iterator[Read]:
    """A move hex by hex; one that was dragged over several hexes is read along a cheapest way, by road if there is one.

    Nobody knows by which way a piece was dragged, so no way that could be paid for is held against it, and nothing
    that hangs on the way. If there is none, the step that cannot be paid for is certain. Beyond the hexes of the map
    there is no way that anybody could know.
    """
    grid, here = step.battle.ground.grid, step.position.units[units[0]].hex
    if here == goal:
        return
    if goal not in grid or here not in grid:
        yield Read(do.Move(units=units, hex=goal, column=column, by=step.side), "inferred", "path")
        return
    if grid.distance(here, goal) == 1:
        step.reader.guesses(units, ())
        action, there = do.Move(units=units, hex=goal, column=column, by=step.side), _attacked(step, units, goal)
        cut = bool(there) and _fought(step, units, goal, there) is None
        yield Read(action, "inferred", "rest") if cut else Read(action, missing="path")
        return
    case = Case(step.battle, OPEN, step.position, Action())
    way, paid = _dragged_way(case, units, goal)
    step.reader.guesses(units, way)
    for number, place in enumerate(way):
        action = do.Move(units=units, hex=place, column=None, by=step.side)
        if number < paid:
            yield Read(action, "inferred", "path", certain=WHATEVER_THE_WAY)
        else:
            yield Read(action, slip=number > paid)


def _dragged_way(case: Case[Action], units: tuple[str, ...], goal: str) -> tuple[tuple[str, ...], int]:
    """A cheapest way, and how much of it is paid for."""
    left, prices = min(_left(case, unit) for unit in units), _prices(case, units, goal)
    found = case.battle.ground.grid.reach(case.unit(units[0]).hex, prices, FAR)
    if goal not in found:
        return (goal,), 0
    way, spent, paid = found.path(goal), 0, 0
    for here, place in pairwise((found.start, *way)):
        spent += prices(here, place) or 0
        paid += spent <= left
    return way, paid


def _left(case: Case[Action], unit: str) -> int:
    """The points that a unit has left, in halves."""
    return limit(case, unit) - case.before.deed(unit).spent


def _prices(case: Case[Action], units: tuple[str, ...], goal: str) -> Callable[[str, str], int | None]:
    enemy = case.battle.enemy(case.side(units[0]))

    def price(here: str, place: str) -> int | None:
        if place != goal and (case.there(place, enemy) or place in case.before.mines):
            return None
        costs = [step_cost(case, unit, here, place, column=None) for unit in units]
        return None if None in costs else max(cost for cost in costs if cost is not None)

    return price


def ride(step: Step, record: Record) -> Iterator[Read]:
    """A company got on or off; to get off says nothing of one that rides nowhere, and both at once are nothing."""
    unit = step.unit(record)
    if not unit or (record.get("what") == "Unload" and not step.position.units[unit].aboard):
        return
    for shown, place, later in step.run("ride", unit):
        if later.get("what") != record.get("what") and _as_before(step, unit, later):
            step.reader.consume(shown.at, place, unit)
            return
        break
    yield from step.reader.declared(step, record)


def _as_before(step: Step, unit: str, later: Record) -> bool:
    """Whether a company rides, or does not, as it did before it got off or on and then on or off again."""
    carrier = step.position.units[unit].aboard
    return carrier in {"", *step.units(later, "at")} and bool(carrier) == (later.get("what") == "Load")
