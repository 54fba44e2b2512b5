"""Orders to move and to mount (8, 12): routes, ranges, where a march leads, who is named."""

import pytest

from tests.rules.barbarossa.drafting import Draft, breaks, doubts

ROAD = ("0105", "0205", "0305", "0405", "0505", "0605", "0705", "0805")


# ------------------------------------------------------------------------------------------------------- the route
@pytest.mark.parametrize(
    ("order", "rule"), [("cautious_move", "BAR-8.4d"), ("march", "BAR-8.5c"), ("fire_on_move", "BAR-8.7h")]
)
def test_a_route_hangs_together(order: str, rule: str):
    """BAR-8.0b, BAR-8.4d, BAR-8.5c, BAR-8.7h"""
    made = Draft().unit("S1", "light", "0505").unit("G1", "infantry", "0503")
    more = {"target": "G1", "fire_from": "0604"} if order == "fire_on_move" else {}

    assert made.said("S1", order, route=("0604", "0603"), **more).legal
    assert breaks(made.said("S1", order, route=("0604", "0602"), **more), rule)
    assert breaks(made.said("S1", order, route=("0604", "9999"), **more), rule)


@pytest.mark.parametrize(
    ("order", "rule"), [("cautious_move", "BAR-8.4b"), ("march", "BAR-8.5b"), ("fire_on_move", "BAR-8.7d")]
)
def test_a_route_is_not_longer_than_the_printed_range(order: str, rule: str):
    """BAR-8.0f, BAR-8.4b, BAR-8.5b, BAR-8.7d, BAR-8.3a"""
    made = Draft().unit("S1", "light", "0509").unit("G1", "infantry", "0501")
    north = tuple(f"05{row:02}" for row in range(8, 0, -1))
    most = {"cautious_move": 3, "march": 4, "fire_on_move": 3}[order]
    more = {"target": "G1", "fire_from": "0508"} if order == "fire_on_move" else {}

    assert made.said("S1", order, route=north[:most], **more).legal
    assert breaks(made.said("S1", order, route=north[: most + 4], **more), rule)


def test_a_tank_marches_two_hexes_farther_on_a_road():
    """BAR-EX-16, BAR-8.5e, BAR-8.5g, BAR-12.7b, BAR-8.5b, BAR-8.5f"""
    made = Draft().unit("S1", "medium", "0105").ground(road=ROAD)

    assert made.said("S1", "march", route=ROAD[1:7]).legal
    assert made.said("S1", "march", route=("0105", "0705")).legal
    assert made.said("S1", "march", route=("0705",)).legal
    assert breaks(made.said("S1", "march", route=ROAD[1:]), "BAR-8.5e")
    assert breaks(made.said("S1", "march", route=("0805",)), "BAR-8.5e")
    assert breaks(made.said("S1", "march", route=("0703",)), "BAR-8.5c")


def test_a_road_leads_through_forest():
    """BAR-EX-21, BAR-IN-89, BAR-12.7d, BAR-12.7e, BAR-8.5d, BAR-8.5e"""
    road = ("0305", "0405", "0505", "0605", "0705")
    made = Draft().unit("G1", "truck", "0305", orders={"march": {"movement": 3}}).ground(road=road)
    made.ground("0505", terrain="forest")
    foot = Draft().unit("S1", "infantry", "0305", orders={"march": {"movement": 2}}).ground(road=road)
    foot.ground("0405", "0505", terrain="forest")

    assert made.said("G1", "march", route=road[1:]).legal
    assert foot.said("S1", "march", route=("0405", "0505", "0605")).legal
    made.ground("0504", terrain="forest")
    assert breaks(made.said("G1", "march", route=("0405", "0505", "0504")), "BAR-8.5d")


def test_a_march_leads_over_roads_plain_and_villages_only():
    """BAR-IN-45, BAR-8.5d"""
    made = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="scrub")
    village = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="village")

    assert breaks(made.said("G1", "march", route=("0504", "0503")), "BAR-8.5d")
    assert made.said("G1", "cautious_move", route=("0504", "0503")).legal
    assert village.said("G1", "march", route=("0504", "0503")).legal
    pontoon = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="river").built("P", "pontoon", "0504")
    assert pontoon.said("G1", "march", route=("0504", "0503")).legal


def test_whether_a_march_enters_a_road_hex_from_beside_is_open():
    """BAR-8.5d"""
    made = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="scrub").ground(road=("0404", "0504", "0604"))

    assert doubts(made.said("G1", "march", route=("0504",)), "BAR-A69")


def test_no_march_over_a_destroyed_bridge():
    """BAR-11.2b"""
    road = ("0505", "0504", "0503")
    made = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="river").ground(road=road)

    assert breaks(made.built("B", "destroyed-bridge", "0504").said("G1", "march", route=road[1:]), "BAR-11.2b")
    whole = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="river").ground(road=road)
    assert whole.built("B", "bridge", "0504").said("G1", "march", route=road[1:]).legal


def test_a_bridge_on_a_route_that_is_partly_off_the_road_leaves_the_bonus_open():
    """BAR-IN-98, BAR-11.1b, BAR-8.5e"""
    road = ("0605", "0705", "0805", "0905")
    route = ("0506", "0605", "0705", "0805", "0905")

    def march(bridge: bool):
        made = Draft().unit("G1", "truck", "0406", orders={"march": {"movement": 4}}).ground(road=road)
        made.ground("0705", terrain="river" if bridge else "plain")
        return (made.built("B", "bridge", "0705") if bridge else made).said("G1", "march", route=route)

    assert doubts(march(bridge=True), "BAR-A34")
    assert breaks(march(bridge=False), "BAR-8.5e")


def test_light_woods_cost_tanks_a_hex_and_leave_them_one():
    """BAR-IN-78, BAR-12.3d, BAR-12.3e, BAR-12.7d"""

    def goes(movement: int, route: tuple[str, ...]):
        made = Draft().unit("G1", "light", "0505", orders={"cautious_move": {"movement": movement, "bonus": 0}})
        return made.ground("0504", terrain="light_woods").said("G1", "cautious_move", route=route)

    assert goes(1, ("0504",)).legal
    assert breaks(goes(2, ("0504", "0503")), "BAR-12.3d")
    assert goes(3, ("0504", "0503")).legal


def test_fields_cost_hexes():
    """BAR-12.8d, BAR-12.8e"""
    made = Draft().unit("G1", "infantry", "0505").ground("0504", terrain="field")
    two = Draft().unit("G1", "halftrack", "0505").ground("0504", "0503", terrain="field")

    assert made.said("G1", "cautious_move", route=("0504",)).legal
    assert breaks(made.said("G1", "cautious_move", route=("0504", "0503")), "BAR-12.8d")
    assert two.said("G1", "cautious_move", route=("0504", "0503")).legal


def test_the_firing_hex_is_one_of_the_route():
    """BAR-8.7h"""
    made = Draft().unit("S1", "light", "0505").unit("G1", "infantry", "0502")

    assert made.said("S1", "fire_on_move", target="G1", route=("0504",), fire_from="0504").legal
    assert breaks(made.said("S1", "fire_on_move", target="G1", route=("0504",), fire_from="0604"), "BAR-8.7h")


# --------------------------------------------------------------------------------------------------- on transports
def test_a_friendly_transport_is_named():
    """BAR-8.8b, BAR-7.10a, BAR-7.10b"""
    made = Draft().unit("S1", "infantry", "0505").unit("S2", "truck", "0505").unit("S3", "light", "0505")
    made.unit("G1", "truck", "0505")

    assert made.said("S1", "mount", target="S2").legal
    assert breaks(made.said("S1", "mount", target="S3"), "BAR-8.8b")
    assert breaks(made.said("S1", "mount", target="G1"), "BAR-8.8b")


def test_where_one_mounts_is_not_said():
    """BAR-8.8c"""
    made = Draft().unit("S1", "infantry", "0505").unit("S2", "truck", "0504")

    assert doubts(made.said("S1", "mount", target="S2"), "BAR-A40")


def test_a_gun_is_hitched_packed_up_and_in_its_hex():
    """BAR-7.10a, BAR-7.10b, BAR-7.10e, BAR-7.10f"""

    def tow(target: str, **state: object):
        made = Draft().unit("S1", "at-gun", "0505", **state).unit("S2", "truck", "0505").unit("S3", "truck", "0504")
        return made.unit("S4", "infantry", "0505").unit("G1", "truck", "0505").said("S1", "tow", target=target)

    packed = {"set_up": False, "packed": True}
    assert tow("S2", **packed).legal
    assert breaks(tow("S2"), "BAR-7.10e")
    assert breaks(tow("S3", **packed), "BAR-7.10f")
    assert breaks(tow("S4", **packed), "BAR-7.10a")
    assert breaks(tow("G1", **packed), "BAR-7.10b")


def test_only_who_is_aboard_gets_off():
    """BAR-8.9b"""
    made = Draft().unit("S1", "truck", "0505").unit("S2", "infantry", carrier="S1").unit("S3", "infantry", "0505")

    assert made.said("S2", "dismount", target="S1").legal
    assert made.said("S1", "dismount").legal
    assert breaks(made.said("S3", "dismount"), "BAR-8.9b")


def test_who_waits_waits():
    """BAR-8.6a"""
    assert Draft().unit("S1", "at-gun", "0505").said("S1", "wait").legal
    assert Draft().unit("S1", "stuka").said("S1", "wait").legal
