"""Special orders (7): where the unit stands, what is there, what is written."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.orders.pairs import driver
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts


def sappers(at: str = "0505", **state: object) -> Draft:
    return Draft().unit("S1", "pioneers", at, **state)


@pytest.mark.parametrize(("order", "rule"), [("set_up", "BAR-7.1b"), ("pack_up", "BAR-7.2b")])
def test_a_gun_goes_one_hex_at_most_when_it_is_set_up_or_packed_up(order: str, rule: str):
    """BAR-7.1b, BAR-7.2b"""
    made = Draft().unit("S1", "at-gun", "0505", facing="N")

    assert made.said("S1", order, hex="0505").legal
    assert made.said("S1", order, hex="0504").legal
    assert breaks(made.said("S1", order, hex="0503"), rule)


def test_a_towed_gun_is_set_up_around_its_transport():
    """BAR-7.10h, BAR-7.1b"""
    made = Draft().unit("S1", "truck", "0505").unit("S2", "at-gun", carrier="S1", towed=True, set_up=False, packed=True)

    assert made.said("S2", "set_up", hex="0504").legal
    assert breaks(made.said("S2", "set_up", hex="0502"), "BAR-7.1b")


def test_nobody_turns_in_a_trench():
    """BAR-IN-37, BAR-7.3a, BAR-7.3b, BAR-7.3c"""
    dug = Draft().unit("S1", "mg", "0505", facing="N", shelter="T").built("T", "trench", "0505", side="0504")

    assert breaks(dug.said("S1", "change_fof", facing="NE"), "BAR-7.3b")
    assert Draft().unit("S1", "mg", "0505", facing="N").said("S1", "change_fof", facing="NE").legal
    assert Draft().unit("S1", "mg", "0505").said("S1", "change_fof", facing="up").verdict == "undecided"
    all_round = Draft().unit("S1", "mg", "0505", abilities=[])
    assert breaks(all_round.said("S1", "change_fof", facing="NE"), "BAR-7.3a")


# ----------------------------------------------------------------------------------------------------------- merge
def merging(losses: int = 3, **more: object) -> Draft:
    made = Draft().unit("S2", "infantry", "0705", losses=2).unit("S4", "infantry", "0705", losses=losses, **more)
    return made.ground("0705", terrain="village")


def test_two_of_a_kind_merge_up_to_their_first_size():
    """BAR-EX-13, BAR-7.4b, BAR-7.4c, BAR-7.4e, BAR-7.4i"""
    assert merging().said("S2", "merge", target="S4", choice="S2").legal
    assert breaks(merging(losses=2).said("S2", "merge", target="S4", choice="S2"), "BAR-7.4e")
    apart = Draft().unit("S2", "infantry", "0705").unit("S4", "infantry", "0704", losses=3)
    assert breaks(apart.said("S2", "merge", target="S4"), "BAR-7.4c")
    foe = Draft().unit("S2", "infantry", "0705").unit("G1", "infantry", "0705")
    assert breaks(foe.said("S2", "merge", target="G1"), "BAR-7.4b")


def test_only_the_type_must_be_the_same():
    """BAR-IN-97, BAR-7.4d"""
    made = Draft().unit("S1", "infantry", "0705", losses=2).unit("S2", "mg", "0705", losses=1)
    made.unit("S3", "mortar", "0705", losses=1)

    different = made.said("S1", "merge", target="S2", choice="S1")
    assert different.legal
    assert different.findings != ()
    assert breaks(made.said("S1", "merge", target="S3", choice="S1"), "BAR-7.4d")


def test_whether_a_small_unit_can_grow_is_open():
    """BAR-7.4e"""
    made = Draft().unit("S1", "infantry", "0705", losses=2).unit("S2", "mg", "0705", losses=1)

    assert doubts(made.said("S1", "merge", target="S2", choice="S2"), "BAR-A127")


# ------------------------------------------------------------------------------------------------- pioneers at work
def test_mines_are_laid_in_the_own_hex_and_once():
    """BAR-IN-38, BAR-7.5c, BAR-7.5e, BAR-7.5g, BAR-7.5h, BAR-7.5i"""
    laid = frozenset({"mines"})

    assert sappers().said("S1", "lay_mines", hex="0505", choice="anti-tank").legal
    assert breaks(sappers().said("S1", "lay_mines", hex="0504", choice="anti-tank"), "BAR-7.5c")
    assert breaks(sappers(used=laid).said("S1", "lay_mines", hex="0505", choice="anti-personnel"), "BAR-7.5h")
    assert sappers(used=laid).said("S1", "lay_mines", hex="0505", choice="dummy").legal
    assert sappers().said("S1", "lay_mines", hex="0505", choice="chocolate").verdict == "undecided"
    none = sappers(stores={"mines": 0})
    assert breaks(none.said("S1", "lay_mines", hex="0505", choice="anti-tank"), "BAR-7.5e")
    restocked = sappers(used=laid | {"restocked"})
    assert doubts(restocked.said("S1", "lay_mines", hex="0505", choice="anti-tank"), "BAR-A38")


def test_mines_are_paid_for_where_points_are_spent():
    """BAR-7.5e"""
    made = sappers().given(points={"soviet": 10})
    order = do.Order(unit="S1", order="lay_mines", hex="0505", choice="anti-tank")
    dummy = do.Order(unit="S1", order="lay_mines", hex="0505", choice="dummy")

    def says(order: do.Order, paid: int):
        return made.play(made.position("REVEAL", opened=BOTH, paid={"soviet": paid}), order).last

    assert says(order, paid=4).legal
    assert breaks(says(order, paid=0), "BAR-7.5e")
    assert says(dummy, paid=0).legal


def test_where_the_mines_are_laid_may_stay_covered():
    """BAR-7.5c"""
    assert sappers().said("S1", "lay_mines").rules == ("BAR-7.5c",)
    assert sappers().said("S1", "lay_mines").verdict == "undecided"


def test_mines_are_cleared_where_they_lie():
    """BAR-7.8a, BAR-7.7b"""
    assert sappers().built("M", "minefield", "0505").said("S1", "clear_mines").legal
    assert breaks(sappers().built("M", "minefield", "0504").said("S1", "clear_mines"), "BAR-7.8a")


def test_charges_are_for_bridges_and_bunkers_in_the_own_hex_and_once():
    """BAR-IN-83, BAR-7.9a, BAR-7.9c, BAR-7.9g"""
    made = sappers().built("B", "bunker", "0505")

    assert made.said("S1", "place_charges", choice="bunker").legal
    assert breaks(made.said("S1", "place_charges", choice="bridge"), "BAR-7.9c")
    assert breaks(made.said("S1", "place_charges", choice="village"), "BAR-7.9a")
    used = sappers(used=frozenset({"charges"})).built("B", "bunker", "0505")
    assert breaks(used.said("S1", "place_charges", choice="bunker"), "BAR-7.9g")


@pytest.mark.parametrize(
    ("order", "kind", "rule"), [("remove_wire", "wire", "BAR-7.11b"), ("remove_obstacle", "teeth", "BAR-7.12b")]
)
def test_obstacles_are_removed_from_beside(order: str, kind: str, rule: str):
    """BAR-7.11a, BAR-7.11b, BAR-7.12a, BAR-7.12b"""
    made = sappers().built("O", kind, "0505", side="0504")

    assert made.said("S1", order, hex="0505", side="0504").legal
    assert made.said("S1", order, hex="0504", side="0505").legal
    assert made.said("S1", order).legal
    assert breaks(made.said("S1", order, hex="0505", side="0604"), rule)
    assert breaks(made.said("S1", order, hex="0703", side="0704"), rule)
    assert breaks(sappers().said("S1", order), rule)


def river() -> Draft:
    made = Draft().unit("S1", "pioneers", "0805").unit("S2", "pioneers", "0803").unit("S3", "pioneers", "0804")
    made.unit("S4", "pioneers", "1105")
    return made.ground("0701", "0702", "0703", "0704", "0705", "0706", terrain="river")


def test_a_bridge_is_built_from_beside_its_river_hex():
    """BAR-7.13a, BAR-7.13b, BAR-7.13d, BAR-11.2c"""
    assert river().said("S1", "build_pontoon", hex="0705").legal
    assert breaks(river().said("S2", "build_pontoon", hex="0705"), "BAR-7.13d")
    assert breaks(river().said("S4", "build_pontoon", hex="0705"), "BAR-7.13b")
    assert breaks(river().said("S1", "build_pontoon", hex="0905"), "BAR-7.13a")
    assert river().said("S1", "build_pontoon").verdict == "undecided"
    assert river().built("B", "destroyed-bridge", "0705").said("S1", "build_pontoon", hex="0705").legal


def test_a_path_is_cleared_in_forest():
    """BAR-7.17a, BAR-7.17b"""
    assert sappers().ground("0505", terrain="forest").said("S1", "clear_path").legal
    assert breaks(sappers().said("S1", "clear_path"), "BAR-7.17b")


def test_one_digs_where_one_is():
    """BAR-7.16a, BAR-7.16b, BAR-7.16e"""
    assert sappers().said("S1", "dig_in", facing="N").legal
    assert breaks(sappers().said("S1", "dig_in", facing="N", hex="0504"), "BAR-7.16e")


# ---------------------------------------------------------------------------------------------------------- supply
def test_supply_comes_from_a_transport_of_the_same_hex():
    """BAR-7.14b, BAR-9.18f"""
    made = Draft().unit("S1", "mortar", "0505").unit("S3", "truck", "0505")
    apart = Draft().unit("S1", "mortar", "0505").unit("S3", "truck", "0504")

    assert made.said("S1", "receive_supply", target="S3").legal
    assert made.said("S3", "receive_supply", target="S1").legal
    assert breaks(apart.said("S1", "receive_supply", target="S3"), "BAR-7.14b")
    assert breaks(Draft().unit("S1", "mortar", "0505").said("S1", "receive_supply"), "BAR-7.14b")
    assert Draft().unit("S1", "mortar", "0505").built("C", "cargo", "0505").said("S1", "receive_supply").legal


def test_transports_load_where_the_scenario_says():
    """BAR-7.15a, BAR-7.15b"""
    made = Draft().unit("S1", "truck", "1305", losses=1).given(supply={"soviet": frozenset({"1305"})})
    elsewhere = Draft().unit("S1", "truck", "1304").given(supply={"soviet": frozenset({"1305"})})

    assert made.said("S1", "load_supply").legal
    assert breaks(elsewhere.said("S1", "load_supply"), "BAR-7.15b")
    full = Draft().unit("S1", "truck", "1305").given(supply={"soviet": frozenset({"1305"})}).said("S1", "load_supply")
    assert [each.why for each in full.findings] == ["order.full"]


# ---------------------------------------------------------------------------------------------- orders of two units
def test_both_units_merge():
    """BAR-7.4b"""
    one, other = do.Order(unit="S2", order="merge", target="S4"), do.Order(unit="S4", order="merge", target="S2")

    assert merging().opened(one, other).legal
    assert breaks(merging().opened(one).last, "BAR-7.4b")
    assert merging().opened(one, do.Order(unit="S4")).last.verdict == "undecided"
    astray = do.Order(unit="S4", order="merge", target="S9")
    assert breaks(merging().opened(one, astray).last, "BAR-7.4b")


def test_the_transport_has_the_order_to_supply_too():
    """BAR-IN-42, BAR-7.14c, BAR-7.14i"""
    made = Draft().unit("S1", "mortar", "0505").unit("S2", "mortar", "0505").unit("S3", "truck", "0505")
    orders = [do.Order(unit=name, order="receive_supply") for name in ("S1", "S2", "S3")]

    assert made.opened(*orders).legal
    assert breaks(made.opened(*orders[:2]).last, "BAR-7.14c")
    assert made.opened(*orders[:2], do.Order(unit="S3")).last.verdict == "undecided"


def test_the_transport_has_the_order_to_let_off_too():
    """BAR-8.9b"""
    made = Draft().unit("S1", "truck", "0505").unit("S2", "infantry", carrier="S1")
    off, lets = do.Order(unit="S2", order="dismount"), do.Order(unit="S1", order="dismount")

    assert made.opened(off, lets).legal
    assert breaks(made.opened(off).last, "BAR-8.9b")
    assert breaks(made.opened(lets).last, "BAR-8.9b")
    assert made.opened(lets, do.Order(unit="S2")).last.verdict == "undecided"


def test_enough_units_build_the_bridge():
    """BAR-IN-82, BAR-7.13c, BAR-7.13d"""
    one, other = (do.Order(unit=name, order="build_pontoon", hex="0705") for name in ("S1", "S3"))

    assert river().opened(one, other).legal
    assert breaks(river().opened(one).last, "BAR-7.13c")
    assert river().opened(one, do.Order(unit="S3")).rulings[-1].verdict == "undecided"


def test_enough_units_dig_in_one_hex():
    """BAR-7.16c, BAR-7.16d"""
    cards = {"dig_in": {"boxes": 2, "manpower": 2}}
    made = Draft().unit("S1", "infantry", "0505", orders=cards).unit("S2", "infantry", "0505", orders=cards)
    made.unit("S3", "infantry", "0504", orders=cards)
    dig = {name: do.Order(unit=name, order="dig_in", facing="N") for name in ("S1", "S2", "S3")}

    assert made.opened(dig["S1"], dig["S2"]).legal
    assert breaks(made.opened(dig["S1"]).last, "BAR-7.16c")
    assert breaks(made.opened(dig["S1"], dig["S3"]).last, "BAR-7.16d")


def test_a_bunker_holds_two_units():
    """BAR-IN-55, BAR-11.6h, BAR-11.6l"""
    made = Draft().unit("S1", "infantry", "0505").unit("S2", "infantry", "0505").unit("S3", "mg", "0505", facing="N")
    made.built("B", "bunker", "0505")
    inside = {name: do.Order(unit=name, order="defend", facing="N", number=1, choice="bunker") for name in made.units}

    assert made.opened(inside["S1"], inside["S3"]).legal
    assert breaks(made.opened(*inside.values()).last, "BAR-11.6h")


def test_a_carrier_gets_the_movement_orders():
    """BAR-7.10d"""
    made = Draft().unit("S1", "truck", "0505").unit("S2", "at-gun", carrier="S1", towed=True)
    case = made.case(made.position("REVEAL"))

    assert driver(case, "S2") == "S1"
    assert driver(case, "S1") == "S1"
