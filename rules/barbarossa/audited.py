"""What the audit asks of a game: which logs are its own, its referee, its reader, its words."""

from functools import partial

import assets
from rules.barbarossa.asked import BarbarossaAssistant
from rules.barbarossa.book import BOOK, HERE
from rules.barbarossa.game import referee
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.model import Position
from rules.edition import Edition, rests
from rules.engine.evidence import Board
from rules.engine.reading import Game, Play
from rules.engine.switches import Switches
from rules.plugged import Plugged


class Barbarossa(Plugged):
    """Barbarossa 1941 before the audit."""

    here = HERE
    book = BOOK

    def open_switches(self, data: assets.Game) -> Switches:
        """All disputed rulings; those that an overlay settles are settled."""
        return open_switches(data)

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
        return marker.name[language] if marker is not None else self.deed(piece, language)

    def scenario(self, board: Board) -> str:
        """The scenario that is played: the one with most of the units that are there."""
        scenarios = self.data.scenarios
        there = {lying.piece.name for lying in board.pieces}
        return max(scenarios, key=lambda each: (len(there & set(scenarios[each].starts)), -len(scenarios[each].starts)))

    def play(self, board: Board, switches: Switches) -> Play[Position]:
        """Referee and reader of the scenario that is played."""
        scenario = self.scenario(board)
        battle = self.made(scenario, partial(load, scenario))
        edition = self.made(f"{scenario} edition", lambda game: Edition(game, scenario, rests(HERE)))
        judge = referee(battle, switches)
        reader = BarbarossaReader(battle, self.sides, self.data.chronicle)
        return Play(judge, reader, _round, BarbarossaAssistant(battle, switches, judge), edition.behind)


def _round(position: Position) -> int:
    return position.round


AUDITED: Game = Barbarossa()
