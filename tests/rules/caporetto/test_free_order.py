"""What the book does not order: a headquarters before its die, what is attached a moment early or late, keys pressed twice."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Activate, Complete, Decline, Move, Pass
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field

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
    assert acts().does(*over(), placed(), goes).rules == ("CAP-14.0c",), "no die fell"
    assert acts().does(*over(), placed(), die(6), goes).rules == ("CAP-10.1a",), "it does not act"


@pytest.mark.parametrize(("slots", "left"), [({HQ: "ready"}, 5), ({HQ: "ready", THEIRS: "guns5"}, 5)])
def test_a_formation_whose_die_was_too_high_has_not_acted_and_paid_nothing(slots: dict[str, str], left: int) -> None:
    """CAP-14.0c CAP-14.0j"""
    made = acts().but(slots=slots, points=left)
    found = made.does(*over(), placed(), die(6), Decline(what="reaction"), Pass(by="ahg"))
    assert found.legal
    assert found.position.points == left
    assert "it.siena" not in found.position.acted
    assert not {"it.siena.1", "it.siena.2"} & found.position.activated
    paid = made.does(*over(), placed(), die(1)).position.points
    assert paid == made.does(*over(), die(1), placed()).position.points == (3 if THEIRS not in slots else 5)
