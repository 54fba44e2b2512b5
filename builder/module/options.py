"""What a build is made for: language, density of the pictures, theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assets import Game
from assets.maps import COUNTER
from assets.schema import Scenario
from builder.counters import Style, state_centre, style_of
from builder.drawing.theme import theme
from builder.gpids import Lock
from builder.maps.layout import Layout, beside, layout
from builder.traits.looks import Looks
from builder.traits.record import Speaker


@dataclass(frozen=True)
class Options:
    """The choices of whoever builds.

    `density` is the side of a usual counter in pixels, `ledger` the file of the game's rules, for the help.
    """

    language: str = "en"
    density: int = 150
    theme: str = ""
    ledger: Path | None = None


@dataclass(frozen=True)
class Making:
    """All that the parts of a module are made from; worked out once."""

    game: Game
    options: Options
    lock: Lock

    @cached_property
    def speaker(self) -> Speaker:
        """Writes the lines of records."""
        return Speaker(self.game, self.options.language)

    @cached_property
    def style(self) -> Style:
        """How pieces are drawn."""
        usual, wish = style_of(self.game, self.options.language), self.options.theme
        return usual if not wish else Style(wish, theme(wish).symbols or usual.symbols, usual.language)

    @cached_property
    def looks(self) -> Looks:
        """Where things lie on pieces."""
        marked = [marker for marker in self.game.markers.values() if marker.state]
        centres = {marker.id: state_centre(self.game, marker, self.style) for marker in marked}
        return Looks(self.counter, centres, self.options.density)

    @cached_property
    def sheets(self) -> dict[str, Layout]:
        """The sheet of every map."""
        return {country.id: layout(country, self.options.density) for country in self.game.maps.values()}

    def table(self, scenario: Scenario) -> Layout:
        """The sheets of a scenario as they lie beside each other."""
        return beside([self.sheets[name] for name in (scenario.map, *scenario.beside)])

    @property
    def counter(self) -> int:
        """The side of a counter in pixels."""
        return self.options.density * next((each.counter for each in self.game.maps.values()), COUNTER) // COUNTER

    @property
    def language(self) -> str:
        """The language of all that players read."""
        return self.options.language

    def gpid(self, name: str) -> str:
        """The number of a piece."""
        return str(self.lock[name])
