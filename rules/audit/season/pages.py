"""A view as one page of HTML that needs nothing else."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, select_autoescape

from rules.audit.season.views import View

BARS = frozenset({"rate", "illegal", "rolls_undone"})
"""Columns that are drawn as bars beside their figures."""


HEIGHT, WIDTH, GAP = 40, 14, 4


class Bar(NamedTuple):
    """A bar: where it stands, where it begins, how high it is, what it says."""

    left: int
    top: float
    height: float
    text: str


class Plot(NamedTuple):
    """Bars, and the line that fair dice would keep to."""

    bars: tuple[Bar, ...]
    fair: float
    width: int


def view_page(view: View, title: str, headings: Mapping[str, str], language: str, note: str = "") -> str:
    """Return the page; the note says how it is to be read."""
    environment = Environment(
        loader=PackageLoader("templates", "season"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    most = {column: _most(view, column) for column in view.columns if column in BARS}
    return environment.get_template("view.html").render(
        view=view,
        title=title,
        note=note,
        headings=headings,
        language=language,
        most=most,
        numbers=_numbers(view),
        plots=[histogram(row["faces"]) for row in view.rows] if "faces" in view.columns else [],
    )


def histogram(faces: str) -> Plot | None:
    """Return how often each face fell, as bars, and the line where fair dice would stand; nothing without dice."""
    counts = [int(part) for part in faces.split() if part.isdecimal()]
    if not sum(counts):
        return None
    high = HEIGHT / max(*counts, sum(counts) / len(counts))
    bars = tuple(
        Bar(place * (WIDTH + GAP), round(HEIGHT - count * high, 1), round(count * high, 1), f"{place + 1}: {count}")
        for place, count in enumerate(counts)
    )
    return Plot(bars, round(HEIGHT - sum(counts) / len(counts) * high, 1), len(counts) * (WIDTH + GAP) - GAP)


def _most(view: View, column: str) -> float:
    return max((float(row[column] or 0) for row in view.rows), default=0.0)


def _numbers(view: View) -> frozenset[str]:
    """Return the columns that hold numbers only."""
    rows: tuple[dict[str, Any], ...] = view.rows
    return frozenset(name for name in view.columns if all(isinstance(row[name], int | float) for row in rows))
