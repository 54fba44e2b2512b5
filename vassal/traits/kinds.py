"""What a kind of trait is: its prefix and the fields of its type and of its state."""

from functools import cached_property

import msgspec

from vassal.fields import (
    EXPRESSION,
    FLAG,
    FORMAT,
    INT,
    KEY,
    NOTHING,
    TEXT,
    Field,
    FieldType,
    Group,
    Layout,
    Value,
    listed,
    row,
)

ANY_TARGET = "MAP|false|MAP|||||0|0||false|||EQUALS||"
COUNTER_TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"

KEYS = listed(KEY)
TEXTS = listed()
POINT = row(",", INT, INT)
CONSTRAINTS = row(",", FLAG, INT, INT, FLAG)
"""numeric, minimum, maximum, wrap"""
CHANGES = listed(row(":", TEXT, KEY, listed(FORMAT)))
"""Commands that change a property: menu text, key, change (`I,±n`, `P,value`, `R,prompt`, `E,prompt,a,b`)."""


class Kind(msgspec.Struct, frozen=True, dict=True):
    """One kind of trait: by which prefix it is known, which fields its type and its state have."""

    name: str
    prefix: str
    type: Layout = NOTHING
    state: Layout = NOTHING
    since: str = ""
    when: str = ""
    """What the text behind the prefix begins with, for kinds that share a prefix."""

    @cached_property
    def places(self) -> dict[str, tuple[bool, int]]:
        """Return, by field name, whether it stands in the state, and its place there."""
        places = {name: (False, place) for name, place in self.type.places.items()}
        places.update({name: (True, place) for name, place in self.state.places.items()})
        return places

    def default(self, name: str) -> Value:
        """Return what the engine takes where this field is missing."""
        in_state, place = self.places[name]
        return (self.state if in_state else self.type).columns[place].default


def text(name: str, default: str = "", *, fresh: str | None = None, since: str = "") -> Field:
    """Return a text field."""
    return Field(name, TEXT, default, fresh, since)


def key(name: str = "key", default: str = "") -> Field:
    """Return a hotkey field: `code,modifiers` or `57348,0,name`; empty for none."""
    return Field(name, KEY, default)


def menu(name: str = "menu", default: str = "") -> Field:
    """Return the field of a menu's text."""
    return Field(name, TEXT, default)


def flag(name: str, default: bool = False, *, fresh: bool | None = None, since: str = "") -> Field:
    """Return a true-or-false field."""
    return Field(name, FLAG, default, fresh, since)


def number(name: str, default: int = 0, *, fresh: int | None = None, since: str = "") -> Field:
    """Return a field of a whole number."""
    return Field(name, INT, default, fresh, since)


def form(name: str, default: str = "") -> Field:
    """Return a field of a message format or of an expression that gives a text."""
    return Field(name, FORMAT, default)


def condition(name: str, default: str = "") -> Field:
    """Return a field of a condition on properties."""
    return Field(name, EXPRESSION, default)


def items(name: str, of: FieldType = TEXTS) -> Field:
    """Return a field that is a list."""
    return Field(name, of, ())


def fields(*of: Field, delimiter: str = ";", group: Group | None = None) -> Layout:
    """Return the layout of these fields in order."""
    return Layout(tuple(of), delimiter, group)
