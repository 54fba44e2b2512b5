"""All kinds of proof in one run: every game, fresh seeds, a canary for each, and every figure with its bound.

python -m tests.rules.shared.proof --count 500                   # so many of each kind; prints a table
python -m tests.rules.shared.proof --minutes 60 --write          # in slices, kind after kind, as long as that
python -m tests.rules.shared.proof --games GAME --kinds slips permuted --count 50 --write

With `--write` every slice is kept as soon as it is done, and adds to those of other seeds: a run goes on where the last
one ended, however that was. What was found is told, and stands in `build/proofs`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.audit.games import games
from tests.rules.shared.proof.explored import memory
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import today
from tests.rules.shared.proof.kept import Kept, keep, path, rows
from tests.rules.shared.proof.slices import KINDS, Done, Slice, done, in_time

FOUND = Path("build/proofs")


def main(arguments: Sequence[str]) -> int:
    """Prove and print; 1 if anything was found that should not be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=list(games()), choices=tuple(games()))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=tuple(KINDS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=0, help="in slices as long as that, and not so many of each")
    parser.add_argument("--jobs", type=int, default=2, help="so many slices at a time")
    parser.add_argument("--seed", type=int, default=today())
    parser.add_argument("--write", action="store_true", help="keep the figures for the docs")
    parser.add_argument("--anew", action="store_true", help="forget what was kept before")
    given = parser.parse_args(arguments)
    for name in given.games if given.anew else ():
        path(name).unlink(missing_ok=True)
        memory(name).unlink(missing_ok=True)
    found, failed = list[Figure](), 0
    if given.minutes:
        slices = in_time(given.games, given.kinds, given.minutes, given.jobs)
    else:
        slices = (done(Slice(name, kind, given.count, given.seed)) for name in given.games for kind in given.kinds)
    for each in slices:
        found += _told(each, write=given.write)
        failed += each.failed
    if given.write:
        for name in given.games:
            print(name, *rows(name), sep="\n")
    if failed:
        print(f"{failed} slices count for nothing: the canary was not found, or an error of ours ended them")
    return int(bool(failed) or any(figure.found and not figure.open for figure in found))


def _told(each: Done, *, write: bool) -> Sequence[Figure]:
    """The figures of a slice, printed with what was found, and kept if that is wished."""
    one = each.slice
    print(f"{one.game} {one.kind}, seed {one.seed}, {each.seconds:,.0f} s of a processor", flush=True)
    if each.said:
        print(each.said, flush=True)
        FOUND.mkdir(parents=True, exist_ok=True)
        with (FOUND / f"{one.game}-{one.kind}.txt").open("a", encoding="utf-8") as file:
            file.write(f"# seed {one.seed}, rules version {games()[one.game].version}\n{each.said}\n")
    for figure in each.figures:
        print(f"  {figure}", flush=True)
        if write:
            keep(one.game, Kept.of_run(one.game, one.kind, one.seed, figure))
    return each.figures


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
