"""Words on player aids that no game's data have, from `templates/charts/words.yaml`."""

import functools
from pathlib import Path

import msgspec

from assets.schema import Text
from kept.plain import plain

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates" / "charts"


def word(name: str, language: str) -> str:
    """The word in a language; KeyError for one that nobody wrote down."""
    return _words()[name][language]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that is explained: its name, and a sentence about it."""

    name: Text
    text: Text


def card_words(language: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """How to read a unit card: the title, then name and sentence of each thing, from `templates/charts/card.yaml`."""
    found: dict[str, object] = plain(FOLDER / "card.yaml")
    title = msgspec.convert(found.pop("title"), Text)
    entries = msgspec.convert(found, dict[str, Entry])
    return title[language], tuple((entry.name[language], entry.text[language]) for entry in entries.values())


@functools.cache
def _words() -> dict[str, Text]:
    return msgspec.convert(plain(FOLDER / "words.yaml"), dict[str, Text])
