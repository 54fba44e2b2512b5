"""On which values a finding rests that the text of the rules does not print, and that the edition in play adds."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import msgspec

import assets
from kept.plain import plain
from rules.engine.ruling import Finding, Notice

DUES = frozenset({"due.undone", "due.otherwise", "due.without-cause", "dice.without-cause", "dice.after-failure"})
"""Messages that say nothing of what the finding rests on: its rule does."""


class Rests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's `edition.yaml` says: the values of each topic, and on which topics findings rest."""

    topics: Mapping[str, tuple[str, ...]]
    findings: Mapping[str, tuple[str, ...]]
    dues: Mapping[str, tuple[str, ...]]
    printed: tuple[str, ...]


@cache
def rests(folder: Path) -> Rests:
    """What each finding of the game in a folder rests on beside the text of the rules."""
    return msgspec.convert(plain(folder / "edition.yaml"), Rests)


class Edition:
    """The values of a scenario that are our own invention, by topic."""

    def __init__(self, game: assets.Game, scenario: str, known: Rests) -> None:
        self.known = known
        place = {"map": game.scenarios[scenario].map, "scenario": scenario}
        paths = [path for path, source in game.sources.items() if source.origin == "invented"]
        self.invented = frozenset(
            topic
            for topic, patterns in known.topics.items()
            if any(_matches(path, pattern.format(**place)) for pattern in patterns for path in paths)
        )

    def behind(self, finding: Finding) -> tuple[str, ...]:
        """The topics with invented values on which a finding rests; a remark accuses nobody and rests on nothing."""
        if isinstance(finding, Notice):
            return ()
        known = self.known
        topics = known.dues.get(finding.rule, ()) if finding.why in DUES else known.findings.get(finding.why, ())
        return tuple(f"edition.{topic}" for topic in topics if topic in self.invented)


def _matches(path: str, pattern: str) -> bool:
    return path.count("/") == pattern.count("/") and fnmatchcase(path, pattern)
