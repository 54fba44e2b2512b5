"""A slow list of legal actions: everything that can be written down, tried by the referee one by one.

It knows the pieces, the hexes and the verbs, and nothing of the rules; so it finds what a quick generator forgets. Only
what changes nothing is left out: to assign a unit to the formation that it has, to count the points before the turn
ends, a check that nobody needs, a step lost by an HQ, which has none, a marker taken off that is not there, a chit put
where it is; and a step for which a unit has points only if the one before it was a slip of the hand. Dice stand there
with their lowest total.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from msgspec import structs

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import REGISTERS
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import Referee

MODES: tuple[do.Mode, ...] = ("full", "reduced")
POINTS, TURNS = range(61), range(13)
MOST_TOGETHER = 4
LONGEST_RETREAT = 3
MOST_CLEARED = 8
CHOICE = "BLZ-12.1.5b"
"""The step in which chits are kept out of the cup; whether they are the right ones is judged when it is done."""


class BruteForce:
    """Lists the legal actions of a position that are no rolls and no results."""

    def __init__(self, referee: Referee[Position], battle: Battle) -> None:
        self._referee, self._battle = referee, battle

    def __call__(self, position: Position) -> set[Action]:
        """The legal actions."""
        steady = _without_trails(position)
        return {
            action
            for action in self._all(position)
            if self._referee.judge(position, action).legal and not self._by_a_slip(steady, action)
        }

    def _by_a_slip(self, steady: Position, action: Action) -> bool:
        """True for a step that only a slip before it excuses."""
        return isinstance(action, do.Move) and not self._referee.judge(steady, action).legal

    def _all(self, position: Position) -> Iterator[Action]:
        yield from (do.Ready(), do.EndAdmin(), do.EndActivation(), do.Decline())
        yield from (do.EndPhase(reason="empty"), do.EndPhase(reason="passes"))
        if position.within("SETUP"):
            yield from self._of_the_set_up(position)
            return
        yield from self._of_the_turn(position)
        yield from self._assignments(position)
        yield from self._of_chits(position)
        yield from self._of_stacks(position)
        yield from self._of_units(position)
        yield from self._retreats(position)
        yield from self._groups(position)
        yield from self._rolls()
        yield from self._of_generals(position)

    def _of_the_set_up(self, position: Position) -> Iterator[Action]:
        battle, hexes = self._battle, list(self._battle.ground.hexes)
        taken = {state.aboard for state in position.units.values()}
        for unit, counter in battle.units.items():
            steps = (False,) if counter.kind.hq else (False, True)
            if not position.units[unit].hex:
                yield from (do.Deploy(unit=unit, hex=place, reduced=less) for place in hexes for less in steps)
            yield from (do.Mount(unit=unit, carrier=other) for other in battle.units if other not in taken)
        yield from self._assignments(position)
        for place in hexes:
            yield from (do.Fortify(hex=place), do.LayMine(hex=place))
        stage = battle.stages[position.stage]
        for chit, place in position.chits.items() if stage.rule == CHOICE else ():
            if battle.chits[chit].side == stage.side and battle.chits[chit].kind in battle.picks:
                yield from (do.Stock(chit=chit, place="cup"),) if place == "reserve" else ()
                yield from (do.Stock(chit=chit, place="reserve"),) if place == "cup" else ()

    def _assignments(self, position: Position) -> Iterator[Action]:
        for unit, formation in product(self._battle.units, self._battle.formations):
            if position.units[unit].formation != formation:
                yield do.Assign(unit=unit, formation=formation)

    def _of_the_turn(self, position: Position) -> Iterator[Action]:
        if self._battle.victory.bands and position.within("TURN_END"):
            yield from (do.Score(points=points) for points in POINTS)
        yield from (do.NextTurn(turn=turn) for turn in TURNS)
        yield from (do.Conclude(result=result) for result in (*self._battle.sides, "draw"))
        yield from (do.Conclude(result=result, by=by) for result, by in product(self._battle.sides, self._battle.sides))

    def _of_chits(self, position: Position) -> Iterator[Action]:
        battle = self._battle
        for chit in battle.chits:
            yield do.Draw(chit=chit)
            yield from (kind(chit=chit) for kind in (do.Activate, do.Skip, do.Pass, do.Defer, do.Hold, do.Keep))
            yield from (do.Activate(chit=chit, also=other) for other in battle.chits)
            yield from (do.PlayRepeat(chit=chit, formation=formation) for formation in battle.formations)
            yield from (do.PlayGeneral(chit=chit, option="pair"), do.PlayGeneral(chit=chit, option="repeat"))
            yield from (do.PlayGeneral(chit=chit, option="cancel", on=(other,)) for other in battle.chits)
            yield from self._salvos(position, chit)

    def _salvos(self, position: Position, chit: str) -> Iterator[Action]:
        """Salvos on hexes in which an enemy stands; nobody would waste one."""
        side = self._battle.chits[chit].side
        for place in self._battle.ground.hexes:
            if not any(self._battle.units[unit].side != side for unit in position.at(place)):
                continue
            yield do.Stuka(chit=chit, hex=place)
            for unit in self._battle.units:
                yield do.Barrage(chit=chit, hex=place, calibre="light", observer=unit)
                yield do.Barrage(chit=chit, hex=place, calibre="medium", observer=unit)
                yield do.Barrage(chit=chit, hex=place, calibre="heavy", observer=unit)

    def _of_stacks(self, position: Position) -> Iterator[Action]:
        """Every part of every stack to every hex; in column only where a road can be followed."""
        for place, ground in self._battle.ground.hexes.items():
            units = [unit for unit in position.at(place) if not position.units[unit].aboard]
            for size in range(1, min(len(units), MOST_TOGETHER) + 1):
                for group, goal in product(combinations(units, size), self._battle.ground.hexes):
                    for column in (False, True) if goal in ground.roads else (False,):
                        yield do.Move(units=group, hex=goal, column=column)
                        yield do.Assault(units=group, hex=goal, column=column)

    def _of_units(self, position: Position) -> Iterator[Action]:
        on_map = [unit for unit, state in position.units.items() if state.hex]
        for unit in self._battle.units:
            if unit not in on_map:
                yield from (do.Enter(unit=unit, hex=place) for place in self._battle.ground.hexes)
                yield from (do.ReturnHq(unit=unit, hex=place) for place in self._battle.ground.hexes)
            yield do.Unload(unit=unit)
            if position.units[unit].neutralised:
                yield do.TryRetreat(unit=unit)
            yield from (do.Load(unit=unit, carrier=other) for other in self._battle.units)
        for unit, target in product(on_map, on_map):
            if self._battle.units[unit].side != self._battle.units[target].side:
                yield from (do.Fire(unit=unit, target=target, mode=mode) for mode in MODES)
                yield from (do.OppFire(unit=unit, target=target), do.ReturnFire(unit=unit, target=target))
                yield do.MeleeFire(unit=unit, target=target)

    def _retreats(self, position: Position) -> Iterator[Action]:
        """Every way of up to three hexes, each next to the one before."""
        near = self._battle.ground.grid.neighbours
        for unit, state in position.units.items():
            ways: list[tuple[str, ...]] = [(place,) for place in near(state.hex)] if state.hex else []
            for _ in range(LONGEST_RETREAT if position.within("REACT") else 1):
                yield from (do.Retreat(unit=unit, path=way) for way in ways)
                ways = [(*way, place) for way in ways for place in near(way[-1])]

    def _groups(self, position: Position) -> Iterator[Action]:
        """Every group of salvos of the activated markers on every hex in which an enemy stands."""
        activation = position.activation
        salvos = [
            salvo for salvo, count in sorted(activation.salvos.items() if activation else ()) for _ in range(count)
        ]
        for size in range(2, len(salvos) + 1):
            for group, place in product(sorted(set(combinations(salvos, size))), self._battle.ground.hexes):
                if any(self._battle.units[unit].side != position.active for unit in position.at(place)):
                    yield do.Concentrate(hex=place, salvos=group)

    def _rolls(self) -> Iterator[Action]:
        """Every check of every unit, formation and chit."""
        everyone = ("", *self._battle.units, *self._battle.formations, *self._battle.chits)
        for purpose, who in product(sorted(REGISTERS.rolls.purposes), everyone):
            yield Roll(purpose=purpose, who=who, dice=(1,) if purpose == "CANCEL" else (1, 1))

    def _of_generals(self, position: Position) -> Iterator[Action]:
        """Every handful of markers taken off."""
        shaken = [name for name, state in position.units.items() if state.neutralised]
        tired = [name for name, state in position.formations.items() if state.exhausted]
        for chit in self._battle.chits:
            for size in range(1, MOST_CLEARED + 1):
                on = (*combinations(shaken, size), *combinations(tired, size))
                yield from (do.PlayGeneral(chit=chit, option="clear", on=names) for names in on)


def _without_trails(position: Position) -> Position:
    """The position in which nobody's last steps are remembered, so that none of them can have been a slip."""
    activation = position.activation
    if activation is None:
        return position
    return position.acts(deeds={unit: structs.replace(deed, trail=()) for unit, deed in activation.deeds.items()})


__all__ = ["BruteForce"]
