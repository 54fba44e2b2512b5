import gettext
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from hexmeister.main import main


class Answer(NamedTuple):
    """What one call of the program gave."""

    code: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """Call the command line in this process; it speaks English unless told otherwise."""
    domain = gettext.textdomain()
    for name in ("HEXMEISTER_LANG", "LANGUAGE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: object) -> Answer:
        monkeypatch.delenv("LANGUAGE", raising=False)
        code = main([str(word) for word in words])
        return Answer(code, *capsys.readouterr())

    yield run
    gettext.textdomain(domain)
