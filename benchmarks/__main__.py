"""`python -m benchmarks [NAME…]`: measure what matters, each beside its baseline."""

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.frame import Case, Goal, Measure, Result, taken
from benchmarks.season import page

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE.parent / "docs" / "benchmarks.md"

_HEADER: Final = """# Benchmarks

`make bench` measures these anew; `python -m benchmarks --write` writes this page. Every figure stands beside a baseline
that was taken in the same run, on the same machine, so that the **ratio** means something elsewhere too. The time **of
processors** is that of all of them together, helpers included; rates and bounds are of it, for it holds on a busy
machine as well.

Measured on: {machine}.
"""


def main(arguments: Sequence[str]) -> int:
    """Return 0 if all bounds were kept, else 1."""
    wish = _parser().parse_args(arguments)
    results = []
    for case in _chosen(wish.names):
        results.append(taken(case))
        if not wish.json:
            print(_line(results[-1]), flush=True)
    if wish.json:
        print(json.dumps({"machine": _machine(), "cases": [_record(result) for result in results]}, indent=2))
    if wish.write:
        PAGE.write_text(_page(results), encoding="utf-8")
    return 1 if any(result.missed for result in results) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="only modules or cases whose name holds one of these words")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    return parser


def _cases() -> Iterator[tuple[str, Case]]:
    for module in sorted(found.name for found in pkgutil.iter_modules([str(HERE)]) if found.name.startswith("bench_")):
        for case in importlib.import_module(f"benchmarks.{module}").cases():
            yield module, case


def _chosen(words: Sequence[str]) -> Iterator[Case]:
    for module, case in _cases():
        if not words or any(word in module or word in case.name for word in words):
            yield case


def _machine() -> str:
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"


def _line(result: Result) -> str:
    return "  ".join(part for part in (f"{result.case.name:<44}", *_figures(result), _verdict(result)) if part)


def _figures(result: Result) -> Iterable[str]:
    measure, case = result.measure, result.case
    yield f"{_seconds(measure.seconds):>9}"
    yield f"({_seconds(measure.processor)} of processors)"
    yield f"{measure.rate:>12,.0f} {case.unit}/s" if case.amount != 1.0 else ""
    yield f"{measure.megabytes:>6,.0f} MB"
    yield f"{result.ratio:>7.1f} x {case.baseline_name}" if result.ratio is not None else ""


def _verdict(result: Result) -> str:
    if not result.case.goals:
        return ""
    return "MISSED: " + ", ".join(map(_bound, result.missed)) if result.missed else "ok"


def _bound(goal: Goal) -> str:
    return f"{goal.of} at {goal.at} {goal.value:,g}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"


def _record(result: Result) -> dict[str, Any]:
    case = result.case
    return {
        "name": case.name,
        "amount": case.amount,
        "unit": case.unit,
        **_measure(result.measure),
        "baseline": result.baseline and {"name": case.baseline_name, **_measure(result.baseline)},
        "ratio": result.ratio,
        "goals": [_bound(goal) for goal in case.goals],
        "missed": [_bound(goal) for goal in result.missed],
    }


def _measure(measure: Measure) -> dict[str, float]:
    return measure._asdict()


def _page(results: Sequence[Result]) -> str:
    rows = [
        "| what | time | of processors | rate | memory | baseline | ratio | bound |",
        "| --- | ---: | ---: | ---: | ---: | --- | ---: | --- |",
    ]
    for result in results:
        case, measure = result.case, result.measure
        rate = f"{measure.rate:,.0f} {case.unit}/s" if case.amount != 1.0 else ""
        base = f"{case.baseline_name}, {_seconds(result.baseline.seconds)}" if result.baseline else ""
        ratio = f"{result.ratio:.1f}" if result.ratio is not None else ""
        bound = "; ".join(_bound(goal) + (" (missed)" if goal in result.missed else "") for goal in case.goals)
        times = (_seconds(measure.seconds), _seconds(measure.processor))
        cells = (case.name, *times, rate, f"{measure.megabytes:,.0f} MB", base, ratio, bound)
        rows.append(f"| {' | '.join(cells)} |")
    table = _HEADER.format(machine=_machine()) + "\n" + "\n".join(rows) + "\n"
    season = page.known()
    return f"{table}\n{season}" if season else table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
