import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.frame import Case, Goal, Measure, Work, taken

ROOT = Path(__file__).resolve().parents[2]
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


def count_to(number: int) -> Work:
    return lambda: sum(1 for _ in range(number))


def test_a_case_is_measured_beside_its_baseline() -> None:
    case = Case("count", lambda: count_to(1_000), 1_000, "steps", lambda: count_to(200_000), "a longer way")
    result = taken(case)
    assert result.ratio is not None
    assert result.ratio > 10
    assert result.measure.rate == pytest.approx(1_000 / result.measure.processor)


MEMORY = """
from benchmarks.frame import Case, taken

def prepare():
    bytearray(600_000_000)
    return lambda: bytearray(50_000_000)

asking = taken(Case("nothing", lambda: lambda: None)).measure.megabytes
print(taken(Case("memory", prepare)).measure.megabytes - asking)
"""
"""Asked by a process of its own: one that has run many tests is large itself, and has room for the work."""


def test_memory_is_that_of_the_work_and_not_of_the_preparation() -> None:
    answer = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, cwd=ROOT)
    assert 40 < float(answer.stdout) < 500


def test_a_bound_that_is_missed_is_named() -> None:
    kept, missed = Goal("processor", "most", 60), Goal("rate", "least", 1e12)
    assert taken(Case("bounds", lambda: count_to(10), goals=(kept, missed))).missed == (missed,)


def test_a_bound_is_met_at_its_edge() -> None:
    measure = Measure(seconds=0.3, rate=100, megabytes=250, processor=0.3)
    assert Goal("processor", "most", 0.3).met(measure)
    assert Goal("rate", "least", 100).met(measure)
    assert not Goal("megabytes", "most", 249).met(measure)


def test_a_measured_process_that_dies_is_told() -> None:
    def prepare() -> Work:
        raise SystemExit(3)

    with pytest.raises(RuntimeError, match="ended before its time"):
        taken(Case("dying", prepare))


def test_the_memory_of_what_a_case_starts_is_measured_with_it_if_it_asks_for_that() -> None:
    def measured(held: int, helpers: bool) -> float:
        script = f"import time; held = bytearray({held}); time.sleep(1.5)"
        run = lambda: subprocess.run([sys.executable, "-c", script], check=True)  # noqa: E731
        return taken(Case("a helper", lambda: run, repeats=1, helpers=helpers)).measure.megabytes

    more = {helpers: measured(200_000_000, helpers) - measured(1, helpers) for helpers in (False, True)}
    assert more[False] < 100 < more[True]


COUNT = "sum(range(20_000_000))"
CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{COUNT}'])"


@pytest.mark.parametrize("ends", [True, False], ids=["ended", "still there"])
@pytest.mark.parametrize("script", [COUNT, CHILD], ids=["a helper", "a helper of a helper"])
def test_processors_are_counted_of_all_that_a_case_starts(script: str, ends: bool) -> None:
    def run() -> None:
        helper = subprocess.Popen(
            [sys.executable, "-c", f"{script}; print(flush=True); import sys; sys.stdin.read()"], **PIPES
        )
        assert helper.stdout
        helper.stdout.readline()
        if ends:
            helper.communicate(b"\n")

    assert taken(Case("a helper", lambda: run, repeats=1)).measure.processor > 0.1
