"""What the book says in passing, and other rules carry out: who exerts control, who blocks a road, what doubles."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Activate, Attach, Begin, Complete, Disorganise, Lose, Move, Slot
from tests.rules.caporetto.field import Field

HERE, NEAR = "4302", "4402"


def goes(unit: str = "ahg.ir7.1", place: str = NEAR, how: str = "move") -> Move:
    return Move(unit=unit, hex=place, how=how)


@pytest.mark.parametrize(
    ("unit", "stops"), [("it.siena.1", True), ("it.mg1", True), ("it.eng1", True), ("it.mtn1", False)]
)
def test_all_combat_units_exert_control_and_guns_do_not(unit: str, stops: bool) -> None:
    """CAP-3.0q CAP-3.0r: whoever is weary or small exerts it too."""
    made = Field("ActionAHG").put("ahg.ir7.1", "4201").acting("ahg.ir7").put(unit, "4401", level=3, lost=0)
    found = made.does(goes(place=HERE), goes(place="4303"))
    assert found.rules == (("CAP-10.1.1c",) if stops else ()), ("CAP-3.0q", "CAP-3.0r")


@pytest.mark.parametrize(("how", "rules"), [("strategic", ()), ("move", ("CAP-10.0.3a",))])
def test_strategic_movement_doubles_what_may_be_spent(how: str, rules: tuple[str, ...]) -> None:
    """CAP-10.3.2c: seven points become fourteen; a weary battalion makes no forced march besides."""
    way = (("4301", 47),)
    made = Field("Rest").put("ahg.ir7.1", HERE, level=4, spent=48, moved="7 Rest", way=way, how=how)
    assert made.but(mover="ahg.ir7.1").does(goes(place="4303", how=how)).rules == rules, "CAP-10.3.2c"


def test_two_battalions_do_not_go_along_a_road_together() -> None:
    """CAP-10.0.4b: where the first one stands the second pays for the country; it has too little."""
    weary = {"level": 4, "spent": 26, "moved": "7 Rest", "way": (("4203", 24),)}
    road = Field("Rest").put("ahg.ir7.1", HERE, **weary).but(mover="ahg.ir7.1")
    assert road.does(goes()).legal
    assert road.put("ahg.ir7.2", NEAR).does(goes()).rules == ("CAP-10.4d",), "CAP-10.0.4b"


def test_a_company_of_machine_guns_stands_free() -> None:
    made = Field("Rest").put("it.siena.1", HERE).put("it.potenza.1", HERE).put("it.mg1", "4303")
    over = Begin(phase="Supply", turn=7)
    assert made.does(Move(unit="it.mg1", hex=HERE), over).legal
    two = made.put("it.mg2", "4303")
    found = two.does(Move(unit="it.mg1", hex=HERE), Move(unit="it.mg2", hex=HERE), over)
    assert found.rules == ("CAP-11.1a",), "CAP-21.3b"


def test_a_paid_formation_reacts_for_nothing_more_and_acts_no_more_then() -> None:
    """CAP-14.0f CAP-14.0k"""
    made = Field("ActionAHG").put("it.siena.1", HERE).put("ahg.ir7.1", "4618")
    made.but(answer="ahg", answered="it.siena.hq", stack=("ActionAHG", "Reacting"), slots={"it.siena.hq": "ready"})
    reacts = Activate(hq="it.siena.hq", hex=HERE, kind="reaction")
    found = made.but(points=3).does(reacts, Complete(formation="it.siena"), Begin(phase="ActionIT", turn=7))
    assert (found.legal, found.position.points[""]) == (True, 3), "CAP-14.0f"
    again = Activate(hq="it.siena.hq", hex=HERE)
    late = made.does(reacts, Complete(formation="it.siena"), Begin(phase="ActionIT", turn=7), again)
    assert late.rules == ("CAP-13.0b",), "CAP-14.0k"


def test_each_formation_that_the_italians_choose_costs_a_point() -> None:
    chosen = tuple(Slot(hq=f"it.{name}.hq", box="ready") for name in ("siena", "potenza", "friuli"))
    over = Begin(phase="Initiative", turn=7)
    assert Field("Command").but(points=3).does(*chosen, over).position.points[""] == 0, "CAP-4.2b"
    assert Field("Command").but(points=2).does(*chosen, over).rules == ("CAP-7.3d",)


def test_who_is_out_of_command_does_not_rally() -> None:
    rests = Disorganise(unit="it.siena.1", change="less")
    assert Field("Rally").put("it.siena.1", HERE, level=1).does(rests).legal
    assert Field("Rally").put("it.siena.1", HERE, "OOC", level=1).does(rests).rules == ("CAP-20.1b",), "CAP-7.8d"


def test_a_blank_back_means_a_single_step() -> None:
    """CAP-2.2.1a"""
    assert Field("Rest").put("it.siena.1", HERE).does(Lose(unit="it.siena.1")).legal
    assert Field("Rest").put("it.siena.1", HERE, lost=1).does(Lose(unit="it.siena.1")).rules == ("CAP-16.1a",), (
        "CAP-2.2.1a"
    )


def test_an_independent_battalion_acts_with_the_formation_to_which_it_is_attached() -> None:
    """CAP-2.2.3c"""
    made = Field("ActionIT").put("it.siena.1", HERE).acting("it.siena").put("it.bers9.1", HERE)
    joins = Attach(unit="it.bers9.1", formation="it.siena")
    assert made.does(joins, goes("it.bers9.1")).legal
    over = Complete(formation="it.siena")
    assert made.does(goes("it.bers9.1"), over).rules == ("CAP-10.1a",), "CAP-2.2.3c"
