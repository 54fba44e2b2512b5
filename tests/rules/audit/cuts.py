"""Random games out of which a step was cut: what is broken long after the gap is told, and nobody honest is accused.

python -m tests.rules.audit.cuts GAME --count 100    # so many games; prints who is accused and what goes untold
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.audit.games import games
from rules.audit.integrity import torn
from rules.audit.report import Audit, Told
from rules.engine.actions import Action
from tests.rules.shared.kit import Kit, kit_of
from tests.rules.shared.mutating import Mutant
from tests.rules.shared.mutating import Tally as Made
from tests.rules.shared.pages import silent
from tests.rules.shared.play import Turn
from tests.rules.shared.proof.bounds import told
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal.errors import VassalError
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

NEAR, APART = 20, 50
"""No step before the first of these is cut out, and a breach comes so many steps after a gap at least."""
LENGTHS = 140, 420


@dataclass(frozen=True)
class Planted:
    """A breach at the end of a game out of which a step was cut."""

    scenario: str
    seed: int
    rule: str
    name: str
    cut: int
    steps: int
    whole: frozenset[str]
    """How it is called without the gap."""
    found: tuple[Told, ...]
    """What is said of it with the gap."""

    @property
    def named(self) -> bool:
        """Whether it is called illegal all the same."""
        return any(each.verdict == "illegal" and each.rule in self.whole for each in self.found)

    def __str__(self) -> str:
        said = sorted({f"{each.verdict} {each.rule} {each.why}" for each in self.found})
        return f"{self.scenario} {self.seed} cut {self.cut} of {self.steps}: {self.rule} {self.name} -> {said}"


def written(
    workshop: Workshop, scenario: str, turns: Sequence[Turn[Any]], more: Sequence[Action]
) -> tuple[SaveFile, int]:
    """The log of a game and of more actions at its end, and how many steps the game has."""
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([*(turn.action for turn in turns[:-1]), *more])
    for turn in turns[:-1]:
        scribe.write(writer.entries(turn.before, turn.action))
    steps, position, referee = (
        scribe.steps,
        turns[-1].before,
        kit_of(workshop.game.info.id).player(scenario, Random(0)).referee,
    )
    for action in more:
        scribe.write(writer.entries(position, action))
        position = referee.play(position, action)
    return scribe.log(), steps


def without(log: SaveFile, step: int) -> SaveFile:
    """The log without a step."""
    gone = log.steps[step]
    return replace(log, commands=tuple(each for each in log.commands if each is not gone))


def said(name: str, log: SaveFile, first: int = 0) -> tuple[Told, ...]:
    """What is found in a log from a step on, beyond what it tells of itself."""
    found = Audit(games()[name], workshop_of(name).door).run([("game", log)]).findings
    return tuple(each for each in found if each.rule and each.step > first and not each.note)


def planted(kit: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]], rng: Random) -> Mutant | None:
    """A breach of the last moment of a game that a log can show."""
    battle, last, quiet = kit.scenario(scenario), turns[-1], silent(kit.name)
    able = [
        each
        for each in kit.breaches.mutants([kit.occasion(battle, last.before, last.action)], Made(), 1)
        if each.before is last.before and f"{each.rule} {each.name}" not in quiet
    ]
    return rng.choice(able) if able else None


def measured(
    kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str]
) -> Iterator[Planted | tuple[str, int, int, Told]]:
    """Breaches that the log of a game with a gap shows, and who is accused who did nothing wrong."""
    rng, workshop = Random(seed), workshop_of(kit.name)
    for number in range(count):
        scenario, at = kit.scenarios[number % len(kit.scenarios)], rng.randrange(10**6)
        game = list(kit.play(scenario, at, rng.randrange(*LENGTHS)))
        if len(game) < LENGTHS[0]:
            continue
        log, steps = written(workshop, scenario, game, [game[-1].action])
        places = rng.sample(range(NEAR, steps - 1), 2)
        for cut in places:
            holed = without(log, cut)
            if not any(torn(Timeline.of(holed))):
                continue  # what no record counts can be cut out unnoticed
            tally.update(honest=1)
            for each in said(kit.name, holed):
                tally.update([each.verdict])
                if each.verdict == "illegal":
                    yield scenario, at, cut, each
        for end in rng.sample(range(LENGTHS[0], len(game)), min(6, len(game) - LENGTHS[0])):
            mutant = planted(kit, scenario, game[: end + 1], rng)
            if mutant is None:
                continue
            try:
                log, steps = written(
                    workshop, scenario, game[: end + 1], kit.seen(kit.scenario(scenario), mutant.before, mutant.actions)
                )
            except VassalError:
                continue
            whole = frozenset(each.rule for each in said(kit.name, log, steps) if each.verdict == "illegal")
            if not whole or steps - APART <= NEAR:
                continue
            cut = rng.randrange(NEAR, steps - APART)
            holed = without(log, cut)
            if not any(torn(Timeline.of(holed))):
                continue
            yield Planted(scenario, at, mutant.rule, mutant.name, cut, steps, whole, said(kit.name, holed, steps - 1))


def main(arguments: Sequence[str]) -> int:
    """Measure and print; 1 if anybody was accused."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=tuple(games()))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    tally: Counter[str] = Counter()
    for each in measured(kit_of(given.game), given.count, given.seed, tally):
        if isinstance(each, Planted):
            tally.update(planted=1, named=each.named)
            if not each.named:
                print("untold", each, flush=True)
        else:
            tally.update(accused=1)
            scenario, at, cut, found = each
            print("accused", scenario, at, f"cut {cut}", found.step, found.rule, found.why, found.facts, flush=True)
    print(dict(tally))
    print("named", told(tally["named"], tally["planted"]))
    return int(tally["accused"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
