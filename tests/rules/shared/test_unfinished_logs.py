"""A log that ends in the middle of a game accuses nobody: players check each log before they send it."""

from itertools import pairwise
from random import Random

import pytest

from rules.audit.games import games
from rules.audit.report import Audit
from rules.engine.ruling import Illegal, Undecided
from tests.rules.audit.many import written
from tests.rules.audit.torn import ended, story_of
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

PARTS = (60, 140, 220, 300)
"""Between any two of these numbers of steps a log ends."""
UNFINISHED = tuple((kit.name, scenario) for kit in kits() for scenario in kit.scenarios if scenario not in kit.in_part)
SEED, LENGTH = 70_000, 400
OPEN = {"sealed.still", "not-shown"}


@pytest.mark.parametrize(("name", "scenario"), UNFINISHED)
def test_a_log_that_ends_in_the_middle_accuses_nobody(name: str, scenario: str) -> None:
    story, chance = story_of(name, scenario, SEED, LENGTH), Random(scenario)
    for first, last in pairwise(PARTS):
        end = min(chance.randrange(first, last), len(story.steps))
        found = [finding for each in ended(games()[name], story, end) for finding in each.findings]

        assert [(end, each.rule, each.why) for each in found if isinstance(each, Illegal)] == []
        assert {each.why for each in found if isinstance(each, Undecided)} <= OPEN


@pytest.mark.parametrize("name", [kit.name for kit in kits()])
def test_a_file_that_ends_in_the_middle_is_read_like_the_whole_one_up_to_there(name: str) -> None:
    scenario = kit_of(name).scenarios[0]
    workshop, turns = workshop_of(name), list(kit_of(name).play(scenario, SEED, LENGTH))
    log, steps = written(workshop, scenario, turns, 111)
    found = Audit(games()[name], workshop.door).run([("log", savefile.read(log))])
    torn = list(ended(games()[name], story_of(name, scenario, SEED, LENGTH), steps))

    assert found.summary["actions"] == len(torn)
    assert found.summary["illegal"] == 0
