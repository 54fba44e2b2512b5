"""Positions: plain data, cheap to copy, equal when equal, with a fingerprint that is the same on every machine."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.obligations import Due

A = TypeVar("A", bound=Action)


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's position has: the stack of states and what is due. A game adds its own plain fields."""

    stack: tuple[str, ...]
    due: tuple[Due, ...] = ()

    def but(self, **changes: Any) -> Self:
        """The same position with some fields changed; what is unchanged is shared."""
        return msgspec.structs.replace(self, **changes)

    @property
    def state(self) -> str:
        """The state of play on top."""
        return self.stack[-1]

    def within(self, state: str) -> bool:
        """True while the state is open, on top or below."""
        return state in self.stack

    def options(self, kind: type[A], *, must: bool = False) -> Iterator[A]:
        """The actions of a kind that are due or permitted; with `must`, those that are due."""
        dues = (due for due in self.due if due.must or not must)
        return (option for due in dues for option in due.options if isinstance(option, kind))

    def owing(self, *dues: Due) -> Self:
        """The same position with more due."""
        return self.but(due=self.due + dues) if dues else self


def tables(position: Position) -> Mapping[str, Mapping[str, Any]]:
    """What a position knows by name, by the fields in which it does."""
    fields = ((name, getattr(position, name)) for name in position.__struct_fields__)
    return {name: value for name, value in fields if isinstance(value, dict)}


def differing(before: Position, after: Position) -> frozenset[str]:
    """The names of which two positions know something different, and the words that differ there."""
    found = set[str]()
    known = tables(before)
    for field, table in tables(after).items():
        if table is not known[field]:
            for name in {*table, *known[field]}:
                one, other = known[field].get(name), table.get(name)
                if one != other:
                    found |= {name, *_words(one, other)}
    return frozenset(found)


def _words(one: object, other: object) -> Iterator[str]:
    """The words in which two entries differ."""
    for each in (one, other):
        if isinstance(each, msgspec.Struct):
            values = (
                (getattr(each, name), getattr(one, name, None), getattr(other, name, None))
                for name in each.__struct_fields__
            )
            yield from (value for value, old, new in values if old != new and isinstance(value, str) and value)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def fingerprint(position: Position) -> str:
    """Sixteen hex digits that stand for all of the position, whatever the order of its tables."""
    return hashlib.sha256(_ENCODER.encode(position)).hexdigest()[:16]
