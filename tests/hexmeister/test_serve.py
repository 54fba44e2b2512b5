"""`hexmeister serve`: what the page does for the person before it, and what it refuses to everybody else.

Each threat of docs/reference/threats.md has its test here, under the name that stands there.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from hexmeister.page.bounds import MEGABYTE, Bounds
from hexmeister.page.desk import Desk
from hexmeister.page.server import ROUTES, PageServer
from hexmeister.page.words import WORDS
from hexmeister.page.worker import Order
from tests.fuzz.test_bombs import gigabyte, many_entries
from tests.hexmeister.logs import HOSTILE, PASSWORD, dragged, write
from tests.played import Played, of_two_scenarios
from vassal import commands, savefile

BINARY = "application/octet-stream"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "threats.md"


class Answer(NamedTuple):
    """What one request was answered with."""

    code: int
    headers: dict[str, str]
    text: str

    @property
    def data(self) -> Any:
        """The answer as JSON."""
        return json.loads(self.text)


class Browser:
    """Speaks to a page as the browser of its owner does, unless told otherwise."""

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self.port = server.server_port
        self.home = f"/{server.token}/"

    def ask(self, method: str, way: str, body: bytes | None = None, **headers: str | None) -> Answer:
        """One request below the token."""
        return self.raw(method, self.home + way, body, **headers)

    def raw(self, method: str, path: str, body: bytes | None = None, **headers: str | None) -> Answer:
        """One request; a header that is None is not sent."""
        usual: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "Sec-Fetch-Site": "same-origin"}
        if method == "POST":
            usual |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": BINARY}
            usual |= {"Content-Length": str(len(body or b""))}
        usual |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in usual.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            with connection.getresponse() as answer:
                return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())

    def begin(self) -> str:
        """A new check."""
        name: str = self.ask("POST", "checks").data["id"]
        return name

    def add(self, check: str, name: str, content: bytes, **headers: str | None) -> Answer:
        """One log more."""
        return self.ask("POST", f"checks/{check}/logs/{quote(name, safe='')}", content, **headers)

    def finish(self, check: str) -> Any:
        """What became of the check."""
        assert self.ask("POST", f"checks/{check}/start").code == 202
        end = time.monotonic() + 120
        while (told := self.ask("GET", f"checks/{check}").data)["state"] in {"waiting", "running"}:
            assert time.monotonic() < end
            time.sleep(0.05)
        return told

    def judged(self, name: str, content: bytes) -> Any:
        """What became of a check of this one log."""
        check = self.begin()
        assert self.add(check, name, content).code == 201
        return self.finish(check)


@contextmanager
def opened(folder: Path | None = None, bounds: Bounds | None = None) -> Iterator[Browser]:
    """A page and the browser of its owner."""
    kept = bounds or Bounds()
    desk = Desk(folder, Order(), kept)
    try:
        with PageServer(desk, kept) as server:
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
            thread.start()
            yield Browser(server)
            server.shutdown()
            thread.join()
    finally:
        desk.clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one log, and beside it a secret that a link in it leads to."""
    place = tmp_path_factory.mktemp("games")
    secret = write(place.parent / "secret.vlog", dragged())
    games = place / "logs"
    games.mkdir()
    write(games / "turn 1.vlog", dragged())
    write(games / "notes.txt", b"nothing")
    (games / "link.vlog").symlink_to(secret)
    (games / "folder.vlog").mkdir()
    return games


@pytest.fixture(scope="module")
def browser(folder: Path) -> Iterator[Browser]:
    """The browser of the owner of a page that stays open for all these tests."""
    with opened(folder) as each:
        yield each


@pytest.fixture(scope="module")
def checked(browser: Browser) -> Any:
    """A check that came to its end."""
    return browser.judged(f"{HOSTILE}.vlog", dragged())


def test_a_log_is_checked_and_its_report_read_in_both_languages(browser: Browser, checked: Any) -> None:
    assert checked["state"] == "done"
    assert checked["summary"]["undecided"] > 0
    english, german = (browser.ask("GET", f"checks/{checked['id']}/{each}.html") for each in ("en", "de"))
    assert "Check of the game" in english.text
    assert "Prüfung der Partie" in german.text
    assert f"{checked['id']}" in [each["id"] for each in browser.ask("GET", "checks").data]


def test_a_log_of_the_folder_is_checked_where_it_lies_and_stays_there(browser: Browser, folder: Path) -> None:
    assert "turn 1.vlog" in browser.ask("GET", "en/").text
    check = browser.begin()
    assert browser.ask("POST", f"checks/{check}/listed/turn%201.vlog").data["logs"] == ["turn 1.vlog"]
    assert browser.finish(check)["state"] == "done"
    assert (folder / "turn 1.vlog").exists()


def test_the_page_speaks_both_languages_and_leads_to_the_one_of_the_program(browser: Browser) -> None:
    assert browser.ask("GET", "").headers["Location"] in {f"{browser.home}en/", f"{browser.home}de/"}
    for wishes, language in (("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr, en-GB;q=0.7, de;q=0.3", "en")):
        assert browser.ask("GET", "", Accept_Language=wishes).headers["Location"] == f"{browser.home}{language}/"
    for language in ("en", "de"):
        text = browser.ask("GET", f"{language}/").text
        assert f'<html lang="{language}">' in text
        assert WORDS["drop"][language] in text


def test_every_word_is_there_in_both_languages() -> None:
    assert all(set(texts) == {"en", "de"} and all(texts.values()) for texts in WORDS.values())


def test_progress_is_told_while_a_check_runs(browser: Browser) -> None:
    check = browser.begin()
    browser.add(check, "game.vlog", dragged(30))
    browser.ask("POST", f"checks/{check}/start")
    stages = set()
    while (told := browser.ask("GET", f"checks/{check}").data)["state"] in {"waiting", "running"}:
        stages.add(told["stage"])
        time.sleep(0.005)
    assert stages & {"reading", "module", "judging", "writing"}
    assert told["state"] == "done"


def test_logs_of_the_same_name_are_kept_apart(browser: Browser) -> None:
    check = browser.begin()
    names = [browser.add(check, "game.vlog", dragged()).data["logs"] for _ in range(3)][-1]
    assert names == ["game.vlog", "game.vlog (2)", "game.vlog (3)"]


def test_what_is_no_log_is_told_in_one_line_in_each_language(browser: Browser) -> None:
    told = browser.judged("broken.vlog", b"PK\x05\x06 nothing")
    assert told["state"] == "failed"
    assert set(told["errors"]) == {"en", "de"}
    assert all(len(lines) == 1 and "broken.vlog" in lines[0] for lines in told["errors"].values())
    assert told["errors"]["en"] != told["errors"]["de"]


@pytest.mark.parametrize(("one", "other"), of_two_scenarios(), ids=str)
def test_logs_of_two_games_are_told_apart_in_each_language(browser: Browser, one: Played, other: Played) -> None:
    check = browser.begin()
    for each in (one, other):
        browser.add(check, each.path.name, each.path.read_bytes())
    told = browser.finish(check)
    assert told["state"] == "failed"
    mixed = f"{other.path.name}: it is of another game than the first log: {other.scenario}, not {one.scenario}"
    assert told["errors"]["en"] == [mixed]
    assert told["errors"]["de"] != told["errors"]["en"]


def test_a_started_check_takes_no_more_and_an_empty_one_does_not_start(browser: Browser, checked: Any) -> None:
    assert browser.add(checked["id"], "more.vlog", dragged()).code == 409
    assert browser.ask("POST", f"checks/{browser.begin()}/start").data["error"] == "empty"


# The threats.


def test_hostile_names_in_logs(browser: Browser, checked: Any) -> None:
    for way in ("en/", f"checks/{checked['id']}/en.html", "checks", f"checks/{checked['id']}"):
        answer = browser.ask("GET", way)
        assert answer.code == 200
        assert "\x1b" not in answer.text
        if answer.headers["Content-Type"].startswith("text/html"):
            assert "alert(1)</script>" not in answer.text
            policy = re.findall(r"script-src ([^;\"]*)", answer.text)
            assert all("sha256-" in each and "unsafe" not in each for each in policy)
            assert policy
        else:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_passwords(browser: Browser, checked: Any) -> None:
    assert PASSWORD in savefile.read(dragged()).text
    assert PASSWORD not in browser.ask("GET", f"checks/{checked['id']}/en.html").text
    left = [path for path in browser.server.desk.home.rglob("*") if path.is_file()]
    assert {path.suffix for path in left if path.parent.name == checked["id"]} == {".html"}


@pytest.mark.parametrize(
    "name", ["../secret.vlog", "..\\secret.vlog", "link.vlog", "folder.vlog", "notes.txt", "/etc/passwd", "", "\0.vlog"]
)
def test_path_tricks_with_the_folder(browser: Browser, name: str) -> None:
    assert name not in browser.server.desk.listed()
    answer = browser.ask("POST", f"checks/{browser.begin()}/listed/{quote(name, safe='')}")
    assert answer.code == 404


@pytest.mark.parametrize("name", ["../../../evil.vlog", "/tmp/evil.vlog", "..\\..\\evil.vlog", "a\0b/evil.vlog"])
def test_path_tricks_with_an_upload(browser: Browser, name: str) -> None:
    check = browser.begin()
    assert browser.add(check, name, b"nothing").data["logs"] == ["evil.vlog"]
    (path,) = (path for _, path in browser.server.desk.check(check).logs)
    assert path == browser.server.desk.home / check / "0000.log"
    assert not list(browser.server.desk.home.rglob("evil*"))


@pytest.mark.parametrize(
    "way",
    ["../etc/passwd", "en/../../x", "checks/../en/", "checks/0123456789abcdef/..%2f..%2fen.html", "%2e%2e/", "fr/"],
)
def test_path_tricks_with_the_address(browser: Browser, way: str) -> None:
    assert browser.ask("GET", way).code == 404


@pytest.mark.parametrize("name", ["game.exe", "game.vlog.html", "vlog"])
def test_what_is_not_called_a_log_is_not_taken(browser: Browser, name: str) -> None:
    assert browser.add(browser.begin(), name, b"nothing").code == 415


def test_oversized_uploads() -> None:
    with opened(bounds=Bounds(log=1000, together=1500, logs=3, checks=2)) as browser:
        check = browser.begin()
        assert browser.add(check, "a.vlog", b"x" * 1000).code == 201
        assert browser.add(check, "b.vlog", b"", Content_Length="1001").data["error"] == "large"
        assert browser.add(check, "c.vlog", b"x" * 501).data["error"] == "large"
        assert browser.add(check, "d.vlog", b"x").code == 201
        assert browser.add(check, "e.vlog", b"x").code == 201
        assert browser.add(check, "f.vlog", b"x").data["error"] == "many"
        assert browser.add(check, "g.vlog", b"", Content_Length="9" * 30).code == 411
        assert browser.add(check, "h.vlog", b"", Content_Length="-1").code == 411
        assert browser.add(check, "i.vlog", b"", Content_Length=None, Transfer_Encoding="chunked").code == 411
        browser.begin()
        browser.begin()
        assert len(list(browser.server.desk.home.iterdir())) == 2, "the oldest made room"
        assert browser.ask("GET", f"checks/{check}").code == 404


def test_an_upload_that_ends_too_early_leaves_nothing() -> None:
    with opened(bounds=Bounds(silence=0.3)) as browser:
        check = browser.begin()
        with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as connection:
            request = f"POST {browser.home}checks/{check}/logs/a.vlog HTTP/1.1\r\nHost: 127.0.0.1:{browser.port}\r\n"
            origin = f"Origin: http://127.0.0.1:{browser.port}\r\nContent-Type: {BINARY}\r\nContent-Length: 50\r\n\r\n"
            connection.sendall((request + origin + "short").encode())
            connection.shutdown(socket.SHUT_WR)
            assert b" 400 " in connection.recv(100)
        assert browser.ask("GET", f"checks/{check}").code == 404
        assert not list(browser.server.desk.home.iterdir())


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost"},
        {"Origin": "null"},
    ],
)
@pytest.mark.parametrize(("method", "way"), [("GET", "en/"), ("GET", "checks"), ("POST", "checks")])
def test_cross_site_requests(browser: Browser, method: str, way: str, headers: dict[str, str]) -> None:
    answer = browser.ask(method, way, **headers)
    assert answer.code == 403
    assert answer.data["error"] == "site"


def test_cross_site_requests_without_an_origin_or_of_a_simple_kind_do_nothing(browser: Browser) -> None:
    assert browser.ask("POST", "checks", Origin=None).code == 403
    assert browser.ask("POST", "checks", Sec_Fetch_Site="none").code == 403
    assert browser.add(browser.begin(), "a.vlog", b"x", Content_Type="text/plain").code == 415


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "HEAD", "TRACE", "CONNECT"])
def test_cross_site_requests_are_never_encouraged(browser: Browser, method: str) -> None:
    answer = browser.ask(method, "checks", Access_Control_Request_Method="POST", Origin="https://evil.example")
    assert answer.code == 501
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("way", ["", "en/", "checks", "nowhere"])
def test_no_answer_can_be_framed_kept_shared_or_guessed_at(browser: Browser, way: str) -> None:
    headers = browser.ask("GET", way).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers
    assert "Python" not in headers["Server"]


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]", "0.0.0.0", None])
def test_other_hosts(browser: Browser, host: str | None) -> None:
    if host == "localhost":
        host = f"localhost:{browser.port}"
    assert browser.ask("GET", "en/", Host=host).code == 421


def test_other_hosts_cannot_be_named_twice_or_in_the_address(browser: Browser) -> None:
    with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as connection:
        hosts = f"Host: 127.0.0.1:{browser.port}\r\nHost: evil.example\r\n"
        connection.sendall(f"GET {browser.home} HTTP/1.1\r\n{hosts}\r\n".encode())
        assert b" 421 " in connection.recv(100)
    assert browser.raw("GET", f"http://evil.example{browser.home}en/").code == 403


def test_other_machines_find_no_open_port(browser: Browser) -> None:
    assert browser.server.server_address[0] == "127.0.0.1"
    with pytest.raises(OSError, match=r"refused|unreachable|assign|timed out"):
        socket.create_connection(("127.0.0.2", browser.port), timeout=5)


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "TOKEN%00", "ä"])
def test_a_missing_or_wrong_token(browser: Browser, token: str) -> None:
    known = browser.server.token
    for method, pattern, _ in ROUTES:
        way = pattern.pattern.replace("([0-9a-f]{16})", "0" * 16).replace("([^/]+)", "a").replace("(de|en)", "en")
        wrong = quote(token.replace("TOKEN", known), safe="%")
        assert browser.raw(method, f"/{wrong}/{way.replace('[.]', '.')}").data["error"] == "token"
    assert browser.raw("GET", f"/{known}").code == 403
    assert browser.raw("GET", f"/en/?{known}", Authorization=known, Cookie=known).code == 403


def test_a_token_cannot_be_guessed() -> None:
    with opened() as one, opened() as other:
        assert one.server.token != other.server.token
        assert len(one.server.token) >= 43


def test_slow_connections() -> None:
    with opened(bounds=Bounds(silence=0.2, connection=0.8, connections=2)) as browser:
        begun = time.monotonic()
        with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as silent:
            assert silent.recv(100) == b"", "who says nothing is cut off"
        with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as slow:
            assert not dripped(slow), "who says little is cut off as well"
        assert time.monotonic() - begun < 8
        assert browser.ask("GET", "en/").code == 200


def test_many_connections_that_drip_hold_nobody_up_for_long() -> None:
    bounds = Bounds(head=0.5)
    with opened(bounds=bounds) as browser:
        begun = time.monotonic()
        crowd = [socket.create_connection(("127.0.0.1", browser.port), timeout=10) for _ in range(bounds.connections)]
        dripping = [Thread(target=dripped, args=(each,), daemon=True) for each in crowd]
        for each in dripping:
            each.start()
        while time.monotonic() - begun < 4:
            try:
                code = browser.ask("GET", "en/").code
                break
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        assert code == 200
        for each in dripping:
            each.join()
        for connection in crowd:
            connection.close()
    assert bounds.connections == 24


def test_an_upload_may_take_longer_than_the_request_for_it() -> None:
    with opened(bounds=Bounds(head=0.3)) as browser:
        check = browser.ask("POST", "checks").data["id"]
        content = dragged()
        path = f"{browser.home}checks/{check}/logs/slow.vlog"
        with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as slow:
            head = [
                f"POST {path} HTTP/1.0",
                f"Host: 127.0.0.1:{browser.port}",
                f"Origin: http://127.0.0.1:{browser.port}",
                f"Content-Type: {BINARY}",
                f"Content-Length: {len(content)}",
            ]
            slow.sendall("\r\n".join([*head, "", ""]).encode())
            time.sleep(0.8)
            slow.sendall(content)
            assert slow.recv(20).split()[1] == b"201"


def dripped(connection: socket.socket) -> bool:
    """Tell whether a request that comes letter by letter is listened to for five seconds."""
    end = time.monotonic() + 5
    try:
        while time.monotonic() < end:
            connection.sendall(b"GET"[:1])
            time.sleep(0.05)
    except OSError:
        return False
    return True


def test_too_many_connections() -> None:
    with opened(bounds=Bounds(silence=1.0, connections=2)) as browser:
        crowd = [socket.create_connection(("127.0.0.1", browser.port), timeout=10) for _ in range(2)]
        time.sleep(0.2)
        with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as third:
            assert third.recv(1) == b"", "no room for a third"
        for each in crowd:
            each.close()
        time.sleep(0.2)
        assert browser.ask("GET", "en/").code == 200


@pytest.mark.parametrize("bomb", [lambda: gigabyte("savedGame"), lambda: many_entries(200_000)], ids=["big", "many"])
def test_zip_bombs(browser: Browser, bomb: Any) -> None:
    told = browser.judged("bomb.vlog", bomb())
    assert told["state"] == "failed"
    assert len(told["errors"]["en"]) == 1
    assert browser.ask("GET", "en/").code == 200


def test_a_check_that_wants_too_much_time_is_ended_and_nothing_else() -> None:
    with opened(bounds=Bounds(seconds=0.05)) as browser:
        _ended(browser, dragged())


def test_a_check_that_wants_too_much_memory_is_ended_and_nothing_else() -> None:
    with opened() as browser:
        assert browser.judged("game.vlog", dragged())["state"] == "done", "its pictures are drawn now"
    with opened(bounds=Bounds(memory=200 * MEGABYTE)) as browser:
        _ended(browser, talkative(120 * MEGABYTE))
        assert browser.judged("game.vlog", dragged())["state"] == "done"


def _ended(browser: Browser, log: bytes) -> None:
    told = browser.judged("game.vlog", log)
    assert told["state"] == "failed"
    assert told["errors"] == {}
    assert browser.ask("GET", f"checks/{told['id']}/en.html").code == 404


def talkative(length: int) -> bytes:
    """A log in which somebody said so much, and played on."""
    save = savefile.read(dragged())
    *before, last = save.commands
    words = "".join(map(chr, Random(1).choices(range(97, 123), k=4_000)))
    said = commands.make("chat", text=f"&lt;{HOSTILE}&gt; - {words * (length // len(words))}", logged=True)
    return savefile.encode(replace(save, commands=(*before, said, last)))


@pytest.mark.parametrize(
    "line", [b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70_000 + b"\r\n\r\n"]
)
def test_what_is_no_request_is_answered_without_repeating_it(browser: Browser, line: bytes) -> None:
    with closing(socket.create_connection(("127.0.0.1", browser.port), timeout=10)) as connection:
        connection.sendall(line + b"\r\n\r\n")
        answer = connection.recv(4000)
        assert b"nonsense" not in answer
        assert b"AAAA" not in answer
    assert browser.ask("GET", "en/").code == 200


@pytest.mark.posix
def test_the_command_prints_the_address_serves_and_leaves_nothing_behind(tmp_path: Path) -> None:
    home = tmp_path / "temporary"
    home.mkdir()
    environment = {**os.environ, "TMPDIR": str(home), "HEXMEISTER_LANG": "en"}
    command = [sys.executable, "-m", "hexmeister", "serve", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[\w-]{43}/)", address)
        assert found
        with closing(http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=10)) as connection:
            connection.request("GET", found[2] + "en/")
            with connection.getresponse() as answer:
                assert answer.status == 200
        (desk,) = home.iterdir()
        assert desk.stat().st_mode & 0o077 == 0, "nobody else may look"
        process.send_signal(signal.SIGTERM)
        _, remarks = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "The page is closed." in remarks
    assert found[2] not in remarks
    assert not list(home.iterdir())


def test_every_threat_has_its_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    named = re.findall(r"`(test_[a-z_]+)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) >= 8
    assert all(f"def {each}" in text for each in named)


def test_a_check_that_runs_or_waits_is_stopped(browser: Browser) -> None:
    first, second = browser.begin(), browser.begin()
    for check in (first, second):
        browser.add(check, "game.vlog", dragged(30))
        browser.ask("POST", f"checks/{check}/start")
    for check in (second, first):
        assert browser.ask("POST", f"checks/{check}/stop").data["state"] == "stopped"
    assert browser.judged("after.vlog", dragged())["state"] == "done"
    assert [browser.ask("GET", f"checks/{check}").data["state"] for check in (first, second)] == ["stopped"] * 2
    assert browser.ask("POST", f"checks/{first}/stop").code == 409
    assert browser.ask("GET", f"checks/{first}/en.html").code == 404
