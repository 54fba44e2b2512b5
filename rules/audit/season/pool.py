"""Work in parallel that survives the death of a worker: what was in its hands is tried again, alone."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Pool:
    """Workers that stay for one kind of work after the other; with one job the work is done in this process."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._executor: Executor | None = None

    def carried_out(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, "Future[R]"]]:
        """Yield each task with its result as it is done.

        If a worker dies, all that was begun is tried again one by one: whoever dies alone is to blame, and says so.
        """
        waiting = deque(tasks)
        while waiting:
            suspects = yield from self._until_broken(work, waiting)
            yield from _one_by_one(work, deque(suspects))

    def close(self) -> None:
        """Let the workers go."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def _until_broken(
        self, work: Callable[[T], R], waiting: deque[T]
    ) -> Generator[tuple[T, "Future[R]"], None, list[T]]:
        """Yield what is done until all is, or until a worker died; return what was lost with it."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1) if self.jobs <= 1 else _processes(self.jobs)
        lost, whole = list[T](), False
        try:
            lost = yield from _given_out(self._executor, work, waiting, self.jobs)
            whole = not lost
        finally:
            if not whole:
                self.close()
        return lost


def carried_out(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[tuple[T, "Future[R]"]]:
    """Yield each task with its result as it is done, by workers who go then."""
    pool = Pool(jobs)
    try:
        yield from pool.carried_out(work, tasks)
    finally:
        pool.close()


def _given_out(
    executor: Executor, work: Callable[[T], R], waiting: deque[T], jobs: int
) -> Generator[tuple[T, "Future[R]"], None, list[T]]:
    running: dict[Future[R], T] = {}
    try:
        while waiting or running:
            # Few are begun ahead: all of them are suspects when a worker dies.
            while waiting and len(running) <= jobs:
                future = executor.submit(work, waiting[0])
                running[future] = waiting.popleft()
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            if any(map(_died, done)):
                done, _ = wait(running)
            for future in [each for each in done if not _died(each)]:
                yield running.pop(future), future
            if any(map(_died, done)):
                return list(running.values())
    except BrokenProcessPool:
        wait(running)
        yield from ((task, future) for future, task in running.items() if not _died(future))
        return [task for future, task in running.items() if _died(future)]
    return []


def _one_by_one(work: Callable[[T], R], waiting: deque[T]) -> Iterator[tuple[T, "Future[R]"]]:
    """Yield each task with its result; nobody else is at work, so that each answers for itself."""
    while waiting:
        with _processes(1) as executor:
            alive = True
            while waiting and alive:
                task = waiting.popleft()
                future = executor.submit(work, task)
                wait([future])
                alive = not _died(future)
                yield task, future


def _died(future: "Future[R]") -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _processes(jobs: int) -> ProcessPoolExecutor:
    """Return processes that are started anew, as on every system."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin)


def _begin() -> None:
    """Leave Ctrl-C to the one who started this process, and end with him, however he ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
