"""Altered records: whatever a log says, there is a report, and never a fault.

Each key of each verb of a game gets values of other kinds, the ids and places of the game, other pieces, nothing,
something huge; deeds go elsewhere, are left out, are done by others. The seals stay, so that the records count.

python -m tests.rules.shared.proof.altered GAME --count 1000      # so many altered games; prints each fault once
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

import assets
from hexmeister.modules import module_of
from rules.audit.games import game_of
from rules.audit.integrity import observe
from rules.audit.report import Audit
from rules.engine.writing import Advance, Deed, Entry, Go, Keep, New, Open, Put, Ref, Say, Seal, Throw, Words
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.hand import Hand, hand_of, point
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, judged, windows
from tests.rules.shared.through import Edition
from vassal import savefile
from vassal.commands import Command
from vassal.errors import VassalError
from vassal.savefile import SaveFile

ROOT = Path(__file__).resolve().parents[4]
LENGTH = 14
"""Actions of a window."""
EACH = 3
"""So many windows of one random game: many of few games are much alike."""
IN_DEEDS, IN_WORDS = 2, 4
"""So many games are made of a window by doing otherwise, and so many more by saying otherwise."""
MOST = 3
"""So many things at most are altered in one game."""
TELLING = 0.85
"""How often a key is altered on which something hangs, and not one that numbers a record or says who speaks."""
FORMAL = frozenset({"count", "number", "turn", "side"})
"""Where the values of the others come from."""
WHOLE = 0.1
"""How often a game is audited with its report, and not only judged."""
ODD = (
    "", " ", "0", "-1", "1", "2", "7", "99", "1.5", "1e9", "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}", "+1",
    "0x10", "9" * 30, "9" * 5000, "x" * 20_000, "none", "null", "None", "True", "on", "off", "yes", "no", ",", ",,",
    "1,2", "6,6", "0,0", "7,7", "1,1,1,1,1,1,1,1", "1,x", "{X}", "$X$", "..", ".", "?", "a b", ":", "::", "a:b", "a/b",
    "0505/0506", "0505-0506", "0505", "0000", "9999", "0", "050", "05050", "0505 ", "off", "off-", "map", "lost-",
    "\N{LATIN SMALL LETTER E WITH ACUTE}", "\N{ZERO WIDTH SPACE}", "continue", "break", "+", "-", "/", "=",
)  # fmt: skip
"""Values that mean nothing, or not here."""
RECORD = re.compile(r"\[#(?P<verb>[a-z][a-z0-9]*)(?P<fields>(?:;[a-z][a-z0-9]*=[^;\[\]]*)*)\]")


class Altered(msgspec.Struct, frozen=True):
    """What was altered: in a record, or a deed; which verb or deed, which key, to what."""

    where: str
    verb: str
    key: str
    value: str

    def __str__(self) -> str:
        value = self.value if len(self.value) <= 40 else f"{self.value[:30]}... ({len(self.value)})"
        return f"{self.where} {self.verb} {self.key}={value!r}"


class Fault(msgspec.Struct, frozen=True):
    """An error of the program: its kind and place, what had been altered, in which game."""

    error: str
    at: str
    altered: tuple[Altered, ...]
    game: str


@dataclass(frozen=True)
class Values:
    """All that a game has names for."""

    words: tuple[str, ...]
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    """Names of pieces."""
    formal: frozenset[str] = frozenset()
    """Keys of records that number them and say who speaks: little hangs on them."""

    def key(self, keys: Sequence[str], rng: Random) -> str:
        """One of the keys of a record, mostly one on which something hangs."""
        telling = [key for key in keys if key not in self.formal]
        return rng.choice(telling if telling and rng.random() < TELLING else keys)

    def any(self, rng: Random, ids: Sequence[str] = ()) -> str:
        """A value of any kind."""
        pool = rng.choice((self.words, self.places, self.pieces, ODD, ODD, ids or ODD))
        value = rng.choice(pool)
        if rng.random() < 0.1:
            value = ",".join((value, rng.choice(pool)))
        return value


def values_of(kit: Kit[Any, Any], scenario: str) -> Values:
    """What a game has names for."""
    game = assets.load(kit.name)
    chronicle = game.chronicle
    choices = {word for verb in chronicle.verbs.values() for known in verb.choices.values() for word in known}
    told = {*game.orders, *game.formations, *game.sides, *(side.record for side in game.sides.values()), *game.chits}
    land = game.maps[game.scenarios[scenario].map]
    boxes = {name for each in game.maps.values() for name in each.boxes}
    words = {*choices, *told, *chronicle.purposes, *chronicle.phases, *chronicle.verbs, *chronicle.piles.values()}
    return Values(
        tuple(sorted(words)),
        tuple(sorted({*land.names, *boxes})),
        tuple(sorted({*game.units, *game.markers})),
        frozenset(key for key, known in chronicle.keys.items() if known.source in FORMAL),
    )


# --------------------------------------------------------------------------------------------------- in the records
def alter_said(save: SaveFile, values: Values, rng: Random) -> tuple[SaveFile, Altered | None]:
    """A log in which a key of a record has another value."""
    lines = [
        (number, command)
        for number, step in enumerate(save.commands)
        if step.logged
        for command in step.walk()
        if command.kind == "chat" and RECORD.search(command.text("text"))
    ]
    if not lines:
        return save, None
    number, line = rng.choice(lines)
    text = line.text("text")
    found = RECORD.search(text)
    assert found is not None
    fields = [field.partition("=") for field in found["fields"].split(";")[1:]]
    if not fields:
        return save, None
    key = values.key([name for name, _, _ in fields], rng)
    ids = sorted({part for _, each in lines for part in re.findall(r"\d{5,}", each.text("text"))})
    value = re.sub(r"[;\[\]\t\n\r]", "", values.any(rng, ids))
    told = "".join(f";{name}={value if name == key else old}" for name, _, old in fields)
    new = f"{text[: found.start()]}[#{found['verb']}{told}]{text[found.end() :]}"
    step = _changed(save.commands[number], line, new)
    made = replace(save, commands=(*save.commands[:number], step, *save.commands[number + 1 :]))
    return made, Altered("record", found["verb"], key, value)


def _changed(command: Command, line: Command, text: str) -> Command:
    """A command with another text in one of its lines."""
    parts = tuple(_changed(part, line, text) for part in command.parts)
    if command is line:
        return replace(command.with_fields(text=text), parts=parts, exact=None)
    return replace(command, parts=parts, exact=None)


# ------------------------------------------------------------------------------------------------------ in the deeds
Alter = Callable[[Any, Values, Random, Hand], "tuple[Any, str, str]"]
"""Another deed in the place of one: with what was altered, and to what."""


def _go(deed: Go, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    if rng.random() < 0.3:
        return replace(deed, piece=Ref(rng.choice(values.pieces))), "piece", "another"
    maps = [each.name for each in hand.module.maps]
    anywhere = point(rng.choice(maps), rng.randrange(-50, 6000), rng.randrange(-50, 5000))
    place = rng.choice((rng.choice(values.places), anywhere))
    return replace(deed, place=place), "place", place


def _put(deed: Put, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    if rng.random() < 0.3:
        return replace(deed, piece=Ref(rng.choice(values.pieces))), "piece", "another"
    ids = [hand.uid_of(name) for name in rng.sample(values.pieces, min(5, len(values.pieces))) if hand.copies(name)]
    value = values.any(rng, ids)
    return replace(deed, value=value), deed.property, value


def _keep(deed: Keep, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    value = values.any(rng)
    return replace(deed, value=value, fact=""), deed.property, value


def _say(deed: Say, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    keys = hand.chronicle.verbs[deed.verb].keys
    if deed.piece is not None and rng.random() < 0.3:
        other = rng.choice(values.pieces)
        return replace(deed, piece=Ref(other)), "u", other
    key = rng.choice(keys)
    value = re.sub(r"[;\[\]\t\n\r]", "", values.any(rng))
    return replace(deed, values={**deed.values, key: value}), key, value


def _throw(deed: Throw, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    numbers = rng.choice(((), (0,), (7, 7), (1,) * 40, (-1, 3), (10**12,), deed.numbers[:-1], (*deed.numbers, 6)))
    return replace(deed, numbers=numbers), "res", str(numbers)


def _advance(deed: Advance, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    phases = tuple(hand.chronicle.phases)
    turn, phase = rng.choice((deed.turn, 0, -1, 99, deed.turn + 1)), rng.choice(phases)
    return Advance(turn, phase), "turn", f"{turn} {phase}"


def _seal(deed: Seal, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    parts = list(deed.text.parts)
    place = rng.randrange(len(parts))
    old = parts[place]
    if isinstance(old, str) and ":" in old and rng.random() < 0.7:
        pieces = old.split(":")
        pieces[rng.randrange(len(pieces))] = values.any(rng).replace("\t", "")
        new: str | Ref = ":".join(pieces)
    else:
        new = rng.choice((values.any(rng), Ref(rng.choice(values.pieces)), ""))
    parts[place] = new
    return replace(deed, text=Words(tuple(parts))), "text", str(new)


def _open(deed: Open, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    value = values.any(rng)
    return replace(deed, key=value), "key", value


def _new(deed: New, values: Values, rng: Random, hand: Hand) -> tuple[Deed, str, str]:
    place = rng.choice(values.places)
    return replace(deed, place=place), "place", place


DEEDS: Mapping[type[Any], Alter] = {
    Go: _go, Put: _put, Keep: _keep, Say: _say, Throw: _throw, Advance: _advance, Seal: _seal, Open: _open, New: _new,
}  # fmt: skip


def alter_done(entries: Sequence[Entry], values: Values, rng: Random, hand: Hand) -> tuple[list[Entry], Altered | None]:
    """Entries of which one is otherwise: a deed altered, left out, done twice, done later, by the other side."""
    made = list(entries)
    if not made:
        return made, None
    at = rng.randrange(len(made))
    entry = made[at]
    where = rng.choice(("deed", "deed", "deed", "deed", "left out", "twice", "later", "side"))
    verb = next((deed.verb for deed in entry.deeds if isinstance(deed, Say)), "-")
    if where == "left out" and entry.deeds:
        keep = rng.randrange(len(entry.deeds))
        made[at] = replace(entry, deeds=(*entry.deeds[:keep], *entry.deeds[keep + 1 :]))
        return made, Altered(where, verb, type(entry.deeds[keep]).__name__, "")
    if where == "twice":
        made.insert(rng.randrange(at, len(made)), entry)
        return made, Altered(where, verb, "", "")
    if where == "later":
        made.insert(rng.randrange(len(made)), made.pop(at))
        return made, Altered(where, verb, "", "")
    if where == "side":
        side = values.any(rng)
        made[at] = replace(entry, side=side)
        return made, Altered(where, verb, "s", side)
    able = [place for place, deed in enumerate(entry.deeds) if type(deed) in DEEDS]
    if not able:
        return made, None
    place = rng.choice(able)
    deed, key, value = DEEDS[type(entry.deeds[place])](entry.deeds[place], values, rng, hand)
    made[at] = replace(entry, deeds=(*entry.deeds[:place], deed, *entry.deeds[place + 1 :]))
    return made, Altered(type(deed).__name__.lower(), verb, key, value)


# ----------------------------------------------------------------------------------------------------------- a game
def altered_games(window: Window, rng: Random, values: Values) -> Iterator[tuple[SaveFile, list[Altered]]]:
    """The logs of a window in which some things are otherwise: in the deeds, then in what is said of the same deeds."""
    for in_deeds in (0, *(rng.randint(1, MOST) for _ in range(IN_DEEDS))):
        save, made = _done(window, rng, values, in_deeds)
        for _ in range(1 if in_deeds else IN_WORDS):
            said, more = save, list[Altered]()
            for _ in range(rng.randint(0 if in_deeds else 1, MOST)):
                said, what = alter_said(said, values, rng)
                more += [what] if what else []
            yield said, [*made, *more]


def _done(window: Window, rng: Random, values: Values, times: int) -> tuple[SaveFile, list[Altered]]:
    """The log of a window in which so many deeds are otherwise."""
    edition = window.edition()
    entries = [page.entry for page in window.pages(edition)]
    hand, made = hand_of(edition, window.before), list[Altered]()
    for _ in range(times):
        entries, what = alter_done(entries, values, rng, hand)
        made += [what] if what else []
    for entry in entries:
        try:
            hand.write([entry])
        except (VassalError, ValueError, KeyError, IndexError, LookupError):
            continue  # nobody can write that into a log: the step does not come about
    return hand.log(), made


def faults(kit: Kit[Any, Any], count: int, seed: int, into: Counter[str]) -> Iterator[Fault]:
    """What goes wrong in so many altered games."""
    rng = Random(seed)
    given = windows(kit, rng, LENGTH, EACH)
    known = {scenario: values_of(kit, scenario) for scenario in kit.scenarios}
    made_of = ((window, each) for window in given for each in altered_games(window, rng, known[window.scenario]))
    for window, (save, made) in islice(made_of, count):
        into.update(games=1, altered=len(made))
        into.update(f"{each.where} {each.verb}" for each in made)
        try:
            heard = _heard(kit, window.edition(), window, save, whole=rng.random() < WHOLE)
        except VassalError as error:
            into.update(refused=1)
            del error
        except Exception as error:  # every error is what is looked for
            yield _fault(error, tuple(made), window)
        else:
            into.update(heard=bool(heard))


def _heard(kit: Kit[Any, Any], edition: Edition[Any], window: Window, save: SaveFile, *, whole: bool) -> int:
    """How many findings there are."""
    if whole:
        audit = Audit(game_of(kit.name), module_of(save, kit.name))
        report = audit.run([("log", savefile.read(savefile.encode(save)))])
        return len(report.findings) + len(audit.told("de").findings) + len(audit.undone)
    found, (part,) = judged(edition, window.before, save)
    observe(part.timeline, edition.seals)
    return sum(not each.legal for each in found)


def _fault(error: Exception, made: tuple[Altered, ...], window: Window) -> Fault:
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "/tests/" not in each.filename]
    way = " < ".join(f"{_within(each.filename)}:{each.lineno} {each.name}" for each in frames[:-4:-1])
    return Fault(f"{type(error).__name__}: {str(error)[:80]}", way or "the machinery", made, window.name)


def _within(path: str) -> str:
    """A file by its place in the project."""
    found = Path(path)
    return str(found.relative_to(ROOT)) if found.is_relative_to(ROOT) else found.name


def figures(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Faults of the program in altered games; of each place only the first is told."""
    tally, known = Counter[str](), Counter[str]()
    for fault in faults(kit, count, seed, tally):
        place = f"{fault.error.partition(':')[0]} {fault.at}"
        known[place] += 1
        if known[place] == 1:
            shown([f"{fault.at} {fault.error} | {fault.game} | {'; '.join(map(str, fault.altered))}"])
    yield Figure("faults", known.total(), tally["games"], "games in whose records something was altered")


if __name__ == "__main__":
    alone(figures)
