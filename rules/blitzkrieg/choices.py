"""What could be done in each state of play: the cup, movement, fire, reactions, melee; for the generator of options."""

from collections.abc import Iterator
from itertools import combinations

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.command import strays
from rules.blitzkrieg.cup import drawn
from rules.blitzkrieg.fire import column
from rules.blitzkrieg.firing import reach
from rules.blitzkrieg.general import EXHAUSTED_CLEARED, NEUTRALISED_CLEARED, just_drawn
from rules.blitzkrieg.melee import barred, fighting, opponents, still_to_fire
from rules.blitzkrieg.morale import depth, stays, ways
from rules.blitzkrieg.movement import limit, on_road, step_cost
from rules.blitzkrieg.options import candidates, fills, rash
from rules.blitzkrieg.placing import OFF, with_riders
from rules.blitzkrieg.reactions import window
from rules.blitzkrieg.retreats import paths
from rules.blitzkrieg.stacking import room
from rules.engine.actions import Action

STACK = 3
Nothing = Case[Action]
"""A case in which nothing has been done yet."""


# ---------------------------------------------------------------------------------------------------- turn and cup
@candidates("ADMIN")
def end_of_administration(_: Nothing) -> Iterator[Action]:
    """The phase is declared done."""
    yield do.EndAdmin()


@candidates("DRAW")
def drawing(case: Nothing) -> Iterator[Action]:
    """A chit is drawn, or the phase ends."""
    for chit, place in case.before.chits.items():
        if place in {"cup", "kept", "reserve"}:
            yield do.Draw(chit=chit)
    yield do.EndPhase(reason="passes" if case.before.passed else "empty")


@candidates("DECIDE")
def deciding(case: Nothing) -> Iterator[Action]:
    """The drawn chit is used, declined, held or kept; something from the hand is played with it."""
    chit = drawn(case.before)
    if not chit:
        return
    kind, side = case.chit(chit).kind, case.chit(chit).side
    yield from (do.Skip(chit=chit), do.Pass(chit=chit), do.Keep(chit=chit))
    if kind in {"repeat", "general"}:
        yield do.Hold(chit=chit)
    else:
        yield from (do.Activate(chit=chit), do.Defer(chit=chit))
        if side in case.before.deferred:
            yield do.Activate(chit=chit, also=case.before.deferred[side])
    yield from _from_the_hand(case)


def _from_the_hand(case: Nothing) -> Iterator[Action]:
    for chit, place in case.before.chits.items():
        if place == "held" or chit == drawn(case.before):
            kind = case.chit(chit).kind
            yield from _repeats(case, chit) if kind == "repeat" else _generals(case, chit) if kind == "general" else ()


def _repeats(case: Nothing, chit: str) -> Iterator[Action]:
    side = case.chit(chit).side
    for name, formation in case.battle.formations.items():
        if formation.side == side and case.members(name):
            yield do.PlayRepeat(chit=chit, formation=name)


def _generals(case: Nothing, chit: str) -> Iterator[Action]:
    side = case.chit(chit).side
    yield from (do.PlayGeneral(chit=chit, option="pair"), do.PlayGeneral(chit=chit, option="repeat"))
    yield from _cancelling(case, chit)
    shaken = [name for name, unit in case.before.units.items() if unit.neutralised and case.side(name) == side]
    tired = [
        name for name, state in case.before.formations.items() if state.exhausted and case.command(name).side == side
    ]
    for names, most in ((shaken, NEUTRALISED_CLEARED), (tired, EXHAUSTED_CLEARED)):
        for count in range(1, min(len(names), most) + 1):
            yield from (do.PlayGeneral(chit=chit, option="clear", on=on) for on in combinations(names, count))


def _cancelling(case: Nothing, chit: str) -> Iterator[Action]:
    target = just_drawn(case)
    if target and case.chit(target).side != case.chit(chit).side:
        yield do.PlayGeneral(chit=chit, option="cancel", on=(target,))


@candidates("DRAW")
def answering_what_lies_there(case: Nothing) -> Iterator[Action]:
    """A General from the hand cancels what the other side has laid before itself."""
    for chit, place in case.before.chits.items():
        if place == "held" and case.chit(chit).kind == "general":
            yield from _cancelling(case, chit)


@candidates("ADMIN", "DRAW", "DECIDE", "ACTIVE", "TURN_END")
def conceding(case: Nothing) -> Iterator[Action]:
    """Either side gives up."""
    yield from (do.Conclude(result=case.battle.enemy(side), by=side) for side in case.battle.sides)


@candidates("CHECKS", "ACT_END")
def around_an_activation(case: Nothing) -> Iterator[Action]:
    """Something from the hand before or directly after an activation."""
    yield from _from_the_hand(case)


@candidates("TURN_END")
def next_turn(case: Nothing) -> Iterator[Action]:
    """The turn marker is advanced."""
    yield do.NextTurn(turn=case.before.turn + 1)


# ------------------------------------------------------------------------------------------------------ active side
def actives(case: Nothing) -> Iterator[str]:
    """The units on the map that may act."""
    for formation in case.activation.formations if case.activation else ():
        yield from case.members(formation)


@candidates("ACTIVE")
def movement(case: Nothing) -> Iterator[Action]:
    """Every stack and every part of it moves into every neighbouring hex, on the road also in column."""
    for place, units in _stacks(case).items():
        able = [unit for unit in units if _may_move(case, unit)]
        for goal in case.battle.ground.grid.neighbours(place):
            if case.there(goal, case.passive):
                yield from _assaults(case, units, place, goal)
                continue
            for column_march in (False, True) if on_road(case, place, goal) else (False,):
                going = [unit for unit in able if _affords(case, unit, place, goal, column=column_march)]
                for group in _groups(case, going):
                    yield do.Move(units=group, hex=goal, column=column_march)


@rash(do.Move, do.Assault, do.Enter)
def cannot_stay(case: Nothing, action: do.Move | do.Assault | do.Enter) -> bool:
    """True for a move after which a unit is beyond its radius or one too many in the hex."""
    moved = (action.unit,) if isinstance(action, do.Enter) else action.units
    side, units = case.side(moved[0]), with_riders(case.before, moved)
    if not isinstance(action, do.Assault) and not room(case, action.hex, side, units):
        return True
    return any(strays(case, unit, action.hex) for unit in units)


def _stacks(case: Nothing) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in actives(case):
        if not case.unit(unit).aboard:
            found.setdefault(case.unit(unit).hex, []).append(unit)
    return found


def _may_move(case: Nothing, unit: str) -> bool:
    deed, state = case.before.deed(unit), case.unit(unit)
    return (
        not deed.halted and deed.fired not in {"full", "open"} and (not state.neutralised or case.counter(unit).kind.hq)
    )


def _affords(case: Nothing, unit: str, start: str, goal: str, *, column: bool) -> bool:
    price, deed = step_cost(case, unit, start, goal, column=column), case.before.deed(unit)
    return price is not None and (deed.hexes == 0 or deed.spent + price <= limit(case, unit))


def _groups(case: Nothing, units: list[str]) -> Iterator[tuple[str, ...]]:
    """Every part of a stack that may move together."""
    for size in range(1, len(units) + 1):
        for group in combinations(units, size):
            if sum(case.counter(unit).kind.stacks for unit in group) <= STACK:
                yield group


def _assaults(case: Nothing, units: list[str], start: str, goal: str) -> Iterator[Action]:
    fighters = [unit for unit in units if case.counter(unit).kind.direct_fire and _may_attack(case, unit)]
    for column_march in (False, True) if on_road(case, start, goal) else (False,):
        for group in _groups(case, fighters):
            yield do.Assault(units=group, hex=goal, column=column_march)


def _may_attack(case: Nothing, unit: str) -> bool:
    deed, state = case.before.deed(unit), case.unit(unit)
    return not (deed.halted or deed.fired or deed.loaded or state.neutralised or state.ooc)


@candidates("ACTIVE")
def shooting(case: Nothing) -> Iterator[Action]:
    """Every unit fires at every enemy in its range, at full or reduced strength, a carrier also with its company."""
    for unit in actives(case):
        deed, face = case.before.deed(unit), case.face(unit)
        if deed.fired or deed.melees or not face.range or not face.attack:
            continue
        aboard = [name for name, state in case.before.units.items() if state.aboard == unit]
        modes: tuple[do.Mode, ...] = ("reduced",) if deed.spent else ("full", "reduced")
        for target in targets(case, unit):
            for mode in modes:
                yield do.Fire(unit=unit, target=target, mode=mode)
                yield from (do.Fire(unit=unit, target=target, mode=mode, company=name) for name in aboard)


def targets(case: Nothing, unit: str) -> Iterator[str]:
    """The enemy units in a unit's range."""
    start, enemy = case.unit(unit).hex, case.battle.enemy(case.side(unit))
    most = reach(case, unit)[0] + 1
    for place, pieces in case.occupants.items():
        if case.distance(start, place) <= most:
            yield from (piece for piece in pieces if case.side(piece) == enemy)


@candidates("ACTIVE")
def riding(case: Nothing) -> Iterator[Action]:
    """Companies get on and off."""
    for unit in actives(case):
        if case.unit(unit).aboard:
            yield do.Unload(unit=unit)
        elif case.counter(unit).kind.rides:
            here = case.there(case.unit(unit).hex, case.side(unit))
            yield from (do.Load(unit=unit, carrier=other) for other in here if case.counter(other).kind.carries)


@candidates("ACTIVE")
def end_of_activation(_: Nothing) -> Iterator[Action]:
    """The activation is declared ended."""
    yield do.EndActivation()


# ------------------------------------------------------------------------------------------------------- passive side
@candidates("REACT")
def reacting(case: Nothing) -> Iterator[Action]:
    """Every passive unit fires at who moved or fired, fires back, retreats; or nobody reacts."""
    trigger = window(case)
    if trigger is None:
        return
    yield do.Decline()
    for unit, state in case.before.units.items():
        if not state.hex or case.side(unit) != case.passive or unit in trigger.answered:
            continue
        yield from _answers(case, unit, trigger.units, fired_at=unit in trigger.targets)
        yield from (do.Retreat(unit=unit, path=path) for path in paths(case, unit))
    for unit in trigger.passed:
        yield from (do.Retreat(unit=unit, path=path) for path in paths(case, unit) if case.unit(unit).neutralised)


def _answers(case: Nothing, unit: str, triggers: tuple[str, ...], *, fired_at: bool) -> Iterator[Action]:
    if case.unit(unit).neutralised:
        yield do.TryRetreat(unit=unit)
    for target in triggers:
        if case.unit(target).on_map and case.face(unit).attack:
            if not case.unit(unit).opp:
                yield do.OppFire(unit=unit, target=target)
            if fired_at:
                yield do.ReturnFire(unit=unit, target=target)


# ------------------------------------------------------------------------------------------------- melee and results
@candidates("MELEE")
def melee(case: Nothing) -> Iterator[Action]:
    """Whoever has still to fire names a target, or lets it be."""
    yield do.Decline()
    first = case.before.melee is not None and case.before.melee.round == 1
    for unit in still_to_fire(case):
        for target in opponents(case, unit):
            if column(case, target, firers=(unit,), manner="melee", first_round=first).fires:
                yield do.MeleeFire(unit=unit, target=target)


@fills(do.FallBack)
def ways_out(case: Nothing, template: do.FallBack) -> Iterator[Action]:
    """An attacker goes back where it came from, others by every way that is open."""
    unit, fight = template.unit, case.before.melee
    if fight and unit in fighting(case.before, fight.attackers):
        yield do.FallBack(unit=unit, path=(fight.attackers[unit],))
        return
    for path in paths(case, unit, barred(case)):
        yield do.FallBack(unit=unit, path=path)


@fills(do.Withdraw)
def ways_home(case: Nothing, template: do.Withdraw) -> Iterator[Action]:
    """A unit stays, or goes back to any of the hexes that it can reach, or leaves the map from its own edge."""
    unit = template.unit
    yield do.Withdraw(unit=unit)
    if not case.unit(unit).on_map or stays(case, unit):
        return
    open_ways = ways(case, unit)
    for place in sorted(open_ways.costs, key=lambda place: depth(case, unit, place)):
        path = open_ways.path(place)
        if path:
            yield do.Withdraw(unit=unit, path=path)
        if depth(case, unit, place) == 0:
            yield do.Withdraw(unit=unit, path=(*path, OFF))
