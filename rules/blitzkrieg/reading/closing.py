"""What each piece must show by the position: where it lies, its states, points and flags; all else is decoration."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from typing import Final, cast

from msgspec import structs

from assets.chronicle import Chronicle
from rules.binding import Reading
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Place, Position
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.words import GROUND, LAND, OF_FORMATION, ON, STATES, STEPS, chit_place
from rules.blitzkrieg.setup.deployment import only_one
from rules.blitzkrieg.turn.victory import objectives
from rules.engine.evidence import PLACE, Lying, Piece, Shown, Spot
from rules.hearing import Hearing

POINTS: Final = "HX_VP"
"""The property of the whole game that holds the points."""
LEVELS: Final[Mapping[str, do.MarkerName]] = {f"{word}_Level": marker for word, marker in STATES.items()}
OF_UNITS: Final = frozenset({PLACE, STEPS, "Aboard", "Assigned", *LEVELS})
OF_CHITS: Final = frozenset({PLACE, *(level for level, marker in LEVELS.items() if marker in OF_FORMATION)})
GROUNDS: Final[Mapping[str, str]] = {"works": "works", "minefield": "mines"}
"""By kind of marker on the ground: where the position holds them."""
FULL, REDUCED, YES, NO = "full", "reduced", "on", "off"
CUP: Final = "cup"
HOLDER: Final = "Holder"
"""The property of a flag that says who holds the place where it lies."""
OUT: Final = "out"
TAKEN: Final[Mapping[str, Place]] = {"cup": "cup", "kept": "kept", "held": "held"}
"""By where a chit is seen to lie: what it counts as from then on."""
LIES: Final[Mapping[str, str | None]] = {CUP: CUP, "kept": "kept", "reserve": "held", "held": None, "drawn": None}
"""By place of a chit: where it lies; `None` for those that players have at hand and put down when they like."""


class Closing(Hearing[Battle, Step], ABC):
    """What the position says of each piece; a reader adds what pieces are called."""

    def __init__(
        self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle, names: Mapping[str, Reading]
    ) -> None:
        super().__init__(battle, sides, chronicle, do, names)
        self._met: dict[str, Piece] = {}
        """The pieces by their ids."""
        self._bodies: dict[str, str] = {}
        """By name: the piece that counts, where there are several by that name."""
        self._copies: set[str] = set()
        """The pieces of which it was told that they are others of what there is once."""
        self._flags: dict[str, str] = {}
        """The hex in which each flag lies."""
        self._flown: dict[str, str] = {}
        """The side that each flag says to hold the place where it lies."""
        self._brought: set[str] = set()
        """The flags that were brought out of the window of pieces in the step that is looked at."""
        self._ground: dict[str, dict[str, str]] = {marker: {} for marker in GROUND}
        """By kind of marker: the hex in which each one lies."""

    @abstractmethod
    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is, empty for none."""

    @abstractmethod
    def chit(self, piece: Piece | None) -> str:
        """The chit that a piece is, empty for none."""

    @abstractmethod
    def box(self, spot: Spot) -> str:
        """Where a piece off the map is, in the words of the rules."""

    @abstractmethod
    def underway(self, unit: str) -> bool:
        """Whether a unit is read to be where it comes only in a later step, or the points as they are then."""

    # ------------------------------------------------------------------------------------------- what lies where
    def meet(self, lying: Lying) -> None:
        """Remember a piece, and where it lies if it is a marker on the ground."""
        self._met[lying.piece.uid] = lying.piece
        self._bodies.setdefault(lying.piece.name, lying.piece.uid)
        if HOLDER in lying.properties:
            self._flags[lying.piece.uid] = ""
            self._flown[lying.piece.uid] = self.side(lying.properties[HOLDER])
        self._lay(lying)

    def follow(self, shown: Shown) -> None:
        """Remember where a step has put markers on the ground, and which sides its flags name."""
        self._brought = {lying.piece.uid for lying in shown.added if HOLDER in lying.properties}
        for what, _, after in shown.touched():
            if what == HOLDER and after.piece.uid in self._flags:
                self._flown[after.piece.uid] = self.side(after.properties.get(HOLDER, ""))
        for moved in shown.moved:
            self._lay(Lying(moved.piece, moved.target))
        for lying in shown.removed:
            self._lay(Lying(lying.piece, Spot()))
            self._gone(lying.piece)
        for lying in shown.added:
            self.meet(lying)

    def _gone(self, piece: Piece) -> None:
        """A piece has left the game: another one that is the same, if there is one, takes its place."""
        self._met.pop(piece.uid, None)
        if self.is_body(piece):
            self._bodies.pop(piece.name, None)
            for uid in (uid for uid, other in self._met.items() if other.name == piece.name):
                self._bodies.setdefault(piece.name, uid)

    def is_body(self, piece: Piece) -> bool:
        """False for a second piece that is the same, as long as the first one is there."""
        return self._bodies.get(piece.name, piece.uid) == piece.uid

    def _lay(self, lying: Lying) -> None:
        if lying.piece.uid in self._flags:
            self._flags[lying.piece.uid] = lying.spot.name if lying.spot.zone == LAND else ""
        there = self._ground.get(lying.piece.name, {})
        there.pop(lying.piece.uid, None)
        if lying.spot.zone == LAND:
            there[lying.piece.uid] = lying.spot.name

    # ----------------------------------------------------------------------------------------------- the whole board
    def matters(self, piece: Piece, what: str) -> bool:
        """False for decoration: what a piece may show there says nothing of the game."""
        if not piece.uid:
            return what == POINTS
        if piece.uid in self._flags:
            return what == HOLDER or (what == PLACE and piece.uid not in self._brought)
        if piece.name in GROUND:
            return what == PLACE
        if piece.name in self.battle.units:
            return what in OF_UNITS
        return what in OF_CHITS and self._is_chit(piece)

    def _counterfeit(self, piece: Piece) -> bool:
        """True for a piece that the position knows nothing of: out of the window of pieces, or of another scenario."""
        return not self.chit(piece) and not self.unit(piece)

    def _is_chit(self, piece: Piece) -> bool:
        """True for a marker of the cup, be it one that does not belong to the game."""
        known = {piece.name, f"{piece.name}.1"} & self.battle.chits.keys()
        return bool(known) or piece.name in self.battle.strange_chits

    def shows(self, position: Position, piece: Piece, what: str) -> str | None:
        """What a property of a piece, or its place, shows by the position; None where that does not tell."""
        if position.within("SETUP"):
            return None
        if not piece.uid:
            return None if self.underway(POINTS) else str(position.points)
        if piece.uid in self._flags:
            holder = self._holder(position, self._flags[piece.uid])
            # where a flag lies tells nothing, unless it belies who holds the place
            belied = holder is not None and self._flown[piece.uid] not in {"", holder}
            return holder if what == HOLDER else "" if belied else None
        if piece.name in GROUND:
            return self._ground_of(position, piece)
        unit, chit = self.unit(piece), self.chit(piece)
        if self._counterfeit(piece):
            return "" if what == PLACE and piece.uid not in self._copies else None
        return self._of_unit(position, unit, what) if unit else self._of_chit(position, chit, what)

    def _holder(self, position: Position, place: str) -> str | None:
        """Who holds an objective; None elsewhere, and where that hangs on what the set-up is worth (AMB-34)."""
        holder = position.holders.get(place, "")
        settled = place in position.trodden or holder == self.battle.victory.held_by.get(place, "")
        return holder if place in objectives(self.battle) and settled else None

    def _ground_of(self, position: Position, piece: Piece) -> str:
        """Where a marker on the ground lies: where it does, unless there are more than the position knows of."""
        known, lying = Counter(getattr(position, GROUNDS[piece.name])), Counter(self._ground[piece.name].values())
        here = self._ground[piece.name].get(piece.uid, "")
        if here and lying[here] <= known[here]:
            return here
        return next(iter(sorted((known - lying).elements())), "")

    def _of_unit(self, position: Position, name: str, what: str) -> str | None:
        if self.underway(name):
            return None
        unit = position.units[name]
        if what == PLACE:
            return unit.hex
        if not unit.on_map:
            return None
        if what == STEPS:
            return REDUCED if unit.steps == 1 else FULL
        if what == "Aboard":
            return unit.aboard
        if what == "Assigned":
            return unit.formation
        marker = LEVELS[what]
        if marker in OF_FORMATION:
            hq = self.battle.units[name].kind.hq
            return self._of_formation(position, unit.formation, marker) if hq else None
        return YES if getattr(unit, marker) else NO

    def _of_chit(self, position: Position, chit: str, what: str) -> str | None:
        if what == PLACE:
            place = position.chits.get(chit, "")
            # the last marker of the last turn is lost, and lies where it was kept
            return None if place == "off" and position.turn >= self.battle.turns else LIES.get(place, OUT)
        return self._of_formation(position, self.battle.chits[chit].formation, LEVELS[what])

    def _of_formation(self, position: Position, formation: str, marker: str) -> str | None:
        known = position.formations.get(formation)
        return None if known is None else YES if getattr(known, marker) else NO

    def seen(self, lying: Lying, what: str) -> str:
        """What it shows, in the words in which `shows` says it; a piece that left the game lies nowhere."""
        if what == HOLDER:
            return self.side(lying.properties.get(what, ""))
        if what == PLACE and self._is_chit(lying.piece):
            gone = self._counterfeit(lying.piece) and lying.spot == Spot()
            return "" if gone else TAKEN.get(chit_place(lying.spot), OUT)
        if what == PLACE:
            return lying.spot.name if lying.spot.zone == LAND else ""
        value = lying.properties.get(what, "")
        if what == STEPS:
            return REDUCED if value == ON else FULL
        if what == "Aboard":
            return self.unit(self._met.get(value))
        return value if what not in LEVELS else YES if value == ON else NO

    def taken(self, position: Position, lying: Lying, what: str) -> Position:
        """The position with one property of a piece, or its place, as it is seen; what is due stays due."""
        now, piece = self.seen(lying, what), lying.piece
        if not piece.uid:
            return position.but(points=int(now)) if now.isdecimal() else position
        if piece.uid in self._flags:
            return position
        if piece.name in GROUND:
            return position.but(**{GROUNDS[piece.name]: tuple(self._ground[piece.name].values())})
        unit = self.unit(piece)
        if self._counterfeit(piece):
            self._copies |= {piece.uid} if piece.name in self.battle.units else set()
            return position
        if not unit:
            return self._chit_taken(position, self.chit(piece), what, now)
        if what in LEVELS and LEVELS[what] in OF_FORMATION:
            return self._marked(position, position.units[unit].formation, LEVELS[what], now)
        changes: dict[str, object] = {
            PLACE: {"hex": now, **({} if now else {"box": self.box(lying.spot)})},
            STEPS: {"steps": 1 if now == REDUCED else 2},
            "Aboard": {"aboard": now},
            "Assigned": {"formation": now or position.units[unit].formation},
        }
        found = changes.get(what) or {LEVELS[what]: now == YES}
        return position.unit(unit, **cast("dict[str, object]", found))

    def _chit_taken(self, position: Position, chit: str, what: str, now: str) -> Position:
        if what == PLACE:
            return position.chit(chit, TAKEN.get(now, "off"))
        return self._marked(position, self.battle.chits[chit].formation, LEVELS[what], now)

    def _marked(self, position: Position, formation: str, marker: str, now: str) -> Position:
        if formation not in position.formations:
            return position
        state = structs.replace(position.formations[formation], **{marker: now == YES})
        return position.but(formations={**position.formations, formation: state})

    def against(self, position: Position, piece: Piece, what: str, now: str) -> str:
        """The rule by which no legal action could have brought this about; empty if one could."""
        if what == STEPS and now == FULL:
            return "BLZ-1.2a"
        if what == PLACE and now == CUP and self._too_early(position, self.chit(piece)):
            return "BLZ-12.2.7a"
        if piece.name in GROUND and now and not self.shows(position, piece, what):
            return "BLZ-10.2a" if GROUND[piece.name] == "works" else "BLZ-10.1a"
        state = position.units.get(piece.name) if what == PLACE and now else None
        if state is not None and state.steps == 0:
            return "BLZ-1.2c"
        return only_one(self.battle, piece.name) if state is not None and self._counterfeit(piece) else ""

    def _too_early(self, position: Position, chit: str) -> bool:
        """True for a marker that comes into the cup in a later turn; it may be at hand when the turn before it ends."""
        comes = (each.turn for each in self.battle.arrivals if chit in each.chits)
        return any(turn > position.turn + position.within("TURN_END") for turn in comes)
