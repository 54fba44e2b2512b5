"""Runs the tests of a game and writes down what they show through logs: `python -m tests.rules.shared.showing GAME`."""

from __future__ import annotations

import sys

import msgspec
import pytest
import yaml

from tests.rules.shared.casebook import HERE, KEY, LIST, Shown, folder, shown


class Collector:
    """Writes down what tests show."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._found: dict[str, Shown] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        """The tests note here what they show."""
        config.stash[KEY] = self._found

    def pytest_sessionfinish(self) -> None:
        """The list is written."""
        shows = {test: each for test, each in sorted(self._found.items()) if each != Shown()}
        text = yaml.safe_dump(msgspec.to_builtins(shows), sort_keys=False, width=200, default_flow_style=None)
        (folder(self._game) / LIST).write_text(text, encoding="utf-8")


def main(game: str) -> int:
    """Run the tests of a game and write its list anew."""
    (folder(game) / LIST).unlink(missing_ok=True)
    shown.cache_clear()
    return pytest.main([str(HERE / game), "-q"], plugins=[Collector(game)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
