"""Which tests a change concerns, by the folders that it touches: `python -m tools.quick`, for `make quick`.

What changed is what git says since main, with what is not committed yet. A change concerns the tests of its folder and
of those that build on it; a test that changed concerns itself.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = "{game}"
CONCERNS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("vassal", ("tests/vassal", "tests/rules/audit", "tests/hexmeister")),
    ("assets/{game}", ("tests/games/{game}", "tests/assets", "tests/rules/{game}", "tests/builder")),
    ("assets", ("tests/assets", "tests/builder", "tests/rules")),
    ("templates/new", ("tests/hexmeister/test_own_game.py", "tests/hexmeister/test_modules.py")),
    ("templates", ("tests/builder", "tests/rules/audit")),
    ("builder", ("tests/builder",)),
    ("rules/engine", ("tests/rules",)),
    ("rules/audit", ("tests/rules/audit", "tests/rules/shared", "tests/hexmeister")),
    (
        "rules/{game}",
        ("tests/rules/{game}", "tests/games/{game}", "tests/rules/shared", "tests/rules/audit/test_played.py"),
    ),
    ("rules", ("tests/rules",)),
    ("hexmeister", ("tests/hexmeister",)),
    ("benchmarks", ("tests/benchmarks",)),
    ("kept", ("tests/kept", "tests/assets", "tests/hexmeister/test_quick_start.py")),
    ("tools", ("tests/tools", "tests/hexmeister/test_docs.py", "tests/hexmeister/test_language.py")),
    ("docs", ("tests/tools", "tests/hexmeister/test_docs.py")),
    ("pyproject.toml", ("tests",)),
)
"""By beginning of a path, the longest first for each folder: the tests that it concerns."""


def changed(base: str = "main") -> list[str]:
    """The files that differ from where this branch left the base, and those that are not committed."""
    since = _git("merge-base", base, "HEAD")
    return sorted({*_git("diff", "--name-only", *since), *_git("ls-files", "--others", "--exclude-standard")})


def concerned(files: Iterable[str]) -> list[str]:
    """The tests that changes of these files concern, none of them twice."""
    found = dict.fromkeys(test for file in files for test in _of(file) if (ROOT / test).exists())
    return [test for test in found if not any(Path(other) in Path(test).parents for other in found)]


def _of(file: str) -> Iterator[str]:
    parts = Path(file).parts
    if parts[0] == "tests":
        yield file if parts[-1].startswith("test_") else _helped(Path(file))
        return
    for beginning, tests in CONCERNS:
        places = Path(beginning).parts
        game = parts[1] if len(parts) > 2 and places[-1] == GAME else ""
        if parts[: len(places)] == tuple(game if each == GAME else each for each in places):
            yield from (test.replace(GAME, game) for test in tests)
            return


def _helped(file: Path) -> str:
    """The tests that something beside them serves: of the next folder above it that has any, of all beside `shared`."""
    if "shared" in file.parts:
        return str(Path(*file.parts[: file.parts.index("shared")]))
    return next(str(each) for each in file.parents if any((ROOT / each).glob("test_*.py")) or each.name == "tests")


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S607
    return done.stdout.split()


if __name__ == "__main__":
    print(" ".join(concerned(changed())))
