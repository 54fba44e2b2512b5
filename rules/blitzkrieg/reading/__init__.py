"""Reading a log: what its records, and the board where they are silent, say that the players did."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

import assets
from assets.chronicle import Chronicle
from rules.binding import of_piece
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.fire.outcomes import LOST
from rules.blitzkrieg.game import legal, start
from rules.blitzkrieg.melee.overrun import TRACK
from rules.blitzkrieg.model import Position, Unit
from rules.blitzkrieg.movement.arrivals import WAITING
from rules.blitzkrieg.reading import activating, cup, outcomes, shots, ways
from rules.blitzkrieg.reading.belated import belated
from rules.blitzkrieg.reading.closing import POINTS, Closing
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.told import Told
from rules.blitzkrieg.reading.unnamed import doubted
from rules.blitzkrieg.reading.unspoken import unspoken
from rules.blitzkrieg.reading.words import BEGUN, GROUND, LAND, ON, STEPS, chit_place, is_on, places
from rules.engine.actions import Action
from rules.engine.evidence import Board, Lying, Piece, Record, Shown, Spot
from rules.engine.obligations import without
from rules.engine.options import Legal
from rules.engine.position import differing
from rules.engine.reading import Read
from rules.loading import switches_of


class BlitzkriegReader(Closing):
    """Reads logs of one battle; `sides` gives a side by its name in records."""

    together = False
    forgets = frozenset(
        {"BLZ-8.5a", "BLZ-8.5d", "BLZ-8.5e", "BLZ-1.4g", "BLZ-11a", "BLZ-11b"}
        | {f"BLZ-12.{each}" for each in ("1.4a", "1.4b", "1.4c", "1.4d", "1.4e", "2.6a", "2.6b")}
    )
    """When morale is checked, and what the places are worth: the board tells neither losses nor whose each place is."""

    lasting = frozenset({"formation"})

    def __init__(self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle) -> None:
        names = {
            "unit": of_piece(self.unit),
            "chit": of_piece(self.chit),
            "ground": of_piece(self._lying),
            "side": self._winner,
        }
        super().__init__(battle, sides, chronicle, names)
        self._arrives: dict[str, int] = {}
        """By unit: the last step of its that was read ahead."""
        self._ready = -1, ""
        """The last step that said that a part of the set-up is done, and whose it was."""
        self.told = Told()
        """What was told of the dice that fall next."""
        self._guessed: dict[str, tuple[str, ...]] = {}
        """By unit: the way by which it is guessed to have gone when it was moved last."""
        self._step = 0
        """The step that is being read; who is still on the way is not yet where it was read to go."""
        self._verbs = {
            "phase": cup.phase,
            "done": cup.step_done,
            "opsend": cup.operations_end,
            "draw": cup.draw,
            "chit": shots.chit,
            "act": cup.act,
            "actend": cup.activation_end,
            "general": cup.general,
            "step": ways.moved,
            "fire": shots.fire,
            "roll": shots.roll,
            "choose": outcomes.choose,
            "out": outcomes.out,
            "state": shots.state,
            "ride": ways.ride,
            "barrage": shots.barrage,
            "check": shots.check,
            "decline": shots.decline,
            "vp": outcomes.points,
        }

    @cached_property
    def legal(self) -> Legal[Position]:
        """What could have been declared, where nobody said what was."""
        return legal(self.battle, switches_of(assets.load("blitzkrieg")))

    # ------------------------------------------------------------------------------------------------ names
    def chit(self, piece: Piece | None) -> str:
        """The chit that a piece is, empty for none."""
        if piece is None or not piece.name:
            return ""
        numbered = f"{piece.name}.{piece.copy}"
        if piece.name in self.battle.chits:
            return piece.name if self.is_body(piece) else ""
        return numbered if numbered in self.battle.chits else ""

    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is, empty for none."""
        known = piece is not None and piece.name in self.battle.units and self.is_body(piece)
        return piece.name if known and piece is not None else ""

    def _lying(self, piece: Piece | None) -> str:
        """What lies on the ground that a marker stands for."""
        return GROUND.get(piece.name, "") if piece is not None else ""

    def _winner(self, record: Record, key: str) -> str:
        """The side that a record names; nobody's is a draw."""
        return self.side(record.get(key)) or "draw"

    # -------------------------------------------------------------------------------------------- positions
    def start(self, board: Board) -> Position:
        """The position that a log begins with: before the set-up, or as the board lies in a later phase."""
        begun = start(self.battle)
        for lying in board.pieces:
            self.meet(lying)
        chits = {**begun.chits, **dict(self._chits(board))}
        begun = begun.but(chits=chits)
        turn, state = self._time(board)
        if not state:
            return begun
        if state == "TURN_END":
            cancelled = {name: "cancelled" for name, place in chits.items() if place == "drawn"}
            unsure = {name: msgspec.structs.replace(each, tried=None) for name, each in begun.formations.items()}
            begun = begun.but(chits={**chits, **cancelled}, formations=unsure)
        holders = {**self.battle.victory.held_by, **dict(self._holders(board))}
        told = board.properties.get(POINTS, "")
        later = begun.but(
            stack=(state,),
            turn=turn,
            stage=len(self.battle.stages),
            holders=holders,
            points=int(told) if told.isdecimal() else 0,
            units={**begun.units, **dict(self._lost(begun, board, turn))},
        )
        return self.adopt(later, board)

    def _lost(self, begun: Position, board: Board, turn: int) -> Iterator[tuple[str, Unit]]:
        """The pieces that lie with the losses: units, and HQs that were overrun and come back at the next turn."""
        for lying in board.pieces:
            name = self.unit(lying.piece)
            if name and self.box(lying.spot) == LOST:
                lost = {"box": f"{TRACK}{turn + 1}"} if self.battle.units[name].kind.hq else {"box": LOST, "steps": 0}
                yield name, msgspec.structs.replace(begun.units[name], hex="", **lost)

    def begins(self, board: Board) -> bool:
        """True before the first turn; pieces may have been set up, but no marker was chosen yet."""
        chits = start(self.battle).chits
        return not self._time(board)[1] and {**chits, **dict(self._chits(board))} == chits

    def renews(self, action: Action) -> bool:
        """True for the next turn: what a formation has done is over, its markers and all else lie on the board."""
        return isinstance(action, do.NextTurn)

    def _time(self, board: Board) -> tuple[int, str]:
        """The turn, and the state with which its phase begins; empty before the first one."""
        turn, phase = self.clock(board)
        return turn, BEGUN.get(phase, "")

    def _holders(self, board: Board) -> Iterator[tuple[str, str]]:
        """Whose flag flies over each objective."""
        for lying in board.pieces:
            holder = self.side(lying.properties.get("Holder", ""))
            if holder and lying.spot.zone == LAND:
                yield lying.spot.name, holder

    def _chits(self, board: Board) -> Iterator[tuple[str, str]]:
        for lying in board.pieces:
            name = self.chit(lying.piece)
            if name:
                yield name, chit_place(lying.spot)

    def adopt(self, position: Position, board: Board) -> Position:
        """The position with all pieces as they lie, and nothing due for those that lie otherwise than it has them.

        The same position if none does.
        """
        units = dict(position.units)
        formations = dict(position.formations)
        for lying in board.pieces:
            self.meet(lying)
            name = self.unit(lying.piece)
            if not name or self.underway(name):
                continue
            units[name] = self._as_it_lies(units[name], lying, board)
            formation = self.battle.units[name].formation
            if self.battle.units[name].kind.hq and formation in formations:
                states = {each: is_on(lying, each) for each in ("Exhausted", "Demoralised")}
                formations[formation] = msgspec.structs.replace(
                    formations[formation], exhausted=states["Exhausted"], demoralised=states["Demoralised"]
                )
        works, mines = (tuple(places(board, name)) for name in GROUND)
        known = (sorted(position.works), sorted(position.mines)) == (sorted(works), sorted(mines))
        if known and formations == position.formations and _alike(position.units, units):
            return position
        after = position.but(units=units, formations=formations, works=works, mines=mines)
        strayed, shot = differing(position, after), position.shot
        hit = shot is not None and not strayed.isdisjoint(shot.firers + shot.targets)
        return after.but(due=without(position.due, strayed), shot=None if hit else shot)

    def _as_it_lies(self, unit: Unit, lying: Lying, board: Board) -> Unit:
        on_map = lying.spot.zone == LAND
        lost = not on_map and unit.box == LOST
        return msgspec.structs.replace(
            unit,
            hex=lying.spot.name if on_map else "",
            box="" if on_map else unit.box if not unit.hex else self.box(lying.spot),
            steps=0 if lost else 1 if lying.properties.get(STEPS) == ON else 2,
            neutralised=not lost and is_on(lying, "Neutralised"),
            ooc=is_on(lying, "OOC"),
            opp=is_on(lying, "OPP"),
            activated=is_on(lying, "Activated"),
            aboard="" if lost else self._carrier(lying, board),
            formation=lying.properties.get("Assigned") or unit.formation,
        )

    def box(self, spot: Spot) -> str:
        """Where a piece off the map is, in the words of the rules."""
        return LOST if spot.zone.startswith("lost") else WAITING if spot.zone.startswith("off") else spot.zone

    def _carrier(self, lying: Lying, board: Board) -> str:
        aboard = lying.properties.get("Aboard", "")
        return next((self.unit(each.piece) for each in board.pieces if each.piece.uid == aboard), "") if aboard else ""

    def underway(self, unit: str) -> bool:
        """Whether a unit is read to be where it comes only in a later step."""
        return self._arrives.get(unit, 0) > self._step

    # --------------------------------------------------------------------------------------------- actions
    def read(
        self, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """The actions of a step, in the order in which it shows them."""
        self._step = shown.at
        self.follow(shown)
        step = Step(self, shown, position, ahead, board)
        for place, record in enumerate(shown.records):
            if not self.was_read(shown.at, place):
                step.place = place
                yield from cup.kept_the_last(step, record)
                yield from activating.unsaid(step, record)
                yield from belated(step, record)
                yield from (doubted(step, read) for read in self.hear(step, record))
            self.told.note(record, step.side)
        if not position.within("SETUP"):
            yield from unspoken(step)

    def consume(self, step: int, place: int, unit: str = "") -> None:
        """Remember that a record was read with an earlier one, and of which unit it told."""
        super().consume(step, place)
        self._arrives[unit] = step

    def awaits(self, unit: str, step: int) -> None:
        """Remember that a piece is on its way until a later step."""
        self._arrives[unit] = max(step, self._arrives.get(unit, 0))

    def guesses(self, units: tuple[str, ...], way: tuple[str, ...]) -> None:
        """Remember by which way it is guessed that pieces went last; none where that is known."""
        self._guessed.update(dict.fromkeys(units, way))

    def on_the_way(self, unit: str) -> tuple[str, ...]:
        """The way by which it is guessed that a piece went last."""
        return self._guessed.get(unit, ())

    def said_twice(self, step: int, side: str) -> bool:
        """Tell whether a side says in two steps running that a part of the set-up is done."""
        again, self._ready = bool(side) and self._ready == (step - 1, side), (step, side)
        return again

    def set_up(self, stage: int, position: Position, board: Board) -> Iterator[Read]:
        """Everything that a step of the set-up has put on the board, and that it is done."""
        where = {self.unit(lying.piece): lying for lying in board.pieces if self.unit(lying.piece)}
        this = self.battle.stages[stage]
        for name in this.setups:
            setup = self.battle.setups[name]
            for unit in setup.units:
                yield from self._deployed(unit, where.get(unit), board, this.side)
        markers = dict.fromkeys(marker for name in this.setups for marker in self.battle.setups[name].markers)
        for marker in markers:
            yield from self._laid(marker, position, board, this.side)
        yield from self._set_aside(position, board, this.side)
        yield from self._come_early(where, position, this.side)
        yield from self._come_twice(board, this.side)
        if stage + 1 == len(self.battle.stages):
            yield from self._assigned_early(where)
        yield Read(do.Ready(by=this.side), "declared" if stage == position.stage else "inferred")

    def _later(self, where: Mapping[str, Lying]) -> Iterator[tuple[str, Lying]]:
        """The pieces that are not set up: reinforcements."""
        set_up = {unit for setup in self.battle.setups.values() for unit in setup.units}
        return ((unit, lying) for unit, lying in where.items() if unit not in set_up)

    def _come_early(self, where: Mapping[str, Lying], position: Position, side: str) -> Iterator[Read]:
        """Reinforcements of a side that lie on the map already."""
        for unit, lying in self._later(where):
            own = self.battle.units[unit].side == side
            if own and lying.spot.zone == LAND and not position.units[unit].on_map:
                yield Read(do.Deploy(unit=unit, hex=lying.spot.name, by=side), "seen")

    def _come_twice(self, board: Board, side: str) -> Iterator[Read]:
        """Pieces of a side that lie on the map beside others that are the same."""
        for lying in board.pieces:
            known = self.battle.units.get(lying.piece.name)
            if known and known.side == side and lying.spot.zone == LAND and not self.is_body(lying.piece):
                yield Read(do.Deploy(unit=lying.piece.name, hex=lying.spot.name, second=True, by=side), "seen")

    def _assigned_early(self, where: Mapping[str, Lying]) -> Iterator[Read]:
        """Reinforcements that were assigned before they came."""
        for unit, lying in self._later(where):
            formation = lying.properties.get("Assigned", "")
            if formation:
                yield Read(do.Assign(unit=unit, formation=formation, by=self.battle.units[unit].side), "seen")

    def _laid(self, marker: str, position: Position, board: Board, side: str) -> Iterator[Read]:
        """Markers of a kind that lie on the map and did not before."""
        works = GROUND.get(marker) == "works"
        known, kind = list(position.works if works else position.mines), do.Fortify if works else do.LayMine
        for place in places(board, marker):
            if place in known:
                known.remove(place)
            else:
                yield Read(kind(hex=place, by=side), "seen")

    def _set_aside(self, position: Position, board: Board, side: str) -> Iterator[Read]:
        """Chits that were in the cup and are out of play now."""
        for chit, place in self._chits(board):
            if self.battle.chits[chit].side == side and place == "off" and position.chits.get(chit) == "cup":
                yield Read(do.Discard(chit=chit, by=side), "seen")

    def _deployed(self, unit: str, lying: Lying | None, board: Board, side: str) -> Iterator[Read]:
        if lying is None:
            return
        formation = lying.properties.get("Assigned", "")
        if formation:
            yield Read(do.Assign(unit=unit, formation=formation, by=side), "seen")
        if lying.spot.zone != LAND:
            return
        yield Read(
            do.Deploy(unit=unit, hex=lying.spot.name, reduced=lying.properties.get(STEPS) == ON, by=side), "seen"
        )
        carrier = self._carrier(lying, board)
        if carrier:
            yield Read(do.Mount(unit=unit, carrier=carrier, by=side), "seen")


def _alike(some: Mapping[str, Unit], others: Mapping[str, Unit]) -> bool:
    """True if the same units are on the map, in the same places and states."""
    return all(unit == others[name] if unit.hex else not others[name].hex for name, unit in some.items())
