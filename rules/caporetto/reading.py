"""Reading a log: what its records, and the pieces where those are silent, say that the players did."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from assets.chronicle import Chronicle
from rules.binding import Reads, actions_in, of_piece
from rules.caporetto import actions
from rules.caporetto.action.activation import DONE
from rules.caporetto.actions import (
    Activate,
    Assault,
    Begin,
    Bombard,
    Bridge,
    Defend,
    Leave,
    Lose,
    Move,
    Observe,
    Resolve,
    Show,
    Slot,
    Support,
    Trench,
)
from rules.caporetto.battle import Battle
from rules.caporetto.game import start
from rules.caporetto.model import Position, Unit
from rules.caporetto.movement.march import MARCHES
from rules.caporetto.wings.order import SECTOR
from rules.caporetto.works.bridges import spans
from rules.caporetto.works.trenches import AS_PRINTED
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import PLACE, Board, Lying, Piece, Record, Shown, Spot
from rules.engine.obligations import without
from rules.engine.position import differing
from rules.engine.reading import Read
from rules.engine.step import Step

LAND: Final = "map"
"""The zone of all hexes; a box has its own."""
STEPS, LEVEL, ATTACHED, ON = "Steps_Level", "DL", "Attached", "2"
STATES = ("Activated", "OOC", "OOS", "Forced", "Fired", "Assault", "RoadAssault", "Support", "Limbered", "Building")
LEVELS: Mapping[str, str] = {f"{state}_Level": state for state in STATES}
YES, NO = "on", "off"
TRENCHES = {"trench-0": 0, "trench-1": 1}
"""By marker: the level of the trenches on which it lies."""
BLOWN = "bridge-blown"
AWAY = "lost", "surrendered", "left"
WINGS = {"Left": "ahg-left", "Right": "ahg-right"}
"""By name in records: the wing that is said to have won."""
Reading = Callable[[Step[Position, Any], Record], Iterable[Read]]


def _meant(position: Position, name: str, place: str, how: str) -> str:
    """How a unit goes: on the retreat, or after the enemy, where just that is due, whatever its key says."""
    wanted = (option for due in position.due for option in due.wanted if isinstance(option, Move))
    meant = (option.how for option in wanted if (option.unit, option.hex) == (name, place))
    return next(meant, how) if how in MARCHES else how


class CaporettoReader:
    """Reads logs of one battle; `sides` gives a side by its name in records."""

    together = False
    forgets: frozenset[str] = frozenset(
        (
            *("CAP-10.0.6a", "CAP-10.0.6b", "CAP-10.3a", "CAP-10.3e"),
            *("CAP-6.1a", "CAP-7.3d", "CAP-12.1.6j", "CAP-17.2a"),
            *("CAP-26.3a", "CAP-27.3a", "CAP-23.0a", "CAP-25.5a", "CAP-25.7a", "CAP-25.15a"),
            *(
                "CAP-24.7a",
                "CAP-24.16a",
                "CAP-24.5a",
                "CAP-24.14c",
                "CAP-24.2a",
                "CAP-24.2b",
                "CAP-24.9.2a",
                "CAP-24.9d",
                "CAP-24.9f",
            ),
        )
    )
    """What was moved and spent before, and who was where, cannot be seen on the board."""
    lasting: frozenset[str] = frozenset()

    def __init__(self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle) -> None:
        self.battle, self._sides, self._phases = battle, sides, tuple(battle.phases)
        self.declared: Reading = Reads(
            chronicle, actions_in(actions), {"unit": of_piece(self.unit), "side": self._winner}
        )
        """Reads the records whose verbs say what they mean."""
        self._bodies: dict[str, str] = {}
        """By name: the piece that counts, where there are several by that name."""
        self._verbs: Mapping[str, Reading] = {
            "phase": self._phase,
            "step": self._step,
            "out": self._out,
            "loss": self._loss,
            "state": self._state,
            "slot": self._slot,
            "box": self._slot,
            "seal": self._seal,
            "activate": self._activate,
            "roll": self._roll,
            "resolve": self._resolve,
            **dict.fromkeys(("place", "remove"), self._entrenched),
            **dict.fromkeys(("assault", "support", "bombard", "observe", "defend"), self._aimed),
        }
        self._sealed: set[str] = set()
        """The headquarters on which something was sealed."""
        self._lying: dict[str, tuple[str, int]] = {}
        """By marker of trenches: the hex in which it lies, and its level."""
        self._spans: dict[str, str] = {}
        """By marker of a blown bridge: the hex in which it lies."""

    @property
    def heard(self) -> Iterable[str]:
        """The verbs that are read here; all others mean what the chronicle declares."""
        return self._verbs

    # ------------------------------------------------------------------------------------------------------- names
    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is, empty for none."""
        if piece is None or piece.name not in self.battle.units:
            return ""
        return piece.name if self._bodies.setdefault(piece.name, piece.uid) == piece.uid else ""

    def side(self, name: str) -> str:
        """The side of a name that stands in records; empty for a seat that plays both."""
        return self._sides.get(name, "")

    def _winner(self, record: Record, key: str) -> str:
        """The side, or the wing, that a record names; nobody's is a draw."""
        return self.side(record.get(key)) or WINGS.get(record.get(key), "draw")

    # --------------------------------------------------------------------------------------------------- positions
    def start(self, board: Board) -> Position:
        """The position that a log begins with."""
        turn, phase = (*board.turn, 0, 0)[:2]
        begun = start(self.battle)
        name = self._phases[phase % len(self._phases)]
        return self.adopt(begun.but(turn=turn or begun.turn, stack=(name,)), board)

    def begins(self, board: Board) -> bool:
        """True in the set-up before the first turn."""
        begun = self.start(board)
        return (begun.turn, begun.stack[0]) == (self.battle.first, self._phases[0])

    def renews(self, action: Action) -> bool:
        """True for the next turn: all that matters then lies on the board."""
        return isinstance(action, Begin) and action.phase == self._phases[1]

    def adopt(self, position: Position, board: Board) -> Position:
        """The position as the players left the board, with nothing due for what lies otherwise."""
        units = dict(position.units)
        self._lying = {}
        self._spans = {each.piece.uid: self._hex(each.spot) for each in board.pieces if each.piece.name == BLOWN}
        for lying in board.pieces:
            self._lay(lying)
            name = self.unit(lying.piece)
            if name:
                units[name] = self._as_it_lies(name, units[name], lying)
        trenches = {place: self._level(place) for place, _ in self._lying.values()}
        meant = (spans(self.battle.ground, place) for place in self._spans.values() if place)
        blown = frozenset(pairs[0] for pairs in meant if len(pairs) == 1)
        if (units, trenches, blown) == (position.units, position.trenches, position.blown):
            return position
        after = position.but(units=units, trenches=trenches, blown=blown)
        for name in (name for name, unit in units.items() if position.units[name].hex and not unit.hex):
            after = after.left_by(name)
        return after.but(due=without(position.due, differing(position, after)))

    def _lay(self, lying: Lying) -> None:
        """Remember where a marker of trenches lies."""
        place = self._hex(lying.spot)
        if lying.piece.name in TRENCHES and place:
            self._lying[lying.piece.uid] = place, TRENCHES[lying.piece.name]

    def _bridged(self, step: Step[Position, Any]) -> Iterator[Read]:
        """Bridges whose markers were laid, or taken off."""
        for what, _, new in step.shown.touched():
            uid = new.piece.uid
            if what != PLACE or new.piece.name != BLOWN or self._goes_on(step, new.piece):
                continue
            by, gone, place = step.shown.seat or step.side, self._spans.pop(uid, ""), self._hex(new.spot)
            if gone and gone != place:
                yield Read(Bridge(hex=gone, blown=False, by=by), "seen")
            if place:
                self._spans[uid] = place
            if place and gone != place:
                yield Read(Bridge(hex=place, by=by), "seen")

    def _level(self, place: str) -> int:
        """The level that the markers in a hex give its trenches; that which is printed, if there are none."""
        return min((level for at, level in self._lying.values() if at == place), default=AS_PRINTED)

    def _as_it_lies(self, name: str, unit: Unit, lying: Lying) -> Unit:
        if self.battle.units[name].kind.hq:
            return structs.replace(unit, hex=self._hex(lying.spot))
        place = self._hex(lying.spot)
        level = lying.properties.get(LEVEL, "0")
        steps = lying.properties.get(STEPS, "1")
        return structs.replace(
            unit,
            hex=place,
            box="" if place else unit.box if not unit.hex else self._box(lying.spot),
            lost=int(steps) - 1 if steps.isdecimal() else unit.lost,
            level=int(level) if level.isdecimal() else unit.level,
            attached=lying.properties.get(ATTACHED, ""),
            marks=frozenset(state for key, state in LEVELS.items() if lying.properties.get(key) == ON),
        )

    def _hex(self, spot: Spot) -> str:
        return spot.name if spot.zone == LAND and spot.name in self.battle.ground.grid else ""

    @staticmethod
    def _box(spot: Spot) -> str:
        return next((why for why in AWAY if spot.zone.startswith(why)), "")

    # ----------------------------------------------------------------------------------------------------- actions
    def read(
        self, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """The actions of a step, in the order in which it shows them."""
        for gone in shown.removed:
            if self._bodies.get(gone.piece.name) == gone.piece.uid:
                self._bodies.pop(gone.piece.name)
        step: Step[Position, Any] = Step(self, shown, position, ahead, board)
        for place, record in enumerate(shown.records):
            step.place = place
            yield from self._verbs.get(record.verb, self.declared)(step, record)
        yield from self._unsaid(step)
        if not shown.said("place", "remove"):
            yield from self._entrenched(step)
        yield from self._bridged(step)

    def _unsaid(self, step: Step[Position, Any]) -> Iterator[Read]:
        """Units that went to a hex, or headquarters that have acted into their box, and no record says so."""
        said = {record.piece.name for record in step.shown.said("step", "out", "slot", "box") if record.piece}
        for moved in step.shown.moved:
            name, place = self.unit(moved.piece), self._hex(moved.target)
            if name and name not in said and moved.target.zone.startswith(DONE) and self.battle.units[name].kind.hq:
                yield Read(Slot(hq=name, box=DONE, by=step.shown.seat or step.side), "seen")
            if name and name not in said and place and step.position.units[name].hex != place:
                setup = step.position.stack[0] == self._phases[0]
                how = "place" if setup else _meant(step.position, name, place, "move")
                yield Read(Move(unit=name, hex=place, how=how, by=step.shown.seat or step.side), "seen")

    def _entrenched(self, step: Step[Position, Any], record: Record | None = None) -> Iterator[Read]:
        """Trenches whose markers were laid, or taken off; a marker that goes on at once was not meant for the hex."""
        touched = [
            (old, new) for what, old, new in step.shown.touched() if what == PLACE and old.piece.name in TRENCHES
        ]
        places: list[str] = []
        for old, new in touched:
            if not self._goes_on(step, old.piece):
                gone = self._lying.pop(old.piece.uid, None)
                self._lay(new)
                places += [gone[0]] if gone else []
                places += [self._lying[old.piece.uid][0]] if old.piece.uid in self._lying else []
        for place in dict.fromkeys(places):
            level = self._level(place)
            if level != step.position.trenches.get(place, AS_PRINTED):
                by = step.by(record) if record else step.shown.seat or step.side
                yield Read(Trench(hex=place, level=level, by=by), "declared" if record else "seen")

    @staticmethod
    def _goes_on(step: Step[Position, Any], piece: Piece) -> bool:
        """Whether the next thing that is done is that this piece is moved again."""
        later = next((shown for shown in step.ahead if shown.moved or shown.records), None)
        return later is not None and any(moved.piece.uid == piece.uid for moved in later.moved)

    def _phase(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        turn, phase = record.get("t"), record.get("p")
        if turn.isdecimal() and phase in self._phases:
            yield Read(Begin(phase=phase, turn=int(turn), by=step.side))

    def _step(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        name, place = self.unit(record.piece), record.get("h")
        if name and place in self.battle.ground.grid:
            how = _meant(step.position, name, place, record.get("a").lower() or "move")
            if step.position.stack[0] == self._phases[0]:
                how = "place"
            here, goes = step.position.units[name].hex, self._goes_to(step, name)
            back = bool(goes) and goes == here
            if place != here and not back:
                yield Read(
                    Move(unit=name, hex=place, how=how, by=step.by(record)), slip=self._astray(here, place, goes)
                )

    def _out(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        name, why = self.unit(record.piece), record.get("what").lower()
        known = name and why in AWAY and not self.battle.units[name].kind.hq
        if known and not self._goes_to(step, name):
            yield Read(Leave(unit=name, why=why, by=step.by(record)))

    def _astray(self, here: str, place: str, goes: str) -> bool:
        """Whether a piece may have been dropped into a wrong hex: it goes on where it could have come straight."""
        near = self.battle.ground.grid.neighbours(here)
        return bool(goes) and (goes in near or place not in near)

    def _goes_to(self, step: Step[Position, Any], name: str) -> str:
        """The hex into which a unit's piece goes on at once, before anything else is done; empty if it does not."""
        for shown in step.ahead:
            gone = [self._hex(moved.target) for moved in shown.moved if self.unit(moved.piece) == name]
            if gone or shown.records or shown.moved:
                others = any(self.unit(record.piece) != name for record in shown.records)
                return gone[-1] if gone and not others else ""
        return ""

    def _loss(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        name = self.unit(record.piece)
        if name:
            yield Read(Lose(unit=name, by=step.by(record)))

    def _state(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        name, state, value = self.unit(record.piece), record.get("what"), record.get("v")
        if name and state in STATES and value in {YES, NO}:
            yield Read(Show(unit=name, state=state, on=value == YES, by=step.by(record)))

    def _slot(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        hq, box = self.unit(record.piece), record.get("what").lower()
        if hq and box:
            yield Read(Slot(hq=hq, box=box, by=step.by(record)))

    def _seal(self, step: Step[Position, Any], record: Record) -> Iterable[Read]:
        """What is sealed on a headquarters is its slot: whether it may be activated is seen when that is opened."""
        del step
        self._sealed.add(self.unit(record.piece))
        return ()

    def _activate(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        hq, kind = self.unit(record.piece), record.get("what").lower()
        if hq:
            known = {"hq": hq, "hex": record.get("h"), "kind": kind or "normal"}
            yield Read(Activate(**known, hidden=hq in self._sealed, by=step.by(record)))

    def _aimed(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        """What a unit is declared to do to a hex."""
        name, at, what, by = self.unit(record.piece), record.get("at"), record.get("what").lower(), step.by(record)
        if not name or at not in self.battle.ground.grid:
            return
        match record.verb:
            case "assault":
                yield Read(Assault(unit=name, at=at, how=what or "field", by=by))
            case "support":
                yield Read(Support(unit=name, hex=at, by=by))
            case "bombard":
                yield Read(Bombard(unit=name, hex=at, what=what or "troops", by=by))
            case "observe":
                yield Read(Observe(unit=name, hex=at, by=by))
            case _:
                yield Read(Defend(unit=name, hex=at, what=what or "own", by=by))

    def _resolve(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        at, purpose = record.get("at"), record.get("what")
        if at in self.battle.ground.grid and purpose not in {"", SECTOR}:
            yield Read(Resolve(hex=at, purpose=purpose, by=step.by(record)))

    def _roll(self, step: Step[Position, Any], record: Record) -> Iterator[Read]:
        dice = step.dice(record)
        who = next(iter(step.units(record, "who")), "")
        if dice:
            yield Read(Roll(purpose=record.get("p"), who=who, dice=dice, by=step.side))

    # ------------------------------------------------------------------------------------------------- the whole board
    def matters(self, piece: Piece, what: str) -> bool:
        """Where units lie, what they have lost and the states that they show count; all else is decoration."""
        if piece.name not in self.battle.units or not piece.uid:
            return False
        hq = self.battle.units[piece.name].kind.hq
        return not hq and (what in {PLACE, STEPS, LEVEL, ATTACHED} or what in LEVELS)

    def shows(self, position: Position, piece: Piece, what: str) -> str | None:
        """What a property of a piece, or its place, shows by the position; None where that does not tell."""
        name = self.unit(piece)
        if not name:
            return "" if what == PLACE else None
        unit = position.units[name]
        if what == PLACE:
            return unit.hex
        if not unit.hex:
            return None
        if what == STEPS:
            return str(unit.lost + 1)
        if what in {LEVEL, ATTACHED}:
            return str(unit.level) if what == LEVEL else unit.attached
        return YES if LEVELS[what] in unit.marks else NO

    def seen(self, lying: Lying, what: str) -> str:
        """What it shows, in the words in which `shows` says it."""
        if what == PLACE:
            return self._hex(lying.spot)
        value = lying.properties.get(what, "")
        if what in LEVELS:
            return YES if value == ON else NO
        return value or {STEPS: "1", LEVEL: "0"}.get(what, "")

    def taken(self, position: Position, lying: Lying, what: str) -> Position:
        """The position with one property of a piece, or its place, as it is seen; what is due stays due."""
        name, now = self.unit(lying.piece), self.seen(lying, what)
        if not name:
            return position
        if what == PLACE:
            after = position.unit(name, hex=now, box="" if now else self._box(lying.spot))
            return after if now else after.left_by(name)
        if what == STEPS:
            return position.unit(name, lost=int(now) - 1) if now.isdecimal() else position
        if what == LEVEL:
            return position.unit(name, level=int(now)) if now.isdecimal() else position
        if what == ATTACHED:
            return position.unit(name, attached=now)
        marks, state = position.units[name].marks, frozenset({LEVELS[what]})
        return position.unit(name, marks=marks | state if now == YES else marks - state)

    def against(self, position: Position, piece: Piece, what: str, now: str) -> str:
        """The rule by which no legal action could have brought this about; empty if one could."""
        del position, piece, what, now
        return ""
