"""Slices of proofs: so many of a kind from a seed, each in a process of its own, one after the other in a given time.

Every round takes a slice of each kind and game from a seed that was never taken before, so that whatever time there is
is spent on all of them alike.
"""

from __future__ import annotations

import contextlib
import io
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from time import monotonic, process_time

import msgspec

from tests.rules.shared.kit import kit_of
from tests.rules.shared.proof import altered, breaches, explored, metamorphic, people, permuted, settled, silent, slips
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import Proof, hidden, today
from tests.rules.shared.proof.kept import kept

KINDS: Mapping[str, Proof] = {
    "people": people.figures,
    "settled": settled.figures,
    "slips": slips.figures,
    "permuted": permuted.figures,
    "breaches": breaches.figures,
    "silent": silent.figures,
    "explored": explored.figures,
    "altered": altered.figures,
    "metamorphic": metamorphic.figures,
}
"""What accuses somebody comes first."""
SIZES: Mapping[str, int] = {
    "people": 25, "settled": 40, "slips": 40, "permuted": 25, "breaches": 60, "silent": 60, "explored": 200,
    "altered": 250, "metamorphic": 40,
}  # fmt: skip
"""So many are taken in a slice: about a minute of work."""


class Slice(msgspec.Struct, frozen=True):
    """So many of a kind of proof of a game, from a seed."""

    game: str
    kind: str
    count: int
    seed: int


class Done(msgspec.Struct, frozen=True):
    """A slice with its figures, what was said on the way, and how long it took."""

    slice: Slice
    figures: tuple[Figure, ...]
    said: str
    seconds: float
    failed: bool = False
    """True if it counts for nothing: its canary was not found, or an error of ours ended it."""


def done(one: Slice) -> Done:
    """The slice, proven; a breach was hidden in it before, and was found, or it counts for nothing."""
    began, said, kit = process_time(), io.StringIO(), kit_of(one.game)
    try:
        hidden(kit, one.seed)
        with contextlib.redirect_stdout(said):
            figures = tuple(KINDS[one.kind](kit, one.count, one.seed))
    except Exception:  # the other slices of a run are worth as much without it
        told = f"{said.getvalue()}{traceback.format_exc()}"
        return Done(one, (), told.rstrip(), process_time() - began, failed=True)
    return Done(one, figures, said.getvalue().rstrip(), process_time() - began)


def rounds(games: Sequence[str], kinds: Sequence[str]) -> Iterator[Slice]:
    """Slices without end, each of a seed of its own: first one of each kind of each game, then the next."""
    known = {(game, each.kind): {*each.seeds} for game in games for each in kept(game)}
    seeds = {
        (game, kind): (seed for seed in count(today() * 1000) if seed not in known.get((game, kind), ()))
        for game in games
        for kind in kinds
    }
    while True:
        for kind in kinds:
            for game in games:
                yield Slice(game, kind, SIZES[kind], next(seeds[game, kind]))


def in_time(games: Sequence[str], kinds: Sequence[str], minutes: float, jobs: int) -> Iterator[Done]:
    """What is done in so many minutes, so much of it at a time; a slice that would take longer is not begun."""
    ends, given, waiting = monotonic() + 60 * minutes, rounds(games, kinds), dict[Future[Done], float]()
    longest = dict[tuple[str, str], float]()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=4) as pool:
        while True:
            while len(waiting) < jobs and monotonic() < ends:
                one = next(given)
                if monotonic() + longest.get((one.game, one.kind), 0) <= ends:
                    waiting[pool.submit(done, one)] = monotonic()
                elif all(monotonic() + longest.get((game, kind), 0) > ends for game in games for kind in kinds):
                    break
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                began, each = waiting.pop(future), future.result()
                key = each.slice.game, each.slice.kind
                longest[key] = max(longest.get(key, 0), monotonic() - began)
                yield each
