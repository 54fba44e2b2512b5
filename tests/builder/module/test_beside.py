"""A scenario on several maps: their boards lie beside each other, and pieces stand on each of them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import assets
from assets import AssetsError
from builder.build import lock_of, saved_at
from builder.maps.layout import Layout
from builder.module import Options, making_of, root
from builder.module.boards import image_name
from builder.setups import save_of
from tests.builder.small import HILL, SCENARIOS, small_game
from vassal import savefile
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.modulewriter import write_module
from vassal.position import Position

VALE = HILL.replace("Hill", "Vale").replace(
    "columns: 4, rows: 4", "columns: 3, rows: 5, column: {from: west, first: 11}"
)


def blank(sheet: Layout) -> bytes:
    file = BytesIO()
    Image.new("1", sheet.size).save(file, "PNG")
    return file.getvalue()


def home(folder: Path, vale: str = VALE) -> Path:
    found = small_game(folder / "skirmish")
    text = SCENARIOS.replace("map: hill\n", "map: hill\n    beside: [vale]\n")
    text = text.replace('placement: {red.1.a: "0101"}', 'placement: {red.1.a: "0101", red.1.b: "1204"}')
    (found / "scenarios.yaml").write_text(text, encoding="utf-8")
    (found / "maps" / "vale.yaml").write_text(vale, encoding="utf-8")
    return found


@pytest.mark.parametrize("density", [75, 150])
def test_pieces_stand_in_their_places_on_both_boards(tmp_path: Path, density: int) -> None:
    game = assets.load(home(tmp_path))
    making = making_of(game, Options(density=density), lock_of(game))
    tree = root(making)
    write_module(tmp_path / "game.vmod", tree, {f"images/{image_name(n)}": blank(s) for n, s in making.sheets.items()})
    module = Module.open(tmp_path / "game.vmod")
    saved = save_of(making, tree, game.scenarios["hill"], ready=True, saved=saved_at(making))
    position = Position.of(savefile.read(saved).initial, ModuleGround(module))
    board = game.handling.board
    table = module.map(board)
    assert table is not None
    layout = table.layout(position.table.boards.get(board))
    assert {layout.place((each.x, each.y)).location for each in position.pieces()} == {"0101", "1204"}
    second = layout.point("1204")
    first = layout.point("0101")
    assert first is not None
    assert second is not None
    assert second[0] > making.sheets["hill"].size[0] > first[0]


def test_maps_beside_each_other_have_names_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="'0101' is on 'hill' and on 'vale'"):
        assets.load(home(tmp_path, HILL))


def test_a_place_must_be_on_one_of_the_maps(tmp_path: Path) -> None:
    folder = home(tmp_path)
    path = folder / "scenarios.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace('"1204"', '"1409"'), encoding="utf-8")
    with pytest.raises(AssetsError, match="there is no hex '1409' on these maps"):
        assets.load(folder)


def test_one_map_alone_lies_as_ever(tmp_path: Path) -> None:
    game = assets.load(small_game(tmp_path / "skirmish"))
    making = making_of(game, Options(density=75), lock_of(game))
    assert making.table(game.scenarios["hill"]) == making.sheets["hill"]
    assert root(making).every("Board")
