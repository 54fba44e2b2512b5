"""How many broken rules the referee names: figures that are written into the docs, and may only rise.

`python -m tests.rules.audit.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import msgspec

from rules.blitzkrieg.book import BOOK
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.mutators import MUTATORS, Mutant, mutants
from rules.engine.ruling import Ruling
from tests.rules.audit.golden import SCENARIOS, battle, play

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
DATA, PAGE = REFERENCE / "figures.json", REFERENCE / "figures.md"
GAMES, MOST, FIRST_SEED = 4, 2, 1000

PAGE_TEXT = """# Figures

Counted by `python -m tests.rules.audit.figures`; a test sees to it that they only rise.

**Nothing slips through.** A mutator breaks one rule in an otherwise legal game; the referee has to name that rule at
that very action.

| mutators | of them with an occasion | mutants | named | rules named | rules that bind |
| --- | --- | --- | --- | --- | --- |
| {mutators} | {tried} | {mutants} | {caught} | {rules} | {binding} |

Rules named: {named}.

Mutators that found no occasion in these games: {idle}.
"""


class Figures(msgspec.Struct, frozen=True):
    """What was counted."""

    mutators: int
    tried: int
    mutants: int
    caught: int
    rules: int
    binding: int
    named: tuple[str, ...]
    idle: tuple[str, ...]


class Missed(msgspec.Struct, frozen=True):
    """A mutant that was not named as what it is."""

    mutant: Mutant
    ruling: Ruling


@cache
def counted() -> tuple[Figures, tuple[Missed, ...]]:
    """The figures of some games of both scenarios, and what was missed."""
    tally, caught, missed = Counter[tuple[str, str]](), Counter[str](), list[Missed]()
    for scenario in SCENARIOS:
        judge = referee(battle(scenario), open_switches())
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            game = list(play(scenario, seed, 10_000))
            for mutant in mutants(battle(scenario), game, tally, MOST):
                position, ruling = mutant.before, Ruling()
                for action in mutant.actions:
                    position, ruling = judge.step(position, action)
                if mutant.rule in ruling.rules:
                    caught[mutant.rule] += 1
                else:
                    missed.append(Missed(mutant, ruling))
    idle = sorted({f"{each.rule} ({each.name})" for each in MUTATORS if not tally[each.rule, each.name]})
    binding = sum(entry.binding and entry.human is None for entry in BOOK.entries.values())
    figures = Figures(
        mutators=len(MUTATORS),
        tried=len(tally),
        mutants=sum(tally.values()),
        caught=sum(caught.values()),
        rules=len(caught),
        binding=binding,
        named=tuple(sorted(caught)),
        idle=tuple(idle),
    )
    return figures, tuple(missed)


def known() -> Figures:
    """The figures as they were written last."""
    return msgspec.json.decode(DATA.read_bytes(), type=Figures)


def page(figures: Figures) -> str:
    """The page of the docs."""
    data = msgspec.structs.asdict(figures)
    return PAGE_TEXT.format(**{**data, "named": ", ".join(figures.named), "idle": ", ".join(figures.idle) or "none"})


def main() -> None:
    """Count anew and write the figures."""
    figures, missed = counted()
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    PAGE.write_text(page(figures), encoding="utf-8")
    for each in missed:
        print(each.mutant.rule, each.mutant.name, each.mutant.actions, each.ruling.rules)
    print(f"{figures.caught} of {figures.mutants} mutants named, {figures.rules} rules")


if __name__ == "__main__":
    main()
