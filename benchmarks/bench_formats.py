"""Reading large saves: from zip to plain text, and from zip to typed traits."""

import importlib
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from benchmarks.bigsave import big_save
from benchmarks.frame import Case, Goal, Prepare, Work
from vassal import savefile, wire
from vassal.archive import Archive, save_bytes


def cases() -> Iterable[Case]:
    """A save of 14 MB with 2,300 pieces of 20 to 60 traits, read and written."""
    megabytes = len(_plain(_file())) / 1e6
    yield Case(
        "formats: zip to plain text",
        _on_file(_plain),
        megabytes,
        "MB",
        _on_file(_naive_plain),
        "a loop over characters",
        (Goal("rate", "least", 300),),
    )
    other = _pywargame()
    if other is not None:
        yield Case(
            "formats: zip to plain text, beside pywargame",
            _on_file(_plain),
            megabytes,
            "MB",
            _on_file(other),
            "pywargame",
        )
    yield Case(
        "formats: zip to typed traits",
        _on_file(savefile.read),
        baseline=_on_file(lambda path: _naive_pieces(_naive_plain(path))),
        baseline_name="loop and recursive split, untyped",
        goals=(Goal("processor", "most", 0.3), Goal("megabytes", "most", 250)),
    )
    yield Case("formats: save to zip", _prepared_write, megabytes, "MB")


def _on_file(work: Callable[[Path], object]) -> Prepare:
    """Return the work on the large save, which is written before it is timed."""

    def prepare() -> Work:
        path = _file()
        return lambda: work(path)

    return prepare


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def _file() -> Path:
    path = Path(_folder().name, "large.vsav")
    save_bytes(path, savefile.encode(big_save()))
    return path


def _prepared_write() -> Work:
    save = savefile.read(_file())
    return lambda: savefile.encode(save)


def _plain(path: Path) -> str:
    with Archive(path) as archive:
        return wire.decode(archive.chunks(savefile.SAVED_GAME))[0]


def _naive_plain(path: Path) -> str:
    """Undo the obfuscation as it is described: two characters at a time."""
    with zipfile.ZipFile(path) as archive:
        digits = archive.read(savefile.SAVED_GAME).decode("ascii")
    key = int(digits[5:7], 16)
    return bytes(int(digits[at : at + 2], 16) ^ key for at in range(7, len(digits), 2)).decode()


def _naive_pieces(text: str) -> list[tuple[list[str], list[str]]]:
    """Split commands and chains the way they are defined: level by level, recursively."""
    return [
        (_naive_chain(tokens[1]), _naive_chain(tokens[2]))
        for command in _naive_commands(text)
        if command.startswith("+/") and len(tokens := _naive_split(command[2:], "/")) == 3
    ]


def _naive_commands(text: str) -> Iterator[str]:
    tokens = _naive_split(text, "\x1b")
    if tokens == [text]:
        yield text
    else:
        for token in tokens:
            yield from _naive_commands(token)


def _naive_chain(text: str) -> list[str]:
    head, *rest = _naive_split(text, "\t")
    return [head, *_naive_chain(rest[0])] if rest else [head]


def _naive_split(text: str, delimiter: str) -> list[str]:
    tokens = re.split(rf"(?<!\\){delimiter}", text)
    return [token.replace("\\" + delimiter, delimiter) for token in tokens]


def _pywargame() -> Callable[[Path], object] | None:
    """Return pywargame's reader of saves, where that package is installed and runs."""
    try:
        read: Callable[[Path], object] = importlib.import_module("pywargame.vassal.save").SaveIO.readSave
    except (ImportError, SyntaxError):
        return None
    return read
