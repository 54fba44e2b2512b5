"""Silence is said: what passes as we read a rule, and by another reading would not, is remarked once a question."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.audit.games import games
from rules.audit.report import Audit, Report
from tests.rules.audit.torn import logs_of
from tests.rules.shared.kit import Kit, kit_of, kits
from tests.rules.shared.workshop import workshop_of

LENGTH, SEEDS = 400, range(3, 9)
of_each_game = pytest.mark.parametrize("name", [kit.name for kit in kits()])


def judged(name: str, scenario: str, seed: int, settled: tuple[str, ...] = ()) -> Report:
    """A random game that was played by our readings."""
    return Audit(games()[name], workshop_of(name).module, settled=settled).run(logs_of(name, scenario, seed, LENGTH))


@cache
def found(name: str) -> tuple[tuple[str, int], Report]:
    """Such a game in which a question came up, of the last or the first scenario."""
    kit: Kit = kit_of(name)
    tried = [(each, seed) for seed in SEEDS for each in (kit.scenarios[-1], kit.scenarios[0])]
    reports = ((each, judged(name, *each)) for each in tried)
    game, report = next(each for each in reports if open_ones(each[1]) or not kit.accuses)
    return game, report


def open_ones(report: Report) -> Counter[str]:
    return Counter(str(each.facts["ruling"]) for each in report.findings if each.why == "reading.open")


@of_each_game
def test_what_only_some_readings_permit_is_remarked_once_of_each_and_accuses_nobody(name: str) -> None:
    _, report = found(name)

    assert set(open_ones(report).values()) <= {1}
    remarks = [each for each in report.findings if each.why == "reading.open"]
    assert all(each.note for each in remarks)
    assert not [each.text for each in remarks if "=" in each.text or ".hq" in each.text]
    assert report.illegal == 0


@of_each_game
def test_of_a_question_that_the_players_settled_nothing_is_remarked(name: str) -> None:
    game, report = found(name)
    disputes = games()[name].switches().disputes
    settled = tuple(f"{ruling}={disputes[ruling].default}" for ruling in open_ones(report))

    assert not open_ones(judged(name, *game, settled))
