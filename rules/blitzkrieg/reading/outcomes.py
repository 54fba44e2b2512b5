"""Results that players carry out: losses, markers, pieces off the map, points, the end of the game."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.reading.closing import POINTS
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.ways import put_right, withdrawn
from rules.blitzkrieg.reading.words import STATES
from rules.blitzkrieg.table.placing import OFF
from rules.engine.evidence import Record, Spot
from rules.engine.reading import Read

GOES_ON: Final = frozenset(
    {"act", "actend", "barrage", "chit", "decline", "done", "draw", "general", "opsend", "phase", "place", "step"}
)
"""Verbs of records with which something else goes on."""
LATE: Final = 40
"""So many records later a result may still be carried out."""
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


def points(step: Step, record: Record) -> Iterable[Read]:
    """The points were counted; of several counts of one evening the last one holds."""
    evening = takewhile(lambda found: _same_evening(found[2]), step.following())
    anew = next((shown.at for shown, _, each in evening if each.verb == record.verb), 0)
    if not anew or step.position.state != "TURN_END":
        return declared(step, record)
    step.reader.awaits(POINTS, anew)
    return ()


def _same_evening(record: Record) -> bool:
    """Whether bookkeeping of the end of a turn may still be put right after a record."""
    begun = (record.verb, record.get("p") or record.get("what")) in {("phase", "Operations"), ("done", "Admin")}
    return not begun and record.verb not in {"draw", "result"}


def out(step: Step, record: Record) -> Iterator[Read]:
    """A unit leaves the map; one that lost its last step has left it already."""
    unit = step.unit(record)
    if not unit or not step.position.units[unit].on_map or step.position.within("SETUP"):
        return
    at = put_right(step, (unit,), frozenset({unit}))
    if at:
        step.reader.awaits(unit, at)  # it comes back at once, and has not left
    else:
        yield from _gone(step, record, unit)


def _gone(step: Step, record: Record, unit: str) -> Iterator[Read]:
    if record.get("what") == "Overrun" or step.owed(do.OverrunHq, unit):
        spots = (each.target for each in step.shown.moved if each.piece == record.piece)
        yield Read(do.OverrunHq(unit=unit, turn=_waits_until(step, next(spots, Spot())), by=step.side))
    elif step.owed(do.StepLoss, unit) and step.position.units[unit].steps == 1:
        yield Read(do.StepLoss(unit=unit, by=step.side))
    elif record.get("what") == "Left" and step.owed(do.Withdraw, unit):
        yield from withdrawn(step, unit, (OFF,))
    else:
        yield Read(do.Remove(unit=unit, by=step.side))


def taken_off(step: Step, spot: Spot, unit: str) -> Read:
    """A unit was dragged off the map without a word: an HQ that is overrun goes so, all others are removed."""
    if step.owed(do.OverrunHq, unit):
        return Read(do.OverrunHq(unit=unit, turn=_waits_until(step, spot)), "seen")
    return Read(do.Remove(unit=unit), "seen")


def _waits_until(step: Step, spot: Spot) -> int:
    """The turn on whose space an overrun HQ was put; the next one, unless it lies on another."""
    turn = spot.name.removeprefix(TRACK)
    return int(turn) if spot.name.startswith(TRACK) and turn.isdecimal() else step.position.turn + 1


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


def bearer_of(step: Step, record: Record, marker: str) -> str:
    """The piece or the formation that a marker is put on or taken off."""
    unit = step.unit(record)
    if unit:
        return step.marked(unit, marker)
    chit = step.reader.chit(record.piece)
    return step.battle.chits[chit].formation if chit else ""
