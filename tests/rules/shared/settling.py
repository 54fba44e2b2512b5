"""Disputed rulings in the plays of tests: settled either way, a question is open no more, and the verdicts differ.

Which tests settle which ruling so is written down in the game's list (`settled.yaml`), and held against it whenever
they are run. The list is written anew by

    python -m tests.rules.shared.scenes barbarossa
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

import rules
from rules.engine.referee import Referee
from rules.engine.ruling import Finding, Ruling, Undecided, Verdict
from rules.engine.switches import Switches
from tests.rules.shared.casebook import HERE, folder
from tests.rules.shared.noting import Play, uncounted
from tests.rules.shared.played import play_all

LIST = "settled.yaml"
KEY = pytest.StashKey[dict[str, list[str]]]()
RULING = re.compile(r"(?:BAR-A|AMB-)\d+")
ENOUGH = 3
"""So many tests of a ruling are listed."""
Judge = Callable[[Any, Switches], Referee[Any]]
"""The referee of a battle under some switches."""


@cache
def scenes(game: str) -> Mapping[str, tuple[str, ...]]:
    """By ruling: tests in which one reading says something else than another."""
    path = folder(game) / LIST
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return msgspec.convert(found or {}, dict[str, tuple[str, ...]])


@cache
def asked(game: str) -> frozenset[str]:
    """The rulings that the code of a game asks for, by their ids in it."""
    texts = (path.read_text("utf-8") for path in (Path(*rules.__path__) / game).rglob("*.py"))
    return frozenset(found for text in texts for found in re.findall(rf'"({RULING.pattern})"', text))


@cache
def named(game: str) -> frozenset[tuple[str, str]]:
    """The rulings that tests of a game settle by name, each with the reading."""
    texts = (path.read_text("utf-8") for path in (HERE / game).glob("test_*.py"))
    return frozenset(pair for text in texts for pair in re.findall(rf'"({RULING.pattern})=([\w-]+)"', text))


def said(judge: Judge, switches: Switches, play: Play) -> tuple[Ruling, ...]:
    """What is said of the actions of a play under some switches."""
    battle, position, actions, _ = play
    return play_all(judge(battle, switches), position, actions).rulings


def settles(judge: Judge, switches: Switches, play: Play, ruling: str) -> bool:
    """True if readings of a ruling differ in a play by their verdicts; settled, it must be open no more.

    Nothing is said of a play that begins with what another one left open.
    """
    if any(other.ruling == ruling for due in play[1].due for other in due.otherwise):
        return False
    found = set[tuple[Verdict, ...]]()
    for reading in switches.disputes[ruling].readings:
        rulings = said(judge, switches.settle_all(play[3]).settle(ruling, reading), play)
        still = [each for one in rulings for each in one.findings if _open(each) == ruling]
        assert not still, f"{ruling}={reading} is settled, and open all the same: {still}"
        found.add(tuple(each.verdict for each in rulings))
    return len(found) > 1


def _open(finding: Finding) -> str:
    return finding.ruling if isinstance(finding, Undecided) else ""


def spoken(test: pytest.Item) -> set[str]:
    """The rulings that a test names."""
    function = getattr(test, "function", None)
    return set(RULING.findall((inspect.getsource(function) if function else "") + test.name))


def collecting(request: pytest.FixtureRequest) -> bool:
    """True while the list is written anew: nothing else is asked of the plays then."""
    return request.config.stash.get(KEY, None) is not None


@uncounted()
def settle(request: pytest.FixtureRequest, plays: Iterable[Play], judge: Judge, game: str, switches: Switches) -> None:
    """Hold the plays of a test against the list of those that settle a ruling, or note what they settle."""
    test, known = f"{request.path.name}::{request.node.name}", tuple(plays)
    book = request.config.stash.get(KEY, None)
    if book is not None:
        for ruling in sorted(spoken(request.node) & switches.disputes.keys()):
            listed = book.setdefault(ruling, [])
            if len(listed) < ENOUGH and any(settles(judge, switches, play, ruling) for play in known):
                listed.append(test)
        return
    for ruling, tests in scenes(game).items():
        if test in tests:
            differs = [settles(judge, switches, play, ruling) for play in known]
            assert any(differs), f"the list says that {ruling} is settled here, and no reading differs"
