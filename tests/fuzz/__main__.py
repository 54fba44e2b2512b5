"""`python -m tests.fuzz`: thousands of broken files through every reader, a report, and the files that broke one."""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from hexmeister.examples import write_all
from tests.fuzz.driver import MEMORY, SECONDS, Failure, Report
from tests.fuzz.seeds import taken_apart

PART = 5_000
EXAMPLES = 5


def main() -> int:
    """Return 0 if every broken file was answered as it should be."""
    wish = _parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [*write_all(Path(folder)), *(path for extra in wish.seeds for path in sorted(extra.iterdir()))]
        seeds = [path for path in files if path.suffix in {".vmod", ".vmdx", ".vsav", ".vlog"}]
        if wish.corpus:
            return _write_corpus(wish.corpus, seeds)
        wish.keep.mkdir(parents=True, exist_ok=True)
        parts = []
        for start in range(wish.start, wish.start + wish.count, PART):
            stop = min(start + PART, wish.start + wish.count)
            parts.append(_part(wish.run, start, stop, wish.keep, seeds))
            print(f"{stop - wish.start} files", file=sys.stderr, flush=True)
    print(json.dumps(_summary(parts), indent=2, ensure_ascii=False))
    return 1 if any(part.failures for part in parts) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=2_000, help="how many files")
    parser.add_argument("--start", type=int, default=0, help="the number of the first one")
    parser.add_argument("--run", type=int, default=1, help="another run breaks the files otherwise")
    parser.add_argument("--seeds", type=Path, action="append", default=[], help="a folder of further sound files")
    parser.add_argument("--corpus", type=Path, help="only write a seed corpus for atheris into this folder")
    keep = "where to keep the files that broke a reader"
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help=keep)
    return parser


def _write_corpus(folder: Path, seeds: list[Path]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for path in seeds:
        seed = taken_apart(path)
        (folder / f"{path.name}.txt").write_bytes(seed.entries[seed.heart])
    return 0


def _part(run: int, start: int, stop: int, keep: Path, seeds: list[Path]) -> Report:
    command = [sys.executable, "-m", "tests.fuzz.driver", run, start, stop, keep, *seeds]
    done = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True)
    if done.returncode:
        what = done.stderr.strip().splitlines()[-1:] or [f"code {done.returncode}"]
        return Report(stop - start, 0, {}, 0, 0, [Failure(start, f"the process died: {what[0]}")])
    return msgspec.json.decode(done.stdout, type=Report)


def _summary(parts: list[Report]) -> dict[str, Any]:
    refused: Counter[str] = Counter()
    for part in parts:
        refused.update(part.refused)
    return {
        "files": sum(part.files for part in parts),
        "read, with or without problems": sum(part.read for part in parts),
        "refused": dict(refused.most_common()),
        "failed": _failures(parts),
        "slowest, seconds": max(part.slowest for part in parts),
        "allowed, seconds": SECONDS,
        "largest process, MB": round(max(part.memory for part in parts) / 1e6),
        "allowed, MB": round(MEMORY / 1e6),
    }


def _failures(parts: list[Report]) -> dict[str, list[int]]:
    """Return what went wrong, each with the numbers of the first few files that show it."""
    found: dict[str, list[int]] = {}
    for part in parts:
        for failure in part.failures:
            numbers = found.setdefault(failure.what, [])
            if len(numbers) < EXAMPLES:
                numbers.append(failure.number)
    return found


if __name__ == "__main__":
    sys.exit(main())
