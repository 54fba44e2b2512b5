"""No false accusation of people who take back, put right, click twice, mark late and drag as they like.

Some random games of each kind are written down so; `python -m tests.rules.audit.honest GAME` does so with as many
as one likes.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.audit.honest import Manner, cut_short, pages, wrongly
from tests.rules.shared.golden import Golden
from tests.rules.shared.habits import ALL, slips
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.tempers import temper_of
from tests.rules.shared.workshop import workshop_of

GAMES = tuple((kit.name, scenario, 100) for kit in kits() for scenario in kit.scenarios[:3])
LENGTH, OFTEN = 160, 0.3


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_nobody_is_accused_for_his_habits(name: str, scenario: str, seed: int) -> None:
    wrong, counted = wrongly(name, Golden(scenario, seed, LENGTH), Manner(OFTEN))

    assert wrong == []
    assert counted.total() > 20


@pytest.mark.parametrize("name", [kit.name for kit in kits()])
def test_every_habit_is_followed_somewhere(name: str) -> None:
    scenarios, followed = tuple(workshop_of(name).game.scenarios), set[str]()
    for seed, scenario in enumerate(scenarios):
        story = pages(workshop_of(name), Golden(scenario, seed, 260))
        for habit in ALL:
            given = slips(temper_of(name, scenario), story, Random(seed), 1.0, (habit,))
            followed |= {slip.habit for slip in given}

    temper = kit_of(name).temper
    assert set(ALL) - followed == temper.lacks | temper.never


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES[::2])
def test_nobody_is_accused_where_his_log_ends(name: str, scenario: str, seed: int) -> None:
    assert list(cut_short(name, Golden(scenario, seed, LENGTH), Manner(OFTEN, ends=4))) == []
