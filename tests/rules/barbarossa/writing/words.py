"""Words of writing: what stands in a log for a state of play, a box, a work; deeds that many actions are made of."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.reading.words import SHOTS, STATES
from rules.barbarossa.state.model import Position, Structure
from rules.engine.writing import (
    Deed,
    Go,
    Held,
    Keep,
    Put,
    Ref,
    Say,
)

PHASES = {state: phase for phase, state in STATES.items()}
KINDS: Mapping[str, str] = {kind: purpose for purpose, kind in SHOTS.items()}
BLOWN = {"melee": "MELEE", "duel": "DUEL"}
"""By kind of blow: what its unit aims for."""
DECLARED = frozenset({"FIRE", "MELEE"})
"""Purposes of rolls that follow a declaration of their own; all others are checks, declared with the roll."""
FIXED = frozenset({"TEST", "SEARCH", "ROLLOFF", "PICK"})
"""Checks whose number of dice is known; the dice of others are counted by the players, and rolled then."""
HIDES = "ambush"
"""The order whose parameters are sealed apart."""
MINES = "minefield"
AHEAD = "N"
"""Where a marker faces that comes out of the window of pieces."""
BEGUN = {
    "suppressed": "Suppressed",
    "bravery-flag": "Flag",
    "ambush": "Ambush",
    "dug-in": "DugIn",
    "bound": "Bound",
    "set-up": "SetUp",
    "air-combat": "AirCombat",
    "hidden": "Hidden",
}
"""By state of a set-up: the layer that shows it."""
Deeds = tuple[Deed, ...]
Write = Callable[[Position, Any], Iterator[Deeds]]


def printed(name: str, structure: Structure) -> bool:
    """True for a bridge that is printed on the board: no marker lies for it."""
    return name.startswith("bridge.") and not structure.owner


def lay_hidden(before: Position, action: do.Show) -> bool:
    """True for a model that comes back from hiding, although its unit is in works by now."""
    return any(due.rule == "BAR-6.6k" and due.met_by(action) for due in before.due)


def one(*deeds: Deed) -> Iterator[Deeds]:
    """One step, of these deeds."""
    yield deeds


def fired(target: Ref, shot: str, purpose: str, dice: str = "") -> Deeds:
    """A target is named, and the dice are ready."""
    return (
        Keep("HX_At", target),
        Keep("HX_Who"),
        Keep("HX_P", purpose),
        Keep("HX_Dice", dice),
        Keep("HX_Acc"),
        Put(target, "Role", "T", always=False),
        Say("fire", target, {"p": shot}),
    )


def between(one: int, other: int) -> Iterable[int]:
    """The numbers from one to another, the first left out."""
    way = 1 if other > one else -1
    return range(one + way, other + way, way) if one != other else ()


def turned(unit: str, facing: str) -> Deeds:
    """A model faces another way, and says so."""
    speaker = Ref(unit)
    return (
        Put(speaker, "Was_Face", Held("Face")),
        Put(speaker, "Face", facing),
        Say("face", speaker),
    )


def gone(unit: str, box: str, why: str) -> Deeds:
    """A model is sent beside the map, and says why."""
    return Go(Ref(unit), f"{box}-$Box$", sent=True), Say("out", Ref(unit), {"what": why})
