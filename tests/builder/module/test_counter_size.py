"""A map says how large its counters are against its hexes: the counters, the boxes and the steps follow it."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

import assets
from assets import AssetsError
from builder import counters
from builder.build import lock_of
from builder.module import Making, Options, making_of
from builder.module.boards import slot_lines
from tests.builder.small import HILL, small_game

BOXES = """
boxes: {off: {name: {en: Off, de: Weg}, holds: [3, 2]}}
sheet: {left: [[off]], width: 3}
"""


def making_with(folder: Path, counter: int, density: int) -> Making:
    home = small_game(folder / "skirmish")
    (home / "maps" / "hill.yaml").write_text(f"{HILL}counter: {counter}\n{BOXES}", encoding="utf-8")
    (home / "module.yaml").write_text(
        "source: {origin: invented}\nsteps: {columns: {south: {key: Numpad2, down: 2}}}\n", encoding="utf-8"
    )
    game = assets.load(home)
    return making_of(game, Options(density=density), lock_of(game))


@pytest.mark.parametrize(
    ("counter", "density", "side"), [(75, 75, 75), (100, 75, 100), (100, 150, 200), (60, 150, 120)]
)
def test_counters_are_as_large_as_the_map_says_and_hexes_as_ever(tmp_path, counter, density, side):
    making = making_with(tmp_path, counter, density)
    sheet = making.sheets["hill"]
    x, y = sheet.hexes["0101"]
    assert sheet.hexes["0102"] == (x, y + 104 * density // 75)
    jobs = {job.name: job for job in counters.plan(making.game, making.style, making.counter)}
    picture = Image.open(io.BytesIO(jobs[counters.unit_name("red.1.a")].drawn()))
    assert picture.size == (side, side)
    xs, ys = slot_lines(sheet.items["off"], sheet)
    assert (len(xs), len(ys)) >= (3, 2)
    assert min(b - a for line in (xs, ys) for a, b in pairwise(line)) >= side * 84 // 75


def test_a_step_leads_to_the_next_hex_however_large_the_counters_are(tmp_path):
    making = making_with(tmp_path, 100, 150)
    (step,) = (each for each in _steps(making) if each.kind == "move_fixed")
    assert (int(step["dx"]), -int(step["dy"])) == (0, 208)


def _steps(making: Making):
    from builder.traits.unit import prototypes_of

    return dict(prototypes_of(making.speaker, making.looks))["steps columns"]


def test_all_maps_of_a_game_have_counters_of_one_size(tmp_path):
    home = small_game(tmp_path / "skirmish")
    (home / "maps" / "hill.yaml").write_text(f"{HILL}counter: 100\n", encoding="utf-8")
    (home / "maps" / "vale.yaml").write_text(HILL, encoding="utf-8")
    with pytest.raises(AssetsError, match="the counters of the other maps have a side of 100"):
        assets.load(home)
