"""The scribe: writes a game as a log, in the very shape in which the module makes the engine write it.

    scribe = Scribe(game, module, set_up)
    for before, action in play:
        scribe.write(writer.entries(before, action))
    savefile.write("game.vlog", scribe.log())

What each record holds and how its line reads stands in the game's chronicle (`assets.lines`); what an action becomes is
the game's own affair (`rules.engine.writing`). Equal games give equal files.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from assets import Game
from assets.lines import LAND, line
from rules.audit.records import COUNTER
from rules.audit.witness import ID, fixed
from rules.engine.writing import BESIDE, Advance, Deed, Entry, Go, Keep, Put, Ref, Say, Throw, Value, Wipe
from vassal.boards import Layout
from vassal.errors import VassalError
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.module import Module
from vassal.position import Position
from vassal.savefile import SaveFile
from vassal.savewriter import piece_of
from vassal.sequence import join, split
from vassal.standing import Pile, Standing

FIRST_ID: Final = 1_800_000_000_000
FIRST_SECOND: Final = 1_800_000_000
START: Final = "scribe"
"""Stands in the number of each record where a program names the moment it was started at."""
HOLE: Final = re.compile(r"\$(\w+)\$")
"""In the name of a place: a fixed property of the piece that goes there."""
BOX: Final = "Box"
"""The property that tells whose box beside the map a piece belongs into."""
Point = tuple[int, int]
STAGED: Final[Mapping[str, str]] = {
    "f": "HX_Form",
    "by": "HX_By",
    "at": "HX_At",
    "who": "HX_Who",
    "p": "HX_P",
    "obs": "HX_Obs",
}
"""By key of a record: the property of the whole game that holds its value."""


class Scribe:
    """A log in the making."""

    def __init__(self, game: Game, module: Module, set_up: SaveFile, *, language: str = "en") -> None:
        self._game = game
        self._language = language
        self._metadata = set_up.metadata, set_up.module
        start = Position.of(set_up.initial, ModuleGround(module))
        self._ids = count(FIRST_ID)
        self._log = LogWriter(start, self._ids)
        self._board = game.handling.board
        self._layout = _layout(module, self._board, start)
        self._tracker = next(iter(start.table.turns), "")
        self._numbers = count(1)
        self._left: dict[str, str] = {}
        """By piece: where it was before it moved last."""
        self._copies = _copies(start)
        self._records = {name: side.record for name, side in game.sides.items()}
        self._side = ""
        self._named: dict[Ref, str] = {}
        """Who is meant in this step."""

    @property
    def steps(self) -> int:
        """How many steps the log has."""
        return len(self._log)

    def lay(self, deeds: Iterable[Deed]) -> None:
        """Lay the board out: the log begins with what these deeds leave."""
        with self._log.step():
            for deed in deeds:
                self._named.clear()
                if isinstance(deed, Go):
                    self._put_down(deed)
                else:
                    self._do(deed)
        self._log = LogWriter(self._log.position, self._ids)
        self._left.clear()
        self._named.clear()
        self._numbers = count(1)

    def write(self, entries: Iterable[Entry]) -> None:
        """Record entries, each as a step."""
        for entry in entries:
            self._side = self._records.get(entry.side, entry.side)
            self._named.clear()
            with self._log.step():
                for deed in entry.deeds:
                    self._do(deed)

    def undo(self) -> None:
        """Take back the last step."""
        self._log.undo()

    def say(self, name: str, text: str) -> None:
        """Record what a player typed."""
        self._log.say(name, text)

    def log(self) -> SaveFile:
        """The log as a file."""
        own, module = self._metadata
        return self._log.save(metadata=own, module=module)

    # ------------------------------------------------------------------------------------------------------- deeds
    def _do(self, deed: Deed) -> None:
        match deed:
            case Go():
                self._go(deed)
            case Put():
                value = self._value(deed.value)
                self._log.set(self._uid(deed.piece), deed.property, value)
            case Wipe():
                self._wipe(deed.property)
            case Keep():
                self._keep(deed)
            case Say():
                self._say(deed)
            case Throw():
                self._throw(deed)
            case Advance():
                self._advance(deed)

    def _go(self, deed: Go) -> None:
        uid = self._uid(deed.piece)
        piece = self._piece(uid)
        place = HOLE.sub(lambda hole: self._fact(uid, hole[1]), deed.place)
        x, y = self.point(place)
        self._left[uid] = self._location(piece)
        if deed.sent:
            self._sent(piece, place)
        if any(trait.kind == "moved" for trait in piece.traits):
            self._log.set(uid, "Moved", value=True)
        self._log.move(uid, self._board, x, y)

    def _put_down(self, deed: Go) -> None:
        """Without the traces of a move; nothing where the piece lies there already."""
        uid = self._uid(deed.piece)
        piece, (x, y) = self._piece(uid), self.point(deed.place)
        if (piece.map, piece.x, piece.y) != (self._board, x, y):
            self._log.move(uid, self._board, x, y)

    def _sent(self, piece: Standing, place: str) -> None:
        """A command that sends a piece away remembers where it was."""
        for rank, trait in enumerate(piece.traits):
            if trait.kind == "send_to" and place.startswith(trait.text("zone").partition("$")[0]):
                self._log.alter(piece.id, rank, back_map=piece.map, back_x=str(piece.x), back_y=str(piece.y))
                return

    def _wipe(self, name: str) -> None:
        for piece in self._log.position.pieces():
            if any(
                trait.kind == "property" and trait.text("name") == name and trait.text("value")
                for trait in piece.traits
            ):
                self._log.set(piece.id, name, "")

    def _keep(self, deed: Keep) -> None:
        value = self._value(deed.value)
        if deed.fact and isinstance(deed.value, Ref):
            value = self._fact(value, deed.fact)
        self._log.set_global(deed.property, value)

    def _say(self, deed: Say) -> None:
        self._count()
        self._log.report(self._line(deed))

    def _throw(self, deed: Throw) -> None:
        self._count()
        result = ",".join(map(str, deed.numbers))
        values = {"dice": deed.dice, "res": result}
        self._log.roll(deed.dice, deed.numbers, self._line(Say("roll", None, values), {"res": f"<b>{result}</b>"}))

    def _advance(self, deed: Advance) -> None:
        phases = list(self._game.chronicle.phases)
        old = self._log.position.table.turns[self._tracker]
        head, _, body = old.partition("|")
        turn, *middle, inner = split(body, ";")
        now = split(inner, ";")
        state = f"{head}|{join((str(deed.turn), *middle, join((str(phases.index(deed.phase)), *now[1:]), ';')), ';')}"
        was = f"{turn} {phases[int(now[0])]}"
        values = {"new": f"{deed.turn} {deed.phase}", "old": was, "t": str(deed.turn), "p": deed.phase}
        self._log.turn(self._tracker, state, self._line(Say("phase", None, values)))

    # --------------------------------------------------------------------------------------------------- the lines
    def _count(self) -> None:
        number = next(self._numbers)
        self._log.set_global(COUNTER, f"{START}.{number}.{FIRST_SECOND + number}")

    def _line(self, deed: Say, words: Mapping[str, str] | None = None) -> str:
        values = self._staged()
        shown = {"f": self._log.position.property("HX_FormName") or ""}
        if deed.piece is not None:
            values |= self._of(self._piece(self._uid(deed.piece)))
            shown |= dict.fromkeys(("u", "chit"), f"<b>{self._piece(self._uid(deed.piece)).basic.text('name')}</b>")
        values |= {key: self._value(value) for key, value in deed.values.items()}
        return line(self._game, deed.verb, values, {**shown, **(words or {})}, self._language)

    def _staged(self) -> dict[str, str]:
        position = self._log.position
        found = {key: position.property(name) or "" for key, name in STAGED.items()}
        turn = split(position.table.turns[self._tracker].partition("|")[2], ";")[0] if self._tracker else ""
        return {**found, "k": position.property(COUNTER) or "", "s": self._side, "t": turn}

    def _of(self, piece: Standing) -> dict[str, str]:
        return {
            "u": piece.id,
            "g": piece.gpid,
            "h": self._location(piece),
            "from": self._left.get(piece.id, ""),
            "chit": fixed(piece).get(ID, ""),
        }

    def _value(self, value: Value) -> str:
        if isinstance(value, Ref):
            return self._uid(value)
        return ",".join(map(self._uid, value)) if isinstance(value, tuple) else value

    # --------------------------------------------------------------------------------------------- pieces and places
    def _piece(self, uid: str) -> Standing:
        return self._log.position.piece(uid)

    def _uid(self, ref: Ref) -> str:
        if ref not in self._named:
            self._named[ref] = self._found(ref)
        return self._named[ref]

    def _found(self, ref: Ref) -> str:
        known = self._copies.get(ref.name, [])
        if not ref.at:
            if len(known) < ref.copy:
                raise VassalError(f"the set-up has no {ref.name!r}, copy {ref.copy}")
            return known[ref.copy - 1]
        for uid in known:
            place = self._layout.place((self._piece(uid).x, self._piece(uid).y))
            if (place.zone != LAND) if ref.at == BESIDE else (place.location == ref.at):
                return uid
        if ref.at == BESIDE and known:
            return self._one_more(ref.name, known[-1])
        raise VassalError(f"no {ref.name!r} lies at {ref.at}")

    def _one_more(self, name: str, like: str) -> str:
        """Another piece of a kind, from the box of those that are not in the game."""
        piece = self._piece(like)
        uid = self._log.add(piece_of(piece), self._board, *self.point(f"off-{self._fact(like, BOX)}"))
        self._copies[name].append(uid)
        return uid

    def _fact(self, uid: str, name: str) -> str:
        return fixed(self._piece(uid)).get(name, "")

    def _location(self, piece: Standing) -> str:
        pile = self._log.position.things.find(piece.pile) if piece.pile else None
        if isinstance(pile, Pile) and pile.name:
            return pile.name
        return self._layout.place((piece.x, piece.y)).location if piece.map else ""

    def point(self, place: str) -> Point:
        """The point of a place: a deck, a hex, or the middle of a box."""
        deck = self._log.position.deck(place)
        if deck is not None:
            return deck.x, deck.y
        found = self._layout.point(place)
        if found is None:
            raise VassalError(f"the board has no place {place!r}")
        return found


def _layout(module: Module, board: str, start: Position) -> Layout:
    known = module.map(board)
    if known is None:
        raise VassalError(f"the module has no map {board!r}")
    return known.layout(start.table.boards.get(board))


def _copies(start: Position) -> Mapping[str, list[str]]:
    """The ids of all pieces by what they are in the game, in the order in which they are numbered."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for piece in sorted(start.pieces(), key=lambda each: (int(each.gpid) if each.gpid.isdecimal() else 0, each.id)):
        found[fixed(piece).get(ID, "")].append(piece.id)
    return found


__all__ = ["Scribe"]
