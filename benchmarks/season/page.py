"""What was measured of seasons, as a section of the page of the benchmarks."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.season import BASES, LONGEST, SHORTEST, TRIED
from benchmarks.season.running import WAYS

HERE: Final = Path(__file__).resolve().parent
MEASURED: Final = HERE / "measured.json"
PAGE: Final = HERE.parents[1] / "docs" / "benchmarks.md"
HEADING: Final = "## A season of logs"
TEXT: Final = """{heading}

Measured with `python -m benchmarks.season FOLDER --kills 3 --write`, with `--count` for how many files and `--ways` for
who works on them; `make bench` does not repeat it, for it takes long. Measured on: {machine}.
{load}

The files are made of {bases} random games, {mix}. Files made
of the same game differ in the players, in the line with which they greet each other, and in what was done to them: half
are clean; in a fifth a rule is broken, if one of {tried} mutators found an occasion; a fifth were tampered with (a step
cut out, a record typed by hand, a roll taken back if there was one, the same log sent in again and shorter); a tenth
cannot be read (cut files, other bytes, half a game, no archive at all). A log has {shortest} to {longest} steps.

{columns}
{rows}

* **Killed** were, with `kill -9` and at random moments, workers and the audit itself, which was then called again.
* **Lost** are files that are not in the database, logs that are in no game, and games that could not be judged.
* {same}
* {growth}
* {kinds}
"""
COLUMNS: Final = (
    "files",
    "worked on by",
    "time",
    "logs a minute",
    "of processors",
    "logs a minute of a processor",
    "most memory of a worker",
    "of the audit itself",
    "killed",
    "lost",
)


def section(measured: Mapping[str, Any]) -> str:
    """The section on what was measured."""
    runs: Sequence[Mapping[str, Any]] = measured["runs"]
    rows = "\n".join(_row(each) for each in runs)
    return TEXT.format(
        heading=HEADING,
        machine=measured["machine"],
        load=measured.get("load", ""),
        bases=BASES,
        mix=measured["mix"],
        tried=TRIED,
        shortest=SHORTEST,
        longest=LONGEST,
        columns=f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}",
        rows=rows,
        same=_same(runs),
        growth=_growth(runs),
        kinds=_kinds(runs[-1]["kinds"]),
    )


def _row(run: Mapping[str, Any]) -> str:
    lost = run["season"]["lost"] + run["season"]["failed"] + run["season"]["unjudged"]
    cells = (
        f"{run['files']:,}",
        WAYS[run["way"]],
        f"{run['seconds']:,.0f} s",
        f"{run['logs a minute']:,}",
        f"{run['processor']:,.0f} s",
        f"{run['logs a minute of a processor']:,}",
        f"{run['worker']:,} MB",
        f"{run['audit']:,} MB",
        ", ".join(run["killed"]) or "nobody",
        str(lost),
    )
    return f"| {' | '.join(cells)} |"


def _same(runs: Sequence[Mapping[str, Any]]) -> str:
    compared = [(each["files"], other, rows) for each in runs for other, rows in each["rows that differ"].items()]
    differing = sum(rows for _, _, rows in compared)
    sizes = ", ".join(f"{files:,}" for files in sorted({files for files, _, _ in compared}))
    begun = [counts for each in runs for counts in each["first games"].values()]
    same, grown, other = (sum(counts[place] for counts in begun) for place in range(3))
    text = f"**The databases** of the same files ({sizes}) differ in {differing} rows, whoever worked on them."
    if begun:
        text += (
            f" Of the games of a smaller season, {same:,} are the same in a larger one, row by row, {other} differ,"
            f" and {grown} have more logs there."
        )
    return text


def _growth(runs: Sequence[Mapping[str, Any]]) -> str:
    two = [each for each in runs if each["way"] == "two"]
    parts = [f"{each['files']:,} files {1000 * each['processor'] / each['files']:,.0f} ms" for each in two]
    found = two[-1]["season"]
    return (
        f"**How it grows**, in processors' time for a file: {', '.join(parts)}. In the largest season there were"
        f" {found['games']:,} games with {found['steps']:,} steps and {found['actions']:,} actions;"
        f" {found['unreadable']:,} files could not be read, {found['copies']:,} were copies;"
        f" {found['illegal']:,} findings are illegal, {found['undecided']:,} undecided,"
        f" {found['observations']:,} observations."
    )


def _kinds(kinds: Mapping[str, Mapping[str, int]]) -> str:
    """What was found in which kind of file."""
    parts = [
        f"{kind} {each['files']:,} files, illegal in {each['illegal']:,}, undecided in {each['undecided']:,},"
        f" observations in {each['observations']:,}"
        for kind, each in kinds.items()
    ]
    return f"**What was found** there, by kind: {'; '.join(parts)}."


def known() -> str:
    """The section as it was measured last; nothing if it never was."""
    return section(json.loads(MEASURED.read_text(encoding="utf-8"))) if MEASURED.is_file() else ""


def write(measured: Mapping[str, Any]) -> None:
    """Keep what was measured, and put the section on the page."""
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0].rstrip("\n")
    PAGE.write_text(f"{before}\n\n{section(measured)}", encoding="utf-8")
