"""A game needs data only: the smallest one becomes a module too."""

from pathlib import Path

import assets
from builder.build import build
from builder.cache import Cache
from builder.module import Options
from tests.builder.small import small_game
from vassal.module import Module


def test_the_smallest_game_becomes_a_module(tmp_path: Path) -> None:
    game = assets.load(small_game(tmp_path / "skirmish"))
    built = build(game, tmp_path, Options(density=75), cache=Cache(tmp_path / "cache"), workers=1)
    module = Module.open(built.path)
    assert [slot.name for slot in module.slots] == ["A company", "B company"]
    assert not module.problems
    assert built.drawn == built.pictures


def test_a_second_build_draws_nothing_and_gives_the_same_bytes(tmp_path: Path) -> None:
    game = assets.load(small_game(tmp_path / "skirmish"))
    cache = Cache(tmp_path / "cache")
    one, other = (build(game, tmp_path / name, Options(density=75), cache=cache, workers=1) for name in ("a", "b"))
    assert other.drawn == 0
    assert one.path.read_bytes() == other.path.read_bytes()


def test_a_change_of_one_unit_draws_that_unit_only(tmp_path: Path) -> None:
    folder, cache = small_game(tmp_path / "skirmish"), Cache(tmp_path / "cache")
    build(assets.load(folder), tmp_path, Options(density=75), cache=cache, workers=1)
    units = folder / "units.yaml"
    text = units.read_text(encoding="utf-8").replace("short: B}", "short: B, front: {attack: 5}}")
    units.write_text(text, encoding="utf-8")
    assets.forget()
    again = build(assets.load(folder), tmp_path, Options(density=75), cache=cache, workers=1)
    assert again.drawn == 1
