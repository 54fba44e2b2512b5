"""What the text names no price for: a bombardment and an air strike may be paid, and need not be."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import CARDS, Field
from tests.rules.barbarossa.tabletop import accused, read

POINT, NOTHING = "BAR-A131=point", "BAR-A131=nothing"
DICE = CARDS["howitzer"]["targets"]["infantry"]["dice"][0]


def bombards(ammo: int = 8) -> Field:
    """S1 bombards two units in 0502."""
    made = Field().unit("S1", "howitzer", "0505", facing="N", ammo=ammo).order("S1", "bombard_location", hex="0502")
    return made.unit("G1", "infantry", "0502").unit("G2", "infantry", "0502")


SHELLS: list[Action] = [
    each
    for target in ("G1", "G2")
    for each in (do.Fire(unit="S1", target=target, kind="bombard"), Roll(purpose="FIRE", who="S1", dice=(6,) * DICE))
]
ENDS = do.Advance(to="S4")


def pays(points: int) -> do.Mark:
    return do.Mark(unit="S1", what="ammo", value=points)


@pytest.mark.parametrize("paid", [(), (pays(7),)])
def test_a_bombardment_may_be_paid_and_need_not_be(paid: tuple[Action, ...]):
    """BAR-10.4a"""
    made = bombards()
    assert accused(read(made, made.at("S3"), *SHELLS, *paid, ENDS)) == []


def test_a_bombardment_is_paid_once_if_at_all():
    """BAR-10.4a, BAR-3.8b"""
    made = bombards()
    assert accused(read(made, made.at("S3"), *SHELLS, pays(6), ENDS)) == ["Illegal BAR-3.8b marks.value"]


def test_nobody_bombards_without_any_points():
    """BAR-3.8c"""
    made = bombards(0)
    assert "Illegal BAR-3.8c fire.ammo" in accused(read(made, made.at("S3"), *SHELLS))


def test_players_may_settle_what_a_bombardment_costs():
    """BAR-10.4a"""
    made = bombards()
    assert made.play(made.at("S3"), *SHELLS, ENDS, rulings=[POINT]).rules == ("BAR-10.4a",)
    assert made.play(made.at("S3"), *SHELLS, ENDS, rulings=[NOTHING]).legal
    assert made.play(made.at("S3"), *SHELLS, pays(7), rulings=[NOTHING]).rules == ("BAR-3.8b",)


@pytest.mark.parametrize("paid", [(), (do.Mark(unit="G1", what="ammo", value=3),)])
def test_an_air_strike_may_be_paid_and_need_not_be(paid: tuple[Action, ...]):
    """BAR-9.10d"""
    made = Field().unit("G1", "stuka", "0505", air=0).order("G1", "air_strike", hex="0505", entry="0600")
    made.unit("G9", "hq", "0109").unit("S1", "infantry", "0505").order("S1", "wait")
    dice = CARDS["stuka"]["targets"]["infantry"]["dice"][0]
    bombs = do.Fire(unit="G1", target="S1", kind="strike"), Roll(purpose="FIRE", who="G1", dice=(6,) * dice)
    test = Roll(purpose="TEST", who="S1", dice=(1, 1))
    ends = do.Advance(to="S7")
    assert accused(read(made, made.at("S6"), *bombs, *paid, ends, test)) == []
