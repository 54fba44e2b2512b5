"""Charts as HTML for the module's own windows, from the template in `templates/charts/`."""

from __future__ import annotations

import functools

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builder.charts.picture import tint
from builder.charts.table import Table
from builder.charts.words import FOLDER
from builder.drawing.colour import written


def page(table: Table, language: str) -> str:
    """The chart as a page of its own."""
    return _environment().get_template("chart.html").render(table=table, language=language)


@functools.cache
def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    found.globals["tint"] = lambda weight: written(tint(weight))
    return found
