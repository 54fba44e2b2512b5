"""Two enemies within range, and shots that were made."""

from __future__ import annotations

from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.model import Shot
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
