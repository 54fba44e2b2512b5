"""Who does the work of a run: processes of this machine, or a cluster. For the run there is no difference."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.audit.season import cluster, pool

T = TypeVar("T")
R = TypeVar("R")


class Workers(Protocol):
    """Those who carry out tasks."""

    def carried_out(
        self, work: Callable[[T], R], tasks: Iterable[T], pack: Callable[[T], T]
    ) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result as it is done; `pack` puts into it what cannot be read elsewhere."""
        ...


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine; with one the work is done in this one."""

    jobs: int = 1

    def carried_out(
        self, work: Callable[[T], R], tasks: Iterable[T], _pack: Callable[[T], T]
    ) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result; files are read where they lie."""
        return pool.carried_out(work, tasks, self.jobs)


@dataclass(frozen=True)
class Cluster:
    """The Dask cluster whose scheduler answers at an address (`tcp://…`)."""

    address: str

    def carried_out(
        self, work: Callable[[T], R], tasks: Iterable[T], pack: Callable[[T], T]
    ) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result; the files travel with the tasks."""
        return cluster.carried_out(work, tasks, self.address, pack)
