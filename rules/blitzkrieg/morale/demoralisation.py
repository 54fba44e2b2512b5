"""Morale (8.4, 8.5): panic, demoralisation, recovery, and the way back of a demoralised formation."""

from collections.abc import Iterator
from functools import lru_cache

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import effect, on_change, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.activation import factor
from rules.blitzkrieg.cup.command import recheck
from rules.blitzkrieg.model import Position, Trigger
from rules.blitzkrieg.movement.march import allowance, points, step_cost
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.table.placing import OFF, put, take_off
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due, made_good
from rules.engine.reach import Reach
from rules.engine.ruling import Finding, Found, Illegal, broken, noted

STEPS = 2
"""Steps of a combat unit at full strength."""
RECOVERY = 3
LEFT = "left"
"""The box of those who have left the map for good."""


# ------------------------------------------------------------------------------------------------------------ panic
@outcome("BLZ-8.4f", "BLZ-8.4g", "BLZ-5.4c")
@roll("PANIC")
def panic(case: Case[Roll]) -> Position:
    """A roll over the formation factor costs a step and takes the Neutralised marker off."""
    unit = case.action.who
    if first_hit(case.before, unit):
        return case.before
    if case.action.total <= factor(case, case.formation_of(unit)) or case.counter(unit).kind.hq:
        return case.before
    dues = [Due("BLZ-8.4f", (do.StepLoss(unit=unit), do.Remove(unit=unit))[: 1 + (case.unit(unit).steps == 1)])]
    if case.unit(unit).steps > 1:
        dues.append(Due("BLZ-8.4f", (do.Mark(piece=unit, marker="neutralised", on=False),)))
    return case.before.owing(*dues)


def first_hit(position: Position, unit: str) -> bool:
    """True for a unit that the last fire hit when it was steady: no panic roll follows from that."""
    shot = position.shot
    return shot is not None and shot.results.get(unit, "-") != "-" and unit not in shot.shaken


# --------------------------------------------------------------------------------------------------- demoralisation
@outcome("BLZ-8.5a", "BLZ-8.5d", "BLZ-8.5e", "BLZ-10.3e", "BLZ-12.1.2c")
def lost_steps(case: Case[Action], after: Position, unit: str, steps: int) -> Position:
    """The position after a formation lost steps: from half of them on it checks its morale at every loss."""
    name = after.units[unit].formation
    if name not in after.formations:
        return after
    after = after.formation(name, lost=after.formations[name].lost + steps)
    return after.owing(*_check(case.then(after), name))


def _check(case: Case[Action], name: str) -> Iterator[Due]:
    """Losses of the set-up count as we read it; by the other reading only what was left then (AMB-36)."""
    state = case.formation(name)
    units = [case.unit(unit) for unit in case.members(name, on_map=False) if not case.counter(unit).kind.hq]
    full, gone = STEPS * len(units), sum(STEPS - unit.steps for unit in units)
    if state.demoralised or 2 * gone < full or _shaken(case.before, name):
        return
    due = Due("BLZ-8.5d" if state.checked else "BLZ-8.5a", (Roll(purpose="DEMORAL", who=name),))
    early = gone - state.lost
    yield from (due,) if 2 * state.lost >= full - early else case.switches.as_we_read("AMB-36", due)


@outcome("BLZ-8.5b", "BLZ-8.5c", "BLZ-5.4c", "BLZ-1.4c")
@roll("DEMORAL")
def demoralisation(case: Case[Roll]) -> Position:
    """A roll over the formation factor demoralises the formation."""
    name = case.action.who
    after = case.before.formation(name, checked=True)
    if case.action.total <= factor(case, name) or _shaken(after, name):
        return after
    after, again = after.formation(name, recovered=False), Roll(purpose="DEMORAL", who=name)
    pending = tuple(made_good(due) if due.met_by(again) else due for due in after.due)
    return after.but(due=pending).owing(Due("BLZ-8.5b", (do.Mark(piece=name, marker="demoralised"),)))


def _shaken(position: Position, name: str) -> bool:
    """True once a formation has failed its check and its marker is due: it checks no more."""
    return any(due.met_by(do.Mark(piece=name, marker="demoralised")) for due in position.due)


# --------------------------------------------------------------------------------------------------------- recovery
@outcome("BLZ-8.5.1b", "BLZ-8.5.1c", "BLZ-8.5.1d", "BLZ-8.5.1e", "BLZ-2.2.2g")
@roll("RECOVERY")
def recovery(case: Case[Roll]) -> Position:
    """A roll up to the factor less three ends demoralisation; else every unit goes back at once."""
    name, before = case.action.who, case.before
    if not case.formation(name).demoralised:
        return before
    if before.within("TURN_END"):
        before = before.formation(name, tried=True)
    if case.action.total <= factor(case, name) - RECOVERY:
        after = before.formation(name, recovered=before.state == "DECIDE")
        until = next((state for state in ("ADMIN", "TURN_END") if after.within(state)), "")
        off = (do.Mark(piece=name, marker="demoralised", on=False),)
        return after.owing(Due("BLZ-8.5.1d", off, until=until, open_to=("activate",)))
    back = (
        Due(
            "BLZ-8.5.1e",
            (do.Withdraw(unit=unit),),
            must=not stays(case, unit) and gets_nearer(case, unit),
            open_to=("activate",),
        )
        for unit in case.members(name)
    )
    return before.owing(*back)


@rule("BLZ-8.5.1d", on=do.Activate)
def acts_after_recovery(case: Case[do.Activate]) -> Found:
    """A formation that recovers on the draw of its marker is activated normally, as we read it (AMB-38)."""
    formation = case.chit(case.action.chit).formation
    if not formation or not case.formation(formation).recovered:
        return None
    return case.switches.tolerated("AMB-38", broken("morale.recovered", formation=formation))


# ------------------------------------------------------------------------------------------------- the way back
@lru_cache(maxsize=32)
def _depths(battle: Battle) -> dict[tuple[str, str], int]:
    """For each map edge and hex, how many hexes it is to the edge."""
    grid = battle.ground.grid
    return {
        (edge, place): min(grid.distance(place, last) for last in places)
        for edge, places in battle.ground.edges.items()
        for place in grid.places
    }


@outcome("BLZ-8.5.1f", "BLZ-8.5.1g")
def depth(case: Case[Action], unit: str, place: str) -> int:
    """How far a hex is from the unit's own map edge; one past the edge is off the map."""
    return -1 if place == OFF else _depths(case.battle)[case.battle.own_edges[case.side(unit)], place]


def way_cost(case: Case[Action], unit: str, start: str, goal: str) -> int | None:
    """What a step of the way back costs; None into a hex that cannot be entered or that holds an enemy."""
    if case.there(goal, case.battle.enemy(case.side(unit))):
        return None
    return step_cost(case, unit, start, goal)


def stays(case: Case[Action], unit: str) -> bool:
    """True for a unit that is not moved: a neutralised one, as we read it (AMB-37), and one that rides."""
    state = case.unit(unit)
    shaken = state.neutralised and not case.counter(unit).kind.hq
    return bool(state.aboard) or (shaken and not case.switches.read_otherwise("AMB-37"))


def gets_nearer(case: Case[Action], unit: str) -> bool:
    """True if a unit can get nearer to its own map edge."""
    here = depth(case, unit, case.unit(unit).hex)
    return any(depth(case, unit, place) < here for place in ways(case, unit).costs)


def _budget(case: Case[Action], unit: str) -> int:
    most = allowance(case, unit)
    shaken = case.unit(unit).neutralised and not case.counter(unit).kind.hq
    return most // 4 * 2 if shaken else most


def ways(case: Case[Action], unit: str) -> Reach[str]:
    """Where a unit can get on its way back."""
    grid = case.battle.ground.grid
    return grid.reach(case.unit(unit).hex, lambda start, goal: way_cost(case, unit, start, goal), _budget(case, unit))


def tied_to(case: Case[Action], unit: str, place: str) -> frozenset[str]:
    """The hexes next to a hex in which enemy combat units stand."""
    enemy = case.battle.enemy(case.side(unit))
    return frozenset(near for near in case.battle.ground.grid.neighbours(place) if case.fighters(near, enemy))


@rule("BLZ-8.5.1e", on=do.Withdraw)
def towards_its_own_edge(case: Case[do.Withdraw]) -> Iterator[Finding | None]:
    """A unit goes back towards its own edge and spends all its points for that; a neutralised one stays."""
    unit, path = case.action.unit, case.action.path
    if not case.unit(unit).on_map:
        return
    if stays(case, unit):
        if path and not case.unit(unit).aboard:
            yield noted("withdraw.neutralised", unit=unit)
        return
    spent, by_road = _spent(case, unit, path), _spent(case, unit, path, column=True)
    if spent is None or by_road is None or (by_road > _budget(case, unit) and len(path) > 1):
        yield broken("withdraw.way", unit=unit, path=path)
        return
    left = max(_budget(case, unit) - spent, 0)
    if not _far_enough(case, unit, path, left):
        yield broken("withdraw.short", unit=unit, left=points(left))


def _spent(case: Case[Action], unit: str, path: tuple[str, ...], *, column: bool = False) -> int | None:
    """What the way costs, by road if it is taken in column; None if it is no way."""
    here, total = case.unit(unit).hex, 0
    for place in path:
        if place == OFF:
            return total if depth(case, unit, here) == 0 and place == path[-1] else None
        if not case.beside(here, place) or way_cost(case, unit, here, place) is None:
            return None
        price = step_cost(case, unit, here, place, column=column) or 0
        here, total = place, total + price
    return total


def _far_enough(case: Case[Action], unit: str, path: tuple[str, ...], left: int) -> bool:
    """False if the unit is no nearer to its edge though it could be, or could go on towards it with what is left."""
    start, end = case.unit(unit).hex, path[-1] if path else case.unit(unit).hex
    if end == OFF or depth(case, unit, end) == 0:
        return True
    prices = (
        way_cost(case, unit, end, near)
        for near in case.battle.ground.grid.neighbours(end)
        if depth(case, unit, near) < depth(case, unit, end) and _could_stop(case, unit, near)
    )
    if any(price is not None and price <= left for price in prices):
        return False
    return depth(case, unit, end) < depth(case, unit, start) or not gets_nearer(case, unit)


def _could_stop(case: Case[Action], unit: str, place: str) -> bool:
    """True for a hex with room that is not next to an enemy from whom the unit has to get away."""
    away = not tied_to(case, unit, case.unit(unit).hex) & tied_to(case, unit, place)
    return away and room(case, place, case.side(unit), (unit,))


@rule("BLZ-8.5.1h", on=do.Withdraw)
def away_from_the_enemy(case: Case[do.Withdraw]) -> Found:
    """A unit gets away from the enemy units that it was next to, if it can on its way."""
    unit, path = case.action.unit, case.action.path
    if not case.unit(unit).on_map or stays(case, unit) or (path and path[-1] not in case.battle.ground.grid):
        return None
    start, end = case.unit(unit).hex, path[-1] if path else case.unit(unit).hex
    kept = tied_to(case, unit, start) & tied_to(case, unit, end)
    if not kept:
        return None
    free = (
        place
        for place in ways(case, unit).costs
        if depth(case, unit, place) <= depth(case, unit, end)
        and not tied_to(case, unit, start) & tied_to(case, unit, place)
    )
    return broken("withdraw.adjacent", unit=unit, enemies=tuple(sorted(kept))) if any(free) else None


@outcome("BLZ-8.5.1e", "BLZ-8.5.1i")
@effect(do.Withdraw)
def withdraw(case: Case[do.Withdraw]) -> Position:
    """The unit has gone back; nobody may fire at it for that."""
    unit, after = case.action.unit, case.before
    for place in case.action.path:
        if place == OFF:
            after = take_off(case, after, unit, LEFT)
        elif place in case.battle.ground.grid:
            after = put(case, after, (unit,), place, "withdraw")
    trigger = Trigger("withdraw", (unit,), after.units[unit].hex)
    own = case.members(case.formation_of(unit))
    waiting = {
        one.piece for due in after.due for one in due.options if isinstance(one, do.Mark) and one.marker == "ooc"
    }
    checked = own if after.within("ADMIN") else (unit, *(name for name in own if name != unit and name in waiting))
    return recheck(case, after.but(trigger=trigger), checked)


# ---------------------------------------------------------------------------------------------------- no units left
@outcome("BLZ-8.5.1j")
@on_change
def nobody_left(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """The marker of a formation that has left the map, and has nobody to come, is taken out for good."""
    if isinstance(case.action, do.Withdraw | do.StepLoss | do.Remove):
        name = case.formation_of(case.action.unit)
        if name in case.battle.formations and not any(
            _in_play(case, after, unit) for unit in case.members(name, on_map=False)
        ):
            return after.owing(*_out_of_play(case, after, name))
    return after


def _in_play(case: Case[Action], after: Position, unit: str) -> bool:
    state = after.units[unit]
    if case.counter(unit).kind.hq:
        return state.on_map
    return state.on_map or (state.steps > 0 and state.box not in {LEFT, "withdrawn"})


def _out_of_play(case: Case[Action], after: Position, name: str) -> Iterator[Due]:
    chit = case.command(name).chit
    due = Due("BLZ-8.5.1j", (do.Discard(chit=chit),), until="ADMIN")
    if chit and after.chits.get(chit, OFF) != OFF and due not in after.due:
        yield due


__all__ = ["Illegal", "lost_steps"]
