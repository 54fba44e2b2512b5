"""The games that have a referee: what they are called is known before any is loaded, and only the one asked for is."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import assets
from assets.finding import packages
from rules.audit import games as finding
from rules.audit.games import door_of, doors, game_of, games
from rules.meta import MetaError
from vassal.errors import Unsupported

ROOT = Path(__file__).parents[3]
OWN = next(name for name, door in doors().items() if door.package.startswith("rules."))
"""A game of this house."""
TITLE = doors()[OWN].meta.titles[0]
SOUGHT = (packages, finding.doors)
LOADED = """
import sys
from rules.audit.games import door_of, doors, games
{what}
print(*sorted(name for name in doors() if doors()[name].package in sys.modules))
"""


def loaded_by(what: str, path: Path = ROOT) -> list[str]:
    """The games that are loaded in a fresh process after this."""
    command = [sys.executable, "-c", LOADED.format(what=what)]
    return subprocess.run(command, cwd=path, check=True, capture_output=True, text=True).stdout.split()


def brought(folder: Path, name: str, package: str, meta: str | None) -> None:
    """Leave a package that brings a game in a folder, as an installer leaves it."""
    said = folder / f"{package}-1.0.dist-info"
    said.mkdir(parents=True)
    (said / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (said / "entry_points.txt").write_text(f"[hexmeister.games]\n{name} = {package}\n")
    if meta is not None:
        (folder / package).mkdir()
        (folder / package / "__init__.py").touch()
        (folder / package / "meta.yaml").write_text(meta)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose packages are found; games are sought anew before and after."""
    monkeypatch.syspath_prepend(tmp_path)
    for each in SOUGHT:
        each.cache_clear()
    yield tmp_path
    for each in SOUGHT:
        each.cache_clear()


@pytest.mark.parametrize("name", list(games()))
def test_a_game_says_of_itself_what_its_data_say(name: str) -> None:
    title = assets.load(name).info.title
    assert set(doors()[name].meta.titles) == {title.en, title.de}
    assert games()[name].id == name
    assert games()[name].version == doors()[name].meta.version


def test_no_game_is_loaded_to_know_what_it_is_called() -> None:
    assert loaded_by("[door.meta for door in doors().values()]; list(games())") == []


@pytest.mark.parametrize("name", list(games()))
def test_a_game_is_loaded_alone(name: str) -> None:
    title = doors()[name].meta.titles[0]
    assert loaded_by(f"from rules.audit.games import game_of; game_of({title!r}).data") == [name]


def test_a_module_that_no_referee_knows_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(Unsupported, match=r"Hexmeister can judge only .*, not 'Chess'") as refused:
        game_of("Chess")
    assert all(title in str(refused.value) for door in doors().values() for title in door.meta.titles)
    assert door_of("Chess") is None


def test_a_package_that_is_installed_brings_a_game(installed: Path) -> None:
    brought(installed, "hills", "hills_game", 'id: hills\ntitles: [The Hills]\nversion: "1"\n')
    assert doors()["hills"].folder == installed / "hills_game"
    assert door_of("The Hills") is doors()["hills"]
    assert "hills_game" not in sys.modules


@pytest.mark.parametrize(
    ("name", "meta", "said"),
    [
        ("hills", None, "the package of the game hills is not there; install it again"),
        ("hills", 'id: dales\ntitles: [Dales]\nversion: "1"\n', "meta.yaml calls it dales"),
        ("hills", "id: [", "does not tell which game this is"),
        ("hills", "id: hills\n", "does not tell which game this is.*titles"),
        (OWN, f'id: {OWN}\ntitles: [X]\nversion: "1"\n', f"which rules.{OWN} brings already"),
    ],
)
def test_a_package_that_brings_no_game_says_so(installed: Path, name: str, meta: str | None, said: str) -> None:
    brought(installed, name, "hills_game", meta)
    with pytest.raises(MetaError, match=said):
        doors()
    assert door_of(TITLE) is not None
