"""Positions: plain data, cheap to copy, equal when equal, with a fingerprint that is the same on every machine."""

import hashlib
from typing import Any, Self

import msgspec

from rules.engine.obligations import Due


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

    def owing(self, *dues: Due) -> Self:
        """The same position with more due."""
        return self.but(due=self.due + dues) if dues else self


_ENCODER = msgspec.json.Encoder(order="deterministic")


def fingerprint(position: Position) -> str:
    """Sixteen hex digits that stand for all of the position, whatever the order of its tables."""
    return hashlib.sha256(_ENCODER.encode(position)).hexdigest()[:16]
