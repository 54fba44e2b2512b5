import gettext
import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from hexmeister.language import CATALOGUES
from hexmeister.main import main


class Answer(NamedTuple):
    """What one call of the program gave."""

    code: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture(scope="session", autouse=True)
def spoken() -> None:
    """Compile the translations that are newer than what was compiled from them."""
    for source in CATALOGUES.glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            fresh = target.with_suffix(f".{os.getpid()}")
            with source.open("rb") as lines, fresh.open("wb") as compiled:
                write_mo(compiled, read_po(lines))
            fresh.replace(target)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """Call the command line in this process; it speaks English unless told otherwise."""
    domain, language = gettext.textdomain(), os.environ.pop("LANGUAGE", None)
    for name in ("HEXMEISTER_LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: object) -> Answer:
        os.environ.pop("LANGUAGE", None)  # the call before this one has set it
        code = main([str(word) for word in words])
        return Answer(code, *capsys.readouterr())

    yield run
    gettext.textdomain(domain)
    os.environ.pop("LANGUAGE", None)
    if language is not None:
        os.environ["LANGUAGE"] = language
