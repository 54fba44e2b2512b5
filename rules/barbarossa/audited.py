"""What the audit asks of a game: which logs are its own, its referee, its reader, its words."""

from operator import attrgetter

from rules.barbarossa.asked import BarbarossaAssistant
from rules.barbarossa.book import BOOK, HERE
from rules.barbarossa.game import referee
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.state.loading import load
from rules.engine.reading import Game
from rules.plugged import Parts, Plugged


class Barbarossa(Plugged):
    """Barbarossa 1941 before the audit."""

    here = HERE
    book = BOOK
    parts = Parts(load, referee, BarbarossaReader, BarbarossaAssistant, attrgetter("round"))

    def name(self, piece: str, language: str) -> str:
        """What players call a unit, an order, a structure."""
        game = self.data
        unit = game.units.get(piece.removesuffix(CARD))
        if unit is not None:
            return f"{unit.name[language]} {unit.front.get('number', '')}".strip()
        order = game.orders.get(piece)
        if order is not None:
            return order.name[language]
        kind, _, which = piece.partition(".")
        # `step.S5` is a step of the round as a fact of a finding, and no marker of lost steps.
        marker = None if which in self.deeds else game.markers.get(kind)
        if marker is not None:
            return marker.name[language]
        return self._built(piece, language) or self._of_the_land(piece, language) or self.deed(piece, language)

    def _of_the_land(self, piece: str, language: str) -> str:
        """What a direction or, as a fact of a finding, a terrain is called; else empty."""
        kind, _, which = piece.partition(".")
        grounds = (land.terrains[which] for land in self.data.maps.values() if which in land.terrains)
        found = next(grounds, None) if kind == "terrain" else None
        facing = self.data.handling.facings.get(piece)
        return str(found.name[language] if found else facing[language] if facing else "")

    def _built(self, piece: str, language: str) -> str:
        """What a structure that a scenario gives is called, with its number if there are several; else empty."""
        given = (each.structures[piece] for each in self.data.scenarios.values() if piece in each.structures)
        built, number = next(given, None), piece.rpartition("-")[2]
        if built is None:
            return ""
        name = self.data.markers[built.marker].name[language]
        return f"{name} {number}" if number.isdigit() else name


AUDITED: Game = Barbarossa()
