"""The witness: tells what a step of a log shows, and how a position lies, in the plain words that a game reads."""

from collections.abc import Mapping
from typing import Final

from rules.audit.records import Record as Line
from rules.audit.records import Seals, of_step
from rules.audit.sealed import Opening, Watch
from rules.engine.evidence import (
    MOST_DIGITS,
    Altered,
    Board,
    Lying,
    Moved,
    Opened,
    Piece,
    Record,
    Rolled,
    Set,
    Shown,
    Spot,
    numbers,
)
from vassal import changes
from vassal.changes import At, Turned
from vassal.consistency import What
from vassal.pieces import Piece as Made
from vassal.position import Position
from vassal.readings import of_all
from vassal.sequence import split
from vassal.standing import Pile, Standing
from vassal.timeline import Step

ID: Final = "Id"
SPEAKER: Final = "u"
SIDE: Final = "s"
MOST_LEVELS: Final = 10
NAMING: Final = ("move", "change")
"""Commands that name a piece as it was."""


class Witness:
    """Knows the pieces of a log by what they are in the game."""

    def __init__(self, start: Position, seals: Seals) -> None:
        self._seals = seals
        self._known: dict[str, Piece] = {}
        self._copies: dict[str, list[str]] = {}
        self._seen: dict[str, tuple[Standing, object, Lying]] = {}
        """By id of a piece: how it was seen to lie last, so that what has not changed is not looked at again."""
        self._meet(start)
        self._watch = Watch(start)

    def on(self, start: Position) -> "Witness":
        """Return the witness of a log that goes on from the last one, with how that begins."""
        self._meet(start)
        return self

    def shown(self, step: Step) -> Shown:
        """Return what a step shows; only records that count are among it."""
        changed = step.changes
        if any(isinstance(each, changes.Added) for each in changed):
            self._meet(step.after)
        found = tuple(of_step(step, self._seals))
        lines = tuple(line for line in found if line.counts)
        opened = tuple(map(self._opened, self._watch.openings(step)))
        return Shown(
            step.number,
            records=tuple(self._record(line) for line in lines),
            moved=tuple(self._moved(step, each) for each in changed if isinstance(each, changes.Moved)),
            altered=tuple(self._altered(each) for each in changed if isinstance(each, changes.Altered)),
            set=tuple(Set(each.property, each.old, each.new) for each in changed if isinstance(each, changes.Set)),
            rolled=tuple(Rolled(roll.dice, numbers(roll.result)) for roll in step.rolls),
            turned=any(isinstance(each, Turned) for each in changed),
            side=next((line.get(SIDE) for line in lines if line.get(SIDE)), ""),
            player=next((each.player for each in changed if isinstance(each, changes.Moved) and each.player), ""),
            opened=opened,
            added=tuple(self.look(step.after, each.piece) for each in changed if isinstance(each, changes.Added)),
            removed=tuple(self.look(step.before, each.piece) for each in changed if isinstance(each, changes.Removed)),
            seat=_seat(step),
            edited=any(line.edited for line in found) or not all(each.counts for each in opened),
        )

    def board(self, position: Position) -> Board:
        """Return how all pieces lie, and the properties of the whole game."""
        self._meet(position)
        lying = tuple(self._lying(position, each) for each in position.pieces())
        turn = next((levels(state) for state in position.table.turns.values()), ())
        return Board(lying, {name: str(value) for (_, name), value in position.globals.items()}, turn)

    def look(self, position: Position, uid: str) -> Lying:
        """Return how a piece lies; one that is not there lies nowhere."""
        thing = position.things.find(uid)
        return self._lying(position, thing) if isinstance(thing, Standing) else Lying(self.piece(uid), Spot())

    def named(self, step: Step) -> tuple[list[Lying], list[Piece]]:
        """Return how the pieces lay that the commands of a step name as they were, and those that lay elsewhere.

        Where they name another state than is known, only the place is certain.
        """
        touched = (str(each.values[0]) for each in step.commands if each.kind in NAMING and each.values)
        wrong = {(each.subject, each.what) for each in step.mismatches}
        fits, astray = list[Lying](), list[Piece]()
        for uid in dict.fromkeys(each for each in touched if each in self._known):
            lying = self.look(step.before, uid)
            if not wrong.isdisjoint(((uid, What.PLACE), (uid, What.PIECE))):
                astray.append(lying.piece)
            else:
                fits.append(Lying(lying.piece, lying.spot) if (uid, What.STATE) in wrong else lying)
        return fits, astray

    def _lying(self, position: Position, piece: Standing) -> Lying:
        there = deck_of(position, piece), position.table.boards.get(piece.map)
        seen = self._seen.get(piece.id)
        if seen is None or seen[0] is not piece or seen[1] != there:
            seen = piece, there, Lying(self.piece(piece.id), spot_of(position, piece), all_readings(piece))
            if piece.id in self._known:
                self._seen[piece.id] = seen
        return seen[2]

    def piece(self, uid: str) -> Piece:
        """Return the piece of an id; one that was never met has no name."""
        return self._known.get(uid, Piece("", uid=uid))

    def _meet(self, position: Position) -> None:
        fresh = [each for each in position.pieces() if each.id not in self._known]
        for each in sorted(fresh, key=_by_slot):
            facts = fixed(each)
            name = facts.get(ID, "")
            copies = self._copies.setdefault(name, [])
            copies.append(each.id)
            self._known[each.id] = Piece(name, len(copies), each.id, facts)

    def _record(self, line: Line) -> Record:
        named = {
            key: tuple(self.piece(item) for item in line.items(key) if item in self._known)
            for key in line.fields
            if key != SPEAKER
        }
        speaker = line.get(SPEAKER)
        found = {key: pieces for key, pieces in named.items() if pieces}
        return Record(line.verb, line.fields, self.piece(speaker) if speaker else None, found)

    def _moved(self, step: Step, each: changes.Moved) -> Moved:
        onto = self.piece(each.onto) if each.onto and each.onto in self._known else None
        origin, target = (spot_at(where, at) for where, at in ((step.before, each.origin), (step.after, each.target)))
        return Moved(self.piece(each.piece), origin, target, onto)

    def _opened(self, each: Opening) -> Opened:
        return Opened(self.piece(each.piece), each.kind, each.text, each.verdict)

    def _altered(self, each: changes.Altered) -> Altered:
        return Altered(self.piece(each.piece), each.property, each.old, each.new)


def _seat(step: Step) -> str:
    """Return the side of the player who moved a piece, as the roster calls it."""
    mover = next((each.player for each in step.changes if isinstance(each, changes.Moved) and each.player), "")
    return next((each.side for each in step.after.table.players if mover and each.id == mover), "")


def _by_slot(piece: Standing) -> tuple[int, str, str]:
    return (int(piece.gpid) if piece.gpid.isdecimal() else 0), piece.gpid, piece.id


def fixed(piece: Standing | Made) -> Mapping[str, str]:
    """Return the fixed properties of a piece, the outermost first."""
    found: dict[str, str] = {}
    for trait in piece.traits:
        if trait.kind == "marker":
            for name, value in zip(trait.items("names"), trait.items("values"), strict=False):
                found.setdefault(name, value)
    return found


def all_readings(piece: Standing) -> Mapping[str, str]:
    """Return what the traits of a piece say of themselves, the outermost first."""
    return of_all(piece.told)


def spot_of(position: Position, piece: Standing) -> Spot:
    """Return where a piece lies."""
    return spot_at(position, At(piece.map, piece.x, piece.y, deck_of(position, piece)))


def deck_of(position: Position, piece: Standing) -> str:
    """Return the name of the deck in which a piece lies, empty for none."""
    pile = position.things.find(piece.pile) if piece.pile else None
    return pile.name if isinstance(pile, Pile) else ""


def spot_at(position: Position, at: At) -> Spot:
    """Return a point by the names that players see."""
    if not at.map:
        return Spot()
    place = position.ground.place(at.map, position.table.boards.get(at.map), (at.x, at.y))
    if place is None:
        return Spot(at.map, deck=at.deck)
    return Spot(at.map, at.deck or place.location, place.zone or "", at.deck)


def levels(state: str) -> tuple[int, ...]:
    """Return the number or place of each level of a turn tracker, the outermost first."""
    found: list[int] = []
    text = state.partition("|")[2]
    while text and len(found) < MOST_LEVELS:
        tokens = split(text, ";")
        number = tokens[0].removeprefix("-")
        found.append(int(tokens[0]) if number.isdecimal() and len(number) < MOST_DIGITS else 0)
        text = tokens[4] if len(tokens) > 4 else ""
    return tuple(found)
