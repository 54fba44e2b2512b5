"""All kinds of proof in one run: every game, fresh seeds, a canary for each, and every figure with its bound.

python -m tests.rules.shared.proof --count 500 --seed 7          # so many of each kind; prints a table
python -m tests.rules.shared.proof --games barbarossa --kinds slips permuted --count 50
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules.audit.games import games
from tests.rules.shared.kit import Kit, kit_of
from tests.rules.shared.proof import altered, breaches, explored, metamorphic, permuted, silent, slips
from tests.rules.shared.proof.bounds import told
from tests.rules.shared.proof.canary import canary


class Figure(msgspec.Struct, frozen=True):
    """A figure of a kind of proof: what was found of how many, and what it was counted on."""

    what: str
    found: int
    tried: int
    of: str

    def __str__(self) -> str:
        return f"{self.what}: {told(self.found, self.tried)}, {self.of}"


Proof = Callable[[Kit[Any, Any], int, int], Iterator[Figure]]


def _shown(found: Iterable[object]) -> int:
    """How many there are, each told as it comes."""
    count = 0
    for each in found:
        print("   ", str(each)[:400], flush=True)
        count += 1
    return count


def of_altered(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Faults of the program in altered games."""
    tally = Counter[str]()
    found = _shown(altered.faults(kit, count, seed, tally))
    yield Figure("faults", found, tally["games"], f"games with {tally['altered']:,} things altered")


def of_permuted(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Honest players accused for another order."""
    tally = Counter[str]()
    found = _shown(permuted.measured(kit, count, seed, tally))
    yield Figure("accused", found, tally["orders"], f"other orders of {tally['windows']:,} windows of legal games")


def of_slips(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Honest players accused for a slip."""
    tally = Counter[str]()
    found = _shown(slips.accused(kit, count, seed, tally))
    yield Figure("accused", found, tally["slips"], "slips that were put right")


def of_explored(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Honest players accused, or stuck, in explored games; options that are never taken."""
    found = explored.explored(kit, max(1, count // 25), seed)
    _shown([*found.dead, *(f"{where} {each.rule} {each.text}" for where, each in found.accused)])
    played = f"explored games of {found.tally['actions']:,} actions"
    yield Figure("accused", found.tally["accused"], found.tally["games"], played)
    yield Figure("dead ends", len(found.dead), found.tally["games"], played)
    yield Figure("never taken", len(found.known.neglected()), len(found.known.offered), "options that were offered")


def of_silent(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Deeds without a record that nobody tells."""
    walk = silent.Walk(kit)
    walk.go(1, seed, min(1.0, count / 500))
    _shown(f"untold: {deed} ({where})" for deed, where in sorted(walk.untold.items()))
    tally = walk.counted()
    tried = tally.total() - tally["undone"]
    yield Figure("untold", tally["silent"], tried, f"deeds by hand of {len(walk.heard):,} kinds")


def of_breaches(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Breaches that are not told, or of the wrong side."""
    tally, wrong, deaf = Counter[str](), 0, 0
    for each in breaches.measured(kit, count, seed, tally):
        print("   ", str(each)[:400], flush=True)
        wrong += each.owner is False
        deaf += not each.told
    tried = sum(many for kind, many in tally.items() if "," in kind and ":" not in kind)
    yield Figure("untold", deaf, tried, "breaches of all families")
    yield Figure("of the wrong side", wrong, tally["owners"], "breaches whose owner is known")


def of_metamorphic(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Verdicts that hang on what must not matter."""
    tally = Counter[str]()
    found = _shown(metamorphic.differing(kit, count, seed, tally))
    yield Figure("differ", found, tally["doubles"] + tally["bystanders"], "games with a double or without a bystander")
    rng, pairs, one_sided = Random(seed), 0, 0
    for scenario in kit.scenarios:
        some = list(metamorphic.pairs_of(kit, scenario, 100 * count, rng))
        pairs += len(some)
        one_sided += _shown(metamorphic.one_sided(kit.sight(scenario), iter(some)))
    yield Figure("one-sided", one_sided, pairs, "lines of sight")


KINDS: Mapping[str, Proof] = {
    "altered": of_altered,
    "permuted": of_permuted,
    "slips": of_slips,
    "explored": of_explored,
    "silent": of_silent,
    "breaches": of_breaches,
    "metamorphic": of_metamorphic,
}


def main(arguments: Sequence[str]) -> int:
    """Prove and print; 1 if anything was found that should not be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=list(games()), choices=tuple(games()))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=tuple(KINDS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    found = list[tuple[str, str, Figure]]()
    for name in given.games:
        kit = kit_of(name)
        print(f"{name}: the canary is found: {canary(kit, Random(given.seed)).breach}", flush=True)
        for kind in given.kinds:
            for figure in KINDS[kind](kit, given.count, given.seed):
                print(f"{name} {kind} {figure}", flush=True)
                found.append((name, kind, figure))
    print("\n| game | kind | what | figure | counted on |\n| --- | --- | --- | --- | --- |")
    for name, kind, figure in found:
        print(f"| {name} | {kind} | {figure.what} | {told(figure.found, figure.tried)} | {figure.of} |")
    return int(any(figure.found for _, _, figure in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
