"""Who is who for ever: the lock file that pins the number (gpid) of every piece of a game.

A number is given once and never to another piece: adding, renaming and removing pieces moves nobody's number, and a
removed piece keeps its line, marked as retired, so that it finds its number again if it ever comes back.

    12 unit/fr.1cuir.hq
    13 unit/fr.1cuir.car retired

The pieces of an overlay have a lock of their own, in its folder, with numbers far above those of the game: whatever the
game gets later, nobody's number is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

RETIRED = "retired"
OVERLAID = 100_000
"""The first number of an overlay's own pieces."""
HEADER = "# The number of every piece, for ever. Written by the build; do not renumber.\n"


class LockError(Exception):
    """The lock file says something that cannot be; one line for a person."""


@dataclass(frozen=True)
class Lock:
    """The number of each piece by its name; `retired` are those that no piece of the game bears any more.

    New pieces get numbers from `first` on, above all that were ever given.
    """

    numbers: Mapping[str, int]
    retired: frozenset[str] = frozenset()
    first: int = 1

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]

    @property
    def free(self) -> int:
        """The first number above all that were ever given."""
        return max(self.numbers.values(), default=0) + 1

    def renewed(self, names: Iterable[str]) -> Lock:
        """The lock of a game with exactly these pieces: new ones numbered after all others, lost ones retired."""
        wanted = list(dict.fromkeys(names))
        new = [name for name in wanted if name not in self.numbers]
        start = max(self.free, self.first)
        numbers = {**self.numbers, **{name: start + rank for rank, name in enumerate(new)}}
        return Lock(numbers, frozenset(numbers) - frozenset(wanted), self.first)

    def overlaid(self, own: Lock) -> Lock:
        """The lock of a game under an overlay that has a lock of its own."""
        return Lock({**self.numbers, **own.numbers}, self.retired | own.retired, OVERLAID)

    def beside(self, ours: Lock) -> Lock:
        """What an overlay keeps of this lock: the pieces that the game itself does not have."""
        own = {name: number for name, number in self.numbers.items() if ours.numbers.get(name) != number}
        return Lock(own, self.retired & own.keys())

    def text(self) -> str:
        """The lock file."""
        lines = sorted((number, name) for name, number in self.numbers.items())
        return HEADER + "".join(
            f"{number} {name}{f' {RETIRED}' if name in self.retired else ''}\n" for number, name in lines
        )


def parse(text: str, place: str = "gpids.lock") -> Lock:
    """The lock that a file's text describes; LockError with its line where it is damaged."""
    numbers: dict[str, int] = {}
    retired: set[str] = set()
    taken: set[int] = set()
    for rank, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if (
            len(words) not in (2, 3)
            or not (words[0].isascii() and words[0].isdigit())
            or words[2:] not in ([], [RETIRED])
        ):
            raise LockError(f"{place}:{rank}: expected a number, a name and perhaps {RETIRED!r}, found {line[:60]!r}")
        number, name = int(words[0]), words[1]
        if name in numbers or number in taken:
            raise LockError(f"{place}:{rank}: {name if name in numbers else number} is there twice")
        numbers[name] = number
        taken.add(number)
        if words[2:]:
            retired.add(name)
    return Lock(numbers, frozenset(retired))


def read(path: Path) -> Lock:
    """The lock of a game; an empty one if the file is not there yet."""
    try:
        return parse(path.read_text(encoding="utf-8"), path.name)
    except FileNotFoundError:
        return Lock({})
