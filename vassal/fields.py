"""Typed, named fields of traits and commands: one table, used to read and to write.

A field's text and its value stand for each other exactly: what `read` makes of a text, `write` turns back into the same
text. A text that does not fit its field's type (`007` for a number, `yes` for a boolean) stays a text.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import cycle
from typing import Any, TypeAlias

import msgspec

from vassal.errors import TooLarge
from vassal.limits import DEFAULT
from vassal.sequence import join, split

Value: TypeAlias = str | int | float | bool | tuple["Value", ...]
Reader: TypeAlias = Callable[[str], Value]
Writer: TypeAlias = Callable[[Value], str]

_MOST_TOKENS = DEFAULT.tokens


class FieldType(msgspec.Struct, frozen=True):
    """How the text of a field and its value stand for each other."""

    name: str
    write: Writer
    read: Reader | None = None
    """Absent where the value is the text itself."""


class Field(msgspec.Struct, frozen=True):
    """One named field: its type, what the engine takes when it is missing, what a new record gets."""

    name: str
    type: FieldType
    default: Value = ""
    fresh: Value | None = None
    since: str = ""
    """The engine version that first wrote it; a new record leaves fields of unreleased versions out."""


def real_text(value: float) -> str:
    """Return a double as the engine writes it (`1.0E7`, not `10000000.0`)."""
    if not math.isfinite(value):
        raise ValueError("a field holds no number that is not finite")
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    figures = "".join(map(str, digits))
    power = len(figures) - 1 + int(exponent)
    return f"{'-' * sign}{figures[0]}.{figures[1:] or '0'}E{power}"


def plain(value: Value) -> str:
    """Return a single value as the engine writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return real_text(value)
    raise TypeError("a list was given where one value is wanted")


class _Flags(dict[str, Value]):
    """What a boolean's text stands for; another text stands for itself."""

    def __missing__(self, text: str) -> Value:
        return text


class _Ints(dict[str, Value]):
    """What a whole number's text stands for; the usual ones are at hand, and a text that is none stands for itself."""

    def __missing__(self, text: str) -> Value:
        try:
            value = int(text)
        except ValueError:
            return text
        return value if str(value) == text else text


def _read_real(text: str) -> Value:
    try:
        value = float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) and real_text(value) == text else text


_FLAGS = _Flags({"true": True, "false": False})
_INTS = _Ints({str(number): number for number in range(-100, 5_000)})

TEXT = FieldType("text", plain)
KEY = FieldType("key", plain)
COLOUR = FieldType("colour", plain)
FORMAT = FieldType("format", plain)
EXPRESSION = FieldType("expression", plain)
PIECE = FieldType("piece", plain)
PLAYER = FieldType("player", plain)
"""A player's id, which is his password: never shown."""
FLAG = FieldType("flag", plain, _FLAGS.__getitem__)
INT = FieldType("int", plain, _INTS.__getitem__)
REAL = FieldType("real", plain, _read_real)


def _tokens(text: str, delimiter: str) -> list[Any]:
    """Return the tokens of a list that is not longer than the limit."""
    if len(text) >= _MOST_TOKENS and text.count(delimiter) >= _MOST_TOKENS:
        raise TooLarge(f"a list of more than {_MOST_TOKENS} tokens")
    return text.split(delimiter) if "\\" not in text and "'" not in text else split(text, delimiter)


def _read_as(kind: FieldType, token: str) -> Value:
    return token if kind.read is None else kind.read(token)


def listed(of: FieldType = TEXT, delimiter: str = ",") -> FieldType:
    """Return the type of a list whose elements are all of one type; the empty text is the empty list."""
    read_item = of.read

    def write(value: Value) -> str:
        if isinstance(value, tuple | list):
            return join([of.write(item) for item in value], delimiter)
        return plain(value)

    def read(text: str) -> Value:
        if not text:
            return ()
        tokens = _tokens(text, delimiter)
        value = tuple(tokens if read_item is None else [read_item(token) for token in tokens])
        return value if ("\\" not in text and "'" not in text) or write(value) == text else text

    return FieldType("list", write, read)


def row(delimiter: str, *of: FieldType) -> FieldType:
    """Return the type of a list with a type for each place; places beyond them are texts."""
    readers = [(place, kind.read) for place, kind in enumerate(of) if kind.read is not None]

    def write(value: Value) -> str:
        if isinstance(value, tuple | list):
            texts = [kind.write(item) for kind, item in zip(of, value, strict=False)]
            return join([*texts, *map(plain, value[len(of) :])], delimiter)
        return plain(value)

    def read(text: str) -> Value:
        values = _tokens(text, delimiter)
        count = len(values)
        for place, read_item in readers:
            if place < count:
                values[place] = read_item(values[place])
        value = tuple(values)
        return value if ("\\" not in text and "'" not in text) or write(value) == text else text

    return FieldType("row", write, read)


class Group(msgspec.Struct, frozen=True):
    """A run of like tokens inside a record: so many as the field before it says, or all that are left."""

    name: str
    types: tuple[FieldType, ...] = (TEXT,)
    """The tokens of one element; elements of more than one are tuples."""
    counted: bool = True
    then: tuple[Field, ...] = ()


class Layout(msgspec.Struct, frozen=True, dict=True):
    """The fields of a record in order, with a run of like tokens at most once."""

    fields: tuple[Field, ...] = ()
    delimiter: str = ";"
    """Empty: the whole text is the one field."""
    group: Group | None = None

    @cached_property
    def columns(self) -> tuple[Field, ...]:
        """Return all fields in order; the run of like tokens is one of them."""
        if self.group is None:
            return self.fields
        run = Field(self.group.name, listed(self.group.types[0]), ())
        return (*self.fields, run, *self.group.then)

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the place of each field by its name."""
        return {field.name: place for place, field in enumerate(self.columns)}

    @cached_property
    def read(self) -> Callable[[str], tuple[Value, ...]]:
        """Return what makes a text into its values, in order; fewer than fields where the tail is missing."""
        if not self.fields and self.group is None:
            return _read_nothing
        if not self.delimiter:
            read_whole = self.fields[0].type.read
            return _read_text if read_whole is None else lambda text: (read_whole(text),)
        return self._reader(self.group) if self.group is not None else self._plain_reader()

    def _plain_reader(self) -> Callable[[str], tuple[Value, ...]]:
        delimiter = self.delimiter
        readers = [(place, field.type.read) for place, field in enumerate(self.fields) if field.type.read]

        def read(text: str) -> tuple[Value, ...]:
            values = _tokens(text, delimiter)
            count = len(values)
            for place, read_field in readers:
                if place >= count:
                    break
                values[place] = read_field(values[place])
            return tuple(values)

        return read

    def _reader(self, group: Group) -> Callable[[str], tuple[Value, ...]]:
        """Return the reader of a layout with a run of tokens, which becomes one value."""
        delimiter = self.delimiter
        start = len(self.fields)
        size = len(group.types)
        heads = [(place, field.type.read) for place, field in enumerate(self.fields) if field.type.read]
        tails = [(place, field.type.read) for place, field in enumerate(group.then, start + 1) if field.type.read]
        single = group.types[0].read if size == 1 else None
        mixed = size > 1 and any(kind.read for kind in group.types)

        def read(text: str) -> tuple[Value, ...]:
            values = _tokens(text, delimiter)
            stop = len(values)
            for place, read_field in heads:
                if place < stop:
                    values[place] = read_field(values[place])
            if stop <= start:
                return tuple(values)
            if group.counted:
                count = values[start - 1]
                stop = min(stop, start + count * size) if isinstance(count, int) and count > 0 else start
            run = values[start:stop]
            if single:
                run = [single(token) for token in run]
            elif mixed:
                run = [_read_as(kind, token) for kind, token in zip(cycle(group.types), run, strict=False)]
            values[start:stop] = [_rows(run, size) if size > 1 else tuple(run)]
            for place, read_field in tails:
                if place < len(values):
                    values[place] = read_field(values[place])
            return tuple(values)

        return read

    def write(self, values: Sequence[Value]) -> str:
        """Return the text of these values."""
        if not self.columns:
            return plain(values[0]) if values else ""
        if not self.delimiter:
            return self.fields[0].type.write(values[0])
        return join(self.tokens(values), self.delimiter)

    def tokens(self, values: Sequence[Value]) -> list[str]:
        """Return the tokens of these values, unescaped."""
        columns = self.columns
        texts: list[str] = []
        for place, value in enumerate(values):
            if self.group is not None and place == len(self.fields):
                texts += self._scatter(value, self.group)
            elif place < len(columns):
                texts.append(columns[place].type.write(value))
            else:
                texts.append(plain(value))
        return texts

    def changed(self, values: Sequence[Value], changes: Mapping[str, Value]) -> list[Value]:
        """Return the values with some replaced by name; the places before a new one are filled with defaults."""
        new = list(values)
        for name, value in changes.items():
            place = self.places[name]
            new.extend(column.default for column in self.columns[len(new) : place + 1])
            new[place] = value
        return self.counted(new)

    def counted(self, values: list[Value]) -> list[Value]:
        """Return the values with the count of a run of tokens set to its length, in place."""
        place = len(self.fields)
        if self.group is not None and self.group.counted and len(values) > place:
            run = values[place]
            if isinstance(run, tuple | list):
                values[place - 1] = len(run)
        return values

    @staticmethod
    def _scatter(value: Value, group: Group) -> list[str]:
        if not isinstance(value, tuple | list):
            raise TypeError(f"{group.name} wants a list")
        texts: list[str] = []
        for item in value:
            if len(group.types) > 1 and isinstance(item, tuple | list):
                texts += [kind.write(part) for kind, part in zip(group.types, item, strict=False)]
            else:
                texts.append(group.types[0].write(item))
        return texts


def _read_text(text: str) -> tuple[Value, ...]:
    return (text,)


def _read_nothing(text: str) -> tuple[Value, ...]:
    return (text,) if text else ()


def _rows(run: Sequence[Value], size: int) -> Value:
    return tuple([tuple(run[at : at + size]) for at in range(0, len(run), size)])


NOTHING = Layout()
"""The layout of a record without fields, as most states are."""


def whole(name: str, kind: FieldType = TEXT, default: Value = "") -> Layout:
    """Return the layout of a record that is one field, taken as it is."""
    return Layout((Field(name, kind, default),), "")
