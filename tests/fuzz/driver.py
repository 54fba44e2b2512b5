"""Sends broken files through every reader, in a process with little memory: only expected errors may come out."""

import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import msgspec

from tests.fuzz.inputs import Input, made
from tests.fuzz.readers import Readers
from tests.fuzz.seeds import Seed, taken_apart
from vassal.errors import VassalError

MEMORY: Final = 1_000_000_000
SECONDS: Final = 10.0
LONGEST: Final = 500


Read = Callable[[Path], None]


class Hang(BaseException):
    """A reader took longer than any file deserves; not an Exception, so that no reader can swallow it."""


class Failure(msgspec.Struct, frozen=True):
    """A broken file that was not answered as it should be."""

    number: int
    what: str


class Report(msgspec.Struct, frozen=True):
    """What came of a run: how many files were read after all, how many refused and as what, and the failures."""

    files: int
    read: int
    refused: dict[str, int]
    slowest: float
    memory: int
    failures: list[Failure]


def limit_memory(most: int = MEMORY) -> None:
    """Let this process have no more address space than that."""
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def tried(read: Read, seeds: Sequence[Seed], run: int, numbers: range, keep: Path) -> Report:
    """Return what the readers made of these broken files; those that broke a reader are kept in a folder."""
    answers: Counter[str] = Counter()
    failures: list[Failure] = []
    slowest = 0.0
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            broken = made(seeds, run, number)
            start = time.process_time()
            answer = _answer(read, broken, Path(name, f"broken{broken.suffix}"))
            slowest = max(slowest, time.process_time() - start)
            answers[answer.kind] += 1
            if answer.failure:
                failures.append(Failure(number, answer.failure))
                (keep / f"{run}-{number}{broken.suffix}").write_bytes(broken.data)
    sound = answers.pop("read", 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Report(len(numbers), sound, dict(answers), round(slowest, 3), peak, failures)


class _Answer(NamedTuple):
    kind: str
    failure: str = ""


def _answer(read: Read, broken: Input, path: Path) -> _Answer:
    path.write_bytes(broken.data)
    try:
        with _bounded(SECONDS):
            read(path)
    except VassalError as error:
        line = str(error)
        flawed = "\n" in line or len(line) > LONGEST
        return _Answer(type(error).__name__, f"not one short line: {line[:LONGEST]!r}" if flawed else "")
    except (Exception, Hang) as error:  # a reader's bug, of whatever kind: the very thing that is looked for
        return _Answer("failed", f"{type(error).__name__}: {error}; at {_innermost(error)}")
    return _Answer("read")


def _innermost(error: BaseException) -> str:
    trace: Any = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Stop what takes more time of the processor, however busy the machine is with other things."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def worker(arguments: Sequence[str]) -> None:
    """Run a part of the numbers under the memory limit and print its report; the first files are module, save, log."""
    run, start, stop, keep, *files = arguments
    seeds = [taken_apart(Path(file)) for file in files]
    limit_memory()
    read = Readers(Path(files[0]), Path(files[2])).read
    report = tried(read, seeds, int(run), range(int(start), int(stop)), Path(keep))
    print(msgspec.json.encode(report).decode())


if __name__ == "__main__":
    worker(sys.argv[1:])
