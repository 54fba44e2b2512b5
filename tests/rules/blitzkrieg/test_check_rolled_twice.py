"""A check for a reaction whose dice fall again before the fire that it won: the first dice decide (6.3.1, 6.3.2)."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.writing import Throw
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, accused, at_the_table, said

PASSED, FAILED, MISS = (1, 1), (6, 6), (1, 2)
FIRED_AT = do.Fire(unit="a1", target="f1", mode="full"), Roll(purpose="FIRE", who="a1", dice=MISS)
MOVED = (do.Move(units=("a1",), hex="0807"),)
REACTIONS = [
    pytest.param(FIRED_AT, do.ReturnFire(unit="f1", target="a1"), "RETURN", id="return"),
    pytest.param(MOVED, do.OppFire(unit="f1", target="a1"), "OPPFIRE", id="opportunity"),
]
ENDS = do.Decline(by="french"), do.EndActivation()


def field() -> Field:
    made = Field().formation("A", "german", hq="0806").formation("F", "french", hq="0811").formation("B", "german")
    return made.unit("a1", "infantry", "A", "0806").unit("f1", "infantry", "F", "0808", opp=False)


def dice(purpose: str, numbers: tuple[int, int]) -> Roll:
    return Roll(purpose=purpose, who="f1", dice=numbers)


def key(numbers: tuple[int, int]) -> Hand:
    """The key of dice, pressed alone: they are for what they were for before."""
    return Hand("french", (Throw("2d6", numbers),))


def after(purpose: str) -> tuple[Done, ...]:
    marked = (do.Mark(piece="f1", marker="opp"),) if purpose == "OPPFIRE" else ()
    return (*marked, *ENDS)


@pytest.mark.parametrize("numbers", [PASSED, FAILED])
@pytest.mark.parametrize(("cause", "reaction", "purpose"), REACTIONS)
def test_the_fire_that_was_won_is_his_whatever_falls_the_second_time(
    cause: tuple[Done, ...], reaction: do.Action, purpose: str, numbers: tuple[int, int]
):
    """BLZ-6.3.1e, BLZ-6.3.2c"""
    made, checked = field(), (*cause, reaction, dice(purpose, PASSED))
    judged = at_the_table(made, made.position(acting="A"), *checked, key(numbers), dice("FIRE", MISS), *after(purpose))

    assert accused(judged) == []
    assert said(judged) != [], "it is not passed over that they fell twice"


@pytest.mark.parametrize(("cause", "reaction", "purpose"), REACTIONS)
def test_who_has_failed_does_not_fire_by_dice_that_fall_the_second_time(
    cause: tuple[Done, ...], reaction: do.Action, purpose: str
):
    """BLZ-6.3.1d, BLZ-6.3.2c"""
    made, failed = field(), (*cause, reaction, dice(purpose, FAILED))
    fires = key(PASSED), dice("FIRE", MISS), *after(purpose)

    told = accused(at_the_table(made, made.position(acting="A"), *failed, *fires))
    assert told == ["BLZ-6.3.1d" if purpose == "OPPFIRE" else "BLZ-6.3.2c"]


def test_a_check_that_is_repeated_wins_no_second_fire():
    """BLZ-8.1.1b"""
    made, marked = field(), do.Mark(piece="f1", marker="opp")
    checked = *MOVED, do.OppFire(unit="f1", target="a1"), dice("OPPFIRE", PASSED), key(PASSED)
    again = *checked, dice("FIRE", MISS), marked, dice("FIRE", (6, 4)), *ENDS

    assert accused(at_the_table(made, made.position(acting="A"), *again)) == ["BLZ-8.1.1b"]


def test_who_pressed_the_key_of_return_fire_where_nobody_fired_may_fire_by_opportunity():
    """BLZ-6.3b, BLZ-6.3.2a"""
    made, fails = field(), (do.ReturnFire(unit="f1", target="a1"), dice("RETURN", FAILED))
    fires = do.OppFire(unit="f1", target="a1"), dice("OPPFIRE", PASSED), dice("FIRE", MISS), *after("OPPFIRE")

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(acting="A"), *done))

    assert told(*MOVED, *fails, *fires) == ["BLZ-6.3.2a"], "that he fired back at nobody is told, and no more"
    assert "BLZ-6.3b" in told(*FIRED_AT, *fails, *fires), "who has answered a fire answers it once"
    assert told(*MOVED, *fails, *fires[:4], *fires[:3], *ENDS) != ["BLZ-6.3.2a"], "his marker forbids a second one"
