"""Drags: what a step drags over the board is one deed, whatever the way; it is told once.

Nobody knows by which way a piece was dragged, and what hangs on the way is held against nobody. Where no way leads so
far, by no order, in no phase, whatever was not recorded before, that is certain, and it is told instead.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import structs

from rules.audit.closing import Closing, Unexplained, about
from rules.audit.dropped import dragged
from rules.engine.actions import Action, subject
from rules.engine.evidence import PLACE, Lying, Moved, Shown, called
from rules.engine.position import Position
from rules.engine.reading import Read, Reader
from rules.engine.ruling import Finding, Illegal, Notice

P = TypeVar("P", bound=Position)


class Drags(Generic[P]):
    """What is dragged in one step, seen from the position before it."""

    def __init__(
        self, reader: Reader[P], closing: Closing[P], position: P, shown: Shown, ahead: Sequence[Shown]
    ) -> None:
        self._reader, self._closing, self._position = reader, closing, position
        self._shown, self._ahead = shown, ahead
        self._told: dict[str, set[str]] = {}
        """By whom a deed is about: the rules that were told of it."""
        self._gone: set[tuple[type, str]] = set()
        """Of which it was told that no way leads there."""
        self._unsaid = [each for each in shown.moved if not any(about(shown, each.piece.uid))]
        self._back: dict[str, bool] = {}
        """By the id of a piece that moved: whether it is put back."""

    def told_once(self, read: Read, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield what is to be said of a deed; of one whose way is guessed hex by hex, what is wrong on it first.

        A rule that is broken by every way is told as well.
        """
        guess = read.how == "inferred"
        if not (guess or self._told or self._gone):
            yield from findings
            return
        deed, whom = (type(read.action), subject(read.action)), subject(read.action)
        begun, told = whom in self._told, self._told.get(whom, set[str]())
        for each in () if deed in self._gone else findings:
            certain = isinstance(each, Illegal) or not guess
            if isinstance(each, Notice):
                yield each
            elif not begun or (certain and each.rule not in told):
                yield each
                told.add(each.rule)
        if told and guess:
            self._told[whom] = told

    def put_back(self, read: Read) -> bool:
        """Tell whether a piece was only knocked away, without a word, and is put back before anybody relies on it."""
        return bool(self._unsaid) and any(map(self._returns, _of(read, self._unsaid)))

    def goes_on(self, read: Read, legal: Callable[[Action], bool]) -> bool:
        """Tell whether a piece is only let go on its way: it goes on at once to where the same deed is legal."""
        pieces = dragged(self._reader, self._shown)
        after = next((each for each in self._ahead if not each.idle), self._shown)
        if not pieces or dragged(self._reader, after) != pieces:
            return False
        ends = {each.piece.uid: each.target.name for each in after.moved}
        whole = _elsewhere(read.action, {each.target.name: ends[each.piece.uid] for each in self._shown.moved})
        if whole == read.action or not legal(whole):
            return False
        self._closing.passes(pieces)
        return True

    def _returns(self, moved: Moved) -> bool:
        uid, was = moved.piece.uid, self._reader.seen(Lying(moved.piece, moved.origin), PLACE)
        if uid not in self._back:
            self._back[uid] = self._closing.put_right((uid, PLACE), was.__eq__, self._shown, self._ahead)
        return self._back[uid]

    def astray(self, read: Read) -> tuple[Unexplained, str] | None:
        """Return where the piece of a deed was dragged, and the rule against it, if no way leads there."""
        found = next(filter(None, map(self._beyond, _of(read, self._shown.moved))), None)
        if found:
            self._gone.add((type(read.action), subject(read.action)))
        return found

    def _beyond(self, moved: Moved) -> tuple[Unexplained, str] | None:
        reader, piece = self._reader, moved.piece
        was, now = (reader.seen(Lying(piece, spot), PLACE) for spot in (moved.origin, moved.target))
        if reader.shows(self._position, piece, PLACE) != was:
            return None
        rule = reader.against(self._position, piece, PLACE, now)

        def right(place: str) -> bool:
            return not reader.against(self._position, piece, PLACE, place)

        if not rule or self._closing.put_right((piece.uid, PLACE), right, self._shown, self._ahead):
            return None
        return Unexplained(Lying(piece, moved.target), PLACE, was, now), rule


def _elsewhere(action: Action, places: Mapping[str, str]) -> Action:
    """Return an action as it would be if it led elsewhere."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return structs.replace(
        action, **{name: places[each] for name, each in fields.items() if isinstance(each, str) and each in places}
    )


def _of(read: Read, moves: Iterable[Moved]) -> Iterator[Moved]:
    """Yield how the pieces moved that a deed is about."""
    names = subject(read.action).split(",")
    yield from (moved for moved in moves if any(name in names for name in called(moved.piece)))
