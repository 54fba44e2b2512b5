"""How a piece looks beside its picture: discs of states, marks of who fires at whom, trails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.traits.basics import named
from vassal.traits import Trait, make

PANEL = "20,24,28"
MOVED = named("hx.moved")
"""The command that turns the mark of a piece that has moved over."""


@dataclass(frozen=True)
class Looks:
    """Sizes and pictures that traits name; `side` is that of a counter in pixels, `board` that of a usual one there."""

    side: int
    centres: dict[str, tuple[float, float]]
    board: int

    def offset(self, marker: str) -> tuple[int, int]:
        """Where the disc of a marker lies, counted from the middle of the piece."""
        x, y = self.centres.get(marker, (50.0, 50.0))
        return round((x - 50) * self.side / 100), round((y - 50) * self.side / 100)


def layer(
    name: str,
    images: Sequence[str],
    *,
    offset: tuple[int, int] = (0, 0),
    key: str = "",
    other_key: str = "",
    loop: bool = True,
) -> Trait:
    """A layer that is always there, at its first level, moved on by a key; one of two levels by another key as well."""
    return make(
        "layer",
        images=tuple(images),
        level_names=("",) * len(images),
        name=name,
        x_offset=offset[0],
        y_offset=offset[1],
        increase_key=key,
        decrease_key=other_key,
        loop=loop,
        level=1,
    )


def followed(name: str, images: Sequence[str], code: str, offset: tuple[int, int] = (0, 0)) -> Trait:
    """A layer whose level is what the code gives, from 1."""
    return make(
        "layer",
        images=tuple(images),
        level_names=("",) * len(images),
        name=name,
        x_offset=offset[0],
        y_offset=offset[1],
        follow_property=True,
        property=f"{{{code}}}",
        first_level=1,
        level=1,
    )


def moved(side: int) -> Trait:
    """The mark of a piece that has moved."""
    return make(
        "moved", image="moved.png", x_offset=side // 2 - side // 8, y_offset=-side // 2 - side // 8, menu="", key=MOVED
    )


def trail(menu: str, key: str) -> Trait:
    """The trail of a piece's moves since it was last cleared."""
    return make(
        "trail",
        menu=menu,
        key=key,
        visible_to_all=True,
        radius=12,
        edge_display_buffer=30,
        clear_key=named("hx.clearTrail"),
        width=2.0,
        visible=False,
        start_map="",
        count=0,
        initialised=False,
    )
