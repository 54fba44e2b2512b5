"""Writing set-up, sealed orders and the clock."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.writing import (
    Advance,
    Deed,
    Go,
    Keep,
    Put,
    Ref,
    Say,
    Seal,
    Wipe,
    Words,
)
from tests.rules.barbarossa.planned import Given, digest, key
from tests.rules.barbarossa.writing.words import (
    HIDES,
    MINES,
    PHASES,
    Deeds,
    turned,
)
from tests.rules.barbarossa.writing.works import Works


class Rounds(Works):
    """Writes set-up, sealed orders and the clock."""

    def _place(self, before: Position, action: do.Place) -> Iterator[Deeds]:
        unit = Ref(action.unit)
        if action.hex:
            yield Go(unit, action.hex), Say("step", unit, {"a": "Place"})
        if action.facing and action.facing != before.units[action.unit].facing:
            yield turned(action.unit, action.facing)

    def _build(self, _: Position, action: do.Build) -> Iterator[Deeds]:
        known = self.battle.structures.get(action.structure)
        kind = known.kind if known else action.structure.partition(".")[0]
        facing = action.facing or self._side_of(action.hex, action.side)
        yield from self._new(action.structure, kind, action.hex, facing)

    def _ready(self, before: Position, action: do.Ready) -> Iterator[Deeds]:
        for name, each in before.structures.items():
            if each.kind == MINES and each.variety and each.owner == action.by and name in self._pieces:
                yield from self._word(action.by)
                yield self._seal_apart(action.by, name, self._pieces[name], (f"{MINES}:{each.variety}",))
        for name, unit in before.units.items():
            counter = self.battle.units[name]
            if unit.hidden and counter.side == action.by and not counter.is_a("hq"):
                yield from self._boxed(name)
        yield (Say("done", None, {"what": "Setup"}),)

    def _orders_done(self, before: Position, action: do.OrdersDone) -> Iterator[Deeds]:
        record = self._record(action.by)
        yield from self._word(action.by)
        yield from self._sealing(action.by, before.round)
        commitment = digest(key(record, before.round))
        yield Keep(f"HX_Commit_{record}", commitment), Say("commit", None, {"s": record, "hash": commitment})

    def _sealing(self, side: str, turn: int) -> Iterator[Deeds]:
        """Every order of a side, sealed on its card; what an ambush hides is sealed apart."""
        secret = key(self._record(side), turn)
        for unit, given in self._foreseen.given().items():
            if unit not in self.battle.units or self.battle.units[unit].side != side:
                continue
            card, text = self._card(unit), self._text(given)
            known = not isinstance(given, do.Order) or bool(given.order)
            sealed = Seal(card, Words(self._open_text(given)), secret if known else digest(secret))
            deeds: Deeds = (sealed, Say("order", card))
            if isinstance(given, do.Order) and given.order == HIDES and (given.hex or given.facing):
                yield from self._open(unit)
                deeds += self._seal_apart(side, unit, card, text)
            yield deeds

    def _reveal(self, before: Position, action: do.Reveal) -> Iterator[Deeds]:
        """The key is published, and every card says its order."""
        record, deeds = self._record(action.by), list[Deed]()
        for unit, given in self._foreseen.given().items():
            if unit in self.battle.units and self.battle.units[unit].side == action.by:
                deeds.append(self._says(unit, given))
        secret = key(record, before.round)
        self._shown.add(action.by)
        yield Keep(f"HX_Key_{record}", secret), Say("key", None, {"s": record, "key": secret}), *deeds

    def _says(self, unit: str, given: Given) -> Say:
        return Say("reveal", self._card(unit), {"o": Words(self._open_text(given))})

    def _opened_order(self, before: Position, action: Given) -> Iterator[Deeds]:
        """Nothing more than what was said with the key, if it was published in this log."""
        known = self.battle.units.get(action.unit)
        if known is None or known.side in self._shown:
            return
        yield (self._says(action.unit, action),)

    def _advance(self, before: Position, action: do.Advance) -> Iterator[Deeds]:
        if action.to not in PHASES:
            return
        self._ahead.clear()
        anew = action.to == "PLANNING"
        yield (Advance(before.round + anew, PHASES[action.to]),)
        if anew and before.round:
            self._shown.clear()
            sides = [self._record(side) for side in self.battle.sides]
            kept = (Keep(f"HX_{what}_{side}") for what in ("Commit", "Key") for side in sides)
            yield Say("round"), Wipe("Nonce"), Wipe("Cipher"), *kept

    def _group(self, before: Position, action: do.Group) -> Iterator[Deeds]:
        """The number of the group, on the cards of those who join it or leave it."""
        number = action.group.rpartition(".")[2]
        for name, unit in before.units.items():
            if (name in action.units) != (unit.group == action.group):
                new = number if name in action.units else "0"
                card, was = self._card(name), unit.group.rpartition(".")[2] or "0"
                yield Put(card, "group", new), Say("mark", card, {"what": "group", "was": was, "v": new})
