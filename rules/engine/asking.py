"""Asking: what a referee can tell a player who has not acted yet; plain data, which a game knows how to find."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.ruling import Finding, Ruling
from rules.engine.spelling import written

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Reached(msgspec.Struct, frozen=True):
    """A place where a piece can get: what it costs at least, and a way there."""

    place: str
    cost: str
    path: tuple[str, ...]


class Item(msgspec.Struct, frozen=True):
    """A line of a sum: what counts, how much, by which rule."""

    key: str
    value: int
    rule: str = ""


class Target(msgspec.Struct, frozen=True):
    """A piece that could be fired at: where, in which column by which sum, and how likely each result is."""

    piece: str
    place: str
    column: str = ""
    items: tuple[Item, ...] = ()
    odds: Mapping[str, tuple[int, int]] = {}
    """By result: in how many of how many ways the dice give it."""
    against: tuple[Finding, ...] = ()
    """What stands against it; nothing if it is allowed."""


class Line(msgspec.Struct, frozen=True):
    """A line of sight: whether it is free, by which rule it is not, and what is in the way."""

    start: str
    goal: str
    distance: int
    clear: bool
    rule: str = ""
    by: tuple[str, ...] = ()


class Deed(msgspec.Struct, frozen=True):
    """Something that a piece may do: the verb, which of its kinds, and the line that spells it."""

    verb: str
    action: str
    kind: str = ""

    @classmethod
    def of(cls, action: Action, kind: str = "") -> "Deed":
        """The deed that an action is."""
        return cls(type(action).__name__.lower(), written(action), kind)


class Situation(msgspec.Struct, frozen=True):
    """How things stand: turn, state of play, who acts, what is due, who is out of command, who is winning."""

    turn: int
    state: str
    side: str
    active: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    out_of_command: tuple[str, ...] = ()
    score: Mapping[str, str] = {}
    winner: str = ""
    """Who has won, or would win as things stand: a side, a draw, or nobody yet."""
    at: Mapping[str, str] = {}
    """Where the units stand that are named here."""
    options: Mapping[str, int] = {}
    """By verb, how many legal actions there are."""


class Assistant(Protocol[P_contra]):
    """Answers questions about positions of one scenario."""

    def situation(self, position: P_contra) -> Situation:
        """How things stand."""
        ...

    def score(self, position: P_contra) -> Mapping[str, str]:
        """What counts for who wins, by what it is called."""
        ...

    def find(self, position: P_contra, name: str) -> tuple[str, ...]:
        """The pieces that a person may mean by a name: an id, the end of one, or a place."""
        ...

    def place(self, position: P_contra, piece: str) -> str:
        """The place in which a piece stands; empty off the map."""
        ...

    def known(self, place: str) -> bool:
        """True for a place of the map: one from which there are ways and lines of sight."""
        ...

    def on_map(self, position: P_contra, piece: str) -> bool:
        """True for a piece that stands on a place of the map."""
        ...

    def active(self, position: P_contra, piece: str) -> bool:
        """Whether the piece may act now; if not, answers suppose that it could."""
        ...

    def may(self, position: P_contra, piece: str) -> tuple[bool, tuple[Deed, ...]]:
        """What a piece may do now; if that is nothing, then False, and what it could do if it might act."""
        ...

    def would_be(self, position: P_contra, action: Action) -> Ruling:
        """What the referee would say of an action; of one that is done in secret, as it is judged when it is opened."""
        ...

    def reach(self, position: P_contra, piece: str) -> tuple[Reached, ...]:
        """Where a piece can get."""
        ...

    def targets(self, position: P_contra, piece: str) -> tuple[Target, ...]:
        """Whom a piece can fire at, and whom it cannot and why."""
        ...

    def line(self, position: P_contra, start: str, goal: str) -> Line:
        """The line of sight between two places."""
        ...
