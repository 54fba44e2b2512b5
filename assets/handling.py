"""The shape of `module.yaml`: how the players handle the game on the screen; shared by builder and readers of logs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from assets.schema import Identifier, Strict, Word

Bearer = Literal["unit", "hq", "chit"]
Shortcut = Annotated[
    str, Meta(pattern=r"^((Ctrl|Alt|Shift) )*\S+$", description="a key such as Ctrl F or Numpad8"), Meta(max_length=30)
]


class State(Strict, frozen=True, kw_only=True):
    """A state that a piece may be in: the marker that shows it (none: the back of the piece), who may be in it."""

    id: Word
    marker: str | None = None
    of: tuple[Bearer, ...]
    key: Shortcut | None = None


class Direction(Strict, frozen=True, kw_only=True):
    """A key that moves a piece by one place: so many half places to the right and down."""

    id: Identifier
    key: Shortcut
    right: int = 0
    down: int = 0


class Salvo(Strict, frozen=True, kw_only=True):
    """A marker with which fire is called down on a place: which kinds of fire it has, and what is rolled for it.

    `asks` is the check that comes between the declaration and that roll.
    """

    id: Identifier
    kinds: tuple[Word, ...]
    purpose: Word
    asks: Word = ""


class Carrying(Strict, frozen=True, kw_only=True):
    """Who carries whom: the facts of the types, and the marker that shows who is carried."""

    carrier: Identifier
    rider: Identifier
    marker: str


class Handling(Strict, frozen=True, kw_only=True):
    """How the module is handled.

    `saved` is the day of the release, which stands in the file instead of the clock. `sides` are seats beside those of
    the game. `keys` are shortcuts by verb, or by verb and choice (`choose.TakeN`). `shots` are the purposes of a roll
    by the kind of shot. `chits` says what can be done with a chit of a kind; being carried out (one of `acts`) makes
    its formation the active one. `next_steps` are kinds of steps that a player says before the step, `column` is the
    state of moving in column, `only` says whose command a choice is (`out.Overrun`), `open` which commands the other
    side may give as well: to carry out a result on an enemy's piece. `ground` are markers that lie below all units;
    those of `held` have a side each. `sweeps` are states that a button takes off all of a side's pieces.
    """

    saved: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] = "2000-01-01"
    board: Word = "Map"
    sides: tuple[Word, ...] = ()
    states: dict[Word, State] = field(default_factory=dict)
    keys: dict[str, Shortcut] = field(default_factory=dict)
    steps: dict[Literal["columns", "rows"], dict[str, Direction]] = field(default_factory=dict)
    shots: dict[Word, Word] = field(default_factory=dict)
    salvos: dict[str, Salvo] = field(default_factory=dict)
    first_phase: Word = ""
    column: Word = ""
    next_steps: tuple[Word, ...] = ()
    only: dict[str, tuple[Bearer, ...]] = field(default_factory=dict)
    open: tuple[str, ...] = ()
    sweeps: tuple[Word, ...] = ()
    held: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    chits: dict[str, tuple[Word, ...]] = field(default_factory=dict)
    acts: tuple[Word, ...] = ()
    carrying: Carrying | None = None
