"""What the records say that the players did, verb by verb."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import cast

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.firing import dice_of
from rules.barbarossa.hiding.headquarters import adjusted
from rules.barbarossa.melee.fighting import dice_in_melee
from rules.barbarossa.movement.moving import SHIFTS
from rules.barbarossa.orders.terms import MOVES
from rules.barbarossa.reading import cards, works
from rules.barbarossa.reading.dragging import along, comes_in, flown_at_once, put_right_at_once
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import AT_PLACES, BLOWS, LAND, SHOTS, number
from rules.barbarossa.state.case import Case
from rules.engine.evidence import Moved, Piece, Record, Shown
from rules.engine.obligations import NOW
from rules.engine.reading import Read
from rules.engine.switches import Switches

LOST = "lost-"
"""What the names of the boxes begin with in which models lie that are out of the game."""
WORKS = frozenset({"trench", "bunker"})
SMOKE = "smoke"
SMOKES_IN = "S3"
"""The step in which smoke is laid; the marker may come to it between the one hex and the other."""
DUEL, MELEE = "DUEL", "MELEE"
EACH_ANEW = frozenset({"FLAK", "BOMBARD", "STRIKE", "REACT"})
"""Shots at which all dice are rolled for each target."""
OFTEN = frozenset({"DEFEND", "AMBUSH"})
"""Shots that a unit may fire at several movers."""
GETS_ON = frozenset({"Mount", "Tow"})
GETS_OFF: Mapping[str, frozenset[str]] = {
    "dismount": frozenset({"S10"}),
    "set_up": frozenset({"S9", "S12"}),
    "air_landing": frozenset({"S6"}),
}
"""By order: the steps in which a unit leaves what carries it."""
NOBODY, PLAIN = "nobody", "FIRE"
RELIES = frozenset({"step", "fire", "roll", "found"})
"""Records of deeds that may rely on where a unit is, and where it faces."""


# ------------------------------------------------------------------------------------------------------ movement
def moved(step: Step, record: Record) -> Iterator[Read]:
    """A model moved: by its own feet, out of the air, from hiding or from a carrier."""
    unit, place, how = step.unit(record), record.get("h"), record.get("a")
    if not unit or step.position.state == "SETUP":
        return
    state = step.position.units[unit]
    if step.boarded(unit):
        return
    if _rides_along(step, unit, place):
        step.reader.overlook(step.shown.at, unit)
        return
    if not state.carrier and _boards_next(step, unit):
        step.reader.overlook(step.shown.at, unit)
        return
    if place.startswith(LOST):
        yield from cards.out(step, record)
        return
    if put_right_at_once(step, unit, place):
        return
    if step.battle.units[unit].flies:
        yield from _flown(step, unit, place)
    elif state.carrier:
        yield _gets_off(step, unit, place)
    elif _walks_out(step, unit, place):
        yield Read(do.Show(unit=unit, hex=state.hex, by=step.side))
        yield from along(step, unit, place, fights=how == "Assault")
    elif how == "Show" or (state.off_board and how != "Enter") or _comes_up(step, unit, place):
        yield Read(do.Show(unit=unit, hex=place, by=step.side))
    elif not state.hex or how == "Enter":
        facing = _turned_next(step, unit) or record.get("face")
        yield Read(do.Enter(unit=unit, hex=place, facing=facing, by=step.side))
    else:
        yield from along(step, unit, place, fights=how == "Assault")


def off_or_on_the_map(step: Step, unit: str, moved: Moved) -> Iterator[Read]:
    """A model that was taken out of its box or off the map without a word, where that is what it had to do."""
    state, there, here = step.position.units[unit], moved.target, moved.origin
    hidden = state.hidden and state.off_board and there.name == state.hex
    if there.zone == LAND != here.zone and (hidden or _comes_up(step, unit, there.name)):
        yield Read(do.Show(unit=unit, hex=there.name, by=step.side), "inferred", "record")
    elif there.zone.startswith("lost") and here.zone == LAND:
        for read in cards.gone(step, unit):
            yield structs.replace(read, how="inferred", missing="record")


def _comes_up(step: Step, unit: str, place: str) -> bool:
    """True for a model that is to stand on the board again, and is dragged into its hex."""
    return place == step.position.units[unit].hex and step.is_due(do.Show(unit=unit))


def _rides_along(step: Step, unit: str, place: str) -> bool:
    """True for who is put where its carrier is, or goes in this step, and has no reason to get off there."""
    state = step.position.units[unit]
    given = state.running or state.order
    carrier = step.position.units.get(state.carrier)
    if carrier is None or step.is_due(do.Leave(unit=unit)):
        return False
    gets_off = given is not None and step.position.state in GETS_OFF.get(given.order, ())
    marches = carrier.order is not None and carrier.order.order in MOVES
    if gets_off and not marches:
        return False
    if place == carrier.hex:
        return True
    for _, _, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb == "step" and step.unit(later) == state.carrier and later.get("h") == place:
            return True
    return False


def _boards_next(step: Step, unit: str) -> bool:
    """True for a unit that was only dragged to its carrier, and gets on at once."""
    for _, _, later in step.following():
        if later.verb == "phase" or step.unit(later) == unit:
            return later.verb == "ride" and later.get("what") in GETS_ON
    return False


def _gets_on(step: Step, record: Record, unit: str) -> Iterator[Read]:
    """A unit gets on, in the way that its order says; who has got on the wrong transport, and gets off, never did."""
    order = step.position.units[unit].order
    given = order.order if order else ""
    towed = given == "tow" if given in {"tow", "mount"} else record.get("what") == "Tow"
    if _gets_off_again(step, unit):
        return
    for carrier in step.units(record, "at")[:1]:
        yield Read(do.Board(unit=unit, carrier=carrier, towed=towed, by=step.side))


def _gets_off_again(step: Step, unit: str) -> bool:
    """True for who gets off, or on another transport, before anything else is done with it."""
    run = [(step.shown, step.place)]
    for shown, place, later in step.before_the_clock():
        if later.verb not in {"ride", "step"}:
            continue
        if step.unit(later) != unit:
            return False
        if later.verb == "ride":
            anew = later.get("what") in GETS_ON
            for seen, at in run if anew else [*run, (shown, place)]:
                step.reader.consume(seen.at, at)
                step.reader.overlook(seen.at, unit)
            return True
    return False


def _flown(step: Step, unit: str, place: str) -> Iterator[Read]:
    """An aircraft takes off or flies on; one that is dragged straight over the board came in where its order says."""
    state = step.position.units[unit]
    at_once = not state.hex and flown_at_once(step, unit, place)
    entry = comes_in(step, unit) if at_once else ""
    if at_once:
        yield Read(do.TakeOff(unit=unit, hex=entry or place, by=step.side), "inferred", "path")
    elif not state.hex:
        yield Read(do.TakeOff(unit=unit, hex=place, by=step.side))
    if state.hex or entry:
        yield Read(do.Fly(unit=unit, hex=place, by=step.side))


def _walks_out(step: Step, unit: str, goal: str) -> bool:
    """True for a model that lay hidden or in works and is put at once where its order leads."""
    state = step.position.units[unit]
    order = state.order
    leads = order is not None and goal in order.route and step.position.state in {"S6", "S10"}
    return leads and state.off_board and not state.carrier and bool(state.hex) and goal != state.hex


def face(step: Step, record: Record) -> Iterator[Read]:
    """A unit turns; several turns of the same unit in one go are one."""
    unit = step.unit(record)
    if not unit or step.position.state == "SETUP":
        return
    facing = _turned_next(step, unit) or record.get("v")
    if _turns_again(step, unit):
        step.reader.overlook(step.shown.at, unit)
        return
    yield Read(do.Turn(unit=unit, facing=facing, by=step.side))


def _turns_again(step: Step, unit: str) -> bool:
    """True for a unit that is turned once more before anybody moves, fires or rolls."""
    run = takewhile(lambda each: each[2].verb not in RELIES, step.before_the_clock())
    return any(later.verb == "face" and step.unit(later) == unit for _, _, later in run)


def _turned_next(step: Step, unit: str) -> str:
    """Where a unit faces after the records that follow at once."""
    facing = ""
    for shown, place, later in step.run("face", unit):
        facing = later.get("v")
        step.reader.consume(shown.at, place)
    return facing


def _goes_next(step: Step, unit: str) -> str | None:
    """Where a unit ends that is moved at once by what was just said; None if the logs end before they tell."""
    goal: str | None = None
    for shown, place, later in step.following():
        if later.verb == "phase":
            continue
        if later.verb == "step" and step.unit(later) == unit:
            step.reader.consume(shown.at, place)
            goal = later.get("h")
        elif goal is not None or later.verb not in {"ride", "state"} or step.unit(later) != unit:
            return goal or ""
    return goal


def found(step: Step, record: Record) -> Iterator[Read]:
    """A hidden unit is found; to say so again says nothing."""
    unit = step.unit(record)
    again = f"{unit} found" in step.position.fired
    if unit and (step.position.units[unit].hidden or not again):
        yield from step.reader.declared(step, record)


def ride(step: Step, record: Record) -> Iterator[Read]:
    """A unit gets on or off, is hitched, goes into works or comes out."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    if what in GETS_ON:
        yield from _gets_on(step, record, unit)
    elif what == "Occupy":
        yield from (Read(do.Occupy(unit=unit, structure=name, by=step.side)) for name in _works(step, record, unit)[:1])
    elif what == "Leave" and step.position.units[unit].carrier:
        yield _gets_off(step, unit, _goes_next(step, unit) or record.get("h"))
    elif what == "Leave" and (step.position.units[unit].shelter or step.is_due(do.Show(unit=unit))):
        yield Read(do.Show(unit=unit, by=step.side))


def _gets_off(step: Step, unit: str, place: str) -> Read:
    """A unit leaves its carrier; out of an aircraft that was to land it, it is dropped."""
    carrier = step.position.units[unit].carrier
    order = step.position.units[carrier].order if carrier in step.battle.units else None
    landed = f"{carrier} dropped" in step.position.fired
    if order is not None and order.order == "air_landing" and not landed and step.battle.units[carrier].flies:
        return Read(do.Drop(unit=carrier, hex=place, piece=unit, by=step.side))
    return Read(do.Leave(unit=unit, hex=place, by=step.side))


def _works(step: Step, record: Record, unit: str) -> tuple[str, ...]:
    """The works that were named, or the only ones of the hex."""
    named = step.structures(record, "at")
    if named:
        return named
    here = step.position.units[unit].hex
    return tuple(
        name for name, each in step.position.structures.items() if each.kind in WORKS and here in {each.hex, each.side}
    )


# ------------------------------------------------------------------------------------------------------- fighting
def fire(step: Step, record: Record) -> Iterator[Read]:
    """A shot or a blow is declared; the target speaks, the shooters are named."""
    said, target = record.get("p"), step.unit(record)
    for unit in step.units(record, "by"):
        purpose = MELEE if _is_a_blow(step, unit, target, said) else _as_ordered(step, unit, target, said)
        if purpose != DUEL and (_aimed_anew(step, unit, target, purpose) or _tests_before(step, unit, target, purpose)):
            continue
        if purpose != DUEL and _meant_another(step, unit):
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
    dice = tuple(value for part in record.get("res").split(",") if (value := number(part)) is not None)
    who = step.first(record, "who") or step.first(record, "by") or _only_shooter(step)
    if not who:
        yield from _unclaimed(step, dice)
        return
    purpose = record.get("p") or _owed(step, who)
    claimed = [] if _is_awaited(step, purpose, who) else list(_unclaimed(step, dice))
    if claimed and who not in {getattr(each.action, "unit", "") for each in claimed}:
        yield from claimed
        return
    if purpose == "FIRE":
        yield from _adjusted_unsaid(step, who, dice)
    if purpose == "FIRE" and (_strikes(step, who) or _is_a_blow(step, who, step.first(record, "at"), purpose)):
        purpose = MELEE
    if purpose == MELEE:
        yield from _blow_unsaid(step, record, who)
    yield Read(do.Roll(purpose=purpose, who=who, dice=dice, by=step.side))


def _is_awaited(step: Step, purpose: str, who: str) -> bool:
    """True for dice of which something is known: they are due, or a shot of the unit waits for them."""
    if any(shot.unit == who and not shot.rolled for shot in step.position.shots) or _blows(step, who):
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
    if last.kind in WAYS and marked and not any(adjusted(Case(step.battle, Switches(), step.position, again))):
        yield Read(again, "inferred", "declaration")


def _strikes(step: Step, unit: str) -> bool:
    """True for a unit that has named an enemy for a blow, and has no shot to roll for."""
    waiting = {shot.kind == "melee" for shot in step.position.shots if shot.unit == unit and not shot.rolled}
    return waiting == {True}


def _unclaimed(step: Step, dice: tuple[int, ...]) -> Iterator[Read]:
    """Dice for nobody: those of the attack that is due, if as many belong to it and nobody rolls for it later.

    Otherwise they are no deed of the game.
    """
    later = {name for _, _, record in step.before_the_clock() for name in (*step.units(record, "by"),)}
    marked = [step.unit(record) for _, _, record in step.before_the_clock() if record.verb == "mark"]
    due = [option for each in step.position.due if each.must for option in each.options]
    attacks = [option for option in due if isinstance(option, do.Fire | do.Strike)]
    mine = [each for each in attacks if step.side in {"", step.battle.units[each.unit].side} and each.unit not in later]
    fit = [each for each in mine if len(dice) in _dice_for(step, each)]
    for attack in sorted(fit, key=lambda each: each.target not in marked)[:1]:
        purpose = "FIRE" if isinstance(attack, do.Fire) else MELEE
        yield Read(structs.replace(attack, by=step.side), "inferred", "declaration")
        yield Read(do.Roll(purpose=purpose, who=attack.unit, dice=dice, by=step.side), "inferred", "declaration")


def _dice_for(step: Step, attack: do.Fire | do.Strike) -> tuple[int, ...]:
    case = Case(step.battle, Switches(), step.position, attack)
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


# ---------------------------------------------------------------------------------------------- works and markers
def complete(step: Step, record: Record) -> Iterator[Read]:
    """A unit says that it is done: what is placed next is what it made."""
    unit = step.unit(record)
    if not unit:
        return
    if step.battle.units[unit].flies:
        name, place, _ = _made(step)
        yield Read(do.Drop(unit=unit, hex=place or record.get("h"), piece=name, by=step.side))
        return
    order = step.position.units[unit].running or step.position.units[unit].order
    if order is not None and order.order in SHIFTS:
        goal = _goes_next(step, unit)
        place = "" if goal is None else goal or step.on_land(record)
        yield Read(do.Complete(unit=unit, hex=place, by=step.side))
        return
    name, place, kind = _made(step)
    yield Read(do.Complete(unit=unit, structure=name, hex=place, kind=kind, by=step.side))


def _made(step: Step) -> tuple[str, str, str]:
    """What is placed before anything else is done: its name if it had one before, its hex, its kind if it is opened."""
    for shown, place, later in step.following():
        if later.verb == "place" and later.piece is not None:
            face = _consume_turns(step, shown, place, later.piece) or later.get("face")
            _keep_their_names(step, later.piece, later.get("h"))
            name = step.reader.known_structure(later.piece, step.position, later.get("h"), face)
            return name, later.get("h"), _sealed_kind(step, later.piece)
        if later.verb not in {"seal", "face"}:
            break
    return "", "", ""


def _keep_their_names(step: Step, new: Piece, place: str) -> None:
    """Markers of the same kind that lie in the hex already are the structures that are known there."""
    for lying in step.board().pieces:
        if lying.piece.name == new.name and lying.spot.name == place and lying.piece.uid != new.uid:
            step.reader.known_structure(lying.piece, step.position, place, lying.properties.get("Face", ""))


def _sealed_kind(step: Step, piece: Piece) -> str:
    """Of which kind mines turn out to be: it is sealed once they lie there, and opened later in this log."""
    seals = (shown for shown, _, later in step.following() if later.verb == "seal" and later.piece)
    kinds = (shown.later[piece.uid].partition(":")[2] for shown in seals if piece.uid in shown.later)
    return next(kinds, "")


def _consume_turns(step: Step, first: Shown, at: int, piece: Piece) -> str:
    """A marker that is placed and turned to its side is placed once; where it faces then."""
    face = ""
    step.reader.consume(first.at, at)
    for shown, place, later in step.following():
        if later.verb == "place" and later.piece is not None and later.piece.uid == piece.uid:
            step.reader.consume(shown.at, place)
            face = later.get("face")
    return face
