"""No false accusation of people who take back, put right, click twice, mark late and drag as they like.

Some random games of each kind are written down so; `python -m tests.rules.audit.honest barbarossa` does so with as many
as one likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from rules.engine.writing import Entry, Go, Ref, Say
from tests.rules.audit.honest import Manner, accused, cut_short, pages, traced, wrongly
from tests.rules.blitzkrieg.golden import Golden
from tests.rules.shared.habits import ALL, Slip, slips
from tests.rules.shared.tempers import temper_of
from tests.rules.shared.workshop import workshop_of

GAMES = (
    ("barbarossa", "crossroads", 100), ("barbarossa", "bridge", 100), ("barbarossa", "snow", 101),
    ("barbarossa", "pocket", 101), ("blitzkrieg", "hannut", 1), ("blitzkrieg", "stonne", 0),
)  # fmt: skip
LENGTH, OFTEN = 160, 0.3
NEVER: Mapping[str, set[str]] = {
    "barbarossa": set(),
    "blitzkrieg": {"miscounted", "other_first", "lagging", "sliding", "belated", "astray", "back_again", "skipping"},
}
"""By game: what its players cannot do otherwise, for it has no such numbers, steps or shots."""


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_nobody_is_accused_for_his_habits(name: str, scenario: str, seed: int) -> None:
    wrong, counted = wrongly(name, Golden(scenario, seed, LENGTH), Manner(OFTEN))

    assert wrong == []
    assert counted.total() > 20


@pytest.mark.parametrize("name", ["barbarossa", "blitzkrieg"])
def test_every_habit_is_followed_somewhere(name: str) -> None:
    scenarios, followed = tuple(workshop_of(name).game.scenarios), set[str]()
    for seed, scenario in enumerate(scenarios):
        story = pages(workshop_of(name), Golden(scenario, seed, 260))
        for habit in ALL:
            given = slips(temper_of(name, scenario), story, Random(seed), 1.0, (habit,))
            followed |= {slip.habit for slip in given}

    assert set(ALL) - followed == NEVER[name]


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES[::2])
def test_nobody_is_accused_where_his_log_ends(name: str, scenario: str, seed: int) -> None:
    assert list(cut_short(name, Golden(scenario, seed, LENGTH), Manner(OFTEN, ends=4))) == []


def test_a_breach_among_habits_is_found_and_traced_to_its_place() -> None:
    workshop, scenario = workshop_of("barbarossa"), "crossroads"
    story = pages(workshop, Golden(scenario, 100, LENGTH))
    given = slips(temper_of("barbarossa", scenario), story, Random(1), 0.1, ("undone", "talking"))
    free = {place for slip in given for place in range(slip.place, slip.place + slip.length)}
    place = next(at for at, page in enumerate(story) if page.before.state == "S4" and at not in free)
    unit = next(name for name, each in story[place].before.units.items() if each.hex and not each.off_board)
    goes = Entry("german", (Go(Ref(unit), "0101"), Say("step", Ref(unit), {"a": "Assault", "face": "N"})))
    breach = Slip("breach", place, 1, (goes, story[place].entry))
    mixed = [*given, breach]

    assert accused(workshop, scenario, story, given) == []
    assert accused(workshop, scenario, story, mixed) != []
    assert traced(workshop, scenario, story, mixed) == [breach]
