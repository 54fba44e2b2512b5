"""Lines of Python a rule are counted where the rules lie, and nowhere else."""

from pathlib import Path

import pytest

from rules.audit.games import games
from tools.lines import lines_of, main, rooms


def test_lines_are_counted_room_by_room_without_the_proof(tmp_path: Path) -> None:
    for place, lines in {"game.py": 2, "move/road.py": 3, "move/far/sea.py": 4, "tests/kit.py": 100}.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("x = 1\n" * lines)
    assert rooms(tmp_path) == {".": 2, "move": 7}


@pytest.mark.parametrize("game", list(games()))
def test_a_game_takes_lines_for_the_rules_that_bind(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = lines_of(game)
    assert found.total == round(found.each * found.binding) > found.binding > 0
    assert main(["--rooms"]) == 0
    assert f"{game}: {found.each:.1f} lines a rule" in capsys.readouterr().out
