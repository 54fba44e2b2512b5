"""More of the worked examples: reactions, weather, calibres, supply, bridges; docstrings have their names."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Bridge,
    Complete,
    Defend,
    Move,
    Show,
)
from rules.caporetto.assault.resolving import boxed, shift
from rules.caporetto.fire import defence, passing
from rules.caporetto.game import Cases
from rules.caporetto.movement.prices import price
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, more, thrown

A1, A2 = "ahg.ir23.1", "ahg.ir23.2"
I1, I2, I3, OTHER = "it.massa.1", "it.massa.2", "it.massa.3", "it.milano.1"
G1, G2, LIGHT, ALPINE = "it.fld1", "it.fld2", "ahg.mtn12", "ahg.leib.1"
OVER = Complete(formation="ahg.ir23")


def board(phase: str = "ActionAHG", turn: int = 7) -> Board:
    return Board(phase, "cividale", turn)


def attack(turn: int = 7) -> Board:
    """A battalion beside another, in the action of its regiment."""
    return board(turn=turn).put(A1, "4111").put(I1, "4112").acting("ahg.ir23")


def case_of(made: Board, action: Action = OVER) -> Any:
    return Cases(made.battle(), SWITCHES)(made.position(), action)


def at(unit: str = A1, place: str = "4112") -> Assault:
    return Assault(unit=unit, at=place)


# ----------------------------------------------------------------------------------------------------------- reactions
def reacting(points: int, die: int, **slots: str) -> tuple[Board, tuple[Action, ...]]:
    """An Italian brigade at a road that leads to a source, after an action of the others."""
    made = board().put(I1, "4110").put(A1, "4125").road(*(f"41{row:02d}" for row in range(1, 12)))
    made.worth("it.massa.hq", initiative=4).source("it", "4101")
    made.but(
        stack=("ActionAHG", "Reacting"), answer="ahg", points=points, slots={f"it.{k}.hq": v for k, v in slots.items()}
    )
    roll = Roll(purpose="REACTION", who="it.massa.hq", dice=(die,))
    return made, (roll, Activate(hq="it.massa.hq", hex="4110", kind="reaction"))


def attached(*names: str) -> tuple[Attach, ...]:
    return tuple(Attach(unit=name, formation="it.massa") for name in names)


@pytest.mark.parametrize(("guns", "points", "rules"), [(0, 4, ()), (4, 2, ()), (5, 2, ("CAP-14.0g",))])
def test_an_unpaid_reaction_costs_double_and_takes_no_more_guns_than_the_initiative(
    guns: int, points: int, rules: tuple[str, ...]
) -> None:
    """T10"""
    made, deeds = reacting(6, 1)
    names = _gunners(made, guns)
    found = made.does(*deeds, *attached(*names))
    assert (found.rules, found.position.points[""]) == (rules, points)


def _gunners(made: Board, count: int) -> tuple[str, ...]:
    """So many independent units, all of them guns."""
    known = [name for name, counter in made.battle().units.items() if name.startswith("it.") and not counter.kind.hq]
    names = tuple(name for name in known if not name.startswith("it.massa"))[:count]
    for name in names:
        made.put(name, "4109").kind(name, guns=True, light=True)
    return names


def test_guns_of_an_unpaid_reaction_are_paid_too() -> None:
    """I60"""
    made, deeds = reacting(2, 1)
    names = _gunners(made, 1)
    assert made.does(*deeds).position.points[""] == 0
    assert made.does(*deeds, *attached(*names)).rules == ("CAP-14.0h",)


def test_more_guns_than_were_paid_for_are_not_attached() -> None:
    """I03: the sixth one is too many."""
    made = board("ActionIT").put(I1, "4110").put(A1, "4125").acting("it.massa", box="guns5")
    names = _gunners(made, 6)
    assert made.acting("it.massa", box="guns5").does(*attached(*names[:5])).legal
    assert made.does(*attached(*names)).rules == ("CAP-7.3e",)


def test_whether_the_italians_attach_more_than_fifteen_guns_is_a_question() -> None:
    """CAP-7.3e CAP-A71"""
    made = board("ActionIT").put(I1, "4110").put(A1, "4125")
    deeds = attached(*_gunners(made, 16))
    made.acting("it.massa", box="guns15")
    assert made.does(*deeds[:15]).legal
    assert made.does(*deeds).last.verdict == "undecided"
    assert made.does(*deeds, rulings=("CAP-A71=fifteen",)).rules == ("CAP-7.3e",)
    assert made.does(*deeds, rulings=("CAP-A71=more",)).legal


def test_the_central_powers_attach_fifteen_guns() -> None:
    """I04"""
    made = board().put(A1, "4111").put(I1, "4120")
    names = [name for name, counter in made.battle().units.items() if name.startswith("ahg.") and not counter.kind.hq]
    guns = [name for name in names if not name.startswith("ahg.ir23") and not made.battle().units[name].division][:16]
    for name in guns:
        made.put(name, "4109").kind(name, guns=True, light=True)
    deeds = tuple(Attach(unit=name, formation="ahg.ir23") for name in guns)
    made.acting("ahg.ir23")
    assert made.does(*deeds[:15]).legal
    assert made.does(*deeds).rules == ("CAP-7.4b",)


def test_a_reaction_heeds_no_division_and_what_was_paid_is_not_paid_again() -> None:
    """I06"""
    made, deeds = reacting(3, 2, massa="ready")
    found = made.but(divisions={"it": ("43rd", "46th")}).does(*deeds)
    assert (found.legal, found.position.points[""]) == (True, 3)


def test_who_has_reacted_does_not_react_again() -> None:
    """I61"""
    made, deeds = reacting(9, 1)
    assert made.does(*deeds).legal
    assert made.but(acted=frozenset({"it.massa"})).does(*deeds).rules == ("CAP-13.0b",)


# ------------------------------------------------------------------------------------------------------------- weather
LOW, HIGH = {"terrain": "open", "level": 1}, {"terrain": "high", "level": 6}


def test_nobody_fires_at_those_who_pass_in_fog() -> None:
    """I13: in the first turn."""
    made = (
        board(turn=1).put(I1, "4112").put("ahg.ir62.1", "4111").acting("ahg.ir62").hex("4112", terrain="open", level=2)
    )
    for place in ("4111", "4011"):
        made.hex(place, **LOW)
    shot = (Move(unit="ahg.ir62.1", hex="4011"), Defend(unit=I1, hex="4011", what="infiltration"))
    assert made.does(*shot).rules == ("CAP-10.1.2c",)


def test_what_a_blizzard_costs() -> None:
    """I14: in the first turn."""
    made = board(turn=1).put(ALPINE, "4111").put(LIGHT, "4110", "Limbered")
    for place in ("4110", "4111", "4112"):
        made.hex(place, **HIGH)
    case = case_of(made)
    assert price(case, ALPINE, "4111", "4112") == 16
    assert price(case, LIGHT, "4110", "4111") == 24


def test_in_fog_the_attacked_fire_alone() -> None:
    """I106: in the first turn."""
    made = attack(1).put(G1, "4114").put(I2, "4211").hex("4111", terrain="open", level=2)
    assert made.does(at(), Defend(unit=G1, hex="4111")).rules == ("CAP-12.2.4e",)
    assert made.does(at(), Defend(unit=I2, hex="4111")).rules == ("CAP-12.2.1b",)
    assert made.does(at(), Defend(unit=I1, hex="4111")).legal
    aimed = made.but(defends={I1: "4111"}, attacks={A1: "4112"})
    assert defence.mist(case_of(aimed), "4111") == -2


# -------------------------------------------------------------------------------------------------------------- supply
def road_down() -> Board:
    """A road from 4119 down to the source, an enemy beside two of its hexes, and a friend in one of them."""
    made = board("Rest").source("it", "4101").road(*(f"41{row:02d}" for row in range(1, 20)))
    return made.put(A1, "4015").put(I2, "4116")


@pytest.mark.parametrize(("place", "rules"), [("4119", ("CAP-9.3b", "CAP-9.3e")), ("4118", ())])
def test_a_road_beside_an_enemy_is_cut_though_a_friend_stands_there(place: str, rules: tuple[str, ...]) -> None:
    """I15"""
    made = road_down().put(I1, place, level=1)
    supply, rally = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
    found = {each.rule for each in made.does(supply, rally).last.findings if I1 in str(each.facts)}
    assert found == set(rules)


# ------------------------------------------------------------------------------------------------------------ movement
def test_machine_guns_block_no_bridge_and_a_company_goes_with_a_battalion() -> None:
    """I18"""
    water = {"river": True, "isonzo": True, "bridge": True, "rates": (2,)}
    made = board("Rest").side("4111", "4112", **water).put("it.mg3", "4112").put(I1, "4111").put(I2, "4111")
    made.kind(I2, free=True, weight=1)
    goes = (Move(unit=I1, hex="4112"), Move(unit=I2, hex="4112"), Begin(phase="Supply", turn=7))
    found = made.does(*goes)
    assert found.legal
    assert found.position.units[I1].spent == 2


def test_fire_at_those_who_pass_has_no_guns_and_spares_the_others() -> None:
    """I27"""
    made = board().put(A1, "4111").put(I1, "4112").put(I2, "4112").put(A2, "4011").put(G1, "4114").acting("ahg.ir23")
    made.worth(I1, mg=2).worth(I2, mg=1).acting("ahg.ir23")
    goes = Move(unit=A1, hex="4011")
    both = tuple(Defend(unit=name, hex="4011", what="infiltration") for name in (I1, I2))
    found = made.does(goes, *both)
    assert found.legal
    shots = passing.shots(Cases(made.battle(), SWITCHES)(found.position, OVER), "4011")
    assert shots == passing.Shots(A1, Fraction(3), 0)
    assert made.does(goes, *both, Defend(unit=G1, hex="4011", what="infiltration")).rules == ("CAP-10.1.2e",)


# ------------------------------------------------------------------------------------------------------------ assaults
def test_two_of_a_stack_defend_and_all_are_hit() -> None:
    """I34"""
    made = attack().put(A2, "4111").put(I2, "4112").put(I3, "4112").acting("ahg.ir23")
    case = case_of(made)
    assert boxed(case, "4112", (A1, A2), (I1, I2), 3) != boxed(case, "4112", (A1, A2), (I1, I2, I3), 3)
    assert made.does(at(), at(A2)).legal


def test_german_infiltrators_are_shifted_without_limit() -> None:
    """I49"""
    made = board().put("ahg.ir62.1", "4111").put("ahg.ir62.2", "4111").put(I1, "4112", level=3).acting("ahg.ir62")
    ours = ("ahg.ir62.1", "ahg.ir62.2")
    for name in ours:
        made.worth(name, morale=9).kind(name, horse=True, flame=True)
    made.hex("4112", terrain="open", level=3)
    assert shift(case_of(made), "4112", ours, (I1,)) == 4
    for name in ours:
        made.kind(name, horse=True, infiltrates=False)
    assert shift(case_of(made), "4112", ours, (I1,)) == 3


def test_whoever_wins_does_not_surrender() -> None:
    """I63: a four at two to one drives the defender out, and costs the attacker a point."""
    made = attack().put(A1, "4111", level=3).put(I2, "4211").worth(A1, combat=8, morale=5)
    fight = (at(), *thrown("ASSAULT", "4112", 6))
    found = made.does(*fight)
    assert not [due for due in found.due if due.owner == "ahg" and due.rule == "CAP-15.4a"]
    assert made.does(*fight).legal


def test_without_points_counter_assaults_are_made() -> None:
    """I104"""
    made = board().put(A1, "4112").put(I1, "4113").acting("ahg.ir23")
    made.but(taken=frozenset({"4112"}), origins=frozenset({"4111"}), step=4, points=0)
    assert made.does(at(I1)).legal


# ----------------------------------------------------------------------------------------------------------- artillery
def test_a_barrage_strikes_the_battalion_and_not_the_guns() -> None:
    """I41: seven and a half factors are in the column 7-9, where a three is D1."""
    made = board("Artillery").put(I1, "4112").put(G1, "4112").put(G2, "4112").but(barrages={LIGHT: ("4112", 60)})
    made.put(LIGHT, "4110")
    due = made.does(*thrown("BARRAGE", "4112", 3)).due
    assert {option for each in due for option in each.options} == {more(I1)}


@pytest.mark.parametrize(("count", "reading", "cost"), [(9, "up", 0), (9, "down", 1), (5, "up", 1), (5, "down", 0)])
def test_what_one_more_gun_in_a_barrage_costs(count: int, reading: str, cost: int) -> None:
    """I42: ten guns cost two points; of six it is a question (CAP-A59)."""
    made = board("Artillery").put(I1, "4113").put(A1, "4112").put(G1, "4115")
    italians = [name for name in made.battle().units if name.startswith("it.") and name != G1][:count]
    made.but(points=9, barrages=dict.fromkeys(italians, ("4120", 4)))
    lays = Bombard(unit=G1, hex="4112", what="barrage")
    assert made.does(lays, rulings=(f"CAP-A59={reading}",)).position.points[""] == 9 - cost


def test_heavy_guns_do_not_fire_in_defence() -> None:
    """I44"""
    fire = Defend(unit=G1, hex="4111")
    for kind in ("heavy", "mortar"):
        made = attack().put(G1, "4116").worth(G1, range=9).kind(G1, **{kind: True})
        assert made.does(at(), fire).rules == ("CAP-12.2.4c",)
    assert attack().put(G1, "4116").worth(G1, range=9).does(at(), fire).legal


@pytest.mark.parametrize(("level", "rules"), [(2, ("CAP-18.6a",)), (1, ())])
def test_heavy_guns_are_long_in_coming_into_position(level: int, rules: tuple[str, ...]) -> None:
    """I66: two turns later two points are left of the four."""
    made = board("ActionIT").put(I1, "4112").put(A1, "4111").kind(G1, heavy=True)
    made.put(G1, "4113", attached="it.massa", level=level).acting("it.massa")
    assert made.does(Bombard(unit=G1, hex="4111")).rules == rules
    turning = board("Artillery").put(G1, "4113", "Limbered").kind(G1, heavy=True)
    off, over = Show(unit=G1, state="Limbered", on=False), Begin(phase="ActionAHG", turn=7)
    assert turning.does(off, *[more(G1)] * 4, over).legal


# ---------------------------------------------------------------------------------------------- flamethrowers, bridges
def test_one_flamethrower_helps_in_an_attack() -> None:
    """I89"""
    flame = {"flame": True, "weight": 0, "assaults": False}
    made = board("Rest").put(A1, "4111").put(A2, "4110").put("ahg.ir23.3", "4110").put("ahg.ir62.1", "4111")
    made.kind("ahg.ir62.1", **flame).kind("ahg.ir23.3", **flame)
    goes = (Move(unit="ahg.ir23.3", hex="4111"), Begin(phase="Supply", turn=7))
    assert made.does(*goes).rules == ("CAP-21.4b",)
    trench = attack().hex("4112", terrain="open", level=3, trench="it", deep=1).put(A2, "4111")
    one = shift(case_of(trench.kind(A1, flame=True)), "4112", (A1, A2), (I1,), 1)
    two = shift(case_of(trench.kind(A2, flame=True)), "4112", (A1, A2), (I1,), 1)
    assert one == two


@pytest.mark.parametrize(("isonzo", "rules"), [(False, ()), (True, ("CAP-21.1b",))])
def test_any_engineers_build_bridges_but_over_the_isonzo(isonzo: bool, rules: tuple[str, ...]) -> None:
    """I114"""
    made = board("Engineers").side("4111", "4112", river=True, isonzo=isonzo, bridge=True, rates=(2,))
    made.put("it.eng2", "4111", "Building").but(blown=frozenset({"4111/4112"}))
    assert made.does(Bridge(hex="4111", blown=False)).rules == rules
