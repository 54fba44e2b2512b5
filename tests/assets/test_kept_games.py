"""A game that was parsed once is read the next time, and is the same."""

import os
import shutil
from pathlib import Path

import pytest

import assets
import kept
from assets import AssetsError
from assets.parsing import parsed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "default_folder", lambda: tmp_path / "cache")
    assets.forget()
    yield tmp_path
    assets.forget()


def unparsed(_folder: Path, _overlay: Path | None) -> assets.Game:
    raise AssertionError("it was kept")


def again(monkeypatch: pytest.MonkeyPatch, *what: object) -> assets.Game:
    """The game as a second start of the program finds it, which parses nothing."""
    with monkeypatch.context() as patch:
        patch.setattr("assets.parsing.parsed", unparsed)
        assets.forget()
        return assets.load(*what)


@pytest.mark.parametrize("name", assets.games())
def test_a_kept_game_is_the_one_that_was_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = assets.load(name)
    second = again(monkeypatch, name)
    assert second is not first
    assert second == first == parsed(assets.folder_of(name), None)
    assert repr(second) == repr(first)
    assert repr(dict(second.values)) == repr(dict(first.values))
    assert dict(second.sources) == dict(first.sources)


def test_a_changed_file_makes_another_game(folder: Path) -> None:
    copy = folder / "copy"
    shutil.copytree(assets.folder_of(assets.games()[0]), copy)
    before = assets.load(copy)
    path = copy / "game.yaml"
    text = path.read_text(encoding="utf-8")
    status = path.stat()
    path.write_text(text.replace(f'version: "{before.info.version}"', 'version: "9.9"'), encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assets.forget()
    assert assets.load(copy).info.version == "9.9"


def test_a_new_file_makes_another_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = folder / "copy"
    shutil.copytree(assets.folder_of(assets.games()[0]), copy)
    assets.load(copy)
    (copy / "strange.yaml").write_text("x: 1\n")
    assets.forget()
    with pytest.raises(AssetsError, match="unknown file"):
        assets.load(copy)


def test_pictures_are_looked_for_anew(folder: Path) -> None:
    copy = folder / "copy"
    shutil.copytree(assets.folder_of(assets.games()[0]), copy)
    unit = next(iter(assets.load(copy).units))
    art = copy / "art" / "units" / f"{unit}.png"
    art.parent.mkdir(parents=True, exist_ok=True)
    art.touch()
    assets.forget()
    assert assets.load(copy).picture("units", unit) == art.resolve()


def test_a_wrong_game_is_wrong_each_time(folder: Path) -> None:
    (folder / "game.yaml").write_text("id: [\n")
    for _ in range(2):
        assets.forget()
        with pytest.raises(AssetsError, match="not YAML"):
            assets.load(folder)
