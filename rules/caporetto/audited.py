"""What the audit asks of the game: its referee, its reader, its words."""

from functools import partial

import assets
from rules.caporetto.asked import CaporettoAssistant
from rules.caporetto.book import BOOK, HERE
from rules.caporetto.game import referee
from rules.caporetto.loading import load, open_switches
from rules.caporetto.model import Position
from rules.caporetto.reading import CaporettoReader
from rules.edition import Edition, rests
from rules.engine.evidence import Board
from rules.engine.reading import Game, Play
from rules.engine.switches import Switches
from rules.plugged import Plugged


class Caporetto(Plugged):
    """Caporetto 1917 before the audit."""

    here = HERE
    book = BOOK
    young = True
    """Nobody is accused until the reader is proven by many games."""

    def open_switches(self, data: assets.Game) -> Switches:
        """All disputed rulings; those that an overlay settles are settled."""
        return open_switches(data)

    def name(self, piece: str, language: str) -> str:
        """What players call a unit, a formation, a side, or what is done."""
        data = self.data
        found = data.units.get(piece) or data.formations.get(piece) or data.sides.get(piece)
        return found.name[language] if found is not None else self.deed(piece, language)

    def scenario(self, board: Board) -> str:
        """The scenario that is played: the one with most of the units that are there."""
        there = {lying.piece.name for lying in board.pieces}
        return max(self.data.scenarios, key=lambda each: sum(unit.id in there for unit in self.data.in_scenario(each)))

    def play(self, board: Board, switches: Switches) -> Play[Position]:
        """Referee and reader of the scenario that is played."""
        scenario = self.scenario(board)
        battle = self.made(scenario, partial(load, scenario))
        edition = self.made(f"{scenario} edition", lambda game: Edition(game, scenario, rests(HERE)))
        reader, assistant = (
            CaporettoReader(battle, self.sides, self.data.chronicle),
            CaporettoAssistant(battle, switches),
        )
        return Play(referee(battle, switches), reader, _turn, assistant, edition.behind)


def _turn(position: Position) -> int:
    return position.turn


AUDITED: Game = Caporetto()
