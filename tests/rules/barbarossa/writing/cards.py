"""Writing the cards: numbers, boxes, units that are gone."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.reading.words import LAYERS
from rules.barbarossa.state.harm import DERIVED, shown, value_of
from rules.barbarossa.state.harm import key as box_of
from rules.barbarossa.state.model import Position
from rules.engine.writing import (
    Put,
    Ref,
    Say,
)
from tests.rules.barbarossa.writing.pen import Pen
from tests.rules.barbarossa.writing.words import (
    Deeds,
    between,
    gone,
)


class Cards(Pen):
    """Writes the cards: numbers, boxes, units that are gone."""

    def _mark(self, before: Position, action: do.Mark) -> Iterator[Deeds]:
        """A number goes up or down one by one; steps lost show on the model as well."""
        unit = action.unit
        if unit not in self.battle.units:
            return
        if action.what == "ammo" and unit in self._postponed:
            self._postponed[unit].extend(self._marks(before, action))
        else:
            yield from self._marks(before, action)

    def _marks(self, before: Position, action: do.Mark) -> Iterator[Deeds]:
        unit, what, value = action.unit, action.what, action.value
        stands = self._derived(unit, what) if what in DERIVED else shown(before, unit, what)
        ahead = self._ahead.pop(box_of(unit, what), None)
        if ahead is not None:
            right = value_of(before, unit, what)
            if value == right:
                return
            if value in range(*sorted((stands, right))):
                self._ahead[box_of(unit, what)] = ahead
                return
            stands = ahead
        yield from self._counted(unit, what, stands, value)

    def _counted(self, unit: str, what: str, stands: int, value: int) -> Iterator[Deeds]:
        """The clicks that bring a number of a card from one value to another."""
        for now in between(stands, value):
            card = self._card(unit)
            deeds: Deeds = (Put(card, what, str(now), always=False),)
            if what == "losses":
                deeds += (Put(Ref(unit), "Lost", str(now), always=False),)
            yield *deeds, Say("mark", card, {"what": what, "was": str(stands), "v": str(now)})
            stands = now
        if what in DERIVED:
            self._cards[box_of(unit, what)] = value

    def _derived(self, unit: str, what: str) -> int:
        """What stands on the card of a number that the position does not hold."""
        return self._cards.get(box_of(unit, what), self.battle.units[unit].value(what))

    def _state(self, before: Position, action: do.State) -> Iterator[Deeds]:
        what = LAYERS.get(action.status, "")
        if what and ((action.unit, what) in self._on) == action.on:
            yield self._stated(action.unit, what, on=not action.on)
        if what:
            yield self._stated(action.unit, what, on=action.on)

    def _boxed(self, unit: str) -> Iterator[Deeds]:
        """Who hides marks the box of ambushes."""
        if (unit, LAYERS["ambush"]) not in self._on:
            yield self._stated(unit, LAYERS["ambush"], on=True)

    def _out(self, before: Position, action: do.Out) -> Iterator[Deeds]:
        if action.piece in self.battle.units:
            if (action.piece, "Merged") not in self._on:
                yield gone(action.piece, "lost", "Lost")
        elif action.piece in self._pieces:
            yield from self._removed(action.piece)
