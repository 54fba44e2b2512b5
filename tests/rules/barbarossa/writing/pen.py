"""The pen: what is known of a log that is being written, its pieces and seals."""

from collections.abc import Iterator, Mapping, Sequence

from assets.chronicle import Chronicle
from rules.barbarossa import actions as do
from rules.barbarossa.reading import texts
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.ground import direction
from rules.binding import Writes, actions_in, to_piece
from rules.engine.actions import Action
from rules.engine.writing import (
    Deed,
    Go,
    Keep,
    New,
    Open,
    Put,
    Ref,
    Say,
    Seal,
    Words,
)
from tests.rules.barbarossa.planned import GAME, Foreseen, Given, mark, own_key
from tests.rules.barbarossa.writing.words import (
    AHEAD,
    BEGUN,
    HIDES,
    Deeds,
    printed,
)


class Pen:
    """Knows the pieces of a battle and what was written of them; `records` names the sides."""

    def __init__(self, battle: Battle, records: Mapping[str, str], chronicle: Chronicle) -> None:
        self.battle, self._records = battle, records
        names = {"unit": to_piece, "side": lambda side: records.get(side, "Draw")}
        self._as_said = Writes(chronicle, actions_in(do), names, lambda box, _: (f"{box}-$Box$", True))
        self._foreseen = Foreseen()
        self._on = {
            (name, BEGUN[each]) for name, begin in battle.begins.items() for each in begin.states if each in BEGUN
        }
        """Which layers are shown, by unit."""
        self._pieces: dict[str, Ref] = {}
        """The marker of each structure."""
        self._count: dict[str, int] = {}
        self._begun()
        self._worded: set[str] = set()
        self._shown: set[str] = set()
        """Sides that said their orders of this round together with their key."""
        self._secrets: dict[str, tuple[Ref, str, texts.Written]] = {}
        """By unit or structure: what is sealed apart on its card or marker, its key, its text."""
        self._aiming: tuple[str, str] = "", ""
        self._armed = ""
        """Who named a target last."""
        self._hits_on: dict[str, str] = {}
        """By shooter: the accuracy that its player chooses before he rolls."""
        self._postponed: dict[str, list[Deeds]] = {}
        """By shooter: what is declared only when the dice before it have fallen."""
        self._inside: set[str] = set()
        """Models that say what they are aboard of, or in."""
        self._ahead: dict[str, int] = {}
        """Numbers that stand on a card already, although the mark comes later among the actions."""
        self._cards: dict[str, int] = {}
        """The numbers on the cards, as far as they are not those that are printed."""

    def foresee(self, actions: Sequence[Action]) -> None:
        """Hear what will be done: orders are sealed before they are shown."""
        self._foreseen = Foreseen(actions)

    def side(self, action: Action) -> str:
        """Whose player does it: the one who is named, else the owner."""
        named = getattr(action, "unit", "") or getattr(action, "who", "") or getattr(action, "piece", "")
        owner = self.battle.units[named].side if named in self.battle.units else ""
        return action.by or owner or self.battle.sides[0]

    def _named(self, structure: str, kind: str) -> Ref:
        """The next marker of a kind, for a structure."""
        self._count[kind] = self._count.get(kind, 0) + 1
        self._pieces[structure] = Ref(kind, self._count[kind])
        return self._pieces[structure]

    def _piece(self, name: str) -> str | Ref:
        """What stands for a unit or structure in a text."""
        return Ref(name) if name in self.battle.units else self._pieces.get(name, name)

    def _card(self, unit: str) -> Ref:
        return Ref(unit + CARD)

    def _record(self, side: str) -> str:
        return self._records.get(side, side)

    def _begun(self) -> None:
        """The markers that lie on the board when the scenario begins, bridges that are printed on it left out."""
        for name, each in self.battle.structures.items():
            if not printed(name, each):
                self._named(name, each.kind)

    def _layer(self, unit: str, what: str, *, on: bool) -> Iterator[Deed]:
        (self._on.add if on else self._on.discard)((unit, what))
        value = "2" if on else "1"
        yield Put(Ref(unit), f"{what}_Level", value, always=False)
        yield Put(self._card(unit), f"{what}_Level", value, always=False)

    def _side_of(self, place: str, beyond: str) -> str:
        """The direction in which a hexside lies; empty if the two hexes are no neighbours."""
        cells = self.battle.ground.sky.cells
        return direction(self.battle.ground, place, beyond) if {place, beyond} <= cells.keys() else ""

    def _new(self, structure: str, kind: str, place: str, facing: str) -> Iterator[Deeds]:
        """A marker out of the window of pieces, then turned to its side."""
        marker = self._named(structure, kind)
        yield New(marker, place), Say("place", marker)
        if facing not in {"", AHEAD}:
            yield Put(marker, "Face", facing, always=False), Say("place", marker)

    def _word(self, side: str) -> Iterator[Deeds]:
        if side in self._worded:
            return
        record = self._record(side)
        first = () if self._worded else (Keep("HX_Game", GAME),)
        self._worded.add(side)
        yield *first, Keep(f"HX_Word_{record}", mark(record)), Say("word", None, {"s": record, "hash": mark(record)})

    def _seal_apart(self, side: str, name: str, piece: Ref, text: texts.Written) -> Deeds:
        secret = own_key(self._record(side), name, len(self._secrets))
        self._secrets[name] = piece, secret, text
        return Seal(piece, Words(text), secret, apart=True), Say("seal", piece)

    def _open(self, name: str) -> Iterator[Deeds]:
        """What was sealed apart on a card or marker is opened; nothing if there is nothing."""
        piece, secret, text = self._secrets.pop(name, (None, "", ()))
        if piece is not None:
            yield Open(piece, secret), Say("open", piece, {"key": secret, "o": Words(text)})

    def _text(self, given: Given) -> texts.Written:
        return texts.written(self.battle.orders, given, self._piece)

    def _open_text(self, given: Given) -> texts.Written:
        """What the seal of the round says: of an ambush only that it is one."""
        if isinstance(given, do.Order) and given.order == HIDES:
            return (texts.bare(self.battle.orders, HIDES),)
        return self._text(given)

    def _stated(self, unit: str, what: str, *, on: bool) -> Deeds:
        said = Say("state", Ref(unit), {"what": what, "v": "on" if on else "off", "at": ""})
        return *self._layer(unit, what, on=on), said

    def _removed(self, structure: str) -> Iterator[Deeds]:
        marker = self._pieces.get(structure)
        if marker is not None:
            yield Go(marker, "$Home$-$Box$", sent=True), Say("remove", marker)
