"""The table of all components of a build file, and what an attribute of each kind may hold."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kept.plain import plain
from vassal.arithmetic import parse_double, parse_int
from vassal.hotkeys import Hotkey
from vassal.sequence import split
from vassal.values import TARGET_KINDS

# What every component with a toolbar button has besides its own attributes.
TOOLBAR = {
    "canDisable": "boolean = false",
    "propertyGate": "text",
    "hideWhenDisabled": "boolean = false",
    "disabledIcon": "icon",
}
ANY = "any"
TARGET_FIELDS = 16
_NEEDED = "needed "
_COLOUR = re.compile(r"[0-9]{1,3},[0-9]{1,3},[0-9]{1,3}(,[0-9]{1,3})?|0x[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a component."""

    name: str
    kind: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    needed: bool = False

    def flaw(self, value: str) -> str | None:
        """Return what is wrong with a value, in words that follow the attribute's name, or None."""
        if self.choices:
            return None if value in self.choices else f"must be one of {', '.join(self.choices)}, not {value!r}"
        check = _CHECKS.get(self.kind)
        return None if check is None or check(value) else f"must be {_MEANINGS[self.kind]}, not {value!r}"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of component."""

    tag: str
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    children: frozenset[str] = frozenset()
    content: str | None = None

    @property
    def name(self) -> str:
        """Return the last word of the tag."""
        return simple(self.tag)

    def allows(self, child: str) -> bool:
        """Tell whether a component of that tag may stand in this one."""
        return ANY in self.children or simple(child) in self.children


def simple(tag: str) -> str:
    """Return the last word of a tag, by which people and this program call a component."""
    return tag.rpartition(".")[2]


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds of component by tag."""
    table = plain(Path(__file__).with_name("components.yaml"))
    return {tag: _kind(tag, entry, table) for tag, entry in table.items()}


@cache
def _tags() -> Mapping[str, str]:
    return {simple(tag): tag for tag in kinds()}


def full_tag(name: str) -> str:
    """Return the whole tag of a component named by its tag or the tag's last word; unknown ones stay."""
    return _tags().get(name, name)


def kind_of(tag: str) -> Kind | None:
    """Return the kind of a tag, or None for a component that the engine does not know."""
    return kinds().get(tag)


def _kind(tag: str, entry: Mapping[str, object], table: Mapping[str, Mapping[str, object]]) -> Kind:
    layers = list(_layers(entry, table))
    attributes: dict[str, Attribute] = {}
    children: set[str] = set()
    content = None
    for layer in layers:
        written = layer.get("attributes")
        own = dict(written) if isinstance(written, dict) else {}
        shared = TOOLBAR if layer.get("toolbar") else {}
        attributes |= {name: _attribute(name, str(text)) for name, text in (own | shared).items()}
        inside = layer.get("children")
        children |= set(inside) if isinstance(inside, list) else set()
        content = str(layer["content"]) if "content" in layer else content
    return Kind(tag, attributes, frozenset(children), content)


def _layers(entry: Mapping[str, object], table: Mapping[str, Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    if "like" in entry:
        yield from _layers(next(other for tag, other in table.items() if simple(tag) == entry["like"]), table)
    yield entry


def _attribute(name: str, text: str) -> Attribute:
    written, separator, default = text.partition(" = ")
    kind = written.removeprefix(_NEEDED)
    choices = tuple(kind.removeprefix("choice(").removesuffix(")").split("|")) if kind.startswith("choice(") else ()
    return Attribute(
        name=name,
        kind="choice" if choices else kind,
        default=default if separator else None,
        choices=choices,
        needed=written.startswith(_NEEDED),
    )


def _is_key(text: str) -> bool:
    return not text or Hotkey.parse(text) is not None


def _are_keys(text: str) -> bool:
    return not text or all(_is_key(part) for part in split(text, ","))


def _are_numbers(text: str) -> bool:
    return all(parse_double(part) is not None for part in text.split(","))


def _is_colour(text: str) -> bool:
    parts = text.split(",") if "," in text else []
    return not text or (bool(_COLOUR.fullmatch(text)) and all(int(part) < 256 for part in parts))


def _is_path(text: str) -> bool:
    corners = [corner.split(",") for corner in text.split(";")] if text else []
    return all(len(corner) == 2 and all(parse_int(value.strip()) is not None for value in corner) for corner in corners)


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "boolean": lambda text: text in {"true", "false"},
    "integer": lambda text: parse_int(text) is not None,
    "number": lambda text: parse_double(text) is not None,
    "numbers": _are_numbers,
    "key": _is_key,
    "keys": _are_keys,
    "colour": _is_colour,
    "target": lambda text: len(split(text, "|")) <= TARGET_FIELDS and split(text, "|")[0] in TARGET_KINDS,
    "path": _is_path,
}
_MEANINGS: Mapping[str, str] = {
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "numbers": "numbers joined by commas",
    "key": "a key such as 70,130 or a named key such as 57348,0,name",
    "keys": "keys, each escaped, joined by commas",
    "colour": "a colour such as 255,0,0",
    "target": f"{TARGET_FIELDS} fields joined by |, the first of them {', '.join(TARGET_KINDS)}",
    "path": "corners such as 0,0;100,0;100,100",
}
