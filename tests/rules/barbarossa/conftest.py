"""Every play of a test goes through a log as well, and the log has to show what the referee said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.barbarossa.printing import GAME, edition, seen
from tests.rules.shared.noting import Play, Press, check, noted

PRESS = Press(GAME, SWITCHES, edition, seen)


@pytest.fixture(autouse=True)
def through_logs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is played through logs when it is done."""
    plays: list[Play] = []
    monkeypatch.setattr(Field, "play", noted(plays, Field))
    yield
    check(request, plays, PRESS)
