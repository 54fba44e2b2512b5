"""No file outside of a game's own folders names it: a new game needs nothing but its folders."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path, PurePosixPath

import assets
from assets.finding import HOME, folder_of
from tools.docs_hooks import unwritten

ROOT = Path(__file__).resolve().parents[2]
OWN = {name: assets.load(name).info.title for name in assets.games() if folder_of(name).parent == HOME}
"""The games of this house, each with its title."""
MAY = {
    "CHANGELOG.md": "what changed for the players of which game",
    "README.md": "what there is to play, for somebody who has never heard of it",
    "docs/benchmarks.md": "measured, and written by the benchmarks",
    "benchmarks/season/measured.json": "measured, and written by the benchmarks",
    "docs/reference/faults.json": "measured, and written by the tool that makes small faults",
    "docs/reference/slow.json": "measured, and written by the tests",
    "docs/design/decisions.md": "why something was decided, which was decided on a game",
    "docs/maintainers/index.md": "names the guide below",
    "docs/spieler/index.md": "which games have a German page, and which have none yet",
    "docs/maintainers/maps.md": "an error as it is shown",
    "docs/maintainers/overlays.md": "a guide on real values; run word by word as a test",
    "docs/maintainers/unit-cards.md": "a guide on real values; run word by word as a test",
    "docs/maintainers/your-own-cards.md": "a guide on real values; run word by word as a test",
}
"""Files that may name a game, each with the reason; none of them has to change for a new one."""


def words(game: str) -> set[str]:
    """The words by which a game is called: its short name, and those of its titles that are no numbers."""
    titles = OWN[game]
    return {game, *(word.lower() for title in (titles.en, titles.de) for word in re.findall(r"[A-Za-z]{5,}", title))}


def listed() -> list[str]:
    """The files of the project."""
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in found.stdout.splitlines() if (ROOT / name).is_file()]


def is_of(name: str, game: str) -> bool:
    """Whether a file lies in a folder of a game, or is a page of it."""
    path = PurePosixPath(name)
    return game in path.parts[:-1] or path.stem in {game, f"perft-{game}"}


def naming(name: str) -> set[str]:
    """The games that a file names outside of their folders."""
    content = (ROOT / name).read_bytes()
    if b"\0" in content:
        return set()
    # What is written behind a mark is made from the games that there are.
    text = unwritten(content.decode("utf-8", errors="replace")).lower()
    return {game for game in OWN if not is_of(name, game) and any(word in text for word in words(game))}


def test_nothing_outside_of_its_folders_names_a_game() -> None:
    assert {name: found for name in listed() if name not in MAY and (found := naming(name))} == {}


def test_whatever_may_name_a_game_does_so() -> None:
    known = listed()
    assert [name for name in MAY if name not in known or not naming(name)] == []


def test_a_game_is_called_by_words_that_nothing_else_is() -> None:
    assert all(words(one).isdisjoint(words(other)) for one in OWN for other in OWN if one != other)
    assert all(len(words(game)) >= 1 for game in OWN)
