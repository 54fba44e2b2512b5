"""What pieces are by the types of their traits alone, whatever their states: worked out once for all that are alike."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from vassal.readings import READERS
from vassal.traits import Trait, parse

MOULDS, LONGEST = 1024, 64 * 1024
"""So many moulds are remembered, of so many characters at most."""
OWNING: Final = frozenset({"restricted", "invisible", "mask"})
"""Kinds of traits whose state may name a player."""
NOTHING: Final[Mapping[str, tuple[int, int]]] = MappingProxyType({})


class Mould(msgspec.Struct, frozen=True):
    """What all pieces have in common whose traits are of the same types, outermost first."""

    known: bool = True
    """Whether the engine itself has all kinds of their traits."""
    stacks: bool = True
    """Whether they ever lie in a stack."""
    owned: tuple[int, ...] = ()
    """The places of the traits that may name a player."""
    telling: tuple[int, ...] = ()
    """The places of the traits that answer for properties."""
    following: tuple[int, ...] = ()
    """The places of the layers whose level follows a property, so that it is worked out when it is looked at."""
    saying: Mapping[str, tuple[int, int]] = NOTHING
    """By the name of a property, the place of the outermost marker or dynamic property of it, and where in that."""

    def says(self, traits: tuple[Trait, ...], name: str) -> str | None:
        """Return what the markers and dynamic properties of a piece say of a property; nothing if none of them does."""
        found = self.saying.get(name)
        if found is None:
            return None
        place, within = found
        trait = traits[place]
        if trait.kind == "property":
            return trait.text("value")
        values = trait.items("values")
        return values[within] if within < len(values) else ""


def mould_of(traits: Iterable[Trait]) -> Mould:
    """Return the mould of a piece with these traits."""
    types = tuple([trait.type for trait in traits])
    return (_known if sum(map(len, types)) <= LONGEST else _mould)(types)


def _mould(types: tuple[str, ...]) -> Mould:
    traits = tuple(map(parse, types))
    saying: dict[str, tuple[int, int]] = {}
    for place, trait in enumerate(traits):
        for within, name in enumerate(_names(trait)):
            saying.setdefault(name, (place, within))
    return Mould(
        all(trait.known for trait in traits),
        _stacks(traits),
        tuple(place for place, trait in enumerate(traits) if may_name(trait)),
        tuple(place for place, trait in enumerate(traits) if trait.kind in READERS),
        tuple(place for place, trait in enumerate(traits) if trait.kind == "layer" and trait.flag("follow_property")),
        MappingProxyType(saying),
    )


_known = lru_cache(maxsize=MOULDS)(_mould)


def _names(trait: Trait) -> tuple[str, ...]:
    if trait.kind == "marker":
        return trait.items("names")
    return (trait.text("name"),) if trait.kind == "property" else ()


def _stacks(traits: Iterable[Trait]) -> bool:
    never = (trait.kind == "no_stack" and trait.text("stack")[:1] != "L" for trait in traits)
    return not any(never) and not any(trait.kind == "mat" for trait in traits)


def may_name(trait: Trait) -> bool:
    """Tell whether a trait's state may name a player; a mask that belongs to a side names the side."""
    if trait.kind == "restricted":
        return True
    return trait.kind in OWNING and not trait.text("access").startswith("side")
