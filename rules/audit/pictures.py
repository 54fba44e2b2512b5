"""What the film asks of whoever has the pictures of a module: where they lie on one sheet, and the map under them."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol


class Sheet(NamedTuple):
    """A board of the map: its picture, where it lies and how large it is, turned around or not."""

    image: str
    x: int
    y: int
    width: int
    height: int
    reversed: bool = False
    colour: str = ""


class Sprite(NamedTuple):
    """A picture on the sheet: its corner and size there, and its size on the map."""

    x: int
    y: int
    width: int
    height: int
    across: float
    down: float


class Art(NamedTuple):
    """The pictures of a film, each as a file that stands in the page."""

    map: str = ""
    """As `data:image/…`; empty for a blank sheet."""
    sheet: str = ""
    sprites: Mapping[str, Sprite] = MappingProxyType({})


class Pictures(Protocol):
    """Has the pictures of the module that was played, as far as there are any."""

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        """Return the map and those of the pictures that there are; the large ones are shown by themselves alone."""
        ...


class Blank:
    """No pictures at all: a film of blank pieces on a blank sheet."""

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        """Return nothing."""
        del sheets, names, large
        return Art()


__all__ = ["Art", "Blank", "Pictures", "Sheet", "Sprite"]
