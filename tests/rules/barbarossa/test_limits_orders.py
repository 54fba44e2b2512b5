"""What is said of all other orders, on both sides of each limit."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import READY
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.verdicts import opening as says
from tests.rules.barbarossa.verdicts import other_reading, played, words

# ------------------------------------------------------------------------------------------------------------- movement
WAY = ("0504", "0503", "0502", "0501")


@pytest.mark.parametrize(("order", "most"), [("cautious_move", 2), ("march", 3)])
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_a_route_is_as_long_as_the_range(order: str, most: int, length: int) -> None:
    """BAR-8.4b, BAR-8.5b"""
    made = Draft().unit("S1", "infantry", "0505")
    rule = {"cautious_move": "BAR-8.4b", "march": "BAR-8.5e"}[order]
    assert says(made, "S1", order, route=WAY[:length]) == (rule if length > most else "")


@pytest.mark.parametrize("order", ["cautious_move", "march"])
def test_a_route_hangs_together(order: str) -> None:
    """BAR-8.4d, BAR-8.5c"""
    made = Draft().unit("S1", "infantry", "0505")
    gap = {"cautious_move": "BAR-8.4d", "march": "BAR-8.5c"}[order]
    assert says(made, "S1", order) == gap
    assert says(made, "S1", order, route=("0503",)) == gap
    assert says(made, "S1", order, route=("0505", "0504")) == ""
    assert says(made, "S1", order, route=("0504", "0504")) == gap
    assert says(made, "S1", order, route=("0504", "9999")) == gap
    away = Draft().unit("S1", "infantry", "")
    assert says(away, "S1", order, route=("0503",)) == ""


@pytest.mark.parametrize(
    ("terrain", "kind", "length", "said"),
    [
        ("field", "light", 1, "BAR-8.5d"),
        ("field", "truck", 1, "BAR-8.5d"),
        ("scrub", "light", 1, "BAR-8.5d"),
        ("light_woods", "light", 1, "BAR-8.5d"),
        ("swamp", "light", 1, "BAR-8.5d"),
        ("village", "light", 1, ""),
        ("ford", "light", 1, "BAR-8.5d"),
    ],
)
def test_over_what_ground_a_march_leads(terrain: str, kind: str, length: int, said: str) -> None:
    """BAR-8.5d"""
    made = Draft().unit("S1", kind, "0505").ground("0504", terrain=terrain)
    assert says(made, "S1", "march", route=WAY[:length]) == said
    road = Draft().unit("S1", kind, "0505").ground("0504", terrain=terrain).ground(road=("0505", "0504"))
    assert says(road, "S1", "march", route=WAY[:length]) == ""
    beside = Draft().unit("S1", kind, "0505").ground("0504", terrain=terrain).ground(road=("0503", "0504"))
    assert says(beside, "S1", "march", route=WAY[:length]) == (f"{said}?BAR-A69" if said else "")


def test_paths_and_bridges_carry_a_march_and_ruins_do_not() -> None:
    """BAR-8.5d, BAR-11.2b"""

    def river(kind: str = "", *road: str) -> str:
        made = Draft().unit("S1", "light", "0505").ground("0504", terrain="river").ground(road=road)
        made = made.built("b", kind, "0504") if kind else made
        return says(made, "S1", "march", route=("0504",))

    assert river() == "BAR-8.5d"
    assert river("pontoon") == ""
    assert river("bridge") == ""
    assert river("bridge", "0504", "0503") == "BAR-8.5d?BAR-A69"
    assert river("bridge", "0504", "0505") == ""
    assert river("destroyed-bridge") == "BAR-11.2b"
    assert river("destroyed-bridge", "0504", "0505") == "BAR-11.2b"
    forest = Draft().unit("S1", "light", "0505").ground("0504", terrain="forest")
    assert says(forest, "S1", "march", route=("0504",)) == "BAR-8.5d"
    assert says(forest.built("p", "path", "0504"), "S1", "march", route=("0504",)) == ""


def test_fire_on_the_move_is_made_from_its_route() -> None:
    """BAR-8.7h"""
    made = Draft().unit("S1", "light", "0505").unit("G1", "infantry", "0502")
    moves = {"target": "G1", "route": ("0504", "0503")}
    for place in ("0505", "0504", "0503"):
        assert says(made, "S1", "fire_on_move", fire_from=place, **moves) == ""
    assert says(made, "S1", "fire_on_move", fire_from="0604", **moves) == "BAR-8.7h"
    assert says(made, "S1", "fire_on_move", **moves) == "BAR-8.7h"
    assert says(made, "S1", "fire_on_move", fire_from="0604", target="G1") == "BAR-8.7h"


# ----------------------------------------------------------------------------------------------------------- transports
def lorry(kind: str = "infantry", at: str = "0505", carrier: str = "truck", **state: Any) -> Draft:
    return Draft().unit("S1", kind, "0505", **state).unit("S2", carrier, at).unit("G1", "truck", "0505")


@pytest.mark.parametrize(("order", "rule"), [("mount", "BAR-8.8b"), ("tow", "BAR-7.10b")])
def test_which_transport_an_order_names(order: str, rule: str) -> None:
    """BAR-8.8b, BAR-7.10b"""
    made = lorry("at-gun", set_up=False, packed=True)
    assert says(made, "S1", order, target="S2") == ""
    assert says(made, "S1", order, target="nobody") == f"{rule}?transport"
    assert says(made, "S1", order, target="G1") == rule
    tank = lorry("at-gun", carrier="light", set_up=False, packed=True)
    assert says(tank, "S1", order, target="S2") == {"mount": "BAR-8.8b", "tow": "BAR-7.10a"}[order]
    apart = lorry("at-gun", "0504", set_up=False, packed=True)
    assert says(apart, "S1", order, target="S2") == {"mount": "BAR-8.8c?BAR-A40", "tow": "BAR-7.10f"}[order]
    assert says(made, "S1", order) == rule


def test_guns_are_packed_before_they_are_towed() -> None:
    """BAR-7.10e"""
    assert says(lorry("at-gun"), "S1", "tow", target="S2") == "BAR-7.10e"
    light = lorry("infantry", orders={"tow": {}})
    assert says(light, "S1", "tow", target="S2") == ""


def test_who_is_aboard_gets_off() -> None:
    """BAR-8.9b, BAR-8.8d, BAR-7.10c"""
    made = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505")
    assert says(made, "S1", "dismount", target="S2") == ""
    assert says(made, "S2", "dismount", target="S1") == ""
    assert says(made, "S1", "wait") == "BAR-8.8d"
    assert says(lorry(), "S1", "dismount", target="S2") == "BAR-8.9b"
    towed = (
        Draft().unit("S1", "at-gun", carrier="S2", towed=True, set_up=False, packed=True).unit("S2", "truck", "0505")
    )
    assert says(towed, "S1", "set_up", hex="0505") == ""
    assert says(towed, "S1", "dismount") == "BAR-7.10c"


# ---------------------------------------------------------------------------------------------------------------- works
@pytest.mark.parametrize(("order", "rule"), [("set_up", "BAR-7.1b"), ("pack_up", "BAR-7.2b")])
def test_weapons_shift_by_one_hex(order: str, rule: str) -> None:
    """BAR-7.1b, BAR-7.2b"""
    state = {"set_up": order == "pack_up", "packed": order == "set_up"}
    made = Draft().unit("S1", "mg", "0505", facing="N", **state)
    for place, said in (("0505", ""), ("0504", ""), ("0503", rule), ("9999", rule), ("", rule)):
        assert says(made, "S1", order, hex=place) == said, place
    if order == "set_up":
        towed = Draft().unit("S1", "mg", carrier="S2", towed=True, **state).unit("S2", "truck", "0505")
        assert says(towed, "S1", order, hex="0504") == ""
        assert says(towed, "S1", order, hex="0503") == rule


def test_who_turns_by_order() -> None:
    """BAR-7.3a, BAR-7.3b, BAR-7.3c"""
    gun = Draft().unit("S1", "mg", "0505", facing="N")
    assert says(gun, "S1", "change_fof", facing="S") == ""
    assert says(gun, "S1", "change_fof") == "BAR-7.3c"
    assert says(gun, "S1", "change_fof", facing="up") == "BAR-7.3c?facing"
    dug = Draft().unit("S1", "mg", "0505", facing="N", shelter="t").built("t", "trench", "0505")
    assert says(dug, "S1", "change_fof", facing="S") == "BAR-7.3b"
    bunker = Draft().unit("S1", "mg", "0505", facing="N", shelter="t").built("t", "bunker", "0505")
    assert says(bunker, "S1", "change_fof", facing="S") == ""
    none = Draft().unit("S1", "infantry", "0505", orders={"change_fof": {}})
    assert says(none, "S1", "change_fof", facing="S") == "BAR-7.3a"
    assert says(Draft().unit("S1", "infantry", "0505"), "S1", "dig_in", facing="up") == "BAR-7.16b?facing"
    digger = Draft().unit("S1", "infantry", "0505")
    assert says(digger, "S1", "dig_in", facing="N", hex="0504") == "BAR-7.16e"
    assert says(digger, "S1", "dig_in", facing="N", hex="0505") == ""


@pytest.mark.parametrize(
    ("one", "two", "said"), [(3, 2, ""), (2, 3, ""), (2, 2, "BAR-7.4e"), (4, 1, ""), (4, 0, "BAR-7.4e")]
)
def test_two_merge_that_are_not_too_large_together(one: int, two: int, said: str) -> None:
    """BAR-7.4e"""
    made = Draft().unit("S1", "infantry", "0505", losses=one).unit("S2", "infantry", "0505", losses=two)
    assert says(made, "S1", "merge", target="S2", choice="S1") == said


def test_who_merges_with_whom() -> None:
    """BAR-7.4b, BAR-7.4c, BAR-7.4d, BAR-7.4e"""

    def merges(kind: str = "infantry", name: str = "S2", at: str = "0505", stays: str = "S1", **state: Any) -> str:
        made = Draft().unit("S1", "infantry", "0505", losses=4).unit(name, kind, at, **{"losses": 3, **state})
        return says(made, "S1", "merge", target=name, choice=stays)

    assert merges() == ""
    assert merges(at="0504") == "BAR-7.4c"
    assert merges("pioneers") == "~order.other-card"
    assert merges("mortar", losses=1) == "BAR-7.4d"
    alone = Draft().unit("S1", "infantry", "0505")
    assert says(alone, "S1", "merge", target="S1", choice="S1") == "BAR-7.4b?target"
    assert says(alone, "S1", "merge", choice="S1") == "BAR-7.4b"
    assert says(alone, "S1", "merge", target="nobody", choice="S1") == "BAR-7.4b?target"
    foe = Draft().unit("S1", "infantry", "0505", losses=4).unit("G1", "infantry", "0504")
    assert says(foe, "S1", "merge", target="G1", choice="S1") == "BAR-7.4b"
    small = Draft().unit("S1", "infantry", "0505", losses=1).unit("S2", "pioneers", "0505", losses=3)
    assert says(small, "S1", "merge", target="S2", choice="S1") == "~order.other-card"
    assert says(small, "S1", "merge", target="S2", choice="S2") == "BAR-7.4e?BAR-A127 ~order.other-card"


def pioneers(**state: Any) -> Draft:
    return Draft().unit("S1", "pioneers", "0505", **state)


def test_mines_are_laid_in_the_own_hex_once() -> None:
    """BAR-7.5c, BAR-7.5e, BAR-7.5h, BAR-7.5g"""
    real = {"hex": "0505", "choice": "anti-tank"}
    assert says(pioneers(), "S1", "lay_mines", **real) == ""
    assert says(pioneers(), "S1", "lay_mines", **{**real, "hex": "0504"}) == "BAR-7.5c"
    assert says(pioneers(), "S1", "lay_mines", **{**real, "hex": ""}) == "BAR-7.5c?place"
    assert says(pioneers(), "S1", "lay_mines", **{**real, "choice": "nuclear"}) == "BAR-7.5g?kind"
    assert says(pioneers(stores={"mines": 0}), "S1", "lay_mines", **real) == "BAR-7.5e"
    assert says(pioneers(stores={"mines": 0}), "S1", "lay_mines", **{**real, "choice": "dummy"}) == ""
    used = {"used": frozenset({"mines"})}
    assert says(pioneers(**used), "S1", "lay_mines", **real) == "BAR-7.5h"
    assert says(pioneers(**used), "S1", "lay_mines", **{**real, "choice": "dummy"}) == ""
    again = {"used": frozenset({"mines", "restocked"})}
    assert says(pioneers(**again), "S1", "lay_mines", **real) == "BAR-7.5h?BAR-A38"
    running = do.Order(unit="S1", order="lay_mines", hex="0505", choice="anti-tank")
    assert says(pioneers(stores={"mines": 0}, running=running), "S1", "lay_mines", **real) == ""
    other = do.Order(unit="S1", order="lay_mines", hex="0505", choice="anti-personnel")
    assert says(pioneers(stores={"mines": 0}, running=other), "S1", "lay_mines", **real) == "BAR-7.5e"


@pytest.mark.parametrize("less", [0, 1])
@pytest.mark.parametrize("laid", [0, 1])
def test_mines_are_paid_for_each_unit_that_lays_real_ones(laid: int, less: int) -> None:
    """BAR-7.5e"""
    made = pioneers().given(points={"soviet": 100})
    made.unit("S2", "pioneers", "0606", used=frozenset({"mines"}) if laid else frozenset())
    made.unit("G1", "pioneers", "0101", used=frozenset({"mines"}))
    price = made.battle().charts["mines"].get("price", "anti-tank")
    assert isinstance(price, int)
    position = made.position("REVEAL", opened=("german", "soviet"), paid={"soviet": price * (1 + laid) - less})
    for kind, said in (("anti-tank", "BAR-7.5e" if less else ""), ("dummy", "")):
        order = do.Order(unit="S1", order="lay_mines", hex="0505", choice=kind)
        assert words(played(made, position, order).last) == said
    free = pioneers().given(points={"german": 100})
    assert says(free, "S1", "lay_mines", hex="0505", choice="anti-tank") == ""


@pytest.mark.parametrize(
    ("order", "kind", "more", "rule"),
    [
        ("clear_mines", "minefield", {}, "BAR-7.8a"),
        ("remove_wire", "wire", {"side": "0504"}, "BAR-7.11b"),
        ("remove_obstacle", "teeth", {"side": "0504"}, "BAR-7.12b"),
    ],
)
def test_what_is_removed_is_there(order: str, kind: str, more: dict[str, str], rule: str) -> None:
    """BAR-7.8a, BAR-7.11b, BAR-7.12b"""
    assert says(pioneers().built("x", kind, "0505", **more), "S1", order) == ""
    assert says(pioneers().built("x", kind, "0303"), "S1", order) == rule
    assert says(pioneers().built("x", "smoke", "0505", **more), "S1", order) == rule


@pytest.mark.parametrize(
    ("order", "kind", "rule"), [("remove_wire", "wire", "BAR-7.11b"), ("remove_obstacle", "teeth", "BAR-7.12b")]
)
def test_on_which_side_the_obstacle_lies(order: str, kind: str, rule: str) -> None:
    """BAR-7.11b, BAR-7.12b"""
    for at, side in (("0505", "0504"), ("0504", "0505")):
        made = pioneers().built("x", kind, at, side=side)
        assert says(made, "S1", order, hex="0505", side="0504") == ""
        assert says(made, "S1", order, hex="0504", side="0505") == ""
        assert says(made, "S1", order, side="0504") == ""
        assert says(made, "S1", order, hex="0505", side="0604") == rule
        assert says(made, "S1", order, hex="0504", side="0503") == rule
        assert says(made, "S1", order, hex="0504") == ""
        assert says(made, "S1", order, hex="0604") == rule
    foreign = Draft().unit("S1", "infantry", "0505", orders={order: {"boxes": 2}}).built("x", kind, "0505", side="0504")
    assert says(foreign, "S1", order) == ""
    only = {"remove_wire": "BAR-7.11a", "remove_obstacle": "BAR-7.12a"}[order]
    assert says(foreign, "S1", order, rulings=(other_reading("BAR-A92"),)) == only


@pytest.mark.parametrize("kind", ["bunker", "bridge", "pontoon"])
def test_charges_are_placed_at_what_is_there(kind: str) -> None:
    """BAR-7.9a, BAR-7.9c, BAR-7.9g"""
    assert says(pioneers().built("x", kind, "0505"), "S1", "place_charges", choice=kind) == ""
    assert says(pioneers().built("x", kind, "0504"), "S1", "place_charges", choice=kind) == "BAR-7.9c"
    assert says(pioneers().built("x", kind, "0505"), "S1", "place_charges") == ""
    assert says(pioneers().built("x", "wire", "0505"), "S1", "place_charges", choice="wire") == "BAR-7.9a"
    used = pioneers(used=frozenset({"charges"})).built("x", kind, "0505")
    assert "BAR-7.9g" in says(used, "S1", "place_charges", choice=kind).split()


@pytest.mark.parametrize(
    ("at", "site", "said"),
    [
        ("0505", "0504", ""),
        ("0505", "", "BAR-7.13d?place"),
        ("0505", "0604", "BAR-7.13a"),
        ("0505", "9999", "BAR-7.13a"),
        ("0506", "0504", "BAR-7.13b BAR-7.13d"),
        ("0602", "0504", "BAR-7.13b BAR-7.13d"),
    ],
)
def test_where_a_pontoon_bridge_is_built(at: str, site: str, said: str) -> None:
    """BAR-7.13a, BAR-7.13b, BAR-7.13d"""
    made = Draft().ground("0504", terrain="river").unit("S1", "pioneers", at).unit("S2", "pioneers", at)
    assert says(made, "S1", "build_pontoon", hex=site) == said


def test_ruins_are_built_up_again() -> None:
    """BAR-11.2c"""
    made = pioneers().ground("0404", terrain="river").built("r", "destroyed-bridge", "0504")
    assert says(made, "S1", "build_pontoon", hex="0504") == ""
    dry = pioneers().built("r", "destroyed-bridge", "0504")
    assert says(dry, "S1", "build_pontoon", hex="0504") == "BAR-7.13b"


@pytest.mark.parametrize(("terrain", "said"), [("forest", ""), ("light_woods", "BAR-7.17b"), ("plain", "BAR-7.17b")])
def test_a_path_is_cleared_in_forest(terrain: str, said: str) -> None:
    """BAR-7.17b"""
    assert says(pioneers().ground("0505", terrain=terrain), "S1", "clear_path") == said


# --------------------------------------------------------------------------------------------------------------- supply
def hungry(**state: Any) -> Draft:
    return Draft().unit("S1", "infantry", "0505", ammo=1, **state)


def test_supply_comes_from_a_transport_or_a_box_of_the_hex() -> None:
    """BAR-7.14b"""
    assert says(hungry().unit("S2", "truck", "0505"), "S1", "receive_supply", target="S2") == ""
    assert says(hungry().unit("S2", "truck", "0505"), "S1", "receive_supply") == ""
    assert says(hungry().unit("S2", "truck", "0504"), "S1", "receive_supply", target="S2") == "BAR-7.14b"
    assert says(hungry().unit("S2", "truck", "0504"), "S1", "receive_supply") == "BAR-7.14b"
    assert says(hungry().unit("S2", "light", "0505"), "S1", "receive_supply", target="S2") == "BAR-7.14b"
    assert says(hungry().built("c", "cargo", "0505"), "S1", "receive_supply") == ""
    assert says(hungry().built("c", "cargo", "0504"), "S1", "receive_supply") == "BAR-7.14b"
    assert says(hungry().unit("G2", "truck", "0505"), "S1", "receive_supply", target="G2") == "BAR-7.14b"
    assert says(hungry(), "S1", "receive_supply", target="S1") == "BAR-7.14b?partner"
    gives = hungry().unit("S2", "truck", "0505")
    assert says(gives, "S2", "receive_supply", target="S1") == ""
    far = hungry().unit("S2", "truck", "0504")
    assert says(far, "S2", "receive_supply", target="S1") == "BAR-7.14b"
    rides = Draft().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505")
    assert says(rides, "S2", "receive_supply", target="S1") == ""


@pytest.mark.parametrize(
    ("at", "ammo", "losses", "said"),
    [
        ("0101", 10, 0, ""), ("0102", 10, 0, "BAR-7.15b"), ("0101", 30, 0, "~order.full"), ("0101", 30, 1, ""),
        ("0101", 29, 0, ""),
    ],
)  # fmt: skip
def test_transports_load_at_the_edge_that_is_theirs(at: str, ammo: int, losses: int, said: str) -> None:
    """BAR-7.15b"""
    made = Draft().unit("S1", "truck", at, ammo=ammo, losses=losses)
    made.given(supply={"soviet": frozenset({"0101"}), "german": frozenset({"0102"})})
    assert says(made, "S1", "load_supply", hex=at) == said


# ------------------------------------------------------------------------------------------------------------- aircraft
def squadron(kind: str = "stuka", *, air: int = READY, at: str = "", staff: str = "0109", **hq: Any) -> Draft:
    made = Draft().unit("S1", kind, at, air=air).unit("S2", "infantry", "0304").unit("G1", "infantry", "0303")
    return made.unit("S9", "hq", staff, **hq) if staff else made


STRIKE = {"hex": "0303", "entry": "0110"}


def test_who_may_be_sent_into_the_air() -> None:
    """BAR-9.3a, BAR-9.3e, BAR-9.8a, BAR-9.8b, BAR-10.10c"""
    assert says(squadron(), "S1", "air_strike", **STRIKE) == ""
    assert says(squadron(air=READY - 1), "S1", "air_strike", **STRIKE) == "BAR-9.3e"
    assert says(squadron(at="0304", air=0), "S1", "air_strike", **STRIKE) == "BAR-9.3a"
    assert says(squadron(staff=""), "S1", "air_strike", **STRIKE) == "BAR-9.8a"
    assert says(squadron(suppressed=True), "S1", "air_strike", **STRIKE) == "BAR-9.8b"
    assert says(squadron(out=True), "S1", "air_strike", **STRIKE) == "BAR-10.10c"
    theirs = squadron(staff="").unit("G9", "hq", "0109", out=True)
    assert says(theirs, "S1", "air_strike", **STRIKE) == "BAR-9.8a"
    two = squadron(suppressed=True).unit("S8", "hq", "0209")
    assert says(two, "S1", "air_strike", **STRIKE) == ""


def test_a_mission_that_goes_on_asks_for_nobody() -> None:
    """BAR-9.3a, BAR-9.8c"""
    circles = {"hex": "0303", "entry": "0110", "number": 1, "rounds": 2}
    running = do.Order(unit="S1", order="recon", **circles)
    made = Draft().unit("S1", "recon", "0303", running=running).unit("G1", "infantry", "0303")
    assert says(made, "S1", "recon", **circles) == ""
    assert says(made, "S1", "recon", **{**circles, "hex": "0304"}) == "BAR-9.8a BAR-9.8c"
    assert says(made, "S1", "air_strike", **STRIKE) == "BAR-9.10c?BAR-A109 BAR-9.3a BAR-9.8a"
    landed = Draft().unit("S1", "recon", "", air=READY, running=running).unit("G1", "infantry", "0303")
    assert says(landed, "S1", "recon", **circles) == "BAR-9.8a BAR-9.8c"


@pytest.mark.parametrize(
    ("order", "rule", "more"),
    [
        ("air_strike", "BAR-9.10c", {}),
        ("recon", "BAR-9.8c", {"number": 1, "rounds": 1}),
        ("drop_supply", "BAR-9.8c", {"number": 1}),
        ("air_landing", "BAR-9.8c", {}),
    ],
)
def test_somebody_on_the_ground_sees_the_target_of_a_flight(order: str, rule: str, more: dict[str, int]) -> None:
    """BAR-9.8c, BAR-9.10c"""
    names = {"air_strike": "BAR-9.10b", "recon": "BAR-9.13b", "drop_supply": "BAR-9.18b", "air_landing": "BAR-9.16b"}
    walls = ("0302", "0403", "0404", "0304", "0203", "0202", "0204", "0402")
    seen = squadron("airlift")
    assert says(seen, "S1", order, **STRIKE, **more) == ""
    blind = Draft().unit("S1", "airlift", air=READY).unit("S9", "hq", "0109").unit("G1", "infantry", "0303")
    blind.ground(*walls, terrain="town")
    assert says(blind, "S1", order, **STRIKE, **more) == rule
    assert says(seen, "S1", order, **{**STRIKE, "hex": "9999"}, **more) == names[order]
    assert says(seen, "S1", order, **{**STRIKE, "hex": ""}, **more) == names[order]
    pilot = blind.unit("S3", "stuka", "0303", air=0)
    assert says(pilot, "S1", order, **STRIKE, **more) == (f"{rule}?BAR-A109" if order == "air_strike" else rule)


@pytest.mark.parametrize(("order", "rule"), [("intercept", "BAR-9.12b"), ("escort", "BAR-9.19b")])
def test_which_aircraft_an_order_names(order: str, rule: str) -> None:
    """BAR-9.12b, BAR-9.19b"""
    made = squadron("fighter").unit("G2", "stuka", "0404").unit("S3", "stuka", air=READY)
    foe, friend = ("", rule) if order == "intercept" else (rule, "")
    assert says(made, "S1", order, target="G2", entry="0110") == foe
    assert says(made, "S1", order, target="S3", entry="0110") == friend
    assert says(made, "S1", order, target="S1", entry="0110") == rule
    assert says(made, "S1", order, target="G1", entry="0110") == rule
    assert says(made, "S1", order, target="S2", entry="0110") == rule
    assert says(made, "S1", order, target="nobody", entry="0110") == f"{rule}?target"
    assert says(made, "S1", order, entry="0110") == rule


@pytest.mark.parametrize(("order", "zone", "radius", "rounds"), [
    ("recon", 4, "BAR-9.13c", "BAR-9.13e"), ("air_patrol", 3, "BAR-9.17d?BAR-A114", "BAR-9.17f"),
])  # fmt: skip
def test_how_wide_and_how_long_a_flight_is(order: str, zone: int, radius: str, rounds: str) -> None:
    """BAR-9.13c, BAR-9.13e, BAR-9.17d, BAR-9.17f"""
    made = squadron("fighter")
    for number, said in ((0, ""), (zone, ""), (zone + 1, radius), (-1, radius)):
        assert says(made, "S1", order, **STRIKE, number=number, rounds=1) == said, number
    for number, said in ((1, ""), (3, ""), (4, rounds), (-1, rounds)):
        assert says(made, "S1", order, **STRIKE, number=1, rounds=number) == said, number
    bomber = says(squadron("stuka"), "S1", order, **STRIKE, number=1, rounds=1)
    assert bomber == ("BAR-9.17b" if order == "air_patrol" else "")


@pytest.mark.parametrize(("number", "said"), [(0, ""), (10, ""), (11, "BAR-9.18d"), (-1, "BAR-9.18d")])
def test_how_much_is_dropped(number: int, said: str) -> None:
    """BAR-9.18d"""
    assert says(squadron("airlift"), "S1", "drop_supply", **STRIKE, number=number) == said


@pytest.mark.parametrize(("losses", "said"), [(0, "BAR-9.16d"), (1, ""), (2, "")])
def test_paratroops_fit_into_their_aircraft(losses: int, said: str) -> None:
    """BAR-9.16d, BAR-9.16c"""
    made = squadron("airlift").unit("S3", "infantry", carrier="S1", losses=losses, orders={"air_landing": {}})
    assert says(made, "S1", "air_landing", **STRIKE, target="S3") == said
    assert says(made, "S3", "air_landing", **STRIKE, target="S1") == said
    other = made.unit("S4", "infantry", "0304", losses=3)
    assert says(other, "S1", "air_landing", **STRIKE, target="S4") == "BAR-9.16c?target"


# ---------------------------------------------------------------------------------------------------- who gets an order
def test_what_is_written_on_the_card_can_be_ordered() -> None:
    """BAR-6.0b, BAR-7.0a, BAR-9.1b"""
    bare = Draft().unit("S1", "infantry", "0505", orders={}).unit("G1", "infantry", "0504")
    unprinted = {
        "wait": "BAR-6.0b", "defend": "BAR-6.0b", "open_fire": "BAR-6.0b", "change_fof": "BAR-7.0a",
        "recon": "BAR-9.1b",
        "lay_mines": "BAR-7.5b", "place_charges": "BAR-7.9b", "fire_on_move": "BAR-8.7a", "mount": "BAR-8.8a",
        "smoke": "BAR-6.4a", "indirect_fire": "BAR-10.3a",
    }  # fmt: skip
    for order, rule in unprinted.items():
        assert rule in says(bare, "S1", order).split(), order
    assert says(bare, "S1", "dance") == "BAR-6.0b?meaning"


def test_nobody_gets_two_orders_or_one_when_it_can_get_none() -> None:
    """BAR-4.2b, BAR-3.3d, BAR-5.11g, BAR-6.4h"""
    made = Draft().unit("S1", "infantry", "0505")
    assert says(made.order("S1", "wait"), "S1", "wait") == "BAR-4.2b"
    assert says(Draft().unit("S1", "infantry", "0505", out=True), "S1", "wait") == "BAR-3.3d"
    assert says(Draft().unit("S1", "infantry", "0505", flagged=True), "S1", "wait") == "BAR-5.11g"
    assert says(Draft().unit("S1", "infantry", "0505", suppressed=True), "S1", "wait") == ""
    assert says(Draft().unit("S1", "infantry", "0505", flagged=True), "S1", "") == "BAR-4.3a?order"
    assert says(Draft().unit("S1", "infantry", "0505", smoked=1), "S1", "wait") == "BAR-6.4h"
    assert says(Draft().unit("S1", "infantry", "0505", smoked=2), "S1", "wait") == ""
    assert says(Draft(round=1).unit("S1", "infantry", "0505", smoked=0), "S1", "wait") == ""
    assert says(Draft().unit("S1", "infantry", "0505", smoked=1), "S1", "") == "BAR-4.3a?order"
    assert says(Draft().unit("S1", "fighter", air=0, smoked=1), "S1", "wait") == ""
    assert says(made, "nobody", "wait") == "BAR-6.0a?unit"


@pytest.mark.parametrize(
    ("order", "fields", "said"),
    [
        ("wait", {}, "~order.bound-waits"),
        ("march", {"route": ("0504",)}, ""),
        ("march", {"route": ("0505", "0504")}, ""),
        ("march", {"route": ("0504", "0503")}, "BAR-5.8c"),
        ("assault", {"target": "G1"}, ""),
        ("mount", {"target": "S2"}, "BAR-5.6i?BAR-A68"),
        ("open_fire", {"target": "G2"}, "BAR-5.6i"),
        ("", {}, "BAR-4.3a?order"),
    ],
)
def test_who_is_bound_fights_on_or_leaves_by_one_hex(order: str, fields: dict[str, Any], said: str) -> None:
    """BAR-5.6i, BAR-5.8c"""
    made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505")
    made.unit("G2", "infantry", "0504").unit("S2", "truck", "0505")
    if order == "march":
        made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505")
    assert says(made, "S1", order, **fields) == said
    free = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0606")
    assert says(free, "S1", "wait") == ""


@pytest.mark.parametrize(
    ("order", "fields", "set_up", "packed"),
    [
        ("open_fire", {"target": "G1"}, "BAR-7.1d", ""),
        ("suppressive_fire", {"target": "G1"}, "BAR-7.1d", ""),
        ("defend", {"facing": "N", "number": 1}, "BAR-7.1d", ""),
        ("defend", {"facing": "N", "number": 1, "choice": "trench"}, "BAR-11.5f", ""),
        ("cautious_move", {"route": ("0404",)}, "", "BAR-7.2d"),
        ("wait", {}, "", ""),
    ],
)
def test_weapons_fire_set_up_and_move_packed_up(order: str, fields: dict[str, Any], set_up: str, packed: str) -> None:
    """BAR-7.1d, BAR-7.2d, BAR-11.5f"""

    def said(**state: bool) -> str:
        made = Draft().unit("S1", "mg", "0505", facing="N", **state).unit("G1", "infantry", "0503")
        return says(made.built("t", "trench", "0505"), "S1", order, **fields)

    assert said(set_up=True, packed=False) == packed
    assert said(set_up=False, packed=True) == set_up
    assert said(set_up=False, packed=False) == (set_up or packed)


@pytest.mark.parametrize(("order", "cost"), [("open_fire", 1), ("suppressive_fire", 3)])
def test_an_order_that_cannot_be_paid_is_in_doubt(order: str, cost: int) -> None:
    """BAR-3.8c"""
    for ammo in range(5):
        made = Draft().unit("S1", "infantry", "0505", ammo=ammo).unit("G1", "infantry", "0504")
        assert says(made, "S1", order, target="G1") == ("" if ammo >= cost else "BAR-3.8c?BAR-A54"), ammo
