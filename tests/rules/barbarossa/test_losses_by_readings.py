"""Losses of which it is open how many they are: any reading may be marked, and who marks one tests for it."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read

THIN = ("scrub", "light_woods")
TEST = Roll(purpose="TEST", who="S1", dice=(1, 1))


def shot_at(hits: int, terrain: str = "plain", order: str = "", **fields: object) -> tuple[Field, list[Action]]:
    """S1 is hit so often by G1, two hexes away; its defence is 2."""
    made = Field().unit("S1", "infantry", "0505").ground("0505", terrain=terrain)
    made.unit("G1", "infantry", "0503").order("G1", "open_fire", target="S1")
    if order:
        made.order("S1", order, **fields)
    dice = (1,) * hits + (6,) * (10 - hits)
    fire = [do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=dice)]
    return made, [*fire, do.Mark(unit="G1", what="ammo", value=5)]


def lost(steps: int) -> list[Action]:
    return [do.Mark(unit="S1", what="losses", value=steps)] if steps else []


def said(made: Field, *done: Action) -> list[str]:
    return accused(read(made, made.at("S3"), *done, do.Advance(to="S5")))


@pytest.mark.parametrize("terrain", THIN)
@pytest.mark.parametrize(
    ("hits", "steps", "tests", "found"),
    [
        (3, 1, True, []),
        (3, 0, False, ["Undecided BAR-3.3c due.undone"]),
        (3, 1, False, ["Illegal BAR-4.4e due.undone"]),
        (5, 3, True, []),
        (5, 2, True, ["Undecided BAR-3.3c due.undone"]),
        (5, 1, True, ["Illegal BAR-3.3c due.undone"]),
    ],
)
def test_cover_of_scrub_and_light_woods_is_open(terrain: str, hits: int, steps: int, tests: bool, found: list[str]):
    """BAR-3.3c, BAR-3.5e, BAR-4.4e"""
    made, fire = shot_at(hits, terrain)
    test = [TEST] if tests else []
    assert said(made, *fire, *lost(steps), do.Advance(to="S4"), *test) == found


@pytest.mark.parametrize(
    ("steps", "tests", "found"),
    [
        (0, False, []),
        (1, True, ["Undecided BAR-3.3c due.without-cause"]),
        (1, False, ["Undecided BAR-3.3c due.without-cause", "Illegal BAR-4.4e due.undone"]),
    ],
)
def test_the_bonus_of_a_move_that_is_still_to_come_is_open(steps: int, tests: bool, found: list[str]):
    """BAR-3.5e, BAR-4.4e, BAR-8.4c"""
    made, fire = shot_at(3, "plain", "cautious_move", route=("0506",))
    test = [TEST] if tests else []
    assert said(made, *fire, *lost(steps), do.Advance(to="S4"), *test) == found


FAILED = Roll(purpose="TEST", who="S1", dice=(6, 6))
SUPPRESSED = do.State(unit="S1", status="suppressed")


def test_what_comes_of_a_test_that_only_another_reading_asks_for_is_open():
    """BAR-3.5e, BAR-4.4e, BAR-5.11a"""
    made, fire = shot_at(3, "plain", "cautious_move", route=("0506",))
    tests = [*fire, do.Advance(to="S4"), FAILED]
    assert said(made, *tests) == []
    assert said(made, *tests, SUPPRESSED) == ["Undecided BAR-5.11a due.without-cause"]
    assert said(made, *fire, *lost(1), do.Advance(to="S4"), FAILED) == [
        "Undecided BAR-3.3c due.without-cause",
        "Illegal BAR-5.11a due.undone",
    ]
    settled = made.play(made.at("S3"), *tests, SUPPRESSED, rulings=("BAR-A03=reveal",)).last
    assert settled.verdict == "illegal"
    assert made.play(
        made.at("S3"), *fire, *lost(1), do.Advance(to="S4"), FAILED, SUPPRESSED, rulings=("BAR-A03=step",)
    ).legal


@pytest.mark.parametrize(("steps", "found"), [(2, []), (1, ["Undecided BAR-3.3c due.undone"])])
def test_a_bonus_that_goes_takes_its_points_with_it(steps: int, found: list[str]):
    """BAR-3.5e, BAR-5.11c"""
    made, fire = shot_at(2)
    made.units["S1"] = made.position("S3").unit("S1", absorbed=2, shielded=1, suppressed=True, fallen=True).units["S1"]
    assert said(made, *fire, *lost(steps), do.Advance(to="S4")) == found


@pytest.mark.parametrize(
    ("absorbed", "hits", "steps", "found"),
    [
        (0, 4, 1, []),
        (0, 4, 0, ["Illegal BAR-3.3c due.undone"]),
        (0, 4, 2, ["Illegal BAR-3.3c due.otherwise"]),
        (1, 4, 2, []),
        (1, 4, 1, ["Illegal BAR-3.3c due.undone"]),
    ],
)
def test_a_bonus_that_stays_leaves_nothing_open(absorbed: int, hits: int, steps: int, found: list[str]):
    """BAR-3.3c, BAR-3.5e, BAR-6.1c"""
    made, fire = shot_at(hits, "plain", "defend", facing="S", number=1)
    made.units["S1"] = made.position("S3").unit("S1", absorbed=absorbed, shielded=1 if absorbed else 0).units["S1"]
    assert said(made, *fire, *lost(steps), do.Advance(to="S4"), TEST) == found
