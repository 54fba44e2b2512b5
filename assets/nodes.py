"""YAML as a tree that remembers where each thing stands, and where its values come from.

Scalars stay text until the schema says what they are: `0706` is a name and not an octal number, `no` is a word.
Anchors, aliases and tags are refused, with one exception: a mapping tagged `!replace` in an overlay takes the place of
ours instead of being merged into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from assets.errors import AssetsError, Place, Problem, quoted
from assets.schema import Source

BYTES = 8_000_000
DEPTH = 40
REPLACE = "!replace"
NULLS = frozenset({"", "~", "null"})

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one where PyYAML was built with libyaml


@dataclass(frozen=True, slots=True)
class Node:
    """A mapping, a list, or a scalar's text (None for null), with its place and its source."""

    value: dict[str, Node] | list[Node] | str | None
    place: Place
    literal: bool = False
    replaces: bool = False
    source: Source | None = None

    @property
    def fields(self) -> dict[str, Node]:
        """The entries of a mapping; empty for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def items(self) -> list[Node]:
        """The items of a list; empty for anything else."""
        return self.value if isinstance(self.value, list) else []

    @property
    def text(self) -> str:
        """The text of a scalar; empty for anything else."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def kind(self) -> str:
        """What this is, in a word for messages."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list"
        return "nothing" if self.value is None else quoted(self.value)

    def with_fields(self, fields: dict[str, Node]) -> Node:
        """The same mapping with other entries."""
        return replace(self, value=fields)


def read(path: Path, name: str) -> Node:
    """The tree of a YAML file; `name` stands for the file in messages."""
    top = Place(name)
    try:
        if path.stat().st_size > BYTES:
            raise AssetsError([Problem(top, "", f"larger than {BYTES:,} bytes")])
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise AssetsError([Problem(top, "", f"not UTF-8 (byte {error.start})")]) from error
    except OSError as error:
        raise AssetsError([Problem(top, "", f"cannot be read: {error.strerror}")]) from error
    return parse(text, name)


def parse(text: str, name: str) -> Node:
    """The tree of a YAML text; an empty text is an empty mapping."""
    try:
        top = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise AssetsError([Problem(place, "", f"not YAML: {error.problem or error.context}")]) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise AssetsError([Problem(Place(name), "", f"not YAML: {quoted(str(error), 80)}")]) from error
    if top is None:
        return Node({}, Place(name))
    return _Converter(name).convert(top, 0)


class _Converter:
    """Turns PyYAML's nodes into ours, and refuses what a data file has no use for."""

    def __init__(self, name: str):
        self.name = name
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node, depth: int) -> Node:
        place = Place(self.name, node.start_mark.line + 1, node.start_mark.column + 1)
        if id(node) in self.seen:
            raise AssetsError([Problem(place, "", "an anchor is used twice; write the values out")])
        if depth > DEPTH:
            raise AssetsError([Problem(place, "", f"nested deeper than {DEPTH}")])
        self.seen.add(id(node))
        if node.tag != REPLACE and not node.tag.startswith("tag:yaml.org,2002:"):
            raise AssetsError([Problem(place, "", f"the tag {quoted(node.tag)} is not used here; remove it")])
        if isinstance(node, yaml.MappingNode):
            return Node(self.mapping(node, depth), place, replaces=node.tag == REPLACE)
        if isinstance(node, yaml.SequenceNode):
            return Node([self.convert(item, depth + 1) for item in node.value], place)
        plain = isinstance(node, yaml.ScalarNode) and node.style in (None, "")
        return Node(None if plain and node.value in NULLS else str(node.value), place, literal=not plain)

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Node]:
        fields: dict[str, Node] = {}
        for key, value in node.value:
            place = Place(self.name, key.start_mark.line + 1, key.start_mark.column + 1)
            if not isinstance(key, yaml.ScalarNode):
                raise AssetsError([Problem(place, "", "a key must be a word")])
            if key.value in fields:
                raise AssetsError([Problem(place, "", f"{quoted(key.value)} stands here a second time")])
            fields[key.value] = self.convert(value, depth + 1)
        return fields


def merge(base: Node, over: Node) -> Node:
    """`over` laid on `base`: mappings are merged entry by entry, null takes an entry away, all else is replaced."""
    if over.replaces or not isinstance(over.value, dict) or not isinstance(base.value, dict):
        return over
    fields = dict(base.value)
    for key, value in over.value.items():
        if value.value is None:
            fields.pop(key, None)
        else:
            fields[key] = merge(fields[key], value) if key in fields else value
    return base.with_fields(fields)


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every value of the tree with its path: scalars, and lists of scalars as one value."""
    if isinstance(node.value, dict):
        for key, value in node.value.items():
            yield from leaves(value, (*path, key))
    elif any(isinstance(item.value, dict | list) for item in node.items):
        for number, item in enumerate(node.items):
            yield from leaves(item, (*path, str(number)))
    else:
        yield path, node
