"""How many broken rules of Barbarossa are named: figures that are written into the docs, and may only rise.

`python -m tests.rules.barbarossa.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules.barbarossa.battle import Battle
from rules.barbarossa.book import BOOK
from rules.barbarossa.loading import open_switches
from rules.barbarossa.model import Position
from rules.barbarossa.mutators import BREACHES, Occasion
from rules.engine.actions import Action
from rules.engine.mutating import Mutant
from rules.engine.play import Turn
from tests.rules.barbarossa import many
from tests.rules.barbarossa.many import SCENARIOS, play
from tests.rules.barbarossa.prepared import STAGE
from tests.rules.barbarossa.printing import GAME, edition, seen
from tests.rules.shared import figures as shared
from tests.rules.shared.figures import Bench, Figures, Missed, Tally
from tests.rules.shared.pages import SHELF_OF, silent, told_of
from tests.rules.shared.through import Edition

SEEDS = (1, 2)
SHELF = SHELF_OF[GAME]


def bench() -> Bench[Position]:
    """Barbarossa on the bench."""
    return Bench(
        mutators=[(each.rule, each.name) for each in BREACHES.all],
        binding=sum(entry.binding and entry.human is None for entry in BOOK.entries.values()),
        games=_games,
        mutants=_mutants,
        edition=_edition,
        seen=_seen,
        silent=silent(GAME),
        same=SHELF.same,
    )


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for seed in SEEDS:
        for scenario in SCENARIOS:
            yield scenario, list(play(scenario, seed))
    yield from STAGE.games()


def _battle(name: str) -> Battle:
    """The battle of a scenario or of a prepared position."""
    return STAGE.battle(name) if name in STAGE.written else many.battle(name)


def _mutants(scenario: str, game: Sequence[Turn[Position]], tally: Tally, most: int) -> Iterator[Mutant]:
    return BREACHES.mutants((Occasion(_battle(scenario), turn.before, turn.action) for turn in game), tally, most)


def _edition(scenario: str, position: Position) -> Edition[Position]:
    return edition(_battle(scenario), open_switches(), position)


def _seen(scenario: str, position: Position, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return seen(_battle(scenario), position, actions)


@cache
def counted() -> tuple[Figures, tuple[Missed, ...]]:
    """The figures of some games of each scenario and of prepared positions, and what was missed."""
    return shared.counted(bench())


def main() -> None:
    """Count anew and write the figures."""
    figures, missed = counted()
    SHELF.write(figures)
    print(told_of(figures, missed))


if __name__ == "__main__":
    main()
