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


def _two_volleys(steps: int, *, first: str) -> tuple[Field, list[Action]]:
    """G1 is hit three times by S2, and three times by S1, of whom it is open whether it may fire there."""
    made = Field().unit("S1", "mg", "0508", facing="N").unit("S2", "infantry", "0608").unit("G1", "infantry", "0607")
    shots: dict[str, list[Action]] = {}
    for unit, dice in (("S1", 10), ("S2", 10)):
        made.order(unit, "open_fire", target="G1")
        fire = [do.Fire(unit=unit, target="G1"), Roll(purpose="FIRE", who=unit, dice=(1,) * 3 + (6,) * (dice - 3))]
        shots[unit] = [*fire, do.Mark(unit=unit, what="ammo", value=made.units[unit].ammo - 1)]
    marks: list[Action] = [do.Mark(unit="G1", what="losses", value=each) for each in range(1, steps + 1)]
    tests: list[Action] = [do.Advance(to="S4"), Roll(purpose="TEST", who="G1", dice=(1, 1)), do.Advance(to="S5")]
    second = "S1" if first == "S2" else "S2"
    return made, [*shots[first], *shots[second], *marks, *tests]


@pytest.mark.parametrize("first", ["S1", "S2"])
@pytest.mark.parametrize(
    ("steps", "found"),
    [
        (4, []),
        (1, ["Undecided BAR-3.3c due.undone"]),
        (0, ["Illegal BAR-3.3c due.undone"]),
        (2, ["Illegal BAR-3.3c due.undone"]),
    ],
)
def test_hits_of_a_shot_that_may_be_forbidden_are_demanded_of_nobody_for_certain(
    first: str, steps: int, found: list[str]
):
    """BAR-3.3c, BAR-5.3c"""
    made, done = _two_volleys(steps, first=first)
    assert accused(read(made, made.at("S3"), *done)) == ["Undecided BAR-5.3c fire.field", *found]


@pytest.mark.parametrize(("reading", "steps", "found"), [("thirty", 1, False), ("sixty", 4, False), ("sixty", 1, True)])
def test_once_it_is_settled_who_may_fire_there_his_hits_are_due_or_not(reading: str, steps: int, *, found: bool):
    """BAR-3.3c, BAR-5.3c"""
    made, done = _two_volleys(steps, first="S2")
    late = made.play(made.at("S3"), *done, rulings=(f"BAR-A39={reading}",)).rulings[-3]
    assert ("BAR-3.3c" in {each.rule for each in late.findings}) == found
