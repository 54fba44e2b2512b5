"""Orders to attack, to guard and to hide: target, type, range, sight, field of fire, cover (3.10, 5, 6, 8.7, 10)."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts


def duel(distance: int = 2, kind: str = "infantry", target: str = "infantry", **state: object) -> Draft:
    """S1 in 0508 and G1 straight north of it."""
    return Draft().unit("S1", kind, "0508", facing="N", **state).unit("G1", target, f"05{8 - distance:02}")


# ------------------------------------------------------------------------------------------------------ the target
def test_the_illustrated_card():
    """BAR-EX-01, BAR-3.10a, BAR-3.10b, BAR-3.10c, BAR-5.6b"""
    table = {"infantry": [6], "vehicle": [4], "armoured_vehicle": []}
    kinds = {"infantry": "infantry", "truck": "vehicle", "halftrack": "armoured_vehicle", "light": "light_tank",
             "medium": "medium_tank", "stuka": "aircraft", "mortar": "artillery"}  # fmt: skip
    fire, assault = {}, {}
    for kind, unit_type in kinds.items():
        shot = Draft().unit("S1", "infantry", "0505", targets=table, accuracy=[1, 1, 1]).unit("G1", kind, "0503")
        fire[unit_type] = shot.said("S1", "open_fire", target="G1")
        if unit_type == "aircraft":
            continue
        charge = Draft().unit("S1", "infantry", "0505", targets=table, accuracy=[1, 1, 1]).unit("G1", kind, "0504")
        charge.ground("0504", "0505", terrain="light_woods")
        assault[unit_type] = charge.said("S1", "assault", target="G1", route=("0504",))

    assert {name for name, said in fire.items() if said.legal} == {"infantry", "vehicle"}
    assert breaks(fire["armoured_vehicle"], "BAR-3.10b")
    assert all(breaks(fire[name], "BAR-3.10a") for name in ("light_tank", "medium_tank", "aircraft", "artillery"))
    assert {name for name, said in assault.items() if said.legal} == {"infantry", "vehicle", "armoured_vehicle"}
    assert breaks(assault["light_tank"], "BAR-3.10a")


@pytest.mark.parametrize(
    ("order", "rule", "fields"),
    [
        ("suppressive_fire", "BAR-6.2c", {}),
        ("open_fire", "BAR-6.3c", {}),
        ("assault", "BAR-6.5c", {"route": ("0507", "0506")}),
    ],
)
def test_an_enemy_is_named(order: str, rule: str, fields: dict[str, object]):
    """BAR-6.2c, BAR-6.3c, BAR-6.5c, BAR-8.7c"""
    made = duel().unit("S2", "infantry", "0509")
    tank = Draft().unit("S1", "light", "0508").unit("S2", "infantry", "0509")

    assert breaks(made.said("S1", order, target="S2", **fields), rule)
    assert made.said("S1", order, target="G1", **fields).legal
    assert breaks(tank.said("S1", "fire_on_move", target="S2", route=("0507",), fire_from="0507"), "BAR-8.7c")


def test_a_group_is_no_target_its_units_are():
    """BAR-8.2g"""
    made = Draft().unit("S1", "infantry", "0508").unit("G1", "infantry", "0506", group="blue")

    assert breaks(made.said("S1", "open_fire", target="blue"), "BAR-8.2g")
    assert made.said("S1", "open_fire", target="G1").legal
    assert made.said("S1", "open_fire", target="G9").verdict == "undecided"


def test_hidden_units_are_no_targets():
    """BAR-IN-15, BAR-IN-70, BAR-5.12b, BAR-10.6b"""
    made = Draft().unit("G1", "infantry", "0505").unit("S7", "infantry", "0504", hidden=True, off_board=True)
    made.ground("0504", terrain="light_woods")
    staff = Draft().unit("G2", "infantry", "0506").unit("S1", "hq", "0504", hidden=True)

    assert breaks(made.said("G1", "assault", target="S7", route=("0504",)), "BAR-5.12b")
    assert made.said("G1", "cautious_move", route=("0504",)).legal
    assert breaks(staff.said("G2", "open_fire", target="S1"), "BAR-10.6b")


def test_of_hidden_targets_of_fire_on_the_move_nothing_is_said():
    """BAR-5.12b, BAR-8.7e"""
    made = Draft().unit("G1", "light", "0505").unit("S7", "infantry", "0503", hidden=True)

    assert doubts(made.said("G1", "fire_on_move", target="S7", route=("0504",), fire_from="0504"), "BAR-A65")


def test_units_in_melee_are_assaulted_but_not_shot_at():
    """BAR-IN-24, BAR-5.7a, BAR-5.7b"""
    made = Draft().unit("S1", "infantry", "0504", bound=("G1",)).unit("G1", "infantry", "0504", bound=("S1",))
    made.unit("G2", "infantry", "0505")

    assert breaks(made.said("G2", "open_fire", target="S1"), "BAR-5.7a")
    assert made.said("G2", "assault", target="S1", route=("0504",)).legal


def test_buildings_are_shot_at_by_who_lists_them():
    """BAR-3.10a, BAR-11.1d"""
    made = duel(kind="medium", targets={"infantry": [6], "building": [4]}).built("B", "bunker", "0506")
    rifles = duel().built("B", "bunker", "0506")

    assert made.said("S1", "open_fire", target="B").legal
    assert breaks(rifles.said("S1", "open_fire", target="B"), "BAR-3.10a")


# ------------------------------------------------------------------------------------------------- range and sight
def test_no_fire_beyond_the_diagram_or_at_a_crossed_field():
    """BAR-3.12e, BAR-3.12g, BAR-6.2d, BAR-6.3d"""
    assert breaks(duel(3).said("S1", "open_fire", target="G1"), "BAR-3.12g")
    assert duel(2).said("S1", "open_fire", target="G1").legal
    assert breaks(duel(1, "mortar").said("S1", "open_fire", target="G1"), "BAR-3.12e")
    assert breaks(duel(3).said("S1", "suppressive_fire", target="G1"), "BAR-3.12g")


def test_a_hill_adds_one_to_the_range():
    """BAR-IN-03, BAR-3.12g, BAR-3.12f, BAR-12.14c"""
    level = {"a": (0, 0), "b": (1, 0), "c": (2, 1)}

    def shot(case: str):
        made = Draft().unit("S1", "infantry", "0509", accuracy=[3, 3, 3, 2, 1]).unit("G1", "infantry", "0504")
        made.ground("0509", level=level[case][0]).ground("0504", level=level[case][1])
        return made.said("S1", "open_fire", target="G1")

    assert breaks(shot("a"), "BAR-3.12g")
    assert shot("b").legal
    assert doubts(shot("c"), "BAR-A09")


@pytest.mark.parametrize(("order", "rule"), [("open_fire", "BAR-6.3d"), ("suppressive_fire", "BAR-6.2d")])
def test_the_target_is_seen_when_the_order_is_given(order: str, rule: str):
    """BAR-6.2d, BAR-6.3d"""
    assert breaks(duel().ground("0507", terrain="village").said("S1", order, target="G1"), rule)
    assert duel().said("S1", order, target="G1").legal


def test_fire_on_the_move_wants_sight_and_no_range():
    """BAR-8.7e"""
    fields = {"target": "G1", "route": ("0507",), "fire_from": "0507"}

    assert duel(6, "light").said("S1", "fire_on_move", **fields).legal
    assert breaks(duel(6, "light").ground("0505", terrain="village").said("S1", "fire_on_move", **fields), "BAR-8.7e")


def test_a_hill_of_equal_height_does_not_block():
    """BAR-IN-80, BAR-12.13b"""

    def over(height: int):
        made = Draft().unit("S1", "infantry", "0505", accuracy=[3, 3, 2, 2, 1]).unit("G1", "infantry", "0502")
        made.ground("0505", "0502", level=1).ground("0503", level=height)
        return made.said("S1", "open_fire", target="G1")

    assert over(1).legal
    assert not over(2).legal


def test_what_an_aircraft_observes_may_be_fired_at_by_artillery():
    """BAR-9.15a, BAR-9.15b, BAR-6.3d"""
    made = duel(kind="mortar").ground("0507", terrain="village")
    made.unit("S9", "recon", "0404", air=0)
    rifles = duel().ground("0507", terrain="village").unit("S9", "recon", "0404", air=0)

    assert doubts(made.said("S1", "open_fire", target="G1"), "BAR-A112")
    assert breaks(rifles.said("S1", "open_fire", target="G1"), "BAR-6.3d")


def test_the_field_of_fire_binds_and_its_border_is_in_doubt():
    """BAR-EX-07, BAR-IN-103, BAR-5.3b, BAR-5.3c, BAR-5.3d"""

    def at(place: str):
        made = Draft().unit("S1", "mg", "0508", facing="N").unit("G1", "infantry", place)
        return made.said("S1", "open_fire", target="G1")

    assert at("0506").legal
    assert doubts(at("0607"), "BAR-A39")
    assert breaks(at("0609"), "BAR-5.3c")
    assert breaks(at("0509"), "BAR-5.3c")


# -------------------------------------------------------------------------------------------------- observed fire
def test_smoke_needs_an_observer():
    """BAR-IN-35, BAR-6.4d"""
    made = Draft().unit("S1", "mortar", "0509", facing="N").ground("0507", terrain="village")

    assert breaks(made.said("S1", "smoke", hex="0505"), "BAR-6.4d")
    assert made.unit("S2", "infantry", "0604").said("S1", "smoke", hex="0505").legal


def test_whether_an_aircraft_observes_for_smoke_is_open():
    """BAR-6.4d, BAR-10.3c"""
    made = Draft().unit("S1", "mortar", "0509", facing="N").ground("0507", terrain="village")
    made.unit("S9", "stuka", "0604", air=0)

    assert doubts(made.said("S1", "smoke", hex="0505"), "BAR-A109")


def test_of_the_range_of_smoke_nothing_is_said():
    """BAR-6.4c"""
    made = Draft().unit("S1", "mortar", "0509", facing="N")

    assert doubts(made.said("S1", "smoke", hex="0502"), "BAR-A64")
    assert breaks(made.said("S1", "smoke", hex="9999"), "BAR-6.4c")
    assert made.said("S1", "smoke", hex="0506").legal


def howitzer(target: str = "0505") -> Draft:
    made = Draft().unit("G1", "howitzer", "0509", facing="N").unit("S1", "infantry", target)
    return made.ground("0507", terrain="light_woods")


def test_indirect_fire_needs_an_observer_and_a_headquarters():
    """BAR-10.3a, BAR-10.3c, BAR-10.3d"""
    led = howitzer().unit("G3", "hq", "0508")

    assert breaks(led.said("G1", "indirect_fire", target="S1"), "BAR-10.3c")
    seen = howitzer().unit("G3", "hq", "0508").unit("G2", "infantry", "0506")
    assert seen.said("G1", "indirect_fire", target="S1").legal
    assert breaks(howitzer().unit("G2", "infantry", "0506").said("G1", "indirect_fire", target="S1"), "BAR-10.3d")
    stunned = howitzer().unit("G3", "hq", "0508", suppressed=True).unit("G2", "infantry", "0506")
    assert breaks(stunned.said("G1", "indirect_fire", target="S1"), "BAR-10.3d")


def test_an_aircraft_observes_its_whole_zone():
    """BAR-IN-75, BAR-9.15b, BAR-10.3c"""
    made = howitzer("0506").unit("G3", "hq", "0508").unit("G4", "recon", "0502", air=0)

    assert made.said("G1", "indirect_fire", target="S1").legal
    far = howitzer("0506").unit("G3", "hq", "0508").unit("G4", "recon", "0101", air=0)
    assert doubts(far.said("G1", "indirect_fire", target="S1"), "BAR-A109")


def test_indirect_fire_keeps_to_the_field_of_fire():
    """BAR-IN-69, BAR-10.3a, BAR-5.3c"""
    made = Draft().unit("G1", "howitzer", "0505", facing="N").unit("S1", "infantry", "0508").unit("G3", "hq", "0508")
    made.ground("0506", terrain="light_woods").unit("G2", "infantry", "0608")

    assert breaks(made.said("G1", "indirect_fire", target="S1"), "BAR-5.3c")


def test_a_location_is_bombarded_within_range_and_sight_is_not_asked_for():
    """BAR-10.4a, BAR-EX-19, BAR-IN-70"""
    made = Draft().unit("S1", "rockets", "0508", facing="N").unit("G1", "infantry", "0504")
    blind = Draft().unit("S1", "rockets", "0508", facing="N").ground("0506", terrain="village")

    assert made.said("S1", "bombard_location", hex="0504").legal
    assert breaks(made.said("S1", "bombard_location", hex="0501"), "BAR-3.12g")
    assert breaks(made.said("S1", "bombard_location", hex="9999"), "BAR-10.4a")
    assert doubts(blind.said("S1", "bombard_location", hex="0504"), "BAR-A33")


# -------------------------------------------------------------------------------------------- guarding and hiding
def test_defend_is_written_within_the_range():
    """BAR-6.1f, BAR-6.1e, BAR-EX-10"""
    made = duel()

    assert made.said("S1", "defend", facing="N", number=2).legal
    assert breaks(made.said("S1", "defend", facing="N", number=3), "BAR-6.1f")
    assert duel().ground("0508", level=1).said("S1", "defend", facing="N", number=3).legal
    assert made.said("S1", "defend", facing="up", number=2).verdict == "undecided"


def test_whether_defend_turns_a_unit_with_a_field_of_fire_is_open():
    """BAR-6.1e, BAR-5.3f"""
    made = duel(kind="mg")

    assert doubts(made.said("S1", "defend", facing="S", number=2), "BAR-A30")
    assert made.said("S1", "defend", facing="N", number=2).legal
    assert duel().said("S1", "defend", facing="S", number=2).legal


def test_a_trench_is_where_the_unit_is():
    """BAR-11.5d"""
    made = duel().built("T", "trench", "0508", side="0507")

    assert made.said("S1", "defend", facing="N", number=2, choice="trench").legal
    assert doubts(made.said("S1", "defend", facing="S", number=2, choice="trench"), "BAR-A62")
    assert breaks(duel().said("S1", "defend", facing="N", number=2, choice="trench"), "BAR-11.5d")


def test_a_bunker_is_for_infantry_of_its_hex():
    """BAR-11.6b, BAR-11.6h, BAR-11.6i, BAR-11.6l"""
    fields = {"facing": "N", "number": 1, "choice": "bunker"}

    assert duel().built("B", "bunker", "0508").said("S1", "defend", **fields).legal
    assert duel(kind="mg").built("B", "bunker", "0508").said("S1", "defend", **fields).legal
    assert breaks(duel().built("B", "bunker", "0507").said("S1", "defend", **fields), "BAR-11.6i")
    assert breaks(duel(kind="light").built("B", "bunker", "0508").said("S1", "defend", **fields), "BAR-11.6h")
    heavy = duel(kind="mg", roles=["gun"]).built("B", "bunker", "0508")
    assert breaks(heavy.said("S1", "defend", **fields), "BAR-11.6l")


@pytest.mark.parametrize(
    ("kind", "terrain", "rule"),
    [
        ("medium", "plain", "BAR-12.1c"),
        ("infantry", "field", "BAR-12.8b"),
        ("infantry", "scrub", ""),
        ("medium", "scrub", "BAR-12.2c"),
        ("mortar", "scrub", ""),
        ("medium", "light_woods", ""),
        ("mortar", "forest", "BAR-12.4d"),
        ("infantry", "forest", ""),
        ("medium", "village", ""),
    ],
)
def test_where_an_ambush_is_laid(kind: str, terrain: str, rule: str):
    """BAR-IN-18, BAR-6.6b, BAR-12.1c, BAR-12.2c, BAR-12.3b, BAR-12.4d, BAR-12.8b"""
    made = duel(kind=kind).ground("0508", terrain=terrain)
    said = made.said("S1", "ambush", facing="N", number=1, hex="0508")

    assert breaks(said, rule) if rule else said.legal


def test_an_ambush_names_its_own_hex_and_a_distance_in_range():
    """BAR-6.6e, BAR-6.6f, BAR-6.6g"""
    made = duel().ground("0508", terrain="scrub")
    turned = duel(kind="mg").ground("0508", terrain="scrub")

    assert made.said("S1", "ambush", facing="N", number=2, hex="0508").legal
    assert breaks(made.said("S1", "ambush", facing="N", number=2, hex="0507"), "BAR-6.6g")
    assert breaks(made.said("S1", "ambush", facing="N", number=3, hex="0508"), "BAR-6.6f")
    assert doubts(turned.said("S1", "ambush", facing="S", number=2, hex="0508"), "BAR-A30")


# --------------------------------------------------------------------------------------------------------- assault
def test_the_route_of_an_assault_leads_to_its_target():
    """BAR-6.5e"""
    assert duel(2).said("S1", "assault", target="G1", route=("0507", "0506")).legal
    assert breaks(duel(2).said("S1", "assault", target="G1", route=("0506",)), "BAR-6.5e")
    assert breaks(duel(2).said("S1", "assault", target="G1", route=("0507", "0607")), "BAR-6.5e")


def test_the_assault_distance_counts_the_target_hex_as_we_read_it():
    """BAR-6.5d"""
    route = ("0507", "0506", "0505", "0504")

    assert duel(2).said("S1", "assault", target="G1", route=route[:2]).legal
    assert doubts(duel(3).said("S1", "assault", target="G1", route=route[:3]), "BAR-A63")
    assert breaks(duel(4).said("S1", "assault", target="G1", route=route), "BAR-6.5d")


@pytest.mark.parametrize(
    ("terrain", "rule"),
    [("plain", "BAR-12.1d"), ("scrub", "BAR-12.2d"), ("field", "BAR-12.8c"), ("village", ""), ("light_woods", "")],
)
def test_infantry_in_the_open_does_not_assault_armour(terrain: str, rule: str):
    """BAR-IN-29, BAR-12.1d, BAR-12.2d, BAR-12.8c, BAR-5.7c"""
    made = duel(1, target="halftrack").ground("0508", terrain=terrain)
    said = made.said("S1", "assault", target="G1", route=("0507",))

    assert breaks(said, rule) if rule else said.legal


def test_an_order_is_written_once_it_is_opened():
    """BAR-4.2c"""
    made = duel()
    played = made.play(made.position("REVEAL", opened=BOTH), do.Order(unit="S1", order="open_fire", target="G1"))

    assert played.position.units["S1"].order is not None
