"""The report as one page of HTML that needs nothing else: findings, rules in words, the board, the whole game."""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, select_autoescape

from rules.audit.deeds import Deed
from rules.audit.pictures import Pictures
from rules.audit.replay import film
from rules.audit.report import Audit, Report
from rules.audit.words import PAGE, number, questions_of, sides_of

MOST_FINDINGS = 2_000
"""So many findings at most stand on the page; all of them are in the data."""

ASKED = ("asks", "asking", "mute")
"""Words of the page where questions are answered."""


class Link(NamedTuple):
    """A way from the report to another page: what it is called, where it leads, in which language that is."""

    name: str
    to: str
    language: str


class Chapter(NamedTuple):
    """A turn of the game in the list of deeds: what it is called, and its parts."""

    title: str
    parts: list[list[Deed]]
    folded: bool = False

    @property
    def deeds(self) -> int:
        """How many deeds it has."""
        return sum(map(len, self.parts))


def page(
    audit: Audit,
    report: Report,
    links: Sequence[Link] = (),
    pictures: Pictures | None = None,
    *,
    asks: bool = False,
) -> str:
    """Return the page, with the pictures of the module if there are any; with links where it is one among others.

    Where it `asks`, whoever sends the page answers what a unit may do.
    """
    loader = PackageLoader("templates", "report")
    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = {key: text[audit.language] for key, text in PAGE.items()}
    shown = [each for each in report.findings if not each.note][:MOST_FINDINGS]
    style, script, library = (
        loader.get_source(environment, name)[0] for name in ("report.css", "report.js", "panzoom.js")
    )
    shown_film = film(audit, pictures)
    return environment.get_template("report.html").render(
        style=style,
        script=script,
        library=library,
        seals={"style": seal(style), "script": seal(script), "library": seal(library)},
        links=links,
        asks=asks,
        players=sorted({each.player for each in shown if each.player}),
        sides=sides_of(audit.game.id, audit.language, audit.game.overlay),
        broken=sorted({each.rule for each in shown if each.rule}),
        spoken={
            key: words[key]
            for key in ("shown", "of", "turn", "step", "setup", "beside", "copied", "asks", "asking", "mute")
        },
        report=report,
        findings=shown,
        notes=[each for each in report.findings if each.note][:MOST_FINDINGS],
        rules={each.rule: audit.game.book.said(each.rule, audit.language) for each in report.findings if each.rule},
        twins=_twins(audit),
        language=audit.language,
        words=words,
        film=shown_film.data,
        data=embedded(shown_film.data),
        ground=shown_film.map,
        sheet=shown_film.sheet,
        chapters=list(_chapters(shown_film.deeds, words)),
        questions=questions_of(audit.game.id, audit.language, audit.game.overlay),
        number=lambda text: number(text, audit.language),
        title=report.module,
    )


def _chapters(deeds: Sequence[Deed], words: Mapping[str, str]) -> Iterator[Chapter]:
    """Yield the turns with their parts; each part begins with the deed that opens it."""
    for (setup, turn), together in groupby(deeds, key=lambda each: (each.setup, each.turn)):
        parts: list[list[Deed]] = [[]]
        for each in together:
            if each.head and parts[-1]:
                parts.append([])
            parts[-1].append(each)
        yield Chapter(words["setup"] if setup else f"{words['turn']} {turn}", parts, setup)


def _twins(audit: Audit) -> dict[str, list[str]]:
    """Return by rule the entries that say the same in other places of the book."""
    found: dict[str, list[str]] = {}
    for entry in audit.game.book.entries.values():
        for each in entry.found_as:
            found.setdefault(each, []).append(entry.id)
    return found


def seal(text: str) -> str:
    """Return by which digest a browser knows the only script (or style) that it may obey."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def embedded(data: Any) -> str:
    """Return data as JSON that may stand inside a script element, whatever texts it holds."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
