"""Where the proof of a game lies: beside the tests of this house, or in the package that brings it."""

from __future__ import annotations

from pathlib import Path

import rules
from rules.audit.games import doors

HERE = Path(__file__).resolve().parents[1]


def package(game: str) -> str:
    """The package of a game's proof."""
    door = doors()[game]
    return f"tests.rules.{game}" if _own(game) else f"{door.package}.tests"


def home(game: str) -> Path:
    """The folder of a game's proof."""
    return HERE / game if _own(game) else doors()[game].folder / "tests"


def _own(game: str) -> bool:
    """Whether it is a game of this house."""
    return doors()[game].package == f"{rules.__name__}.{game}"
