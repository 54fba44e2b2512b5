"""Fire, checks and dice, as records tell them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.cup.draw import drawn
from rules.blitzkrieg.reading import cup, outcomes
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.unnamed import unnamed
from rules.blitzkrieg.reading.words import ROLLS_OF_FORMATION, STATES, chit_place
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import Record, Shown
from rules.engine.reading import How, Read

GOES_ON: Final = frozenset({"step", "act", "actend", "barrage", "chit", "draw", "opsend", "phase"})
"""Verbs of records after which nobody reacts any more to what was before."""
THROWN_FIRST: Final = {"TRANSMIT": ("barrage", ""), "CANCEL": ("general", "Cancel")}
"""By purpose: the record that names what the dice are for, and what it says, which may come after them."""
WHOMEVER: Final = frozenset(
    f"BLZ-{each}" for each in ("2.2.2b", "4.2g", "6.3b", "6.3.1h", "6.3.1i", "6.3.2a", "6.3.2b", "8b", "8.1a", "9.1.4a")
)
"""Rules about a reaction that do not hang on its target."""
CHECKS: Final = ("OPPFIRE", "RETURN")
"""Purposes of the checks for a reaction by fire."""
GUNS: Final = frozenset({"BARRAGE", "STUKA"})
"""Kinds of shots that are fired by the guns of a marker."""
CLEARED: Final = frozenset({"neutralised", "exhausted"})
"""Markers that a General takes off."""
OF_SALVOS: Final = frozenset({"TRANSMIT", "BARRAGE", "STUKA"})
"""Purposes of the dice of a salvo."""
LONGEST: Final = 4
"""No column has so many signs."""


def fire(step: Step, record: Record) -> Iterator[Read]:
    """Fire at a target; reactions were announced with their check."""
    shooters, target = step.units(record, "by"), step.unit(record)
    if not target or _is_withdrawn(step, shooters):
        return
    match record.get("p"):
        case "MELEE":
            column = column_of(record)
            yield from (Read(do.MeleeFire(unit=unit, target=target, column=column, by=step.side)) for unit in shooters)
        case "FIRE" if _in_the_melee(step, (*shooters, target)):
            # the key of another fire: in a melee there is none but its own, and the column is read as that of a melee
            yield from (Read(do.MeleeFire(unit=unit, target=target, by=step.side)) for unit in shooters)
        case "FIRE":
            answers = tuple(unit for unit in shooters if _answers(step, unit))
            for unit in answers:
                yield from _declared_first(step, unit, target, column_of(record))
            acting = tuple(unit for unit in shooters if unit not in answers)
            meant: tuple[How, str] = (
                ("inferred", "declaration") if _left_over(step, shooters, target) else ("declared", "")
            )
            yield from (Read(each, *meant) for each in shots(step, record, acting, target))


def _left_over(step: Step, shooters: tuple[str, ...], target: str) -> bool:
    """Whether shooters are only those of the shot before: nobody aimed since, and others fire at the target next."""
    if step.reader.told.aiming:
        return False
    aiming = set[str]()
    for _, _, record in step.following():
        if record.verb == "fire":
            return bool(aiming) and aiming.isdisjoint(shooters) and step.unit(record) == target
        if record.verb not in {"aim", "roll", "fireend"}:
            return False
        aiming |= {step.unit(record)} if record.verb == "aim" else set()
    return False


def _is_withdrawn(step: Step, shooters: tuple[str, ...]) -> bool:
    """Whether a fire that was declared is declared anew, or taken back, before dice were thrown or anybody answered."""
    for _, _, record in step.following():
        if record.verb == "fireend":
            return True
        if record.verb == "fire":
            return {*shooters} == {*step.units(record, "by")}
        if record.verb not in {"aim", "state"}:
            return False
    return False


def _answers(step: Step, unit: str) -> bool:
    """Whether a unit of the other side shoots: whatever key was used, that can only be a reaction with its check."""
    if not step.position.within("REACT") or not _passive(step, unit):
        return False
    earned = Roll(purpose="FIRE", who=unit)
    return any(due.met_by(earned) for due in step.position.due) or _check_of(step, unit) is not None


def _passive(step: Step, unit: str) -> bool:
    return step.battle.units[unit].side != step.position.active


def _check_of(step: Step, unit: str) -> tuple[Shown, int, Record] | None:
    """The check that a unit makes for a fire that it has declared, before the other side goes on."""
    for found in step.following():
        record = found[2]
        if record.verb == "check" and step.unit(record) == unit and record.get("p") in CHECKS:
            return found
        if record.verb in GOES_ON and record.get("a") != "Retreat":
            return None
    return None


def _declared_first(step: Step, unit: str, target: str, column: int | None) -> Iterator[Read]:
    """A reaction whose target is named before its check, if that still follows; else the check has announced it."""
    found = _check_of(step, unit)
    if found is None:
        return
    shown, place, record = found
    kind = do.OppFire if record.get("p") == "OPPFIRE" else do.ReturnFire
    later = next((each for each in aimed(step.later(shown, place), unit, kind) if each[2] == "declared"), None)
    target, column, _ = later or (target, column, "declared")
    step.reader.consume(shown.at, place)
    yield Read(kind(unit=unit, target=target, column=column, by=step.side))


def _in_the_melee(step: Step, units: tuple[str, ...]) -> bool:
    melee = step.position.melee
    return melee is not None and all(step.position.units[unit].hex == melee.hex for unit in units)


def shots(step: Step, record: Record, shooters: tuple[str, ...], target: str) -> Iterator[do.Fire]:
    """One fire for each unit; a company that fires together with its carrier is named with it.

    Full strength is what the key says if nobody chose, so it is not held against a unit that has moved.
    """
    riders = {name: step.position.units[name].aboard for name in shooters}
    carriers = {carrier: name for name, carrier in riders.items() if carrier in shooters}
    for unit in shooters:
        if riders[unit] in shooters:
            continue
        reduced = record.get("mode") == "reduced"
        mode: do.Mode = "reduced" if reduced else "" if step.position.deed(unit).spent else "full"
        company, column = carriers.get(unit, ""), column_of(record)
        yield do.Fire(unit=unit, target=target, mode=mode, column=column, company=company, by=step.side)


def state(step: Step, record: Record) -> Iterator[Read]:
    """A marker was put on or taken off; one for opportunity fire may come before the roll."""
    unit = step.unit(record)
    if unit and record.get("what") == "OPP" and record.get("v") == "on":
        yield from announced(step, unit)
    if record.get("v") == "off":
        yield from cleared_by_a_general(step, record)
    if record.get("what") == "Exhausted" and record.get("v") == "off":
        yield from rests_on(step, record)
    if unit and record.get("what") == "Activated" and record.get("v") == "on":
        yield from turned_for(step, unit)
    yield from outcomes.state(step, record)


def turned_for(step: Step, hq: str) -> Iterator[Read]:
    """The Repeat for which an HQ is turned over, where it is said only after that."""
    for shown, place, told in step.following():
        if told.verb == "act" and told.get("what") == "Repeat" and told.get("f") == step.position.units[hq].formation:
            step.reader.consume(shown.at, place)
            yield from cup.act(step.later(shown, place), told)
        if told.verb != "chit":
            return


def cleared_by_a_general(step: Step, record: Record) -> Iterator[Read]:
    """The General that takes markers off, where he is played only after they came off."""
    marker = STATES.get(record.get("what"))
    bearer = outcomes.bearer_of(step, record, marker) if marker in CLEARED else ""
    off = do.Mark(piece=bearer, marker=marker or "neutralised", on=False)
    if not bearer or any(due.met_by(off) for due in step.position.due):
        return
    on = [bearer]
    for shown, place, told in step.following():
        if told.verb == "general" and told.get("what") == "Clear" and (chit := step.reader.chit(told.piece)):
            on += cup.to_clear(step.later(shown, place))
            step.reader.consume(shown.at, place)
            yield Read(do.PlayGeneral(chit=chit, option="clear", on=tuple(dict.fromkeys(on)), by=step.side))
            return
        also = STATES.get(told.get("what"))
        if told.verb != "state" or told.get("v") != "off" or also not in CLEARED:
            return
        on.append(outcomes.bearer_of(step, told, also))


def chit(step: Step, record: Record) -> Iterator[Read]:
    """A chit was disposed of; the check by which its formation recovers comes before, though it is told after it.

    Where that fails, the word that activates was said for nothing.
    """
    formation = step.battle.chits[name].formation if (name := step.reader.chit(record.piece)) else ""
    if record.get("what") == "Activate" and formation and _owes(step, Roll(purpose="RECOVERY", who=formation)):
        checked = list(recovered(step, formation))
        yield from checked
        if any(_fails(step, read.action, formation) for read in checked):
            return
    yield from cup.chit(step, record)


def _owes(step: Step, wanted: Roll) -> bool:
    return any(due.must and wanted in due.options for due in step.position.due)


def _fails(step: Step, dice: Action, formation: str) -> bool:
    """Whether dice leave a formation demoralised."""
    after = step.reader.legal.referee.play(step.position, dice)
    return isinstance(dice, Roll) and not after.formations[formation].recovered


def recovered(step: Step, formation: str) -> Iterator[Read]:
    """The check of a demoralised formation, and its marker that comes off, where they are told next."""
    for shown, place, told in step.following():
        later = step.later(shown, place)
        off = (told.get("what"), told.get("v")) == ("Demoralised", "off")
        if told.verb == "roll" and told.get("p") == "RECOVERY" and formation in rollers(later, told, "RECOVERY"):
            yield from roll(later, told)
        elif told.verb == "state" and off and outcomes.bearer_of(later, told, "demoralised") == formation:
            yield from outcomes.state(later, told)
        elif told.verb in {"act", "check"}:
            continue
        else:
            return
        step.reader.consume(shown.at, place)


def rests_on(step: Step, record: Record) -> Iterator[Read]:
    """What takes a marker off comes before it, though it is told after it: the chit declined, the check passed."""
    formation = outcomes.bearer_of(step, record, "exhausted")
    off = do.Mark(piece=formation, marker="exhausted", on=False)
    if any(due.met_by(off) for due in step.position.due):
        return
    now = drawn(step.position)
    if now and any(each.verb == "chit" and step.reader.chit(each.piece) == now for each in step.shown.records):
        return
    if now and step.battle.chits[now].formation == formation and now in _set_aside(step):
        yield Read(do.Skip(chit=now), "seen")
        return
    for shown, place, told in step.following():
        chit = step.reader.chit(told.piece)
        declined = told.verb == "chit" and told.get("what") in {"Skip", "Pass"} and chit in step.position.drawn
        later = step.later(shown, place)
        if declined and step.battle.chits[chit].formation == formation:
            yield from step.reader.declared(later, told)
        elif told.verb == "roll" and told.get("p") == "EXHAUSTION" and formation in rollers(later, told, "EXHAUSTION"):
            yield from roll(later, told)
        elif told.verb in {"state", "check"}:
            continue
        else:
            return
        step.reader.consume(shown.at, place)
        return


def _set_aside(step: Step) -> set[str]:
    """The markers that lie among those that were declined."""
    lying = (each for each in step.board().pieces if chit_place(each.spot) == "skipped")
    return {step.reader.chit(each.piece) for each in lying}


def decline(step: Step, record: Record) -> Iterable[Read]:
    """A side lets something be; not so the fire of its defenders if that is what comes next: the key came twice."""
    melee = step.position.melee
    if melee is None or not melee.quiet or melee.fired or step.position.state == "REACT" or melee.part != "defence":
        return step.reader.declared(step, record)
    after = next((later for _, _, later in step.following() if later.verb != "aim"), record)
    fires = {*step.units(after, "by")} & {*melee.defenders} if after.verb == "fire" else set[str]()
    own = all(step.battle.side_of(unit) == step.side for unit in fires)
    return () if fires and own else step.reader.declared(step, record)


def column_of(record: Record) -> int | None:
    """The column that was declared; none where nobody named one."""
    text = record.get("cf")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < LONGEST else None


def check(step: Step, record: Record) -> Iterator[Read]:
    """A check is declared by its roll; a reaction is announced with its target, which may be named after the roll."""
    unit = step.unit(record)
    match record.get("p"):
        case "RETREAT" if unit:
            yield Read(do.TryRetreat(unit=unit, by=step.side))
        case "OPPFIRE" if unit:
            yield from _reacts(do.OppFire, step, unit)
        case "RETURN" if unit:
            yield from _reacts(do.ReturnFire, step, unit)


def _reacts(kind: type[do.OppFire] | type[do.ReturnFire], step: Step, unit: str) -> Iterator[Read]:
    """A reaction of a unit; where nobody named the target, it was whichever of those that gave cause for it fits."""
    reads = [
        Read(kind(unit=unit, target=target, column=column, by=step.side), how, missing, certain=WHOMEVER)
        for target, column, told in aimed(step, unit, kind)
        for how, missing in (_certain_place(step, target, told),)
    ]
    yield from (msgspec.structs.replace(read, instead=tuple(reads[1:])) for read in reads[:1])


def _certain_place(step: Step, target: str, told: How) -> tuple[How, str]:
    """How a fire at a piece is read: nobody knows where on its way it was met if it was dragged over several hexes."""
    return ("inferred", "path") if step.reader.on_the_way(target) else (told, "")


def announced(step: Step, unit: str) -> Iterator[Read]:
    """The opportunity fire of a unit that is marked before it rolls for it: its check follows, and is read now."""
    if not step.position.within("REACT") or step.position.units[unit].opp or _to_be_marked(step, unit):
        return
    for shown, place, record in step.following():
        if record.verb == "check" and record.get("p") == "OPPFIRE" and step.unit(record) == unit:
            yield from check(step, record)
            step.reader.consume(shown.at, place)
            return
        if record.verb in GOES_ON and record.get("a") != "Retreat":
            return


def _to_be_marked(step: Step, unit: str) -> bool:
    marked = do.Mark(piece=unit, marker="opp")
    return any(due.met_by(marked) for due in step.position.due)


def aimed(step: Step, unit: str, kind: type[Action]) -> Iterator[tuple[str, int | None, How]]:
    """Whom a reaction is aimed at, in which column: as declared after the roll, or the one that gave cause for it.

    Others who react to the same thing may fire before it does.
    """
    for shown, place, record in step.following():
        if record.verb == "fire" and unit in step.units(record, "by"):
            if not _is_withdrawn(step.later(shown, place), (unit,)):
                yield step.unit(record), column_of(record), "declared"
                return
            continue
        answers = record.verb == "fire" and all(_passive(step, each) for each in step.units(record, "by"))
        if not answers and record.verb not in {"roll", "check", "state", "fireend", "aim"}:
            break
    trigger, activation = step.position.trigger, step.position.activation
    causes = trigger.units if trigger else ()
    if kind is do.ReturnFire and activation is not None:
        fired = dict.fromkeys(firer for firer, target in reversed(activation.shots) if target == unit)
        causes = tuple(fired) or causes
    yield from ((name, None, "inferred") for name in causes)


def roll(step: Step, record: Record) -> Iterator[Read]:
    """Dice fell."""
    dice = step.dice(record)
    purpose = record.get("p")
    if purpose == "DEPLETE":
        yield from _attack_first(step)
    said = _awaited(step, purpose) or step.reader.told.again(record)
    thrower = next(iter(rollers(step, record, purpose)), "")
    named = () if said or purpose not in THROWN_FIRST else tuple(_thrown_first(step, purpose, thrower))
    yield from named
    said = bool(named) or step.reader.told.again(record)
    for who in rollers(step, record, purpose):
        if purpose in CHECKS and not any(each.verb == "check" for each in step.shown.records):
            if _yet_to_fire(step, who):
                yield Read(Roll(purpose=purpose, who=who, dice=dice, by=step.side), "inferred", "declaration")
                continue
            purpose = _meant(step, who, purpose)
        if purpose == "FIRE" and _owes_melee_dice(step, who):
            purpose = "MELEE"
        thrown = Roll(purpose=purpose, who=who, dice=dice, by=step.side)
        yield from (() if said else unnamed(step, thrown)) or (Read(thrown),)


def _attack_first(step: Step) -> Iterator[Read]:
    """The dice of an attack by mines come before those for the field, though they are told after them."""
    if any(option == Roll(purpose="DEPLETE") for due in step.position.due for option in due.options):
        return
    dice = (each for each in step.following() if each[2].verb != "check")
    shown, place, told = next(dice, (None, 0, None))
    if shown is None or told is None or told.verb != "roll" or told.get("p") != "MINE":
        return
    later = step.later(shown, place)
    if any(_owes(step, Roll(purpose="MINE", who=who)) for who in rollers(later, told, "MINE")):
        yield from roll(later, told)
        step.reader.consume(shown.at, place)


def _awaited(step: Step, purpose: str) -> bool:
    dice = (each for due in step.position.due for each in due.options if isinstance(each, Roll))
    return any(each.purpose == purpose for each in dice)


def _thrown_first(step: Step, thrown: str, who: str) -> Iterator[Read]:
    """What dice were thrown for before it was named: the calibre of a salvo, the General who cancels a marker.

    A salvo for which somebody else is said to observe after that is another one.
    """
    verb, says = THROWN_FIRST[thrown]
    for shown, place, record in step.following():
        if record.verb == verb and says in {"", record.get("what")} and record.get("cal") != "stuka":
            later = step.later(shown, place)
            found = list(cup.general(later, record) if verb == "general" else barrage(later, record, who))
            step.reader.consume(shown.at, place)
            yield from found
            if found:
                return
        elif record.verb not in {"place", "observe", "fireend"} or (
            record.verb == "observe" and step.unit(record) != who
        ):
            return


def _meant(step: Step, unit: str, purpose: str) -> str:
    """What the dice of a reaction are for: what is due, where the key says something else, or what it was before."""
    dice = (each for due in step.position.due for each in due.options if isinstance(each, Roll))
    asked = [each.purpose for each in dice if each.who == unit]
    return next((each for each in (purpose, *CHECKS, "FIRE") if each in asked), purpose)


def _yet_to_fire(step: Step, unit: str) -> bool:
    """Whether a unit that may fire by its check is still to throw its dice: those of before were its check again."""
    earned = Roll(purpose="FIRE", who=unit)
    if not any(due.met_by(earned) for due in step.position.due):
        return False
    declared = False
    for _, _, record in step.following():
        if record.verb in GOES_ON or (record.verb == "check" and step.unit(record) == unit):
            return False
        declared = declared or (record.verb == "fire" and unit in step.units(record, "by"))
        if record.verb == "roll" and record.get("p") == "FIRE" and unit in rollers(step, record, "FIRE"):
            return declared
    return False


def _owes_melee_dice(step: Step, unit: str) -> bool:
    return _owes(step, Roll(purpose="MELEE", who=unit))


def rollers(step: Step, record: Record, purpose: str) -> tuple[str, ...]:
    """For whom dice are rolled."""
    pieces = record.pieces.get("who", ()) or record.pieces.get("by", ())
    units = tuple(name for piece in pieces if (name := step.reader.unit(piece)))
    if purpose in ROLLS_OF_FORMATION:
        chits = (step.battle.chits[name].formation for piece in pieces if (name := step.reader.chit(piece)))
        return tuple(dict.fromkeys([*(step.position.units[unit].formation for unit in units), *chits]))[:1]
    if purpose == "CANCEL":
        return (cancelled(step),)
    if purpose in {"BARRAGE", "STUKA"}:
        return (guns(step),)
    riders = {unit for unit in units if step.position.units[unit].aboard in units}
    return tuple(unit for unit in units if unit not in riders)[:1] or ("",)


def cancelled(step: Step) -> str:
    """The chit that the General played last is about to cancel."""
    for due in reversed(step.position.due):
        for option in due.options:
            if isinstance(option, Roll) and option.purpose == "CANCEL":
                return option.who
    return cup.at_stake(step.position)


def guns(step: Step, calibre: str = "") -> str:
    """The chit whose salvos are fired; of two that are active one that has such a salvo left.

    If none is active, it is the first of the own side that has such salvos, or none.
    """
    shot, activation = step.position.shot, step.position.activation
    if not calibre and shot is not None and shot.kind in GUNS and not shot.results:
        return shot.chit
    active = activation.chits if activation else ()
    loaded = (name for name in active if activation and activation.salvos.get(f"{name} {calibre}"))
    active = (*loaded, *active)
    firing = next((name for name in active if step.battle.chits[name].fires), "")
    could = (chit for chit in step.battle.chits.values() if chit.fires and (not calibre or calibre in chit.salvos))
    seat = {step.side, ""} if step.side else set(step.battle.sides)
    return firing or next((chit.id for chit in could if chit.side in seat), "")


def barrage(step: Step, record: Record, observer: str = "") -> Iterator[Read]:
    """A salvo was declared, alone or as one of a group; its observer may have transmitted before that."""
    calibre, place = record.get("cal"), record.get("h")
    chit = guns(step, calibre)
    known = calibre in {"light", "medium", "heavy", "stuka"}
    if not known or _is_moved_on(step, record, sent=bool(observer)) or _is_again(step, record):
        return
    if record.get("mode") == "group" and not (step.position.activation and step.position.activation.group):
        salvos = [calibre, *together(step, place)]
        named = tuple(f"{chit} {each}" for each in salvos)
        yield Read(do.Concentrate(hex=place, salvos=named, by=step.side))
    if calibre == "stuka":
        yield Read(do.Stuka(chit=chit, hex=place, by=step.side))
        return
    observer = observer or _observer(step, record)
    yield Read(
        msgspec.convert(
            {"verb": "barrage", "chit": chit, "hex": place, "calibre": calibre, "observer": observer, "by": step.side},
            do.Barrage,
        )
    )


def _observer(step: Step, record: Record) -> str:
    """The HQ that is said to observe, before the salvo is declared or after it; else the one that transmits for it.

    The record of a salvo still names who observed the one before; who is named next may observe the one after it.
    """
    transmits, late, told, laid_anew = "", None, step.reader.told, False
    for _, _, later in step.following():
        laid_anew = laid_anew or (later.verb == "place" and late is None)
        if later.verb == "observe":
            late = late or later
        if (later.verb, later.get("p")) == ("check", "TRANSMIT"):
            transmits = transmits or step.unit(later)
        if later.verb == "barrage" and not later.get("mode") == record.get("mode") == "group":
            late = None if told.observed or laid_anew else late
            break
        if later.verb == "roll" or later.verb in cup.ENDS:
            break
    if late is not None:
        told.late = late
        return step.unit(late)
    named = next(iter(step.units(record, "obs")), "")
    return named if told.observed or not transmits else transmits


def _is_moved_on(step: Step, record: Record, *, sent: bool) -> bool:
    """Whether the same salvo is declared on another hex before dice are rolled; if those fell, by the same observer."""
    for _, _, later in step.following():
        if later.verb == "barrage":
            same = (later.get("cal"), later.piece) == (record.get("cal"), record.piece)
            return same and later.get("h") != record.get("h")
        if later.verb not in {"place", "observe", "fireend"} or (sent and later.verb == "observe"):
            return False
    return False


def _is_again(step: Step, record: Record) -> bool:
    """Whether a salvo on the same hex is declared next, and dice fall for one: a key was pressed twice, or wrong.

    A message that another observer sends is that of another salvo, which is declared after it.
    """
    coming = (later for _, _, later in step.following())
    again = next(coming, record)
    if again is record or (again.verb, again.piece, again.get("h")) != (record.verb, record.piece, record.get("h")):
        return False
    until = takewhile(lambda later: later.verb not in {"barrage", "place", *cup.ENDS}, coming)
    rolls = [(later.get("p"), step.units(later, "who")) for later in until if later.verb == "roll"]
    thrown = Counter(each if each[0] == "TRANSMIT" else each[:1] for each in rolls)
    return record.get("mode") != "group" and all(thrown[each] < 2 for each in thrown if each[0] in OF_SALVOS)


def together(step: Step, place: str) -> Iterator[str]:
    """The calibres of the salvos on the same hex that are declared as one group."""
    for _, _, record in step.following():
        if record.verb == "barrage":
            if record.get("h") != place:
                return
            yield from (record.get("cal"),) if record.get("mode") == "group" else ()
        elif record.verb in {"chit", "actend", "draw", "phase"}:
            return
