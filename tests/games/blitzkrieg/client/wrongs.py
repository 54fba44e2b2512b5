"""Acts that break a rule: what a player might wrongly do in a position; the referee says which rule it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll

FAR = 9
"""So many hexes away a target is looked for at most."""
Wrong = Callable[[Battle, Position], Iterator[Action]]


def _own(battle: Battle, position: Position) -> list[str]:
    side = position.activation.side if position.activation else ""
    return [name for name, unit in position.units.items() if unit.hex and battle.units[name].side == side]


def _enemies(battle: Battle, position: Position) -> list[str]:
    own = set(_own(battle, position))
    return [name for name, unit in position.units.items() if unit.hex and name not in own]


def _moves(battle: Battle, position: Position) -> Iterator[Action]:
    for unit in _own(battle, position):
        here = position.units[unit]
        if not here.aboard:
            yield from (do.Move(units=(unit,), hex=place) for place in battle.ground.grid.neighbours(here.hex))


def _shots(battle: Battle, position: Position) -> Iterator[Action]:
    active = position.activation.formations if position.activation else ()
    for unit in _own(battle, position):
        if position.units[unit].formation not in active:
            continue
        for target in _enemies(battle, position):
            if battle.ground.grid.distance(position.units[unit].hex, position.units[target].hex) <= FAR:
                yield do.Fire(unit=unit, target=target, mode="reduced" if position.deed(unit).spent else "")


def _assaults(battle: Battle, position: Position) -> Iterator[Action]:
    enemy = {position.units[each].hex for each in _enemies(battle, position)}
    for unit in _own(battle, position):
        here = position.units[unit]
        near = set(battle.ground.grid.neighbours(here.hex)) & enemy
        if not here.aboard:
            yield from (do.Assault(units=(unit,), hex=place) for place in sorted(near))


def _rolls(purpose: str) -> Wrong:
    def rolls(battle: Battle, position: Position) -> Iterator[Action]:
        yield from (Roll(purpose=purpose, who=unit, dice=(1, 1)) for unit in _own(battle, position))

    return rolls


def _marks(marker: do.MarkerName, *, on: bool) -> Wrong:
    def marks(_: Battle, position: Position) -> Iterator[Action]:
        for name, unit in position.units.items():
            if unit.hex and getattr(unit, marker) != on:
                yield do.Mark(piece=name, marker=marker, on=on)

    return marks


WRONGS: Mapping[str, Wrong] = {
    "move": _moves,
    "fire": _shots,
    "assault": _assaults,
    "rally": _rolls("RALLY"),
    "neutralise": _marks("neutralised", on=True),
    "restore": _marks("neutralised", on=False),
}
"""By the name of an act: everything of that kind that could be done, legal or not."""
