"""What the audit asks of a game: which logs are its own, its referee, its reader, its words."""

from rules.blitzkrieg.asked import BlitzkriegAssistant
from rules.blitzkrieg.book import BOOK, HERE
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.reading import BlitzkriegReader
from rules.engine.evidence import Board
from rules.engine.reading import Game
from rules.plugged import Parts, Plugged


class Blitzkrieg(Plugged):
    """Blitzkrieg 1940 before the audit."""

    here = HERE
    book = BOOK
    parts = Parts(load, referee, BlitzkriegReader, BlitzkriegAssistant)

    def name(self, piece: str, language: str) -> str:
        """What players call a unit, a formation, a chit, or what is done to one."""
        game = self.data
        unit = game.units.get(piece)
        if unit is not None:
            formation = game.formations.get(unit.formation or "")
            return f"{unit.name[language]} ({formation.short})" if formation else unit.name[language]
        for found in (game.formations.get(piece), game.sides.get(piece)):
            if found is not None:
                return found.name[language]
        return self._chit(piece, language) or self._box(piece, language) or self.deed(piece, language)

    def _chit(self, piece: str, language: str) -> str:
        """What a chit is called, with its number where there are several alike; empty for anything else."""
        chits = self.data.chits
        stem = piece if piece in chits else piece.removesuffix(".repeat")
        chit = chits.get(stem) or chits.get(stem.rpartition(".")[0])
        if chit is None or (chit.id != stem and not stem.rpartition(".")[2].isdecimal()):
            return ""
        number = f" {stem.rpartition('.')[2]}" if chit.id != stem else ""
        extra = f" ({self.deed('kind.repeat', language)})" if stem != piece else ""
        return f"{chit.name[language]}{number}{extra}"

    def _box(self, piece: str, language: str) -> str:
        """What a box beside the map is called; empty for anything else."""
        boxes = (land.boxes.get(piece) for land in self.data.maps.values())
        return next((box.name[language] for box in boxes if box is not None and "-" in piece), "")

    def scenario(self, board: Board) -> str:
        """The scenario that is played: the one whose chits are on the board."""
        chits = self.data.chits
        found = (chits[lying.piece.name].scenario for lying in board.pieces if lying.piece.name in chits)
        return next(found, next(iter(self.data.scenarios)))


AUDITED: Game = Blitzkrieg()
