"""Numbers of dice that only another reading of the book allows: they are never silent, said before the roll or not."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import CARDS, Field
from tests.rules.barbarossa.tabletop import accused, read


def rolls(unit: str, count: int, purpose: str = "FIRE") -> Roll:
    return Roll(purpose=purpose, who=unit, dice=(6,) * count)


def said(made: Field, step: str, *done: Action) -> list[str]:
    return accused(read(made, made.at(step), *done))


# --------------------------------------------------------------------------------------------------------------- melee
TABLE = CARDS["infantry"]["targets"]["infantry"]["dice"][0]
SIZE = CARDS["infantry"]["values"]["size"]


@pytest.mark.parametrize(
    ("dice", "found"),
    [(SIZE, []), (TABLE, ["Undecided BAR-3.12d fire.rolled"]), (SIZE - 1, ["Illegal BAR-3.12d fire.rolled"])],
)
def test_melee_dice_by_the_table_are_told(dice: int, found: list[str]):
    """BAR-3.12d"""
    made = Field().unit("G1", "infantry", "0505", bound=("S1",)).order("G1", "assault", target="S1")
    made.unit("S1", "infantry", "0505", bound=("G1",))
    assert said(made, "S6", do.Strike(unit="G1", target="S1"), rolls("G1", dice, "MELEE")) == found


# --------------------------------------------------------------------------------------------------------------- groups
@pytest.mark.parametrize(
    ("dice", "found"), [(3, []), (5, ["Undecided BAR-5.1e fire.rolled"]), (4, ["Illegal BAR-5.1e fire.rolled"])]
)
def test_half_of_all_dice_carried_on_is_told(dice: int, found: list[str]):
    """BAR-5.5d"""
    made = Field().unit("G1", "infantry", "0503").order("G1", "open_fire", target="S1")
    for name in ("S1", "S2", "S3"):
        made.unit(name, "infantry", "0505")
    first = do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=(1,) * 5 + (6,) * 5)
    on = do.Fire(unit="G1", target="S2", after="S1"), rolls("G1", dice)
    assert said(made, "S3", *first, *on) == found


# ------------------------------------------------------------------------------------------------------------ reactions
def bombed() -> Field:
    """G1 has bombed S1, whose card names other dice against aircraft than it has in a melee."""
    made = Field().unit("G1", "stuka", "0505", air=0).order("G1", "air_strike", hex="0505", entry="0600")
    made.unit("G9", "hq", "0109").unit("S1", "infantry", "0505", targets={"aircraft": [7, 5, 3]})
    return made.order("S1", "defend", facing="N", number=2)


@pytest.mark.parametrize(
    ("dice", "found"), [(SIZE, []), (7, ["Undecided BAR-5.1e fire.rolled"]), (6, ["Illegal BAR-5.1e fire.rolled"])]
)
def test_reactions_by_the_table_are_told(dice: int, found: list[str]):
    """BAR-9.11b"""
    shoots = do.Fire(unit="S1", target="G1", kind="react"), rolls("S1", dice)
    assert said(bombed(), "S6", *shoots) == found


def test_reactions_have_the_dice_of_the_reading_that_is_settled():
    """BAR-9.11d"""
    made = bombed()

    def rolled(dice: int, *rulings: str) -> str:
        shoots = do.Fire(unit="S1", target="G1", kind="react"), rolls("S1", dice)
        return made.play(made.at("S6"), *shoots, rulings=rulings).last.verdict

    assert rolled(7) == "undecided"
    assert (rolled(SIZE, "BAR-A110=melee"), rolled(7, "BAR-A110=melee")) == ("legal", "illegal")
    assert (rolled(SIZE, "BAR-A110=table"), rolled(7, "BAR-A110=table")) == ("illegal", "legal")
