"""Says of every value in a file where it comes from.

At the head of a file `source` holds for all of it, and `sources` for parts of it, by path: `formations/*/name`. Any
mapping below may carry `source` and `sources` of its own, which go before those of the file:

    source: {origin: invented, why: the printed chart is not in the text, ref: [AMB-25]}
    sources:
      charts/crt/rows/*/cells: {origin: invented, ref: [AMB-25]}
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from assets.checking import build, join
from assets.errors import AssetsError, Place, Problem
from assets.nodes import Node
from assets.schema import Source

NOWHERE = "nothing says where this value comes from"
WORDS = frozenset({"source", "sources"})


class Statement(NamedTuple):
    """A source stated for everything below `depth` steps of a path that goes on as `pattern`."""

    depth: int
    pattern: tuple[str, ...]
    source: Source

    def holds(self, path: tuple[str, ...]) -> bool:
        """Whether the statement speaks of the value at a path."""
        rest = path[self.depth : self.depth + len(self.pattern)]
        return len(rest) == len(self.pattern) and all(
            wanted in ("*", name) for wanted, name in zip(self.pattern, rest, strict=True)
        )

    @property
    def weight(self) -> tuple[int, int, int]:
        """The larger, the nearer to the value: deeper owner, longer pattern, fewer wildcards."""
        return self.depth, len(self.pattern), -self.pattern.count("*")


def stamp(root: Node, path: tuple[str, ...] = ()) -> Node:
    """The tree without its statements, each value with its source; a value without one is an AssetsError."""
    found: list[Problem] = []
    stamped = _stamp(root, path, (), found)
    stated = [problem for problem in found if not problem.what.startswith(NOWHERE)]
    if found:
        raise AssetsError(stated or found)
    return stamped


def _stamp(node: Node, path: tuple[str, ...], statements: tuple[Statement, ...], found: list[Problem]) -> Node:
    if isinstance(node.value, dict):
        own = statements + _statements(node, path, found)
        fields = {
            name: _stamp(child, (*path, name), own, found) for name, child in node.value.items() if name not in WORDS
        }
        return replace(node, value=fields)
    if isinstance(node.value, list) and any(isinstance(item.value, dict | list) for item in node.value):
        items = [_stamp(item, (*path, str(number)), statements, found) for number, item in enumerate(node.value)]
        return replace(node, value=items)
    holding = [statement for statement in statements if statement.holds(path)]
    if not holding:
        found.append(Problem(node.place, "/".join(path), _nowhere(node.place)))
        return node
    return replace(node, source=max(holding, key=lambda statement: statement.weight).source)


def _nowhere(place: Place) -> str:
    return f"{NOWHERE}; add `source: {{origin: rulebook}}` at the head of {place.file}"


def _statements(node: Node, path: tuple[str, ...], found: list[Problem]) -> tuple[Statement, ...]:
    here = "/".join(path)
    stated: list[Statement] = []
    try:
        if "source" in node.fields:
            source = build(node.fields["source"], Source, join(here, "source"))
            stated.append(Statement(len(path), (), source))
        if "sources" in node.fields:
            parts = build(node.fields["sources"], dict[str, Source], join(here, "sources"))
            stated.extend(Statement(len(path), tuple(pattern.split("/")), source) for pattern, source in parts.items())
    except AssetsError as error:
        found.extend(error.problems)
    if any(statement.source.origin == "derived" and not statement.source.why for statement in stated):
        found.append(Problem(node.place, here, "a derived value needs its reasoning: add `why`"))
    return tuple(stated)
