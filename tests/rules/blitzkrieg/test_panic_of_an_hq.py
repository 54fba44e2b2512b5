"""An HQ that is hit again while it is neutralised has no step to lose: dice for its panic decide nothing (8.4, 3.2)."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, accused, at_the_table

HIT, MISS = (6, 4), (1, 2)
ENDS = do.Decline(by="french"), do.EndActivation()


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0808")
    return made.unit("a1", "infantry", "A", "0807").unit("a2", "infantry", "A", "0807")


def shot(dice: tuple[int, int]) -> tuple[Done, ...]:
    return do.Fire(unit="a1", target="F HQ", mode="full"), Roll(purpose="FIRE", who="a1", dice=dice)


def told(*done: Done) -> list[str]:
    made = field()
    shaken = made.position(acting="A").unit("F HQ", neutralised=True)
    return accused(at_the_table(made, shaken, *done))


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_dice_for_its_panic_are_needless_after_a_hit_and_change_nothing(dice: tuple[int, int]):
    """BLZ-8.4f, BLZ-8.4i, BLZ-3.2c"""
    panics = Roll(purpose="PANIC", who="F HQ", dice=dice)
    steady = do.Mark(piece="F HQ", marker="neutralised", on=False)

    assert told(*shot(HIT), panics, *ENDS) == told(*shot(HIT), *ENDS) == []
    assert told(*shot(MISS), panics, *ENDS) == ["BLZ-8.4f"], "nobody has hit it"
    assert told(*shot(HIT), panics, steady, *ENDS) == ["BLZ-8.4i"], "it is neutralised all the same"
