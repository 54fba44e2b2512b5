"""What horsemen, cyclists, flamethrowers, heavy guns, mortars and groups of guns are special in (18.2, 18.9, 21).

No counter of the two battles is of these kinds yet: a case says that one is.
"""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Assault,
    Begin,
    Bombard,
    Complete,
    Defend,
    Leave,
    Move,
    Show,
    Support,
)
from rules.caporetto.assault.resolving import rides, shift
from rules.caporetto.fire import bombardment
from rules.caporetto.fire.flames import burns
from rules.caporetto.fire.results import stepped
from rules.caporetto.game import Cases
from rules.caporetto.movement.prices import price
from rules.caporetto.movement.stacking import weight
from rules.caporetto.works.trenches import battered
from rules.engine.actions import Action
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, more, thrown

OURS, MORE, THEIRS, ALSO = "ahg.ir23.1", "ahg.ir23.2", "it.massa.1", "it.massa.2"
GUN, OTHER, LIGHT = "it.fld1", "it.fld2", "ahg.mtn12"
HERE, GOAL = "4111", "4112"
ATTACK = Assault(unit=OURS, at=GOAL)
OVER = Complete(formation="ahg.ir23")


def board(phase: str = "ActionAHG") -> Board:
    return Board(phase, "cividale")


def fight() -> Board:
    """A battalion beside another."""
    return board().put(OURS, HERE).put(THEIRS, GOAL).acting("ahg.ir23")


def guns(**kind: object) -> Board:
    """Guns of a kind, and enemies beside somebody who sees for them."""
    made = Board("ActionIT", "cividale").put(THEIRS, GOAL).put(OURS, HERE).kind(GUN, **kind)
    return made.put(GUN, "4113", attached="it.massa").acting("it.massa")


def case_of(made: Board, action: Action = OVER):
    return Cases(made.battle(), SWITCHES)(made.position(), action)


# ------------------------------------------------------------------------------------------------------------ horsemen
def test_horsemen_attack_the_better_on_open_ground() -> None:
    """CAP-21.2a"""
    plain, riding = fight(), fight().kind(OURS, horse=True)
    pair = ((OURS,), (THEIRS,))
    assert shift(case_of(riding), GOAL, *pair) == shift(case_of(plain), GOAL, *pair) + 1
    assert not rides(case_of(riding.hex(GOAL, terrain="woods")), GOAL, (OURS,), 0)
    assert not rides(case_of(fight().kind(OURS, horse=True)), GOAL, (OURS,), 1), "not at trenches"
    mixed = fight().kind(OURS, horse=True).put(MORE, HERE)
    assert rides(case_of(mixed), GOAL, (OURS, MORE), 0) is None


def test_fire_at_horsemen_is_stronger() -> None:
    """CAP-21.2b: a battalion of three machine guns is in column 3-4, and D1 S stands right of D1."""
    fire = (ATTACK, Defend(unit=THEIRS, hex=HERE), *thrown("DEFEND", HERE, 5))
    made = fight().worth(THEIRS, mg=4)
    assert [due.rule for due in made.does(*fire).due] == ["CAP-12.2.10b"]
    assert "CAP-12.2.10d" in {due.rule for due in made.kind(OURS, horse=True).does(*fire).due}
    mixed = made.put(MORE, HERE).acting("ahg.ir23")
    both = (ATTACK, Assault(unit=MORE, at=GOAL), *fire[1:])
    assert mixed.does(*both).due == (), "nobody knows"


def test_trenches_do_not_help_horsemen() -> None:
    """CAP-21.2c"""
    horses = case_of(fight().kind(THEIRS, horse=True))
    assert bombardment.ridden(horses, (THEIRS,), 2) == -1
    assert bombardment.ridden(case_of(fight()), (THEIRS,), 2) == 2
    assert bombardment.ridden(horses, (THEIRS, ALSO), 0) is None
    dug = fight().hex(GOAL, terrain="open", level=3, trench="it", deep=2).worth(OURS, combat=4)
    hits = (ATTACK, *thrown("ASSAULT", GOAL, 5))
    assert dug.does(*hits).due != dug.kind(THEIRS, horse=True).does(*hits).due


# ------------------------------------------------------------------------------------------------------------ cyclists
@pytest.mark.parametrize(("place", "cost"), [("4120", 1), ("4113", 2)])
def test_cyclists_use_roads_at_half_the_cost_far_from_enemies(place: str, cost: int) -> None:
    """CAP-21.8a"""
    made = board("Rest").road(HERE, GOAL).put(THEIRS, HERE).put(OURS, place).kind(THEIRS, cycle=True)
    assert price(case_of(made), THEIRS, HERE, GOAL) == cost
    walking = board("Rest").road(HERE, GOAL).put(THEIRS, HERE)
    assert price(case_of(walking), THEIRS, HERE, GOAL) == 2


def test_half_of_what_cyclists_pay_is_a_question() -> None:
    way = tuple(Move(unit=THEIRS, hex=place) for place in (GOAL, "4113", "4114"))
    made = board("Rest").road(HERE, GOAL, "4113", "4114", "4115").put(THEIRS, HERE, level=3).kind(THEIRS, cycle=True)
    made.worth(THEIRS, movement=1)
    assert made.does(*way, rulings=("CAP-A116=road",)).legal
    assert made.does(*way, rulings=("CAP-A116=hex",)).rules == ("CAP-10.4d",)


# ------------------------------------------------------------------------------------------------------- flamethrowers
def test_flamethrowers_weigh_nothing_and_have_no_steps() -> None:
    """CAP-21.4a"""
    made = fight().put(MORE, HERE).kind(MORE, flame=True, weight=0)
    case = case_of(made)
    assert weight(case, (OURS, MORE)) == weight(case, (OURS,))
    dues = list(stepped(case, (OURS, MORE), 1, "CAP-12.3.4c"))
    assert all(MORE not in str(option) for due in dues for option in due.options)


def test_one_flamethrower_stands_in_a_hex_with_infantry() -> None:
    """CAP-21.4b CAP-21.4c"""
    goes, over = Move(unit=OURS, hex=GOAL), Begin(phase="Supply", turn=7)
    flame = {"flame": True, "weight": 0, "assaults": False}
    made = board("Rest").put(OURS, HERE).put("ahg.ir62.1", GOAL).kind(OURS, **flame)
    assert made.does(goes, over).legal
    two = made.put("ahg.ir62.2", GOAL).kind("ahg.ir62.2", **flame)
    assert two.does(goes, over).rules == ("CAP-21.4b",)
    alone = board("Rest").put(OURS, HERE).kind(OURS, **flame)
    assert alone.does(goes, over).rules == ("CAP-21.4c",)


def test_flamethrowers_help_against_trenches_and_towns_once() -> None:
    """CAP-21.4e CAP-21.4f"""
    made = fight().put(MORE, HERE).kind(MORE, flame=True).kind(OURS, flame=True).hex(GOAL, terrain="town", level=3)
    case = case_of(made)
    assert burns(case, GOAL, (OURS, MORE), 0)
    assert not burns(case_of(fight().kind(OURS, flame=True)), GOAL, (OURS,), 0)
    assert burns(case_of(fight().kind(OURS, flame=True)), GOAL, (OURS,), 1)
    town = fight().put(MORE, HERE).hex(GOAL, terrain="town", level=3)
    assert shift(case, GOAL, (OURS, MORE), (THEIRS,)) == shift(case_of(town), GOAL, (OURS, MORE), (THEIRS,)) + 1


# ------------------------------------------------------------------------------------------------- heavy guns, mortars
@pytest.mark.parametrize(
    ("kind", "points", "rule"), [("heavy", 4, "CAP-18.2d"), ("mortar", 0, ""), ("", 2, "CAP-18.2c")]
)
def test_what_coming_into_position_costs_guns(kind: str, points: int, rule: str) -> None:
    """CAP-18.2d"""
    made = board("Artillery").put(GUN, HERE, "Limbered")
    if kind:
        made.kind(GUN, **{kind: True})
    off, over = Show(unit=GUN, state="Limbered", on=False), Begin(phase="ActionAHG", turn=7)
    assert made.does(off, *[more(GUN)] * points, over).legal
    assert made.does(off, *[more(GUN)] * (points - 1), over).rules == ((rule,) if rule else ())


def test_heavy_guns_and_mortars_fire_with_all_that_they_have_over_hills() -> None:
    """CAP-12.1e"""
    hill = {"terrain": "open", "level": 5}
    far = {
        kind: guns(**{kind: True}).put(GUN, "4116", attached="it.massa").hex("4114", **hill)
        for kind in ("heavy", "mortar")
    }
    assert [bombardment.factors(case_of(made.worth(GUN, fire=8)), GUN, HERE) for made in far.values()] == [8, 8]
    plain = guns().put(GUN, "4116", attached="it.massa").hex("4114", **hill).worth(GUN, fire=8)
    assert bombardment.factors(case_of(plain), GUN, HERE) == 4


@pytest.mark.parametrize(
    ("kind", "rule"), [("heavy", "CAP-12.2.4c"), ("mortar", "CAP-12.2.4c"), ("group", "CAP-18.9.3a")]
)
def test_heavy_guns_mortars_and_groups_do_not_fire_in_defence(kind: str, rule: str) -> None:
    """CAP-12.2.4c CAP-18.9.3a"""
    fire = Defend(unit=GUN, hex=HERE)
    assert fight().put(GUN, "4113").does(ATTACK, fire).legal
    assert fight().put(GUN, "4113").kind(GUN, **{kind: True}).does(ATTACK, fire).rules == (rule,)


def test_guns_of_more_than_a_light_calibre_lower_trenches() -> None:
    """CAP-12.1.5g"""
    dug = guns(heavy=True).hex(HERE, terrain="open", level=3, trench="ahg", deep=2)
    assert list(battered(case_of(dug), HERE, (GUN,)))
    assert not list(battered(case_of(dug), HERE, (LIGHT,)))


# -------------------------------------------------------------------------------------------------------------- groups
def test_groups_of_guns_stay_alone_where_they_are() -> None:
    """CAP-18.9.1a"""
    made = board("Guns").put(GUN, HERE, "Limbered")
    goes = Move(unit=GUN, hex="4110")
    assert made.does(goes).legal
    assert "CAP-18.9.1a" in made.kind(GUN, group=True).does(goes).rules
    placed, over = Move(unit=OTHER, hex=HERE, how="place"), Begin(phase="Reinforcement", turn=7)
    setting = board("Setup").put(GUN, HERE)
    assert "CAP-18.9.1a" not in setting.does(placed, over).rules
    assert "CAP-18.9.1a" in setting.kind(GUN, group=True).does(placed, over).rules


def test_nobody_fires_at_groups_of_guns() -> None:
    """CAP-18.9.4a"""
    made = guns().put(LIGHT, HERE)
    shot = Bombard(unit=GUN, hex=HERE, what="battery")
    assert made.does(shot).legal
    assert made.kind(LIGHT, group=True).does(shot).rules == ("CAP-18.9.4a",)


# ------------------------------------------------------------------------------------------------------ losses of guns
def test_whether_guns_that_lose_a_step_are_gone_is_a_question() -> None:
    """CAP-18.5a"""
    made = guns().put(LIGHT, HERE).worth(GUN, fire=18)
    shot = (Bombard(unit=GUN, hex=HERE, what="battery"), *thrown("BOMBARD", HERE, 4))
    rest, over = (more(LIGHT), Show(unit=LIGHT, state="OOC")), Complete(formation="it.massa")
    gone = Leave(unit=LIGHT, why="lost")
    assert made.does(*shot, gone, over, rulings=("CAP-A107=gone",)).legal
    assert made.does(*shot, *rest, over, rulings=("CAP-A107=gone",)).rules == ("CAP-12.1.5d",)
    assert made.does(*shot, *rest, over, rulings=("CAP-A107=points",)).legal


# ------------------------------------------------------------------------------------------------------------- targets
def test_guns_have_one_target_and_support_costs_no_points() -> None:
    """CAP-12.1.3e CAP-10.2.6d CAP-18.7a"""
    made = guns().put("ahg.ir62.1", "4011")
    twice = made.does(Bombard(unit=GUN, hex=HERE), Bombard(unit=GUN, hex="4011"))
    assert twice.position.bombs == {GUN: "4011 troops"}
    again = (Bombard(unit=GUN, hex=HERE), *thrown("BOMBARD", HERE, 1), Bombard(unit=GUN, hex="4011"))
    assert made.does(*again).rules == ("CAP-12.1.3b",)
    help_ = fight().put(MORE, "4011").hex("4011", terrain="open", level=3).acting("ahg.ir23", HERE)
    found = help_.put(MORE, "4211").acting("ahg.ir23", HERE).does(ATTACK, Support(unit=MORE, hex=GOAL))
    assert (found.legal, found.position.units[MORE].spent) == (True, 0)
    assert "Support" in found.position.units[MORE].marks


# --------------------------------------------------------------------------------------------------------------- roads
def test_fire_at_those_who_attack_along_a_road_in_a_zone_of_control_is_worse() -> None:
    """CAP-10.0.4g: a four and one more is D1."""
    made = fight().road(HERE, GOAL).worth(THEIRS, mg=4)
    fire = (Defend(unit=THEIRS, hex=HERE), *thrown("DEFEND", HERE, 4))
    along = Assault(unit=OURS, at=GOAL, how="road")
    assert [due.rule for due in made.does(ATTACK, *fire).due] == ["CAP-12.1.5b"]
    assert [due.rule for due in made.does(along, *fire).due] == ["CAP-12.2.10b"]


def test_fire_at_those_who_pass_on_a_road_is_worse() -> None:
    """CAP-10.0.4g"""
    made = board().road(HERE, "4011").put("ahg.ir62.1", HERE).put(THEIRS, GOAL).worth(THEIRS, mg=4).acting("ahg.ir62")
    shot = (Defend(unit=THEIRS, hex="4011", what="infiltration"), *thrown("INFILTRATE", "4011", 4))
    by_road = made.does(Move(unit="ahg.ir62.1", hex="4011", how="road"), *shot)
    assert [due.rule for due in by_road.due] == ["CAP-10.1.2i"]


def test_guns_on_the_move_are_fired_at_when_they_pass() -> None:
    """CAP-18.4b"""
    made = board("Guns").put(LIGHT, HERE, "Limbered").put(OURS, "4011").put(THEIRS, GOAL).worth(THEIRS, mg=8)
    goes, shot = Move(unit=LIGHT, hex="4011"), Defend(unit=THEIRS, hex="4011", what="infiltration")
    dice = thrown("INFILTRATE", "4011", 3)
    found = made.does(goes, shot, *dice)
    assert found.legal
    assert more(LIGHT) in {option for due in found.due for option in due.options}


def test_no_road_leads_through_a_battalion_for_those_who_move_strategically() -> None:
    """CAP-10.3.2e CAP-17.7a"""
    made = board("Rest").road("4105", "4106", "4107").put(THEIRS, "4105").put("it.milano.1", "4106").put(OURS, "4120")
    goes = Move(unit=THEIRS, hex="4106", how="strategic")
    assert made.does(goes).position.units[THEIRS].spent == 4
    free = board("Rest").road("4105", "4106").put(THEIRS, "4105").put(OURS, "4120")
    assert free.does(goes).position.units[THEIRS].spent == 2
