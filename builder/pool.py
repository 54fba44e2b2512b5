"""Painting on all cores: jobs that are pure functions, done once, kept in the cache, reported as they finish."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from pathlib import Path

from builder.cache import Cache, fingerprint, stamp

Draw = Callable[..., bytes]
Progress = Callable[[int, int, str], None]

INLINE = 8
"""So few jobs are done faster than a helper process starts."""

BATCHES = 8
"""Batches for each process: enough to keep all of them busy to the end."""


@dataclass(frozen=True)
class Job:
    """A picture to be drawn: its name, the function that draws it, and all that it is drawn from.

    `draw` is a function of a module (so that another process finds it), pure, and returns the finished file. `code`
    names the folders of the project whose code and data it uses. `weight` is its cost against a counter's.
    """

    name: str
    draw: Draw
    arguments: tuple[object, ...]
    code: tuple[str, ...] = ("builder", "templates")
    weight: int = 1

    @property
    def key(self) -> str:
        """The key of the finished picture: equal exactly if everything that it depends on is equal."""
        return fingerprint(stamp(*self.code), self.draw.__module__, self.draw.__qualname__, self.arguments)

    def drawn(self) -> bytes:
        """The finished picture, drawn here and now."""
        return self.draw(*self.arguments)


def paint(
    jobs: Sequence[Job], cache: Cache, workers: int | None = None, progress: Progress | None = None
) -> dict[str, Path]:
    """Return where each job's picture lies, by its name, after drawing those that the cache lacks.

    `progress(done, of, name)` is called after each picture. The error of a job is raised as it is.
    """
    keys = {job.name: job.key for job in jobs}
    if len(keys) != len(jobs):
        raise ValueError("two pictures have the same name")
    missing: dict[str, Job] = {}
    for job in jobs:
        if not cache.has(keys[job.name]):
            missing.setdefault(keys[job.name], job)
    done = len(jobs) - len(missing)
    if progress and done:
        progress(done, len(jobs), "")
    for name in _draw(missing, cache, workers or os.cpu_count() or 1):
        done += 1
        if progress:
            progress(done, len(jobs), name)
    return {name: cache.path(key) for name, key in keys.items()}


def _draw(jobs: dict[str, Job], cache: Cache, workers: int) -> Iterator[str]:
    if workers == 1 or sum(job.weight for job in jobs.values()) <= INLINE or len(jobs) == 1:
        for key, job in jobs.items():
            cache.write(key, job.drawn())
            yield job.name
        return
    with ProcessPoolExecutor(workers, mp_context=_context(jobs.values())) as pool:
        waiting = {pool.submit(_work, batch, cache) for batch in _batches(jobs, workers)}
        try:
            while waiting:
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from _names(ready)
        finally:
            for future in waiting:
                future.cancel()


def _names(ready: Iterable[Future[list[str]]]) -> Iterator[str]:
    for future in ready:
        yield from future.result()


def _batches(jobs: dict[str, Job], workers: int) -> Iterator[list[tuple[str, Job]]]:
    """The heaviest first, so that none of them is left for the end; light ones together, to spare messages."""
    share = max(1, sum(job.weight for job in jobs.values()) // (workers * BATCHES))
    batch: list[tuple[str, Job]] = []
    weight = 0
    for key, job in sorted(jobs.items(), key=lambda item: -item[1].weight):
        batch.append((key, job))
        weight += job.weight
        if weight >= share:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _work(batch: Sequence[tuple[str, Job]], cache: Cache) -> list[str]:
    for key, job in batch:
        cache.write(key, job.drawn())
    return [job.name for _, job in batch]


def _context(jobs: Iterable[Job]) -> BaseContext:
    """Helpers that start clean (a fork would copy the locks of whatever threads run), with the painters loaded once."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(sorted({job.draw.__module__ for job in jobs}))
    return context
