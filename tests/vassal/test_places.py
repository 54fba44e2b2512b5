"""Names of places against the engine's own dumps of the sample files."""

from pathlib import Path

import pytest

from tests.vassal.dumps import dump, dump_path
from vassal.boards import Layout, Place
from vassal.module import Module

pytestmark = pytest.mark.shared_samples

STYLES = {"s10_grey": "chron-grey.vmod", "s10_plain": "chron-plain.vmod"}


def layouts(samples: Path, name: str) -> dict[str, Layout]:
    module = Module.open(samples / STYLES.get(name, "chron-hidden.vmod"))
    return {each.name: each.layout() for each in module.maps}


def test_every_piece_of_every_sample_is_where_the_engine_says(samples: Path) -> None:
    checked = 0
    for path in sorted((*samples.glob("*.vsav"), *samples.glob("*.vlog"))):
        assert dump_path(path).exists()
        layout = layouts(samples, path.stem)
        for line in dump(path):
            pieces = [piece for piece in line.get("state", line)["pieces"] if piece["map"] is not None]
            for piece in pieces:
                place = layout[piece["map"]].place((piece["x"], piece["y"]))
                assert place == Place(piece["location"], piece["zone"], piece["board"]), (path.name, piece)
            checked += len(pieces)
    assert checked > 10_000


def test_the_boards_lie_where_the_engine_lays_them(samples: Path) -> None:
    layout = layouts(samples, "s01_start")
    for board in dump(samples / "s01_start.vsav")[0]["boards"]:
        placed = layout[board["map"]].board_named(board["board"])
        assert placed is not None
        assert (placed.origin, placed.board.size) == ((board["x"], board["y"]), (board["w"], board["h"]))


def test_the_name_of_each_place_leads_back_to_its_centre(samples: Path) -> None:
    layout = layouts(samples, "s01_start")
    for map_name in ("Field", "Squares"):
        field = layout[map_name]
        width, height = field.size
        for point in ((x, y) for x in range(0, width, 37) for y in range(0, height, 41)):
            snapped = field.snap(point)
            assert field.point(field.location(snapped)) == snapped
