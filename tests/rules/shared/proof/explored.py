"""Explored games: a player who takes first what random players neglect, and sees whether legal play leads somewhere.

An option is told by what its fields say: its verb, the words that stand in it, the types of the units it names, the
state of play; a due thing by its rule and the way in which it is met. What was seldom taken comes first. Nobody may be
accused in the log of such a game, it may not end where nothing is legal, and no option may be left that is never taken.

python -m tests.rules.shared.proof.explored GAME --count 20      # so many games; prints dead ends and neglect
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

import assets
from rules.audit.games import game_of
from rules.audit.report import Audit, Told
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import spell
from tests.rules.audit.many import in_logs
from tests.rules.shared.kit import Kit
from tests.rules.shared.play import Player, Turn
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.workshop import workshop_of

LENGTH = 700
CURIOUS = 0.5
"""How often the neglected is looked for; else a game would never get anywhere."""
Option = tuple[str, ...]
"""What an option is counted as."""
Memory = tuple[Option, int, int]
"""An option, and how often it was taken and offered."""


@cache
def _types(game: str) -> Mapping[str, str]:
    return {name: unit.type for name, unit in assets.load(game).units.items()}


def options_of(game: str, before: Any, action: Action) -> frozenset[Option]:
    """What an action is counted as: one thing for each of its words, and for each due thing that it does."""
    verb, types = type(action).__name__, _types(game)
    found: set[Option] = {(verb,), (verb, "in", before.state)}
    for each in msgspec.structs.fields(type(action)):
        value = getattr(action, each.name)
        if each.name == "by":
            continue
        words = value if isinstance(value, tuple) else (value,)
        if isinstance(value, bool) or (isinstance(value, str) and value in _words(each.type)):
            found.add((verb, each.name, str(value)))
        elif isinstance(value, str) and each.name in {"order", "purpose", "kind"}:
            found.add((verb, each.name, value))
        found |= {(verb, each.name, types[word]) for word in words if isinstance(word, str) and word in types}
        if isinstance(value, tuple) and not isinstance(action, Roll):
            found.add((verb, each.name, f"{min(len(value), 3)} of them"))
    found |= {("due", due.rule, verb) for due in before.due if due.must and due.met_by(action)}
    return frozenset(found)


def _words(kind: Any) -> frozenset[str]:
    """The words that a field may hold, where they are listed."""
    if get_origin(kind) is Literal:
        return frozenset(word for word in get_args(kind) if isinstance(word, str))
    if get_origin(kind) in {Union, UnionType}:
        return frozenset().union(*map(_words, get_args(kind)))
    return frozenset()


def listed(kit: Kit[Any, Any]) -> frozenset[Option]:
    """All that could ever be an option by what actions are: each verb, each word of its fields."""
    found = set[Option]()
    for verb in kit.verbs:
        found.add((verb.__name__,))
        for each in msgspec.structs.fields(verb):
            found |= {(verb.__name__, each.name, word) for word in _words(each.type) if word}
    return frozenset(found)


@dataclass
class Known:
    """What was offered and taken in all games so far."""

    taken: Counter[Option] = field(default_factory=Counter)
    offered: Counter[Option] = field(default_factory=Counter)
    """Options that stood among those from which one was to choose, whether or not they turned out to be legal."""
    where: dict[Option, str] = field(default_factory=dict)

    @classmethod
    def remembered(cls, game: str) -> Known:
        """What is remembered of runs under the same rules."""
        path = memory(game)
        lines = msgspec.json.decode(path.read_bytes(), type=list[Memory]) if path.is_file() else []
        taken = Counter({option: taken for option, taken, _ in lines})
        return cls(taken, Counter({option: offered for option, _, offered in lines}))

    def remember(self, game: str) -> None:
        """The next run goes on from here."""
        path = memory(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        options = sorted(self.taken.keys() | self.offered.keys())
        path.write_bytes(msgspec.json.encode([(each, self.taken[each], self.offered[each]) for each in options]))

    def neglected(self) -> tuple[Option, ...]:
        """What was offered, and never taken."""
        return tuple(sorted(option for option in self.offered if not self.taken[option]))


def memory(game: str) -> Path:
    """Where it is remembered what was offered and taken under the rules of a game."""
    return Path(f"build/proofs/explored-{game}-{game_of(game).version}.json")


class DeadEnd(msgspec.Struct, frozen=True):
    """A position of a legal game in which nothing is legal."""

    where: str
    state: tuple[str, ...]
    due: tuple[str, ...]
    last: tuple[str, ...]


class Explorer:
    """Plays a game of its kit, the neglected first."""

    def __init__(self, kit: Kit[Any, Any], scenario: str, rng: Random, known: Known) -> None:
        self.kit, self.scenario, self.rng, self.known = kit, scenario, rng, known
        self.player: Player[Any] = kit.player(scenario, rng)

    def play(self, limit: int) -> Iterator[Turn[Any]]:
        """Every action with the position before it."""
        position = self.kit.begin(self.scenario)
        for _ in range(limit):
            found = self._turn(position)
            if found is None:
                return
            action, after = found
            self.known.taken.update(options_of(self.kit.name, position, action))
            yield Turn(position, action)
            if isinstance(action, self.kit.ends):
                return
            position = after

    def _turn(self, position: Any) -> tuple[Action, Any] | None:
        if position.within("SETUP") or self.rng.random() >= CURIOUS:
            return self.player.turn(position) or self._neglected(position)
        return self._neglected(position) or self.player.turn(position)

    def _neglected(self, position: Any) -> tuple[Action, Any] | None:
        """The legal action of which something was taken least often."""
        kinds = {
            action: options_of(self.kit.name, position, action)
            for action in self.player.candidates(position)
            if not isinstance(action, self.kit.ends)
        }
        self.known.offered.update({option for found in kinds.values() for option in found})
        rank = {action: (self._seldom(found), self.rng.random()) for action, found in kinds.items()}
        for action in sorted(rank, key=rank.__getitem__)[:400]:
            after, ruling = self.player.referee.step(position, action)
            if ruling.legal:
                return action, after
        return None

    def _seldom(self, options: Iterable[Option]) -> int:
        return min(self.known.taken[option] for option in options)

    def stuck(self, turns: Sequence[Turn[Any]], limit: int, where: str) -> DeadEnd | None:
        """Whether the game ended before its end; every candidate is tried once more, the imprudent too."""
        if len(turns) >= limit or (turns and isinstance(turns[-1].action, self.kit.ends)):
            return None
        last = turns[-1]
        position = self.player.referee.play(last.before, last.action)
        if self.kit.over(position):
            return None
        return DeadEnd(
            where,
            position.stack,
            tuple(f"{due.rule}: {' | '.join(map(spell, due.options))[:120]}" for due in position.due if due.must),
            tuple(spell(turn.action) for turn in turns[-6:]),
        )


@dataclass
class Found:
    """What was found in explored games."""

    known: Known = field(default_factory=Known)
    dead: list[DeadEnd] = field(default_factory=list)
    accused: list[tuple[str, Told]] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)


def explored(
    kit: Kit[Any, Any], count: int, seed: int, length: int = LENGTH, *, logs: bool = True, known: Known | None = None
) -> Found:
    """So many explored games, each through its log; what is known already is not looked for."""
    found = Found(known or Known())
    for number in range(count):
        scenario = kit.scenarios[number % len(kit.scenarios)]
        where = f"{scenario} {seed + number}"
        explorer = Explorer(kit, scenario, Random(seed + number), found.known)
        turns = list(explorer.play(length))
        dead = explorer.stuck(turns, length, where)
        found.dead += [dead] if dead else []
        found.tally.update(games=1, actions=len(turns), dead_ends=dead is not None)
        if logs:
            told = [(where, each) for each in _told(kit, scenario, turns)]
            found.accused += told
            found.tally.update(
                accused=any(each.verdict == "illegal" for _, each in told),
                open=all(each.verdict != "illegal" for _, each in told) and bool(told),
            )
    return found


def _told(kit: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]]) -> Iterator[Told]:
    workshop = workshop_of(kit.name)
    report = Audit(game_of(kit.name), workshop.door).run(in_logs(workshop, scenario, turns, lambda _: False))
    return (each for each in report.findings if not each.note)


def figures(kit: Kit[Any, Any], count: int, seed: int, length: int = LENGTH, logs: int = 1) -> Iterator[Figure]:
    """Honest players accused, or stuck, in explored games; options that are never taken in all runs so far."""
    known = Known.remembered(kit.name)
    found = explored(kit, max(1, count // 25), seed, length, logs=bool(logs), known=known)
    known.remember(kit.name)
    shown(f"dead end {each.where} {each.state} due: {each.due} after: {each.last}" for each in found.dead)
    shown(f"{where} step {each.step} {each.verdict} {each.rule} {each.text}" for where, each in found.accused)
    never = found.known.neglected()
    shown(["never taken: " + ", ".join(" ".join(option) for option in never)] if never else [])
    if logs:
        yield Figure("accused", found.tally["accused"], found.tally["games"], "explored games")
        yield Figure("with something undecided", found.tally["open"], found.tally["games"], "explored games", open=True)
    yield Figure("dead ends", len(found.dead), found.tally["games"], "explored games")
    yield Figure(
        "never taken", len(never), len(found.known.offered), "options that were offered", open=True, whole=True
    )


if __name__ == "__main__":
    alone(figures, length=LENGTH, logs=1)
