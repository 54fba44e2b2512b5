"""Where a command writes: the answer to stdout, progress and remarks to stderr; no file can steer the terminal."""

import json
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# Controls, line and paragraph separators, the marks that reorder or hide text, lone surrogates.
_CONTROLS: Final = "\x00-\x1f"
_STEERING: Final = "\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
_UNSAFE: Final = re.compile(f"[{_CONTROLS}{_STEERING}]")
_UNSAFE_IN_JSON: Final = re.compile(f"[{_STEERING}]")
_NUMBER: Final = re.compile(r"[-+\N{MINUS SIGN}]?\d+([.,]\d+)?")
_WIDTH_IN_A_PIPE: Final = 10_000


def clean(text: str) -> str:
    """Return the text with all that could steer a terminal shown instead of obeyed; a newline becomes a blank."""
    return _UNSAFE.sub(_shown, text) if _UNSAFE.search(text) else text


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code in (0x09, 0x0A, 0x0D):
        return " "
    return chr(0x2400 + code) if code < 0x20 else f"<U+{code:04X}>"


def as_json(value: object) -> str:
    """Return the value as JSON that people can read, safe when it lands on a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class Screen:
    """The two streams of one run, with colour only where it is wanted and a terminal is there."""

    def __init__(
        self, *, colour: bool = True, debug: bool = False, out: TextIO | None = None, err: TextIO | None = None
    ) -> None:
        self._colour = colour
        self._debug = debug
        self._out = out
        self._err = err

    @cached_property
    def out(self) -> "Console":
        """The console of answers."""
        return self._console(self._out or sys.stdout)

    @cached_property
    def err(self) -> "Console":
        """The console of remarks, errors and progress."""
        return self._console(self._err or sys.stderr)

    def trace(self, error: Exception) -> None:
        """Show where in the program an error arose, to whoever asked for it."""
        if self._debug:
            traceback.print_exception(error, file=self._err or sys.stderr)

    def _console(self, stream: TextIO) -> "Console":
        from hexmeister.console import Piped

        width = None if stream.isatty() else _WIDTH_IN_A_PIPE
        system: Any = "auto" if self._colour else None
        return Piped(file=stream, color_system=system, width=width, markup=False, emoji=False, highlight=False)

    def write(self, text: str) -> None:
        """Write the program's own text as it stands."""
        (self._out or sys.stdout).write(text + "\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Write one line of the answer."""
        self.out.print(clean(text), style=style, soft_wrap=True)

    def heading(self, text: str) -> None:
        """Write a line that stands above what follows, with a blank line before it."""
        self.out.print()
        self.line(text, style="bold")

    def facts(self, facts: Sequence[tuple[str, object]]) -> None:
        """Write names and values in two columns."""
        width = max((len(name) for name, _ in facts), default=0)
        for name, value in facts:
            self.line(f"{name:<{width}}  {value}")

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Write a table; numbers stand at the right."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for index, column in enumerate(columns):
            number = bool(rows) and all(_NUMBER.fullmatch(str(row[index])) for row in rows)
            table.add_column(Text(column, style="bold"), justify="right" if number else "left", overflow="fold")
        for row in rows:
            table.add_row(*(Text("" if cell is None else clean(str(cell))) for cell in row))
        with self.out.capture() as painted:
            self.out.print(table)
        self.out.file.write("".join(f"{line.rstrip()}\n" for line in painted.get().splitlines()))

    def data(self, value: object) -> None:
        """Write the answer for machines, as JSON."""
        self.write(as_json(value))

    def remark(self, text: str) -> None:
        """Write one line to stderr that is not part of the answer."""
        self.err.print(clean(text), soft_wrap=True)

    @contextmanager
    def progress(self, what: str) -> Iterator[Callable[[int, int], None]]:
        """Show how far a long work is (`done`, `of`), on a terminal only; the bar is gone afterwards."""
        if not self.err.is_terminal:
            yield lambda done, total: None
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        title = TextColumn("{task.description}", markup=False)
        with Progress(
            title, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=self.err, transient=True
        ) as bar:
            task = bar.add_task(clean(what), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
