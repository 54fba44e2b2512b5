"""What the engine's small expressions are worth: choices, comparisons, sums of properties.

    worth('{Role=="S"?2:1}', {"Role": "S"}.get)   # "2"

An expression that says more than this is worth nothing here (`None`): it is the engine's alone.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

Value: TypeAlias = str | int | bool
Ask: TypeAlias = Callable[[str], str | None]

_TOKEN: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[0-9]+|[A-Za-z_][\w.]*|&&|\|\||[=!<>]=|[-+*/?:!<>(),.])')
_ESCAPED: Final = re.compile(r"\\(.)")
_MOST: Final = 20_000
"""Letters of one expression; longer ones are not read."""
_DEEPEST: Final = 60
_ORDER: Final = (("||",), ("&&",), ("==", "!="), ("<=", ">=", "<", ">"), ("+", "-"), ("*", "/"))
"""What binds, the loosest first."""
_BINDS: Final = {sign: rank for rank, signs in enumerate(_ORDER) for sign in signs}


class _UnknownError(Exception):
    """The expression says something that is not read here."""


def worth(expression: str, ask: Ask) -> str | None:
    """Return what an expression in braces is worth, with properties as `ask` tells them; None if that is not known."""
    text = expression.strip()
    if not (text.startswith("{") and text.endswith("}")) or len(text) > _MOST:
        return None
    try:
        reader = _Reader(_tokens(text[1:-1]), ask)
        return _written(reader.whole())
    except (_UnknownError, ZeroDivisionError):
        return None


@lru_cache(maxsize=1024)
def _tokens(text: str) -> tuple[str, ...]:
    tokens: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise _UnknownError
        tokens.append(found[1])
        at = found.end()
    return tuple(tokens)


def _written(value: Value) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _number(value: Value) -> int:
    if isinstance(value, bool) or not re.fullmatch(r"-?[0-9]{1,9}", str(value)):
        raise _UnknownError
    return int(value)


def _truth(value: Value) -> bool:
    if value in (True, "true"):
        return True
    if value in (False, "false"):
        return False
    raise _UnknownError


class _Reader:
    """Reads an expression from left to right; both sides of a choice are read, one of them counts."""

    def __init__(self, tokens: Sequence[str], ask: Ask) -> None:
        self._tokens, self._ask, self._at, self._deep = tokens, ask, 0, 0

    def whole(self) -> Value:
        value = self._choice()
        if self._at != len(self._tokens):
            raise _UnknownError
        return value

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        if self._at > len(self._tokens):
            raise _UnknownError
        return self._tokens[self._at - 1]

    def _if(self, token: str) -> bool:
        if self._next() != token:
            return False
        self._at += 1
        return True

    def _expect(self, token: str) -> None:
        if not self._if(token):
            raise _UnknownError

    def _choice(self) -> Value:
        value = self._bound(0)
        if self._if("?"):
            taken = _truth(value)
            yes = self._choice()
            self._expect(":")
            self._deep += 1
            no = self._choice()
            self._deep -= 1
            value = yes if taken else no
        return value

    def _bound(self, loosest: int) -> Value:
        """Return what is joined by signs that bind at least so much."""
        value = self._single()
        while (binds := _BINDS.get(self._next(), -1)) >= loosest:
            value = _joined(self._take(), value, self._bound(binds + 1))
        return value

    def _single(self) -> Value:
        self._deep += 1
        if self._deep > _DEEPEST:
            raise _UnknownError
        value = self._signed()
        self._deep -= 1
        return value

    def _signed(self) -> Value:
        if self._if("!"):
            return not _truth(self._single())
        if self._if("-"):
            return -_number(self._single())
        value = self._plain()
        while self._if("."):
            value = _method(self._take(), value, self._given())
        return value

    def _plain(self) -> Value:
        word = self._take()
        if word == "(":
            value = self._choice()
            self._expect(")")
            return value
        if word.startswith('"'):
            return _ESCAPED.sub(r"\1", word[1:-1])
        if word.isdecimal():
            return int(word)
        if not word[0].isalpha() and word[0] != "_":
            raise _UnknownError
        if self._next() == "(":
            return self._called(word, self._given())
        return word == "true" if word in ("true", "false") else self._property(word)

    def _given(self) -> list[Value]:
        self._expect("(")
        found: list[Value] = []
        while not self._if(")"):
            found.append(self._choice())
            if self._next() != ")":
                self._expect(",")
        return found

    def _called(self, name: str, given: list[Value]) -> Value:
        if name in ("GetString", "GetProperty") and len(given) == 1:
            return self._told(str(given[0]))
        if name == "System.getProperty" and len(given) == 2:
            return given[1]  # what the program that ran remembered for itself is in no log
        if name == "Integer.parseInt" and len(given) == 1:
            return _number(given[0])
        if name.removeprefix("java.lang.") in _OF_TWO and len(given) == 2:
            return _OF_TWO[name.removeprefix("java.lang.")](*map(_number, given))
        owner, _, method = name.rpartition(".")
        if owner and "." not in owner:
            return _method(method, self._property(owner), given)
        raise _UnknownError

    def _told(self, name: str) -> str:
        value = self._ask(name)
        if value is None:
            raise _UnknownError
        return value

    def _property(self, name: str) -> Value:
        value = self._told(name)
        return int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else value


_OF_TWO: Final[dict[str, Callable[[int, int], int]]] = {"Math.min": min, "Math.max": max}


def _method(name: str, value: Value, given: list[Value]) -> Value:
    text = _written(value)
    if name in _TESTS and len(given) == 1:
        return _TESTS[name](text, _written(given[0]))
    if name == "isEmpty" and not given:
        return not text
    if name == "length" and not given:
        return len(text)
    raise _UnknownError


_TESTS: Final[dict[str, Callable[[str, str], bool]]] = {
    "equals": lambda text, other: text == other,
    "contains": lambda text, other: other in text,
    "startsWith": lambda text, other: text.startswith(other),
    "endsWith": lambda text, other: text.endswith(other),
}


def _joined(sign: str, one: Value, other: Value) -> Value:
    if sign in ("&&", "||"):
        return (_truth(one) and _truth(other)) if sign == "&&" else (_truth(one) or _truth(other))
    if sign in ("==", "!="):
        return (_written(one) == _written(other)) == (sign == "==")
    if sign == "+" and (isinstance(one, str) or isinstance(other, str)):
        return _written(one) + _written(other)
    return _SUMS[sign](_number(one), _number(other))


_SUMS: Final[dict[str, Callable[[int, int], Value]]] = {
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
}


__all__ = ["Ask", "worth"]
