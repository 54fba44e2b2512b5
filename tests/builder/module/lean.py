"""How many traits pieces have: the state of a piece, as a log writes it with each change, grows with their square."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vassal.components import Component
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece
from vassal.traits import Trait


def most_traits(tree: Component) -> dict[str, int]:
    """By kind of piece: how many traits the one with most of them has, those of its prototypes included."""
    reader = PieceReader()
    known = {each.get("name"): parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")}
    found: dict[str, int] = {}
    for slot in tree.every("PieceSlot", "CardSlot"):
        own = parse_piece(slot.text, reader)
        used = [known[each.text("name")].traits for each in own.all("prototype")]
        count = sum(len(_lasting(each)) for each in (own.traits, *used))
        kind = next((_fixed(each) for each in own.all("marker")), {}).get("Kind", "")
        found[kind] = max(found.get(kind, 0), count)
    return found


def _lasting(traits: Iterable[Trait]) -> list[Trait]:
    """Those that a piece in play has: neither the references to prototypes, nor what ends a piece."""
    return [each for each in traits if each.kind not in ("prototype", "basic")]


def _fixed(trait: Trait) -> Mapping[str, str]:
    return dict(zip(trait.items("names"), trait.items("values"), strict=False))
