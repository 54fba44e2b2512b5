"""Reading the fields of a trait or a command by name."""

import math
from abc import abstractmethod

import msgspec

from vassal.fields import Field, Value


class Record(msgspec.Struct, frozen=True, gc=False):
    """Something with named fields; a missing field gives what the engine takes for it."""

    @abstractmethod
    def _find(self, name: str) -> tuple[Value | None, Field]:
        """Return the value of a field, None where it is missing, and the field."""

    def __getitem__(self, name: str) -> Value:
        """Return the value of a field; a text where it does not fit the field's type."""
        value, field = self._find(name)
        return field.default if value is None else value

    def has(self, name: str) -> bool:
        """Return whether the field stands in the text."""
        return self._find(name)[0] is not None

    def text(self, name: str) -> str:
        """Return a field's text."""
        value, field = self._find(name)
        if value is None:
            value = field.default
        return value if isinstance(value, str) else field.type.write(value)

    def flag(self, name: str) -> bool:
        """Return a field as the engine reads a boolean: true only for `true`."""
        return self[name] is True

    def number(self, name: str) -> int:
        """Return a field as the engine reads a whole number: its default where it is none."""
        value, field = self._find(name)
        for candidate in (value, field.default):
            if isinstance(candidate, int):
                return int(candidate)
            if isinstance(candidate, str) and _is_int(candidate):
                return int(candidate)
        return 0

    def real(self, name: str) -> float:
        """Return a field as the engine reads a double: its default where it is none."""
        value, field = self._find(name)
        for candidate in (value, field.default):
            if isinstance(candidate, int | float):
                return float(candidate)
            if isinstance(candidate, str):
                number = _real(candidate)
                if number is not None:
                    return number
        return 0.0

    def items(self, name: str) -> tuple[str, ...]:
        """Return a list field as texts; a field that is no list gives no items."""
        value = self[name]
        return tuple(item if isinstance(item, str) else str(item) for item in value) if isinstance(value, tuple) else ()

    def rows(self, name: str) -> tuple[tuple[Value, ...], ...]:
        """Return a list field whose items are lists."""
        value = self[name]
        return tuple(item for item in value if isinstance(item, tuple)) if isinstance(value, tuple) else ()


def _is_int(text: str) -> bool:
    digits = text[1:] if text[:1] in {"-", "+"} else text
    return digits.isascii() and digits.isdigit() and len(digits) < 19


def _real(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
