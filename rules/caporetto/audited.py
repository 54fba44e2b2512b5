"""What the audit asks of the game: its referee, its reader, its words."""

from rules.caporetto.asked import CaporettoAssistant
from rules.caporetto.book import BOOK, HERE
from rules.caporetto.game import referee
from rules.caporetto.loading import load
from rules.caporetto.reading import CaporettoReader
from rules.engine.reading import Game
from rules.plugged import Parts, Plugged


class Caporetto(Plugged):
    """Caporetto 1917 before the audit."""

    here = HERE
    book = BOOK
    parts = Parts(load, referee, CaporettoReader, CaporettoAssistant)
    young = True
    """Nobody is accused until the reader is proven by many games."""


AUDITED: Game = Caporetto()
