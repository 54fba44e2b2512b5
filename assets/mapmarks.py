"""What a map has beside the ground of its places: on their sides, in them, along its edges, and over whole regions.

Every mark is of a `kind` that the map declares once, with its name and look: the picture draws it by its look, the
referee asks for its kind, and both read the same lists.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from assets.schema import Colour, Edge, Identifier, Strict, Text

Level = Annotated[int, Meta(ge=-20, le=20)]
Grade = Annotated[int, Meta(ge=1, le=9)]
Places = Annotated[tuple[str, ...], Meta(min_length=1)]
SideLook = Literal[
    "river", "rock", "ridge", "trench", "bridge", "footbridge", "ford", "contour", "hedge", "wall", "front", "line"
]
PlaceLook = Literal["town", "peak", "stream", "objective", "depot", "trench", "airfield", "bridge"]

ON_SIDES: frozenset[str] = frozenset(SideLook.__args__)  # type: ignore[attr-defined]
IN_PLACES: frozenset[str] = frozenset(PlaceLook.__args__)  # type: ignore[attr-defined]
OVER_WATER = frozenset({"bridge", "footbridge", "ford"})


class Kind(Strict, frozen=True, kw_only=True):
    """A kind of mark: its name, how it is drawn (not at all without a look), how wide in hundredths of a place."""

    id: Identifier
    name: Text
    look: SideLook | PlaceLook | None = None
    width: Annotated[int, Meta(ge=1, le=100)] | None = None
    colour: Colour | None = None


class Border(Strict, frozen=True, kw_only=True):
    """What lies on the sides between two places (`0706/0807`): a river, rock, a trench with its owner, a bridge.

    `level` is that of a work, `state` how it stands when the game begins (`blown`).
    """

    id: Identifier
    kind: Identifier
    at: Places
    name: str = ""
    owner: Identifier | None = None
    level: Grade | None = None
    state: Identifier | None = None


class Flag(Strict, frozen=True, kw_only=True):
    """What places have beside their ground: a town, a peak, a stream, an objective with its value, a depot."""

    id: Identifier
    kind: Identifier
    at: Places
    name: str = ""
    value: Annotated[int, Meta(ge=0, le=999)] | None = None
    owner: Identifier | None = None
    level: Grade | None = None
    state: Identifier | None = None


class Rim(Strict, frozen=True, kw_only=True):
    """A coloured stretch of the map's edge: along all of it, or from one of its places to another."""

    id: Identifier
    name: Text
    edge: Edge
    colour: Colour
    owner: Identifier | None = None
    stretch: tuple[str, str] | None = None


class Mask(Strict, frozen=True, kw_only=True):
    """A region of the map that rules or scenarios speak of; with a colour its border is drawn. Masks may overlap."""

    id: Identifier
    name: Text
    hexes: Places
    colour: Colour | None = None
    owner: Identifier | None = None


class Inset(Strict, frozen=True, kw_only=True):
    """A part of the map shown once more, larger, on the sheet: all columns and rows between two places."""

    id: Identifier
    name: Text
    corners: tuple[str, str]
    zoom: Annotated[int, Meta(ge=1, le=4)] = 2
