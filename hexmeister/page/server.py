"""The server of the page: the standard library's, bound to this machine, with every request admitted first."""

import json
import re
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import Any, Final
from urllib.parse import unquote

from hexmeister.language import LANGUAGES, chosen
from hexmeister.page.bounds import Bounds, Refused
from hexmeister.page.desk import Desk
from hexmeister.page.front import front
from hexmeister.page.guard import HEADERS, HOST, POLICY, SHUT, admit
from hexmeister.page.words import WORDS

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
_SPOKEN: Final = "|".join(LANGUAGES)


class PageServer(ThreadingHTTPServer):
    """Serves one desk to the browser of one person."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, desk: Desk, bounds: Bounds, port: int = 0) -> None:
        self.desk = desk
        self.bounds = bounds
        self.token = token_urlsafe(32)
        self._free = threading.BoundedSemaphore(bounds.connections)
        super().__init__((HOST, port), Handler)

    @property
    def address(self) -> str:
        """Where the page is found, with the token."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve the connection, or hang up if there are too many."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve the connection and make room for the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell faults of the program; that a browser hangs up is none."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One request on one connection, for a limited time."""

    server: PageServer
    server_version = "hexmeister"
    sys_version = ""

    def setup(self) -> None:
        """Begin to count: a connection may be neither silent nor slow for long."""
        super().setup()
        self.connection.settimeout(self.server.bounds.silence)
        self._ends = [self._counted(seconds) for seconds in (self.server.bounds.head, self.server.bounds.connection)]

    def _counted(self, seconds: float) -> threading.Timer:
        """The end of the connection, after so many seconds."""
        end = threading.Timer(seconds, self._cut)
        end.daemon = True
        end.start()
        return end

    def finish(self) -> None:
        """Stop counting."""
        for end in self._ends:
            end.cancel()
        super().finish()

    def _cut(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def do_GET(self) -> None:
        """Answer what asks."""
        self._serve()

    def do_POST(self) -> None:
        """Answer what acts."""
        self._serve()

    def _serve(self) -> None:
        """Answer a request, which is known as a whole now but for what it brings."""
        self._ends[0].cancel()
        try:
            asked = admit(self.headers, self.command, self.path, self.server.server_port, self.server.token)
            answer, words = _route(self.command, asked)
            answer(self, *words)
        except Refused as refusal:
            self.tell({"error": refusal.why, "text": WORDS[refusal.why]}, refusal.code)

    def tell(self, value: object, code: HTTPStatus = HTTPStatus.OK) -> None:
        """Answer with a value as JSON."""
        self.answer(json.dumps(value).encode(), JSON, code)

    def answer(self, body: bytes, kind: str, code: HTTPStatus = HTTPStatus.OK, **more: str) -> None:
        """Answer with a text of this kind, and everything that keeps other sites out."""
        self.send_response(code)
        policy = POLICY.get(kind.partition(";")[0], SHUT)
        length = str(len(body))
        for name, value in {**HEADERS, **more, "Content-Security-Policy": policy, "Content-Length": length}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is no request that is known, without repeating any of it."""
        self.close_connection = True
        self.tell({"error": "request", "text": WORDS["request"]}, HTTPStatus(code))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing: the address holds the token, and names come from strangers."""

    def home(self) -> None:
        """Lead to the page in the language of the browser, as far as it is one of ours, else of the program."""
        language = _preferred(self.headers.get("Accept-Language", "")) or chosen()
        self.answer(b"", HTML, HTTPStatus.SEE_OTHER, Location=f"/{self.server.token}/{language}/")

    def front(self, language: str) -> None:
        """Answer with the page on which a check begins."""
        self.answer(front(language, self.server.desk.listed(), self.server.bounds).encode(), HTML)

    def checks(self) -> None:
        """Answer with all checks so far."""
        self.tell(self.server.desk.checks())

    def begin(self) -> None:
        """Begin a check."""
        self.tell(self.server.desk.begin().told(), HTTPStatus.CREATED)

    def status(self, check: str) -> None:
        """Answer how far a check is."""
        self.tell(self.server.desk.check(check).told())

    def add(self, check: str, name: str) -> None:
        """Take a log."""
        if self.headers.get("Content-Type") != "application/octet-stream":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "kind")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,12}", length) or "Transfer-Encoding" in self.headers:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "cut")
        desk = self.server.desk
        desk.add(desk.check(check), name, self.rfile, int(length))
        self.tell(desk.check(check).told(), HTTPStatus.CREATED)

    def add_listed(self, check: str, name: str) -> None:
        """Take a log of the folder."""
        desk = self.server.desk
        desk.add_listed(desk.check(check), name)
        self.tell(desk.check(check).told(), HTTPStatus.CREATED)

    def start(self, check: str) -> None:
        """Let a check run."""
        desk = self.server.desk
        desk.start(desk.check(check))
        self.tell(desk.check(check).told(), HTTPStatus.ACCEPTED)

    def stop(self, check: str) -> None:
        """End a check."""
        desk = self.server.desk
        desk.stop(desk.check(check))
        self.tell(desk.check(check).told())

    def report(self, check: str, language: str) -> None:
        """Answer with the report."""
        desk = self.server.desk
        self.answer(desk.report(desk.check(check), language), HTML)

    def asked(self, check: str, language: str, log: str, step: str, unit: str) -> None:
        """Answer what a unit may do after a step of a log."""
        desk = self.server.desk
        self.answer(desk.ask(desk.check(check), log=log, step=int(step), unit=unit, language=language), JSON)


_CHECK: Final = r"checks/([0-9a-f]{16})"
ROUTES: Final[tuple[tuple[str, re.Pattern[str], Callable[..., None]], ...]] = (
    ("GET", re.compile(""), Handler.home),
    ("GET", re.compile(f"({_SPOKEN})/"), Handler.front),
    ("GET", re.compile("checks"), Handler.checks),
    ("POST", re.compile("checks"), Handler.begin),
    ("GET", re.compile(_CHECK), Handler.status),
    ("POST", re.compile(_CHECK + "/logs/([^/]+)"), Handler.add),
    ("POST", re.compile(_CHECK + "/listed/([^/]+)"), Handler.add_listed),
    ("POST", re.compile(_CHECK + "/start"), Handler.start),
    ("POST", re.compile(_CHECK + "/stop"), Handler.stop),
    ("GET", re.compile(f"{_CHECK}/({_SPOKEN})[.]html"), Handler.report),
    ("GET", re.compile(f"{_CHECK}/({_SPOKEN})/asked/([^/]+)/([0-9]{{1,9}})/([^/]+)"), Handler.asked),
)
"""What can be asked for: the method, the way behind the token, who answers."""


def _preferred(wishes: str) -> str:
    """Return the first of our languages that a browser names, in the order in which it does; empty if there is none."""
    named = (wish.strip()[:2].lower() for wish in wishes[:200].split(","))
    return next((language for language in named if language in LANGUAGES), "")


def _route(method: str, asked: str) -> tuple[Callable[..., None], list[str]]:
    """Return who answers what is asked for, and the words that it holds."""
    for each, pattern, answer in ROUTES:
        found = pattern.fullmatch(asked)
        if found and each == method:
            return answer, [unquote(word) for word in found.groups()]
    raise Refused(HTTPStatus.NOT_FOUND, "gone")
