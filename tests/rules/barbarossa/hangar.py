"""Aircraft with a mission."""

from __future__ import annotations

from typing import Any

from rules.barbarossa.state.model import READY
from tests.rules.barbarossa.field import Field

NORTH = "0600"


def plane(order: str = "air_strike", kind: str = "stuka", at: str = "", *, staff: str = "0109", air: int | None = None,
          goal: str = "0604", **fields: Any) -> Field:  # fmt: skip
    """G1 with a mission to 0604."""
    made = Field().unit("G1", kind, at, air=(0 if at else READY) if air is None else air)
    if order:
        made.order("G1", order, **{"hex": goal, "entry": NORTH, **fields})
    return made.unit("G9", "hq", staff) if staff else made
