"""How many broken rules are named, by the referee and from logs: the same count for every game.

A bench is what a game brings along: whole legal games, mutators that break one rule each, and the edition in which a
mutant is written as a log. Each mutant begins at the moment at which the rule is broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.ruling import Finding, Ruling
from tests.rules.shared.casebook import named_as
from tests.rules.shared.play import Turn
from tests.rules.shared.through import Edition, through_a_log
from vassal.errors import VassalError

P = TypeVar("P", bound=Position)
P_co = TypeVar("P_co", bound=Position, covariant=True)
Tally = Counter[tuple[str, str]]


class Broken(Protocol[P_co]):
    """A rule broken: by which mutator, in which position, by which actions; the last one breaks it."""

    @property
    def rule(self) -> str:
        """The rule."""
        ...

    @property
    def name(self) -> str:
        """The mutator."""
        ...

    @property
    def before(self) -> P_co:
        """The position."""
        ...

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done."""
        ...


@dataclass(frozen=True)
class Bench(Generic[P]):
    """A game on the bench."""

    mutators: Sequence[tuple[str, str]]
    """Rule and name of each."""
    binding: int
    """How many rules bind and are not left to a human."""
    games: Callable[[], Iterator[tuple[str, Sequence[Turn[P]]]]]
    """Whole legal games, each with its scenario."""
    mutants: Callable[[str, Sequence[Turn[P]], Tally, int], Iterator[Broken[P]]]
    """The mutants of a game of a scenario, counted in the tally, of each mutator so many at most."""
    edition: Callable[[str, P], Edition[P]]
    """The edition of a scenario, for a position."""
    seen: Callable[[str, P, tuple[Action, ...]], tuple[Action, ...]]
    """The actions with what has to follow so that a log shows them."""
    silent: Mapping[str, str]
    """By rule and name of a mutator: why no log shows what it does."""
    owner: Callable[[Finding, Action], str]
    """Whose duty or deed a finding is about; empty where nobody can tell."""
    same: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By rule: the entries that say the same, one of which names its breach."""
    most: int = 2
    logged: int = 1
    """Of each mutator so many are written as logs."""


class Figures(msgspec.Struct, frozen=True):
    """What was counted."""

    mutators: int
    tried: int
    mutants: int
    caught: int
    rules: int
    binding: int
    named: tuple[str, ...]
    idle: tuple[str, ...]
    logged: int = 0
    """Mutants that were written as logs."""
    logged_caught: int = 0
    logged_named: tuple[str, ...] = ()
    """Rules that were named from logs."""
    same: tuple[str, ...] = ()
    """Rules that are named by an entry that says the same, and never by their own name."""
    owners: int = 0
    """Of those named from logs: of so many it is known whose duty or deed it was, and that side was named."""
    alone: int = 0
    """Mutants of which nothing else is said: they break exactly their rule."""


Said = tuple[int, str, str, str]


class Missed(msgspec.Struct, frozen=True):
    """A mutant that was not named as what it is: by the referee, or from its log."""

    rule: str
    name: str
    actions: tuple[Action, ...]
    ruling: Ruling
    heard: tuple[Said, ...] = ()
    """What the audit of the log says: step, kind of finding, rule, side."""
    where: str = "referee"


def counted(bench: Bench[P]) -> tuple[Figures, tuple[Missed, ...]]:
    """The figures of a bench, and what was missed.

    What the module cannot say at all no player can do with it: another mutant of the same mutator is written as a log.
    """
    unwritten = dict[tuple[str, str], Missed]()
    tally, logged, caught, told, missed = Tally(), Tally(), Tally(), Tally(), list[Missed]()
    alone, owners = 0, 0
    for scenario, game in bench.games():
        for mutant in bench.mutants(scenario, game, tally, bench.most):
            ruling = _judged(bench, scenario, mutant)
            miss = partial(Missed, mutant.rule, mutant.name, mutant.actions, ruling)
            name = _name(bench, mutant.rule, ruling.rules)
            if not name:
                missed.append(miss())
                continue
            caught[mutant.rule, name] += 1
            alone += {*ruling.rules} <= {mutant.rule, *bench.same.get(mutant.rule, ())}
            key = mutant.rule, mutant.name
            if logged[key] < bench.logged and " ".join(key) not in bench.silent:
                heard = _heard(bench, scenario, mutant)
                if isinstance(heard, VassalError):
                    unwritten.setdefault(key, miss(((0, "unwritten", str(heard)),), "log"))
                    continue
                logged[key] += 1
                name = _name(bench, mutant.rule, [rule for _, kind, rule, _ in heard if kind != "notice"])
                if not name:
                    missed.append(miss(heard, "log"))
                    continue
                told[mutant.rule, name] += 1
                right = _right(bench, mutant, ruling, name, heard)
                owners += right is True
                missed += [miss(heard, "owner")] if right is False else []
    missed += (each for key, each in unwritten.items() if not logged[key])
    return replace(_figures(bench, tally, logged, caught, told), alone=alone, owners=owners), tuple(missed)


def _name(bench: Bench[P], rule: str, named: Collection[str]) -> str:
    """By what a breach was named: its own rule, or an entry that says the same; nothing if it was not."""
    return next((each for each in (rule, *bench.same.get(rule, ())) if each in named), "")


def _right(bench: Bench[P], mutant: Broken[P], ruling: Ruling, name: str, heard: Iterable[Said]) -> bool | None:
    """Whether a breach is told of the right side from its log; nothing where nobody can know which one it is."""
    owners = {bench.owner(each, mutant.actions[-1]) for each in ruling.findings if each.rule == name} - {""}
    said = {side for _, kind, rule, side in heard if kind != "notice" and rule == name}
    return bool(owners & said) if owners and said else None


def _figures(bench: Bench[P], tally: Tally, logged: Tally, caught: Tally, told: Tally) -> Figures:
    own = {rule for rule, name in caught if rule == name}
    idle = sorted(f"{rule} ({name})" for rule, name in set(bench.mutators) if not tally[rule, name])
    return Figures(
        mutators=len({*bench.mutators}),
        tried=len(tally),
        mutants=sum(tally.values()),
        caught=sum(caught.values()),
        rules=len(own),
        binding=bench.binding,
        named=tuple(sorted(own)),
        idle=tuple(idle),
        logged=sum(logged.values()),
        logged_caught=sum(told.values()),
        logged_named=tuple(sorted({rule for rule, name in told if rule == name})),
        same=tuple(sorted({rule for rule, _ in caught} - own)),
    )


def _judged(bench: Bench[P], scenario: str, mutant: Broken[P]) -> Ruling:
    judge, position, ruling = bench.edition(scenario, mutant.before).referee, mutant.before, Ruling()
    for action in mutant.actions:
        position, ruling = judge.step(position, action)
    return ruling


def _heard(bench: Bench[P], scenario: str, mutant: Broken[P]) -> tuple[Said, ...] | VassalError:
    """What the audit of a mutant's log says of its last action, or why it cannot be written."""
    actions = bench.seen(scenario, mutant.before, mutant.actions)
    try:
        through = through_a_log(bench.edition(scenario, mutant.before), mutant.before, actions)
    except VassalError as error:
        return error
    first, last = through.steps[len(mutant.actions) - 1]
    there = (judged for judged in through.judged if first <= judged.step <= last)
    return tuple((judged.step, *named_as(each), judged.concerns(each)) for judged in there for each in judged.findings)
