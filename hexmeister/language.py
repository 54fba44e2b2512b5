"""The language the program speaks, chosen once at the start: our own words and those of the command-line library."""

import gettext
import itertools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("de", "en")
DOMAIN: Final = "hexmeister"
CATALOGUES: Final = Path(__file__).with_name("locale")

_OWN: Final = "HEXMEISTER_LANG"
_LOCALE: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def N_(text: str) -> str:  # noqa: N802
    """Return the text as it is: a mark for the catalogue on a text that is translated where it is shown."""
    return text


def wanted(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language asked for by `--lang`, else by HEXMEISTER_LANG, else by the locale, else English."""
    wishes = [_option(arguments), environ.get(_OWN, ""), *(environ.get(name, "") for name in _LOCALE)]
    return next((wish[:2].lower() for wish in wishes if wish[:2].lower() in LANGUAGES), "en")


def choose(language: str) -> None:
    """Let every text from now on come in this language, in child processes too."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


def chosen() -> str:
    """Return the language that was chosen."""
    language = os.environ.get("LANGUAGE", "")[:2]
    return language if language in LANGUAGES else "en"


def _option(arguments: Sequence[str]) -> str:
    for word, following in itertools.pairwise([*arguments, ""]):
        if word == "--":
            break
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return ""
