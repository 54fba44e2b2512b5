"""Melee (5.6 to 5.9): who fights whom in a hex, with how many dice, and who stays bound."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import State, Step, Strike
from rules.barbarossa.book import BLOWS, begins, effect, outcome, roll, rule
from rules.barbarossa.fire.firing import burnt, pending, rolled, shoot
from rules.barbarossa.movement.moving import goes_too
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.battle import TANKS
from rules.barbarossa.state.bravery import withdrawing
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import Cause, dues_of_tests, hit, in_vain, present, spend
from rules.barbarossa.state.model import Position, Shot
from rules.barbarossa.state.values import column, losses_then, melee_accuracy, melee_dice
from rules.engine.actions import Action
from rules.engine.allowed import Allowed, allow
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, noted

COVERED = frozenset({"light_woods", "village", "town"})
"""Terrain in which infantry can attack tanks."""
FIRST = {"panic": ("BAR-5.7d", "melee.test-first"), "flank": ("BAR-5.4b", "melee.flanked")}
"""By what presses: the rule that wants a test before the melee, and what is said of it."""
PRESSING = frozenset(FIRST)
"""Tests that come before the melee."""


# ------------------------------------------------------------------------------------------------ who is in it
def fighters(case: Case[Any], place: str) -> tuple[str, ...]:
    """The ground units that stood in a hex when its melee began; who is aboard or in tow does not fight."""
    return tuple(
        name
        for name, unit in case.before.units.items()
        if unit.hex == place and not unit.carrier and not case.counter(name).flies and present(case, name)
    )


def enemies_in(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The unit's enemies in the melee of its hex."""
    return tuple(name for name in fighters(case, case.unit(unit).hex) if case.enemies(unit, name))


def contested(case: Case[Any]) -> tuple[str, ...]:
    """The hexes with ground units of both sides."""
    sides: dict[str, set[str]] = {}
    for name, unit in case.before.units.items():
        if unit.standing and not unit.carrier and not case.counter(name).flies:
            sides.setdefault(unit.hex, set()).add(case.side(name))
    return tuple(place for place, found in sides.items() if len(found) > 1)


def assaults(case: Case[Any], unit: str) -> bool:
    """True for a unit that fights by its own Assault order."""
    return case.ordered(unit, "assault")


def struck(position: Position, unit: str) -> bool:
    """True once the unit has made its test in this round's melee."""
    return bool(position.fired.get(f"{unit} melee"))


@outcome("BAR-5.6f", "BAR-8.2h", "BAR-5.6c", "BAR-5.7b")
def opponents(case: Case[Any], unit: str) -> tuple[str, ...]:
    """Whom the unit may strike: its ordered target if that is there, for a defender any of the enemies."""
    foes = enemies_in(case, unit)
    order = case.unit(unit).order
    if order is not None and order.order == "assault" and order.target in foes:
        return (order.target,)
    return foes


def can_strike(case: Case[Any], unit: str, target: str) -> bool:
    """True if the unit's card lists the type, in whatever way."""
    return case.counter(target).type in case.counter(unit).card.targets


def infantry_in_the_open(case: Case[Any], unit: str, target: str) -> bool:
    """True for infantry against tanks in a hex that gives it no chance to come near."""
    place = case.unit(unit).hex
    terrain = case.land(place).terrain if place in case.battle.ground.hexes else ""
    return case.counter(unit).type == "infantry" and case.counter(target).type in TANKS and terrain not in COVERED


# --------------------------------------------------------------------------------------------------- what is due
@outcome("BAR-5.6g", "BAR-5.6j", "BAR-5.8d", "BAR-5.8e", "BAR-5.6d", "BAR-6.5f")
def blows_due(case: Case[Any], position: Position, place: str) -> Position:
    """Who must make a test in the melee of a hex: all who assault, are assaulted or bound, and can; the rest may."""
    look = case.then(position)
    for unit in fighters(look, place):
        targets = tuple(foe for foe in opponents(look, unit) if can_strike(look, unit, foe))
        position = without_blow(position, unit)
        idle = look.unit(unit).ammo <= 0 or withdrawing(look, unit) or struck(position, unit)
        if idle or not targets or not melee_dice(look, unit):
            position = _pays_all_the_same(look, position, unit)
            continue
        bound = bool(look.unit(unit).bound)
        must = bound or assaults(look, unit) or any(_aims_at(look, foe, unit) for foe in enemies_in(look, unit))
        must = must and not all(look.unit(foe).out for foe in targets)
        must = must and not look.unopened(unit) and not all(infantry_in_the_open(look, unit, foe) for foe in targets)
        options = tuple(Strike(unit=unit, target=foe) for foe in targets)
        until = "S10" if all(withdrawing(look, foe) for foe in targets) else "S6"
        position = position.owing(Due("BAR-5.6j" if bound else "BAR-5.6g", options, until, "melee.due", must=must))
    return position


def _pays_all_the_same(case: Case[Any], position: Position, unit: str) -> Position:
    """Once players have settled that everybody in a melee pays, so does who rolls nothing."""
    paid = _prepaid(position, unit) or struck(position, unit) or position.units[unit].ammo <= 0
    if paid or not case.switches.read_otherwise("BAR-A126"):
        return position
    return spend(position, unit, 1, "BAR-5.6e").but(fired={**position.fired, f"{unit} paid": 1})


def _concerned(case: Case[Any], unit: str) -> bool:
    """True for who assaults, is bound or assaulted, or is in a group with one who is."""
    named = [name for name in fighters(case, case.unit(unit).hex) if _in_it(case, name)]
    group = case.unit(unit).group
    return unit in named or (bool(group) and any(case.unit(name).group == group for name in named))


def _in_it(case: Case[Any], unit: str) -> bool:
    fights = bool(case.unit(unit).bound) or assaults(case, unit)
    return fights or any(_aims_at(case, foe, unit) for foe in enemies_in(case, unit))


def _aims_at(case: Case[Any], foe: str, unit: str) -> bool:
    order = case.unit(foe).order
    return order is not None and order.order == "assault" and order.target == unit


def without_blow(position: Position, unit: str) -> Position:
    """The position in which no blow of a unit is due."""

    def meant(due: Due) -> bool:
        first = next(iter(due.options), None)
        return isinstance(first, Strike) and first.unit == unit

    return position.but(due=tuple(due for due in position.due if not meant(due)))


@begins("S6")
@outcome("BAR-5.6j", "BAR-4.4g")
def goes_on(case: Case[Action], position: Position) -> Position:
    """Whoever is bound fights on in step 6, with an order or without."""
    for place in contested(case.then(position)):
        position = blows_due(case, position, place)
    return position


# ---------------------------------------------------------------------------------------------------- the blow
def ground_only(case: Case[Strike]) -> bool:
    """True if both are known and on the ground; duels in the air are another chapter's."""
    names = (case.action.unit, case.action.target)
    return all(name in case.before.units and not case.counter(name).flies for name in names)


@rule("BAR-5.6g", "BAR-4.4g", "BAR-3.3d", on=Strike)
def in_one_hex(case: Case[Strike]) -> Iterator[Finding]:
    """Melee is fought in step 6 between enemies in the same hex; against who withdraws also as it leaves."""
    if not ground_only(case):
        return
    unit, target = case.action.unit, case.action.target
    left = case.before.stepped.get(target, ("",))[0]
    leaving = case.before.state == "S10" and withdrawing(case, target) and case.unit(unit).hex == left
    if case.before.state != "S6" and not leaving:
        yield breach("BAR-4.4g", "melee.step", unit=unit, now=case.before.state)
    elif case.before.state == "S6" and withdrawing(case, target):
        early = breach("BAR-4.4g", "melee.step", unit=unit, now=case.before.state)
        yield from (each for each in (case.switches.tolerated("BAR-A70", early),) if each)
    for name in (unit, target):
        if not present(case, name):
            yield breach("BAR-3.3d", "fire.gone", unit=unit, piece=name)
    if case.lies_dead(unit):
        yield breach("BAR-3.3d", "fire.dead", unit=unit)
    if not case.enemies(unit, target):
        yield breach("BAR-5.6g", "fire.friend", unit=unit, target=target)
    if case.unit(unit).hex != case.unit(target).hex and not leaving:
        yield breach("BAR-5.6g", "melee.apart", unit=unit, target=target)


@rule("BAR-5.6d", "BAR-3.8c", on=Strike)
def has_ammunition(case: Case[Strike]) -> Finding | None:
    """A unit without ammunition does not fight."""
    if not ground_only(case) or case.unit(case.action.unit).ammo > 0 or _prepaid(case.before, case.action.unit):
        return None
    if burnt(case, case.action.unit):
        return None
    return breach("BAR-5.6d", "melee.ammo", unit=case.action.unit)


@rule("BAR-3.10a", "BAR-5.7c", on=Strike)
def can_attack_it(case: Case[Strike]) -> Finding | None:
    """The type stands in the target table; infantry reaches tanks in light woods, villages and towns only."""
    if not ground_only(case):
        return None
    unit, target = case.action.unit, case.action.target
    if not can_strike(case, unit, target):
        return breach("BAR-3.10a", "fire.type", unit=unit, target=target, type=case.counter(target).type)
    if not infantry_in_the_open(case, unit, target):
        return None
    wrong = breach("BAR-5.7c", "melee.open-ground", unit=unit, target=target, hex=case.unit(unit).hex)
    return wrong if unit in case.before.entered else case.switches.disputed("BAR-A75", wrong)


@rule("BAR-5.8e", on=Strike)
def not_while_withdrawing(case: Case[Strike]) -> Finding | None:
    """Who withdraws makes no test."""
    if not ground_only(case) or not withdrawing(case, case.action.unit):
        return None
    return breach("BAR-5.8e", "melee.withdraws", unit=case.action.unit)


@rule("BAR-5.6g", "BAR-8.2h", "BAR-6.5c", on=Strike)
def one_blow_at_the_right_one(case: Case[Strike]) -> Iterator[Finding]:
    """Each unit makes one test; who assaults makes it against the unit that the order names."""
    if not ground_only(case):
        return
    unit, target = case.action.unit, case.action.target
    if struck(case.before, unit):
        yield breach("BAR-5.6g", "melee.twice", unit=unit)
    if case.switches.read_otherwise("BAR-A99") and not _concerned(case, unit):
        yield breach("BAR-8.2h", "melee.looks-on", unit=unit)
    allowed = opponents(case, unit)
    if allowed and target not in allowed and target in enemies_in(case, unit):
        yield breach("BAR-8.2h", "melee.other", unit=unit, target=target, ordered=allowed[0])


@rule("BAR-5.7d", "BAR-5.4b", "BAR-10.12a", on=Strike)
def tests_come_first(case: Case[Strike]) -> Iterator[Finding]:
    """Tank panic, and an assault on flank or rear, are tested before the melee: who has to test strikes only then.

    The test is no duty of the enemy's, whose blow falls at the same time.
    """
    if not ground_only(case):
        return
    unit = case.action.unit
    for owed in case.before.owed:
        if owed.unit == unit and owed.cause in PRESSING and owed.must:
            rule_id, why = FIRST[owed.cause]
            yield Illegal(why, {"unit": unit}, rule_id)


def dice_in_melee(case: Case[Any], unit: str, target: str) -> Allowed:
    """The melee dice; whether a table counts instead is open, but not for artillery."""
    ours, card = melee_dice(case, unit), case.counter(unit)
    listed = card.card.targets.get(case.counter(target).type)
    if card.type == "artillery" or card.flies or listed is None or not listed.dice:
        return Allowed(ours)
    return allow(case.switches, ours, doubtful=[(column(listed.dice, losses_then(case, unit)), "BAR-A08")])


@rule("BAR-3.12d", "BAR-5.7e", "BAR-3.12b", "BAR-5.11e", "BAR-12.14b", "BAR-12.9e", "BAR-12.10e", on=Strike)
def says_it_right(case: Case[Strike]) -> Iterator[Finding | None]:
    """Dice and accuracy that are said are those of the card."""
    action = case.action
    if action.unit not in case.before.units or action.target not in case.before.units:
        return
    dice, accuracy = dice_in_melee(case, action.unit, action.target), melee_accuracy(case, action.unit, action.target)
    artillery, weak = case.counter(action.unit).type == "artillery", case.unit(action.unit).suppressed
    many = breach(
        "BAR-5.7e" if artillery else "BAR-3.12d",
        "fire.dice",
        unit=action.unit,
        dice=action.dice or 0,
        expected=dice.ours,
    )
    yield dice.judge(case.switches, action.dice, many)
    good = breach(
        "BAR-5.11e" if weak else "BAR-3.12b",
        "fire.accuracy",
        unit=action.unit,
        accuracy=action.accuracy or 0,
        expected=accuracy.ours,
    )
    yield accuracy.judge(case.switches, action.accuracy, good)


def _prepaid(position: Position, unit: str) -> bool:
    return bool(position.fired.get(f"{unit} paid"))


@effect(Strike)
@outcome("BAR-5.6e", "BAR-3.8b")
def strikes(case: Case[Strike]) -> Position:
    """The dice are due; on the ground each unit that fights pays one point a round."""
    action, position = case.action, case.before
    if action.unit not in position.units or action.target not in position.units:
        return position
    duel = not ground_only(case)
    if not duel and not _prepaid(position, action.unit) and not struck(position, action.unit):
        position = spend(position, action.unit, 1, "BAR-5.6e", otherwise=in_vain(case))
    position = _told(position, action.unit)
    dice = dice_in_melee(case, action.unit, action.target)
    accuracy = melee_accuracy(case, action.unit, action.target)
    numbers = dice.from_now_on(action.dice)
    said = action.accuracy is not None and action.accuracy in accuracy.every
    faces = tuple(dict.fromkeys((accuracy.taken(action.accuracy), *(() if said else accuracy.also))))
    kind, place = "duel" if duel else "melee", case.unit(action.unit).hex
    made = Shot(action.unit, action.target, kind, place, numbers, faces, step=position.state)
    doubts = () if said else accuracy.doubtful
    made = structs.replace(made, doubts=doubts, by_reading=dice.doubtful, vain=in_vain(case))
    if not duel:
        position = position.but(fired={**position.fired, f"{action.unit} melee": 1})
    return without_blow(shoot(position, made), action.unit)


def _told(position: Position, unit: str) -> Position:
    """The position in which a test may be left out that should have come before the unit's blow: that was told."""
    owed = tuple(
        structs.replace(each, must=False) if each.unit == unit and each.cause in PRESSING else each
        for each in position.owed
    )
    return dues_of_tests(position.but(owed=owed), unit) if owed != position.owed else position


@rule("BAR-12.9e", "BAR-12.10e", "BAR-12.14b", on=Roll)
def hits_otherwise(case: Case[Roll]) -> Finding | None:
    """Where houses or a hill change how many dice of a melee hit, that is said: the card and the module do not know."""
    number = pending(case.before, case.action.who, "MELEE") if case.action.purpose == "MELEE" else None
    if number is None:
        return None
    shot = case.before.shots[number]
    unit, face = case.counter(shot.unit), shot.accuracy[0]
    weak = case.unit(shot.unit).suppressed
    printed = unit.value("suppressed_accuracy") if weak else unit.card.accuracy_at(0) or 0
    hits = sum(die <= face for die in case.action.dice)
    if len(shot.accuracy) > 1 or hits == sum(die <= printed for die in case.action.dice):
        return None
    return noted("melee.hits", unit=shot.unit, accuracy=face, hits=hits, printed=printed)


@roll("MELEE")
@outcome("BAR-5.6g", "BAR-5.8d", "BAR-8.2h", "BAR-5.4c", "BAR-12.14a")
def blow_falls(case: Case[Roll]) -> Position:
    """Each die that is low enough hits the enemy that was named, and nobody else."""
    number = pending(case.before, case.action.who, "MELEE")
    if number is None:
        return case.before
    position = rolled(case.before, number, case.action.dice)
    shot = position.shots[number]
    cause: Cause = "air" if shot.kind == "duel" else "withdrawing" if withdrawing(case, shot.target) else "melee"
    flank = shot.target in position.flanked
    also, doubts, vain = shot.also, shot.doubts, shot.vain
    position = hit(case, position, shot.target, shot.hits, cause, flank=flank, also=also, doubts=doubts, vain=vain)
    return BLOWS.follow(case, position)


# ------------------------------------------------------------------------------------------------------- bound
@begins("S12")
@outcome("BAR-5.6h", "BAR-5.6k")
def bound(case: Case[Action], position: Position) -> Position:
    """Ground units of both sides that are still in one hex are bound, and their cards name an enemy.

    A box that was never marked, and was told to be missing, need not be wiped.
    """
    look = case.then(position)
    held = {name: enemies_in(look, name) for place in contested(look) for name in fighters(look, place)}
    for name, unit in position.units.items():
        foes = held.get(name, ())
        if unit.out or set(foes) == set(unit.bound):
            continue
        position = position.unit(name, bound=foes)
        marked = State(unit=name, status="bound")
        missed = tuple(due for due in position.due if due.told and marked in due.options)
        position = position.but(due=tuple(due for due in position.due if due not in missed)) if missed else position
        if bool(foes) != bool(unit.bound) and (foes or not missed):
            mark = structs.replace(marked, on=bool(foes))
            position = position.owing(Due("BAR-5.6k" if foes else "BAR-5.6h", (mark,), "S12", "melee.mark"))
    return position


@rule("BAR-5.6k", on=State)
def names_its_enemy(case: Case[State]) -> Finding | None:
    """The card of a bound unit bears the number of an enemy that it is fighting."""
    unit, enemy = case.action.unit, case.action.beside
    if case.action.status != "bound" or not case.action.on or not enemy or unit not in case.before.units:
        return None
    known = enemy in case.before.units and case.enemies(unit, enemy) and case.unit(unit).hex == case.unit(enemy).hex
    return None if known else breach("BAR-5.6k", "melee.bound-with", unit=unit, enemy=enemy)


@rule("BAR-5.6b", "BAR-6.5b", on=Step)
def only_by_assault(case: Case[Step]) -> Iterator[Finding | None]:
    """Only an Assault enters an enemy's hex, and only the last one of its route."""
    unit, place = case.action.unit, case.action.hex
    if unit not in case.before.units or case.unopened(unit) or place not in case.battle.ground.grid:
        return
    seen = [foe for foe in case.foes(unit, place) if not case.unit(foe).hidden and not goes_too(case, unit, foe)]
    order = case.unit(unit).order
    if not seen or case.counter(unit).flies:
        return
    if order is None or order.order != "assault":
        yield breach("BAR-5.6b", "melee.no-assault", unit=unit, hex=place, enemy=seen[0])
    elif order.route and place != order.route[-1] and not _has_won(case, unit, seen):
        early = breach("BAR-5.6b", "melee.on-the-way", unit=unit, hex=place, enemy=seen[0])
        yield case.switches.doubtful("BAR-A67", early)


def _has_won(case: Case[Step], unit: str, foes: list[str]) -> bool:
    """True for who has rolled higher than the one in the hex whom it assaults, and who assaults it."""
    won = {shot.target for shot in case.before.shots if shot.kind == "rolloff" and shot.unit == unit and shot.rolled}
    lost = {foe for foe in won if case.before.halted.get(foe) == "BAR-5.9b"}
    return not lost.isdisjoint(foes)
