"""Fire at a group (5.5), at bunkers and bridges (11.1, 11.6), and fire that a headquarters adjusts (10.8)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Fire, Mark
from rules.barbarossa.fire.groupfire import can_be_carried_on
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.shooting import fire, roll, shoot, throw
from tests.rules.shared.played import Played


def group(kind: str = "infantry", count: int = 4, **more: object) -> Field:
    made = Field().unit("S1", "infantry", "0505", accuracy=(3, 3, 2), **more)
    for number in range(1, count + 1):
        made.unit(f"G{number}", kind, "0504")
    return made.order("S1", "open_fire", target="G1")


def carry(to: str, after: str, **more: object) -> Fire:
    return fire("S1", to, after=after, **more)


FIRST = (fire(dice=10, accuracy=3), roll("S1", 1, 1, 2, 2, 3, 3, 4, 5, 6, 6))


def test_missed_dice_are_carried_on():
    """BAR-EX-08, BAR-5.5a, BAR-5.5c, BAR-5.5d, BAR-5.5e, BAR-5.5f, BAR-5.5g, BAR-5.5i, BAR-6.3b"""
    made = group()
    chain = (*FIRST, carry("G2", "G1", dice=2), roll("S1", 4, 6), carry("G3", "G2", dice=1), roll("S1", 2))
    played = shoot(made, *chain)

    assert played.legal
    assert played.position.units["S1"].ammo == 5
    assert [played.position.units[name].absorbed for name in ("G1", "G2", "G3")] == [2, 0, 1]
    assert shoot(made, *chain, carry("G4", "G3")).rules == ("BAR-5.5g",)


def test_half_of_the_missed_dice_is_rounded_up():
    """BAR-IN-33, BAR-5.5d, BAR-5.5f"""
    made = group(targets={"infantry": [9, 8, 6, 4, 2]})
    first = (fire(dice=9), throw("S1", 9, 4))
    assert shoot(
        made, *first, carry("G2", "G1", dice=3), throw("S1", 3, 0), carry("G3", "G2", dice=2), throw("S1", 2, 1)
    ).legal
    assert shoot(made, *first, carry("G2", "G1", dice=2)).rules == ("BAR-5.5d",)


def test_half_of_all_dice_is_another_reading():
    """BAR-5.5d"""
    made = group()

    assert shoot(made, *FIRST, carry("G2", "G1", dice=5)).last.findings[0].ruling == "BAR-A05"
    assert shoot(made, *FIRST, carry("G2", "G1", dice=5), rulings=("BAR-A05=all",)).legal
    assert shoot(made, *FIRST, carry("G2", "G1", dice=5), rulings=("BAR-A05=missed",)).rules == ("BAR-5.5d",)


def test_others_of_a_group_may_test_for_suppressive_fire():
    """BAR-6.2f"""
    made = group().order("S1", "suppressive_fire", target="G1")
    shots = (
        fire(kind="suppress"),
        throw("S1", 15, 0),
        fire("S1", "G2", kind="suppress", after="G1"),
        throw("S1", 8, 0),
    )
    test = Roll(purpose="TEST", who="G1", dice=(1, 1))
    paid = Mark(unit="S1", what="ammo", value=3)
    assert shoot(made, *shots, test, paid, do.Advance(to="S3"), step="S2").legal
    other = Roll(purpose="TEST", who="G2", dice=(1, 1))
    assert shoot(made, *shots, test, other, paid, do.Advance(to="S3"), step="S2").legal
    always = shoot(made, *shots, test, paid, do.Advance(to="S3"), step="S2", rulings=("BAR-A79=always",))
    assert always.rules == ("BAR-6.2f",)


def test_two_units_are_no_group():
    """BAR-5.5a"""
    assert shoot(group(count=2), *FIRST, carry("G2", "G1")).rules == ("BAR-5.5a",)


def test_only_units_of_the_same_type_in_the_same_hex():
    """BAR-5.5b, BAR-5.5e"""
    mixed = group(count=3).unit("G5", "truck", "0504").unit("G6", "infantry", "0604")

    assert shoot(mixed, *FIRST, carry("G5", "G1")).rules == ("BAR-5.5b",)
    assert shoot(mixed, *FIRST, carry("G6", "G1")).rules == ("BAR-5.5b",)
    assert shoot(mixed, *FIRST, carry("G2", "G1")).legal
    assert shoot(mixed, *FIRST, carry("G2", "G1"), rulings=("BAR-A37=hex",)).rules == ("BAR-5.5b",)


def test_each_unit_is_shot_at_once_and_in_turn():
    """BAR-5.5h, BAR-5.5d"""
    made = group()
    second = (*FIRST, carry("G2", "G1"), roll("S1", 4, 6))

    assert shoot(made, *second, carry("G1", "G2")).rules == ("BAR-5.5h",)
    assert shoot(made, *second, carry("G3", "G1")).rules == ("BAR-5.5d",)
    assert shoot(made, FIRST[0], carry("G2", "G1")).rules == ("BAR-5.5d",)
    assert "BAR-5.5d" in shoot(made, carry("G2", "G1")).rules


def test_without_misses_nothing_is_carried_on():
    """BAR-5.5g"""
    assert shoot(group(), FIRST[0], throw("S1", 10, 10), carry("G2", "G1")).rules == ("BAR-5.5g",)


def test_whom_the_dice_may_be_carried_to():
    """BAR-5.5g, BAR-5.5h"""
    made = group(count=3)
    after = shoot(made, *FIRST).position
    assert can_be_carried_on(made.case(after), "S1", "fire") == ("G2", "G3")
    last = made.play(after, carry("G2", "G1"), roll("S1", 1, 1)).position
    assert can_be_carried_on(made.case(last), "S1", "fire") == ()


# ------------------------------------------------------------------------------------------------------ structures
def bunker() -> Field:
    made = Field().unit("S1", "medium", "0505").unit("G1", "infantry", "0504", shelter="b1", off_board=True)
    return made.built("b1", "bunker", "0504", facing="S").order("S1", "open_fire", target="G1")


def test_a_bunker_and_who_is_in_it_are_tested_apart():
    """BAR-11.6f, BAR-11.6g"""
    made = bunker()
    played = shoot(made, fire(dice=7), throw("S1", 7, 0), fire("S1", "b1", dice=4), throw("S1", 4, 1))
    assert played.legal
    assert played.position.structures["b1"].hits == 1
    assert played.position.units["S1"].ammo == 7
    assert shoot(made, fire(), throw("S1", 7, 0), fire("S1", "b1"), throw("S1", 4, 0), fire()).rules == ("BAR-6.3f",)


def test_two_hits_destroy_a_bunker_and_who_was_inside_lives():
    """BAR-11.6g"""
    made = bunker().order("S1", "open_fire", target="b1")
    played = shoot(made, fire("S1", "b1"), throw("S1", 4, 2), Mark(unit="S1", what="ammo", value=7))
    assert played.legal
    left = made.play(played.position, do.Advance(to="S4"))
    assert set(left.rules) == {"BAR-11.6g"}
    done = made.play(played.position, do.Out(piece="b1"), do.Show(unit="G1"), do.Advance(to="S4"))
    assert done.legal
    assert (done.position.units["G1"].shelter, done.position.units["G1"].out) == ("", False)


def test_only_who_attacks_buildings_hits_them():
    """BAR-3.10a, BAR-11.1d"""
    made = bunker().unit("S2", "light", "0505").order("S2", "open_fire", target="b1")

    assert shoot(made, fire("S2", "b1")).rules == ("BAR-3.10a",)
    wire = bunker().built("w", "wire", "0504", side="0503").order("S1", "open_fire", target="w")
    assert "BAR-11.1d" in shoot(wire, fire("S1", "w")).rules


@pytest.mark.parametrize(("kind", "after"), [("bridge", "destroyed-bridge"), ("pontoon", "pontoon")])
def test_bridges_are_shot_down(kind: str, after: str):
    """BAR-11.1d, BAR-11.2a, BAR-11.7c"""
    made = Field().unit("S1", "medium", "0505").built("b1", kind, "0504").ground("0504", terrain="river")
    played = shoot(made.order("S1", "open_fire", target="b1"), fire("S1", "b1"), throw("S1", 4, 2))

    assert played.legal
    assert played.position.structures["b1"].kind == after
    once = shoot(made, fire("S1", "b1"), throw("S1", 4, 1))
    assert (once.position.structures["b1"].kind, once.position.structures["b1"].hits) == (kind, 1)


def test_a_pontoon_bridge_that_was_shot_down_goes_out():
    """BAR-11.7c"""
    made = Field().unit("S1", "medium", "0505").built("b1", "pontoon", "0504").ground("0504", terrain="river")
    made.order("S1", "open_fire", target="b1")
    shot = shoot(made, fire("S1", "b1"), throw("S1", 4, 2), Mark(unit="S1", what="ammo", value=7)).position
    missed = made.play(shot, do.Advance(to="S4"), rulings=("BAR-A23=two",))

    assert missed.rules == ("BAR-11.7c",)
    assert made.play(shot, do.Out(piece="b1"), do.Advance(to="S4")).legal


# --------------------------------------------------------------------------------------------------- adjusted fire
AGAIN = fire("S2", "G1", again=True, dice=8)


def adjusts(order: str = "open_fire", staff: str = "defend", hq: str = "0505", **more: object) -> Field:
    made = Field().unit("S1", "hq", hq, **more).unit("S2", "mortar", "0506", facing="N").unit("G1", "infantry", "0502")
    made.order("S2", order, target="G1")
    return made.order("S1", staff, facing="N", number=1) if staff else made


def first(made: Field, hits: int = 0, *more: object) -> Played:
    return shoot(made, fire("S2", "G1"), throw("S2", 8, hits), *(more or (AGAIN,)))


def test_artillery_that_hit_nothing_rolls_again():
    """BAR-IN-51, BAR-10.8a, BAR-10.7c"""
    played = first(adjusts(), 0, AGAIN, throw("S2", 8, 2))

    assert played.legal
    assert played.position.units["G1"].absorbed == 2
    assert played.position.units["S2"].ammo == 8
    assert first(adjusts(), 0, fire("S2", "G1", again=True, dice=4)).rules == ("BAR-3.11a",)


@pytest.mark.parametrize(
    ("made", "hits", "rule"),
    [
        (adjusts(staff="wait"), 0, "BAR-10.8d"),
        (adjusts(staff=""), 0, "BAR-10.8d"),
        (adjusts(), 1, "BAR-10.8a"),
        (adjusts(suppressed=True), 0, "BAR-10.8c"),
        (adjusts(hq="0509"), 0, "BAR-10.8a"),
        (adjusts(hq="0605").ground("0604", "0603", "0503", "0504", terrain="scrub"), 0, "BAR-10.8b"),
    ],
)
def test_when_fire_cannot_be_adjusted(made: Field, hits: int, rule: str):
    """BAR-IN-51, BAR-10.8a, BAR-10.8b, BAR-10.8c, BAR-10.8d"""
    assert rule in first(made, hits).rules


def test_what_a_headquarters_may_see_over_a_lower_hill_accuses_nobody():
    """BAR-10.8b, BAR-12.13c"""
    hill = adjusts().ground("0505", "0506", level=2).ground("0504", level=1)
    other = adjusts(suppressed=True).unit("S3", "hq", "0505").order("S3", "defend", facing="N", number=1)
    other.ground("0505", "0506", level=2).ground("0504", level=1)

    for made in (hill, other):
        found = [each for each in first(made).last.findings if each.rule.startswith("BAR-10.8")]
        assert [(type(each), each.rule, each.ruling) for each in found] == [(Undecided, "BAR-10.8b", "BAR-A10")]


def test_fire_is_adjusted_once_a_round():
    """BAR-IN-51, BAR-10.8f, BAR-10.8a"""
    made = adjusts().unit("S3", "mortar", "0506", facing="N").order("S3", "open_fire", target="G1")
    second = (fire("S3", "G1"), throw("S3", 8, 0), fire("S3", "G1", again=True))

    assert first(made, 0, AGAIN, throw("S2", 8, 0), *second).rules == ("BAR-10.8f",)


def test_suppressive_fire_and_flak_at_aircraft_are_not_adjusted():
    """BAR-IN-51, BAR-10.8g, BAR-10.8e"""
    made = adjusts("suppressive_fire")
    played = shoot(
        made,
        fire("S2", "G1", kind="suppress"),
        throw("S2", 12, 0),
        fire("S2", "G1", kind="suppress", again=True),
        step="S2",
    )
    assert "BAR-10.8g" in played.rules
    flak = Field().unit("S1", "hq", "0505").unit("S2", "flak", "0506").unit("G1", "stuka", "0506")
    flak.order("S1", "ambush", facing="N", number=1).order("S2", "defend", facing="N", number=2)
    shots = (fire("S2", "G1", kind="flak"), Roll(purpose="FIRE", who="S2", dice=(6,) * 6))
    again = flak.play(flak.at("S5"), *shots, fire("S2", "G1", kind="flak", again=True))
    assert "BAR-10.8e" in again.last.rules


def test_only_artillery_adjusts_its_fire():
    """BAR-10.8a"""
    made = Field().unit("S1", "hq", "0505").unit("S2", "infantry", "0506").unit("G1", "infantry", "0504")
    made.order("S1", "defend", facing="N", number=1).order("S2", "open_fire", target="G1")

    assert shoot(made, fire("S2", "G1"), throw("S2", 10, 0), fire("S2", "G1", again=True)).rules == ("BAR-10.8a",)


def test_an_unopened_order_of_the_headquarters_leaves_it_open():
    """BAR-10.8d"""
    made = adjusts(staff="").order("S1")

    assert first(made).last.verdict == "undecided"
