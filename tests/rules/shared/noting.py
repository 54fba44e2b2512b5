"""What the tests of a game play goes through logs as well, when they are done: the log has to show what was said."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from coverage import Coverage

from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.shared.casebook import Shown, clean, disagreements, named, note, spoken_of, told, unseen
from tests.rules.shared.through import Edition, Through, through_a_log
from vassal.errors import VassalError

Play = tuple[Any, Any, tuple[Action, ...], tuple[str, ...]]
"""A battle, a position, what is done in it, and the rulings that are settled."""


@dataclass(frozen=True)
class Press:
    """How the cases of a game are printed as logs."""

    game: str
    switches: Switches
    edition: Callable[[Any, Switches, Any], Edition[Any]]
    seen: Callable[[Any, Any, Sequence[Action]], tuple[Action, ...]]

    def logged(self, plays: Iterable[Play], *, forgiving: bool) -> Iterator[Through]:
        """Each play through a log; what cannot be written at all is left out if that is forgiven."""
        for battle, position, actions, rulings in plays:
            made = self.edition(battle, self.switches.settle_all(rulings), position)
            try:
                yield through_a_log(made, position, self.seen(battle, position, actions))
            except VassalError:
                if not forgiving:
                    raise


def noted(plays: list[Play], owner: type[Any], name: str = "play") -> Callable[..., Any]:
    """The `play` of a builder of cases, or what it is called, which also notes what is played."""
    play = getattr(owner, name)

    def noting(self: Any, position: Any, *actions: Action, rulings: Iterable[str] = ()) -> Any:
        settled = tuple(rulings)
        plays.append((self.battle(), position, actions, settled))
        return play(self, position, *actions, rulings=settled)

    return noting


@contextmanager
def uncounted() -> Iterator[None]:
    """What is done meanwhile is not counted by the coverage: a log goes through every module, whatever it shows."""
    counting = Coverage.current()
    if counting is not None:
        counting.stop()
    yield
    if counting is not None:
        counting.start()


@uncounted()
def check(request: pytest.FixtureRequest, plays: Iterable[Play], press: Press) -> None:
    """Hold the logs of what a test has played against what was said, and note what they show."""
    test = f"{request.path.name}::{request.node.name}"
    why = unseen(press.game).get(f"{request.path.name}::{request.function.__name__}")
    spoken = spoken_of(inspect.getsource(request.function) + request.node.name)
    illegal, legal, others = set[str](), set[str](), set[str]()
    for through in press.logged(plays, forgiving=bool(why)):
        names = set(named(through))
        illegal |= names
        others |= told(press.game, spoken, names)
        if clean(through):
            legal |= spoken
        assert why or disagreements(through) == [], through.actions
    note(request.config, test, Shown(tuple(illegal), tuple(legal), tuple(others)))
