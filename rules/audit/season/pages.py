"""Views as pages of HTML that need nothing else: one by itself, or all of a season, linked to each other."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, select_autoescape

from rules.audit.page import seal
from rules.audit.season.verdicts import Row
from rules.audit.season.views import View
from rules.audit.words import number

BARS = frozenset({"rate", "illegal", "rolls_undone"})
"""Columns that are drawn as bars beside their figures."""
LONG = 60
"""What is longer is a sentence, and needs room."""

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


Linked = Callable[[str, Row], str]
"""Where a cell of a row leads; empty if nowhere."""
LOADER = PackageLoader("templates", "season")


def nowhere(column: str, row: Row) -> str:
    """Lead nowhere."""
    del column, row
    return ""


class Section(NamedTuple):
    """A table of a page: what it is called, how it is to be read, where its cells lead."""

    title: str
    view: View
    headings: Mapping[str, str]
    note: str = ""
    link: Linked = nowhere
    language: str = "en"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns in which something stands; the side only where nobody is named who played it."""
        rows, every = self.view.rows, self.view.columns
        shown = (name for name in every if not rows or any(row[name] not in (None, "") for row in rows))
        return tuple(name for name in shown if name != "side" or "player" not in every)

    @property
    def long(self) -> frozenset[str]:
        """The columns that hold whole sentences."""
        rows = self.view.rows
        return frozenset(name for name in self.view.columns if any(len(str(row[name])) > LONG for row in rows))

    @property
    def most(self) -> dict[str, float]:
        """The highest figure of each column that is drawn as bars."""
        return {column: _most(self.view, column) for column in self.view.columns if column in BARS}

    @property
    def numbers(self) -> frozenset[str]:
        """The columns that hold numbers only."""
        return _numbers(self.view)

    @property
    def plots(self) -> list["Plot | None"]:
        """How often each face fell, by row."""
        return [histogram(row["faces"]) for row in self.view.rows] if "faces" in self.view.columns else []

    def said(self, value: object) -> str:
        """Return what stands in a cell: numbers as the language writes them."""
        if value is None:
            return ""
        return number(str(value), self.language) if isinstance(value, float) else str(value)


class Way(NamedTuple):
    """A way to another page of the site."""

    to: str
    name: str
    here: bool = False


class Curve(NamedTuple):
    """The mean of a player's dice as it went, die by die, and where fair dice would keep to."""

    title: str
    path: str
    fair: float
    mean: str
    dice: int


CURVE_LEFT, CURVE_WIDE, CURVE_MIDDLE, CURVE_EACH = 34, 580, 58, 36
"""Where the curve begins, how wide it is, where fair dice lie, how much one pip of the mean counts."""


def curve(title: str, dice: Sequence[int], sides: int, language: str) -> Curve:
    """Return how the mean of dice went."""
    fair, total, points = (sides + 1) / 2, 0, []
    for count, die in enumerate(dice, 1):
        total += die
        across = CURVE_LEFT + CURVE_WIDE * (count - 1) / max(1, len(dice) - 1)
        points.append(f"{across:.1f},{_height(total / count, fair):.1f}")
    path = "M" + "L".join(points[:: max(1, len(points) // CURVE_WIDE)])
    return Curve(title, path, _height(fair, fair), number(f"{fair:.1f}", language), len(dice))


def _height(mean: float, fair: float) -> float:
    return min(112.0, max(4.0, CURVE_MIDDLE - CURVE_EACH * (mean - fair)))


def view_page(view: View, title: str, headings: Mapping[str, str], language: str, note: str = "") -> str:
    """Return the page of one view; the note says how it is to be read."""
    section = Section(title, view, headings, language=language)
    return _environment().get_template("view.html").render(title=title, note=note, language=language, section=section)


def site_page(
    title: str,
    sections: Sequence[Section],
    nav: Sequence[Way],
    words: Mapping[str, str],
    language: str,
    *,
    figures: Sequence[tuple[str, str]] = (),
    curves: Sequence[Curve] = (),
) -> str:
    """Return a page of a season's site."""
    environment = _environment()
    script = LOADER.get_source(environment, "sort.js")[0]
    return environment.get_template("site.html").render(
        title=title,
        sections=sections,
        nav=nav,
        words=words,
        language=language,
        figures=figures,
        curves=curves,
        script=script,
        seal=seal(script),
    )


def _environment() -> Environment:
    return Environment(
        loader=LOADER,
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
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
