"""One command: its text as it stands in the file, its fields by name, and the commands that belong to it."""

from collections.abc import Iterator

import msgspec

from vassal.commands.table import BOARD_PICKER, KINDS, UNKNOWN, Kind, kind_of
from vassal.errors import VassalError
from vassal.fields import Field, Value
from vassal.pieces import PieceReader, Placed
from vassal.record import Record

LOG = "LOG\t"

_OPTIONAL = frozenset({"old_state"})


class Command(Record, frozen=True, gc=False):
    """A command of a save or a log."""

    kind: str
    source: str
    """Its own text, without the mark of a log step and without its parts."""
    values: tuple[Value, ...] = ()
    parts: tuple["Command", ...] = ()
    logged: bool = False
    """Whether it stands behind the mark of a log step."""
    placed: Placed | None = None
    """The piece, stack or deck that an add command makes; None for one that the engine could not build."""
    exact: str | None = None
    """The escaped text of the whole command where it differs from what would be written."""

    @property
    def known(self) -> bool:
        """Return whether the engine itself has this kind of command."""
        return self.kind != UNKNOWN.name

    @property
    def map(self) -> str:
        """Return the name of the map, for commands that name one; empty for none."""
        name = self.text("picker").removesuffix(BOARD_PICKER) if self.kind == "boards" else self.text("map")
        return "" if name == "null" else name

    def walk(self) -> Iterator["Command"]:
        """Yield the command and all that belong to it, in the order in which they are carried out."""
        waiting = [self]
        while waiting:
            command = waiting.pop()
            yield command
            waiting.extend(reversed(command.parts))

    def with_fields(self, **changes: Value) -> "Command":
        """Return the command with these fields changed and all others as they are."""
        kind = KINDS[self.kind]
        if self.placed is not None:
            raise VassalError("an add command is changed by changing its piece")
        source = kind.prefix + kind.layout.write(kind.layout.changed(self.values, changes))
        return msgspec.structs.replace(self, source=source, values=_values(kind, source), exact=None)

    def text(self, name: str) -> str:
        """Return a field's text."""
        # Nearly every field that is asked for is there and is a text, and all judging asks for them.
        place = KINDS[self.kind].layout.places.get(name)
        if place is not None and place < len(self.values):
            value = self.values[place]
            if isinstance(value, str):
                return value
        return Record.text(self, name)

    def _find(self, name: str) -> tuple[Value | None, Field]:
        layout = KINDS[self.kind].layout
        try:
            place = layout.places[name]
        except KeyError:
            raise KeyError(f"a {self.kind} has no field {name!r}") from None
        return (self.values[place] if place < len(self.values) else None), layout.columns[place]


def leaf(source: str, reader: PieceReader) -> Command:
    """Return the command of a text that holds no other command."""
    logged = source.startswith(LOG)
    text = source[len(LOG) :] if logged else source
    kind = kind_of(text)
    if kind.name == "add":
        placed = reader.read(text)
        return Command("add", text, (placed.id,), (), logged, placed if placed.whole else None)
    return Command(kind.name, text, _values(kind, text), (), logged)


def _values(kind: Kind, text: str) -> tuple[Value, ...]:
    return () if kind.exact else kind.layout.read(text[len(kind.prefix) :])


def add(placed: Placed, *, logged: bool = False) -> Command:
    """Return the command that makes a piece, a stack or a deck."""
    return Command("add", placed.encode(), (placed.id,), (), logged, placed)


def make(kind_name: str, /, *parts: Command, logged: bool = False, **given: Value) -> Command:
    """Return a new command of a kind with these fields; the parts are carried out after it."""
    kind = KINDS.get(kind_name)
    if kind is None or kind in {KINDS["add"], UNKNOWN}:
        raise VassalError(f"there is no command {kind_name!r}")
    places = kind.layout.places
    wrong = sorted(set(given) - set(places))
    if wrong:
        raise VassalError(f"a {kind_name} has no field {wrong[0]!r}; it has {', '.join(places)}")
    last = max((places[name] for name in given), default=-1)
    needed = [place for place, column in enumerate(kind.layout.columns) if column.name not in _OPTIONAL]
    count = max(last, *needed, -1) + 1
    values = [given.get(column.name, column.default) for column in kind.layout.columns[:count]]
    source = kind.prefix if kind.exact else kind.prefix + kind.layout.write(values)
    return Command(kind_name, source, _values(kind, source), parts, logged)
