"""What is no breach though it looks like one: along the barred bank, out of a town, by the back of a counter."""

from __future__ import annotations

from rules.caporetto.actions import Begin, Bombard, Disorganise, Move, Show
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import Field

UNIT = "it.siena.1"


# ------------------------------------------------------------------------------------------------------------- the bank
def bank(place: str = "1016", *goals: str) -> tuple[str, ...]:
    """The rules that a reinforcement breaks that goes from a hex of the left bank to others."""
    field = Field("Rest", "legend", 3).put("it.belluno.1", place)
    return field.does(*(Move(unit="it.belluno.1", hex=goal) for goal in goals)).rules


def test_who_has_come_to_the_left_bank_walks_along_it_to_a_bridge() -> None:
    """CAP-21.7a CAP-10.0.3a"""
    assert bank("1016", "1017", "1018", "1118") == ()
    assert bank("1016", "1118") == (), "at one go"
    assert bank("1018", "1006") == ("CAP-10.0.3a",), "it is too far"
    assert bank("1118", "1018") == ("CAP-21.7a",)
    assert bank("1119", "1018") == ("CAP-21.7a",)


# --------------------------------------------------------------------------------------------------------- what is seen
def bombards(target: str) -> tuple[str, ...]:
    """The rules that a gun breaks whose target only a battalion in the town of Plezzo could see."""
    field = Field("ActionAHG", "legend", 7).put("ahg.ir7.1", "4027").put("ahg.fld55", "4230", attached="ahg.ir7")
    field.put(UNIT, target).acting("ahg.ir7")
    return field.does(Bombard(unit="ahg.fld55", hex=target)).rules


def test_from_a_town_one_looks_from_any_point_of_it() -> None:
    """CAP-12.1.1a CAP-12.1.1b"""
    assert bombards("3822") == (), "from between two corners"
    assert bombards("3723") == ("CAP-12.1.1a",)


# ---------------------------------------------------------------------------------------------------------- thresholds
SUPPLY, RALLY = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
MORE, MARKED = Disorganise(unit=UNIT, change="more"), Show(unit=UNIT, state="OOS")


def worn(phase: str = "Rest") -> Board:
    """A battalion that has lost a step, with one point less than the morale on its back."""
    return Board(phase).reverse(UNIT, morale=3, movement=7).put(UNIT, "3429", lost=1, level=2)


def test_of_which_side_the_threshold_is_is_a_question() -> None:
    """CAP-15.4c CAP-9.3c CAP-A100"""
    near = worn().put("ahg.ksch1.1", "3428", "OOS")
    starts = (SUPPLY, Disorganise(unit="ahg.ksch1.1", change="more"))
    stays = (*starts, MORE, MARKED, RALLY)
    assert [ruling.verdict for ruling in near.does(*stays).rulings[2:]] == ["undecided", "legal", "legal"]
    assert near.does(*stays, rulings=("CAP-A100=up",)).rules == ("CAP-9.3c",)
    assert near.does(*stays, rulings=("CAP-A100=front",)).legal
    assert near.does(*starts, MARKED, RALLY, rulings=("CAP-A100=front",)).rules == ("CAP-9.3b",)


def test_who_may_make_a_forced_march_by_one_side_of_his_counter_is_not_held_to_the_other() -> None:
    """CAP-10.4d CAP-A100"""
    goes = tuple(Move(unit=UNIT, hex=f"{column}29") for column in range(35, 43))
    marches = (*goes, MORE, SUPPLY)
    assert worn().does(*marches).legal
    assert worn().does(*marches, rulings=("CAP-A100=front",)).legal
    assert worn().does(*marches, rulings=("CAP-A100=up",)).rules[0] == "CAP-10.4d"
