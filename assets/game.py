"""A game as it was loaded: all its entries, its pictures, and where each value comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assets.errors import suggestion
from assets.handling import Handling
from assets.maps import Map
from assets.schema import (
    Art,
    Card,
    Change,
    Chart,
    Chit,
    Chronicle,
    Formation,
    Info,
    Marker,
    Order,
    Ruling,
    Scenario,
    Setup,
    Side,
    Source,
    Unit,
    UnitType,
    Wing,
)


@dataclass(frozen=True)
class Game:
    """All that `assets/<game>/` says, overlays laid on."""

    info: Info
    formations: dict[str, Formation]
    units: dict[str, Unit]
    cards: dict[str, Card]
    orders: dict[str, Order]
    markers: dict[str, Marker]
    chits: dict[str, Chit]
    charts: dict[str, Chart]
    scenarios: dict[str, Scenario]
    chronicle: Chronicle
    handling: Handling
    rulings: dict[str, Ruling]
    maps: dict[str, Map]
    art: tuple[Art, ...]
    folder: Path
    overlay: Path | None
    sources: Mapping[str, Source] = field(repr=False)
    values: Mapping[str, object] = field(repr=False)

    @property
    def id(self) -> str:
        """The game's short name."""
        return self.info.id

    @property
    def sides(self) -> dict[str, Side]:
        """The sides by id."""
        return self.info.sides

    def type_of(self, unit: Unit) -> UnitType:
        """The type of a unit."""
        return self.info.types[unit.type]

    def card_of(self, unit: Unit) -> Card:
        """The card of a unit; KeyError for a unit without one."""
        return self.cards[unit.card or ""]

    def units_of(self, formation: str) -> tuple[Unit, ...]:
        """The combat units of a formation, without its HQ."""
        hq = self.formations[formation].hq
        return tuple(unit for unit in self.units.values() if unit.formation == formation and unit.id != hq)

    def in_scenario(self, scenario: str) -> Iterator[Unit]:
        """All units that take part in a scenario, from the start or later."""
        return (unit for unit in self.units.values() if scenario in unit.scenarios)

    @cached_property
    def wings(self) -> Mapping[str, frozenset[str]]:
        """By unit: the wings to which it belongs in scenarios that part the sides."""
        found: dict[str, set[str]] = {}
        for scenario in self.scenarios.values():
            for wing in scenario.wings.values():
                for unit in self.of_wing(scenario, wing):
                    found.setdefault(unit, set()).add(wing.id)
        return {unit: frozenset(wings) for unit, wings in found.items()}

    def of_wing(self, scenario: Scenario, wing: Wing) -> Iterator[str]:
        """The units of a wing, those that come later included, and its headquarters."""
        parts: tuple[Setup | Change, ...] = (
            *(scenario.setup[name] for name in wing.setups if name in scenario.setup),
            *(scenario.changes[name] for name in wing.changes if name in scenario.changes),
        )
        formations, units = ({name for part in parts for name in getattr(part, of)} for of in ("formations", "units"))
        return (unit.id for unit in self.units.values() if unit.formation in formations or unit.id in units)

    def chits_of(self, scenario: str) -> Iterator[Chit]:
        """All activation markers of a scenario, those of reinforcements included."""
        return (chit for chit in self.chits.values() if chit.scenario == scenario)

    def source(self, path: str) -> Source:
        """Where the value at a path (`units/fr.1cuir.somua1/front/attack`) comes from."""
        try:
            return self.sources[path]
        except KeyError:
            raise KeyError(f"no value at {path}{suggestion(path, self.sources)}") from None

    def picture(self, kind: str, name: str, face: str = "front") -> Path | None:
        """The picture in `art/` that replaces a drawn one, if there is one."""
        return next((art.path for art in self.art if (art.kind, art.id, art.face) == (kind, name, face)), None)
