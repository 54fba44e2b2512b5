"""What changed tells which tests a developer wants at once."""

from __future__ import annotations

import tomllib

import pytest

from rules.audit.games import doors
from tools.quick import CONCERNS, GAME, ROOT, concerned

ONE = next(iter(doors()))
RULES, GAMES = "tests/rules", "tests/games"


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["tests/vassal/test_sequence.py"], ["tests/vassal/test_sequence.py"]),
        (["tests/vassal/test_sequence.py", "tests/vassal/conftest.py"], ["tests/vassal"]),
        ([f"tests/rules/{ONE}/cases/some.yaml"], [f"{RULES}/{ONE}"]),
        (["tests/rules/shared/through.py", f"rules/{ONE}/book.py"], [RULES, f"{GAMES}/{ONE}"]),
        (
            [f"rules/{ONE}/ledger.yaml"],
            [f"{RULES}/{ONE}", f"{GAMES}/{ONE}", f"{RULES}/shared", f"{RULES}/audit/test_played.py"],
        ),
        (["rules/engine/referee.py"], [RULES]),
        ([f"assets/{ONE}/units.yaml"], [f"{GAMES}/{ONE}", "tests/assets", f"{RULES}/{ONE}", "tests/builder"]),
        (["assets/lines.py"], ["tests/assets", "tests/builder", RULES]),
        (["templates/new/pyproject.toml"], ["tests/hexmeister/test_own_game.py", "tests/hexmeister/test_modules.py"]),
        (["LICENSE"], []),
    ],
)
def test_a_change_concerns_the_tests_of_its_folder_and_of_what_builds_on_it(files: list[str], tests: list[str]) -> None:
    assert concerned(files) == tests


def test_every_part_of_the_house_concerns_some_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert [each for each in (*parts, "benchmarks", "docs", "tools") if not concerned([f"{each}/some.py"])] == []


def test_every_place_that_is_named_is_there() -> None:
    named = {test for _, tests in CONCERNS for test in tests} | {place for place, _ in CONCERNS}
    places = [each.replace(GAME, game) for each in named for game in doors()]
    assert [each for each in places if not (ROOT / each).exists()] == []
