"""What is broken long after a gap in a log is told, and nobody is accused by what was cut out."""

from collections import Counter

import pytest

from tests.rules.audit.cuts import Planted, measured
from tests.rules.shared.kit import Kit, kits

SEED, GAMES = 19, 2
"""A sample; `python -m tests.rules.audit.cuts` makes as many as one likes."""
KITS = kits()


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_a_gap_hides_a_part_of_the_later_breaches_only_and_accuses_nobody(kit: Kit) -> None:
    found = list(measured(kit, GAMES, SEED, Counter()))
    planted = [each for each in found if isinstance(each, Planted)]

    assert [each for each in found if not isinstance(each, Planted)] == []
    assert len(planted) > 5 or not kit.accuses
    assert 3 * sum(each.named for each in planted) >= len(planted)
