"""Barrages and fire that falls short: what they cost, whom they strike, and how hard (12.1.5.6, 12.1.6)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Begin, Bombard, Complete, Disorganise, Leave, Move, Resolve, Show
from rules.caporetto.fire.barrage import strength
from rules.caporetto.game import Cases
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES

FIELD, MOVER, SECOND = "it.fld1", "ahg.ir23.1", "ahg.ir23.2"
GOAL, NEXT, BEYOND = "4112", "4111", "4113"
"""The hex of the barrage, and those before and behind it."""
LAID = {FIELD: (GOAL, 40)}
"""Ten factors; half of them are in the column that says D1 for a four."""
OVER = Complete(formation="ahg.ir23")


def dice(die: int, place: str = GOAL, purpose: str = "BARRAGE") -> tuple[Action, ...]:
    return Resolve(hex=place, purpose=purpose), Roll(purpose=purpose, dice=(die,))


def more(unit: str = MOVER) -> Disorganise:
    return Disorganise(unit=unit, change="more")


def field(phase: str = "Artillery") -> Board:
    """A gun, somebody who sees for it, and an enemy."""
    return Board(phase, "cividale").put(FIELD, "4115").put("it.massa.1", "4114").put(MOVER, GOAL)


def lays(gun: str = FIELD, place: str = GOAL) -> Bombard:
    return Bombard(unit=gun, hex=place, what="barrage")


def marching(*laid: str) -> Board:
    """A regiment beside a hex on which a barrage lies."""
    made = Board("ActionAHG", "cividale").put(MOVER, NEXT).put(SECOND, NEXT).put(FIELD, "4116").acting("ahg.ir23")
    return made.but(barrages=LAID, struck=frozenset(laid))


def case_of(made: Board):
    return Cases(made.battle(), SWITCHES)(made.position(), OVER)


# ----------------------------------------------------------------------------------------------------------- laying it
def test_factors_of_both_sides_are_added_and_half_of_them_strike() -> None:
    """CAP-12.1.6c CAP-12.1.6e"""
    made = field().worth(FIELD, fire=4).put("ahg.mtn12", "4111").worth("ahg.mtn12", fire=3)
    found = made.does(lays(), Bombard(unit="ahg.mtn12", hex=GOAL, what="barrage"))
    assert found.position.barrages == {FIELD: (GOAL, 16), "ahg.mtn12": (GOAL, 12)}
    assert strength(case_of(made.but(barrages=found.position.barrages)), (FIELD, "ahg.mtn12")) == 3.5


def test_the_italians_pay_for_their_barrages() -> None:
    """CAP-12.1.6j: of fewer than five it is a question (CAP-A59); the others pay nothing."""
    made = field().but(points=0)
    assert made.does(lays()).legal
    assert made.does(lays(), rulings=("CAP-A59=down",)).legal
    assert made.does(lays(), rulings=("CAP-A59=up",)).rules == ("CAP-12.1.6j",)
    assert made.but(points=1).does(lays(), rulings=("CAP-A59=up",)).position.points[""] == 0
    ours = field().put("ahg.mtn12", "4111").but(points=0)
    assert ours.does(Bombard(unit="ahg.mtn12", hex=GOAL, what="barrage"), rulings=("CAP-A59=up",)).legal


def test_guns_that_lay_a_barrage_fire_no_more() -> None:
    """CAP-12.1.6k"""
    made = field("ActionIT").put(FIELD, "4115", attached="it.massa").acting("it.massa").put("ahg.ir62.1", "4113")
    fires = Bombard(unit=FIELD, hex="4113")
    assert made.does(fires).legal
    assert made.but(fired=frozenset({FIELD})).does(fires).rules == ("CAP-12.1.2b",)
    assert field().does(lays()).position.fired == {FIELD}


# ----------------------------------------------------------------------------------------------------- whom it strikes
def test_whoever_enters_a_barrage_is_struck_by_half_of_it() -> None:
    """CAP-12.1.6d"""
    goes = Move(unit=MOVER, hex=GOAL)
    assert marching().does(goes, *dice(4), more(), OVER).legal
    assert "CAP-12.1.5c" in marching().does(goes, *dice(4), OVER).rules
    over = (OVER, Begin(phase="ActionIT", turn=7))
    assert "CAP-12.1.6d" in marching().does(goes, *over).rules
    assert marching().does(goes, Move(unit=MOVER, hex=NEXT), *over).legal, "put back at once"
    on = Move(unit=MOVER, hex=BEYOND)
    assert marching().does(goes, on, Move(unit=MOVER, hex=NEXT), *over).legal, "put back by two hexes"
    assert "CAP-12.1.6d" in marching().does(goes, on, Move(unit=MOVER, hex=GOAL), *over).rules, "put back into it"
    elsewhere = Move(unit=MOVER, hex="4110")
    assert marching().does(elsewhere, *over).legal


def test_whoever_has_gone_through_a_barrage_is_struck_though_the_dice_fall_late() -> None:
    """CAP-12.1.6d CAP-12.1.6f"""
    way = (Move(unit=MOVER, hex=GOAL), Move(unit=MOVER, hex=BEYOND))
    over = (OVER, Begin(phase="ActionIT", turn=7))
    assert marching().does(*way, *dice(4), more(), *over).legal
    assert "CAP-12.1.5c" in marching().does(*way, *dice(4), *over).rules
    assert "CAP-12.1.6d" in marching().does(*way, *over).rules, "no dice fell"
    assert marching().does(*way, *dice(1), *dice(1)).rules == ("CAP-12.1.6d",), "that is one too many"
    lost = Leave(unit=MOVER, why="lost")
    assert "CAP-12.1.6d" not in marching().does(*way, lost, *over).rules, "he is no more"


def test_dice_for_one_barrage_are_not_those_for_another() -> None:
    """CAP-12.1.6d"""
    made = marching().but(barrages={**LAID, "it.fld2": (BEYOND, 40)}).put("it.fld2", "4116")
    way = (Move(unit=MOVER, hex=GOAL), Move(unit=MOVER, hex=BEYOND))
    over = (OVER, Begin(phase="ActionIT", turn=7))
    assert made.does(*way, *dice(1), *dice(1, BEYOND), *over).legal
    assert made.does(*way, *dice(1, BEYOND), *dice(1), *over).legal
    assert "CAP-12.1.6d" in made.does(*way, *dice(1, BEYOND), *over).rules


@pytest.mark.parametrize(("stands", "short"), [("2701", True), ("", False)])
def test_a_gun_that_has_left_the_map_lets_nothing_fall_short(stands: str, short: bool) -> None:
    """CAP-12.1.5.6a"""
    struck = marching().put(*LAID, stands).does(Move(unit=MOVER, hex=GOAL), *dice(6))
    assert ("CAP-12.1.5.6a" in {due.rule for due in struck.due}) == short


def test_a_barrage_strikes_nobody_twice_in_a_hex() -> None:
    """CAP-12.1.6f"""
    goes = Move(unit=MOVER, hex=GOAL)
    assert marching().does(goes, *dice(1)).legal
    assert marching().does(goes, *dice(1), *dice(1)).rules == ("CAP-12.1.6f",)
    again = marching(f"{MOVER} {GOAL}")
    assert again.does(goes, OVER, Begin(phase="ActionIT", turn=7)).legal
    assert again.but(volleys={GOAL: 1}).does(goes, *dice(1)).rules == ("CAP-12.1.6f",)


def test_whether_those_who_go_together_are_struck_by_one_die_is_a_question() -> None:
    """CAP-12.1.6f"""
    both = (Move(unit=MOVER, hex=GOAL), Move(unit=SECOND, hex=GOAL))
    assert marching().does(*both, *dice(1), rulings=("CAP-A10=once",)).legal
    twice = (*both, *dice(1), *dice(1))
    assert marching().does(*twice, rulings=("CAP-A10=once",)).rules == ("CAP-12.1.6f",)
    assert "CAP-12.1.6f" not in marching().does(*twice, rulings=("CAP-A10=each",)).rules
    said = [each for ruling in marching().does(*twice).rulings for each in ruling.findings]
    assert [each.ruling for each in said if isinstance(each, Undecided)] == ["CAP-A10"]


def test_whether_a_barrage_strikes_those_who_stand_there_at_once_is_a_question() -> None:
    over = Begin(phase="ActionAHG", turn=7)
    assert field().does(lays(), *dice(1), over).legal
    assert field().does(lays(), over).last.verdict == "undecided"
    assert field().does(lays(), over, rulings=("CAP-A10=once",)).rules == ("CAP-12.1.6d",)
    assert field().does(lays(), over, rulings=("CAP-A10=each",)).legal
    assert field().put(MOVER, "4110").does(lays(), over).legal, "nobody is there"


def test_guns_in_position_are_not_struck() -> None:
    """CAP-12.1.6g"""
    made = field().put(MOVER, "4110").put("ahg.mtn12", GOAL)
    assert made.does(lays(), *dice(1)).rules == ("CAP-12.1.6g",)
    moving = field().put(MOVER, "4110").put("ahg.mtn12", GOAL, "Limbered")
    assert moving.does(lays(), *dice(1)).legal


def test_a_barrage_lies_until_the_turn_is_over() -> None:
    """CAP-12.1.6h"""
    made = Board("Victory", "cividale").put(MOVER, GOAL).put(FIELD, "4116").but(barrages=LAID)
    later = made.does(Begin(phase="Reinforcement", turn=8), Begin(phase="ActionAHG", turn=8), *dice(1))
    assert "CAP-12.1.6d" in later.rules
    assert not made.does(Begin(phase="Reinforcement", turn=8)).position.barrages


# ----------------------------------------------------------------------------------------------- fire that falls short
def blind() -> Board:
    """Guns that do not see the hex at which they fire; north of it stands one of their own side."""
    made = Board("ActionIT", "cividale").put("it.massa.1", "4113").put(FIELD, "4120", attached="it.massa")
    made.worth(FIELD, fire=24, range=12).put(MOVER, GOAL).acting("it.massa")
    return made.but(bombs={FIELD: f"{GOAL} troops"})


SIX = dice(6, purpose="BOMBARD")
NORTH, AWAY = Roll(purpose="DIRECTION", dice=(1,)), Roll(purpose="DIRECTION", dice=(4,))


@pytest.mark.parametrize(("direction", "due"), [(1, True), (4, False)])
def test_what_falls_short_strikes_whoever_is_on_that_side(direction: int, due: bool) -> None:
    """CAP-12.1.5.6a: one is above, then clockwise; where nobody is nothing happens."""
    found = blind().does(*SIX, Roll(purpose="DIRECTION", dice=(direction,)))
    assert any(Roll(purpose="FRIENDLY") in each.options for each in found.due) == due


def test_half_of_the_fire_falls_on_them() -> None:
    """CAP-12.1.5.6a: six factors, and a four is D1."""
    short = (*SIX, NORTH, *dice(4, GOAL, "FRIENDLY")[1:])
    found = blind().does(*short, rulings=("CAP-A09=die",))
    assert any(more("it.massa.1") in due.options for due in found.due)
    mild = blind().does(*SIX, NORTH, *dice(1, GOAL, "FRIENDLY")[1:], rulings=("CAP-A09=die",))
    assert not any(more("it.massa.1") in due.options for due in mild.due)


def test_whether_a_new_die_falls_is_a_question() -> None:
    over = Complete(formation="it.massa")
    hit = (*SIX, NORTH)
    wanting = {each: blind().does(*hit, over, rulings=(f"CAP-A09={each}",)) for each in ("die", "six")}
    assert "CAP-12.1.5.6a" in wanting["die"].rules
    assert "CAP-12.1.5.6a" not in wanting["six"].rules
    again = Roll(purpose="FRIENDLY", dice=(1,))
    assert "CAP-12.1.5.6a" not in blind().does(*hit, again, rulings=("CAP-A09=die",)).rules
    assert "CAP-12.1.5.6a" in blind().does(*hit, again, rulings=("CAP-A09=six",)).rules
    assert "CAP-12.1.5.6a" not in blind().does(*hit, AWAY).rules[:1]


def test_a_barrage_falls_short_too() -> None:
    """CAP-12.1.6i"""
    made = Board("ActionAHG", "cividale").put(MOVER, NEXT).put(FIELD, "4120").acting("ahg.ir23").but(barrages=LAID)
    goes = (Move(unit=MOVER, hex=GOAL), *dice(6))
    assert "CAP-12.1.5.6a" in {due.rule for due in made.does(*goes).due}
    seeing = made.put(FIELD, "4116")
    assert "CAP-12.1.5.6a" not in {due.rule for due in seeing.does(*goes).due}


def test_a_barrage_that_cuts_off_marks_those_whom_it_strikes() -> None:
    """CAP-12.1.5e: five factors, and a five is D1 S."""
    cut = Show(unit=MOVER, state="OOC")
    goes = (Move(unit=MOVER, hex=GOAL), *dice(5))
    assert marching().does(*goes, more(), cut, OVER).legal
    assert "CAP-12.1.5e" in marching().does(*goes, more(), OVER).rules
