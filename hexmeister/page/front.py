"""The page on which a check begins: one file, whose script and style are the only ones a browser obeys there."""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, select_autoescape

from hexmeister.language import LANGUAGES
from hexmeister.page.bounds import MEGABYTE, Bounds
from hexmeister.page.desk import LOGS
from hexmeister.page.words import WORDS
from hexmeister.screen import clean
from rules.audit.page import seal


def front(language: str, listed: Mapping[str, Path], bounds: Bounds) -> str:
    """Return the page in a language, with the logs that lie in the folder."""
    environment = Environment(
        loader=PackageLoader("templates", "page"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = {key: text[language] for key, text in WORDS.items()}
    style, script = (environment.get_template(name).render() for name in ("front.css", "front.js"))
    return environment.get_template("front.html").render(
        words=words,
        language=language,
        others=[(each, WORDS["language"][each]) for each in LANGUAGES if each != language],
        listed=[(name, clean(name)) for name in listed],
        kinds=",".join(LOGS),
        limits={"log": bounds.log, "logs": bounds.logs, "together": bounds.together},
        megabytes=bounds.log // MEGABYTE,
        style=style,
        script=script,
        seals={"style": seal(style), "script": seal(script)},
    )
