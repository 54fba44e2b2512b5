"""The kit of Blitzkrieg: all that its proof needs to know of it.

`python -m tests.rules.blitzkrieg.kit` counts anew how many broken rules are named, and writes the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import assets
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from tests.rules.blitzkrieg.golden import SCENARIOS, battle, play
from tests.rules.blitzkrieg.mutators import BREACHES, Occasion
from tests.rules.blitzkrieg.prepared import STAGE
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.shared.habits import Temper, stands
from tests.rules.shared.kit import Kit
from tests.rules.shared.play import Turn

GAMES, FIRST_SEED = 4, 1000


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for scenario in SCENARIOS:
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            yield scenario, list(play(scenario, seed, 10_000))


TEMPER = Temper(
    sides=("german", "french"),
    phases=tuple(assets.load(GAME).chronicle.phases),
    stands=stands,
    moves=frozenset({"step"}),
    books=frozenset({"state", "loss"}),
    switches=frozenset({"state"}),
    twice=frozenset({"done", "fireend", "aim"}),
    unsaid=frozenset({"fireend", "actend"}),
    never=frozenset({"sliding", "belated", "astray", "back_again"}),
    # Who drags a piece there and back has moved it twice, and pays for it.
    by_anybody=frozenset({"phase", "vp"}),
)
KIT = Kit(SCENARIOS, play, BREACHES, Occasion, STAGE, battle, _games, edition, seen, open_switches(), TEMPER)

if __name__ == "__main__":
    print(KIT.count())
