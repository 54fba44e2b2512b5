"""A cluster gives the same database as one process, even while its workers die."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from upath import UPath

from hexmeister.modules import module_of
from rules.audit.season.logs import Bench
from rules.audit.season.places import SeasonError, bytes_of, is_address, logs_in, place_of, sha_of
from rules.audit.season.workers import Cluster
from tests.rules.audit.season.making import audit, content, game, write

pytestmark = [
    # Told about processes that are killed here on purpose, by libraries that are not ours.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Port:UserWarning"),
]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games, one of them illegal, and a file that is cut."""
    folder = tmp_path_factory.mktemp("season") / "logs"
    write(folder, **{f"g{number}": game(3 + number) for number in range(5)}, bad=game(4, illegal=2))
    (folder / "cut.vlog").write_bytes((folder / "g1.vlog").read_bytes()[:3000])
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A real cluster on this machine: a scheduler and two workers, each a process of its own."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="", silence_logs=50, host="127.0.0.1"
    ) as made:
        yield made


@pytest.mark.posix
def test_the_same_database_while_workers_are_killed(logs: Path, cluster: LocalCluster, tmp_path: Path) -> None:
    serial, spread = tmp_path / "serial.sqlite", tmp_path / "spread.sqlite"
    audit(serial, logs.glob("*.vlog"))
    killing = threading.Thread(target=_kill_two, args=(cluster,))
    killing.start()
    tally = audit(spread, logs.glob("*.vlog"), workers=Cluster(cluster.scheduler_address))
    killing.join()
    assert tally.failed == []
    assert content(spread) == content(serial)


def _kill_two(cluster: LocalCluster) -> None:
    """Kill a worker, and another one a while later; their nannies start new ones."""
    for _ in range(2):
        time.sleep(0.7)
        living = [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
        for process in living[:1]:
            os.kill(process, signal.SIGKILL)


def test_a_second_run_has_nothing_to_do(logs: Path, cluster: LocalCluster, tmp_path: Path) -> None:
    database, there = tmp_path / "audit.sqlite", Cluster(cluster.scheduler_address)
    assert audit(database, logs.glob("*.vlog"), workers=there).judged == 6
    assert audit(database, logs.glob("*.vlog"), workers=there).judged == 0


def test_nobody_at_home_is_told_in_a_line(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(SeasonError, match="no cluster answers at"):
        audit(tmp_path / "none.sqlite", logs.glob("*.vlog"), workers=Cluster("nothing://nowhere"))


def test_logs_in_a_bucket_are_judged_as_those_on_a_disk(logs: Path, tmp_path: Path) -> None:
    bucket = UPath("memory://season")
    for path in logs.glob("*.vlog"):
        bucket.joinpath(path.name).write_bytes(path.read_bytes())
    far = logs_in([place_of("memory://season")])
    assert [place.name for place in far] == sorted(path.name for path in logs.glob("*.vlog"))
    assert [sha_of(place) for place in far] == [sha_of(logs / place.name) for place in far]
    assert bytes_of(far[0]) == (logs / far[0].name).read_bytes()
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    audit(here, logs.glob("*.vlog"), Bench(module_of))
    audit(there, far, Bench(module_of))
    assert content(there)["findings"] == content(here)["findings"]
    assert audit(there, far, Bench(module_of)).judged == 0


@pytest.mark.parametrize(("text", "far"), [("s3://bucket/a", True), ("logs/a.vlog", False), ("C:\\logs", False)])
def test_an_address_is_told_from_a_path(text: str, far: bool) -> None:
    assert is_address(text) is far
