"""The values that settings of components and traits hold: colours, lists, formats, expressions, targets."""

import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from vassal.errors import VassalError
from vassal.sequence import join, split

_HEX_COLOUR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})?")
_JAVA_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Words of the expression language, which cannot be read as properties.
_RESERVED = re.compile(
    "abstract|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|enum|extends|false|final|"
    "finally|float|for|goto|if|implements|import|instanceof|int|interface|long|native|new|null|package|private|"
    "protected|public|return|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|true|try|"
    "void|volatile|while"
)


def text(value: object) -> str:
    """Return a value as a build file holds it: lists joined by commas, true and false, all else as it is."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return text_list(text(each) for each in value)
    return str(value)


def text_list(items: Iterable[str]) -> str:
    """Return texts as one list; an empty list is an empty text."""
    return join(list(items), ",")


def colour(word: str) -> str:
    """Return `#rrggbb` or `#rrggbbaa` as the engine writes colours: `255,0,0`."""
    found = _HEX_COLOUR.fullmatch(word)
    if found is None:
        raise VassalError(f"a colour is written #rrggbb, not {word!r}")
    return ",".join(str(int(part, 16)) for part in found.groups() if part is not None)


def hole(name: str) -> str:
    """Return the place of a property in a format: `$name$`."""
    if "$" in name or not name:
        raise VassalError(f"no property is called {name!r}")
    return f"${name}$"


def script(code: str) -> str:
    """Return code as an expression: between braces."""
    return "{" + code + "}"


def reading(name: str) -> str:
    """Return the code that reads a property: its name, or a call where the name is none of the language's."""
    if _JAVA_NAME.fullmatch(name) and not _RESERVED.fullmatch(name):
        return name
    return f"GetProperty({quoted(name)})"


def quoted(literal: str) -> str:
    """Return a text as the expression language writes texts."""
    escaped = literal.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


def equals(name: str, value: str | int | bool) -> str:
    """Return the code that compares a property with a value."""
    literal = quoted(value) if isinstance(value, str) else text(value)
    return f"{reading(name)}=={literal}"


def all_of(*codes: str) -> str:
    """Return the code that is true when all of these are."""
    return " && ".join(f"({code})" for code in codes) if len(codes) > 1 else "".join(codes)


def any_of(*codes: str) -> str:
    """Return the code that is true when one of these is."""
    return " || ".join(f"({code})" for code in codes) if len(codes) > 1 else "".join(codes)


TARGET_KINDS = ("COUNTER", "MAP", "MODULE", "DECK")
LOCATION_TYPES = (
    "CURSTACK", "CURMAP", "CURZONE", "CURLOC", "MAP", "ZONE", "LOCATION", "XY", "DECK", "CURMAT", "CURATTACH",
)  # fmt: skip
COMPARISONS = ("EQUALS", "NOT_EQUALS", "GREATER", "GREATER_EQUALS", "LESS", "LESS_EQUALS", "MATCH", "NOT_MATCH")


@dataclass(frozen=True, slots=True)
class Target:
    """Which pieces a global command looks at before it filters them."""

    kind: str = "MAP"
    by_location: bool = False
    location_type: str = "MAP"
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: int | str = 0
    y: int | str = 0
    deck: str = ""
    by_property: bool = False
    property: str = ""
    value: str = ""
    compare: str = "EQUALS"
    attachment: str = ""
    attachment_index: str = ""

    def __post_init__(self) -> None:
        known = ((self.kind, TARGET_KINDS), (self.location_type, LOCATION_TYPES), (self.compare, COMPARISONS))
        for value, choices in known:
            if value not in choices:
                raise VassalError(f"a target has one of {', '.join(choices)}, not {value!r}")

    def __str__(self) -> str:
        return join([text(value) for value in astuple(self)], "|")


def text_items(text: str) -> tuple[str, ...]:
    """Return the texts of a list; an empty text is an empty list."""
    return tuple(split(text, ",")) if text else ()
