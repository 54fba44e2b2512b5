"""What the maps of a module allow where pieces meet: whether they form a stack."""

from typing import Final, Protocol

from vassal.standing import Standing
from vassal.traits import Trait


class Ground(Protocol):
    """What a position needs to know of the maps that it lies on."""

    def stacks(self, map_name: str) -> bool:
        """Tell whether pieces on a map form stacks at all."""

    def layer(self, piece: Standing) -> str | None:
        """Return the layer of its map that a piece lies in; only pieces of one layer form a stack."""


class UnknownGround:
    """Maps of a module that nobody has at hand: all of them stack, and a piece's `Layer` is what it says itself."""

    def stacks(self, map_name: str) -> bool:
        """Tell that pieces form stacks, as they do on nearly every map."""
        return True

    def layer(self, piece: Standing) -> str | None:
        """Return the layer that the piece names itself, where it does."""
        return own_text(piece.traits, "Layer")


UNKNOWN: Final = UnknownGround()


def own_text(traits: tuple[Trait, ...], name: str) -> str | None:
    """Return what the markers and dynamic properties of a piece say of a property, outermost first."""
    for trait in traits:
        if trait.kind == "marker":
            names = trait.items("names")
            if name in names:
                values = trait.items("values")
                place = names.index(name)
                return values[place] if place < len(values) else ""
        elif trait.kind == "property" and trait.text("name") == name:
            return trait.text("value")
    return None
