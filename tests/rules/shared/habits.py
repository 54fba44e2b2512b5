"""Habits of honest players: the same game, written down otherwise than anybody plans it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from rules.engine.writing import Advance, Deed, Entry, Go, Keep, New, Open, Put, Ref, Say, Seal, Throw


@dataclass(frozen=True)
class Page:
    """A step of a log, and the position before the action that it shows."""

    entry: Entry
    before: Any


@dataclass(frozen=True)
class TakenBack:
    """The last step is taken back."""


@dataclass(frozen=True)
class Typed:
    """Somebody says something that has nothing to do with the game."""

    by: str
    text: str


@dataclass(frozen=True)
class Cut:
    """The log ends, and another one begins."""


@dataclass(frozen=True)
class Between:
    """The log ends, and before another one begins something is done at the table that no log shows."""

    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Anew:
    """A piece is deleted by mistake, and another one out of the window of pieces is laid where it lay, or elsewhere."""

    piece: str
    place: str = ""
    first: bool = False
    """True where the other one is laid before the piece is deleted."""
    alike: bool = True
    """False where the other one is left as it comes out of the window."""


Stroke = Entry | TakenBack | Typed | Cut | Between | Anew


@dataclass(frozen=True)
class Temper:
    """What honest players of a game may do otherwise."""

    sides: tuple[str, str]
    phases: tuple[str, ...]
    """Through which the marker goes, in their order."""
    stands: Callable[[Any, str], str]
    """The hex in which a unit stands, empty for none."""
    moves: frozenset[str]
    """Verbs of models that are dragged."""
    books: frozenset[str]
    """Verbs of bookkeeping: on cards, in boxes."""
    numbers: frozenset[str] = frozenset()
    """Verbs of numbers that go up and down one by one, from `was` to `v`."""
    switches: frozenset[str] = frozenset()
    """Verbs of boxes that are marked and wiped."""
    twice: frozenset[str] = frozenset()
    """Verbs that say nothing new when they are said again."""
    unsaid: frozenset[str] = frozenset()
    """Verbs that nobody has to say."""
    by_anybody: frozenset[str] = frozenset()
    """Verbs that the other player may do for one."""
    at_once: frozenset[str] = frozenset()
    """Phases in which all shots fall at the same time, so that nobody cares about their order."""
    never: frozenset[str] = frozenset()
    """Habits that the rules of the game do not forgive."""
    lacks: frozenset[str] = frozenset()
    """Habits that nobody can have: the game has no such numbers, steps or shots."""
    beside: Callable[[str], Sequence[str]] = lambda _: ()
    """Hexes beside one."""


def stands(position: Any, unit: str) -> str:
    """The hex in which a unit stands, empty for none."""
    known = position.units.get(unit)
    return known.hex if known is not None and not getattr(known, "off_board", False) else ""


@dataclass(frozen=True)
class Slip:
    """A habit that is followed at a place of the game: so many steps are replaced by others."""

    habit: str
    place: int
    length: int
    strokes: tuple[Stroke, ...]
    told: str = ""


Habit = Callable[[Temper, Sequence[Page], int, Random], "tuple[int, Sequence[Stroke]] | None"]


# -------------------------------------------------------------------------------------------------- what a step is
def verbs(entry: Entry) -> tuple[str, ...]:
    """The verbs of the records of a step."""
    words = {Throw: "roll", Advance: "phase", New: "new", Seal: "sealing", Open: "opening"}
    return tuple(
        deed.verb if isinstance(deed, Say) else words[type(deed)] for deed in entry.deeds if type(deed) in {Say, *words}
    )


def pieces(entry: Entry) -> frozenset[str]:
    """The units and markers that a step names; a card is named by its unit."""
    return frozenset(ref.name.removesuffix(".card") for deed in entry.deeds for ref in _refs(deed))


def _refs(deed: Deed) -> Iterator[Ref]:
    values = list[Any]()
    match deed:
        case Go(piece=piece) | New(piece=piece) | Open(piece=piece):
            yield piece
        case Put(piece=piece, value=value):
            yield piece
            values.append(value)
        case Keep(value=value):
            values.append(value)
        case Say(piece=piece, values=said):
            if piece is not None:
                yield piece
            values += said.values()
        case Seal(piece=piece):
            yield piece
    for value in values:
        yield from (value,) if isinstance(value, Ref) else value if isinstance(value, tuple) else ()


def only(entry: Entry, allowed: frozenset[str]) -> bool:
    """True for a step of nothing but records of these verbs."""
    said = verbs(entry)
    return bool(said) and set(said) <= allowed


def is_new(entry: Entry) -> bool:
    """True for a step in which a piece comes out of the window of pieces."""
    return any(isinstance(deed, New) for deed in entry.deeds)


def phase_of(story: Sequence[Page], place: int) -> str:
    """The phase that the marker shows before a step; empty before it was first moved."""
    for page in reversed(story[:place]):
        for deed in page.entry.deeds:
            if isinstance(deed, Advance):
                return deed.phase
    return ""


def marker(entry: Entry) -> Advance | None:
    """Where the marker goes in a step."""
    return next((deed for deed in entry.deeds if isinstance(deed, Advance)), None)


def stood(temper: Temper, story: Sequence[Page], place: int, unit: str) -> str:
    """The hex in which a unit stood before a step."""
    return temper.stands(story[place].before, unit)


# ----------------------------------------------------------------------------------------------------- taking back
def undone(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A step is taken back, and done again."""
    entry = story[place].entry
    return None if is_new(entry) else (1, (entry, TakenBack(), entry))


def mistaken(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """Something that comes later is done first, and taken back."""
    later = [
        page.entry
        for page in story[place + 1 : place + 8]
        if not is_new(page.entry) and "roll" not in verbs(page.entry)
    ]
    new = frozenset[str]().union(*(pieces(page.entry) for page in story[place : place + 8] if is_new(page.entry)))
    quiet = [each for each in later if not {"sealing", "opening", "key"} & set(verbs(each)) and not new & pieces(each)]
    return (1, (rng.choice(quiet), TakenBack(), story[place].entry)) if quiet else None


def wandering(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A model is dragged somewhere else, and taken back."""
    entry = story[place].entry
    goes = _dragged(temper, entry)
    near = [each for each in temper.beside(goes.place) if each != goes.place] if goes else []
    return (1, (_elsewhere(entry, rng.choice(near)), TakenBack(), entry)) if near else None


def back_again(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A model is dragged where it goes, back to where it stood, and there once more."""
    entry = story[place].entry
    goes = _dragged(temper, entry)
    here = stood(temper, story, place, goes.piece.name) if goes else ""
    return (1, (entry, _elsewhere(entry, here), entry)) if goes and here and here != goes.place else None


def astray(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A model is dragged into a wrong hex, back to where it stood, and then where it goes."""
    entry = story[place].entry
    goes = _dragged(temper, entry)
    here = stood(temper, story, place, goes.piece.name) if goes else ""
    if not goes or not here or here == goes.place:
        return None
    near = [each for each in temper.beside(here) if each not in {here, goes.place}]
    wrong = _elsewhere(entry, rng.choice(near)) if near else None
    return (1, (wrong, _elsewhere(entry, here), entry)) if wrong else None


def sliding(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A model is dragged into a hex beside the one where it goes, and from there where it goes."""
    entry = story[place].entry
    goes = _dragged(temper, entry)
    if goes is None:
        return None
    here = stood(temper, story, place, goes.piece.name)
    near = [each for each in temper.beside(goes.place) if each not in {here, goes.place}]
    return (1, (_elsewhere(entry, rng.choice(near)), entry)) if near and here != goes.place else None


def _dragged(temper: Temper, entry: Entry) -> Go | None:
    """Where a model goes, in a step in which one is dragged and nothing else is done."""
    going = [deed for deed in entry.deeds if isinstance(deed, Go)]
    return going[0] if only(entry, temper.moves) and len(going) == 1 else None


def _elsewhere(entry: Entry, place: str) -> Entry:
    deeds = tuple(msgspec.structs.replace(deed, place=place) if isinstance(deed, Go) else deed for deed in entry.deeds)
    return Entry(entry.side, deeds)


# ---------------------------------------------------------------------------------------------------- bookkeeping
def twice(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """What was said is said again."""
    entry = story[place].entry
    return (1, (entry, entry)) if only(entry, temper.twice) else None


def unsaid(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """What nobody has to say is not said."""
    return (1, ()) if only(story[place].entry, temper.unsaid) else None


def miscounted(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A number is marked, put back, and marked again."""
    entry = story[place].entry
    if not only(entry, temper.numbers) or len(verbs(entry)) != 1:
        return None
    return 1, (entry, _turned_round(entry), entry)


def _turned_round(entry: Entry) -> Entry:
    """The step that puts a number back."""
    said = next(deed for deed in entry.deeds if isinstance(deed, Say)).values
    back = list[Deed]()
    for deed in entry.deeds:
        if isinstance(deed, Put) and deed.value == str(said["v"]):
            back.append(msgspec.structs.replace(deed, value=str(said["was"])))
        elif isinstance(deed, Say):
            swapped = {**deed.values, "was": deed.values["v"], "v": deed.values["was"]}
            back.append(msgspec.structs.replace(deed, values=swapped))
        else:
            back.append(deed)
    return Entry(entry.side, tuple(back))


def switched(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A box is marked, wiped and marked again."""
    entry = story[place].entry
    if not only(entry, temper.switches) or len(verbs(entry)) != 1:
        return None
    return 1, (entry, _flipped(entry), entry)


OTHER = {"1": "2", "2": "1", "on": "off", "off": "on"}


def _flipped(entry: Entry) -> Entry:
    flipped = list[Deed]()
    for deed in entry.deeds:
        if isinstance(deed, Put) and isinstance(deed.value, str):
            flipped.append(msgspec.structs.replace(deed, value=OTHER.get(deed.value, deed.value)))
        elif isinstance(deed, Say):
            flipped.append(msgspec.structs.replace(deed, values={**deed.values, "v": OTHER[str(deed.values["v"])]}))
        else:
            flipped.append(deed)
    return Entry(entry.side, tuple(flipped))


ENDS = frozenset({"done", "phase"})
"""Verbs of records with which a step of the game ends: what is due in it is late after them."""
TEMPO = ENDS | {"act", "chit", "decline", "draw"}
"""Verbs of records after which players look at something else."""


def late(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A card is marked only after something that has nothing to do with it."""
    entry, passed = story[place].entry, list[Entry]()
    if not only(entry, temper.books):
        return None
    for page in story[place + 1 : place + 1 + rng.randint(1, 8)]:
        ends = TEMPO & set(verbs(page.entry))
        if ends & ENDS or story[place].before.state == "SETUP" or pieces(page.entry) & pieces(entry):
            break
        passed.append(page.entry)
        if ends:
            break
    while passed and _goes_on(story[place + len(passed) + 1 :], passed[-1]):
        passed.pop()
    return (1 + len(passed), (*passed, entry)) if passed else None


def _goes_on(rest: Sequence[Page], entry: Entry) -> bool:
    """True where a step is only begun, and others carry it on: who aims fires, who fires rolls."""
    begins = {
        "aim",
        "fire",
        "check",
        "complete",
        "sealing",
        "supply",
        "barrage",
        "melee",
        "step",
        "ride",
        "act",
        "general",
    }
    return bool(begins & set(verbs(entry))) and bool(rest)


def early(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """Cards are marked in another order."""
    run = list[Entry]()
    for page in story[place : place + 6]:
        if not only(page.entry, temper.books) or any(pieces(page.entry) & pieces(each) for each in run):
            break
        run.append(page.entry)
    if len(run) < 2:
        return None
    mixed = run[::-1] if len(run) == 2 else rng.sample(run, len(run))
    return len(run), mixed


def belated(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A card is marked only when the marker has gone on."""
    if place + 1 >= len(story):
        return None
    entry, goes = story[place].entry, story[place + 1].entry
    late = only(entry, temper.books) and marker(goes) is not None and len(goes.deeds) == 1
    again = place > 0 and only(story[place - 1].entry, temper.books) and pieces(story[place - 1].entry) == pieces(entry)
    return (2, (goes, entry)) if late and not again else None


# ------------------------------------------------------------------------------------------------------- the order
def other_first(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """Of two shots that fall at the same time the later one is fired first."""
    if phase_of(story, place) not in temper.at_once:
        return None
    one = shot(story, place)
    other = shot(story, place + len(one)) if one else ()
    apart = one and other and not pieces(one[0]) & pieces(other[0])
    return (len(one) + len(other), (*other, *one)) if apart else None


def shot(story: Sequence[Page], place: int) -> tuple[Entry, ...]:
    """The steps of a shot from aiming to rolling; none where none begins, or somebody else comes between."""
    run = list[Entry]()
    for page in story[place : place + 6]:
        said = set(verbs(page.entry))
        if said != {"aim"} if not run else said != {"fire"} if len(run) == 1 else not said <= {"mark", "roll"}:
            return ()
        run.append(page.entry)
        if said == {"roll"}:
            return tuple(run)
    return ()


def together(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """Two models are dragged together."""
    if place + 1 >= len(story):
        return None
    one, other = story[place].entry, story[place + 1].entry
    both = only(one, temper.moves) and only(other, temper.moves) and one.side == other.side
    return (2, (Entry(one.side, one.deeds + other.deeds),)) if both and not pieces(one) & pieces(other) else None


def in_one_go(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """A model is dragged at once where it goes hex by hex."""
    if place + 1 >= len(story):
        return None
    one, other = story[place].entry, story[place + 1].entry
    same = only(one, temper.moves) and only(other, temper.moves) and pieces(one) == pieces(other)
    return (2, (other,)) if same else None


# ------------------------------------------------------------------------------------------------------ the marker
def overshot(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The marker goes one too far, and back."""
    entry = story[place].entry
    goes = marker(entry)
    if goes is None or len(entry.deeds) != 1 or goes.phase not in temper.phases[:-1]:
        return None
    far = temper.phases[temper.phases.index(goes.phase) + 1]
    there = Entry(entry.side, (msgspec.structs.replace(goes, phase=far),))
    return 1, (entry, there, entry)


def stumbled(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The marker goes on, back where it was, and on again."""
    entry = story[place].entry
    goes = marker(entry)
    was = phase_of(story, place)
    if goes is None or len(entry.deeds) != 1 or not was or temper.phases.index(was) > temper.phases.index(goes.phase):
        return None
    back = Entry(entry.side, (msgspec.structs.replace(goes, phase=was),))
    return 1, (entry, back, entry)


def lagging(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The marker is moved on only after the first deeds of the step have been done."""
    entry, passed = story[place].entry, list[Entry]()
    goes = marker(entry)
    if goes is None or len(entry.deeds) != 1 or goes.phase not in temper.phases[3:]:
        return None
    for page in story[place + 1 : place + 1 + rng.randint(1, 6)]:
        if marker(page.entry):
            break
        passed.append(page.entry)
    return (1 + len(passed), (*passed, entry)) if passed else None


def skipping(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The marker jumps over steps in which nothing is done."""
    if place + 1 >= len(story):
        return None
    one, other = marker(story[place].entry), marker(story[place + 1].entry)
    jumps = one and other and len(story[place].entry.deeds) == 1 and one.turn == other.turn
    return (2, (story[place + 1].entry,)) if jumps else None


# ----------------------------------------------------------------------------------------------------- the players
def talking(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """Somebody says something."""
    return 1, (Typed("Ann", rng.choice(("hm", "your turn", "2d6?", "- oops {"))), story[place].entry)


def helping(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The other player does it for one."""
    entry = story[place].entry
    if not only(entry, temper.by_anybody) or entry.side not in temper.sides:
        return None
    return 1, (Entry(next(side for side in temper.sides if side != entry.side), entry.deeds),)


def posted(temper: Temper, story: Sequence[Page], place: int, rng: Random) -> tuple[int, Sequence[Stroke]] | None:
    """The log goes to the other player."""
    return 1, (story[place].entry, Cut())


ALL: Mapping[str, Habit] = {
    each.__name__: each
    for each in (
        undone, mistaken, wandering, back_again, astray, sliding, twice, unsaid, miscounted, switched, late, early,
        belated, other_first, together, in_one_go, overshot, stumbled, lagging, skipping, talking, helping, posted,
    )
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------- a whole game
def slips(temper: Temper, story: Sequence[Page], rng: Random, often: float, habits: Sequence[str]) -> list[Slip]:
    """Habits that are followed in a game, one after the other, so often for each step."""
    found, place = list[Slip](), 0
    while place < len(story):
        slip = _slip(temper, story, place, rng, habits) if rng.random() < often else None
        if slip is not None:
            found.append(slip)
        place += slip.length if slip else 1
    return found


def _slip(temper: Temper, story: Sequence[Page], place: int, rng: Random, habits: Sequence[str]) -> Slip | None:
    forgiven = [each for each in habits if each not in temper.never]
    for name in rng.sample(forgiven, len(forgiven)):
        followed = ALL[name](temper, story, place, rng)
        if followed is not None:
            length, strokes = followed
            told = " + ".join(" ".join(verbs(page.entry)) for page in story[place : place + length])
            return Slip(name, place, length, tuple(strokes), told)
    return None


def dealt(story: Sequence[Page], given: Sequence[Slip]) -> list[Stroke]:
    """The steps of a game in which these habits are followed."""
    strokes, here = list[Stroke](), 0
    for slip in sorted(given, key=lambda each: each.place):
        strokes += [page.entry for page in story[here : slip.place]]
        strokes += slip.strokes
        here = slip.place + slip.length
    return strokes + [page.entry for page in story[here:]]
