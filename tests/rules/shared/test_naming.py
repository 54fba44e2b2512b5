"""A rule counts as named by a test if it was named when the test ran, not if it is only spoken of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from rules.audit import coverage
from rules.audit.games import games
from rules.engine.rulebook import Entry, LedgerError, Rulebook
from tests.rules.shared import naming, tested
from tests.rules.shared.casebook import Shown
from tests.rules.shared.naming import Recorder, asserted, record
from tests.rules.shared.running import RAN
from tests.rules.shared.tested import states
from tests.rules.shared.verdict import gaps


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records of their own."""
    monkeypatch.setattr(naming, "RECORDS", tmp_path)
    monkeypatch.setattr(coverage, "RECORDS", tmp_path)
    return tmp_path


# ---------------------------------------------------------------------------------------------------- what is asserted
def spoken_of_only() -> None:
    """ABC-1a is spoken of, and nothing more."""


def denied() -> None:
    said = ["ABC-2a"]
    assert "ABC-1a" not in said
    assert not [rule for rule in said if rule == "ABC-3a"]
    assert said != ["ABC-4a"]


def affirmed() -> None:
    said = ["ABC-1a"]
    assert "ABC-1a" in said


@pytest.mark.parametrize("name", ["spoken_of_only", "denied", "affirmed"])
def test_what_is_denied_or_only_spoken_of_is_not_asserted(request: pytest.FixtureRequest, name: str) -> None:
    function: Callable[[], None] = globals()[name]
    item = pytest.Function.from_parent(request.node.parent, name=name, callobj=function)

    assert sorted(asserted(item)) == (["ABC-1a"] if name == "affirmed" else [])


@pytest.mark.parametrize("rule", ["ABC-1a", "ABC-2a"])
def test_what_a_parameter_names_is_asserted_by_its_own_case(request: pytest.FixtureRequest, rule: str) -> None:
    assert asserted(request.node) == {rule}


# ------------------------------------------------------------------------------------------------------- the records
def told(recorder: Recorder, test: str, *named: list[str], kind: naming.Kind = "named", fails: bool = False) -> None:
    """The reports of a test that names rules."""
    properties: list[tuple[str, object]] = [(kind, each) for each in named]
    phases: tuple[Literal["call"], Literal["teardown"]] = "call", "teardown"
    for when in phases:
        outcome: Any = "failed" if fails and when == "call" else "passed"
        report = pytest.TestReport(test, ("", 0, ""), {}, outcome, None, when, user_properties=properties)
        recorder.pytest_runtest_logreport(report)


def test_a_run_leaves_what_tests_named_and_nothing_of_one_that_failed_or_is_gone(records: Path) -> None:
    for name in ("one.py", "other.py"):
        (records / name).touch()
    first, second = Recorder(records), Recorder(records)
    told(first, "one.py::test_it", ["ABC-5.3h"], ["ABC-5.3g", "ABC-5.3h"])
    told(first, "one.py::test_more", ["ABC-5.3i"], fails=True)
    told(first, "gone.py::test_it", ["ABC-5.3k"])
    first.pytest_sessionfinish()
    told(second, "other.py::test_it", ["ABC-5.3j"])
    second.pytest_sessionfinish()

    assert record("named") == {"one.py::test_it": ["ABC-5.3g", "ABC-5.3h"], "other.py::test_it": ["ABC-5.3j"]}


@pytest.mark.parametrize("name", list(games()))
def test_a_rule_is_named_or_told_by_another_or_only_mentioned(
    name: str, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games()[name]
    entries = (each for each in game.book.entries.values() if each.human is None and each.verdict != "info")
    binding = [each for each in entries if game.book.enforced_by(each.id)]
    first, last = binding[0].id, binding[-1].id
    twins = ((each, {*each.found_as, *each.shows_as}) for each in binding[1:-1])
    twin, others = next(((each, names) for each, names in twins if names and not names & {first, last}), (None, ()))
    mentions = {each.id: ["one.py::test_it"] for each in (binding[0], binding[-1], twin) if each is not None}
    monkeypatch.setattr(tested, "mentioned", lambda _: mentions)
    assert states(game)[first] == "mentioned"
    (records / "one.py").touch()
    recorder = Recorder(records)
    told(recorder, "one.py::test_it[first]", [first, *others])
    recorder.pytest_sessionfinish()

    assert [states(game)[rule] for rule in (first, last)] == ["named", "mentioned"]
    assert twin is None or states(game)[twin.id] == "told"


@pytest.mark.parametrize("name", list(games()))
def test_what_gives_a_value_is_run_by_a_test_that_speaks_of_it_and_a_breach_is_not(
    name: str, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games()[name]
    enforced = [each for each in game.book.entries.values() if each.human is None and game.book.enforced_by(each.id)]
    rules = {each.verdict: each.id for each in enforced if each.binding}
    monkeypatch.setattr(tested, "mentioned", lambda _: {rule: ["one.py::test_it"] for rule in rules.values()})
    for file, value in (("other.py", "mentioned"), ("one.py", "ran")):
        (records / file).touch()
        recorder = Recorder(records)
        told(recorder, f"{file}::test_it", list(rules.values()), kind="ran")
        recorder.pytest_sessionfinish()
        known = states(game)
        assert {verdict: known[rule] for verdict, rule in rules.items()} == {
            verdict: value if verdict == "outcome" else "mentioned" for verdict in rules
        }
    assert "illegal" in rules


def test_an_outcome_tells_when_it_is_computed_and_not_when_it_is_registered() -> None:
    text = dict.fromkeys(("section", "title", "rule", "phase", "kind"), "")
    book, watched = Rulebook([]), Rulebook([Entry(id="ABC-1a", verdict="outcome", evidence="board", **text)])

    @watched.outcome("ABC-1a")
    def twice(number: int) -> int:
        return 2 * number

    RAN.clear()
    with pytest.raises(LedgerError):
        book.outcome("ABC-1a")(twice)
    assert set() == RAN
    assert twice(4) == 8
    assert {"ABC-1a"} == RAN
    assert [place.name for place in watched.enforced_by("ABC-1a")] == ["twice"]


# ---------------------------------------------------------------------------------------------------------- the gaps
def test_logs_that_show_nothing_leave_gaps() -> None:
    found = list(gaps({}))

    assert any("no log shows a breach" in gap for gap in found)
    assert any("under another reading" in gap for gap in found)
    assert any("no test that speaks of it plays" in gap for gap in found)
    assert any("there is no such test" in gap for gap in found)


def test_of_every_game_that_accuses_a_rule_that_no_log_shows_is_a_gap() -> None:
    asked = {gap.partition(":")[0] for gap in gaps({}) if "no log shows a breach" in gap}

    assert {name for name, game in games().items() if asked & game.book.entries.keys()} == {
        name for name, game in games().items() if not game.young
    }


def test_what_a_log_shows_is_no_gap() -> None:
    before = set(gaps({}))
    rule = next(gap for gap in before if "no log shows a breach" in gap)
    game = next(name for name, each in games().items() if rule.partition(":")[0] in each.book.entries)
    shown = {f"tests/rules/{game}/test_some.py::test_it": Shown(illegal=(rule.partition(":")[0],))}

    assert before - set(gaps(shown)) == {rule}
