"""Words of the records: what stands in a log for a state of play, a status, a kind of shot."""

from collections.abc import Mapping
from typing import cast

from rules.barbarossa.actions import Field, Shot, Status
from rules.engine.evidence import Lying

LAND = "map"
"""The zone in which the places of the map lie."""
STATES: Mapping[str, str] = {
    "Setup": "SETUP",
    "Planning": "PLANNING",
    "Reveal": "REVEAL",
    **{f"S{number}": f"S{number}" for number in range(1, 13)},
}
"""By phase of the tracker: the state of play."""
STATUS: Mapping[str, Status] = {
    "Suppressed": "suppressed",
    "Flag": "flag",
    "Ambush": "ambush",
    "DugIn": "dug-in",
    "Bound": "bound",
    "SetUp": "set-up",
    "AirCombat": "air-combat",
}
LAYERS: Mapping[Status, str] = {status: layer for layer, status in STATUS.items()}
"""By status box: the layer that shows it."""
SHOTS: Mapping[str, Shot] = {
    "FIRE": "fire",
    "SUPPRESS": "suppress",
    "INDIRECT": "indirect",
    "BOMBARD": "bombard",
    "DEFEND": "defend",
    "AMBUSH": "ambush",
    "MOVE": "move",
    "FLAK": "flak",
    "STRIKE": "strike",
    "REACT": "react",
}
BLOWS = frozenset({"MELEE", "DUEL"})
AT_PLACES = frozenset({"BOMBARD", "STRIKE", "SMOKE"})
"""Shots at a hex: what is marked there may be any piece."""
MARKS = frozenset(
    {"losses", "defence", "bravery", "ammo", "smoke", "mines", "charges", "bombs", "cargo", "boxes", "air"}
)
CARD = ".card"
"""What the name of a card has behind that of its unit."""
ON = "2"


def field(word: str) -> Field | None:
    """The number of a card that a record names."""
    return cast("Field", word) if word in MARKS else None


def is_on(lying: Lying, state: str) -> bool:
    """True if the layer of a state is shown."""
    return lying.properties.get(f"{state}_Level", "1") == ON


def number(text: str) -> int | None:
    """A whole number, or None."""
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 7 else None
