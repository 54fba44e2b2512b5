"""The report as one page of HTML that needs nothing else: findings, rules in words, the board, the whole game."""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, select_autoescape

import assets
from rules.audit.replay import film, legend
from rules.audit.report import Audit, Report
from rules.audit.words import PAGE, sides_of

MOST_FINDINGS = 2_000
"""So many findings at most stand on the page; all of them are in the data."""


class Link(NamedTuple):
    """A way from the report to another page: what it is called, where it leads, in which language that is."""

    name: str
    to: str
    language: str


def page(audit: Audit, report: Report, links: Sequence[Link] = ()) -> str:
    """Return the page; with links where it is one page among others."""
    environment = Environment(
        loader=PackageLoader("templates", "report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = {key: text[audit.language] for key, text in PAGE.items()}
    shown = [each for each in report.findings if not each.note][:MOST_FINDINGS]
    style, script = (environment.get_template(name).render() for name in ("report.css", "report.js"))
    return environment.get_template("report.html").render(
        style=style,
        script=script,
        seals={"style": seal(style), "script": seal(script)},
        links=links,
        players=sorted({each.player for each in shown if each.player}),
        sides=sides_of(audit.game.id, audit.language, audit.game.overlay),
        broken=sorted({each.rule for each in shown if each.rule}),
        spoken={key: words[key] for key in ("shown", "of", "here")},
        report=report,
        findings=shown,
        notes=[each for each in report.findings if each.note][:MOST_FINDINGS],
        rules={each.rule: audit.game.book.entries[each.rule] for each in report.findings if each.rule},
        twins=_twins(audit),
        language=audit.language,
        words=words,
        film=embedded(film(audit)),
        marks=legend(assets.load(audit.game.id, audit.game.overlay), audit.language),
        title=report.module,
    )


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
