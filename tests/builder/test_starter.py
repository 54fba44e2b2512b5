"""A game that was just begun is whole: it loads, builds, opens, and the linter finds nothing in it."""

from pathlib import Path

import pytest

from assets import load
from builder.build import build, without_pictures
from builder.cache import Cache
from builder.lint import lint
from builder.module import Options
from builder.starter import begin, contents
from vassal import savefile
from vassal.errors import VassalError
from vassal.module import Module


def test_a_new_game_has_two_sides_eight_units_a_map_and_a_scenario(tmp_path: Path) -> None:
    game = load(begin("two_hills", tmp_path))
    assert (game.id, game.info.title.en) == ("two_hills", "Two Hills")
    assert (len(game.sides), len(game.units), len(game.maps), len(game.scenarios)) == (2, 8, 1, 1)
    assert all(source.origin == "invented" for source in game.sources.values())


def test_every_file_explains_itself_and_bears_the_name_of_the_game() -> None:
    for path, text in contents("two_hills"):
        assert text.startswith(("# ", '"""')) or path.endswith(".json"), path
        assert not any(word in text for word in ("new_game", "NewGame", "New Game", "NEW")), path
        assert "new_game" not in path
    assert len(list(contents("two_hills"))) > 20


def test_a_new_game_builds_at_once_and_the_linter_is_content(tmp_path: Path) -> None:
    built = build(load(begin("two_hills", tmp_path)), tmp_path, Options(density=75), cache=Cache(tmp_path / "cache"))
    assert lint(built.path).findings == ()
    module = Module.open(built.path)
    assert module.problems == ()
    assert module.name == "Two Hills"


def test_its_scenario_begins_with_all_units_on_the_map(tmp_path: Path) -> None:
    _, _, packed = without_pictures(load(begin("two_hills", tmp_path)))
    module = Module.open(packed)
    ready = next(setup.file for setup in module.setups if "empty" not in setup.file and setup.file)
    save = savefile.read(module.read(ready))
    assert save.module is not None
    assert save.module.name == "Two Hills"


@pytest.mark.parametrize("name", ["Two Hills", "../away", "", "a", "2nd", "x" * 50, "höhe", "two-hills", "import"])
def test_a_name_that_could_be_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(VassalError, match="no name for a game"):
        begin(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["assets", "rules", "json", "numpy"])
def test_a_name_that_a_package_has_already_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(VassalError, match=r"called .* already"):
        begin(name, tmp_path)


def test_what_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "two_hills").mkdir()
    with pytest.raises(VassalError, match="already"):
        begin("two_hills", tmp_path)
    assert list((tmp_path / "two_hills").iterdir()) == []
