"""How pieces are drawn: theme, symbols, language."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal

import msgspec

from builder import symbols
from builder.drawing import theme as themes
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, contrast, mix, rgb
from builder.drawing.theme import Theme
from builder.symbols import Family, Symbol

DENSITIES = (75, 150, 300)
"""The sides of a counter in pixels that are offered: for a plain screen, a sharp one, and print."""

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (16, 16, 16)


class Style(msgspec.Struct, frozen=True):
    """The choices of whoever builds: a theme, which symbols, which language."""

    theme: str = "bevel"
    symbols: Literal["nato", "silhouette"] = "silhouette"
    language: Literal["en", "de"] = "en"

    @property
    def look(self) -> Theme:
        """The theme itself."""
        return themes.theme(self.theme)


@functools.lru_cache(maxsize=512)
def fitted(family: Family, name: str, box: tuple[float, float, float, float], mirrored: bool = False) -> Symbol:
    """A symbol set into a box."""
    return symbols.symbol(family, name).fitted(*box, mirrored=mirrored)


def find(family: Family, name: str, side: str = "") -> str | None:
    """The name under which a family has a symbol, one of the side's own before one for all; None if it has none."""
    known = symbols.names(family)
    return next((option for option in (f"{name}.{side}", name) if option in known), None)


def paint(canvas: Canvas, symbol: Symbol, tones: Mapping[str, Rgb]) -> None:
    """Paint a symbol in the colours of its tones, or in its own."""
    for tone, path, opacity in symbol.layers:
        canvas.fill(path, tones[tone] if tone in tones else rgb(tone), opacity)


def strongest(ground: Rgb, *choices: Rgb) -> Rgb:
    """The choice with the most contrast to the ground."""
    return max(choices, key=lambda choice: contrast(ground, choice))


def towards(colour: Rgb, other: Rgb, share: float) -> Rgb:
    """The colour, some of the way to another."""
    return mix(colour, other, share)
