"""How many broken rules of Barbarossa the referee names: figures that are written into the docs, and may only rise.

`python -m tests.rules.barbarossa.figures` counts anew and writes them. No mutant goes through a log yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

from rules.barbarossa.book import BOOK
from rules.barbarossa.loading import open_switches
from rules.barbarossa.model import Position
from rules.barbarossa.mutators import BREACHES, Occasion
from rules.engine.actions import Action
from rules.engine.mutating import Mutant
from rules.engine.play import Turn
from tests.rules.barbarossa.many import SCENARIOS, battle, play
from tests.rules.barbarossa.printing import edition, seen
from tests.rules.shared import figures as shared
from tests.rules.shared.figures import Bench, Figures, Missed, Tally
from tests.rules.shared.through import Edition

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
DATA, PAGE = REFERENCE / "figures-barbarossa.json", REFERENCE / "figures-barbarossa.md"
SEED = 1

PAGE_TEXT = """# Figures: Barbarossa 1941

Counted by `python -m tests.rules.barbarossa.figures`; a test sees to it that they only rise. The mutators cover orders
and fire; those of movement, melee, works, flights, marks and the clock are not written, and no mutant goes through a
log yet.

| mutators | of them with an occasion | mutants | named | rules named | rules that bind |
| --- | --- | --- | --- | --- | --- |
| {mutators} | {tried} | {mutants} | {caught} | {rules} | {binding} |

Rules named: {named}.

Mutators that found no occasion in these games: {idle}.
"""


def bench() -> Bench[Position]:
    """Barbarossa on the bench."""
    return Bench(
        mutators=[(each.rule, each.name) for each in BREACHES.all],
        binding=sum(entry.binding and entry.human is None for entry in BOOK.entries.values()),
        games=_games,
        mutants=_mutants,
        edition=_edition,
        seen=_seen,
        silent={},
        logged=0,
    )


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for scenario in SCENARIOS:
        yield scenario, list(play(scenario, SEED))


def _mutants(scenario: str, game: Sequence[Turn[Position]], tally: Tally, most: int) -> Iterator[Mutant]:
    return BREACHES.mutants((Occasion(battle(scenario), turn.before, turn.action) for turn in game), tally, most)


def _edition(scenario: str, position: Position) -> Edition[Position]:
    return edition(battle(scenario), open_switches(), position)


def _seen(scenario: str, position: Position, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return seen(battle(scenario), position, actions)


@cache
def counted() -> tuple[Figures, tuple[Missed, ...]]:
    """The figures of a game of each scenario, and what was missed."""
    return shared.counted(bench())


def known() -> Figures:
    """The figures as they were written last."""
    return msgspec.json.decode(DATA.read_bytes(), type=Figures)


def page(figures: Figures) -> str:
    """The page of the docs."""
    data = msgspec.structs.asdict(figures)
    return PAGE_TEXT.format(**{**data, **{name: ", ".join(data[name]) or "none" for name in ("named", "idle")}})


def main() -> None:
    """Count anew and write the figures."""
    figures, missed = counted()
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    PAGE.write_text(page(figures), encoding="utf-8")
    for each in missed:
        print(each.rule, each.name, each.actions, each.ruling.rules)
    print(f"{figures.caught} of {figures.mutants} mutants named, {figures.rules} rules")


if __name__ == "__main__":
    main()
