"""What each piece must show by the position: where it lies, its card, its boxes; all else is decoration."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from msgspec import structs

from assets.chronicle import Chronicle
from rules.barbarossa import actions as do
from rules.barbarossa.actions import Complete, Show, State, Status
from rules.barbarossa.movement.passage import CROSSINGS
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import CARD, LAND, ON, STATUS, number
from rules.barbarossa.reading.works import STRUCTURES
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.harm import forget, shown, write
from rules.barbarossa.state.marks import is_on, packs_up, sets_up
from rules.barbarossa.state.model import Position, Structure, Unit
from rules.binding import Reading
from rules.engine.evidence import PLACE, Altered, Lying, Piece, Shown, Spot
from rules.engine.obligations import LATER, Due
from rules.hearing import Hearing

NUMBERS: Final = ("losses", "ammo", "boxes", "air")
"""What a card counts beside special stocks."""
BOXES: Final[Mapping[str, Status]] = {f"{word}_Level": status for word, status in STATUS.items()}
"""The boxes that tell what a unit is, on its card and on its model."""
GOES_WITH: Final[Mapping[Status, str]] = {"ambush": "ambush", "dug-in": "defend"}
"""By box: the order with which it is marked or wiped at some time in the round."""
TURNED: Final = "Hidden_Level"
"""The side of a model that is up: that of a headquarters which nobody has found shows nothing."""
OF_MODELS: Final = frozenset({PLACE, "Face", "Aboard", TURNED})
PUT: Final = frozenset({PLACE, "Face", "Aboard"})
"""What says nothing of a model that is put right at once."""
YES, NO = "on", "off"
NOWHERE: Final = "nowhere"
"""Where a model lies that is in no box, not among its cards, and on no map."""
WINDOW: Final = "CardMap"
"""The window of the cards of its side, by a model; what there is a box only the module knows."""


def _at_work(position: Position) -> bool:
    """True while somebody is still to say that a work is done."""
    return any(position.options(Complete))


def _is_there(position: Position, kind: str, place: str) -> bool:
    """True where a second marker says nothing new; two minefields are two."""
    return kind != "minefield" and any((each.kind, each.hex) == (kind, place) for each in position.structures.values())


def _open_yet(position: Position, unit: Unit, status: Status) -> bool:
    """True while a box may be marked or not: its order is not known, or is being given or carried out."""
    order = GOES_WITH.get(status)
    given = unit.order.order if unit.order else None
    return order is not None and (position.state in {"PLANNING", "REVEAL"} or given in {"", order})


def _of(words: bool) -> str:
    return YES if words else NO


class Closing(Hearing[Battle, Step], ABC):
    """What the position says of each piece; a reader adds what pieces are called."""

    def __init__(
        self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle, names: Mapping[str, Reading]
    ) -> None:
        super().__init__(battle, sides, chronicle, do, names)
        self._marked: dict[str, str] = {}
        """By marker: the hex in which it was put down last."""
        self._lies: dict[str, str] = {}
        """By model that was moved: the hex in which it lies, empty for a place beside the map."""
        self._spoken: set[str] = set()
        """The units of which the step speaks that is read."""
        self._was: dict[tuple[str, str], str] = {}
        """By piece and box that this step has changed: what it showed before."""

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
        """Remember where a step has put markers and models, of whom it speaks, and how the boxes stood before it."""
        self._spoken = {self.unit(record.piece) for record in shown.records}
        self._was = {(each.piece.uid, each.property): self._word(each) for each in reversed(shown.altered)}
        where = [(each.piece, each.target) for each in shown.moved]
        where += [(each.piece, each.spot) for each in shown.added]
        for piece, spot in where:
            place = spot.name if spot.zone == LAND else ""
            if piece.name in STRUCTURES:
                self._marked[piece.uid] = place
            elif self.unit(piece) and not piece.name.endswith(CARD):
                self._lies[self.unit(piece)] = place

    def _word(self, altered: Altered) -> str:
        """What a property showed before, as `seen` says it."""
        return self.seen(Lying(altered.piece, Spot(), {altered.property: altered.old}), altered.property)

    def matters(self, piece: Piece, what: str) -> bool:
        """False for decoration: what a piece may show there says nothing of the game."""
        if piece.name in STRUCTURES:
            return what == PLACE
        if not self.unit(piece):
            return False
        if piece.name.endswith(CARD):
            return what in NUMBERS or what in BOXES or what in self.battle.units[self.unit(piece)].card.stores
        return what in OF_MODELS or what in BOXES

    def shows(self, position: Position, piece: Piece, what: str) -> str | None:
        """What a property of a piece, or its place, shows by the position; None where that does not tell."""
        if position.state == "SETUP":
            return None
        if piece.name in STRUCTURES:
            return None if self.overlooked(piece.uid) else self._lying_marker(position, piece)
        name = self.unit(piece)
        unit = position.units[name]
        unsaid = None if name in self._spoken else self._was.get((piece.uid, what))
        if what in BOXES or what == TURNED:
            shows = self._turned(unit, name) if what == TURNED else self._box(position, name, BOXES[what])
            return None if self.pressed(name, what) else shows or unsaid
        if piece.name.endswith(CARD):
            return None if self.pressed(name, what) else str(shown(position, name, what))
        if what in PUT and self.overlooked(name):
            return None
        if what == PLACE:
            return self._where(position, name)
        if what == "Aboard":
            return unit.carrier
        away = unit.out or unit.off_board or unit.hidden or unit.shelter or unit.carrier
        return unsaid if away else unit.facing

    def _lying_marker(self, position: Position, piece: Piece) -> str | None:
        """Where a marker lies by the position; None where that does not tell."""
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

    def _turned(self, unit: Unit, name: str) -> str | None:
        """Whether a model shows its hidden side; None where it may show either."""
        return _of(unit.hidden) if self.battle.units[name].is_a("hq") and not unit.out else None

    def _box(self, position: Position, name: str, status: Status) -> str | None:
        """What a status box shows; None where it may show either, once somebody says so."""
        unit, printed = position.units[name], self.battle.units[name]
        if unit.out or _open_yet(position, unit, status):
            return None
        if status == "air-combat":
            return None if printed.flies else NO
        if status == "set-up" and (not sets_up(printed) or packs_up(unit)):
            return None
        if status == "flag" and unit.suppressed and position.state in {"PLANNING", "REVEAL"}:
            return None
        return _of(is_on(unit, status) and not (status == "ambush" and printed.is_a("hq")))

    def _where(self, position: Position, name: str) -> str:
        """Where a model lies; off the board it may lie in any box, and that of a passenger also with its carrier."""
        unit, lies = position.units[name], self._lies.get(name, "")
        if unit.out:
            return ""
        if unit.carrier:
            return position.units[unit.carrier].hex if lies and unit.carrier in position.units else ""
        if unit.off_board:
            return unit.hex if lies and not unit.hidden else ""
        return unit.hex

    def seen(self, lying: Lying, what: str) -> str:
        """What it shows, in the words in which `shows` says it; a piece that left the game lies nowhere."""
        if what == PLACE:
            spot, cards = lying.spot, lying.piece.facts.get(WINDOW)
            unit = self.unit(lying.piece)
            known = self.battle.units.get(unit)
            boxed = bool(spot.zone)
            if known and known.flies:
                boxed = spot.zone in {f"airfield-{known.side}", f"lost-{known.side}", LAND}
            beside = "" if boxed or spot.map == cards or not unit else NOWHERE
            return spot.name if spot.zone == LAND else beside
        value = lying.properties.get(what, "")
        if what in BOXES or what == TURNED:
            return _of(value == ON)
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
            return self._put(position, unit, lying, "" if now == NOWHERE else now)
        if what == TURNED:
            return position.unit(unit, hidden=now == YES)
        if what == "Face":
            return position.unit(unit, facing=now)
        if what == "Aboard":
            return position.unit(unit, carrier=now if now in position.units else "")
        value = number(now)
        return position if value is None else write(forget(position, unit, what), unit, what, value)

    def _put(self, position: Position, unit: str, lying: Lying, place: str) -> Position:
        """The position in which a model lies elsewhere; who lies hidden or rides is as well where the cards say."""
        state = position.units[unit]
        if state.carrier or (state.off_board and not place):
            return position
        if state.off_board and place == state.hex and not state.shelter:
            return self._shown(position, unit)
        return position.unit(unit, hex=place, out=not place and lying.spot.zone.startswith("lost"))

    def _shown(self, position: Position, unit: str) -> Position:
        """The position in which a model has come back on the board without a word: it is hidden no more."""
        due = tuple(each for each in position.due if Show(unit=unit) not in each.options)
        lay = position.units[unit].hidden
        position = position.but(due=due).unit(unit, off_board=False, hidden=False)
        if not lay:
            return position
        position = position.but(fired={**position.fired, f"{unit} shown": 1})
        wiped = Due("BAR-5.12g", (State(unit=unit, status="ambush", on=False),), LATER, must=False)
        return position.owing(wiped)

    def _moved_marker(self, position: Position, lying: Lying, place: str) -> Position:
        name = self.structure(lying.piece, position, place, lying.properties.get("Face", ""))
        if not place:
            return position.without(name)
        kind = lying.piece.name
        known = position.structures.get(name) or Structure(kind=kind, hex=place, known=kind != "minefield")
        return position.but(structures={**position.structures, name: structs.replace(known, hex=place)})

    def _boxed(self, position: Position, unit: str, status: Status, *, on: bool) -> Position:
        printed = self.battle.units[unit]
        changes: dict[str, dict[str, object]] = {
            "suppressed": {"suppressed": on, **({} if on else {"flagged": False})},
            "flag": {"flagged": on},
            "bound": {} if on else {"bound": ()},
            "set-up": {"set_up": on} if sets_up(printed) else {},
            "ambush": {} if printed.is_a("hq") else {"hidden": on},
            "dug-in": {} if on else {"shelter": ""},
        }
        return position.unit(unit, **changes.get(status, {}))

    def against(self, position: Position, piece: Piece, what: str, now: str) -> str:
        """The rule by which no legal action could have brought this about; empty if one could."""
        unit = self.unit(piece)
        if not unit or what != PLACE or not now or position.state == "SETUP":
            return ""
        if position.units[unit].out:
            return "BAR-3.3d"
        here, grid = position.units[unit].hex, self.battle.ground.grid
        on_foot = here in grid and now in grid and self._walks(position, unit)
        return "BAR-8.0f" if on_foot and grid.distance(here, now) > self._farthest(unit) else ""

    def _walks(self, position: Position, unit: str) -> bool:
        """True for a model that stands on the board and got there over the ground."""
        state = position.units[unit]
        return not (self.battle.units[unit].flies or state.carrier or state.off_board or state.hidden)

    def _farthest(self, unit: str) -> int:
        """How many hexes nobody of a unit's side exceeds in a round: it may ride, and on a road it goes farther."""
        side, chart = self.battle.units[unit].side, self.battle.charts["movement"]
        cards = (each.card.orders for each in self.battle.units.values() if each.side == side)
        ranges = (row.get(what) or 0 for orders in cards for row in orders.values() for what in ("movement", "assault"))
        roads = (cell for row in chart.rows if isinstance(cell := chart.get(row, "road"), int))
        return max(ranges, default=0) + max(roads, default=0)
