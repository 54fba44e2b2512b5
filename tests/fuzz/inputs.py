"""One broken file: a seed and a number give the same bytes for ever."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.fuzz.mutate import BYTES, TEXT, broken, lying_directory
from tests.fuzz.readers import SAVED_GAME
from tests.fuzz.seeds import Seed, packed, wrapped


class Input(NamedTuple):
    """A broken file, and how its name ends."""

    suffix: str
    data: bytes


def made(seeds: Sequence[Seed], run: int, number: int) -> Input:
    """Return the broken file of this number in this run."""
    random = Random(f"{run}:{number}")
    seed = random.choice(seeds)
    entries = dict(seed.entries)
    where = random.choices(("text", "wire", "entry", "zip", "sizes"), (60, 10, 10, 12, 8))[0]
    if where == "text":
        entries[seed.heart] = broken(random, entries[seed.heart], TEXT)
    if where == "entry":
        name = random.choice(sorted(entries))
        entries[name] = broken(random, entries[name], TEXT)
    if SAVED_GAME in entries:
        entries[SAVED_GAME] = wrapped(random, entries[SAVED_GAME])
    if where == "wire":
        entries[seed.heart] = broken(random, entries[seed.heart], BYTES)
    if where == "entry" and random.random() < 0.2:
        del entries[random.choice(sorted(entries))]
    data = packed(random, entries)
    if where == "zip":
        data = broken(random, data, BYTES)
    if where == "sizes":
        data = lying_directory(random, data)
    return Input(seed.suffix, data)
