"""Air combat (9.9, 9.12, 9.17, 9.19) and the search from the air (9.13, 9.14, 5.12e)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Duel, Found, Mark, Return, Strike
from rules.barbarossa.air.flight import airborne, goal, no_longer_due
from rules.barbarossa.book import after_blow, effect, outcome, roll, rule
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import follows_from, marks_due, spend
from rules.barbarossa.state.model import Position
from rules.engine.answers import Answer
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, unknown

SEARCHES = frozenset({"recon", "scout"})


# ------------------------------------------------------------------------------------------------------ who may fight
def fighter(case: Case[Any], unit: str) -> bool:
    """True for fighters, who have to be fought first."""
    return case.counter(unit).is_a("fighter")


def patrolled_by(case: Case[Any], unit: str, place: str) -> bool:
    """True if the hex lies in the area that the unit watches, once it has arrived at its centre."""
    order = case.unit(unit).given
    if order is None or order.order != "air_patrol" or case.unit(unit).hex != order.hex:
        return False
    radius = order.number if order.number is not None else case.counter(unit).printed("air_patrol", "radius") or 0
    return case.battle.ground.sky.measure(order.hex, place).within(radius) is Answer.YES


@outcome("BAR-9.9c", "BAR-9.7d", "BAR-9.19e", "BAR-9.12d")
def causes(case: Case[Any], unit: str, target: str) -> bool:
    """True if the two may fight: one intercepts the other, or watches where it is, or shields whom that one attacks."""
    for one, other in ((unit, target), (target, unit)):
        order = case.unit(one).given
        if order is None:
            continue
        if order.order == "intercept" and other in _intercepted(case, order.target):
            return True
        if any(patrolled_by(case, one, place) for place in _flown(case, other)):
            return True
        if order.order == "escort" and order.target in case.before.units and _hunts(case, other, order.target):
            return True
    return False


def _flown(case: Case[Any], unit: str) -> tuple[str, ...]:
    """Where an aircraft has been in this step."""
    spots = dict.fromkeys((*case.before.stepped.get(unit, ()), case.unit(unit).hex))
    return tuple(place for place in spots if place in case.battle.ground.sky)


def _intercepted(case: Case[Any], target: str) -> tuple[str, ...]:
    """The aircraft that an interceptor meets: the one it is sent at, and those that escort it."""
    escorts = [
        name
        for name, unit in case.before.units.items()
        if (order := unit.given) and order.order == "escort" and order.target == target
    ]
    return (target, *escorts)


def _hunts(case: Case[Any], unit: str, prey: str) -> bool:
    order = case.unit(unit).given
    if order is None:
        return False
    if order.order == "intercept" and order.target == prey:
        return True
    return any(patrolled_by(case, unit, place) for place in _flown(case, prey))


# ------------------------------------------------------------------------------------------------------------ pairs
@rule("BAR-9.9c", "BAR-4.4f", on=Duel)
def has_a_cause(case: Case[Duel]) -> Iterator[Finding]:
    """Aircraft fight in step 5, if one is sent to intercept, or an enemy comes where one is on patrol."""
    unit, target = case.action.unit, case.action.target
    if case.before.state != "S5":
        yield structs.replace(broken("air.step", unit=unit, step=case.before.state), rule="BAR-4.4f")
    if case.unopened(unit) or case.unopened(target):
        yield unknown("order", "order.unopened", unit=unit)
        return
    gone = [name for name in (unit, target) if not case.unit(name).standing]
    if not case.enemies(unit, target) or not all(case.counter(name).flies for name in (unit, target)):
        yield broken("duel.nobody", unit=unit, target=target)
    elif gone:
        yield broken("duel.gone", unit=unit, target=target, piece=gone[0])
    elif not causes(case, unit, target) and not _has_begun(case, unit, target):
        yield broken("duel.no-cause", unit=unit, target=target)


def _has_begun(case: Case[Any], unit: str, target: str) -> bool:
    """True where the two fight already: who had no cause was told so, and whoever strikes back does right."""
    return any({unit, target} == set(pair) for pair in (*case.before.duels, *case.before.fought))


@rule("BAR-9.9j", "BAR-9.9k", on=Duel)
def fighters_first(case: Case[Duel]) -> Iterator[Finding]:
    """Every enemy fighter of the combat is engaged before any bomber or transport is; surplus fighters join duels."""
    unit, target = case.action.unit, case.action.target
    engaged = {name for pair in case.before.duels for name in pair}
    if not fighter(case, target):
        near = _present(case, unit, target)
        free = [foe for foe in near if foe != target and fighter(case, foe) and foe not in engaged]
        if free:
            yield broken("duel.fighters-first", unit=unit, target=target, fighter=free[0])
    if unit in {one for one, _ in case.before.duels}:
        yield structs.replace(broken("duel.engaged", unit=unit), rule="BAR-9.9k")
    elif target in engaged:
        free = [foe for foe in _present(case, unit, target) if foe not in engaged]
        if free:
            yield structs.replace(broken("duel.doubled", unit=unit, target=target, free=free[0]), rule="BAR-9.9k")


def _present(case: Case[Any], unit: str, target: str) -> tuple[str, ...]:
    """The enemies over the hex of an aircraft, and those beside its target that it may fight too."""
    place, there = case.unit(unit).hex, case.unit(target).hex
    foes = [name for name in airborne(case) if case.enemies(unit, name)]
    beside = [name for name in foes if case.unit(name).hex == there and causes(case, unit, name)]
    return tuple(dict.fromkeys((*(name for name in foes if case.unit(name).hex == place), *beside)))


@outcome("BAR-9.9i")
def may_choose(case: Case[Any], unit: str) -> bool:
    """True for an aircraft that may roll for the first choice: it can fight, and has no die yet."""
    flies = case.before.state == "S5" and unit in airborne(case) and _choice(unit) not in case.before.fired
    return flies and any(case.enemies(unit, foe) and causes(case, unit, foe) for foe in airborne(case))


def _choice(unit: str) -> str:
    """What the die of a unit for the first choice is kept under."""
    return f"{unit} choice"


@roll("PICK")
def chooses(case: Case[Roll]) -> Position:
    """The die is known, and the higher one chooses first; those that tie roll anew."""
    fired, die = case.before.fired, sum(case.action.dice)
    if _choice(case.action.who) in fired:
        return case.before
    tied = {name for name, value in fired.items() if name.endswith(_choice("")) and value == die}
    left = {name: value for name, value in fired.items() if name not in tied}
    return case.before.but(fired=left if tied else {**left, _choice(case.action.who): die})


@effect(Duel)
@outcome("BAR-9.9e", "BAR-9.9g", "BAR-9.9h", "BAR-9.9i", "BAR-9.9l", "BAR-9.9m", "BAR-9.9r")
def paired(case: Case[Duel]) -> Position:
    """The two fight, each with dice due, for a point in the first round; whoever was attacked has no mission any more.

    All duels of a round are fought with what was left when it began.
    """
    unit, target = case.action.unit, case.action.target
    engaged = {name for pair in case.before.duels for name in pair}
    after = case.before if engaged else case.before.but(before_step=_losses(case.before))
    after = no_longer_due(after, unit, target, flak=False)
    known = (target, unit) in after.duels
    pairs = after.duels if known else (*after.duels, (unit, target))
    after = after.but(duels=pairs, fought=_others(after.fought, unit, target))
    for one, other in ((unit, target), (target, unit)):
        if one not in engaged and case.unit(one).ammo > 0:
            after = _pays(after, one)
            blow = Strike(unit=one, target=other)
            after = after.owing(Due("BAR-9.9l", (blow,), "S5", "duel.due", must=_can_fight(case, one)))
    for name in (unit, target):
        order = after.units[name].order
        if order and order.order not in {"intercept", "air_patrol", "escort"}:
            after = after.unit(name, order=None)
    return after


def _pays(position: Position, unit: str) -> Position:
    """A point is spent for the combat; whoever spends one for each round of it is right as well."""
    name = f"{unit} duel"
    if position.fired.get(name):
        left = position.units[unit].ammo - 1
        return position.owing(Due("BAR-9.9r", (Mark(unit=unit, what="ammo", value=left),), "S5", must=False))
    return spend(position.but(fired={**position.fired, name: 1}), unit, 1, "BAR-9.9r")


def _others(pairs: tuple[tuple[str, str], ...], *names: str) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in pairs if not set(pair) & set(names))


def _losses(position: Position) -> dict[str, int]:
    return {name: unit.losses for name, unit in position.units.items() if unit.losses}


def _can_fight(case: Case[Any], unit: str) -> bool:
    return "aircraft" in case.counter(unit).card.targets


@rule("BAR-9.9l", "BAR-9.9d", on=Strike)
def fights_its_enemy(case: Case[Strike]) -> Finding | None:
    """In the air each unit fights the enemy it was paired with."""
    unit, target = case.action.unit, case.action.target
    known = unit in case.before.units and target in case.before.units
    if not known or not (case.counter(unit).flies or case.counter(target).flies):
        return None
    if (unit, target) in case.before.duels or (target, unit) in case.before.duels:
        return None
    return None if still_pairs(case, unit, target) else broken("duel.not-paired", unit=unit, target=target)


def still_pairs(case: Case[Any], unit: str, target: str) -> bool:
    """True for two of a round in which one was shot down: all fight at once, so the other may still roll."""
    fell = any(case.unit(name).out for name in (unit, target))
    return fell and any({unit, target} == set(pair) for pair in case.before.fought)


# ---------------------------------------------------------------------------------------------------- fuel and shots
@rule("BAR-9.9p", "BAR-9.9s", "BAR-9.12c", on=Duel)
def fuel_left(case: Case[Duel]) -> Finding | None:
    """An aircraft whose time boxes are all marked must go home and fights no more."""
    unit = case.action.unit
    return None if fuel(case, unit) else broken("duel.fuel", unit=unit, boxes=case.unit(unit).flown)


def fuel(case: Case[Any], unit: str) -> bool:
    """True while an aircraft has time boxes left; one whose mission has none is not asked."""
    order = case.unit(unit).given
    printed = case.counter(unit).printed(order.order, "boxes") if order else None
    return printed is None or case.unit(unit).flown < printed


@after_blow
@outcome("BAR-9.9f", "BAR-9.12c", "BAR-9.9q", "BAR-9.9b", "BAR-9.9p", "BAR-9.9s")
def round_over(case: Case[Any], position: Position) -> Position:
    """When the last dice of a round have fallen, each that took part marks a time box; without fuel it leaves."""
    if not position.duels or _still_fought(position):
        return position
    pairs = position.duels
    position = position.but(duels=(), fought=pairs, before_step=_losses(position))
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        unit = position.units[name]
        if not unit.hex or unit.out:
            continue
        position = position.unit(name, flown=unit.flown + 1)
        position = marks_due(position, name, "boxes", unit.flown + 1, "BAR-9.9f", until="S12", must=False)
        if not fuel(case.then(position), name) and position.units[name].order is not None:
            position = position.owing(Due("BAR-9.9p", (Return(unit=name),), "S5", "air.return"))
    return position


def _still_fought(position: Position) -> bool:
    """True while a blow of a duel is due, or its dice."""
    engaged = {name for pair in position.duels for name in pair}
    waits = any(shot.kind == "duel" for shot in position.waiting())
    due = (option for each in position.due if each.must or each.below for option in each.options[:1])
    return waits or any(isinstance(option, Strike) and option.unit in engaged for option in due)


@rule("BAR-9.9b", "BAR-9.9q", "BAR-9.9a", "BAR-9.9t", on=Advance)
def fought_out(case: Case[Advance]) -> Iterator[Finding]:
    """An air combat goes on until one side is gone; step 5 does not end before."""
    if case.before.state != "S5":
        return
    for unit, target in case.before.fought:
        if goes_on(case, unit, target):
            yield unknown("duel", "duel.unfinished", unit=unit, target=target)


def goes_on(case: Case[Any], unit: str, target: str) -> bool:
    """True for two that fought in the round before and could fight another one: both there, with fuel and a cause."""
    there = all(case.unit(name).hex and not case.unit(name).out and fuel(case, name) for name in (unit, target))
    return there and case.unit(unit).ammo > 0 and causes(case, unit, target)


@follows_from("destruction")
def fights_no_more(case: Case[Any], position: Position, unit: str, _: int) -> Position:
    """Nobody has to attack an aircraft that is destroyed, and it does not go home."""
    if not case.counter(unit).flies:
        return position
    home = Return(unit=unit)
    due = tuple(each for each in position.due if home not in each.options)
    return no_longer_due(position.but(due=due), unit)


# ------------------------------------------------------------------------------------------------------- the search
def search_radius(case: Case[Any], unit: str) -> int | None:
    """The radius that was chosen for a search; a scout that chose none searches as far as its card says."""
    order = case.unit(unit).given
    if order is None or order.order not in SEARCHES:
        return None
    printed = case.counter(unit).printed("scout", "radius") if order.order == "scout" else None
    return printed if order.number is None else order.number


@outcome("BAR-9.13d")
def threshold(case: Case[Any], unit: str) -> int | None:
    """The highest die that finds: by the radius that was chosen, the smaller the better."""
    radius, chart = search_radius(case, unit), case.battle.charts.get("search")
    found = chart.get(str(radius), "face") if chart and radius is not None else None
    return found if isinstance(found, int) else None


@rule("BAR-9.14b", "BAR-9.13b", on=Roll)
def one_die_at_the_target(case: Case[Roll]) -> Iterator[Finding]:
    """A search is one die, over the centre of the area."""
    if case.action.purpose != "SEARCH":
        return
    unit = case.action.who
    if unit not in case.before.units or case.unopened(unit):
        return
    if not case.ordered(unit, *SEARCHES):
        yield structs.replace(broken("search.no-order", unit=unit), rule="BAR-9.13b")
        return
    if len(case.action.dice) != 1:
        yield broken("search.dice", unit=unit, dice=len(case.action.dice))
    if case.counter(unit).flies and case.unit(unit).hex != goal(case, unit):
        yield structs.replace(broken("search.elsewhere", unit=unit, hex=case.unit(unit).hex), rule="BAR-9.13b")


def searching(unit: str) -> str:
    """Under what name it is kept that a unit has searched in this round."""
    return f"{unit} searched"


@roll("SEARCH")
@outcome("BAR-9.14c", "BAR-9.15b", "BAR-5.12e")
def searched(case: Case[Roll]) -> Position:
    """With a low enough die every hidden enemy in the area is found, as far as anybody knows where it is."""
    unit, limit = case.action.who, threshold(case, case.action.who)
    if limit is None or not case.action.dice or searching(unit) in case.before.fired:
        return case.before
    after = case.before.but(fired={**case.before.fired, searching(unit): 1})
    if case.action.dice[0] > limit:
        return after
    order = case.unit(unit).given
    centre = order.hex if order and order.hex else case.unit(unit).hex
    radius = search_radius(case, unit) or 0
    sky = case.battle.ground.sky
    for name, state in case.before.units.items():
        near = state.hidden and state.standing and sky.measure(centre, state.hex).within(radius) is Answer.YES
        if near and case.enemies(unit, name):
            shown = (Found(unit=name, finder=unit), Found(unit=name))
            after = after.owing(Due("BAR-9.14c", shown, after.state, "search.found"))
    return after
