"""What tests play is noted, and goes through logs when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.caporetto.game import referee
from rules.caporetto.loading import GAME
from tests.rules.caporetto.field import SWITCHES, Field
from tests.rules.caporetto.printing import edition, seen
from tests.rules.shared.noting import Notebook, Press, hand_in

PRESS = Press(GAME, SWITCHES, edition, seen, referee)


@pytest.fixture(autouse=True)
def plays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is noted, and handed in when it is done."""
    notebook = Notebook()
    monkeypatch.setattr(Field, "play", notebook.method(Field.play))
    yield
    hand_in(request, notebook, PRESS)
