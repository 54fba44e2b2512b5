"""One word for one thing: no German text that somebody is shown uses a word that the glossary has settled otherwise."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from babel.messages.pofile import read_po

from hexmeister.language import CATALOGUES
from hexmeister.page.words import WORDS
from rules.audit.words import MISSING, PAGE
from tools.messages import ROOT

GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
STORES = (
    "rules/**/messages.yaml",
    "rules/**/messages/*.yaml",
    "rules/**/words.yaml",
    "rules/*/ledger.de.yaml",
    "templates/module/words.yaml",
)


def forbidden() -> list[str]:
    """The words of the glossary's last column."""
    rows = [line.split("|") for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [word.strip() for row in rows[2:] for word in row[3].split(",") if word.strip()]


def german(data: Any) -> Iterator[str]:
    """Every German text of a file's data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from german([value] if key == "de" and isinstance(value, str) else value) if key != "en" else ()
    elif isinstance(data, list):
        for each in data:
            yield from (each,) if isinstance(each, str) else german(each)


def shown() -> Iterator[tuple[str, str]]:
    """Where each German text stands, and the text."""
    with (CATALOGUES / "de" / "LC_MESSAGES" / "hexmeister.po").open("rb") as lines:
        for message in read_po(lines):
            for text in (message.string,) if isinstance(message.string, str) else message.string:
                yield str(message.id), text
    for name, words in (("PAGE", PAGE), ("MISSING", MISSING), ("WORDS", WORDS)):
        yield from ((f"{name} {key}", each["de"]) for key, each in words.items())
    for store in STORES:
        for path in sorted(ROOT.glob(store)):
            data = yaml.safe_load(path.read_text(encoding="utf-8"))
            yield from ((str(path.relative_to(ROOT)), text) for text in german(data))

    for path in sorted(each for folder in ("spieler", "pruefer") for each in (ROOT / "docs" / folder).glob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", line


TEXTS = list(shown())


def test_it_reads_all_stores() -> None:
    assert len(forbidden()) > 10
    assert len(TEXTS) > 1000


@pytest.mark.parametrize("word", forbidden())
def test_no_german_text_uses_another_word_than_the_settled_one(word: str) -> None:
    found = re.compile(rf"\b{re.escape(word)}(e|en|er|es|s)?\b")
    assert [(where, text) for where, text in TEXTS if found.search(text)] == []
