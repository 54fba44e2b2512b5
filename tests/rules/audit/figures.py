"""How many broken rules of Blitzkrieg are named: figures that are written into the docs, and may only rise.

`python -m tests.rules.audit.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from tests.rules.audit.golden import SCENARIOS, battle, play
from tests.rules.audit.prepared import STAGE
from tests.rules.blitzkrieg.mutators import BREACHES, Occasion
from tests.rules.blitzkrieg.printing import edition, seen
from tests.rules.shared.kit import Kit
from tests.rules.shared.play import Turn

GAMES, FIRST_SEED = 4, 1000


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for scenario in SCENARIOS:
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            yield scenario, list(play(scenario, seed, 10_000))


KIT = Kit(BREACHES, Occasion, STAGE, battle, _games, edition, seen, open_switches())

if __name__ == "__main__":
    print(KIT.count())
