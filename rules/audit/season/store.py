"""The database of a season: what was found in each log, each game in one transaction, so that a kill loses nothing."""

import json
import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Final, Self

from rules.audit.season.chains import Filed
from rules.audit.season.logs import Log
from rules.audit.season.places import SeasonError, is_address, place_of
from rules.audit.season.verdicts import Outcome, Row
from vassal.digest import WAY

APPLICATION: Final = 0x48584D52
VERSION, OLDEST = 5, 2
"""How a database is built now, and the oldest one that is brought up to date."""
VIEWS: Final = "-- What `hexmeister report` shows"
"""Where the part of the schema begins that an older database is given."""
ADDED: Final = {
    # Each finding of before is one of a deed of its own.
    4: "ALTER TABLE findings ADD COLUMN deed INTEGER NOT NULL DEFAULT 0; UPDATE findings SET deed = number;",
    # Its fingerprints were taken in the first way.
    5: "ALTER TABLE logs ADD COLUMN taken INTEGER NOT NULL DEFAULT 1;",
}
"""What an older database is given besides, by the version that has it."""
SCHEMA: Final = Path(__file__).with_name("schema.sql")
PINNED: Final = ("module_digest", "assets_digest", "rules_version", "rules_digest")
FAILED: Final[Row] = {
    "scenario": "",
    "status": "failed",
    "switches": "{}",
    **dict.fromkeys(PINNED, ""),
    **dict.fromkeys(("steps", "actions", "legal", "inferred", "illegal", "undecided", "observations"), 0),
}
EMPTY: Final = Log("", "", "", "", "", "", 0, b"")
WAIT: Final = 30.0
"""Seconds to wait while another program writes."""


class Store:
    """A season's database; what is not finished is not in it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, new: bool = False) -> Iterator[Self]:
        """Open the database of a file; a new one is made only where that is wished."""
        if not new and not path.is_file():
            raise SeasonError("there is no database of audits; `hexmeister audit` makes one", path.name)
        connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA foreign_keys = ON")
            _prepare(connection, path)
            yield cls(path, connection)
        except sqlite3.OperationalError as error:
            raise SeasonError(f"the database cannot be used: {error}", path.name) from error
        finally:
            connection.close()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Write all or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Row]:
        """Return the rows that a query finds."""
        return [dict(row) for row in self._db.execute(query, values)]

    def view(self, name: str) -> list[Row]:
        """Return the rows of a view of the database."""
        (row,) = self.rows("SELECT name FROM sqlite_master WHERE type = 'view' AND name = ?", (f"season_{name}",))
        return self.rows(f"SELECT * FROM {row['name']}")  # noqa: S608

    # ---------------------------------------------------------------------------------------------- a director's word
    def call(self, aliases: Mapping[str, str]) -> None:
        """Call players by one name from now on, by the names under which they played; what was called before is not."""
        with self.at_once():
            self._db.execute("DELETE FROM aliases")
            self._db.executemany("INSERT INTO aliases VALUES (?, ?)", aliases.items())

    def game(self, name: str) -> Row:
        """Return the game whose name begins so; it is refused if there are several, or none."""
        found = self.rows("SELECT * FROM games WHERE substr(id, 1, length(:name)) = :name", {"name": name})
        if len(found) != 1:
            raise SeasonError(
                f"{len(found)} games of the database begin with {name!r}, one was expected; the view `games` shows them"
            )
        return found[0]

    def decide(self, game: str, step: int, decision: str, word: str, *, rule: str = "", side: str = "") -> list[Row]:
        """Keep a decision on the findings of a step; return those that it concerns. An empty one takes it back."""
        found = self.rows(
            "SELECT DISTINCT chain.sha, chain.name AS log, step, rule, findings.side, verdict, text, why, facts, "
            "games.game AS rulebook "
            "FROM findings JOIN chain USING (game_id, place) JOIN games ON games.id = game_id "
            "WHERE game_id = :game AND step = :step AND note = 0 "
            "AND (:rule = '' OR rule = :rule) AND (:side = '' OR lower(findings.side) = lower(:side)) ORDER BY number",
            {"game": self.game(game)["id"], "step": step, "rule": rule, "side": side},
        )
        with self.at_once():
            for row in found:
                key = (row["sha"], row["step"], row["rule"], row["side"])
                self._db.execute("DELETE FROM decisions WHERE sha = ? AND step = ? AND rule = ? AND side = ?", key)
                if decision:
                    self._db.execute("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?)", (*key, decision, word))
        return found

    # ------------------------------------------------------------------------------------------------------- files
    def kept(self, path: Path) -> str:
        """Return a path as it is kept: seen from the database, where that is possible."""
        if is_address(str(path)):
            return str(path)
        try:
            return Path(os.path.relpath(path, self.path.parent)).as_posix()
        except ValueError:  # another drive
            return path.resolve().as_posix()

    def found(self, kept: str) -> Path:
        """Return the file that a kept path names."""
        return place_of(kept) if is_address(kept) else self.path.parent / kept

    def see(self, files: Mapping[Path, str]) -> None:
        """Note which files hold what."""
        with self.at_once():
            self._db.executemany(
                "INSERT OR REPLACE INTO files VALUES (?, ?)", [(self.kept(path), sha) for path, sha in files.items()]
            )

    def shas(self, *, sound: bool = False) -> set[str]:
        """Return the digests of all logs that were read; the bad ones too, unless only sound ones are asked for."""
        return {row["sha"] for row in self.rows("SELECT sha, error FROM logs") if not (sound and row["error"])}

    def read(self, log: Log, error: str = "") -> None:
        """Keep what is known of a log."""
        row = (log.sha, error, "", log.game, log.module, log.version, log.start, log.end, log.steps, log.trail)
        with self.at_once():
            marks = ", ".join("?" * 12)
            values = (*row, json.dumps(log.names), WAY)
            self._db.execute(f"INSERT OR REPLACE INTO logs VALUES ({marks})", values)  # noqa: S608

    def outdated(self) -> dict[str, Path]:
        """Return by digest the logs whose fingerprints were taken in an earlier way, each with a file that holds it."""
        old = {row["sha"] for row in self.rows("SELECT sha FROM logs WHERE error = '' AND taken < ?", (WAY,))}
        return {each.log.sha: each.path for each in self.filed() if each.log.sha in old} if old else {}

    def take_anew(self, log: Log) -> None:
        """Keep the fingerprints of a log as they are taken now.

        What was the same stays the same: logs whose files are gone follow where they begin or end as this one does.
        """
        (was,) = self.rows('SELECT start, "end" FROM logs WHERE sha = ?', (log.sha,))
        with self.at_once():
            for old, new in {(was["start"], log.start), (was["end"], log.end)}:
                self._db.execute("UPDATE logs SET start = ? WHERE start = ?", (new, old))
                self._db.execute('UPDATE logs SET "end" = ? WHERE "end" = ?', (new, old))
            self._db.execute("UPDATE logs SET taken = ? WHERE sha = ?", (WAY, log.sha))

    def copies(self, copies: Mapping[str, str]) -> None:
        """Keep which logs are copies of others."""
        with self.at_once():
            self._db.execute("UPDATE logs SET copy_of = '' WHERE copy_of <> ''")
            self._db.executemany("UPDATE logs SET copy_of = ? WHERE sha = ?", [(of, sha) for sha, of in copies.items()])
            begun = "SELECT game_id FROM chain JOIN logs USING (sha) WHERE place = 1 AND copy_of <> ''"
            self._db.execute(f"DELETE FROM games WHERE id IN ({begun})")  # noqa: S608

    def filed(self) -> list[Filed]:
        """Return all logs that could be read, each with a file that holds it, one that is still there if possible."""
        paths: defaultdict[str, list[Path]] = defaultdict(list)
        for row in self.rows("SELECT * FROM files ORDER BY path"):
            paths[row["sha"]].append(self.found(row["path"]))
        logs = self.rows("SELECT * FROM logs WHERE error = '' ORDER BY sha")
        return [Filed(_there(paths[row["sha"]]), _log(row)) for row in logs if row["sha"] in paths]

    # ------------------------------------------------------------------------------------------------------- games
    def pins(self) -> dict[str, str]:
        """Return by game under what it was judged."""
        return {row["id"]: row["pin"] for row in self.rows("SELECT id, pin FROM games")}

    def keep(self, run: int, pin: str, outcome: Outcome) -> int:
        """Keep a judged game instead of what its logs were part of before; return how many verdicts changed."""
        game = {**outcome.game, "pin": pin}
        shas = [row["sha"] for row in outcome.tables["chain"]]
        with self.at_once():
            changes = list(self._changes(shas, outcome))
            for old in self._games_of(shas) | {game["id"]}:
                self._db.execute("DELETE FROM games WHERE id = ?", (old,))
            self._insert("games", [game])
            for table, rows in outcome.tables.items():
                self._insert(table, [{"game_id": game["id"], **row} for row in rows])
            numbered = enumerate(changes, 1)
            self._insert("changes", [{"run": run, "game_id": game["id"], "number": n, **row} for n, row in numbered])
        return len(changes)

    def keep_failed(self, pin: str, name: str, filed: Sequence[Filed], error: str) -> None:
        """Keep why a game could not be judged; what was judged before stays as it was."""
        with self.at_once():
            shas = [each.log.sha for each in filed]
            if any(
                self.rows("SELECT 1 FROM games WHERE id = ? AND status = 'judged'", (old,))
                for old in self._games_of(shas)
            ):
                return
            self._db.execute("DELETE FROM games WHERE id = ?", (name,))
            last = filed[-1].log
            row = {"id": name, "pin": pin, "game": last.game, "error": error, "logs": len(filed)}
            self._insert("games", [{**FAILED, **row, "module": last.module, "module_version": last.version}])
            chain = [{"place": n, "sha": each.log.sha, "name": each.path.name} for n, each in enumerate(filed, 1)]
            self._insert("chain", [{"game_id": name, **each} for each in chain])

    def next_run(self) -> int:
        """Return the number of the next run."""
        (row,) = self.rows("SELECT coalesce(max(run), 0) + 1 AS run FROM changes")
        number: int = row["run"]
        return number

    def _games_of(self, shas: Iterable[str]) -> set[str]:
        found: set[str] = set()
        for sha in shas:
            found |= {row["game_id"] for row in self.rows("SELECT game_id FROM chain WHERE sha = ?", (sha,))}
        return found

    def _insert(self, table: str, rows: Sequence[Row]) -> None:
        if rows:
            names = ", ".join(f'"{name}"' for name in rows[0])
            marks = ", ".join(f":{name}" for name in rows[0])
            self._db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608

    # ----------------------------------------------------------------------------------------------------- changes
    def _changes(self, shas: Sequence[str], outcome: Outcome) -> Iterator[Row]:
        """Yield where the logs that were judged before came out otherwise."""
        before = {row["id"]: row for row in self.rows("SELECT * FROM games WHERE status = 'judged'")}
        places = {row["place"]: row for row in outcome.tables["chain"]}
        for old in sorted(self._games_of(shas) & before.keys()):
            query = "SELECT findings.*, chain.sha, chain.name AS log FROM findings JOIN chain USING (game_id, place)"
            was = self.rows(f"{query} WHERE game_id = ? AND note = 0", (old,))
            known = {row["sha"] for row in self.rows("SELECT sha FROM chain WHERE game_id = ?", (old,))}
            named = [{**row, "log": places[row["place"]]["name"]} for row in outcome.tables["findings"]]
            now = [{**row, "sha": places[row["place"]]["sha"]} for row in named if not row["note"]]
            because = _because(before[old], outcome.game, known, set(shas))
            yield from _different(was, [row for row in now if row["sha"] in known], because)


def _different(was: Iterable[Row], now: Iterable[Row], because: str) -> Iterator[Row]:
    old, new = _by_step(was), _by_step(now)
    for place in sorted(old.keys() | new.keys()):
        before, after = old.get(place, []), new.get(place, [])
        left, came = Counter(map(_what, before)), Counter(map(_what, after))
        gone = [row for row in before if left[_what(row)] > came[_what(row)]]
        fresh = [row for row in after if came[_what(row)] > left[_what(row)]]
        for one, other in zip_longest(gone, fresh):
            row = other or one
            yield {
                **{key: row[key] for key in ("log", "step", "side", "text")},
                "was": _verdict(one),
                "now": _verdict(other),
                "because": because,
            }


def _by_step(rows: Iterable[Row]) -> dict[tuple[str, int, str], list[Row]]:
    found: defaultdict[tuple[str, int, str], list[Row]] = defaultdict(list)
    for row in rows:
        found[row["sha"], row["step"], row["side"]].append(row)
    return found


def _what(row: Row) -> tuple[str, ...]:
    open_ = row["ruling"] if row["verdict"] == "undecided" else ""
    return row["verdict"], row["rule"], open_, row["why"]


def _verdict(row: Row | None) -> str:
    return " ".join(part for part in (row["verdict"], row["rule"] or row["why"]) if part) if row else ""


def _because(was: Row, now: Row, known: set[str], shas: set[str]) -> str:
    """Return what had changed, as names that need no translation."""
    found = [f"{key}: {was[key]} > {now[key]}" for key in PINNED if was[key] != now[key]]
    one, other = json.loads(was["switches"]), json.loads(now["switches"])
    rulings = [key for key in sorted(one.keys() | other.keys()) if one.get(key) != other.get(key)]
    found += [f"{key}: {one.get(key, '-')} > {other.get(key, '-')}" for key in rulings]
    return "; ".join(found + (["logs"] if known != shas else []))


def _there(paths: Sequence[Path]) -> Path:
    return next((path for path in paths if path.exists()), paths[0])


def _log(row: Row) -> Log:
    fields = {key: row[key] for key in Log.__struct_fields__ if key != "names"}
    return Log(**fields, names=tuple(json.loads(row["names"])))


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Give a database of a version before its new tables and views; what is in it stays."""
    old = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
    drops = "".join(f"DROP VIEW {row['name']};" for row in old)
    added = "".join(text for since, text in ADDED.items() if since > version)
    _tables, mark, views = SCHEMA.read_text(encoding="utf-8").partition(VIEWS)
    connection.executescript(f"BEGIN;{drops}{added}\n{mark}{views}\nPRAGMA user_version = {VERSION};COMMIT;")


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new database; refuse one that is something else."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise SeasonError("this is no database of audits", path.name) from error
    if not tables:
        head = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN;\n{SCHEMA.read_text(encoding='utf-8')}\n{head}\nCOMMIT;")
    elif application == APPLICATION and OLDEST <= version < VERSION:
        _upgrade(connection, version)
    elif (application, version) != (APPLICATION, VERSION):
        raise SeasonError("this is no database of audits, or one of another version", path.name)
