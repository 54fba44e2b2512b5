"""Doubt: what may be otherwise than a log shows since records were cut out of it, and what is certain all the same.

A finding stands if it is found however the gap may have left things: the pieces that it names in every field that was
not seen or written since, all others wherever they may lie. What was due when the gap came binds nobody any more.
"""

from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import structs

from rules.engine.actions import Action, words_of
from rules.engine.dice import Roll
from rules.engine.evidence import PLACE, Board, Lying, Piece, Shown, Spot, called
from rules.engine.obligations import Due, made_good
from rules.engine.position import Position, tables
from rules.engine.reading import Reader
from rules.engine.referee import Referee
from rules.engine.ruling import Finding, Illegal, Ruling

P = TypeVar("P", bound=Position)
NEVER: Final = 10**9
OTHERS: Final = 10
"""So many other values of a field are tried."""
KEPT: Final = 30
"""So many actions are remembered for what they led to."""
MOST: Final = 30_000
"""So many actions are played at most to try what is found in a log; what comes after them is left open."""


class Doubt(Generic[P]):
    """What is uncertain since a gap."""

    def __init__(self, referee: Referee[P], reader: Reader[P], position: P, board: Board) -> None:
        self._referee, self._reader, self._then = referee, reader, position
        self._strange = False
        """True if something was found just now that hangs on the gap."""
        self._murky: tuple[str, ...] = ()
        """The states in which such a thing was found: what goes on is not known before the last of them was left."""
        self._fresh = False
        """True once a turn or a round began, so that nothing is due any more that was due when the gap came."""
        self.known = False
        """True once something was begun or ended by the rules, so that what goes on is what the records say."""
        self.lost = False
        """True if what goes on is not what was going on before the gap: only a renewal tells more."""
        self._seen: dict[tuple[str, str], int] = {}
        """What was seen of pieces, after how many actions: the piece and `PLACE`, or empty for all its properties."""
        self._pieces: dict[str, list[Lying]] = {}
        """By name: the pieces as they lay."""
        for lying in board.pieces:
            for name in called(lying.piece):
                self._pieces.setdefault(name, []).append(lying)
        self._spots = {lying.spot.name: lying.spot for lying in board.pieces if lying.spot.name}
        self._strays: dict[str, tuple[str, ...]] = {}
        """By id: the names of pieces that lay otherwise than was known, and have not moved since."""
        self._written: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """By table and name: the fields that somebody who said so has written since."""
        self._past: deque[tuple[P, Action]] = deque(maxlen=KEPT)
        """What was done last since, with the position before."""
        self._count = 0
        """How much was done since."""
        self._left = MOST

    @staticmethod
    def begun(position: P) -> P:
        """The position after a gap: what was due may have been done in it, so that nothing is demanded any more."""
        return position.but(due=tuple(made_good(due) for due in position.due))

    def begin(self, position: P, named: Iterable[Lying], astray: Iterable[Piece]) -> None:
        """A step is read: its commands name how pieces lay before it, and of some that they lay astray.

        What fits has not been changed since the gap; what a piece does that lay elsewhere hangs on where it really lay.
        """
        self._strays.update((piece.uid, called(piece)) for piece in astray)
        for lying in named:
            piece, fits = lying.piece, dict[tuple[str, str], bool]()
            for what in self._whats(lying):
                told, seen = self._reader.shows(position, piece, what), self._reader.seen(lying, what)
                as_known = told == seen or (told is None and what != PLACE)
                fits[_part(piece, what)] = as_known and fits.get(_part(piece, what), True)
            for part, as_known in fits.items():
                if as_known:
                    self._seen.setdefault(part, 0)
            if not fits.get(_part(piece, PLACE), True):
                self._strays[piece.uid] = called(piece)

    def follow(self, shown: Shown) -> None:
        """Remember what a step shows of pieces."""
        for what, _, after in shown.touched():
            if what == PLACE:
                self._strays.pop(after.piece.uid, None)
            self._seen.setdefault(_part(after.piece, what), self._count)
            if what == PLACE and after.spot.name:
                self._spots[after.spot.name] = after.spot

    def saw(self, piece: Piece, what: str) -> bool:
        """Tell whether it is certain how something of a piece was shown before."""
        return self.known and not self.lost and _part(piece, what) in self._seen

    def went_on(self, before: P, action: Action, after: P, ruling: Ruling, *, declared: bool) -> None:
        """Remember what an action led to."""
        if self._strange:
            self._strange, self.known, self._murky = False, False, after.stack
        elif after.stack[: len(self._murky)] != self._murky:
            self._murky = ()
        elif declared and after.stack != before.stack and not action.follows and ruling.legal and not self._murky:
            self.known = True
        if declared and ruling.legal:
            self._write(action, before, after)
        self._past.append((before, action))
        self._count += 1

    def _write(self, action: Action, before: P, after: P) -> None:
        """Remember what an action has given a new value that is no count: whatever it was, it is that now."""
        known = tables(before)
        for field, table in tables(after).items():
            if table is not known[field]:
                for name in words_of(action):
                    was, now = known[field].get(name), table.get(name)
                    if isinstance(now, msgspec.Struct) and was is not None:
                        self._written[field, name].update(
                            each
                            for each in now.__struct_fields__
                            if getattr(was, each, None) != getattr(now, each) and not _counts(getattr(now, each))
                        )

    def renewed(self) -> None:
        """From now on it is known what goes on, and what was due before is over."""
        self.known, self.lost, self._fresh, self._murky = True, False, True, ()

    # ------------------------------------------------------------------------------------------------ what is certain
    def stands(self, finding: Finding, action: Action, position: P) -> bool:
        """Tell whether a finding does not hang on what the gap may have changed."""
        if self.lost or self._left < 0 or not isinstance(finding, Illegal):
            return False
        names = {*words_of(action), *(word for fact in finding.facts.values() for word in words_in(fact))}
        about = [name for name in names if any(name in table for table in tables(position).values())]
        if not names.isdisjoint(name for called_so in self._strays.values() for name in called_so):
            self._strange = True
            return False
        of_play = not about or (not self.known and finding.why == "sequence.not-now")
        firm = not of_play and self._firm(finding, action, position, about, names)
        # What is wrong whatever became of the pieces, while nobody knows what goes on, shows that something else does.
        self.lost = (of_play or firm) and not self.known
        self._strange = self._strange or not firm
        return firm and self.known

    def _firm(self, finding: Illegal, action: Action, position: P, about: list[str], names: set[str]) -> bool:
        due = next((due for due in position.due if due.must and _says(due, finding)), None)
        if due is None and not action.follows:
            return self._in_all_worlds(finding, ((position, action),), about, names)
        if not (self._fresh if due is None else self._shows_undone(due, position)):
            return False
        # What is to be marked may hang on where anybody stands: on all who were not seen since.
        if due is not None and not _asks_for_dice(due) and not self._has_seen_all():
            return False
        # What is due, and what is not, hangs on what was done before, and on whoever had a part in it.
        told = {*about, *(words_of(due.options[0]) if due else ())}
        first = next(
            (at for at, each in enumerate(self._past) if not told.isdisjoint(words_of(each[1]))), len(self._past)
        )
        stretch = (*islice(self._past, first, None), (position, action))
        words = {word for _, each in stretch if not told.isdisjoint(found := {*words_of(each)}) for word in found}
        known = tables(stretch[0][0]).values()
        having = [name for name in {*about, *words} if any(name in table for table in known)]
        return self._in_all_worlds(finding, stretch, having, names | words)

    def _in_all_worlds(
        self, finding: Illegal, stretch: Sequence[tuple[P, Action]], about: list[str], names: set[str]
    ) -> bool:
        # The positions are made and tried one by one, and most findings that hang on the gap fall at once.
        begin, actions = self._count - len(stretch) + 1, [action for _, action in stretch]
        return all(self._finds(each, actions, finding) for each in self._worlds(stretch[0][0], about, names, begin))

    def _has_seen_all(self) -> bool:
        """Tell whether each piece whose place matters was moved since."""
        pieces = (lying.piece for each in self._pieces.values() for lying in each)
        return all((each.uid, PLACE) in self._seen for each in pieces if self._reader.matters(each, PLACE))

    def _shows_undone(self, due: Due, position: P) -> bool:
        """Tell whether a due thing would have changed what was seen since: else nobody sees whether it was done."""
        return all(isinstance(option, Roll) or self._changes_what_was_seen(option, position) for option in due.options)

    def _changes_what_was_seen(self, option: Action, position: P) -> bool:
        after = self._referee.play(position, option)
        changed = [
            _part(lying.piece, what)
            for name in words_of(option)
            for lying in self._pieces.get(name, ())
            for what in self._whats(lying)
            if self._reader.shows(after, lying.piece, what) != self._reader.shows(position, lying.piece, what)
        ]
        return bool(changed) and all(each in self._seen for each in changed)

    def _finds(self, world: P, actions: Sequence[Action], finding: Illegal) -> bool:
        *before, action = actions
        self._left -= len(actions)
        for each in before:
            world = self._referee.play(world, each)
        found = self._referee.judge(world, action).findings
        return any(isinstance(each, Illegal) and each.rule == finding.rule for each in found)

    # --------------------------------------------------------------------------------------------------- what may be
    def _worlds(self, position: P, about: Iterable[str], names: set[str], begin: int) -> Iterator[P]:
        """Yield what a position may have been, by all that was seen since the gap and before it."""
        yield position
        seen = [
            (lying.piece, what, self._reader.shows(position, lying.piece, what))
            for name in about
            for lying in self._pieces.get(name, ())
            for what in self._whats(lying)
            if self._seen.get(_part(lying.piece, what), NEVER) <= begin
        ]
        for name in about:
            for world in self._otherwise(position, name):
                if all(self._reader.shows(world, piece, what) == now for piece, what, now in seen):
                    yield world
        yield from self._elsewhere(position, {*about}, names, begin)

    def _whats(self, lying: Lying) -> Iterator[str]:
        return (what for what in (PLACE, *lying.properties) if self._reader.matters(lying.piece, what))

    def _otherwise(self, position: P, name: str) -> Iterator[P]:
        """Yield the position with something of what it knows by a name otherwise, unless it was written since."""
        before = tables(self._then)
        for field, table in tables(position).items():
            if name in table:
                then, known = before.get(field, {}), self._written[field, name] | self._reader.lasting
                values = _variants(table[name], (*table.values(), *then.values()), known)
            else:
                values = iter(_some(table.values(), 3) if name in self._pieces and self._is_of_pieces(table) else ())
            for entry in values:
                yield position.but(**{field: {**table, name: entry}})

    def _is_of_pieces(self, table: Iterable[str]) -> bool:
        return any(name in self._pieces for name in table)

    def _elsewhere(self, position: P, about: set[str], names: set[str], begin: int) -> Iterator[P]:
        """Yield the position with all other pieces that nobody has moved since off the map, or in the places named."""
        others = [
            lying
            for name, pieces in self._pieces.items()
            if name not in about
            for lying in pieces
            if self._seen.get(_part(lying.piece, PLACE), NEVER) > begin and self._reader.matters(lying.piece, PLACE)
        ]
        shown = {
            self._reader.shows(position, each.piece, PLACE) or ""
            for name in about
            for each in self._pieces.get(name, ())
        }
        named = sorted(place for place in {*names, *shown} if place in self._spots)
        for spot in (Spot(), *(self._spots[place] for place in named)):
            world = position
            for each in others:
                if self._reader.shows(world, each.piece, PLACE) is not None:
                    world = self._reader.taken(world, Lying(each.piece, spot, each.properties), PLACE)
            yield world


def _part(piece: Piece, what: str) -> tuple[str, str]:
    """A piece and what of it is seen at once: its place, or all its properties."""
    return piece.uid, what if what == PLACE else ""


def words_in(value: object) -> Iterable[str]:
    """Return the names in a fact of a finding."""
    texts = value if isinstance(value, tuple) else (value,)
    return (word for text in texts if isinstance(text, str) for word in text.split())


def _asks_for_dice(due: Due) -> bool:
    return any(isinstance(option, Roll) for option in due.options)


def _says(due: Due, finding: Illegal) -> bool:
    """Tell whether a finding is about something that is due."""
    return due.rule == finding.rule and finding.why in (due.why, "due.otherwise")


def _variants(entry: Any, alike: Sequence[Any], known: Container[str]) -> Iterator[Any]:
    """Yield what an entry of a table may be instead: each field of it as another one has it, or as it begins."""
    if not isinstance(entry, msgspec.Struct):
        yield from (each for each in _some(alike) if each != entry)
        return
    others = [each for each in alike if type(each) is type(entry)]
    for name in entry.__struct_fields__:
        now = getattr(entry, name)
        if name in known:
            continue
        for value in _values(now, (getattr(each, name) for each in others)):
            yield structs.replace(entry, **{name: value})


def _values(now: object, others: Iterable[object]) -> Iterator[object]:
    if isinstance(now, bool):
        yield not now
        return
    if isinstance(now, int):
        yield from dict.fromkeys((now - 1, now + 1, 0))
    begins = None if now is None or isinstance(now, msgspec.Struct) else type(now)()
    yield from (each for each in _some((begins, *others)) if each != now)


def _counts(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _some(values: Iterable[Any], most: int = OTHERS) -> list[Any]:
    """Return a few different values."""
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
            if len(found) == most:
                break
    return found


__all__ = ["Doubt", "words_in"]
