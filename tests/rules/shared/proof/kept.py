"""What the proofs of a game found last, kept beside its tests for the docs: each figure with its bound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rules.audit.games import games
from tests.rules.shared.home import home
from tests.rules.shared.proof.bounds import percent
from tests.rules.shared.proof.figure import Figure

HEAD = (
    "| kind | what | found | counted | 95 % bound | counted on | rules version | seeds |",
    "| --- | --- | ---: | ---: | ---: | --- | --- | --- |",
)


class Kept(msgspec.Struct, frozen=True):
    """A figure of a kind of proof, under which rules and from which seeds."""

    kind: str
    what: str
    found: int
    counted: int
    bound: str
    of: str
    rules_version: str
    seeds: tuple[int, ...]
    whole: bool = False
    """True for what was counted over all runs together, and is not the sum of theirs."""

    @classmethod
    def of_run(cls, game: str, kind: str, seed: int, figure: Figure) -> Kept:
        """A figure as it came out of a run."""
        bound = "" if figure.open else percent(figure.found, figure.tried)
        version = games()[game].version
        return cls(kind, figure.what, figure.found, figure.tried, bound, figure.of, version, (seed,), figure.whole)

    def after(self, before: Kept) -> Kept:
        """This run with those before it: it adds to them if it is of the same rules, and of another seed."""
        if before.rules_version != self.rules_version or {*self.seeds} & {*before.seeds}:
            return self
        found, counted, seeds = self.found + before.found, self.counted + before.counted, before.seeds + self.seeds
        if self.whole:
            return replace(self, seeds=seeds)
        return replace(self, found=found, counted=counted, seeds=seeds, bound=self.bound and percent(found, counted))


def path(game: str) -> Path:
    """Where they lie."""
    return home(game) / "proofs.json"


def kept(game: str) -> tuple[Kept, ...]:
    """All that are known of a game."""
    place = path(game)
    return msgspec.json.decode(place.read_bytes(), type=tuple[Kept, ...]) if place.is_file() else ()


def keep(game: str, new: Kept) -> None:
    """A figure takes the place of the one that was known, or adds to it."""
    known = {(each.kind, each.what): each for each in kept(game)}
    key = new.kind, new.what
    known[key] = new.after(known[key]) if key in known else new
    data = msgspec.json.encode([known[each] for each in sorted(known)])
    path(game).write_bytes(msgspec.json.format(data, indent=1) + b"\n")


def rows(game: str) -> Iterator[str]:
    """The table of a game's figures."""
    yield from HEAD
    for each in kept(game):
        seeds = ", ".join(_runs(each.seeds))
        cells = (each.kind, each.what, f"{each.found:,}", f"{each.counted:,}", each.bound or "-", each.of)
        yield f"| {' | '.join(cells)} | {each.rules_version} | {seeds} |"


def _runs(seeds: tuple[int, ...]) -> Iterator[str]:
    """Seeds that follow each other as from the first to the last."""
    known = {*seeds}
    for first in sorted(known):
        if first - 1 not in known:
            last = next(seed for seed in count(first) if seed + 1 not in known)
            yield str(first) if first == last else f"{first} to {last}"
