"""Whose duty it is: every due has an owner, and what was left undone is said of the owner, whoever moves the clock."""

from itertools import islice

import pytest

from tests.rules.shared.kit import Kit, kits

ACTIONS = 600
GAMES = [(kit, scenario) for kit in kits() for scenario in kit.scenarios]


@pytest.mark.parametrize(("kit", "scenario"), GAMES, ids=lambda each: each if isinstance(each, str) else each.name)
def test_every_due_has_an_owner(kit: Kit, scenario: str) -> None:
    battle, seen = kit.scenario(scenario), 0
    turns = list(islice(kit.play(scenario, 3, ACTIONS), ACTIONS))
    referee = kit.edition(battle, kit.switches, turns[0].before).referee
    for turn in turns:
        for due in turn.before.due:
            seen += 1
            assert referee.owner(turn.before, due) in battle.sides, due
    outcomes = [each for each in referee.book.entries.values() if each.verdict == "outcome" and each.human is None]
    assert bool(seen) == bool(outcomes)
