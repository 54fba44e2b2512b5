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

from assets.basics import BYTES
from assets.errors import AssetsError, Place, Problem, quoted
from assets.schema import Source

DEPTH = 40
REPLACE = "!replace"
NULLS = frozenset({"", "~", "null"})

CONTENT = (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)
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
        return _Builder(name, yaml.parse(text, Loader=LOADER)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise AssetsError([Problem(place, "", f"not YAML: {error.problem or error.context}")]) from error
    except yaml.YAMLError as error:
        raise AssetsError([Problem(Place(name), "", f"not YAML: {quoted(str(error), 80)}")]) from error


class _Builder:
    """Builds nodes from PyYAML's events, and refuses what a data file has no use for.

    Events and not PyYAML's own nodes, because those are built without a limit to their depth.
    """

    def __init__(self, name: str, events: Iterator[yaml.Event]):
        self.name = name
        self.events = events

    def document(self) -> Node:
        found = [event for event in (next(self.events), next(self.events)) if isinstance(event, yaml.StreamEndEvent)]
        if found:
            return Node({}, Place(self.name))
        node = self.node(next(self.events), 0)
        next(self.events)
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.refusal(after, "a file holds one document; remove what follows ---")
        return Node({}, node.place) if node.value is None else node

    def refusal(self, event: yaml.Event, what: str) -> AssetsError:
        return AssetsError([Problem(self.place(event), "", what)])

    def place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        return Place(self.name, mark.line + 1, mark.column + 1) if mark else Place(self.name)

    def node(self, event: yaml.Event, depth: int) -> Node:
        if not isinstance(event, CONTENT) or event.anchor is not None:
            raise self.refusal(event, "anchors are not used here; write the values out")
        if event.tag not in (None, "!", REPLACE):
            raise self.refusal(event, f"the tag {quoted(event.tag)} is not used here; remove it")
        if depth > DEPTH:
            raise self.refusal(event, f"nested deeper than {DEPTH}")
        if isinstance(event, yaml.MappingStartEvent):
            return Node(self.mapping(depth), self.place(event), replaces=event.tag == REPLACE)
        if isinstance(event, yaml.SequenceStartEvent):
            return Node(self.sequence(depth), self.place(event))
        return self.scalar(event)

    def scalar(self, event: yaml.ScalarEvent) -> Node:
        plain = event.style in (None, "")
        return Node(None if plain and event.value in NULLS else event.value, self.place(event), literal=not plain)

    def sequence(self, depth: int) -> list[Node]:
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        return items

    def mapping(self, depth: int) -> dict[str, Node]:
        fields: dict[str, Node] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.refusal(event, "a key must be a word")
            if event.value in fields:
                raise self.refusal(event, f"{quoted(event.value)} stands here a second time")
            fields[event.value] = self.node(next(self.events), depth + 1)
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
