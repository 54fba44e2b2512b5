"""Air strikes, what shoots back, flak (9.6, 9.10, 9.11); guns that turn (5.3), a headquarters that hides again."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Mark
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.shooting import fire, throw
from tests.rules.shared.played import Played


def stuka(**more: object) -> Field:
    made = (
        Field().unit("G1", "stuka", "0505", **more).unit("S1", "infantry", "0505").order("G1", "air_strike", hex="0505")
    )
    return made.order("S1", "defend", facing="N", number=1)


STRIKE = fire("G1", "S1", kind="strike", dice=8, accuracy=2)
BACK = fire("S1", "G1", kind="react", dice=5, accuracy=3)
PAID = Mark(unit="G1", what="ammo", value=3)


def play(made: Field, *actions: object, step: str = "S6") -> Played:
    return made.play(made.at(step), *actions)


def bravery(who: str, *dice: int) -> Roll:
    return Roll(purpose="TEST", who=who, dice=dice)


# ------------------------------------------------------------------------------------------------------- strikes
def test_an_aircraft_strikes_all_units_of_its_hex():
    """BAR-9.10d, BAR-9.10b, BAR-4.4g"""
    made = stuka().unit("S2", "mortar", "0505", hidden=True)
    second = fire("G1", "S2", kind="strike")
    done = (STRIKE, throw("G1", 8, 0), second, throw("G1", 8, 0), PAID, do.Advance(to="S7"))

    assert play(made, *done).legal
    assert play(made, *done[:2], PAID, do.Advance(to="S7")).rules == ("BAR-9.10d",)
    unpaid = made.play(made.at("S6"), *done[:4], do.Advance(to="S7"), rulings=["BAR-A131=point"])
    assert "BAR-9.10d" in unpaid.rules
    assert play(made, *done[:2], STRIKE).rules == ("BAR-9.10d",)
    far = made.unit("S3", "infantry", "0504")
    assert play(far, fire("G1", "S3", kind="strike")).rules == ("BAR-9.10d",)


def test_own_units_in_the_hex_are_open():
    """BAR-9.10d, BAR-A83"""
    made = stuka().unit("G2", "infantry", "0505", targets={"aircraft": []})

    assert play(made, fire("G1", "G2", kind="strike")).last.verdict == "undecided"


def test_bombed_units_test_until_step_eleven():
    """BAR-IN-77, BAR-5.10b, BAR-9.10d, BAR-4.4l"""
    made = stuka()
    bombed = play(made, STRIKE, throw("G1", 8, 0), PAID, do.Advance(to="S7"))
    assert bombed.legal
    assert made.play(bombed.position, bravery("S1", 1, 1), do.Advance(to="S8")).legal
    on = [do.Advance(to=f"S{number}") for number in range(8, 12)]
    assert made.play(bombed.position, *on, bravery("S1", 1, 1), do.Advance(to="S12")).legal
    assert "BAR-5.10b" in made.play(bombed.position, *on, do.Advance(to="S12")).rules


def test_a_suppressed_unit_has_lost_its_bonuses_to_a_strike():
    """BAR-IN-10, BAR-5.11c"""
    made = Field().unit("G2", "stuka", "0705").order("G2", "air_strike", hex="0705").ground("0705", terrain="village")
    made.unit("S1", "infantry", "0705", defence=1, size=4, suppressed=True, fallen=True, shelter="t")
    made.built("t", "trench", "0705", side="0704")
    struck = play(made, fire("G2", "S1", kind="strike"), throw("G2", 8, 2)).position

    assert (struck.units["S1"].absorbed, struck.units["S1"].losses) == (1, 1)


def test_units_with_defend_shoot_back():
    """BAR-IN-56, BAR-9.11a, BAR-9.11b, BAR-9.11c, BAR-9.11d, BAR-12.4h"""
    made = stuka().ground("0505", terrain="forest")
    assert play(made, STRIKE, throw("G1", 8, 0), BACK, throw("S1", 5, 1)).legal
    assert play(made, BACK, throw("S1", 5, 1), BACK).rules == ("BAR-9.11a",)
    assert play(stuka().order("S1", "wait"), BACK).rules == ("BAR-9.11b",)
    patrol = stuka().order("G1", "air_patrol", hex="0505", number=1)
    assert play(patrol, BACK).rules == ("BAR-9.11a",)
    assert play(made, fire("S1", "G1", kind="react", dice=4)).rules == ("BAR-3.11a",)


def test_an_aircraft_that_has_broken_off_strikes_no_more():
    """BAR-9.6i"""
    assert play(stuka(), STRIKE).legal
    off = play(stuka(suppressed=True, fallen=True), STRIKE)
    assert off.rules == ("BAR-9.6i",)


def test_an_aircraft_that_is_shot_down_has_still_struck():
    """BAR-9.11c"""
    made = stuka(size=1)

    assert play(made, BACK, throw("S1", 5, 3), STRIKE, throw("G1", 8, 0)).legal


def test_aircraft_that_lose_steps_as_they_strike_test_in_step_seven_at_the_latest():
    """BAR-9.6h, BAR-9.11c, BAR-4.4h"""
    made = stuka()
    hit = play(made, STRIKE, throw("G1", 8, 0), PAID, BACK, throw("S1", 5, 2), Mark(unit="S1", what="ammo", value=5))
    lost = made.play(hit.position, Mark(unit="G1", what="losses", value=1))
    test, seven, eight = bravery("G1", 1, 1), do.Advance(to="S7"), do.Advance(to="S8")
    for done in ((test, seven, eight), (seven, test, eight)):
        assert made.play(lost.position, bravery("S1", 1, 1), *done).legal
    assert "BAR-9.6h" in made.play(lost.position, seven, eight).rules


# ----------------------------------------------------------------------------------------------------------- flak
def flak(*trail: str, **more: object) -> tuple[Field, object]:
    made = Field().unit("S1", "flak", "0505", **more).unit("G1", "stuka", trail[-1])
    made.order("S1", "defend", facing="N", number=2).order("G1", "air_strike", hex=trail[-1])
    return made, made.position("S5", stepped={"G1": trail})


SHOT = fire("S1", "G1", kind="flak", dice=6)


@pytest.mark.parametrize(
    ("trail", "rules"),
    [
        (("0600", "0601", "0602", "0603"), ()),
        (("0710", "0709", "0708", "0707", "0706"), ()),
        (("0910", "0909", "0905", "0901"), ("BAR-3.12g",)),
    ],
)
def test_flak_fires_at_what_comes_into_its_range(trail: tuple[str, ...], rules: tuple[str, ...]):
    """BAR-EX-18, BAR-9.6b, BAR-9.6c, BAR-9.6f, BAR-9.6g; BAR-A105 asks whether it must see them"""
    made, start = flak(*trail)

    assert made.play(start, SHOT).rules == rules


def test_flak_fires_once_at_each_and_twice_at_who_attacks_its_hex():
    """BAR-9.6c, BAR-9.6d"""
    made, start = flak("0600", "0601", "0602", "0603")
    assert made.play(start, SHOT, throw("S1", 6, 0), SHOT).rules == ("BAR-9.6c",)
    over, above = flak("0510", "0509", "0508", "0507", "0506", "0505")
    twice = (SHOT, throw("S1", 6, 0), SHOT, throw("S1", 6, 0))
    assert over.play(above, *twice).legal
    assert over.play(above, *twice, SHOT).rules == ("BAR-9.6d",)


@pytest.mark.parametrize("left", [6, 7])
def test_the_second_shot_of_flak_may_be_paid_with_the_first(left: int):
    """BAR-9.6d"""
    made, start = flak("0510", "0509", "0508", "0507", "0506", "0505")
    shots = (SHOT, throw("S1", 6, 0), SHOT, throw("S1", 6, 0))
    marks = (Mark(unit="S1", what="ammo", value=left), do.StepDone(by="soviet"))

    assert made.play(start, *shots, *marks).legal


def test_flak_needs_defend_and_ammunition():
    """BAR-9.6b, BAR-3.8c"""
    made, start = flak("0600", "0601", "0602", "0603", ammo=0)
    assert made.play(start, SHOT).rules == ("BAR-3.8c",)
    waits, there = flak("0600", "0601", "0602", "0603")
    assert waits.play(there.unit("S1", order=do.Order(unit="S1", order="wait")), SHOT).rules == ("BAR-9.6b",)


# -------------------------------------------------------------------------------------------------------- turning
def gun(order: str, **more: object) -> Played:
    made = Field().unit("S1", "mg", "0505", facing="N").order("S1", order, **more)
    return made.play(made.position("S9"), do.Turn(unit="S1", facing="NE"))


def test_a_gun_turns_only_by_order_or_after_a_move():
    """BAR-5.3f, BAR-5.3d"""
    assert gun("open_fire", target="G1").rules == ("BAR-5.3f",)
    assert gun("change_fof", facing="NE").legal
    assert gun("dig_in", facing="NE").legal
    assert gun("cautious_move", route=("0504",)).legal
    assert gun("defend", facing="NE", number=1).last.findings[0].ruling == "BAR-A30"
    assert gun("defend", facing="N", number=1).rules == ("BAR-5.3f",)
    assert gun("").last.verdict == "undecided"


# ------------------------------------------------------------------------------------------------- hiding again
def test_a_headquarters_hides_again_after_a_move():
    """BAR-10.6e, BAR-10.6d"""
    made = Field().unit("S1", "hq", "0504").order("S1", "march", route=("0504",))
    moved = made.position("S10", stepped={"S1": ("0505", "0504")})
    hide = do.Hide(unit="S1")

    assert made.play(moved, hide).legal
    assert not made.play(moved, hide).position.units["S1"].off_board
    assert made.play(made.position("S10"), hide).rules == ("BAR-10.6e",)
    near = made.unit("G1", "infantry", "0503")
    assert near.play(near.position("S10", stepped={"S1": ("0505", "0504")}), hide).legal
    alone = near.play(near.position("S10", stepped={"S1": ("0505", "0504")}), hide, rulings=("BAR-A26=alone",))
    assert alone.rules == ("BAR-10.6e",)
