"""`hexmeister build` and `hexmeister render`, on a very small game."""

import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from builder.drawing import theme as themes
from hexmeister.main import main
from tests.builder.small import small_game


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))


def test_it_says_where_the_module_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = small_game(tmp_path / "skirmish")
    assert main(["build", str(game), "-o", str(tmp_path / "out"), "--density", "75", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert Path(answer["file"]) == tmp_path / "out" / "skirmish-1.0.vmod"
    assert Path(answer["file"]).stat().st_size == answer["bytes"]


def test_a_module_is_written_as_the_file_that_was_named(tmp_path: Path) -> None:
    game, target = small_game(tmp_path / "skirmish"), tmp_path / "out" / "mine.vmod"
    assert main(["build", str(game), "-o", str(target), "--density", "75"]) == 0
    assert zipfile.is_zipfile(target)
    assert list(target.parent.iterdir()) == [target]


def test_where_nothing_can_be_written_nothing_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("it was drawn")

    monkeypatch.setattr("builder.build.build", never)
    (tmp_path / "file").touch()
    game = small_game(tmp_path / "skirmish")
    assert main(["build", str(game), "-o", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_numbers_that_were_given_are_written_down(tmp_path: Path) -> None:
    game = small_game(tmp_path / "skirmish")
    main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
    assert (game / "gpids.lock").read_text(encoding="utf-8").splitlines()[1:] == ["1 unit/red.1.a", "2 unit/red.1.b"]


def test_a_spoilt_lock_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = small_game(tmp_path / "skirmish")
    (game / "gpids.lock").write_text("one unit\n", encoding="utf-8")
    assert main(["build", str(game), "-o", str(tmp_path)]) == 2
    assert "gpids.lock:1" in capsys.readouterr().err


def test_a_wrong_value_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = small_game(tmp_path / "skirmish")
    units = game / "units.yaml"
    units.write_text(units.read_text(encoding="utf-8").replace("attack: 4", "attack: four"), encoding="utf-8")
    assert main(["build", str(game), "-o", str(tmp_path)]) == 2
    assert "units.yaml" in capsys.readouterr().err


def test_one_counter_is_drawn(tmp_path: Path) -> None:
    game, target = small_game(tmp_path / "skirmish"), tmp_path / "a.png"
    assert main(["render", str(game), "red.1.a", "-o", str(target), "--density", "75"]) == 0
    with Image.open(target) as image:
        assert image.size == (75, 75)


@pytest.mark.parametrize("theme", themes.names())
def test_every_theme_can_be_asked_for(theme: str, tmp_path: Path) -> None:
    game, target = small_game(tmp_path / "skirmish"), tmp_path / "a.png"
    assert main(["render", str(game), "red.1.a", "-o", str(target), "--density", "75", "--theme", theme]) == 0


def test_a_theme_that_is_not_there_is_answered_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = small_game(tmp_path / "skirmish")
    assert main(["render", str(game), "red.1.a", "--theme", "baroque"]) == 2
    said = capsys.readouterr().err
    assert all(theme in said for theme in themes.names())


def test_a_piece_that_is_not_there_is_answered_with_those_that_are_near(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = small_game(tmp_path / "skirmish")
    assert main(["render", str(game), "red.1.aa"]) == 2
    assert "red.1.a" in capsys.readouterr().err


def test_an_overlay_keeps_the_numbers_of_its_own_pieces_and_leaves_ours_alone(tmp_path: Path) -> None:
    game, overlay = small_game(tmp_path / "skirmish"), tmp_path / "mine"
    main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
    before = (game / "gpids.lock").read_bytes()
    overlay.mkdir()
    (overlay / "units.yaml").write_text(
        "source: {origin: invented}\nunits:\n  red.1.b: null\n"
        "  red.1.c: {model: rifles, formation: red.1, name: {en: C, de: C}, short: C}\n",
        encoding="utf-8",
    )
    assert main(["build", str(game), "-o", str(tmp_path), "--density", "75", "--overlay", str(overlay)]) == 0
    assert (game / "gpids.lock").read_bytes() == before
    assert (overlay / "gpids.lock").read_text(encoding="utf-8").splitlines()[1:] == ["100000 unit/red.1.c"]


def test_an_overlay_without_pieces_of_its_own_gets_no_lock(tmp_path: Path) -> None:
    game, overlay = small_game(tmp_path / "skirmish"), tmp_path / "mine"
    main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
    overlay.mkdir()
    assert main(["build", str(game), "-o", str(tmp_path), "--density", "75", "--overlay", str(overlay)]) == 0
    assert list(overlay.iterdir()) == []


def test_watch_builds_again_when_a_unit_changes_and_outlives_a_wrong_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = small_game(tmp_path / "skirmish")
    main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
    (game / ".#units.yaml").symlink_to("nobody@nowhere")  # as an editor leaves it while it has the file open
    units = game / "units.yaml"
    text = units.read_text(encoding="utf-8")
    edits = iter([text.replace("attack: 4", "attack: four"), text.replace("attack: 4", "attack: 5")])

    def edit(_seconds: float) -> None:
        fresh = next(edits, None)
        if fresh is None:
            raise KeyboardInterrupt
        units.write_text(fresh, encoding="utf-8")

    monkeypatch.setattr("time.sleep", edit)
    capsys.readouterr()
    assert main(["build", str(game), "-o", str(tmp_path), "--density", "75", "--watch"]) == 130
    out, err = capsys.readouterr()
    drawn = [line.partition("pages, ")[2] for line in out.splitlines()]
    assert drawn == ["0 of them drawn now", "3 of them drawn now"]  # two fronts, and the title page that shows one
    assert "skirmish/units.yaml" in err
    assert "expected a whole number, found 'four'" in err
