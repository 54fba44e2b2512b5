"""Every play of a test goes through a log as well, and the log has to show what the referee said."""

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
from tests.rules.shared.noting import Play, Press, check, noted
from tests.rules.shared.played import Played
from tests.rules.shared.settling import collecting, settle

PRESS = Press(GAME, SWITCHES, edition, seen)
LONGEST = 60
"""So many actions are a case; a whole set-up is none."""


@pytest.fixture(autouse=True)
def through_logs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is played through logs when it is done."""
    plays: list[Play] = []
    monkeypatch.setattr(Field, "play", noted(plays, Field))
    if getattr(request.module, "play", None) is theatre.play:
        monkeypatch.setattr(request.module, "play", _noted_there(plays))
    yield
    if not collecting(request):
        check(request, plays, PRESS)
    settle(request, plays, referee, GAME, SWITCHES)


def _noted_there(plays: list[Play]) -> Callable[..., Played]:
    def noting(battle: Battle, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played:
        settled = tuple(rulings)
        if 0 < len(actions) <= LONGEST:
            plays.append((battle, position, actions, settled))
        return theatre.play(battle, position, *actions, rulings=settled)

    return noting
