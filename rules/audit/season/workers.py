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

    def close(self) -> None:
        """No more work will come."""
        ...


class Processes:
    """So many processes of this machine, which stay until they are let go; with one the work is done in this one."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._pool = pool.Pool(jobs)

    def carried_out(
        self, work: Callable[[T], R], tasks: Iterable[T], _pack: Callable[[T], T]
    ) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result; files are read where they lie."""
        return self._pool.carried_out(work, tasks)

    def close(self) -> None:
        """Let them go."""
        self._pool.close()


@dataclass(frozen=True)
class Cluster:
    """The Dask cluster whose scheduler answers at an address (`tcp://…`)."""

    address: str

    def carried_out(
        self, work: Callable[[T], R], tasks: Iterable[T], pack: Callable[[T], T]
    ) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result; the files travel with the tasks."""
        return cluster.carried_out(work, tasks, self.address, pack)

    def close(self) -> None:
        """Nothing is to be done: the cluster goes on."""
