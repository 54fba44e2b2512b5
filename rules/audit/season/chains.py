"""Chains: which logs are of one game, and in which order, told by their content alone.

A log follows another if it begins as the other ended, or if it holds all of the other's steps and goes on. Two logs
that begin at the same end are both of the game; the audit says that the moment was played twice.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.audit.season.logs import Log


@dataclass(frozen=True)
class Filed:
    """A log and the file that holds it."""

    path: Path
    log: Log
    data: bytes | None = None
    """What the file holds, where it cannot be read itself."""


@dataclass(frozen=True)
class Season:
    """The logs as games; of copies only the first is among them."""

    games: tuple[tuple[Filed, ...], ...]
    copies: Mapping[str, str]
    """By digest of a copy: the digest of what it is a copy of."""


def season(filed: Iterable[Filed]) -> Season:
    """Return the games that these logs are, each in the order in which it was played."""
    order = sorted(filed, key=lambda each: str(each.path))
    copies: dict[str, str] = {}
    firsts: dict[tuple[str, str, bytes], Filed] = {}
    for each in order:
        first = firsts.setdefault((each.log.game, each.log.start, each.log.trail), each)
        if first is not each:
            copies[each.log.sha] = first.log.sha
    logs = list(firsts.values())
    before = _before(logs)
    after: defaultdict[str, list[Filed]] = defaultdict(list)
    for each in logs:
        if each.log.sha in before:
            after[before[each.log.sha]].append(each)
    return Season(tuple(_tree(each, after) for each in logs if each.log.sha not in before), copies)


def lineage(filed: Iterable[Filed], sha: str) -> tuple[Filed, ...]:
    """Return the log of this digest and those that lead to it, the first of the game first."""
    logs = {each.log.sha: each for each in filed}
    before = _before(sorted(logs.values(), key=lambda each: str(each.path)))
    line = [sha]
    while line[-1] in before:
        line.append(before[line[-1]])
    return tuple(logs[each] for each in reversed(line))


def _tree(root: Filed, after: Mapping[str, Sequence[Filed]]) -> tuple[Filed, ...]:
    """Return a log and all that follow, each branch to its end before the next."""
    found, waiting = [], [root]
    while waiting:
        each = waiting.pop()
        found.append(each)
        waiting += reversed(after.get(each.log.sha, ()))
    return tuple(found)


def _before(logs: Sequence[Filed]) -> dict[str, str]:
    """Return for each log that follows another the one that it follows."""
    by_end: defaultdict[tuple[str, str], list[Filed]] = defaultdict(list)
    by_trail: dict[tuple[str, str, bytes], Filed] = {}
    for each in logs:
        if not each.log.still:
            by_end[each.log.game, each.log.end].append(each)
        if each.log.steps:
            by_trail.setdefault((each.log.game, each.log.start, each.log.mark(each.log.steps)), each)
    found: dict[str, str] = {}
    for each in logs:
        earlier = _shorter(each, by_trail) or _ended(each, by_end)
        if earlier is not None and not _leads_to(each.log.sha, earlier.log.sha, found):
            found[each.log.sha] = earlier.log.sha
    return found


def _leads_to(sha: str, later: str, before: Mapping[str, str]) -> bool:
    """Tell whether a log is among those that lead to a later one."""
    at: str | None = later
    while at is not None:
        if at == sha:
            return True
        at = before.get(at)
    return False


def _shorter(each: Filed, by_trail: Mapping[tuple[str, str, bytes], Filed]) -> Filed | None:
    """Return the longest log that this one holds whole and goes on from."""
    log = each.log
    found = (by_trail.get((log.game, log.start, log.mark(step))) for step in range(log.steps - 1, 0, -1))
    return next((other for other in found if other is not None), None)


def _ended(each: Filed, by_end: Mapping[tuple[str, str], Sequence[Filed]]) -> Filed | None:
    """Return a log that ended as this one begins; of several the one with the same players, then of the same folder."""
    found = [other for other in by_end.get((each.log.game, each.log.start), ()) if other is not each]
    return max(found, key=lambda other: _nearness(each, other), default=None)


def _nearness(each: Filed, other: Filed) -> tuple[int, bool]:
    return len(set(each.log.names) & set(other.log.names)), each.path.parent == other.path.parent
