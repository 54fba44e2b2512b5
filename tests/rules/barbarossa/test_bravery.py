"""Bravery tests, suppression, recovery, the marks on cards, and smoke (3.7, 3.8, 5.10, 5.11, 6.4)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Mark, Smoke, State
from rules.barbarossa.state.harm import destroy, hit, owe, reveal, suppress
from rules.barbarossa.state.model import Position
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import breaks
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.shooting import fire, moving, shoot, throw


def bravery(who: str, *dice: int) -> Roll:
    return Roll(purpose="TEST", who=who, dice=dice)


def shot_at(**more: object) -> tuple[Field, Position]:
    """G1, a half-track, has lost a step in step 3, and step 4 begins."""
    made = Field().unit("G1", "halftrack", "0504", **more).unit("S1", "at-gun", "0505", facing="N")
    made.order("S1", "open_fire", target="G1").order("G1", "march", route=("0503",))
    marks = [Mark(unit="S1", what="ammo", value=7), Mark(unit="G1", what="losses", value=1)]
    fired = shoot(made, fire(), throw("S1", 6, 3), *marks, Mark(unit="G1", what="ammo", value=6))
    assert fired.legal
    ended = made.play(fired.position, do.Advance(to="S4"))
    assert ended.legal
    return made, ended.position


DOWN = State(unit="G1", status="suppressed")


# --------------------------------------------------------------------------------------------------------- tests
def test_a_halftrack_tests_against_seven():
    """BAR-EX-09, BAR-5.10c, BAR-5.10d, BAR-3.4c, BAR-4.4e"""
    made, start = shot_at()
    passed = made.play(start, bravery("G1", 3, 4), do.Advance(to="S5"))
    assert passed.legal
    assert passed.position.units["G1"].order is not None
    failed = made.play(start, bravery("G1", 3, 5), DOWN, do.Advance(to="S5"))
    assert failed.legal
    assert failed.position.units["G1"].order is None


def test_failure_suppresses_at_once():
    """BAR-5.11a, BAR-5.11b, BAR-3.7a"""
    made, start = shot_at()
    failed = made.play(start, bravery("G1", 3, 5))
    assert failed.position.units["G1"].suppressed
    assert made.play(failed.position, do.Advance(to="S5")).rules == ("BAR-5.11a",)
    assert made.play(start, DOWN).rules == ("BAR-5.11a",)


def test_a_test_is_two_dice_and_one_test():
    """BAR-5.10c, BAR-IN-67"""
    made, start = shot_at()
    assert made.play(start, bravery("G1", 3)).rules == ("BAR-5.10c",)
    twice = made.play(start, bravery("G1", 6, 6), bravery("G1", 3, 4))
    assert twice.legal
    assert twice.position.units["G1"].suppressed
    assert made.play(start, do.Advance(to="S5")).rules == ("BAR-4.4e",)


def test_two_losses_are_one_test_against_the_lower_bravery():
    """BAR-IN-67, BAR-5.10b, BAR-3.4c, BAR-4.4e"""
    made = Field().unit("S1", "infantry", "0505", size=3, bravery_loss=2)
    position = hit(made.case(made.at("S3")), made.at("S3"), "S1", 4, "fire")
    later = made.play(position, Mark(unit="S1", what="losses", value=2), do.Advance(to="S4"))
    assert made.play(later.position, bravery("S1", 2, 2), do.Advance(to="S5")).legal
    assert made.play(later.position, bravery("S1", 2, 3)).position.units["S1"].suppressed


def test_the_target_of_suppressive_fire_may_test_again_for_losses():
    """BAR-4.4e, BAR-5.10b"""
    made = (
        Field()
        .unit("S1", "infantry", "0505")
        .unit("G1", "infantry", "0504")
        .order("G1", "suppressive_fire", target="S1")
    )
    shots = (fire("G1", "S1", kind="suppress"), throw("G1", 15, 3), bravery("S1", 1, 1))
    marks = (Mark(unit="G1", what="ammo", value=3), Mark(unit="S1", what="losses", value=1), do.Advance(to="S3"))
    played = shoot(made, *shots, *marks, do.Advance(to="S4"), step="S2")
    assert played.legal
    assert made.play(played.position, do.Advance(to="S5")).legal
    assert made.play(played.position, bravery("S1", 1, 1), do.Advance(to="S5")).legal
    on = (do.Advance(to="S4"), do.Advance(to="S5"))
    assert shoot(made, *shots, *marks, *on, step="S2", rulings=("BAR-A59=excused",)).legal
    assert breaks(shoot(made, *shots, *marks, *on, step="S2", rulings=("BAR-A59=again",)).last, "BAR-4.4e")


def test_a_suppressed_unit_need_not_test_again():
    """BAR-5.10b"""
    made, start = shot_at(suppressed=True)

    assert made.play(start, do.Advance(to="S5")).legal


def test_bombed_units_test_until_step_eleven():
    """BAR-IN-77, BAR-5.10b, BAR-4.4l"""
    made = Field().unit("S1", "infantry", "0505")
    bombed = owe(made.at("S6"), "S1", "bombed", "S11")
    seven = made.play(bombed, do.Advance(to="S7"), bravery("S1", 1, 1))
    assert seven.legal
    eleven = made.play(bombed.but(stack=("S11",)), bravery("S1", 1, 1), do.Advance(to="S12"))
    assert eleven.legal
    assert made.play(bombed.but(stack=("S11",)), do.Advance(to="S12")).rules == ("BAR-5.10b",)


def test_a_bombed_unit_that_tests_for_the_melee_has_tested():
    """BAR-5.10b"""
    made = Field().unit("S1", "infantry", "0505")
    both = owe(owe(made.at("S7"), "S1", "bombed", "S11"), "S1", "melee", "S7", rule="BAR-4.4h")
    tested = made.play(both, bravery("S1", 1, 1))

    assert tested.position.owed == ()
    assert tested.due == ()


def test_a_headquarters_of_doubtful_spirit_leaves_the_result_open():
    """BAR-10.9a, BAR-5.10c"""
    made = Field().unit("S1", "infantry", "0505").unit("S2", "hq", "0504", suppressed=True)
    start = owe(made.at("S4"), "S1", "losses", "S4")
    nine = made.play(start, bravery("S1", 4, 5))
    assert not nine.position.units["S1"].suppressed
    assert made.play(nine.position, do.Advance(to="S5")).legal
    marked = made.play(nine.position, State(unit="S1", status="suppressed"))
    assert marked.last.verdict == "undecided"
    assert marked.last.findings[0].ruling == "BAR-A48"
    assert made.play(
        start, bravery("S1", 4, 5), State(unit="S1", status="suppressed"), rulings=("BAR-A48=steady",)
    ).legal


# ----------------------------------------------------------------------------------------------------- suppression
def test_suppression_wipes_time_boxes():
    """BAR-5.11b"""
    made = Field().unit("S1", "mg", "0505", boxes=1)
    made.units["S1"] = made.order("S1", "set_up").units["S1"]
    down = suppress(made.case(made.at("S4")), made.at("S4"), "S1")

    assert (down.units["S1"].boxes, down.units["S1"].running, down.units["S1"].order) == (0, None, None)
    marks = (State(unit="S1", status="suppressed"), Mark(unit="S1", what="boxes", value=0))
    assert made.play(down, *marks, do.Advance(to="S5")).legal


def test_whether_suppression_wipes_time_boxes_is_open():
    """BAR-5.11b"""
    made = Field().unit("S1", "mg", "0505", boxes=1, running=do.Order(unit="S1", order="set_up"))
    go_on = do.Resume(unit="S1")

    def resumed(*rulings: str) -> str:
        down = suppress(made.case(made.at("S4"), rulings=rulings), made.at("S4"), "S1")
        later = down.unit("S1", suppressed=False).but(stack=("REVEAL",), due=())
        return made.play(later, go_on, rulings=rulings).last.verdict

    assert resumed() == "undecided"
    assert resumed("BAR-A72=kept") == "legal"
    assert resumed("BAR-A72=wiped") == "illegal"


def test_aircraft_go_home_instead():
    """BAR-5.11a"""
    made = Field().unit("G1", "stuka", "0505").order("G1", "air_strike", hex="0505")
    home = suppress(made.case(made.at("S5")), made.at("S5"), "G1")

    assert not home.units["G1"].suppressed
    assert [type(due.options[0]) for due in home.due if due.rule == "BAR-9.6i"] == [do.Return]


def weak(**more: object) -> Field:
    return Field(round=4).unit("G1", "infantry", "0505", suppressed=True, **more)


WELL = (State(unit="G1", status="suppressed", on=False), State(unit="G1", status="flag", on=False))


def test_recovery_in_step_twelve():
    """BAR-5.11h, BAR-5.11i, BAR-4.4m"""
    made = weak(flagged=True)
    start = made.at("S12")
    passed = made.play(start, bravery("G1", 2, 2), *WELL, do.Advance(to="PLANNING"))
    assert passed.legal
    assert not passed.position.units["G1"].suppressed
    failed = made.play(start, bravery("G1", 6, 6), do.Advance(to="PLANNING"))
    assert failed.legal
    assert failed.position.units["G1"].flagged
    assert made.play(start, do.Advance(to="PLANNING")).rules == ("BAR-5.11h",)
    unmarked = made.play(start, bravery("G1", 2, 2), do.Advance(to="PLANNING"))
    assert set(unmarked.rules) == {"BAR-5.11h"}
    assert made.play(start, bravery("G1", 6, 6), WELL[0], do.StepDone(by="german")).rules == ("BAR-5.11h",)


def test_recovery_of_a_unit_that_failed_again_is_open():
    """BAR-5.11h"""
    made = weak(flagged=True, fallen=True)
    start = made.at("S12")

    assert made.play(start, do.Advance(to="PLANNING")).legal
    assert made.play(start, bravery("G1", 6, 6), do.Advance(to="PLANNING")).legal
    settled = made.play(
        made.position("S11"), do.Advance(to="S12"), do.Advance(to="PLANNING"), rulings=("BAR-A74=flag",)
    )
    assert settled.rules == ("BAR-5.11h",)
    anew = made.play(made.position("S11"), do.Advance(to="S12"), bravery("G1", 2, 2), rulings=("BAR-A74=anew",))
    assert anew.legal
    assert not anew.position.due


def test_no_recovery_in_the_same_round():
    """BAR-IN-09, BAR-5.11j, BAR-5.11f, BAR-5.11h"""
    made = weak(fallen=True)

    assert made.play(made.at("S12"), bravery("G1", 2, 2)).legal
    recovered = State(unit="G1", status="suppressed", on=False)
    assert made.play(made.at("S12"), bravery("G1", 2, 2), recovered).rules == ("BAR-5.11j",)
    later = made.play(made.at("S12"), do.Advance(to="PLANNING"), State(unit="G1", status="flag"))
    assert later.legal
    assert later.position.units["G1"].flagged


def test_a_flag_is_for_the_suppressed():
    """BAR-5.11f, BAR-3.7b"""
    made = Field().unit("G1", "infantry", "0505")

    assert made.play(made.at("S1"), State(unit="G1", status="flag")).rules == ("BAR-5.11f",)


# -------------------------------------------------------------------------------------------------------- marks
def test_what_stands_on_a_card_already_may_be_marked():
    """BAR-3.7b"""
    made = Field().unit("G1", "infantry", "0505", losses=1, bound=("S1",), suppressed=True)
    marks = (Mark(unit="G1", what="losses", value=1), Mark(unit="G1", what="ammo", value=6))
    states = (
        State(unit="G1", status="suppressed"),
        State(unit="G1", status="bound"),
        State(unit="G1", status="ambush", on=False),
    )

    assert made.play(made.at("S4"), *marks, *states).legal


@pytest.mark.parametrize(
    ("mark", "rule"),
    [
        (Mark(unit="G1", what="losses", value=2), "BAR-3.3c"),
        (Mark(unit="G1", what="ammo", value=4), "BAR-3.8b"),
        (Mark(unit="G1", what="smoke", value=1), "BAR-3.8e"),
        (Mark(unit="G1", what="boxes", value=1), "BAR-5.14b"),
        (Mark(unit="G1", what="defence", value=5), "BAR-3.5c"),
        (Mark(unit="G1", what="bravery", value=7), "BAR-3.4c"),
        (State(unit="G1", status="ambush"), "BAR-5.12a"),
        (State(unit="G1", status="dug-in"), "BAR-11.5e"),
        (State(unit="G1", status="air-combat"), "BAR-9.9e"),
        (Mark(unit="G9", what="losses", value=1), "BAR-3.7b"),
    ],
)
def test_nothing_is_marked_without_cause(mark: do.Mark | do.State, rule: str):
    """BAR-3.7a, BAR-3.7b, BAR-3.3c, BAR-3.8b, BAR-3.8e, BAR-3.5c, BAR-3.4c"""
    made = Field().unit("G1", "mortar", "0505", losses=1, stores={"smoke": 2}, size=4)

    assert rule in made.play(made.at("S4"), mark).rules


def test_cards_have_no_more_room_than_is_printed():
    """BAR-3.3a, BAR-3.8a"""
    made = Field().unit("G1", "infantry", "0505")

    assert "BAR-3.3a" in made.play(made.at("S4"), Mark(unit="G1", what="losses", value=6)).rules
    assert "BAR-3.8a" in made.play(made.at("S4"), Mark(unit="G1", what="ammo", value=7)).rules


@pytest.mark.parametrize("value", [7, 8, 9])
def test_bravery_may_be_marked_with_and_without_the_headquarters(value: int):
    """BAR-3.4c, BAR-3.4d, BAR-10.9a"""
    made = Field().unit("S1", "infantry", "0505", losses=1).unit("S2", "hq", "0505")

    assert made.play(made.at("S4"), Mark(unit="S1", what="bravery", value=value)).legal
    risen = [Mark(unit="S1", what="bravery", value=each, was=value) for each in (9, 10)]
    assert [made.judged(made.at("S4"), each).legal for each in risen] == [True, False]


def test_after_a_wrong_mark_the_card_is_as_the_players_left_it():
    """BAR-3.8b"""
    made = Field().unit("G1", "infantry", "0505")
    wrong = made.play(made.at("S4"), Mark(unit="G1", what="ammo", value=2))

    assert wrong.position.units["G1"].ammo == 2
    assert made.play(wrong.position, Mark(unit="G1", what="ammo", value=2)).legal


def test_a_revealed_unit_stands_on_the_board_again():
    """BAR-5.12g"""
    made = Field().unit("G1", "infantry", "0505", hidden=True, off_board=True)
    seen = reveal(made.case(made.at("S4")), made.at("S4"), "G1")
    marks = (do.Show(unit="G1"), State(unit="G1", status="ambush", on=False))

    assert made.play(seen, *marks, do.Advance(to="S5")).legal
    assert set(made.play(seen, do.Advance(to="S5")).rules) == {"BAR-5.12g"}


def test_a_destroyed_unit_owes_nothing_more():
    """BAR-3.3d"""
    made = Field().unit("G1", "infantry", "0505")
    owing = owe(made.at("S4"), "G1", "losses", "S4")
    gone = destroy(made.case(owing), owing, "G1")

    assert made.play(gone, do.Out(piece="G1"), do.Advance(to="S5")).legal
    assert destroy(made.case(gone), gone, "G1") == gone


def test_losses_by_a_disputed_bonus_may_be_fewer():
    """BAR-3.5e"""
    made = Field().unit("S1", "infantry", "0505", absorbed=1, shielded=1)
    struck = hit(made.case(made.at("S6")), made.at("S6"), "S1", 2, "melee")

    assert struck.units["S1"].losses == 1
    fewer = made.play(struck, Mark(unit="S1", what="losses", value=0), do.Advance(to="S7"))
    assert fewer.last.verdict == "undecided"
    assert made.play(struck, Mark(unit="S1", what="losses", value=1), do.Advance(to="S7")).legal


def test_losses_that_a_disputed_bonus_spares_need_not_be_marked():
    """BAR-3.5e"""
    made = Field().unit("S1", "infantry", "0505", absorbed=1, shielded=1)
    struck = hit(made.case(made.at("S6")), made.at("S6"), "S1", 2, "melee")

    unmarked = made.play(struck, do.Advance(to="S7"), do.Advance(to="S8"))
    assert [each.verdict for each in unmarked.rulings] == ["undecided", "legal"]
    settled = hit(made.case(made.at("S6"), rulings=("BAR-A36=sum",)), made.at("S6"), "S1", 2, "melee")
    assert made.play(settled, do.Advance(to="S7")).rules == ("BAR-3.3c",)


def test_the_defence_of_a_unit_whose_order_nobody_opened_is_not_known():
    """BAR-3.5e, BAR-4.3a"""
    made = Field().unit("S1", "infantry", "0505").order("S1")
    struck = hit(made.case(made.at("S3")), made.at("S3"), "S1", 3, "fire")

    assert struck.units["S1"].losses == 1
    unmarked = made.play(struck, do.Advance(to="S4"))
    assert unmarked.last.verdict == "undecided"
    assert made.play(unmarked.position, do.Advance(to="S5")).legal
    assert made.play(struck, Mark(unit="S1", what="losses", value=1), do.Advance(to="S4")).legal
    digging = made.play(struck, Mark(unit="S1", what="losses", value=3))
    assert digging.last.verdict == "undecided"


# --------------------------------------------------------------------------------------------------------- smoke
def mortar(**more: object) -> Field:
    made = (
        Field()
        .unit("S1", "mortar", "0508", facing="N", **more)
        .unit("G1", "infantry", "0505")
        .unit("G2", "infantry", "0504")
    )
    return made.order("S1", "smoke", hex="0505")


LAY = Smoke(unit="S1", hex="0505", also="0504")


def test_smoke_lies_in_two_hexes():
    """BAR-IN-34, BAR-6.4a, BAR-6.4b, BAR-6.4e, BAR-6.4f, BAR-6.4g, BAR-3.8e"""
    made = mortar()
    laid = shoot(made, LAY, Mark(unit="S1", what="smoke", value=1), do.Advance(to="S4"))
    assert laid.legal
    assert {each.hex for each in laid.position.structures.values()} == {"0505", "0504"}
    assert [laid.position.units[name].smoked for name in ("G1", "G2", "S1")] == [2, 2, 0]
    assert shoot(made, LAY, do.Advance(to="S4")).rules == ("BAR-6.4b",)
    assert shoot(made, do.Advance(to="S4")).rules == ("BAR-6.4a",)


@pytest.mark.parametrize("also", ["", "0502", "0505"])
def test_the_second_smoke_lies_beside_the_first(also: str):
    """BAR-6.4f"""
    laid = Smoke(unit="S1", hex="0505", also=also)
    assert shoot(mortar(), laid, do.StepDone(by="soviet")).rules == ("BAR-6.4f",)


def test_smoke_is_laid_by_order_from_the_stock_in_step_three():
    """BAR-6.4a, BAR-6.4b, BAR-4.3c, BAR-4.3b, BAR-5.11d"""
    assert shoot(mortar(stores={"smoke": 0}), LAY).rules == ("BAR-6.4b",)
    assert shoot(mortar(), LAY, step="S1").rules == ("BAR-6.4a",)
    assert "BAR-4.3c" in shoot(mortar().order("S1", "wait"), LAY).rules
    assert shoot(mortar().order("S1", "smoke", hex="0405"), LAY).rules == ("BAR-4.3b",)
    assert "BAR-5.11d" in shoot(mortar(suppressed=True), LAY).rules
    assert shoot(mortar().order("S1"), LAY).last.verdict == "undecided"
    assert shoot(mortar(ammo=0), LAY).legal
    assert shoot(mortar(ammo=0), LAY, rulings=("BAR-A80=no",)).rules == ("BAR-3.8c",)


def test_smoke_is_observed():
    """BAR-IN-35, BAR-6.4d"""
    made = (
        Field()
        .unit("S1", "mortar", "0509", facing="N")
        .ground("0507", terrain="village")
        .order("S1", "smoke", hex="0505")
    )
    assert shoot(made, LAY).rules == ("BAR-6.4d",)
    assert shoot(made.unit("S2", "infantry", "0604"), LAY).legal


def test_smoke_that_nobody_sees_is_not_due():
    """BAR-6.4a, BAR-6.4d"""
    made = (
        Field()
        .unit("S1", "mortar", "0509", facing="N")
        .ground("0507", terrain="village")
        .order("S1", "smoke", hex="0505")
    )

    assert made.play(made.at("S3"), do.Advance(to="S4")).legal


def test_smoke_falls_into_the_field_of_fire():
    """BAR-5.3c, BAR-6.4c"""
    behind = Smoke(unit="S1", hex="0509", also="0609")

    assert shoot(mortar().order("S1", "smoke", hex="0509"), behind).rules == ("BAR-5.3c",)
    edge = Smoke(unit="S1", hex="0607", also="0606")
    assert shoot(mortar().order("S1", "smoke", hex="0607"), edge).last.verdict == "undecided"


def test_units_in_smoke_do_not_act():
    """BAR-IN-34, BAR-6.4g"""
    made = (
        Field()
        .unit("G2", "infantry", "0504", smoked=2)
        .unit("S1", "truck", "0602")
        .order("G2", "defend", facing="N", number=2)
    )
    position = moving(made, S1=("0602", "0603"))

    assert "BAR-6.4g" in made.play(position, fire("G2", "S1", kind="defend")).rules
    fresh = (
        Field()
        .unit("G2", "infantry", "0504", smoked=2)
        .unit("S1", "truck", "0503")
        .order("G2", "open_fire", target="S1")
    )
    assert shoot(fresh, fire("G2", "S1")).legal


def test_smoke_is_gone_in_step_twelve_of_the_next_round():
    """BAR-IN-34, BAR-6.4k"""
    old = Field().built("smoke.0505", "smoke", "0505", laid=1)
    new = Field().built("smoke.0505", "smoke", "0505", laid=2)
    out = do.Out(piece="smoke.0505")

    assert old.play(old.at("S12"), out, do.Advance(to="PLANNING")).legal
    assert old.play(old.at("S12"), do.Advance(to="PLANNING")).rules == ("BAR-6.4k",)
    assert new.play(new.at("S12"), out).rules == ("BAR-6.4k",)
