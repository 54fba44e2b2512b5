"""Cases of tests that go through logs as well: what they show of which rule, and where a log says otherwise.

Every test that plays actions in a position is a case. What it asks the referee directly is written as a log, read again
and audited; the audit has to name the same rules at the steps concerned. Which rules were named so, and which tests of
a rule went through a log without a finding, is written down in the game's list (`shown.yaml`) by

    python -m tests.rules.shared.showing blitzkrieg
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
import yaml
from msgspec.structs import astuple

from rules.audit.coverage import ID
from rules.audit.games import games
from rules.engine.ruling import Finding, Illegal, Notice, Undecided
from tests.rules.shared.through import Through

HERE = Path(__file__).resolve().parents[1]
LIST, UNSEEN, SILENT = "shown.yaml", "unseen.yaml", "silent.yaml"
KEY = pytest.StashKey[dict[str, "Shown"]]()


class Shown(msgspec.Struct, frozen=True):
    """What a test shows through logs: the rules that were named, and those that it speaks of without any finding."""

    illegal: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """The rules that it speaks of, and of which a breach was named by another entry."""


class Unseen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tests of which a log shows something else than what was asked, and why that is so."""

    why: str
    tests: tuple[str, ...]


class Silent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of which no log shows a breach by their own name, and why that is so."""

    why: str
    rules: tuple[str, ...]


@cache
def shown(game: str) -> dict[str, Shown]:
    """What each test of a game showed when the list was written."""
    path = folder(game) / LIST
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return msgspec.convert(found or {}, dict[str, Shown])


@cache
def unseen(game: str) -> dict[str, str]:
    """By test: why a log does not show what it asks."""
    path = folder(game) / UNSEEN
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else []
    return {test: each.why for each in msgspec.convert(found or [], list[Unseen]) for test in each.tests}


@cache
def silent(game: str) -> dict[str, str]:
    """By rule: why no log shows that it is broken."""
    path = folder(game) / SILENT
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else []
    return {rule: each.why for each in msgspec.convert(found or [], list[Silent]) for rule in each.rules}


def folder(game: str) -> Path:
    """Where the data of a game's cases lie."""
    return HERE / game / "cases"


# ----------------------------------------------------------------------------------------------- what a case shows
def disagreements(through: Through) -> list[str]:
    """What the log says otherwise than the referee: rules it does not name at their step, and others that it names."""
    found = [] if through.lies else ["the board does not lie as the position says"]
    asked = {name for ruling in through.direct for name in map(named_as, ruling.findings)}
    for (first, last), ruling in zip(through.steps, through.direct, strict=True):
        heard = {
            named_as(each) for judged in through.judged if first <= judged.step <= last for each in judged.findings
        }
        found += [
            f"steps {first}-{last}: {name} is missing" for name in map(named_as, ruling.findings) if name not in heard
        ]
    for judged in through.judged:
        more = (named_as(each) for each in judged.findings)
        found += [f"step {judged.step}: {name} is too much" for name in more if name not in asked]
    return found


def named(through: Through) -> Iterator[str]:
    """The rules that the audit names, where the referee does, as broken or in doubt."""
    asked = {each.rule for ruling in through.direct for each in ruling.findings}
    for judged in through.judged:
        grave = (each for each in judged.findings if isinstance(each, Illegal | Undecided))
        yield from (each.rule for each in grave if each.rule in asked)


def clean(through: Through) -> bool:
    """Whether something was read, and nothing was found."""
    return bool(through.judged) and all(judged.legal for judged in through.judged)


def told(game: str, spoken: Iterable[str], illegal: Iterable[str]) -> frozenset[str]:
    """Of the rules that a case speaks of those of which a breach was named by another entry."""
    entries, names = games()[game].book.entries, frozenset(illegal)
    known = (entries[rule] for rule in spoken if rule in entries)
    return frozenset(entry.id for entry in known if names & {*entry.found_as, *entry.shows_as})


def spoken_of(text: str) -> frozenset[str]:
    """The rules that a text names."""
    return frozenset(ID.findall(text))


def named_as(finding: Finding) -> tuple[str, str]:
    """A finding in short: its kind, and the rule."""
    kind = "illegal" if isinstance(finding, Illegal) else "notice" if isinstance(finding, Notice) else "undecided"
    return kind, finding.rule


# ---------------------------------------------------------------------------------------------------- the list
def note(config: pytest.Config, test: str, shows: Shown) -> None:
    """Note what a test has shown, if the list is to be written."""
    known = config.stash.get(KEY, None)
    if known is not None:
        was = known.get(test, Shown())
        pairs = zip(astuple(was), astuple(shows), strict=True)
        known[test] = Shown(*(tuple(sorted({*old, *new})) for old, new in pairs))
