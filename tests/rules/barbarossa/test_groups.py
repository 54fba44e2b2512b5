"""Groups (8.2): who belongs to one, how many, and what a group is not."""

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks


def column(vehicles: int = 3, foot: int = 6, at: str = "0505") -> Draft:
    made = Draft()
    for number in range(vehicles):
        made.unit(f"S{number + 1}", "truck", at)
    for number in range(foot):
        made.unit(f"S{number + 11}", "infantry", at)
    return made


def grouped(made: Draft, *units: str):
    return made.play(made.position("PLANNING"), do.Group(group="soviet.1", units=units or tuple(made.units)))


def test_units_of_a_hex_form_a_group():
    """BAR-8.2a, BAR-8.2b, BAR-8.2c, BAR-8.2d, BAR-8.2e"""
    played = grouped(column())

    assert played.legal
    assert {unit.group for unit in played.position.units.values()} == {"soviet.1"}


def test_a_group_has_room_for_three_vehicles_and_six_others():
    """BAR-8.2e"""
    assert breaks(grouped(column(vehicles=4)).last, "BAR-8.2e")
    assert breaks(grouped(column(foot=7)).last, "BAR-8.2e")


def test_only_units_of_one_hex_and_side_are_grouped():
    """BAR-8.2b"""
    made = Draft().unit("S1", "infantry", "0505").unit("S2", "infantry", "0504").unit("G1", "infantry", "0505")

    assert breaks(grouped(made, "S1", "S2").last, "BAR-8.2b")
    assert breaks(grouped(made, "S1", "G1").last, "BAR-8.2b")
    assert grouped(made, "S1").legal


def test_units_join_and_leave_a_group_at_any_time():
    """BAR-8.2c, BAR-8.2d"""
    made = column(vehicles=1, foot=1)
    both = grouped(made).position
    one = made.play(both, do.Group(group="soviet.1", units=("S1",))).position
    none = made.play(one, do.Group(group="soviet.1")).position

    assert one.units["S1"].group == "soviet.1"
    assert one.units["S11"].group == ""
    assert {unit.group for unit in none.units.values()} == {""}


def test_a_group_gets_no_order_of_its_own():
    """BAR-8.2f"""
    made = Draft().unit("S1", "infantry", "0505", group="soviet.1")

    assert breaks(made.said("soviet.1", "wait"), "BAR-8.2f")
    assert made.said("S1", "wait").legal
