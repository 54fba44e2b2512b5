"""A season of generated logs, audited in several ways.

python -m benchmarks.season FOLDER                              # 100 and 1,000 files, three ways each
python -m benchmarks.season FOLDER --count 10000 --ways two --kills 3 --write

The files are made where they are not there yet (FOLDER/logs); what was measured is added to FOLDER/measured.json, and
with --write to the page of the benchmarks.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.season import page
from benchmarks.season.comparing import beginning, by_kind, differing, summary
from benchmarks.season.making import make
from benchmarks.season.running import WAYS, Way, audited, told

MIX: Final = "of all games that there are in turn"
"""Which games the files are made of."""


def main(arguments: Sequence[str]) -> int:
    """Make, audit, compare; 1 if a file was lost or two databases differ."""
    wish = _parser().parse_args(arguments)
    counts = sorted(wish.count or (100, 1_000))
    logs = wish.folder / "logs"
    if not logs.is_dir():
        print(dict(make(logs, max(counts), wish.jobs)), flush=True)
    found: list[dict[str, Any]] = []
    for count in counts:
        folder = _first(wish.folder, count)
        for way in wish.ways.split(","):
            found.append(_measured(wish.folder, folder, way, count, wish.kills))
            print(json.dumps(found[-1]), flush=True)
            _keep(wish.folder / "measured.json", found[-1])
    if wish.write:
        page.write(json.loads((wish.folder / "measured.json").read_text(encoding="utf-8")))
    return int(any(each["wrong"] for each in found))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.season", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, action="append", help="so many files; may stand several times")
    parser.add_argument("--ways", default=",".join(WAYS), help="one, two, cluster")
    parser.add_argument("--kills", type=int, default=0, help="so many processes are killed during each audit")
    parser.add_argument("--jobs", type=int, default=2, help="processes that make the files")
    parser.add_argument("--write", action="store_true", help="write the page of the benchmarks")
    return parser


def _first(folder: Path, count: int) -> Path:
    """A folder with the first files of the season, so many, by other names of the same files."""
    chosen = folder / f"first-{count}"
    if not chosen.is_dir():
        chosen.mkdir(parents=True)
        files = sorted((folder / "logs").rglob("*.vlog"))[:count]
        if len(files) < count:
            raise SystemExit(f"{folder / 'logs'} has only {len(files)} files; name another folder for {count}")
        for path in files:
            (chosen / path.name).hardlink_to(path)
    return chosen


def _measured(home: Path, folder: Path, way: Way, count: int, kills: int) -> dict[str, Any]:
    """Audit, and compare with the audits of the same files in other ways, and of the first of them."""
    database = home / f"{count}-{way}.sqlite"
    database.unlink(missing_ok=True)
    run = audited(way, folder, database, kills)
    season = summary(database, sorted(folder.glob("*.vlog")))
    others = {each: home / f"{count}-{each}.sqlite" for each in WAYS if each != way}
    compared = {each: sum(differing(database, other).values()) for each, other in others.items() if other.is_file()}
    smaller = [path for path in home.glob(f"*-{way}.sqlite") if int(path.name.partition("-")[0]) < count]
    begun = {path.name.partition("-")[0]: beginning(path, database) for path in sorted(smaller)}
    lost = season["lost"] + season["failed"] + season["unjudged"]
    wrong = lost + sum(compared.values()) + sum(differs for _, _, differs in begun.values())
    return {
        **told(run),
        "season": season,
        "kinds": by_kind(database),
        "rows that differ": compared,
        "first games": begun,
        "wrong": wrong,
    }


def _keep(path: Path, measured: dict[str, Any]) -> None:
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    known = (
        json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"machine": machine, "mix": MIX, "runs": []}
    )
    others = [each for each in known["runs"] if (each["files"], each["way"]) != (measured["files"], measured["way"])]
    for each in others:
        if each["files"] == measured["files"] and each["way"] in measured["rows that differ"]:
            each["rows that differ"][measured["way"]] = measured["rows that differ"][each["way"]]
    runs = sorted([*others, measured], key=lambda each: (each["files"], list(WAYS).index(each["way"])))
    path.write_text(json.dumps({**known, "runs": runs}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
