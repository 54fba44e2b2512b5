"""The rulebook: every entry of the ledger, and the functions that enforce it."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import msgspec

from kept.plain import plain
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Found

F = TypeVar("F", bound=Callable[..., Any])
Words = tuple[str, str]
"""A rule's title, and what it says."""
CheckFunction = Callable[[Any], Found]


ENGLISH = "en"
"""The language of the ledgers."""


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the book leaves open at a rule: a slip of the pen, a gap that our data fill, a note, a question of ours."""

    kind: Literal["slip", "gap", "note", "ruling"]
    rulings: tuple[str, ...] = ()
    """The questions by their ids; only these make a finding undecided."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the book in our words, what a breach of it amounts to, and what evidence judging it takes."""

    id: str
    section: str
    title: str
    rule: str
    phase: str
    kind: str
    verdict: Literal["illegal", "outcome", "info"]
    evidence: Literal["board", "declared", "dice", "human", "hidden", "history"]
    refs: tuple[str, ...] = ()
    also_needs: tuple[str, ...] = ()
    unclear: str = ""
    open: Remark | None = None
    """Of which kind the remark in `unclear` is."""
    ruling_only: bool = False
    """True where the book prints the rule for a part of the cases only: outside of it a breach is never illegal."""
    human: str | None = None
    found_as: tuple[str, ...] = ()
    """The more specific entries that a breach of this one is named by: it says the same, or sums them up."""
    shows_as: tuple[str, ...] = ()
    """The entries under which a breach of this one shows: it is a part of what they say, or says what they go by."""

    @property
    def binding(self) -> bool:
        """True if the rule must be enforced, or left to a human with a reason."""
        return self.verdict != "info"


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in the words of a language."""

    title: str
    rule: str
    language: str = ENGLISH


class Place(msgspec.Struct, frozen=True, order=True):
    """A place in the source."""

    file: str
    line: int
    name: str


class Check(msgspec.Struct, frozen=True):
    """A check, and the rules it speaks for; a finding that names no rule names the first of them."""

    rules: tuple[str, ...]
    function: CheckFunction

    def find(self, case: object) -> list[Finding]:
        """What the check finds, each finding with its rule."""
        found = self.function(case)
        if found is None:
            return []
        findings = [found] if isinstance(found, Finding) else found
        return [each if each.rule else msgspec.structs.replace(each, rule=self.rules[0]) for each in findings if each]


class LedgerError(LookupError):
    """Something speaks for a rule that is not in the ledger."""


class Rulebook:
    """The entries of a ledger by id, and who enforces which."""

    def __init__(self, entries: Iterable[Entry], root: Path = Path()) -> None:
        self.entries: Mapping[str, Entry] = {entry.id: entry for entry in entries}
        self.root = root
        self._rank = {name: rank for rank, name in enumerate(self.entries)}
        self._checks: dict[type[Action], list[Check]] = {}
        self._enforced: dict[str, list[Place]] = {}
        self._ledger: Path | None = None
        self._said: dict[str, Mapping[str, Said]] = {}

    @classmethod
    def load(cls, path: Path) -> Self:
        """The rulebook of a ledger file; paths to code are told from the folder that holds the packages."""
        entries = msgspec.convert(plain(path), list[Entry])
        if len({entry.id for entry in entries}) != len(entries):
            raise ValueError(f"{path.name}: an id stands twice")
        known = {entry.id for entry in entries}
        strange = sorted({each for entry in entries for each in (*entry.found_as, *entry.shows_as)} - known)
        if strange:
            raise LedgerError(f"{path.name}: {strange[0]} is not in the ledger")
        book = cls(entries, _root(path.resolve().parent))
        book._ledger = path
        return book

    def said(self, rule: str, language: str) -> Said:
        """A rule in a language, as `ledger.<language>.yaml` beside the ledger says it; in English where it does not."""
        if language not in self._said:
            self._said[language] = translated(self._ledger, language) if self._ledger else {}
        entry = self.entries[rule]
        return self._said[language].get(rule) or Said(entry.title, entry.rule)

    def rule(self, *ids: str, on: type[Action] | tuple[type[Action], ...]) -> Callable[[F], F]:
        """Registers a check of these rules for these actions."""

        def register(function: F) -> F:
            self._enforce(ids, function)
            for kind in on if isinstance(on, tuple) else (on,):
                self._checks.setdefault(kind, []).append(Check(ids, function))
            return function

        return register

    def outcome(self, *ids: str) -> Callable[[F], F]:
        """Registers a function as the one that computes what these rules make due or true."""

        def register(function: F) -> F:
            self._enforce(ids, function)
            return function

        return register

    def _enforce(self, ids: tuple[str, ...], function: Callable[..., Any]) -> None:
        code = inspect.unwrap(function).__code__
        file = Path(code.co_filename)
        name = file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else file.name
        for rule in ids:
            if rule not in self.entries:
                raise LedgerError(f"{name}:{code.co_firstlineno}: {rule} is not in the ledger")
            self._enforced.setdefault(rule, []).append(Place(name, code.co_firstlineno, function.__name__))

    def checks(self, kind: type[Action]) -> list[Check]:
        """The checks for a kind of action."""
        return self._checks.get(kind, [])

    def enforced_by(self, rule: str) -> tuple[Place, ...]:
        """Where a rule is enforced."""
        return tuple(sorted(self._enforced.get(rule, ())))

    def open_entries(self) -> tuple[Entry, ...]:
        """The binding entries that nothing enforces and that are not left to a human."""
        return tuple(
            entry
            for entry in self.entries.values()
            if entry.binding and entry.human is None and entry.id not in self._enforced
        )

    def specificity(self, rule: str) -> tuple[int, int]:
        """A sort key: rules of deeper sections first, then in the order of the book."""
        entry = self.entries.get(rule)
        depth = entry.id.count(".") if entry else 0
        return -depth, self._rank.get(rule, 0)


def translated(ledger: Path, language: str) -> Mapping[str, Said]:
    """What is said of the rules of a ledger in another language, by their ids."""
    path = ledger.with_name(f"{ledger.stem}.{language}{ledger.suffix}")
    if language == ENGLISH or not path.is_file():
        return {}
    return {name: Said(*words, language) for name, words in msgspec.convert(plain(path), dict[str, Words]).items()}


def _root(folder: Path) -> Path:
    """The folder that holds the outermost package in which a folder lies."""
    return next(each for each in (folder, *folder.parents) if not (each / "__init__.py").is_file())
