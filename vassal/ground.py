"""What the maps of a module allow where pieces meet, and what their points are called."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from vassal.boards import Choice, Layout, Place
from vassal.module import Module
from vassal.standing import Standing


class Ground(Protocol):
    """What a position needs to know of the maps that it lies on."""

    def stacks(self, map_name: str) -> bool:
        """Tell whether pieces on a map form stacks at all."""

    def top_layer(self, map_name: str) -> int | None:
        """Return the layer of decks and of pieces that name none; nothing for a map without layers of its own."""

    def layer(self, piece: Standing) -> object:
        """Return the layer of its map that a piece lies in; pieces of two layers form no stack, None is any layer."""

    def place(self, map_name: str, choices: Sequence[Choice] | None, point: tuple[int, int]) -> Place | None:
        """Return location, zone and board of a point; nothing where the map is not known."""


class UnknownGround:
    """Maps of a module that nobody has at hand: all of them stack, and a piece's `Layer` is what it says itself."""

    def stacks(self, map_name: str) -> bool:
        """Tell that pieces form stacks, as they do on nearly every map."""
        return bool(map_name)

    def top_layer(self, map_name: str) -> int | None:
        """Return nothing: as far as one knows a map has no layers of its own."""
        del map_name
        return None

    def layer(self, piece: Standing) -> object:
        """Return the layer that the piece names itself, where it does."""
        return piece.says("Layer")

    def place(self, map_name: str, choices: Sequence[Choice] | None, point: tuple[int, int]) -> Place | None:
        """Return nothing: what a point is called stands in the module alone."""
        del map_name, choices, point
        return None


class ModuleGround:
    """The maps of a module that is at hand."""

    def __init__(self, module: Module) -> None:
        self._maps = {each.name: each for each in reversed(module.maps)}
        self._layout = lru_cache(maxsize=1000)(self._arranged)

    def stacks(self, map_name: str) -> bool:
        """Tell whether pieces on a map form stacks."""
        found = self._maps.get(map_name)
        return found is None or found.stacking

    def top_layer(self, map_name: str) -> int | None:
        """Return the place behind all layers that the map names."""
        found = self._maps.get(map_name)
        return None if found is None or found.layers is None else len(found.layers[1])

    def layer(self, piece: Standing) -> object:
        """Return the place of the piece's layer among those of its map; pieces of no named layer are in the top one."""
        found = self._maps.get(piece.map)
        if found is None or found.layers is None:
            return None
        name, order = found.layers
        text = piece.says(name)
        return order.index(text) if text in order else len(order)

    def place(self, map_name: str, choices: Sequence[Choice] | None, point: tuple[int, int]) -> Place | None:
        """Return location, zone and board of a point of a map whose boards were chosen so."""
        if map_name not in self._maps:
            return None
        return self.layout(map_name, choices).place(point)

    def layout(self, map_name: str, choices: Sequence[Choice] | None) -> Layout:
        """Return the boards of a map of the module, chosen so."""
        return self._layout(map_name, None if choices is None else tuple(choices))

    def _arranged(self, map_name: str, choices: tuple[Choice, ...] | None) -> Layout:
        return self._maps[map_name].layout(choices)


UNKNOWN: Final = UnknownGround()
