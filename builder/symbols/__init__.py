"""Symbols of units and markers, as data: NATO boxes, silhouettes of vehicles and people, icons, emblems.

A symbol is a list of layers, painted one over the other in named tones; a theme says which colour a tone has. Vehicles
are drawn to scale in centimetres, the ground at 0 and the y axis pointing up, all facing left.
"""

from __future__ import annotations

import functools
from pathlib import Path as File
from typing import Annotated, Literal

import msgspec
import shapely
from msgspec import Meta

from builder.drawing import svg
from builder.drawing.path import Cap, Join, Path, circle, line, nested, together
from kept.plain import plain

FOLDER = File(__file__).parent

Tone = Literal["body", "mid", "light", "ground", "accent"]
Family = Literal["nato", "silhouettes", "icons", "emblems"]
Disc = tuple[float, float, float]
Frame = tuple[float, float, float, float]
Paint = tuple[str, Path, float]


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One tone of a symbol: outlines that are filled, or drawn as lines of a width; discs; belts around discs.

    `colour` is for emblems, whose colours are their own in every theme.
    """

    tone: Tone = "body"
    colour: Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?$")] = ""
    d: str = ""
    width: float = 0.0
    cap: Cap = "round"
    join: Join = "round"
    discs: tuple[Disc, ...] = ()
    belt: tuple[Disc, ...] = ()
    opacity: float = 1.0

    @functools.cached_property
    def path(self) -> Path:
        """The shape that is painted."""
        parts = [self._drawn(), *(self._ring(disc) for disc in self.discs)]
        if self.belt:
            hull = shapely.union_all([circle(*disc).area for disc in self.belt]).convex_hull
            parts.append(nested([[(x, y) for x, y in hull.exterior.coords[:-1]]]))
        return together(parts)

    def _drawn(self) -> Path:
        if not self.d:
            return Path()
        if not self.width:
            return svg.shape(self.d)
        return together(
            line(*points, width=self.width, cap=self.cap, join=self.join) for points in svg.lines(self.d)
        ).joined()

    def _ring(self, disc: Disc) -> Path:
        return circle(*disc).outline(self.width) if self.width else circle(*disc)


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another symbol, painted at several places (x, y, scale) and turned by so many degrees."""

    of: str
    at: tuple[Disc, ...] = ((0.0, 0.0, 1.0),)
    turn: float = 0.0


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol as it stands in a file: other symbols first, as they are (`like`) or placed (`use`), then its layers.

    `size` below 1 leaves room about it, so that a small vehicle is smaller than a large one.
    """

    layers: tuple[Layer, ...] = ()
    like: tuple[str, ...] = ()
    use: tuple[Use, ...] = ()
    frame: Frame | None = None
    up: bool = False
    size: Annotated[float, Meta(gt=0, le=1)] = 1.0
    name: Annotated[str, Meta(max_length=60)] = ""


class Symbol(msgspec.Struct, frozen=True):
    """A symbol, its y axis pointing down: what is painted in which tone, and the frame that it fills."""

    id: str
    layers: tuple[Paint, ...]
    frame: Frame

    def fitted(self, left: float, top: float, width: float, height: float, mirrored: bool = False) -> Symbol:
        """The symbol in the middle of a box, as large as its frame fits into it."""
        x, y, wide, high = self.frame
        scale = min(width / wide, height / high)
        flip = -scale if mirrored else scale
        dx = left + width / 2 - flip * (x + wide / 2)
        dy = top + height / 2 - scale * (y + high / 2)
        layers = tuple((tone, path.transformed((flip, 0, 0, scale, dx, dy)), o) for tone, path, o in self.layers)
        return Symbol(
            self.id,
            layers,
            (left + (width - scale * wide) / 2, top + (height - scale * high) / 2, scale * wide, scale * high),
        )


@functools.cache
def symbol(family: Family, name: str) -> Symbol:
    """The symbol of this name; KeyError with what there is if there is none."""
    entries = _entries(family)
    if name not in entries:
        raise KeyError(f"no symbol {name!r} among the {family}: {', '.join(sorted(entries))}")
    entry = entries[name]
    flip = -1.0 if entry.up else 1.0
    layers = tuple((tone, path.scaled(1, flip), opacity) for tone, path, opacity in _painted(entry, entries))
    if entry.frame:
        x, y, wide, high = entry.frame
        return Symbol(name, layers, (x, -y - high if entry.up else y, wide, high))
    left, top, right, bottom = together(path for _, path, _ in layers).bounds
    wide, high = (right - left) / entry.size, (bottom - top) / entry.size
    return Symbol(name, layers, ((left + right - wide) / 2, bottom - high, wide, high))


def names(family: Family) -> list[str]:
    """The names of all symbols of a family."""
    return sorted(_entries(family))


def _painted(entry: Entry, entries: dict[str, Entry]) -> list[Paint]:
    found = [paint for other in entry.like for paint in _painted(entries[other], entries)]
    for use in entry.use:
        parts = _painted(entries[use.of], entries)
        for dx, dy, scale in use.at:
            found += [(tone, path.turned(use.turn).scaled(scale).moved(dx, dy), o) for tone, path, o in parts]
    return found + [(layer.colour or layer.tone, layer.path, layer.opacity) for layer in entry.layers]


@functools.cache
def _entries(family: Family) -> dict[str, Entry]:
    """All symbols of a family: those of its own file, and those of files that continue it (`<family>-….yaml`)."""
    found: dict[str, Entry] = {}
    for file in sorted(FOLDER.glob(f"{family}*.yaml")):
        found |= msgspec.convert(plain(file), dict[str, Entry])
    return found
