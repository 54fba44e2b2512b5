"""Writing works: what is built, taken away, dropped."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.barbarossa.works.engineers import name_of_mines, work
from rules.engine.switches import Switches
from rules.engine.writing import (
    Go,
    Ref,
    Say,
)
from tests.rules.barbarossa.writing.moves import Moves
from tests.rules.barbarossa.writing.words import (
    MINES,
    Deeds,
)


class Works(Moves):
    """Writes works: what is built, taken away, dropped."""

    def _complete(self, before: Position, action: do.Complete) -> Iterator[Deeds]:
        unit = action.unit
        case = Case(self.battle, Switches(), before, action)
        order = work(case, unit) if unit in before.units else ""
        yield (Say("complete", Ref(unit), {"what": order}),)
        if not order:
            return
        state = before.units[unit]
        given = state.running or state.order
        if self.battle.orders[order].builds:
            yield from self._built(before, action, order, given)
        elif order in {"set_up", "pack_up"}:
            yield from self._shifted(before, action, given)
        else:
            yield from self._taken_away(before, action, order, given)

    def _built(self, before: Position, action: do.Complete, order: str, given: do.Order | None) -> Iterator[Deeds]:
        kind, here = self.battle.orders[order].builds, before.units[action.unit].hex
        place = action.hex or (given.hex if given and order == "build_pontoon" else "") or here
        facing = given.facing if given else ""
        name = (
            action.structure
            or {
                "lay_mines": name_of_mines(before, action.unit),
                "build_pontoon": f"pontoon.{place}",
                "dig_in": f"trench.{here}.{facing}",
                "clear_path": f"path.{here}",
            }[order]
        )
        if name in before.structures or not place:
            return
        yield from self._new(name, kind, place, facing)
        variety = action.kind or (given.choice if given else "") or self._foreseen.kind_of(name)
        if kind == MINES and variety:
            side = self.battle.units[action.unit].side
            yield self._seal_apart(side, name, self._pieces[name], (f"{MINES}:{variety}",))

    def _shifted(self, before: Position, action: do.Complete, given: do.Order | None) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        carrier = before.units.get(unit.carrier)
        here = carrier.hex if carrier else unit.hex
        place = action.hex or (given.hex if given else "") or here
        if unit.carrier:
            yield from self._ashore(action.unit)
        if place and place != here:
            yield Go(Ref(action.unit), place), Say("step", Ref(action.unit), {"a": "Move"})
        on = given is not None and given.order == "set_up"
        if ((action.unit, "SetUp") in self._on) != on:
            yield self._stated(action.unit, "SetUp", on=on)

    def _taken_away(self, before: Position, action: do.Complete, order: str, given: do.Order | None) -> Iterator[Deeds]:
        """Markers that the work makes disappear: those of its kind in the hex, or on the side."""
        here = before.units[action.unit].hex
        side = action.side or (given.side if given else "")
        kinds = self.battle.orders[order].takes
        lies = before.between(here, side, *kinds) if side else before.in_hex(here, *kinds)
        for name in lies:
            yield from self._removed(name)

    def _drop(self, before: Position, action: do.Drop) -> Iterator[Deeds]:
        unit = action.unit
        order = before.units[unit].order
        yield (Say("complete", Ref(unit), {"what": order.order if order else ""}),)
        aboard = [name for name, each in before.units.items() if each.carrier == unit and not each.out]
        for name in aboard:
            yield from self._ashore(name)
        if not aboard:
            yield from self._new(action.piece or f"cargo.{unit}", "cargo", action.hex, "")
