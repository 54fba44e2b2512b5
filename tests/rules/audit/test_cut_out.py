"""A log out of which somebody has cut or in which somebody has edited something: nobody is accused for what is gone."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from rules.audit.integrity import torn
from rules.audit.report import Report
from tests.rules.audit.test_chain import ONE_EACH as GAMES
from tests.rules.audit.test_chain import audited, cut, played, quiet_place, with_a_wrong_roll, wrongs
from vassal.commands import Command
from vassal.savefile import SaveFile
from vassal.timeline import RESULT, Timeline

TRIED = 12
TOLD = re.compile(r"(\bres=)(\d)")
"""The first die in a record of a roll."""


def whole(name: str, scenario: str, seed: int, *, wrong_at: int = 0) -> SaveFile:
    turns: Sequence = played(name, scenario, seed)
    turns = with_a_wrong_roll(turns, quiet_place(name, turns, wrong_at)) if wrong_at else turns
    ((_, log),) = cut(name, scenario, turns)
    return log


def without(log: SaveFile, *steps: int) -> SaveFile:
    gone = {id(log.steps[step - 1]) for step in steps}
    return replace(log, commands=tuple(each for each in log.commands if id(each) not in gone))


def report_of(name: str, log: SaveFile) -> Report:
    return audited(name, [("game.vlog", log)])[1]


def named(report: Report, why: str) -> int:
    return sum(each.why == why for each in report.findings)


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_whoever_plays_on_after_records_were_cut_out_is_not_accused(name: str, scenario: str, seed: int) -> None:
    log, chance = whole(name, scenario, seed), Random(1)
    places = (chance.randrange(20, len(log.steps) - 20) for _ in range(TRIED))
    cuts = [without(log, *range(first, first + 4)) for first in places]
    reports = [report_of(name, each) for each in cuts if any(torn(Timeline.of(each)))]

    assert len(reports) > TRIED // 2, "most records are counted"
    assert [wrongs(report) for report in reports] == [[]] * len(reports)
    assert all(named(report, "counter.gap") for report in reports)
    assert sum(named(report, "gap.unseen") for report in reports) > 0


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_what_was_wrong_before_the_gap_stays_wrong(name: str, scenario: str, seed: int) -> None:
    log = whole(name, scenario, seed, wrong_at=60)
    before = wrongs(report_of(name, log))
    assert before
    last = before[-1][1]
    assert wrongs(report_of(name, without(log, last + 20, last + 21))) == before


def edited(log: SaveFile) -> tuple[SaveFile, int]:
    """The log with another result in a roll, after which the same dice are rolled again; and the roll's step."""
    rolls = [number for number, step in enumerate(log.steps, 1) if any(map(_is_roll, step.walk()))]
    at = rolls[len(rolls) // 2]
    step = log.steps[at - 1]
    other = _another(replace(step, parts=tuple(_another(part) for part in step.parts)))
    commands = tuple(other if each is step else each for each in log.commands)
    return replace(log, commands=commands), at


def _is_roll(part: Command) -> bool:
    return part.kind == "set_property" and part.text("name").endswith(RESULT)


def _another(part: Command) -> Command:
    return part.with_fields(new="1,1") if _is_roll(part) and part.text("new") != "1,1" else part


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_whoever_carries_out_what_somebody_edited_is_not_accused(name: str, scenario: str, seed: int) -> None:
    log, at = edited(whole(name, scenario, seed))
    assert at in torn(Timeline.of(log))
    assert wrongs(report_of(name, log)) == []


def retold(log: SaveFile) -> tuple[SaveFile, int]:
    """The log with other dice in the words of a roll than fell; and the roll's step."""
    rolls = [number for number, step in enumerate(log.steps, 1) if any(map(_tells_of_dice, step.walk()))]
    at = rolls[len(rolls) // 2]
    step = log.steps[at - 1]
    other = _in_other_words(replace(step, parts=tuple(map(_in_other_words, step.parts))))
    return replace(log, commands=tuple(other if each is step else each for each in log.commands)), at


def _tells_of_dice(part: Command) -> bool:
    return part.kind == "chat" and bool(TOLD.search(part.text("text")))


def _in_other_words(part: Command) -> Command:
    if not _tells_of_dice(part):
        return part
    return part.with_fields(text=TOLD.sub(lambda dice: f"{dice[1]}{int(dice[2]) % 6 + 1}", part.text("text")))


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_whoever_carries_out_what_fell_is_not_accused_where_other_dice_are_told(
    name: str, scenario: str, seed: int
) -> None:
    log, at = retold(whole(name, scenario, seed))
    report = report_of(name, log)

    assert [each.step for each in report.findings if each.why == "record.dice"] == [at]
    assert wrongs(report) == []


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_what_was_wrong_before_other_dice_are_told_stays_wrong(name: str, scenario: str, seed: int) -> None:
    log, at = retold(whole(name, scenario, seed, wrong_at=60))

    assert [step for _, step, *_ in wrongs(report_of(name, log)) if step < at]


def second_log(name: str, scenario: str, seed: int, gone: Sequence[int]) -> tuple[tuple[str, SaveFile], ...]:
    """A game in two logs, cut where the first steps of the second one leave a gap that is noticed."""
    turns = played(name, scenario, seed)
    for end in range(100, 140):
        first, rest = cut(name, scenario, turns, end)
        if gone[0] in torn(Timeline.of(without(rest[1], *gone))):
            return first, rest
    raise LookupError("no record is counted")


@pytest.mark.parametrize("gone", [(1, 2, 3), (2, 3, 4)])
@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_whoever_plays_on_after_the_beginning_of_a_log_was_cut_off_is_not_accused(
    name: str, scenario: str, seed: int, gone: tuple[int, ...]
) -> None:
    first, (rest, log) = second_log(name, scenario, seed, gone)

    report = audited(name, [first, (rest, without(log, *gone))])[1]

    assert list(torn(Timeline.of(log))) == []
    assert wrongs(report) == []
    assert any(each.why.startswith("counter.") for each in report.findings)
    assert {each.log for each in report.findings if each.why == "gap.unseen"} <= {rest}
