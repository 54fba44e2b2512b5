"""The package that pip installs works away from the checkout, with all its data."""

import ast
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("assets", "builder", "hexmeister", "kept", "rules", "templates", "vassal")
OUTSIDE = ("benchmarks", "tests", "tools")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def run(*command: object, cwd: Path) -> str:
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, check=True, capture_output=True, text=True, timeout=300).stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("hexmeister-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment that holds the wheel and borrows only its dependencies."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    run(*PIP, "--python", folder / "bin" / "python", "install", "--no-deps", wheel, cwd=folder)
    (packages,) = folder.glob("lib/*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    wanted = {path.relative_to(ROOT).as_posix() for path in files if path.is_file() and "__pycache__" not in path.parts}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert wanted <= packed
    assert "hexmeister/locale/de/LC_MESSAGES/hexmeister.mo" in packed


def test_nothing_in_the_wheel_needs_what_only_serves_its_proof() -> None:
    # The kit of the example is copied for whoever begins a game: it is used beside our tests, and by nothing of ours.
    example = ROOT / "templates" / "new" / "new_game" / "tests" / "kit.py"
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path != example]
    assert example.is_file()
    used = {name for path in files for name in _imported(path) if name.partition(".")[0] in OUTSIDE}
    assert files
    assert used == set()


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_licences_travel_with_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)
    assert any(name.endswith("dist-info/licenses/LICENSES/README.md") for name in names)


def test_the_installed_program_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = run(installed / "bin" / "python", "-c", "import hexmeister; print(hexmeister.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed)


def test_the_installed_program_speaks_german(installed: Path, tmp_path: Path) -> None:
    assert "Diese Hilfe zeigen und enden." in run(
        installed / "bin" / "hexmeister", "--help", "--lang", "de", cwd=tmp_path
    )


def test_the_installed_program_finds_its_games(installed: Path, tmp_path: Path) -> None:
    known = "from rules.audit.games import games; print(*sorted(games()))"
    found = run(installed / "bin" / "python", "-c", known, cwd=tmp_path)
    assert found.split() == sorted(path.parent.name for path in (ROOT / "rules").glob("*/meta.yaml"))
