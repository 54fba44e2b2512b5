"""Bridges, barrages, fire that falls short, waves of attackers, roads of headquarters, the edge of the map."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Activate,
    Assault,
    Begin,
    Bombard,
    Bridge,
    Complete,
    Leave,
    Move,
    Pass,
    Resolve,
    Show,
)
from rules.caporetto.assault.resolving import flanked
from rules.caporetto.game import Cases
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.caporetto.field import SWITCHES, Field

HERE, THERE = "4302", "4401"
PIER, BEYOND, UP = "2708", "2709", "2707"
"""The two hexes of a bridge, and one beside the first."""


def blow(die: int, unit: str = "it.eng2") -> Roll:
    return Roll(purpose="BLOW", who=unit, dice=(die,))


def engineers(*marks: str, phase: str = "Engineers", place: str = UP) -> Field:
    return Field(phase, "cividale").put("it.eng2", place, *marks)


# ------------------------------------------------------------------------------------------------------------- bridges
def test_engineers_blow_up_a_bridge_near_them_in_their_phase() -> None:
    assert engineers().does(blow(4), Bridge(hex=PIER)).legal
    assert engineers(phase="Rest").does(blow(4)).rules == ("CAP-4.5c",)
    assert engineers(place="2204").does(blow(4)).rules == ("CAP-19.2a",)
    foot = Field("Engineers", "cividale").put("it.massa.1", UP)
    assert foot.does(blow(4, "it.massa.1")).rules == ("CAP-19.2a",)


def test_a_bridge_is_blown_with_four_or_less() -> None:
    assert engineers().does(blow(5), Bridge(hex=PIER)).rules == ("CAP-19.2c",)
    assert engineers().does(Bridge(hex=PIER)).rules == ("CAP-19.2c",)
    assert engineers().does(blow(4), Bridge(hex="2805")).rules == ("CAP-19.2c",), "there is none"


def test_over_a_blown_bridge_leads_no_road() -> None:
    goes = Move(unit="it.fld1", hex="2602")
    by_road, across = (
        Field("Guns", "cividale").put("it.fld1", "2502", "Limbered").but(blown=frozenset(blown)).does(goes)
        for blown in ((), ("2502/2602",))
    )
    assert by_road.legal
    assert by_road.position.units["it.fld1"].spent < across.position.units["it.fld1"].spent
    assert engineers().does(blow(4), Bridge(hex=PIER)).position.blown == frozenset({f"{PIER}/{BEYOND}"})


def test_of_two_bridges_of_a_hex_nobody_knows_which_one_is_meant() -> None:
    found = engineers(place="2602").does(blow(1), Bridge(hex="2602"))
    assert found.legal
    assert not found.position.blown


def test_a_bridge_stands_again_when_engineers_have_worked_at_it() -> None:
    gone = {"blown": frozenset({f"{PIER}/{BEYOND}"})}
    back = Bridge(hex=PIER, blown=False)
    assert engineers("Building", place=PIER).but(**gone).does(back).legal
    assert engineers(place=PIER).but(**gone).does(back).rules == ("CAP-19.3a",)
    assert engineers("Building", phase="Rest", place=PIER).but(**gone).does(back).rules == ("CAP-19.3e",)


def test_the_marker_of_a_finished_bridge_comes_off_late() -> None:
    """CAP-19.3e"""
    gone, back = {"blown": frozenset({f"{PIER}/{BEYOND}"})}, Bridge(hex=PIER, blown=False)
    works, later = Begin(phase="Engineers", turn=7), Begin(phase="Artillery", turn=7)
    over = Show(unit="it.eng2", state="Building", on=False)
    made = engineers("Building", phase="Weather", place=PIER).but(**gone)
    assert made.does(works, later, back).legal
    assert made.does(works, over, later, back).legal
    begun = Show(unit="it.eng2", state="Building")
    fresh = engineers(phase="Weather", place=PIER).but(**gone)
    assert fresh.does(works, begun, later, back).rules == ("CAP-19.3e",), "it was begun in this turn"
    held = engineers("Building", phase="Weather", place=PIER).but(**gone).put("ahg.leib.1", BEYOND)
    assert held.does(works, later, back).rules == ("CAP-19.3e",), "it was never finished"


def test_over_the_isonzo_bridge_engineers_alone_build() -> None:
    made = engineers("Building", place="3023").but(blown=frozenset({"3023/3123"}))
    assert made.does(Bridge(hex="3023", blown=False)).rules == ("CAP-21.1b",)


def test_no_enemy_stands_between_engineers_and_the_bridge_that_they_blow() -> None:
    """CAP-19.2b"""
    far = Field("Engineers", "cividale").put("it.eng2", "2706")
    assert far.does(blow(4)).legal
    assert far.put("ahg.leib.1", "2707").does(blow(4)).rules == ("CAP-19.2b",)
    assert far.put("ahg.leib.1", "2807").put("it.massa.1", "2707").does(blow(4)).legal, "a friend stands there"
    assert engineers().put("ahg.leib.1", "2806").does(blow(4)).legal, "beside the bridge nothing lies between"


def test_a_bridge_is_not_finished_if_an_enemy_was_opposite_in_the_turn() -> None:
    """CAP-19.3b"""
    gone, back = {"blown": frozenset({f"{PIER}/{BEYOND}"})}, Bridge(hex=PIER, blown=False)
    over = (Begin(phase="Artillery", turn=7), Begin(phase="Rest", turn=7))
    later = tuple(
        Begin(phase=phase, turn=turn) for phase, turn in (("Victory", 7), ("Reinforcement", 8), ("Engineers", 8))
    )
    made = engineers("Building", place=PIER).put("ahg.leib.1", "2710").but(**gone)
    assert made.does(*over, *later, back).legal
    comes = Move(unit="ahg.leib.1", hex=BEYOND)
    assert made.does(*over, comes, *later, back).rules == ("CAP-19.3b",)
    assert engineers("Building", place=PIER).put("ahg.leib.1", BEYOND).but(**gone).does(back).rules == ("CAP-19.3b",)


# ------------------------------------------------------------------------------------------------------------ barrages
def laying() -> Field:
    return Field("Artillery").put("it.mtn1", HERE).put("ahg.ir7.1", "4403")


def test_dice_for_a_barrage_fall_where_one_lies() -> None:
    """CAP-12.1.6b: its observer need not be in command."""
    lays = Bombard(unit="it.mtn1", hex="4403", what="barrage")
    dice = (Resolve(hex="4403", purpose="BARRAGE"), Roll(purpose="BARRAGE", dice=(3,)))
    assert laying().does(lays, *dice).legal
    assert laying().put("it.mtn1", HERE, "OOC").does(lays).legal, "CAP-12.1.6b"
    assert laying().does(*dice).rules == ("CAP-12.1.6d",)


# -------------------------------------------------------------------------------------------------------- fire astray
def shelling(place: str, die: int) -> tuple[Action, ...]:
    return (
        Bombard(unit="it.fld1", hex=place),
        Resolve(hex=place, purpose="BOMBARD"),
        Roll(purpose="BOMBARD", dice=(die,)),
    )


ASTRAY = Roll(purpose="DIRECTION", dice=(3,))
OVER = Complete(formation="it.massa")


def battery(place: str) -> Field:
    made = Field("ActionIT", "cividale").put("it.massa.1", "2609").put("ahg.ir62.1", "2610")
    return made.put("it.fld1", place, attached="it.massa").acting("it.massa")


@pytest.mark.parametrize(("place", "die", "due"), [("2609", 6, False), ("2603", 6, True), ("2603", 4, False)])
def test_a_six_of_guns_that_do_not_see_falls_short(place: str, die: int, due: bool) -> None:
    found = battery(place).does(*shelling("2610", die))
    assert any(each.rule == "CAP-12.1.5.6a" for each in found.due) == due


def test_dice_for_the_direction_are_thrown_when_they_are_due() -> None:
    assert battery("2609").does(*shelling("2610", 6), ASTRAY).rules == ("CAP-12.1.5.6a",)
    blind = battery("2603").does(*shelling("2610", 6), ASTRAY)
    assert "CAP-12.1.5.6a" not in blind.rules
    assert "CAP-12.1.5.6a" in battery("2603").does(*shelling("2610", 6), OVER).rules


def test_of_guns_that_see_and_others_that_do_not_it_is_a_question_whose_fire_falls_short() -> None:
    both = battery("2603").put("it.fld2", "2609", attached="it.massa").acting("it.massa")
    shots = (Bombard(unit="it.fld2", hex="2610"), *shelling("2610", 6))
    assert both.does(*shots, ASTRAY, rulings=("CAP-A35=blind",)).legal
    assert both.does(*shots, ASTRAY, rulings=("CAP-A35=none",)).rules == ("CAP-12.1.5.6a",)
    open_ = [each for each in both.does(*shots, OVER).last.findings if each.rule == "CAP-12.1.5.6a"]
    assert [each.ruling for each in open_ if isinstance(each, Undecided)] == ["CAP-A35"]
    short = {reading: both.does(*shots, OVER, rulings=(f"CAP-A35={reading}",)).rules for reading in ("blind", "none")}
    assert ["CAP-12.1.5.6a" in rules for rules in short.values()] == [True, False]


# --------------------------------------------------------------------------------------------------------------- waves
def crowd() -> tuple[Field, tuple[Action, ...]]:
    made = Field("ActionAHG")
    for number, place in enumerate((HERE, HERE, "4402"), start=1):
        made.put(f"ahg.ir7.{number}", place)
    attack = tuple(Assault(unit=f"ahg.ir7.{number}", at=THERE) for number in (1, 2, 3))
    return made.acting("ahg.ir7").put("it.siena.1", THERE).put("it.siena.2", THERE), attack


def test_more_than_may_fight_at_once_attack_in_waves() -> None:
    made, attack = crowd()
    dice = (Resolve(hex=THERE, purpose="ASSAULT"), Roll(purpose="ASSAULT", dice=(1,)))
    over = Complete(formation="ahg.ir7")
    assert not [rule for rule in made.does(*attack, *dice, *dice, over).rules if rule.startswith("CAP-12.3.2")]
    assert made.does(*attack, *dice, over).rules == ("CAP-12.3.2c",)


def test_an_attack_in_the_flank_leaves_its_dice_open() -> None:
    field = Field("ActionAHG", "cividale").put("ahg.leib.1", "2610").put("ahg.leib.2", "2612").acting("ahg.leib")
    field.put("it.massa.1", "2611").but(attacks={"ahg.leib.1": "2611", "ahg.leib.2": "2611"})
    case = Cases(field.battle(), SWITCHES)(field.position(), OVER)
    assert flanked(case, "2611", ("ahg.leib.1", "ahg.leib.2"))
    beside = field.put("ahg.leib.2", "2711")
    again = Cases(beside.battle(), SWITCHES)(beside.position(), OVER)
    assert flanked(again, "2611", ("ahg.leib.1", "ahg.leib.2")) == (not again.beside("2610", "2711"))


# --------------------------------------------------------------------------------------------------- headquarters, edge
def chosen(**more: object) -> Field:
    return Field("ActionIT").put("ahg.ir7.1", HERE).but(slots={"ahg.ir7.hq": "ready"}, **more)


def test_passes_end_the_actions() -> None:
    made, over = chosen(), Begin(phase="Guns", turn=7)
    assert chosen(passed="ahg").does(over).legal
    assert made.does(over).rules == ("CAP-4.8c",)
    assert made.does(over).last.verdict == "undecided"
    assert chosen(acted=frozenset({"ahg.ir7"})).does(over).legal
    back = (Pass(by="it"), Begin(phase="ActionAHG", turn=7), Pass(by="ahg"), Begin(phase="ActionIT", turn=7))
    assert made.does(*back, Pass(by="it"), over).legal


@pytest.mark.parametrize(("place", "rules"), [("2401", ()), ("2402", ("CAP-21.9b",)), ("2701", ("CAP-21.9a",))])
def test_units_leave_by_the_ways_over_the_south_western_edge(place: str, rules: tuple[str, ...]) -> None:
    made = Field("Rest", "cividale").put("it.massa.1", place)
    assert made.does(Leave(unit="it.massa.1", why="left")).rules == rules


def hangs(*marks: str, place: str = "4716", **state: object) -> Field:
    made = Field("ActionAHG").put("ahg.gbb3.1", "4717").but(slots={"ahg.gbb3.hq": "ready", "ahg.jr11.hq": "ready"})
    return made.put("ahg.jr11.1", "4717").put("it.mtn1", place, *marks, **state)


def test_guns_that_see_the_road_of_a_headquarters_cut_it() -> None:
    acts = Activate(hq="ahg.gbb3.hq", hex="4717")
    assert hangs(place="4818").does(acts).legal, "they see none"
    assert hangs("Limbered").does(acts).legal, "not in position"
    assert hangs().does(acts).rules == ("CAP-9.4.1a",)
    assert hangs(level=2).does(acts).last.verdict == "undecided", "they could not fire"
    assert hangs(level=2).does(acts, rulings=("CAP-A77=always",)).last.verdict == "illegal"
    assert hangs(level=2).does(acts, rulings=("CAP-A77=able",)).legal
    assert "CAP-9.4.1a" not in hangs().does(Activate(hq="ahg.jr11.hq", hex="4717")).rules, "not of Germans"


def test_who_passes_last_of_both_does_not_act_either() -> None:
    made = Field("ActionIT").put("it.siena.1", HERE).but(slots={"it.siena.hq": "ready"}, passed="ahg")
    assert made.does(Activate(hq="it.siena.hq", hex=HERE)).legal
    assert made.does(Pass(by="it"), Activate(hq="it.siena.hq", hex=HERE)).rules == ("CAP-4.7c",)
