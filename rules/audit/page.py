"""The report as one page of HTML that needs nothing else: findings, rules in words, the board, the whole game."""

import json
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from rules.audit.replay import film
from rules.audit.report import Audit, Report
from rules.audit.words import PAGE

MOST_FINDINGS = 2_000
"""So many findings at most stand on the page; all of them are in the data."""


def page(audit: Audit, report: Report) -> str:
    """Return the page."""
    environment = Environment(
        loader=PackageLoader("templates", "report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = {key: text[audit.language] for key, text in PAGE.items()}
    shown = [each for each in report.findings if not each.note][:MOST_FINDINGS]
    return environment.get_template("report.html").render(
        report=report,
        findings=shown,
        notes=[each for each in report.findings if each.note][:MOST_FINDINGS],
        rules={each.rule: audit.game.book.entries[each.rule] for each in report.findings if each.rule},
        language=audit.language,
        words=words,
        film=embedded(film(audit)),
        title=report.module,
    )


def embedded(data: Any) -> str:
    """Return data as JSON that may stand inside a script element, whatever texts it holds."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
