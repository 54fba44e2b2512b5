"""Chapters 0 and 2: dice, the passive side, once a turn."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field


def field() -> Field:
    made = Field().formation("G", "german", hq="1003").unit("tank", "tank", "G", "1005")
    return made.formation("F", "french", hq="1010").unit("company", "infantry", "F", "1012")


@pytest.mark.parametrize("dice", [(3,), (1, 2, 3), (0, 4), (7, 1)])
def test_two_six_sided_dice_are_rolled(dice):
    """BLZ-0c"""
    made = field()
    position = made.position(acting="G").unit("tank", neutralised=True)
    rally = [do.EndActivation(), do.Draw(chit="F"), do.Activate(chit="F")]
    begun = made.play(position.unit("company", neutralised=True), *rally).position

    assert made.play(begun, Roll(purpose="RALLY", who="company", dice=(1, 1))).legal
    assert made.play(begun, Roll(purpose="RALLY", who="company", dice=dice)).last.rules == ("BLZ-0c",)


def test_the_passive_side_only_reacts():
    """BLZ-2.2.2b"""
    made = field()

    assert made.play(made.position(acting="G"), do.Move(units=("tank",), hex="1006")).legal
    assert "BLZ-2.2.2b" in made.play(made.position(acting="G"), do.Move(units=("company",), hex="1011")).last.rules


def test_a_formation_is_activated_once_by_its_own_marker():
    """BLZ-5.3a"""
    made = field()
    again = made.position("DRAW", "DECIDE", active="german", drawn=("G",)).chit("G", "drawn")

    assert made.play(again, do.Activate(chit="G")).legal
    assert made.play(again.formation("G", activations=1), do.Activate(chit="G")).last.rules == ("BLZ-5.3a",)
    assert made.play(again.formation("G", activations=1, repeated=True), do.Activate(chit="G")).legal
