"""The module of a log: our own, in the density in which it was played."""

import pytest

import assets
from builder.build import lock_of, saved_at
from builder.module import Options
from builder.plan import plan
from builder.setups import save_of
from hexmeister.modules import module_of
from vassal import savefile
from vassal.ground import ModuleGround
from vassal.position import Position


@pytest.mark.parametrize("name", assets.games())
@pytest.mark.parametrize("density", [75, 150, 300])
def test_pieces_stand_in_the_hexes_in_which_they_were_put_in_every_density(density: int, name: str) -> None:
    game = assets.load(name)
    planned = plan(game, Options(density=density), lock_of(game))
    known = max(game.scenarios.values(), key=lambda scenario: len(scenario.placement))
    saved = saved_at(planned.making)
    save = savefile.read(save_of(planned.making, planned.root, known, ready=True, saved=saved))
    module = module_of(save, name)
    position = Position.of(save.initial, ModuleGround(module))
    board = game.handling.board
    table = module.map(board)
    assert table is not None
    layout = table.layout(position.table.boards.get(board))
    found = {layout.place((each.x, each.y)).location for each in position.pieces()}
    assert set() < set(known.placement.values()) <= found
