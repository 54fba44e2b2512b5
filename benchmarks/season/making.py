"""Making a season: so many files out of the base games, clean ones, and such as real players and real disks bring.

The file of a number is always the same, however many there are: a season of a thousand is the beginning of one of ten
thousand. Files that are made of the same base differ in their players, in the line with which they greet each other,
and in what was done to them.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from benchmarks.season import BASES
from benchmarks.season.bases import GREETING, SEATS, Base, Text, base
from vassal import commands, metadata
from vassal.archive import pack, save_bytes
from vassal.commands import ESC, encode_all
from vassal.savefile import SAVED_GAME
from vassal.wire import encode

PLAYERS: Final = tuple(f"{first} {last}" for last in ("Adler", "Brook", "Castel", "Dumont") for first in (
    "Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea", "Max", "Nora", "Olaf", "Pia",
))  # fmt: skip
KINDS: Final = (
    *("clean",) * 10,
    *("mutated",) * 4,
    "gap",
    "typed",
    "undone",
    "earlier",
    "cut",
    "broken",
)
"""By the last part of a file's number: half of all are clean, a fifth have a broken rule, a tenth cannot be read."""
PER_FOLDER: Final = 500


def make(folder: Path, count: int, jobs: int = 2) -> Mapping[str, int]:
    """Write a season of so many files, and return how many of which kind and game it has."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = range(min(count, BASES))
    tally: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs) as workers:
        for found in workers.map(partial(_of_base, folder, count), numbers):
            tally.update(found)
    (folder / "season.json").write_text(json.dumps(dict(sorted(tally.items()))), encoding="utf-8")
    return tally


def _of_base(folder: Path, count: int, number: int) -> Counter[str]:
    """Write all files that are made of a base."""
    tally: Counter[str] = Counter()
    made = base(number)
    for each in range(number, count, BASES):
        kind = KINDS[each % len(KINDS)]
        path = folder / f"{each // PER_FOLDER:03}" / f"{each:05}-{kind}.vlog"
        path.parent.mkdir(exist_ok=True)
        save_bytes(path, MAKERS[kind](made, each, Random(each)))
        tally.update([kind, made.game])
    return tally


def _clean(made: Base, number: int, chance: Random) -> bytes:
    return _packed(made.clean, made.clean.steps, number, chance)


def _mutated(made: Base, number: int, chance: Random) -> bytes:
    text = made.mutants[(number // BASES) % len(made.mutants)]
    return _packed(text, text.steps, number, chance)


def _undone(made: Base, number: int, chance: Random) -> bytes:
    return _packed(made.undone, made.undone.steps, number, chance)


def _gap(made: Base, number: int, chance: Random) -> bytes:
    """A step was cut out of the middle."""
    steps = list(made.clean.steps)
    del steps[chance.randrange(len(steps) // 2, len(steps) - 1)]
    return _packed(made.clean, steps, number, chance)


def _typed(made: Base, number: int, chance: Random) -> bytes:
    """A record of the game was typed by a player."""
    line = chance.choice(made.clean.records)
    typed = commands.make("chat", text=f"&lt;{SEATS[0]}&gt; - {line}", logged=True)
    steps = list(made.clean.steps)
    steps.insert(chance.randrange(len(steps) // 2, len(steps)), encode_all((typed,)))
    return _packed(made.clean, steps, number, chance)


def _earlier(made: Base, number: int, chance: Random) -> bytes:
    """A log that is sent in twice: as it was in the middle of the game, and, if there are so many, whole."""
    steps = made.clean.steps[: len(made.clean.steps) * 2 // 3]
    return _packed(made.clean, steps, _whole(number), chance)


def _whole(number: int) -> int:
    """The number of the clean file of the same base that the earlier one leads to."""
    return next((each for each in range(number % BASES, number, BASES) if each % len(KINDS) < 10), number)


def _cut(made: Base, number: int, chance: Random) -> bytes:
    whole = _clean(made, number, chance)
    return whole[: chance.randrange(len(whole))]


def _broken(made: Base, number: int, chance: Random) -> bytes:
    """A few bytes are others, or half of the game is gone from a sound archive, or it is something else."""
    whole = bytearray(_clean(made, number, chance))
    fate = chance.randrange(4)
    if fate == 0:
        steps = made.clean.steps
        text = ESC.join([*made.clean.head, *steps[: len(steps) // 2]])
        return pack([(SAVED_GAME, encode(text[: len(text) // 3], made.clean.save.form)), *made.clean.save.entries])
    if fate == 1:
        return chance.randbytes(chance.randrange(5_000))
    for _ in range(chance.randrange(1, 6)):
        whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
    return bytes(whole)


MAKERS: Final[Mapping[str, Callable[[Base, int, Random], bytes]]] = {
    "clean": _clean,
    "mutated": _mutated,
    "gap": _gap,
    "typed": _typed,
    "undone": _undone,
    "earlier": _earlier,
    "cut": _cut,
    "broken": _broken,
}


def _packed(text: Text, steps: Sequence[str], number: int, _chance: Random) -> bytes:
    """The file of a log with players of its own."""
    seats = Random(-number - 1).sample(PLAYERS, 2)
    named = dict(zip(SEATS, seats, strict=True)) | {GREETING: f"Good luck in match {number}"}
    whole = ESC.join(_filled(each, named) for each in (*text.head, *steps))
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in ((SAVED_GAME, encode(whole, text.save.form)), *_others(text)):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED, compresslevel=1)
    return buffer.getvalue()


def _filled(chunk: str, named: Mapping[str, str]) -> str:
    for place, name in named.items():
        if place in chunk:
            chunk = chunk.replace(place, name)
    return chunk


def _others(text: Text) -> Iterator[tuple[str, bytes]]:
    for name, about in ((metadata.SAVE_ENTRY, text.save.metadata), (metadata.MODULE_ENTRY, text.save.module)):
        if about is not None:
            yield name, dict(text.save.entries).get(name) or metadata.encode(about)
