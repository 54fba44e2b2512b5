"""Results that players carry out: losses, markers, pieces off the map, points, the end of the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice, takewhile
from typing import Final, Literal

from msgspec import structs

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.ways import put_right, withdrawn
from rules.blitzkrieg.reading.words import BEGUN, GROUND, LAND, STATES
from rules.blitzkrieg.table.placing import OFF
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.evidence import Piece, Record
from rules.engine.obligations import NOW, Due
from rules.engine.reading import Read

PHASES: Final = frozenset({"ADMIN", "TURN_END"})
"""Phases in which no marker is drawn."""
PHASE_ENDS: Final = frozenset({"done", "opsend", "phase"})
"""Verbs of records with which a phase ends."""
OVER: Final = PHASE_ENDS | {"actend", "draw"}
"""Verbs of records with which a phase or an activation is over, with all that goes on in it."""
BEGINS: Final = frozenset({"barrage", "place", "step"})
"""Verbs of records with which something else begins."""
GOES_ON: Final = OVER | BEGINS | {"act", "chit", "decline", "general"}
"""Verbs of records with which something else goes on."""
ROLLED_LATE: Final = frozenset({"DEMORAL", "DEPLETE", "MINE"})
"""Purposes of rolls that may be a little late: nobody has a choice in them."""
SHOTS: Final = frozenset({"fire", "roll"})
"""Verbs of records that are about others than those who do something."""
LAPSING: Final = frozenset({"CHECKS", "REACT"})
"""States that end of themselves when the active side goes on."""
TRACK = "turn/"
"""Names of the spaces of the turn track begin so."""


def choose(step: Step, record: Record) -> Iterator[Read]:
    """A unit stays that may or must go back; all other choices show on the board."""
    unit = step.unit(record)
    if unit and record.get("what") == "Stay" and step.owed(do.Withdraw, unit):
        yield Read(do.Withdraw(unit=unit, by=step.side))
    elif not (unit and record.get("what") == "Stay" and _takes_the_loss(step, unit)):
        yield from declared(step, record)


def _takes_the_loss(step: Step, unit: str) -> bool:
    """Whether a unit that owes a step loss and says that it stays takes it next: the loss says both."""
    coming = takewhile(lambda each: each[2].verb not in GOES_ON | {"fire", "roll"}, step.following())
    return step.owed(do.StepLoss, unit) and any(
        record.verb in {"loss", "out"} and step.unit(record) == unit for _, _, record in coming
    )


def declared(step: Step, record: Record) -> Iterable[Read]:
    """What the chronicle says that a record means."""
    return step.reader.declared(step, record)


def out(step: Step, record: Record) -> Iterator[Read]:
    """A unit leaves the map; one that lost its last step has left it already."""
    unit = step.unit(record)
    if not unit or not step.position.units[unit].on_map or step.position.within("SETUP"):
        return
    at = put_right(step, (unit,), frozenset({unit}))
    if at:
        step.reader.awaits(unit, at)
    for read in _gone(step, record, unit):
        yield structs.replace(read, slip=True) if at else read


def _gone(step: Step, record: Record, unit: str) -> Iterator[Read]:
    if record.get("what") == "Overrun" or step.owed(do.OverrunHq, unit):
        yield Read(do.OverrunHq(unit=unit, turn=_waits_until(step, record), by=step.side))
    elif step.owed(do.StepLoss, unit) and step.position.units[unit].steps == 1:
        yield Read(do.StepLoss(unit=unit, by=step.side))
    elif record.get("what") == "Left" and step.owed(do.Withdraw, unit):
        yield from withdrawn(step, unit, (OFF,))
    else:
        yield Read(do.Remove(unit=unit, by=step.side))


def _waits_until(step: Step, record: Record) -> int:
    """The turn on whose space an overrun HQ was put; the next one, unless it lies on another."""
    spots = (each.target.name for each in step.shown.moved if each.piece == record.piece)
    turns = (name.removeprefix(TRACK) for name in spots if name.startswith(TRACK))
    return next((int(turn) for turn in turns if turn.isdecimal()), step.position.turn + 1)


def state(step: Step, record: Record) -> Iterator[Read]:
    """A marker was put on or taken off."""
    marker = STATES.get(record.get("what"))
    bearer = bearer_of(step, record, marker) if marker else ""
    on = record.get("v") == "on"
    box = (record.piece, record.get("what"))
    same = list(takewhile(lambda each: (each[2].piece, each[2].get("what")) == box, step.run("state")))
    if len(same) % 2:
        # Taken off only to be put on anew, or the other way round.
        shown, place, later = same[0]
        on = later.get("v") == "on"
        step.reader.consume(shown.at, place)
    if marker and bearer and not step.position.within("SETUP") and not step.is_so(bearer, marker, on=on):
        yield Read(do.Mark(piece=bearer, marker=marker, on=on, by=step.side))


def belated(step: Step, record: Record) -> Iterator[Read]:
    """Markers and losses that are carried out only after somebody has gone on to something else come before it.

    Not so if the piece has done something meanwhile, or something was done to it.
    """
    state, stack = step.position.state, step.position.stack
    if not _goes_on(step, record):
        return
    if record.verb == "phase" and BEGUN.get(record.get("p")) == state:
        return
    lapsed = (state,) if record.verb not in BEGINS or (state in LAPSING and _of_the_active_side(step, record)) else ()
    lapsed = () if record.verb == "roll" else lapsed
    over = {NOW, *(stack if record.verb in OVER else lapsed)}
    pressing = (due for due in step.position.due if due.must and record.verb not in due.open_to)
    waiting = [due for due in pressing if due.until in over]
    if any(isinstance(option, do.Clear) for due in waiting for option in due.options):
        yield from _taken_off(step, waiting)
    for shown, place, later in islice(step.following(), LATE if waiting else 0):
        result = CARRIED_OUT.get(later.verb)
        found = list(result(step.later(shown, place), later)) if result else []
        met = next((due for due in waiting if any(due.met_by(read.action) for read in found)), None)
        if met is not None:
            waiting.remove(met)
            waiting += [then for read in found for then in _then(read.action)]
            step.reader.consume(shown.at, place)
            yield from found
            continue
        if later.verb == "check" and later.get("p") in ROLLED_LATE:
            continue
        named = {step.reader.unit(piece) for piece in _concerned(later, alone=record.verb not in OVER)}
        waiting = [due for due in waiting if named.isdisjoint(subject(option) for option in due.options)]


def _taken_off(step: Step, waiting: list[Due]) -> Iterator[Read]:
    """Markers on the ground that are taken off the map a little later, by a hand that says nothing."""
    for shown in step.ahead:
        gone = [(each.piece, each.origin) for each in shown.moved if each.target.zone != LAND]
        gone += [(lying.piece, lying.spot) for lying in shown.removed]
        for piece, spot in gone if not shown.said("remove") else ():
            kind: Literal["mine", "works"] = "mine" if GROUND.get(piece.name) == "mine" else "works"
            clear = do.Clear(hex=spot.name, marker=kind) if piece.name in GROUND else None
            met = next((due for due in waiting if clear is not None and due.met_by(clear)), None)
            if met is not None and clear is not None:
                waiting.remove(met)
                yield Read(clear, "seen")


def _then(action: Action) -> Iterator[Due]:
    """What comes of an attack by mines that was rolled for late, and may be late as well."""
    if isinstance(action, Roll) and action.purpose == "MINE":
        yield Due("BLZ-10.1f", (Roll(purpose="DEPLETE"),))
    if isinstance(action, Roll) and action.purpose == "DEPLETE":
        yield Due("BLZ-10.1f", (do.Clear(hex="", marker="mine"),))


def _late_roll(step: Step, record: Record) -> Iterator[Read]:
    """Dice that come a little late."""
    purpose, dice = record.get("p"), next((each.dice for each in step.shown.rolled), ())
    if purpose in ROLLED_LATE:
        who = next(iter(step.units(record, "who")), "")
        if purpose == "DEMORAL":
            chits = (step.reader.chit(piece) for piece in record.pieces.get("who", ()))
            known = [step.battle.chits[chit].formation for chit in chits if chit]
            who = step.position.units[who].formation if who else next(iter(known), "")
        yield Read(Roll(purpose=purpose, who=who, dice=dice, by=step.side))


def _concerned(record: Record, *, alone: bool) -> Iterator[Piece]:
    """The pieces to which something happens by a record; `alone` those that do it, and not whom they shoot at.

    Who is shot at once more, while the same units go on shooting, was left no time to take what came before.
    """
    shots = alone and record.verb in SHOTS
    if record.piece is not None and not shots:
        yield record.piece
    yield from chain(*(record.pieces.get(key, ()) for key in (("by", "who") if shots else record.pieces)))


def _goes_on(step: Step, record: Record) -> bool:
    """Whether a record goes on to something else: not a reaction, which only answers."""
    if step.position.state in PHASES:
        return record.verb in PHASE_ENDS
    if record.verb == "roll":
        return record.get("p") == "DEMORAL"
    if record.verb == "fire":
        return record.get("p") == "FIRE" and _of_the_active_side(step, record)
    return record.verb in GOES_ON and record.get("a") != "Retreat"


def _of_the_active_side(step: Step, record: Record) -> bool:
    """Whether the units of the active side did what a record tells."""
    doers = step.units(record, "by") or (step.unit(record),)
    return any(name and step.battle.units[name].side == step.position.active for name in doers)


def bearer_of(step: Step, record: Record, marker: str) -> str:
    """The piece or the formation that a marker is put on or taken off."""
    unit = step.unit(record)
    if unit:
        return step.marked(unit, marker)
    chit = step.reader.chit(record.piece)
    return step.battle.chits[chit].formation if chit else ""


def _chit_back(step: Step, record: Record) -> Iterator[Read]:
    """A chit goes back into the cup, or out of play."""
    chit = step.reader.chit(record.piece)
    back: Mapping[str, Action] = {"Return": do.Refill(chit=chit), "Remove": do.Discard(chit=chit)}
    if chit and record.get("what") in back:
        yield Read(back[record.get("what")])


LATE = 40
"""So many records later a result may still be carried out."""
CARRIED_OUT: Mapping[str, Callable[[Step, Record], Iterable[Read]]] = {
    "state": state,
    "loss": declared,
    "out": out,
    "remove": declared,
    "roll": _late_roll,
    "vp": declared,
    "chit": _chit_back,
}
"""What may be carried out late, by the verbs of its records."""
