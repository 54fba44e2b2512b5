"""What is known of a log before it is judged: its game, where it begins, where it ends, the trail between."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from rules.audit.games import game_of
from rules.audit.season.overlays import Overlay
from rules.audit.season.places import bytes_of
from rules.engine.reading import Game
from vassal import savefile
from vassal.module import Module
from vassal.savefile import SaveFile
from vassal.timeline import Step, Timeline

MARK: Final = 8
"""Bytes of the trail for each step."""
ModuleOf = Callable[[SaveFile, str], Module]
"""Gives the module that a log of this game was played with; it is sent to other processes."""


class Log(msgspec.Struct, frozen=True):
    """A log by its content."""

    sha: str
    game: str
    module: str
    version: str
    start: str
    end: str
    steps: int
    trail: bytes
    """For each step a mark of it and all steps before it."""
    names: tuple[str, ...] = ()
    """The names of the players in its roster."""

    @property
    def still(self) -> bool:
        """Tell whether the board ends as it began."""
        return self.start == self.end

    def mark(self, step: int) -> bytes:
        """Return the mark of all steps up to this one."""
        return self.trail[(step - 1) * MARK : step * MARK]


@dataclass(frozen=True)
class Bench:
    """How logs are read and judged; the same in every process."""

    modules: ModuleOf
    settled: tuple[str, ...] = ()
    game: str = ""
    """The game, where logs do not name their module."""
    overlay: Overlay | None = None
    """Printed values that are laid on the games that they are of."""

    def game_of(self, save: SaveFile) -> Game:
        """Return the game that a log is of."""
        return self.laid(game_of(self.game or (save.module.name if save.module and save.module.name else "")))

    def laid(self, game: Game) -> Game:
        """Return a game with the printed values, if there are any for it."""
        return self.overlay.laid_on(game) if self.overlay else game

    def rulings(self, game: Game) -> tuple[str, ...]:
        """Return what is settled of this game's disputed rulings."""
        known = game.switches().disputes
        return tuple(each for each in self.settled if each.partition("=")[0].strip() in known)


@dataclass(frozen=True)
class Opened:
    """A log with all that it takes to judge it."""

    save: SaveFile
    game: Game
    module: Module
    timeline: Timeline


def open_log(bench: Bench, path: Path, data: bytes | None = None) -> Opened:
    """Return the log in a file; its content may have come along."""
    save = savefile.read(bytes_of(path) if data is None else data)
    game = bench.game_of(save)
    module = bench.modules(save, game.id)
    return Opened(save, game, module, Timeline.of(save, module))


def log_of(opened: Opened, sha: str) -> Log:
    """Return what is known of a log by its content."""
    module, timeline = opened.save.module, opened.timeline
    steps = timeline.steps
    return Log(
        sha,
        opened.game.id,
        (module.name or "") if module else "",
        (module.version or "") if module else "",
        *timeline.fingerprints,
        len(steps),
        trail_of(steps),
        tuple(sorted({each.name for each in timeline.end.table.players if each.name})),
    )


def read_log(bench: Bench, path: Path, sha: str) -> Log:
    """Return what is known of the log in a file."""
    return log_of(open_log(bench, path), sha)


def trail_of(steps: Iterable[Step]) -> bytes:
    """Return the marks of steps, each of the step and all before it."""
    running = hashlib.sha256()
    marks = bytearray()
    for step in steps:
        # Each command ends in an escape, and the step in a line's end.
        sources = [command.source for command in step.commands]
        running.update("\x1b".join([*sources, "\n"]).encode("utf-8", "surrogatepass"))
        marks += running.digest()[:MARK]
    return bytes(marks)
