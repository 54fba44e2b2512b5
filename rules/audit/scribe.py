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
from assets.chronicle import CHOSEN, GIVEN, Part, property_of
from assets.dice import dice_of, told
from assets.lines import LAND, line
from rules.audit import sealed
from rules.audit.records import COUNTER
from rules.audit.witness import ID, all_readings, fixed
from rules.engine.writing import (
    BESIDE,
    Add,
    Advance,
    Away,
    Deed,
    Entry,
    Go,
    Held,
    Join,
    Keep,
    New,
    Open,
    Put,
    Ref,
    Say,
    Seal,
    Throw,
    Value,
    Wipe,
    Words,
)
from vassal.boards import Layout
from vassal.errors import VassalError
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.module import Module
from vassal.pieces import Piece
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
SAID: Final = frozenset({CHOSEN, GIVEN})
"""Where values come from that only whoever writes an action can know."""
BOX: Final = "Box"
"""The property that tells whose box beside the map a piece belongs into."""
Point = tuple[int, int]


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
        self._module = module
        self._layouts = _layouts(module, start)
        if self._board not in self._layouts:
            raise VassalError(f"the module has no map {self._board!r}")
        self._tracker = next(iter(start.table.turns), "")
        self._rolls, self._turns = (self._spoken_by(part) for part in ("roll", "phase"))
        self._numbers, self._nonces = count(1), count(1)
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
        known: dict[str, dict[str, str]] = {}
        with self._log.step():
            for deed in deeds:
                self._named.clear()
                if isinstance(deed, Go):
                    self._put_down(deed)
                elif isinstance(deed, Put):
                    self._put_on(deed, known)
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

    def next_log(self) -> SaveFile:
        """The log as a file; what is written from now on stands in a new one, which begins where this one ends."""
        finished = self.log()
        self._log = LogWriter(self._log.position, self._ids)
        return finished

    # ------------------------------------------------------------------------------------------------------- deeds
    def _do(self, deed: Deed) -> None:
        match deed:
            case Go() | Join() | Away():
                self._move(deed)
            case New():
                self._new(deed)
            case Put():
                self._set(deed)
            case Seal():
                self._seal(deed)
            case Open():
                self._log.set(self._uid(deed.piece), sealed.SECRET["key"], deed.key)
            case Wipe():
                self._wipe(deed.property)
            case Keep():
                self._keep(deed)
            case Add():
                self._add(deed)
            case Say():
                self._say(deed)
            case Throw():
                self._throw(deed)
            case Advance():
                self._advance(deed)

    def _move(self, deed: Go | Join | Away) -> None:
        match deed:
            case Join():
                self._join(deed)
            case Away():
                self._away(deed)
            case Go():
                self._go(deed)

    def _go(self, deed: Go) -> None:
        uid = self._uid(deed.piece)
        piece = self._piece(uid)
        place = HOLE.sub(lambda hole: self._fact(uid, hole[1]), deed.place)
        spot = self._spot(place)
        self._left[uid] = self._location(piece)
        if deed.sent:
            self._sent(piece, place)
        if any(trait.kind == "moved" for trait in piece.traits):
            self._log.set(uid, "Moved", value=True)
        self._log.move(uid, *spot)

    def _join(self, deed: Join) -> None:
        uid, there = self._uid(deed.piece), self._piece(self._uid(deed.other))
        self._left[uid] = self._location(self._piece(uid))
        self._log.move(uid, there.map, there.x, there.y)

    def _away(self, deed: Away) -> None:
        here = self._location(self._piece(self._uid(deed.beside)))
        for each in deed.pieces:
            if self._location(self._piece(self._uid(each))) == here:
                self._go(Go(each, deed.place, sent=True))

    def _put_down(self, deed: Go) -> None:
        """Without the traces of a move; nothing where the piece lies there already."""
        uid = self._uid(deed.piece)
        place = HOLE.sub(lambda hole: self._fact(uid, hole[1]), deed.place)
        piece, spot = self._piece(uid), self._spot(place)
        if (piece.map, piece.x, piece.y) != spot:
            self._log.move(uid, *spot)

    def _put_on(self, deed: Put, known: dict[str, dict[str, str]]) -> None:
        """Nothing where a piece has the value already; what is known of pieces is asked for once."""
        uid, value = self._uid(deed.piece), self._value(deed.value)
        if uid not in known:
            known[uid] = dict(all_readings(self._piece(uid)))
        if known[uid].get(deed.property) != value and (deed.always or deed.property in known[uid]):
            self._log.set(uid, deed.property, value)
            del known[uid]

    def _new(self, deed: New) -> None:
        """Out of the window of pieces; what was there before has the copies before it."""
        name, known = deed.piece.name, self._copies[deed.piece.name]
        if deed.piece.copy != len(known) + 1:
            raise VassalError(f"the next {name!r} is copy {len(known) + 1}")
        made = next((slot.expanded for slot in self._module.slots if _is(slot.expanded, name)), None)
        if made is None:
            raise VassalError(f"the module has no {name!r}")
        known.append(self._log.add(made, *self._spot(deed.place)))

    def _set(self, deed: Put) -> None:
        uid = self._uid(deed.piece)
        if deed.always or deed.property in all_readings(self._piece(uid)):
            self._log.set(uid, deed.property, self._value(deed.value))

    def _seal(self, deed: Seal) -> None:
        """First what makes equal texts unlike, then the text under its pads."""
        uid, nonce = self._uid(deed.piece), f"{next(self._nonces):08x}"
        text = sealed.sealed(deed.key, uid, nonce, self._value(deed.text))
        values = {sealed.NONCE: nonce, sealed.CIPHER: text}
        if deed.apart:
            names = sealed.SECRET
            values = {names["nonce"]: nonce, names["cipher"]: text, names["hash"]: sealed.fingerprint(deed.key)}
            values[names["key"]] = ""
        for name, value in values.items():
            self._log.set(uid, name, value)

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

    def _add(self, deed: Add) -> None:
        """What holds no number counts as none."""
        if deed.piece is None:
            now = self._log.position.property(deed.property) or ""
        else:
            now = all_readings(self._piece(self._uid(deed.piece))).get(deed.property, "")
        value = str(int(now if now.lstrip("-").isdecimal() else "0") + deed.by)
        self._do(Keep(deed.property, value) if deed.piece is None else Put(deed.piece, deed.property, value))

    def _say(self, deed: Say) -> None:
        if "k" in self._game.chronicle.verbs[deed.verb].keys:
            self._count()
        self._log.report(self._line(deed))

    def _throw(self, deed: Throw) -> None:
        result = ",".join(map(str, deed.numbers))
        if deed.gathered:
            self._one_by_one(deed, result)
            return
        self._count()
        values = {"dice": deed.dice, "res": result}
        dice = dice_of(deed.dice)
        shown = "".join(told(dice, result.split(","), str(sum(deed.numbers)))) if dice else result
        self._log.roll(deed.dice, deed.numbers, self._line(Say(self._rolls, None, values), {"res": f"<b>{shown}</b>"}))

    def _one_by_one(self, deed: Throw, result: str) -> None:
        self._log.set_global(deed.gathered, "")
        self._count()
        for rank, number in enumerate(deed.numbers, 1):
            self._log.roll(deed.dice, (number,))
            self._log.set_global(deed.gathered, ",".join(map(str, deed.numbers[:rank])))
        values = {"dice": f"{len(deed.numbers)}{deed.dice.lstrip('0123456789')}", "res": result}
        self._log.report(self._line(Say(self._rolls, None, values), {"res": f"<b>{result}</b>"}))

    def _advance(self, deed: Advance) -> None:
        phases = list(self._game.chronicle.phases)
        old = self._log.position.table.turns[self._tracker]
        head, _, body = old.partition("|")
        _, *middle, inner = split(body, ";")
        now = split(inner, ";")
        state = f"{head}|{join((str(deed.turn), *middle, join((str(phases.index(deed.phase)), *now[1:]), ';')), ';')}"
        values = {"t": str(deed.turn), "p": deed.phase}
        self._log.turn(self._tracker, state, self._line(Say(self._turns, None, values)))

    # --------------------------------------------------------------------------------------------------- the lines
    def _spoken_by(self, part: Part) -> str:
        """The verb that a part of the module speaks."""
        verb = self._game.chronicle.of(part)
        return verb.id if verb else part

    def _count(self) -> None:
        number = next(self._numbers)
        self._log.set_global(COUNTER, f"{START}.{number}.{FIRST_SECOND + number}")

    def _line(self, deed: Say, words: Mapping[str, str] | None = None) -> str:
        """What is not said is where the chronicle says that it comes from."""
        verb = self._game.chronicle.verbs[deed.verb]
        speaker = self._piece(self._uid(deed.piece)) if deed.piece is not None else None
        kind = fixed(speaker).get("Kind", "") if speaker is not None else ""
        if kind and kind not in verb.by:
            raise VassalError(f"a {kind} cannot say {deed.verb}")
        values = {key: self._value(value, deed.piece) for key, value in deed.values.items()}
        for key in verb.keys:
            source = self._game.chronicle.source(verb, key)
            if key not in values and source in SAID:
                raise VassalError(f"nobody says what stands at {key} of {deed.verb}")
            if key not in values:
                values[key] = self._source(source, speaker, values)
        shown = {"f": self._log.position.property("HX_FormName") or ""}
        if speaker is not None:
            shown |= dict.fromkeys(("u", "chit"), f"<b>{speaker.basic.text('name')}</b>")
        return line(self._game, deed.verb, values, {**shown, **(words or {})}, self._language)

    def _source(self, source: str, speaker: Standing | None, values: Mapping[str, str]) -> str:
        """The value that the engine finds at a source."""
        kind, name = source.partition(" ")[0], property_of(source, values)
        if kind in ("count", "game"):
            return self._log.position.property(name) or ""
        if kind == "side":
            return self._side
        if kind == "turn":
            turns = self._log.position.table.turns
            return split(turns[self._tracker].partition("|")[2], ";")[0] if self._tracker else ""
        return self._of(speaker, kind, name) if speaker is not None else ""

    def _of(self, piece: Standing, kind: str, name: str) -> str:
        """The value that the engine finds at a source of the piece that speaks."""
        match kind:
            case "piece":
                return piece.id
            case "number":
                return piece.gpid
            case "place":
                return self._location(piece)
            case "origin":
                return self._left.get(piece.id, "")
            case "name":
                return fixed(piece).get(ID, "")
            case "property":
                return all_readings(piece).get(name, "")
        return ""

    def _value(self, value: Value, speaker: Ref | None = None) -> str:
        match value:
            case Ref():
                return self._uid(value)
            case Words(parts=parts):
                return "".join(map(self._value, parts))
            case Held(property=name):
                return all_readings(self._piece(self._uid(speaker))).get(name, "") if speaker else ""
            case tuple():
                return ",".join(map(self._uid, value))
        return value

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
            place = self._layouts[self._board].place((self._piece(uid).x, self._piece(uid).y))
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
        return self._layouts[piece.map].place((piece.x, piece.y)).location if piece.map in self._layouts else ""

    def point(self, place: str) -> Point:
        """The point of a place: a deck, a hex, or the middle of a box."""
        return self._spot(place)[1:]

    def _spot(self, place: str) -> tuple[str, int, int]:
        """The map of a place, and its point: the board's own, or a box in another window."""
        deck = self._log.position.deck(place)
        if deck is not None:
            return self._board, deck.x, deck.y
        for name in sorted(self._layouts, key=lambda each: each != self._board):
            found = self._layouts[name].point(place)
            if found is not None:
                return name, *found
        raise VassalError(f"the board has no place {place!r}")


def _layouts(module: Module, start: Position) -> Mapping[str, Layout]:
    """The boards of each map."""
    return {known.name: known.layout(start.table.boards.get(known.name)) for known in module.maps}


def _is(piece: Piece | None, name: str) -> bool:
    """Whether a piece of the module is what goes by that name in the game."""
    return piece is not None and fixed(piece).get(ID) == name


def _copies(start: Position) -> defaultdict[str, list[str]]:
    """The ids of all pieces by what they are in the game, in the order in which they are numbered."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for piece in sorted(start.pieces(), key=lambda each: (int(each.gpid) if each.gpid.isdecimal() else 0, each.id)):
        found[fixed(piece).get(ID, "")].append(piece.id)
    return found


__all__ = ["Scribe"]
