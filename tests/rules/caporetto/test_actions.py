"""Activation, command, attachment, reactions (chapters 7, 13, 14)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Activate, Attach, Begin, Complete, Decline, Move, Pass, Show, Slot, Target
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field

HQ, PLACE = "ahg.ir7.hq", "4618"


def field(phase: str = "ActionAHG", **more: object) -> Field:
    """A battalion near its road, chosen in the command phase."""
    return Field(phase).put("ahg.ir7.1", PLACE).put("it.siena.1", "4610").but(slots={HQ: "ready"}, **more)


def act(hq: str = HQ, place: str = PLACE, kind: str = "normal", **more: object) -> Activate:
    return Activate(hq=hq, hex=place, kind=kind, **more)


# ------------------------------------------------------------------------------------------------------ who may act
def test_a_formation_that_was_chosen_acts_in_the_phase_of_its_side() -> None:
    assert field().does(act(), Move(unit="ahg.ir7.1", hex="4619"), Complete(formation="ahg.ir7")).legal
    assert field("ActionIT").does(act()).rules == ("CAP-4.7a",)


def test_a_formation_that_was_not_chosen_does_not_act() -> None:
    chosen = {"ahg.bh2.hq": "ready"}
    assert field().but(slots=chosen).does(act()).rules == ("CAP-4.7d",)
    assert field().but(slots=chosen).does(act(hidden=True)).legal


def test_what_was_sealed_or_done_before_the_log_is_not_known() -> None:
    assert field().but(slots={}).does(act()).last.verdict == "undecided"


def test_a_formation_acts_once_a_turn() -> None:
    assert field().does(act(), Complete(formation="ahg.ir7"), act()).rules == ("CAP-13.0b",)


def test_a_headquarters_is_placed_anew_before_anything_is_done() -> None:
    """CAP-13.0b CAP-7.7b"""
    goes, over = Move(unit="ahg.ir7.1", hex="4619"), (Complete(formation="ahg.ir7"), Begin(phase="ActionIT", turn=7))
    assert field().does(act(place="4619"), act(), goes, *over).legal
    assert field().does(act(), goes, act()).rules == ("CAP-13.0b",)
    battle = field().battle()
    grid, reach = battle.grid, battle.units[HQ].command
    far = next(p for p in grid.places if (grid.distance(p, PLACE), grid.distance(p, "4619")) == (reach + 1, reach))
    made = field().put("ahg.ir7.2", far)
    assert made.does(act(), *over).rules == ("CAP-7.7b",)
    found = made.does(act(), act(place="4619"), *over)
    assert found.legal, "he is in command after all"
    assert "ahg.ir7.2" in found.position.activated


def test_whoever_has_passed_leaves_it_to_the_other_side() -> None:
    assert field().does(Pass(by="ahg"), act()).rules == ("CAP-4.7c",)
    other = field().does(Pass(by="it"))
    assert (other.rules, other.last.verdict) == (("CAP-4.7c",), "undecided"), "one player may play both sides"


def test_a_division_acts_together() -> None:
    put = field().put("ahg.bh2.1", "4717").put("ahg.gbb3.1", "4718")
    put.but(slots=dict.fromkeys((HQ, "ahg.bh2.hq", "ahg.gbb3.hq"), "ready"))
    bosnians, brigade = act("ahg.bh2.hq", "4717"), act("ahg.gbb3.hq", "4718")
    assert put.does(act(), bosnians, brigade).legal
    assert put.does(act(), brigade, bosnians).rules == ("CAP-7.9a",)


def test_the_headquarters_of_whoever_has_acted_goes_into_its_box() -> None:
    """CAP-13.0a CAP-4.12c"""
    later = (Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7))
    acted = (act(), Complete(formation="ahg.ir7"))
    assert field().does(*acted, Slot(hq=HQ, box="done"), *later).legal
    missed = field().does(*acted, *later)
    assert missed.rules == ("CAP-13.0a",)
    assert missed.last.findings[0].owner == "ahg"
    anew = (Begin(phase="Victory", turn=7), Begin(phase="Reinforcement", turn=8), Begin(phase="ActionAHG", turn=8))
    found = field().does(*acted, Slot(hq=HQ, box="done"), *later, *anew, act())
    assert found.rules == ("CAP-4.7d",), "it has to be chosen anew"


# -------------------------------------------------------------------------------------------------- where the hq stands
def test_the_headquarters_stands_in_supply_beside_no_enemy_near_its_units() -> None:
    assert field().does(act(place="4610")).rules[0] == "CAP-7.6c"
    assert set(field().does(act(place="4828")).rules) == {"CAP-9.4b", "CAP-7.6f"}
    assert Field("ActionAHG").but(slots={HQ: "ready"}).does(act()).rules == ("CAP-7.7c",)


def test_units_out_of_command_are_marked_and_do_not_move() -> None:
    far = field().put("ahg.ir7.2", "4004")
    shown = Show(unit="ahg.ir7.2", state="OOC")
    over = Begin(phase="ActionIT", turn=7)
    assert far.does(act(), shown, over).legal
    assert far.does(act(), over).rules == ("CAP-7.7b",)
    assert far.does(act(), shown, Move(unit="ahg.ir7.2", hex="4003")).rules == ("CAP-7.8a",)


def test_a_command_path_through_a_zone_of_control_needs_a_die() -> None:
    near = Field("ActionAHG").put("ahg.ir7.1", "4301").put("ahg.ir7.2", "4304").but(slots={HQ: "ready"})
    near.put("it.siena.1", "4204").put("it.siena.2", "4404")
    goes = Move(unit="ahg.ir7.2", hex="4303")
    start = act(place="4302")
    assert near.does(start, goes).legal
    ring = Field("ActionAHG").put("ahg.ir7.1", "4201").put("ahg.ir7.2", "4303").but(slots={HQ: "ready"})
    for place in ("4401", "4103"):
        ring.put(f"it.siena.{1 + (place == '4103')}", place)
    assert ring.does(act(place="4201"), Target(hex="4302"), Roll(purpose="COMMAND", who=HQ, dice=(4,))).legal


# ------------------------------------------------------------------------------------------------------- attachment
def attach(unit: str, formation: str = "ahg.ir7") -> Attach:
    return Attach(unit=unit, formation=formation)


def test_independent_units_are_attached_to_the_formation_that_acts_within_its_range() -> None:
    put = field().put("ahg.st55", PLACE)
    assert put.does(act(), attach("ahg.st55"), Move(unit="ahg.st55", hex="4619")).legal
    assert put.does(attach("ahg.st55"), Pass(by="ahg")).rules == ("CAP-7.5d",)
    assert field().put("ahg.st55", "4004").does(act(), attach("ahg.st55")).rules == ("CAP-7.6d",)
    goes, over = Move(unit="ahg.st55", hex="4619"), Complete(formation="ahg.ir7")
    assert put.does(act(), goes, over).rules == ("CAP-10.1a",)


def test_a_unit_is_attached_once_a_turn() -> None:
    put = field().put("ahg.st55", PLACE).but(activated=frozenset({"ahg.st55"}))
    assert put.does(act(), attach("ahg.st55")).rules == ("CAP-7.6e",)


def test_two_battalions_are_attached_at_most() -> None:
    put = Field("ActionIT").put("it.siena.1", "4401").put("ahg.ir7.1", "4618").but(slots={"it.siena.hq": "ready"})
    names = ("it.bers9.1", "it.bers9.2", "it.bers9.3", "it.mg1")
    for name in names:
        put.put(name, "4301")
    start = act("it.siena.hq", "4401")
    assert put.does(start, *(attach(name, "it.siena") for name in (*names[:2], "it.mg1"))).legal
    assert put.does(start, *(attach(name, "it.siena") for name in names[:3])).rules == ("CAP-7.5a",)


def test_guns_are_attached_as_they_were_paid_for() -> None:
    put = Field("ActionIT").put("it.siena.1", "4401").put("it.mtn1", "4301").put("ahg.ir7.1", "4618")
    start = act("it.siena.hq", "4401")
    assert put.but(slots={"it.siena.hq": "guns5"}).does(start, attach("it.mtn1", "it.siena")).legal
    found = put.but(slots={"it.siena.hq": "ready"}).does(start, attach("it.mtn1", "it.siena"))
    assert found.rules == ("CAP-7.3e",)


# ------------------------------------------------------------------------------------------------------------- reaction
def react(die: int, *more: str) -> tuple[object, ...]:
    tried = Roll(purpose="REACTION", who="it.siena.hq", dice=(die,))
    again = (Roll(purpose="REACTION", who=hq, dice=(1,)) for hq in more)
    return act(), Complete(formation="ahg.ir7"), tried, *again


@pytest.mark.parametrize(("die", "rules"), [(1, ()), (6, ("CAP-14.0c",))])
def test_a_formation_reacts_if_its_die_is_good_enough(die: int, rules: tuple[str, ...]) -> None:
    reaction = act("it.siena.hq", "4609", "reaction")
    assert field().does(*react(die), reaction).rules == rules


def test_one_reaction_is_tried_after_an_action_and_none_to_a_reaction() -> None:
    twice = field().does(*react(6, "it.potenza.hq"))
    assert twice.rules == ("CAP-14.0a",)
    assert twice.last.verdict == "undecided"
    assert field().does(*react(6, "it.potenza.hq"), rulings=("CAP-A14=one",)).last.verdict == "illegal"
    assert field().does(*react(6, "it.potenza.hq"), rulings=("CAP-A14=several",)).legal
    reaction = act("it.siena.hq", "4609", "reaction")
    done = (*react(1), reaction, Complete(formation="it.siena"))
    other = act("ahg.bh2.hq", "4717", "reaction")
    assert "CAP-14.0a" in field().put("ahg.bh2.1", "4717").does(*done, other).rules
    assert field().does(reaction).rules[0] == "CAP-14.0a"
    assert field().does(act(), Complete(formation="ahg.ir7"), Decline(what="reaction"), Pass(by="ahg")).legal


# ------------------------------------------------------------------------------------------------------ logistic points
def test_the_italians_pay_for_what_they_choose() -> None:
    over = Begin(phase="Initiative", turn=7)
    dear = (Slot(hq="it.siena.hq", box="guns10"), Slot(hq="it.potenza.hq", box="guns5"))
    assert Field("Command").does(*dear, over).position.points[""] == 0
    assert Field("Command").does(*dear, over).legal
    found = Field("Command").does(*dear, Slot(hq="it.friuli.hq", box="ready"), over)
    assert found.rules == ("CAP-7.3d",)
    assert found.last.findings[0].owner == "it"


def test_the_others_choose_as_many_as_they_like() -> None:
    names = [f"ahg.{name}.hq" for name in ("ir7", "bh2", "bh4", "gbb3", "gbb15", "jr11", "jr12", "sch3")]
    chosen = (Slot(hq=name, box="ready") for name in names)
    assert Field("Command").does(*chosen, Begin(phase="Initiative", turn=7)).legal


def test_formations_are_chosen_in_the_command_phase() -> None:
    assert Field("Command").does(Slot(hq="it.siena.hq", box="ready")).legal
    assert Field("ActionIT").does(Slot(hq="it.siena.hq", box="ready")).rules == ("CAP-4.2a",)
    assert Field("ActionIT").does(Slot(hq="it.siena.hq", box="done")).legal


def test_a_phase_that_there_is_not_is_named() -> None:
    """CAP-4.0b"""
    with pytest.raises(KeyError, match="command"):
        field().does(Begin(phase="command", turn=7))
