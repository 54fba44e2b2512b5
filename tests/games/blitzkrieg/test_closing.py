"""The board is closed: what somebody changes without an action that explains it is told once, and counts as it lies."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from rules.audit.games import games
from rules.audit.report import Audit, Told
from rules.audit.scribe import Scribe
from rules.engine.writing import Entry, Go, New, Put, Ref
from tests.rules.shared.kit import kit_of
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of

Silent = tuple[Entry, ...]
BOARD = {"board.added", "board.differs", "board.changed", "board.one-more"}


@cache
def game(name: str, scenario: str, length: int) -> Sequence[Turn]:
    return tuple(kit_of(name).play(scenario, 3, length))


def told(name: str, scenario: str, length: int, *silent: Entry, more: int = 0) -> list[Told]:
    """What is found in a legal game in which something is done in silence, before it goes on or ends."""
    workshop, turns = workshop_of(name), game(name, scenario, length + more)
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([turn.action for turn in turns])
    for turn in turns[:length]:
        scribe.write(writer.entries(turn.before, turn.action))
    scribe.write(silent)
    for turn in turns[length:]:
        scribe.write(writer.entries(turn.before, turn.action))
    return [each for each in audited(name, scribe) if not each.note and each.verdict != "observation"]


def audited(name: str, scribe: Scribe) -> Sequence[Told]:
    return Audit(games()[name], workshop_of(name).module).run([("game", scribe.log())]).findings


def position(name: str, scenario: str, length: int):
    return game(name, scenario, length + 1)[length].before


LENGTH = 400


def hannut():
    return position("blitzkrieg", "hannut", LENGTH)


def whole() -> str:
    return next(name for name, unit in hannut().units.items() if unit.on_map and unit.steps == 2)


def company() -> str:
    return next(name for name, unit in hannut().units.items() if unit.on_map and not name.endswith("hq"))


def weak() -> str:
    return next(name for name, unit in hannut().units.items() if unit.on_map and unit.steps == 1)


def other_place(unit: str) -> str:
    here = hannut().units[unit].hex
    return next(each.hex for each in hannut().units.values() if each.hex and each.hex != here)


def silently(*deeds: Go | New | Put) -> Silent:
    return tuple(Entry("french", (deed,)) for deed in deeds)


def hannut_told(*silent: Entry, more: int = 0) -> list[Told]:
    return told("blitzkrieg", "hannut", LENGTH, *silent, more=more)


def test_without_a_silent_deed_nothing_is_found() -> None:
    assert hannut_told() == []


ILLEGAL: dict[str, tuple[Callable[[], Silent], str, str]] = {
    "a reduced unit is full again": (
        lambda: silently(Put(Ref(weak()), "Steps_Level", "1")),
        "BLZ-1.2a",
        "board.changed",
    ),
    "defence works come out of the window of pieces": (
        lambda: silently(New(Ref("works", 6), hannut().units[whole()].hex)),
        "BLZ-10.2a",
        "board.one-more",
    ),
    "a second copy of a company": (
        lambda: silently(New(Ref(company(), 2), other_place(company()))),
        "BLZ-1.2a",
        "board.one-more",
    ),
}


@pytest.mark.parametrize("what", ILLEGAL)
def test_what_nothing_legal_could_do_is_illegal_and_told_once(what: str) -> None:
    deeds, rule, why = ILLEGAL[what]
    found = hannut_told(*deeds(), more=30)

    assert [(each.verdict, each.rule, each.why) for each in found] == [("illegal", rule, why)]


UNDECIDED: dict[str, Callable[[], Silent]] = {
    "points": lambda: (Entry("french", (_keep("HX_VP", str(hannut().points + 3)),)),),
}


def _keep(name: str, value: str):
    from rules.engine.writing import Keep

    return Keep(name, value)


@pytest.mark.parametrize("what", UNDECIDED)
def test_what_somebody_might_have_done_by_an_action_is_undecided(what: str) -> None:
    found = hannut_told(*UNDECIDED[what]())

    assert [(each.verdict, each.why) for each in found] == [("undecided", "board.differs")]


PUT_BACK: dict[str, Callable[[], Silent]] = {
    "a unit is turned over and back": lambda: silently(
        Put(Ref(weak()), "Steps_Level", "1"), Put(Ref(weak()), "Steps_Level", "2")
    ),
    "a unit is nudged and put back": lambda: silently(
        Go(Ref(whole()), other_place(whole())), Go(Ref(whole()), hannut().units[whole()].hex)
    ),
    "works are put down and away": lambda: silently(
        New(Ref("works", 6), hannut().units[whole()].hex), Go(Ref("works", 6), "guns-french")
    ),
}


@pytest.mark.parametrize("what", PUT_BACK)
def test_what_is_put_back_at_once_is_nobodys_business(what: str) -> None:
    assert [each for each in hannut_told(*PUT_BACK[what](), more=10) if each.why in BOARD] == []
