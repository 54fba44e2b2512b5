"""Every play of a test goes through a log as well, and the log has to show what the referee said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.barbarossa.game import referee
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.barbarossa.printing import GAME, edition, seen
from tests.rules.shared.noting import Play, Press, check, noted
from tests.rules.shared.settling import collecting, settle

PRESS = Press(GAME, SWITCHES, edition, seen)


@pytest.fixture(autouse=True)
def through_logs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test plays is played through logs when it is done."""
    plays, others = list[Play](), list[Play]()
    monkeypatch.setattr(Field, "play", noted(plays, Field))
    monkeypatch.setattr(Field, "judged", noted(others, Field, "judged"))
    yield
    if not collecting(request):
        check(request, plays, PRESS)
    settle(request, (*plays, *others), referee, GAME, SWITCHES)
