"""Random legal games written as logs and audited from the logs, as many as one likes.

python -m tests.rules.audit.many 250      # so many of each scenario; prints what was found
"""

from __future__ import annotations

import sys
from collections import Counter

import msgspec

from rules.audit.games import games
from rules.audit.report import Audit, Told
from tests.rules.audit.conftest import Workshop, workshop_of
from tests.rules.audit.golden import SCENARIOS, WHOLE, Golden, play
from vassal import savefile


class Found(msgspec.Struct, frozen=True):
    """A game that went through a log: how many actions were played and read, steps, findings."""

    played: int
    actions: int
    steps: int
    findings: tuple[Told, ...]
    illegal: int
    undecided: int


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


def main(count: int, first: int = 0, limit: int = WHOLE) -> int:
    """Play, write and audit so many games of each scenario; the number of games with a finding."""
    workshop, tally = workshop_of("blitzkrieg"), Counter[str]()
    for scenario in SCENARIOS:
        for seed in range(first, first + count):
            found = through_a_log(workshop, Golden(scenario, seed, limit))
            tally.update(games=1, played=found.played, read=found.actions, steps=found.steps)
            grave = [told for told in found.findings if not told.note]
            if grave:
                tally["games with findings"] += 1
                print(scenario, seed, grave[0].step, grave[0].verdict, grave[0].rule, grave[0].text, flush=True)
    print(dict(tally))
    return tally["games with findings"]


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
