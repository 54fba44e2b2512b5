"""What tests of a game play is noted: which rules it shows. Asked for logs, all of it goes through logs as well.

A log has to show what the referee said; `pytest --logs` is the pass in which this is done for every play of every test.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from rules.engine.actions import Action
from rules.engine.referee import Referee
from rules.engine.switches import Switches
from tests.rules.shared.casebook import EXAMPLE, Shown, clean, disagreements, named, spoken_of, told, unseen
from tests.rules.shared.naming import note
from tests.rules.shared.played import Played
from tests.rules.shared.settling import settled
from tests.rules.shared.through import Edition, Through, through_a_log
from vassal.errors import VassalError


class Play(NamedTuple):
    """A battle, a position, what is done in it, and the rulings that are settled."""

    battle: Any
    position: Any
    actions: tuple[Action, ...]
    rulings: tuple[str, ...] = ()
    printed: bool = True
    """Whether it goes through logs."""


class Heard(NamedTuple):
    """What the log of a play shows: rules that are named, whether nothing is found, and what is said otherwise."""

    named: frozenset[str]
    clean: bool
    otherwise: tuple[str, ...]


@dataclass(frozen=True)
class Press:
    """How the cases of a game are printed as logs, and judged without."""

    game: str
    switches: Switches
    edition: Callable[[Any, Switches, Any], Edition[Any]]
    seen: Callable[[Any, Any, Sequence[Action]], tuple[Action, ...]]
    referee: Callable[[Any, Switches], Referee[Any]]
    known: dict[bytes, Heard] = field(default_factory=dict)
    """Equal plays go through a log once."""

    def heard(self, play: Play) -> Heard:
        """What the log of a play shows."""
        key = sha256(pickle.dumps(play)).digest()
        if key not in self.known:
            self.known[key] = heard_of(self._logged(play))
        return self.known[key]

    def _logged(self, play: Play) -> Through:
        made = self.edition(play.battle, self.switches.settle_all(play.rulings), play.position)
        return through_a_log(made, play.position, self.seen(play.battle, play.position, play.actions))


def heard_of(through: Through) -> Heard:
    """What a log shows."""
    return Heard(frozenset(named(through)), clean(through), tuple(disagreements(through)))


@dataclass
class Notebook:
    """What a test plays, and the rules of its findings and of what became due."""

    plays: list[Play] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    due: set[str] = field(default_factory=set)

    def method(self, play: Callable[..., Played[Any]], *, printed: bool = True) -> Callable[..., Played[Any]]:
        """The `play` of a builder of cases, which also notes what is played."""

        def noting(made: Any, position: Any, *actions: Action, rulings: Iterable[str] = ()) -> Played[Any]:
            ways = tuple(rulings)
            return self.note(
                Play(made.battle(), position, actions, ways, printed), play(made, position, *actions, rulings=ways)
            )

        return noting

    def note(self, play: Play, played: Played[Any]) -> Played[Any]:
        """What was played is noted, and returned."""
        self.plays.append(play)
        self.found |= {*played.rules}
        self.due |= played.made_due
        return played


def hand_in(request: pytest.FixtureRequest, notebook: Notebook, press: Press) -> None:
    """Note which rules a test has shown; asked for logs, hold its plays against theirs."""
    text = inspect.getsource(request.function) + request.node.name
    if request.config.getoption("logs"):
        _through_logs(request.node, notebook.plays, press, text)
    else:
        note(request.node, "named", {*notebook.found, *(notebook.due & spoken_of(text))})


def _through_logs(test: pytest.Item, plays: Sequence[Play], press: Press, text: str) -> None:
    why = unseen(press.game).get(f"{test.path.name}::{test.name.partition('[')[0]}")
    heard = list(_heard(press, plays, forgiving=bool(why)))
    if plays:
        shown = shows(press.game, heard, spoken_of(text))
        rulings = tuple(settled(text, plays, press.referee, press.switches))
        examples = tuple(EXAMPLE.findall(text)) if heard or why else ()
        note(test, "shown", msgspec.to_builtins(replace(shown, settled=rulings, examples=examples)))
    assert why or [each.otherwise for each in heard if each.otherwise] == []


def shows(game: str, heard: Sequence[Heard], spoken: Collection[str]) -> Shown:
    """What logs show of rules, in a test that speaks of some."""
    illegal = frozenset(rule for each in heard for rule in each.named)
    legal = spoken if any(each.clean for each in heard) else ()
    return Shown(tuple(sorted(illegal)), tuple(sorted(legal)), tuple(sorted(told(game, spoken, illegal))))


def _heard(press: Press, plays: Iterable[Play], *, forgiving: bool) -> Iterator[Heard]:
    """What the log of each play shows; what cannot be written at all is left out if that is forgiven."""
    for play in plays:
        if play.printed:
            try:
                yield press.heard(play)
            except VassalError:
                if not forgiving:
                    raise


__all__ = ["Heard", "Notebook", "Play", "Press", "hand_in", "heard_of", "shows"]
