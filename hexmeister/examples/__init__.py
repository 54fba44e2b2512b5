"""A tiny game of our own, written by our own writers: for the demo, the tests, and a first look."""

from pathlib import Path
from typing import Final

from hexmeister.examples import ford
from vassal import modulewriter

SAVED: Final = 1_767_225_600_000
"""When everything here says that it was saved: the first moment of 2026."""


def write_module(folder: Path) -> Path:
    """Write the module into a folder and return its path."""
    path = folder / "ford.vmod"
    modulewriter.write_module(path, ford.root(), ford.pictures(), saved=SAVED)
    return path
