"""Charts and player aids: pictures and pages, from the same data that the referee reads."""

from __future__ import annotations

from assets import Game
from assets.schema import Unit
from builder.charts.cards import CardAnatomy, card_anatomy, draw_cards
from builder.charts.page import page
from builder.charts.picture import draw_table
from builder.charts.sheet import (
    Anatomy,
    Callout,
    Key,
    KeyEntry,
    Sample,
    Sheet,
    draw_anatomy,
    draw_key,
    draw_sheet,
)
from builder.charts.table import Table, table, tables
from builder.charts.words import word
from builder.counters import Style, style_of
from builder.counters.faces import is_independent, marker_face, unit_face
from builder.drawing.given import given
from builder.drawing.png import encoded
from builder.drawing.theme import Place
from builder.pool import Job

__all__ = [
    "AID",
    "ANATOMY",
    "KEY",
    "Table",
    "chart_name",
    "html",
    "page_name",
    "plan",
    "sheet_name",
    "sheets",
    "tables",
]

CODE = (
    *("builder/cards", "builder/charts", "builder/counters", "builder/drawing", "builder/symbols", "builder/fonts"),
    *("templates/charts", "templates/themes"),
)
COLOURS = 256
AID, KEY, ANATOMY = "aid.png", "aid.markers.png", "aid.counter.png"


def chart_name(chart: str) -> str:
    """The file name of a chart's picture."""
    return f"chart.{chart}.png"


def page_name(chart: str) -> str:
    """The file name of a chart's page."""
    return f"chart.{chart}.html"


def sheet_name(sheet: str) -> str:
    """The file name of a sheet's picture."""
    return f"sheet.{sheet}.png"


def sheets(game: Game) -> dict[str, tuple[str, ...]]:
    """The sheets of a game, and which charts are on each."""
    found: dict[str, tuple[str, ...]] = {}
    for chart in game.charts.values():
        if chart.picture:
            found[chart.sheet] = (*found.get(chart.sheet, ()), chart.id)
    return found


def html(game: Game, chart: str, style: Style | None = None) -> str:
    """A chart as a page."""
    language = (style or style_of(game)).language
    return page(table(game, game.charts[chart], language), language)


def plan(game: Game, style: Style | None = None, density: float = 1.0) -> list[Job]:
    """All charts as pictures and pages, the sheets, the player aid, the key of the markers, how to read a piece."""
    chosen = style or style_of(game)
    found = tables(game, chosen)
    jobs = [_chart_job(game, chart, shown, density) for chart, shown in found.items()]
    jobs += [Job(page_name(chart), page_file, (shown, chosen.language), CODE) for chart, shown in found.items()]
    title, subtitle = game.info.title[chosen.language], game.info.subtitle[chosen.language]
    for name, charts in sheets(game).items():
        sheet = Sheet(title, subtitle, tuple(found[chart] for chart in charts))
        jobs.append(Job(sheet_name(name), sheet_picture, (sheet, density), CODE, weight=8))
    aid = Sheet(title, word("aid", chosen.language), tuple(found.values()))
    jobs.append(Job(AID, sheet_picture, (aid, density), CODE, weight=24))
    jobs.append(Job(KEY, key_picture, (_key(game, chosen), chosen, density), CODE, weight=8))
    anatomy, card = _anatomy(game, chosen), card_anatomy(game, chosen)
    if card is not None:
        jobs.append(Job(ANATOMY, card_picture, (card, chosen, density), CODE, weight=16))
    elif anatomy is not None:
        jobs.append(Job(ANATOMY, anatomy_picture, (anatomy, chosen, density), CODE, weight=8))
    return jobs


def chart_picture(shown: Table, density: float) -> bytes:
    """A chart as a PNG file."""
    return encoded(draw_table(shown, density), COLOURS)


def page_file(shown: Table, language: str) -> bytes:
    """A chart as an HTML file."""
    return page(shown, language).encode()


def sheet_picture(sheet: Sheet, density: float) -> bytes:
    """A player aid as a PNG file."""
    return encoded(draw_sheet(sheet, density), COLOURS)


def key_picture(key: Key, style: Style, density: float) -> bytes:
    """The key of the markers as a PNG file."""
    return encoded(draw_key(key, style, density), COLOURS)


def anatomy_picture(anatomy: Anatomy, style: Style, density: float) -> bytes:
    """How to read a counter, as a PNG file."""
    return encoded(draw_anatomy(anatomy, style, density), COLOURS)


def card_picture(anatomy: CardAnatomy, style: Style, density: float) -> bytes:
    """How to read a unit card, as a PNG file."""
    return encoded(draw_cards(anatomy, style, density), COLOURS)


def _chart_job(game: Game, chart: str, shown: Table, density: float) -> Job:
    own = game.picture("charts", chart)
    if own:
        return given(chart_name(chart), own, None)
    return Job(chart_name(chart), chart_picture, (shown, density), CODE, weight=3)


def _key(game: Game, style: Style) -> Key:
    language = style.language
    return Key(
        word("key", language),
        tuple(
            KeyEntry(marker_face(game, marker, language), marker.name[language], marker.use[language])
            for marker in game.markers.values()
        ),
    )


def _anatomy(game: Game, style: Style) -> Anatomy | None:
    """The first company with a back, the first independent one and the first HQ stand for all."""
    language = style.language
    companies = [unit for unit in game.units.values() if not game.type_of(unit).hq]
    loses = (unit for unit in companies if unit.back and game.type_of(unit).back != "state")
    whole = next((unit for unit in loses if not is_independent(game, unit)), None)
    if whole is None:
        return None
    alone = next((unit for unit in companies if is_independent(game, unit)), None)
    hq = next((unit for unit in game.units.values() if game.type_of(unit).hq), None)
    samples = [Sample(unit_face(game, whole, "back"), word("reduced", language))]
    if alone is not None:
        samples.append(Sample(unit_face(game, alone, "front"), word("independent", language)))
    if hq is not None:
        samples.append(Sample(unit_face(game, hq, "front"), word("hq", language)))
    if hq is not None and hq.back is not None:
        samples.append(Sample(unit_face(game, hq, "back"), word("used", language)))
    left, right = _callouts(game, whole, style)
    return Anatomy(word("anatomy", language), unit_face(game, whole, "front"), left, right, tuple(samples))


def _callouts(game: Game, unit: Unit, style: Style) -> tuple[tuple[Callout, ...], tuple[Callout, ...]]:
    look, language = style.look, style.language
    left = [Callout(word("formation", language), (2.5, look.band.height / 2))]
    right = [
        Callout(word("company", language), (97.5, look.band.height / 2)),
        Callout(game.type_of(unit).name[language], (look.symbol.left + look.symbol.width, 44)),
    ]
    numbers: list[Callout] = []
    for name in unit.front:
        kind = game.info.values[name]
        place = look.places.get(kind.place)
        if place is None:
            continue
        numbers.append(Callout(kind.name[language], _beside(place)))
    numbers.sort(key=lambda callout: callout.at[0])
    left += [callout for callout in numbers if callout.at[0] < 45]
    right += [callout for callout in reversed(numbers) if callout.at[0] >= 45]
    return tuple(left), tuple(right)


def _beside(place: Place) -> tuple[float, float]:
    """A point at the edge of a number, where a line to it crosses no other."""
    x, y, wide, high = place.box
    if place.frame == "none":
        return (place.x + 1.5 if place.anchor == "right" else place.x, place.baseline - place.cap / 2)
    return (x, y + high / 2) if x < 10 else (x + wide / 2, y + high)
