"""What is said of orders to attack, to guard and to hide, on both sides of each limit."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.verdicts import opening as says
from tests.rules.barbarossa.verdicts import other_reading


def facing_each_other(kind: str = "infantry", target: str = "infantry", there: str = "0504", **state: Any) -> Draft:
    made = Draft().unit("S1", kind, "0505", **{"facing": "N", **state})
    return made.unit("G1", target, there)


# -------------------------------------------------------------------------------------------------------------- attacks
FIRES = ("open_fire", "suppressive_fire")
SEEN = {"open_fire": "BAR-6.3d", "suppressive_fire": "BAR-6.2d"}
NAMED = {"open_fire": "BAR-6.3c", "suppressive_fire": "BAR-6.2c", "assault": "BAR-6.5c"}


@pytest.mark.parametrize("order", FIRES)
def test_whom_fire_may_name(order: str) -> None:
    """BAR-6.2c, BAR-6.3c, BAR-8.2g"""
    made = facing_each_other().unit("S2", "infantry", "0604").unit("G2", "infantry", "0604", out=True)
    made.unit("G3", "infantry", "").unit("G4", "infantry", "0604", group="flag")
    assert says(made, "S1", order, target="G1") == ""
    assert says(made, "S1", order, target="S2") == NAMED[order]
    assert says(made, "S1", order, target="G2") == NAMED[order]
    assert says(made, "S1", order, target="G3") == f"{SEEN[order]}?hex"
    assert says(made, "S1", order, target="flag") == "BAR-8.2g"
    assert says(made, "S1", order, target="nobody") == f"{NAMED[order]}?target"
    assert says(made, "S1", order) == NAMED[order]


@pytest.mark.parametrize("order", FIRES)
@pytest.mark.parametrize(
    ("kind", "wrong"), [("infantry", ""), ("truck", ""), ("light", "BAR-3.10b"), ("halftrack", "BAR-3.10b")]
)
def test_types_that_fire_may_name(order: str, kind: str, wrong: str) -> None:
    """BAR-3.10a, BAR-3.10b"""
    assert says(facing_each_other(target=kind), "S1", order, target="G1") == wrong
    pioneers = facing_each_other("pioneers", "mortar")
    assert says(pioneers, "S1", order, target="G1") == "BAR-3.10a"


@pytest.mark.parametrize("order", FIRES)
@pytest.mark.parametrize(
    ("kind", "there", "wrong"),
    [
        ("infantry", "0505", "BAR-3.12g BAR-5.7a"),
        ("infantry", "0504", ""),
        ("infantry", "0503", ""),
        ("infantry", "0502", "BAR-3.12g"),
        ("mortar", "0504", "BAR-3.12e"),
        ("mortar", "0503", ""),
        ("mg", "0502", ""),
        ("mg", "0501", "BAR-3.12g"),
    ],
)
def test_how_far_fire_may_be_ordered(order: str, kind: str, there: str, wrong: str) -> None:
    """BAR-3.12e, BAR-3.12g"""
    assert says(facing_each_other(kind, there=there), "S1", order, target="G1") == wrong


@pytest.mark.parametrize("order", FIRES)
def test_fire_at_who_is_hidden_in_melee_or_out_of_sight(order: str) -> None:
    """BAR-5.12b, BAR-10.6b, BAR-5.7a"""
    hidden = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", hidden=True)
    assert says(hidden, "S1", order, target="G1") == "BAR-5.12b"
    staff = Draft().unit("S1", "infantry", "0505").unit("G1", "hq", "0504", hidden=True)
    assert says(staff, "S1", order, target="G1") == "BAR-10.6b"
    melee = facing_each_other().unit("S2", "infantry", "0504")
    assert says(melee, "S1", order, target="G1") == "BAR-5.7a"
    behind = facing_each_other(there="0503").ground("0504", terrain="town")
    assert says(behind, "S1", order, target="G1") == SEEN[order]
    over = Draft().unit("S1", "flak", "0505").unit("G1", "stuka", "0503").ground("0504", terrain="town")
    assert says(over, "S1", order, target="G1") == ""


@pytest.mark.parametrize("order", FIRES)
@pytest.mark.parametrize(
    ("facing", "wrong"),
    [("N", ""), ("NE", "BAR-5.3c?BAR-A39"), ("NW", "BAR-5.3c?BAR-A39"), ("SE", "BAR-5.3c"), ("S", "BAR-5.3c")],
)
def test_fire_out_of_the_field(order: str, facing: str, wrong: str) -> None:
    """BAR-5.3c"""
    made = facing_each_other("mg", facing=facing)
    assert says(made, "S1", order, target="G1") == wrong
    assert says(facing_each_other(facing=facing), "S1", order, target="G1") == ""


def test_artillery_fires_at_what_an_aircraft_observes() -> None:
    """BAR-9.15a, BAR-6.3d"""
    for kind, order, expected in (
        ("mortar", "open_fire", "BAR-6.3d?BAR-A112"),
        ("mortar", "suppressive_fire", "BAR-6.2d?BAR-A112"),
        ("infantry", "open_fire", "BAR-6.3d"),
    ):
        made = facing_each_other(kind, there="0503").unit("S2", "recon", "0501", air=0)
        made.ground("0504", terrain="town")
        assert says(made, "S1", order, target="G1") == expected


@pytest.mark.parametrize(
    ("kind", "at", "state", "sees"),
    [
        ("recon", "0501", {}, True),
        ("recon", "0901", {}, True),
        ("recon", "1001", {}, False),
        ("recon", "", {}, False),
        ("recon", "0501", {"out": True}, False),
        ("recon", "0501", {"running": do.Order(unit="S2", order="recon")}, True),
        ("recon", "0501", {"running": do.Order(unit="S2", order="air_strike")}, False),
        ("infantry", "0501", {}, False),
    ],
)
def test_what_an_aircraft_observes(kind: str, at: str, state: dict[str, Any], sees: bool) -> None:
    """BAR-9.15a"""
    made = facing_each_other("mortar", there="0503").ground("0504", terrain="town").unit("S2", kind, at, **state)
    assert says(made, "S1", "open_fire", target="G1") == ("BAR-6.3d?BAR-A112" if sees else "BAR-6.3d")
    theirs = facing_each_other("mortar", there="0503").ground("0504", terrain="town").unit("G2", kind, at, **state)
    assert says(theirs, "S1", "open_fire", target="G1") == "BAR-6.3d"


# ----------------------------------------------------------------------------------------------------------- structures
@pytest.mark.parametrize(
    ("kind", "wrong"), [("bunker", ""), ("bridge", ""), ("pontoon", ""), ("trench", "BAR-11.1d"), ("wire", "BAR-11.1d")]
)
def test_structures_that_fire_may_name(kind: str, wrong: str) -> None:
    """BAR-11.1d, BAR-11.7c"""
    made = Draft().unit("S1", "medium", "0505").built("b", kind, "0504")
    assert says(made, "S1", "open_fire", target="b") == wrong
    guns = Draft().unit("S1", "infantry", "0505").built("b", "bunker", "0504")
    assert says(guns, "S1", "open_fire", target="b") == "BAR-3.10a"
    far = Draft().unit("S1", "medium", "0505").built("b", "bunker", "0501")
    assert says(far, "S1", "open_fire", target="b") == ""
    farther = Draft().unit("S1", "medium", "0506").built("b", "bunker", "0501")
    assert says(farther, "S1", "open_fire", target="b") == "BAR-3.12g"


# -------------------------------------------------------------------------------------------------------- observed fire
def howitzer(*, staff: str = "0509", spotter: str = "0504", **hq: Any) -> Draft:
    made = Draft().unit("S1", "howitzer", "0508", facing="N").unit("G1", "infantry", "0503")
    made.ground("0507", "0506", terrain="town")
    made = made.unit("S2", "infantry", spotter) if spotter else made
    return made.unit("S9", "hq", staff, **hq) if staff else made


def test_indirect_fire_is_observed_and_led() -> None:
    """BAR-10.3c, BAR-10.3d"""
    fires = {"target": "G1"}
    assert says(howitzer(), "S1", "indirect_fire", **fires) == ""
    assert says(howitzer(spotter=""), "S1", "indirect_fire", **fires) == "BAR-10.3c"
    assert says(howitzer(staff=""), "S1", "indirect_fire", **fires) == "BAR-10.3d"
    assert says(howitzer(suppressed=True), "S1", "indirect_fire", **fires) == "BAR-10.3d"
    two = howitzer(suppressed=True).unit("S8", "hq", "0209")
    assert says(two, "S1", "indirect_fire", **fires) == ""
    other = other_reading("BAR-A107")
    assert says(two, "S1", "indirect_fire", rulings=(other,), **fires) == "BAR-10.3d"
    assert says(howitzer(), "S1", "indirect_fire", rulings=(other,), **fires) == ""
    rides = howitzer(staff="").unit("S7", "truck", "0109").unit("S9", "hq", carrier="S7")
    assert says(rides, "S1", "indirect_fire", **fires) == "BAR-10.3d?BAR-A129"
    weak = howitzer(staff="").unit("S7", "truck", "0109").unit("S9", "hq", carrier="S7", suppressed=True)
    assert says(weak, "S1", "indirect_fire", **fires) == "BAR-10.3d"
    watches = howitzer(spotter="").unit("S3", "recon", "0504", air=0)
    assert says(watches, "S1", "indirect_fire", **fires) == ""
    pilot = howitzer(spotter="").unit("S3", "stuka", "0504", air=0, orders={})
    assert says(pilot, "S1", "indirect_fire", **fires) == "BAR-10.3c?BAR-A109"
    itself = Draft().unit("S1", "howitzer", "0508", facing="N").unit("G1", "infantry", "0503").unit("S9", "hq", "1309")
    itself.ground(*itself.battle().ground.grid.neighbours("1309"), terrain="town")
    assert says(itself, "S1", "indirect_fire", **fires) == ""


def mortar(spotter: str = "0504", at: str = "0508") -> Draft:
    made = Draft().unit("S1", "mortar", at, facing="N").ground("0507", "0506", terrain="town")
    return made.unit("S2", "infantry", spotter) if spotter else made


@pytest.mark.parametrize(
    ("spotter", "place", "wrong"),
    [
        ("0504", "0503", ""),
        ("", "0503", "BAR-6.4d"),
        ("0504", "0502", "BAR-6.4c?BAR-A64"),
        ("0504", "0507", "BAR-6.4c?BAR-A64"),
        ("0504", "0510", "BAR-6.4c"),
        ("0504", "0903", "BAR-5.3c?BAR-A39 BAR-6.4c?BAR-A64"),
        ("0504", "0908", "BAR-5.3c"),
    ],
)
def test_smoke_is_laid_where_somebody_sees(spotter: str, place: str, wrong: str) -> None:
    """BAR-6.4c, BAR-6.4d"""
    assert says(mortar(spotter), "S1", "smoke", hex=place) == wrong


def test_smoke_needs_shells() -> None:
    """BAR-6.4b"""
    none = mortar().unit("S1", "mortar", "0508", facing="N", stores={"smoke": 0})
    assert says(none, "S1", "smoke", hex="0503") == "BAR-6.4b?BAR-A54"
    one = mortar().unit("S1", "mortar", "0508", facing="N", stores={"smoke": 1})
    assert says(one, "S1", "smoke", hex="0503") == ""


@pytest.mark.parametrize(
    ("place", "spotter", "wrong"),
    [
        ("0503", "0504", ""),
        ("0503", "", "BAR-10.4a?BAR-A33"),
        ("0507", "0504", "BAR-3.12e"),
        ("0501", "0502", ""),
        ("0510", "0504", "BAR-10.4a"),
    ],
)
def test_where_a_bombardment_may_fall(place: str, spotter: str, wrong: str) -> None:
    """BAR-10.4a, BAR-3.12e"""
    made = Draft().unit("S1", "howitzer", "0508", facing="N").ground("0507", "0506", terrain="town")
    made = made.unit("S2", "infantry", spotter) if spotter else made
    assert says(made, "S1", "bombard_location", hex=place) == wrong
    beyond = Draft().unit("S1", "howitzer", "0509", facing="N").unit("S2", "infantry", "0502")
    assert says(beyond, "S1", "bombard_location", hex="0501") == "BAR-3.12g"
    watched = Draft().unit("S1", "howitzer", "0508", facing="N").ground("0507", "0506", terrain="town")
    assert says(watched.unit("S3", "recon", "0501", air=0), "S1", "bombard_location", hex="0503") == ""


# ------------------------------------------------------------------------------------------------------------- on guard
@pytest.mark.parametrize(
    ("number", "level", "wrong"), [(0, 0, ""), (2, 0, ""), (3, 0, "X"), (3, 1, ""), (4, 1, "X"), (3, -1, "X")]
)
def test_no_distance_beyond_the_range_is_written(number: int, level: int, wrong: str) -> None:
    """BAR-6.1f, BAR-6.6f"""
    made = Draft().unit("S1", "infantry", "0505").ground("0505", terrain="light_woods", level=level)
    assert says(made, "S1", "defend", facing="N", number=number) == wrong.replace("X", "BAR-6.1f")
    assert says(made, "S1", "ambush", facing="N", number=number, hex="0505") == wrong.replace("X", "BAR-6.6f")


@pytest.mark.parametrize(
    ("kind", "now", "facing", "said"),
    [
        ("infantry", "N", "S", ""),
        ("mg", "N", "N", ""),
        ("mg", "N", "S", "?BAR-A30"),
        ("mg", "", "S", ""),
        ("mg", "N", "up", "?facing"),
        ("infantry", "", "up", "?facing"),
    ],
)
def test_who_has_a_field_of_fire_guards_as_it_faces(kind: str, now: str, facing: str, said: str) -> None:
    """BAR-6.1e, BAR-6.6e"""
    made = Draft().unit("S1", kind, "0505", facing=now).ground("0505", terrain="light_woods")
    assert says(made, "S1", "defend", facing=facing, number=1) == (f"BAR-6.1e{said}" if said else "")
    assert says(made, "S1", "ambush", facing=facing, number=1, hex="0505") == (f"BAR-6.6e{said}" if said else "")


def test_an_ambush_is_laid_in_the_own_hex() -> None:
    """BAR-6.6g, BAR-6.6e, BAR-6.6f"""
    made = Draft().unit("S1", "infantry", "0505").ground("0505", terrain="light_woods")
    assert says(made, "S1", "ambush", facing="N", number=1, hex="0504") == "BAR-6.6g"
    covered = "BAR-6.6e?facing"
    assert says(made, "S1", "ambush") == covered
    nowhere = Draft().unit("S1", "infantry", "", carrier="")
    assert says(nowhere, "S1", "ambush", facing="N", number=1, hex="0504") == ""


@pytest.mark.parametrize(
    ("terrain", "kinds"),
    [
        ("plain", {"infantry": "BAR-12.1c", "mortar": "BAR-12.1c", "light": "BAR-12.1c"}),
        ("field", {"infantry": "BAR-12.8b", "mortar": "BAR-12.8b", "light": "BAR-12.8b"}),
        ("scrub", {"infantry": "", "mortar": "", "light": "BAR-12.2c"}),
        ("forest", {"infantry": "", "mortar": "BAR-12.4d", "light": "BAR-12.4d"}),
        ("light_woods", {"infantry": "", "mortar": "", "light": ""}),
    ],
)
def test_where_an_ambush_may_be_laid(terrain: str, kinds: dict[str, str]) -> None:
    """BAR-12.1c, BAR-12.8b, BAR-12.2c, BAR-12.4d"""
    for kind, wrong in kinds.items():
        made = Draft().unit("S1", kind, "0505", facing="N").ground("0505", terrain=terrain)
        assert says(made, "S1", "ambush", facing="N", number=1, hex="0505") == wrong, kind


TRENCH = {"facing": "N", "number": 1, "choice": "trench"}
BUNKER = {"facing": "N", "number": 1, "choice": "bunker"}


@pytest.mark.parametrize(
    ("at", "more", "facing", "said"),
    [
        ("0505", {"side": "0504"}, "N", ""),
        ("0505", {"side": "0504"}, "S", "BAR-11.5d?BAR-A62"),
        ("0505", {"facing": "N"}, "N", ""),
        ("0505", {"facing": "N"}, "NE", "BAR-11.5d?BAR-A62"),
        ("0505", {}, "S", ""),
        ("0504", {"side": "0505"}, "N", "BAR-11.5d?BAR-A62"),
        ("0504", {"side": "0503"}, "N", "BAR-11.5d"),
        ("0504", {}, "N", "BAR-11.5d"),
    ],
)
def test_trenches_are_used_in_the_own_hex(at: str, more: dict[str, str], facing: str, said: str) -> None:
    """BAR-11.5d"""
    made = Draft().unit("S1", "infantry", "0505").built("t", "trench", at, **more)
    assert says(made, "S1", "defend", **{**TRENCH, "facing": facing}) == said


@pytest.mark.parametrize(
    ("kind", "at", "said"),
    [
        ("infantry", "0505", ""),
        ("infantry", "0504", "BAR-11.6i"),
        ("mg", "0505", ""),
        ("mortar", "0505", "BAR-11.6h"),
        ("light", "0505", "BAR-11.6h"),
    ],
)
def test_bunkers_are_for_infantry_in_their_hex(kind: str, at: str, said: str) -> None:
    """BAR-11.6h, BAR-11.6i"""
    made = Draft().unit("S1", kind, "0505", facing="N").built("b", "bunker", at)
    assert says(made, "S1", "defend", **BUNKER) == said


@pytest.mark.parametrize(("orders", "said"), [
    ({"set_up": {"boxes": 1}, "pack_up": {"boxes": 1}}, "BAR-11.6l"), ({"set_up": {"boxes": 1}}, ""),
    ({"pack_up": {}}, ""),
])  # fmt: skip
def test_of_those_that_set_up_only_machine_guns_use_bunkers(orders: dict[str, Any], said: str) -> None:
    """BAR-11.6l"""
    made = Draft().unit("S1", "infantry", "0505", orders={"defend": {}, **orders}).built("b", "bunker", "0505")
    assert says(made, "S1", "defend", **BUNKER) == said


# -------------------------------------------------------------------------------------------------------------- assault
@pytest.mark.parametrize(
    ("there", "route", "said"),
    [
        ("0504", ("0504",), ""),
        ("0504", ("0505", "0504"), ""),
        ("0503", ("0504", "0503"), ""),
        ("0503", ("0504",), "BAR-6.5e"),
        ("0503", ("0503",), "BAR-6.5e"),
        ("0503", ("0504", "0604"), "BAR-6.5e"),
        ("0505", (), "BAR-6.5e"),
        ("0505", ("0505",), ""),
        ("0504", (), "BAR-6.5e"),
        ("0502", ("0504", "0503", "0502"), "BAR-6.5d?BAR-A63"),
        ("0501", ("0504", "0503", "0502", "0501"), "BAR-6.5d"),
    ],
)
def test_the_route_of_an_assault(there: str, route: tuple[str, ...], said: str) -> None:
    """BAR-6.5d, BAR-6.5e"""
    made = facing_each_other(there=there)
    assert says(made, "S1", "assault", target="G1", route=route) == said


def test_who_is_bound_assaults_in_its_own_hex() -> None:
    """BAR-5.8b, BAR-6.5e"""
    made = facing_each_other(bound=("G2",)).unit("G2", "infantry", "0505")
    assert says(made, "S1", "assault", target="G2") == ""
    assert says(made, "S1", "assault", target="G1", route=("0504",)) == "BAR-5.8b?BAR-A68"
    alone = facing_each_other(bound=("G2",)).unit("G2", "infantry", "0606")
    assert says(alone, "S1", "assault", target="G1", route=("0504",)) == ""
    new = facing_each_other().unit("G2", "infantry", "0505")
    assert says(new, "S1", "assault", target="G1", route=("0504",)) == ""


@pytest.mark.parametrize(
    ("terrain", "rule"),
    [
        ("plain", "BAR-12.1d"), ("scrub", "BAR-12.2d"), ("field", "BAR-12.8c"), ("village", ""), ("town", ""),
        ("light_woods", ""), ("forest", ""), ("swamp", ""),
    ],
)  # fmt: skip
def test_infantry_storms_armour_out_of_cover_only(terrain: str, rule: str) -> None:
    """BAR-12.1d, BAR-12.2d, BAR-12.8c"""
    storm = {"target": "G1", "route": ("0504",)}
    assert says(facing_each_other(target="light").ground("0505", terrain=terrain), "S1", "assault", **storm) == rule
    assert says(facing_each_other(target="halftrack").ground("0505", terrain=terrain), "S1", "assault", **storm) == rule
    assert says(facing_each_other(target="truck").ground("0505", terrain=terrain), "S1", "assault", **storm) == ""
    tanks = facing_each_other("light", "light").ground("0505", terrain=terrain)
    assert says(tanks, "S1", "assault", **storm) == ""
    bound = facing_each_other(target="light", there="0505", bound=("G1",)).ground("0505", terrain=terrain)
    fights_on = f"{rule}?BAR-A06" if rule else ""
    assert says(bound, "S1", "assault", target="G1") == fights_on
    new = facing_each_other(target="light", there="0505").ground("0505", terrain=terrain)
    assert says(new, "S1", "assault", target="G1", route=("0505",)) == rule
