"""What is carried out only after somebody has gone on: markers, losses, rolls that were due before."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Final, Literal

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.reading import outcomes, shots
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.words import BEGUN, GROUND, LAND
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.evidence import Piece, Record, Shown
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
LAPSING: Final = frozenset({"CHECKS", "REACT"})
"""States that end of themselves when the active side goes on."""
ROLLS: Final = frozenset({"DEMORAL", "DEPLETE", "MINE", "PANIC"})
"""Purposes of rolls that follow from what was done before: nobody gains by rolling them a deed late."""


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
    verb = "playgeneral" if "general" in {record.verb, _played(step, record)} else record.verb
    pressing = (due for due in step.position.due if due.must and verb not in due.open_to)
    now = record.verb == "roll"
    itself = _units(step, (record.piece,))
    waiting = [
        due
        for due in pressing
        if due.until in over and not (_asks_for_dice(due) and (now or itself & set(map(subject, due.options))))
    ]
    rolled, taking = False, None  # a loss may stand in place of a marker; a second one is another result
    yield from _taken_off(step, waiting)
    for shown, place, later in islice(step.following(), outcomes.LATE if waiting else 0):
        if step.reader.was_read(shown.at, place):
            continue  # by the word before this one, of which the module says two in one step
        if taking is not None and (taking.verb, later.verb) == ("out", "state") and later.piece == taking.piece:
            step.reader.consume(shown.at, place)  # who has left bears no marker
            continue
        result = CARRIED_OUT.get(later.verb)
        found = list(result(step.later(shown, place), later)) if result else []
        met = next((due for due in waiting if any(due.met_by(read.action) for read in found)), None)
        marked = taking is not None and later.piece == taking.piece and "state" in {later.verb, taking.verb}
        if met is not None or (found and (rolled or marked)):
            taking = later
            waiting = [due for due in waiting if due is not met]
            step.reader.consume(shown.at, place)
            yield from found
            rolled = later.verb == "roll" or rolled  # what follows at once comes of it
            continue
        rolled, taking = rolled and later.verb == "check", None
        waiting = [due for due in waiting if not _overtaken(step, due, later) and not _entered_anew(step, due, shown)]


def _played(step: Step, record: Record) -> str:
    """What kind of chit is laid down as played; empty for none."""
    chit = step.reader.chit(record.piece) if (record.verb, record.get("what")) == ("chit", "Play") else ""
    return step.battle.chits[chit].kind if chit else ""


def _taken_off(step: Step, waiting: list[Due]) -> Iterator[Read]:
    """Markers on the ground that are taken off the map a little later, by a hand that says nothing."""
    clears = any(isinstance(option, do.Clear) for due in waiting for option in due.options)
    for shown in step.ahead if clears else ():
        gone = [(each.piece, each.origin) for each in shown.moved if each.target.zone != LAND]
        gone += [(lying.piece, lying.spot) for lying in shown.removed]
        for piece, spot in gone if not shown.said("remove") else ():
            kind: Literal["mine", "works"] = "mine" if GROUND.get(piece.name) == "mine" else "works"
            clear = do.Clear(hex=spot.name, marker=kind) if piece.name in GROUND else None
            met = next((due for due in waiting if clear is not None and due.met_by(clear)), None)
            if met is not None and clear is not None:
                waiting.remove(met)
                yield Read(clear, "seen")


def _overtaken(step: Step, due: Due, later: Record) -> bool:
    """Whether the piece of which something is due does something first, or something is done to it.

    Fire at a unit that is still to be marked, or to be turned over, finds it as if it were so.
    """
    if later.verb == "check" and later.get("p") in ROLLS:
        return False
    doers = chain(*(pieces for key, pieces in later.pieces.items() if key != "at"))
    if later.verb in {"fire", "roll"} and _changes_nothing_for_who_fires(step, due):
        return not _units(step, doers).isdisjoint(map(subject, due.options))
    return not _units(step, (later.piece, *chain(*later.pieces.values()))).isdisjoint(map(subject, due.options))


def _entered_anew(step: Step, due: Due, shown: Shown) -> bool:
    """Whether somebody attacks in the hex of an HQ that is still to be taken off: it lay there all the while."""
    if not any((record.verb, record.get("a")) == ("step", "Melee") for record in shown.records):
        return False
    places = {step.position.units[each.unit].hex for each in due.options if isinstance(each, do.OverrunHq)}
    return any(moved.origin != moved.target and moved.target.name in places for moved in shown.moved)


def _asks_for_dice(due: Due) -> bool:
    return any(isinstance(option, Roll) for option in due.options)


def _changes_nothing_for_who_fires(step: Step, due: Due) -> bool:
    """Whether it is the same to fire at a unit before it takes its result or after that."""
    if any(isinstance(option, do.Mark) and option.on for option in due.options):
        return True
    counters = (step.battle.units.get(subject(option)) for option in due.options)
    losses = all(isinstance(option, do.StepLoss | do.Remove) for option in due.options)
    return losses and all(counter and counter.front.defence == counter.back.defence for counter in counters)


def _units(step: Step, pieces: Iterable[Piece | None]) -> set[str]:
    return {name for piece in pieces if (name := step.reader.unit(piece))}


def _goes_on(step: Step, record: Record) -> bool:
    """Whether a record goes on to something else: not a reaction, which only answers."""
    if step.position.state in PHASES:
        return record.verb in PHASE_ENDS or record.verb == "draw"
    if record.verb == "roll":
        return record.get("p") == "DEMORAL"
    if record.verb == "fire":
        return record.get("p") == "FIRE" and _of_the_active_side(step, record)
    return record.verb in outcomes.GOES_ON and record.get("a") != "Retreat"


def _of_the_active_side(step: Step, record: Record) -> bool:
    """Whether the units of the active side did what a record tells."""
    doers = step.units(record, "by") or (step.unit(record),)
    return any(name and step.battle.units[name].side == step.position.active for name in doers)


def _rolled(step: Step, record: Record) -> Iterator[Read]:
    """Dice that only follow from what was done before."""
    if record.get("p") in ROLLS:
        yield from shots.roll(step, record)


def _chit_back(step: Step, record: Record) -> Iterator[Read]:
    """A chit goes back into the cup, or out of play."""
    chit = step.reader.chit(record.piece)
    back: Mapping[str, Action] = {"Return": do.Refill(chit=chit), "Remove": do.Discard(chit=chit)}
    if chit and record.get("what") in back:
        yield Read(back[record.get("what")])


CARRIED_OUT: Mapping[str, Callable[[Step, Record], Iterable[Read]]] = {
    "state": outcomes.state,
    "loss": outcomes.declared,
    "out": outcomes.out,
    "vp": outcomes.declared,
    "chit": _chit_back,
    "remove": outcomes.declared,
    "roll": _rolled,
}
"""What may be carried out late, by the verbs of its records."""
