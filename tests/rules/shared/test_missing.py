"""What a log would have had to show is said in words, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.audit.games import doors, games
from rules.audit.report import worded
from rules.audit.words import MISSING
from rules.engine.ruling import Undecided

ENGINE = Path(__file__).parents[3] / "rules" / "engine"
NAMED = re.compile(
    r"""unknown\(\s*"([a-z-]+)"|unshown\([^,()]+,\s*"([a-z-]+)"|missing="([a-z-]+)"|"inferred",\s*"([a-z-]+)\""""
)
"""Where the code names what is missing."""


def missing(folder: Path) -> set[str]:
    """All that the code of a folder calls missing."""
    texts = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    return {next(filter(None, found)) for text in texts for found in NAMED.findall(text)}


@pytest.mark.parametrize("name", sorted(games()))
def test_whatever_may_be_missing_has_words(name: str) -> None:
    game, own = games()[name], missing(doors()[name].folder)
    named = own | missing(ENGINE) | set(MISSING)

    assert "beginning" in named
    assert own or game.young
    for word in named:
        for language, before in (("en", "The log does not show"), ("de", "Das Log zeigt nicht")):
            text = worded(game, Undecided("not-shown", missing=word), language)
            assert re.fullmatch(rf"{before}:? ..+ .+\.", text), (word, text)
            assert not text.endswith((" of.", " von."))
