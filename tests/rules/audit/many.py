"""Random legal games written as logs and audited from the logs, as many as one likes, of every game.

python -m tests.rules.audit.many GAME --count 500            # so many over all scenarios; prints what was found
python -m tests.rules.audit.many GAME --count 100 --write    # and writes it down for the docs
python -m tests.rules.audit.many GAME --count 100 --cut .05  # each cut into logs, one after every twentieth step
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec

from rules.audit.games import games
from rules.audit.report import Audit, Told
from tests.rules.shared.golden import Golden
from tests.rules.shared.kit import kit_of
from tests.rules.shared.pages import Measured, measured_at
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.savefile import SaveFile

LENGTH, WHOLE, WHOLE_EVERY = 250, 10_000, 20
"""How many actions of a game are played, and every how many-th is played to its end."""


class Found(msgspec.Struct, frozen=True):
    """A game that went through a log: how many actions were played and read, steps, findings."""

    played: int
    actions: int
    steps: int
    findings: tuple[Told, ...]
    illegal: int
    undecided: int


def written(workshop: Workshop, scenario: str, turns: Sequence[Turn[Any]], end: int | None = None) -> tuple[bytes, int]:
    """The log of a game, or of its first actions, and how many steps it has."""
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([turn.action for turn in turns])
    for turn in turns[:end]:
        scribe.write(writer.entries(turn.before, turn.action))
    return savefile.encode(scribe.log()), scribe.steps


def in_logs(
    workshop: Workshop, scenario: str, turns: Sequence[Turn[Any]], cut: Callable[[int], bool]
) -> list[tuple[str, SaveFile]]:
    """The logs of a game that is cut after some of its steps, as its players send them to each other."""
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([turn.action for turn in turns])
    logs, steps = list[SaveFile](), count(1)
    for turn in turns:
        for entry in writer.entries(turn.before, turn.action):
            scribe.write([entry])
            if cut(next(steps)):
                logs.append(scribe.next_log())
    return as_files([*logs, scribe.log()])


def as_files(logs: Sequence[SaveFile]) -> list[tuple[str, SaveFile]]:
    """Logs as they are read from their files, in the order of play."""
    return [(f"{place:03}.vlog", savefile.read(savefile.encode(log))) for place, log in enumerate(logs, 1)]


def cut_at_random(often: float, seed: int) -> Callable[[int], bool]:
    """Cuts a game so often, the same game always at the same steps."""
    chance = Random(seed)
    return lambda _: chance.random() < often


def through_a_log(workshop: Workshop, game: Golden, often: float = 0.0) -> Found:
    """The game written as a file, or as many, read from them, and audited."""
    name = workshop.game.info.id
    turns = list(kit_of(name).play(game.scenario, game.seed, game.limit))
    logs = in_logs(workshop, game.scenario, turns, cut_at_random(often, game.seed))
    report = Audit(games()[name], workshop.door).run(logs)
    told, steps = report.summary, sum(log.steps for log in report.logs)
    return Found(len(turns), told["actions"], steps, report.findings, told["illegal"], told["undecided"])


def measured(name: str, games_played: int, first: int, limit: int, often: float = 0.0) -> Measured:
    """Play, write and audit so many games, as many of each scenario; some to their end."""
    workshop, tally = workshop_of(name), Counter[str]()
    scenarios = tuple(workshop.game.scenarios)
    for number in range(games_played):
        scenario, seed = scenarios[number % len(scenarios)], first + number // len(scenarios)
        game = Golden(scenario, seed, limit if seed % WHOLE_EVERY else WHOLE)
        found = through_a_log(workshop, game, often)
        tally.update(games=1, played=found.played, read=found.actions, steps=found.steps)
        tally.update(illegal=found.illegal, undecided=found.undecided)
        for told in (each for each in found.findings if not each.note):
            print(scenario, seed, told.step, told.verdict, told.rule, told.text, flush=True)
    return msgspec.convert({"rules_version": games()[name].version, **tally}, Measured)


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and write down if that is wished; 1 if a game has a finding that is no remark."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=tuple(games()))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--limit", type=int, default=LENGTH)
    parser.add_argument("--cut", type=float, default=0.0, help="how often a game is cut into logs, for each step")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    result = measured(given.game, given.count, given.first, given.limit, given.cut)
    print(msgspec.json.encode(result).decode())
    if given.write:
        command = f"python -m tests.rules.audit.many {' '.join(arguments)}"
        written = msgspec.structs.replace(result, command=command)
        measured_at(given.game).write_bytes(msgspec.json.format(msgspec.json.encode(written), indent=1) + b"\n")
    return int(result.illegal + result.undecided > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
