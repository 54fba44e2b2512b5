"""The game as a film for the report: how every piece looks and where it lies, and what each step changed of that.

What is shown is the module's own board with its own pieces, as somebody who sits on no side sees them. Places, cells
and footprints need no form here: a piece lies at a point of the map, whatever grid names it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import assets
from assets.lines import LAND
from assets.maps import Map
from rules.audit.deeds import Deed, deeds
from rules.audit.figures import Figures, Lies, Told, decks, on_the_table, score
from rules.audit.pictures import Blank, Pictures, Sheet
from rules.audit.report import Audit
from rules.audit.witness import Witness
from rules.audit.words import PAGE
from rules.engine.evidence import Lying, Shown
from vassal.chat import Kind
from vassal.drawn import Look, Picture, drawn, masked
from vassal.position import Position
from vassal.standing import Standing
from vassal.timeline import Step

CARD = "card"
"""The kind of pieces that tell of another one, and lie in a window of their own."""
MASKED = "masked"
"""The kind of what nobody may know."""
REDUCED = "Steps_Level"
"""The layer of a piece's other side, where that means a lost step."""
ON = "2"
LAYER = 100
"""So many pieces of a pile at most are told apart by their height."""
FEW = 4
"""So many deeds of one step are told in its line; all stand in the list."""
LONGEST = 600
"""Letters of what is said in one step."""
Laid = tuple[int, int, int, int, int]
"""Where a piece lies: x, y, how high in its pile, which look, which place."""


class Seen(NamedTuple):
    """A piece as it is seen: which one, how it looks, in which place, how high its layer lies."""

    number: int
    look: int
    place: int
    layer: int


class Cast:
    """The pieces of the film in the order in which they come, all their looks, and the places where they lie."""

    def __init__(self, audit: Audit) -> None:
        self.game = assets.load(audit.game.id, audit.game.overlay)
        self._audit, self._language = audit, audit.language
        self._states = _states(self.game, audit.language)
        self._land: Map | None = None
        self.board = self.game.handling.board
        self.index: dict[str, int] = {}
        self.pieces: list[dict[str, Any]] = []
        self.looks: dict[tuple[Look, str], int] = {}
        self.places: dict[tuple[str, str], int] = {}
        self.tracks: dict[int, str] = {}
        """By place: which space of a track it is."""
        self._seen: dict[str, tuple[Standing, Seen | None]] = {}
        """By piece: how it was seen last, so that what has not changed is not looked at again."""

    def on(self, land: Map) -> "Cast":
        """Return itself, now that the map is known."""
        self._land = land
        return self

    @property
    def cards(self) -> set[int]:
        """The pieces that are cards of others."""
        return {number for number, piece in enumerate(self.pieces) if piece["k"] == CARD}

    def lying(self, position: Position, witness: Witness) -> dict[int, Laid]:
        """Return how all pieces lie that are shown on the board, and how the cards of units look."""
        heights = {
            uid: height
            for pile in {each.pile for each in position.pieces() if each.pile}
            for height, uid in enumerate(getattr(position.things.find(pile), "members", ()))
        }
        found: dict[int, Laid] = {}
        for piece in position.pieces():
            known = self._seen.get(piece.id)
            if known is None or known[0] is not piece:
                known = piece, self._look(position, piece, witness)
                if not _in_a_deck(position, piece):
                    self._seen[piece.id] = known
            seen = known[1]
            if seen is not None:
                height = seen.layer + heights.get(piece.id, 0)
                found[seen.number] = (piece.x, piece.y, height, seen.look, seen.place)
        return found

    def _stranger(self, piece: Standing, place: int) -> int:
        """Return the number of something that nobody may know: what lies in a cup is the cup's, whatever it is."""
        key = f"masked {piece.pile or piece.id}"
        if key not in self.index:
            self.index[key] = len(self.pieces)
            self.pieces.append({"t": " ".join(list(self.places)[place]).strip(), "k": MASKED, "i": ""})
        return self.index[key]

    def _number(self, lying: Lying) -> int:
        uid = lying.piece.uid
        if uid not in self.index:
            self.index[uid] = len(self.pieces)
            self.pieces.append(self._piece(lying))
        return self.index[uid]

    def _piece(self, lying: Lying) -> dict[str, Any]:
        name = lying.piece.name
        unit, marker = self.game.units.get(name), self.game.markers.get(name)
        side = self.game.sides.get(unit.side) if unit else None
        said = marker.name[self._language] if marker else self._audit.game.name(name, self._language)
        found = {"t": said, "k": lying.piece.facts.get("Kind", ""), "i": name}
        if side:
            found |= {"s": side.name[self._language], "g": side.ground, "j": side.ink}
        if lying.piece.facts.get("Unit"):
            found["u"] = lying.piece.facts["Unit"]
        return found

    def _look(self, position: Position, piece: Standing, witness: Witness) -> Seen | None:
        """Return how a piece is seen; nothing where it is not."""
        lying = witness.look(position, piece.id)
        card = lying.piece.facts.get("Kind") == CARD
        look = drawn(position, piece) if card or piece.map == self.board else ()
        if not look:
            return None
        on = [said for layer, said in self._states.items() if lying.properties.get(layer) == ON]
        said = "" if masked(position, piece) else ", ".join(on)
        number = self.looks.setdefault((look, said), len(self.looks))
        layer = position.ground.layer(piece)
        if masked(position, piece):
            place = self._place(lying)
            return Seen(self._stranger(piece, place), number, place, 0)
        place = -1 if card else self._place(lying)
        return Seen(self._number(lying), number, place, LAYER * layer if isinstance(layer, int) else 0)

    def _place(self, lying: Lying) -> int:
        spot = lying.spot
        key = (spot.name, "") if spot.zone == LAND else ("", self.box(spot.deck or spot.zone))
        number = self.places.setdefault(key, len(self.places))
        track, _, space = spot.zone.partition("/")
        if self._land and track in self._land.tracks and space:
            self.tracks[number] = space
        return number

    def figures(self, audit: Audit, log: str, step: int, position: Position, lies: Mapping[int, Laid]) -> Figures:
        """Return the figures of a moment: what the referee counts, and what lies on the table."""
        places, looks = list(self.places), [said for _, said in self.looks]
        worn = PAGE["reduced"][self._language]
        pieces = (
            Lies(piece["t"], piece.get("s", ""), places[at][1], self.tracks.get(at, ""), worn in looks[look])
            for piece, (*_, look, at) in ((self.pieces[number], laid) for number, laid in lies.items())
            if piece["k"] not in {CARD, MASKED}
        )
        filled = {self.box(name): count for name, count in decks(position, self.board)}
        return {**score(audit, log, step, self._language), **on_the_table(pieces, filled, self._language)}

    def box(self, zone: str) -> str:
        """Return what a box, a space of a track or a cup is called; a name that nobody gave is none."""
        land = self._land
        track, _, space = zone.partition("/")
        if land and zone in land.boxes:
            return land.boxes[zone].name[self._language]
        if land and track in land.tracks and space:
            return f"{land.tracks[track].name[self._language]}: {space}"
        return PAGE["cup" if zone else "beside"][self._language]


def _in_a_deck(position: Position, piece: Standing) -> bool:
    """Tell whether a piece lies in a deck, where it is seen only while none lies on it."""
    pile = position.things.find(piece.pile) if piece.pile else None
    return getattr(pile, "deck", None) is not None


def _states(game: assets.Game, language: str) -> dict[str, str]:
    """Return what is said of a piece by the layer that shows it."""
    found = {
        f"{name}_Level": game.markers[state.marker].name[language]
        for name, state in game.handling.states.items()
        if state.marker is not None and "unit" in state.of
    }
    if any(unit.back is not None for unit in game.units.values()):
        found[REDUCED] = PAGE["reduced"][language]
    return found


class Film(NamedTuple):
    """All that the page shows of a game: data for its script, the deeds for its list, and the pictures."""

    data: dict[str, Any]
    deeds: list[Deed]
    map: str
    sheet: str


def film(audit: Audit, pictures: Pictures | None = None) -> Film:
    """Return the film of all logs, ready to be shown, with such pictures as there are."""
    cast = Cast(audit)
    first = audit.parts[0]
    start = first.timeline.start
    board = audit.game.map_of(first.witness.board(start))
    cast.on(cast.game.maps[board])
    lies = cast.lying(start, first.witness)
    begun = [[number, *laid] for number, laid in lies.items()]
    told = Told()
    stands = told.anew(cast.figures(audit, first.name, 0, start, lies))
    done = deeds(audit)
    steps = list(_steps(audit, cast, told, lies, {(each.log, each.step): each for each in done}))
    sheets, size = _sheets(audit, start, cast.board)
    cards = cast.cards
    names = {part.name for look, _ in cast.looks for part in look if isinstance(part, Picture)}
    large = _of_cards(cast, begun, steps, cards)
    art = (pictures or Blank()).art(sheets, names, large)
    numbers = {name: number for number, name in enumerate(art.sprites)}
    return Film(
        {
            "board": {"w": size[0], "h": size[1], "t": cast.game.maps[board].title[audit.language]},
            "sprites": [[round(value, 1) for value in sprite] for sprite in art.sprites.values()],
            "looks": [_look(look, said, numbers) for look, said in cast.looks],
            "places": [list(place) for place in cast.places],
            "pieces": cast.pieces,
            "start": begun,
            "counted": list(told.counted),
            "stands": stands,
            "steps": steps,
        },
        done,
        art.map,
        art.sheet,
    )


def _of_cards(cast: Cast, begun: list[list[int]], steps: list[dict[str, Any]], cards: Collection[int]) -> set[str]:
    """Return the pictures that stand on cards alone."""
    laid = [move for moves in (begun, *(step["m"] for step in steps)) for move in moves if len(move) > 1]
    of_cards = {move[4] for move in laid if move[0] in cards}
    others = {move[4] for move in laid if move[0] not in cards}
    looks = list(cast.looks)
    named = [
        {part.name for number in numbers for part in looks[number][0] if isinstance(part, Picture)}
        for numbers in (of_cards, others)
    ]
    return named[0] - named[1]


def _look(look: Look, said: str, numbers: Mapping[str, int]) -> list[Any]:
    """Return what is said of a look, and its pictures and writings from the bottom up; without those nobody has."""
    parts: list[list[Any]] = []
    for each in look:
        if not isinstance(each, Picture):
            parts.append([each.text[:80], each.x, each.y, each.size, each.colour, each.ground, each.across, each.down])
        elif each.name in numbers:
            more = [round(each.scale, 3), round(each.turned, 1), int(each.corner)]
            plain = [numbers[each.name], each.x, each.y]
            parts.append(plain if more == [1, 0, 0] else [*plain, *more])
    return [said, *parts]


def _sheets(audit: Audit, start: Position, board: str) -> tuple[list[Sheet], tuple[int, int]]:
    """Return the boards of the map as they lie, and how large it is."""
    layout = audit.module.ground.layout(board, start.table.boards.get(board))
    sheets = [
        Sheet(placed.board.image, *placed.origin, *placed.board.size, placed.reversed, placed.board.colour)
        for placed in layout.boards
    ]
    return sheets, layout.size


def _steps(
    audit: Audit, cast: Cast, told: Told, lies: dict[int, Laid], done: Mapping[tuple[str, int], Deed]
) -> Iterator[dict[str, Any]]:
    for part in audit.parts:
        witness, timeline = part.witness, part.timeline
        witness.board(timeline.start)
        shown = {each.step: each for each in part.shown}
        for step in timeline.net:
            now = cast.lying(step.after, witness)
            moves = [[number, *laid] for number, laid in now.items() if lies.get(number) != laid]
            moves += [[number] for number in lies if number not in now]
            lies = now
            stands = told.anew(cast.figures(audit, part.name, step.number, step.after, now))
            seen = shown.get(step.number) or witness.shown(step)
            yield {
                "l": part.name,
                "n": step.number,
                "t": deed.turn if (deed := done.get((part.name, step.number))) else None,
                "m": moves,
                "c": _said(step, deed)[:LONGEST],
                **_fired(seen, cast),
                **({"s": stands} if stands else {}),
                **({"d": [[each.button, *each.dice] for each in seen.rolled]} if seen.rolled else {}),
            }


def _said(step: Step, deed: Deed | None) -> str:
    """Return what is said of a step: its deeds in the words of the page, and what players typed; else its own lines."""
    if deed is None:
        return " · ".join(line.sentence.removeprefix("* ") for line in step.said)
    typed = [f"{line.speaker}: {line.sentence}" for line in step.said if line.kind is Kind.TYPED]
    return " · ".join([deed.text, *deed.more[:FEW], *(["…"] if deed.more[FEW:] else []), *typed])


def _fired(shown: Shown, cast: Cast) -> dict[str, Any]:
    """Return who aims at whom, as far as a record names both."""
    for record in shown.records:
        by = [cast.index[each.uid] for each in record.pieces.get("by", ()) if each.uid in cast.index]
        at = [cast.index[each.uid] for each in record.pieces.get("at", ()) if each.uid in cast.index]
        if not at and record.piece and record.piece.uid in cast.index and by:
            at = [cast.index[record.piece.uid]]
        if by and at and by != at:
            return {"f": [by, at]}
    return {}


__all__ = ["Film", "film"]
