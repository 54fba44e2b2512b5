"""A view as one page of HTML that needs nothing else."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from rules.audit.season.views import View

BARS = frozenset({"rate", "illegal", "rolls_undone"})
"""Columns that are drawn as bars beside their figures."""


def view_page(view: View, title: str, headings: Mapping[str, str], language: str) -> str:
    """Return the page."""
    environment = Environment(
        loader=PackageLoader("templates", "season"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    most = {column: _most(view, column) for column in view.columns if column in BARS}
    return environment.get_template("view.html").render(
        view=view, title=title, headings=headings, language=language, most=most, numbers=_numbers(view)
    )


def _most(view: View, column: str) -> float:
    return max((float(row[column] or 0) for row in view.rows), default=0.0)


def _numbers(view: View) -> frozenset[str]:
    """Return the columns that hold numbers only."""
    rows: tuple[dict[str, Any], ...] = view.rows
    return frozenset(name for name in view.columns if all(isinstance(row[name], int | float) for row in rows))
