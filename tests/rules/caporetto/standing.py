"""How it stands in a case that is written down as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.caporetto.battle import Battle
from rules.caporetto.model import Position
from tests.rules.caporetto.field import BATTLES, Field

OWN = frozenset({"phase", "scenario", "turn", "units", "acting", "place", "kind"})
"""What is no field of a position."""


def stands(written: Mapping[str, Any]) -> tuple[Battle, Position]:
    """A position of `cases/*.yaml`: `{phase: …, units: {unit: hex, or {hex: …, level: …}}}`, and any of its fields."""
    field = Field(written["phase"], written.get("scenario", BATTLES[0]), written.get("turn", 7))
    for name, there in written.get("units", {}).items():
        state = {"hex": there} if isinstance(there, str) else dict(there)
        field.put(name, str(state.pop("hex")), *state.pop("marks", ()), **state)
    field.but(**{key: _value(value) for key, value in written.items() if key not in OWN})
    if "acting" in written:
        field.acting(written["acting"], written.get("place", ""), written.get("kind", "normal"))
    return field.battle(), field.position()


def _value(value: Any) -> Any:
    return frozenset(value) if isinstance(value, list) else value
