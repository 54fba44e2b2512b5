"""Editions: whether a log was played by other printed values than those by which it is judged.

A piece of a module carries the numbers of its front in words ("A 5  MP 4"), in the language of the module. Where they
are others than the data in play say, a reach or a factor by the data would accuse players who went by what they saw.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import assets
from assets.schema import Unit
from rules.engine.evidence import Board

FACES: Final = ("Front", "Back")
"""The fixed properties that hold the numbers of a piece's sides."""
APART, TIED = "  ", "\u00a0"
"""What stands between two numbers in words, and between the word and its number; older modules have a space there."""


class Foreign(NamedTuple):
    """A piece whose numbers are others than those by which it is judged."""

    piece: str
    found: str
    expected: str


def foreign(board: Board, game: assets.Game) -> Iterator[Foreign]:
    """Yield the pieces of a board whose printed numbers are others than those of a game's data."""
    names = _names(game)
    met = set[str]()
    for lying in board.pieces:
        unit = game.units.get(lying.piece.name)
        if unit is None or unit.id in met:
            continue
        met.add(unit.id)
        for face in FACES:
            text, ours = lying.piece.facts.get(face, ""), _printed(game, unit, face)
            said = [tuple(each.replace(TIED, " ").rpartition(" ")[::2]) for each in text.split(APART)]
            wrong = [(word, value) for word, value in said if not _fits(names.get(word, ()), value, ours)]
            if wrong:
                word, value = wrong[0]
                name = names[word][0]
                yield Foreign(unit.id, f"{word} {value}", f"{word} {ours[name]}")
                break


def _fits(names: Iterable[str], value: str, ours: Mapping[str, object]) -> bool:
    """Whether a number is that of one of the values that are called so; one that the data do not have tells nothing."""
    known = [str(ours[name]) for name in names if name in ours]
    return not known or value in known


def _names(game: assets.Game) -> Mapping[str, tuple[str, ...]]:
    """The values that a word on a counter stands for, in any language."""
    found: dict[str, tuple[str, ...]] = {}
    for name, kind in game.info.values.items():
        for word in {kind.short.en, kind.short.de}:
            found[word] = (*found.get(word, ()), name)
    return found


def _printed(game: assets.Game, unit: Unit, face: str) -> Mapping[str, object]:
    """The values of a side of a unit, or of its card."""
    return game.cards[unit.card].values if unit.card else unit.values(reduced=face == FACES[1])
