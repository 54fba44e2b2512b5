"""A hand at the board: writes logs, and does in them what no writer of a game does, at any point of any map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assets.schema import Chronicle
from rules.audit.scribe import Scribe
from rules.audit.witness import all_readings
from rules.engine.writing import Deed, New, Ref
from tests.rules.shared.habits import Anew, Between, Cut, Stroke, TakenBack, Typed
from tests.rules.shared.through import Edition
from vassal.errors import VassalError
from vassal.logwriter import LogWriter
from vassal.module import Module
from vassal.savefile import SaveFile

AT = "@"
"""Begins the name of a place that is a point: `@Map,100,200`."""


class Hand(Scribe):
    """A scribe that knows points as places, and lets one reach for the board itself."""

    @property
    def table(self) -> LogWriter:
        """The log in the making."""
        return self._log

    @property
    def module(self) -> Module:
        """The module of the log."""
        return self._module

    @property
    def chronicle(self) -> Chronicle:
        """The vocabulary of the game's records."""
        return self._game.chronicle

    @property
    def board(self) -> str:
        """The name of the map on which is played."""
        return self._board

    def spot(self, place: str) -> tuple[str, int, int]:
        """The map of a place, and its point."""
        return self._spot(place)

    def place(self, map_name: str, x: int, y: int) -> tuple[str, str]:
        """The hex and the box in which a point lies; both empty for a point of no place."""
        known = self._layouts.get(map_name)
        place = known.place((x, y)) if known else None
        return (place.location, place.zone) if place else ("", "")

    def uid_of(self, name: str, copy: int = 1) -> str:
        """The id of a piece."""
        return self._copies[name][copy - 1]

    def copies(self, name: str) -> int:
        """How many pieces there are of a name."""
        return len(self._copies[name])

    def bring(self, name: str, place: str) -> None:
        """A piece out of the window of pieces comes to a place, as a step of its own."""
        with self.table.step():
            self._new(New(Ref(name, self.copies(name) + 1), place))

    def between(self, deeds: Iterable[Deed]) -> SaveFile:
        """The log that ends here; the next one begins with what these deeds leave, of which no log shows anything."""
        finished = self.log()
        with self.table.step():
            for deed in deeds:
                self._do(deed)
        self._named.clear()
        self._log = LogWriter(self._log.position, self._ids)
        return finished

    def anew(self, name: str, place: str = "", *, first: bool = False, alike: bool = True) -> None:
        """A piece is deleted, another one laid there or elsewhere, and marked alike; an error if it is not like it."""
        old = self.table.position.piece(self.uid_of(name))
        said, spot = all_readings(old), (old.map, old.x, old.y)
        if not first:
            self.table.remove(old.id)
        self.bring(name, place or point(*spot))
        if first:
            self.table.remove(old.id)
        new = self._copies[name].pop()
        if not alike:
            self._copies[name][0] = new
            return
        for what, value in said.items():
            if all_readings(self.table.position.piece(new)).get(what) != value:
                self.table.set(new, what, value)
        if all_readings(self.table.position.piece(new)) != said:
            raise VassalError(f"a new {name!r} is not like the one that was deleted")
        self._copies[name][0] = new

    def _spot(self, place: str) -> tuple[str, int, int]:
        if not place.startswith(AT):
            return super()._spot(place)
        name, x, y = place.removeprefix(AT).rsplit(",", 2)
        return name, int(x), int(y)


def hand_of(edition: Edition[Any], position: Any) -> Hand:
    """A log that begins with the board of a position."""
    hand = Hand(edition.game, edition.module, edition.set_up)
    hand.lay(edition.writer.laid(position))
    return hand


def logs_of(scribe: Scribe, strokes: Iterable[Stroke]) -> list[SaveFile]:
    """The logs of what is done, one after the other."""
    made = list[SaveFile]()
    for stroke in strokes:
        match stroke:
            case TakenBack():
                scribe.undo()
            case Typed(by=by, text=text):
                scribe.say(by, text)
            case Cut():
                made.append(scribe.next_log())
            case Between(deeds=deeds):
                assert isinstance(scribe, Hand)
                made.append(scribe.between(deeds))
            case Anew(piece=piece, place=place):
                assert isinstance(scribe, Hand)
                scribe.anew(piece, place)
            case _:
                scribe.write([stroke])
    return [*made, scribe.log()]


def point(map_name: str, x: int, y: int) -> str:
    """The name of a point as a place."""
    return f"{AT}{map_name},{x},{y}"
