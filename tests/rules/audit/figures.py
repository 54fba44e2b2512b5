"""How many broken rules are named: figures that are written into the docs, and may only rise.

`python -m tests.rules.audit.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import BOOK
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.mutators import BREACHES, mutants
from rules.engine.actions import Action
from rules.engine.mutating import Mutant
from rules.engine.play import Turn
from tests.rules.audit.golden import SCENARIOS, battle, play
from tests.rules.audit.prepared import STAGE
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.shared import figures as shared
from tests.rules.shared.figures import Bench, Figures, Missed, Tally
from tests.rules.shared.pages import SHELF_OF, silent, told_of
from tests.rules.shared.through import Edition

GAMES, FIRST_SEED = 4, 1000
SHELF = SHELF_OF[GAME]


def bench() -> Bench[Position]:
    """Blitzkrieg on the bench."""
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
    for scenario in SCENARIOS:
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            yield scenario, list(play(scenario, seed, 10_000))
    yield from STAGE.games()


def _battle(name: str) -> Battle:
    """The battle of a scenario or of a prepared position."""
    return STAGE.battle(name) if name in STAGE.written else battle(name)


def _mutants(scenario: str, game: Sequence[Turn[Position]], tally: Tally, most: int) -> Iterator[Mutant]:
    return mutants(_battle(scenario), game, tally, most)


def _edition(scenario: str, position: Position) -> Edition[Position]:
    return edition(_battle(scenario), open_switches(), position)


def _seen(scenario: str, position: Position, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return seen(_battle(scenario), position, actions)


@cache
def counted() -> tuple[Figures, tuple[Missed, ...]]:
    """The figures of some games of both scenarios, and what was missed."""
    return shared.counted(bench())


def main() -> None:
    """Count anew and write the figures."""
    figures, missed = counted()
    SHELF.write(figures)
    print(told_of(figures, missed))


if __name__ == "__main__":
    main()
