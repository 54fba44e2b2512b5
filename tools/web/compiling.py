"""Run by the Python of the page itself: what is reached of all modules is compiled, and all files are packed small.

Whatever a module imports is followed, at its head or later. This file imports nothing of ours: it is run from its text.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path

LEFT_OUT = """
PIL babel builder click distributed lxml numpy rich shapely sqlite3 upath yaml
_pyrepl antigravity argparse asyncio.proactor_events asyncio.windows_events asyncio.windows_utils cProfile cmd
concurrent.futures.process ctypes curses doctest ensurepip ftplib http idlelib mimetypes multiprocessing nturl2path pdb
plistlib profile pstats pydoc pydoc_data rlcompleter tarfile test this tkinter tomllib turtle unittest urllib.request
venv webbrowser
"""
"""Not followed: no check comes there, and who asks for one of them is told that it is not there."""


def modules(root: Path) -> dict[str, Path]:
    """Return the modules below a folder by their names."""
    found = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def reached(known: dict[str, Path], begin: Iterable[str]) -> dict[str, ast.Module]:
    """Return the modules that are reached from those it begins with, parsed; `a.*` begins with all below `a`."""
    found: dict[str, ast.Module] = {}
    left_out = frozenset(LEFT_OUT.split())
    waiting = [name for each in begin for name in _meant(known, each)]
    while waiting:
        name = waiting.pop()
        if name in found or name not in known or not left_out.isdisjoint((name, *_above(name))):
            continue
        found[name] = ast.parse(known[name].read_bytes())
        waiting += _above(name)
        waiting += _imported(name, found[name], package=known[name].stem == "__init__")
    return found


def _meant(known: dict[str, Path], each: str) -> list[str]:
    home, below, _ = each.partition(".*")
    return [name for name in known if name == home or name.startswith(f"{home}.")] if below else [each]


def _above(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _imported(name: str, tree: ast.Module, *, package: bool) -> Iterator[str]:
    """Yield the modules that a module names; of `from a import b` both, for b may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:
                parts = name.split(".") if package else name.split(".")[:-1]
                base = parts[: len(parts) - node.level + 1]
                home = ".".join(filter(None, (*base, home)))
            yield home
            yield from (f"{home}.{each.name}" for each in node.names)


def compiled(folders: Iterable[str], begin: Iterable[str]) -> int:
    """Compile what is reached, in its place; drop all other sources. Return how many modules are left."""
    homes = [Path(each) for each in folders]
    known: dict[str, Path] = {}
    for home in homes:
        known |= modules(home)
    found = reached(known, begin)
    for name, path in known.items():
        if name in found:
            home = next(each for each in homes if each in path.parents)
            bare = 0 if home == homes[-1] or "pyodide" in name else 2  # without docstrings; the engine reads its own
            code = compile(found[name], str(path.relative_to(home)), "exec", dont_inherit=True, optimize=bare)
            path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, source_hash(path.read_bytes()), False))
        path.unlink()
    return len(found)


def packed(folder: str, target: str, level: int) -> None:
    """Write all files of a folder as one: their names and lengths in a line of JSON, their contents, made small."""
    from compression import zstd

    root = Path(folder)
    files = [
        (path.relative_to(root).as_posix(), path.read_bytes()) for path in sorted(root.rglob("*")) if path.is_file()
    ]
    head = json.dumps([[name, len(content)] for name, content in files]).encode()
    options = {zstd.CompressionParameter.compression_level: level, zstd.CompressionParameter.window_log: 24}
    Path(target).write_bytes(
        zstd.compress(b"\n".join((head, b"".join(content for _, content in files))), options=options)
    )
