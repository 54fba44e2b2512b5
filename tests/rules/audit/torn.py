"""Random legal games of which only a part is given: nobody may be accused by what the rest would have shown.

python -m tests.rules.audit.torn GAME --count 16     # each ended after any step, and begun after every tenth
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.audit.chain import Part, retold
from rules.audit.games import games
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.audit.report import Audit
from rules.engine.reading import Game
from rules.engine.ruling import Illegal, Undecided
from tests.rules.audit.many import in_logs
from tests.rules.shared.kit import kit_of
from tests.rules.shared.through import alone
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

Wrong = tuple[str, int, str, str]
"""What was said of an honest player: where the log was torn, the step, the rule, the message."""
FIRST = 20
"""Logs that end before this step hold nothing but the set-up."""


def story_of(name: str, scenario: str, seed: int, length: int) -> Part:
    """A random game as a log that was read."""
    ((_, log),) = logs_of(name, scenario, seed, length)
    return alone(Timeline.of(log, workshop_of(name).door), games()[name].seals)


def logs_of(name: str, scenario: str, seed: int, length: int, every: int = 0) -> Sequence[tuple[str, SaveFile]]:
    """A random game in logs of so many steps, or in one."""
    turns = tuple(kit_of(name).play(scenario, seed, length))
    return in_logs(workshop_of(name), scenario, turns, lambda step: bool(every) and step % every == 0)


def ended(game: Game, part: Part, end: int) -> Iterator[Judged]:
    """What is said of a log that ends after so many of its steps, to somebody who does not know what came after."""
    (torn,) = retold([replace(part, steps=part.steps[:end], shown=part.shown[:end])])
    play = game.play(part.witness.board(part.timeline.start), game.switches())
    judge: Judge[Any] = Judge(play.referee, play.reader, play.turn)
    return judge.judge(torn)


def ends(name: str, part: Part, every: int = 1) -> tuple[list[Wrong], Counter[str]]:
    """Who is accused where a log ends after its every so many-th step, and what is left open there."""
    wrong, left = list[Wrong](), Counter[str]()
    for end in range(FIRST, len(part.steps), every):
        for each in ended(games()[name], part, end):
            for finding in each.findings:
                if isinstance(finding, Illegal):
                    wrong.append((f"end {end}", each.step, finding.rule, finding.why))
                elif isinstance(finding, Undecided):
                    left[finding.why] += 1
    return wrong, left


def beginnings(workshop: Workshop, logs: Sequence[tuple[str, SaveFile]]) -> list[Wrong]:
    """Who is accused where the first logs of a game were not given, or one in its middle."""
    game, wrong = games()[workshop.game.info.id], list[Wrong]()
    for missing in range(1, len(logs)):
        for given in (logs[missing:], [*logs[: missing - 1], *logs[missing:]]):
            found = Audit(game, workshop.door).run(given).findings
            illegal = (told for told in found if told.verdict == "illegal")
            wrong += [(f"{len(given)} of {len(logs)}: {told.log}", told.step, told.rule, told.why) for told in illegal]
    return wrong


def measured(name: str, count: int, first: int, length: int) -> Mapping[str, int]:
    """Tear so many games, as many of each scenario, and print whom it accuses."""
    workshop, tally = workshop_of(name), Counter[str]()
    scenarios = tuple(workshop.game.scenarios)
    for number in range(count):
        scenario, seed = scenarios[number % len(scenarios)], first + number // len(scenarios)
        part = story_of(name, scenario, seed, length)
        wrong, left = ends(name, part)
        wrong += beginnings(workshop, logs_of(name, scenario, seed, length, every=10))
        for each in wrong:
            print(scenario, seed, *each, flush=True)
        tally.update(games=1, ends=len(part.steps) - FIRST, accused=len(wrong))
        tally.update({f"left open: {why}": many for why, many in left.items()})
    return dict(tally)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; 1 if anybody was accused."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=tuple(games()))
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--length", type=int, default=130)
    given = parser.parse_args(arguments)
    result = measured(given.game, given.count, given.first, given.length)
    print(result)
    return int(result["accused"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
