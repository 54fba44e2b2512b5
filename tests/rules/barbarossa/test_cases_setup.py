"""Set-ups through logs: complete and right, with one thing wrong, with more structures than there are points for."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Begin
from rules.barbarossa.state.model import READY
from tests.rules.barbarossa.drafting import Draft
from tests.rules.shared.played import Played


def scenario(**facts: object) -> Draft:
    """An infantry and a headquarters on the board, an aircraft on its airfield."""
    made = Draft().unit("S1", "infantry").unit("S2", "hq").unit("S3", "stuka", air=READY)
    begins = {"S1": Begin("0505"), "S2": Begin("1205", states=("hidden",)), "S3": Begin()}
    return made.given(begins=begins, **facts)


def does(made: Draft, *actions: object) -> Played:
    return made.play(made.position("SETUP"), *actions)


IN_PLACE = do.Place(unit="S1", hex="0505")


def test_units_begin_whole_loaded_and_ready():
    """BAR-2.1c, BAR-3.3b, BAR-3.8a, BAR-9.2a, BAR-9.2b, BAR-10.6a, BAR-10.6d"""
    assert does(scenario(), IN_PLACE, do.Place(unit="S2", hex="1205")).legal
    assert "BAR-3.3b" in does(scenario(), IN_PLACE, do.Mark(unit="S1", what="losses", value=1)).rules
    assert "BAR-3.8a" in does(scenario(), IN_PLACE, do.Mark(unit="S1", what="ammo", value=5)).rules
    assert "BAR-9.2b" in does(scenario(), IN_PLACE, do.Mark(unit="S3", what="air", value=1)).rules
    assert "BAR-9.2a" in does(scenario(), IN_PLACE, do.Place(unit="S3", hex="0303")).rules
    assert "BAR-2.1c" in does(scenario(), do.Place(unit="S1", hex="0506")).rules


def built(kind: str, count: int, *hexes: str) -> tuple[do.Build, ...]:
    """Pieces of a kind, each in a hex of its own, on its northern side."""
    places = hexes or tuple(f"{4 + number:02}05" for number in range(count))
    sides = {"bunker": ""}
    return tuple(
        do.Build(
            structure=f"{kind}.{number}",
            hex=place,
            side=sides.get(kind, f"{place[:2]}{int(place[2:]) - 1:02}"),
            by="soviet",
        )
        for number, place in enumerate(places, 1)
    )


PRICES = [
    pytest.param("wire", 6, id="BAR-11.3a BAR-3.9a"),
    pytest.param("teeth", 7, id="BAR-11.4a BAR-3.9a"),
    pytest.param("trench", 5, id="BAR-11.5a BAR-3.9a"),
    pytest.param("bunker", 20, id="BAR-11.6a BAR-3.9a"),
]


@pytest.mark.parametrize(("kind", "price"), PRICES)
def test_structures_are_bought_for_their_price(kind: str, price: int):
    """BAR-3.9b"""
    pays = do.Buy(what=kind, count=2, by="soviet")
    pieces = built(kind, 2)

    assert does(scenario(points={"soviet": 2 * price}), IN_PLACE, pays, *pieces).legal
    assert "BAR-3.9b" in does(scenario(points={"soviet": 2 * price - 1}), IN_PLACE, pays, *pieces).rules


def test_bunkers_stand_alone_and_on_dry_land():
    """BAR-11.6c, BAR-11.6o"""
    pays = do.Buy(what="bunker", count=2, by="soviet")
    rich = {"points": {"soviet": 40}}
    river = scenario(**rich)
    river.ground("0705", terrain="river")

    assert does(scenario(**rich), IN_PLACE, pays, *built("bunker", 2)).legal
    assert "BAR-11.6o" in does(scenario(**rich), IN_PLACE, pays, *built("bunker", 2, "0705", "0705")).rules
    assert "BAR-11.6c" in does(river, IN_PLACE, pays, *built("bunker", 1, "0705")).rules


@pytest.mark.parametrize(("kind", "rule"), [("wire", "BAR-11.3b"), ("teeth", "BAR-11.4b"), ("trench", "BAR-11.5b")])
def test_works_along_the_edge_of_the_board_lie_between_no_hexes(kind: str, rule: str):
    pays = do.Buy(what=kind, by="soviet")
    rich = scenario(points={"soviet": 10})
    edge = do.Build(structure=f"{kind}.1", hex="0401", facing="N", by="soviet")

    assert does(rich, IN_PLACE, pays, *built(kind, 1)).legal
    assert (rule in does(rich, IN_PLACE, pays, edge).rules) is (kind != "trench")
