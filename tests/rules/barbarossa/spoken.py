"""Records of a log as plain data, and what the reader of the game makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.evidence import Board, Lying, Piece, Record, Shown, Spot
from rules.engine.reading import Read
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.field import Field

SEATS = {"German": "german", "Soviet": "soviet"}
MAP = "map"
CHRONICLE = assets.load("barbarossa").chronicle
SURE, PATH, REST = ("declared", ""), ("inferred", "path"), ("inferred", "rest")


def piece(name: str) -> Piece:
    return Piece(name, uid=f"uid-{name}")


def rec(verb: str, speaker: str = "S1", *, origin: str = "", **keys: Any) -> Record:
    """A record; keys that name pieces are given as lists of names."""
    named = {key: tuple(piece(name) for name in value) for key, value in keys.items() if isinstance(value, list)}
    fields = {key: str(value) for key, value in keys.items() if not isinstance(value, list)}
    if origin:
        fields["from"] = origin
    return Record(verb, fields, piece(speaker) if speaker else None, named)


def at(purpose: str = "FIRE", target: str = "G1", **keys: Any) -> Record:
    """A shot of S1."""
    return rec("fire", target, **{"p": purpose, "by": ["S1"], "h": "0501", **keys})


def laid(place: str, name: str = "smoke") -> Record:
    """A marker is placed, another one for each hex."""
    record = rec("place", name, h=place)
    return structs.replace(record, piece=Piece(name, uid=f"uid-{name}-{place}")) if name == "smoke" else record


def shown(*records: Record, at: int = 1, side: str = "Soviet", **more: Any) -> Shown:
    return Shown(step=at, at=at, records=records, side=side, **more)


def reads(
    made: Field,
    position: Position,
    *records: Record,
    then: Iterable[Shown] = (),
    board: Board | None = None,
    **more: Any,
) -> list[Read]:
    """What is read in one step of a log, each with how it is known."""
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    then = tuple(then)
    moves = (each for each in (*records, *(later for step in then for later in step.records)) if each.verb == "phase")
    turn, _, state = next((each.get("old") for each in moves), "").partition(" ")
    reader.marker = state, int(turn) if turn else None
    return list(reader.read(shown(*records, **more), position, then, lambda: board or Board()))


def acts(made: Field, position: Position, *records: Record, **more: Any) -> list[Action]:
    found = reads(made, position, *records, **more)
    assert all(each.action.by in {"soviet", "german", ""} for each in found)
    return [each.action for each in found]


def how(found: Iterable[Read]) -> list[tuple[str, str]]:
    return [(each.how, each.missing) for each in found]


NEXT = shown(rec("phase", "", p="S11", t=2), at=9)
"""The marker goes on after what is read: the log does not end with it."""

STORMED = shown(rec("roll", "", p="ROLLOFF", who=["G9"], res="3"), at=9)
"""Two storm each other after what is read: step 6 is not over."""


def soldier(**state: Any) -> Field:
    return Field().unit("S1", "infantry", "0505", **state).unit("G1", "infantry", "0501")


def sides(**state: Any) -> Draft:
    return Draft().unit("S1", "infantry", "0505", **state).unit("G1", "infantry", "0501")


def lies(name: str, place: str, zone: str = MAP, **properties: str) -> Lying:
    """How a piece lies on the board."""
    return Lying(piece(name), Spot(name=place, zone=zone), properties)


def goes(unit: str, *places: str, fights: bool = False) -> list[Action]:
    return [do.Step(unit=unit, hex=place, fights=fights, by="soviet") for place in places]


def moved_on(to: str, turn: int = 2, old: str = "") -> Record:
    """The marker is moved on, from where it is said to have lain."""
    return rec("phase", "", p=to, t=turn, old=old)


def late(record: Record, *then: Record, made: Field, now: str = "S3", **facts: Any) -> list[str]:
    """The steps to which the marker is read to have gone before a record."""
    ahead = (shown(*then, at=2),) if then else ()
    found = reads(made, made.position(now, **facts), record, then=ahead)
    on = [each for each in found if isinstance(each.action, do.Advance)]
    assert all((each.how, each.missing) == ("inferred", "declaration") for each in on)
    return [each.action.to for each in on if isinstance(each.action, do.Advance)]


def marker(state: str, turn: int = 2) -> Record:
    return rec("phase", "", p=state, t=turn)
