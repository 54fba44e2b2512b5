"""What was told is not told again when it is made good, and what the board shows needs no record of its own."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Keep, Put, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said

Done = list[Action | Entry]


def to(*steps: int) -> Done:
    return [do.Advance(to=f"S{step}") for step in steps]


def hiding(**state: object) -> Field:
    made = Field().unit("S1", "infantry", "0505", **state).unit("G1", "infantry", "0101").order("G1", "wait")
    return made.ground("0505", terrain="light_woods").order("S1", "ambush", hex="0505", facing="N", number=2)


# ------------------------------------------------------------------------------------------------------ told already
def test_who_makes_good_what_was_told_is_not_told_again():
    """BAR-6.6h, BAR-4.4i"""
    made, hides = hiding(), do.Hide(unit="S1")
    late = accused(read(made, made.at("S8"), *to(9, 10), hides, do.State(unit="S1", status="ambush"), *to(11)))
    assert late == ["Illegal BAR-6.6h hide.due"]
    other = Field().unit("S1", "infantry", "0505").order("S1", "wait").unit("G1", "infantry", "0101")
    assert "Illegal BAR-6.6h hide.no-order" in accused(read(other, other.at("S10"), hides))


def test_a_model_of_the_dead_that_is_taken_off_late_is_told_once():
    """BAR-3.3d"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("G1", "infantry", "0504", losses=3).order("G1", "wait")
    hits = Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 6)
    pays, dies = do.Mark(unit="S1", what="ammo", value=5), do.Mark(unit="G1", what="losses", value=5)
    shot: Done = [do.Fire(unit="S1", target="G1"), hits, pays, dies]
    late = accused(read(made, made.at("S3"), *shot, *to(4, 5), do.Out(piece="G1"), *to(6)))
    assert late == ["Illegal BAR-3.3d due.undone"]
    lives = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", losses=4).order("G1", "wait")
    assert accused(read(lives, lives.at("S5"), do.Out(piece="G1"), *to(6))) == ["Illegal BAR-3.3d marks.out"]


def test_a_test_of_panic_that_is_left_out_is_told_once_and_of_who_owes_it():
    """BAR-5.7d, BAR-10.12a"""
    made = Field().unit("S1", "medium", "0505").order("S1", "assault", target="G1", route=("0504",))
    made.unit("G1", "infantry", "0504").order("G1", "wait").ground("0504", terrain="village")
    blows: Done = []
    for unit, other, dice in (("S1", "G1", 3), ("G1", "S1", 5)):
        blows += [do.Strike(unit=unit, target=other), Roll(purpose="MELEE", who=unit, dice=(6,) * dice)]
    pays: Done = [do.Mark(unit="S1", what="ammo", value=7), do.Mark(unit="G1", what="ammo", value=5)]
    judged = read(made, made.at("S6"), do.Step(unit="S1", hex="0504", fights=True), *blows, *pays, *to(7))
    told = [(each.why, every.concerns(each)) for every in judged for each in every.findings]
    assert told == [("melee.test-first", "german")]


# ------------------------------------------------------------------------------------------------------ on the board
def silent(unit: str, place: str) -> Entry:
    """A model is moved without a word."""
    return said(unit, Go(Ref(unit), place))


FIRES: Done = [
    do.Fire(unit="S1", target="G1", kind="ambush"),
    Roll(purpose="FIRE", who="S1", dice=(6,) * 11),
    do.Mark(unit="S1", what="ammo", value=5),
]
BOX = do.State(unit="S1", status="ambush", on=False)


@pytest.mark.parametrize("shows", [dragged("S1", "0505"), dragged("S1", "0505", "Enter"), silent("S1", "0505")])
def test_an_ambush_comes_up_whichever_way_its_model_is_put_into_its_hex(shows: Entry):
    """BAR-5.12g, BAR-5.13h"""
    made = hiding(hidden=True, off_board=True).unit("G1", "infantry", "0503").order("G1", "march", route=("0504",))
    comes = do.Step(unit="G1", hex="0504")
    assert accused(read(made, made.at("S10"), comes, *FIRES, shows, BOX, *to(11))) == []
    elsewhere = accused(read(made, made.at("S10"), comes, *FIRES, dragged("S1", "0606"), BOX, *to(11)))
    assert any(each.startswith("Illegal") for each in elsewhere)


def test_a_unit_that_merges_may_be_laid_to_the_lost_without_a_word():
    """BAR-7.4f, BAR-7.4g"""
    made = Field()
    for unit, other, losses in (("G1", "G2", 2), ("G2", "G1", 3)):
        made.unit(unit, "infantry", "0505", losses=losses).order(unit, "merge", target=other, choice="G1")
    grown = do.Mark(unit="G1", what="losses", value=0)
    assert accused(read(made, made.at("S9"), silent("G2", "lost-german"), grown, *to(10))) == []
    alone = Field().unit("G2", "infantry", "0505").order("G2", "wait").unit("S1", "infantry", "0101")
    assert accused(read(alone, alone.at("S9"), silent("G2", "lost-german"), *to(10))) != []


# ------------------------------------------------------------------------------------------------------------- smoke
def smoking(german: str, goes: str) -> Field:
    """S1 is to lay smoke on 0502; G1 marches."""
    made = Field().unit("S1", "mortar", "0505", facing="N", stores={"smoke": 2}).unit("G1", "infantry", german)
    return made.order("S1", "smoke", hex="0502").order("G1", "march", route=(goes,))


def test_the_shell_of_smoke_may_be_struck_off_before_it_is_laid():
    """BAR-6.4b, BAR-3.8e"""
    made = smoking("0602", "0601").order("G1", "wait")
    lays, shell = do.Smoke(unit="S1", hex="0502", also="0503"), do.Mark(unit="S1", what="smoke", value=1)
    assert accused(read(made, made.at("S3"), shell, lays, *to(4))) == []
    twice = accused(read(made, made.at("S3"), shell, lays, do.Mark(unit="S1", what="smoke", value=0), *to(4)))
    assert any("BAR-3.8e" in each for each in twice)
    made.order("S1", "wait")
    assert any("BAR-3.8e" in each for each in accused(read(made, made.at("S3"), shell, *to(4))))


@pytest.mark.parametrize("goes", [True, False])
def test_nobody_is_held_to_smoke_that_was_laid_where_it_may_not_lie(goes: bool):
    """BAR-6.4f, BAR-6.4g"""
    shell, made = do.Mark(unit="S1", what="smoke", value=1), smoking("0504", "0604")
    moves: Done = [dragged("G1", "0604")] if goes else []
    astray = do.Smoke(unit="S1", hex="0502", also="0504")
    found = accused(read(made, made.at("S3"), astray, shell, *to(4, 5, 6, 7, 8, 9, 10), *moves, *to(11)))
    assert found == ["Illegal BAR-6.4f smoke.second"]


def test_who_is_caught_in_smoke_stays():
    """BAR-6.4g"""
    shell, made = do.Mark(unit="S1", what="smoke", value=1), smoking("0503", "0504")
    lays: Done = [do.Smoke(unit="S1", hex="0502", also="0503"), shell, *to(4, 5, 6, 7, 8, 9, 10)]
    assert accused(read(made, made.at("S3"), *lays, *to(11))) == []
    told = accused(read(made, made.at("S3"), *lays, dragged("G1", "0504"), *to(11)))
    assert any("BAR-6.4g" in each for each in told)


# ------------------------------------------------------------------------------------------------------ double clicks
def test_a_key_that_is_pressed_twice_says_nothing_more():
    """BAR-7.16f, BAR-8.9c"""
    dig = do.Order(unit="S1", order="dig_in", facing="N")
    made = Field().unit("S1", "infantry", "0505", running=dig, boxes=1).order("S1", "dig_in", facing="N")
    made.unit("G1", "infantry", "0101").order("G1", "wait")
    again = said("S1", Say("complete", Ref("S1"), {"what": "dig_in"}))
    boxes = do.Mark(unit="S1", what="boxes", value=2)
    trench = do.Complete(unit="S1")
    assert accused(read(made, made.at("S12"), boxes, again, trench, do.Advance(to="PLANNING"))) == []

    gone = Field().unit("S2", "truck", "0505").order("S2", "dismount").unit("G1", "infantry", "0101")
    gone.unit("S1", "infantry", "", carrier="S2", off_board=True).order("S1", "dismount", target="S2")
    leaves = do.Leave(unit="S1", hex="0505")
    twice = said("S1", Put(Ref("S1"), "What", "Leave"), Keep("HX_Carrier"), Say("ride", Ref("S1"), {"what": "Leave"}))
    assert accused(read(gone.order("G1", "wait"), gone.at("S10"), leaves, twice, *to(11))) == []


def test_points_that_burn_with_trucks_may_be_rounded_for_all_of_them_at_once():
    """BAR-7.15g"""
    made = Field().unit("S1", "halftrack", "0505", size=5, defence=0, ammo=8).order("S1", "wait")
    made.unit("G1", "light", "0504").order("G1", "open_fire", target="S1")
    shot: Done = [do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=(1, 1) + (6,) * 5)]
    lost: Done = [do.Mark(unit="S1", what="losses", value=2), do.Mark(unit="G1", what="ammo", value=7)]
    for left, fine in ((4, True), (5, True), (6, True), (3, False), (7, False)):
        burns = do.Mark(unit="S1", what="ammo", value=left)
        assert (accused(read(made, made.at("S3"), *shot, *lost, burns, *to(4))) == []) == fine


def given_up(*early: Action, storms: tuple[Action, ...] = ()) -> list[str]:
    """What is told where G1 is ordered to assault S1, of what is done in step 5, and in step 6 till it is over."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "assault", target="S1", route=("0504",))
    made.unit("S1", "infantry", "0504").unit("G2", "infantry", "0101")
    begins, ends = (do.Advance(to=step, by="german") for step in ("S6", "S7"))
    return accused(read(made, made.at("S5"), *early, begins, *storms, ends))


HALT = do.Halt(unit="G1", by="german")
STORMS = (
    do.Step(unit="G1", hex="0504", fights=True),
    do.Strike(unit="G1", target="S1"),
    Roll(purpose="MELEE", who="G1", dice=(6,) * 5),
    do.Strike(unit="S1", target="G1"),
    Roll(purpose="MELEE", who="S1", dice=(6,) * 5),
    do.Mark(unit="G1", what="ammo", value=5),
    do.Mark(unit="S1", what="ammo", value=5),
)


def test_an_assault_is_not_given_up_before_its_step_either():
    """BAR-6.5f, BAR-4.3b"""
    unfinished = "Illegal BAR-6.5f assault.unfinished"
    assert given_up() == [unfinished]
    assert given_up(storms=(HALT,)) == [unfinished]
    assert given_up(HALT) == [unfinished]
    assert given_up(storms=STORMS) == []
