"""The table of all traits, by name and by prefix."""

from types import MappingProxyType

from vassal.fields import whole
from vassal.traits import deeds, looks, rest
from vassal.traits.kinds import Kind

UNKNOWN = Kind("unknown", "", whole("body"), whole("value"))
"""Traits of a module's own code: type and state stay as they are."""

ALL = (*looks.KINDS, *deeds.KINDS, *rest.KINDS, *rest.BASICS)

KINDS = MappingProxyType({kind.name: kind for kind in (*ALL, UNKNOWN)})

BASIC_NAMES = frozenset(kind.name for kind in rest.BASICS)


def _by_prefix() -> dict[str, tuple[Kind, ...]]:
    table: dict[str, tuple[Kind, ...]] = {}
    for kind in ALL:
        table[kind.prefix] = tuple(sorted((*table.get(kind.prefix, ()), kind), key=lambda each: not each.when))
    return table


_BY_PREFIX = MappingProxyType(_by_prefix())


def prefix_of(type_text: str) -> str:
    """Return the part of a trait's type that selects its kind: up to the first `;`, or all of it."""
    head, mark, _ = type_text.partition(";")
    return head + mark


def kind_of(type_text: str) -> Kind:
    """Return the kind of a trait by its type's prefix."""
    prefix = prefix_of(type_text)
    for kind in _BY_PREFIX.get(prefix, ()):
        if not kind.when or type_text.startswith(kind.when, len(prefix)):
            return kind
    return UNKNOWN
