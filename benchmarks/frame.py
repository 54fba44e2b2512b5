"""What a benchmark module offers, and how one measure is taken.

A module in this folder whose name starts with `bench_` holds `cases() -> Iterable[Case]`. Each side of a case is
prepared and run in a process of its own, so that its memory is its own and one case does not warm another.
"""

import gc
import multiprocessing
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Literal, NamedTuple

from benchmarks.family import Taken, Watch, spent

Work = Callable[[], object]
Prepare = Callable[[], Work]

_REPEATS: Final = 5
_ENOUGH: Final = 2.0
_TICK: Final = 1e-6
_FORGET: Final = Path("/proc/self/clear_refs")
_STATUS: Final = Path("/proc/self/status")


class Goal(NamedTuple):
    """A bound that the project has set itself for a figure of the case; none is of the clock, which others share."""

    of: Literal["rate", "megabytes", "processor"]
    at: Literal["most", "least"]
    value: float

    def met(self, measure: "Measure") -> bool:
        """Say whether the measure keeps the bound."""
        figure: float = getattr(measure, self.of)
        return figure <= self.value if self.at == "most" else figure >= self.value


class Case(NamedTuple):
    """One thing worth measuring: `prepare` returns the work, which is all that is timed.

    `amount` and `unit` say how much one run does (14.2, "MB"), for the rate. The baseline does the same in the way that
    its name states. Only the best of a few runs counts. With `helpers`, memory is that of all that it starts.
    """

    name: str
    prepare: Prepare
    amount: float = 1.0
    unit: str = "runs"
    baseline: Prepare | None = None
    baseline_name: str = ""
    goals: tuple[Goal, ...] = ()
    repeats: int = _REPEATS
    helpers: bool = False


class Measure(NamedTuple):
    """What was measured: the best time, what a second of processors gets done, the peak memory of the process at work.

    `processor` is the least time that all processors together gave to a run and to what it started: it holds on a busy
    machine as well.
    """

    seconds: float
    rate: float
    megabytes: float
    processor: float


class Result(NamedTuple):
    """A case with its measure and that of its baseline."""

    case: Case
    measure: Measure
    baseline: Measure | None

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the baseline."""
        return self.baseline.seconds / self.measure.seconds if self.baseline else None

    @property
    def missed(self) -> tuple[Goal, ...]:
        """The bounds that were not kept."""
        return tuple(goal for goal in self.case.goals if not goal.met(self.measure))


def taken(case: Case) -> Result:
    """Return the case with both its sides measured."""
    baseline = _measured(case, case.baseline) if case.baseline else None
    return Result(case, _measured(case, case.prepare), baseline)


def _measured(case: Case, prepare: Prepare) -> Measure:
    """Measure in a child process; forked, so that a case may be made of closures."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_measure, args=(prepare, case.repeats, there, case.helpers))
    child.start()
    there.close()
    try:
        seconds, megabytes, processor = here.recv()
    except EOFError:
        raise RuntimeError(f"{case.name}: the measured process ended before its time") from None
    finally:
        child.join()
    return Measure(seconds, case.amount / max(processor, _TICK), megabytes, processor)


def _measure(prepare: Prepare, repeats: int, answer: Connection, helpers: bool) -> None:
    work = prepare()
    gc.collect()
    _forget_peak()
    run = _together if helpers else _alone
    runs: list[Taken] = []
    best, spent = float("inf"), 0.0
    for _ in range(repeats):
        seconds, taken = run(work)
        runs.append(taken)
        best, spent = min(best, seconds), spent + seconds
        if spent > _ENOUGH:
            break
    answer.send((best, max(taken.megabytes for taken in runs), min(taken.processor for taken in runs)))


def _alone(work: Work) -> tuple[float, Taken]:
    before, start = spent(), time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    return seconds, Taken(_peak(), spent() - before)


def _together(work: Work) -> tuple[float, Taken]:
    with Watch() as watch:
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start
    return seconds, watch.taken


def _forget_peak() -> None:
    """Let the kernel count the peak memory of this process from now on, where it can (Linux)."""
    if _FORGET.exists():
        _FORGET.write_text("5", encoding="ascii")


def _peak() -> float:
    """Return the largest memory this process has had since, in MB; elsewhere than on Linux, since its beginning."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    status = _STATUS.read_text(encoding="ascii").splitlines()
    kibibytes = next(line.split()[1] for line in status if line.startswith("VmHWM:"))
    return int(kibibytes) * 1024 / 1e6
