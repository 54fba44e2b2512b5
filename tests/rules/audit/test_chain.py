"""The logs of a game are one story: where it was cut makes no difference, and what was not given accuses nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.audit.chain import Follows, followed, order_of_play
from rules.audit.games import games
from rules.audit.report import Audit, Report
from rules.engine.dice import Roll
from tests.rules.audit.many import cut_at_random, in_logs, written
from tests.rules.audit.torn import beginnings, ends, logs_of, story_of
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

LENGTH = 250
MIDDLE = 150
Logs = Sequence[tuple[str, SaveFile]]


@cache
def played(name: str, scenario: str, seed: int, length: int = LENGTH) -> tuple[Turn[Any], ...]:
    return tuple(kit_of(name).play(scenario, seed, length))


def cut(name: str, scenario: str, turns: Sequence[Turn[Any]], *steps: int) -> Logs:
    """The game in logs, one up to each of these steps, and the rest."""
    return in_logs(workshop_of(name), scenario, turns, lambda step: step in steps)


def audited(name: str, logs: Logs) -> tuple[Audit, Report]:
    audit = Audit(games()[name], workshop_of(name).module)
    return audit, audit.run(logs)


def with_a_wrong_roll(turns: Sequence[Turn[Any]], place: int) -> list[Turn[Any]]:
    """Somebody on the map, who fires in the course of the game if anybody does, rolls for no reason."""
    fire = {turn.action.who for turn in turns if isinstance(turn.action, Roll) and turn.action.purpose == "FIRE"}
    _, who = min((unit not in fire, unit) for unit, state in turns[place].before.units.items() if state.hex)
    wrong = Roll(purpose="FIRE", who=who, dice=(1, 2))
    return [*turns[:place], replace(turns[place], action=wrong), *turns[place:]]


def quiet_place(name: str, turns: Sequence[Turn[Any]], first: int) -> int:
    """A place in a game where nothing is due."""
    quiet = kit_of(name).quiet
    return next(
        place
        for place in range(first, len(turns))
        if turns[place].before.state in quiet and not turns[place].before.due
    )


def wrongs(report: Report) -> list[tuple[str, int, str]]:
    return [(each.log, each.step, each.rule) for each in report.findings if each.verdict == "illegal"]


@cache
def seed_of(name: str, scenario: str) -> int:
    """The first seed of a game in which there is a place where nothing is due, well behind its middle."""
    for seed in range(3, 20):
        try:
            if quiet_place(name, played(name, scenario, seed), MIDDLE + 30) < LENGTH - 15:
                return seed
        except StopIteration:
            continue
    raise LookupError(f"no game of {scenario} is quiet")


GAMES = tuple(
    (kit.name, scenario, seed_of(kit.name, scenario)) for kit in kits() if kit.quiet for scenario in kit.scenarios[-2:]
)
"""Two scenarios of each game in which a wrong roll can be told for certain."""
ONE_EACH = tuple({game[0]: game for game in reversed(GAMES)}.values())


@pytest.mark.parametrize("often", [0.04, 0.25])
@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_game_in_many_logs_is_the_game_in_one(name: str, scenario: str, seed: int, often: float) -> None:
    turns = played(name, scenario, seed)
    logs = in_logs(workshop_of(name), scenario, turns, cut_at_random(often, seed))

    (one, whole), (many, parts) = (audited(name, each) for each in (cut(name, scenario, turns), logs))

    assert len(logs) > 100 * often
    assert [each.action for _, each in many.judged] == [each.action for _, each in one.judged]
    assert parts.summary == whole.summary
    assert (whole.illegal, whole.summary["undecided"], whole.summary["observations"]) == (0, 0, 0)


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_wrong_act_is_named_once_in_whichever_log_it_stands(name: str, scenario: str, seed: int) -> None:
    turns = played(name, scenario, seed)
    broken = with_a_wrong_roll(turns, quiet_place(name, turns, MIDDLE))

    whole, parts = (audited(name, cut(name, scenario, broken, *steps))[1] for steps in ((), (60, 110, 170, 230)))

    assert len(wrongs(whole)) == 1
    assert [rule for _, _, rule in wrongs(parts)] == [rule for _, _, rule in wrongs(whole)]


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_logs_that_hold_all_of_those_before_them_tell_nothing_twice(name: str, scenario: str, seed: int) -> None:
    turns = played(name, scenario, seed)
    broken = with_a_wrong_roll(turns, quiet_place(name, turns, 40))
    workshop = workshop_of(name)
    grown = [
        (f"{end}.vlog", savefile.read(written(workshop, scenario, broken, end)[0]))
        for end in (MIDDLE, MIDDLE + 50, len(broken))
    ]

    whole, parts = (audited(name, each)[1] for each in (cut(name, scenario, broken), grown))

    assert {each.why for each in parts.findings if each.verdict == "observation" and not each.note} == set()
    assert [rule for _, _, rule in wrongs(parts)] == [rule for _, _, rule in wrongs(whole)]
    assert parts.summary["actions"] == whole.summary["actions"]


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_moment_that_was_played_twice_is_judged_to_either_end(name: str, scenario: str, seed: int) -> None:
    turns = played(name, scenario, seed)
    first, rest = cut(name, scenario, turns, MIDDLE)
    place = quiet_place(name, turns, MIDDLE)
    _, again = cut(name, scenario, with_a_wrong_roll(turns, place), MIDDLE)

    report = audited(name, [first, rest, ("again.vlog", again[1])])[1]

    assert [(log, rule) for log, _, rule in wrongs(report)] == [("again.vlog", wrongs(report)[0][2])]
    assert "chain.forked" in {each.why for each in report.findings}
    assert {each.log for each in report.findings if each.verdict == "undecided"} <= {"again.vlog"}


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_that_a_beginning_is_missing_is_said_once_and_not_for_each_end(name: str, scenario: str, seed: int) -> None:
    turns, ends = played(name, scenario, seed), (MIDDLE - 25, MIDDLE + 30)
    place = quiet_place(name, turns, MIDDLE + 30)
    _, first, rest = cut(name, scenario, turns, *ends)
    _, _, again = cut(name, scenario, with_a_wrong_roll(turns, place), *ends)

    report = audited(name, [first, rest, ("again.vlog", again[1])])[1]

    assert [each.log for each in report.findings if each.why == "chain.middle"] == [first[0]]


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_of_a_log_missing_between_two_nobody_asks_for_those_before(name: str, scenario: str, seed: int) -> None:
    first, _, rest = cut(name, scenario, played(name, scenario, seed), MIDDLE - 25, MIDDLE)

    def told(*logs: tuple[str, SaveFile]) -> set[str]:
        return {each.why for each in audited(name, list(logs))[1].findings if each.log == rest[0] and not each.step}

    assert {"chain.middle", "chain.unknown"} & told(first, rest) == {"chain.unknown"}
    assert {"chain.middle", "chain.unknown"} & told(rest) == {"chain.middle"}


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_log_whose_beginning_was_not_given_accuses_nobody(name: str, scenario: str, seed: int) -> None:
    assert beginnings(workshop_of(name), logs_of(name, scenario, seed, 160, every=17)) == []


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_log_that_ends_anywhere_accuses_nobody(name: str, scenario: str, seed: int) -> None:
    wrong, left = ends(name, story_of(name, scenario, seed, 160), every=4)

    assert wrong == []
    assert set(left) <= {"sealed.still", "not-shown", "smoke.second"}


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_logs_may_be_given_in_any_order(name: str, scenario: str, seed: int) -> None:
    logs = logs_of(name, scenario, seed, 120, every=12)
    mixed = Random(seed).sample(logs, len(logs))

    told, right = (audited(name, each)[1] for each in (mixed, logs))

    assert [log.name for log in told.logs] == [log.name for log in right.logs]
    assert told.summary == right.summary
    assert "chain.order" in {each.why for each in told.findings}
    assert "chain.order" not in {each.why for each in right.findings}


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_of_logs_that_hold_each_other_the_shorter_ones_come_first(name: str, scenario: str, seed: int) -> None:
    turns, workshop = played(name, scenario, seed), workshop_of(name)
    grown = [savefile.read(written(workshop, scenario, turns, end)[0]) for end in (90, 130, 60)]
    timelines = [Timeline.of(save, workshop.module) for save in grown]

    assert order_of_play(timelines) == [2, 0, 1]
    assert order_of_play([*timelines, timelines[2]]) == [2, 3, 0, 1]


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_what_hangs_on_a_missing_beginning_says_so(name: str, scenario: str, seed: int) -> None:
    turns = played(name, scenario, seed)
    broken = with_a_wrong_roll(turns, quiet_place(name, turns, MIDDLE))
    _, rest = cut(name, scenario, broken, MIDDLE - 30)

    report = audited(name, [rest])[1]
    open_ones = [each for each in report.findings if each.verdict == "undecided"]

    assert {each.why for each in open_ones} == {"before.unseen"}
    assert all("before this log" in each.text for each in open_ones)
    assert ("002.vlog", 0, "chain.middle") in {(each.log, each.step, each.why) for each in report.findings}


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_an_undo_that_reaches_into_the_log_before_is_judged_anew(name: str, scenario: str, seed: int) -> None:
    turns = played(name, scenario, seed)
    workshop = workshop_of(name)
    short = savefile.read(written(workshop, scenario, turns, MIDDLE)[0])
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([turn.action for turn in turns])
    for turn in turns[:MIDDLE]:
        scribe.write(writer.entries(turn.before, turn.action))
    taken_back = list(writer.entries(turns[MIDDLE - 1].before, turns[MIDDLE - 1].action))
    for _ in taken_back:
        scribe.undo()
    for turn in turns[MIDDLE - 1 :]:
        scribe.write(writer.entries(turn.before, turn.action))
    timelines = [Timeline.of(save, workshop.module) for save in (short, scribe.log())]

    report = audited(name, [("short.vlog", short), ("long.vlog", scribe.log())])[1]

    assert followed(timelines) == [Follows(), Follows(None, len(timelines[0]))]
    assert report.illegal == 0
    assert {each.why for each in report.findings if each.verdict == "undecided"} <= {"sealed.still"}


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_what_is_missing_between_two_logs_is_told_once_and_not_of_each_log_after_it(
    name: str, scenario: str, seed: int
) -> None:
    logs = cut(name, scenario, played(name, scenario, seed), 60, 120, 180, 240)
    _, report = audited(name, [each for place, each in enumerate(logs) if place != 1])
    told = [each for each in report.findings if each.why == "counter.unlogged"]
    assert [(each.log, each.facts["missing"] > 20) for each in told] == [(logs[2][0], True)]
