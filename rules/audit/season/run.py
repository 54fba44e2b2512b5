"""A run over a season: reads what is new, chains it, judges what was not yet judged under these rules."""

import gc
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from os import SEEK_END
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final
from weakref import finalize

import msgspec

from rules.audit.games import games
from rules.audit.season import chains, verdicts
from rules.audit.season.chains import Filed
from rules.audit.season.logs import Bench, Log, Opened, log_of, open_log
from rules.audit.season.pins import key
from rules.audit.season.places import bytes_of, sha_of
from rules.audit.season.store import EMPTY, Store
from rules.audit.season.verdicts import Outcome
from rules.audit.season.workers import Processes, Workers
from rules.engine.switches import Switches
from vassal.errors import VassalError
from vassal.memory import give_back

YOUNG: Final = 20_000
"""So many objects more than were let go make it worth to look for garbage: the many steps of a log are none."""
Progress = Callable[[int, int], None]


class Failure(msgspec.Struct, frozen=True):
    """Why something could not be done, in one line."""

    error: str
    again: bool = False
    """It may go better next time: the file was away, or the process died."""


@dataclass
class Tally:
    """What a run did."""

    files: int = 0
    read: int = 0
    bad: list[tuple[str, str]] = field(default_factory=list)
    """The files that cannot be read, with the reason."""
    games: int = 0
    judged: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    """The games that cannot be judged, with the reason."""
    changed: int = 0
    run: int = 0


class Read(msgspec.Struct, frozen=True):
    """A log that was read, and what is to be said of it if it turns out to be a game by itself."""

    log: Log
    alone: bytes = b""
    """The outcome as it is written down; nothing for a log that goes on from others."""
    fault: Failure | None = None
    """Why that could not be said, if it could not."""


@dataclass
class Aside:
    """Outcomes of logs as games by themselves, put aside in a file until it is known which logs are of one game."""

    # Ten thousand of them would fill the memory.

    _places: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    _file: IO[bytes] = field(default_factory=TemporaryFile)

    def __post_init__(self) -> None:
        """The file goes with what holds it."""
        finalize(self, self._file.close)

    def put(self, path: Path, read: Read) -> None:
        """Put the outcome of a log aside."""
        if read.alone:
            self._places[read.log.sha] = path.name, self._file.seek(0, SEEK_END), len(read.alone)
            self._file.write(read.alone)

    def take(self, filed: Sequence[Filed]) -> Outcome | None:
        """Return the outcome of a game, if it is that of one log that was put aside under the same name."""
        name, at, length = self._places.get(filed[0].log.sha, ("", 0, 0))
        if len(filed) != 1 or filed[0].path.name != name:
            return None
        self._file.seek(at)
        return msgspec.msgpack.decode(self._file.read(length), type=Outcome)


@dataclass
class Run:
    """A run over a season."""

    store: Store
    bench: Bench
    workers: Workers = field(default_factory=Processes)
    given: str = ""
    """The digest of the module that was given, if one was."""
    tally: Tally = field(default_factory=Tally)
    aside: Aside = field(default_factory=Aside)

    def read(self, paths: Sequence[Path], progress: Progress, *, again: bool = False) -> None:
        """Read all files whose content is not known yet, and remember those that cannot be read.

        Again, those are tried as well that could not be read before: by a later program, or as another game, they may.
        """
        files: dict[Path, str] = {}
        for path in paths:
            try:
                files[path] = sha_of(path)
            except (OSError, VassalError) as away:
                self.tally.bad.append((path.name, _failure(away).error))
        self.tally.files = len(paths)
        known = self.store.shas(sound=again)
        fresh = {sha: path for path, sha in sorted(files.items(), reverse=True) if sha not in known}
        # The files are noted before they are read, so that a log is never without one.
        self.store.see(files)
        tasks = [Unread(path, sha) for sha, path in fresh.items()]
        self._take_anew(progress)
        work = partial(_read, self.bench)
        for done, (task, future) in enumerate(self.workers.carried_out(work, tasks, _with_data), 1):
            error = future.exception()
            result = _failure(error) if error else future.result()
            self._noted(task.path, task.sha, result)
            progress(done, len(tasks))
        wrong = "SELECT DISTINCT path, error FROM files JOIN logs USING (sha) WHERE error <> '' ORDER BY path"
        bad = {self.store.kept(path) for path in files}
        self.tally.bad += [(row["path"], row["error"]) for row in self.store.rows(wrong) if row["path"] in bad]

    def _take_anew(self, progress: Progress) -> None:
        """Take the fingerprints anew that are of an earlier way; a log that cannot be read any more keeps its own."""
        tasks = [Unread(path, sha) for sha, path in self.store.outdated().items()]
        work = partial(_read_again, self.bench)
        for done, (_task, future) in enumerate(self.workers.carried_out(work, tasks, _with_data), 1):
            log = None if future.exception() else future.result()
            if log is not None:
                self.store.take_anew(log)
            progress(done, len(tasks))

    def _noted(self, path: Path, sha: str, result: Read | Failure) -> None:
        if isinstance(result, Read):
            self.store.read(result.log)
            self.aside.put(path, result)
            self.tally.read += 1
            if result.fault:
                self._failed(path.name, result.fault)
        elif result.again:
            self.tally.bad.append((path.name, result.error))
        else:
            self.store.read(msgspec.structs.replace(EMPTY, sha=sha), result.error)

    def judge(self, progress: Progress, *, again: bool = False) -> Tally:
        """Judge every game that was not yet judged under these rules, or all of them again."""
        season = chains.season(self.store.filed())
        self.store.copies(season.copies)
        known = self.store.pins()
        self.tally.games = len(season.games)
        self.tally.run = self.store.next_run()
        pins = {verdicts.name_of(filed): self._key(filed) for filed in season.games}
        due = [each for each in season.games if again or known.get(name := verdicts.name_of(each)) != pins[name]]
        left = []
        for filed in due:
            outcome = self.aside.take(filed)
            if outcome is None:
                left.append(filed)
            else:
                self._kept(pins[verdicts.name_of(filed)], filed, outcome)
                progress(self.tally.judged, len(due))
        work = partial(_judge, self.bench)
        for done, (filed, future) in enumerate(self.workers.carried_out(work, left, _all_with_data), 1):
            error = future.exception()
            self._kept(pins[verdicts.name_of(filed)], filed, _failure(error) if error else future.result())
            progress(len(due) - len(left) + done, len(due))
        self.workers.close()
        return self.tally

    def _kept(self, pin: str, filed: Sequence[Filed], result: Outcome | Failure) -> None:
        if isinstance(result, Outcome):
            self.tally.changed += self.store.keep(self.tally.run, pin, result)
            self.tally.judged += 1
        else:
            self.store.keep_failed("" if result.again else pin, verdicts.name_of(filed), filed, result.error)
            self._failed(filed[0].path.name, result)

    def _failed(self, name: str, failure: Failure) -> None:
        """Remember why something could not be judged, once: a log may fail by itself and as a game."""
        if (name, failure.error) not in self.tally.failed:
            self.tally.failed.append((name, failure.error))

    def _key(self, filed: Sequence[Filed]) -> str:
        game = self.bench.laid(games()[filed[0].log.game])
        return key(self.bench, game, [each.log.sha for each in filed], self.given)


def check_rulings(settled: Iterable[str]) -> None:
    """Refuse a ruling that no game knows, and a reading that its ruling does not have."""
    for each in settled:
        owners = [game for game in games().values() if each.partition("=")[0].strip() in game.switches().disputes]
        for game in owners:
            game.switches([each])
        if not owners:
            Switches(chain(*(game.switches().disputes.values() for game in games().values()))).settle_all([each])


@dataclass(frozen=True)
class Unread:
    """A file that was not read yet."""

    path: Path
    sha: str
    data: bytes | None = None


def _with_data(task: Unread) -> Unread:
    """The task with what its file holds; where it cannot be read, the worker will say so."""
    try:
        return replace(task, data=bytes_of(task.path))
    except OSError:
        return task


def _all_with_data(filed: tuple[Filed, ...]) -> tuple[Filed, ...]:
    try:
        return tuple(replace(each, data=bytes_of(each.path)) for each in filed)
    except OSError:
        return filed


def _read(bench: Bench, task: Unread) -> Read | Failure:
    try:
        opened = open_log(bench, task.path, task.data)
        log = log_of(opened, task.sha)
    except (VassalError, OSError) as error:
        return _failure(error)
    read = _alone(bench, Filed(task.path, log), opened)
    _settled(opened.game.id)
    # Logs are large, and the C library would keep for itself what the largest of them took.
    del opened
    give_back()
    return read


def _read_again(bench: Bench, task: Unread) -> Log | None:
    """Return what is known of a log that was read before; nothing if it cannot be read any more, or is another."""
    try:
        data = bytes_of(task.path) if task.data is None else task.data
        log = log_of(open_log(bench, task.path, data), task.sha)
    except (VassalError, OSError):
        return None
    give_back()
    return log if sha256(data).hexdigest() == task.sha else None


@cache
def _settled(_game: str) -> None:
    """What is there after the first log of a game stays: from now on it is not looked through for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def _alone(bench: Bench, filed: Filed, opened: Opened) -> Read:
    """Return a log with what is to be said of it as a game by itself, or why that could not be found out."""
    try:
        outcome = verdicts.judged_alone(bench, filed, opened)
    except Exception as error:  # the log is read all the same: it may be a part of a game that can be judged
        return Read(filed.log, fault=_failure(error))
    return Read(filed.log, msgspec.msgpack.encode(outcome) if outcome else b"")


def _judge(bench: Bench, filed: Sequence[Filed]) -> Outcome | Failure:
    try:
        return verdicts.judged(bench, filed)
    except (VassalError, OSError) as error:
        return _failure(error)


def _failure(error: BaseException) -> Failure:
    """Return an error as a line; an unexpected one is a fault of the program and says so."""
    if isinstance(error, OSError):
        return Failure(error.strerror or type(error).__name__, again=True)
    if isinstance(error, BrokenProcessPool):
        return Failure("the process that worked on it died", again=True)
    if isinstance(error, VassalError):
        return Failure(" ".join(error.what.split())[:300])
    # No more than its kind: the text of a fault may hold anything that stood in the file, passwords too.
    return Failure(f"a fault of the program: {type(error).__name__}")
