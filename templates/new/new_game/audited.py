"""What the audit asks of the game: its referee, its reader, its words."""

from functools import partial

import assets
from new_game.asked import NewGameAssistant
from new_game.book import BOOK, HERE
from new_game.game import referee
from new_game.loading import load, open_switches
from new_game.model import Position
from new_game.reading import NewGameReader
from rules.edition import Edition, rests
from rules.engine.evidence import Board
from rules.engine.reading import Game, Play
from rules.engine.switches import Switches
from rules.plugged import Plugged


class NewGame(Plugged):
    """New Game before the audit."""

    here = HERE
    book = BOOK
    young = True
    """Nobody is accused until the reader is proven by many games; take this line away then."""

    def open_switches(self, data: assets.Game) -> Switches:
        """All disputed rulings; those that an overlay settles are settled."""
        return open_switches(data)

    def name(self, piece: str, language: str) -> str:
        """What players call a unit, a side, or what is done."""
        found = self.data.units.get(piece) or self.data.sides.get(piece)
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
        reader, assistant = NewGameReader(battle, self.sides, self.data.chronicle), NewGameAssistant(battle, switches)
        return Play(referee(battle, switches), reader, _turn, assistant, edition.behind)


def _turn(position: Position) -> int:
    return position.turn


AUDITED: Game = NewGame()
