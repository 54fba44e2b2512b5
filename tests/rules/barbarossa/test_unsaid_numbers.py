"""Dice of which nobody says by which number they hit: what any of the numbers in question gives is accepted."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import breaks
from tests.rules.barbarossa.field import Field

SHOT = do.Fire(unit="S1", target="G1", kind="defend")
PAID = do.Mark(unit="S1", what="ammo", value=5)
TEST = Roll(purpose="TEST", who="G1", dice=(1, 1))
GONE = do.Out(piece="G1")
OVER = do.Advance(to="S11")


def passing(kind: str = "infantry", **values: int) -> Field:
    """G1 goes past S1, which waits for it: from nearby the dice hit with 2, from farther away with 1."""
    made = Field().unit(
        "S1", "infantry", "0505", accuracy=[3, 3, 2, 1], targets={"infantry": [6, 3], "vehicle": [6, 3]}
    )
    made.unit("G1", kind, "0502", **{"size": 6, "defence": 0, "bravery": 9, **values})
    made.order("S1", "defend", facing="N", number=3)
    return made.order("G1", "march", route=("0503", "0402"))


def shot_at(made: Field, *dice: int) -> Position:
    """G1 has gone all its way, and the dice have fallen; it is not said where it was shot at."""
    steps = do.Step(unit="G1", hex="0503"), do.Step(unit="G1", hex="0402")
    played = made.play(made.at("S10"), *steps, SHOT, Roll(purpose="FIRE", who="S1", dice=dice), PAID)
    assert played.legal
    return played.position


def losses(*values: int) -> tuple[do.Mark, ...]:
    return tuple(do.Mark(unit="G1", what="losses", value=value) for value in values)


@pytest.mark.parametrize("marked", [losses(2), losses(1, 2), losses(6), (*losses(6), GONE), (GONE,)])
def test_losses_by_either_number_are_right(marked: tuple[do.Mark | do.Out, ...]):
    """BAR-3.3c, BAR-3.3d, BAR-5.1g"""
    made = passing()
    start = shot_at(made, 1, 1, 2, 2, 2, 2)
    test = () if GONE in marked else (TEST,)
    assert made.play(start, *marked, *test, OVER).rules == ()


@pytest.mark.parametrize(
    ("marked", "rule"), [(losses(3), "BAR-3.3c"), ((TEST, OVER), "BAR-3.3c"), (losses(7), "BAR-3.3a")]
)
def test_losses_by_neither_are_wrong(marked: tuple[do.Mark | Roll, ...], rule: str):
    """BAR-3.3a, BAR-3.3c"""
    made = passing()
    assert breaks(made.play(shot_at(made, 1, 1, 2, 2, 2, 2), *marked).last, rule)


@pytest.mark.parametrize("marked", [(), (TEST,), (*losses(3), TEST), (TEST, *losses(3))])
def test_where_one_number_does_not_hit_at_all_nothing_must_happen_and_all_may(marked: tuple[do.Mark | Roll, ...]):
    """BAR-3.3c, BAR-6.1j"""
    made = passing()
    assert made.play(shot_at(made, 2, 2, 2, 3, 3, 3), *marked, OVER).rules == ()


def test_what_stands_on_the_card_counts_in_the_next_step():
    """BAR-3.3c, BAR-3.4c"""
    made = passing()
    start = shot_at(made, 2, 2, 2, 3, 3, 3)
    assert made.play(start, OVER).position.units["G1"].losses == 0
    assert made.play(start, *losses(3), TEST, OVER).position.units["G1"].losses == 3


def test_the_defence_may_have_absorbed_either_number():
    """BAR-3.5c"""
    made = passing(defence=3).unit("S2", "infantry", "0405", accuracy=[2, 2, 2, 2], targets={"infantry": [6, 3]})
    made.order("S2", "defend", facing="N", number=3)
    start = shot_at(made, 1, 2, 2, 3, 3, 3)
    second = do.Fire(unit="S2", target="G1", kind="defend"), Roll(purpose="FIRE", who="S2", dice=(1, 1, 1, 6, 6, 6))
    paid = do.Mark(unit="S2", what="ammo", value=5)
    for value in (1, 3):
        assert made.play(start, TEST, *second, paid, *losses(value), TEST, OVER).rules == ()
    assert breaks(made.play(start, TEST, *second, *losses(4)).last, "BAR-3.3c")


def test_who_says_the_number_is_held_to_it():
    """BAR-3.12c, BAR-3.3c"""
    made = passing()
    steps = do.Step(unit="G1", hex="0503"), do.Step(unit="G1", hex="0402")
    said = do.Fire(unit="S1", target="G1", kind="defend", accuracy=2)
    dice = Roll(purpose="FIRE", who="S1", dice=(1, 1, 2, 2, 2, 6))
    start = made.play(made.at("S10"), *steps, said, dice, PAID).position
    assert made.play(start, *losses(5), TEST, OVER).rules == ()
    assert breaks(made.play(start, *losses(2), TEST, OVER).last, "BAR-3.3c")


def test_who_is_carried_loses_as_much_as_either_number_says():
    """BAR-8.8f, BAR-8.8g"""
    made = passing("truck", size=7, defence=1).unit("G2", "infantry", carrier="G1", off_board=True, size=4, defence=1)
    start = shot_at(made, 1, 1, 2, 2, 3, 3)
    for value in (1, 3):
        rider = do.Mark(unit="G2", what="losses", value=value)
        assert made.play(start, *losses(value), rider, TEST).rules == ()


@pytest.mark.parametrize("status", [(), (do.State(unit="G1", status="suppressed"),)])
@pytest.mark.parametrize("marked", [losses(1), losses(3)])
def test_where_a_test_is_passed_with_the_losses_by_one_number_only_either_is_right(
    marked: tuple[do.Mark, ...], status: tuple[do.State, ...]
):
    """BAR-5.10c, BAR-5.11a"""
    made = passing(size=7, bravery_loss=2)
    start = shot_at(made, 1, 2, 2, 3, 3, 3)
    test = Roll(purpose="TEST", who="G1", dice=(3, 3))
    assert made.play(start, test, *status, *marked, OVER).rules == ()
    sure = Roll(purpose="TEST", who="G1", dice=(5, 5))
    assert breaks(made.play(start, sure, *marked, OVER).last, "BAR-5.11a")
