"""Counter-assaults, fire at those who pass, guns turned and overrun, engineers, points for reactions."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Defend,
    Disorganise,
    Leave,
    Move,
    Show,
    Spend,
)
from tests.rules.caporetto.field import Field

HERE, THERE = "4302", "4401"
COUNTER = Assault(unit="it.siena.1", at=THERE)


# ----------------------------------------------------------------------------------------------------- counter-assaults
def lost(*marks: str, place: str = HERE, taken: bool = True) -> Field:
    """A hex that was just lost to an assault, and an Italian battalion."""
    made = Field("ActionAHG").put("ahg.ir7.1", THERE).acting("ahg.ir7").put("it.siena.1", place, *marks)
    return made.but(taken=frozenset({THERE} if taken else ()), origins=frozenset({"4402"}))


def test_a_hex_that_was_just_lost_is_counter_attacked() -> None:
    assert lost().does(COUNTER).legal
    assert lost(taken=False).does(COUNTER).rules == ("CAP-12.4a",)


def test_whoever_was_activated_or_is_out_of_command_makes_no_counter_assault() -> None:
    assert lost("OOC").does(COUNTER).rules == ("CAP-12.4b",)
    assert lost("Activated").does(COUNTER).rules == ("CAP-12.4b",)
    assert lost().but(activated=frozenset({"it.siena.1"})).does(COUNTER).rules == ("CAP-12.4b",)


def test_who_has_not_retreated_stands_beside_no_other_enemies() -> None:
    beside = lost().put("ahg.bh2.1", "4303")
    assert beside.does(COUNTER).rules == ("CAP-12.4b",)
    assert beside.but(driven={"it.siena.1": THERE}).does(COUNTER).legal


def test_an_advance_loses_a_hex_and_a_retreat_is_remembered() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.siena.1", THERE)
    back = Move(unit="it.siena.1", hex="4501", how="retreat")
    fight = Assault(unit="ahg.ir7.1", at=THERE)
    found = made.does(fight, back, Move(unit="ahg.ir7.1", hex=THERE, how="advance")).position
    assert (found.taken, found.driven) == (frozenset({THERE}), {"it.siena.1": THERE})


# -------------------------------------------------------------------------------------------------- those who pass by
def shot(unit: str = "it.siena.1", place: str = "4303") -> Defend:
    return Defend(unit=unit, hex=place, what="infiltration")


def test_fire_at_somebody_who_passes_comes_from_beside_both_hexes() -> None:
    made = Field("ActionAHG").put("ahg.jr11.1", "4402").acting("ahg.jr11").put("it.siena.1", HERE)
    goes = Move(unit="ahg.jr11.1", hex="4303")
    assert made.does(goes, shot()).legal
    assert made.does(shot()).rules == ("CAP-10.1.2a",)
    assert made.put("it.siena.2", "4203").does(goes, shot("it.siena.2")).rules == ("CAP-10.1.2a",)


def test_nobody_fires_at_those_who_pass_over_rock() -> None:
    made = Field("ActionAHG").put("ahg.jr11.1", "4315").acting("ahg.jr11").put("it.siena.1", "4414")
    goes = Move(unit="ahg.jr11.1", hex="4415")
    assert "CAP-10.1.2c" in made.does(goes, shot(place="4415")).rules


# ---------------------------------------------------------------------------------------------------------------- guns
def turn(on: bool, unit: str = "it.mtn1") -> Show:
    return Show(unit=unit, state="Limbered", on=on)


def test_guns_are_turned_in_the_artillery_phase() -> None:
    assert Field("Artillery").put("it.mtn1", HERE).does(turn(on=True)).legal
    assert Field("Guns").put("it.mtn1", HERE).does(turn(on=True)).rules == ("CAP-18.1b",)
    assert Field("Artillery").put("it.mtn1", HERE).does(turn(on=True), turn(on=False)).legal


def test_medium_guns_that_come_into_position_are_not_ready() -> None:
    made = Field("Artillery", "cividale").put("it.fld1", "2502", "Limbered")
    weak = Disorganise(unit="it.fld1", change="more")
    over = Begin(phase="ActionAHG", turn=7)
    assert made.does(turn(on=False, unit="it.fld1"), weak, weak, over).legal
    found = made.does(turn(on=False, unit="it.fld1"), weak, over)
    assert found.rules == ("CAP-18.2c",)
    fires = Field("ActionIT", "cividale").put("it.fld1", "2502", attached="it.massa").put("it.massa.1", "2503")
    fires.put("ahg.ir23.1", "2504").acting("it.massa")
    bomb = Bombard(unit="it.fld1", hex="2504")
    assert fires.does(bomb).legal
    assert fires.but(unready=frozenset({"it.fld1"})).does(bomb).rules == ("CAP-18.2a",)


def test_a_barrage_is_laid_in_the_artillery_phase() -> None:
    made = Field("ActionIT").put("it.siena.1", "4302").put("it.mtn1", "4303", attached="it.siena").acting("it.siena")
    made.put("ahg.ir7.1", THERE)
    assert made.does(Bombard(unit="it.mtn1", hex=THERE, what="troops")).legal
    assert made.does(Bombard(unit="it.mtn1", hex=THERE, what="barrage")).rules == ("CAP-12.1.6a",)


def test_guns_that_are_overrun_surrender() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.mtn1", "4303")
    goes, gone = Move(unit="ahg.ir7.1", hex="4303"), Leave(unit="it.mtn1", why="surrendered")
    over = (Complete(formation="ahg.ir7"), Begin(phase="ActionIT", turn=7))
    assert made.does(goes, gone, *over).legal
    found = made.does(goes, *over)
    assert found.rules == ("CAP-18.3b",)
    assert found.last.findings[0].owner == "it"


# ----------------------------------------------------------------------------------------------------------- engineers
def test_engineers_begin_in_their_phase_and_stay() -> None:
    builds = Show(unit="it.eng1", state="Building")
    assert Field("Engineers").put("it.eng1", HERE).does(builds).legal
    assert Field("Rest").put("it.eng1", HERE).does(builds).rules == ("CAP-17.3a",)
    at_work = Field("Rest").put("it.eng1", HERE, "Building").does(Move(unit="it.eng1", hex="4303"))
    assert "CAP-19.3c" in at_work.rules
    assert Field("Rest").put("it.eng1", HERE).does(Move(unit="it.eng1", hex="4303")).legal


# ------------------------------------------------------------------------------------------------------ logistic points
def reacting(points: int, **slots: str) -> Field:
    chosen = {f"it.{name}.hq": box for name, box in slots.items()}
    made = Field("ActionAHG").put("it.siena.1", HERE).put("ahg.ir7.1", "4618").put("it.mtn1", "4303")
    return made.but(points=points, slots=chosen, answer="ahg", answered="it.siena.hq", stack=("ActionAHG", "Reacting"))


REACTION = Activate(hq="it.siena.hq", hex=HERE, kind="reaction")


@pytest.mark.parametrize(("points", "rules"), [(2, ()), (0, ("CAP-14.0h",)), (1, ("CAP-14.0h",))])
def test_a_reaction_that_was_not_paid_for_costs_two_points(points: int, rules: tuple[str, ...]) -> None:
    found = reacting(points).does(REACTION)
    assert found.rules == rules
    assert found.position.points[""] == 0
    assert reacting(0, siena="ready").does(REACTION).legal


def test_with_one_point_left_that_is_a_question() -> None:
    assert reacting(1).does(REACTION).last.verdict == "undecided"
    assert reacting(1).does(REACTION, rulings=("CAP-A96=two",)).last.verdict == "illegal"
    assert reacting(1).does(REACTION, rulings=("CAP-A96=one",)).legal


def test_guns_of_an_unpaid_reaction_are_as_many_as_the_initiative() -> None:
    guns = ("it.mtn1", "it.mtn2")
    made = reacting(5).put("it.mtn2", "4303")
    attached = tuple(Attach(unit=name, formation="it.siena") for name in guns)
    assert made.does(REACTION, *attached).legal


def test_only_the_italians_spend_points() -> None:
    assert Field("Command").does(Spend(what="activation", by="it")).legal
    other = Field("Command").does(Spend(what="activation", by="ahg"))
    assert (other.rules, other.last.verdict) == (("CAP-3.0h",), "undecided"), "one player may play both sides"
