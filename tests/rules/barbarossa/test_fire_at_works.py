"""Works that fall in a step still protect in it: all fire of a step is simultaneous (6.3, 11.6), through a log."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read

AT_THE_BUNKER = do.Fire(unit="G1", target="b"), Roll(purpose="FIRE", who="G1", dice=(1, 1, 6, 6))
GONE, OUT_OF_IT = do.Out(piece="b"), do.Show(unit="S1")
ENDS, TESTED = do.Advance(to="S4"), Roll(purpose="TEST", who="S1", dice=(1, 1))


def at_the_crew(hits: int) -> tuple[Action, ...]:
    """Fire of G2 at S1."""
    dice = Roll(purpose="FIRE", who="G2", dice=(1,) * hits + (6,) * (10 - hits))
    return (
        do.Fire(unit="G2", target="S1"),
        dice,
        do.Mark(unit="G1", what="ammo", value=7),
        do.Mark(unit="G2", what="ammo", value=5),
    )


def told(*done: Action) -> list[str]:
    """What is said of fire at a bunker and at S1 in it, which defends itself."""
    made = Field().unit("S1", "infantry", "0505", shelter="b", off_board=True).built("b", "bunker", "0505", facing="S")
    made.order("S1", "defend", facing="S", number=2, choice="bunker")
    made.unit("G1", "medium", "0506").order("G1", "open_fire", target="b")
    made.unit("G2", "infantry", "0506").order("G2", "open_fire", target="S1")
    return accused(read(made, made.at("S3"), *done))


@pytest.mark.parametrize("hits", [4, 5])
def test_a_bunker_that_falls_in_a_step_protects_in_it(hits: int):
    """BAR-6.3b, BAR-11.6e, BAR-11.6g"""
    crew = at_the_crew(hits)
    assert told(*AT_THE_BUNKER, *crew, GONE, OUT_OF_IT, ENDS) == []
    assert told(*AT_THE_BUNKER, GONE, OUT_OF_IT, *crew, ENDS) == []
    assert told(*crew, *AT_THE_BUNKER, GONE, OUT_OF_IT, ENDS) == []


def test_more_hits_than_a_bunker_absorbs_are_losses_all_the_same():
    """BAR-3.3c, BAR-11.6e"""
    lost = do.Mark(unit="S1", what="losses", value=1)
    crew = at_the_crew(6)
    assert told(*AT_THE_BUNKER, *crew, GONE, OUT_OF_IT, lost, ENDS, TESTED) == []
    assert told(*AT_THE_BUNKER, *crew, GONE, OUT_OF_IT, ENDS, TESTED) == ["Illegal BAR-3.3c due.undone"]
    five = at_the_crew(5)
    assert told(*AT_THE_BUNKER, *five, GONE, OUT_OF_IT, lost, ENDS) == ["Illegal BAR-3.3c marks.held"]
