"""Writing a board that is laid out."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.reading.words import LAYERS
from rules.barbarossa.state.harm import shown
from rules.barbarossa.state.model import Position, Unit
from rules.engine.writing import (
    Advance,
    Deed,
    Go,
    Keep,
    New,
    Put,
    Ref,
    Seal,
)
from tests.rules.barbarossa.planned import digest, key
from tests.rules.barbarossa.writing.rounds import Rounds
from tests.rules.barbarossa.writing.words import (
    HIDES,
    MINES,
    PHASES,
    printed,
)


def _still(position: Position, unit: str) -> dict[str, bool]:
    """How the boxes of a unit stand that are still to be marked or wiped."""
    options = (option for due in position.due for option in due.options)
    boxes = (each for each in options if isinstance(each, do.State) and each.unit == unit)
    return {LAYERS[each.status]: not each.on for each in boxes if each.status in LAYERS}


class Table(Rounds):
    """Writes a board that is laid out."""

    def laid(self, position: Position) -> Iterator[Deed]:
        """What lays out the board of a position, from the one with which the scenario begins."""
        self._pieces.clear()
        self._count.clear()
        self._on.clear()
        self._cards.clear()
        if position.state in PHASES:
            yield Advance(max(position.round, 1), PHASES[position.state])
        yield from self._lying(position)
        for name, unit in position.units.items():
            yield Go(Ref(name), self._lies(position, name, unit))
            yield from self._marked(position, name, unit)
        yield from self._already(position)
        yield from self._apart_already(position)

    def _lying(self, position: Position) -> Iterator[Deed]:
        """Markers that are gone since the scenario began go beside the board, new ones come onto it."""
        self._begun()
        begun, now = self.battle.structures, position.structures
        for name, marker in tuple(self._pieces.items()):
            if name not in now or now[name].kind != begun[name].kind:
                yield Go(marker, "$Home$-$Box$", sent=True)
                del self._pieces[name]
        for name, each in now.items():
            if name in self._pieces or (begun.get(name) == each and printed(name, each)):
                continue
            marker, facing = self._named(name, each.kind), each.facing or self._side_of(each.hex, each.side)
            yield New(marker, each.hex)
            if facing:
                yield Put(marker, "Face", facing, always=False)

    def _lies(self, position: Position, name: str, unit: Unit) -> str:
        side = self.battle.units[name].side
        if unit.out:
            return f"lost-{side}"
        carrier = position.units.get(unit.carrier)
        place = carrier.hex if carrier else unit.hex
        if unit.hidden and unit.off_board and not unit.shelter and not unit.carrier:
            return f"hidden-{side}"
        if unit.off_board and not unit.hidden and not unit.shelter and not unit.carrier:
            return f"off-{side}"
        if not place:
            return f"airfield-{side}" if self.battle.units[name].flies else f"off-{side}"
        return place

    def _marked(self, position: Position, name: str, unit: Unit) -> Iterator[Deed]:
        """What stands on a model and on its card."""
        if unit.facing:
            yield Put(Ref(name), "Face", unit.facing)
        hq = self.battle.units[name].is_a("hq")
        layers = {
            "Suppressed": unit.suppressed,
            "Flag": unit.flagged,
            "Ambush": unit.hidden and not hq,
            "Hidden": unit.hidden and hq,
            "DugIn": bool(unit.shelter),
            "Bound": bool(unit.bound),
            "SetUp": unit.set_up,
        }
        for what, on in {**layers, **_still(position, name)}.items():
            yield from self._layer(name, what, on=on)
        for what in ("losses", "ammo", "boxes", "air", *unit.stores):
            yield Put(self._card(name), what, str(shown(position, name, what)), always=False)
        yield Put(Ref(name), "Lost", str(unit.losses), always=False)
        if unit.carrier:
            self._inside.add(name)
        yield Put(Ref(name), "Aboard", Ref(unit.carrier) if unit.carrier else "", always=False)
        yield Put(Ref(name), "How", ("Tow" if unit.towed else "Mount") if unit.carrier else "", always=False)

    def _already(self, position: Position) -> Iterator[Deed]:
        """Orders that are opened next, although their sides opened them before this log began."""
        if position.state != "REVEAL":
            return
        later = self._foreseen.reveals()
        for side in self.battle.sides:
            if side in later:
                continue
            for deeds in self._sealing(side, position.round):
                yield from (deed for deed in deeds if isinstance(deed, Seal))
            secret = key(self._record(side), position.round)
            yield Keep(f"HX_Commit_{self._record(side)}", digest(secret))
            yield Keep(f"HX_Key_{self._record(side)}", secret)

    def _apart_already(self, position: Position) -> Iterator[Deed]:
        """What was sealed apart before this log began: ambushes, and of which kind mines are."""
        for action in self._foreseen.rest:
            lies = position.units.get(action.unit) if isinstance(action, do.Opened) else None
            if isinstance(action, do.Opened) and lies is not None:
                ambush = do.Order(
                    unit=action.unit, order=HIDES, hex=action.hex, facing=action.facing, number=action.number
                )
                side = self.battle.units[action.unit].side
                yield self._seal_apart(side, action.unit, self._card(action.unit), self._text(ambush))[0]
        for name, each in position.structures.items():
            variety = self._foreseen.kind_of(name) or each.variety
            if each.kind == MINES and variety:
                owner = each.owner or self.battle.sides[0]
                yield self._seal_apart(owner, name, self._pieces[name], (f"{MINES}:{variety}",))[0]
