"""`python -m tools.web.working FOLDER`: works out what a check keeps, and lays it there as a page brings it.

A process of its own, with an empty cache folder: what another one has read already would not be kept anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import assets
import kept
from hexmeister.modules import DENSITIES, ground
from kept.plain import plain
from rules.audit.games import doors
from vassal import componenttable


def work_out(folder: Path) -> None:
    """Lay down what is kept of every game, by its name alone and plain."""
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
    for path in sorted((kept.default_folder() / "kept").iterdir()):
        target = folder / path.name.rpartition("-")[0]
        if target.exists():
            raise ValueError(f"two things are kept as {target.name}: one of them would be lost")
        target.write_bytes(path.read_bytes()[len(kept.MARK) + kept.DIGEST :])


if __name__ == "__main__":
    work_out(Path(sys.argv[1]))
