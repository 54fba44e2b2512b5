"""Everything that reads a file from outside, one after the other, the lenient ways before the strict ones."""

from pathlib import Path

from hexmeister.shown.gamedata import Game
from vassal import savefile
from vassal.archive import Archive
from vassal.convert import convert
from vassal.module import Module
from vassal.modulesummary import summary
from vassal.scrub import scrub

SAVED_GAME = "savedGame"


class Readers:
    """All readers, with a sound module and a sound log to go with what is broken."""

    def __init__(self, module: Path, log: Path) -> None:
        self._module = Module.open(module)
        self._log = savefile.read(log)

    def read(self, path: Path) -> None:
        """Read a file by every way that a user can make the program read it; let the first refusal through."""
        with Archive(path, problems=[]) as archive:
            is_game = SAVED_GAME in archive
        if is_game:
            self._game(path)
        else:
            self._built(path)

    def _game(self, path: Path) -> None:
        save = savefile.read(path, tolerant=True)
        _told(Game(path.name, save, self._module, everything=True), len(save.steps))
        convert(path, path.with_suffix(".converted"))
        scrub(path, path.with_suffix(".scrubbed"))

    def _built(self, path: Path) -> None:
        module = Module.open(path)
        summary(module)
        for slot in module.slots:
            if slot.expanded:
                slot.expanded.encode()
        for each in module.maps:
            layout = each.layout()
            for point in ((0, 0), (100, 100), (-7, 99_999)):
                layout.place(point)
                layout.snap(point)
        _told(Game("sound.vlog", self._log, module, everything=True), len(self._log.steps))


def _told(game: Game, steps: int) -> None:
    game.summary()
    game.course(_no_progress)
    game.at(steps, _no_progress, properties=True)


def _no_progress(done: int, total: int) -> None:
    """Show nothing."""
