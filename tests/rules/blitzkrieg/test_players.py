"""Chapter 0: everybody acts with his own pieces and markers."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field


def field() -> Field:
    made = Field().formation("F", "german", hq="1003").formation("G", "french", hq="1009")
    made.unit("tank", "tank", "F", "1005").unit("foe", "infantry", "G", "1008").unit("near", "infantry", "G", "1004")
    return made.chit("fr.general", "french", "general", "held")


@pytest.mark.parametrize(
    "action",
    [
        do.Move(units=("tank",), hex="1006", by="french"),
        do.Fire(unit="tank", target="foe", by="french"),
        do.Assault(units=("tank",), hex="1004", by="french"),
    ],
)
def test_what_is_done_with_a_piece_from_the_other_seat_is_its_sides_act(action):
    """BLZ-0a"""
    made = field()
    position = made.position(acting="F")
    own = {name: getattr(action, name) for name in action.__struct_fields__ if name != "by"}

    def said(by: str) -> list[tuple[str, str]]:
        played = made.play(position, type(action)(**own, by=by)).last
        return [(each.why, each.owner) for each in played.findings if each.why == "seat.other"]

    assert said("french") == [("seat.other", "german")]
    assert said("german") == said("") == []


def test_who_decides_about_a_marker_from_the_other_seat_is_accused_of_nothing():
    """BLZ-0a, BLZ-2.2.1c"""
    made = field()
    drawn = made.play(made.position(), do.Draw(chit="F", by="french")).position

    assert made.play(drawn, do.Skip(chit="F", by="french")).legal
    assert made.play(drawn, do.Skip(chit="F", by="german")).legal


def test_that_the_active_side_declines_for_the_other_is_worth_a_remark():
    """BLZ-0a"""
    made = field()
    moved = made.play(made.position(acting="F"), do.Move(units=("tank",), hex="1006")).position

    assert [each.rule for each in made.play(moved, do.Decline(by="german")).last.findings] == ["BLZ-0a"]
    assert not made.play(moved, do.Decline(by="french")).last.findings


def test_that_the_other_side_declares_an_activation_over_is_worth_a_remark():
    """BLZ-0a"""
    made = field()

    assert made.play(made.position(acting="F"), do.EndActivation(by="french")).legal
    assert made.play(made.position(acting="F"), do.EndActivation(by="french")).last.findings
    assert not made.play(made.position(acting="F"), do.EndActivation(by="german")).last.findings


@pytest.mark.parametrize(("purpose", "who", "owner"), [
    ("RALLY", "tank", "german"), ("DEMORAL", "F", "german"), ("CANCEL", "F", "french"),
    ("STUKA", "F", "german"), ("MINE", "tank", ""),
])  # fmt: skip
def test_dice_rolled_for_the_other_side_are_worth_a_remark(purpose, who, owner):
    """BLZ-0a"""
    made = field()

    def remarks(by: str) -> bool:
        rolled = made.play(made.position(acting="F"), Roll(purpose=purpose, who=who, dice=(1, 1), by=by))
        return "players.rolled-for" in {finding.why for finding in rolled.last.findings}

    assert [side for side in ("french", "german") if not remarks(side)] == ([owner] if owner else ["french", "german"])


def test_results_may_be_carried_out_by_either_player():
    """BLZ-0a"""
    made = field()
    made.unit("target", "infantry", "G", "1006")
    hit = made.play(
        made.position(acting="F"), do.Fire(unit="tank", target="target"), Roll(purpose="FIRE", who="tank", dice=(6, 6))
    )

    assert made.play(hit.position, do.StepLoss(unit="target", by="german")).legal
