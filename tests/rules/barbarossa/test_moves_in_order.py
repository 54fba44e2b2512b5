"""Moves, hiding and orders that are in order although they look otherwise for a moment."""

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.barbarossa.field import Field


def column(goal: str) -> Field:
    """A German behind a Soviet unit, which goes on to a hex."""
    made = Field().unit("G1", "infantry", "0506").unit("S1", "infantry", "0505")
    made.order("G1", "march", route=("0505",))
    return made.order("S1", "march", route=(goal,)) if goal else made.order("S1", "wait")


def test_an_enemy_that_leaves_with_the_same_pulse_may_be_followed():
    """BAR-8.1a, BAR-8.1c, BAR-5.6b"""
    follows = do.Step(unit="G1", hex="0505")
    made = column("0504")

    assert made.play(made.at("S10"), follows, do.Step(unit="S1", hex="0504")).legal
    stays = column("")
    assert breaks(stays.play(stays.at("S10"), follows).last, "BAR-8.1a")


def test_whether_enemies_may_change_places_is_open():
    """BAR-8.1c"""
    made = column("0506")
    assert doubts(made.play(made.at("S10"), do.Step(unit="G1", hex="0505")).last, "BAR-A15")


def test_who_stops_before_ruins_that_may_bar_him_need_not_go_on():
    """BAR-8.0e, BAR-11.2b"""
    made = Field().unit("G1", "infantry", "0506").ground("0505", terrain="river")
    made.built("b", "destroyed-bridge", "0505").order("G1", "cautious_move", route=("0505",))
    assert made.play(made.at("S10"), do.Halt(unit="G1"), do.Advance(to="S11")).legal

    plain = Field().unit("G1", "infantry", "0506").order("G1", "cautious_move", route=("0505",))
    assert breaks(plain.play(plain.at("S10"), do.Halt(unit="G1")).last, "BAR-8.0e")


def test_a_model_that_is_taken_off_early_is_still_a_target():
    """BAR-6.6h, BAR-5.12b"""
    made = Field().unit("G1", "infantry", "0504").unit("S1", "infantry", "0505").ground("0504", terrain="scrub")
    made.order("G1", "ambush", hex="0504", facing="S", number=2).order("S1", "open_fire", target="G1")
    early = made.play(made.at("S1"), do.Hide(unit="G1")).position

    assert not early.units["G1"].hidden
    assert made.play(early.but(stack=("S3",)), do.Fire(unit="S1", target="G1")).legal
    assert made.play(early.but(stack=("S7",)), do.Advance(to="S8")).position.units["G1"].hidden


def test_a_sealed_order_that_nobody_opened_is_not_judged():
    """BAR-5.11g, BAR-6.4h, BAR-4.3a"""
    made = Draft().unit("S1", "infantry", "0505", flagged=True, suppressed=True)
    made.unit("S2", "infantry", "0605", smoked=1)
    assert made.said("S1").verdict == "undecided"
    assert made.said("S2").verdict == "undecided"
    assert breaks(made.said("S1", "wait"), "BAR-5.11g")
    assert breaks(made.said("S2", "wait"), "BAR-6.4h")
