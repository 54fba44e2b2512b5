"""Dice that nobody asked for: a remark while nobody acts upon them, and what is done upon them is told."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Notice
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read

ENDS, OVER = do.Advance(to="S4"), do.Advance(to="S5")
HIT = (
    do.Fire(unit="S1", target="G2"),
    Roll(purpose="FIRE", who="S1", dice=(1,) + (6,) * 9),
    do.Mark(unit="S1", what="ammo", value=5),
    *(do.Mark(unit=unit, what="losses", value=1) for unit in ("G2", "G1")),
    ENDS,
    Roll(purpose="TEST", who="G2", dice=(1, 1)),
)


def rolls(unit: str, *dice: int) -> Roll:
    return Roll(purpose="TEST", who=unit, dice=dice)


def down(unit: str, *, on: bool = True) -> do.State:
    return do.State(unit=unit, status="suppressed", on=on)


def column(*done: Action) -> list[str]:
    """What is said when S1 has hit the trucks G2, with the howitzers G1 in tow."""
    made = Field().unit("S1", "infantry", "0505", targets={"vehicle": [10]}).order("S1", "open_fire", target="G2")
    made.unit("G2", "truck", "0504", defence=0, ammo=0)
    made.unit("G1", "howitzer", "", carrier="G2", towed=True, off_board=True, set_up=False, packed=True)
    return accused(read(made, made.at("S3"), *HIT, *done, OVER))


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_guns_in_tow_may_roll_as_long_as_it_changes_nothing(dice: tuple[int, int]):
    """BAR-7.10k"""
    assert column(rolls("G1", *dice)) == []


def test_guns_in_tow_are_not_suppressed_by_dice_of_their_own():
    """BAR-7.10k"""
    assert column(rolls("G1", 6, 6), down("G1")) == ["Illegal BAR-7.10k marks.state"]


def once(state: str, *done: Action, **weak: bool) -> list[str]:
    made = Field().unit("S1", "infantry", "0505", **weak).order("S1", "wait").unit("G1", "infantry", "0101")
    return accused(read(made, made.at(state), *done))


@pytest.mark.parametrize("state", ["S2", "S4", "S9"])
def test_a_test_that_nothing_asked_for_is_no_offence_and_has_no_result(state: str):
    """BAR-5.10b, BAR-5.11a"""
    assert once(state, rolls("S1", 6, 6), rolls("S1", 1, 1)) == []
    assert once(state, rolls("S1", 6, 6), down("S1")) == ["Illegal BAR-5.11a marks.state"]


def test_a_failed_test_is_not_undone_by_another_one():
    """BAR-5.11a"""
    made = Field().unit("G2", "infantry", "0505").order("G2", "wait")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G2")
    shot = HIT[0], Roll(purpose="FIRE", who="S1", dice=(1,) * 3 + (6,) * 7)
    lost = do.Mark(unit="S1", what="ammo", value=5), do.Mark(unit="G2", what="losses", value=1)
    again = *shot, *lost, ENDS, rolls("G2", 6, 6), rolls("G2", 1, 1)
    assert accused(read(made, made.at("S3"), *again, down("G2"), OVER)) == []
    assert accused(read(made, made.at("S3"), *again, OVER)) == ["Illegal BAR-5.11a due.undone"]


def test_who_has_no_flag_may_roll_and_does_not_recover():
    """BAR-5.11j"""
    weak = {"suppressed": True, "fallen": True}
    assert once("S12", rolls("S1", 1, 1), **weak) == []
    recovered = down("S1", on=False), do.Advance(to="PLANNING")
    assert once("S12", rolls("S1", 1, 1), *recovered, **weak) == ["Illegal BAR-5.11j marks.stays"]


def over_the_board() -> Field:
    made = Field().unit("G1", "fighter", "0604", air=0).order("G1", "intercept", target="S1")
    return made.unit("S1", "fighter", "0604", air=0).order("S1", "air_patrol", hex="0604", number=1)


@pytest.mark.parametrize("dice", [((4,), (2,)), ((3,), (3,), (5,), (1,))])
def test_aircraft_of_equal_bravery_roll_who_chooses_first(dice: tuple[tuple[int, ...], ...]):
    """BAR-9.9i"""
    made = over_the_board()
    assert len({made.counters[name].value("bravery") for name in ("G1", "S1")}) == 1
    rolled = [Roll(purpose="PICK", who="GS"[at % 2] + "1", dice=each) for at, each in enumerate(dice)]
    judged = read(made, made.at("S5"), *rolled)
    assert [each.action for each in judged if isinstance(each.action, Roll)]
    assert [finding for each in judged for finding in each.findings] == []


def test_whoever_else_rolls_for_the_choice_is_told_that_it_changes_nothing():
    """BAR-9.9i, BAR-5.9b"""
    for purpose in ("PICK", "ROLLOFF"):
        made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
        judged = read(made, made.at("S6"), Roll(purpose=purpose, who="S1", dice=(3,)))
        assert [type(finding) for each in judged for finding in each.findings] == [Notice]
