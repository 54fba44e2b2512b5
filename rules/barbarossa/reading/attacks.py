"""What the records say of shots, blows, smoke and the dice for them."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import cast

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.dice import dice_for
from rules.barbarossa.fire.firing import dice_of
from rules.barbarossa.fire.volleys import on_the_move
from rules.barbarossa.hiding.headquarters import adjusted
from rules.barbarossa.melee.fighting import dice_in_melee
from rules.barbarossa.reading import works
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import AT_PLACES, BLOWS, SHOTS, number
from rules.engine.actions import Action
from rules.engine.evidence import Record
from rules.engine.obligations import NOW
from rules.engine.reading import Read

SMOKE = "smoke"
SMOKES_IN = "S3"
"""The step in which smoke is laid; the marker may come to it between the one hex and the other."""
DUEL, MELEE = "DUEL", "MELEE"
EACH_ANEW = frozenset({"FLAK", "BOMBARD", "STRIKE", "REACT"})
"""Shots at which all dice are rolled for each target."""
OFTEN = frozenset({"DEFEND", "AMBUSH"})
"""Shots that a unit may fire at several movers."""
NOBODY, PLAIN = "nobody", "FIRE"


def fire(step: Step, record: Record) -> Iterator[Read]:
    """A shot or a blow is declared; the target speaks, the shooters are named."""
    said, target = record.get("p"), step.unit(record)
    for unit in step.units(record, "by"):
        purpose = MELEE if _is_a_blow(step, unit, target, said) else _as_ordered(step, unit, target, said)
        if purpose != DUEL and (_aimed_anew(step, unit, target, purpose) or _tests_before(step, unit, target, purpose)):
            continue
        if _chooses_anew(step, unit, target) if purpose == DUEL else _meant_another(step, unit):
            continue
        dice, accuracy = _rolled(step, record, unit)
        if purpose in BLOWS and target:
            paired = _paired(step, unit, target)
            strikes = purpose != DUEL or _rolls_next(step, unit, target, paired=paired)
            pairs_anew = not strikes and step.is_due(do.Duel(unit=unit, target=target))
            if purpose == DUEL and (pairs_anew or not paired):
                yield Read(do.Duel(unit=unit, target=target, by=step.side))
            if strikes:
                yield Read(do.Strike(unit=unit, target=target, dice=dice, accuracy=accuracy, by=step.side))
        elif purpose == "SMOKE":
            yield from _smoke(step, record, unit)
        elif purpose in SHOTS:
            aimed = target or _structure(step, record)
            shot = do.Fire(
                unit=unit,
                target=aimed if target or purpose not in AT_PLACES else "",
                hex=record.get("h") if purpose in AT_PLACES and not target else "",
                kind=SHOTS[purpose],
                dice=dice,
                accuracy=accuracy,
                after=step.first(record, "after") or _carried(step, unit, aimed, purpose, dice),
                again=record.get("again") == "yes",
                by=step.side,
            )
            yield Read(shot, instead=tuple(_carried_on(step, shot)))


def _carried_on(step: Step, shot: do.Fire) -> Iterator[Read]:
    """The shot with dice that missed another unit before, where the plain key was pressed for it."""
    fired = [each for each in step.position.shots if each.unit == shot.unit and each.rolled]
    if fired and fired[-1].kind == shot.kind and not (shot.after or shot.again):
        yield Read(structs.replace(shot, after=fired[-1].target, dice=None, accuracy=None))


def _is_a_blow(step: Step, unit: str, target: str, purpose: str) -> bool:
    """True for a blow that was named with the key of another attack: nobody fires at who is in his own hex."""
    blow = do.Strike(unit=unit, target=target)
    return purpose in SHOTS and purpose not in AT_PLACES and bool(target) and step.is_due(blow)


def _as_ordered(step: Step, unit: str, target: str, purpose: str) -> str:
    """The kind of shot that a unit makes by its order at its target, where the plain key of fire was pressed."""
    order = step.position.units[unit].order
    if purpose != PLAIN or order is None or order.order == WAYS[SHOTS[PLAIN]].order:
        return purpose
    kinds = (each for each, kind in SHOTS.items() if WAYS[kind].order == order.order)
    fits = (each for each in kinds if step.position.state in WAYS[SHOTS[each]].steps and each not in EACH_ANEW)
    return next(fits, purpose) if order.target in {"", target} else purpose


def _tests_before(step: Step, unit: str, target: str, purpose: str) -> bool:
    """True for a blow that is rolled only when one of the two has tested: it is struck with the dice."""
    tests = False
    for _, _, later in step.before_the_clock() if purpose == MELEE else ():
        if later.verb == "roll":
            if unit in step.units(later, "by"):
                named = target == step.first(later, "at") or len(_blows(step, unit)) == 1
                return tests and named and step.is_due(do.Strike(unit=unit, target=target))
            tests = tests or (later.get("p") == "TEST" and step.first(later, "who") in {unit, target})
    return False


def _meant_another(step: Step, unit: str) -> bool:
    """True for an attack that nobody wanted of a unit, without dice: another one of its side aims at once."""
    due = (option for each in step.position.due for option in each.options)
    if any(isinstance(option, do.Fire | do.Strike | do.Duel | do.Smoke) and option.unit == unit for option in due):
        return False
    aims = ""
    for _, _, later in step.following():
        if later.verb == "phase":
            break
        aiming = step.units(later, "by") if later.verb in {"fire", "roll"} else (step.unit(later),)
        if unit in aiming and later.verb in {"fire", "roll", "aim"}:
            return False
        if not aims and later.verb in {"fire", "roll", "aim", "check"}:
            aims = next((each for each in aiming if later.verb in {"fire", "aim"}), NOBODY)
    return aims in step.battle.units and step.battle.units[aims].side == step.battle.units[unit].side


def _aimed_anew(step: Step, unit: str, target: str, purpose: str) -> bool:
    """True for a shot that was never rolled by the end of its step, because its unit aimed at somebody else first.

    Who makes one attack only has meant the one that was rolled, also where the log ends before the step does.
    """
    run, over, other = list[str](), False, False
    for _, _, later in step.following():
        if later.verb == "phase":
            over = True
            break
        if later.verb in {"fire", "roll"} and unit in step.units(later, "by"):
            other = other or (later.verb == "fire" and step.unit(later) != target)
            run.append(later.verb)
    over = over or (purpose not in EACH_ANEW | {MELEE} and other)
    return over and run[:1] == ["fire"] and 0 < run.count("roll") <= run.count("fire")


def _chooses_anew(step: Step, unit: str, target: str) -> bool:
    """True for who names another enemy for a duel before any dice fall, and is not paired with this one."""
    for _, _, later in step.before_the_clock():
        if later.verb == "roll" or _paired(step, unit, target):
            break
        if later.verb == "fire" and unit in step.units(later, "by"):
            return later.get("p") == DUEL and step.unit(later) != target
    return False


def _rolled(step: Step, record: Record, unit: str) -> tuple[int | None, int | None]:
    """The dice with which a shot is rolled, and the accuracy, if its player chose another than the module proposes.

    Where they could be those of another shot of the unit, nothing is known.
    """
    if any(shot.unit == unit and not shot.rolled for shot in step.position.shots):
        return None, None
    for _, _, later in step.following():
        if later.verb == "roll" and unit in step.units(later, "by"):
            dice = number(later.get("dice").removesuffix("d6")) if record.get("dice") else None
            return dice, number(later.get("acc")) if later.get("acc") != record.get("acc") else None
        if later.verb in {"phase", "fire"} and (later.verb == "phase" or unit in step.units(later, "by")):
            break
    return None, None


def _carried(step: Step, unit: str, target: str, purpose: str, dice: int | None) -> str:
    """At whom the dice were rolled that a unit carries on unsaid: half of those that missed, in the same hex."""
    units = step.position.units
    last = next((shot for shot in reversed(step.position.shots) if shot.unit == unit), None)
    if last is None or not last.rolled or last.step != step.position.state or target == last.target:
        return ""
    both = target in units and last.target in units
    same = both and step.battle.units[target].type == step.battle.units[last.target].type
    missed = len(last.rolled) - last.hits
    half = -(-missed // 2)
    anew = purpose in EACH_ANEW or (purpose in OFTEN and missed == len(last.rolled))
    return last.target if same and units[target].hex == last.hex and dice == half and not anew else ""


def _paired(step: Step, unit: str, target: str) -> bool:
    """Whether two fight already, or have fought in the round in which one of them was shot down."""
    position = step.position
    fell = any(name in position.units and position.units[name].out for name in (unit, target))
    pairs = (*position.duels, *(position.fought if fell else ()))
    return any({unit, target} == set(pair) for pair in pairs)


def _rolls_next(step: Step, unit: str, target: str, *, paired: bool) -> bool:
    """Whether a unit's dice fall before somebody aims, fires or tests; who is paired may aim at others meanwhile.

    Who names the same enemy once more before the dice fall strikes only then.
    """
    for _, _, later in step.following():
        own = unit in {step.unit(later), *step.units(later, "by")}
        if own and later.verb == "fire" and target in {step.unit(later), *step.units(later, "at")}:
            return False
        if later.verb == "roll":
            return later.get("p") in {MELEE, ""} and step.first(later, "by") == unit
        if later.verb in {"aim", "fire", "check", "phase"} and not (paired and own):
            break
    return False


def _structure(step: Step, record: Record) -> str:
    return step.reader.structure(record.piece, step.position, record.get("h")) if record.piece else ""


def placed(step: Step, record: Record) -> Iterator[Read]:
    """A marker lies somewhere; smoke may be that of a unit which has not aimed."""
    smoke = record.piece is not None and record.piece.name == SMOKE
    for unit in _still_to_smoke(step, record.get("h")) if smoke else ():
        for read in _smoke(step, record, unit, record.get("h")):
            yield Read(read.action, "inferred", "declaration")
        return
    yield from works.placed(step, record)


def _still_to_smoke(step: Step, place: str) -> Iterator[str]:
    """The units that have still to lay their smoke on a hex or beside it."""
    options = (option for due in step.position.due if due.must for option in due.options)
    for option in options:
        near = step.battle.ground.sky.neighbours(option.hex) if isinstance(option, do.Smoke) else ()
        if isinstance(option, do.Smoke) and place in {option.hex, *near}:
            yield option.unit


def _smoke(step: Step, record: Record, unit: str, *first: str) -> Iterator[Read]:
    """Smoke on two hexes: the markers are placed in the steps that follow."""
    placed = list(first)
    for shown, place, later in step.following():
        over = later.verb == "phase" and later.get("p") != SMOKES_IN
        if later.verb in {"fire", "aim"} or over:
            break
        if later.verb == "place" and later.piece is not None and later.piece.name == SMOKE and len(placed) < 2:
            if works.touched_again(step.later(shown, place), later.piece):
                step.reader.overlook(shown.at, later.piece.uid)
            else:
                placed.append(later.get("h"))
            step.reader.consume(shown.at, place)
    order = step.position.units[unit].order
    hexes = placed or [order.hex if order and order.hex else record.get("h")]
    main = order.hex if order and order.hex in hexes else hexes[0]
    also = next((place for place in hexes if place != main), "")
    yield Read(do.Smoke(unit=unit, hex=main, also=also, by=step.side))


def aim(step: Step, record: Record) -> Iterator[Read]:
    """A unit aims: where it aims with smoke, and fires at no piece, the smoke is what it lays next."""
    unit = step.unit(record)
    if not unit or record.get("p") != "SMOKE":
        return
    for _, _, later in step.following():
        again = later.verb == "aim" and step.unit(later) == unit and later.get("p") == record.get("p")
        if later.verb == "fire" or again:
            return
        if later.verb in {"aim", "phase"} or (later.verb == "place" and later.piece and later.piece.name == SMOKE):
            break
    yield from _smoke(step, record, unit)


def roll(step: Step, record: Record) -> Iterator[Read]:
    """Dice fell."""
    dice = record.dice
    who = step.first(record, "who") or step.first(record, "by") or _only_shooter(step)
    if not who:
        claimed = list(_unclaimed(step, dice))
        if not claimed:
            _set_loose(step)
        yield from claimed
        return
    own = list(_own(step, who, dice))
    if own:
        yield from own
        return
    purpose = record.get("p") or _owed(step, who)
    strange = _is_strange(step, do.Roll(purpose=purpose, who=who, dice=dice))
    awaited = _is_awaited(step, purpose, who) and not strange
    said = step.reader.announced and purpose not in {PLAIN, MELEE}
    claimed = [] if awaited or said else list(_unclaimed(step, dice, who))
    other = who not in {getattr(each.action, "unit", "") for each in claimed}
    if claimed and (other or strange or not step.reader.announced):
        yield from claimed
        return
    if strange and not step.reader.announced:
        _set_loose(step)
        return
    if purpose == "FIRE":
        yield from _adjusted_unsaid(step, who, dice)
    if purpose == "FIRE" and (_strikes(step, who) or _is_a_blow(step, who, step.first(record, "at"), purpose)):
        purpose = MELEE
    if purpose == MELEE:
        yield from _blow_unsaid(step, record, who)
    read = Read(do.Roll(purpose=purpose, who=who, dice=dice, by=step.side))
    if not strange and (awaited or step.reader.announced or _falls_again(step, purpose, who)):
        yield read
        return
    _set_loose(step)
    yield structs.replace(read, how="inferred", missing="declaration")


def _own(step: Step, marked: str, dice: tuple[int, ...]) -> Iterator[Read]:
    """The dice of the thrower's own shot, where the other side set the marks that lie there, for one of its own.

    Where both shots wait for as many dice, what comes of them tells for which of them they fell. So it does for a shot
    that is due and that nobody has declared.
    """
    if {"", step.side} & {step.reader.announcer, step.battle.units[marked].side} or not step.side:
        return
    waiting = {shot.unit: shot for shot in reversed(step.position.shots) if not shot.rolled}
    shots = [shot for name, shot in waiting.items() if len(dice) in shot.dice and name in step.battle.units]
    mine = [shot for shot in shots if step.battle.units[shot.unit].side == step.side]
    theirs = {shot.target for shot in shots if shot.unit == marked}
    if len(mine) == 1 and _first_hurt(step, {mine[0].target, *theirs}) not in theirs - {mine[0].target}:
        purpose = MELEE if mine[0].kind.upper() in BLOWS else PLAIN
        yield Read(do.Roll(purpose=purpose, who=mine[0].unit, dice=dice, by=step.side), "inferred", "declaration")
    elif not mine:
        attack = next(_fitting(step, dice), None)
        if attack is not None and _first_hurt(step, {attack.target, *theirs}) == attack.target not in theirs:
            yield from _made(step, attack, dice)


def _first_hurt(step: Step, targets: Collection[str]) -> str:
    """The first of some targets that is seen to be hurt before other dice fall: it tests, or loses steps."""
    for _, _, later in step.before_the_clock():
        if later.verb == "roll":
            break
        if step.unit(later) in targets and _is_hurt(later):
            return step.unit(later)
    return ""


def _is_hurt(record: Record) -> bool:
    """True for what comes of hits: a unit tests, loses steps, or is gone."""
    marks = record.verb == "mark" and record.get("what") == "losses"
    return marks or record.verb == "out" or (record.verb == "check" and record.get("p") == "TEST")


def _is_strange(step: Step, roll: do.Roll) -> bool:
    """True for dice on marks that are those of other dice, and not as many as are rolled there."""
    return _is_stale(step, roll.who) and dice_for(step.case(roll), roll) not in {0, len(roll.dice)}


def _falls_again(step: Step, purpose: str, who: str) -> bool:
    """True for dice that are thrown twice for the same; what falls twice on old marks is no shot, nor was it before."""
    rolled = any(shot.unit == who and shot.rolled for shot in step.position.shots)
    return step.shown.again and (rolled or purpose not in {PLAIN, MELEE})


def _set_loose(step: Step) -> None:
    """What comes of dice for nobody is not certain, if somebody may attack now by his order."""
    position, ways = step.position, [way.order for way in WAYS.values() if step.position.state in way.steps]
    fights = bool(position.duels) or any(unit.bound for unit in position.units.values())
    if fights or any(unit.order is not None and unit.order.order in ways for unit in position.units.values()):
        step.reader.loose = position.round, position.state


def _is_awaited(step: Step, purpose: str, who: str) -> bool:
    """True for dice of which something is known: they are due, or a shot of the unit waits for them."""
    waits = any(shot.unit == who and not shot.rolled for shot in step.position.shots) or _blows(step, who)
    if waits and purpose in {PLAIN, MELEE}:
        return True
    return step.is_due(do.Roll(purpose=purpose, who=who))


def _adjusted_unsaid(step: Step, unit: str, dice: tuple[int, ...]) -> Iterator[Read]:
    """The second roll of artillery whose fire a headquarters may adjust, where the target is marked after it."""
    shots = [shot for shot in step.position.shots if shot.unit == unit and shot.step == step.position.state]
    if not shots or not shots[-1].rolled or len(shots[-1].rolled) != len(dice):
        return
    last = shots[-1]
    again = do.Fire(unit=unit, target=last.target, kind=cast("do.Shot", last.kind), again=True, by=step.side)
    marked = any(later.verb == "mark" and step.unit(later) == last.target for _, _, later in step.before_the_clock())
    if last.kind in WAYS and marked and not any(adjusted(step.case(again))):
        yield Read(again, "inferred", "declaration")


def _strikes(step: Step, unit: str) -> bool:
    """True for a unit that has named an enemy for a blow, and has no shot to roll for."""
    waiting = {shot.kind == "melee" for shot in step.position.shots if shot.unit == unit and not shot.rolled}
    return waiting == {True}


def _unclaimed(step: Step, dice: tuple[int, ...], marked: str = "") -> Iterator[Read]:
    """Dice for nobody, or for the unit that is marked of old: those of the roll or the attack that is due.

    As many must belong to it, and nobody roll for it later; otherwise they are no deed of the game.
    """
    records = [record for _, _, record in step.before_the_clock()]
    for roll in _due_rolls(step, records) if not marked or _is_stale(step, marked) else ():
        if dice_for(step.case(roll), roll) == len(dice):
            yield Read(structs.replace(roll, dice=dice, by=step.side), "inferred", "declaration")
            return
    for attack in islice(_fitting(step, dice), 1):
        yield from _made(step, attack, dice)


def _fitting(step: Step, dice: tuple[int, ...]) -> Iterator[do.Fire | do.Strike]:
    """The attacks of the thrower's side that are due with as many dice: first at whom is first seen to be hurt."""
    records = [record for _, _, record in step.before_the_clock()]
    hurt = [step.unit(record) for record in records if _is_hurt(record)]
    due = [option for each in step.position.due if each.must for option in each.options]
    attacks = [option for option in due if isinstance(option, do.Fire | do.Strike)]
    attacks += on_the_move(step.case(Action()))
    mine = [each for each in attacks if step.side in {"", step.battle.units[each.unit].side}]
    mine = [each for each in mine if _shows_at_once(step, records, each) or not _attacks_later(step, records, each)]
    fit = [each for each in mine if len(dice) in _dice_for(step, each)]
    yield from sorted(fit, key=lambda each: (*hurt, each.target).index(each.target))


def _made(step: Step, attack: do.Fire | do.Strike, dice: tuple[int, ...]) -> Iterator[Read]:
    """An attack that nobody declared, and its dice."""
    purpose = "FIRE" if isinstance(attack, do.Fire) else MELEE
    yield Read(structs.replace(attack, by=step.side), "inferred", "declaration")
    yield Read(do.Roll(purpose=purpose, who=attack.unit, dice=dice, by=step.side), "inferred", "declaration")


def _attacks_later(step: Step, records: Iterable[Record], attack: do.Fire | do.Strike) -> bool:
    return any(attack.unit in step.units(record, "by") for record in records)


def _shows_at_once(step: Step, records: Iterable[Record], attack: do.Fire | do.Strike) -> bool:
    """Whether the first deed after the dice is what comes of the blow: its target is hurt, or tests."""
    first = next((record for record in records if record.verb in {"aim", "fire", "roll", "check", "mark"}), None)
    hurt = first is not None and _is_hurt(first) and step.unit(first) == attack.target
    return isinstance(attack, do.Strike) and hurt


def _is_stale(step: Step, unit: str) -> bool:
    """True where a unit is marked for dice that fell already, or by the other side."""
    return not step.reader.announced or step.side not in {"", step.battle.units[unit].side}


def _due_rolls(step: Step, later: Iterable[Record]) -> Iterator[do.Roll]:
    """The rolls that are due, or may be made, and are not made later: first those that must be."""
    named = {(record.get("p"), name) for record in later for key in ("by", "who") for name in step.units(record, key)}
    for due in sorted(step.position.due, key=lambda each: not each.must):
        for option in due.options:
            made = isinstance(option, do.Roll) and (option.purpose, option.who) in named
            if isinstance(option, do.Roll) and option.who in step.battle.units and not made:
                yield option


def _dice_for(step: Step, attack: do.Fire | do.Strike) -> tuple[int, ...]:
    case = step.case(attack)
    if isinstance(attack, do.Fire):
        return dice_of(case, attack).every
    return dice_in_melee(case, attack.unit, attack.target).every


def _blow_unsaid(step: Step, record: Record, unit: str) -> Iterator[Read]:
    """The blow to which the dice belong, if it is due and the log that named the enemy ended before they fell."""
    if any(shot.unit == unit and not shot.rolled for shot in step.position.shots):
        return
    at, blows = step.first(record, "at"), _blows(step, unit)
    for target in [each for each in blows if each == at or (not at and len(blows) == 1)]:
        yield Read(do.Strike(unit=unit, target=target, by=step.side))


def _blows(step: Step, unit: str) -> tuple[str, ...]:
    """The enemies of whom a unit has to strike one, or may."""
    due = (option for each in step.position.due for option in each.options)
    return tuple(each.target for each in due if isinstance(each, do.Strike) and each.unit == unit)


def _only_shooter(step: Step) -> str:
    """The unit of a side whose dice are still to fall, if it is the only one."""
    open_shots = {shot.unit for shot in step.position.shots if not shot.rolled and shot.unit in step.battle.units}
    mine = [unit for unit in open_shots if not step.side or step.battle.units[unit].side == step.side]
    return mine[0] if len(mine) == 1 else ""


def _owed(step: Step, who: str) -> str:
    """What the dice are for of a unit that only aims: the shot that it has declared, else those that it owes now."""
    shots = [shot for shot in step.position.shots if shot.unit == who and not shot.rolled]
    if shots:
        return MELEE if shots[-1].kind in {"melee", "duel"} else "FIRE"
    if _blows(step, who) and step.position.state == "S6":
        return MELEE
    due = (due for due in step.position.due if due.until in {NOW, step.position.state})
    options = (option for each in due for option in each.options[:1])
    return next((option.purpose for option in options if isinstance(option, do.Roll) and option.who == who), "FIRE")
