"""What tests take: the processors' seconds of each, helpers included, and the page that lists the slow ones.

Each run leaves what its tests took in `build/tests/seconds.json`. `python -m tests.slow` takes from there the tests
that take long, all their cases together, and writes them down for the documentation.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tests.rules.shared.naming import record
from tests.selection import SAMPLED, left_out

DATA = Path(__file__).resolve().parents[1] / "docs" / "reference" / "slow.json"
LONG = 10.0
"""So many seconds of a processor are long."""
PAGE = """# What tests take

`make test` runs every test, of the slowest ones a sample of their cases, and then sends through logs what the tests
of rules play (`make plays`). `make long` runs what `make test` leaves out; it is meant for the night, as is `make
proof`, which counts [proofs](proofs.md) on fresh seeds. `make quick` runs the tests that a change concerns. Which tests
are sampled stands in `tests/selection.py`.

The seconds are those that processors gave to a test, its helpers included, when these figures were written down last
(`python -m tests.slow`); tests that take less than {long:.0f} are left out.

| test | cases | seconds, all cases | seconds in `make test` |
| --- | ---: | ---: | ---: |
{rows}

Left to `make long`: {rest}.
"""


class Taken(msgspec.Struct, frozen=True):
    """What the cases of a test took together, and those that every run takes."""

    cases: int
    seconds: float
    each_run: float


def now() -> float:
    """The seconds that processors have given to this process and to its helpers that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def taken(seconds: Mapping[str, float]) -> dict[str, Taken]:
    """By test what its cases took, the longest first."""
    left = left_out(seconds)
    cases, whole, each_run = Counter[str](), Counter[str](), Counter[str]()
    for test, spent in seconds.items():
        name = test.partition("[")[0]
        cases[name] += 1
        whole[name] += spent
        each_run[name] += 0 if test in left else spent
    return {name: Taken(cases[name], round(spent, 1), round(each_run[name], 1)) for name, spent in whole.most_common()}


def page() -> str:
    """The page of the documentation."""
    known = msgspec.json.decode(DATA.read_bytes(), type=dict[str, Taken])
    rows = (
        f"| `{name.removeprefix('tests/')}` | {each.cases} | {each.seconds} | {each.each_run or '-'} |"
        for name, each in known.items()
    )
    rest = (f"`{name.removeprefix('tests/')}` ({_share(every)})" for name, every in SAMPLED.items())
    return PAGE.format(long=LONG, rows="\n".join(rows), rest=", ".join(rest))


def _share(every: int) -> str:
    return f"all but one of {every} cases" if every else "all cases"


def main() -> None:
    """Write down the tests that took long in the last runs; of others that are known already, what is known stays."""
    known = msgspec.json.decode(DATA.read_bytes(), type=dict[str, Taken]) if DATA.is_file() else {}
    found = taken({test: each["processor"] for test, each in record("seconds").items()})
    both = {**known, **found}
    long = {
        name: both[name] for name in sorted(both, key=lambda name: -both[name].seconds) if both[name].seconds > LONG
    }
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(long), indent=1) + b"\n")


if __name__ == "__main__":
    main()
