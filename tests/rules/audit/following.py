"""The referee beside a log: his position after each step, and how the pieces lie in it and on the board."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol

from rules.audit.games import game_of
from rules.audit.judging import Judge
from rules.engine.evidence import Board
from tests.rules.shared.home import package
from tests.rules.shared.through import alone
from vassal.timeline import Timeline


class Lying(Protocol):
    """The module `lying` of a game's tests."""

    def on_board(self, board: Board, position: Any) -> object:
        """How its pieces lie on the board."""
        ...

    def as_judged(self, position: Any) -> object:
        """How they lie as the referee has it."""
        ...

    def at_rest(self, position: Any) -> bool:
        """Whether nothing is on its way from one to the other."""
        ...


def lying(game: str) -> Lying:
    """What a game's tests say of how its pieces lie."""
    found: Lying = import_module(f"{package(game)}.lying")  # type: ignore[assignment]
    return found


def followed(timeline: Timeline, game: str) -> Iterator[tuple[int, Any]]:
    """Each step before which something was judged, and the referee's position after it."""
    known_game = game_of(game)
    part = alone(timeline, known_game.seals)
    play = known_game.play(part.witness.board(timeline.start), known_game.switches())
    judge: Judge[Any] = Judge(play.referee, play.reader, play.turn)
    last = 0
    for each in judge.judge(part):
        if each.step != last and judge.position is not None and not judge.position.within("SETUP"):
            yield each.step - 1, judge.position
        last = each.step
