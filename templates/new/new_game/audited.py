"""What the audit asks of the game: its referee, its reader, its words."""

from new_game.asked import NewGameAssistant
from new_game.book import BOOK, HERE
from new_game.game import referee
from new_game.loading import load
from new_game.reading import NewGameReader
from rules.engine.reading import Game
from rules.plugged import Parts, Plugged


class NewGame(Plugged):
    """New Game before the audit."""

    here = HERE
    book = BOOK
    parts = Parts(load, referee, NewGameReader, NewGameAssistant)
    young = True
    """Nobody is accused until the reader is proven by many games; take this line away then."""


AUDITED: Game = NewGame()
