"""Another order: legal games whose independent records stand otherwise than anybody wrote them keep their verdict.

Records of a game are independent where neither made the other due and no piece is in both. Such records of a step are
swapped, in all orders of up to six and in samples of more, which is also: all roll first, then come all results.
Bookkeeping is delayed to the end of its step; what was done in one go is done one by one, and the other way round.

python -m tests.rules.shared.proof.permuted GAME --count 200     # so many windows; prints who is accused
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random
from typing import Any

from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Entry, Say
from tests.rules.shared.habits import pieces, verbs
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.accused import Accused, Way, accused
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, windows
from vassal.errors import VassalError

LENGTH = 40
"""Actions of a window."""
ALL_ORDERS = 6
"""So many records are brought into each order; of more there are samples."""
SAMPLES = 6
"""So many orders at most are tried of a run of records."""
LATEST = 12
"""So many deeds at most a record is delayed by."""


@dataclass(frozen=True)
class Atom:
    """What stands together in any order: the records of an action, with the roll that it asks for."""

    turns: tuple[int, ...]
    entries: tuple[Entry, ...]
    free: bool
    """Whether it may change its place among others: a result, bookkeeping, a roll, a deed done at once with others."""
    names: frozenset[str]
    moment: Hashable
    results: bool
    """Whether it is the result of something, or bookkeeping, and no roll."""
    needs: frozenset[int]
    """The turns that made it due."""


# -------------------------------------------------------------------------------------------------------- what is free
def atoms_of(window: Window, edition: Any) -> tuple[Atom, ...]:
    """The records of a window, each with what made it due."""
    edition.writer.foresee(window.actions)
    entries = [tuple(edition.writer.entries(turn.before, turn.action)) for turn in window.turns]
    needs, made, unshown = _causes(window), list[Atom](), list[int]()
    for place, turn in enumerate(window.turns):
        names = frozenset().union(*map(pieces, entries[place])) | _named(turn.action, edition)
        asked = made and isinstance(turn.action, Roll) and made[-1].turns[-1] in needs[place]
        if not entries[place]:
            unshown.append(place)  # it shows with a later one
            continue
        turns, unshown = (*unshown, place), []
        needed = needs[place].union(*(needs[each] for each in turns)) - {*turns}
        loose = all(_loose(window, each) for each in turns)
        if asked and not window.turns[made[-1].turns[-1]].action.follows:
            last = made[-1]
            made[-1] = Atom(
                (*last.turns, *turns),
                last.entries + entries[place],
                last.free,
                last.names | names,
                last.moment,
                last.results,
                last.needs | (needed - {*last.turns}),
            )
        else:
            moment, result = window.kit.moment(turn.before), turn.action.follows and not isinstance(turn.action, Roll)
            made.append(Atom(turns, entries[place], loose, names, moment, result and loose, needed))
    return tuple(made)


def _loose(window: Window, place: int) -> bool:
    turn = window.turns[place]
    return turn.action.follows or _at_once(window.kit, turn.before.stack, turn.action)


def _at_once(kit: Kit[Any, Any], stack: Sequence[str], action: Action) -> bool:
    return any(type(action).__name__ in kit.at_once.get(state, ()) for state in stack)


def _causes(window: Window) -> list[frozenset[int]]:
    """By turn: the turns that made it due; where dice did, all that were thrown together."""
    made: dict[str, int] = {}
    found = list[frozenset[int]]()
    for place, turn in enumerate(window.turns):
        there = {repr(due): due for due in turn.before.due}
        made = {text: made.get(text, place - 1) for text in there}
        causes = {made[text] for text, due in there.items() if due.met_by(turn.action) and made[text] >= 0}
        found.append(frozenset(each for cause in causes for each in (cause, *_thrown_with(window, cause))))
    return found


def _thrown_with(window: Window, place: int) -> Iterator[int]:
    """The dice of the same kind before some: what they do together is known only when the last have fallen."""
    last = window.turns[place].action
    if not isinstance(last, Roll):
        return
    for before in range(place - 1, -1, -1):
        action = window.turns[before].action
        if action.follows and not (isinstance(action, Roll) and action.purpose == last.purpose):
            return
        if isinstance(action, Roll):
            yield before


def _named(action: Action, edition: Any) -> frozenset[str]:
    """The pieces that an action names in any of its fields."""
    known = edition.game.units
    values = (getattr(action, name) for name in action.__struct_fields__)
    words = (word for value in values for word in (value if isinstance(value, tuple) else (value,)))
    return frozenset(str(word) for word in words if isinstance(word, str) and word in known)


def apart(one: Atom, other: Atom) -> bool:
    """Whether of two records, the first of which was written first, neither rests on the other."""
    return not (one.names & other.names) and not (other.needs & {*one.turns})


# ---------------------------------------------------------------------------------------------------------- the orders
def orders(window: Window, atoms: Sequence[Atom], rng: Random) -> Iterator[Way]:
    """The game in other orders that no book forbids, as far as the module lets one write them."""
    for how, said, mixed in (*swapped(atoms, rng), *delayed(atoms, rng)):
        entries = written(window, [turn for atom in mixed for turn in atom.turns])
        if entries is not None:
            yield Way(how, said, entries)
    yield from split(atoms)
    yield from batched(atoms)


def _like_a_double_click(one: Action, other: Action) -> bool:
    """Whether the second of two rolls in a row could as well be the same one thrown twice."""
    return isinstance(one, Roll) and isinstance(other, Roll) and (one.purpose, one.who) == (other.purpose, other.who)


Mixed = tuple[str, str, Sequence[Atom]]


def written(window: Window, turns: Sequence[int]) -> tuple[Entry, ...] | None:
    """The records of a window whose turns come in another order: what the module stages, it stages anew."""
    edition, position, entries = window.edition(), window.before, list[Entry]()
    unshown = (turn for turn in range(len(window.turns)) if turn not in turns)
    actions = [window.turns[turn].action for turn in (*turns, *unshown)]
    if any(map(_like_a_double_click, actions, actions[1:])):
        return None
    edition.writer.foresee(actions)
    try:
        for action in actions:
            entries += edition.writer.entries(position, action)
            position = edition.referee.play(position, action)
    except (VassalError, LookupError, ValueError):
        return None  # nobody can write that into a log
    return tuple(entries)


def swapped(atoms: Sequence[Atom], rng: Random) -> Iterator[Mixed]:
    """Independent records in another order."""
    for first, end in _runs(atoms):
        run = atoms[first:end]
        ways = _extensions(run) if len(run) <= ALL_ORDERS else _shuffles(run, rng)
        found = [way for way in islice(ways, 800) if way != tuple(range(len(run)))]
        for way in rng.sample(found, min(SAMPLES, len(found))):
            mixed = [*atoms[:first], *(run[place] for place in way), *atoms[end:]]
            yield "swapped", f"{_told(run)} as {way}", mixed


def _runs(atoms: Sequence[Atom]) -> Iterator[tuple[int, int]]:
    first = 0
    for place in range(len(atoms) + 1):
        if place == len(atoms) or not atoms[place].free or atoms[place].moment != atoms[first].moment:
            if place - first >= 2:
                yield first, place
            first = place + (place < len(atoms) and not atoms[place].free)


def _extensions(run: Sequence[Atom], done: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All orders in which whatever rests on another comes after it."""
    if len(done) == len(run):
        yield done
        return
    for place in range(len(run)):
        if place not in done and all(apart(run[early], run[place]) for early in range(place) if early not in done):
            yield from _extensions(run, (*done, place))


def _shuffles(run: Sequence[Atom], rng: Random) -> Iterator[tuple[int, ...]]:
    for _ in range(3 * SAMPLES):
        left, done = list(range(len(run))), list[int]()
        while left:
            able = [each for each in left if all(apart(run[early], run[each]) for early in left if early < each)]
            done.append(rng.choice(able))
            left.remove(done[-1])
        yield tuple(done)


def delayed(atoms: Sequence[Atom], rng: Random) -> Iterator[Mixed]:
    """Bookkeeping at the end of its step, or somewhere before that."""
    for place, atom in enumerate(atoms):
        if not atom.results or rng.random() < 0.5:
            continue
        end = place + 1
        while end + 1 < min(len(atoms), place + LATEST) and passes(atom, *atoms[end : end + 2]):
            end += 1
        if end > place + 1:
            passed = atoms[place + 1 : end]
            made = [*atoms[:place], *passed, atom, *atoms[end:]]
            yield "delayed", f"{_told([atom])} after {_told(passed)}", made


def passes(atom: Atom, other: Atom, after: Atom) -> bool:
    """Whether a record may come after another: both within one step, which goes on after the other."""
    clock = any(isinstance(deed, Advance) for entry in other.entries for deed in entry.deeds)
    goes_on = {atom.moment} == {other.moment, after.moment} and not clock
    return goes_on and apart(atom, other) and not (_ends(other) and not other.free)


def _ends(atom: Atom) -> bool:
    return any(verb in {"done", "phase", "actend", "opsend"} for entry in atom.entries for verb in verbs(entry))


def split(atoms: Sequence[Atom]) -> Iterator[Way]:
    """What was done in one go, one by one."""
    entries = _entries(atoms)
    for place, entry in enumerate(entries):
        parts = parts_of(entry)
        if len(parts) > 1:
            yield Way("split", " ".join(verbs(entry)), (*entries[:place], *parts, *entries[place + 1 :]))


def parts_of(entry: Entry) -> tuple[Entry, ...]:
    """A step for each piece that speaks with the same verb; where the verbs differ one command did it all."""
    said = [deed for deed in entry.deeds if isinstance(deed, Say)]
    if len(said) < 2 or len({deed.verb for deed in said}) > 1 or len({deed.piece for deed in said}) < len(said):
        return (entry,)
    parts, deeds = list[Entry](), list[Any]()
    for deed in entry.deeds:
        deeds.append(deed)
        if isinstance(deed, Say):
            parts.append(Entry(entry.side, tuple(deeds)))
            deeds = []
    if deeds and parts:
        parts[-1] = Entry(entry.side, (*parts[-1].deeds, *deeds))
    return tuple(parts)


def batched(atoms: Sequence[Atom]) -> Iterator[Way]:
    """What one key does to several pieces at once."""
    entries = _entries(list(atoms))
    loose = {id(entry) for atom in atoms if atom.free and len(atom.entries) == 1 for entry in atom.entries}
    for place, (one, other) in enumerate(pairwise(entries)):
        same = verbs(one) == verbs(other) and len(verbs(one)) == 1 and _chosen(one) == _chosen(other)
        if same and {id(one), id(other)} <= loose and one.side == other.side and not pieces(one) & pieces(other):
            both = Entry(one.side, one.deeds + other.deeds)
            yield Way("batched", " ".join(verbs(one)), (*entries[:place], both, *entries[place + 2 :]))


def _chosen(entry: Entry) -> object:
    said = next((deed for deed in entry.deeds if isinstance(deed, Say)), None)
    return None if said is None else [said.values.get(key) for key in ("what", "v", "a")]


def _entries(atoms: Sequence[Atom]) -> tuple[Entry, ...]:
    return tuple(entry for atom in atoms for entry in atom.entries)


def _told(atoms: Sequence[Atom]) -> str:
    return ", ".join("+".join(verb for entry in atom.entries for verb in verbs(entry)) or "-" for atom in atoms)


# -------------------------------------------------------------------------------------------------------- the verdicts
def in_other_orders(window: Window, rng: Random, tally: Counter[str], most: int = 6) -> Iterator[Accused]:
    """Who is accused where the records of a window stand in other orders."""
    atoms = atoms_of(window, window.edition())
    found = list(orders(window, atoms, rng))
    yield from accused(window, _entries(atoms), rng.sample(found, min(most, len(found))), tally)


def measured(kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str]) -> Iterator[Accused]:
    """Who is accused in so many windows of random games."""
    rng = Random(seed)
    for window in islice(windows(kit, rng, LENGTH, each=8, settled=True), count):
        yield from in_other_orders(window, rng, tally)


def figures(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Honest players accused for another order."""
    tally = Counter[str]()
    found = shown(measured(kit, count, seed, tally))
    yield Figure("accused", found, tally["tried"], "other orders of the records of legal games")


if __name__ == "__main__":
    alone(figures)
