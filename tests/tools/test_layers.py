"""Forbidden imports are caught, those of a game that comes tomorrow as well."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from grimp import ImportGraph

from rules.audit.games import games
from tools.layers import parsed, part_of, strange

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("assets", "builder", "hexmeister", "kept", "rules", "tools", "vassal")
NEW: Final = "a_new_game"
FIRST, *OTHERS = games()
STRAYS: Final = (
    (f"rules.{NEW}.stray", f"rules.{FIRST}.book"),
    (f"rules.{NEW}.stray", "rules.audit.report"),
    (f"rules.{NEW}.stray", "builder.build"),
    (f"rules.{NEW}.stray", "vassal.savefile"),
    (f"rules.{NEW}.stray", "hexmeister.main"),
    *((f"rules.{FIRST}.stray", f"rules.{other}.book") for other in OTHERS),
    ("rules.audit.stray", f"rules.{FIRST}.book"),
    ("rules.audit.stray", f"rules.{NEW}"),
    ("rules.audit.stray", "builder.build"),
    ("rules.engine.stray", f"rules.{FIRST}.book"),
    ("rules.engine.stray", "assets"),
    ("rules.plugged.stray", "rules.audit.games"),
    ("builder.stray", f"rules.{FIRST}.book"),
    ("builder.stray", "rules.engine"),
    ("hexmeister.stray", f"rules.{FIRST}.book"),
    ("hexmeister.stray", f"rules.{NEW}"),
    ("assets.stray", "vassal"),
    ("vassal.stray", "assets"),
    ("kept.stray", "vassal"),
)
HONEST: Final = (
    (f"rules.{NEW}.fine", "rules.engine.actions"),
    (f"rules.{NEW}.fine", "rules.plugged"),
    (f"rules.{NEW}.fine", "rules.edition"),
    (f"rules.{NEW}.fine", "assets"),
    (f"rules.{NEW}.fine", f"rules.{NEW}.stray"),
    ("rules.audit.fine", "rules.engine.reading"),
    ("hexmeister.fine", "rules.audit.games"),
)


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code, with a new game in it that has done nothing wrong yet."""
    folder = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=lambda where, names: _no_code(Path(where), names))
    shutil.copy(ROOT / "pyproject.toml", folder)
    write(folder, f"rules.{NEW}.__init__", "")
    for importer, imported in HONEST:
        write(folder, importer, f"import {imported}\n")
    write(folder, f"rules.{NEW}.stray", "")
    return folder


def _no_code(where: Path, names: list[str]) -> list[str]:
    return [name for name in names if not (where / name).is_dir() and not name.endswith(".py")]


def write(folder: Path, module: str, text: str) -> None:
    path = folder.joinpath(*module.split(".")).with_suffix(".py")
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_the_house_as_it_is_keeps_the_contract_and_a_new_game_may_do_what_games_do(house: Path) -> None:
    done = checked(house)
    assert done.returncode == 0, done.stdout
    assert "1 kept, 0 broken" in done.stdout


def test_every_forbidden_import_is_named(house: Path, tmp_path: Path) -> None:
    folder = tmp_path / "strayed"
    shutil.copytree(house, folder)
    for importer, imported in STRAYS:
        write(folder, importer, f"import {imported}\n")
    write(folder, "rules.engine.hidden", f"def later():\n    from rules.{FIRST} import book\n    return book\n")
    done = checked(folder)
    assert done.returncode != 0
    lines = done.stdout.splitlines()
    for importer, imported in (*STRAYS, ("rules.engine.hidden", f"rules.{FIRST}.book")):
        named = [line for line in lines if line.startswith(f"{importer} (l. ") and f"imports {imported}:" in line]
        assert named, (importer, imported, done.stdout)


def test_a_part_of_which_nothing_is_said_may_import_nothing() -> None:
    graph = ImportGraph()
    for module in ("attic", "attic.old", "vassal"):
        graph.add_module(module)
    graph.add_import(importer="attic.old", imported="vassal", line_number=3, line_contents="import vassal")
    ((importer, imported, line, part),) = strange(graph, parsed(["vassal: kept"]))
    assert (importer, imported, line, part) == ("attic.old", "vassal", 3, "a part of which nothing is said")


def test_each_game_is_a_part_of_its_own() -> None:
    table = parsed(["rules:", "rules.engine: kept", "rules.*: rules.engine"])
    assert part_of("rules.omaha.fire.shots", table) == ("rules.*", "rules.omaha")
    assert part_of("rules.engine.referee", table) == ("rules.engine", "rules.engine")
    assert part_of("rules", table) == ("rules", "rules")
