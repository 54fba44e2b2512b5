"""The whole battle in two wings a side: set-up, logistic points, its first turn (24.8, 24.9, 24.13, 24.14)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Activate, Begin, Move, Resolve, Show, Slot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field
from tests.rules.caporetto.opened import audited_from_the_module

START = Begin(phase="Artillery", turn=1)


def whole(phase: str = "Rest", turn: int = 3) -> Field:
    return Field(phase, "miracle", turn)


def set_up() -> Field:
    return whole("Setup", 1).all_set_up()


def place(unit: str, where: str) -> Move:
    return Move(unit=unit, hex=where, how="place")


# ---------------------------------------------------------------------------------------------------------- the set-up
@pytest.mark.parametrize(
    ("unit", "where", "rules"),
    [
        ("it.foggia.1", "2922", ()),
        ("it.foggia.1", "3122", ("CAP-24.8a",)),
        ("it.friuli.1", "3728", ()),
        ("it.friuli.1", "4118", ("CAP-24.8b",)),
        ("ahg.jr4.1", "1422", ()),
        ("ahg.jr4.1", "4230", ("CAP-24.8a",)),
        ("ahg.grp.li.heavy", "1325", ("CAP-18.9b",)),
    ],
)
def test_who_is_set_up_stands_in_his_hexes_or_in_a_chain_that_begins_there(
    unit: str, where: str, rules: tuple[str, ...]
) -> None:
    found = set_up().does(place(unit, where), START)
    assert {rule for rule in found.rules if rule.startswith(("CAP-24", "CAP-18.9b"))} == set(rules)


def test_both_italian_wings_are_set_up_first() -> None:
    made = whole("Setup", 1).put("ahg.jr4.1", "1422")
    assert made.does(Move(unit="it.ceva", hex="4126", how="place", by="it")).rules == ("CAP-24.8a",)
    assert whole("Setup", 1).does(Move(unit="it.ceva", hex="4126", how="place", by="it")).legal


def test_three_battalions_of_the_first_division_are_set_up_in_a_hex() -> None:
    """CAP-24.8c"""
    third = place("ahg.gbb22.1", "1122")
    assert set_up().does(third, START).legal
    four = set_up().does(third, place("ahg.gbb22.2", "1122"), START)
    assert four.rules == ("CAP-11.1a",)


def test_italian_guns_begin_in_position_and_reach_what_they_like() -> None:
    assert set_up().does(Show(unit="it.fld1", state="Limbered"), START).rules == ("CAP-24.8d",)
    assert set_up().does(place("it.mtn2", "3319"), START).legal


def test_one_bridge_is_blown_at_the_start() -> None:
    assert set_up().does(START).legal
    assert set_up().but(blown=frozenset()).does(START).rules == ("CAP-24.8f",)
    assert set_up().battle().blown == {"3926/3927"}


def test_the_set_up_of_the_module_accuses_nobody() -> None:
    """CAP-24.8a, CAP-24.8d, CAP-24.8f"""
    assert audited_from_the_module(set_up(), START) == []
    limbered = Show(unit="it.fld1", state="Limbered", by="it")
    assert "CAP-24.8d" in {rule for rule, _ in audited_from_the_module(set_up(), limbered, START)}


# ------------------------------------------------------------------------------------------------------ the first turn
def test_in_the_first_turn_the_italians_choose_nobody_and_only_react() -> None:
    slot = Slot(hq="it.friuli.hq", box="ready")
    assert whole("Command", 1).does(slot).rules == ("CAP-24.9c",)
    assert whole("Command", 2).does(slot).legal
    made = whole("ActionIT", 1).put("it.elba.1", "2018").but(slots={"it.elba.hq": "ready"})
    assert made.does(Activate(hq="it.elba.hq", hex="2018")).rules == ("CAP-24.9c",)


def test_in_the_first_turn_no_italian_gun_is_limbered() -> None:
    limbers = Show(unit="it.fld1", state="Limbered")
    assert whole("Artillery", 1).put("it.fld1", "4120").does(limbers).rules == ("CAP-24.9b",)
    assert whole("Artillery", 2).put("it.fld1", "4120").does(limbers).legal


def test_in_the_first_turn_there_is_no_engineer_phase() -> None:
    blast = Roll(purpose="BLOW", who="it.eng1", dice=(3,))
    assert whole("Engineers", 1).put("it.eng1", "3122").does(blast).rules == ("CAP-24.9.1a",)
    assert whole("Engineers", 2).put("it.eng1", "3122").does(blast).legal


def test_gas_and_mines_strike_the_hexes_printed_on_them() -> None:
    made = whole("Artillery", 1).put("it.etna.1", "2728").put("it.friuli.1", "3929")
    assert made.does(Resolve(hex="2728", purpose="MINE")).legal
    assert made.does(Resolve(hex="3829", purpose="GAS")).rules == ("CAP-24.13a",)


# ------------------------------------------------------------------------------------------------------ logistic points
def test_each_italian_wing_begins_with_twenty_points_and_gains_two_a_turn() -> None:
    """CAP-24.14a, CAP-24.14b"""
    assert whole("Setup", 1).position().points == {"it-left": 20, "it-right": 20}
    second = whole("Victory", 1).but(gains=frozenset({1})).does(Begin(phase="Reinforcement", turn=2))
    assert (second.legal, second.position.points) == (True, {"it-left": 22, "it-right": 22})


def test_the_wing_in_whose_sector_a_depot_lies_loses_its_points() -> None:
    """CAP-24.14d"""
    made = whole().put("ahg.ir63.1", "2724").put("ahg.leib.1", "2118")
    found = made.does(Move(unit="ahg.ir63.1", hex="2623"))
    assert found.position.points == {"it-left": 15, "it-right": 20}
    assert made.does(Move(unit="ahg.leib.1", hex="2119")).position.points == {"it-left": 20, "it-right": 15}


SLOTS = tuple(Slot(hq=f"it.{name}.hq", box="guns15") for name in ("foggia", "etna", "genova"))
ENDED = Begin(phase="Initiative", turn=2)


def test_a_wing_spends_its_own_points_only() -> None:
    def chooses(left: int, right: int) -> tuple[str, ...]:
        made = whole("Command", 2).but(points={"it-left": left, "it-right": right})
        return made.does(*SLOTS, ENDED).rules

    assert chooses(12, 0) == ()
    assert chooses(11, 20) == ("CAP-24.14c",)
    assert chooses(11, 0) == ("CAP-7.3d",)
    assert chooses(0, 20) == ("CAP-6.1a",)
    paid = whole("Command", 2).does(*SLOTS, ENDED).position.points
    assert paid == {"it-left": 8, "it-right": 20}


def test_five_hexes_with_engineers_cost_the_wing_a_point_that_mends() -> None:
    """CAP-24.9.3a"""

    def mends(unit: str) -> Action:
        return Show(unit=unit, state="Building")

    made = whole("Engineers", 3).but(trenches={"3025": 1, "1621": 1})
    made.put("it.eng1", "3025").put("it.eng4", "1621").but(points={"it-left": 3, "it-right": 0})
    assert made.does(mends("it.eng1")).position.points == {"it-left": 2, "it-right": 0}
    assert made.does(mends("it.eng4")).rules == ("CAP-17.2a",)
