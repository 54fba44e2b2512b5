"""Work in parallel: everything is done once, and the death of a worker loses nothing."""

import os
import signal
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

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


def test_a_killed_worker_loses_nothing_and_only_who_dies_alone_is_to_blame(tmp_path: Path) -> None:
    found = list(carried_out(partial(deadly, tmp_path), range(8), 2))
    assert sorted(task for task, _ in found) == list(range(8)), "each task is answered once"
    errors = {task: future.exception() for task, future in found}
    assert isinstance(errors.pop(5), BrokenProcessPool)
    assert set(errors.values()) == {None}
    assert {task: future.result() for task, future in found if task != 5}[3] == 9
