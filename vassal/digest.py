"""A fingerprint of what players see: equal for equal games, however the files came about.

It covers the pieces with their types, states, places and order, the decks, the declared global properties that have a
value and the turn. It leaves out what a replay does not bring about (the ids of stacks, `OldX` and `ClickedX` and their
like), what the engine works out when it looks (levels that follow a property), properties that are empty (one reads as
if nobody declared it, and a later build of a module may declare more), and who sits at the table. A player who hides a
piece is named by his side, so that the fingerprints of two files of one game can be compared.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from vassal.standing import Standing

if TYPE_CHECKING:
    from vassal.position import Position


WAY: Final = 2
"""In which way fingerprints are taken, for who keeps them: the second leaves out what is empty."""


def digest(position: "Position") -> str:
    """Return the fingerprint of a position, 64 hexadecimal digits."""
    sides = {player.id: f"side {player.side}" for player in position.table.players}
    lines: list[object] = [_piece(position, piece, sides) for piece in position.pieces()]
    decks = (pile for pile in position.piles() if pile.deck)
    lines += sorted([pile.name, pile.face_down, *pile.members] for pile in decks)
    declared = ((*key, position.globals.find(key)) for key in position.declared)
    lines += sorted(each for each in declared if each[-1])
    lines += sorted(position.table.turns.items())
    return hashlib.sha256(_written(lines)).hexdigest()


def _written(lines: list[object]) -> bytes:
    try:
        return msgspec.json.encode(lines)
    except UnicodeEncodeError:  # half a character, which no text in UTF-8 can hold
        return json.dumps(lines, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _piece(position: "Position", piece: Standing, sides: Mapping[str, str]) -> list[object]:
    states = [trait.state for trait in piece.traits[:-1]]
    for place in piece.mould.owned:
        states[place] = _by_side(states[place], sides)
    for place in piece.mould.following:
        states[place] = "on" if piece.traits[place].number("level") > 0 else "off"
    place_in_pile = position.place_in_pile(piece)
    where = [piece.map, piece.x, piece.y, -1 if place_in_pile is None else place_in_pile]
    return [piece.id, _type(tuple([trait.type for trait in piece.traits])), states, where, piece.gpid]


def _by_side(state: str, sides: Mapping[str, str]) -> str:
    owner, mark, options = state.partition(";")
    return f"{sides.get(owner, owner)}{mark}{options if mark else ''}"


@lru_cache(maxsize=4096)
def _type(types: tuple[str, ...]) -> str:
    return hashlib.sha256("\t".join(types).encode("utf-8", "surrogatepass")).hexdigest()
