"""Honest players with bad habits: random legal games as people really play them, written as logs and audited.

A game is played by the rules, and then written down as nobody plans it: steps are taken back and done again, models
are dragged there and back, in one go or together, boxes are marked and wiped and marked, bookkeeping comes early or
late, the marker runs ahead and comes back, words are said twice or not at all. Nothing of that breaks a rule, so
nothing of it may be called illegal. Whatever is called so is traced to the few habits that it takes.

python -m tests.rules.audit.honest GAME --count 100 --often .05     # so many games, every twentieth step so
python -m tests.rules.audit.honest GAME --count 100 --habits undone late
python -m tests.rules.audit.honest GAME --count 100 --ends 6     # each game also as logs that end somewhere
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from rules.audit.games import games
from rules.audit.report import Audit, Told
from tests.rules.audit.many import as_files
from tests.rules.shared.golden import Golden
from tests.rules.shared.habits import ALL, Page, Slip, Stroke, dealt, slips
from tests.rules.shared.kit import kit_of
from tests.rules.shared.proof.hand import logs_of
from tests.rules.shared.tempers import temper_of
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal.savefile import SaveFile

LENGTH = 250
RASH = frozenset({"mistaken", "wandering"})
"""Habits of doing something wrong that is taken back at once."""
ASTRAY = frozenset({"astray", "sliding"})
"""Habits of doing something wrong that is put right at once: a log that ends before shows only what is wrong."""


def pages(workshop: Workshop, game: Golden) -> tuple[Page, ...]:
    """What the log of a random game shows, step by step."""
    turns = list(kit_of(workshop.game.info.id).play(game.scenario, game.seed, game.limit))
    writer = workshop.writer(game.scenario)
    writer.foresee([turn.action for turn in turns])
    return tuple(Page(entry, turn.before) for turn in turns for entry in writer.entries(turn.before, turn.action))


def logs(workshop: Workshop, scenario: str, strokes: Sequence[Stroke]) -> list[tuple[str, SaveFile]]:
    """The logs of what is done, as they are read from their files."""
    return as_files(logs_of(workshop.scribe(scenario), strokes))


def accused(
    workshop: Workshop, scenario: str, story: Sequence[Page], given: Sequence[Slip], end: int | None = None
) -> list[Told]:
    """What is called illegal in a game that is played with these habits, or in the first so many deeds of it."""
    name, strokes = workshop.game.info.id, dealt(story, given)
    report = Audit(games()[name], workshop.door).run(logs(workshop, scenario, strokes[:end]), in_order=True)
    return [told for told in report.findings if told.verdict == "illegal"]


def traced(workshop: Workshop, scenario: str, story: Sequence[Page], given: Sequence[Slip]) -> list[Slip]:
    """As few of the habits as it takes for the accusation to be made."""
    guilty, parts = list(given), 2
    while len(guilty) > 1:
        size = -(-len(guilty) // parts)
        chunks = [guilty[at : at + size] for at in range(0, len(guilty), size)]
        tries = (*chunks, *([each for each in guilty if each not in chunk] for chunk in chunks if len(chunks) > 2))
        found = next((each for each in tries if accused(workshop, scenario, story, each)), None)
        if found is not None:
            guilty, parts = found, 2
        elif size == 1:
            break
        else:
            parts = min(len(guilty), 2 * parts)
    return guilty


@dataclass(frozen=True)
class Manner:
    """How often players follow habits, for each step, and which."""

    often: float
    habits: Sequence[str] = tuple(ALL)
    ends: int = 0
    """At how many places each log ends, one by one, beside its own end."""


Wrong = list[tuple[list[Slip], list[Told]]]
"""Who was accused, each by the habits that it takes."""


def wrongly(name: str, game: Golden, manner: Manner) -> tuple[Wrong, Counter[str]]:
    """Who is accused in a game that is played in this manner, and how often each habit was followed."""
    workshop, temper = workshop_of(name), temper_of(name, game.scenario)
    story = pages(workshop, game)
    given = slips(temper, story, Random(game.seed), manner.often, manner.habits)
    counted = Counter(slip.habit for slip in given)
    wrong: Wrong = []
    while given and accused(workshop, game.scenario, story, given):
        guilty = traced(workshop, game.scenario, story, given)
        wrong.append((guilty, accused(workshop, game.scenario, story, guilty)))
        given = [each for each in given if each not in guilty]
    return wrong, counted


def cut_short(name: str, game: Golden, manner: Manner) -> Iterator[tuple[int, list[Told]]]:
    """Who is accused in a log that ends somewhere, and after how many deeds it does.

    What is wrong and taken back is done in a log that ends before, so nothing of that kind is done here.
    """
    workshop, temper, chance = workshop_of(name), temper_of(name, game.scenario), Random(game.seed)
    story = pages(workshop, game)
    given = slips(temper, story, chance, manner.often, [each for each in manner.habits if each not in RASH])
    deeds, between = range(1, len(dealt(story, given))), frozenset(_astray(given))
    for end in sorted(chance.sample(deeds, min(manner.ends, len(deeds)))):
        found = [] if end in between else accused(workshop, game.scenario, story, given, end)
        if found:
            yield end, found


def _astray(given: Sequence[Slip]) -> Iterator[int]:
    """After how many deeds a piece lies astray that is put right next."""
    here, done = 0, 0
    for slip in sorted(given, key=lambda each: each.place):
        done += slip.place - here
        if slip.habit in ASTRAY:
            yield from range(done + 1, done + len(slip.strokes))
        here, done = slip.place + slip.length, done + len(slip.strokes)


def measured(name: str, count: int, first: int, length: int, manner: Manner) -> Counter[str]:
    """Play so many games, as many of each scenario, and print whom they accuse and why."""
    tally, scenarios = Counter[str](), tuple(workshop_of(name).game.scenarios)
    for number in range(count):
        scenario, seed = scenarios[number % len(scenarios)], first + number // len(scenarios)
        wrong, counted = wrongly(name, Golden(scenario, seed, length), manner)
        tally.update(games=1, accused=len(wrong))
        tally.update(counted)
        for guilty, found in wrong:
            _show(scenario, seed, [f"{each.habit} at {each.place}: {each.told}" for each in guilty], found)
        for end, found in cut_short(name, Golden(scenario, seed, length), manner):
            tally.update(accused=1)
            _show(scenario, seed, f"ends after {end}", found)
    return tally


def _show(scenario: str, seed: int, why: object, found: Sequence[Told]) -> None:
    print(scenario, seed, why, flush=True)
    for told in found[:4]:
        print("   ", told.log, told.step, told.rule, told.text, flush=True)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; 1 if anybody was accused."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=tuple(games()))
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--length", type=int, default=LENGTH)
    parser.add_argument("--often", type=float, default=0.1)
    parser.add_argument("--habits", nargs="*", default=list(ALL), choices=tuple(ALL))
    parser.add_argument("--ends", type=int, default=0)
    given = parser.parse_args(arguments)
    manner = Manner(given.often, given.habits, given.ends)
    result = measured(given.game, given.count, given.first, given.length, manner)
    print(dict(sorted(result.items())))
    return int(result["accused"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
