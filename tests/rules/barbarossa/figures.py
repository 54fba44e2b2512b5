"""How many broken rules of Barbarossa are named: figures that are written into the docs, and may only rise.

`python -m tests.rules.barbarossa.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.barbarossa.state.loading import open_switches
from rules.barbarossa.state.model import Position
from tests.rules.barbarossa.many import SCENARIOS, battle, play
from tests.rules.barbarossa.mutators import BREACHES, Occasion
from tests.rules.barbarossa.prepared import STAGE
from tests.rules.barbarossa.printing import edition, seen
from tests.rules.shared.kit import Kit
from tests.rules.shared.play import Turn

SEEDS = (1, 2, 3)


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for seed in SEEDS:
        for scenario in SCENARIOS:
            yield scenario, list(play(scenario, seed))


KIT = Kit(BREACHES, Occasion, STAGE, battle, _games, edition, seen, open_switches())

if __name__ == "__main__":
    print(KIT.count())
