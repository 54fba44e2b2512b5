"""Each die is claimed by one record: what did not fall, or is told already, is believed of nobody."""

from typing import Any

import pytest

from rules.audit.games import games
from rules.audit.report import Audit, Report
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Say, Throw
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.workshop import workshop_of

KITS = kits()
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def heard(kit: Kit[Any, Any], *deeds: Throw | Say) -> tuple[list[str], list[tuple[int, ...]]]:
    """What is told of a step in which these things are done, and the dice that are read in it."""
    workshop = workshop_of(kit.name)
    scribe = workshop.scribe(next(iter(workshop.setups)))
    scribe.write([Entry(kit.temper.sides[0], deeds)])
    audit = Audit(games()[kit.name], workshop.module)
    report: Report = audit.run([("log", scribe.log())])
    thrown = [each.action.dice for _, each in audit.judged if isinstance(each.action, Roll)]
    return [each.why for each in report.findings if each.why.startswith("record.")], thrown


def button(kit: Kit[Any, Any]) -> str:
    return workshop_of(kit.name).module.dice[0].name


def told(kit: Kit[Any, Any], dice: str) -> Say:
    verb = games()[kit.name].seals
    (roll,) = [name for name, ways in verb.items() if any("R" in way for way in ways)]
    return Say(roll, None, {"dice": button(kit), "res": dice})


@of_each_game
def test_dice_that_fell_are_told_by_one_record_each(kit: Kit[Any, Any]) -> None:
    wrong, thrown = heard(kit, Throw(button(kit), (3, 4)), Throw(button(kit), (1, 6)))

    assert wrong == []
    assert thrown in ([], [(3, 4), (1, 6)])


@of_each_game
def test_the_same_dice_are_not_told_for_a_second_time(kit: Kit[Any, Any]) -> None:
    wrong, thrown = heard(kit, Throw(button(kit), (3, 4)), told(kit, "3,4"))

    assert wrong == ["record.dice"]
    assert thrown in ([], [(3, 4)])


@of_each_game
def test_a_second_record_may_not_borrow_a_die_of_the_first(kit: Kit[Any, Any]) -> None:
    wrong, _ = heard(kit, Throw(button(kit), (3, 4)), Throw(button(kit), (1, 6)), told(kit, "4,6"))

    assert wrong == ["record.dice"]


@of_each_game
@pytest.mark.parametrize("dice", ["6,6", "3,4,4", "3"])
def test_dice_that_did_not_fall_are_not_believed(kit: Kit[Any, Any], dice: str) -> None:
    wrong, _ = heard(kit, Throw(button(kit), (2, 5)), told(kit, dice))

    assert wrong == ["record.dice"]
