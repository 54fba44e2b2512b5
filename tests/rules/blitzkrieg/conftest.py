"""Every play of a test goes through a log as well, and the log has to show what the referee said."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator

import pytest

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from tests.rules.blitzkrieg import theatre
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field, Played
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.shared.casebook import Shown, clean, disagreements, named, note, shown, spoken_of, unseen
from tests.rules.shared.through import Through, through_a_log
from vassal.errors import VassalError

Play = tuple[Battle, Position, tuple[Action, ...], tuple[str, ...]]
LONGEST = 60
"""So many actions are a case; a whole set-up is none."""


@pytest.fixture(autouse=True)
def through_logs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is played through logs when it is done."""
    plays: list[Play] = []
    monkeypatch.setattr(Field, "play", _noted(plays))
    if getattr(request.module, "play", None) is theatre.play:
        monkeypatch.setattr(request.module, "play", _noted_there(plays))
    yield
    test = f"{request.path.name}::{request.node.name}"
    why = unseen(GAME).get(f"{request.path.name}::{request.function.__name__}")
    illegal, legal = set[str](), set[str]()
    for through in _logged(plays, forgiving=bool(why)):
        illegal |= set(named(through))
        if clean(through):
            legal |= spoken_of(inspect.getsource(request.function) + request.node.name)
        assert why or disagreements(through) == [], through.actions
    note(request.config, test, illegal, legal)
    known = shown(GAME).get(test, Shown())
    assert set(known.illegal) <= illegal, "the list says that more rules are named here"


def _noted(plays: list[Play]) -> Callable[..., Played]:
    play = Field.play

    def noted(self: Field, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played:
        settled = tuple(rulings)
        plays.append((self.battle(), position, actions, settled))
        return play(self, position, *actions, rulings=settled)

    return noted


def _noted_there(plays: list[Play]) -> Callable[..., Played]:
    def noted(battle: Battle, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played:
        settled = tuple(rulings)
        if 0 < len(actions) <= LONGEST:
            plays.append((battle, position, actions, settled))
        return theatre.play(battle, position, *actions, rulings=settled)

    return noted


def _logged(plays: Iterable[Play], *, forgiving: bool) -> Iterator[Through]:
    for battle, position, actions, rulings in plays:
        made = edition(battle, SWITCHES.settle_all(rulings), position)
        try:
            yield through_a_log(made, position, seen(battle, position, actions))
        except VassalError:
            if not forgiving:
                raise
