"""What changed tells which tests a developer wants at once."""

from __future__ import annotations

import pytest

from tools.quick import CONCERNS, GAME, ROOT, concerned

RULES, CHECK = "tests/rules", "tests/hexmeister/test_check.py"


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["tests/vassal/test_sequence.py"], ["tests/vassal/test_sequence.py"]),
        (["tests/vassal/test_sequence.py", "tests/vassal/conftest.py"], ["tests/vassal"]),
        (["tests/rules/blitzkrieg/cases/breaches.yaml"], [f"{RULES}/blitzkrieg"]),
        (["tests/rules/shared/through.py", "rules/blitzkrieg/book.py"], [RULES, CHECK]),
        (["rules/blitzkrieg/ledger.yaml"], [f"{RULES}/blitzkrieg", f"{RULES}/shared", CHECK]),
        (["rules/engine/referee.py"], [RULES]),
        (["assets/barbarossa/units.yaml"], ["tests/assets", f"{RULES}/barbarossa", "tests/builder"]),
        (["assets/lines.py"], ["tests/assets", "tests/builder", RULES]),
        (["LICENSE"], []),
    ],
)
def test_a_change_concerns_the_tests_of_its_folder_and_of_what_builds_on_it(files: list[str], tests: list[str]) -> None:
    assert concerned(files) == tests


def test_every_place_that_is_named_is_there() -> None:
    named = {test for _, tests in CONCERNS for test in tests} | {place for place, _ in CONCERNS}
    assert [each for each in named if not (ROOT / each.replace(GAME, "blitzkrieg")).exists()] == []
