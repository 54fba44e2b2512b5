"""Assaults (5.4, 5.9, 6.5, 10.12): what follows when a unit storms a hex, flanks, tank panic, and roll-offs."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Halt, Step
from rules.barbarossa.book import begins, on_entering, on_leaving, outcome, roll, rule
from rules.barbarossa.fire.sight import facing, has_field
from rules.barbarossa.melee.fighting import blows_due, enemies_in, without_blow
from rules.barbarossa.movement.moving import ended_by, gone, stops_early, way
from rules.barbarossa.movement.passage import doubts
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.battle import TANKS
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import direction
from rules.barbarossa.state.harm import dues_of_tests, owe
from rules.barbarossa.state.model import STEPS, Owed, Position, Shot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding

PANIC = "tank_panic"
TO_COME = STEPS[: STEPS.index("S6") + 1]
"""The steps in which an assault is still to be carried out."""


# ---------------------------------------------------------------------------------------------- storming a hex
@on_leaving
@on_entering
@outcome("BAR-6.5f")
def leaves_its_hex(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """Who goes on by an assault of its own is struck no more where it was: the others there fight who is left."""
    return blows_due(case, without_blow(after, unit), origin) if after.state == "S6" else after


@on_entering
@outcome("BAR-6.5f", "BAR-8.2h", "BAR-5.6c", "BAR-5.7b")
def storms(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """A unit that came by an assault fights in the hex; the one it stormed may have to test before that."""
    look = case.then(after)
    foes = enemies_in(look, unit)
    if after.state != "S6" or not foes or not look.ordered(unit, "assault"):
        return after
    place, order = after.units[unit].hex, after.units[unit].order
    after = after.unit(unit, stormed=place).but(entered=(*after.entered, unit))
    target = order.target if order and order.target in foes else foes[0]
    after = shocked(case, after, unit, target, origin)
    return blows_due(case, after, place)


@outcome("BAR-5.4a", "BAR-5.4b", "BAR-5.7d", "BAR-10.12a", "BAR-5.10b")
def shocked(case: Case[Any], position: Position, unit: str, target: str, origin: str) -> Position:
    """Tank panic and an assault on flank or rear are tested before the melee: one test, a second is accepted."""
    look = case.then(position)
    panic, behind = panics(look, unit, target), from_behind(look, target, origin)
    must = not (look.unit(target).suppressed or (panic and position.fired.get(f"{target} braved")))
    position = _without_early(position, target) if panic else position
    if behind == "sure":
        position = position.but(flanked=(*position.flanked, target))
    if behind:
        position = owe(position, target, "flank", "S6", must and behind == "sure", rule="BAR-5.4b")
    if panic and behind:
        second = Owed(target, "panic", "S6", must=False, rule="BAR-5.7d")
        return dues_of_tests(position.but(owed=(*position.owed, second)), target)
    return owe(position, target, "panic", "S6", must, rule="BAR-5.7d") if panic else position


@begins("S6")
@outcome("BAR-5.7d", "BAR-10.12a")
def braces(case: Case[Action], position: Position) -> Position:
    """Whom a tank is going to assault may test for it before the tank has come: before the melee it is all the same."""
    look = case.then(position)
    for name, unit in position.units.items():
        foe = unit.order.target if unit.order and unit.order.order == "assault" else ""
        if unit.standing and foe in position.units and look.enemies(name, foe) and panics(look, name, foe):
            position = owe(position, foe, "panic", "S6", must=False, rule="BAR-5.7d")
    return position


def _without_early(position: Position, unit: str) -> Position:
    """The position in which nobody may test any more for what has not come yet."""
    left = tuple(each for each in position.owed if (each.unit, each.cause, each.must) != (unit, "panic", False))
    return dues_of_tests(position.but(owed=left), unit) if left != position.owed else position


@outcome("BAR-5.7d", "BAR-10.12a")
def panics(case: Case[Any], unit: str, target: str) -> bool:
    """True for infantry with the ability that tanks assault, or if the ability stands on the tanks' card."""
    if case.counter(unit).type not in TANKS or case.counter(target).type != "infantry":
        return False
    if case.switches.read_otherwise("BAR-A07"):
        return case.counter(unit).can(PANIC)
    return case.counter(target).can(PANIC) or case.counter(unit).can(PANIC)


@outcome("BAR-5.4a", "BAR-5.4d", "BAR-5.4e")
def from_behind(case: Case[Any], target: str, origin: str) -> str:
    """`sure` if an assault comes across a flank or the rear that nobody covers; `open` if the facing is not known."""
    if case.unopened(target) and not covered(case, target):
        return "open"
    if not has_field(case, target) or covered(case, target):
        return ""
    if case.switches.read_otherwise("BAR-A66") and not case.counter(target).can("field_of_fire"):
        return ""
    towards, side = facing(case, target), direction(case.battle.ground, case.unit(target).hex, origin)
    if not towards or not side:
        return "open"
    return "" if towards == side else "sure"


@outcome("BAR-5.4e")
def covered(case: Case[Any], unit: str) -> bool:
    """True if a friendly ground unit without a field of fire stands in the hex."""
    mates = case.friends(unit, case.unit(unit).hex)
    return any(not has_field(case, mate) and not case.unit(mate).carrier and not case.unopened(mate) for mate in mates)


# ------------------------------------------------------------------------------------------------------ roll-offs
def next_hex(case: Case[Any], unit: str) -> str:
    """The hex that an assaulting unit enters next; empty if it does not move any more."""
    if unit in case.before.halted or not case.ordered(unit, "assault"):
        return ""
    route, made = way(case, unit), gone(case.before, unit)
    return route[made] if made < len(route) else ""


@outcome("BAR-5.9a")
def rivals(case: Case[Any]) -> Iterator[tuple[str, str]]:
    """Pairs that assault each other and are adjacent, or have one hex between them that both would enter."""
    for one, unit in case.before.units.items():
        order, ahead = unit.order, next_hex(case, one)
        if not ahead or order is None or order.target not in case.before.units or not unit.standing:
            continue
        other = order.target
        back = case.unit(other).order
        if not (one < other and back is not None and back.target == one and case.unit(other).standing):
            continue
        theirs = next_hex(case, other)
        if ahead == theirs or (theirs == unit.hex and ahead == case.unit(other).hex):
            yield one, other


def rolloff(position: Position, one: str, other: str) -> dict[str, int]:
    """The last dice of two that rolled off against each other."""
    return {
        shot.unit: shot.rolled[0]
        for shot in position.shots
        if shot.kind == "rolloff" and {shot.unit, shot.target} == {one, other} and shot.rolled
    }


@begins("S6")
@outcome("BAR-5.9b")
def roll_offs(case: Case[Action], position: Position) -> Position:
    """Two that assault each other roll a die each before either goes on; who has rolled before has rolled."""
    for one, other in rivals(case.then(position)):
        known = [shot.unit for shot in position.shots if _of_pair(shot, one, other)]
        for unit, rival in ((one, other), (other, one)):
            if unit not in known:
                position = position.but(shots=(*position.shots, Shot(unit, rival, "rolloff", step="S6")))
                position = position.owing(Due("BAR-5.9b", (Roll(purpose="ROLLOFF", who=unit),), "S6"))
        position = _settled(case, position, one, other)
    return position


def _of_pair(shot: Shot, one: str, other: str) -> bool:
    return shot.kind == "rolloff" and {shot.unit, shot.target} == {one, other}


def _settled(case: Case[Any], position: Position, one: str, other: str) -> Position:
    """Where both dice have fallen, the lower one stays where it is; a tie is rolled again."""
    dice = rolloff(position, one, other)
    if len(dice) < 2:
        return position
    if len(set(dice.values())) == 1:
        left = tuple(shot for shot in position.shots if not _of_pair(shot, one, other))
        return roll_offs(case, position.but(shots=left))
    loser = min(dice, key=lambda name: dice[name])
    return position.but(halted={**position.halted, loser: "BAR-5.9b"})


def each_other(case: Case[Any], unit: str) -> str:
    """Whom a unit assaults that assaults it as well; empty for nobody."""
    order = case.unit(unit).order if unit in case.before.units else None
    other = order.target if order is not None and order.order == "assault" else ""
    back = case.unit(other).order if other in case.before.units else None
    return other if back is not None and (back.order, back.target) == ("assault", unit) else ""


@on_entering
def meets(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """After each step of an assault two may have come to stand before each other."""
    return roll_offs(case, _unrolled(case, after, unit)) if after.state == "S6" and unit and origin else after


def _unrolled(case: Case[Step], after: Position, unit: str) -> Position:
    """The position in which nobody has to roll off any more against who has entered without: that was told."""
    pairs = [pair for pair in rivals(case) if unit in pair and len(rolloff(case.before, *pair)) < 2]
    met = {name for pair in pairs if after.units[unit].hex in {case.unit(name).hex for name in pair} for name in pair}
    told = {Roll(purpose="ROLLOFF", who=name) for name in met}
    due = tuple(
        structs.replace(each, must=False, below=True) if told.intersection(each.options) else each for each in after.due
    )
    return after.but(due=due) if met else after


@rule("BAR-5.9b", on=Roll)
def one_die(case: Case[Roll]) -> Finding | None:
    """One die is rolled for each of the two."""
    rolls = any(shot.kind == "rolloff" and shot.unit == case.action.who for shot in case.before.shots)
    if case.action.purpose != "ROLLOFF" or len(case.action.dice) == 1 or not rolls:
        return None
    return breach("BAR-5.9b", "rolloff.dice", unit=case.action.who, dice=len(case.action.dice))


@roll("ROLLOFF")
@outcome("BAR-5.9b")
def decided(case: Case[Roll]) -> Position:
    """The higher die goes on into the other's hex, the other stays; a tie is rolled again."""
    who, position = case.action.who, case.before
    own = [shot for shot in position.shots if shot.kind == "rolloff" and shot.unit == who]
    waiting = [shot for shot in own if not shot.rolled]
    other = waiting[0].target if waiting else "" if own else each_other(case, who)
    if not other or not case.action.dice or position.state != "S6":
        return position
    done = Shot(who, other, "rolloff", rolled=case.action.dice[:1], step="S6")
    position = position.but(shots=(*(each for each in position.shots if each not in waiting[:1]), done))
    return _settled(case, position, who, other) if waiting else position


@rule("BAR-5.9b", on=Step)
def rolls_first(case: Case[Step]) -> Finding | None:
    """Neither of two that assault each other enters the other's hex before the dice have fallen."""
    unit = case.action.unit
    if case.before.state != "S6" or unit not in case.before.units:
        return None
    for pair in rivals(case):
        if unit not in pair or len(rolloff(case.before, *pair)) == 2:
            continue
        wrong = breach("BAR-5.9b", "rolloff.first", unit=unit, other=pair[0] if pair[1] == unit else pair[1])
        beside = case.action.hex in {case.unit(name).hex for name in pair}
        return wrong if beside else case.switches.doubtful("BAR-A71", wrong)
    return None


# ---------------------------------------------------------------------------------------------- nobody lags behind
@rule("BAR-4.3b", "BAR-6.5f", on=Advance)
def assaults_are_carried_out(case: Case[Advance]) -> Iterator[Finding]:
    """When step 6 is over, every unit with an Assault has gone to the end of its route, or was stopped."""
    if case.before.state != "S6":
        return
    for name, unit in case.before.units.items():
        place = next_hex(case, name)
        if not place or not unit.standing or unit.smoked == case.before.round or unit.shelter:
            continue
        if _stopped(case, name, place):
            continue
        wrong = breach("BAR-6.5f", "assault.unfinished", unit=name, hex=place)
        target = unit.order.target if unit.order else ""
        gone = target not in case.before.units or case.unit(target).out
        elsewhere = gone or case.unit(target).hex != _last(case, name)
        found = case.switches.doubtful("BAR-A84", wrong) if elsewhere else stops_early(case, name, wrong)
        yield from (each for each in (found,) if each)


def _last(case: Case[Any], unit: str) -> str:
    order = case.unit(unit).order
    return order.route[-1] if order and order.route else ""


@rule("BAR-6.5f", on=Halt)
def stops_only_if_it_must(case: Case[Halt]) -> Finding | None:
    """An assault stops before its goal only if something makes it, and is not given up before its step."""
    unit = case.action.unit
    place = next_hex(case, unit) if case.before.state in TO_COME and unit in case.before.units else ""
    if not place or case.unopened(unit) or _stopped(case, unit, place):
        return None
    return stops_early(case, unit, breach("BAR-6.5f", "assault.unfinished", unit=unit, hex=place))


def _stopped(case: Case[Any], unit: str, place: str) -> bool:
    here = case.unit(unit).hex
    order, foes = case.unit(unit).order, case.foes(unit, place)
    smoke = order is not None and any(case.before.in_hex(ahead, "smoke") for ahead in order.route)
    if smoke or not case.beside(here, place):
        return True
    hidden = any(case.unit(foe).hidden for foe in foes)
    passes = bool(foes) and order is not None and place != order.route[-1]
    stays = hidden or passes or bool(case.foes(unit, here)) or doubts(case, unit, here, place) is not None
    return stays or bool(ended_by(case, unit, place))
