"""The files of a game's folder and what each of them holds."""

from __future__ import annotations

from typing import Any

from msgspec import field

from assets.handling import Handling
from assets.schema import (
    Card,
    Chart,
    Chit,
    Chronicle,
    Formation,
    Info,
    Marker,
    Order,
    Ruling,
    Scenario,
    Strict,
    Unit,
)


class Units(Strict, frozen=True, kw_only=True):
    """`units.yaml`."""

    formations: dict[str, Formation] = field(default_factory=dict)
    units: dict[str, Unit]


class Cards(Strict, frozen=True, kw_only=True):
    """`cards.yaml`."""

    cards: dict[str, Card] = field(default_factory=dict)


class Orders(Strict, frozen=True, kw_only=True):
    """`orders.yaml`."""

    orders: dict[str, Order] = field(default_factory=dict)


class Markers(Strict, frozen=True, kw_only=True):
    """`markers.yaml`."""

    markers: dict[str, Marker] = field(default_factory=dict)
    chits: dict[str, Chit] = field(default_factory=dict)


class Charts(Strict, frozen=True, kw_only=True):
    """`charts.yaml`."""

    charts: dict[str, Chart] = field(default_factory=dict)


class Scenarios(Strict, frozen=True, kw_only=True):
    """`scenarios.yaml`."""

    scenarios: dict[str, Scenario] = field(default_factory=dict)


class Rulings(Strict, frozen=True, kw_only=True):
    """`rulings.yaml`."""

    rulings: dict[str, Ruling] = field(default_factory=dict)


FILES: dict[str, Any] = {
    "game": Info,
    "units": Units,
    "cards": Cards,
    "orders": Orders,
    "markers": Markers,
    "charts": Charts,
    "scenarios": Scenarios,
    "chronicle": Chronicle,
    "rulings": Rulings,
    "module": Handling,
}
WHOLE = frozenset({"game", "chronicle", "module"})  # files that are one entry: their paths begin with the file's name
