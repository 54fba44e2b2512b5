"""Random legal games of all scenarios, as many as one likes, and what happened in them.

python -m tests.rules.barbarossa.many 0 60      # the games of these seeds of each scenario
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from time import process_time

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.randomplay import RandomPlayer
from tests.rules.shared.play import Turn

SCENARIOS = tuple(assets.load("barbarossa").scenarios)
SWITCHES = open_switches()
MOST = 20_000


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


def play(scenario: str, seed: int, limit: int = MOST) -> Iterator[Turn[Position]]:
    """The random game of a seed."""
    return RandomPlayer(battle(scenario), SWITCHES, Random(seed)).play(begin(battle(scenario)), limit)


def deed(action: Action) -> str:
    """What an action is counted as: its verb, with the order, the kind of shot, the purpose of the dice, the box."""
    match action:
        case Roll(purpose=what) | do.Order(order=what) | do.Mark(what=what) | do.State(status=what):
            return f"{type(action).__name__.lower()} {what}"
        case do.Fire(kind=kind, after=after, again=again):
            return f"fire {kind}{' carried on' if after else ''}{' again' if again else ''}"
    return type(action).__name__.lower()


def main(first: int, end: int) -> int:
    """Play, and tell what happened; the number of games that did not come to their end."""
    tally, unfinished, started = Counter[str](), 0, process_time()
    for scenario in SCENARIOS:
        for seed in range(first, end):
            last: Turn[Position] | None = None
            for turn in play(scenario, seed):
                tally[deed(turn.action)] += 1
                last = turn
            if last is None or not isinstance(last.action, do.Conclude):
                unfinished += 1
                print(scenario, seed, "is not finished", last and (last.before.round, last.before.state), flush=True)
    for name, count in sorted(tally.items()):
        print(f"{name:32}{count:>9}")
    never = sorted(set(assets.load("barbarossa").orders) - {name[6:] for name in tally if name.startswith("order ")})
    print(f"games {len(SCENARIOS) * (end - first)}, unfinished {unfinished}, actions {tally.total()}")
    print(f"kinds of deeds {len(tally)}, orders never given: {never or 'none'}, {process_time() - started:.0f} s")
    return unfinished


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
