"""What the book does not order: a headquarters before its die, attachments a moment early or late, keys twice."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Decline,
    Disorganise,
    Leave,
    Move,
    Pass,
    Resolve,
)
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import Field, more, thrown

HQ, PLACE = "ahg.ir7.hq", "4618"
THEIRS, NEAR = "it.siena.hq", "4609"


def acts(**more: object) -> Field:
    """A battalion that acts, and an Italian one that may react."""
    made = Field("ActionAHG").put("ahg.ir7.1", PLACE).put("it.siena.1", "4610").put("it.siena.2", "4004")
    return made.but(slots={HQ: "ready"}, **more)


def over() -> tuple[Action, ...]:
    return Activate(hq=HQ, hex=PLACE), Complete(formation="ahg.ir7")


def placed(place: str = NEAR) -> Activate:
    return Activate(hq=THEIRS, hex=place, kind="reaction")


def die(shows: int) -> Roll:
    return Roll(purpose="REACTION", who=THEIRS, dice=(shows,))


def test_the_headquarters_of_a_reaction_is_placed_before_its_die() -> None:
    """CAP-14.0c"""
    goes = Move(unit="it.siena.1", hex="4609")
    assert acts().does(*over(), placed(), die(1), goes, Complete(formation="it.siena")).legal
    assert acts().does(*over(), placed("4608"), placed(), die(1), goes).legal, "it was put down in another hex first"
    assert acts().does(*over(), placed(), goes, Complete(formation="it.siena")).rules == ("CAP-14.0c",), "no die fell"
    guns = Attach(unit="it.mtn1", formation="it.siena")
    assert acts().put("it.mtn1", "4610").does(*over(), placed(), guns).rules == ("CAP-14.0c",)
    assert acts().does(*over(), placed(), goes, die(1)).legal
    assert acts().does(*over(), placed(), die(6), goes).rules == ("CAP-10.1a",), "it does not act"
    assert acts().does(*over(), placed(), goes, die(6)).rules == ("CAP-14.0c",), "nor has it acted"


@pytest.mark.parametrize(("slots", "left"), [({HQ: "ready"}, 5), ({HQ: "ready", THEIRS: "guns5"}, 5)])
def test_a_formation_whose_die_was_too_high_has_not_acted_and_paid_nothing(slots: dict[str, str], left: int) -> None:
    """CAP-14.0c CAP-14.0j"""
    made = acts().but(slots=slots, points=left)
    found = made.does(*over(), placed(), die(6), Decline(what="reaction"), Pass(by="ahg"))
    assert found.legal
    assert found.position.points[""] == left
    assert "it.siena" not in found.position.acted
    assert not {"it.siena.1", "it.siena.2"} & found.position.activated
    paid = made.does(*over(), placed(), die(1)).position.points[""]
    assert paid == made.does(*over(), die(1), placed()).position.points[""] == (3 if THEIRS not in slots else 5)


# ------------------------------------------------------------------------------------------------------------- attached
FREE = "ahg.st55"
ACTS, DONE = over()


def attach(unit: str = FREE) -> Attach:
    return Attach(unit=unit, formation="ahg.ir7")


def test_what_acts_with_a_formation_is_attached_just_before_its_activation_or_after_it() -> None:
    """CAP-7.5d"""
    made = acts().put(FREE, PLACE).put("ahg.mtn55", PLACE)
    goes = Move(unit=FREE, hex="4619")
    assert made.does(attach(), attach("ahg.mtn55"), ACTS, goes, DONE).legal
    assert made.does(attach(), goes, ACTS).rules[0] == "CAP-7.5d", "no formation was activated"
    far = acts().put(FREE, "4004")
    assert far.does(attach(), ACTS).rules == ("CAP-7.6d",)
    spent = made.but(activated=frozenset({FREE}))
    assert spent.does(attach(), ACTS).rules == ("CAP-7.6e",), "it is said once"
    assert "CAP-7.5d" in made.but(acted=frozenset({"ahg.ir7"})).does(attach()).rules, "that one has acted"


def test_guns_that_are_attached_before_a_reaction_count_as_those_after_it() -> None:
    """CAP-14.0g CAP-7.5d"""
    guns = ("it.mtn1", "it.mtn2")
    made = acts()
    for name in guns:
        made.put(name, "4610")
    both = tuple(Attach(unit=name, formation="it.siena") for name in guns)
    initiative = made.battle().units[THEIRS].initiative
    late = made.does(ACTS, DONE, die(1), placed(), *both)
    early = made.does(ACTS, DONE, die(1), *both, placed())
    assert early.rules == late.rules
    assert (early.rules == ()) is (initiative > 1)
    assert early.position.points[""] == late.position.points[""]
    assert set(guns) <= early.position.activated


def test_an_independent_unit_may_set_out_before_its_attachment_is_noted() -> None:
    """CAP-10.1a"""
    made = acts().put(FREE, PLACE).put("ahg.bh2.1", PLACE)
    goes, back = Move(unit=FREE, hex="4619"), Move(unit=FREE, hex=PLACE)
    assert made.does(ACTS, goes, attach(), Move(unit=FREE, hex="4620"), DONE).legal
    assert made.does(ACTS, goes, back, DONE).legal, "it was put back"
    assert made.does(ACTS, goes, DONE).rules == ("CAP-10.1a",)
    assert made.does(ACTS, Move(unit="ahg.bh2.1", hex="4619")).rules == ("CAP-10.1a",), (
        "it belongs to another formation"
    )
    far = acts().put(FREE, "4004")
    assert far.does(ACTS, Move(unit=FREE, hex="4003")).rules == ("CAP-10.1a",), "nobody can attach it there"


def test_guns_of_a_reaction_that_was_paid_for_without_guns_are_a_question() -> None:
    """CAP-14.0g CAP-7.3e CAP-A136"""
    made = Board("ActionAHG").put("it.siena.1", "4302").worth(THEIRS, initiative=1)
    made.put("it.mtn1", "4303").put("it.mtn2", "4303")
    one, other = (Attach(unit=name, formation="it.siena") for name in ("it.mtn1", "it.mtn2"))
    reacts = made.acting("it.siena", "4302", "reaction", box="ready")
    assert reacts.does(one).last.verdict == "undecided"
    assert reacts.does(one, rulings=("CAP-A136=paid",)).rules == ("CAP-7.3e",)
    assert reacts.does(one, rulings=("CAP-A136=initiative",)).legal
    assert reacts.does(one, other).last.verdict == "illegal", "that is more than the initiative"
    assert made.acting("it.siena", "4302", box="ready").does(one).last.verdict == "illegal", "not in an action"


def test_guns_that_bear_the_name_of_their_formation_from_an_earlier_turn_are_counted() -> None:
    """CAP-12.1.3a CAP-7.3e"""
    made = Board("ActionIT").put("it.siena.1", "4302").put("ahg.ir7.1", "4305").worth(THEIRS, initiative=1)
    shots = []
    for name in ("it.mtn1", "it.mtn2"):
        made.put(name, "4302", attached="it.siena").worth(name, range=6)
        shots.append(Bombard(unit=name, hex="4305"))
    paid = made.acting("it.siena", "4302", box="guns5")
    assert paid.does(*shots, shots[0]).legal, "the first one is named anew"
    assert made.acting("it.siena", "4302", box="ready").does(shots[0]).rules == ("CAP-7.3e",), "none were paid for"
    reacts = made.acting("it.siena", "4302", "reaction").but(points=5)
    assert reacts.does(shots[0]).position.points[""] == 3
    assert reacts.does(*shots).rules == ("CAP-14.0g",)
    assert reacts.but(points=0).does(shots[0]).rules == ("CAP-14.0h",)


# ----------------------------------------------------------------------------------------------- slips, and late notes
def test_dice_that_are_announced_twice_fall_once() -> None:
    """CAP-12.3.3i"""
    made = Field("ActionAHG").put("ahg.ir7.1", "4302").put("it.siena.1", "4401").acting("ahg.ir7")
    attack, announced = Assault(unit="ahg.ir7.1", at="4401"), Resolve(hex="4401", purpose="ASSAULT")
    dice = Roll(purpose="ASSAULT", dice=(5,))
    once, twice = made.does(attack, announced, dice), made.does(attack, announced, announced, dice)
    assert twice.legal
    assert twice.due == once.due
    assert "CAP-12.3.3i" in made.does(attack, announced, announced, DONE).rules, "no die fell"
    assert made.does(attack, announced, dice, announced).rules == ("CAP-10.2.1b",), "it has fallen"


def test_a_point_that_was_given_for_no_reason_is_taken_back_later() -> None:
    """CAP-4.12b"""
    unit, supply = "ahg.ir7.1", Begin(phase="Supply", turn=7)
    less = Disorganise(unit=unit, change="less")
    made = Board("Rest").put(unit, "4110", level=1).worth(unit, movement=2)
    assert made.does(more(unit), supply, less).legal
    assert made.does(more(unit), supply, less, less).rules == ("CAP-4.12b",), "one was given, two are taken back"
    marched = tuple(Move(unit=unit, hex=place) for place in ("4111", "4112", "4113"))
    assert made.does(*marched, more(unit), supply, less).rules == ("CAP-4.12b",), "he has made a forced march"


def test_whether_a_unit_at_its_threshold_surrenders_with_its_last_step_is_a_question() -> None:
    """CAP-15.4.1a CAP-A101"""
    made = Board("ActionAHG").put("ahg.ir7.1", "4618").acting("ahg.ir7")
    made.put("ahg.mtn55", "4110", attached="ahg.ir7").worth("ahg.mtn55", fire=18, range=4)
    made.put("it.siena.1", "4112", lost=1, level=2).worth("it.siena.1", morale=3)
    made.but(activated=frozenset({"ahg.mtn55"}))
    shot = (Bombard(unit="ahg.mtn55", hex="4112"), *thrown("BOMBARD", "4112", 3))

    def said(why: str, *rulings: str) -> str:
        return made.does(*shot, Leave(unit="it.siena.1", why=why), DONE, rulings=rulings).rulings[-2].verdict

    assert (said("lost"), said("surrendered")) == ("legal", "undecided")
    ours, theirs = "CAP-A101=eliminated", "CAP-A101=surrendered"
    assert (said("lost", ours), said("surrendered", theirs)) == ("legal", "legal")
    assert made.does(*shot, DONE).rules == ("CAP-12.1.5d",), "somebody has to bear the loss"


def test_who_has_come_to_the_left_bank_goes_on_over_it() -> None:
    """CAP-21.7a"""
    made = Board("Rest").barred("4110", "4111")
    goes = (Move(unit="it.siena.1", hex="4111"), Move(unit="it.siena.1", hex="4112"))
    assert made.put("it.siena.1", "4110").does(*goes).legal
    assert made.put("it.siena.1", "4109").does(Move(unit="it.siena.1", hex="4110")).rules == ("CAP-21.7a",)
