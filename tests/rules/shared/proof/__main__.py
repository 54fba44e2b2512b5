"""All kinds of proof in one run: every game, fresh seeds, a canary for each, and every figure with its bound.

python -m tests.rules.shared.proof --count 500                   # so many of each kind; prints a table
python -m tests.rules.shared.proof --games GAME --kinds slips permuted --count 50 --write    # and keeps it
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from time import process_time

from rules.audit.games import games
from tests.rules.shared.kit import kit_of
from tests.rules.shared.proof import altered, breaches, explored, metamorphic, people, permuted, silent, slips
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import Proof, hidden, today
from tests.rules.shared.proof.kept import Kept, keep, rows

KINDS: Mapping[str, Proof] = {
    "altered": altered.figures,
    "permuted": permuted.figures,
    "slips": slips.figures,
    "people": people.figures,
    "explored": explored.figures,
    "silent": silent.figures,
    "breaches": breaches.figures,
    "metamorphic": metamorphic.figures,
}


def main(arguments: Sequence[str]) -> int:
    """Prove and print; 1 if anything was found that should not be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=list(games()), choices=tuple(games()))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=tuple(KINDS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=today())
    parser.add_argument("--write", action="store_true", help="keep the figures for the docs")
    given = parser.parse_args(arguments)
    found = list[Figure]()
    for name in given.games:
        kit = kit_of(name)
        print(f"{name}: the canary is found: {hidden(kit, given.seed)}", flush=True)
        for kind in given.kinds:
            began = process_time()
            for figure in KINDS[kind](kit, given.count, given.seed):
                print(f"{name} {kind} {figure} ({process_time() - began:,.0f} s of a processor)", flush=True)
                found.append(figure)
                if given.write:
                    keep(name, Kept.of_run(name, kind, given.seed, figure))
        if given.write:
            print(*rows(name), sep="\n")
    return int(any(figure.found and not figure.open for figure in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
