"""The same work on an existing Dask cluster: the contents of the files travel with the tasks.

A task whose worker dies is tried again by the scheduler; one that kills every worker it is given to is answered with
`BrokenProcessPool`, exactly as a pool of this machine answers. Nothing of Dask is loaded before it is asked for.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, Final, TypeVar

from rules.audit.season.places import SeasonError

T = TypeVar("T")
R = TypeVar("R")
AHEAD: Final = 3
"""Tasks for each thread of the cluster that are on their way at once, so that nobody waits and little is in memory."""
TRIES: Final = 3
SECONDS: Final = 20


def carried_out(
    work: Callable[[T], R], tasks: Iterable[T], address: str, pack: Callable[[T], T]
) -> Iterator[tuple[T, "Future[R]"]]:
    """Yield each task with its result as it is done; `pack` puts into a task what a far machine cannot read itself."""
    waiting = deque(tasks)
    if not waiting:
        return
    with _client(address) as client:
        yield from _on(client, work, waiting, pack)


def _client(address: str) -> Any:
    connect = _part("Client")
    try:
        return connect(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SeasonError(f"no cluster answers at {address}: {type(error).__name__}") from None


def _on(
    client: Any, work: Callable[[T], R], waiting: deque[T], pack: Callable[[T], T]
) -> Iterator[tuple[T, "Future[R]"]]:
    running: dict[str, T] = {}
    queue = _part("as_completed")(loop=client.loop)
    width = max(AHEAD * sum(client.nthreads().values()), AHEAD)

    def begin() -> None:
        task = waiting.popleft()
        future = client.submit(work, pack(task), pure=False, retries=TRIES)
        running[future.key] = task
        queue.add(future)

    while waiting and len(running) < width:
        begin()
    while running:
        future = next(queue)
        task = running.pop(future.key)
        answer = _answer(future)
        future.release()
        if waiting:
            begin()
        yield task, answer


def _answer(future: Any) -> "Future[Any]":
    """What became of a task, as a pool of this machine would say it."""
    told: Future[Any] = Future()
    error = future.exception() if future.status in {"error", "cancelled", "lost"} else None
    if error is None and future.status == "finished":
        told.set_result(future.result())
    elif isinstance(error, _part("KilledWorker")) or error is None:
        told.set_exception(BrokenProcessPool("every worker that had it died"))
    else:
        told.set_exception(error)
    return told


def _part(name: str) -> Any:
    """A part of Dask, which is an extra."""
    try:
        return getattr(import_module("distributed"), name)
    except ImportError:
        raise SeasonError("--cluster needs an extra: pip install 'hexmeister[cluster]'") from None
