"""What the records say that the players did, verb by verb."""

from collections.abc import Iterator, Mapping
from itertools import takewhile

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.movement.moving import SHIFTS
from rules.barbarossa.orders.terms import MOVES
from rules.barbarossa.reading import cards
from rules.barbarossa.reading.dragging import along, comes_in, flown_at_once, put_right_at_once
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import LAND
from rules.barbarossa.reading.works import ON_SIDES
from rules.engine.actions import Action
from rules.engine.evidence import Moved, Piece, Record, Shown
from rules.engine.reading import Read

LOST = "lost-"
"""What the names of the boxes begin with in which models lie that are out of the game."""
WORKS = frozenset({"trench", "bunker"})
GETS_ON = frozenset({"Mount", "Tow"})
GETS_OFF: Mapping[str, frozenset[str]] = {
    "dismount": frozenset({"S10"}),
    "set_up": frozenset({"S9", "S12"}),
    "air_landing": frozenset({"S6"}),
}
"""By order: the steps in which a unit leaves what carries it."""
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
        yield from () if _gets_on_again(step, unit) else (_gets_off(step, unit, place),)
    elif _walks_out(step, unit, place):
        yield Read(do.Show(unit=unit, hex=state.hex, by=step.side))
        yield from along(step, unit, place, fights=how == "Assault")
    elif how == "Show" or (state.off_board and how != "Enter") or _comes_up(step, unit, place):
        yield Read(do.Show(unit=unit, hex=place, by=step.side))
    elif not state.hex or (how == "Enter" and state.off_board):
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
    given = state.work
    carrier = step.position.units.get(state.carrier)
    if carrier is None or step.is_due(do.Leave(unit=unit)) or f"{state.carrier} dropped" in step.position.fired:
        return False
    gets_off = given is not None and step.position.state in GETS_OFF.get(given.order, ())
    marches = step.case(Action()).ordered_to(state.carrier, MOVES)
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


def halted(step: Step, record: Record) -> Iterator[Read]:
    """A unit stops; who goes on with the very next deed had pressed the key too soon, and has not stopped."""
    following = next(step.before_the_clock(), None)
    goes_on = following is not None and following[2].verb == "step" and step.unit(following[2]) == step.unit(record)
    if not goes_on:
        yield from step.reader.declared(step, record)


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
    turns = (each for each in run if each[2].verb == "face" and step.unit(each[2]) == unit)
    return any(not step.reader.was_read(shown.at, place) for shown, place, _ in turns)


def _turned_next(step: Step, unit: str) -> str:
    """Where a unit faces after the records that follow at once."""
    facing = ""
    for shown, place, later in step.run("face", unit):
        facing = later.get("v")
        step.reader.consume(shown.at, place)
    return facing


def _goes_next(step: Step, unit: str) -> str | None:
    """Where a unit ends that is moved by what was just said; None if the logs end before they tell.

    Before the marker goes on others may do something in between; after that the unit moves at once, or not at all.
    """
    goal, gone_on = None, False
    for shown, place, later in step.following():
        gone_on = gone_on or later.verb == "phase"
        others = not gone_on and step.unit(later) not in {"", unit}
        if others or later.verb == "phase" or (goal is None and later.verb == "state"):
            continue
        if later.verb == "step" and step.unit(later) == unit:
            step.reader.consume(shown.at, place)
            goal = later.get("h")
        elif goal is not None or later.verb != "ride" or step.unit(later) != unit:
            return goal or ""
    return goal


def found(step: Step, record: Record) -> Iterator[Read]:
    """A hidden unit is found; to say so again says nothing, nor that of who was put back on the board first."""
    unit = step.unit(record)
    again = not {f"{unit} found", f"{unit} shown"}.isdisjoint(step.position.fired)
    if unit and (step.position.units[unit].hidden or not (again or step.position.units[unit].found_in)):
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
    elif what == "Leave" and _gets_on_again(step, unit):
        return
    elif what == "Leave" and step.position.units[unit].carrier:
        yield _gets_off(step, unit, _goes_next(step, unit) or record.get("h"))
    elif what == "Leave" and _goes_back_in(step, unit):
        return
    elif what == "Leave" and (step.position.units[unit].shelter or step.is_due(do.Show(unit=unit))):
        yield Read(do.Show(unit=unit, by=step.side))


def _gets_on_again(step: Step, unit: str) -> bool:
    """True for who gets off without an order, and on again at once, before anything is done with what it rides on."""
    carrier = step.position.units[unit].carrier
    given = step.position.units[unit].work
    if not carrier or (given is not None and step.position.state in GETS_OFF.get(given.order, ())):
        return False
    for shown, place, later in step.before_the_clock():
        named = {step.unit(later), *(each for key in ("by", "at", "who") for each in step.units(later, key))}
        if named.isdisjoint({unit, carrier}):
            continue
        back = later.verb == "ride" and step.unit(later) == unit and later.get("what") in GETS_ON
        back = back and step.units(later, "at")[:1] == (carrier,)
        for seen, at in ((step.shown, step.place), (shown, place)) if back else ():
            step.reader.consume(seen.at, at)
            step.reader.overlook(seen.at, unit)
        return back
    return False


def _goes_back_in(step: Step, unit: str) -> bool:
    """True for who comes out of works and goes into them again before anything else is done with it."""
    if not step.position.units[unit].shelter:
        return False
    for shown, place, later in step.before_the_clock():
        if unit not in {step.unit(later), *(each for key in ("by", "at", "who") for each in step.units(later, key))}:
            continue
        back = later.verb == "ride" and later.get("what") == "Occupy"
        for seen, at in ((step.shown, step.place), (shown, place)) if back else ():
            step.reader.consume(seen.at, at)
            step.reader.overlook(seen.at, unit)
        return back
    return False


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
    order = step.position.units[unit].work
    if order is not None and order.order in SHIFTS:
        goal = _goes_next(step, unit)
        place = "" if goal is None else goal or step.on_land(record)
        yield Read(do.Complete(unit=unit, hex=place, by=step.side))
        return
    name, place, kind = _made(step)
    name = name or _taken_off(step, unit)
    yield Read(do.Complete(unit=unit, structure=name, hex=place, kind=kind, by=step.side))


def _taken_off(step: Step, unit: str) -> str:
    """What is taken off the map next of those things beside a unit that it may remove, if its order does not say it."""
    state = step.position.units[unit]
    given = state.work
    takes = step.battle.printed(given.order).takes if given and not given.side else ()
    for _, _, later in step.before_the_clock():
        if later.verb != "remove" or later.piece is None or later.piece.name not in ON_SIDES.intersection(takes):
            continue
        name = step.reader.structure(later.piece, step.position, later.get("from"))
        lies = step.position.structures.get(name)
        if lies is not None and state.hex in {lies.hex, lies.side}:
            return name
    return ""


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
