"""Slots: the places of a module that pieces are made from."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from vassal.components import Component, place
from vassal.errors import Problem, VassalError
from vassal.pieces import ADD, Piece, PieceReader
from vassal.prototypes import Prototypes, Spliced, parse_piece

Origin: TypeAlias = Literal["palette", "deck", "stack", "trait", "elsewhere"]
_ORIGINS: dict[str, Origin] = {"DrawPile": "deck", "SetupStack": "stack", "PieceWindow": "palette"}
_NO_ORIGIN: Origin = "elsewhere"
_MAKERS = ("place_marker", "replace")


@dataclass(frozen=True)
class Slot:
    """One counter, card or marker of a module: its id, its name, and the piece that it makes."""

    gpid: str
    title: str
    text: str
    path: tuple[Component, ...] = field(repr=False)
    prototypes: Prototypes = field(repr=False)
    origin: Origin = _NO_ORIGIN

    @property
    def place(self) -> str:
        """Return where it stands in the module."""
        return place(self.path)

    @cached_property
    def _read(self) -> tuple[Piece | None, Piece | None, Spliced, str]:
        written = None
        try:
            written = parse_piece(self.text, PieceReader())
            expanded, spliced = self.prototypes.expand(_with_gpid(written, self.gpid))
        except VassalError as error:
            return written, None, Spliced(), str(error)
        return written, expanded, spliced, ""

    @property
    def piece(self) -> Piece | None:
        """Return the piece as it is written, or None if the text holds none."""
        return self._read[0]

    @property
    def expanded(self) -> Piece | None:
        """Return the piece as it enters play: with its prototypes spliced in and its gpid, comments dropped."""
        return self._read[1]

    @property
    def spliced(self) -> Spliced:
        """Return which prototypes went into the piece, and which could not."""
        return self._read[2]

    @property
    def name(self) -> str:
        """Return the name of the slot, or that of its piece if it has none."""
        return self.title or (self.piece.name if self.piece else "")

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the piece."""
        where = f"{self.place} (gpid {self.gpid})"
        if self._read[3]:
            yield Problem(where, self._read[3])
        for name in sorted(self.spliced.missing):
            yield Problem(where, f"there is no prototype {name!r}")
        for name in sorted(self.spliced.cyclic):
            yield Problem(where, f"the prototype {name!r} stands in itself")
        for name, flaw in sorted(self.spliced.broken.items()):
            yield Problem(where, f"the prototype {name!r} cannot be read: {flaw}")

    def made_by_traits(self) -> Iterator["Slot"]:
        """Yield the pieces that traits of this one put on the map or put in its place."""
        for trait in self.expanded.traits if self.expanded else ():
            if trait.kind in _MAKERS and trait.text("marker").startswith(ADD):
                yield Slot(trait.text("gpid"), "", trait.text("marker"), self.path, self.prototypes, "trait")


def gpids_in(text: str) -> Iterator[str]:
    """Yield the ids that traits of a piece give to what they make, those inside of it as well."""
    waiting = [text]
    while waiting:
        for trait in parse_piece(waiting.pop(), PieceReader()).traits:
            if trait.kind in _MAKERS:
                yield trait.text("gpid")
                waiting += [trait.text("marker")] if trait.text("marker").startswith(ADD) else []


def _with_gpid(piece: Piece, gpid: str) -> Piece:
    basic = piece.basic
    return Piece(piece.id, (*piece.traits[:-1], basic.with_fields(gpid=gpid)))


def slots_of(root: Component, prototypes: Prototypes) -> Iterator[Slot]:
    """Yield all slots of a tree, in the order of the file."""
    for path in root.paths():
        component = path[-1]
        if component.name in {"PieceSlot", "CardSlot"}:
            origin = next((_ORIGINS[each.name] for each in reversed(path) if each.name in _ORIGINS), _NO_ORIGIN)
            yield Slot(
                gpid=component.get("gpid"),
                title=component.get("entryName"),
                text=component.text,
                path=path,
                prototypes=prototypes,
                origin=origin,
            )
