"""What is counted or kept wrongly and put right in time, and who is told what he made of it."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Band, Victory
from rules.blitzkrieg.model import Position
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Seat, accused, at_the_table, said
from tests.rules.blitzkrieg.test_victory import field as evening
from tests.rules.blitzkrieg.theatre import Theatre

ON = do.NextTurn(turn=2, by="german")


def counted(points: int) -> do.Score:
    return do.Score(points=points, by="german")


def after_the_phase(made: Theatre, holders: dict[str, str], **more: object) -> Position:
    start = made.position("TURN_END", holders=holders, trodden=frozenset(holders), **more)
    return made.play(start.but(stack=("DRAW",), passed="both"), do.EndPhase(reason="passes")).position


def told(*done: Done, held: tuple[str, ...] = ("1006",), band: Band | None = None) -> list[str]:
    made = evening()
    if band is not None:
        made.parts["victory"] = Victory("german", "french", values={"1006": 3, "1007": 2}, bands={1: band})
    return said(at_the_table(made, after_the_phase(made, dict.fromkeys(held, "german")), *done))


@pytest.mark.parametrize("slip", [0, 5])
def test_a_wrong_count_that_is_put_right_is_none(slip: int):
    """BLZ-12.1.4a"""
    assert told(counted(slip), counted(3), ON) == []
    assert told(counted(slip), ON, counted(3), do.EndAdmin()) == [], "or after the turn marker goes on"
    assert told(counted(slip), ON) == ["BLZ-12.1.4a"]
    assert told(counted(3), counted(slip), ON) == ["BLZ-12.1.4a"], "the last count holds"
    assert told(counted(slip), ON, do.EndAdmin(), counted(3)) == ["BLZ-12.1.4a"]


def test_who_honours_a_wrong_count_breaks_nothing_more():
    """BLZ-12.1.4a, BLZ-12.1.4b, BLZ-12.1.4c, BLZ-12.1.4d"""
    low, high = Band(4, 9, "next"), Band(0, 2, "next")
    french, german = (do.Conclude(result=side, by="german") for side in ("french", "german"))

    assert told(counted(5), ON, band=low) == ["BLZ-12.1.4a"], "by the count on the table the game goes on"
    assert told(counted(0), ON, band=high) == ["BLZ-12.1.4a"]
    assert told(counted(0), ON, band=Band(1, 9, "next")) == ["BLZ-12.1.4a"], "and by the right one as well"
    assert told(counted(3), ON, band=low) == ["BLZ-12.1.4c"]
    assert told(counted(0), ON, band=low) == ["BLZ-12.1.4a", "BLZ-12.1.4c"], "it is decided by either count"
    assert told(counted(0), french, band=Band(1, 9, "next")) == ["BLZ-12.1.4a"]
    assert told(counted(3), german, band=low) == ["BLZ-12.1.4c"]


def test_who_plays_on_after_the_end_is_told_once_and_by_his_own_name():
    """BLZ-11a, BLZ-12.1.4c"""
    made = evening()
    made.parts["victory"] = Victory("german", "french", values={"1006": 3}, bands={1: Band(4, 9, "next")})
    start = after_the_phase(made, {"1006": "german"})
    over = at_the_table(made, start, counted(3), do.Conclude(result="french", by="german"), ON)
    early = at_the_table(made, start, counted(3), ON)

    assert accused(over) == ["BLZ-11a"]
    assert accused(early) == ["BLZ-12.1.4c"]
    blamed = {one.concerns(each) for one in (*over, *early) for each in one.findings if each.rule in accused([one])}
    assert blamed == {"german"}, "never the winner for the other's button"


def test_what_was_not_counted_in_one_turn_does_not_decide_the_next():
    """BLZ-12.1.4a, BLZ-12.1.4b"""
    made = evening()
    bands = {1: Band(0, 9, "next"), 2: Band(0, 4, "next")}
    made.parts["victory"] = Victory("german", "french", values={"1006": 3, "1007": 2}, bands=bands)
    forgotten = made.play(after_the_phase(made, {"1006": "german"}), ON, do.EndAdmin()).position
    both = {"1006": "german", "1007": "german"}
    over = made.play(forgotten.but(holders=both, trodden=frozenset(both), passed="both"), do.EndPhase()).position

    assert made.play(over, counted(5), do.NextTurn(turn=3)).last.rules == ("BLZ-12.1.4b",)
    assert made.play(over, counted(5), do.Conclude(result="german")).last.legal


def test_a_result_that_is_not_yet_one_says_so():
    """BLZ-12.1.4d"""
    made = evening()
    judged = at_the_table(made, after_the_phase(made, {"1006": "german"}), counted(3), do.Conclude(result="french"))

    assert [each.why for one in judged for each in one.findings if each.rule == "BLZ-12.1.4d"] == ["victory.not-yet"]


def test_nobody_has_to_rally_from_a_marker_that_the_enemy_laid_without_cause():
    """BLZ-8.4h, BLZ-8.3b, BLZ-8.4i"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1011")
    made.unit("mate", "infantry", "F", "1005").unit("other", "infantry", "F", "1004")
    marks = do.Mark(piece="mate", marker="neutralised")
    shaken = Seat("french", marks)
    begins, ends = (do.Draw(chit="F"), do.Activate(chit="F")), do.EndActivation(by="german")
    tries = Roll(purpose="RALLY", who="mate", dice=(6, 6))

    def found(*done: Done, **state: bool) -> list[str]:
        position = made.position()
        return accused(at_the_table(made, position.unit("mate", **state), *done))

    assert found(*begins, ends, neutralised=True) == ["BLZ-8.4h"], "who was hit has to try"
    assert found(*begins, tries, ends, neutralised=True) == []
    assert found(shaken, *begins, ends) == found(shaken, *begins, tries, ends) == ["BLZ-8.3b"]
    off = do.Mark(piece="mate", marker="neutralised", on=False)
    assert found(shaken, *begins, off, ends) == ["BLZ-8.3b"], "he may take it off"
    assert found(*begins, off, ends, neutralised=True) == ["BLZ-8.4i"]
    assert found(marks, *begins, ends) == ["BLZ-8.3b", "BLZ-8.4h"], "who marks himself plays by it"
    assert found(marks, *begins, off, ends) == ["BLZ-8.3b", "BLZ-8.4i"]


def passing() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("B", "german", hq="0305")
    made.formation("F", "french", hq="0811").formation("H", "french", hq="0311")
    return made.chit("de.repeat", "german", "repeat").chit("spare", "german", "repeat")


def test_whether_a_repeat_kept_in_hand_parts_two_passes_is_open():
    """BLZ-5.6a"""
    made = passing()
    first, second = (do.Draw(chit="F"), do.Pass(chit="F")), (do.Draw(chit="A"), do.Pass(chit="A"))
    held, ends = (do.Draw(chit="de.repeat"), do.Hold(chit="de.repeat")), do.EndPhase(reason="passes")
    activated = do.Draw(chit="B"), do.Activate(chit="B"), do.EndActivation()

    def judged(*done: Done, rulings: tuple[str, ...] = ()):
        return at_the_table(made, made.position(), *done, ends, rulings=rulings)

    assert said(judged(*first, *second)) == []
    kept = judged(*first, *held, *second)
    assert [each.ruling for one in kept for each in one.findings if isinstance(each, Undecided)] == ["AMB-13"]
    assert accused(kept) == []
    assert accused(judged(*first, *held, *second, rulings=("AMB-13=ruling",))) == ["BLZ-5.6a"]
    assert accused(judged(*first, *activated, *second)) == ["BLZ-5.6a"], "he has played on between"
