"""The map of the house is true and stays short: what it names is there, and it is read in five minutes."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
PARTS = ("assets", "builder", "hexmeister", "kept", "rules", "templates", "vassal")
MOST_WORDS = 1_150
MOST_STATIONS = 12
SECTIONS = dict(re.findall(r"^## (.+?)\n(.+?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
WALKS = [name for name, text in SECTIONS.items() if re.search(r"^1\. ", text, re.MULTILINE)]
INVARIANTS = re.findall(
    r"^\| (?!what|---)([^|]+) \| ([^|]+) \|$", SECTIONS["What holds, and which test sees to it"], re.MULTILINE
)


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def has_tests(place: Path) -> bool:
    """Whether there are tests in a file or a folder."""
    return (place.is_file() and "\ndef test_" in place.read_text("utf-8")) or any(place.glob("**/test_*.py"))


def modules() -> list[str]:
    """The modules and functions that the page names by their whole path."""
    return [name for name in quoted(TEXT) if re.fullmatch(rf"(?:{'|'.join(PARTS)})(?:\.\w+)+", name)]


def test_it_is_read_in_five_minutes() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


def test_there_are_two_walks_of_few_stations() -> None:
    assert len(WALKS) == 2
    for walk in WALKS:
        stations = re.findall(r"^(\d+)\. ", SECTIONS[walk], re.MULTILINE)
        assert stations == [str(number) for number in range(1, len(stations) + 1)]
        assert 5 < len(stations) <= MOST_STATIONS


@pytest.mark.parametrize(("what", "held"), INVARIANTS, ids=[what for what, _ in INVARIANTS])
def test_every_invariant_names_tests_that_are_there(what: str, held: str) -> None:
    named = quoted(held)
    assert named, what
    for each in named:
        assert each.startswith("pytest ") or has_tests(ROOT / each), each


@pytest.mark.parametrize("name", modules())
def test_what_a_walk_passes_is_there(name: str) -> None:
    assert resolve_name(name)
