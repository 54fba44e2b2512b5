"""Families of breaches that every game has, derived from what is due and from the little that a game declares.

Left out: what ends the time for a due thing comes instead of it. Wrong number: what is due is done with another number.
Too early: what becomes due is done before its cause. Unprompted: a result, or dice, for which there is no cause.
Each is named by the rule that made it due, or that is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from rules.engine.actions import Action
from rules.engine.obligations import Due
from tests.rules.shared.mutating import Derived, Moment, Staged

M = TypeVar("M", bound=Moment)


@dataclass(frozen=True)
class Declared(Generic[M]):
    """What a game declares, so that its breaches can be derived."""

    ends: Callable[[M, Due], Iterable[Action]]
    """What ends the time for something that is due at a moment."""
    numbers: tuple[type[Action], ...] = ()
    """Verbs that change a number when it is due."""
    fits: Callable[[M, Action], bool] = lambda *_: True
    """Whether there is room for the number of an action."""
    stands: Callable[[M, Action], int] | None = None
    """The number that stands there now: on the way from it nothing is wrong yet."""
    unprompted: Sequence[tuple[str, Action]] = ()
    """Rules with the result or the dice that they speak of, without the piece."""
    pieces: Callable[[M, str, Action], Iterable[Action]] = lambda *_: ()
    """Such an action with each piece for which nothing makes it due at a moment, named by a rule."""
    cause: Callable[[M, Action], str] = lambda *_: ""
    """The rule that says when such dice are rolled, or such a result is taken; empty for what may come early."""


def derived(game: Declared[Any]) -> tuple[Derived, ...]:
    """The families, as mutators."""
    return (
        Derived("left_out", lambda _, moment: _left_out(game, moment, alone=True)),
        Derived("left_out_among_others", lambda _, moment: _left_out(game, moment, alone=False)),
        Derived("wrong_number", lambda _, moment: _wrong_number(game, moment)),
        Derived("too_early", lambda last, moment: _too_early(game, last, moment)),
        Derived("unprompted", lambda _, moment: _unprompted(game, moment)),
    )


def _met(moment: Moment) -> Iterator[Due]:
    """What is due at a moment and done then."""
    return (due for due in moment.before.due if due.must and due.met_by(moment.action))


def _left_out(game: Declared[Any], moment: Moment, *, alone: bool) -> Iterator[tuple[str, Action]]:
    for due in _met(moment):
        if alone != any(each.must and each.rule != due.rule for each in moment.before.due):
            for action in game.ends(moment, due):
                if type(action).__name__.lower() not in due.open_to and not due.met_by(action):
                    yield due.rule, action


def _wrong_number(game: Declared[Any], moment: Moment) -> Iterator[tuple[str, Action]]:
    if not isinstance(moment.action, game.numbers):
        return
    for due in _met(moment):
        for each in msgspec.structs.fields(type(moment.action)):
            if each.type is int:
                right = {getattr(option, each.name) for option in due.wanted if type(option) is type(moment.action)}
                right |= {game.stands(moment, moment.action)} if game.stands is not None else set()
                wrong = (value for by in (1, 2, 3) for value in (max(right) + by, min(right) - by) if value >= 0)
                made = (replace(moment.action, **{each.name: value}) for value in wrong)
                yield from ((due.rule, action) for action in made if game.fits(moment, action))


def _too_early(game: Declared[Any], last: Moment | None, moment: Moment) -> Iterator[tuple[str, Staged[Any]]]:
    """What has just become due, and is done, is done before what made it due."""
    rule = game.cause(moment, moment.action) if last is not None else ""
    if last is not None and rule and not any(due.met_by(moment.action) for due in last.before.due):
        yield from ((rule, Staged(last.before, (moment.action,))) for _ in _met(moment))


def _unprompted(game: Declared[Any], moment: Moment) -> Iterator[tuple[str, Action]]:
    for rule, template in game.unprompted:
        for action in game.pieces(moment, rule, template):
            if not any(due.met_by(action) or due.met_otherwise(action) for due in moment.before.due):
                yield rule, action
