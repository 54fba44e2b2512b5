"""What is written in `cases/breaches.yaml`: all is legal but the last deed, which breaks the rule that is named."""

from __future__ import annotations

import pytest

from rules.caporetto.game import referee
from tests.rules.caporetto.field import SWITCHES
from tests.rules.caporetto.mutators.written import KINDS, written
from tests.rules.caporetto.standing import stands
from tests.rules.shared.cases import Written, actions_of
from tests.rules.shared.played import play_all


@pytest.mark.parametrize("case", tuple(written()), ids=lambda case: case.title)
def test_only_the_last_deed_is_wrong(case: Written) -> None:
    battle, position = stands(case.start)
    *before, last = play_all(referee(battle, SWITCHES), position, actions_of(case, KINDS)).rulings
    assert all(ruling.legal for ruling in before)
    assert last.verdict == "illegal"
    assert case.rules[0] in last.rules
