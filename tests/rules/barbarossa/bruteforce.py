"""A slow list of legal actions: everything that can be written down, tried by the referee one by one.

It knows the pieces, the hexes and the verbs, and nothing of the rules; so it finds what a quick generator forgets. Who
did something is left out, as it is told by the piece. Left out are groups, which are bookkeeping, giving up, which is
no play, and what changes nothing: to skip steps, to stop who is stopped or does not move in this step, to go where one
is, to roll dice that nobody asked for. Dice stand there with all faces one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import FACINGS, Battle
from rules.barbarossa.state.model import Position
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import Referee

KINDS: tuple[do.Shot, ...] = get_args(do.Shot)
MINES = ("", "anti-tank", "anti-personnel", "dummy")
POINTS = range(1, 13)
NEEDLESS = "marks.needless"
PURPOSES = {"TEST": 2, "SEARCH": 1, "ROLLOFF": 1, "PICK": 1}


class BruteForce:
    """Lists the legal actions of a position in a step that are no results."""

    def __init__(self, referee: Referee[Position], battle: Battle) -> None:
        self._referee, self._battle = referee, battle

    def __call__(self, position: Position) -> set[Action]:
        """The legal actions."""
        return {action for action in self._all(position) if self._sensible(position, action)}

    def _sensible(self, position: Position, action: Action) -> bool:
        """True for what is legal and changes something."""
        ruling = self._referee.judge(position, action)
        return ruling.legal and not any(each.why == NEEDLESS for each in ruling.findings)

    def _all(self, position: Position) -> Iterator[Action]:
        now = ORDER.index(position.state)
        later = ORDER[now + 2 :]
        yield from (do.Advance(to=state) for state in (*ORDER, "OVER") if state not in later)
        yield from (do.StepDone(by=side) for side in self._battle.sides if side not in position.done)
        yield from self._moves(position)
        yield from self._works(position)
        yield from self._pairs(position)
        yield from self._flights(position)
        yield from self._attacks(position)
        yield from self._rolls(position)

    def _here(self, position: Position) -> list[str]:
        return [name for name, unit in position.units.items() if not unit.out]

    def _moves(self, position: Position) -> Iterator[Action]:
        for unit, place in product(self._here(position), self._battle.ground.hexes):
            yield do.Step(unit=unit, hex=place, fights=position.state == "S6")
            if position.state == "S10":
                yield do.Enter(unit=unit, hex=place)
        for unit in self._here(position):
            state = position.units[unit]
            wanted = [option for due in position.due for option in due.options]
            if do.Leave(unit=unit) in wanted or (state.carrier and state.order and state.order.order == "dismount"):
                yield do.Leave(unit=unit)
            if (state.off_board and not state.carrier and not state.hidden) or any(
                do.Show(unit=unit) in due.options for due in position.due
            ):
                yield do.Show(unit=unit)
            if do.Hide(unit=unit) in wanted or (self._battle.units[unit].is_a("hq") and not state.hidden):
                yield do.Hide(unit=unit)
            goes = unit not in position.halted and state.order is not None and state.order.route
            if goes and state.order is not None and state.order.route[-1] != state.hex:
                storms = state.order.order == "assault"
                yield from (do.Halt(unit=unit),) if position.state == ("S6" if storms else "S10") else ()
            if state.order is not None and state.order.order == "change_fof":
                yield from (do.Turn(unit=unit, facing=facing) for facing in FACINGS if facing != state.facing)

    def _works(self, position: Position) -> Iterator[Action]:
        for unit in self._here(position):
            running = position.units[unit].running
            for kind in MINES if running and running.order == "lay_mines" and not running.choice else ("",):
                yield do.Complete(unit=unit, kind=kind)
        for due in position.due:
            for option in due.options:
                if isinstance(option, do.Uncover):
                    yield from (do.Uncover(structure=option.structure, kind=kind) for kind in MINES if kind)
        for unit, name in product(self._here(position), position.structures):
            if position.units[unit].shelter != name:
                yield do.Occupy(unit=unit, structure=name)
        places = self._battle.ground.hexes
        for unit, place in product(self._here(position), places):
            for also in self._battle.ground.grid.neighbours(place) if position.state == "S3" else ():
                yield do.Smoke(unit=unit, hex=place, also=also)

    def _pairs(self, position: Position) -> Iterator[Action]:
        for unit, other in product(self._here(position), repeat=2):
            if unit != other:
                yield do.Board(unit=unit, carrier=other)
                yield do.Board(unit=unit, carrier=other, towed=True)
                yield do.Merge(unit=unit, other=other)
                yield do.Found(unit=unit, finder=other)
                yield from (do.Supply(unit=unit, source=other, points=points) for points in POINTS)
        for unit, name in product(self._here(position), position.structures):
            yield from (do.Supply(unit=unit, source=name, points=points) for points in POINTS)

    def _flights(self, position: Position) -> Iterator[Action]:
        flying = [name for name in self._here(position) if self._battle.units[name].flies]
        for unit, place in product(flying, self._battle.ground.sky.cells):
            yield from (do.TakeOff(unit=unit, hex=place), do.Drop(unit=unit, hex=place))
        for unit in flying:
            here = position.units[unit].hex
            near = self._battle.ground.sky.neighbours(here) if here else ()
            yield from (do.Fly(unit=unit, hex=place) for place in near)
        yield from (do.Return(unit=unit) for unit in flying)
        yield from (do.Duel(unit=unit, target=other) for unit, other in product(flying, repeat=2))

    def _attacks(self, position: Position) -> Iterator[Action]:
        targets = (*position.units, *position.structures)
        before = dict.fromkeys(("", *(shot.target for shot in position.shots)))
        for unit, target in product(position.units, targets):
            for kind, after in product(KINDS, before):
                yield do.Fire(unit=unit, target=target, kind=kind, after=after)
            yield from (do.Fire(unit=unit, target=target, kind=kind, again=True) for kind in KINDS)
            if target in position.units:
                yield do.Strike(unit=unit, target=target)

    def _rolls(self, position: Position) -> Iterator[Action]:
        for unit, purpose in product(position.units, PURPOSES):
            yield Roll(purpose=purpose, who=unit, dice=(1,) * PURPOSES[purpose])


__all__ = ["BruteForce"]
