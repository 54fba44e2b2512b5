"""Formats (`$name$` in a text) and old-style property conditions (`A = B && C != D`), as the engine evaluates them.

BeanShell, the language between braces, is not evaluated: whatever depends on it is unknown, and None is the answer.
"""

import operator
import re
from collections.abc import Callable, Mapping

from vassal.arithmetic import parse_int
from vassal.sequence import split

# Stands for a name that only the engine could evaluate.
UNKNOWN = "{?}"

_BLANKS = "".join(map(chr, range(33)))
# The order in which the engine looks for an operator, which is also how it misreads `A = b>c`.
_OPERATORS = ("!=", "<=", ">=", ">", "<", "=~", "=", "!~")
_ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
# Patterns outside of this plain kind, or long ones, could take for ever: they are unknown.
_PLAIN_ALTERNATIVE = re.compile(r"(?:[\w .\-/:#']|\\[dwsDWS.\-]|\[[\w \-]+\])(?:[*+?]?)")
_MOST_REPEATS = 2
_LONGEST = 200


def trim(text: str) -> str:
    """Return the text without blanks and control characters at its ends."""
    return text.strip(_BLANKS)


def is_script(text: str) -> bool:
    """Tell whether the text is a BeanShell expression."""
    text = trim(text)
    return text.startswith("{") and text.endswith("}")


def holes(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a format in order, each with whether it is the name of a property to be filled in."""
    tokens = split(text, "$")
    last = len(tokens) - 1
    return [(token, index % 2 == 1 and index < last) for index, token in enumerate(tokens) if token]


def fill(text: str, values: Mapping[str, str | None], missing: str | None = None) -> str | None:
    """Return the format with its properties filled in; None if only the engine can evaluate it.

    A name that has no value stays as it stands, or becomes `missing`; a value that is None becomes nothing.
    """
    trimmed = trim(text)
    if not trimmed:
        return ""
    if is_script(trimmed):
        return None
    number = parse_int(trimmed)
    if number is not None:
        return str(number)
    if "$" not in trimmed:
        return text
    return "".join(_value(part, values, missing) if is_hole else part for part, is_hole in holes(trimmed))


def _value(name: str, values: Mapping[str, str | None], missing: str | None) -> str:
    if name in values:
        return values[name] or ""
    return name if missing is None else missing


def names(text: str) -> frozenset[str]:
    """Return the properties that a format mentions; a script mentions none that could be told."""
    return frozenset() if is_script(text) else frozenset(part for part, is_hole in holes(trim(text)) if is_hole)


def holds(condition: str, values: Mapping[str, str | None]) -> bool | None:
    """Tell whether an old-style condition is true of the properties; None if only the engine can tell."""
    if not trim(condition):
        return True
    if is_script(condition):
        return None
    filled = fill(condition, values)
    return None if filled is None else _any(filled, values)


def _any(text: str, values: Mapping[str, str | None]) -> bool | None:
    parts = _parts(text, "||")
    if len(parts) < 2:
        return _all(text, values)
    answers = [_any(part, values) for part in parts]
    return True if True in answers else None if None in answers else False


def _all(text: str, values: Mapping[str, str | None]) -> bool | None:
    parts = _parts(text, "&&")
    if len(parts) < 2:
        return _compare(text, values)
    answers = [_any(part, values) for part in parts]
    return False if False in answers else None if None in answers else True


def _parts(text: str, separator: str) -> list[str]:
    parts = text.split(separator)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _compare(text: str, values: Mapping[str, str | None]) -> bool | None:
    sign = next((sign for sign in _OPERATORS if sign in text), None)
    parts = _parts(text, sign) if sign else []
    if sign is None or not parts:
        return True
    name, wanted = trim(parts[0]), trim(parts[1]) if len(parts) > 1 else ""
    actual = values.get(name)
    # The engine compares a property that is not there by the word null.
    actual = "null" if actual is None else actual
    if sign in {"=", "!="}:
        return (actual == wanted) == (sign == "=")
    if sign in {"=~", "!~"}:
        found = _matches(wanted, actual)
        return None if found is None else found == (sign == "=~")
    return _ORDERS[sign](_order(actual, wanted), 0)


def _order(actual: str, wanted: str) -> int:
    left, right = parse_int(actual), parse_int(wanted)
    if left is not None and right is not None:
        return (left > right) - (left < right)
    first, second = (text.encode("utf-16-be", "surrogatepass") for text in (actual, wanted))
    return (first > second) - (first < second)


def _matches(pattern: str, text: str) -> bool | None:
    if len(pattern) > _LONGEST or len(text) > _LONGEST:
        return None
    for alternative in pattern.split("|"):
        atoms = _PLAIN_ALTERNATIVE.findall(alternative)
        if "".join(atoms) != alternative or sum(atom[-1] in "*+" for atom in atoms) > _MOST_REPEATS:
            return None
    return re.fullmatch(pattern, text, re.ASCII) is not None
