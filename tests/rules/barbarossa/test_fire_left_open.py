"""Fire, sight and assaults of which the book leaves open what looks certain."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.barbarossa.field import Field


def test_the_model_of_an_ambush_may_stand_on_the_board_before_its_dice_fall():
    """BAR-5.13a, BAR-5.13h, BAR-6.6h"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0502")
    made.order("S1", "ambush", hex="0505", facing="N", number=2).order("G1", "march", route=("0503",))
    shows, fires = do.Show(unit="S1", hex="0505"), do.Fire(unit="S1", target="G1", kind="ambush")
    start = made.play(made.at("S10"), do.Step(unit="G1", hex="0503")).position

    assert made.play(start, shows, fires).legal
    assert breaks(made.play(made.position("S3"), shows).last, "BAR-6.6h")


def test_a_model_that_was_never_taken_off_need_not_come_back():
    """BAR-5.12g, BAR-6.6h"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    made.order("S1", "ambush", hex="0505", facing="N", number=3)
    fires = do.Fire(unit="S1", target="G1", kind="ambush"), do.State(unit="S1", status="ambush", on=False)
    start = made.at("S8")
    assert any(do.Hide(unit="S1") in due.options for due in start.due)
    played = made.play(start, *fires)
    assert not any(due.must and do.Show(unit="S1") in due.options for due in played.due)
    hidden = made.play(start, do.Hide(unit="S1"), *fires)
    assert any(due.must and do.Show(unit="S1") in due.options for due in hidden.due)


@pytest.mark.parametrize("facing", ["", "S"])
def test_who_fires_from_an_ambush_that_stays_covered_is_not_accused_of_its_field_of_fire(facing: str):
    """BAR-5.3c, BAR-5.13e, BAR-6.6e"""
    made = Field().unit("S1", "mg", "0505", hidden=True, off_board=True, facing="S")
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503",))
    made.order("S1", "ambush", hex="0505", facing=facing, number=2 if facing else None)
    start = made.play(made.at("S10"), do.Step(unit="G1", hex="0503")).position
    fires = made.play(start, do.Fire(unit="S1", target="G1", kind="ambush")).last
    assert "BAR-5.3c" in fires.rules
    assert fires.verdict == ("illegal" if facing else "undecided")


def test_a_hill_no_higher_than_the_target_is_open():
    """BAR-12.13b"""
    made = Field().unit("S1", "infantry", "0505", accuracy=[3, 2, 1, 1]).unit("G1", "infantry", "0502")
    made.order("S1", "open_fire", target="G1").ground("0503", level=1).ground("0502", level=2)
    assert doubts(made.play(made.position("S3"), do.Fire(unit="S1", target="G1")).last, "BAR-A10")

    made.ground("0503", level=3)
    assert breaks(made.play(made.position("S3"), do.Fire(unit="S1", target="G1")).last, "BAR-5.2a")


def test_whether_ground_shortens_an_assault_is_open():
    """BAR-6.5d, BAR-6.5f"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503").unit("G2", "infantry", "0502")
    made.ground("0504", "0503", terrain="field")
    assert doubts(made.said("S1", "assault", target="G1", route=("0504", "0503")), "BAR-A84")
    assert doubts(made.said("S1", "assault", target="G2", route=("0504", "0503", "0502")), "BAR-A63")


def test_infantry_bound_by_tanks_in_the_open_may_be_ordered_to_fight_on():
    """BAR-5.6i, BAR-12.1d"""
    made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "light", "0505", bound=("S1",))
    assert not breaks(made.said("S1", "assault", target="G1"), "BAR-12.1d")

    free = Draft().unit("S1", "infantry", "0505").unit("G1", "light", "0504")
    assert breaks(free.said("S1", "assault", target="G1", route=("0504",)), "BAR-12.1d")
