"""What the whole pass through logs has to show: every rule that binds, every disputed ruling, every example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from tests.rules.shared.casebook import SILENT_EXAMPLES, Shown
from tests.rules.shared.naming import Recorder


class Verdict:
    """Fails a run that went through all logs if they leave a gap, and says which; a run of some tests is not asked."""

    def __init__(self, config: pytest.Config) -> None:
        self._gaps: list[str] = []
        self._whole = config.args == config.getini("testpaths") and not config.option.keyword + config.option.markexpr

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """The gaps are looked for when everything is recorded."""
        recorder = session.config.pluginmanager.get_plugin("recorder")
        if self._whole and isinstance(recorder, Recorder):
            self._gaps = list(gaps(msgspec.convert(recorder.found["shown"], dict[str, Shown])))
            if self._gaps:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Each gap is a line."""
        if self._gaps:
            terminalreporter.section("what the logs do not show", red=True)
            for gap in self._gaps:
                terminalreporter.line(gap)


def gaps(shown: Mapping[str, Shown]) -> Iterator[str]:
    """What the logs of all tests leave open."""
    from rules.audit.games import games

    for game in games():
        ours = {test: each for test, each in shown.items() if test.startswith(f"tests/rules/{game}/")}
        yield from _of_rules(game, ours)
        yield from _of_rulings(game, ours)
        yield from _of_examples(game, ours)
        yield from _of_exceptions(game, ours)


def _of_rules(game: str, shown: Mapping[str, Shown]) -> Iterator[str]:
    """Every rule that binds is named from a log or says why not, and only such a rule says why not.

    A young game accuses nobody, and the page of its cases lists what no log shows yet.
    """
    from rules.audit.games import games
    from tests.rules.shared.casebook import silent
    from tests.rules.shared.table import rows

    states = {row.entry.id: row.state for row in rows(game, shown)}
    for rule, state in states.items():
        if state == "open" and not games()[game].young:
            yield f"{rule}: no log shows a breach, and silent.yaml does not say why"
    for rule in silent(game):
        if states.get(rule, "open") in {"open", "named", "told"}:
            yield f"{rule}: silent.yaml says why no log shows a breach, and a log shows one or there is no such rule"


def _of_rulings(game: str, shown: Mapping[str, Shown]) -> Iterator[str]:
    """Every ruling that the code asks for, and that may be settled, is settled in a test."""
    from tests.rules.shared.settling import asked, named, offered

    settled = {ruling for each in shown.values() for ruling in each.settled} | {ruling for ruling, _ in named(game)}
    for ruling in sorted(offered(game) & asked(game) - settled):
        yield f"{ruling}: no play of a test is judged otherwise under another reading"


def _of_examples(game: str, shown: Mapping[str, Shown]) -> Iterator[str]:
    """Every example that tests speak of is played in one of them, or it is said why not."""
    from tests.rules.shared.casebook import examples, silent_examples

    played = {name for each in shown.values() for name in each.examples}
    for name in sorted(examples(game) ^ (played | silent_examples(game).keys())):
        yield f"{name}: no test that speaks of it plays, and {SILENT_EXAMPLES} does not say why"
    for name in sorted(played & silent_examples(game).keys()):
        yield f"{name}: a test plays it, and {SILENT_EXAMPLES} says why none does"


def _of_exceptions(game: str, shown: Mapping[str, Shown]) -> Iterator[str]:
    """Every exception is one of a test that there is."""
    from tests.rules.shared.casebook import unseen

    known = {test.partition("[")[0].rpartition("/")[2] for test in shown}
    for test in sorted(set(unseen(game)) - known):
        yield f"{test}: unseen.yaml names it, and there is no such test that plays"
