"""What each piece must show by the position: where it lies, its card, its boxes; all else is decoration."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from msgspec import structs

from rules.barbarossa.actions import Complete, Status
from rules.barbarossa.movement.passage import CROSSINGS
from rules.barbarossa.reading.words import CARD, LAND, ON, STATUS, number
from rules.barbarossa.reading.works import STRUCTURES
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.harm import forget, shown, write
from rules.barbarossa.state.marks import is_on
from rules.barbarossa.state.model import Position, Structure
from rules.engine.evidence import PLACE, Lying, Piece, Shown

NUMBERS: Final = ("losses", "ammo", "boxes", "air")
"""What a card counts beside special stocks."""
BOXES: Final[Mapping[str, Status]] = {
    f"{word}_Level": status for word, status in STATUS.items() if status not in {"ambush", "dug-in", "air-combat"}
}
"""The boxes that tell what a unit is; ambush and works are where it is, and air combat ends with its step."""
OF_MODELS: Final = frozenset({PLACE, "Face", "Aboard"})
YES, NO = "on", "off"


def _at_work(position: Position) -> bool:
    """True while somebody is still to say that a work is done."""
    return any(isinstance(option, Complete) for due in position.due for option in due.options)


def _is_there(position: Position, kind: str, place: str) -> bool:
    """True where a second marker says nothing new; two minefields are two."""
    return kind != "minefield" and any((each.kind, each.hex) == (kind, place) for each in position.structures.values())


def _on_card(position: Position, name: str, what: str) -> str | None:
    """What a number or a box of a unit's card shows by the position."""
    unit = position.units[name]
    if what in BOXES:
        return None if unit.out else YES if is_on(unit, BOXES[what]) else NO
    return str(shown(position, name, what))


class Closing(ABC):
    """What the position says of each piece; a reader adds what pieces are called."""

    battle: Battle

    def __init__(self) -> None:
        self._marked: dict[str, str] = {}
        """By marker: the hex in which it was put down last."""

    @abstractmethod
    def unit(self, piece: Piece | None) -> str:
        """The unit that a model or a card is, empty for none."""

    @abstractmethod
    def named(self, uid: str) -> str:
        """The unit or structure that an id in a text stands for."""

    @abstractmethod
    def known_structure(self, piece: Piece, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; empty for one that nobody knows of."""

    @abstractmethod
    def structure(self, piece: Piece | None, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; a new name for one that was not known."""

    @abstractmethod
    def overlooked(self, unit: str) -> bool:
        """Whether where a unit stands after this step says nothing, for it is put back at once."""

    @abstractmethod
    def pressed(self, unit: str, what: str) -> bool:
        """Whether a number or a box of a card says nothing yet, for it is still changed."""

    def follow(self, shown: Shown) -> None:
        """Remember where a step has put markers."""
        where = [(each.piece, each.target) for each in shown.moved]
        where += [(each.piece, each.spot) for each in shown.added]
        for piece, spot in where:
            if piece.name in STRUCTURES:
                self._marked[piece.uid] = spot.name if spot.zone == LAND else ""

    def matters(self, piece: Piece, what: str) -> bool:
        """False for decoration: what a piece may show there says nothing of the game."""
        if piece.name in STRUCTURES:
            return what == PLACE
        if not self.unit(piece):
            return False
        if piece.name.endswith(CARD):
            return what in NUMBERS or what in BOXES or what in self.battle.units[self.unit(piece)].card.stores
        return what in OF_MODELS

    def shows(self, position: Position, piece: Piece, what: str) -> str | None:
        """What a property of a piece, or its place, shows by the position; None where that does not tell."""
        if position.state == "SETUP":
            return None
        if piece.name in STRUCTURES:
            place = self._marked.get(piece.uid, "")
            if place in self.battle.ground.halves:
                # Smoke at the edge of the map: it lies beside all that counts.
                return None
            known = position.structures.get(self.known_structure(piece, position, place))
            if known is None and piece.name in CROSSINGS and position.in_hex(place, *CROSSINGS):
                return place
            if known or not place:
                return known.hex if known else ""
            # What several build lies there as soon as the first of them says that it is done, and may lie there twice.
            return None if _at_work(position) or _is_there(position, piece.name, place) else ""
        name = self.unit(piece)
        unit = position.units[name]
        if piece.name.endswith(CARD):
            return None if self.pressed(name, what) else _on_card(position, name, what)
        if what == PLACE and unit.out:
            return ""
        if what == "Aboard":
            return unit.carrier
        if what == PLACE and self.overlooked(name):
            return None
        if unit.out or unit.off_board or unit.hidden or unit.shelter or unit.carrier:
            return None
        return unit.facing if what == "Face" else unit.hex

    def seen(self, lying: Lying, what: str) -> str:
        """What it shows, in the words in which `shows` says it; a piece that left the game lies nowhere."""
        if what == PLACE:
            return lying.spot.name if lying.spot.zone == LAND else ""
        value = lying.properties.get(what, "")
        if what in BOXES:
            return YES if value == ON else NO
        carrier = self.named(value) if what == "Aboard" and value else ""
        return value if what != "Aboard" else carrier if carrier in self.battle.units else ""

    def taken(self, position: Position, lying: Lying, what: str) -> Position:
        """The position with one property of a piece, or its place, as it is seen; what is due stays due."""
        now, piece = self.seen(lying, what), lying.piece
        if piece.name in STRUCTURES:
            return self._moved_marker(position, lying, now)
        unit = self.unit(piece)
        if what in BOXES:
            return self._boxed(position, unit, BOXES[what], on=now == YES)
        if what == PLACE:
            return position.unit(unit, hex=now, out=not now and lying.spot.zone.startswith("lost"))
        if what == "Face":
            return position.unit(unit, facing=now)
        if what == "Aboard":
            return position.unit(unit, carrier=now if now in position.units else "")
        value = number(now)
        return position if value is None else write(forget(position, unit, what), unit, what, value)

    def _moved_marker(self, position: Position, lying: Lying, place: str) -> Position:
        name = self.structure(lying.piece, position, place, lying.properties.get("Face", ""))
        if not place:
            return position.without(name)
        kind = lying.piece.name
        known = position.structures.get(name) or Structure(kind=kind, hex=place, known=kind != "minefield")
        return position.but(structures={**position.structures, name: structs.replace(known, hex=place)})

    def _boxed(self, position: Position, unit: str, status: Status, *, on: bool) -> Position:
        changes: dict[str, dict[str, object]] = {
            "suppressed": {"suppressed": on, **({} if on else {"flagged": False})},
            "flag": {"flagged": on},
            "bound": {} if on else {"bound": ()},
            "set-up": {"set_up": on},
        }
        return position.unit(unit, **changes[status])

    def against(self, position: Position, piece: Piece, what: str, now: str) -> str:
        """The rule by which no legal action could have brought this about; empty if one could."""
        unit = self.unit(piece)
        if unit and what == PLACE and now and position.units[unit].out:
            return "BAR-3.3d"
        return ""
