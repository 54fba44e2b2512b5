"""Golden games of the second game: random legal games by scenario, seed and length.

Run it as a program to write the list anew after the rules have changed: `python -m tests.rules.barbarossa.golden`.
"""

from __future__ import annotations

from pathlib import Path

from tests.rules.barbarossa.many import SCENARIOS, play
from tests.rules.shared.golden import Shelf

SHELF = Shelf(
    Path(__file__).with_name("golden.json"),
    play,
    SCENARIOS,
    games=8,
    length=180,
    whole=300,
    whole_every=8,
)


if __name__ == "__main__":
    SHELF.write()
