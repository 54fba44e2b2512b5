"""The words of records and boards, as the rules understand them."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.blitzkrieg import actions as do
from rules.engine.evidence import Board, Lying, Spot

LAND: Final = "map"
"""The zone in which the hexes lie."""
STATES: Final[Mapping[str, do.MarkerName]] = {
    "Neutralised": "neutralised",
    "OOC": "ooc",
    "OPP": "opp",
    "Activated": "activated",
    "Exhausted": "exhausted",
    "Demoralised": "demoralised",
}
OF_FORMATION: Final = frozenset({"exhausted", "demoralised"})
ROLLS_OF_FORMATION: Final = frozenset({"EXHAUSTION", "RECOVERY", "DEMORAL"})
GROUND: Final[Mapping[str, str]] = {"works": "works", "minefield": "mine"}
ON: Final = "2"
"""The level of a layer that is switched on."""
STEPS: Final = "Steps_Level"
BOXES: Final[Mapping[str, str]] = {"used": "used", "skipped": "skipped", "hand": "held", "kept": "kept", "lost": "off"}
"""Where a chit lies, by the box beside the map."""


def chit_place(spot: Spot) -> str:
    """Where a chit lies, in the words of the rules."""
    if spot.deck:
        return "cup"
    box = spot.zone.partition("-")[0]
    return "drawn" if box == "active" else BOXES.get(box, "off")


def is_on(lying: Lying, state: str) -> bool:
    """Whether a state is switched on."""
    return lying.properties.get(f"{state}_Level") == ON


def places(board: Board, marker: str) -> Iterator[str]:
    """The hexes in which markers of a kind lie."""
    return (each.spot.name for each in board.pieces if each.piece.name == marker and each.spot.zone == LAND)


BEGUN: Mapping[str, str] = {"Admin": "ADMIN", "Operations": "DRAW", "End": "TURN_END"}
"""By where the tracker stands: the state with which its phase begins."""
