"""Recorded games, played by a program: one by the rules, and one with wrong acts in it, of whichever game has some."""

from pathlib import Path
from typing import Final

import msgspec

from vassal import savefile
from vassal.wire import VCSK

LOGS: Final = ("clean.vlog", "wrong.vlog")
RECORDED: Final = Path(__file__).with_name("recorded")
"""By game and language, tightly packed; `python -m tools.record` plays and writes them anew."""


def recorded() -> str:
    """Return the short name of the game of which there are some."""
    return min(folder.name for folder in RECORDED.iterdir())


def write_games(folder: Path, language: str = "en") -> tuple[Path, ...]:
    """Write the log of a clean game and that of one with broken rules into a folder and return their paths."""
    return tuple(_unpacked(name, folder, language) for name in LOGS)


def _unpacked(name: str, folder: Path, language: str) -> Path:
    """Write a log in the form in which the engine writes its own."""
    log = savefile.read(RECORDED / recorded() / language / name)
    savefile.write(folder / name, msgspec.structs.replace(log, form=VCSK))
    return folder / name
