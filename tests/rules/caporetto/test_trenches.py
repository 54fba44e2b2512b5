"""Trenches: what lowers them, who mends them, what they do for those who hold them (17.0)."""

from __future__ import annotations

from rules.caporetto.actions import (
    Assault,
    Begin,
    Complete,
    Decline,
    Defend,
    Disorganise,
    Lose,
    Move,
    Resolve,
    Show,
    Trench,
)
from rules.caporetto.game import Cases
from rules.caporetto.works.cover import against_assault, against_fire, of_firers
from rules.caporetto.works.trenches import battered, levels
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import SWITCHES, Field

DEEP, BESIDE, SHALLOW, NONE, ALONG = "3829", "3828", "4322", "4302", "2620"
"""An Italian trench of level two, a hex beside it, one of level one, a hex without one, one with a trench on a side."""
UNIT, ENEMY = "ahg.ir7.1", "it.siena.1"
NEXT = Begin(phase="ActionIT", turn=7)


def lowered(place: str = DEEP, level: int = 1) -> Trench:
    return Trench(hex=place, level=level)


def acting() -> Field:
    return Field("ActionAHG").put(UNIT, BESIDE).acting("ahg.ir7")


def case_of(field: Field, action: Action = NEXT):
    return Cases(field.battle(), SWITCHES)(field.position(), action)


# ------------------------------------------------------------------------------------------------------------- levels
def test_a_marker_lowers_a_trench_as_far_as_that_can_be() -> None:
    field = Field()
    assert max(levels(case_of(field).ground, DEEP)) == 2
    assert max(levels(case_of(field.but(trenches={DEEP: 1})).ground, DEEP)) == 1
    assert max(levels(case_of(field.but(trenches={DEEP: 0})).ground, DEEP)) == 1, "never below one"
    assert max(levels(case_of(field.but(trenches={ALONG: 0})).ground, ALONG)) == 0, "but along sides"


def test_a_destroyed_trench_along_a_side_stops_no_zone_of_control() -> None:
    field = Field("Rest", "cividale").put("ahg.ir62.1", ALONG)
    assert "2521" not in case_of(field).layout.zone("ahg")
    assert "2521" not in case_of(field.but(trenches={"2520": 0})).layout.zone("ahg"), "that in its hex still does"
    assert case_of(field.but(trenches={"2520": 0})).ground.side("2520", "2620").trench == ""


# ---------------------------------------------------------------------------------------------------- what lowers them
def test_an_empty_trench_of_the_enemy_is_lowered_when_somebody_moves_in() -> None:
    goes, over = Move(unit=UNIT, hex=DEEP), (Complete(formation="ahg.ir7"), Decline(what="reaction"), NEXT)
    assert acting().does(goes, lowered(), *over).legal
    found = acting().does(goes, *over)
    assert found.rules == ("CAP-17.6d",)
    assert found.last.findings[0].owner == "ahg"
    assert acting().but(trenches={DEEP: 1}).does(goes, *over).legal, "it stays at one"
    assert acting().does(goes, Move(unit=UNIT, hex=BESIDE), *over).legal, "put back at once"


def test_nothing_lowers_a_trench_by_itself() -> None:
    assert acting().does(lowered()).rules == ("CAP-17.6c",)
    far = acting().does(Move(unit=UNIT, hex="4028"), lowered())
    assert far.last.verdict == "undecided", "who went far may have gone through it"


def test_troops_lower_the_trench_in_which_they_stand_in_the_artillery_phase() -> None:
    theirs, ours = Field("Artillery").put(UNIT, DEEP), Field("Artillery").put(ENEMY, DEEP)
    assert theirs.does(lowered()).legal
    assert ours.does(lowered()).last.verdict == "undecided", "whether its own side may is a question"
    assert ours.does(lowered(), rulings=("CAP-A105=held",)).legal
    assert ours.does(lowered(), rulings=("CAP-A105=enemy",)).rules == ("CAP-17.6c",)
    assert Field("Artillery").put("it.mtn1", DEEP).does(lowered()).rules == ("CAP-17.6c",), "guns do not"
    assert Field("Artillery").does(lowered()).rules == ("CAP-17.6c",)


def test_new_trenches_are_not_built_and_those_in_hexes_not_destroyed() -> None:
    assert "CAP-17.10a" in Field("Artillery").put(UNIT, NONE).does(lowered(NONE)).rules
    assert "CAP-17.8b" in Field("Artillery").put(UNIT, DEEP).does(lowered(level=0)).rules
    assert Field("Artillery", "cividale").put("ahg.ir62.1", ALONG).does(lowered(ALONG, 0)).legal


def test_a_result_for_trenches_lowers_them_if_guns_of_more_than_a_light_calibre_fired() -> None:
    field = Field("ActionIT", "cividale").put("ahg.ir62.1", "3830").put("it.massa.1", "3832").acting("it.massa")
    heavy, guns = field.but(bombs={"it.fld1": "3830 troops"}), ("it.fld1",)
    assert next(battered(case_of(heavy), "3830", guns)).options == (lowered("3830"),)
    assert not list(battered(case_of(heavy.but(trenches={"3830": 1})), "3830", guns)), "it stays at one"
    light = Field("ActionIT").put("it.siena.1", "3832").acting("it.siena").but(bombs={"it.mtn1": "3830 troops"})
    assert not list(battered(case_of(light), "3830", ("it.mtn1",)))
    assert next(battered(case_of(heavy), "2022", guns)).options == (lowered("2022", 0),), "those along sides fall"


def test_a_stormed_trench_is_lowered_when_the_action_is_over() -> None:
    field = Field("ActionAHG").put(UNIT, DEEP).acting("ahg.ir7").but(taken=frozenset({DEEP}))
    over = (Complete(formation="ahg.ir7"), Decline(what="reaction"))
    assert field.does(*over, lowered(), NEXT).legal
    assert field.does(*over, NEXT).last.verdict == "undecided", "only after a counter-assault for certain"
    assert field.does(*over, NEXT, rulings=("CAP-A104=always",)).rules == ("CAP-17.5a",)
    assert field.does(*over, NEXT, rulings=("CAP-A104=countered",)).legal
    without = field.does(*over, lowered(), NEXT, rulings=("CAP-A104=countered",))
    assert without.rules == ("CAP-17.6c",)
    countered = field.but(resolved=frozenset({f"COUNTER {DEEP}"}))
    assert countered.does(*over, lowered(), NEXT).legal
    assert countered.does(*over, NEXT).rules == ("CAP-17.5a",)


# ------------------------------------------------------------------------------------------------------ who mends them
def test_engineers_at_work_mend_a_trench_when_the_next_engineer_phase_begins() -> None:
    field = Field("Weather", turn=8).put("it.eng1", DEEP, "Building").but(trenches={DEEP: 1})
    begins = Begin(phase="Engineers", turn=8)
    assert field.does(begins, lowered(level=2)).legal
    assert field.does(lowered(level=2)).rules == ("CAP-21.1c",), "not before"
    idle = Field("Weather", turn=8).put("it.eng1", DEEP).but(trenches={DEEP: 1})
    assert idle.does(begins, lowered(level=2)).rules == ("CAP-21.1c",)


def test_the_marker_of_a_mended_trench_is_changed_late() -> None:
    """CAP-17.3c CAP-21.1c"""
    field = Field("Weather", turn=7).put("it.eng1", DEEP, "Building").but(trenches={DEEP: 1})
    begins, later = Begin(phase="Engineers", turn=7), Begin(phase="Rest", turn=7)
    assert field.does(begins, later, lowered(level=2)).legal
    at_work = Show(unit="it.eng1", state="Building")
    fresh = Field("Weather", turn=7).put("it.eng1", DEEP).but(trenches={DEEP: 1})
    assert fresh.does(begins, at_work, later, lowered(level=2)).rules == ("CAP-21.1c",), "begun in this turn"
    off = Show(unit="it.eng1", state="Building", on=False)
    anew = tuple(Begin(phase=phase, turn=turn) for phase, turn in (("Victory", 7), ("Reinforcement", 8)))
    assert field.does(begins, later, off, *anew, lowered(level=2)).rules == ("CAP-21.1c",), "that was a turn ago"


def test_the_italians_pay_for_each_five_hexes() -> None:
    field = Field("Engineers").put("it.eng1", DEEP).but(trenches={DEEP: 1})
    begins = Show(unit="it.eng1", state="Building")
    assert field.does(begins).position.points[""] == 4
    assert field.but(points=0).does(begins).rules == ("CAP-17.2a",)
    theirs = Field("Engineers").put("ahg.eng1", "3830").but(trenches={"3830": 1}, points=0)
    assert theirs.does(Show(unit="ahg.eng1", state="Building")).legal, "the others pay nothing"


# ------------------------------------------------------------------------------------------------------- what they do
def test_only_its_own_side_has_the_use_of_a_trench() -> None:
    case = case_of(Field())
    assert against_assault(case, DEEP, "it", (BESIDE,)) == 2
    assert against_assault(case, DEEP, "ahg", (BESIDE,)) is None, "whose it is once it is taken is a question"
    assert against_assault(case, NONE, "it", ("4303",)) == 0


def test_a_trench_along_a_side_helps_against_all_that_comes_across_it() -> None:
    case = case_of(Field("Rest", "cividale"))
    assert against_assault(case, "2021", "it", ("2022",)) is None, "with one in the hex too nobody says how"
    assert against_assault(case, "2022", "it", ("2021",)) == 1
    assert against_assault(case, "2022", "it", ("2021", "2023")) == 0, "not if some come from elsewhere"
    assert against_fire(case, "2022", "it", (), guns=True) == 1, "whence ever guns fire"
    assert against_fire(case, "2022", "it", ("2023",), guns=False) == 0


def test_defenders_fire_the_better_out_of_a_trench() -> None:
    field = Field("ActionAHG").put(UNIT, BESIDE).put(ENEMY, DEEP).put("it.siena.2", "3928").acting("ahg.ir7")
    assert of_firers(case_of(field), (ENEMY, "it.siena.2")) == 2
    assert of_firers(case_of(field.put("it.mtn1", DEEP)), ("it.siena.2", "it.mtn1")) is None, (
        "the guns alone stand in it"
    )
    attack = Assault(unit=UNIT, at=DEEP)
    fire = (Defend(unit=ENEMY, hex=BESIDE), Resolve(hex=BESIDE, purpose="DEFEND"), Roll(purpose="DEFEND", dice=(6,)))
    assert [due.rule for due in field.does(attack, *fire).due] == ["CAP-12.2.10b", "CAP-12.2.10c"]


def test_a_trench_shifts_an_assault() -> None:
    attack = (Assault(unit=UNIT, at=DEEP), Resolve(hex=DEEP, purpose="ASSAULT"), Roll(purpose="ASSAULT", dice=(1,)))
    more = Disorganise(unit=UNIT, change="more")
    field = acting().put(ENEMY, DEEP)
    assert field.does(*attack, more, more, Lose(unit=UNIT), Complete(formation="ahg.ir7")).legal
    open_ = field.but(trenches={DEEP: 1}).does(*attack)
    assert sum(due.rule == "CAP-12.3.4b" for due in open_.due) <= 3
