"""Movement (10.0 to 10.4): who moves when, what it costs, where one has to stop."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Begin, Disorganise, Move
from rules.caporetto.game import Cases
from rules.caporetto.movement.prices import price
from tests.rules.caporetto.field import SWITCHES, Field

ROAD, OPEN, BESIDE = "4402", "4303", "4301"
"""Beside 4302, on its road; and two open hexes of its level off it."""


def one(phase: str = "Rest", unit: str = "ahg.ir7.1", place: str = "4302", *marks: str, **state: object) -> Field:
    return Field(phase).put(unit, place, *marks, **state)


def go(*places: str, unit: str = "ahg.ir7.1", how: str = "move") -> tuple[Move, ...]:
    return tuple(Move(unit=unit, hex=place, how=how) for place in places)


# ------------------------------------------------------------------------------------------------------------- prices
@pytest.mark.parametrize(
    ("unit", "start", "goal", "quarters"),
    [
        ("ahg.ir7.1", "4302", "4303", 4),
        ("ahg.ir7.1", "4302", "4402", 2),
        ("ahg.ir7.1", "4203", "4202", 4),
        ("ahg.ir7.1", "4202", "4203", 12),  # a forest, uphill
        ("ahg.ksch1.1", "4202", "4203", 8),  # mountain infantry climbs for nothing
        ("ahg.ir7.1", "4403", "4303", 8),  # out of a stream
        ("ahg.ir7.1", "4303", "4403", 8),  # into it
        ("ahg.ir7.1", "4413", "4414", None),  # rock
        ("ahg.ksch1.1", "4413", "4414", 32),  # rock, for the whole allowance
        ("ahg.ir7.1", "3827", "3927", None),  # the Isonzo
    ],
)
def test_what_it_costs_to_enter_a_hex(unit: str, start: str, goal: str, quarters: int | None) -> None:
    """CAP-10.0.2a CAP-10.0.4a CAP-10.0.7a CAP-10.0.7b CAP-10.0.9a CAP-10.0.9c CAP-10.0.10a CAP-19.1a"""
    field = Field().put(unit, start)
    case = Cases(field.battle(), SWITCHES)(field.position(), Move(unit=unit, hex=goal))
    assert price(case, unit, start, goal) == quarters


def test_a_battalion_in_the_next_hex_closes_the_road_and_no_machine_guns_do() -> None:
    """CAP-10.0.4c CAP-10.0.4d"""
    for other, quarters in (("ahg.ir7.2", 4), ("ahg.st55", 2)):
        field = one().put(other, ROAD)
        case = Cases(field.battle(), SWITCHES)(field.position(), Move(unit="ahg.ir7.1", hex=ROAD))
        assert price(case, "ahg.ir7.1", "4302", ROAD) == quarters


# ----------------------------------------------------------------------------------------------------------- how far
def test_a_unit_goes_as_far_as_its_points_and_a_forced_march_lead() -> None:
    assert one(spent=0).does(*go(OPEN)).legal
    weary = one(spent=28, moved="7 Rest", way=(("4201", 24),)).but(mover="ahg.ir7.1")
    found = weary.does(*go(OPEN))
    assert found.legal
    assert "CAP-10.4b" in {due.rule for due in found.due}
    spent = one(spent=40, moved="7 Rest", way=(("4201", 38),)).but(mover="ahg.ir7.1")
    assert spent.does(*go(OPEN)).rules == ("CAP-10.0.3a",)


def test_a_forced_march_disorganises() -> None:
    weary = one(spent=28, moved="7 Rest", way=(("4201", 24),)).but(mover="ahg.ir7.1")
    over = Begin(phase="Supply", turn=7)
    assert weary.does(*go(OPEN), Disorganise(unit="ahg.ir7.1", change="more"), over).legal
    found = weary.does(*go(OPEN), over)
    assert found.rules == ("CAP-10.4b",)
    assert found.last.findings[0].owner == "ahg"


def test_whoever_is_a_point_from_surrender_makes_no_forced_march() -> None:
    state = {"spent": 28, "moved": "7 Rest", "way": (("4201", 24),)}
    assert one(level=3, **state).but(mover="ahg.ir7.1").does(*go(OPEN)).legal
    assert one(level=4, **state).but(mover="ahg.ir7.1").does(*go(OPEN)).rules == ("CAP-10.4d",)


def test_guns_make_no_forced_march() -> None:
    state = {"moved": "7 Guns", "way": (("4201", 20),)}
    for spent, rules in ((20, ()), (24, ("CAP-10.4f",))):
        field = one("Guns", "it.mtn1", "4302", "Limbered", spent=spent, **state).but(mover="it.mtn1")
        assert field.does(*go(OPEN, unit="it.mtn1")).rules == rules


def test_a_unit_that_is_put_back_has_not_moved() -> None:
    found = one().does(*go(OPEN, "4302", ROAD))
    assert found.legal
    assert found.position.units["ahg.ir7.1"].spent == 2
    assert one().does(*go(OPEN, "4302")).position.units["ahg.ir7.1"].moved == ""


def test_whoever_comes_round_a_corner_is_charged_for_the_straight_way() -> None:
    assert one().does(*go(ROAD, OPEN)).position.units["ahg.ir7.1"].spent == 4
    assert one().does(*go(ROAD, "4503")).position.units["ahg.ir7.1"].spent == 4


def test_a_way_is_sought_for_a_unit_that_is_dragged_far() -> None:
    assert one().does(*go("4503")).position.units["ahg.ir7.1"].spent == 4
    assert one().does(*go("6217")).rules == ("CAP-10.0.3a",)


# ------------------------------------------------------------------------------------------------- who, when, how often
@pytest.mark.parametrize(
    ("phase", "unit", "marks", "rules"),
    [
        ("Rest", "ahg.ir7.1", (), ()),
        ("Rest", "it.mtn1", ("Limbered",), ("CAP-18.1d",)),
        ("Guns", "it.mtn1", ("Limbered",), ()),
        ("Guns", "it.mtn1", (), ("CAP-4.9b", "CAP-10.0.3a")),
        ("Guns", "ahg.ir7.1", (), ("CAP-10.0a",)),
        ("ActionIT", "ahg.ir7.1", (), ("CAP-10.1a",)),
        ("Rest", "ahg.ir7.1", ("Activated",), ("CAP-10.3e",)),
        ("Supply", "ahg.ir7.1", (), ("CAP-10.0b",)),
        ("Engineers", "ahg.ir7.1", (), ("CAP-10.0b",)),
    ],
)
def test_everybody_moves_in_a_phase_of_his_own(
    phase: str, unit: str, marks: tuple[str, ...], rules: tuple[str, ...]
) -> None:
    assert set(one(phase, unit, "4302", *marks).does(*go(OPEN, unit=unit)).rules) == set(rules)


def test_a_unit_moves_once_a_turn() -> None:
    assert one(moved="6 Rest").does(*go(OPEN)).legal
    assert one(moved="7 ActionAHG").does(*go(OPEN)).rules == ("CAP-10.0.6a",)


def test_a_unit_moves_no_farther_once_another_one_has_begun() -> None:
    field = one().put("ahg.ir7.2", BESIDE)
    other = go("4401", unit="ahg.ir7.2")
    assert field.does(*go(OPEN), *go("4304"), *other).legal
    assert field.does(*go(OPEN), *other, *go("4304")).rules == ("CAP-10.0.6b",)


# -------------------------------------------------------------------------------------------------------------- where
def test_nobody_moves_into_enemies() -> None:
    field = one().put("it.siena.1", OPEN)
    assert field.does(*go(OPEN)).rules == ("CAP-10.0.5a",)
    assert field.does(*go(ROAD)).legal


def test_outside_of_actions_nobody_moves_into_guns() -> None:
    assert one().put("it.mtn1", OPEN).does(*go(OPEN)).rules == ("CAP-10.3c",)
    assert one("ActionAHG").acting("ahg.ir7").put("it.mtn1", OPEN).does(*go(BESIDE)).legal


def test_rock_stops_all_but_mountain_infantry() -> None:
    assert Field().put("ahg.ir7.1", "4413").does(*go("4414")).rules == ("CAP-10.0.9a",)
    assert Field().put("ahg.ksch1.1", "4413").does(*go("4414", unit="ahg.ksch1.1")).legal


def test_nobody_wades_through_the_isonzo() -> None:
    assert Field().put("ahg.ir7.1", "3827").does(*go("3927")).rules == ("CAP-19.1a",)
    assert Field().put("ahg.ir7.1", "3827").does(*go("3826")).legal


def test_the_area_of_the_scenario_ends_at_its_column() -> None:
    assert Field().put("ahg.ir7.1", "3411").does(*go("3412")).legal
    assert Field().put("ahg.ir7.1", "3311").does(*go("3210")).rules == ("CAP-27.2a",)
    cividale = Field(scenario="cividale").put("ahg.ir23.1", "3311")
    assert cividale.does(*go("3411", unit="ahg.ir23.1")).rules == ("CAP-26.2a",)


def test_whether_the_column_between_the_areas_belongs_to_both_is_a_question() -> None:
    field = Field().put("ahg.ir7.1", "3411")
    assert field.does(*go("3311")).last.verdict == "undecided"
    assert field.does(*go("3311"), rulings=("CAP-A129=both",)).legal
    assert field.does(*go("3311"), rulings=("CAP-A129=one",)).last.verdict == "illegal"


# ----------------------------------------------------------------------------------------------------- zones of control
def test_whoever_enters_a_zone_of_control_stops() -> None:
    alone = Field("ActionAHG").put("ahg.ir7.1", "4302").acting("ahg.ir7")
    assert alone.does(*go("4402", "4502")).legal
    field = alone.put("it.siena.1", "4401").put("it.siena.2", "4404")
    assert field.does(*go("4402", "4502")).rules == ("CAP-10.1.1c",)
    assert field.does(*go("4502")).rules == ("CAP-10.1.1c",), "there is no way around them"
    assert field.does(*go("4301")).legal


def test_outside_of_actions_that_is_a_question() -> None:
    field = Field().put("ahg.ir7.1", "4202").put("it.siena.1", "4401").put("it.siena.2", "4304")
    way = go("4302", "4402")
    assert field.does(*way).rules == ("CAP-10.1.1c",)
    assert field.does(*way).last.verdict == "undecided"
    assert field.does(*way, rulings=("CAP-A80=always",)).last.verdict == "illegal"
    assert field.does(*way, rulings=("CAP-A80=tactical",)).legal


def test_infiltrators_go_through() -> None:
    field = Field("ActionAHG").put("ahg.jr11.1", "4302").acting("ahg.jr11").put("it.siena.1", "4401")
    assert field.does(*go("4402", "4502", unit="ahg.jr11.1")).legal


def test_to_leave_a_zone_of_control_costs_a_point_where_no_friend_stays() -> None:
    alone = Field().put("ahg.ir7.1", "4302").put("it.siena.1", "4401")
    assert alone.does(*go("4202")).position.units["ahg.ir7.1"].spent == 8
    assert alone.put("ahg.ir7.2", "4302").does(*go("4202")).position.units["ahg.ir7.1"].spent == 4


def test_guns_enter_a_zone_of_control_only_beside_a_friend() -> None:
    field = one("Guns", "it.mtn1", "4202", "Limbered").put("ahg.ir7.1", "4401")
    assert field.does(*go("4302", unit="it.mtn1")).rules == ("CAP-18.4a",)
    assert field.put("it.siena.1", "4302").does(*go("4302", unit="it.mtn1")).legal


# ------------------------------------------------------------------------------------------------------------ strategic
def test_strategic_movement_doubles_the_points_far_from_enemies_and_outside_of_actions() -> None:
    state = {"spent": 44, "moved": "7 Rest", "way": (("4201", 42),), "how": "strategic"}
    assert one(**state).but(mover="ahg.ir7.1").does(*go(OPEN, how="strategic")).legal
    near = one().put("it.siena.1", "4304")
    assert near.does(*go(BESIDE, how="strategic")).rules == ("CAP-10.3.2b",)
    assert near.does(*go(BESIDE)).legal
    assert one("ActionAHG").acting("ahg.ir7").does(*go(OPEN, how="strategic")).rules == ("CAP-10.3.2a",)
    assert one("Rest", "ahg.ir7.1", "4302", "OOC").does(*go(OPEN, how="strategic")).rules == ("CAP-10.3.2d",)
