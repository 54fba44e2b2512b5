"""Which attacks the generator offers: for each order a small position, and the whole list that comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.orders import ways as offers
from rules.barbarossa.state.battle import FACINGS
from rules.barbarossa.state.model import READY
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.offered import alone, drawn, many


# ---------------------------------------------------------------------------------------------------------- who is free
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, True),
        ({"out": True}, False),
        ({"flagged": True}, False),
        ({"smoked": 1}, False),
        ({"smoked": 2}, True),
        ({"order": do.Order(unit="S1", order="wait")}, False),
        ({"hex": ""}, False),
    ],
)
def test_who_could_get_an_order(state: dict[str, Any], expected: bool) -> None:
    made = alone()
    assert offers.free(made.case(made.position("REVEAL").unit("S1", **state)), "S1") is expected


def test_nobody_was_caught_in_smoke_before_the_first_round() -> None:
    made = Draft(round=1).unit("S1", "infantry", "0505", smoked=0)
    assert offers.free(made.case(made.position("REVEAL")), "S1")


@pytest.mark.parametrize(
    ("kind", "at", "state", "expected"),
    [
        ("truck", "0505", {}, True),
        ("truck", "", {}, False),
        ("truck", "0505", {"out": True}, False),
        ("airlift", "", {"air": READY}, True),
        ("airlift", "", {"air": READY, "out": True}, False),
    ],
)
def test_who_is_aboard_gets_orders_while_the_carrier_is_in_play(
    kind: str, at: str, state: dict[str, Any], expected: bool
) -> None:
    made = Draft().unit("S2", kind, at, **state).unit("S1", "infantry", carrier="S2")
    assert offers.free(made.case(made.position("REVEAL")), "S1") is expected


def test_an_aircraft_on_its_airfield_gets_orders() -> None:
    made = Draft().unit("S1", "fighter", air=READY)
    assert offers.free(made.case(made.position("REVEAL")), "S1")


# ---------------------------------------------------------------------------------------------- what others' orders ask
def asked(made: Draft, unit: str = "S1") -> list[do.Order]:
    return list(offers.asked(made.case(made.position("REVEAL", opened=BOTH)), unit))


@pytest.mark.parametrize("order", ["dismount", "receive_supply", "air_landing"])
def test_the_one_who_is_named_gets_the_same_order(order: str) -> None:
    made = alone().unit("S2", "truck", "0505").order("S2", order, target="S1", choice="x", number=3)
    assert asked(made) == [do.Order(unit="S1", order=order, target="S2", number=3)]


def test_who_merges_names_the_same_one_who_stays() -> None:
    made = alone().unit("S2", "infantry", "0505").order("S2", "merge", target="S1", choice="S2")
    assert asked(made) == [do.Order(unit="S1", order="merge", target="S2", choice="S2")]


@pytest.mark.parametrize("order", ["mount", "tow", "escort"])
def test_other_orders_ask_nobody(order: str) -> None:
    made = alone().unit("S2", "infantry", "0505").order("S2", order, target="S1")
    assert asked(made) == []


def test_nobody_is_asked_by_himself_by_an_enemy_or_by_who_goes_on_with_old_work() -> None:
    own = alone().order("S1", "merge", target="S1")
    enemy = alone().unit("G1", "infantry", "0505").order("G1", "merge", target="S1")
    running = alone().unit("S2", "truck", "0505", running=do.Order(unit="S2", order="wait"))
    running.order("S2", "receive_supply", target="S1")
    elsewhere = alone().unit("S2", "truck", "0505").unit("S3", "infantry", "0505")
    elsewhere.order("S2", "receive_supply", target="S3")
    assert [asked(each) for each in (own, enemy, running, elsewhere)] == [[], [], [], []]


def diggers(manpower: int, **state: Any) -> Draft:
    """S2 digs, and needs so many hands; S1 is asked."""
    digs = {"defend": {"bonus": 1}, "dig_in": {"boxes": 2, "manpower": manpower}}
    made = Draft().unit("S2", "infantry", "0505", orders=digs).order("S2", "dig_in", facing="N")
    return made.unit("S1", **{"kind": "infantry", "at": "0505", **state})


@pytest.mark.parametrize(("manpower", "expected"), [(1, 0), (2, 1)])
def test_whose_hands_are_missing_digs_too(manpower: int, expected: int) -> None:
    assert asked(diggers(manpower)) == [do.Order(unit="S1", order="dig_in", facing="N")] * expected


@pytest.mark.parametrize("others", [0, 1])
def test_hands_that_are_there_already_count(others: int) -> None:
    made = diggers(2)
    for number in range(others):
        made.unit(f"S{3 + number}", "infantry", "0505").order(f"S{3 + number}", "dig_in", facing="N")
    assert len(asked(made)) == (0 if others else 1)


def test_hands_elsewhere_other_work_and_enemies_do_not_count() -> None:
    made = diggers(2).unit("S3", "infantry", "0506").order("S3", "dig_in")
    made.unit("S4", "infantry", "0505").order("S4", "wait")
    made.unit("G1", "infantry", "0101").order("G1", "dig_in")
    assert [each.unit for each in asked(made)] == ["S1"]


@pytest.mark.parametrize(
    "state",
    [
        {"at": "0506"},
        {"kind": "truck"},
        {"at": ""},
        {"running": do.Order(unit="S1", order="dig_in")},
    ],
)
def test_who_cannot_help_is_not_asked_to_dig(state: dict[str, Any]) -> None:
    assert asked(diggers(2, **state)) == []


def test_nobody_digs_in_a_melee() -> None:
    assert asked(diggers(2).unit("G1", "infantry", "0505")) == []


@pytest.mark.parametrize(("at", "site", "expected"), [("0505", "0504", 1), ("0506", "0504", 0), ("0504", "0504", 0)])
def test_a_bridge_is_built_by_those_beside_its_hex(at: str, site: str, expected: int) -> None:
    made = Draft().ground("0504", terrain="river").unit("S2", "pioneers", "0503").unit("S1", "pioneers", at)
    made.order("S2", "build_pontoon", hex=site)
    assert asked(made) == [do.Order(unit="S1", order="build_pontoon", hex=site)] * expected


def test_a_bridge_at_another_hex_is_other_work() -> None:
    made = Draft().ground("0504", "0704", terrain="river").unit("S2", "pioneers", "0503").unit("S1", "pioneers", "0505")
    made.order("S2", "build_pontoon", hex="0504").unit("S3", "pioneers", "0703").order(
        "S3", "build_pontoon", hex="0704"
    )
    assert [each.hex for each in asked(made)] == ["0504"]
    helped = made.unit("S4", "pioneers", "0603").order("S4", "build_pontoon", hex="0504")
    assert asked(helped) == []


# -------------------------------------------------------------------------------------------------------------- targets
def test_targets_are_the_enemies_that_are_seen_the_nearest_first() -> None:
    made = alone().unit("G1", "infantry", "0501").unit("G2", "light", "0503").unit("G3", "infantry", "0507")
    made.unit("G4", "infantry", "0504", hidden=True).unit("G5", "infantry", "0504", out=True).unit("G6", "infantry")
    made.unit("S2", "infantry", "0504").unit("G7", "fighter", "0505")
    case = made.case(made.position("REVEAL"))

    assert offers.targets(case, "S1") == ("G7", "G2", "G3", "G1")
    assert offers.ground_targets(case, "S1") == ("G2", "G3", "G1")
    assert offers.targets(case, "G6") == ()


def hits(made: Draft, target: str = "G1") -> bool:
    return offers.can_hit(made.case(made.position("REVEAL")), "S1", target)


@pytest.mark.parametrize(
    ("kind", "there", "expected"),
    [
        ("infantry", "0504", True),
        ("infantry", "0505", False),
        ("infantry", "0502", True),
        ("infantry", "0501", False),
        ("light", "0504", False),
        ("heavy", "0504", False),
    ],
)
def test_what_a_unit_could_hit(kind: str, there: str, expected: bool) -> None:
    made = alone().unit("G1", "medium" if kind == "heavy" else kind, there)
    assert hits(made) is expected


@pytest.mark.parametrize("wooded", ["0505", "0504"])
def test_nobody_is_offered_a_shot_through_forest_but_at_aircraft(wooded: str) -> None:
    made = alone("flak").unit("G1", "infantry", "0504").unit("G2", "stuka", "0504").ground(wooded, terrain="forest")
    assert not hits(made)
    assert hits(made, "G2")


def test_nobody_is_offered_a_shot_into_a_melee_or_out_of_the_field() -> None:
    assert not hits(alone().unit("G1", "infantry", "0504").unit("S2", "infantry", "0504"))
    gun = {"facing": "N"}
    assert hits(alone("mg", **gun).unit("G1", "infantry", "0504"))
    assert not hits(alone("mg", **gun).unit("G1", "infantry", "0506"))
    assert not hits(alone("mg", **gun).unit("G1", "infantry", "0604"))


@pytest.mark.parametrize("order", ["open_fire", "suppressive_fire"])
def test_fire_is_offered_at_the_nearest_that_are_seen(order: str) -> None:
    made = many(alone(), at=("0504", "0604", "0605", "0506", "0405"))
    assert drawn(made, "S1", order, "target") == ["G1", "G2", "G3", "G4"]
    hidden = many(alone(), at=("0503", "0506")).ground("0504", terrain="town")
    assert drawn(hidden, "S1", order, "target") == ["G2"]


def test_indirect_fire_is_offered_at_what_others_see() -> None:
    made = many(alone("howitzer", facing="N"), at=("0503", "0501", "0508")).unit("G4", "fighter", "0503")
    made.ground("0504", terrain="town")
    assert drawn(made, "S1", "indirect_fire", "target") == ["G1", "G2"]


@pytest.mark.parametrize("order", ["bombard_location", "smoke"])
def test_shells_are_offered_for_the_hexes_of_enemies_each_once(order: str) -> None:
    made = many(alone("rockets", facing="N"), at=("0503", "0503", "0502", "0501", "0601", "0701"))
    assert drawn(made, "S1", order, "hex") == ["0503", "0502", "0501", "0601"]


# -------------------------------------------------------------------------------------------------------------- assault
def test_an_assault_is_offered_with_its_shortest_route() -> None:
    made = many(alone(), at=("0503", "0502", "0506"))
    assert drawn(made, "S1", "assault", "target", "route") == [("G3", ("0506",)), ("G1", ("0504", "0503"))]


def test_in_melee_an_assault_is_offered_in_the_own_hex() -> None:
    free = many(alone(), at=("0505", "0504"))
    assert drawn(free, "S1", "assault", "target", "route") == [("G1", ()), ("G2", ("0504",))]
    bound = many(alone(bound=("G1",)), at=("0505", "0504"))
    assert drawn(bound, "S1", "assault", "target", "route") == [("G1", ())]
    left_alone = many(alone(bound=("G1",)), at=("0504",))
    assert drawn(left_alone, "S1", "assault", "target") == ["G1"]


@pytest.mark.parametrize(
    ("between", "there", "expected"), [("0504", "0503", []), ("0505", "0504", [("0504",)]), ("0505", "0503", [])]
)
def test_an_assault_is_not_offered_through_others_nor_far_out_of_mines(
    between: str, there: str, expected: list[tuple[str, ...]]
) -> None:
    made = many(alone(), at=(there,))
    if between == "0505":
        made.built("m", "minefield", "0505")
    else:
        for number, place in enumerate(("0504", "0604", "0404")):
            made.unit(f"G{number + 5}", "light", place)
    targets = drawn(made, "S1", "assault", "target", "route")
    assert [route for target, route in targets if target == "G1"] == expected


def test_assaults_are_offered_on_twice_as_many_as_shots() -> None:
    ring = ("0504", "0604", "0605", "0506", "0405", "0404", "0504", "0604", "0605")
    assert len(drawn(many(alone(), at=ring), "S1", "assault", "target")) == 2 * offers.FEW


# ----------------------------------------------------------------------------------------------------- guard and ambush
def test_who_has_no_field_of_fire_defends_facing_anywhere() -> None:
    assert drawn(alone(), "S1", "defend", "facing", "number", "choice") == [(facing, 2, "") for facing in FACINGS]


@pytest.mark.parametrize(("facing", "expected"), [("SE", ["SE"]), ("", list(FACINGS))])
def test_who_has_one_defends_as_it_faces(facing: str, expected: list[str]) -> None:
    assert drawn(alone("mg", facing=facing), "S1", "defend", "facing") == expected
    assert drawn(alone("mg", facing=facing), "S1", "ambush", "facing", "number", "hex") == [
        (each, 3, "0505") for each in expected
    ]


def test_an_ambush_is_laid_where_the_unit_is() -> None:
    assert drawn(alone(facing="N"), "S1", "ambush", "facing", "number", "hex") == [
        (each, 2, "0505") for each in FACINGS
    ]


def test_works_of_the_hex_are_offered_with_defend() -> None:
    trench = alone().built("t", "trench", "0505", side="0504").built("u", "trench", "0507")
    assert drawn(trench, "S1", "defend", "facing", "number", "choice")[6:] == [("N", 2, "trench")]
    turned = alone().built("t", "trench", "0505", facing="S")
    assert drawn(turned, "S1", "defend", "facing", "choice")[6:] == [("S", "trench")]
    gun = alone("mg", facing="N").built("t", "trench", "0505", facing="S")
    assert drawn(gun, "S1", "defend", "facing", "choice") == [("N", "")]
    bunker = alone().built("b", "bunker", "0505", facing="SW").built("c", "bunker", "0504")
    assert drawn(bunker, "S1", "defend", "facing", "number", "choice")[6:] == [("SW", 2, "bunker")]
    blank = alone().built("b", "bunker", "0505")
    assert drawn(blank, "S1", "defend", "facing", "choice")[6:] == [("N", "bunker")]


def bunkers(*guests: dict[str, Any]) -> list[str]:
    made = alone().built("b", "bunker", "0505").built("t", "trench", "0505", facing="N")
    for number, guest in enumerate(guests, 2):
        given = guest.pop("ordered", None)
        made.unit(f"S{number}", "infantry", guest.pop("at", "0505"), **guest)
        if given is not None:
            made.order(f"S{number}", "defend", choice=given)
    return [choice for choice in drawn(made, "S1", "defend", "choice") if choice == "bunker"]


SITS, TOLD = {"shelter": "b"}, {"ordered": "bunker"}


@pytest.mark.parametrize(
    ("guests", "room"),
    [
        ((), True),
        ((SITS,), True),
        ((SITS, SITS), False),
        ((TOLD, SITS), False),
        ((TOLD, TOLD), False),
        (({**SITS, **TOLD}, {}), True),
        ((SITS, {"shelter": "t"}), True),
        ((SITS, {**SITS, "out": True}), True),
        ((SITS, {**TOLD, "at": "0504"}), True),
        ((SITS, {**SITS, "ordered": ""}), True),
    ],
)
def test_a_bunker_has_room_for_two(guests: tuple[dict[str, Any], ...], room: bool) -> None:
    assert bunkers(*(dict(guest) for guest in guests)) == (["bunker"] if room else [])
