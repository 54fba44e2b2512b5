"""The checks of the page: logs are put on the desk, judged in a process of their own, and wiped off."""

import os
import secrets
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BufferedIOBase
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, Literal

import msgspec

from hexmeister.page.bounds import Bounds, Refused
from hexmeister.page.worker import Order
from hexmeister.screen import clean

State = Literal["open", "waiting", "running", "done", "failed", "stopped"]
LOGS: Final = (".vlog", ".vsav")
_PIECE: Final = 256 * 1024


@dataclass
class Check:
    """One check: its logs in the order of play, how far it is, and what became of it."""

    id: str
    folder: Path
    logs: list[tuple[str, Path]] = field(default_factory=list)
    size: int = 0
    state: State = "open"
    stage: str = ""
    done: int = 0
    of: int = 0
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    summary: Mapping[str, int] = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """Return what the page may know of it."""
        names = [name for name, _ in self.logs]
        parts = ("id", "state", "stage", "done", "of", "errors", "summary")
        return {**{part: getattr(self, part) for part in parts}, "logs": names}


class Desk:
    """All checks of one run of the page; what lies on the desk is gone when it is cleared."""

    def __init__(self, folder: Path | None, order: Order, bounds: Bounds) -> None:
        self._folder = folder
        self._order = order
        self._bounds = bounds
        self.home = Path(mkdtemp(prefix="hexmeister-"))
        self._checks: dict[str, Check] = {}
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._asked = threading.Lock()
        self._judge: tuple[str, subprocess.Popen[bytes]] | None = None
        """The check that was done last, and the process that judged it: it answers questions about it."""
        self._cleared = False

    def listed(self) -> dict[str, Path]:
        """Return the logs of the folder by their names: files that lie in it, and nothing that points elsewhere."""
        if self._folder is None:
            return {}
        with os.scandir(self._folder) as entries:
            logs = [Path(each.path) for each in entries if _is_log(each.name) and each.is_file(follow_symlinks=False)]
        return {path.name: path for path in sorted(logs)[: self._bounds.listed]}

    def checks(self) -> list[dict[str, Any]]:
        """Return all checks that were started, the latest first."""
        with self._lock:
            return [each.told() for each in reversed(self._checks.values()) if each.state != "open"]

    def begin(self) -> Check:
        """Return a new check; the oldest that nobody waits for makes room."""
        with self._lock:
            if len(self._checks) >= self._bounds.checks:
                old = next((each for each in self._checks.values() if each.state not in {"waiting", "running"}), None)
                if old is None:
                    raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "busy")
                shutil.rmtree(self._checks.pop(old.id).folder)
            name = secrets.token_hex(8)
            check = Check(name, self.home / name)
            check.folder.mkdir(mode=0o700)
            self._checks[name] = check
            return check

    def check(self, name: str) -> Check:
        """Return the check of this name."""
        with self._lock:
            if name not in self._checks:
                raise Refused(HTTPStatus.NOT_FOUND, "gone")
            return self._checks[name]

    def add(self, check: Check, name: str, source: BufferedIOBase, size: int) -> None:
        """Put a log on the desk; on the disk it has a number, and never the name that came with it."""
        shown = self._name(name)
        if size > self._bounds.log:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "large")
        with self._lock:
            self._room(check, size)
            path = check.folder / f"{len(check.logs):04}.log"
            check.logs.append((_unlike(shown, check), path))
        left = size
        with path.open("wb") as target:
            while left and (piece := source.read(min(left, _PIECE))):
                target.write(piece)
                left -= len(piece)
        if left:
            path.unlink()
            with self._lock, suppress(KeyError):
                shutil.rmtree(self._checks.pop(check.id).folder)
            raise Refused(HTTPStatus.BAD_REQUEST, "cut")

    def add_listed(self, check: Check, name: str) -> None:
        """Put a log of the folder on the desk: one that is listed, by the name under which it is."""
        path = self.listed().get(name)
        if path is None:
            raise Refused(HTTPStatus.NOT_FOUND, "gone")
        size = path.stat().st_size
        if size > self._bounds.log:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "large")
        with self._lock:
            self._room(check, size)
            check.logs.append((_unlike(self._name(name), check), path))

    def _name(self, name: str) -> str:
        shown = clean(name.replace("\\", "/").rpartition("/")[2])
        if not _is_log(shown):
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "kind")
        return shown if len(shown) <= self._bounds.name else "…" + shown[-self._bounds.name :]

    def _room(self, check: Check, size: int) -> None:
        if check.state != "open":
            raise Refused(HTTPStatus.CONFLICT, "started")
        if len(check.logs) >= self._bounds.logs:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "many")
        if check.size + size > self._bounds.together:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "large")
        check.size += size

    def start(self, check: Check) -> None:
        """Let the check run as soon as no other does."""
        with self._lock:
            if check.state != "open" or not check.logs:
                raise Refused(HTTPStatus.CONFLICT, "started" if check.logs else "empty")
            check.state = "waiting"
        threading.Thread(target=self._run, args=(check,), daemon=True).start()

    def stop(self, check: Check) -> None:
        """End a check that waits or runs; one that is done stays as it is."""
        with self._lock:
            if check.state not in {"waiting", "running"}:
                raise Refused(HTTPStatus.CONFLICT, "over")
            process = self._running if check.state == "running" else None
            check.state = "stopped"
        if process is not None:
            process.kill()

    def _run(self, check: Check) -> None:
        with self._turn:
            try:
                process = self._begun(check)
            except OSError:
                check.state = "failed"
                return
            if process is None:
                _wiped(check)
                return
            overdue = threading.Timer(self._bounds.seconds, process.kill)
            overdue.daemon = True
            overdue.start()
            told = self._heard(check, process)
            overdue.cancel()
            _wiped(check)
            with self._lock:
                if check.state != "stopped":
                    check.state = "done" if told and check.summary else "failed"
                if check.state == "done" and not self._cleared:
                    self._judge = check.id, process
                    return
            _ended(process)

    def _begun(self, check: Check) -> subprocess.Popen[bytes] | None:
        """Return the process that judges, unless the desk is cleared already."""
        order = msgspec.structs.replace(
            self._order,
            logs=tuple((name, str(path)) for name, path in check.logs),
            target=str(check.folder),
            memory=self._bounds.memory,
        )
        with self._lock:
            if self._cleared or check.state == "stopped":
                return None
            before, self._judge = self._judge, None
            if before is not None:
                _ended(before[1])
            self._running = subprocess.Popen(
                [sys.executable, "-m", "hexmeister.page.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            check.state = "running"
        _sent(self._running, order)
        return self._running

    def ask(self, check: Check, **question: Any) -> bytes:
        """Return what the process that judged the check says to a question about it, as it says it."""
        with self._asked:
            with self._lock:
                of, process = self._judge or ("", None)
            if process is None or of != check.id:
                raise Refused(HTTPStatus.GONE, "forgotten")
            overdue = threading.Timer(self._bounds.question, process.kill)
            overdue.start()
            _sent(process, question)
            said = process.stdout.readline() if process.stdout else b""
            overdue.cancel()
        if not said.endswith(b"\n"):
            raise Refused(HTTPStatus.GONE, "forgotten")
        told = msgspec.json.decode(said)
        if "fault" in told:
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "unanswered")
        if told["answer"] is None:
            raise Refused(HTTPStatus.NOT_FOUND, "mute")
        return said

    @staticmethod
    def _heard(check: Check, process: subprocess.Popen[bytes]) -> bool:
        """Follow what the process tells, line by line, and return whether it came to an end of its own."""
        whole = (line for line in process.stdout or () if line.endswith(b"\n"))
        for line in whole:
            for part, value in msgspec.json.decode(line).items():
                setattr(check, part, value)
                if part in {"errors", "summary"}:
                    return True
        return False

    def report(self, check: Check, language: str) -> bytes:
        """Return the report of a check in a language."""
        if check.state != "done":
            raise Refused(HTTPStatus.NOT_FOUND, "gone")
        return (check.folder / f"{language}.html").read_bytes()

    def clear(self) -> None:
        """Stop what runs, and leave nothing on the disk."""
        with self._lock:
            self._cleared = True
            processes = {self._running, self._judge[1] if self._judge else None} - {None}
        for process in processes:
            if process is not None:
                _ended(process)
        shutil.rmtree(self.home, ignore_errors=True)


def _sent(process: subprocess.Popen[bytes], what: Any) -> None:
    """Give a process its next line; one that is gone hears nothing."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.write(msgspec.json.encode(what) + b"\n")
            process.stdin.flush()


def _ended(process: subprocess.Popen[bytes]) -> None:
    """End a process, and leave nothing of it open."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def _wiped(check: Check) -> None:
    """Leave nothing of the logs that were dropped."""
    for _, path in check.logs:
        if path.parent == check.folder:
            path.unlink(missing_ok=True)


def _is_log(name: str) -> bool:
    return name.lower().endswith(LOGS)


def _unlike(name: str, check: Check) -> str:
    """Return the name, with a number behind it if another log of the check has it."""
    taken = {each for each, _ in check.logs}
    return next(each for each in (name, *(f"{name} ({n})" for n in range(2, len(taken) + 3))) if each not in taken)
