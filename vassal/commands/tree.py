"""The tree of commands: lists of lists, each level escaped once more before its ESC.

A command is followed by the commands that belong to it. In the text that is one run of tokens; the number of
backslashes before an ESC is the level of the token behind it, so the tree is read and written in one pass, however
deep it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from vassal.commands.command import LOG, Command, leaf
from vassal.errors import Problem, TooLarge, VassalError, report
from vassal.limits import DEFAULT, Limits
from vassal.pieces import PieceReader
from vassal.sequence import escape, join, split

ESC = "\x1b"

_ODD = frozenset({"'", "\\"})
"""A text that begins so was written in quotes, or by no engine."""
_QUOTED = 1024 * 1024
_PASSES = 4
"""Reading quotes takes a pass a level; large texts get few of them."""


class TreeReader:
    """Reads commands; with a list for problems it goes on behind what it cannot read."""

    def __init__(self, limits: Limits = DEFAULT, problems: list[Problem] | None = None) -> None:
        self._limits = limits
        self._problems = problems
        self._pieces = PieceReader(limits)
        self._count = 0
        self._values = 0

    def read(self, texts: Iterable[str]) -> tuple[Command, ...]:
        """Return the commands of the outermost level in order, of a text in parts; each holds what belongs to it."""
        commands = []
        run: list[str] = []
        for token in self._granted(_tokens(texts)):
            run.append(token)
            if not token.endswith("\\"):
                commands.append(self._read(run))
                run = []
        if run:
            commands.append(self._read(run))
        return tuple(commands)

    def _granted(self, tokens: Iterable[str]) -> Iterator[str]:
        for number, token in enumerate(tokens):
            if number >= self._limits.commands:
                raise TooLarge(f"more than {self._limits.commands} commands")
            yield token

    def _read(self, tokens: Sequence[str]) -> Command:
        """Return the command of one token of the outermost level, given split at every ESC."""
        alone = len(tokens) == 1 and tokens[0][:1] not in _ODD
        return self._leaf(tokens[0]) if alone else self._group(tokens)

    def _group(self, tokens: Sequence[str]) -> Command:
        """Return the same for a token that holds others, or begins in an odd way."""
        if any(token[:1] == "'" for token in tokens):
            return self._quoted(ESC.join(tokens))
        levels = [0]
        sources = []
        for token in tokens[:-1]:
            source = token.rstrip("\\")
            levels.append(len(token) - len(source))
            sources.append(source)
        sources.append(tokens[-1])
        usual = all(low + 1 >= high for low, high in pairwise(levels))
        usual = usual and not any(source[:1] == "\\" for source in sources)
        return self._grown(sources, levels, None if usual else ESC.join(tokens))

    def _quoted(self, text: str) -> Command:
        """Return the same for a token with quotes in it, level by level."""
        sources: list[str] = []
        levels: list[int] = []
        work = self._limits.depth * min(len(text), _QUOTED) + _PASSES * len(text)
        waiting = [(0, split(text, ESC)[0])]
        while waiting:
            level, token = waiting.pop()
            work -= len(token)
            if work < 0:
                raise TooLarge("quotes in quotes, too many to be read")
            inner = split(token, ESC)
            if inner == [token]:
                sources.append(token)
                levels.append(level)
            else:
                waiting.extend((level + 1, each) for each in reversed(inner[1:]))
                waiting.append((level, inner[0]))
        command = self._grown(sources, levels, None)
        if escape(encode(command), ESC) == text:
            return command
        return msgspec.structs.replace(command, exact=text)

    def _grown(self, sources: Sequence[str], levels: Sequence[int], exact: str | None) -> Command:
        """Return the command whose descendants these texts are, given with their levels in order."""
        if max(levels) > self._limits.depth:
            raise TooLarge(f"commands nested more than {self._limits.depth} deep")
        leaves = [self._leaf(source) for source in sources]
        done: list[tuple[int, Command]] = []
        for level, command in zip(reversed(levels[1:]), reversed(leaves[1:]), strict=True):
            parts = []
            while done and done[-1][0] > level:
                parts.append(done.pop()[1])
            grown = msgspec.structs.replace(command, parts=tuple(parts)) if parts else command
            done.append((level, grown))
        if not done and exact is None:
            return leaves[0]
        parts = [command for _, command in reversed(done)]
        return msgspec.structs.replace(leaves[0], parts=tuple(parts), exact=exact)

    def _counted(self, command: Command) -> Command:
        values = command.values
        self._values += len(values)
        if values and isinstance(values[-1], tuple):
            self._values += len(values[-1])
        if self._values > self._limits.values:
            raise TooLarge(f"more than {self._limits.values} fields of commands")
        return command

    def _leaf(self, source: str) -> Command:
        self._count += 1
        try:
            return self._counted(leaf(source, self._pieces))
        except TooLarge:
            raise
        except VassalError as error:
            place = f"command {self._count}"
            report(self._problems, error.at(place))
            logged = source.startswith(LOG)
            text = source[len(LOG) :] if logged else source
            return Command("unknown", text, (text,), (), logged)


def parse(
    text: str | Iterable[str], limits: Limits = DEFAULT, problems: list[Problem] | None = None
) -> tuple[Command, ...]:
    """Return the commands of the outermost level; with a list for problems, reading goes on behind them.

    A text in parts is never put together: large logs take less memory so.
    """
    return TreeReader(limits, problems).read((text,) if isinstance(text, str) else text)


def _tokens(texts: Iterable[str]) -> Iterator[str]:
    """Yield what stands between the ESCs of a text in parts."""
    begun: list[str] = []
    for text in texts:
        first, *others = text.split(ESC)
        begun.append(first)
        if others:
            yield "".join(begun)
            yield from others[:-1]
            begun = others[-1:]
    yield "".join(begun)


def encode(command: Command) -> str:
    """Return the text of one command with all that belongs to it, as it stands by itself."""
    if not command.parts:
        return _own(command)
    chunks: list[str] = []
    waiting = [(0, command)]
    while waiting:
        level, each = waiting.pop()
        if each.source[:1] in _ODD and not each.logged:
            return _encode_by_level(command)
        chunks.append("\\" * (level - 1) + ESC + _own(each) if level else _own(each))
        waiting.extend((level + 1, part) for part in reversed(each.parts))
    return "".join(chunks)


def _own(command: Command) -> str:
    return LOG + command.source if command.logged else command.source


def _encode_by_level(command: Command) -> str:
    """Return the same where a text needs quotes, which every level above it may need again."""
    texts: dict[int, str] = {}
    for each in reversed(list(command.walk())):
        texts[id(each)] = join([_own(each), *[texts[id(part)] for part in each.parts]], ESC)
    return texts[id(command)]


def encode_all(commands: Iterable[Command]) -> str:
    """Return the text of these commands, all on the outermost level."""
    return ESC.join([escape(encode(each), ESC) if each.exact is None else each.exact for each in commands])
