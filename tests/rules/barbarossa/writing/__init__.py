"""Writing a log: what each action looks like when players carry it out with the module."""

from collections.abc import Iterable, Iterator, Mapping

import assets
from assets.chronicle import Chronicle
from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.loading import load
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import (
    Entry,
    Say,
)
from tests.rules.barbarossa.writing.table import Table
from tests.rules.barbarossa.writing.words import (
    FIXED,
    PHASES,
    Deeds,
    Write,
    gone,
    one,
    turned,
)


class BarbarossaWriter(Table):
    """Writes games of one battle; `records` names the sides."""

    def __init__(self, battle: Battle, records: Mapping[str, str], chronicle: Chronicle) -> None:
        super().__init__(battle, records, chronicle)
        self._verbs: Mapping[type[Action], Write] = {
            do.Place: self._place,
            do.Build: self._build,
            do.Ready: self._ready,
            do.OrdersDone: self._orders_done,
            do.Reveal: self._reveal,
            do.Order: self._opened_order,
            do.Resume: self._opened_order,
            do.BreakOff: self._opened_order,
            do.Opened: lambda now, action: self._open(action.unit),
            do.Group: self._group,
            do.StepDone: lambda now, _: one(Say("done", None, {"what": PHASES.get(now.state, now.state)})),
            do.Advance: self._advance,
            do.Fire: self._fire,
            do.Strike: self._strike,
            do.Duel: self._duel,
            do.Smoke: self._smoke,
            do.Mark: self._mark,
            do.State: self._state,
            do.Out: self._out,
            do.Step: self._step,
            do.Back: lambda now, action: one(*self._moved(now, action.unit, action.hex, "Move")),
            do.Turn: lambda _, action: one(*turned(action.unit, action.facing)),
            do.Hide: self._hide,
            do.Buy: lambda _, __: iter(()),
            do.Show: self._show,
            do.Found: self._found,
            do.Occupy: self._occupy,
            do.Board: self._board,
            do.Leave: self._leave,
            do.Enter: self._enter,
            do.Merge: self._merge,
            do.Supply: self._supply,
            do.Complete: self._complete,
            do.Uncover: lambda now, action: self._open(action.structure),
            do.TakeOff: self._fly,
            do.Fly: self._fly,
            do.Return: lambda _, action: one(*gone(action.unit, "airfield", "Returned")),
            do.Drop: self._drop,
            Roll: self._roll,
        }

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action; sealed orders show with the keys that open them."""
        self._foreseen.advance()
        write = self._verbs.get(type(action), self._as_declared)
        side = self.side(action)
        for name, deeds in (*self._hidden_now(before), *self._held_back(action)):
            yield Entry(self.battle.units[name].side, deeds)
        for deeds in write(before, action):
            if deeds:
                yield Entry(side, deeds)
        if self._foreseen.over:
            yield from (Entry(side, deeds) for name in tuple(self._secrets) for deeds in self._open(name))

    def _as_declared(self, _: Position, action: Action) -> Iterator[Deeds]:
        """What the chronicle says of an action."""
        yield self._as_said(action)

    @property
    def written(self) -> Iterable[type[Action]]:
        """The actions that are written in a way of their own."""
        return self._verbs

    def _hidden_now(self, before: Position) -> Iterator[tuple[str, Deeds]]:
        """Whoever goes into hiding in this step marks the box of ambushes first of all."""
        for name, unit in before.units.items() if before.state in {"S8", "S9"} else ():
            if unit.hidden and unit.off_board and not self.battle.units[name].is_a("hq"):
                yield from ((name, deeds) for deeds in self._boxed(name))

    def _held_back(self, action: Action) -> Iterator[tuple[str, Deeds]]:
        """What was to wait for dice that never fell, before the step ends."""
        if isinstance(action, do.Advance):
            for name in tuple(self._postponed):
                yield from ((name, deeds) for deeds in self._postponed.pop(name))
                self._aiming, self._armed = ("", ""), ""


def writer_of(game: assets.Game, scenario: str) -> BarbarossaWriter:
    """Who writes the games of a scenario."""
    records = {name: side.record for name, side in game.sides.items()}
    return BarbarossaWriter(load(scenario, game), records, game.chronicle)


__all__ = ["FIXED", "PHASES", "BarbarossaWriter", "writer_of"]
