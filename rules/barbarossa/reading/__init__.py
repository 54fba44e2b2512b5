"""Reading a log: what its records, and the board where they are silent, say that the players did."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec import structs

from assets.chronicle import Chronicle
from rules.barbarossa import actions as do
from rules.barbarossa.actions import Field
from rules.barbarossa.book import BOOK
from rules.barbarossa.reading import attacks, cards, deeds, dragging, rolls, rounds, works
from rules.barbarossa.reading.closing import NUMBERS, Closing
from rules.barbarossa.reading.step import Step, says_again
from rules.barbarossa.reading.words import CARD, LAND, STATES, is_on, number
from rules.barbarossa.reading.works import STRUCTURES
from rules.barbarossa.setup.beginning import PRICES, SIDES, begin
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.ground import neighbour
from rules.barbarossa.state.harm import forget, key, shown, write
from rules.barbarossa.state.model import Position, Structure, Unit
from rules.barbarossa.state.standing import as_told
from rules.binding import of_piece
from rules.engine.actions import Action
from rules.engine.evidence import Board, Lying, Moved, Piece, Shown
from rules.engine.reading import Read

_NAMES = ("unit", "who", "piece", "target", "source", "structure", "carrier", "other")
"""The fields of an action that name pieces."""
ANNOUNCES = frozenset({"aim", "fire", "check"})
"""Records that say for whom dice are rolled next."""
USES = frozenset({"roll", "found"})
"""Records that use up what was said: dice fell, or who aimed has found somebody."""
TESTED_IN = {"S2": ("S4",), "S3": ("S4",), "S6": ("S7", "S11"), "S10": ("S11",)}
"""By step of attacks: the steps in which those who were hit test."""
SHAKEN = (do.State, do.Return)
"""What comes of a test that failed."""
MINES, SMOKE = "mines", "smoke"
GONE = "gone:"
"""What the name of a structure begins with of which only the marker is left."""


class BarbarossaReader(Closing):
    """Reads logs of one battle; `sides` gives a side by its name in records."""

    together = True
    lasting = frozenset[str]()
    forgets = frozenset(BOOK.entries) - {"BAR-8.0e", "BAR-4.1c", "BAR-4.1d", "BAR-4.4a"}
    """What is hidden, written for several rounds or done once a game cannot be seen on the board."""

    def __init__(self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle) -> None:
        names = {"unit": of_piece(self.unit), "side": lambda record, key: self.side(record.get(key))}
        super().__init__(battle, sides, chronicle, names)
        self.coming: set[str] = set()
        """The structures that were read with an earlier record than the one that puts them onto the map."""
        self._structures: dict[str, str] = {}
        """The structure that a marker is, by the marker's id."""
        self._faces: dict[str, str] = {}
        """The direction that a marker faces where it lies."""
        self._pieces: dict[str, Piece] = {}
        self._placed: dict[str, str] = {}
        """Who placed a marker, by the marker's id."""
        self._astray: set[tuple[int, str]] = set()
        """By step: the units that are put back at once."""
        self._pressed: dict[str, int] = {}
        """By number or box of a card: the step by which it shows what was meant."""
        self._held: tuple[tuple[int, int], str, str] | None = None
        self.marker: tuple[str, int | None] = "", None
        """Where the marker of the steps lies: the state and the round."""
        """The record behind which the marker goes on that was moved too soon, whereto, and who moved it."""
        self.announced = True
        """False for dice of which nothing was said since others fell: what is marked was said of those."""
        self.announcer = ""
        """The side that said last for whom dice are rolled."""
        self.loose: tuple[int, str] | None = None
        """The round and the step in which dice fell of which nobody knows for whom: what follows may come of them."""
        self.guessed: tuple[int, str] | None = None
        """The round and the step in which dice fell that may be those of several: what is missing may come of that."""
        self._at = 0
        """The step that is being read."""
        self._told: set[tuple[int, str]] = set()
        """By round: the units whose orders are known."""
        self._verbs = {
            "phase": rounds.phase,
            "done": rounds.done,
            "commit": rounds.commit,
            "key": rounds.key,
            "reveal": rounds.reveal,
            "round": cards.cleared,
            "open": rounds.opened,
            "step": deeds.moved,
            "face": deeds.face,
            "halt": deeds.halted,
            "found": deeds.found,
            "aim": attacks.aim,
            "fire": attacks.fire,
            "roll": rolls.roll,
            "mark": cards.mark,
            "state": cards.state,
            "ride": deeds.ride,
            "supply": cards.supply,
            "complete": deeds.complete,
            "out": cards.out,
            "place": attacks.placed,
            "remove": works.removed,
        }

    # ------------------------------------------------------------------------------------------------ names
    def unit(self, piece: Piece | None) -> str:
        """The unit that a model or a card is, empty for none."""
        if piece is None:
            return ""
        self._pieces.setdefault(piece.uid, piece)
        name = piece.facts.get("Unit") or piece.name.removesuffix(CARD)
        return name if name in self.battle.units else ""

    def named(self, uid: str) -> str:
        """The unit or structure that an id in a text stands for."""
        if uid in self.battle.units:
            return uid
        known = self._pieces.get(uid)
        return self.unit(known) or self._structures.get(uid, "") or uid

    def structure(self, piece: Piece | None, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; a new name for one that was not known."""
        if piece is None:
            return ""
        return self.known_structure(piece, position, place, face) or f"{piece.name}.{piece.copy}"

    def known_structure(self, piece: Piece, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; empty for one that nobody knows of."""
        known = self._structures.get(piece.uid)
        lies = position.structures.get(known or "")
        if lies is not None and lies.kind != piece.name:
            # What it stood for has become something else, which another marker shows: a bridge that lies in ruins.
            self._structures.pop(piece.uid)
        elif known:
            return known
        face = self._faces.setdefault(piece.uid, face) if face else self._faces.get(piece.uid, "")
        taken = set(self._structures.values())
        for name, each in position.structures.items():
            alike = (
                each.kind == piece.name and each.hex == place and (not face or face == each.facing or not each.facing)
            )
            if alike and (name not in taken or each.kind == SMOKE):
                self._structures[piece.uid] = name
                return name
        return ""

    def forget(self, piece: Piece) -> None:
        """A marker is off the map: if it comes back, it is another structure."""
        self._structures.pop(piece.uid, None)
        self._faces.pop(piece.uid, None)

    def replaced(self, piece: Piece, other: Piece) -> None:
        """Another marker lies where one was taken away: it is that structure now."""
        if piece.uid in self._structures:
            self._structures[other.uid] = self._structures.pop(piece.uid)

    def bury(self, piece: Piece) -> None:
        """A bluff was turned up: its marker stands for nothing more, and its name may be given again."""
        if piece.uid in self._structures:
            self._structures[piece.uid] = GONE + self._structures[piece.uid].removeprefix(GONE)

    def placed(self, piece: Piece, side: str) -> None:
        """Remember who placed a marker."""
        self._placed[piece.uid] = side

    # -------------------------------------------------------------------------------------------- positions
    def start(self, board: Board) -> Position:
        """The position that a log begins with: the scenario's own, or as the board lies in a later round."""
        position = begin(self.battle)
        for lying in board.pieces:
            self.unit(lying.piece)
            if lying.piece.name in STRUCTURES and lying.spot.zone == LAND:
                self.structure(lying.piece, position, lying.spot.name, lying.properties.get("Face", ""))
        turn, state = self._time(board)
        if state == "SETUP":
            return position
        return self.adopt(position.but(stack=(state,), round=turn), board)

    def begins(self, board: Board) -> bool:
        """True before the first round; pieces may have been set up, but nothing was built or bought yet."""
        begun = begin(self.battle)
        return self._time(board)[1] == "SETUP" and dict(self._lying(begun, board)) == begun.structures

    def renews(self, action: Action) -> bool:
        """True for a new round: orders are given anew, numbers and boxes stand on the cards."""
        return isinstance(action, do.Advance) and action.to == "PLANNING"

    def _time(self, board: Board) -> tuple[int, str]:
        """The round, and the state of its phase."""
        turn, phase = self.clock(board)
        self.marker = STATES.get(phase, "SETUP"), turn
        return turn, STATES.get(phase, "SETUP")

    def adopt(self, position: Position, board: Board) -> Position:
        """The position with all pieces as they lie, and nothing due for those that lie otherwise than it has them.

        The same position if none does. Where no more than a number is another, all else that is due stays due.
        """
        self._time(board)
        units, structures = dict(position.units), dict(self._lying(position, board))
        lying_cards: dict[str, Lying] = {}
        named = [(self.unit(lying.piece), lying) for lying in board.pieces]
        for name, lying in named:
            if name and lying.piece.name.endswith(CARD):
                lying_cards[name] = lying
            elif name and not self.overlooked(name):
                units[name] = self._as_it_lies(
                    units[name],
                    lying,
                    waits=_to_be_suppressed(position, name),
                    wiped=_to_be_suppressed(position, name, on=False),
                    comes=any(do.Show(unit=name) in due.options for due in position.due),
                )
        strayed = {name for name, unit in units.items() if unit != position.units[name]}
        strayed |= {name for name in position.structures if structures.get(name) != position.structures[name]}
        after, renumbered = as_told(position), set[str]()
        for name, card in lying_cards.items():
            for what, value in self._misnumbered(after, name, card):
                after = write(forget(after, name, what), name, what, value)
                renumbered.add(key(name, what))
        units = {name: _with_numbers(unit, after.units[name]) for name, unit in units.items()}
        if units == position.units and structures == position.structures:
            return position
        return _without(after.but(units=units, structures=structures), strayed, renumbered)

    def _misnumbered(self, position: Position, unit: str, card: Lying) -> Iterator[tuple[str, int]]:
        """The numbers that stand on a card where others should, but for those that are still being pressed."""
        for what in (*NUMBERS, *position.units[unit].stores):
            value = number(card.properties.get(what, ""))
            if value is not None and value != shown(position, unit, what) and not self.pressed(unit, what):
                yield what, value

    def _as_it_lies(self, unit: Unit, lying: Lying, *, waits: bool, wiped: bool, comes: bool) -> Unit:
        on_map = lying.spot.zone == LAND
        aboard = lying.properties.get("Aboard", "")
        carrier = self.named(aboard) if aboard else ""
        carried = carrier if carrier in self.battle.units else ""
        if carried and self.battle.units[carried].flies and on_map and not unit.carrier:
            # Nobody gets into an aircraft again: who was put down stands there, and his card names it all the same.
            carried = ""
        inside = bool(carried) or bool(unit.shelter and unit.off_board)
        out = lying.spot.zone.startswith("lost")
        suppressed = is_on(lying, "Suppressed") or (unit.suppressed and waits)
        suppressed = unit.suppressed if wiped else suppressed
        away = not on_map and (unit.out if out else comes or unit.hidden or unit.shelter or unit.off_board)
        return msgspec.structs.replace(
            unit,
            carrier=carried,
            towed=bool(carried) and lying.properties.get("How", "") == "Tow",
            hex="" if carried else lying.spot.name if on_map else unit.hex if away else "",
            off_board=unit.off_board if inside or not on_map else False,
            suppressed=suppressed,
            # A flag that somebody marked for nothing suppresses nobody; one that was forgotten counts all the same.
            flagged=suppressed and (is_on(lying, "Flag") or unit.flagged),
            out=out,
        )

    def _lying(self, position: Position, board: Board) -> Iterator[tuple[str, Structure]]:
        """The structures that lie on the map; those that the board of a map shows itself are always there.

        A marker whose structure is gone, a bluff that was turned up, may be left lying: it stands for nothing more.
        """
        seen: set[str] = set()
        for lying in board.pieces:
            kind = lying.piece.name
            if kind not in STRUCTURES or lying.spot.zone != LAND:
                continue
            left_over = self._structures.get(lying.piece.uid, "") not in {"", *position.structures}
            if left_over:
                continue
            name = self.structure(lying.piece, position, lying.spot.name, lying.properties.get("Face", ""))
            seen.add(name)
            known = position.structures.get(name)
            yield name, known or Structure(kind=kind, hex=lying.spot.name, known=kind != "minefield")
        marked = {each.piece.name for each in board.pieces}
        self.coming -= seen
        for name, each in position.structures.items():
            if name not in seen and (each.kind not in marked or name in self.coming):
                yield name, each

    # --------------------------------------------------------------------------------------------- actions
    def read(
        self, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """The actions of a step, in the order in which it shows them."""
        self._at = shown.at
        self.follow(shown)
        step = Step(self, shown, position, ahead, board)
        for place, record in enumerate(shown.records):
            self.unit(record.piece)
            if record.verb in ANNOUNCES:
                self.announced, self.announcer = True, step.side
            if not (self.was_read(shown.at, place) or says_again(shown, record)):
                step.place = place
                if not shown.again:
                    yield from rounds.catch_up(step, record)
                for read in self.hear(step, record):
                    missing = self._missing(step, read.action)
                    yield msgspec.structs.replace(read, how="inferred", missing=missing) if missing else read
            self.announced = self.announced and record.verb not in USES
            if self._held and self._held[0] <= (shown.at, place):
                yield from self._let_go(step)
        if position.state != "SETUP":
            yield from self._unspoken(step)

    def _missing(self, step: Step, action: Action) -> str:
        """What would have to be known of a deed that is not certain although a record tells of it; else empty."""
        if _may_go_on(action) and self._is_last(step):
            return "rest"
        if self.loose != (step.position.round, step.position.state):
            return "declaration" if self._tested_late(step.position) and isinstance(action, SHAKEN) else ""
        carried = {shot.unit for shot in step.position.shots if shot.after}
        match action:
            case do.Mark() | do.State() | do.Out() | do.Return():
                return "declaration"
            case do.Fire(after=after) if after:
                return "declaration"
            case do.Roll(who=who) if who in carried:
                return "declaration"
        return ""

    def _tested_late(self, position: Position) -> bool:
        """Whether tests are rolled now for dice that fell earlier in the round, and nobody knows for whom."""
        turn, state = self.loose or (0, "")
        return turn == position.round and position.state in TESTED_IN.get(state, ())

    def _let_go(self, step: Step) -> Iterator[Read]:
        _, to, by = self._held or ((0, 0), "", "")
        self._held = None
        yield from (structs.replace(each, held=True) for each in rounds.released(step, to, by))

    def _is_last(self, step: Step) -> bool:
        """True if the logs end with what is read: it may go on in one that was not given."""
        return all(self.was_read(shown.at, place) for shown, place, _ in step.following())

    def _unspoken(self, step: Step) -> Iterator[Read]:
        """Models that were dragged from hex to hex without a word, or among their boxes; markers that left the map."""
        yield from works.dragged_off(step)
        spoken = {step.unit(record) for record in step.shown.records}
        for moved in step.shown.moved:
            unit = self.unit(moved.piece)
            if unit and unit not in spoken and not moved.piece.name.endswith(CARD) and _is_lost(moved):
                yield Read(do.Out(piece=unit, by=step.side), "inferred", "record")
            if unit and unit not in spoken and not moved.piece.name.endswith(CARD):
                yield from deeds.off_or_on_the_map(step, unit, moved)
            walks = unit and not moved.piece.name.endswith(CARD) and not step.battle.units[unit].flies
            walks = walks and not step.position.units[unit].carrier
            if walks and unit not in spoken and moved.target.zone == LAND == moved.origin.zone:
                for read in dragging.along(step, unit, moved.target.name, fights=step.position.state == "S6"):
                    yield Read(read.action, "inferred", "record")

    def hold(self, last: tuple[int, int], to: str, by: str) -> None:
        """Remember a marker that goes on only behind a later record."""
        self._held = last, to, by

    def pressing(self, unit: str, what: str, until: int) -> None:
        """Remember that a number or a box of a card is still changed, and by which step it shows what was meant."""
        self._pressed[key(unit, what)] = until

    def pressed(self, unit: str, what: str) -> bool:
        """Whether a number or a box of a card says nothing yet, for it is still changed."""
        return self._pressed.get(key(unit, what), 0) > self._at

    def overlook(self, step: int, unit: str) -> None:
        """Remember that where a unit stands after a step says nothing, for it is put back at once."""
        self._astray.add((step, unit))

    def overlooked(self, unit: str) -> bool:
        """Whether where a unit stands after this step says nothing, for it is put back at once."""
        return (self._at, unit) in self._astray

    def told(self, unit: str, turn: int) -> bool:
        """Remember that the order of a unit in a round is known; False if it was known before."""
        if (turn, unit) in self._told:
            return False
        self._told.add((turn, unit))
        return True

    def set_up(self, side: str, position: Position, board: Board, late: Collection[str] = ()) -> Iterator[Read]:
        """Everything that a side has put on the board elsewhere than it lay, what it has paid, that it is ready.

        Those that are put right too `late`, and before anything else is done, stand where they belong.
        """
        spent = 0
        for lying in board.pieces:
            unit = self.unit(lying.piece)
            if not unit or self.battle.units[unit].side != side:
                continue
            known, facing = position.units[unit], lying.properties.get("Face", "")
            same = (lying.spot.name, facing) == (known.hex, known.facing)
            if lying.piece.name.endswith(CARD):
                yield from _marked_at_first(unit, known, lying, side)
            elif lying.spot.zone == LAND and not same and not known.carrier:
                if self._chosen(unit):
                    yield Read(do.Buy(what=unit, by=side), "inferred")
                    spent += self.battle.units[unit].value("cost")
                place = self.battle.begins[unit].hex if unit in late else lying.spot.name
                yield Read(do.Place(unit=unit, hex=place, facing=facing, by=side), "seen")
        built = tuple(self._built(side, position, board))
        left = self.battle.points.get(side, 0) - position.paid.get(side, 0) - spent
        for action, worth in built:
            if self.battle.points.get(side):
                yield Read(do.Buy(what=action.structure.partition(".")[0], by=side), "inferred")
            yield Read(action, "seen")
            left -= worth
        yield from self._bought(side, left)
        yield Read(do.Ready(by=side))

    def _chosen(self, unit: str) -> bool:
        """Whether a unit takes part only if it is paid for."""
        return unit in self.battle.begins and self.battle.begins[unit].choice

    def _built(self, side: str, position: Position, board: Board) -> Iterator[tuple[do.Build, int]]:
        """Structures that a side has placed at the set-up, and what each is worth."""
        for lying in board.pieces:
            kind, place, face = lying.piece.name, lying.spot.name, lying.properties.get("Face", "")
            if kind not in PRICES or lying.spot.zone != LAND or self._placed.get(lying.piece.uid) != side:
                continue
            name = self.structure(lying.piece, position, place, face)
            along = kind in SIDES and face and place in self.battle.ground.grid
            beyond = neighbour(self.battle.ground, place, face) if along else ""
            worth = self.battle.charts["structures"].get(kind, "price")
            action = do.Build(structure=name, hex=place, side=beyond, facing=face, by=side)
            yield action, worth if isinstance(worth, int) else 0

    def _bought(self, side: str, left: int) -> Iterator[Read]:
        """Nobody writes down what is paid for: as many mines as there are points left for."""
        price = self.battle.charts[MINES].get("price", "anti-tank") if left > 0 else None
        if isinstance(price, int) and 0 < price <= left:
            yield Read(do.Buy(what=MINES, count=left // price, by=side), "inferred")


def _marked_at_first(unit: str, known: Unit, card: Lying, side: str) -> Iterator[Read]:
    """Numbers on a card that are others than those with which the unit begins."""
    numbers: Mapping[Field, int] = {"losses": known.losses, "ammo": known.ammo, "air": known.air}
    for what, begins in numbers.items():
        value = number(card.properties.get(what, ""))
        if value is not None and value != begins:
            yield Read(do.Mark(unit=unit, what=what, value=value, by=side), "seen")


def _with_numbers(unit: Unit, other: Unit) -> Unit:
    """A unit with the numbers of another."""
    return msgspec.structs.replace(unit, stores=other.stores, **{name: getattr(other, name) for name in NUMBERS})


def _is_lost(moved: Moved) -> bool:
    """True for a piece that was taken from one box beside the map to that of the lost ones."""
    boxes = moved.origin.zone, moved.target.zone
    return LAND not in boxes and [zone.startswith("lost") for zone in boxes] == [False, True]


def _may_go_on(action: Action) -> bool:
    """True for what takes several records: smoke on two hexes, a box that is wiped only to be marked anew."""
    match action:
        case do.Smoke(also=""):
            return True
        case do.State(on=on):
            return not on
    return False


def _to_be_suppressed(position: Position, unit: str, *, on: bool = True) -> bool:
    """True for a unit whose box is still to be marked, or wiped."""
    mark = do.State(unit=unit, status="suppressed", on=on)
    return any(mark in due.options for due in position.due)


def _without(position: Position, strayed: set[str], renumbered: set[str]) -> Position:
    """The position in which nothing is due for some pieces, their shots count for nothing, no such number is due."""

    def about(action: Action) -> bool:
        if isinstance(action, do.Mark) and key(action.unit, action.what) in renumbered:
            return True
        return not strayed.isdisjoint({getattr(action, name) for name in _NAMES if hasattr(action, name)})

    lost = {name for name in position.accepted if name in renumbered or name.split()[0] in strayed}
    return position.but(
        due=tuple(due for due in position.due if due.told or not any(map(about, due.wanted))),
        owed=tuple(each for each in position.owed if each.unit not in strayed),
        shots=tuple(shot for shot in position.shots if strayed.isdisjoint({shot.unit, shot.target})),
        accepted={name: values for name, values in position.accepted.items() if name not in lost},
    )
