"""The judge of the page that is one file: the same check, asked from within a browser, with no server and no disk."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import msgspec

from hexmeister import errors
from hexmeister.language import LANGUAGES, choose
from hexmeister.page.answers import Question, answer
from hexmeister.page.judging import judged, read, said
from hexmeister.page.stock import Stock
from hexmeister.screen import as_json
from rules.audit.page import page

if TYPE_CHECKING:
    from rules.audit.report import Audit


class Judge:
    """Judges the logs that a page hands over, and keeps the last check for its report and for questions."""

    def __init__(self, hears: Callable[[str], object]) -> None:
        self._hears = hears
        self._audit: Audit | None = None

    def check(self, logs: Sequence[tuple[str, Any]]) -> str:
        """Return as JSON what the check sums up to; or what is wrong with the logs, in each language."""
        self._audit = None
        try:
            saves = read([(name, bytes(content)) for name, content in _apart(logs)], self._tell)
            audit = judged(saves, self._tell)
            summary = audit.told(LANGUAGES[0]).summary
        except errors.expected() as error:
            return json.dumps({"errors": {language: said(error, language) for language in LANGUAGES}})
        self._audit = audit
        return json.dumps({"summary": dict(summary)})

    def report(self, language: str, asks: bool) -> str:
        """Return the report as a page, which asks the page around it or nobody."""
        told = self._judged.told(language)
        return page(self._judged, told, pictures=Stock(self._judged.game.id, language), asks=asks)

    def record(self, language: str) -> str:
        """Return the report as `hexmeister check --json` writes it."""
        return as_json(msgspec.to_builtins(self._judged.told(language))) + "\n"

    def ask(self, language: str, log: str, step: int, unit: str) -> str:
        """Return as JSON what is to be said of a unit at a moment."""
        choose(language)
        found = answer(self._judged, Question(log=log, step=step, unit=unit, language=language))
        return msgspec.json.encode({"answer": found}).decode()

    @property
    def _judged(self) -> "Audit":
        if self._audit is None:
            raise LookupError("nothing was judged")
        return self._audit

    def _tell(self, **what: Any) -> None:
        self._hears(json.dumps(what))


def _apart(logs: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the logs with names of which none is like another."""
    known: set[str] = set()
    for name, content in logs:
        shown = next(
            each for each in chain((name,), (f"{name} ({number})" for number in count(2))) if each not in known
        )
        known.add(shown)
        yield shown, content


__all__ = ["Judge"]
