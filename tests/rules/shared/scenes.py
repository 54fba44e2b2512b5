"""Runs the tests that name a ruling, and writes down which they settle: `python -m tests.rules.shared.scenes GAME`."""

from __future__ import annotations

import sys

import pytest
import yaml

from tests.rules.shared.casebook import HERE, folder
from tests.rules.shared.settling import KEY, LIST, scenes, spoken


class Collector:
    """Writes down what tests settle."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._found: dict[str, list[str]] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        """The tests note here what they settle."""
        config.stash[KEY] = self._found

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only tests that name a ruling are run."""
        items[:] = [item for item in items if spoken(item)]

    def pytest_sessionfinish(self) -> None:
        """The list is written."""
        settled = {ruling: sorted(tests) for ruling, tests in sorted(self._found.items()) if tests}
        text = yaml.safe_dump(settled, sort_keys=False, width=200, default_flow_style=False)
        (folder(self._game) / LIST).write_text(text, encoding="utf-8")


def main(game: str) -> int:
    """Run the tests of a game and write its list anew."""
    (folder(game) / LIST).unlink(missing_ok=True)
    scenes.cache_clear()
    return pytest.main([str(HERE / game), "-q"], plugins=[Collector(game)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
