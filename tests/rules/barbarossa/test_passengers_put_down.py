"""Paratroops whose model is dragged to where they land: as ordered, against the rules, or somewhere else."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.writing import Entry, Ref, Say
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said

BROUGHT_DOWN = said("G1", Say("complete", Ref("G1"), {"what": "air_landing"}))
NOTHING_TO_LAND = "Illegal BAR-9.16f air.nothing-to-drop"


def over(place: str, order: str = "air_landing") -> Field:
    """G2, paratroops aboard G1, which is over a hex with an order to land them, with another one, or with none."""
    made = Field().unit("G1", "airlift", place, air=0).unit("G9", "hq", "0109").unit("S1", "infantry", "1101")
    made.unit("G2", "infantry", "", carrier="G1", off_board=True).order("S1", "wait")
    if order:
        made.order("G1", order, hex="0604", **({"target": "G2"} if order == "air_landing" else {"number": 1}))
    return made.order("G2", "air_landing", hex="0604", target="G1") if order == "air_landing" else made


def landed(order: str, *done: Entry | Action) -> list[str]:
    made = over("0604", order)
    return accused(read(made, made.at("S6"), BROUGHT_DOWN, *done))


@pytest.mark.parametrize("how", ["Enter", "Move"])
@pytest.mark.parametrize(("place", "told"), [("0604", []), ("0605", ["Illegal BAR-8.0c move.no-order"])])
def test_paratroops_are_dragged_to_where_they_land_and_nowhere_else(how: str, place: str, told: list[str]):
    """BAR-9.16f, BAR-2.1c"""
    assert landed("air_landing", dragged("G2", place, how), do.Advance(to="S7")) == told


@pytest.mark.parametrize("how", ["Enter", "Move"])
def test_a_landing_without_the_order_is_told_once_whoever_is_put_down_by_it(how: str):
    """BAR-9.16f, BAR-2.1c"""
    assert landed("", dragged("G2", "0604", how), do.Advance(to="S7")) == [NOTHING_TO_LAND]
    elsewhere = landed("", dragged("G2", "0605", how), do.Advance(to="S7"))
    assert elsewhere[:2] == [NOTHING_TO_LAND, "Illegal BAR-8.9c transport.elsewhere"]


@pytest.mark.parametrize(("down", "told"), [(True, []), (False, ["Illegal BAR-8.8d order.aboard"])])
def test_who_was_put_down_by_a_forbidden_landing_stands_there_in_the_next_round(*, down: bool, told: list[str]):
    """BAR-8.8d, BAR-9.16f"""
    on = (do.Advance(to=state) for state in (*(f"S{step}" for step in range(7, 13)), "PLANNING"))
    sealed = (*(do.OrdersDone(by=side) for side in BOTH), do.Advance(to="REVEAL"), do.Reveal(by="german"))
    given = do.Order(unit="G2", order="defend", facing="N", number=1, by="german")
    found = landed("", *[dragged("G2", "0604", "Enter")] * down, *on, *sealed, given)
    assert [each for each in found if "8.8d" in each or "2.1c" in each] == told
    assert found[0] == NOTHING_TO_LAND


def test_supply_that_falls_leaves_who_is_aboard_where_he_is():
    """BAR-9.18f, BAR-9.16f"""
    made = over("0604", "drop_supply").unit("G1", "airlift", "0604", air=0, stores={"cargo": 1})
    made.order("G1", "drop_supply", hex="0604", number=1)
    after = made.judged(made.at("S9"), do.Drop(unit="G1", hex="0604"))
    assert after.position.units["G2"].carrier == "G1"
    assert "cargo.G1" in after.position.structures


@pytest.mark.parametrize(("down", "told"), [(True, []), (False, ["Illegal BAR-8.8d order.aboard"])])
def test_who_was_put_down_stands_there_though_his_card_names_the_aircraft(*, down: bool, told: list[str]):
    """BAR-8.8d, BAR-9.16f"""
    forbidden = do.Advance(to="S7"), do.Fire(unit="S1", target="G9"), do.Advance(to="S8")
    on = (do.Advance(to=state) for state in (*(f"S{step}" for step in range(9, 13)), "PLANNING"))
    sealed = (*(do.OrdersDone(by=side) for side in BOTH), do.Advance(to="REVEAL"), do.Reveal(by="german"))
    given = do.Order(unit="G2", order="defend", facing="N", number=1, by="german")
    found = landed("", *[dragged("G2", "0604", "Enter")] * down, *forbidden, *on, *sealed, given)
    assert [each for each in found if "8.8d" in each] == told
