"""The head of every proof: its command line, the seed of the day, and a canary in every run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from rules.audit.games import games
from tests.rules.shared.kit import Kit, kit_of
from tests.rules.shared.proof.figure import Figure

Proof = Callable[..., Iterator[Figure]]
"""The figures of a kit, so many and from a seed; whatever was found is printed on the way."""


def shown(found: Iterable[object]) -> int:
    """How many there are, each told as it comes."""
    count = 0
    for each in found:
        print("   ", str(each)[:600], flush=True)
        count += 1
    return count


def today() -> int:
    """The seed of a day: nobody can choose it so that it passes."""
    return int(datetime.now(UTC).strftime("%Y%m%d"))


def hidden(kit: Kit[Any, Any], seed: int) -> str:
    """The breach that was hidden in a run, and found; an error if it was not."""
    from tests.rules.shared.proof.canary import canary

    return str(canary(kit, Random(seed)).breach)


def alone(proof: Proof, **usual: Any) -> None:
    """The command line of one proof: prints its figures, and ends with 1 if anything was found that should not be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=tuple(games()))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=today())
    for name, value in usual.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given = vars(parser.parse_args())
    kit = kit_of(given.pop("game"))
    print("the canary is found:", hidden(kit, given["seed"]), flush=True)
    figures = list[Figure]()
    for figure in proof(kit, given.pop("count"), given.pop("seed"), **given):
        print(figure, flush=True)
        figures.append(figure)
    sys.exit(int(any(figure.found and not figure.open for figure in figures)))
