"""Writing models: by feet, by wing, hidden, aboard and in works."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import key as box_of
from rules.barbarossa.state.harm import shown, value_of
from rules.barbarossa.state.model import Position
from rules.engine.switches import Switches
from rules.engine.writing import (
    Go,
    Keep,
    Put,
    Ref,
    Say,
)
from tests.rules.barbarossa.writing.fire import Aiming
from tests.rules.barbarossa.writing.words import (
    Deeds,
    gone,
    lay_hidden,
    turned,
)


class Moves(Aiming):
    """Writes models: by feet, by wing, hidden, aboard and in works."""

    def _step(self, before: Position, action: do.Step) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Assault" if action.fights else "Move")

    def _moved(self, before: Position, unit: str, place: str, how: str) -> Deeds:
        """A model goes to a hex, and with it all that are aboard."""
        aboard = [name for name, each in before.units.items() if each.carrier == unit and not each.out]
        moves = (unit, *aboard)
        return tuple(deed for name in moves for deed in (Go(Ref(name), place), Say("step", Ref(name), {"a": how})))

    def _fly(self, before: Position, action: do.TakeOff | do.Fly) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Fly")

    def _enter(self, before: Position, action: do.Enter) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Enter")
        if action.facing:
            yield turned(action.unit, action.facing)

    def _hide(self, before: Position, action: do.Hide) -> Iterator[Deeds]:
        case = Case(self.battle, Switches(), before, action)
        if self.battle.units[action.unit].is_a("hq"):
            yield from self._turned_over(action.unit, on=False)
            yield from self._turned_over(action.unit, on=True)
        elif case.ordered(action.unit, "load_supply"):
            yield gone(action.unit, "off", "Loading")
        else:
            yield self._as_said(action)

    def _turned_over(self, unit: str, *, on: bool) -> Iterator[Deeds]:
        """A headquarters lies with its other side up."""
        if ((unit, "Hidden") in self._on) != on:
            yield self._stated(unit, "Hidden", on=on)

    def _show(self, before: Position, action: do.Show) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        if (action.unit, "Hidden") in self._on:
            yield self._stated(action.unit, "Hidden", on=False)
        elif (unit.shelter or action.unit in self._inside) and not lay_hidden(before, action):
            yield from self._ashore(action.unit)
        elif unit.hex or action.hex:
            speaker = Ref(action.unit)
            yield Go(speaker, action.hex or unit.hex), Say("step", speaker, {"a": "Show"})

    def _found(self, before: Position, action: do.Found) -> Iterator[Deeds]:
        yield from self._aims(action.finder, "") if action.finder else self._nobody_aims()
        yield (Say("found", Ref(action.unit)),)
        yield from self._turned_over(action.unit, on=False)

    def _occupy(self, before: Position, action: do.Occupy) -> Iterator[Deeds]:
        works = self._pieces.get(action.structure)
        if works is not None:
            yield from self._aboard(action.unit, works, "Occupy")

    def _board(self, before: Position, action: do.Board) -> Iterator[Deeds]:
        carrier, place = Ref(action.carrier), before.units[action.carrier].hex
        if place and before.units[action.unit].hex not in {"", place}:
            yield Go(Ref(action.unit), place), Say("step", Ref(action.unit), {"a": "Move"})
        yield from self._aboard(action.unit, carrier, "Tow" if action.towed else "Mount")

    def _aboard(self, unit: str, carrier: Ref, how: str) -> Iterator[Deeds]:
        """A model goes aboard or into works; out of others first, that it has left without a word."""
        if unit in self._inside:
            yield from self._ashore(unit)
        self._inside.add(unit)
        staged = Keep("HX_Carrier"), Keep("HX_Carrier", carrier)
        told = Say("ride", Ref(unit), {"what": how})
        yield *staged, Put(Ref(unit), "Aboard", carrier), Put(Ref(unit), "How", how), told

    def _ashore(self, unit: str) -> Iterator[Deeds]:
        self._inside.discard(unit)
        told = Say("ride", Ref(unit), {"what": "Leave"})
        yield told, Put(Ref(unit), "What", "Leave"), Put(Ref(unit), "Aboard", ""), Put(Ref(unit), "How", "")

    def _leave(self, before: Position, action: do.Leave) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        here = before.units[unit.carrier].hex if unit.carrier in before.units else unit.hex
        yield from self._ashore(action.unit)
        if action.hex and action.hex != here:
            yield Go(Ref(action.unit), action.hex), Say("step", Ref(action.unit), {"a": "Move"})

    def _merge(self, before: Position, action: do.Merge) -> Iterator[Deeds]:
        yield from self._aims(action.unit, "")
        self._on.add((action.other, "Merged"))
        yield gone(action.other, "lost", "Merged")

    def _supply(self, before: Position, action: do.Supply) -> Iterator[Deeds]:
        if action.source in self.battle.units:
            yield from self._aims(action.source, "")
        yield (Say("supply", Ref(action.unit)),)
        yield from self._handed_over(before, action)

    def _handed_over(self, before: Position, action: do.Supply) -> Iterator[Deeds]:
        """Both cards are marked at once, so that the log says how many points they are."""
        for unit, points in ((action.unit, action.points), (action.source, -action.points)):
            if unit in self.battle.units and action.what == "ammo":
                name = box_of(unit, "ammo")
                stands = self._ahead.get(name)
                stands = shown(before, unit, "ammo") if stands is None else stands
                most = self.battle.units[unit].value("ammo")
                value = min(max(value_of(before, unit, "ammo") + points, 0), most)
                self._ahead[name] = value
                yield from self._counted(unit, "ammo", stands, value)
