"""A log that ends in the middle of a game accuses nobody: players check each log before they send it."""

import pytest

from rules.audit.games import games
from rules.audit.report import Audit
from tests.rules.audit.many import written
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

ENDS = (111, 203, 300)
UNFINISHED = tuple(
    (kit.name, scenario, ENDS[number % len(ENDS)]) for kit in kits() for number, scenario in enumerate(kit.scenarios)
)
SEED, LENGTH = 70_000, 400


@pytest.mark.parametrize(("name", "scenario", "end"), UNFINISHED)
def test_a_log_that_ends_in_the_middle_accuses_nobody(name: str, scenario: str, end: int) -> None:
    workshop, turns = workshop_of(name), list(kit_of(name).play(scenario, SEED, LENGTH))
    log, _ = written(workshop, scenario, turns, end)
    found = Audit(games()[name], workshop.door).run([(f"{end}", savefile.read(log))]).findings

    assert [told for told in found if told.verdict == "illegal"] == []
    assert {told.why for told in found if told.verdict == "undecided"} <= {"sealed.still", "not-shown"}
