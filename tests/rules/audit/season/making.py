"""Small logs of games that are really played, for a season: clean ones, illegal ones, chains, forks, copies."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

import msgspec

from hexmeister.modules import module_of
from rules.audit.season.logs import Bench
from rules.audit.season.run import Run, Tally
from rules.audit.season.store import Store
from rules.audit.season.workers import Processes, Workers
from tests.rules.shared.kit import kit_of
from tests.rules.shared.sample import sample
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import commands, savefile
from vassal.commands import Command
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position
from vassal.savefile import SaveFile

PASSWORD = "hunter2-of-"
TABLES = ("files", "logs", "games", "chain", "players", "sides", "findings", "dice")
SAMPLE = sample()


def shop() -> Workshop:
    """The workshop of the game that is played."""
    return workshop_of(SAMPLE.GAME)


def seated(save: SaveFile, *players: str) -> SaveFile:
    """The log with players at the table, one for each side in their order."""
    sides = (side.record for side in shop().game.sides.values())
    seats = tuple(
        commands.make("player", id=PASSWORD + name.lower(), name=name, side=side)
        for side, name in zip(sides, players, strict=True)
        if name
    )
    first, *rest = save.commands
    return msgspec.structs.replace(save, commands=(first, *seats, *rest))


def game(seed: int, players: tuple[str, str] = ("Ann", "Bob"), *, illegal: int = 0, limit: int = 60) -> SaveFile:
    """The log of a random game; the first units, so many, are put where some may not begin."""
    scribe, writer = shop().scribe(SAMPLE.SCENARIO), shop().writer(SAMPLE.SCENARIO)
    for turn in kit_of(SAMPLE.GAME).play(SAMPLE.SCENARIO, seed, limit):
        action = turn.action
        wrong = SAMPLE.misplaced(action) if illegal else None
        if wrong is not None:
            action, illegal = wrong, illegal - 1
        scribe.write(writer.entries(turn.before, action))
    return seated(scribe.log(), *players)


def rebuilt(save: SaveFile, value: str = "") -> SaveFile:
    """The log as of a module that was built anew meanwhile, and declares one more property of the whole table."""
    first, *rest = save.commands
    more = commands.make("global_property", name="DeclaredLater", value=value, container="Module")
    return msgspec.structs.replace(save, commands=(first, more, *rest))


class Table:
    """A table at which pieces are pushed about, one log after the other."""

    def __init__(self, first: int = 9_000_000) -> None:
        self._save = save = shop().setups[SAMPLE.SCENARIO]
        self._ids = count(first)
        self._map = shop().game.handling.board
        self._writer = self._begun(Position.of(save.initial, ModuleGround(module_of(save, SAMPLE.GAME))))

    def _begun(self, position: Position) -> LogWriter:
        return LogWriter(position, self._ids, "ann", {"ann": PASSWORD + "ann"})

    def do(self, command: Command) -> None:
        """Record a command."""
        self._writer.do(command)

    def push(self, steps: int, at: int = 0) -> None:
        """Record so many moves."""
        pieces = sorted(each.id for each in self._writer.position.pieces() if each.map == self._map)
        for step in range(steps):
            self._writer.move(pieces[(at + step) % len(pieces)], self._map, 948 + 10 * at, 188 + 10 * step)

    def roll(self, *numbers: int) -> None:
        """Record a roll."""
        self._writer.roll(SAMPLE.DICE, numbers, f"* {SAMPLE.DICE} *")

    def undo(self) -> None:
        """Take back the last step."""
        self._writer.undo()

    def log(self) -> SaveFile:
        """The log so far."""
        return self._writer.save(metadata=self._save.metadata, module=self._save.module)

    def next(self) -> Table:
        """A table with the next log, which begins as this one ends."""
        fresh = Table.__new__(Table)
        fresh._save, fresh._ids, fresh._map = self._save, self._ids, self._map
        fresh._writer = fresh._begun(self._writer.position.copy())
        return fresh


def write(folder: Path, **logs: SaveFile) -> None:
    """Write logs into a folder by name."""
    folder.mkdir(exist_ok=True, parents=True)
    for name, save in logs.items():
        savefile.write(folder / f"{name}.vlog", save)


def audit(
    database: Path,
    paths: Iterable[Path],
    bench: Bench | None = None,
    *,
    jobs: int = 1,
    again: bool = False,
    workers: Workers | None = None,
) -> Tally:
    """A run over these files."""
    with Store.open(database, new=True) as store:
        run = Run(store, bench or Bench(module_of), workers or Processes(jobs))
        run.read(sorted(paths, key=str), quiet, again=again)
        return run.judge(quiet, again=again)


def quiet(_done: int, _of: int) -> None:
    """Show no progress."""


def content(database: Path) -> dict[str, list[dict[str, object]]]:
    """All that a database holds of the season but the digest of the program, which somebody may be writing on."""
    with Store.open(database) as store:
        tables = {name: store.rows(f"SELECT * FROM {name}") for name in TABLES}
    for row in tables["games"]:
        assert row.pop("rules_digest") or row["status"] == "failed"
    return tables
