"""A theme: how pieces look, as data in `templates/themes/`; lengths in hundredths of a counter's side."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from builder.drawing.text import Anchor
from builder.fonts import Face
from kept.plain import plain

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates" / "themes"

Length = Annotated[float, Meta(ge=-20, le=120)]
Share = Annotated[float, Meta(ge=0, le=1)]
Box = tuple[Length, Length, Length, Length]
FaceName = Literal["FIGURE", "FIGURE_BOLD", "FIGURE_MEDIUM", "NAME_BOLD", "NAME_HEAVY"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts of a theme."""


class Bevel(Part, frozen=True):
    """The slope along the edge, lit from the upper left: how wide, how light, how dark."""

    width: Length
    light: Share
    dark: Share


class Line(Part, frozen=True):
    """A hairline along the edge."""

    width: Length
    opacity: Share


class Band(Part, frozen=True):
    """The band of the formation across the top."""

    height: Length
    cap: Length
    baseline: Length
    left: Length
    right: Length
    rule: Length


class Stripe(Part, frozen=True):
    """The stripe of independent units below the band."""

    height: Length
    rule: Length


class Area(Part, frozen=True):
    """An upright rectangle."""

    left: Length
    top: Length
    width: Length
    height: Length


class Emphasis(Part, frozen=True):
    """How far the tones of a symbol lie from the side's ink towards its ground."""

    body: Share
    mid: Share
    light: Share


class Strip(Part, frozen=True):
    """The row of numbers that turns pale when a step is lost."""

    top: Length
    pale: Share


class Slash(Part, frozen=True):
    """The diagonal behind the symbol of a unit that has lost a step."""

    width: Length
    opacity: Share


class Place(Part, frozen=True):
    """Where a number stands on a counter, how high its figures are, and what frames it."""

    x: Length
    baseline: Length
    cap: Length
    room: Length
    anchor: Anchor
    frame: Literal["none", "plate", "box", "shield"]
    box: Box = (0.0, 0.0, 0.0, 0.0)


class Spot(Part, frozen=True):
    """Where a word stands."""

    x: Length
    baseline: Length
    cap: Length


class Ring(Part, frozen=True):
    """Where the command radius stands, in a ring."""

    x: Length
    baseline: Length
    cap: Length
    ring: Length


class Hatching(Part, frozen=True):
    """The hatching of an HQ that has been used."""

    opacity: Share
    width: Length
    gap: Length


class Headquarters(Part, frozen=True):
    """The layout of an HQ."""

    border: Length
    symbol: Area
    letters: Spot
    radius: Ring
    used: Hatching


class MarkerLayout(Part, frozen=True):
    """The layout of a marker: an icon, a word below it, the emblem of its side in a corner."""

    icon: Box
    cap: Length
    baseline: Length
    room: Length
    emblem: Box


class Words(Part, frozen=True):
    """A line of words in the middle; `height` of the field behind it."""

    baseline: Length
    cap: Length
    room: Length
    height: Length = 0.0


class ChitLayout(Part, frozen=True):
    """The layout of an activation chit: title, icon (`alone` where there is no unit symbol), salvos, emblem."""

    corner: Length
    border: Length
    title: Words
    icon: Box
    alone: Box
    salvos: Box
    emblem: Box


class State(Part, frozen=True):
    """The discs of states that lie on a piece: their size, and the places of their centres in order of use.

    `on_models` are the places on the hexagonal base of a model.
    """

    size: Length
    slots: tuple[tuple[Length, Length], ...]
    on_models: tuple[tuple[Length, Length], ...]


class Theme(Part, frozen=True, eq=False):
    """All that a theme says; without `symbols` it leaves them to the game."""

    corner: Length
    bevel: Bevel
    line: Line
    grain: Share
    band: Band
    stripe: Stripe
    symbol: Area
    emphasis: Emphasis
    strip: Strip
    slash: Slash
    badge: Area
    face: FaceName
    label: FaceName
    places: dict[str, Place]
    hq: Headquarters
    marker: MarkerLayout
    chit: ChitLayout
    state: State
    symbols: Literal["nato", "silhouette"] | None = None

    @property
    def figures(self) -> Face:
        """The face of the numbers."""
        return Face[self.face]

    @property
    def letters(self) -> Face:
        """The face of the words."""
        return Face[self.label]


@functools.cache
def theme(name: str) -> Theme:
    """The theme of this name; KeyError with what there is if there is none."""
    return msgspec.convert(_values(name), Theme)


def _values(name: str) -> dict[str, Any]:
    """All that is said under a name, over what the theme it is like says."""
    found = names()
    if name not in found:
        raise KeyError(f"no theme {name!r}, only {', '.join(found)}")
    own: dict[str, Any] = plain(FOLDER / f"{name}.yaml")
    like = own.pop("like", None)
    return (_values(like) | own) if like else own


def names() -> list[str]:
    """The names of all themes."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))
