"""Works of pioneers that a strict reading of what is written would forbid, and the book does not."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.shared.played import Played


# ---------------------------------------------------------------------------------- what the book has no field for
@pytest.mark.parametrize(("stands", "written"), [("pontoon", "bridge"), ("bridge", "pontoon")])
def test_charges_at_a_bridge_are_charges_at_a_bridge_of_either_kind(stands: str, written: str):
    """BAR-7.9a, BAR-7.9c, BAR-7.9e"""
    made = Draft().ground("0506", terrain="river").built("x", stands, "0506").unit("S1", "pioneers", "0506")
    assert made.said("S1", "place_charges", choice=written).legal
    assert breaks(made.said("S1", "place_charges", choice="bunker"), "BAR-7.9c")

    given = do.Order(unit="S1", order="place_charges", choice=written)
    made.unit("S1", "pioneers", "0506", running=given, boxes=1, order=given)
    blown = made.play(made.at("S12"), do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1"))
    assert blown.legal
    assert not {"bridge", "pontoon"} & {each.kind for each in blown.position.structures.values()}


def test_a_ruin_is_no_bridge_to_blow_up():
    """BAR-7.9c"""
    made = Draft().ground("0506", terrain="river").built("x", "destroyed-bridge", "0506")
    assert breaks(made.unit("S1", "pioneers", "0506").said("S1", "place_charges", choice="bridge"), "BAR-7.9c")


def test_who_gives_the_supply_is_not_shown_if_it_is_not_the_transport_that_was_named():
    """BAR-7.14b, BAR-7.14c"""
    made = Draft().unit("S1", "infantry", "0506", ammo=2).unit("S2", "truck", "0506").unit("S3", "truck", "0505")
    for unit in ("S1", "S2"):
        assert [each.missing for each in made.said(unit, "receive_supply", target="S3").findings] == ["partner"]
    assert breaks(made.said("S3", "receive_supply", target="S1"), "BAR-7.14b")

    def opened(*units: str) -> Played:
        return made.opened(*(do.Order(unit=unit, order="receive_supply", target="S3") for unit in units))

    assert opened("S1", "S2").last.legal
    assert breaks(opened("S1").last, "BAR-7.14c")
    assert breaks(Draft().unit("S1", "infantry", "0506").unit("S3", "truck", "0505").said(
        "S1", "receive_supply", target="S3"
    ), "BAR-7.14b")  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ at a ford
def ford() -> Draft:
    """S1 and S2 beside the ford 0505; S3 and S4 farther down, beside the river and the ford."""
    made = Draft().ground("0505", terrain="ford").unit("S1", "pioneers", "0506").unit("S2", "pioneers", "0506")
    return made.unit("S3", "pioneers", "0508").unit("S4", "pioneers", "0508")


def test_a_bridge_at_a_ford_is_open():
    """BAR-7.13a, BAR-7.13b, BAR-7.13d"""
    beside = [each.rule for each in ford().said("S1", "build_pontoon", hex="0505").findings]
    assert beside == ["BAR-7.13a", "BAR-7.13b"]
    assert doubts(ford().said("S1", "build_pontoon", hex="0505"), "BAR-A130")
    within = ford().ground("0404", "0605", terrain="river").said("S1", "build_pontoon", hex="0505")
    assert [each.rule for each in within.findings] == ["BAR-7.13a"]
    assert doubts(within, "BAR-A130")


def test_a_bridge_at_a_ford_by_either_reading():
    """BAR-7.13a, BAR-7.13b"""
    for place, rule in (("0505", "BAR-7.13a"), ("0605", "BAR-7.13b")):
        made = ford().ground("0605", terrain="river" if rule == "BAR-7.13a" else "plain")
        assert breaks(made.said("S1", "build_pontoon", hex=place, rulings=("BAR-A130=river",)), rule)
    assert ford().said("S1", "build_pontoon", hex="0505", rulings=("BAR-A130=water",)).legal


def test_a_bridge_on_dry_land_or_far_from_its_builders_is_none_by_any_reading():
    """BAR-7.13a, BAR-7.13b, BAR-7.13d"""
    assert breaks(ford().said("S1", "build_pontoon", hex="0507"), "BAR-7.13a")
    assert breaks(ford().said("S3", "build_pontoon", hex="0505"), "BAR-7.13b")
    far = ford().ground("0507", terrain="river").said("S3", "build_pontoon", hex="0505")
    assert breaks(far, "BAR-7.13d")


def test_over_a_pontoon_bridge_at_a_ford_one_goes_on():
    """BAR-11.7b, BAR-12.15a, BAR-12.15c, BAR-12.15d"""
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    made = Draft().ground("0505", terrain="ford").unit("G1", "infantry", "0506")
    made.order("G1", "cautious_move", route=("0505", "0504"))
    assert breaks(made.play(made.at("S10"), *steps).last, "BAR-12.15c")
    made.built("p", "pontoon", "0505")
    assert made.play(made.at("S10"), *steps).legal
