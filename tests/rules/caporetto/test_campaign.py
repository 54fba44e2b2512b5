"""The campaign of four days: set-up, first turn, reinforcements, logistic points (4.1, 5, 6, 24.12, 24.13, 25.8)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Activate,
    Begin,
    Bombard,
    Bridge,
    Defend,
    Leave,
    Move,
    Resolve,
    Show,
    Slot,
    Trench,
)
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field, more, thrown
from tests.rules.caporetto.opened import audited_from_the_module

LATE, ENTRY = "ahg.ir8.1", "1433"
"""A battalion of the fourth division, which comes in turn 3, and the road by which it does."""
HEAVY, LIGHT, FRONT = "ahg.grp.li.heavy", "ahg.grp.li.light", "1623"
"""Two groups of guns, and an Italian trench before them."""


def campaign(phase: str = "Reinforcement", turn: int = 3) -> Field:
    return Field(phase, "legend", turn)


def enters(unit: str = LATE, place: str = ENTRY) -> Move:
    return Move(unit=unit, hex=place, how="enter")


# ------------------------------------------------------------------------------------------------------- reinforcements
def test_reinforcements_come_in_their_turn_or_later_by_their_road() -> None:
    assert campaign().does(enters()).legal
    assert campaign(turn=4).does(enters()).legal
    assert campaign(turn=2).does(enters()).rules == ("CAP-5.1a",)
    assert campaign().does(enters(place="1333")).rules == ("CAP-5.1a",)


def test_reinforcements_come_in_the_phase_that_begins_the_turn() -> None:
    assert campaign("Rest").does(enters()).rules == ("CAP-4.1a",)


def test_nobody_comes_among_enemies() -> None:
    assert campaign().put("it.ceva", ENTRY).does(enters()).rules == ("CAP-5.2a",)
    near = campaign().put("it.ceva", "1432")
    assert near.does(enters()).rules == ("CAP-5.2a",)
    assert near.put("ahg.ir19.1", ENTRY).does(enters()).legal, "a friend is there"


def test_whoever_is_lost_does_not_come_back() -> None:
    lost = campaign().put("ahg.ir7.1", "", box="lost")
    assert lost.does(enters("ahg.ir7.1")).rules == ("CAP-20.0a",)
    by_mistake = (
        campaign("Rest").put("ahg.ir7.1", "3630").does(Leave(unit="ahg.ir7.1", why="lost"), enters("ahg.ir7.1", "3630"))
    )
    assert "CAP-20.0a" not in by_mistake.rules, "it was taken off by mistake"


def test_while_others_come_those_on_the_map_stay() -> None:
    assert campaign().put("ahg.ir7.1", "3630").does(Move(unit="ahg.ir7.1", hex="3631")).rules == ("CAP-10.0b",)
    just_come = campaign().put(LATE, "1332").but(arrived=frozenset({LATE}))
    assert just_come.does(enters()).legal, "whoever has just come is put right"


PLAIN, THREE = "2301", ("it.massa.1", "it.jonio.1", "it.ferrara.1")
"""A road out of the plain, and battalions of three brigades."""


def crowd(*, moves: bool) -> Field:
    """They came by one road, and one of them has gone on or has not."""
    made = campaign("Rest").but(arrived=frozenset(THREE), gains=frozenset({2, 3}))
    for unit in THREE:
        made.put(unit, PLAIN)
    return made.put(THREE[0], "2303") if moves else made


SUPPLY, NEXT = (
    Begin(phase="Supply", turn=3),
    (Begin(phase="Rally", turn=3), Begin(phase="Victory", turn=3), Begin(phase="Reinforcement", turn=4)),
)


def test_where_too_many_came_and_stay_all_are_disorganised() -> None:
    assert crowd(moves=True).does(SUPPLY, *NEXT).legal
    assert crowd(moves=False).does(SUPPLY, *map(more, THREE), *NEXT).legal
    assert set(crowd(moves=False).does(SUPPLY, *NEXT).rules) == {"CAP-5.1b"}


# ------------------------------------------------------------------------------------------------------ logistic points
def test_the_italians_begin_with_fifty_points_and_gain_five_a_turn() -> None:
    first = campaign("Setup", 1)
    assert first.position().points[""] == 50
    assert first.does(Begin(phase="Reinforcement", turn=1)).position.points[""] == 50
    second = campaign("Victory", 1).but(gains=frozenset({1})).does(Begin(phase="Reinforcement", turn=2))
    assert second.position.points[""] == 55
    assert second.legal


def test_the_italians_lose_five_points_with_each_depot_once() -> None:
    """CAP-25.14c"""
    field = campaign("Rest").put("ahg.ir62.1", "2623").put("ahg.ir63.1", "2724").put("it.fld1", "2722")
    field.but(points=52, looted=frozenset({"1516"}))
    there, back = Move(unit="ahg.ir63.1", hex="2623"), Move(unit="ahg.ir62.1", hex="2724")
    found = field.does(there)
    assert found.position.points[""] == 47
    assert field.does(there, back).position.points[""] == 47
    again = Field("Rest", "legend", 3).put("ahg.ir63.1", "2724").but(points=52, looted=frozenset({"2623"}))
    assert again.does(there).position.points[""] == 52, "captured before"


# --------------------------------------------------------------------------------------------------------- the set-up
START = Begin(phase="Reinforcement", turn=1)


def set_up() -> Field:
    return campaign("Setup", 1).all_set_up()


def place(unit: str, where: str) -> Move:
    return Move(unit=unit, hex=where, how="place")


@pytest.mark.parametrize(
    ("unit", "where", "rules"),
    [
        ("it.fld1", "4120", ()),
        ("it.fld1", "4110", ("CAP-25.8a", "CAP-25.8b")),
        ("it.mtn2", "3319", ("CAP-25.8b",)),
        ("ahg.jr4.1", "1422", ()),
        ("ahg.jr4.1", "4230", ("CAP-25.8a",)),
        (HEAVY, "1325", ("CAP-18.9b",)),
    ],
)
def test_who_is_set_up_stands_in_his_zone_and_guns_reach_a_trench(
    unit: str, where: str, rules: tuple[str, ...]
) -> None:
    found = set_up().does(place(unit, where), START)
    assert {rule for rule in found.rules if rule.startswith(("CAP-25", "CAP-18.9b"))} == set(rules)


def test_the_italians_are_set_up_first() -> None:
    made = campaign("Setup", 1).put("ahg.jr4.1", "1422")
    assert made.does(Move(unit="it.ceva", hex="4126", how="place", by="it")).rules == ("CAP-25.8a",)


def test_italian_guns_begin_in_position() -> None:
    assert set_up().does(Show(unit="it.fld1", state="Limbered"), START).rules == ("CAP-25.8c",)


def test_two_bridges_are_blown_at_the_start_and_one_is_begun() -> None:
    assert set_up().does(START).legal
    builds = Show(unit="ahg.brgciii", state="Building")
    assert set_up().does(builds, START).legal
    held = set_up().put("it.puglie.1", "1624").does(builds, START)
    assert "CAP-25.8e" in held.rules
    found = set_up().but(blown=frozenset({"1524/1624"})).does(START)
    assert found.rules == ("CAP-25.8d",)


def test_the_bridge_that_was_begun_is_complete_in_the_first_engineer_phase() -> None:
    made = campaign("Engineers", 1).put("ahg.brgciii", "1524", "Building")
    assert made.does(Bridge(hex="1524", blown=False)).legal
    assert campaign("Engineers", 1).put("ahg.brgciii", "1524").does(Bridge(hex="1524", blown=False)).legal
    away = campaign("Engineers", 1).put("ahg.brgciii", "1424")
    assert away.does(Bridge(hex="1524", blown=False)).rules == ("CAP-19.3a",)


# ------------------------------------------------------------------------------------------------------ the first turn
def test_in_the_first_turn_the_italians_choose_nobody() -> None:
    slot = Slot(hq="it.friuli.hq", box="ready")
    assert campaign("Command", 1).does(slot).rules == ("CAP-25.9a",)
    assert campaign("Command", 2).does(slot).legal
    assert campaign("Command", 1).does(Slot(hq="ahg.ir7.hq", box="ready")).legal


def test_in_the_first_turn_italians_only_react() -> None:
    made = campaign("ActionIT", 1).put("it.salerno.1", "2619").but(slots={"it.salerno.hq": "ready"})
    acts = Activate(hq="it.salerno.hq", hex="2619")
    assert made.does(acts).rules == ("CAP-25.9a",)
    later = campaign("ActionIT", 2).put("it.salerno.1", "2619").but(slots={"it.salerno.hq": "ready"})
    assert later.does(acts).legal


def test_in_the_first_turn_no_italian_gun_is_limbered() -> None:
    limbers = Show(unit="it.fld1", state="Limbered")
    assert campaign("Artillery", 1).put("it.fld1", "4120").does(limbers).rules == ("CAP-25.9a",)
    assert campaign("Artillery", 2).put("it.fld1", "4120").does(limbers).legal
    ours = Show(unit="ahg.lgt12", state="Limbered")
    assert campaign("Artillery", 1).put("ahg.lgt12", "1526").does(ours).legal


def test_in_the_first_turn_no_bridge_is_blown_by_engineers() -> None:
    blast = Roll(purpose="BLOW", who="it.eng1", dice=(3,))
    assert campaign("Engineers", 1).put("it.eng1", "3122").does(blast).rules == ("CAP-25.9b",)
    assert campaign("Engineers", 2).put("it.eng1", "3122").does(blast).legal


# ---------------------------------------------------------------------------------- the bombardment before the attack
def guns(phase: str = "Artillery", turn: int = 1) -> Field:
    made = campaign(phase, turn).put(HEAVY, "1326").put(LIGHT, "1424")
    return made.put("it.napoli.1", FRONT).put("it.napoli.2", "1622")


def fires(unit: str = HEAVY, at: str = FRONT) -> tuple[Action, ...]:
    return Bombard(unit=unit, hex=at), *thrown("BOMBARD", at, 1)


def test_before_the_attack_guns_bombard_without_a_formation_one_hex_after_another() -> None:
    second = (Bombard(unit="ahg.fld12", hex="1622"), *thrown("BOMBARD", "1622", 1))
    assert guns().put("ahg.fld12", "1427").does(*fires(), *second).legal
    assert "CAP-12.1.3a" in guns(turn=2).does(Bombard(unit=HEAVY, hex=FRONT)).rules
    italian = guns().put("it.fld1", "1723").does(Bombard(unit="it.fld1", hex="1422"))
    assert "CAP-12.1.3a" in italian.rules, "that is for the Central Powers"


def test_what_the_table_says_is_due_before_the_attack_too() -> None:
    strong = guns().does(Bombard(unit=HEAVY, hex=FRONT), *thrown("BOMBARD", FRONT, 5), Begin(phase="ActionAHG", turn=1))
    assert {"CAP-12.1.5c", "CAP-12.1.5d"} <= set(strong.rules)


def test_in_the_first_turn_guns_bombard_in_the_artillery_phase_only() -> None:
    acting = guns("ActionAHG").put("ahg.jr2.1", "1425").put("ahg.lgt26", "1325", attached="ahg.jr2").acting("ahg.jr2")
    shot = Bombard(unit="ahg.lgt26", hex=FRONT)
    assert "CAP-24.12b" in acting.does(shot).rules
    later = guns("ActionAHG", 3).put("ahg.jr2.1", "1425").put("ahg.lgt26", "1325", attached="ahg.jr2").acting("ahg.jr2")
    assert "CAP-24.12b" not in later.does(shot).rules


def test_guns_that_have_bombarded_before_the_attack_fire_no_more() -> None:
    made = (
        campaign("ActionIT", 1).put("it.napoli.1", "1522", "Assault").put("ahg.leib.1", "1422").put("ahg.lgt26", "1323")
    )
    made.acting("it.napoli", kind="reaction").but(
        attacks={"it.napoli.1": "1422"}, fired=frozenset({"ahg.lgt26"}), step=2
    )
    assert "CAP-24.12c" in made.does(Defend(unit="ahg.lgt26", hex="1522")).rules
    assert "CAP-24.12c" not in made.but(fired=frozenset()).does(Defend(unit="ahg.lgt26", hex="1522")).rules


def test_trenches_guns_houses_and_roads_count_as_observed_in_fog() -> None:
    """CAP-24.12e CAP-24.12f"""
    assert guns().does(Bombard(unit=HEAVY, hex=FRONT)).legal
    unseen = guns().put("it.napoli.3", "1919")
    assert unseen.does(Bombard(unit=HEAVY, hex="1919")).rules == ("CAP-12.1.1a",)


# ------------------------------------------------------------------------------------------------------- gas and mines
def strikes(purpose: str, at: str, die: int = 1) -> tuple[Action, ...]:
    return thrown(purpose, at, die)


def ridge(phase: str = "Artillery", turn: int = 1) -> Field:
    return campaign(phase, turn).put("it.etna.1", "2728").put("it.friuli.1", "3929").put("it.etna.2", "2628")


def test_gas_and_mines_strike_once_in_the_first_artillery_phase() -> None:
    assert ridge().does(*strikes("MINE", "2728"), *strikes("GAS", "3929", 1)).rules == ()
    assert ridge(turn=2).does(Resolve(hex="2728", purpose="MINE")).rules == ("CAP-24.13a",)
    assert ridge("Rest").does(Resolve(hex="2728", purpose="MINE")).rules[:1] == ("CAP-24.13a",)
    used = ridge().but(sprung={"3929": "GAS"})
    assert used.does(Resolve(hex="3829", purpose="GAS")).rules == ("CAP-24.13a",)


def test_gas_and_mines_may_strike_an_italian_trench_beside_their_hex() -> None:
    assert ridge().put("it.friuli.2", "3829").does(Resolve(hex="3829", purpose="GAS")).legal
    assert ridge().does(Resolve(hex="2625", purpose="MINE")).rules == ("CAP-25.13a",)
    assert ridge().does(Resolve(hex="3930", purpose="GAS")).rules == ("CAP-25.13a",), "no Italian trench"


def test_nobody_bombards_where_gas_or_a_mine_strikes() -> None:
    first = ridge().put("ahg.grp.iii.heavy", "1528").but(sprung={"2628": "MINE"})
    assert "CAP-24.12g" in first.does(Bombard(unit="ahg.grp.iii.heavy", hex="2628")).rules
    after = ridge().but(shelled=frozenset({"2628"}))
    assert after.does(Resolve(hex="2628", purpose="MINE")).rules == ("CAP-24.12g",)


def test_gas_strikes_units_and_mines_trenches_too() -> None:
    """CAP-24.13b CAP-24.13c CAP-24.13d"""
    gone = Begin(phase="ActionAHG", turn=1)
    gas = ridge().does(*strikes("GAS", "3929", 5), gone)
    assert "CAP-12.1.5c" in gas.rules
    assert "CAP-24.13d" not in gas.rules
    mine = ridge().does(*strikes("MINE", "2728", 6), gone)
    assert {"CAP-12.1.5c", "CAP-24.13d"} <= set(mine.rules)
    lowered = ridge().does(*strikes("MINE", "2728", 6), Trench(hex="2728", level=1), gone)
    assert "CAP-24.13d" not in lowered.rules


def test_the_set_up_of_the_module_accuses_nobody() -> None:
    """CAP-25.8a, CAP-25.8c, CAP-25.8d"""
    assert audited_from_the_module(set_up(), START) == []
    limbered = Show(unit="it.fld1", state="Limbered", by="it")
    assert "CAP-25.8c" in {rule for rule, _ in audited_from_the_module(set_up(), limbered, START)}
