"""Enemies within range, and shots that were made."""

from __future__ import annotations

from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position, Shot
from tests.rules.barbarossa.field import Field


def pair(
    kind: str = "infantry", target: str = "infantry", there: str = "0504", order: str = "open_fire", **state: Any
) -> Field:
    made = Field().unit("S1", kind, "0505", **{"facing": "N", **state}).unit("G1", target, there)
    return made.order("S1", order, target="G1") if order else made


def fire(kind: Any = "fire", target: str = "G1", **more: Any) -> do.Fire:
    return do.Fire(unit="S1", target=target, kind=kind, **more)


def done(*dice: int, unit: str = "S1", target: str = "G1", kind: str = "fire", **facts: Any) -> Shot:
    hits = sum(die <= 2 for die in dice)
    return Shot(unit, target, kind, **{"hex": "0504", "rolled": dice, "hits": hits, "step": "S3", **facts})


def guns(kind: str = "rockets", **units: str) -> Field:
    """A bombardment of 0504, and infantry by name and hex."""
    made = Field().unit("S1", kind, "0508", facing="N").order("S1", "bombard_location", hex="0504")
    for name, place in units.items():
        made.unit(name, "infantry", place)
    return made


def trio(
    *shots: Shot, kinds: tuple[str, ...] = ("infantry",) * 3, places: tuple[str, ...] = ("0504",) * 3
) -> tuple[Field, Position]:
    """S1 has fired at G1, which stands in a group."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    for number, (kind, place) in enumerate(zip(kinds, places, strict=True), 1):
        made.unit(f"G{number}", kind, place)
    return made, made.position("S3", shots=shots, fired={"S1": 1})


MAIN = done(1, 1, 6, 6, 6, 6, 6)
"""Two dice hit, and half of the others may be carried on."""
