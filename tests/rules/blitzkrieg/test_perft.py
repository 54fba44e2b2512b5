"""The first actions of each step of the set-up: the generator lists the same as trying everything."""

from collections.abc import Iterator

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.options import OPTIONS
from rules.engine.actions import Action
from rules.engine.options import Legal
from tests.rules.blitzkrieg.battlefield import SWITCHES
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, until

COUNTS = {
    ("hannut", 0): 1_095,
    ("hannut", 1): 332,
    ("hannut", 2): 1_275,
    ("hannut", 3): 0,
    ("stonne", 0): 1_483,
    ("stonne", 1): 169,
    ("stonne", 2): 51,
}


def everything(battle: Battle, position: Position) -> Iterator[Action]:
    """Every piece of the game to every hex of the map, every assignment, every company on every carrier, every chit."""
    hexes = sorted(battle.ground.hexes)
    waiting = [unit for unit in battle.units if not position.units[unit].on_map]
    for place in hexes:
        yield from (do.Fortify(hex=place), do.LayMine(hex=place))
        for unit in waiting:
            yield do.Deploy(unit=unit, hex=place)
            if not battle.units[unit].kind.hq:
                yield do.Deploy(unit=unit, hex=place, reduced=True)
    for unit, counter in battle.units.items():
        if position.units[unit].formation == counter.formation:
            yield from (do.Assign(unit=unit, formation=name) for name in battle.formations if name != counter.formation)
        carriers = [name for name, other in battle.units.items() if other.kind.carries]
        taken = {state.aboard for state in position.units.values()}
        yield from (do.Mount(unit=unit, carrier=name) for name in carriers if name not in taken)
    yield do.Ready()


@pytest.mark.parametrize(("name", "stage"), COUNTS)
def test_the_generator_lists_what_trying_everything_finds(name, stage):
    """BLZ-12.1.2k"""
    battle = HANNUT if name == "hannut" else STONNE
    position, judge = until(battle, stage), referee(battle, SWITCHES)
    tried = {action for action in everything(battle, position) if judge.judge(position, action).legal}
    listed = {action for action in Legal(OPTIONS, judge)(position) if not isinstance(action, do.Stock)}

    assert listed == tried
    assert len(listed) == COUNTS[name, stage]
