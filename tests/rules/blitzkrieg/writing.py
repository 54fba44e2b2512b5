"""Writing a log: what each action looks like when players carry it out with the module."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import assets
from assets.chronicle import Chronicle
from rules.binding import Writes, actions_in, to_piece
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.melee.who import still_to_fire
from rules.blitzkrieg.model import Formation, Position, Unit
from rules.blitzkrieg.table.placing import OFF, with_riders
from rules.blitzkrieg.table.players import roller
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.switches import Switches
from rules.engine.writing import BESIDE, Advance, Deed, Entry, Go, Keep, Put, Ref, Say, Throw, Value, Wipe

STAGING = ("HX_By", "HX_At", "HX_Who", "HX_P", "HX_Shot")
FULL = "full"
MARKS: Mapping[do.MarkerName, str] = {
    "neutralised": "Neutralised",
    "ooc": "OOC",
    "opp": "OPP",
    "activated": "Activated",
    "exhausted": "Exhausted",
    "demoralised": "Demoralised",
}
OF_FORMATION = frozenset({"EXHAUSTION", "RECOVERY", "DEMORAL"})
DECLARED_BEFORE = frozenset({"FIRE", "MELEE", "BARRAGE", "STUKA"})
"""Purposes of rolls that follow a declaration of their own; all others are checks, declared with the roll."""
AIMED = frozenset({"FIRE", "MELEE"})
"""Purposes of rolls by units that aim."""
OF_SIDES = frozenset({"hand", "lost"})
"""Boxes of which each side has its own."""
CUP = "cup"
UNIT_MARKS: tuple[do.MarkerName, ...] = ("neutralised", "ooc", "opp", "activated")
"""Markers of a unit of its own."""
PHASES = {"SETUP": "Setup", "ADMIN": "Admin", "TURN_END": "End", "DRAW": "Operations", "": "Operations"}
"""By state of play: the phase that the turn tracker shows."""
LIES = {
    "cup": "Return",
    "drawn": "Draw",
    "used": "Activate",
    "skipped": "Skip",
    "held": "Hold",
    "reserve": "Pick",
    "kept": "Keep",
    "cancelled": "Cancelled",
    "off": "Remove",
}
"""By place of a chit: what was done with it."""
GROUND = {"mine": "minefield", "works": "works"}
Deeds = tuple[Deed, ...]
Write = Callable[[Position, Any], Iterator[Deeds]]


class BlitzkriegWriter:
    """Writes games of one battle; `records` names the sides, `piles` the boxes of chits by what is done with them."""

    def __init__(self, battle: Battle, records: Mapping[str, str], chronicle: Chronicle) -> None:
        self.battle, self._piles = battle, chronicle.piles
        names = {"unit": to_piece, "chit": self.chit, "side": lambda side: records.get(side, "Draw")}
        self._declared = Writes(chronicle, actions_in(do), names, self._sent)
        self._column: set[str] = set()
        """Units that carry a Column marker."""
        self._announced: dict[str, tuple[str, str, int | None]] = {}
        """By unit: the reaction that it announced, at whom, in which column."""
        self._aiming: tuple[str, ...] = ()
        """The units that aim."""
        self._general = ""
        self._salvos = 0
        self._verbs: Mapping[type[Action], Write] = {
            do.Deploy: self._deploy,
            do.Fortify: self._lay("works"),
            do.LayMine: self._lay("minefield"),
            do.Mount: lambda _, action: _one(*self._declared(do.Load(unit=action.unit, carrier=action.carrier))),
            do.Ready: self._ready,
            do.EndAdmin: lambda now, _: _one(Advance(now.turn, "Operations")),
            do.Draw: self._draw,
            do.Activate: self._activate,
            do.PlayRepeat: self._repeat,
            do.PlayGeneral: self._play_general,
            do.EndPhase: self._end_phase,
            do.Score: self._score,
            do.NextTurn: lambda _, action: _one(Advance(action.turn, "Admin")),
            do.Move: self._move("Move"),
            do.Assault: self._move("Melee"),
            do.Enter: self._enter,
            do.ReturnHq: self._enter,
            do.Fire: self._fire,
            do.MeleeFire: self._melee_fire,
            do.Barrage: self._barrage,
            do.Stuka: self._stuka,
            do.Retreat: self._back,
            do.FallBack: self._back,
            do.Withdraw: self._back,
            do.Mark: self._mark,
            do.StepLoss: self._step_loss,
            do.Remove: self._remove,
            do.OverrunHq: self._overrun,
            do.Clear: self._clear,
            **dict.fromkeys((do.OppFire, do.ReturnFire, do.TryRetreat, do.Concentrate), _with_another),
            Roll: self._roll,
        }

    def foresee(self, actions: Sequence[Action]) -> None:
        """Nothing of this game is written before it is done."""

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action; a reaction shows with its roll, a group of salvos with the salvos."""
        self._note(action)
        write = self._verbs.get(type(action), self._as_declared)
        side = self.side(before, action)
        for deeds in write(before, action):
            yield Entry(side, deeds)

    def _as_declared(self, _: Position, action: Action) -> Iterator[Deeds]:
        """What the chronicle says of an action; nothing of a marker for which no piece stands."""
        deeds = self._declared(action)
        if deeds:
            yield deeds

    @property
    def written(self) -> Iterable[type[Action]]:
        """The actions that are written in a way of their own."""
        return self._verbs

    def _note(self, action: Action) -> None:
        """Remember a reaction until its dice are rolled."""
        match action:
            case do.OppFire(unit=unit, target=target, column=column):
                self._announced[unit] = "OPPFIRE", target, column
            case do.ReturnFire(unit=unit, target=target, column=column):
                self._announced[unit] = "RETURN", target, column
            case do.Fire(unit=unit):
                self._announced.pop(unit, None)
            case do.EndActivation():
                self._announced.clear()

    def side(self, before: Position, action: Action) -> str:
        """Whose player does it: the one who is named, the owner, or who is active."""
        return action.by or self._owner(before, action) or before.active or self.battle.sides[0]

    def _owner(self, before: Position, action: Action) -> str:
        if isinstance(action, Roll):
            return roller(Case(self.battle, Switches(), before, action))
        if isinstance(action, do.Ready) and before.stage < len(self.battle.stages):
            side = self.battle.stages[before.stage].side
            return side if side in self.battle.sides else ""
        if isinstance(action, do.Conclude):
            return action.result if action.result in self.battle.sides else ""
        if isinstance(action, do.Decline):
            let_be = {
                self.battle.units[unit].side for unit in still_to_fire(Case(self.battle, Switches(), before, action))
            }
            passive = self.battle.enemy(before.active) if before.active else ""
            return passive if before.state != "MELEE" or passive in let_be else before.active
        named = (
            getattr(action, "unit", "") or next(iter(getattr(action, "units", ())), "") or getattr(action, "piece", "")
        )
        if named in self.battle.units:
            return self.battle.units[named].side
        if named in self.battle.formations:
            return self.battle.formations[named].side
        chit = getattr(action, "chit", "")
        return self.battle.chits[chit].side if chit in self.battle.chits else ""

    # ------------------------------------------------------------------------------------------------------ pieces
    def chit(self, name: str) -> Ref | None:
        """The piece of a chit; none for the Repeat that a General is turned into."""
        kind, _, number = name.rpartition(".")
        if number.isdecimal():
            return Ref(kind, int(number))
        return None if name.endswith(".repeat") and name.removesuffix(".repeat") in self.battle.chits else Ref(name)

    def bearer(self, formation: str) -> Ref:
        """The piece that bears the markers of a formation: its HQ, or its chit."""
        command = self.battle.formations[formation]
        return Ref(command.hq) if command.hq else Ref(command.chit)

    def _box(self, what: str) -> str:
        pile = self._piles[what]
        return f"{pile}-$Box$" if pile in OF_SIDES else f"{pile}_{self.battle.id}" if pile == CUP else pile

    def _sent(self, _: str, values: Mapping[str, Value]) -> tuple[str, bool]:
        """Where a chit goes by what is done with it; back into the cup it goes without a command of its own."""
        what = str(values["what"])
        return self._box(what), self._piles[what] != CUP

    # ----------------------------------------------------------------------------------------------------- the board
    def laid(self, position: Position) -> Iterator[Deed]:
        """What lays out the board of a position, from the one with which a game begins."""
        yield Advance(max(position.turn, 1), next(phase for state, phase in PHASES.items() if position.within(state)))
        for name, unit in position.units.items():
            if unit.hex:
                yield Go(Ref(name), unit.hex)
            yield from self._state(position, name, unit)
        for name, formation in position.formations.items():
            marks = {"Exhausted": formation.exhausted, "Demoralised": formation.demoralised}
            yield from (Put(self.bearer(name), f"{what}_Level", "2") for what, on in marks.items() if on)
        for name, place in position.chits.items():
            chit = self.chit(name)
            if chit is not None:
                yield Go(chit, self._lies(name, place))
        for marker, places in ((GROUND["works"], position.works), (GROUND["mine"], position.mines)):
            yield from (Go(Ref(marker, at=BESIDE), place) for place in places)

    def _state(self, position: Position, name: str, unit: Unit) -> Iterator[Deed]:
        """What a unit carries."""
        counter = self.battle.units[name]
        if unit.steps == 1 and not counter.kind.hq:
            yield Put(Ref(name), "Steps_Level", "2")
        for marker in UNIT_MARKS:
            if getattr(unit, marker):
                yield Put(Ref(name), f"{MARKS[marker]}_Level", "2")
        if unit.aboard:
            yield Put(Ref(name), "Aboard", Ref(unit.aboard))
        if unit.formation and unit.formation != counter.formation:
            yield Put(Ref(name), "Assigned", unit.formation)
        if position.deed(name).column:
            yield from self._column_on(name)

    def _column_on(self, name: str) -> Iterator[Deed]:
        self._column.add(name)
        yield Put(Ref(name), "Column_Level", "2")

    def _lies(self, chit: str, place: str) -> str:
        """The box or cup that a chit lies in."""
        return self._box(LIES[place]).replace("$Box$", self.battle.chits[chit].side)

    # ------------------------------------------------------------------------------------------------------ set-up
    def _deploy(self, before: Position, action: do.Deploy) -> Iterator[Deeds]:
        unit, state = Ref(action.unit), before.units[action.unit]
        if state.hex and state.steps == 1:
            yield (Put(unit, "Steps_Level", "1"),)
        yield Go(unit, action.hex), Say("step", unit, {"a": "Place", "col": "no"})
        if action.reduced:
            yield from self._flip(unit)

    def _flip(self, unit: Ref) -> Iterator[Deeds]:
        yield Put(unit, "Steps_Level", "2"), Say("loss", unit, {"v": "1"})

    def _lay(self, marker: str) -> Write:
        def write(_: Position, action: do.Fortify | do.LayMine) -> Iterator[Deeds]:
            piece = Ref(marker, at=BESIDE)
            yield Go(piece, action.hex), Say("place", piece)

        return write

    def _ready(self, before: Position, _: do.Ready) -> Iterator[Deeds]:
        yield (Say("done", None, {"what": "Setup"}),)
        if before.stage + 1 >= len(self.battle.stages):
            yield (Advance(1, "Admin"),)

    # --------------------------------------------------------------------------------------------------- the cup
    def _draw(self, before: Position, action: do.Draw) -> Iterator[Deeds]:
        chit = self.chit(action.chit)
        if chit is None:
            return
        if before.chits.get(action.chit) in {"kept", "reserve"}:
            yield (Go(chit, self._piles["Draw"]),)
            return
        left = sum(place == "cup" for place in before.chits.values()) - 1
        shown = Say("draw", chit, {"left": str(left)})
        yield Keep("HX_Drawn", chit), Go(chit, self._piles["Draw"], sent=True), shown

    def _chit(self, what: str) -> Write:
        def write(_: Position, action: object) -> Iterator[Deeds]:
            name = getattr(action, "chit", "")
            chit = self.chit(name)
            if chit is not None:
                yield Go(chit, self._box(what), sent=True), Say("chit", chit, {"what": what})

        return write

    def _activate(self, before: Position, action: do.Activate) -> Iterator[Deeds]:
        """The chit is carried out, and with it the one that waited for it under a General."""
        self._salvos = 0
        for name in (action.chit, action.also):
            chit = self.chit(name) if name else None
            if chit is not None:
                ((go, said),) = self._chit("Activate")(before, do.Activate(chit=name))
                yield go, said, *_form(chit), Say("act", chit, {"what": "Own"})

    def _repeat(self, before: Position, action: do.PlayRepeat) -> Iterator[Deeds]:
        yield from self._chit("Play")(before, action)
        bearer = self._activated(action.formation)
        if bearer is not None:
            yield *_form(bearer), Say("act", bearer, {"what": "Repeat"})

    def _activated(self, name: str) -> Ref | None:
        """What is told to be active: the bearer of a formation's markers, or the chit of guns."""
        if name in self.battle.formations:
            return self.bearer(name)
        return self.chit(name) if name in self.battle.chits else None

    def _play_general(self, before: Position, action: do.PlayGeneral) -> Iterator[Deeds]:
        chit = self.chit(action.chit)
        if chit is None:
            return
        self._general = action.chit
        what = action.option.capitalize()
        target = self.chit(action.on[0]) if action.option == "cancel" and action.on else None
        said = Say("general", chit, {"what": what, "at": target or ""})
        ((go, played),) = self._chit("Play")(before, action)
        yield Keep("HX_General", what), said, go, played

    def _end_phase(self, before: Position, action: do.EndPhase) -> Iterator[Deeds]:
        yield self._declared(action)
        yield (Advance(before.turn, "End"),)

    def _score(self, before: Position, action: do.Score) -> Iterator[Deeds]:
        was, now = str(before.points), str(action.points)
        yield Keep("HX_VPWas", was), Keep("HX_VP", now), Say("vp", None, {"v": now, "was": was})

    # ---------------------------------------------------------------------------------------------------- movement
    def _move(self, how: str) -> Write:
        def write(before: Position, action: do.Move | do.Assault) -> Iterator[Deeds]:
            for unit in action.units:
                yield from self._in_column(unit, column=bool(action.column))
            origins = dict.fromkeys(before.units[unit].hex for unit in action.units)
            for origin in origins:
                units = tuple(unit for unit in action.units if before.units[unit].hex == origin)
                yield self._steps(before, units, action.hex, how, column=bool(action.column))

        return write

    def _in_column(self, unit: str, *, column: bool) -> Iterator[Deeds]:
        if column == (unit in self._column):
            return
        self._column ^= {unit}
        state = {"what": "Column", "v": "on" if column else "off"}
        yield Put(Ref(unit), "Column_Level", "2" if column else "1"), Say("state", Ref(unit), state)

    def _steps(self, before: Position, units: tuple[str, ...], place: str, how: str, *, column: bool = False) -> Deeds:
        values: Mapping[str, Value] = {"a": how, "col": "yes" if column else "no"}
        going = with_riders(before, units)
        return tuple(each for unit in going for each in (Go(Ref(unit), place), Say("step", Ref(unit), values)))

    def _enter(self, before: Position, action: do.Enter | do.ReturnHq) -> Iterator[Deeds]:
        yield self._steps(before, (action.unit,), action.hex, "Enter")

    def _back(self, before: Position, action: do.Retreat | do.FallBack | do.Withdraw) -> Iterator[Deeds]:
        if not action.path:
            yield (Say("choose", Ref(action.unit), {"what": "Stay"}),)
        for place in action.path:
            if place == OFF:
                yield self._out(before, action.unit, "Left")
            else:
                yield self._steps(before, (action.unit,), place, "Retreat")
        if before.units[action.unit].aboard and action.path:
            yield self._declared(do.Unload(unit=action.unit))

    # -------------------------------------------------------------------------------------------------------- fire
    def _fire(self, _: Position, action: do.Fire) -> Iterator[Deeds]:
        shooters = (action.unit, action.company) if action.company else (action.unit,)
        for rank, unit in enumerate(shooters, 1):
            yield self._aim(shooters[:rank], unit, "FIRE")
        yield _at(action.target, "FIRE", "FIRE", action.mode or FULL, action.column)

    def _aim(self, shooters: tuple[str, ...], unit: str, shot: str) -> Deeds:
        self._aiming = shooters
        return *_aimed(tuple(map(Ref, shooters)), shot), Put(Ref(unit), "Role", "S"), Say("aim", Ref(unit))

    def _melee_fire(self, _: Position, action: do.MeleeFire) -> Iterator[Deeds]:
        yield self._aim((action.unit,), action.unit, "MELEE")
        yield _at(action.target, "MELEE", "MELEE", FULL, action.column)

    def _roll(self, before: Position, action: Roll) -> Iterator[Deeds]:
        thrown = Throw("1d6" if action.purpose == "CANCEL" else "2d6", action.dice)
        if action.purpose in AIMED and action.who in self.battle.units and action.who not in self._aiming:
            yield self._aim((action.who,), action.who, action.purpose)
        shot = before.aimed.get(action.who)
        if action.purpose == "FIRE" and action.who in self._announced:
            kind, target, column = self._announced.pop(action.who)
            yield _at(target, kind, "FIRE", FULL, column)
        elif action.purpose == "FIRE" and shot is not None and shot.kind != "FIRE":
            yield _at(shot.targets[0], shot.kind, "FIRE", FULL)
        if action.purpose in DECLARED_BEFORE:
            yield Keep("HX_P", action.purpose), thrown
            return
        speaker = self._speaker(before, action)
        if speaker is None:
            return
        fires = action.purpose in {"OPPFIRE", "RETURN"}
        self._aiming = (action.who,) if fires else ()
        staged = {"HX_P": action.purpose, "HX_Shot": action.purpose if fires else ""}
        yield (
            Wipe("Role"),
            Keep("HX_By", speaker if fires else ""),
            Keep("HX_At"),
            Keep("HX_Who", speaker),
            *(Keep(name, value) for name, value in staged.items()),
            *([Put(speaker, "Role", "S")] if fires else []),
            Say("check", speaker, {"p": action.purpose}),
            thrown,
        )

    def _speaker(self, before: Position, action: Roll) -> Ref | None:
        if action.purpose == "DEPLETE":
            attack = before.shot is not None and before.shot.kind == "MINE"
            place = before.shot.hex if attack and before.shot is not None else next(iter(before.mines), "")
            return Ref(GROUND["mine"], at=place) if place else None
        if action.purpose == "CANCEL":
            return self.chit(self._general or self._spent(before))
        if action.purpose in OF_FORMATION:
            return self.bearer(action.who) if action.who in self.battle.formations else None
        return Ref(action.who) if action.who in self.battle.units else None

    def _spent(self, before: Position) -> str:
        """The General that was played last, as far as the position tells."""
        generals = [name for name, chit in self.battle.chits.items() if chit.kind == "general"]
        return max(generals, key=lambda name: before.chits.get(name) == "used", default="")

    # ---------------------------------------------------------------------------------------------------- the guns
    def _barrage(self, before: Position, action: do.Barrage) -> Iterator[Deeds]:
        marker = self._guns(action.chit)
        yield Go(marker, action.hex), Say("place", marker)
        if action.observer in self.battle.units:
            yield Keep("HX_Obs", Ref(action.observer)), Say("observe", Ref(action.observer))
        yield self._salvo(marker, action.calibre, "BARRAGE", _mode(before, action.chit, action.calibre, action.hex))

    def _stuka(self, before: Position, action: do.Stuka) -> Iterator[Deeds]:
        marker = self._guns(action.chit)
        yield Go(marker, action.hex), Say("place", marker)
        yield self._salvo(marker, "stuka", "STUKA", _mode(before, action.chit, "stuka", action.hex))

    def _guns(self, chit: str) -> Ref:
        """The marker of a chit's salvos: the side's first one will do, for only one chit fires at a time."""
        known = self.battle.chits.get(chit)
        side = known.side if known else self.battle.units[chit].side
        return Ref("stuka" if known and known.kind == "stuka" else f"barrage-{side}")

    def _salvo(self, marker: Ref, calibre: str, purpose: str, mode: str) -> Deeds:
        self._salvos += 1
        self._aiming = ()
        return (
            Wipe("Role"),
            Keep("HX_By"),
            Keep("HX_At"),
            Keep("HX_Who", marker),
            Keep("HX_P", purpose),
            Keep("HX_Shot", purpose),
            Say("barrage", marker, {"cal": calibre, "n": str(self._salvos), "mode": mode}),
        )

    # ----------------------------------------------------------------------------------------------------- results
    def _mark(self, before: Position, action: do.Mark) -> Iterator[Deeds]:
        of_formation = action.marker in {"exhausted", "demoralised"}
        bearers: Mapping[str, Formation | Unit] = before.formations if of_formation else before.units
        if getattr(bearers[action.piece], action.marker) == action.on:
            return
        piece = self.bearer(action.piece) if of_formation else Ref(action.piece)
        what = MARKS[action.marker]
        said = Say("state", piece, {"what": what, "v": "on" if action.on else "off"})
        yield Put(piece, f"{what}_Level", "2" if action.on else "1"), said

    def _step_loss(self, before: Position, action: do.StepLoss) -> Iterator[Deeds]:
        if before.units[action.unit].steps > 1:
            yield from self._flip(Ref(action.unit))
        else:
            yield self._out(before, action.unit, "Lost")

    def _remove(self, before: Position, action: do.Remove) -> Iterator[Deeds]:
        yield self._out(before, action.unit, "Withdrawn" if before.within("TURN_END") else "Lost")

    def _overrun(self, before: Position, action: do.OverrunHq) -> Iterator[Deeds]:
        """Off the map an HQ sheds its Neutralised marker."""
        late = "" if action.turn == before.turn + 1 else f"turn/{action.turn}"
        yield self._out(before, action.unit, "Overrun", late)
        if before.units[action.unit].neutralised:
            yield from self._mark(before, do.Mark(piece=action.unit, marker="neutralised", on=False))

    def _out(self, _: Position, unit: str, why: str, box: str = "") -> Deeds:
        return Go(Ref(unit), box or self._box("Remove"), sent=not box), Say("out", Ref(unit), {"what": why})

    def _clear(self, _: Position, action: do.Clear) -> Iterator[Deeds]:
        marker = Ref(GROUND[action.marker], at=action.hex)
        yield Go(marker, "$Home$-$Box$", sent=True), Say("remove", marker)


def writer_of(game: assets.Game, scenario: str) -> BlitzkriegWriter:
    """Who writes the games of a scenario."""
    records = {name: side.record for name, side in game.sides.items()}
    return BlitzkriegWriter(load(scenario, game), records, game.chronicle)


def _one(*deeds: Deed) -> Iterator[Deeds]:
    yield deeds


def _with_another(_: Position, __: Action) -> Iterator[Deeds]:
    """Nothing: a reaction shows with its roll, a group of salvos with the salvos."""
    yield from ()


def _mode(before: Position, chit: str, calibre: str, place: str) -> str:
    """Whether a salvo is one of a group that was declared."""
    group = before.activation.group if before.activation else ()
    return "group" if f"{chit} {calibre} {place}" in group else "single"


def _form(piece: Ref) -> Deeds:
    """The formation of a piece is the active one."""
    return Keep("HX_Form", piece, fact="Formation"), Keep("HX_FormName", piece, fact="FormationName")


def _aimed(shooters: tuple[Ref, ...], shot: str) -> Deeds:
    """What is staged when units aim."""
    return (
        Wipe("Role"),
        Keep("HX_By", shooters),
        Keep("HX_At"),
        Keep("HX_Who"),
        Keep("HX_P"),
        Keep("HX_Shot", shot),
    )


def _at(target: str, shot: str, purpose: str, mode: str, column: int | None = None) -> Deeds:
    """A target is named and the dice are ready."""
    unit = Ref(target)
    return (
        Keep("HX_Mode", mode),
        Keep("HX_At", unit),
        Put(unit, "Role", "T"),
        Keep("HX_Who"),
        Keep("HX_P", purpose),
        Say("fire", unit, {"p": shot, "mode": mode, "cf": "" if column is None else str(column)}),
    )


__all__ = ["BlitzkriegWriter", "writer_of"]
