"""What checks between entries find: a path in the data, and what is wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.errors import quoted, suggestion
from assets.game import Game
from assets.schema import Cell, Values

Finding = tuple[str, str]  # a path, and what is wrong there
KINDS: dict[str, tuple[type, ...]] = {"int": (int,), "number": (int, float), "text": (str, int), "flag": (bool,)}
WORDS = {"int": "a whole number", "number": "a number", "text": "a text", "flag": "true or false"}


def unknown(path: str, what: str, words: Iterable[str | None], known: Iterable[str]) -> Iterator[Finding]:
    """A finding for each word that is not among the known ones."""
    names = set(known)
    for word in words:
        if word is not None and word not in names:
            yield path, f"unknown {what} {quoted(word)}{suggestion(word, names)}"


def values(game: Game, path: str, found: Values, *owners: str) -> Iterator[Finding]:
    """Findings for values that `game.yaml` does not declare for these owners, or that are of another kind."""
    declared = {name: kind for name, kind in game.info.values.items() if kind.of in owners}
    for name, value in found.items():
        here = f"{path}/{name}"
        if name not in declared:
            article = "an" if owners[0] in ("hq", "order") else "a"
            yield here, f"{article} {owners[0]} has no value {quoted(name)}{suggestion(name, declared)}"
            continue
        yield from cell(here, value, declared[name].kind)
        if declared[name].choices:
            yield from unknown(here, "choice", [str(value)], declared[name].choices)


def cell(path: str, value: Cell, kind: str) -> Iterator[Finding]:
    """A finding if a value is not of the declared kind."""
    if not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "flag"):
        yield path, f"expected {WORDS[kind]}, found {quoted(str(value))}"
