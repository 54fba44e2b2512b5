"""What the records say of shots, blows and smoke."""

from collections.abc import Iterator

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.sight import in_field
from rules.barbarossa.fire.smoke import name_of
from rules.barbarossa.reading import works
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import AT_PLACES, BLOWS, SHOTS, number
from rules.engine.actions import Action, matches, subject
from rules.engine.answers import Answer
from rules.engine.evidence import Record
from rules.engine.reading import Read

SMOKE = "smoke"
SMOKES_IN = "S3"
"""The step in which smoke is laid; the marker may come to it between the one hex and the other."""
DUEL, MELEE, BACK = "DUEL", "MELEE", "REACT"
ATTACKS = (do.Fire, do.Strike, do.Duel, do.Smoke)
EACH_ANEW = frozenset({"FLAK", "BOMBARD", "STRIKE", "REACT"})
"""Shots at which all dice are rolled for each target."""
OFTEN = frozenset({"DEFEND", "AMBUSH"})
"""Shots that a unit may fire at several movers."""
NOBODY, PLAIN = "nobody", "FIRE"
FLAK_IN = "S5"
"""The step in which flak fires at aircraft."""


def fire(step: Step, record: Record) -> Iterator[Read]:
    """A shot or a blow is declared; the target speaks, the shooters are named."""
    said, target = record.get("p"), step.unit(record)
    for unit in step.units(record, "by"):
        purpose = MELEE if is_a_blow(step, unit, target, said) else _as_ordered(step, unit, target, said)
        if purpose != DUEL and (_aimed_anew(step, unit, target, purpose) or _tests_before(step, unit, target, purpose)):
            continue
        if purpose == BACK and _let_be(step, unit):
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


def is_a_blow(step: Step, unit: str, target: str, purpose: str) -> bool:
    """True for a blow that was named with the key of another attack: nobody fires at who is in his own hex.

    But who was closed with before his shot was waited for makes good the shot.
    """
    blow = do.Strike(unit=unit, target=target)
    if purpose not in SHOTS or purpose in AT_PLACES or not target or not step.is_due(blow):
        return False
    shot = do.Fire(unit=unit, target=target, kind=SHOTS[purpose])
    return not any(due.told and any(matches(each, shot) for each in due.options) for due in step.position.due)


def _as_ordered(step: Step, unit: str, target: str, purpose: str) -> str:
    """The kind of shot that a unit makes by its order, where the plain key of fire was pressed, or one for the other.

    Who lies in ambush fires like who defends, and flak at what flies as nobody else does.
    """
    order, units = step.position.units[unit].order, step.battle.units
    if purpose not in {PLAIN, *OFTEN} or order is None:
        return purpose
    if step.position.state == FLAK_IN and units[unit].is_a("flak") and target in units and units[target].flies:
        return "FLAK"
    if order.order == WAYS[SHOTS[purpose]].order:
        return purpose
    if purpose in OFTEN and order.order not in {WAYS[SHOTS[each]].order for each in OFTEN}:
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
                named = target == step.first(later, "at") or len(blows(step, unit)) == 1
                return tests and named and step.is_due(do.Strike(unit=unit, target=target))
            tests = tests or (later.get("p") == "TEST" and step.first(later, "who") in {unit, target})
    return False


def _meant_another(step: Step, unit: str) -> bool:
    """True for an attack that nobody wanted of a unit, without dice: another one of its side aims at once."""
    if any(isinstance(each, ATTACKS) and subject(each) == unit for each in step.position.options(Action)):
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


def _let_be(step: Step, unit: str) -> bool:
    """True for a shot back, which nobody has to fire, where no dice fell and nobody paid before the marker goes on."""
    for _, _, later in step.following():
        if later.verb == "phase":
            return True
        rolls = later.verb == "roll" and unit in (step.units(later, "by") or (unit,))
        if rolls or (later.verb == "mark" and step.unit(later) == unit and later.get("what") == "ammo"):
            break
    return False


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
    if step.position.waiting(unit):
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
    """The units that have still to lay their smoke on a hex or beside it; it may be open whether they can."""
    position, near = step.position, {place, *step.battle.ground.sky.neighbours(place)}
    due = [smoke.unit for smoke in position.options(do.Smoke, must=True) if smoke.hex in near]
    laid = {each.by for each in position.structures.values() if each.kind == SMOKE and each.laid == position.round}
    for unit, state in position.units.items() if position.state == SMOKES_IN else ():
        order = state.order
        if order is None or order.order != SMOKE or order.hex not in near or unit in laid:
            continue
        if in_field(step.case(do.Smoke(unit=unit, hex=order.hex)), unit, order.hex) is Answer.OPEN:
            due.append(unit)
    yield from dict.fromkeys(due)


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
                step.reader.coming.add(name_of(later.get("h")))
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


def blows(step: Step, unit: str) -> tuple[str, ...]:
    """The enemies of whom a unit has to strike one, or may."""
    return tuple(blow.target for blow in step.position.options(do.Strike) if blow.unit == unit)
