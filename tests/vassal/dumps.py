"""The engine's own dumps of the sample files, where the folder of extra samples lies beside the project."""

import json
import lzma
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vassal.lying import Thing
from vassal.position import Position

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "vassal" / "samples"
CORPUS = SAMPLES.parents[1] / "corpus"

present = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no folder of extra samples beside the project")


def logs() -> list[Path]:
    """Return every sample log that has a dump."""
    return sorted(path for path in SAMPLES.glob("*.vlog") if dump_path(path).exists())


def saves() -> list[Path]:
    """Return every sample save that has a dump."""
    return sorted(path for path in SAMPLES.glob("*.vsav") if dump_path(path).exists())


def dump_path(path: Path) -> Path:
    """Return where the engine's dump of a file lies."""
    kind = "step" if path.suffix == ".vlog" else "state"
    return path.with_name(f"{path.name}.{kind}.jsonl.xz")


@cache
def dump(path: Path) -> tuple[dict[str, Any], ...]:
    """Return the dump of a file, one dictionary for each of its lines."""
    with lzma.open(dump_path(path), "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def said(state: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the pieces, stacks and decks of a dump, with the states of traits where the dump has them."""
    things = state["pieces"]
    pieces = {
        each["id"]: (*_spot(each), each["gpid"], [trait["state"] for trait in each.get("traits", ())[:-1]])
        for each in things
        if each["kind"] == "piece"
    }
    stacks = {
        "/".join(each["contents"]): _spot(each) for each in things if each["kind"] == "stack" and each["contents"]
    }
    decks = {
        each["deckName"]: (*_spot(each), each["faceDown"], each["contents"])
        for each in things
        if each["kind"] == "deck"
    }
    return pieces, stacks, decks


def shown(position: Position, *, traits: bool = True) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the pieces, stacks and decks of a position, to be compared with `said`."""
    pieces = {
        piece.id: (*_spot_of(piece), piece.gpid, [trait.state for trait in piece.traits[:-1]] if traits else [])
        for piece in position.pieces()
    }
    piles = position.piles()
    stacks = {"/".join(pile.members): _spot_of(pile) for pile in piles if not pile.deck}
    decks = {pile.name: (*_spot_of(pile), pile.face_down, list(pile.members)) for pile in piles if pile.deck}
    return pieces, stacks, decks


def _spot_of(thing: Thing) -> tuple[str | None, int, int]:
    return thing.map or None, thing.x, thing.y


def _spot(each: Mapping[str, Any]) -> tuple[str | None, int, int]:
    return each["map"], each["x"], each["y"]
