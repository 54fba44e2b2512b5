"""Set-up of the two battles (26.4, 27.4) and the order of the phases (4.0)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Begin, Move
from tests.rules.caporetto.field import BATTLES, Field

FIRST = Begin(phase="Reinforcement", turn=7)


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_placement_of_the_scenario_is_a_set_up(scenario: str) -> None:
    assert Field("Setup", scenario).all_set_up().does(FIRST).legal


@pytest.mark.parametrize(
    ("scenario", "unit", "place", "rule"),
    [("monte-maggiore", "it.ceva", "4004", "CAP-27.4a"), ("cividale", "it.mg3", "2104", "CAP-26.4a")],
)
def test_nobody_is_set_up_outside_of_his_zone(scenario: str, unit: str, place: str, rule: str) -> None:
    field = Field("Setup", scenario).all_set_up()
    found = field.does(Move(unit=unit, hex=place, how="place"), FIRST)
    assert found.rules == (rule,)
    assert found.last.findings[0].owner == "it"


@pytest.mark.parametrize(
    ("scenario", "late", "rule"), [("monte-maggiore", "it.ceva", "CAP-27.4a"), ("cividale", "it.mg3", "CAP-26.4a")]
)
def test_the_italians_are_set_up_first(scenario: str, late: str, rule: str) -> None:
    field = Field("Setup", scenario)
    place = field.battle().placement[late]
    assert field.does(Move(unit=late, hex=place, how="place", by="it")).legal
    ally = next(name for name in field.battle().units if name.startswith("ahg") and not name.endswith("hq"))
    field.put(ally, field.battle().placement[ally])
    assert field.does(Move(unit=late, hex=place, how="place", by="it")).rules == (rule,)


def test_who_stands_already_may_be_put_elsewhere_after_the_others() -> None:
    field = Field("Setup").put("it.ceva", "5411").put("ahg.ir7.1", "4617")
    assert field.does(Move(unit="it.ceva", hex="5410", how="place", by="it")).legal


def test_phases_follow_each_other() -> None:
    field = Field("Engineers").put("it.ceva", "5411")
    assert field.does(Begin(phase="Artillery", turn=7), Begin(phase="ActionAHG", turn=7)).legal
    assert field.does(Begin(phase="Command", turn=7)).rules == ("CAP-4.0b",)
    assert field.does(Begin(phase="Artillery", turn=8)).rules == ("CAP-4.0b",)


def test_phases_of_actions_alternate() -> None:
    there, back = Begin(phase="ActionIT", turn=7), Begin(phase="ActionAHG", turn=7)
    assert Field("ActionAHG").does(there, back, there, Begin(phase="Guns", turn=7)).legal


def test_a_marker_that_went_too_far_goes_back_as_long_as_nothing_was_done() -> None:
    field = Field("Engineers").put("it.ceva", "5411")
    slip = (Begin(phase="Rest", turn=7), Begin(phase="Guns", turn=7))
    assert field.does(*slip).legal
    assert field.does(slip[0], Move(unit="it.ceva", hex="5410"), slip[1]).rules == ("CAP-4.0b",)


def test_a_turn_follows_the_phase_of_victory() -> None:
    assert Field("Victory").does(Begin(phase="Reinforcement", turn=8)).legal
    assert Field("Rally").does(Begin(phase="Reinforcement", turn=8)).rules == ("CAP-4.0b",)
