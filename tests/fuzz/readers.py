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


def read(path: Path) -> None:
    """Read a file by every way that a user can make the program read it; let the first refusal through."""
    with Archive(path, problems=[]) as archive:
        is_game = SAVED_GAME in archive
    if is_game:
        _game(path)
    else:
        _module(path)


def _game(path: Path) -> None:
    save = savefile.read(path, tolerant=True)
    game = Game(path.name, save, everything=True)
    game.summary()
    game.course(_no_progress)
    game.at(len(save.steps), _no_progress, properties=True)
    convert(path, path.with_suffix(".converted"))
    scrub(path, path.with_suffix(".scrubbed"))


def _no_progress(done: int, total: int) -> None:
    """Show nothing."""


def _module(path: Path) -> None:
    module = Module.open(path)
    summary(module)
    for slot in module.slots:
        if slot.expanded:
            slot.expanded.encode()
    for each in module.maps:
        each.layout().place((100, 100))
