"""Random legal games written as logs and audited from the logs, as many as one likes.

python -m tests.rules.audit.many --count 500            # so many over all scenarios; prints what was found
python -m tests.rules.audit.many --count 500 --write    # and writes it down for the docs
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from rules.audit.games import games
from rules.audit.report import Audit, Told
from tests.rules.audit.conftest import Workshop, workshop_of
from tests.rules.audit.golden import LENGTH, SCENARIOS, WHOLE, WHOLE_EVERY, Golden, play
from vassal import savefile

MEASURED = Path(__file__).parents[3] / "docs" / "reference" / "games.json"


class Found(msgspec.Struct, frozen=True):
    """A game that went through a log: how many actions were played and read, steps, findings."""

    played: int
    actions: int
    steps: int
    findings: tuple[Told, ...]
    illegal: int
    undecided: int


class Measured(msgspec.Struct, frozen=True):
    """What was measured over many games."""

    rules_version: str = ""
    games: int = 0
    played: int = 0
    read: int = 0
    steps: int = 0
    illegal: int = 0
    undecided: int = 0


def through_a_log(workshop: Workshop, game: Golden) -> Found:
    """The game written as a file, read from the file, and audited."""
    scribe, writer, count = workshop.scribe(game.scenario), workshop.writer(game.scenario), 0
    for turn in play(game.scenario, game.seed, game.limit):
        scribe.write(writer.entries(turn.before, turn.action))
        count += 1
    log = savefile.read(savefile.encode(scribe.log()))
    report = Audit(games()["blitzkrieg"], workshop.module).run([(f"{game.scenario}-{game.seed}", log)])
    told = report.summary
    return Found(count, told["actions"], scribe.steps, report.findings, told["illegal"], told["undecided"])


def known() -> Measured:
    """What was measured last."""
    return msgspec.json.decode(MEASURED.read_bytes(), type=Measured) if MEASURED.is_file() else Measured()


def measured(count: int, first: int, limit: int) -> Measured:
    """Play, write and audit so many games, as many of each scenario; some to their end."""
    workshop, tally = workshop_of("blitzkrieg"), Counter[str]()
    for number in range(count):
        scenario, seed = SCENARIOS[number % len(SCENARIOS)], first + number // len(SCENARIOS)
        found = through_a_log(workshop, Golden(scenario, seed, limit if seed % WHOLE_EVERY else WHOLE))
        tally.update(games=1, played=found.played, read=found.actions, steps=found.steps)
        tally.update(illegal=found.illegal, undecided=found.undecided)
        for told in (each for each in found.findings if not each.note):
            print(scenario, seed, told.step, told.verdict, told.rule, told.text, flush=True)
    return Measured(games()["blitzkrieg"].version, **tally)


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and write down if that is wished; 1 if a game has a finding that is no remark."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--limit", type=int, default=LENGTH)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    result = measured(given.count, given.first, given.limit)
    print(msgspec.json.encode(result).decode())
    if given.write:
        MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    return int(result.illegal + result.undecided > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
