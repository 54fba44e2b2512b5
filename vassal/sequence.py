"""VASSAL's one escaping rule (`SequenceEncoder`): lists of texts joined by a delimiter, nested at will.

A delimiter inside a token is written `\\` + delimiter. The backslash itself is not escaped, so a token that ends in one
swallows the delimiter behind it: the engine's own lossy case, kept as it is. A token that starts with a backslash, or
starts and ends with `'`, is wrapped in `'`.
"""

from collections.abc import Iterable, Sequence


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
    if token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'"):
        return f"'{text}'"
    return text


def nest(tokens: Sequence[str], delimiter: str) -> str:
    """Return a chain in which every token after the first is one level deeper than the one before it."""
    chain = tokens[-1]
    for token in reversed(tokens[:-1]):
        chain = join((token, chain), delimiter)
    return chain


def _unquote(token: str) -> str:
    if len(token) > 1 and token[0] == "'" == token[-1]:
        return token[1:-1]
    return token
