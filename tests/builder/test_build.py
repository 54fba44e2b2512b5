"""The build as a whole: reproducible, and faithful to the numbers of 1.0 when the data change."""

import io
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from PIL.JpegImagePlugin import get_sampling

import assets
from assets import Game
from assets.finding import games
from builder.build import LOCK, lock_of, module_name, saved_at, texts, without_pictures
from builder.cache import Cache
from builder.gpids import Lock
from builder.module import Options, making_of
from builder.plan import every_job, named_in, plan, scan_picture
from tests.builder.small import small_game
from vassal.module import Module

FULL, HALF = 0, 2
"""How Pillow calls colours as fine as light, and half as fine."""


@pytest.fixture(scope="module", params=games())
def game(request: pytest.FixtureRequest) -> Game:
    return assets.load(request.param)


def test_the_same_data_give_the_same_bytes_in_every_folder(game: Game, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / game.id
    shutil.copytree(game.folder, copy)
    here, there = (without_pictures(each)[2] for each in (game, assets.load(copy)))
    assert here == there


def test_the_file_bears_the_day_of_the_release(game: Game, tmp_path: Path) -> None:
    making, _, packed = without_pictures(game)
    path = tmp_path / module_name(game, "en")
    path.write_bytes(packed)
    said = Module.open(path).metadata
    assert said is not None
    assert said.saved == saved_at(making)
    assert datetime.fromtimestamp(said.saved / 1000, UTC).date().isoformat() == game.handling.saved


def test_every_picture_that_the_module_names_is_drawn_by_one_job(game: Game) -> None:
    planned = plan(game)
    names = [job.name for job in every_job(planned.making)]
    assert len(names) == len(set(names))
    assert named_in(planned.root) <= set(names)


def test_what_is_kept_of_set_ups_and_pages_is_never_out_of_date(tmp_path: Path) -> None:
    """A value of which nothing stands in the tree of components changes the set-up all the same."""
    folder, cache = small_game(tmp_path / "skirmish"), Cache(tmp_path / "cache")
    scenarios = folder / "scenarios.yaml"
    kept = []
    for extra in ("", "    reduced: [red.1.a]\n"):
        scenarios.write_text(scenarios.read_text(encoding="utf-8") + extra, encoding="utf-8")
        assets.forget()
        planned = plan(assets.load(folder))
        kept.append(texts(planned.making, planned.root, cache))
        assert kept[-1] == texts(planned.making, planned.root)
    assert kept[0] != kept[1]


def test_the_lock_in_the_folder_knows_every_piece(game: Game) -> None:
    assert making_of(game, lock=lock_of(game)).lock == lock_of(game)


def test_another_version_leaves_all_numbers_where_they_were(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / game.id
    shutil.copytree(game.folder, folder)
    units, info = folder / "units.yaml", folder / "game.yaml"
    first = slots(assets.load(folder))
    # The next version has one more unit, at the very beginning, like the first.
    text = units.read_text(encoding="utf-8")
    unit = next(iter(game.units))
    (entry,) = re.findall(rf"^  {re.escape(unit)}: {{.*\n(?:    .*\n)*", text, re.MULTILINE)
    units.write_text(text.replace(entry, f"{entry.replace(unit, f'{unit}.extra', 1)}{entry}", 1), encoding="utf-8")
    info.write_text(
        re.sub(r'\nversion: "[^"]+"', '\nversion: "99.0"', info.read_text(encoding="utf-8")), encoding="utf-8"
    )
    (folder / LOCK).write_text(lock_of(game).text(), encoding="utf-8")
    assets.forget()
    changed = assets.load(folder)
    second = slots(changed)
    assert changed.info.version == "99.0"
    assert {name: number for name, number in second.items() if name in first} == first
    assert second[f"unit/{unit}.extra"] not in first.values()


def slots(game: Game) -> dict[str, int]:
    """The number of every piece of a game, as the module has it."""
    making, tree, _ = without_pictures(game, Options())
    numbers = {int(each.get("gpid")) for each in tree.every("PieceSlot", "CardSlot")}
    return {name: number for name, number in making.lock.numbers.items() if number in numbers}


def test_a_retired_number_is_never_given_again(game: Game) -> None:
    lock = lock_of(game)
    without = Lock({**lock.numbers, "unit/of-1.0": lock.free})
    making = making_of(game, lock=without)
    assert making.lock.retired == {"unit/of-1.0"}
    assert int(making.lock.free) == lock.free + 1


@pytest.mark.parametrize(("density", "sampling"), [(75, FULL), (150, HALF), (300, HALF)])
def test_colours_are_as_fine_as_light_at_the_usual_density_alone(tmp_path: Path, density: int, sampling: int) -> None:
    path = tmp_path / "map.png"
    Image.effect_noise((64, 48), 80).save(path)

    with Image.open(io.BytesIO(scan_picture(str(path), "", (80, 60), density))) as made:
        assert (made.size, get_sampling(made)) == ((80, 60), sampling)
