"""Hands: what a player does with keys, menus, buttons and the mouse to carry out an action of Blitzkrieg 1940."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.module.options import Making
from builder.module.vocabulary import vocabulary
from builder.traits.basics import key, named
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.table.placing import OFF, with_riders
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.real_client.table import Table
from tests.rules.blitzkrieg.writing import GROUND, MARKS, OF_FORMATION
from vassal.boards import Layout

NEXT = "turn|next"
ROLL = "press|DoActionButton|roll"
AIM, AIM_MELEE, FULL, REDUCED = key("Ctrl F"), key("Ctrl M"), key("Ctrl T"), key("Ctrl Shift T")
LOSS, MELEE, RETREAT, OBSERVE, AWAY = (
    key("Ctrl L"),
    key("Ctrl A"),
    named("hx.do.step.Retreat"),
    key("Ctrl J"),
    key("Delete"),
)
DECLARED_BEFORE = frozenset({"FIRE", "MELEE", "BARRAGE", "STUKA"})
"""Dice that follow a declaration of their own; the others fall with their check."""
Act = Callable[[Position, Any], Iterator[str]]


@dataclass
class Hands:
    """Both players' hands; they remember which pieces are in column and which markers lie where."""

    making: Making
    battle: Battle
    ids: Mapping[tuple[str, int], str]
    """By what a piece is in the game and which copy: its id."""
    layout: Layout
    table: Table
    column: set[str] = field(default_factory=set)
    laid: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """By kind of marker and hex: the ids of those that lie there."""
    flags: dict[str, str] = field(default_factory=dict)
    """By place: the side whose flag lies there."""
    done: set[tuple[str, str]] = field(default_factory=set)
    """States that the marker which was just disposed of has put on or taken off."""
    general: str = ""
    calibres: list[str] = field(default_factory=list)
    drags: int = 0

    def __post_init__(self) -> None:
        self.keys = {(each.verb, each.what): each.key for each in vocabulary(self.making) if each.by != "button"}
        self.steps = {
            (each.right, each.down): key(each.key)
            for found in self.making.game.handling.steps.values()
            for each in found.values()
        }
        verbs = self.making.game.chronicle.verbs
        follows = [each for verb in verbs.values() for each in verb.then if each.state]
        self.by_itself = {(each.state, each.to) for each in follows if each.who != "own"}
        self.after_chits = [each for each in verbs["chit"].then if each.state]
        self._verbs: Mapping[type[Action], Act] = {
            do.Deploy: self._deploy,
            do.Assign: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['assign', a.formation]}"),
            do.Fortify: lambda _, a: self._lay("works", a.hex),
            do.LayMine: lambda _, a: self._lay("minefield", a.hex),
            do.Mount: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['ride', 'Load']}"),
            do.Load: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['ride', 'Load']}"),
            do.Unload: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['ride', 'Unload']}"),
            do.Stock: lambda _, a: self._chit("Pick", a.chit) if a.place == "reserve" else iter(()),
            do.Ready: self._ready,
            do.EndAdmin: lambda _, __: self._one("press|DoActionButton|done Admin"),
            do.Draw: self._draw,
            do.Activate: self._activate,
            do.Skip: lambda _, a: self._chit("Skip", a.chit),
            do.Pass: lambda _, a: self._chit("Pass", a.chit),
            do.Defer: lambda _, a: self._chit("Defer", a.chit),
            do.Hold: lambda _, a: self._chit("Hold", a.chit),
            do.Keep: lambda _, a: self._chit("Keep", a.chit),
            do.Refill: self._refill,
            do.Discard: lambda _, a: self._chit("Remove", a.chit),
            do.PlayRepeat: self._repeat,
            do.PlayGeneral: self._general,
            do.EndPhase: lambda _, a: self._one(f"press|DoActionButton|opsend {a.reason.capitalize()}"),
            do.EndActivation: lambda _, __: self._one("press|DoActionButton|actend"),
            do.Score: self._score,
            do.Conclude: self._conclude,
            do.NextTurn: lambda _, __: self._one("press|DoActionButton|done Turn"),
            do.Move: lambda now, a: self._move(now, a, ""),
            do.Assault: lambda now, a: self._move(now, a, MELEE),
            do.Enter: lambda now, a: self._drag(with_riders(now, (a.unit,)), a.hex),
            do.ReturnHq: lambda now, a: self._drag((a.unit,), a.hex),
            do.Fire: self._fire,
            do.MeleeFire: lambda _, a: self._shoot((a.unit,), AIM_MELEE, a.target, FULL),
            do.Barrage: self._barrage,
            do.Stuka: lambda _, a: self._salvo(self._guns(a.chit), a.hex, "stuka"),
            do.Concentrate: self._together,
            do.Retreat: self._back,
            do.FallBack: self._back,
            do.Withdraw: self._back,
            do.Decline: lambda _, __: self._one("press|DoActionButton|decline"),
            do.Stay: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['choose', 'Stay']}"),
            do.Mark: self._mark,
            do.StepLoss: lambda _, a: self._one(f"key|{self.id(a.unit)}|{LOSS}"),
            do.Remove: self._remove,
            do.OverrunHq: lambda _, a: self._one(f"key|{self.id(a.unit)}|{self.keys['out', 'Overrun']}"),
            do.Clear: self._clear,
            do.OppFire: lambda _, __: iter(()),
            do.ReturnFire: lambda _, __: iter(()),
            do.TryRetreat: lambda _, __: iter(()),
            Roll: self._roll,
        }

    def lines(self, before: Position, action: Action) -> Iterator[str]:
        """What is done for an action, line by line."""
        if not isinstance(action, do.Mark):
            self.done.clear()
        return self._verbs[type(action)](before, action)

    def id(self, name: str) -> str:
        """The id of a unit or a chit."""
        kind, _, number = name.rpartition(".")
        return self.ids[(kind, int(number)) if number.isdecimal() else (name, 1)]

    def chit(self, uid: str) -> str:
        """The chit of an id."""
        name, copy = next(known for known, each in self.ids.items() if each == uid)
        return name if name in self.battle.chits else f"{name}.{copy}"

    def point(self, place: str) -> str:
        """The point of a hex or a box, as the lines name it."""
        found = self.layout.point(place)
        assert found is not None, place
        return f"{found[0]}|{found[1]}"

    @staticmethod
    def _one(*lines: str) -> Iterator[str]:
        yield from lines

    # ---------------------------------------------------------------------------------------------- set-up and cup
    def _deploy(self, _: Position, action: do.Deploy) -> Iterator[str]:
        yield from self._drag((action.unit,), action.hex)
        if action.reduced:
            yield f"key|{self.id(action.unit)}|{LOSS}"

    def _lay(self, marker: str, place: str) -> Iterator[str]:
        used = {uid for uids in self.laid.values() for uid in uids}
        uid = next(uid for (name, _), uid in self.ids.items() if name == marker and uid not in used)
        self.laid.setdefault((marker, place), []).append(uid)
        yield f"drag|{uid}|{self.point(place)}"

    def _ready(self, before: Position, _: do.Ready) -> Iterator[str]:
        yield "press|DoActionButton|done Setup"
        if before.stage + 1 >= len(self.battle.stages):
            yield NEXT

    def _draw(self, before: Position, action: do.Draw) -> Iterator[str]:
        if before.chits.get(action.chit) in {"kept", "reserve"}:
            yield f"drag|{self.id(action.chit)}|{self.point('active')}"
        else:
            yield "press|MassKeyCommand|draw"

    def _chit(self, what: str, chit: str) -> Iterator[str]:
        self.done |= {(each.state, each.to) for each in self.after_chits if each.holds({"what": what})}
        if self.id_of_chit(chit) is not None:
            yield f"key|{self.id(chit)}|{self.keys['chit', what]}"

    def _refill(self, before: Position, action: do.Refill) -> Iterator[str]:
        """What lies among the used and the skipped has gone back with the end of the turn."""
        if before.chits.get(action.chit) not in {"used", "skipped", "cancelled"}:
            yield from self._chit("Return", action.chit)

    def id_of_chit(self, chit: str) -> str | None:
        """The id of a chit; none for the Repeat that a General is turned into."""
        of_general = chit.endswith(".repeat") and chit.removesuffix(".repeat") in self.battle.chits
        return None if of_general else self.id(chit)

    def _activate(self, _: Position, action: do.Activate) -> Iterator[str]:
        """A pair is said by carrying out both markers."""
        for chit in (action.chit, action.also):
            yield from self._chit("Activate", chit) if chit else ()

    def _repeat(self, _: Position, action: do.PlayRepeat) -> Iterator[str]:
        yield from self._chit("Play", action.chit)
        yield f"key|{self.bearer(action.formation)}|{self.keys['act', 'Repeat']}"

    def bearer(self, formation: str) -> str:
        """The piece that bears the markers of a formation: its HQ, or its chit."""
        known = self.battle.formations[formation]
        return self.id(known.hq or known.chit)

    def _general(self, _: Position, action: do.PlayGeneral) -> Iterator[str]:
        self.general = action.chit
        yield f"key|{self.id(action.chit)}|{self.keys['general', action.option.capitalize()]}"

    def _score(self, before: Position, _: do.Score) -> Iterator[str]:
        """The flags first, those of places that were taken anew from the palette; the points are counted from them."""
        for place, side in before.holders.items():
            flag = next(iter(self.laid.get(("held-french", place), ())), "")
            if not flag:
                yield f"lay|{self.making.gpid('marker/held-french')}|{self.layout_name}|{self.point(place)}"
                self.laid["held-french", place] = [flag := self.table.laid]
            if self.flags.get(place) != side:
                self.flags[place] = side
                yield f"key|{flag}|{self.keys['hold', self.making.game.sides[side].record]}"
        yield "press|DoActionButton|vp"

    @property
    def layout_name(self) -> str:
        """The map that all stands on."""
        return self.making.game.handling.board

    def _conclude(self, _: Position, action: do.Conclude) -> Iterator[str]:
        sides = self.making.game.sides
        yield f"press|DoActionButton|result {sides[action.result].record if action.result in sides else 'Draw'}"

    # --------------------------------------------------------------------------------------------------- movement
    def _drag(self, units: tuple[str, ...], place: str) -> Iterator[str]:
        yield f"drag|{';'.join(map(self.id, units))}|{self.point(place)}"

    def _move(self, before: Position, action: do.Move | do.Assault, way: str) -> Iterator[str]:
        for unit in action.units:
            if action.column != (unit in self.column):
                self.column ^= {unit}
                yield f"key|{self.id(unit)}|{self.keys['state', 'Column']}"
        for origin in dict.fromkeys(before.units[unit].hex for unit in action.units):
            units = tuple(unit for unit in action.units if before.units[unit].hex == origin)
            yield from self._go(before, units, action.hex, way)

    def _go(self, before: Position, units: tuple[str, ...], place: str, way: str) -> Iterator[str]:
        """Into the next hex: with the number pad, every third time with the mouse."""
        going = with_riders(before, units)
        if way:
            yield from (f"key|{self.id(unit)}|{way}" for unit in going)
        self.drags += 1
        if self.drags % 3 == 0:
            yield from self._drag(going, place)
            return
        side = self._side(before.units[units[0]].hex, place)
        yield f"keys|{';'.join(map(self.id, units))}|{side}"

    def _side(self, here: str, there: str) -> str:
        """The key of the number pad that leads from a hex into its neighbour."""
        (x, y), (to_x, to_y) = (self._xy(place) for place in (here, there))
        right = (to_x > x) - (to_x < x)
        down = (to_y > y) - (to_y < y)
        return self.steps[right if down else 2 * right, down if right else 2 * down]

    def _xy(self, place: str) -> tuple[int, int]:
        found = self.layout.point(place)
        assert found is not None, place
        return found

    def _back(self, before: Position, action: do.Retreat | do.FallBack | do.Withdraw) -> Iterator[str]:
        unit = self.id(action.unit)
        if not action.path:
            yield f"key|{unit}|{self.keys['choose', 'Stay']}"
        here = before.units[action.unit].hex
        for place in action.path:
            if place == OFF:
                yield f"key|{unit}|{self.keys['out', 'Left']}"
                return
            yield f"key|{unit}|{RETREAT}"
            yield f"key|{unit}|{self._side(here, place)}"
            here = place

    # ------------------------------------------------------------------------------------------------------- fire
    def _fire(self, _: Position, action: do.Fire) -> Iterator[str]:
        shooters = (action.unit, action.company) if action.company else (action.unit,)
        return self._shoot(shooters, AIM, action.target, REDUCED if action.mode == "reduced" else FULL)

    def _shoot(self, shooters: tuple[str, ...], aim: str, target: str, mode: str) -> Iterator[str]:
        yield f"keys|{';'.join(map(self.id, shooters))}|{aim}"
        yield f"key|{self.id(target)}|{mode}"

    def _roll(self, before: Position, action: Roll) -> Iterator[str]:
        shot = before.aimed.get(action.who)
        if action.purpose == "FIRE" and shot is not None and shot.kind != "FIRE":
            yield f"key|{self.id(shot.targets[0])}|{FULL}"
        if action.purpose in DECLARED_BEFORE:
            yield ROLL
        elif action.purpose != "CANCEL":
            of_formation = action.purpose in OF_FORMATION
            speaker = self.bearer(action.who) if of_formation else self.id(action.who)
            yield f"key|{speaker}|{self.keys['check', action.purpose]}"

    # ------------------------------------------------------------------------------------------------------- guns
    def _guns(self, chit: str) -> str:
        known = self.battle.chits[chit]
        return self.ids["stuka" if known.kind == "stuka" else f"barrage-{known.side}", 1]

    def _together(self, _: Position, __: do.Concentrate) -> Iterator[str]:
        yield from ()

    def _barrage(self, before: Position, action: do.Barrage) -> Iterator[str]:
        marker = self._guns(action.chit)
        group = before.activation.group if before.activation else ()
        together = f"{action.chit} {action.calibre} {action.hex}" in group
        yield f"drag|{marker}|{self.point(action.hex)}"
        if action.observer:
            yield f"key|{self.id(action.observer)}|{OBSERVE}"
        if together != (marker in self.calibres):
            self.calibres.remove(marker) if marker in self.calibres else self.calibres.append(marker)
            yield f"key|{marker}|{named('hx.do.group')}"
        yield f"key|{marker}|{self.keys['barrage', action.calibre]}"

    def _salvo(self, marker: str, place: str, calibre: str) -> Iterator[str]:
        yield f"drag|{marker}|{self.point(place)}"
        yield f"key|{marker}|{self.keys['barrage', calibre]}"

    # ---------------------------------------------------------------------------------------------------- results
    def _mark(self, _: Position, action: do.Mark) -> Iterator[str]:
        """By hand only what no deed puts on or takes off by itself."""
        if (MARKS[action.marker], "on" if action.on else "off") in {*self.by_itself, *self.done}:
            return
        formation = action.marker in {"exhausted", "demoralised"}
        piece = self.bearer(action.piece) if formation else self.id(action.piece)
        yield f"key|{piece}|{self.keys['state', MARKS[action.marker]]}"

    def _remove(self, before: Position, action: do.Remove) -> Iterator[str]:
        why = "Withdrawn" if before.within("TURN_END") else "Lost"
        yield f"key|{self.id(action.unit)}|{self.keys['out', why]}"

    def _clear(self, _: Position, action: do.Clear) -> Iterator[str]:
        yield f"key|{self.laid[GROUND[action.marker], action.hex].pop()}|{AWAY}"
