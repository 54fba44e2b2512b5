"""Who is to do what another's breach has made impossible: neither doing it nor leaving it out is his offence."""

from __future__ import annotations

import pytest

from rules.audit.wronged import WRONGED
from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Notice
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import charged, read

RUNS = tuple(do.Step(unit="G1", hex=place) for place in ("0502", "0501"))
"""G1 marches in step 3 out of the range of those who are to fire at it; its step is the tenth."""
SHOT = do.Fire(unit="S1", target="G1")
OTHERS = (
    *(do.Fire(unit="S2", target="G2"), Roll(purpose="FIRE", who="S2", dice=(6,) * 10)),
    *(do.Mark(unit="S2", what="ammo", value=5), do.Advance(to="S4")),
)
"""Fire of step 3 that nobody hinders."""
TOO_EARLY = ["Illegal BAR-4.3c move.wrong-step german"] * 2


def table() -> Field:
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("G1", "infantry", "0503").order("G1", "march", route=("0502", "0501"))
    made.unit("S2", "infantry", "0905").order("S2", "open_fire", target="G2").unit("G2", "infantry", "0903")
    return made.unit("G3", "infantry", "0501")


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ((*RUNS, SHOT, *OTHERS), TOO_EARLY),
        ((*RUNS, *OTHERS), TOO_EARLY),
        (OTHERS, ["Illegal BAR-6.3f fire.due soviet"]),
    ],
)
def test_who_has_orders_to_fire_at_one_that_ran_away_too_early_is_not_accused(
    done: tuple[Action, ...], told: list[str]
):
    """BAR-3.12g, BAR-6.3f, BAR-4.3c"""
    made = table()
    assert charged(read(made, made.at("S3"), *done)) == told


def test_that_it_was_due_is_said():
    """BAR-3.12g"""
    made = table()
    found = [each for judged in read(made, made.at("S3"), *RUNS, SHOT, *OTHERS) for each in judged.findings]
    assert [each.facts["step"] for each in found if isinstance(each, Notice) and each.why == WRONGED] == [2]


def test_who_fires_at_somebody_else_instead_is_accused_all_the_same():
    """BAR-3.12g, BAR-4.3b"""
    made = table()
    told = charged(read(made, made.at("S3"), *RUNS, do.Fire(unit="S1", target="G3"), *OTHERS))
    assert "Illegal BAR-3.12g fire.range soviet" in told
    assert "Illegal BAR-4.3b fire.other-target soviet" in told


def test_who_has_gone_out_of_range_himself_is_accused_all_the_same():
    """BAR-3.12g, BAR-4.3c"""
    made = table()
    goes = tuple(do.Step(unit="S1", hex=place) for place in ("0506", "0507"))
    assert "Illegal BAR-3.12g fire.range soviet" in charged(read(made, made.at("S3"), *goes, SHOT, *OTHERS))
