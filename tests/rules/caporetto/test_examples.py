"""The worked examples of the book, and cases of our own, on a board of open hexes; docstrings have their names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Defend,
    Leave,
    Lose,
    Move,
    Slot,
    Support,
    Trench,
)
from rules.caporetto.assault.resolving import boxed
from rules.caporetto.fire import bombardment, defence
from rules.caporetto.fire.results import Result, read
from rules.caporetto.fire.sight import sees
from rules.caporetto.game import Cases
from rules.caporetto.movement.prices import price
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.conftest import SHARED
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, more, thrown

A1, A2, A3, STRANGE = "ahg.ir23.1", "ahg.ir23.2", "ahg.ir23.3", "ahg.lgr8.1"
"""German battalions of one regiment, and one of another."""
I1, I2, I3, OTHER = "it.massa.1", "it.massa.2", "it.massa.3", "it.milano.1"
"""Italian battalions of one brigade, and one of another."""
G1, G2, G3, LIGHT = "it.fld1", "it.fld2", "it.fld3", "ahg.mtn12"
LABELS = "1:2 1:1.75 1:1.5 1:1.25 1:1 1.5:1 2:1 2.5:1 3:1 3.5:1 4:1 4.5:1 5:1"
C1, ALPINE = "ahg.ir62.1", "ahg.leib.1"
"""An infiltrator, and mountain infantry."""
OVER = Complete(formation="ahg.ir23")


def board(phase: str = "ActionAHG") -> Board:
    return Board(phase, "cividale")


def attack() -> Board:
    """A battalion beside another, in the action of its regiment."""
    return board().put(A1, "4111").put(I1, "4112").acting("ahg.ir23")


def italian(phase: str = "ActionIT") -> Board:
    return board(phase).put(I1, "4112").put(A1, "4111").acting("it.massa")


def at(unit: str = A1, place: str = "4112") -> Assault:
    return Assault(unit=unit, at=place)


def case_of(made: Board, action: Action = OVER) -> Any:
    return Cases(made.battle(), SWITCHES)(made.position(), action)


def column(strong: int, against: int, shift: int = 0) -> int:
    """The column of the assault table, below nothing left of it."""
    return attack().battle().charts.odds.place(strong, against, shift)


def labelled(label: str) -> int:
    """The number of a column."""
    return LABELS.split().index(label)


# ------------------------------------------------------------------------------------------------------------ logistics
@pytest.mark.parametrize(("box", "before", "after"), [("guns15", 10, 6), ("guns5", 10, 8), ("guns10", 10, 7)])
def test_formations_are_paid_for(box: str, before: int, after: int) -> None:
    """T01 T02 I02"""
    made = board("Command").put(I1, "4112").but(points=before)
    found = made.does(Slot(hq="it.massa.hq", box=box), Begin(phase="Initiative", turn=7))
    assert (found.legal, found.position.points[""]) == (True, after)


def test_nobody_spends_more_than_he_has() -> None:
    """I01"""
    made = board("Command").put(I1, "4112").but(points=3)
    found = made.does(Slot(hq="it.massa.hq", box="guns15"), Begin(phase="Initiative", turn=7))
    assert found.rules == ("CAP-7.3d",)


# ------------------------------------------------------------------------------------------------------------ the table
def test_odds_are_rounded_for_the_defender_and_shifted_from_what_they_are() -> None:
    """T07 T08 T09 I48"""
    assert column(11, 3) == labelled("3.5:1")
    assert column(3, 5) == labelled("1:1.75")
    assert column(7, 1, -1) >= labelled("5:1")
    assert column(1, 4, 1) < 0
    assert column(3, 6, -2) < 0


def test_nobody_left_to_fight_is_attacked_in_the_last_column() -> None:
    """I50"""
    made = attack().worth(I1, combat=0).hex("4112", terrain="village")
    case = case_of(made)
    assert boxed(case, "4112", (A1,), (I1,), 3) == case.battle.charts.assault[3][-1]


def test_a_river_counts_where_all_cross_it() -> None:
    """I51"""
    wet = attack().put(A2, "4011").side("4111", "4112", river=True)
    dry = attack().put(A2, "4011")
    assert boxed(case_of(wet), "4112", (A1, A2), (I1,), 3) == boxed(case_of(dry), "4112", (A1, A2), (I1,), 3)
    assert boxed(case_of(wet), "4112", (A1,), (I1,), 3) != boxed(case_of(dry), "4112", (A1,), (I1,), 3)


def test_the_first_step_is_lost_by_the_unit_whose_morale_counted() -> None:
    """I52"""
    made = attack().put(A2, "4111", level=2).acting("ahg.ir23")
    made.worth(I1, combat=9)
    fight = (at(), at(A2), *thrown("ASSAULT", "4112", 5))
    dues = made.does(*fight).due
    firsts = [due for due in dues if due.rule == "CAP-12.3.4e"]
    assert all(due.met_by(Lose(unit=A1)) and not due.met_by(Lose(unit=A2)) for due in firsts)


# ------------------------------------------------------------------------------------------------------- defensive fire
@pytest.mark.parametrize(("factor", "guns", "total"), [(2, 8, 4), (0, 4, 1), (1, 20, 2)])
def test_guns_that_do_not_see_add_no_more_than_those_on_foot(factor: int, guns: int, total: int) -> None:
    """T05 T06 I45"""
    made = attack().worth(I1, mg=factor).worth(G1, fire=guns).put(G1, "4116").hex("4114", terrain="open", level=4)
    made.but(defends={I1: "4111", G1: "4111"}, attacks={A1: "4112"})
    assert defence.strength(case_of(made), "4111") == total
    fire = (at(), Defend(unit=I1, hex="4111"), Defend(unit=G1, hex="4111"))
    plain = attack().put(G1, "4116").hex("4114", terrain="open", level=4)
    assert plain.does(*fire).legal


def test_uphill_attackers_are_fired_at_the_better() -> None:
    """T14"""
    made = attack().hex("4112", terrain="open", level=4).worth(I1, mg=0).but(attacks={A1: "4112"}, defends={I1: "4111"})
    case = case_of(made)
    assert (defence.strength(case, "4111"), defence.shift(case, "4111", (A1,))) == (0, 1)


def test_fire_that_cuts_off_ends_the_attack() -> None:
    """I46"""
    made = attack().put(A2, "4111").acting("ahg.ir23").worth(I1, mg=8)
    found = made.does(at(), at(A2), Defend(unit=I1, hex="4111"), *thrown("DEFEND", "4111", 6))
    assert read("D1/1 S") == Result(1, 1, cut=True)
    assert {due.rule for due in found.due} >= {"CAP-12.2.10b", "CAP-12.2.10c", "CAP-12.2.10d", "CAP-12.2.10e"}
    assert not found.position.attacks


# ---------------------------------------------------------------------------------------------------------- bombardment
def test_an_asterisk_is_thrown_again() -> None:
    """T15"""
    made = italian().put(A2, "4111").put(G1, "4113", attached="it.massa").worth(G1, fire=1).acting("it.massa")
    bombs = (Bombard(unit=G1, hex="4111"), *thrown("BOMBARD", "4111", 5))
    again = Roll(purpose="ASTERISK", dice=(3,))
    assert made.does(*bombs, again, more(A1), more(A2), Complete(formation="it.massa")).legal
    assert made.does(*bombs, Roll(purpose="ASTERISK", dice=(4,)), Complete(formation="it.massa")).legal
    assert made.does(*bombs, again, Complete(formation="it.massa")).rules == ("CAP-12.1.5c",)


def test_shaken_guns_do_not_fire() -> None:
    """T11"""
    made = italian().put(G1, "4113", attached="it.massa", level=2).acting("it.massa")
    assert made.does(Bombard(unit=G1, hex="4111")).rules == ("CAP-18.6a",)
    made = italian().put(G1, "4113", attached="it.massa", level=1).acting("it.massa")
    assert made.does(Bombard(unit=G1, hex="4111")).legal


def test_light_guns_fire_directly() -> None:
    """I37"""
    made = attack().put(LIGHT, "4108", attached="ahg.ir23").hex("4110", terrain="open", level=4).acting("ahg.ir23")
    assert made.does(Bombard(unit=LIGHT, hex="4112")).last.verdict == "undecided"


def test_indirect_fire_is_halved_and_added_up() -> None:
    """I38"""
    made = italian().put(G1, "4115", attached="it.massa").put(G2, "4113", attached="it.massa").worth(G2, fire=3)
    made.hex("4114", terrain="open", level=4).but(bombs={G1: "4111 troops", G2: "4111 troops"}).acting("it.massa")
    assert bombardment.strength(case_of(made), "4111", "troops") == 5.5


def test_only_guns_that_do_not_see_scatter() -> None:
    """I39"""
    made = italian().put(G1, "4112", attached="it.massa").put(G2, "4116", attached="it.massa").acting("it.massa")
    made.hex("4114", terrain="open", level=4)
    aims, dice = (Bombard(unit=G1, hex="4111"), Bombard(unit=G2, hex="4111")), thrown("BOMBARD", "4111", 6)
    mixed = [due for due in made.does(*aims, *dice).due if due.rule == "CAP-12.1.5.6a"]
    assert [due.doubtful is not None for due in mixed] == [True], "of mixed fire that is a question"
    blind = [due for due in made.does(aims[1], *dice).due if due.rule == "CAP-12.1.5.6a"]
    assert [due.doubtful for due in blind] == [None]
    assert not [due for due in made.does(aims[0], *dice).due if due.rule == "CAP-12.1.5.6a"]


# ---------------------------------------------------------------------------------------------------------------- sight
def test_height_lengthens_sight_in_clear_weather() -> None:
    """I82: eight hexes from two levels above, and no more."""
    case = case_of(board().hex("4112", terrain="open", level=5))
    assert sees(case, "4112", "4120")
    assert not sees(case, "4112", "4121")


def test_woods_at_the_level_of_an_end_block_sight() -> None:
    """I84"""
    high = board().hex("4112", terrain="open", level=4)
    assert not sees(case_of(high.hex("4113", terrain="woods")), "4112", "4115")
    assert sees(case_of(board().hex("4112", terrain="open", level=4)), "4112", "4115")


# ------------------------------------------------------------------------------------------------------------- movement
def test_ridges_and_climbs_cost_a_point() -> None:
    """T03"""
    made = board("Rest").side("4111", "4112", ridge=True).put(I1, "4111").put(ALPINE, "4111")
    assert price(case_of(made), I1, "4111", "4112") == 8
    assert price(case_of(made), ALPINE, "4111", "4112") == 4


def test_mountain_infantry_crosses_rock_with_all_that_it_has_and_guns_do_not() -> None:
    """I23 I24"""
    made = board("Rest").side("4111", "4112", rock=True).put(ALPINE, "4111")
    goes = Move(unit=ALPINE, hex="4112")
    found = made.does(goes)
    assert (found.legal, found.position.units[ALPINE].spent) == (True, 36)
    guns = board("Guns").side("4111", "4112", rock=True).put(LIGHT, "4111", "Limbered")
    assert guns.does(Move(unit=LIGHT, hex="4112")).rules == ("CAP-10.0.9a",)


def test_guns_in_position_block_no_road() -> None:
    """I19"""
    made = board("Rest").road("4111", "4112", "4113").put(G1, "4112").put(G2, "4112").put(I1, "4111")
    found = made.does(Move(unit=I1, hex="4112"), Move(unit=I1, hex="4113"))
    assert (found.legal, found.position.units[I1].spent) == (True, 4)


def test_nobody_moves_into_guns_outside_of_actions() -> None:
    """I20"""
    made = board("Rest").put(I1, "4111").put(LIGHT, "4112")
    assert made.does(Move(unit=I1, hex="4112")).rules == ("CAP-10.3c",)


def test_a_move_ends_when_another_unit_goes() -> None:
    """I22"""
    made = board().put(A1, "4110").put(A2, "4210").acting("ahg.ir23")
    goes = tuple(Move(unit=A1, hex=place) for place in ("4111", "4112", "4113"))
    assert made.does(*goes, Move(unit=A1, hex="4114")).legal
    assert made.does(*goes, Move(unit=A2, hex="4211"), Move(unit=A1, hex="4114")).rules == ("CAP-10.0.6b",)


def test_a_zone_of_control_stops_a_battalion_and_no_infiltrator() -> None:
    """I25 I26"""
    made = board().put(A1, "4111").put(I1, "4113").acting("ahg.ir23")
    goes = Move(unit=A1, hex="4112")
    assert made.does(goes, Move(unit=A1, hex="4212")).rules == ("CAP-10.1.1c",)
    assert made.does(goes, at(place="4113")).legal
    light = board().put(C1, "4111").put(I1, "4113").put(I2, "4114").acting("ahg.ir62")
    way = tuple(Move(unit=C1, hex=place) for place in ("4112", "4212", "4213", "4214"))
    assert light.does(*way, Defend(unit=I2, hex="4214", what="infiltration")).legal


def test_strategic_movement_keeps_away_from_the_enemy() -> None:
    """I32 I33"""
    way = tuple(Move(unit=I1, hex=f"41{row:02d}", how="strategic") for row in range(6, 20))
    assert board("Rest").put(I1, "4105").put(A1, "4512").does(*way).legal
    assert "CAP-10.3.2b" in board("Rest").put(I1, "4105").put(A1, "4312").does(*way).rules


def test_a_forced_march_pays_for_an_assault() -> None:
    """I29"""
    made = attack().hex("4112", terrain="open", level=4).worth(A1, movement=4, morale=5)
    made.put(A1, "4111", spent=12, moved="7 ahg.ir23", way=(("4110", 0),)).but(mover=A1).acting("ahg.ir23")
    found = made.does(at())
    assert (found.legal, found.position.units[A1].spent) == (True, 20)
    assert [due.rule for due in found.due] == ["CAP-10.4b"]


def test_no_ordinary_hex_is_attacked_over_the_isonzo() -> None:
    """I112"""
    made = attack().side("4111", "4112", river=True, isonzo=True)
    assert made.does(at()).rules == ("CAP-10.2.5d",)


def test_guns_cross_no_footbridge_and_those_on_foot_do() -> None:
    """I88"""
    water = {"river": True, "isonzo": True, "footbridge": True, "rates": (2,)}
    guns = board("Guns").side("4111", "4112", **water).put(G1, "4111", "Limbered")
    assert guns.does(Move(unit=G1, hex="4112")).rules == ("CAP-19.1a",)
    foot = board("Rest").side("4111", "4112", **water).put(I1, "4110")
    assert foot.does(Move(unit=I1, hex="4111"), Move(unit=I1, hex="4112")).legal


def test_guns_enter_a_zone_of_control_beside_a_friend_alone() -> None:
    """I87"""
    made = board("Guns").road("4110", "4111").put(G1, "4110", "Limbered").put(A1, "4112")
    assert made.does(Move(unit=G1, hex="4111")).rules == ("CAP-18.4a",)
    beside = board("Guns").road("4110", "4111").put(G1, "4110", "Limbered").put(A1, "4112").put(I1, "4111")
    found = beside.does(Move(unit=G1, hex="4111"))
    assert (found.legal, found.position.units[G1].spent) == (True, 4)


# ------------------------------------------------------------------------------------------------------------- stacking
def test_guns_in_position_stack_with_two_battalions() -> None:
    """T12"""
    made = board("Rest").put(I1, "4112").put(OTHER, "4113").put(G1, "4112").put(G2, "4112")
    goes, over = Move(unit=OTHER, hex="4112"), Begin(phase="Supply", turn=7)
    assert made.does(goes, over).legal
    third = made.put("it.jonio.1", "4112")
    assert third.does(goes, over).rules == ("CAP-11.1a",)
    assert made.put("it.jonio.1", "4118").put(G3, "4112").does(goes, over).rules == ("CAP-11.1f",)


def test_one_battalion_stands_in_high_mountains() -> None:
    """I36"""
    made = board("Rest").hex("4112", terrain="high", level=6).put(I1, "4112").put(OTHER, "4113")
    over = Begin(phase="Supply", turn=7)
    assert made.does(Move(unit=OTHER, hex="4112"), over).rules == ("CAP-11.1g",)
    free = made.put("it.mg3", "4113").put(OTHER, "4118")
    assert free.does(Move(unit="it.mg3", hex="4112"), over).legal


# -------------------------------------------------------------------------------------------------------------- command
def test_a_division_is_left_for_good() -> None:
    """I05 I07"""
    made = board().put(A1, "4111").but(slots={"ahg.ir23.hq": "ready"}, divisions={"ahg": ("12th Division", "50th")})
    assert "CAP-7.9a" in made.does(Activate(hq="ahg.ir23.hq", hex="4111")).rules
    other = attack().put(C1, "4011").acting("ahg.ir23", sure=frozenset({A1, C1}), kind="division")
    acting = other.position().acting
    assert acting is not None
    both = attack().put(C1, "4011").acting("ahg.ir62").position().acting
    shared = attack().put(C1, "4011").acting("ahg.ir23", kind="division", sure=frozenset({A1, C1}), others=(both,))
    assert shared.does(at(), at(C1)).rules == ("CAP-7.10b",)
    assert shared.does(at(), Support(unit=C1, hex="4112")).rules == ("CAP-7.10b",)


def test_guns_of_a_division_go_with_it_alone() -> None:
    """I68"""
    made = attack().put(LIGHT, "4109").put("ahg.mtn200", "4109").acting("ahg.ir23")
    assert made.does(Attach(unit=LIGHT, formation="ahg.ir23")).legal
    assert made.does(Attach(unit="ahg.mtn200", formation="ahg.ir23")).rules == ("CAP-18.8a",)


def reacting(points: int, die: int, *guns: str) -> tuple[Board, tuple[Action, ...]]:
    made = board().put(I1, "2401").put(A1, "4618").but(stack=("ActionAHG", "Reacting"), answer="ahg", points=points)
    for gun in guns:
        made.put(gun, "2501")
    roll = Roll(purpose="REACTION", who="it.massa.hq", dice=(die,))
    return made, (roll, Activate(hq="it.massa.hq", hex="2401", kind="reaction"))


def test_a_reaction_whose_die_is_too_high_is_none() -> None:
    """I59"""
    made, deeds = reacting(4, 6)
    assert "CAP-14.0c" in made.does(*deeds).rules
    assert made.does(deeds[0]).position.points[""] == 4


# ------------------------------------------------------------------------------------------------------------- assaults
def test_more_attackers_than_fit_come_in_waves() -> None:
    """I99 I100 T13"""
    made = board().put(A1, "4111").put(A2, "4111").put(A3, "4011").put(I1, "4112").put(OTHER, "4112").acting("ahg.ir23")
    every = (at(), at(A2), at(A3))
    dice = thrown("ASSAULT", "4112", 1)
    assert made.does(*every, *dice, OVER).rules == ("CAP-12.3.2c",)
    gone = (Move(unit=I1, hex="4113", how="retreat"), Move(unit=OTHER, hex="4113", how="retreat"))
    follows = Move(unit=A3, hex="4112", how="advance")
    assert not [rule for rule in made.does(*every, *dice, *gone, follows, OVER).rules if rule.startswith("CAP-12.3")]


def test_an_emptied_hex_is_entered_after_defensive_fire() -> None:
    """I47"""
    made = attack().put(I2, "4211")
    gone, follows = Leave(unit=I1, why="lost"), Move(unit=A1, hex="4112", how="advance")
    assert made.does(at(), gone, Defend(unit=I2, hex="4111"), *thrown("DEFEND", "4111", 1), follows).legal
    assert "CAP-10.2.3b" in made.does(at(), gone, OVER).rules


def test_where_a_beaten_defender_goes() -> None:
    """I53 I108"""
    made = attack().put(I2, "4012").put(OTHER, "4212").worth(A1, combat=20)
    fight = (at(), *thrown("ASSAULT", "4112", 4))
    dues = [
        due for due in made.does(*fight).due if any(isinstance(each, Move) and each.unit == I1 for each in due.options)
    ]
    assert {each.hex for due in dues for each in due.options if isinstance(each, Move)} == {"4113"}


# ----------------------------------------------------------------------------------------------------- counter-assaults
def lost(*marks: str, place: str = "4113") -> Board:
    made = board().put(A1, "4112").put(I1, place, *marks).acting("ahg.ir23")
    return made.but(taken=frozenset({"4112"}), origins=frozenset({"4111"}), step=4)


def test_who_may_counter_attack() -> None:
    """I11 I56 I85"""
    back = at(I1)
    assert lost().does(back).legal
    assert lost("OOC").does(back).rules == ("CAP-12.4b",)
    assert lost("Activated").does(back).rules == ("CAP-12.4b",)
    assert not lost(place="4115").does(back).legal


def test_no_guns_fire_at_counter_attackers() -> None:
    """I57"""
    made = lost().put(LIGHT, "4111", attached="ahg.ir23").acting("ahg.ir23")
    made.but(taken=frozenset({"4112"}), origins=frozenset({"4111"}), step=4)
    assert made.does(at(I1), Defend(unit=LIGHT, hex="4113")).rules == ("CAP-12.4.3b",)
    assert made.does(at(I1), Defend(unit=A1, hex="4113")).legal


def test_counter_attackers_do_not_act_again() -> None:
    """I58"""
    made = board("ActionIT").put(I1, "4113", "Activated").put(I2, "4115").but(activated=frozenset({I1}))
    made.acting("it.massa").put(I1, "4113", "Activated", moved="7 ahg.ir23")
    assert made.does(Move(unit=I2, hex="4116")).legal
    assert "CAP-10.0.6a" in made.does(Move(unit=I1, hex="4114")).rules


# ------------------------------------------------------------------------------------------------------------- trenches
def test_a_trench_in_a_hex_stays_at_one() -> None:
    """I65"""
    made = attack().hex("4112", trench="it", deep=1)
    assert "CAP-17.8b" in made.does(Trench(hex="4112", level=0)).rules
    along = attack().side("4112", "4113", trench="it", deep=1)
    assert "CAP-17.8b" not in along.does(Trench(hex="4112", level=0)).rules


def test_a_single_unit_surrenders_beside_its_attackers_and_is_lost_far_from_all() -> None:
    """I64"""
    made = italian().put(A1, "4111", lost=3, level=5).put(G1, "4113", attached="it.massa").acting("it.massa")
    made.worth(G1, fire=30)
    found = made.does(Bombard(unit=G1, hex="4111"), *thrown("BOMBARD", "4111", 4))
    assert Leave(unit=A1, why="surrendered") in {each for due in found.due for each in due.options}


OPEN = {
    "it plays in the first turn of a campaign, or in sectors, which no battle of ours has": (
        "I73 I74 I75 I79 I92 I93 I96 I107 I111"
    ),
    "it wants Rommel, or guns whose factors are divided, which no battle of ours has": "I72 I97",
    "it counts points of the whole campaign, or its arrivals": "I77 I94 I95 I103",
    "it plays on a board that is larger than the map": "T04",
    "nobody is told yet that he comes near a bridge, nor that two attack out of high mountains": "I69 I109",
}
"""Examples that no case here plays, by why."""


def test_every_example_is_played_or_says_why_not() -> None:
    source = SHARED / "games" / "caporetto" / "examples.yaml"
    if not source.is_file():
        pytest.skip("the folder of extra samples (games) is not beside the project")
    known = {each["id"] for each in yaml.safe_load(source.read_text(encoding="utf-8"))}
    here = Path(__file__).parent
    written = "".join(path.read_text(encoding="utf-8") for path in sorted(here.glob("test_examples*.py")))
    played = {name for text in re.findall(r'"""([^"]+)"""', written) for name in re.findall(r"\b[TI]\d{2,3}\b", text)}
    waiting = {name for names in OPEN.values() for name in names.split()}
    assert played & waiting == set()
    assert played | waiting == known
