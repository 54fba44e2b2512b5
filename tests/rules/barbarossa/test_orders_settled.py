"""Questions that are in order as we read them: wrong once players have settled another reading."""

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks, doubts


def test_smoke_without_other_ammunition():
    """BAR-6.4b, BAR-3.8c"""
    made = Draft().unit("G1", "mortar", "0505", facing="N", ammo=0)

    assert made.said("G1", "smoke", hex="0503").legal
    assert breaks(made.said("G1", "smoke", hex="0503", rulings=("BAR-A80=no",)), "BAR-3.8c")


def test_a_unit_without_an_order():
    """BAR-4.2f"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503", suppressed=True, flagged=True)
    rulings = ("BAR-A57=must",)

    assert made.opened().legal
    assert breaks(made.opened(rulings=rulings).last, "BAR-4.2f")
    assert made.opened(do.Order(unit="S1", order="wait"), rulings=rulings).legal


def test_merging_units_with_different_cards():
    """BAR-7.4d"""
    made = Draft().unit("S1", "infantry", "0705", losses=2).unit("S2", "mg", "0705", losses=1)

    assert made.said("S1", "merge", target="S2", choice="S1").legal
    settled = made.said("S1", "merge", target="S2", choice="S1", rulings=("BAR-A35=card",))
    assert breaks(settled, "BAR-7.4d")


def test_supply_out_of_a_dropped_box():
    """BAR-7.14b, BAR-9.18f"""
    made = Draft().unit("S1", "mortar", "0505").built("C", "cargo", "0505")

    assert made.said("S1", "receive_supply").legal
    assert breaks(made.said("S1", "receive_supply", rulings=("BAR-A115=none",)), "BAR-7.14b")


def test_obstacles_removed_by_others_than_pioneers():
    """BAR-7.11a, BAR-7.12a, BAR-7.13a"""
    orders = {"remove_wire": {}, "remove_obstacle": {"boxes": 1}, "build_pontoon": {"boxes": 1, "manpower": 1}}
    made = Draft().unit("S1", "infantry", "0505", orders=orders).built("W", "wire", "0505", side="0504")
    made.built("T", "teeth", "0505", side="0604").ground("0506", terrain="river")
    rulings = ("BAR-A92=pioneers",)

    for order, place, rule in (
        ("remove_wire", "", "BAR-7.11a"),
        ("remove_obstacle", "", "BAR-7.12a"),
        ("build_pontoon", "0506", "BAR-7.13a"),
    ):
        assert made.said("S1", order, hex=place).legal
        assert breaks(made.said("S1", order, hex=place, rulings=rulings), rule)


def test_one_of_two_headquarters_suppressed():
    """BAR-9.8b, BAR-10.3d"""
    made = Draft().unit("G1", "stuka", "", air=4).unit("G2", "infantry", "0405").unit("G8", "hq", "0105")
    made.unit("G9", "hq", "0109", suppressed=True).unit("G3", "howitzer", "0309", facing="N")
    made.unit("S1", "infantry", "0306")
    rulings = ("BAR-A107=all",)

    assert made.said("G1", "air_strike", hex="0306").legal
    assert breaks(made.said("G1", "air_strike", hex="0306", rulings=rulings), "BAR-9.8b")
    assert made.said("G3", "indirect_fire", target="S1").legal
    assert breaks(made.said("G3", "indirect_fire", target="S1", rulings=rulings), "BAR-10.3d")


def test_an_order_that_cannot_be_paid_in_full():
    """BAR-3.8c"""
    made = Draft().unit("S1", "infantry", "0505", ammo=1).unit("G1", "infantry", "0503")

    assert doubts(made.said("S1", "suppressive_fire", target="G1"), "BAR-A54")
    assert breaks(made.said("S1", "suppressive_fire", target="G1", rulings=("BAR-A54=no",)), "BAR-3.8c")
    assert made.said("S1", "suppressive_fire", target="G1", rulings=("BAR-A54=yes",)).legal


def test_a_patrol_beyond_the_printed_radius():
    """BAR-9.17d"""
    made = Draft().unit("G1", "fighter", "", air=4).unit("G2", "infantry", "0405").unit("G8", "hq", "0105")
    fields = {"hex": "0405", "number": 5, "rounds": 1}

    assert made.said("G1", "air_patrol", **fields, rulings=("BAR-A114=any",)).legal
    assert breaks(made.said("G1", "air_patrol", **fields, rulings=("BAR-A114=printed",)), "BAR-9.17d")
