"""What a process and all its helpers take together: memory and processors' time (Linux; elsewhere its own alone)."""

import os
import resource
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple, Self

_PROC: Final = Path("/proc")
_EVERY: Final = 0.05
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Taken(NamedTuple):
    """The largest memory at one moment, in MB, and the processors' time, in seconds."""

    megabytes: float
    processor: float


class Watch:
    """Looks at this process and its helpers all the time that it is open; `taken` is what they took meanwhile."""

    def __init__(self) -> None:
        self.taken = Taken(0.0, 0.0)
        self._before = spent()
        self._megabytes = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()
        if not _PROC.exists():
            self._megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        self.taken = Taken(self._megabytes, spent() - self._before)

    def _look(self) -> None:
        family = {os.getpid()}
        while _PROC.exists():
            family |= descendants(family)
            self._megabytes = max(self._megabytes, sum(map(_megabytes, family)))
            if self._stop.wait(_EVERY):
                return


def descendants(family: set[int]) -> set[int]:
    """Everyone whose parent is of the family; a helper stays of it when its parent has ended."""
    parents = {int(path.name): _parent(path) for path in _PROC.iterdir() if path.name.isdigit()}
    found: set[int] = set()
    while more := {each for each, parent in parents.items() if parent in family | found} - found - family:
        found |= more
    return found


def _fields(path: Path) -> list[str]:
    """The fields of a process's state after its name; none if it has ended."""
    try:
        return (path / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _parent(path: Path) -> int:
    fields = _fields(path)
    return int(fields[1]) if fields else 0


def spent() -> float:
    """The seconds of processors that this process and all its helpers have had, those that have ended too."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    there = descendants({os.getpid()}) if _PROC.exists() else set()
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(spent_of(each, ended=True) for each in there)


def spent_of(process: int, *, ended: bool = False) -> float:
    """The seconds that a process has had of processors; if asked, with those of its helpers that have ended."""
    fields = _fields(_PROC / str(process))
    return sum(map(int, fields[11 : 15 if ended else 13])) / _TICKS


def peak(process: int) -> float:
    """The most memory that a process has had, in MB; nothing of one that has ended."""
    try:
        lines = (_PROC / str(process) / "status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM:")), 0.0)


def _megabytes(process: int) -> float:
    """The memory of a process, that which it shares with others counted in parts."""
    try:
        lines = (_PROC / str(process) / "smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("Pss:")), 0.0)
