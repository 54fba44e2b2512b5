"""Which moves, works and flights the generator offers: small positions, and the whole lists that come of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.orders import ways as offers
from rules.barbarossa.orders.choices import told
from rules.barbarossa.state.battle import FACINGS
from rules.barbarossa.state.model import READY
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.offered import alone, drawn, many


# ------------------------------------------------------------------------------------------------------------- movement
@pytest.mark.parametrize(("order", "farthest"), [("cautious_move", 2), ("march", 3)])
def test_routes_lead_as_far_as_the_card_says(order: str, farthest: int) -> None:
    found = drawn(alone(), "S1", order, "route")
    assert max(map(len, found)) == farthest
    assert min(map(len, found)) == 1
    assert len({route[-1] for route in found}) == len(found)
    grid = alone().battle().ground.grid
    assert all(b in grid.neighbours(a) for route in found for a, b in zip(("0505", *route), route, strict=False))


def test_fire_on_the_move_is_offered_at_the_first_two_that_are_seen() -> None:
    made = many(Draft().unit("S1", "pz2", "0505"), at=("0503", "0603", "0703"))
    found = drawn(made, "S1", "fire_on_move", "target", "route", "fire_from")
    assert {target for target, _, _ in found} == {"G2", "G1"}
    assert all(route[-1] == underlined for _, route, underlined in found)
    assert len(found) == 2 * offers.FEW


@pytest.mark.parametrize(
    ("kind", "there", "land", "expected"),
    [
        ("infantry", "0501", "plain", True),
        ("medium", "0503", "plain", False),
        ("infantry", "0503", "town", False),
        ("aircraft", "0503", "plain", False),
    ],
)
def test_at_whom_fire_on_the_move_is_offered(kind: str, there: str, land: str, expected: bool) -> None:
    made = Draft().unit("S1", "pz2", "0505").unit("G1", "fighter" if kind == "aircraft" else kind, there)
    made.ground("0504", terrain=land)
    assert bool(drawn(made, "S1", "fire_on_move", "target")) is expected


def test_fire_on_the_move_is_offered_as_far_as_range_and_way_lead() -> None:
    made = Draft().unit("S1", "pz2", "0109")
    assert drawn(made.unit("G1", "infantry", "0103"), "S1", "fire_on_move", "target")
    beyond = Draft().unit("S1", "pz2", "0109").unit("G1", "infantry", "0102")
    assert not drawn(beyond, "S1", "fire_on_move", "target")


@pytest.mark.parametrize("order", ["wait", "clear_mines", "clear_path"])
def test_some_orders_leave_nothing_to_choose(order: str) -> None:
    assert drawn(alone(), "S1", order, "target", "hex", "route") == [("", "", ())]


# ----------------------------------------------------------------------------------------------------------- transports
def carried(kind: str = "infantry", **state: Any) -> Draft:
    return Draft().unit("S1", kind, "0505").unit("S2", "truck", "0505", **state)


def test_a_transport_of_the_hex_with_room_is_offered() -> None:
    assert drawn(carried(), "S1", "mount", "target") == ["S2"]
    assert drawn(carried(suppressed=True), "S1", "mount", "target") == []
    assert drawn(carried(lift=0), "S1", "mount", "target") == []
    away = Draft().unit("S1", "infantry", "0505").unit("S2", "truck", "0506")
    assert drawn(away, "S1", "mount", "target") == []
    assert drawn(carried().order("S2", "march", route=("0504",)), "S1", "mount", "target") == []
    assert drawn(carried().order("S2", "wait"), "S1", "mount", "target") == ["S2"]


@pytest.mark.parametrize(
    ("losses", "size", "room"), [(0, 5, True), (1, 5, False), (1, 4, True), (4, 1, True), (4, 2, False)]
)
@pytest.mark.parametrize("taken_by", ["own losses", "who is aboard", "who will mount"])
def test_who_is_aboard_or_will_be_takes_room(taken_by: str, losses: int, size: int, room: bool) -> None:
    made = Draft().unit("S1", "infantry", "0505", losses=5 - size)
    made.unit("S2", "truck", "0505", losses=losses if taken_by == "own losses" else 0)
    if losses and taken_by == "who is aboard":
        made.unit("S3", "infantry", carrier="S2", losses=5 - losses)
    if losses and taken_by == "who will mount":
        made.unit("S3", "infantry", "0505", losses=5 - losses).order("S3", "mount", target="S2")
    assert drawn(made, "S1", "mount", "target") == (["S2"] if room else [])


def test_only_orders_to_mount_the_same_one_take_room() -> None:
    made = carried().unit("S3", "infantry", "0505").order("S3", "tow", target="S2")
    made.unit("S4", "truck", "0505").unit("S5", "infantry", "0505").order("S5", "mount", target="S4")
    assert drawn(made, "S1", "mount", "target") == ["S2"]


def test_who_tows_nothing_yet_is_offered() -> None:
    assert drawn(carried("at-gun"), "S1", "tow", "target") == ["S2"]
    tank = Draft().unit("S1", "at-gun", "0505").unit("S2", "light", "0505")
    assert drawn(tank, "S1", "tow", "target") == []
    taken = carried("at-gun").unit("S3", "at-gun", carrier="S2", towed=True)
    assert drawn(taken, "S1", "tow", "target") == []
    claimed = carried("at-gun").unit("S3", "at-gun", "0505").order("S3", "tow", target="S2")
    assert drawn(claimed, "S1", "tow", "target") == []
    other = carried("at-gun").unit("S3", "at-gun", "0505").order("S3", "mount", target="S2")
    assert drawn(other, "S1", "tow", "target") == ["S2"]
    else_where = carried("at-gun").unit("S3", "at-gun", "0505").order("S3", "tow", target="S4")
    assert drawn(else_where, "S1", "tow", "target") == ["S2"]


def test_who_is_aboard_gets_off_with_a_carrier_that_can_have_the_same_order() -> None:
    made = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505")
    assert drawn(made, "S1", "dismount", "target") == ["S2"]
    assert drawn(alone(), "S1", "dismount", "target") == []
    assert drawn(made.order("S2", "march", route=("0504",)), "S1", "dismount", "target") == []
    assert drawn(made.order("S2", "dismount", target="S9"), "S1", "dismount", "target") == ["S2"]
    off = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "truck")
    assert drawn(off, "S1", "dismount", "target") == []
    flown = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "airlift", "0505")
    assert drawn(flown, "S1", "dismount", "target") == []


# ---------------------------------------------------------------------------------------------------------------- works
@pytest.mark.parametrize("order", ["set_up", "pack_up"])
def test_weapons_change_position_where_they_or_their_transports_stand(order: str) -> None:
    assert drawn(alone("mg"), "S1", order, "hex") == ["0505"]
    towed = Draft().unit("S1", "at-gun", carrier="S2", towed=True).unit("S2", "truck", "0606")
    assert drawn(towed, "S1", order, "hex") == ["0606"]
    assert drawn(Draft().unit("S1", "mg"), "S1", order, "hex") == []


def test_a_weapon_turns_any_other_way() -> None:
    assert drawn(alone("mg", facing="S"), "S1", "change_fof", "facing") == [each for each in FACINGS if each != "S"]


@pytest.mark.parametrize(("manpower", "others", "expected"), [(1, 0, True), (2, 0, False), (2, 1, True), (3, 1, False)])
def test_trenches_are_dug_by_hands_enough(manpower: int, others: int, expected: bool) -> None:
    digs = {"wait": {}, "dig_in": {"boxes": 2, "manpower": manpower}}
    made = Draft().unit("S1", "infantry", "0505", orders=digs)
    for number in range(others):
        made.unit(f"S{number + 2}", "infantry", "0505")
    assert drawn(made, "S1", "dig_in", "facing") == (["N", "SE", "SW"] if expected else [])


@pytest.mark.parametrize(
    ("state", "given", "expected"),
    [
        ({}, "", True),
        ({}, "wait", False),
        ({}, "dig_in", True),
        ({"flagged": True}, "", False),
        ({"at": "0504"}, "", False),
    ],
)
def test_who_could_help_to_dig(state: dict[str, Any], given: str, expected: bool) -> None:
    made = Draft().unit("S1", "infantry", "0505", orders={"dig_in": {"boxes": 2, "manpower": 2}})
    made.unit("S2", "infantry", **{"at": "0505", **state})
    if given:
        made.order("S2", given)
    assert bool(drawn(made, "S1", "dig_in", "facing")) is expected


def river(*others: str, **more: Any) -> Draft:
    made = Draft().ground("0504", "0404", terrain="river").unit("S1", "pioneers", "0505")
    for number, place in enumerate(others, 2):
        made.unit(f"S{number}", "pioneers", place, **more)
    return made


@pytest.mark.parametrize(
    ("others", "expected"),
    [((), []), (("0505",), ["0504", "0404"]), (("0503",), ["0504"]), (("0504",), ["0404"]), (("0304",), ["0404"])],
)
def test_a_pontoon_bridge_is_built_by_two_beside_the_river(others: tuple[str, ...], expected: list[str]) -> None:
    assert sorted(drawn(river(*others), "S1", "build_pontoon", "hex")) == sorted(expected)


@pytest.mark.parametrize("kind", ["bridge", "pontoon"])
def test_no_bridge_is_built_where_there_is_one(kind: str) -> None:
    made = river("0505").built("b", kind, "0504")
    assert drawn(made, "S1", "build_pontoon", "hex") == ["0404"]


@pytest.mark.parametrize(("order", "site", "expected"), [
    ("build_pontoon", "0504", ["0504"]), ("build_pontoon", "0404", ["0404"]), ("wait", "", []), ("dig_in", "0504", []),
])  # fmt: skip
def test_a_helper_who_has_an_order_helps_with_that_alone(order: str, site: str, expected: list[str]) -> None:
    made = river("0505").order("S2", order, hex=site)
    assert drawn(made, "S1", "build_pontoon", "hex") == expected


def test_an_enemy_or_who_is_not_on_the_board_builds_no_bridge() -> None:
    made = river().unit("G1", "pioneers", "0503")
    assert drawn(made, "S1", "build_pontoon", "hex") == []
    assert drawn(Draft().unit("S1", "pioneers"), "S1", "build_pontoon", "hex") == []


def test_mines_are_laid_in_the_own_hex_real_ones_and_dummies() -> None:
    assert drawn(alone("pioneers"), "S1", "lay_mines", "hex", "choice") == [
        ("0505", "anti-personnel"), ("0505", "anti-tank"), ("0505", "dummy"),
    ]  # fmt: skip


def test_charges_are_placed_at_what_stands_in_the_hex() -> None:
    made = alone("pioneers").built("b", "bunker", "0505").built("c", "bridge", "0505").built("d", "pontoon", "0504")
    made.built("e", "wire", "0505")
    assert drawn(made, "S1", "place_charges", "choice") == ["bunker", "bridge"]


@pytest.mark.parametrize("order", ["remove_wire", "remove_obstacle"])
def test_obstacles_are_removed_from_either_side(order: str) -> None:
    made = alone("pioneers").built("w", "wire", "0505", side="0504").built("t", "teeth", "0506", side="0505")
    made.built("x", "wire", "0603", side="0604").built("b", "trench", "0505", side="0604")
    assert drawn(made, "S1", order, "hex", "side") == [("0505", "0504"), ("0505", "0506")]
    nowhere = Draft().unit("S1", "pioneers").built("w", "wire", "0505")
    assert drawn(nowhere, "S1", order, "hex", "side") == []


@pytest.mark.parametrize(("mine", "theirs", "expected"), [(2, 3, True), (2, 2, False), (0, 4, False), (3, 3, True)])
def test_two_units_merge_that_fit_into_one(mine: int, theirs: int, expected: bool) -> None:
    made = alone(losses=mine).unit("S2", "infantry", "0505", losses=theirs)
    assert drawn(made, "S1", "merge", "target", "choice") == ([("S2", "S1")] if expected else [])


def test_only_units_alike_merge_that_have_no_order_yet() -> None:
    other = alone(losses=4).unit("S2", "pioneers", "0505", losses=3)
    assert drawn(other, "S1", "merge", "target") == []
    busy = alone(losses=4).unit("S2", "infantry", "0505", losses=3).order("S2", "wait")
    assert drawn(busy, "S1", "merge", "target") == []
    works = alone(losses=4).unit("S2", "infantry", "0505", losses=3, running=do.Order(unit="S2", order="dig_in"))
    assert drawn(works, "S1", "merge", "target") == []
    fights = alone(losses=4).unit("S2", "infantry", "0505", losses=3).unit("G1", "infantry", "0505")
    assert drawn(fights, "S1", "merge", "target") == []
    wanted = alone(losses=4).unit("S2", "infantry", "0505", losses=3).unit("S3", "infantry", "0505", losses=3)
    wanted.order("S3", "merge", target="S2", choice="S3")
    assert drawn(wanted, "S1", "merge", "target") == []


def test_points_come_from_a_transport_with_points_or_from_a_box() -> None:
    assert drawn(carried(), "S1", "receive_supply", "target") == []
    thirsty = Draft().unit("S1", "infantry", "0505", ammo=5).unit("S2", "truck", "0505")
    assert drawn(thirsty, "S1", "receive_supply", "target") == ["S2"]
    assert drawn(thirsty.built("c", "cargo", "0505"), "S1", "receive_supply", "target") == ["S2", ""]
    assert drawn(thirsty.order("S2", "receive_supply"), "S1", "receive_supply", "target") == ["S2", ""]
    assert drawn(thirsty.order("S2", "march"), "S1", "receive_supply", "target") == [""]
    empty = Draft().unit("S1", "infantry", "0505", ammo=5).unit("S2", "truck", "0505", ammo=0)
    assert drawn(empty.built("c", "cargo", "0504"), "S1", "receive_supply", "target") == []
    assert drawn(empty.order("S2", "receive_supply"), "S1", "receive_supply", "target") == []
    carrier = Draft().unit("S1", "truck", "0505", ammo=3).unit("S2", "truck", "0505")
    assert drawn(carrier, "S1", "receive_supply", "target") == []


@pytest.mark.parametrize(("ammo", "aboard", "expected"), [(29, False, 1), (30, False, 0), (29, True, 0), (0, False, 1)])
def test_an_empty_transport_loads(ammo: int, aboard: bool, expected: int) -> None:
    made = Draft().unit("S1", "truck", "0505", ammo=ammo)
    if aboard:
        made.unit("S2", "infantry", carrier="S1")
    assert len(drawn(made, "S1", "load_supply", "hex")) == expected


def test_a_scout_looks_around_its_own_hex() -> None:
    assert drawn(alone(), "S1", "scout", "hex") == ["0505"]


# ----------------------------------------------------------------------------------------------------------- in the air
def flying(kind: str = "stuka", air: int = READY, at: str = "", staff: str = "0109", **state: Any) -> Draft:
    made = Draft().unit("S1", kind, at, air=air)
    return made.unit("S9", "hq", staff, **state) if staff else made


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (flying(), True),
        (flying(air=READY - 1), False),
        (flying(at="0505"), False),
        (flying(staff=""), False),
        (flying(suppressed=True), False),
        (flying("infantry"), False),
    ],
)
def test_who_could_take_off(made: Draft, expected: bool) -> None:
    assert offers.grounded(made.case(made.position("REVEAL")), "S1") is expected


def test_entries_are_offered_far_apart() -> None:
    case = flying().case(flying().position("REVEAL"))
    assert offers.halves(case) == ("0110", "0710")
    assert offers.halves(case, 1) == ("0110",)
    assert offers.halves(case, 4) == ("0110", "0400", "0710", "1000")
    assert len(offers.halves(case, 20)) == 13


def test_strikes_and_circles_are_offered_over_enemies_that_are_known() -> None:
    made = many(flying(), at=("0303", "0303", "0404")).unit("G4", "infantry", "0606", hidden=True)
    made.unit("G5", "infantry", "0707", out=True).unit("G6", "infantry").unit("S2", "infantry", "0808")
    assert drawn(made, "S1", "air_strike", "hex", "entry") == [
        ("0303", "0110"), ("0303", "0710"), ("0404", "0110"), ("0404", "0710"),
    ]  # fmt: skip
    for order in ("recon", "air_patrol"):
        assert drawn(made, "S1", order, "hex", "entry", "number", "rounds") == [
            ("0303", "0110", 1, 1), ("0303", "0110", 2, 2), ("0404", "0110", 1, 1), ("0404", "0110", 2, 2),
        ]  # fmt: skip
    assert drawn(many(flying(air=1), at=("0303",)), "S1", "air_strike", "hex") == []
    assert drawn(many(flying(air=1), at=("0303",)), "S1", "recon", "hex") == []
    crowd = many(flying(), at=("0301", "0302", "0303", "0304", "0305"))
    assert len(set(drawn(crowd, "S1", "air_strike", "hex"))) == offers.FEW


def test_enemy_aircraft_are_intercepted_that_fly_or_will() -> None:
    made = flying("fighter").unit("G1", "stuka", "0404").unit("G2", "stuka").unit("G3", "stuka", air=READY)
    made.order("G3", "air_strike").unit("G4", "stuka", "0404", out=True).unit("G5", "infantry", "0404")
    made.unit("S2", "stuka", "0404")
    assert drawn(made, "S1", "intercept", "target", "entry") == [("G1", "0110"), ("G3", "0110")]
    waits = flying("fighter", air=0).unit("G1", "stuka", "0404")
    assert drawn(waits, "S1", "intercept", "target") == []


def test_friends_are_escorted_that_start_on_a_mission() -> None:
    made = flying("fighter").unit("S2", "stuka", air=READY).order("S2", "air_strike", hex="0303")
    made.unit("S3", "stuka", air=READY).order("S3", "wait").unit("S4", "fighter", air=READY).order("S4", "escort")
    made.unit("S5", "stuka", "0404").order("S5", "recon").unit("G1", "stuka", air=READY).order("G1", "air_strike")
    made.unit("S6", "stuka", air=READY).unit("S7", "infantry").order("S7", "march")
    made.order("S1", "recon")
    assert drawn(made, "S1", "escort", "target") == ["S2"]
    assert drawn(flying(air=3).unit("S2", "stuka").order("S2", "recon"), "S1", "escort", "target") == []


def test_supply_is_dropped_on_own_units() -> None:
    made = flying("airlift").unit("S2", "infantry", "0303").unit("G1", "infantry", "0404")
    assert drawn(made, "S1", "drop_supply", "hex", "entry", "number") == [("0109", "0110", 10), ("0303", "0110", 10)]
    assert drawn(flying("airlift", air=0), "S1", "drop_supply", "hex") == []
    crowd = flying("airlift")
    for number in range(2, 8):
        crowd.unit(f"S{number}", "infantry", f"030{number}")
    assert len(drawn(crowd, "S1", "drop_supply", "hex")) == offers.FEW


def test_paratroops_land_among_their_own() -> None:
    made = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "airlift", air=READY).unit("S9", "hq", "0109")
    made.unit("S3", "infantry", "0303").unit("S4", "infantry", "0404").unit("G1", "infantry", "0404")
    assert drawn(made, "S1", "air_landing", "target", "hex", "entry") == [
        ("S2", "0109", "0110"),
        ("S2", "0303", "0110"),
    ]
    assert drawn(made.order("S2", "wait"), "S1", "air_landing", "target") == []
    assert drawn(flying("airlift"), "S1", "air_landing", "target") == []
    grounded = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "airlift", air=1).unit("S9", "hq", "0109")
    assert drawn(grounded, "S1", "air_landing", "target") == []


# ------------------------------------------------------------------------------------------------- what all of it makes
def said(made: Draft, unit: str = "S1") -> list[str]:
    case = made.case(made.position("REVEAL", opened=BOTH))
    found = list(told(case, unit))
    assert all(each.by == "soviet" for each in found)
    return [each.order if isinstance(each, do.Order) else type(each).__name__ for each in found]


def test_work_of_several_rounds_goes_on_or_is_broken_off() -> None:
    digs, clears = do.Order(unit="S1", order="dig_in"), do.Order(unit="S1", order="clear_mines")
    assert said(alone(running=digs)) == ["Resume", "BreakOff"]
    assert said(alone("pioneers", running=clears)) == ["Resume"]
    assert said(Draft().unit("S1", "fighter", "0404", running=do.Order(unit="S1", order="recon"))) == ["Resume"]


def test_who_broke_off_gets_no_order_in_that_round() -> None:
    made = alone()
    case = made.case(made.position("REVEAL", opened=BOTH, fired={"S1 broke off": 1}))
    assert list(told(case, "S1")) == []


def test_a_unit_is_offered_the_orders_of_its_card_alone() -> None:
    made = alone(orders={"wait": {}, "scout": {}})
    assert said(made) == ["wait", "scout"]


def test_who_is_asked_by_another_is_offered_that_alone() -> None:
    made = alone().unit("S2", "infantry", "0505").order("S2", "merge", target="S1", choice="S2")
    assert said(made) == ["merge"]
