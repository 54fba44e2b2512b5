"""A table at which two players sit: a running engine that is told line by line what they do, and answers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from rules.audit.witness import ID, fixed
from vassal.position import Position as Pieces

HERE = Path(__file__).parent
PLAYERS = {
    "French": ("Anna", "first"),
    "German": ("Bert", "second"),
    "Solitaire": ("Carl", "third"),
    "Soviet": ("Dora", "fourth"),
}
"""By seat: the name of who sits there, and the word by which the program knows him."""
ROLL = re.compile(r"\dd\d+: (\d+(?:(?:,| \+ )\d+)*)(?: = \d+)?(?:$|[,:] )")
"""What a line of the chat shows of dice: `2d6: 1 + 4 = 5`, or `3d6: 1,4,5` where they fell one by one.

What came of them stands behind it.
"""


class RefusedError(AssertionError):
    """The engine did not do what it was told."""


class Table:
    """The engine with a module; who acts takes the seat first."""

    def __init__(self, oracle: Path, module: Path, folder: Path) -> None:
        classpath = os.environ["VASSAL_CLASSPATH"]
        sources = [*sorted((oracle / "src").glob("*.java")), HERE / "Table.java"]
        subprocess.run(
            ["javac", "-nowarn", "-encoding", "UTF-8", "-d", folder, "-cp", classpath, *sources],
            check=True,
            capture_output=True,
        )
        quiet = "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener"
        settings = f"-Dlogback.configurationFile={oracle / 'src' / 'logback-quiet.xml'}"
        java = ["java", quiet, settings, "-cp", f"{folder}:{classpath}", "Table", str(module)]
        if "DISPLAY" not in os.environ:
            if shutil.which("xvfb-run") is None:
                pytest.skip("no display, and no Xvfb to make one")
            java = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", *java]
        self._errors = (folder / "stderr.txt").open("w")
        self._engine = subprocess.Popen(
            java, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, encoding="utf-8"
        )
        self._seat = ""
        self.drawn = ""
        """The piece that was drawn last."""
        self.steps = 0
        """How many steps the log has by now."""
        self.laid = ""
        """The piece that was taken from the palette last."""
        self.dice, self.accuracy = "", ""
        """How many dice lie ready, and what hits."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._engine.stdin is not None
        self._engine.stdin.close()
        try:
            self._engine.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._engine.kill()
            self._engine.wait()
        if self._engine.stdout is not None:
            self._engine.stdout.close()
        self._errors.close()

    def tell(self, line: str, boxes: int = 0) -> list[str]:
        """Have a line done, upon which so many boxes open; what the chat shows of it."""
        answer = self.ask(line)
        faults = [each for each in answer["reports"] if each["kind"] != "dialog"]
        if answer["error"] or faults or len(answer["reports"]) - len(faults) != boxes:
            raise RefusedError(f"{line}: {answer['error'] or answer['reports']}")
        return list(answer["chat"])

    def ask(self, line: str) -> dict[str, Any]:
        """Have a line done; the engine's whole answer."""
        assert self._engine.stdin is not None
        assert self._engine.stdout is not None
        self._engine.stdin.write(line + "\n")
        self._engine.stdin.flush()
        while text := self._engine.stdout.readline():
            if text.startswith("{"):
                answer: dict[str, Any] = json.loads(text)
                self.drawn, self.laid = answer["drawn"] or "", answer["laid"]
                self.steps = answer["steps"]
                self.dice, self.accuracy = answer["dice"] or "", answer["accuracy"] or ""
                return answer
        raise RefusedError(f"{line}: the engine has gone")

    def begin(self, save: Path, log: Path, *seats: str) -> None:
        """Load a set-up, seat the players, and begin the log."""
        self.tell(f"load|{save}")
        for seat in seats:
            self.sit(seat)
            self.tell(f"sit|{seat}")
        self.tell(f"log|{log}")

    def sit(self, seat: str) -> None:
        """The player of that seat has the mouse now."""
        if seat != self._seat:
            name, word = PLAYERS[seat]
            self.tell(f"take|{name}|{word}")
            self._seat = seat


def dice(chat: list[str]) -> tuple[int, ...]:
    """The dice that the chat shows last."""
    found = [match[1] for line in chat if (match := ROLL.search(line))]
    return tuple(map(int, re.split(r",| \+ ", found[-1]))) if found else ()


def replayed(engine: Path, module: Path, log: Path) -> Iterator[dict[str, Any]]:
    """The engine's dump after each step of the log."""
    name, word = PLAYERS["French"]
    who = {**os.environ, "JOPT": f"-Dprobe.user={name} -Dprobe.password={word}"}
    with subprocess.Popen([engine, "step", module, log], stdout=subprocess.PIPE, text=True, env=who) as asked:
        assert asked.stdout is not None
        answers = (json.loads(line) for line in asked.stdout if line.startswith("{"))
        next(answers)
        yield from answers


def ids_of(start: Pieces) -> dict[tuple[str, int], str]:
    """The ids of all pieces by what they are in the game and which copy."""
    found: dict[tuple[str, int], str] = {}
    pieces = sorted(start.pieces(), key=lambda each: (int(each.gpid) if each.gpid.isdecimal() else 0, each.id))
    for piece in pieces:
        name = fixed(piece).get(ID, "")
        copy = 1 + sum(known == name for known, _ in found)
        found[name, copy] = piece.id
    return found
