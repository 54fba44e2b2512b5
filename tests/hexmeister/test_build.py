"""`hexmeister build` and `hexmeister render`, on a very small game."""

import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image

import assets
from builder.build import module_name
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
    assert Path(answer["file"]) == tmp_path / "out" / "skirmish-1.0-75.vmod"
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


def test_a_game_that_is_not_there_is_named_as_it_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "skirmishh"]) == 2
    assert capsys.readouterr().err.startswith("hexmeister: skirmishh: there is no such game")


def test_what_is_built_otherwise_than_usual_has_a_name_of_its_own(tmp_path: Path) -> None:
    game, out = small_game(tmp_path / "skirmish"), tmp_path / "out"
    (tmp_path / "mine").mkdir()
    for words in ((), ("--overlay", str(tmp_path / "mine")), ("--theme", "flat")):
        main(["build", str(game), "-o", str(out), "--density", "75", *words])
    names = {"skirmish-1.0-75", "skirmish-1.0-mine-75", "skirmish-1.0-75-flat"}
    assert {path.stem for path in out.iterdir()} == names
    assert module_name(assets.load(game), "de") == "skirmish-1.0-de.vmod"


def test_a_scan_of_another_shape_is_told_and_one_of_another_size_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = small_game(tmp_path / "skirmish")
    (game / "art" / "units").mkdir(parents=True)
    Image.new("RGB", (400, 400)).save(game / "art" / "units" / "red.1.b.png")
    wide = game / "art" / "units" / "red.1.a.png"
    Image.new("RGB", (400, 100)).save(wide)
    (game / "art" / "maps").mkdir()
    board = next(iter(assets.load(game).maps))
    Image.new("RGB", (400, 20)).save(game / "art" / "maps" / f"{board}.png")
    main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
    said = capsys.readouterr().err.splitlines()
    assert [f"{wide}: 400 × 100 pixels, stretched to the shape of 75 × 75" in line for line in said] == [True, False]
    assert f"{board}.png: 400 × 20 pixels, stretched" in said[1]
    main(["render", str(game), "red.1.a", "-o", str(tmp_path / "a.png")])
    assert "400 × 100 pixels, stretched to the shape of 150 × 150" in capsys.readouterr().err


def test_numbers_that_were_lost_are_told_where_an_older_module_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = small_game(tmp_path / "skirmish")
    for said in ("", "", "gpids.lock is gone and was begun anew"):
        main(["build", str(game), "-o", str(tmp_path), "--density", "75"])
        told = capsys.readouterr().err
        assert said in told
        assert bool(said) == bool(told)
        if (tmp_path / "once").exists():
            (game / "gpids.lock").unlink()
        (tmp_path / "once").touch()


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
