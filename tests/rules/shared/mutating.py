"""Mutators: each breaks one rule in an otherwise legal game, so that one can see whether the referee names it.

A mutator looks at an occasion, a moment of a legal game, and says what would break its rule there: one action, or a few
of which the last one does it; or the same in a position that differs from the game's by what was decided in secret.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.position import Position

P = TypeVar("P", bound=Position)
Tally = Counter[tuple[str, str]]
"""How many mutants there are, by rule and mutator."""


class Staged(msgspec.Struct, Generic[P], frozen=True):
    """Actions in a position that the game would have come to, had somebody decided otherwise."""

    before: P
    actions: tuple[Action, ...]


Acts = Iterable[Any]
"""Actions, tuples of them of which the last one breaks the rule, and what was staged."""


class Moment(Protocol):
    """A moment of a game: the position, and what is done in it next."""

    @property
    def before(self) -> Any:
        """The position."""
        ...

    @property
    def action(self) -> Action:
        """What is done next."""
        ...


M = TypeVar("M", bound=Moment)
F = TypeVar("F", bound=Callable[[Any], Acts])


class Breach(msgspec.Struct, frozen=True):
    """A mutator: the rule that it breaks, its name, how, in which states, and before which actions (none: any)."""

    rule: str
    name: str
    mutate: Callable[[Any], Acts]
    within: frozenset[str] = frozenset()
    on: tuple[type[Action], ...] = ()

    def looks_at(self, state: str, kind: type[Action]) -> bool:
        """True for moments in which it may find an occasion."""
        return (not self.within or state in self.within) and (not self.on or issubclass(kind, self.on))


class Derived(msgspec.Struct, frozen=True):
    """A family of mutators: the rules that it breaks are named by what it finds at a moment and the one before it."""

    name: str
    mutate: Callable[[Any, Any], Iterable[tuple[str, Any]]]


class Mutant(msgspec.Struct, frozen=True):
    """A rule broken: by which mutator, in which position, by which actions; the last one breaks it."""

    rule: str
    name: str
    before: Any
    actions: tuple[Action, ...]


class Breaches(Generic[M]):
    """The mutators of a game."""

    def __init__(self) -> None:
        self.all: list[Breach] = []
        self.families: tuple[Derived, ...] = ()

    def breaks(
        self, *rules: str, within: Iterable[str] = (), on: type[Action] | tuple[type[Action], ...] = ()
    ) -> Callable[[F], F]:
        """Registers a mutator of these rules; one of several rules yields what breaks all of them."""
        kinds = on if isinstance(on, tuple) else (on,)

        def register(function: F) -> F:
            name = function.__name__.strip("_")
            self.all.extend(Breach(rule, name, function, frozenset(within), kinds) for rule in rules)
            return function

        return register

    def mutants(self, moments: Iterable[M], tally: Tally, most: int) -> Iterator[Mutant]:
        """The mutants of a game: of each mutator so many at most, counted in the tally."""
        by_moment: dict[tuple[str, type[Action]], tuple[Breach, ...]] = {}
        last: M | None = None
        for moment in moments:
            key = moment.before.state, type(moment.action)
            if key not in by_moment:
                by_moment[key] = tuple(breach for breach in self.all if breach.looks_at(*key))
            for breach in by_moment[key]:
                if tally[breach.rule, breach.name] < most:
                    found = next(iter(breach.mutate(moment)), None)
                    yield from _mutant(breach.rule, breach.name, moment, found, tally)
            yield from self._derived(last, moment, tally, most)
            last = moment

    def _derived(self, last: M | None, moment: M, tally: Tally, most: int) -> Iterator[Mutant]:
        """What the families find at a moment: one of each rule."""
        for family in self.families:
            done = set[str]()
            for rule, found in family.mutate(last, moment):
                if rule not in done and tally[rule, family.name] < most:
                    done.add(rule)
                    yield from _mutant(rule, family.name, moment, found, tally)


def _mutant(rule: str, name: str, moment: Moment, found: Any, tally: Tally) -> Iterator[Mutant]:
    if found is None:
        return
    tally[rule, name] += 1
    before = found.before if isinstance(found, Staged) else moment.before
    actions = found.actions if isinstance(found, Staged) else found if isinstance(found, tuple) else (found,)
    yield Mutant(rule, name, before, actions)
