"""`python -m tools.web.working FOLDER GAME...`: works out what a check keeps, and lays it there as a page brings it.

A process of its own: what another one has read already would not be kept anew.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

import assets
import kept
from hexmeister.modules import DENSITIES, ground
from hexmeister.page.stock import name_of
from kept.plain import plain
from rules.audit.games import doors
from tools.web.art import pictured
from vassal import componenttable


def work_out(folder: Path, films: Sequence[str]) -> None:
    """Lay down what is kept of every game, by its name alone and plain, and the pictures of these games."""
    usual = kept.default_folder
    with tempfile.TemporaryDirectory() as cache:
        kept.default_folder = lambda: Path(cache)  # type: ignore[assignment]
        for door in doors().values():
            for path in sorted(door.folder.rglob("*.yaml")):
                plain(path)
            assets.load(door.meta.id)
            for density in DENSITIES:
                ground(door.meta.id, density)
        for package in ("rules.audit", "rules.engine"):
            for path in sorted(Path(sys.modules[package].__file__ or "").parent.glob("*.yaml")):
                plain(path)
        plain(Path(componenttable.__file__).with_name("components.yaml"))
        kept.default_folder = usual
        for game in films:
            (folder / name_of(game)).write_bytes(msgspec.msgpack.encode(pictured(game)))
        for path in sorted((Path(cache) / "kept").iterdir()):
            name = path.name.rpartition("-")[0]
            target = folder / name
            if target.exists():
                raise ValueError(f"two things are kept as {name}: one of them would be lost")
            target.write_bytes(path.read_bytes()[len(kept.MARK) + kept.DIGEST :])


if __name__ == "__main__":
    work_out(Path(sys.argv[1]), sys.argv[2:])
