"""`python -m tools.mutation`: how many small faults in the rules the tests notice.

A sample of the places where a comparison, a condition, a number or a result could be wrong is changed, one by one, in
a copy of the tree, and the tests of the rules are run until one fails. mutmut leaves decorated functions alone, and
nearly every check of a rule is one; so the sample is drawn here.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
COPIED: Final = ("assets", "builder", "hexmeister", "rules", "templates", "tests", "tools", "vassal", "pyproject.toml")
TESTS: Final = ("tests/rules/blitzkrieg", "tests/rules/engine")
SWAPS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
LONGEST: Final = 300
"""Seconds after which a run counts as a fault that was noticed: something hangs."""


class Fault(NamedTuple):
    """A fault: the file, the place among all that can be changed in it, the line, what it does."""

    path: Path
    place: int
    line: int
    what: str


def changes(node: ast.AST) -> tuple[str, Callable[[], None]] | None:
    """Return what could be changed in a node, and how to do it."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            other = SWAPS[type(op)]
            return f"{type(op).__name__} to {other.__name__}", lambda: node.ops.__setitem__(0, other())
        case ast.BoolOp(op=ast.And()):
            return "and to or", lambda: setattr(node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            return "or to and", lambda: setattr(node, "op", ast.And())
        case ast.BinOp(op=ast.Add()) if not isinstance(node.left, ast.Constant | ast.JoinedStr):
            return "+ to -", lambda: setattr(node, "op", ast.Sub())
        case ast.BinOp(op=ast.Sub()):
            return "- to +", lambda: setattr(node, "op", ast.Add())
        case ast.UnaryOp(op=ast.Not()):
            return "not left out", lambda: setattr(node, "op", ast.UAdd()) or setattr(node, "operand", _truth(node))
        case ast.Constant(value=bool() as value):
            return f"{value} to {not value}", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            return f"{value} to {value + 1}", lambda: setattr(node, "value", value + 1)
        case ast.IfExp():
            return "branches swapped", lambda: _swap(node)
    return None


def _truth(node: ast.UnaryOp) -> ast.expr:
    return ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])


def _swap(node: ast.IfExp) -> None:
    node.body, node.orelse = node.orelse, node.body


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes inside of functions that could be changed, decorators and annotations left out."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                yield from (node for node in ast.walk(statement) if changes(node) is not None)


def faults(folder: Path) -> Iterator[Fault]:
    """Yield all faults that can be made in a folder's files."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for place, node in enumerate(places(tree)):
            found = changes(node)
            if found is not None:
                yield Fault(path.relative_to(ROOT), place, getattr(node, "lineno", 0), found[0])


def broken(fault: Fault) -> str:
    """Return the text of the file with the fault in it."""
    tree = copy.deepcopy(ast.parse((ROOT / fault.path).read_text(encoding="utf-8")))
    node = list(places(tree))[fault.place]
    found = changes(node)
    if found is None:
        raise LookupError(fault)
    found[1]()
    return ast.unparse(ast.fix_missing_locations(tree))


class Bench:
    """A copy of the tree in which faults are made and tests are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            copied = shutil.copytree if source.is_dir() else shutil.copy
            copied(source, folder / name)

    def notices(self, fault: Fault | None) -> bool:
        """Tell whether the tests fail with the fault in the tree."""
        if fault is None:
            return self._fails()
        target = self.folder / fault.path
        sound = target.read_text(encoding="utf-8")
        target.write_text(broken(fault), encoding="utf-8")
        try:
            return self._fails()
        finally:
            target.write_text(sound, encoding="utf-8")

    def _fails(self) -> bool:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS]
        surroundings = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(self.folder)}
        try:
            run = subprocess.run(
                command, cwd=self.folder, env=surroundings, capture_output=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return run.returncode != 0


def main(arguments: list[str]) -> int:
    """Draw a sample, try it, and print what was noticed and what was not."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("folder", nargs="?", default="rules/blitzkrieg")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    every = list(faults(ROOT / given.folder))
    sample = random.Random(given.seed).sample(every, min(given.count, len(every)))
    with tempfile.TemporaryDirectory() as scratch:
        benches: SimpleQueue[Bench] = SimpleQueue()
        for number in range(given.jobs):
            folder = Path(scratch, str(number))
            folder.mkdir()
            benches.put(Bench(folder))
        first = benches.get()
        if first.notices(None):
            print("the tests fail without any fault")
            return 2
        benches.put(first)

        def tried(fault: Fault) -> bool:
            bench = benches.get()
            try:
                return bench.notices(fault)
            finally:
                benches.put(bench)

        with ThreadPoolExecutor(given.jobs) as pool:
            noticed = list(pool.map(tried, sample))
    for fault, seen in zip(sample, noticed, strict=True):
        if not seen:
            print(f"not noticed: {fault.path}:{fault.line}: {fault.what}")
    share = sum(noticed) / len(noticed)
    print(f"{sum(noticed)} of {len(noticed)} faults noticed ({share:.0%}); {len(every)} could be made")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
