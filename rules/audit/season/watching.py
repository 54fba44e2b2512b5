"""Watching a folder and those in it: each save and log is judged as it appears, with the logs that lead to it."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from rules.audit.games import NoReferee
from rules.audit.season.chains import Filed, lineage
from rules.audit.season.logs import Bench, read_log
from rules.audit.season.places import sha_of
from rules.audit.season.verdicts import audited
from vassal.errors import VassalError

WATCHED: Final = frozenset({".vlog", ".vsav"})
Stamp = tuple[int, int]
"""Size and time of a file."""


class Judgement(msgspec.Struct, frozen=True):
    """What is to be said of a file that appeared."""

    name: str
    error: str = ""
    passed: str = ""
    """Why it is nobody's to judge here; that is no fault of the file."""
    steps: int = 0
    illegal: int = 0
    undecided: int = 0
    sealed: int = 0
    """What cannot be judged yet, because it is still sealed."""
    observations: int = 0
    first: str = ""
    """The gravest finding, with its rule and step."""
    due: Mapping[str, str] = {}
    """What is still due where the log ends, with the rules that ask for it."""


@dataclass
class Watch:
    """A folder under watch; a file is judged once its size and time stay the same between two looks."""

    bench: Bench
    folder: Path
    language: str = "en"
    _done: dict[Path, Stamp] = field(default_factory=dict)
    _seen: dict[Path, Stamp] = field(default_factory=dict)
    _logs: dict[Path, tuple[Stamp, Filed | None]] = field(default_factory=dict)

    def pass_over(self) -> None:
        """Leave alone what is there now."""
        self._done = self._there()

    def look(self, *, at_once: bool = False) -> list[Judgement]:
        """Return what is to be said of the files that came or changed; at once, they are not waited for."""
        there = self._there()
        fresh = {path: stamp for path, stamp in there.items() if self._done.get(path) != stamp}
        ready = [path for path, stamp in sorted(fresh.items()) if at_once or self._seen.get(path) == stamp]
        self._seen = there
        self._done |= {path: there[path] for path in ready}
        return [self._judged(path) for path in ready]

    def _there(self) -> dict[Path, Stamp]:
        found = {}
        for path in self._files():
            if path.suffix.lower() in WATCHED:
                try:
                    facts = path.stat()
                except FileNotFoundError:
                    continue  # gone between two looks
                found[path] = (facts.st_size, facts.st_mtime_ns)
        return found

    def _files(self) -> Iterator[Path]:
        """Yield all files in the folder and in those below it; links to other folders are not followed."""
        for root, _folders, names in os.walk(self.folder):
            yield from (Path(root, name) for name in names)

    def _judged(self, path: Path) -> Judgement:
        shown = path.relative_to(self.folder).as_posix()
        try:
            filed = Filed(path, read_log(self.bench, path, sha_of(path)))
            others = [each for each in map(self._known, self._there()) if each and each.log.sha != filed.log.sha]
            line = lineage([*others, filed], filed.log.sha)
            audit, report = audited(self.bench, line, self.language)
        except NoReferee as error:
            return Judgement(shown, passed=error.what)
        except VassalError as error:
            return Judgement(shown, error=error.what)
        except OSError as error:
            return Judgement(shown, error=error.strerror or type(error).__name__)
        told = [each for each in report.findings if each.log == report.logs[-1].name and not each.note]
        open_ones = [each for each in told if not (each.covered or each.same)]
        counts = {verdict: sum(each.verdict == verdict for each in open_ones) for verdict in ("illegal", "undecided")}
        first = next((each for verdict in counts for each in open_ones if each.verdict == verdict), None)
        text = " ".join(f"{first.rule} ({first.step}): {first.text}".split()) if first else ""
        return Judgement(
            shown,
            steps=filed.log.steps,
            illegal=counts["illegal"],
            undecided=counts["undecided"],
            sealed=sum(each.covered for each in told),
            observations=len(open_ones) - sum(counts.values()),
            first=text,
            due=audit.undone,
        )

    def _known(self, path: Path) -> Filed | None:
        """Return a log of the folder, read once; nothing if it cannot be read."""
        facts = path.stat()
        stamp = (facts.st_size, facts.st_mtime_ns)
        known = self._logs.get(path)
        if known is None or known[0] != stamp:
            try:
                filed = Filed(path, read_log(self.bench, path, sha_of(path)))
            except (VassalError, OSError):
                filed = None
            known = self._logs[path] = (stamp, filed)
        return known[1]
