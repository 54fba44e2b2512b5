"""Every change of the rules is accounted for: which verdicts on a fixed corpus of logs two versions differ in, by rule.

python -m tools.verdicts main                      # what is here against a version that git knows: a thousand logs
python -m tools.verdicts v1.0 --count 3000 --why docs/maintainers/verdicts.yaml --write table.md

The logs are made from seeds by the version that is here. Each version judges them with its own code, in a process of
its own. `--why` is a file of reasons by rule; where one is missing, the program ends with 1.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).resolve().parents[1]
LOGS: Final = 1_000
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
told, modules = {}, {}
for path in sorted(Path(sys.argv[1]).glob("*.vlog")):
    save = savefile.read(path)
    try:
        game = game_of(save.module.name)
        module = modules.get(game.id) or modules.setdefault(game.id, module_of(save, game.id))
        found = Audit(game, module).run([(path.name, save)]).findings
        told[path.name] = [(e.step, e.rule or getattr(e, "why", ""), e.verdict) for e in found if not e.note]
    except Exception as error:
        told[path.name] = [(0, type(error).__name__, "fault")]
print(json.dumps(told))
"""
"""What each version runs: it uses nothing but what every version has had."""


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


def judged(folder: Path, tree: Path) -> Verdicts:
    """Return what the version in a folder says of logs."""
    run = subprocess.run(
        [sys.executable, "-c", JUDGING, str(folder)], cwd=tree, env=_environment(tree), capture_output=True, check=True
    )
    told: dict[str, list[Found]] = json.loads(run.stdout)
    return told


def _environment(tree: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())}


def write_corpus(folder: Path, count: int) -> None:
    """Write the logs of the corpus."""
    from tests.rules.shared.proof.corpus import corpus

    for name, log in corpus(count):
        (folder / f"{name}.vlog").write_bytes(log)


def main(arguments: Sequence[str]) -> int:
    """Compare what is here with another version."""
    parser = argparse.ArgumentParser(prog="tools.verdicts", description=__doc__)
    parser.add_argument("version", help="a commit, branch or tag")
    parser.add_argument("--count", type=int, default=LOGS, help="how many logs")
    parser.add_argument("--why", type=Path, help="a file of reasons, by rule")
    parser.add_argument("--write", type=Path, help="write the table into this file")
    given = parser.parse_args(arguments)
    reasons: dict[str, str] = (yaml.safe_load(given.why.read_text(encoding="utf-8")) or {}) if given.why else {}
    with tempfile.TemporaryDirectory(prefix="verdicts") as name:
        logs, tree = Path(name) / "logs", Path(name) / "tree"
        logs.mkdir()
        write_corpus(logs, given.count)
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(tree), given.version], cwd=ROOT, check=True)  # noqa: S607
        try:
            rows = compared(judged(logs, tree), judged(logs, ROOT))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)  # noqa: S607
    page = table(rows, given.count, reasons)
    if given.write:
        given.write.write_text(page, encoding="utf-8")
    print(page)
    return int(any(row.rule not in reasons for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
