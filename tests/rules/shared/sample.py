"""The game on which tests try what is the same for every game: files, seasons, pages, values of one's own.

It is the first one whose tests bring a module `sample`, which says what those tests need to know of it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from rules.audit.games import doors
from rules.engine.actions import Action
from tests.rules.shared.home import home, package
from vassal.logwriter import LogWriter


class Sample(Protocol):
    """What the module says."""

    GAME: str
    SCENARIO: str
    """A scenario in which units are set up one by one."""
    DICE: str
    """The button that rolls."""
    WRONG: tuple[str, ...]
    """What is done wrongly in the game of the demo, by the name of the mutator, in this order."""
    UNIT: str
    """A unit that stands on the map when the set-up is ready."""
    SETTLED: tuple[str, str]
    """A disputed ruling, and a reading of it."""
    ROOMY: str
    """Values (of scenarios) by which what is misplaced stands where it may."""
    SLOW: str
    """Values (of units) by which the unit cannot move."""
    SAID: str
    """What is said in English of a unit that is misplaced."""
    FAR: str
    """Where it is put then."""

    def misplaced(self, action: Action) -> Action | None:
        """The placing of a unit, done where it may not stand; nothing for another action."""
        ...

    def goes_on(self, writer: LogWriter) -> None:
        """The first phase is said to begin."""
        ...


@cache
def sample() -> Sample:
    """What the sample says."""
    game = next(name for name in doors() if (home(name) / "sample.py").is_file())
    return cast("Sample", import_module(f"{package(game)}.sample"))
