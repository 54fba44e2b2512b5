"""Work in parallel: everything is done once, and the death of a worker loses nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from rules.audit.season.pool import carried_out


def squared(number: int) -> int:
    """The square; an odd text for one that nobody can square."""
    if number < 0:
        raise ValueError(number)
    return number * number


def deadly(folder: Path, number: int) -> int:
    """The square; 3 kills its process the first time, 5 each time."""
    mark = folder / f"{number}-{os.getpid()}"
    mark.touch()
    if number == 5 or (number == 3 and len(list(folder.glob("3-*"))) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_one_job_and_two_give_the_same() -> None:
    one, two = ({task: future.result() for task, future in carried_out(squared, range(6), jobs)} for jobs in (1, 2))
    assert one == two == {number: number * number for number in range(6)}


def test_what_goes_wrong_is_told_and_the_rest_goes_on() -> None:
    found = {task: future.exception() for task, future in carried_out(squared, [2, -1, 3], 1)}
    assert (found[2], found[3]) == (None, None)
    assert isinstance(found[-1], ValueError)


@pytest.mark.posix
def test_a_killed_worker_loses_nothing_and_only_who_dies_alone_is_to_blame(tmp_path: Path) -> None:
    found = list(carried_out(partial(deadly, tmp_path), range(8), 2))
    assert sorted(task for task, _ in found) == list(range(8)), "each task is answered once"
    errors = {task: future.exception() for task, future in found}
    assert isinstance(errors.pop(5), BrokenProcessPool)
    assert set(errors.values()) == {None}
    assert {task: future.result() for task, future in found if task != 5}[3] == 9


def lasting(folder: Path, number: int) -> int:
    """Tell which process this is, and never come to an end."""
    (folder / str(os.getpid())).touch()
    while True:
        time.sleep(number)


@pytest.mark.posix
def test_workers_end_with_the_one_who_started_them_even_if_he_is_killed(tmp_path: Path) -> None:
    script = (
        "from functools import partial; from pathlib import Path\n"
        "from rules.audit.season.pool import carried_out; from tests.rules.audit.season.test_pool import lasting\n"
        f"if __name__ == '__main__': list(carried_out(partial(lasting, Path({str(tmp_path)!r})), [1, 1], 2))"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[4]) as run:
        _until(lambda: len(list(tmp_path.iterdir())) == 2)
        run.kill()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    _until(lambda: not any(map(_alive, workers)))


def _alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)
