"""Every change of the rules is accounted for: which verdicts on a fixed corpus of logs two versions differ in, by rule.

python -m tools.verdicts main                      # what is here against a version that git knows: a thousand logs
python -m tools.verdicts v1.0 --count 3000 --why docs/maintainers/verdicts.yaml --write table.md

The logs are made from seeds by the version that is here, some at a time; each version judges them with its own code, in
processes of its own. Logs and verdicts are kept in `build/verdicts`, those of each version and each state of the tree
apart: a run that was ended goes on where it was, and what was judged once is not judged again. `--why` is a file of
reasons by rule; where one is missing, the program ends with 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import yaml

T = TypeVar("T")
ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / "build" / "verdicts"
JUDGES: Final = ("assets", "builder", "hexmeister", "kept", "rules", "templates", "vassal")
"""The parts of the house on which verdicts hang."""
PLAYS: Final = (*JUDGES, "tests/rules")
"""Those on which the logs hang as well."""
LOGS: Final = 1_000
AT_ONCE: Final = 20
"""So many logs are made or judged by a process before it ends."""
Found = tuple[int, str, str]
"""A finding: its step, its rule (or what was found, where no rule is named), its verdict."""
Verdicts = Mapping[str, Sequence[Found]]
"""By log: what was found in it; a log that could not be judged has one finding without a step."""

JUDGING: Final = """
import json, sys
from pathlib import Path
from vassal import savefile
from rules.audit.games import game_of
from rules.audit.report import Audit
from hexmeister.modules import module_of
told = {}
for path in map(Path, sys.argv[1:]):
    try:
        save = savefile.read(path)
        game = game_of(save.module.name)
        found = Audit(game, module_of(save, game.id)).run([(path.name, save)]).findings
        told[path.name] = [(e.step, e.rule or getattr(e, "why", ""), e.verdict) for e in found if not e.note]
    except Exception as error:
        told[path.name] = [(0, type(error).__name__, "fault")]
print(json.dumps(told))
"""
"""What each version runs: it uses nothing but what every version has had."""
MAKING: Final = """
import sys
from pathlib import Path
from tests.rules.shared.proof.corpus import corpus
for number in map(int, sys.argv[2:]):
    ((name, log),) = corpus(1, number)
    path = Path(sys.argv[1]) / f"{name}.vlog"
    path.with_suffix(".new").write_bytes(log)
    path.with_suffix(".new").rename(path)
"""
"""What makes the logs of some numbers."""


class Row(NamedTuple):
    """A line of the table: a rule, how it was told of before and how now, how often, and where first."""

    rule: str
    before: str
    now: str
    count: int
    example: str


def compared(before: Verdicts, now: Verdicts) -> list[Row]:
    """Return in what two versions differ, the most frequent first."""
    tally: Counter[tuple[str, str, str]] = Counter()
    examples: dict[tuple[str, str, str], str] = {}
    for log in sorted(before.keys() & now.keys()):
        was, known = _by_place(before[log]), _by_place(now[log])
        for step, rule in sorted(was.keys() | known.keys()):
            old, new = was.get((step, rule), "-"), known.get((step, rule), "-")
            if old != new:
                tally[rule, old, new] += 1
                examples.setdefault((rule, old, new), f"{log.removesuffix('.vlog')}, step {step}")
    return [Row(*key, count, examples[key]) for key, count in tally.most_common()]


def _by_place(found: Iterable[Found]) -> dict[tuple[int, str], str]:
    """The gravest verdict of each rule at each step."""
    gravest: dict[tuple[int, str], str] = {}
    for step, rule, verdict in found:
        if verdict == "illegal" or (step, rule) not in gravest:
            gravest[step, rule] = verdict
    return gravest


def table(rows: Sequence[Row], logs: int, reasons: Mapping[str, str]) -> str:
    """Return the table as a page."""
    lines = [
        f"{sum(row.count for row in rows)} verdicts on {logs} logs differ.",
        "",
        "| rule | before | now | logs | for example | why |",
        "| --- | --- | --- | ---: | --- | --- |",
    ]
    lines += [
        f"| {row.rule} | {row.before} | {row.now} | {row.count} | {row.example} | {reasons.get(row.rule, '?')} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def judged(logs: Sequence[Path], tree: Path, jobs: int, cache: Path) -> Verdicts:
    """Return what the version in a folder says of logs; what is in the cache is not judged again."""
    cache.mkdir(parents=True, exist_ok=True)
    told = {path.name: cache / f"{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}.json" for path in logs}
    new = [path for path in logs if not told[path.name].is_file()]

    def judge(some: Sequence[Path]) -> None:
        answer: dict[str, list[Found]] = json.loads(_run(JUDGING, tree, *some))
        for name, found in answer.items():
            told[name].write_text(json.dumps(found), encoding="utf-8")

    _each(judge, list(_some(new)), jobs, f"logs judged by {tree.name}")
    return {name: [(s, r, v) for s, r, v in json.loads(path.read_text("utf-8"))] for name, path in told.items()}


def made(folder: Path, count: int, jobs: int) -> list[Path]:
    """Return the logs of the corpus, so many; those that are not there are made."""
    folder.mkdir(parents=True, exist_ok=True)
    known = {int(path.name.split("-")[0]) for path in folder.glob("*.vlog")}
    missing = [number for number in range(count) if number not in known]

    _each(lambda some: _run(MAKING, ROOT, folder, *some), list(_some(missing)), jobs, "logs made")
    return sorted(path for path in folder.glob("*.vlog") if int(path.name.split("-")[0]) < count)


def _run(code: str, tree: Path, *words: object) -> bytes:
    """Run code of the version in a folder, and return what it prints."""
    own = {"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())}
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(command, cwd=tree, env=own, stdout=subprocess.PIPE, check=True).stdout


def _some(things: Sequence[T]) -> Iterator[Sequence[T]]:
    return (things[at : at + AT_ONCE] for at in range(0, len(things), AT_ONCE))


def _each(do: Callable[[Sequence[T]], object], some: Sequence[Sequence[T]], jobs: int, what: str) -> None:
    """Do it to all of them, some in each process; an error in one ends it all."""
    with ThreadPoolExecutor(jobs) as pool:
        for number, _ in enumerate(pool.map(do, some), 1):
            print(f"{number} of {len(some)} times {AT_ONCE} {what}", file=sys.stderr, flush=True)


def state(tree: Path, parts: Iterable[str]) -> str:
    """Return what tells one state of these parts of a tree from another."""
    found = hashlib.sha256()
    for part in parts:
        for path in sorted((tree / part).rglob("*")):
            if path.suffix in {".py", ".yaml", ".jinja"} and path.is_file():
                found.update(str(path.relative_to(tree)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


def main(arguments: Sequence[str]) -> int:
    """Compare what is here with another version."""
    parser = argparse.ArgumentParser(prog="tools.verdicts", description=__doc__)
    parser.add_argument("version", help="a commit, branch or tag")
    parser.add_argument("--count", type=int, default=LOGS, help="how many logs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many processes at a time")
    parser.add_argument("--logs", type=Path, help="a folder of logs of the corpus; what is missing is made there")
    parser.add_argument("--why", type=Path, help="a file of reasons, by rule")
    parser.add_argument("--write", type=Path, help="write the table into this file")
    given = parser.parse_args(arguments)
    reasons: dict[str, str] = (yaml.safe_load(given.why.read_text(encoding="utf-8")) or {}) if given.why else {}
    logs = made(given.logs or KEPT / f"logs-{state(ROOT, PLAYS)}", given.count, given.jobs)
    with tempfile.TemporaryDirectory(prefix="verdicts") as name:
        tree = Path(name) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(tree), given.version], cwd=ROOT, check=True)  # noqa: S607
        try:
            before, now = (judged(logs, each, given.jobs, KEPT / state(each, JUDGES)) for each in (tree, ROOT))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)  # noqa: S607
    rows = compared(before, now)
    page = table(rows, len(logs), reasons)
    if given.write:
        given.write.write_text(page, encoding="utf-8")
    print(page)
    return int(any(row.rule not in reasons for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
