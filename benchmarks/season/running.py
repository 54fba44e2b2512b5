"""One audit of a season from the shell, watched: how long, how much memory, and whom a killer met on the way."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from benchmarks.family import descendants, peak, spent_of

Way = Literal["one", "two", "cluster"]
WAYS: Final[dict[Way, str]] = {
    "one": "one process",
    "two": "two processes",
    "cluster": "a local Dask cluster of two workers",
}
VICTIMS: Final = ("worker", "audit", "worker")
"""Who is killed; one process is both."""
EVERY: Final = 0.25
SEEN: Final = 30.0
"""Below so many MB a process is a helper of Python, and no worker."""


@dataclass
class Run:
    """What was measured of an audit."""

    way: Way
    files: int
    seconds: float = 0.0
    processor: float = 0.0
    worker: float = 0.0
    """The most memory that a worker had at one moment, in MB."""
    audit: float = 0.0
    """The most that the process had from which the work was given out."""
    killed: list[str] = field(default_factory=list)
    begun: int = 0
    """How often the audit was started."""


def audited(way: Way, folder: Path, database: Path, kills: int) -> Run:
    """Audit a season in a new database; so many processes are killed meanwhile, at random moments."""
    run = Run(way, sum(1 for _ in folder.iterdir()))
    with ExitStack() as stack:
        words = _words(folder, database, way, stack.enter_context(_cluster()) if way == "cluster" else "")
        chance = Random(run.files)
        moments = sorted(chance.uniform(0.05, 0.95) for _ in range(kills))
        killer = _Killer(run, database, moments)
        started = time.perf_counter()
        with killer.watching():
            while _once(words, run, killer) == -signal.SIGKILL:
                continue
        run.seconds = time.perf_counter() - started
    return run


def _words(folder: Path, database: Path, way: Way, address: str) -> list[str]:
    how = ["--cluster", address] if address else ["--jobs", {"one": "1"}.get(way, "2")]
    return [sys.executable, "-m", "hexmeister", "audit", str(folder), "--db", str(database), "--json", *how]


@contextmanager
def _cluster() -> Iterator[str]:
    """A scheduler and two workers on this machine, each worker a process; the address at which it answers."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="", silence_logs=50, host="127.0.0.1"
    ) as made:
        yield made.scheduler_address


def _once(words: list[str], run: Run, killer: "_Killer") -> int:
    """Start the audit and wait for its end; one that fails otherwise than by being killed says so."""
    run.begun += 1
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        killer.audit = process.pid
        code = process.wait()
    if code not in {0, 1, -signal.SIGKILL}:
        raise RuntimeError(f"{' '.join(words)}: ended with {code}")
    return code


class _Killer:
    """Kills when so much is done, and notes what every process takes."""

    def __init__(self, run: Run, database: Path, moments: list[float]) -> None:
        self.audit = 0
        self._run, self._database, self._moments = run, database, moments
        self._spent: dict[int, float] = {}
        self._stop = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch for as long as it is open."""
        thread = threading.Thread(target=self._watch)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()
            own = self._spent.pop(os.getpid(), 0.0)
            self._run.processor = sum(self._spent.values()) + (own if self._run.way == "cluster" else 0.0)

    def _watch(self) -> None:
        chance = Random(len(self._moments))
        family = {os.getpid()}
        while not self._stop.wait(EVERY):
            family |= descendants(family)
            self._note(family)
            if self._moments and self._done() >= self._moments[0]:
                self._kill(family, chance)

    def _note(self, family: set[int]) -> None:
        for each in family:
            self._spent[each] = max(self._spent.get(each, 0.0), spent_of(each))
            if each == self.audit:
                self._run.audit = max(self._run.audit, peak(each))
            elif each != os.getpid():
                self._run.worker = max(self._run.worker, peak(each))

    def _kill(self, family: set[int], chance: Random) -> None:
        wanted = VICTIMS[len(self._run.killed) % len(VICTIMS)]
        workers = sorted(each for each in family - {os.getpid(), self.audit} if peak(each) > SEEN)
        victim = chance.choice(workers) if wanted == "worker" and workers else self.audit
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            return
        self._run.killed.append("audit" if victim == self.audit else "worker")
        self._moments.pop(0)

    def _done(self) -> float:
        """How much is done: logs that were read and games that were judged, of all that there will be at most."""
        if not self._database.exists():
            return 0.0
        with _reading(self._database) as ask:
            return (ask("SELECT count(*) FROM logs") + ask("SELECT count(*) FROM games")) / (1.8 * self._run.files)


@contextmanager
def _reading(database: Path) -> Iterator[Callable[[str], int]]:
    connection = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=30)

    def ask(query: str) -> int:
        try:
            (found,) = connection.execute(query).fetchone()
        except sqlite3.OperationalError:  # its tables are being made
            return 0
        return int(found)

    try:
        yield ask
    finally:
        connection.close()


def told(run: Run) -> dict[str, Any]:
    """What was measured, rounded as it is worth."""
    return {
        "way": run.way,
        "files": run.files,
        "seconds": round(run.seconds, 1),
        "processor": round(run.processor, 1),
        "logs a minute": round(60 * run.files / run.seconds),
        "logs a minute of a processor": round(60 * run.files / run.processor),
        "worker": round(run.worker or run.audit),
        "audit": round(run.audit),
        "killed": run.killed,
        "begun": run.begun,
    }
