"""What tests play is noted, and goes through logs when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from tests.rules.blitzkrieg import theatre
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.shared.noting import Notebook, Play, Press, hand_in
from tests.rules.shared.played import Played

PRESS = Press(GAME, SWITCHES, edition, seen, referee)
LONGEST = 60
"""So many actions are a case; a whole set-up is none."""


@pytest.fixture(autouse=True)
def plays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is noted, and handed in when it is done."""
    notebook = Notebook()
    monkeypatch.setattr(Field, "play", notebook.method(Field.play))
    if getattr(request.module, "play", None) is theatre.play:
        monkeypatch.setattr(request.module, "play", _noted(notebook))
    yield
    hand_in(request, notebook, PRESS)


def _noted(notebook: Notebook) -> Callable[..., Played[Position]]:
    def noting(battle: Battle, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        ways = tuple(rulings)
        play = Play(battle, position, actions, ways, printed=0 < len(actions) <= LONGEST)
        return notebook.note(play, theatre.play(battle, position, *actions, rulings=ways))

    return noting
