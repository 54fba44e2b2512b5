"""`python -m tools.mutation rules/GAME`: how many small faults in the rules of a game the tests notice.

A sample of the places where a comparison, a condition, a number or a result could be wrong is changed, one by one, in
the memory of a process of its own, and those tests are run that come through the line, the nearest to its file first,
until one fails. mutmut leaves decorated functions alone, and nearly every check of a rule is one; so the sample is
drawn here.

What only serves the tests is left out: the writer of logs. A fault that no test can see, since the text means the same
with it, is not told apart; it counts as one that was not noticed.
"""

import argparse
import ast
import contextlib
import copy
import functools
import gc
import hashlib
import io
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final, NamedTuple

import coverage
import msgspec
import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
KERNEL: Final = "tests/rules/engine"
AT_ONCE: Final = ("loading.py",)
"""Whose results the tests keep from the moment at which they are read in."""
READING: Final = "reading"
"""The folder whose faults are looked for in logs as well: cases that are played are written as logs, and read again."""
QUIET: Final = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
ALONE: Final = "--noconftest"
"""Without what notes what tests play."""
LOGS: Final = ("--logs", "-p", "no:recorder")
"""Through logs, and nothing of it is recorded: there is a fault in it."""
MOST_LINES: Final = 12
"""So many lines above a fault the statement may begin that it stands in."""
MOST_TESTS: Final = 300
"""So many tests at most are run for a fault: those that see most of its file in the shortest time."""
MOST_SECONDS: Final = 60
"""So many seconds of work at most, as they were timed while lines were counted; through logs, a part of them."""
SETTING_UP: Final = 0.02
"""Seconds that every test takes besides its own time."""
NEAREST: Final = 12
"""So many of them first, by themselves: most faults are noticed by those."""
THROUGH_LOGS: Final = 40
UNPLAYED: Final = ("test_limits_", "test_offers_", "test_reading_")
"""Files of tests in which nothing is played that could go through a log."""
UNTRIED: Final = 2
"""What a process ends with that could not try its fault."""
KEPT: Final = "kept.json"
"""What is remembered of tests that were run, beside the lines through which they came."""
WHAT_COUNTS: Final = tuple(
    f"{folder}/**/*.{kind}" for folder in ("rules", "assets", "tests/rules") for kind in ("py", "yaml", "json")
)
"""Where a change may lead tests through other lines; a file of tests counts for its own tests alone."""
LONGEST: Final = 60
"""Seconds of work beyond those of the tests without a fault after which it counts as noticed: something hangs."""
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
            return "not left out", lambda: _affirm(node)
        case ast.Constant(value=bool() as value):
            return f"{value} to {not value}", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            return f"{value} to {value + 1}", lambda: setattr(node, "value", value + 1)
        case ast.IfExp():
            return "branches swapped", lambda: _swap(node)
    return None


def _affirm(node: ast.UnaryOp) -> None:
    truth = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    node.op, node.operand = ast.UAdd(), truth


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


def broken(fault: Fault) -> CodeType:
    """Return the file with the fault in it, compiled."""
    path = ROOT / fault.path
    tree = copy.deepcopy(ast.parse(path.read_text(encoding="utf-8")))
    found = changes(list(places(tree))[fault.place])
    if found is None:
        raise LookupError(fault)
    found[1]()
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def _functions(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _functions(each)


def put_in(fault: Fault) -> None:
    """Put the fault into the functions of this process."""
    changed = {(each.co_qualname, each.co_firstlineno): each for each in _functions(broken(fault))}
    path = str(ROOT / fault.path)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            code = changed.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None and code != each.__code__:
                each.__code__ = code
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and each.__module__.startswith("rules."):
            each.cache_clear()
    if fault.path.name in AT_ONCE:
        for name in [name for name in sys.modules if name.startswith("tests.")]:
            del sys.modules[name]


class Kept(msgspec.Struct):
    """What is remembered from one run to the next: of which state, and the times of the tests of each file."""

    state: str = ""
    files: dict[str, str] = {}
    times: dict[str, float] = {}


def _digest(paths: Iterator[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(str(path).encode() + path.read_bytes())
    return found.hexdigest()


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


class Watch:
    """Which tests come through which lines, and how long each of them takes; remembered in a folder."""

    def __init__(self, folder: str, memory: Path) -> None:
        self.times: dict[str, float] = {}
        self._own = f"tests/{folder}"
        self._memory = memory
        memory.mkdir(parents=True, exist_ok=True)
        self._measured = coverage.Coverage(data_file=str(memory / "ways"), source=[folder], config_file=False)

    def run(self) -> bool:
        """Run all tests once without any fault, but those that nothing has changed for; tell whether they pass."""
        tests = sorted(path for folder in (self._own, KERNEL) for path in Path(folder).rglob("*") if _is_test(path))
        rest = (path for each in WHAT_COUNTS for path in Path().glob(each) if path.is_file() and not _is_test(path))
        state, files = _digest(rest), {str(path): _digest(iter([path])) for path in tests}
        known = self._known(state)
        old = {name for name in files if known.files.get(name) == files[name]}
        self.times = {test: took for test, took in known.times.items() if test.partition("::")[0] in old}
        new = [name for name in files if name not in old]
        if new:
            self._measured.start()
            passed = pytest.main([*QUIET, ALONE, *new], plugins=[self]) == pytest.ExitCode.OK
            self._measured.stop()
            self._measured.save()
            if not passed:
                return False
        # The processes that try a fault begin with what this one has imported.
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main([*QUIET, ALONE, "--collect-only", *files])
        (self._memory / KEPT).write_bytes(msgspec.json.encode(Kept(state, files, self.times)))
        return True

    def _known(self, state: str) -> Kept:
        """What is remembered, if it is still true; else nothing is."""
        path = self._memory / KEPT
        known = msgspec.json.decode(path.read_bytes(), type=Kept) if path.exists() else Kept()
        if known.state == state:
            self._measured.load()
            return known
        self._measured.erase()
        return Kept()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Name the test to coverage, and take its time."""
        self._measured.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.times[item.nodeid] = time.process_time() - begun
        return result

    @functools.cache  # noqa: B019
    def _through(self, path: Path) -> dict[int, list[str]]:
        return self._measured.get_data().contexts_by_lineno(str(ROOT / path))

    def tests(self, fault: Fault) -> list[str]:
        """Return tests that come through the line of a fault: first those that see most of its file in a short time."""
        known = self._through(fault.path)
        lines = range(fault.line, max(fault.line - MOST_LINES, 0), -1)
        through = self.times.keys() & set(next((known[line] for line in lines if known.get(line)), []))
        much = Counter(test for tests in known.values() for test in tests)
        found = sorted(through, key=lambda test: (-much[test] / (self.times[test] + SETTING_UP), test))[:MOST_TESTS]
        spent = accumulate(self.times[test] for test in found)
        return [test for test, seconds in zip(found, spent, strict=True) if seconds <= MOST_SECONDS]

    def longest(self, tests: Sequence[str]) -> float:
        """Return how many seconds of work tests may take: they were timed while lines were counted, which is slower."""
        return LONGEST + sum(self.times[test] for test in tests)

    def cases(self) -> list[str]:
        """Return tests that play something, which goes through logs then."""
        known = (test for test in self.times if test.startswith(self._own) and not any(map(test.count, UNPLAYED)))
        return _spread(sorted(known), THROUGH_LOGS)


def _spread(tests: list[str], most: int) -> list[str]:
    return [tests[place * len(tests) // most] for place in range(most)] if len(tests) > most else tests


def noticed(fault: Fault, watch: Watch) -> bool:
    """Tell whether a test fails, in a process of its own, with the fault in it."""
    tests, cases = watch.tests(fault), watch.cases() if READING in fault.path.parts else []
    child = os.fork()
    if child:
        status = os.waitpid(child, 0)[1]
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == UNTRIED:
            raise RuntimeError(f"{fault} could not be tried")
        return status != 0
    signal.setitimer(signal.ITIMER_PROF, watch.longest([*tests, *cases]))
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    seen = UNTRIED
    try:
        put_in(fault)
        found = any(_fails([ALONE, *some]) for some in (tests[:NEAREST], tests[NEAREST:]) if some)
        if not found and cases:
            found = _fails([*LOGS, *cases])
        seen = int(found)
    finally:
        os._exit(seen)


def _fails(arguments: Sequence[str]) -> bool:
    return pytest.main([*QUIET, "-x", *arguments]) != pytest.ExitCode.OK


class Sample(msgspec.Struct, frozen=True):
    """A sample of faults: of which rules, by which seed, how many could be made, were tried, were noticed."""

    folder: str
    seed: int
    could: int
    tried: int
    noticed: int


def write(path: Path, sample: Sample) -> None:
    """Put a sample in the place of the last one of the same rules."""
    known = msgspec.json.decode(path.read_bytes(), type=list[Sample]) if path.exists() else []
    kept = [each for each in known if each.folder != sample.folder]
    path.write_bytes(msgspec.json.format(msgspec.json.encode([*kept, sample]), indent=1) + b"\n")


def main(arguments: list[str]) -> int:
    """Draw a sample, try it, and print what was noticed and what was not."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("folder", help="rules/GAME")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--memory", type=Path, default=Path("build/faults"), help="where it remembers which tests see what"
    )
    parser.add_argument("--only", default="", help="a part of a path: faults are drawn from such files alone")
    parser.add_argument("--write", type=Path, help="a file of samples, in which this one takes its place")
    given = parser.parse_args(arguments)
    os.chdir(ROOT)
    every = list(faults(ROOT / given.folder))
    every = [fault for fault in every if given.only in str(fault.path)]
    sample = random.Random(given.seed).sample(every, min(given.count, len(every)))
    watch = Watch(given.folder, given.memory / Path(given.folder).name)
    if not watch.run():
        print("the tests fail without any fault")
        return 2
    tried, seen = counted(sample, watch)
    if given.write:
        write(given.write, Sample(given.folder, given.seed, len(every), tried, seen))
    print(f"{seen} of {tried} faults noticed ({seen / max(tried, 1):.0%}); {len(every)} could be made")
    return 0


def counted(sample: Sequence[Fault], watch: Watch) -> tuple[int, int]:
    """Return how many faults were tried and how many of them noticed.

    Who interrupts it (Ctrl-C, or a signal to end) gets what was counted so far: the first faults of a sample are a
    sample as well.
    """
    tried = seen = 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for fault in sample:
            found = noticed(fault, watch)
            tried, seen = tried + 1, seen + found
            if not found:
                print(f"not noticed: {fault.path}:{fault.line}: {fault.what} ({seen} of {tried})", flush=True)
    except KeyboardInterrupt:
        print(f"interrupted after {tried} of {len(sample)}", flush=True)
    return tried, seen


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
