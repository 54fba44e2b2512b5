"""The clock (4.1, 4.4): rounds, phases and steps in their order."""

from itertools import pairwise

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.turn.sequence import ORDER
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks


def field(round: int = 2) -> Draft:  # noqa: A002
    return Draft(round).unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")


@pytest.mark.parametrize(("now", "then"), [*pairwise(ORDER), ("S12", "PLANNING")])
def test_a_round_goes_through_two_phases_and_twelve_steps(now: str, then: str):
    """BAR-4.1a, BAR-4.1c, BAR-4.1f, BAR-4.4a"""
    made = field()
    played = made.play(made.position(now, ready=BOTH, opened=BOTH), do.Advance(to=then))

    assert played.legal
    assert played.position.state == then
    assert played.position.round == (3 if now == "S12" else 2)


@pytest.mark.parametrize(
    ("now", "then", "rule"),
    [("S2", "S4", "BAR-4.4a"), ("S3", "S2", "BAR-4.4a"), ("PLANNING", "S1", "BAR-4.1c"), ("S12", "S1", "BAR-4.4a")],
)
def test_no_step_is_left_out(now: str, then: str, rule: str):
    """BAR-4.1c, BAR-4.4a"""
    made = field()

    assert breaks(made.play(made.position(now, ready=BOTH, opened=BOTH), do.Advance(to=then)).last, rule)


def test_planning_ends_when_both_are_done():
    """BAR-4.1d, BAR-4.2f"""
    made = field()
    planning = made.position("PLANNING")
    done = (do.OrdersDone(by="german"), do.OrdersDone(by="soviet"))

    assert made.play(planning, *done, do.Advance(to="REVEAL")).legal
    assert breaks(made.play(planning, done[0], do.Advance(to="REVEAL")).last, "BAR-4.1d")


def test_after_the_last_round_the_game_ends():
    """BAR-4.1b"""
    made = field(8)

    assert made.play(made.position("S12"), do.Advance(to="OVER")).legal
    assert breaks(made.play(made.position("S12"), do.Advance(to="PLANNING")).last, "BAR-4.1c")


def test_a_new_round_begins_with_whole_defence_and_without_orders():
    """BAR-3.5d, BAR-5.1m, BAR-5.11f, BAR-4.4m"""
    made = field().unit("S2", "infantry", "0705", absorbed=2, losses=1, suppressed=True).order("S1", "wait")
    after = made.play(made.position("S12"), do.Advance(to="PLANNING")).position

    assert (after.units["S2"].absorbed, after.units["S2"].losses, after.units["S2"].flagged) == (0, 1, True)
    assert after.units["S1"].order is None
