"""Hits on a unit behind its defence: the losses that follow are right, one more or none is named (3.5, 5.1, 11, 12)."""

from __future__ import annotations

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

FIRES = do.Fire(unit="S1", target="G1")


def aimed(kind: str = "infantry", **more: object) -> Field:
    """S1 in 0505 has ten dice for G1 in 0504."""
    made = Field().unit("S1", "infantry", "0505", targets={"infantry": [10, 8], "vehicle": [10, 8]})
    return made.unit("G1", kind, "0504", **{"defence": 1, "size": 6, **more}).order("S1", "open_fire", target="G1")


def shot(made: Field, hits: int, losses: int) -> Played:
    """S1 hits so often in step 3, and G1 is marked with so many losses."""
    dice = Roll(purpose="FIRE", who="S1", dice=(1,) * hits + (6,) * (10 - hits))
    marks = [do.Mark(unit="S1", what="ammo", value=5)]
    marks += [do.Mark(unit="G1", what="losses", value=losses)] if losses else []
    return made.play(made.at("S3"), FIRES, dice, *marks, do.Advance(to="S4"))


def in_works(kind: str, order: str = "wait", **more: object) -> Field:
    made = aimed(shelter="w", **more).built("w", kind, "0504", side="0505", facing="S", owner="german")
    return made.order("G1", order, **({"facing": "S", "number": 2} if order == "defend" else {}))


COVER = [
    pytest.param(aimed(), 1, id="BAR-3.5b BAR-12.1a BAR-5.1j BAR-5.1k"),
    pytest.param(aimed().ground("0504", terrain="village"), 3, id="BAR-12.9b BAR-3.5e"),
    pytest.param(aimed("truck", ammo=0).ground("0504", terrain="village"), 2, id="BAR-12.9c"),
    pytest.param(aimed().ground("0504", terrain="town"), 4, id="BAR-12.10b"),
    pytest.param(aimed("truck", ammo=0).ground("0504", terrain="town"), 3, id="BAR-12.10c"),
    pytest.param(aimed().ground("0504", terrain="swamp"), 1, id="BAR-12.5a"),
    pytest.param(aimed().order("G1", "defend", facing="S", number=2), 2, id="BAR-6.1c"),
    pytest.param(in_works("trench"), 2, id="BAR-11.5c"),
    pytest.param(in_works("trench", "defend", defence=2), 4, id="BAR-11.5i"),
    pytest.param(in_works("trench", "defend", defence=2).ground("0504", terrain="village"), 6, id="BAR-11.5i BAR-3.5e"),
    pytest.param(in_works("bunker"), 3, id="BAR-11.6e"),
    pytest.param(in_works("bunker", "defend", defence=2), 5, id="BAR-11.6k"),
    pytest.param(
        aimed(running=do.Order(unit="G1", order="dig_in", facing="N"), boxes=1)
        .order("G1", "dig_in", facing="N")
        .ground("0504", terrain="town"),
        0,
        id="BAR-7.16g",
    ),
    pytest.param(aimed(suppressed=True, fallen=True).ground("0504", terrain="town"), 1, id="BAR-5.11c BAR-3.7c"),
    pytest.param(aimed(absorbed=1), 0, id="BAR-3.5c BAR-5.1l"),
]


@pytest.mark.parametrize(("made", "defence"), COVER)
def test_hits_that_the_defence_does_not_take_are_losses(made: Field, defence: int):
    """BAR-EX-23, BAR-EX-24"""
    hits = defence + 2

    assert shot(made, hits, 2).legal
    assert "BAR-3.3c" in shot(made, hits, 3).rules
    assert "BAR-3.3c" in shot(made, hits, 0).rules
    assert shot(made, defence, 0).legal
    assert "BAR-3.3c" in shot(made, defence, 1).rules


def test_losses_remain_and_the_defence_is_whole_again_in_the_next_round():
    """BAR-3.5d, BAR-5.1m"""
    made = aimed(absorbed=1, losses=1, defence=2)
    made.units["S1"] = msgspec.structs.replace(made.units["S1"], order=None)
    orders = (do.Order(unit="S1", order="open_fire", target="G1", by="soviet"),)
    round_goes_on = (
        do.Advance(to="PLANNING"),
        *(do.OrdersDone(by=side) for side in BOTH),
        do.Advance(to="REVEAL"),
        do.Reveal(by="german"),
        do.Reveal(by="soviet"),
        *orders,
        *(do.Advance(to=f"S{number}") for number in range(1, 4)),
        FIRES,
        Roll(purpose="FIRE", who="S1", dice=(1, 1, 1) + (6,) * 7),
        do.Mark(unit="S1", what="ammo", value=5),
    )
    start = made.position("S12")

    assert made.play(start, *round_goes_on, do.Mark(unit="G1", what="losses", value=2), do.Advance(to="S4")).legal
    assert "BAR-3.3c" in made.play(start, *round_goes_on, do.Mark(unit="G1", what="losses", value=3)).rules
    assert "BAR-3.3c" in made.play(start, *round_goes_on, do.Advance(to="S4")).rules


@pytest.mark.parametrize("works", [pytest.param("trench", id="BAR-11.5g"), pytest.param("bunker", id="BAR-11.6n")])
def test_who_does_not_defend_leaves_his_works(works: str):
    made = in_works(works, "open_fire").order("G1", "open_fire", target="S1")
    start = made.position("REVEAL", opened=BOTH)
    steps = (*(do.Advance(to=f"S{number}") for number in range(1, 4)), FIRES)
    dice = Roll(purpose="FIRE", who="S1", dice=(1,) * 3 + (6,) * 7)
    hit = (*steps, dice, do.Mark(unit="S1", what="ammo", value=5))
    back = (
        do.Fire(unit="G1", target="S1"),
        Roll(purpose="FIRE", who="G1", dice=(6,) * 10),
        do.Mark(unit="G1", what="ammo", value=5),
    )
    without_bonus = (*hit, do.Mark(unit="G1", what="losses", value=2), *back, do.Advance(to="S4"))

    assert made.play(start, *without_bonus).legal
    assert "BAR-3.3c" in made.play(start, *hit, *back, do.Advance(to="S4")).rules


def test_a_cautious_mover_is_harder_to_hit():
    """BAR-8.4c"""
    made = aimed().unit("G1", "infantry", "0502", defence=1, size=6).order("S1", "defend", facing="N", number=1)
    made.order("G1", "cautious_move", route=("0503", "0504"))
    comes = (do.Step(unit="G1", hex="0503"), do.Step(unit="G1", hex="0504"))
    fires = (do.Fire(unit="S1", target="G1", kind="defend"), Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 6))
    hit = (*comes, *fires, do.Mark(unit="S1", what="ammo", value=5))
    test = Roll(purpose="TEST", who="G1", dice=(1, 1))
    right, wrong = (do.Mark(unit="G1", what="losses", value=count) for count in (2, 3))

    assert made.play(made.at("S10"), *hit, right, test, do.Advance(to="S11")).legal
    assert "BAR-3.3c" in made.play(made.at("S10"), *hit, wrong).rules


def test_an_ambush_is_harder_to_hit():
    """BAR-6.6c"""
    made = rockets("light_woods", hidden=True, off_board=True)
    made.order("G1", "ambush", hex="0504", facing="S", number=1)

    assert bombs(made, 3, 1).legal
    assert "BAR-3.3c" in bombs(made, 3, 2).rules


def test_a_forest_covers():
    """BAR-12.4c; BAR-A43 asks whether area fire may strike there at all"""
    made = rockets("forest").order("G1", "wait")

    assert bombs(made, 4, 1).legal
    assert "BAR-3.3c" in bombs(made, 4, 3).rules
    assert "BAR-3.3c" in bombs(made, 4, 2).rules


def rockets(terrain: str, **more: object) -> Field:
    """S1 bombards 0504, where G1 is, with sixteen dice."""
    made = Field().unit("S1", "rockets", "0508", facing="N").order("S1", "bombard_location", hex="0504")
    return made.unit("G1", "infantry", "0504", defence=1, size=6, **more).ground("0504", terrain=terrain)


def bombs(made: Field, hits: int, losses: int) -> Played:
    """The rockets hit so often, and G1 is marked with so many losses."""
    fires = do.Fire(unit="S1", target="G1", kind="bombard")
    dice = Roll(purpose="FIRE", who="S1", dice=(1,) * hits + (6,) * (16 - hits))
    marks = (do.Mark(unit="S1", what="ammo", value=3), do.Mark(unit="G1", what="losses", value=losses))
    return made.play(made.at("S3"), fires, dice, *marks, do.Advance(to="S4"))
