"""Cases of tests that go through logs as well: what they show of which rule, and where a log says otherwise.

Every test that plays actions in a position is a case. What it asks the referee directly is written as a log, read again
and audited; the audit has to name the same rules at the steps concerned. Which rules were named so, and which tests of
a rule went through a log without a finding, is in the record that `pytest --logs` leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import yaml

from rules.audit.coverage import ID
from rules.audit.games import games
from rules.engine.ruling import Finding, Illegal, Notice, Undecided
from tests.rules.shared.home import home
from tests.rules.shared.naming import record
from tests.rules.shared.through import Through

UNSEEN, SILENT, SILENT_EXAMPLES = "unseen.yaml", "silent.yaml", "silent-examples.yaml"
EXAMPLE = re.compile(r"\b[A-Z]{3}-(?:EX|IN)-\d+")


class Shown(msgspec.Struct, frozen=True):
    """What a test shows through logs: the rules that were named, and those that it speaks of without any finding."""

    illegal: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """The rules that it speaks of, and of which a breach was named by another entry."""
    settled: tuple[str, ...] = ()
    """The disputed rulings that it names and that are settled in it."""
    examples: tuple[str, ...] = ()
    """The examples of the book that it speaks of."""


class Unseen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tests of which a log shows something else than what was asked, and why that is so."""

    why: str
    tests: tuple[str, ...]


class Silent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of which no log shows a breach by their own name, and why that is so."""

    why: str
    rules: tuple[str, ...]


def shown(game: str) -> dict[str, Shown]:
    """What each test of a game showed when it last went through logs."""
    ours = f"tests/rules/{game}/"
    return {test: msgspec.convert(each, Shown) for test, each in record("shown").items() if test.startswith(ours)}


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


@cache
def silent_examples(game: str) -> dict[str, str]:
    """By example of the book: why no log shows it."""
    path = folder(game) / SILENT_EXAMPLES
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return msgspec.convert(found or {}, dict[str, str])


@cache
def examples(game: str) -> frozenset[str]:
    """The examples of the book that tests of a game speak of."""
    texts = (path.read_text(encoding="utf-8") for path in home(game).glob("test_*.py"))
    return frozenset(name for text in texts for name in EXAMPLE.findall(text))


def folder(game: str) -> Path:
    """Where the data of a game's cases lie."""
    return home(game) / "cases"


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
