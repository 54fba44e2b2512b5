"""The guides for maintainers, done word by word: what they say is typed is run, what they say is answered must be.

A block of ```console holds commands after `$` and what they answer; `…` stands for anything in a line, and alone in one
for any lines. A block with a title is a file: a whole one, or for ```diff the lines to be taken out and put in.
"""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from PIL import Image

from assets.finding import folder_of
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from vassal.module import Module

GUIDES: Final = Path(__file__).resolve().parents[2] / "docs" / "maintainers"
WALKED: Final = (
    "your-own-game",
    "changing-a-unit",
    "adding-a-scenario",
    "replacing-a-map",
    "unit-cards",
    "your-own-cards",
    "keeping-a-module",
)
FENCE: Final = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a guide."""

    kind: str
    title: str
    text: str


def blocks(guide: str) -> list[Block]:
    text = (GUIDES / f"{guide}.md").read_text(encoding="utf-8")
    return [Block(kind, title or "", body) for kind, title, body in FENCE.findall(text)]


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that it answers."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *answer = part.splitlines()
        yield command, answer


def pattern(answer: list[str]) -> str:
    """What an answer must look like as a whole; blanks at the end of a line and empty lines do not count."""
    lines = [r"(?:[^\n]*\n)*?" if line == "…" else _line(line) for line in answer if line.strip()]
    return "".join(lines)


def _line(line: str) -> str:
    words = (r"[^\n]*?".join(map(re.escape, word.split("…"))) for word in re.split(r" +", line.strip()))
    return " *" + " +".join(words) + r" *\n"


def solid(text: str) -> str:
    return "".join(f"{line}\n" for line in text.splitlines() if line.strip())


class Walk:
    """A reader who does what a guide says."""

    def __init__(self, call: Call) -> None:
        self.call = call

    def follow(self, guide: str) -> None:
        for block in blocks(guide):
            if block.kind == "console":
                for command, answer in commands(block.text):
                    self._type(command, answer)
            elif block.kind == "diff":
                edit(Path(block.title), block.text)
            elif block.title:
                path = Path(block.title)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")

    def _type(self, command: str, answer: list[str]) -> None:
        words = shlex.split(command)
        if words[0] == "hexmeister":
            code, out, err = self.call(*words[1:])
            said = solid(out + err)
        else:
            done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
            code, said = done.returncode, solid(done.stdout + done.stderr)
        assert re.fullmatch(pattern(answer), said), f"$ {command}\n{said}\n--- instead of ---\n" + "\n".join(answer)
        assert code in (Exit.FINE, Exit.FINDINGS if words[1] == "diff" else 0, Exit.UNREADABLE if answer else 0), said


def edit(path: Path, text: str) -> None:
    """Take the lines out of a file that a diff takes out, and put in what it puts in."""
    before, after = ("".join(f"{line[1:]}\n" for line in text.splitlines() if line[0] in (" ", s)) for s in "-+")
    found = path.read_text(encoding="utf-8")
    assert found.count(before) == 1, f"{path} holds {found.count(before)} times:\n{before}"
    path.write_text(found.replace(before, after), encoding="utf-8")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all guides, as a maintainer has one."""
    return tmp_path_factory.mktemp("cache")


SCANS = {
    "scan.jpg": (526, 300),
    "scan-mg.jpg": (300, 420),
    "scan-hannut.jpg": (620, 511),
    "scan-stonne.jpg": (331, 178),
    "somua.png": (300, 300),
}
"""The scans of the guides' readers, each of the shape of what it stands for."""


@pytest.fixture
def walk(call: Call, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("LOCALAPPDATA", str(cache))
    monkeypatch.chdir(tmp_path)
    for name, size in SCANS.items():
        Image.new("RGB", size, "#7f9a6a").save(tmp_path / name)
    return Walk(call)


@pytest.mark.parametrize("guide", WALKED)
def test_a_guide_can_be_followed_word_by_word(walk: Walk, guide: str) -> None:
    walk.follow(guide)


def test_printed_values_and_scans_take_the_place_of_ours(walk: Walk, tmp_path: Path) -> None:
    walk.follow("overlays")
    (built,) = tmp_path.glob("*.vmod")
    module = Module.open(built)
    assert "A\u00a06 " in _shown(module, "1st squadron, SOMUA S35")
    lock = (folder_of(built.stem.partition("-")[0]) / "gpids.lock").read_text(encoding="utf-8")
    numbers = {line.split()[0] for line in lock.splitlines()[1:] if "retired" not in line}
    assert {slot.gpid for slot in module.slots} == numbers


def _shown(module: Module, name: str) -> str:
    return next(slot.text for slot in module.slots if slot.name == name)


def test_every_guide_with_commands_is_followed() -> None:
    with_commands = {path.stem for path in GUIDES.glob("*.md") if "```console" in path.read_text(encoding="utf-8")}
    assert with_commands == {*WALKED, "overlays"}


def test_every_page_is_named_on_the_first() -> None:
    first = (GUIDES / "index.md").read_text(encoding="utf-8")
    assert [path.name for path in GUIDES.glob("*.md") if f"({path.name})" not in first] == ["index.md"]
