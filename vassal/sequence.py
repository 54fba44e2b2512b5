"""VASSAL's one escaping rule (`SequenceEncoder`): lists of texts joined by a delimiter, nested at will.

A delimiter inside a token is written `\\` + delimiter. The backslash itself is not escaped, so a token that ends in one
swallows the delimiter behind it: the engine's own lossy case, kept as it is. A token that starts with a backslash, or
starts and ends with `'`, is wrapped in `'`.

A chain (the traits of a piece) is a list of two in which the second token is again such a list: level k of it carries k
backslashes before its delimiter. Newer engines write the same chain flat, as one list; both, and mixtures, are read.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, repeat

from vassal.errors import TooLarge

_MOST_ESCAPES = 64 * 1024 * 1024
"""Backslashes that a nested chain may need: a short flat one can ask for gigabytes."""
_CHAINS, _REMEMBERED = 256, 32 * 1024
"""So many chains are remembered, of so many characters at most."""
_LEVELS = tuple("\\" * level for level in range(512))
"""What stands before the delimiter of each level of a nested chain."""


def split(text: str, delimiter: str) -> list[str]:
    """Return the tokens of a joined text; an empty text is one empty token."""
    if "\\" not in text:
        tokens = text.split(delimiter)
        return [_unquote(token) for token in tokens] if "'" in text else tokens
    pieces = text.split(delimiter)
    tokens = []
    parts: list[str] = []
    last = len(pieces) - 1
    for index, piece in enumerate(pieces):
        if index < last and piece.endswith("\\"):
            parts.append(piece[:-1])
        elif parts:
            parts.append(piece)
            tokens.append(_unquote(delimiter.join(parts)))
            parts = []
        else:
            tokens.append(_unquote(piece))
    return tokens


def join(tokens: Iterable[str], delimiter: str) -> str:
    """Return the tokens as one text that `split` takes apart again."""
    return delimiter.join([escape(token, delimiter) for token in tokens])


def escape(token: str, delimiter: str) -> str:
    """Return one token as it stands inside a list."""
    text = token.replace(delimiter, "\\" + delimiter) if delimiter in token else token
    if _wants_quotes(token):
        return f"'{text}'"
    return text


def nest(tokens: Sequence[str], delimiter: str) -> str:
    """Return a chain in which every token after the first is one level deeper than the one before it."""
    depth = len(tokens) - 1
    if depth * sum(map(len, tokens)) > _MOST_ESCAPES and _escapes(tokens, delimiter) > _MOST_ESCAPES:
        raise TooLarge(f"a chain of {len(tokens)} tokens is too long to be nested")
    inner = tokens[depth]
    parts = [inner.replace(delimiter, "\\" * depth + delimiter)]
    closing = inner[-1:]
    quotes = 0
    if depth and _wants_quotes(inner):
        parts.append("'")
        closing = "'"
        quotes += 1
    for level in range(depth - 1, -1, -1):
        token = tokens[level]
        text = token.replace(delimiter, "\\" * (level + 1) + delimiter)
        if _wants_quotes(token):
            text = f"'{text}'"
        parts.append(text + "\\" * level + delimiter)
        opening = "\\" if token[:1] == delimiter else text[:1]
        if level and (opening == "\\" or (opening == closing == "'")):
            parts.append("'")
            closing = "'"
            quotes += 1
    return "".join(reversed(parts)) + "'" * quotes


def _escapes(tokens: Sequence[str], delimiter: str) -> int:
    """Return how many backslashes a nested chain of these tokens holds at least."""
    return sum(level * (token.count(delimiter) + 1) for level, token in enumerate(tokens))


def unnest(text: str, delimiter: str, most: int = 0) -> list[str]:
    """Return the tokens of a chain, outermost first, nested or flat; the token number `most` is left as it is."""
    # The same chain is asked for again and again: as a new state, as the old one of the next change, to be compared.
    return [*(_unnested if len(text) <= _REMEMBERED else _unnest)(text, delimiter, most)]


def _unnest(text: str, delimiter: str, most: int) -> Sequence[str]:
    pieces = text.split(delimiter)
    # One character is found much sooner than two.
    quoted = "'" in text and any(piece[:1] == "'" for piece in pieces)
    if quoted or (most and len(pieces) > most):
        return _unnest_any(text, delimiter, pieces, most)
    if "\\" + delimiter not in text:
        return pieces
    below = pieces[:-1]
    if len(below) > len(_LEVELS):
        return _unnest_any(text, delimiter, pieces, most)
    # Level by level there is one backslash more before the delimiter. Whole lists are worked on, for chains are long.
    tokens = [*map(str.removesuffix, below, _LEVELS)]
    levels = len(below) * (len(below) - 1) // 2
    usual = sum(map(len, below)) - sum(map(len, tokens)) == levels
    if not usual or any(map(str.endswith, tokens, repeat("\\"))):
        return _unnest_any(text, delimiter, pieces, most)
    return [*tokens, pieces[-1]]


_unnested = lru_cache(maxsize=_CHAINS)(_unnest)


def _unnest_any(text: str, delimiter: str, pieces: list[str], most: int) -> list[str]:
    """Do the same for flat and mixed chains, quoted tokens and delimiters inside tokens, in one pass."""
    runs = [len(piece) - len(piece.rstrip("\\")) for piece in pieces[:-1]]
    marks = list(accumulate([len(piece) + 1 for piece in pieces[:-1]]))
    last = {run: index for index, run in enumerate(runs)}
    tokens: list[str] = []
    start, end, level, index = 0, len(text), 0, 0
    while index <= last.get(level, -1) and len(tokens) != most - 1:
        stop = last[level] + 1
        for mark, run in zip(marks[index:stop], runs[index:stop], strict=True):
            if run == level:
                if len(tokens) == most - 1:
                    return [*tokens, _lowered(text[start:end], delimiter, level)]
                tokens.append(_unquote(_lowered(text[start : mark - 1 - level], delimiter, level + 1)))
                start = mark
        index = stop
        level += 1
        if end - start > 1 and text[start] == "'" == text[end - 1]:
            start += 1
            end -= 1
    rest = text[start:end]
    if len(tokens) == most - 1:
        return [*tokens, _lowered(rest, delimiter, level)]
    return [*tokens, _unquote(_lowered(rest, delimiter, level + 1))]


def _lowered(text: str, delimiter: str, levels: int) -> str:
    """Return the text with so many backslashes fewer before each delimiter in it."""
    return text.replace("\\" * levels + delimiter, delimiter) if levels else text


def _wants_quotes(token: str) -> bool:
    return token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")


def _unquote(token: str) -> str:
    if len(token) > 1 and token[0] == "'" == token[-1]:
        return token[1:-1]
    return token
