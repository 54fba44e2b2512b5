"""How many lines of Python a game takes for each rule that binds: `python -m tools.lines`, with `--rooms` by room."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.audit.games import doors, games

PROOF = "tests"
"""The room of a package in which its proof lies; it is no part of what judges."""
HERE = "."


@dataclass(frozen=True)
class Lines:
    """What a game takes: its lines by room, and the rules that bind."""

    game: str
    rooms: Counter[str]
    binding: int

    @property
    def total(self) -> int:
        """All lines, blank ones and comments too."""
        return self.rooms.total()

    @property
    def each(self) -> float:
        """Lines for each rule."""
        return self.total / self.binding if self.binding else 0.0

    def __str__(self) -> str:
        return f"{self.each:.1f} lines a rule ({self.total:,} for {self.binding} rules that bind)"


def rooms(folder: Path) -> Counter[str]:
    """By room of a folder: how many lines of Python lie in it; what lies in no room is under a dot."""
    found = Counter[str]()
    for path in folder.rglob("*.py"):
        room, *rest = path.relative_to(folder).parts
        if room != PROOF:
            found[room if rest else HERE] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def lines_of(game: str) -> Lines:
    """What a game takes."""
    entries = games()[game].book.entries.values()
    return Lines(game, rooms(doors()[game].folder), sum(entry.binding for entry in entries))


def main(words: Sequence[str]) -> int:
    """Print what each game takes."""
    for game in games():
        found = lines_of(game)
        print(f"{game}: {found}")
        for room, lines in found.rooms.most_common() if "--rooms" in words else ():
            print(f"  {lines:6,}  {room}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
