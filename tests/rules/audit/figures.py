"""How many broken rules are named: figures that are written into the docs, and may only rise.

`python -m tests.rules.audit.figures` counts anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
import yaml

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import BOOK
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.mutators import BREACHES, mutants
from rules.engine.actions import Action
from rules.engine.mutating import Mutant
from rules.engine.play import Turn
from rules.engine.rulebook import Entry
from tests.rules.audit import many, prepared
from tests.rules.audit.golden import SCENARIOS, battle, play
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.shared import figures as shared
from tests.rules.shared.casebook import folder
from tests.rules.shared.figures import Bench, Figures, Missed, Tally
from tests.rules.shared.through import Edition
from tools.mutation import Sample

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
DATA, PAGE = REFERENCE / "figures.json", REFERENCE / "figures.md"
FAULTS = REFERENCE / "faults.json"
GAMES, FIRST_SEED = 4, 1000
UNBROKEN = "unbroken.yaml"

PAGE_TEXT = """# Figures

Counted by `python -m tests.rules.audit.figures`; a test sees to it that they only rise.

**Nothing slips through.** A mutator breaks one rule in an otherwise legal game; the referee has to name that rule at
that very action. Of each mutator the first mutant is also written as a log, from the moment at which the rule is
broken, and the audit has to name the rule at the step concerned.

| mutators | of them with an occasion | mutants | named | with nothing else said | rules named | rules that bind |
| --- | --- | --- | --- | --- | --- | --- |
| {mutators} | {tried} | {mutants} | {caught} | {alone} | {rules} | {binding} |

| mutants written as logs | named | rules named from logs |
| --- | --- | --- |
| {logged} | {logged_caught} | {from_logs} |

Rules named: {named}.

Rules that are named by an entry that says the same: {same}.

Mutators that found no occasion in these games: {idle}.

Rules whose breach is illegal and that no mutator breaks, and why:

{unbroken}

Not broken so far: {open}.

What no log shows, and why:

{silent}

**No false accusation.** Random legal games, set-up included, written as logs, read from the files and audited
(`python -m tests.rules.audit.many --count 500 --first 5000 --limit 300 --write`): one in twenty is played to its end,
of the others the first 300 actions.

| rules version | games | actions played | actions read | steps | illegal | undecided |
| --- | --- | --- | --- | --- | --- | --- |
| {games} |

**Faults noticed.** Small faults (a comparison, a condition, a number, a branch) put one by one into the rules, each
tried with the cases that come through its line (`python -m tools.mutation --write` writes this line). Of those not
noticed some cannot be seen: the generator may propose what the referee refuses.

| rules | seed | faults that could be made | tried | noticed | share |
| --- | --- | --- | --- | --- | --- |
{faults}
"""


@cache
def silent() -> dict[str, str]:
    """By rule and name of a mutator: why no log shows what it does."""
    found = yaml.safe_load((folder(GAME) / "silent-mutators.yaml").read_text(encoding="utf-8")) or []
    return {name: each["why"] for each in found for name in each["mutators"]}


@cache
def unbroken() -> dict[str, str]:
    """By rule: why no mutator breaks it."""
    found = yaml.safe_load((folder(GAME) / UNBROKEN).read_text(encoding="utf-8")) or {}
    return msgspec.convert(found, dict[str, str])


def not_yet(figures: Figures) -> tuple[str, ...]:
    """The rules whose breach is illegal, and of which nothing is said yet."""
    known = {*figures.named, *figures.same, *unbroken()}
    return tuple(name for name, entry in BOOK.entries.items() if _is_broken(entry) and name not in known)


def _is_broken(entry: Entry) -> bool:
    return entry.verdict == "illegal" and entry.human is None


def bench() -> Bench[Position]:
    """Blitzkrieg on the bench."""
    return Bench(
        mutators=[(each.rule, each.name) for each in BREACHES.all],
        binding=sum(entry.binding and entry.human is None for entry in BOOK.entries.values()),
        games=_games,
        mutants=_mutants,
        edition=_edition,
        seen=_seen,
        silent=silent(),
        same={name: entry.found_as for name, entry in BOOK.entries.items()},
    )


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for scenario in SCENARIOS:
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            yield scenario, list(play(scenario, seed, 10_000))
    yield from prepared.games()


def _battle(name: str) -> Battle:
    """The battle of a scenario or of a prepared position."""
    return prepared.battle(name) if name in prepared.written() else battle(name)


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


def known() -> Figures:
    """The figures as they were written last."""
    return msgspec.json.decode(DATA.read_bytes(), type=Figures)


def page(figures: Figures) -> str:
    """The page of the docs."""
    data = msgspec.structs.asdict(figures)
    texts = {name: ", ".join(data[name]) or "none" for name in ("named", "idle", "same")}
    games = " | ".join(str(value) for value in msgspec.structs.astuple(many.known()))
    whys = "\n".join(f"* {name.replace(' ', ' (', 1)}): {why}." for name, why in sorted(silent().items()))
    faults = "\n".join(_line(each) for each in msgspec.json.decode(FAULTS.read_bytes(), type=list[Sample]))
    reasons = "\n".join(f"* {name}: {why}." for name, why in sorted(unbroken().items())) or "none"
    lists = {"games": games, "silent": whys, "faults": faults, "unbroken": reasons}
    lists["open"] = ", ".join(not_yet(figures)) or "none"
    return PAGE_TEXT.format(**{**data, **texts, **lists, "from_logs": len(figures.logged_named)})


def _line(sample: Sample) -> str:
    share = f"{sample.noticed / sample.tried:.0%}"
    return f"| {sample.folder} | {sample.seed} | {sample.could} | {sample.tried} | {sample.noticed} | {share} |"


def main() -> None:
    """Count anew and write the figures."""
    figures, missed = counted()
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    PAGE.write_text(page(figures), encoding="utf-8")
    for each in missed:
        print(each.where, each.rule, each.name, each.actions, each.ruling.rules, each.heard)
    print(f"{figures.caught} of {figures.mutants} mutants named, {figures.rules} rules")
    print(f"{figures.logged_caught} of {figures.logged} logs named, {len(figures.logged_named)} rules")


if __name__ == "__main__":
    main()
