"""A tiny game of our own, written by our own writers: for the demo, the tests, and a first look."""

from pathlib import Path
from typing import Final

from hexmeister.examples import ford, play
from vassal import modulewriter, savefile
from vassal.logwriter import LogWriter
from vassal.metadata import Metadata

SAVED: Final = 1_767_225_600_000
"""When everything here says that it was saved: the first moment of 2026."""


def write_module(folder: Path) -> Path:
    """Write the module into a folder and return its path."""
    path = folder / "ford.vmod"
    modulewriter.write_module(path, ford.root(), ford.pictures(), saved=SAVED)
    return path


def write_save(folder: Path) -> Path:
    """Write the opening position into a folder and return its path."""
    return _written(folder / "ford.vsav", play.begun())


def write_log(folder: Path) -> Path:
    """Write the log of a few steps into a folder and return its path."""
    return _written(folder / "ford.vlog", play.played())


def write_all(folder: Path) -> tuple[Path, Path, Path]:
    """Write module, save and log into a folder and return their paths."""
    return write_module(folder), write_save(folder), write_log(folder)


def _written(path: Path, log: LogWriter) -> Path:
    module = Metadata(ford.VERSION, modulewriter.LOWEST_ENGINE, SAVED, ford.DESCRIPTION, ford.NAME)
    game = Metadata(ford.VERSION, modulewriter.LOWEST_ENGINE, SAVED, "A first try")
    savefile.write(path, log.save(game, module))
    return path
