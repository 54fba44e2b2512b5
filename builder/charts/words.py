"""Words on player aids that no game's data have, from `templates/charts/words.yaml`."""

import functools
from pathlib import Path

import msgspec
import yaml

from assets.schema import Text

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates" / "charts"


def word(name: str, language: str) -> str:
    """The word in a language; KeyError for one that nobody wrote down."""
    return _words()[name][language]


@functools.cache
def _words() -> dict[str, Text]:
    text = (FOLDER / "words.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), dict[str, Text])
