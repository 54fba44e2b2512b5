"""A season in a bucket: a server of the protocol on this machine, asked through the library that asks real ones."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto.server import ThreadedMotoServer
from s3fs import S3FileSystem

from hexmeister.modules import module_of
from rules.audit.season.logs import Bench
from rules.audit.season.places import logs_in, place_of, sha_of
from tests.hexmeister.conftest import call, spoken
from tests.rules.audit.season.making import audit, content, game, write

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

__all__ = ["call", "spoken"]
BUCKET = "club"
# Of libraries that are not ours.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, one of them illegal, and a file that is cut."""
    folder = tmp_path_factory.mktemp("season") / "logs"
    write(folder / "one", clean=game(3, limit=40))
    write(folder / "two", bad=game(4, illegal=2, limit=40))
    (folder / "two" / "cut.vlog").write_bytes((folder / "one" / "clean.vlog").read_bytes()[:3000])
    (folder / "two" / "notes.txt").write_text("no log", encoding="utf-8")
    return folder


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A server on the loopback alone, and credentials that are good for nothing else."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_MAX_ATTEMPTS": "1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": str(tmp_path / "none"),
        "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    S3FileSystem.clear_instance_cache()
    try:
        yield boto3.client("s3")
    finally:
        S3FileSystem.clear_instance_cache()
        running.stop()


def put(server: Any, logs: Path) -> None:
    """Lay a folder into a bucket."""
    server.create_bucket(Bucket=BUCKET)
    for path in sorted(logs.rglob("*.*")):
        server.put_object(Bucket=BUCKET, Key=f"season/{path.relative_to(logs).as_posix()}", Body=path.read_bytes())


def test_a_season_in_a_bucket_is_judged_as_on_a_disk_and_only_once(
    call: "Call", server: Any, logs: Path, tmp_path: Path
) -> None:
    put(server, logs)
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    audit(here, logs.rglob("*.vlog"), Bench(module_of))
    words = ("audit", f"s3://{BUCKET}/season/", "--db", there, "--jobs", 1)
    answer = call(*words)
    assert answer.code == 1
    assert "cut.vlog: cannot be read: no zip file, or one that is cut" in answer.out
    for table in ("games", "logs", "chain", "findings", "dice", "sides"):
        assert content(there)[table] == content(here)[table]
    assert {row["path"] for row in content(there)["files"]} == {
        f"s3://{BUCKET}/season/{name}" for name in ("one/clean.vlog", "two/bad.vlog", "two/cut.vlog")
    }
    told = json.loads(call(*words, "--json").out)
    assert (told["read"], told["judged"]) == (0, 0)
    assert json.loads(call("audit", "--again", "--db", there, "--jobs", 1, "--json").out)["judged"] == 2


def test_two_processes_fetch_for_themselves(call: "Call", server: Any, logs: Path, tmp_path: Path) -> None:
    put(server, logs)
    one, two = tmp_path / "one.sqlite", tmp_path / "two.sqlite"
    for database, jobs in ((one, 1), (two, 2)):
        call("audit", f"s3://{BUCKET}/season", "--db", database, "--jobs", jobs)
    assert content(two) == content(one)


def test_a_file_that_is_replaced_in_the_bucket_is_read_anew(
    call: "Call", server: Any, logs: Path, tmp_path: Path
) -> None:
    put(server, logs)
    place, database = f"s3://{BUCKET}/season/one/clean.vlog", tmp_path / "season.sqlite"
    assert call("audit", place, "--db", database, "--jobs", 1).code == 0
    server.put_object(Bucket=BUCKET, Key="season/one/clean.vlog", Body=(logs / "two" / "bad.vlog").read_bytes())
    S3FileSystem.clear_instance_cache()
    call("audit", place, "--db", database, "--jobs", 1)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT sha FROM files").fetchall() == [(sha_of(logs / "two" / "bad.vlog"),)]


@pytest.mark.parametrize("place", ["s3://club/gone.vlog", "s3://nobodys/", "s3://nobodys/a.vlog"])
def test_what_is_not_there_is_said_in_a_line_and_the_rest_goes_on(
    call: "Call", server: Any, logs: Path, tmp_path: Path, place: str
) -> None:
    put(server, logs)
    answer = call("audit", place, logs / "one", "--db", tmp_path / "season.sqlite", "--jobs", 1, "--json")
    told = json.loads(answer.out)
    assert (answer.code, told["judged"]) == (1, 1)
    assert [each["error"] for each in told["unreadable"]] == ["No such file or directory"]


def test_a_server_that_does_not_answer_is_named(
    call: "Call", server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del server
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    S3FileSystem.clear_instance_cache()
    answer = call("audit", "s3://club/season/", "--db", tmp_path / "season.sqlite")
    assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert "s3://club/season: the place cannot be reached: Could not connect" in answer.err


def test_nobody_is_let_in_without_credentials(
    call: "Call", server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del server
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    S3FileSystem.clear_instance_cache()
    answer = call("audit", "s3://club/season/", "--db", tmp_path / "season.sqlite")
    assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert "credentials" in answer.err


def test_folders_of_a_bucket_are_searched_and_named_files_are_taken(server: Any, logs: Path) -> None:
    put(server, logs)
    found = logs_in([place_of("s3://club/season/two"), place_of("s3://club/season/two/notes.txt")])
    assert [place.name for place in found] == ["bad.vlog", "cut.vlog", "notes.txt"]
    assert sha_of(found[0]) == sha_of(logs / "two" / "bad.vlog")
