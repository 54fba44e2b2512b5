"""Works of pioneers that a strict reading of what is written would forbid, and the book does not."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks
from tests.rules.shared.played import Played


# ------------------------------------------------------------------------------------------- what the book has no field for
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
