"""Fire (5.1, 6.1 to 6.3, 8.7, 10.3, 10.4): who fires by which order, with how many dice, and what the dice do."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Fire, Order
from rules.barbarossa.air.flight import UNSENT, shares_the_shot
from rules.barbarossa.book import effect, outcome, roll, rule
from rules.barbarossa.fire.aiming import WAYS, Aim, aim, firing_hex, flown_over, met_at, type_of
from rules.barbarossa.movement.moving import coming
from rules.barbarossa.orders.terms import breach, unshown
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import Cause, hit, in_vain, owe, reveal, spend
from rules.barbarossa.state.model import STEPS, Position, Shot, shot_by_nobody, step_number
from rules.barbarossa.state.values import accuracy, firepower, melee_accuracy
from rules.barbarossa.works.structures import battered, housing, shot_at_together
from rules.engine.allowed import Allowed, allow
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding

CAUSES: dict[str, Cause] = {
    "fire": "fire",
    "suppress": "suppressive",
    "indirect": "fire",
    "bombard": "fire",
    "defend": "shot",
    "ambush": "shot",
    "move": "fire",
    "flak": "flak",
    "strike": "strike",
    "react": "react",
}
"""What the hits of a shot are to its target."""
MANY = frozenset({"bombard", "strike"})
"""Shots that are made at every enemy of a hex, for one payment."""
UNPRINTED = "BAR-A131"
"""The ruling on what those cost, of which the text names no price."""
BY_ORDER = {"flak": "BAR-9.6b", "react": "BAR-9.11b"}
"""The rule that wants the order, where there is one of its own."""
BLOWS = frozenset({"melee", "duel"})
"""What is no shot, though it is rolled like one."""
ONLY_AT_UNITS = frozenset({"flak", "react", "strike"})
"""Shots that cannot be made at structures."""
APART = frozenset({"flak", "react"})
"""Shots at aircraft, which are not counted with those on the ground."""


def order_then(case: Case[Any], unit: str) -> Order | None:
    """The unit's order; in step 2 also one that was cancelled in that very step, for all there is simultaneous."""
    order = case.unit(unit).order
    return order or (case.before.cancelled.get(unit) if case.before.state == "S2" else None)


def shots_by(position: Position, unit: str, *kinds: str) -> tuple[Shot, ...]:
    """The shots of a unit in this step."""
    return tuple(shot for shot in position.shots if shot.unit == unit and (not kinds or shot.kind in kinds))


def count_key(unit: str, kind: str) -> str:
    """Under what name a unit's shots of a round are counted."""
    return f"{unit} {kind}" if kind in APART else unit


# ------------------------------------------------------------------------------------------------ order and step
@rule("BAR-4.3c", "BAR-4.4c", "BAR-4.4d", "BAR-6.1g", "BAR-5.13a", "BAR-8.7g", "BAR-6.4a", on=Fire)
def by_its_order(case: Case[Fire]) -> Iterator[Finding]:
    """A unit fires as its order says, in the step of that order; while orders are written or opened nobody does."""
    unit, way = case.action.unit, WAYS[case.action.kind]
    if unit not in case.before.units:
        yield unshown("BAR-5.1a", "unit")
        return
    if case.ordering:
        return
    order = order_then(case, unit)
    if order is not None and not order.order:
        yield unshown("BAR-4.3a", "order", unit=unit)
        return
    told = case.action.kind == "strike" and UNSENT.format(unit) in case.before.fired
    other = not told and (order is None or order.order != way.order)
    if other and (order is not None or not case.unit(unit).suppressed):
        yield breach(BY_ORDER.get(case.action.kind, "BAR-4.3c"), "fire.order", unit=unit, order=way.order)
    if case.before.state not in way.steps and case.before.state in STEPS:
        yield breach(way.when, "fire.step", unit=unit, now=case.before.state, step=way.steps[-1])
    elif case.action.kind == "ambush" and case.before.state == "S10":
        late = breach(way.when, "fire.step", unit=unit, now="S10", step="S8")
        yield from (each for each in (case.switches.tolerated("BAR-A01", late),) if each)


@rule("BAR-4.3b", "BAR-5.5c", "BAR-8.2g", on=Fire)
def at_the_ordered_target(case: Case[Fire]) -> Finding | None:
    """The first target of an attack is the one that the order names."""
    order, action = order_then(case, case.action.unit) if case.action.unit in case.before.units else None, case.action
    if order is None or order.order != WAYS[action.kind].order or action.after or action.again:
        return None
    if not order.target or action.kind not in {"fire", "suppress", "indirect", "move"} or action.target == order.target:
        return None
    house = housing(case, order.target)
    if house and house == housing(case, action.target):
        return None
    return breach("BAR-4.3b", "fire.other-target", unit=action.unit, target=action.target, ordered=order.target)


@rule("BAR-8.7i", "BAR-8.7h", on=Fire)
def from_the_underlined_hex(case: Case[Fire]) -> Finding | None:
    """Fire on the Move is made from the hex that is underlined, when the unit stands there or has come through it."""
    unit = case.action.unit
    if case.action.kind != "move" or unit not in case.before.units:
        return None
    order, here = order_then(case, unit), firing_hex(case, unit)
    if order is None or not order.fire_from or order.fire_from == here:
        return None
    return breach("BAR-8.7i", "fire.from", unit=unit, hex=here, expected=order.fire_from)


@rule("BAR-10.4a", "BAR-10.4b", on=Fire)
def at_the_ordered_hex(case: Case[Fire]) -> Iterator[Finding]:
    """A bombardment falls on the hex of the order, once on each enemy there, and beside it if there is a second row."""
    action = case.action
    if action.kind != "bombard" or action.unit not in case.before.units:
        return
    order = order_then(case, action.unit)
    if order is None or not order.hex:
        return
    if action.hex and action.hex != order.hex:
        yield breach("BAR-10.4a", "fire.other-hex", unit=action.unit, hex=action.hex, ordered=order.hex)
    shot = aim(case, action.unit, action.target, "bombard")
    if shot is None:
        return
    if shot.there != order.hex and not case.beside(shot.there, order.hex):
        yield breach("BAR-10.4c", "fire.outside-area", unit=action.unit, target=action.target, hex=order.hex)
    if not action.again and any(each.target == action.target for each in shots_by(case.before, action.unit, "bombard")):
        yield breach("BAR-10.4b", "fire.twice", unit=action.unit, target=action.target)


# ---------------------------------------------------------------------------------------------------- how often
@rule("BAR-6.1h", "BAR-6.1i", "BAR-5.13b", "BAR-6.3f", "BAR-6.0a", on=Fire)
def once(case: Case[Fire]) -> Finding | None:
    """One order is one attack: Defend and Ambush are one shot in the round, at one of those who move."""
    action = case.action
    if shot_at_together(case, action.kind, action.unit, action.target):
        return None
    if action.after or action.again or action.kind in MANY or not case.before.fired.get(action.unit):
        others = any(case.before.fired.get(count_key(action.unit, kind)) for kind in APART)
        if action.kind == "defend" and others and not action.after:
            return case.switches.disputed("BAR-A32", breach("BAR-6.1h", "fire.again-air", unit=action.unit))
        return None
    if action.kind in APART:
        return case.switches.disputed("BAR-A32", breach("BAR-6.1h", "fire.again-air", unit=action.unit))
    rule_id = {"defend": "BAR-6.1h", "ambush": "BAR-5.13b"}.get(action.kind, "BAR-6.3f")
    return breach(rule_id, "fire.again", unit=action.unit)


@rule("BAR-6.1g", "BAR-6.1f", "BAR-5.13a", "BAR-5.13e", "BAR-6.6f", "BAR-6.1l", on=Fire)
def at_a_mover(case: Case[Fire]) -> Iterator[Finding]:
    """Defend and Ambush fire at an enemy that moves, no farther away than was written."""
    action = case.action
    if action.kind not in {"defend", "ambush"} or action.after:
        return
    shot = aim(case, action.unit, action.target, action.kind)
    if shot is None or action.target not in case.before.units:
        return
    late = case.before.state == "S10"
    if late and shot.there not in case.before.stepped.get(action.target, ())[1:]:
        when = WAYS[action.kind].when
        still = breach(when, "fire.not-moving", unit=action.unit, target=action.target)
        comes = bool(met_at(case, action.unit, action.target, action.kind)) and coming(case, action.target)
        leaves = shot.there != case.unit(action.target).hex
        yield unshown(when, "path", unit=action.unit) if comes or leaves else still
    order, grid = order_then(case, action.unit), case.battle.ground.grid
    if order is None or shot.here not in grid or shot.there not in grid:
        return
    rule_id = "BAR-6.1g" if action.kind == "defend" else "BAR-5.13e"
    if order.number is None:
        yield unshown(rule_id, "distance", unit=action.unit)
    elif grid.distance(shot.here, shot.there) > order.number:
        yield breach(rule_id, "fire.distance", unit=action.unit, target=action.target, most=order.number)


@rule("BAR-5.13a", on=Fire)
def from_hiding(case: Case[Fire]) -> Finding | None:
    """Only who is hidden fires from ambush; whether one that was found in this very step does is open."""
    unit = case.action.unit
    if case.action.kind != "ambush" or unit not in case.before.units or case.action.after or case.action.again:
        return None
    shown = case.unit(unit).hidden or case.before.fired.get(f"{unit} shown")
    wrong = breach("BAR-5.13a", "fire.not-hidden", unit=unit)
    found = case.before.state in STEPS and case.before.fired.get(f"{unit} found") == step_number(case.before.state)
    return None if shown else case.switches.doubtful("BAR-A27", wrong) if found else wrong


# ------------------------------------------------------------------------------------------------- what it costs
def price(case: Case[Any], action: Fire) -> int:
    """The points that a shot costs: nothing for dice that are carried over or rolled again, or once it is paid."""
    if action.after or action.again:
        return 0
    if action.kind == "flak" and shares_the_shot(case, action.unit, action.target):
        return 0
    shot = case.switches.read_otherwise(UNPRINTED) or shots_by(case.before, action.unit, action.kind)
    if action.kind in MANY and shot:
        return 0
    if shot_at_together(case, action.kind, action.unit, action.target):
        return 0
    return max(WAYS[action.kind].ammo - case.before.fired.get(f"{action.unit} paid", 0), 0)


def may_be_free(case: Case[Any], action: Fire) -> bool:
    """True for a shot that is paid with others, or of which it is open whether it costs anything."""
    return second_flak(case, action) or (action.kind in MANY and case.switches.reading(UNPRINTED) is None)


def second_flak(case: Case[Any], action: Fire) -> bool:
    """True for the second shot of flak at an aircraft over its hex, which may be paid with the first."""
    fired = shots_by(case.before, action.unit, "flak")
    return action.kind == "flak" and any(shot.target == action.target for shot in fired)


@rule(
    *("BAR-3.8b", "BAR-3.8c", "BAR-6.1b", "BAR-6.2b", "BAR-6.3b", "BAR-8.7b", "BAR-5.13c", "BAR-10.3e", "BAR-10.4a"),
    on=Fire,
)
def can_pay(case: Case[Fire]) -> Finding | None:
    """Without the points that the order costs there is no attack."""
    unit = case.action.unit
    if unit not in case.before.units:
        return None
    cost, left = price(case, case.action), case.unit(unit).ammo
    if left >= cost or second_flak(case, case.action) or burnt(case, unit):
        return None
    rule_id = WAYS[case.action.kind].pays if left else "BAR-3.8c"
    return breach(rule_id, "fire.ammo", unit=unit, left=left, cost=cost)


def burnt(case: Case[Any], unit: str) -> bool:
    """True for a transport that has lost points with its trucks in this very step: it fires at the same time."""
    return case.counter(unit).is_a("transport") and case.unit(unit).losses > case.before.before_step.get(unit, 0)


# ------------------------------------------------------------------------------------------- dice and accuracy
def dice_of(case: Case[Any], action: Fire) -> Allowed:
    """The dice of a shot: those that missed the unit before it, the same ones again, or the firepower."""
    if action.again:
        first = shots_by(case.before, action.unit)
        same = [each for each in first if each.target == action.target and not each.after] or list(first)
        return Allowed(len(same[-1].rolled)) if same else Allowed(0)
    if action.after:
        thrown = shots_by(case.before, action.unit, action.kind)
        half = -(-len(thrown[-1].rolled) // 2) if thrown else 0
        read = [(_half(len(thrown[-1].rolled) - hits), ruling) for hits, ruling in thrown[-1].doubts] if thrown else []
        found = allow(case.switches, carried(case, action), doubtful=[(half, "BAR-A05"), *read])
        unsure = [_half(len(thrown[-1].rolled) - each) for each in thrown[-1].also] if thrown else []
        return structs.replace(found, also=tuple(dict.fromkeys((*found.also, *unsure))))
    shot = aim(case, action.unit, action.target, action.kind)
    if shot is None:
        return Allowed(0)
    kind = type_of(case, action.target)
    return firepower(case, action.unit, kind, action.kind, beside=shot.beside, passed=_passed(case, shot))


def _passed(case: Case[Any], shot: Aim) -> bool:
    """True for a shot of an earlier pulse: one of the two has gone on since."""
    places = {shot.unit: shot.here, shot.target: shot.there}
    return any(name in case.before.units and case.unit(name).hex != place for name, place in places.items())


@outcome("BAR-5.5d", "BAR-5.5e", "BAR-5.5f", "BAR-5.5i")
def carried(case: Case[Any], action: Fire) -> int:
    """Half of the dice that missed the unit shot at before, rounded up."""
    chain = shots_by(case.before, action.unit, action.kind)
    if not chain or not chain[-1].rolled:
        return 0
    return _half(len(chain[-1].rolled) - chain[-1].hits)


def _half(missed: int) -> int:
    return -(-missed // 2)


def accuracy_of(case: Case[Any], action: Fire) -> Allowed | None:
    """The highest face that hits; None where no attack is possible."""
    if action.kind in ONLY_AT_UNITS and action.target not in case.before.units:
        return None
    if action.kind == "react":
        return melee_accuracy(case, action.unit, action.target)
    shot = aim(case, action.unit, action.target, action.kind)
    if shot is None:
        return None
    if action.kind == "strike":
        own = case.counter(action.unit).card.accuracy_at(0)
        return None if own is None else Allowed(own)
    if not shot.here or not shot.there:
        return None
    if action.kind == "flak":
        return flak_accuracy(case, action)
    order = order_then(case, action.unit)
    if action.kind in {"defend", "ambush", "move"}:
        return _at_any(case, shot)
    centre = order.hex if shot.beside and order else shot.there
    return accuracy(case, action.unit, shot.here, centre)


def _at_any(case: Case[Any], shot: Aim) -> Allowed | None:
    """That of the last hex at which the mover could be met; those of the others are accepted."""
    places = met_at(case, shot.unit, shot.target, shot.kind) if shot.target in case.before.units else ()
    found = [each for place in places if (each := accuracy(case, shot.unit, shot.here, place))]
    if len(found) < 2:
        return accuracy(case, shot.unit, shot.here, shot.there)
    return Allowed(found[0].ours, also=tuple(dict.fromkeys(value for each in found for value in each.every)))


@outcome("BAR-9.6c")
def flak_accuracy(case: Case[Any], action: Fire) -> Allowed | None:
    """That of the first hex in range which the aircraft met; that of a later one is accepted, if it shot later."""
    here = case.unit(action.unit).hex
    found = [accuracy(case, action.unit, here, place) for place in flown_over(case, action.target)]
    values = tuple(dict.fromkeys(value for each in found if each for value in each.every))
    return Allowed(values[0], also=values[1:]) if values else None


@rule("BAR-3.11a", "BAR-5.1d", "BAR-5.5d", "BAR-6.2e", "BAR-5.13d", "BAR-8.7f", "BAR-10.3b", "BAR-10.4c", on=Fire)
def says_its_dice(case: Case[Fire]) -> Finding | None:
    """The number of dice that is said is the firepower."""
    action = case.action
    if action.dice is None or aim(case, action.unit, action.target, action.kind) is None:
        return None
    allowed = dice_of(case, action)
    rule_id = {"suppress": "BAR-6.2e", "ambush": "BAR-5.13d", "move": "BAR-8.7f", "indirect": "BAR-10.3b"}
    named = "BAR-5.5d" if action.after else rule_id.get(action.kind, "BAR-3.11a")
    wrong = breach(named, "fire.dice", unit=action.unit, dice=action.dice, expected=allowed.ours)
    return allowed.judge(case.switches, action.dice, wrong)


@rule("BAR-3.12c", "BAR-12.14d", on=Fire)
def says_its_accuracy(case: Case[Fire]) -> Finding | None:
    """The accuracy that is said is that of the distance."""
    action = case.action
    allowed = accuracy_of(case, action) if action.target else None
    if action.accuracy is None or allowed is None:
        return None
    wrong = breach("BAR-3.12c", "fire.accuracy", unit=action.unit, accuracy=action.accuracy, expected=allowed.ours)
    return allowed.judge(case.switches, action.accuracy, wrong)


# ------------------------------------------------------------------------------------------------------- the shot
@effect(Fire)
@outcome("BAR-5.13h", "BAR-6.1b", "BAR-3.8b", "BAR-5.1d")
def fires(case: Case[Fire]) -> Position:
    """The shot is paid, dice are due; who fires from hiding is seen."""
    action, unit = case.action, case.action.unit
    if unit not in case.before.units:
        return case.before
    cost = price(case, action)
    free = (case.unit(unit).ammo,) if may_be_free(case, action) else ()
    late = "S12" if WAYS[action.kind].order == "defend" else ""
    pays = WAYS[action.kind].pays
    position = case.before
    if cost:
        position = spend(position, unit, cost, pays, also=free, until=late, otherwise=in_vain(case))
    name = count_key(unit, action.kind)
    if not action.after and not action.again:
        position = position.but(fired={**position.fired, name: position.fired.get(name, 0) + 1})
        position = position if name != unit or action.kind in MANY else _has_fired(position, unit)
    if action.again:
        position = position.but(adjusted={**position.adjusted, case.side(unit): unit})
    if not action.target or aim(case, unit, action.target, action.kind) is None:
        return position.but(fired={**position.fired, shot_by_nobody(action.target): 1}) if case.forbidden else position
    dice, hits_at = dice_of(case, action), accuracy_of(case, action) or Allowed(0)
    allowed = dice.from_now_on(action.dice)
    said = action.accuracy is not None and action.accuracy in hits_at.every
    accuracies = tuple(dict.fromkeys((hits_at.taken(action.accuracy), *(() if said else hits_at.also))))
    there = case.unit(action.target).hex if action.target in case.before.units else case.structure(action.target).hex
    made = Shot(unit, action.target, action.kind, there, allowed, accuracies, after=action.after, step=position.state)
    doubts = () if said else hits_at.doubtful
    made = structs.replace(made, doubts=doubts, by_reading=dice.doubtful, vain=in_vain(case))
    return reveal(case, shoot(position, made), unit)


def _has_fired(position: Position, unit: str) -> Position:
    """Whoever has fired, at whomever, owes no other shot: his order is used up."""

    def idle(due: Due) -> bool:
        return bool(due.options) and all(isinstance(each, Fire) and each.unit == unit for each in due.options)

    return position.but(due=tuple(structs.replace(due, must=False) if idle(due) else due for due in position.due))


def shoot(position: Position, made: Shot) -> Position:
    """The position in which a shot is made and its dice are due."""
    purpose = "MELEE" if made.kind in BLOWS else "FIRE"
    rule_id = "BAR-5.6g" if purpose == "MELEE" else "BAR-5.1e"
    position = position.but(shots=(*position.shots, made))
    return position.owing(Due(rule_id, (Roll(purpose=purpose, who=made.unit),), position.state, "fire.roll"))


def pending(position: Position, unit: str, purpose: str) -> int | None:
    """Which of the shots of this step the next dice of a unit belong to."""
    blows = purpose == "MELEE"
    for number, shot in enumerate(position.shots):
        if shot.unit == unit and not shot.rolled and shot.kind != "rolloff" and (shot.kind in BLOWS) == blows:
            return number
    return None


@rule("BAR-5.1e", "BAR-3.11a", "BAR-3.12d", "BAR-5.7e", on=Roll)
def as_many_dice(case: Case[Roll]) -> Finding | None:
    """Exactly as many dice are rolled as the firepower, or the melee dice, say."""
    if case.action.purpose not in {"FIRE", "MELEE"}:
        return None
    number = pending(case.before, case.action.who, case.action.purpose)
    if number is None:
        return None
    shot, rolls = case.before.shots[number], len(case.action.dice)
    wrong = breach("BAR-5.1e", "fire.rolled", unit=shot.unit, dice=rolls, expected=shot.dice[0])
    if case.action.purpose == "MELEE":
        artillery = case.counter(shot.unit).type == "artillery"
        wrong = structs.replace(wrong, rule="BAR-5.7e" if artillery else "BAR-3.12d")
    if rolls not in shot.dice:
        return wrong
    ruling = next((each for dice, each in shot.by_reading if each and dice == rolls != shot.dice[0]), "")
    return case.switches.doubtful(ruling, wrong) if ruling else None


@roll("FIRE")
@outcome("BAR-5.1f", "BAR-5.1g", "BAR-5.1h", "BAR-5.1n", "BAR-6.1j", "BAR-5.13f", "BAR-6.2f", "BAR-6.3g", "BAR-9.6c")
def strikes_home(case: Case[Roll]) -> Position:
    """Each die that is low enough is a hit; a mover that is hit, and the target of Suppressive Fire, must test."""
    number = pending(case.before, case.action.who, "FIRE")
    if number is None:
        return case.before
    shot = case.before.shots[number]
    position = rolled(case.before, number, case.action.dice)
    shot = position.shots[number]
    hits = shot.hits
    if shot.target in position.structures:
        return battered(case, position, shot.target, hits)
    cause, steady = CAUSES[shot.kind], not (position.units[shot.target].suppressed or case.forbidden or shot.vain)
    if cause == "suppressive" and shot.after:
        cause, must = "fire", case.switches.read_otherwise("BAR-A79") and not case.forbidden
        position = owe(position, shot.target, "suppressive", position.state, must, rule="BAR-6.2f")
    possible = {hits, *shot.also, *(each for each, _ in shot.doubts), *(0 for _ in shot.vain)}
    if cause == "shot" and possible != {0}:
        must = steady and 0 not in possible
        position = owe(position, shot.target, "shot", position.state, must, rule=_tests_by(shot.kind))
    position = hit(case, position, shot.target, hits, cause, also=shot.also, doubts=shot.doubts, vain=shot.vain)
    if cause == "suppressive":
        position = owe(position, shot.target, "suppressive", position.state, steady, rule="BAR-6.2f")
    if cause == "strike":
        position = owe(position, shot.target, "bombed", "S11", steady, rule="BAR-5.10b")
    return position


def _tests_by(kind: str) -> str:
    return "BAR-5.13f" if kind == "ambush" else "BAR-6.1j"


def rolled(position: Position, number: int, dice: tuple[int, ...]) -> Position:
    """The position in which a shot has its dice and its hits."""
    shot = position.shots[number]
    hits, *others = (sum(die <= each for die in dice) for each in shot.accuracy)
    doubts = tuple((sum(die <= each for die in dice), ruling) for each, ruling in shot.doubts)
    also = tuple(sorted({*others} - {hits}))
    made = structs.replace(shot, rolled=dice, hits=hits, also=also, doubts=tuple(x for x in doubts if x[0] != hits))
    return position.but(shots=(*position.shots[:number], made, *position.shots[number + 1 :]))
