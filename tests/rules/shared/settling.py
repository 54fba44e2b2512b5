"""Disputed rulings in the plays of tests: settled either way, a question is open no more, and the verdicts differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from string import digits
from typing import TYPE_CHECKING, Any

import assets
from rules.audit.games import doors, games
from rules.engine.referee import Referee
from rules.engine.ruling import Finding, Ruling, Undecided, Verdict
from rules.engine.switches import Switches
from tests.rules.shared.home import home
from tests.rules.shared.played import play_all

if TYPE_CHECKING:
    from tests.rules.shared.noting import Play

Judge = Callable[[Any, Switches], Referee[Any]]
"""The referee of a battle under some switches."""


@cache
def pattern(game: str) -> str:
    """What the ids of a game's rulings look like: those that there are begin like this, each with a number."""
    begun = sorted({name.rstrip(digits) for name in assets.load(game).rulings})
    return rf"(?:{'|'.join(map(re.escape, begun))})\d+" if begun else r"(?!)"


@cache
def asked(game: str) -> frozenset[str]:
    """The rulings that the code of a game asks for, by their ids in it."""
    texts = (path.read_text("utf-8") for path in doors()[game].folder.rglob("*.py"))
    return frozenset(found for text in texts for found in re.findall(rf'"({pattern(game)})"', text))


@cache
def offered(game: str) -> frozenset[str]:
    """The rulings that may be settled; what the edition in play answers has one reading only."""
    disputes = games()[game].switches().disputes
    return frozenset(name for name, dispute in disputes.items() if len(dispute.readings) > 1)


@cache
def named(game: str) -> frozenset[tuple[str, str]]:
    """The rulings that tests of a game settle by name, each with the reading."""
    texts = (path.read_text("utf-8") for path in home(game).glob("test_*.py"))
    return frozenset(pair for text in texts for pair in re.findall(rf'"({pattern(game)})=([\w-]+)"', text))


def said(judge: Judge, switches: Switches, play: Play) -> tuple[Ruling, ...]:
    """What is said of the actions of a play under some switches."""
    return play_all(judge(play.battle, switches), play.position, play.actions).rulings


def settles(judge: Judge, switches: Switches, play: Play, ruling: str) -> bool:
    """True if readings of a ruling differ in a play by their verdicts; settled, it must be open no more.

    Nothing is said of a play that begins with what another one left open.
    """
    if any(other.ruling == ruling for due in play.position.due for other in due.unsettled):
        return False
    found = set[tuple[Verdict, ...]]()
    for reading in switches.disputes[ruling].readings:
        rulings = said(judge, switches.settle_all(play.rulings).settle(ruling, reading), play)
        still = [each for one in rulings for each in one.findings if _open(each) == ruling]
        assert not still, f"{ruling}={reading} is settled, and open all the same: {still}"
        found.add(tuple(each.verdict for each in rulings))
    return len(found) > 1


def _open(finding: Finding) -> str:
    return finding.ruling if isinstance(finding, Undecided) else ""


def settled(text: str, plays: Sequence[Play], judge: Judge, switches: Switches) -> list[str]:
    """The rulings that the text of a test names and that its plays settle."""
    return [
        ruling
        for ruling in sorted(switches.disputes.keys() & set(re.findall(r"[A-Z][\w-]*\d", text)))
        if any(settles(judge, switches, play, ruling) for play in plays)
    ]
