"""Hands for games of unit cards: what a player does with keys, menus, buttons and the mouse, and how he writes orders.

The writer of logs says what an action looks like in a log; here each thing that it says is done by the command of the
module that says it. What follows by itself in a running program is left to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from assets.unitcards import Param
from builder.module.options import Making
from builder.module.vocabulary import vocabulary
from builder.traits.basics import key, named
from rules.barbarossa import actions as do
from rules.barbarossa.orders.terms import field_of
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.writing import Advance, Deed, Entry, Go, Keep, New, Put, Ref, Say, Seal, Throw
from tests.real_client.table import Table
from tests.rules.barbarossa.planned import Given
from tests.rules.barbarossa.writing import FIXED, BarbarossaWriter
from vassal.boards import Layout

NEXT = "turn|next"
BUTTONS = {"word": "word", "commit": "commit", "key": "reveal", "fireend": "fireend", "round": "round", "done": "done"}
NOTE = key("Ctrl G")
OWN = frozenset({"mark", "state", "step", "face", "ride", "complete", "hide", "aim", "check", "open"})
"""Verbs of commands that only the owner of a piece has."""

Line = tuple[str, int]
"""What is done, and how many boxes open upon it."""


@dataclass
class CardHands:
    """Both players' hands at a game of unit cards."""

    making: Making
    battle: Battle
    ids: dict[tuple[str, int], str]
    """By what a piece is in the game and which copy: its id."""
    layout: Layout
    table: Table
    writer: BarbarossaWriter
    planned: dict[str, Given] = field(default_factory=dict)
    """By unit: the order that is written for it in this round."""

    def __post_init__(self) -> None:
        self.keys = {(each.verb, each.what, each.text[-2:]): each.key for each in vocabulary(self.making)}
        self.plain = {(each.verb, each.what): each.key for each in vocabulary(self.making)}
        self.numpad = {
            (each.right, each.down): key(each.key)
            for found in self.making.game.handling.steps.values()
            for each in found.values()
        }

    # ------------------------------------------------------------------------------------------------ actions to keys
    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What a log would show of an action, entry by entry, each with the side whose player makes it."""
        return self.writer.entries(before, action)

    def side(self, entry: Entry) -> str:
        """Whose player does it: some commands only the owner of a piece has."""
        for say in (deed for deed in entry.deeds if isinstance(deed, Say)):
            counter = self.battle.units.get(say.piece.name.removesuffix(CARD)) if say.piece else None
            if counter is not None and say.verb in OWN:
                return counter.side
        return entry.side

    def lines(self, entry: Entry) -> Iterator[Line]:
        """What is done for one entry, line by line."""
        said = [deed for deed in entry.deeds if isinstance(deed, Say)]
        if any(say.verb == "order" for say in said):
            card = next(say.piece for say in said if say.verb == "order")
            assert card is not None
            yield from self.ordered(self.planned[card.name.removesuffix(CARD)])
        elif any(isinstance(deed, Go) and not deed.sent for deed in entry.deeds):
            yield from self._moved(entry.deeds)
        else:
            for deed in entry.deeds:
                yield from self._done(deed, entry.deeds)

    def _done(self, deed: Deed, deeds: tuple[Deed, ...]) -> Iterator[Line]:
        match deed:
            case Advance():
                yield NEXT, 0
            case New(piece, place):
                yield f"lay|{self.making.gpid(f'marker/{piece.name}')}|{self.board}|{self.point(place)}", 0
                self.ids[piece.name, piece.copy] = self.table.laid
            case Throw(numbers=numbers):
                yield from self._thrown(len(numbers), deeds)
            case Say(verb, piece, values):
                yield from self._said(verb, piece, values, deeds)

    def _said(
        self, verb: str, piece: Ref | None, values: Mapping[str, object], deeds: tuple[Deed, ...]
    ) -> Iterator[Line]:
        what = str(values.get("what", ""))
        if verb in BUTTONS:
            if verb == "word":
                yield f"answer|the word of {self._seat(deeds)}", 0
            yield f"press|DoActionButton|{BUTTONS[verb]}", 1 if verb == "word" else 0
        elif verb == "result":
            yield f"press|DoActionButton|result {what}", 0
        elif piece is not None:
            sent = self._key(verb, what, values, deeds)
            if sent:
                yield f"key|{self.id(piece)}|{sent}", 0

    def _key(self, verb: str, what: str, values: Mapping[str, object], deeds: tuple[Deed, ...]) -> str:
        """The key of the command that says it; empty for what says itself."""
        match verb:
            case "aim":
                return self.plain["aim", str(values["p"])]
            case "fire":
                return self.plain["fire", _way(deeds)]
            case "check":
                return self.plain["check", _kept(deeds, "HX_P")]
            case "mark":
                up = int(str(values["v"])) > int(str(values["was"]))
                return self.keys["mark", what, "+1" if up else "-1"]
            case "face":
                return self.plain[
                    "face", next(str(d.value) for d in deeds if isinstance(d, Put) and d.property == "Face")
                ]
            case "place":
                return named(f"hx.do.edge.{_faced(deeds)}") if _faced(deeds) else ""
            case "remove":
                return key("Delete")
            case "open":
                return named("hx.do.open")
            case "seal":
                return named(f"hx.do.kind.{_sealed(deeds)}")
            case "halt" | "hide" | "found" | "supply":
                return self.plain[verb, ""]
        return self.plain.get((verb, what), "")

    # --------------------------------------------------------------------------------------------------------- moves
    def _moved(self, deeds: tuple[Deed, ...]) -> Iterator[Line]:
        """With the mouse; now and then with a key, where a key leads there."""
        going = [deed for deed in deeds if isinstance(deed, Go)]
        how = next(str(say.values["a"]) for say in deeds if isinstance(say, Say))
        if how == "Assault":
            for deed in going:
                yield f"key|{self.id(deed.piece)}|{key('Ctrl A')}", 0
        if how in {"Show", "Enter"}:
            for deed in going:
                yield f"move|{self.id(deed.piece)}|{self.point(deed.place)}|{self.board}", 0
            return
        yield f"drag|{';'.join(self.id(deed.piece) for deed in going)}|{self.point(going[0].place)}", 0

    # ---------------------------------------------------------------------------------------------------------- dice
    def _thrown(self, count: int, deeds: tuple[Deed, ...]) -> Iterator[Line]:
        """The dice of a check with a fixed number fall by themselves."""
        if _kept(deeds, "HX_P") in FIXED:
            return
        if self.table.dice != str(count):
            yield f"answer|{count}", 0
            yield "press|DoActionButton|dice number", 1
        accuracy = _kept(deeds, "HX_Acc")
        if accuracy not in {"", self.table.accuracy}:
            yield f"answer|{accuracy}", 0
            yield "press|DoActionButton|accuracy", 1
        yield "press|DoActionButton|roll", 0

    # -------------------------------------------------------------------------------------------------------- orders
    def ordered(self, given: Given) -> Iterator[Line]:
        """All that the order needs is noted, then it is chosen from the menu of the card."""
        yield "press|DoActionButton|forget", 0
        card = self.id(Ref(given.unit + CARD))
        if isinstance(given, do.Order):
            yield from self._noted(given)
            answers = list(self._answers(given))
            yield from answers
            yield f"key|{card}|{named(f'hx.o.{self._entry(given)}')}", len(answers)
        else:
            name = "continue" if isinstance(given, do.Resume) else "break"
            yield f"key|{card}|{named(f'hx.o.{name}')}", 0

    def _noted(self, given: do.Order) -> Iterator[Line]:
        """Units and places are noted one after the other, the places with the mouse if one of them may be left out."""
        order = self.making.game.orders[given.order]
        for param in order.params:
            value = getattr(given, field_of(order, param))
            if param.kind in ("unit", "unit2") and value:
                yield f"key|{self.named(value)}|{NOTE}", 0
            elif param.kind == "place" and value and self._picked(given) and not self._here(given, param):
                yield f"mouse|{self.board}|{self.point(value)}", 0
                yield "press|DoActionButton|pick place", 0

    def _picked(self, given: do.Order) -> bool:
        """Whether places are noted with the mouse."""
        order = self.making.game.orders[given.order]
        return any(
            param.kind == "place" and param.optional and getattr(given, field_of(order, param))
            for param in order.params
        )

    def _here(self, given: do.Order, param: Param) -> bool:
        """Whether a place is where the unit stands, unless it says another."""
        sealing = self.making.game.handling.sealing
        return sealing is not None and f"{given.order}.{param.id}" in sealing.here

    def _answers(self, given: do.Order) -> Iterator[Line]:
        """What is typed into boxes."""
        order = self.making.game.orders[given.order]
        for param in order.params:
            if not self._asked(given, param):
                continue
            value = getattr(given, field_of(order, param))
            if param.kind == "side":
                value = f"{given.hex}/{value}"
            elif param.kind == "route":
                value = "-".join(value)
            yield f"answer|{'' if value is None else value}", 0

    def _asked(self, given: do.Order, param: Param) -> bool:
        """Whether a box opens for a parameter."""
        if param.kind in {"number", "side"}:
            return True
        if param.kind == "route":
            return True
        return param.kind == "place" and not param.optional and not self._here(given, param) and not self._picked(given)

    def _entry(self, given: do.Order) -> str:
        order = self.making.game.orders[given.order]
        said = [
            str(getattr(given, field_of(order, param))) or "none"
            for param in order.params
            if param.kind in ("facing", "choice")
        ]
        return ".".join((order.id, *said))

    # --------------------------------------------------------------------------------------------------------- names
    @property
    def board(self) -> str:
        """The map that all stands on."""
        return self.making.game.handling.board

    def id(self, ref: Ref) -> str:
        """The id of a piece."""
        return self.ids[ref.name, ref.copy]

    def named(self, name: str) -> str:
        """The id of a unit or a structure."""
        found = self.writer._piece(name)
        assert isinstance(found, Ref), name
        return self.id(found)

    def point(self, place: str) -> str:
        """The point of a hex or a box, as the lines name it."""
        found = self.layout.point(place)
        assert found is not None, place
        return f"{found[0]}|{found[1]}"

    def _seat(self, deeds: tuple[Deed, ...]) -> str:
        return next(deed.property for deed in deeds if isinstance(deed, Keep) and deed.property.startswith("HX_Word_"))


def _kept(deeds: tuple[Deed, ...], name: str) -> str:
    return next((str(deed.value) for deed in deeds if isinstance(deed, Keep) and deed.property == name), "")


def _faced(deeds: tuple[Deed, ...]) -> str:
    return next((str(deed.value) for deed in deeds if isinstance(deed, Put) and deed.property == "Face"), "")


def _way(deeds: tuple[Deed, ...]) -> str:
    """How a shot is named: dice that are left over, rolled again, or neither."""
    if any(isinstance(deed, Keep) and deed.property == "HX_After" and deed.value for deed in deeds):
        return "carried"
    return "again" if _kept(deeds, "HX_Again") == "yes" else "plain"


def _sealed(deeds: tuple[Deed, ...]) -> str:
    """The kind of minefield that is sealed."""
    text = next(str(deed.text.parts[0]) for deed in deeds if isinstance(deed, Seal))
    return text.partition(":")[2]
