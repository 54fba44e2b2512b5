"""What is wrong with a game's files, one line a problem, for the person who edits them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

SHOWN = 40


class Place(NamedTuple):
    """A place in a file, lines and columns counted from 1; with line 0 the whole of what is named."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class Problem(NamedTuple):
    """One thing that is wrong: where in the file, at which path in the data, and what was expected."""

    place: Place
    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.path}: {self.what}" if self.path else f"{self.place}: {self.what}"


class AssetsError(Exception):
    """The files of a game cannot be used; `problems` names every reason once, `str` is a line for each."""

    def __init__(self, problems: Iterable[Problem]):
        once = {(problem.place, problem.what): problem for problem in reversed(tuple(problems))}
        self.problems = tuple(reversed(once.values()))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.shown]
        if self.more:
            lines.append(f"… and {self.more} more")
        return "\n".join(lines)

    @property
    def shown(self) -> tuple[Problem, ...]:
        """The problems that are told; the rest is counted."""
        return self.problems[:SHOWN]

    @property
    def more(self) -> int:
        """How many problems are only counted."""
        return len(self.problems) - len(self.shown)


def suggestion(word: str, known: Iterable[str]) -> str:
    """The hint that follows an unknown word: the nearest known ones, or nothing."""
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, n=2, cutoff=0.6)
    if len(close) > 1:
        return f"; did you mean {close[0]} or {close[1]}?"
    if close:
        return f"; did you mean {close[0]}?"
    if 0 < len(names) <= 8:
        return f"; known are {', '.join(names)}"
    return ""


def quoted(word: str, limit: int = 40) -> str:
    """A word from a file, short and on one line, for a message."""
    flat = " ".join(word.split())
    return repr(flat if len(flat) <= limit else flat[: limit - 1] + "…")
