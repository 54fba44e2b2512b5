"""Reading BeanShell without running it: are brackets and quotes in order, which properties does it name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vassal.expressions import is_script, names, trim

PAIRS = {")": "(", "]": "[", "}": "{"}
_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n]*|/\*.*?\*/|[A-Za-z_][\w$]*|\s+|.',
    re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z_][\w$]*")
_ASKING = frozenset({"GetProperty", "GetString", "SumStack", "SumLocation", "SumZone", "SumMap", "SumMat"})
_WORDS = frozenset(
    """
    true false null new if else return int long double float boolean char String Math Integer Long Double java
    javax System Object instanceof for while do import this var Random
    """.split()  # noqa: SIM905
)
_JAVA_ASSIGNMENT = re.compile(r"(?<![=!<>+\-*/%&|^])=(?![=~])")


def code_of(text: str) -> str | None:
    """Return the code of an expression without its braces, or None if the text is none."""
    return trim(text)[1:-1] if is_script(text) else None


def tokens(code: str) -> list[str]:
    """Return the code as texts, words and signs, without comments and blanks."""
    found = (match.group() for match in _TOKEN.finditer(code))
    return [each for each in found if not each.isspace() and not each.startswith(("//", "/*"))]


def imbalance(code: str) -> str | None:
    """Return what is not in order among brackets and quotes, or None."""
    waiting: list[str] = []
    for token in tokens(code):
        if token in {'"', "'"}:
            return f"a quote {token} is not closed"
        if token in PAIRS.values():
            waiting.append(token)
        elif token in PAIRS and (not waiting or waiting.pop() != PAIRS[token]):
            return f"{token} closes nothing"
    return f"{waiting[-1]} is not closed" if waiting else None


def assigns(code: str) -> bool:
    """Tell whether a single = stands where a comparison is meant."""
    found = tokens(code)
    bare = "".join('""' if each[:1] in {'"', "'"} else each for each in found)
    return ";" not in bare and _JAVA_ASSIGNMENT.search(bare) is not None


def properties(code: str) -> Iterator[str]:
    """Yield the names that the code reads as properties."""
    found = tokens(code)
    for place, token in enumerate(found):
        before = found[place - 1] if place else ""
        after = found[place + 1] if place + 1 < len(found) else ""
        if token[:1] == '"' and before == "(" and place > 1 and found[place - 2] in _ASKING:
            if after in {")", ","}:
                yield token[1:-1]
        elif _WORD.fullmatch(token) and before != "." and after not in {"(", "."} and token not in _WORDS:
            yield token


def named_in(text: str) -> frozenset[str]:
    """Return the properties that a format or an expression names."""
    code = code_of(text)
    return names(text) if code is None else frozenset(properties(code))
