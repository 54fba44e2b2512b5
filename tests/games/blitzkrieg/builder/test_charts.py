"""Charts as pictures and pages: nothing cut off, nothing on top of another, the same bytes every time."""

import io
import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np
import pytest
from lxml import html as markup
from PIL import Image, ImageChops, ImageStat

import assets
from assets import Game
from builder import charts
from builder.charts.picture import HARMLESS, INK, SOFT, TITLE, WHITE, WORST, arranged, draw_table, tint
from builder.charts.sheet import Sheet, draw_sheet
from builder.charts.sheet import arranged as on_a_sheet
from builder.charts.table import Cell, Entry, Head, Line, Table
from builder.charts.words import word
from builder.counters import Style
from builder.drawing.colour import Sight, contrast, difference

GOLDEN = Path(__file__).resolve().parent / "golden"
LONG = "Whoever reads this row will find that its words go on for rather longer than a column is wide"


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("blitzkrieg")


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_chart_is_drawn_with_its_margin_free(game: Game, language: str) -> None:
    for table in charts.tables(game, msgspec.convert({"language": language}, Style)).values():
        picture = np.asarray(draw_table(table).convert("L"), dtype=int)
        layout = arranged(table)
        assert picture.shape == (round(layout.height), round(layout.width)), table.id
        assert picture[60:-4, 4:12].min() > 190, table.id
        assert picture[60:-4, -12:-4].min() > 190, table.id
        assert picture[-10:-4, 4:-4].min() > 190, table.id


def test_density_scales_a_chart(game: Game) -> None:
    table = charts.tables(game, Style())["crt"]
    one, two = draw_table(table, 1), draw_table(table, 2)
    assert abs(two.width - 2 * one.width) <= 1
    small = two.resize(one.size, Image.Resampling.BOX)
    assert max(ImageStat.Stat(ImageChops.difference(small, one)).mean) < 6


def test_long_words_are_broken_and_make_their_row_higher() -> None:
    heads = (Head("A", "middle"),)
    short = Table("t", "T", heads, (Line("row", (Cell("1"),)),))
    long = Table("t", "T", heads, (Line(LONG, (Cell("1"),), note=LONG),))
    assert arranged(long).rows[0] > arranged(short).rows[0] + 30
    assert arranged(long).width < 500


def test_a_long_list_is_set_in_blocks() -> None:
    lines = tuple(Line(f"row {n}", (Cell(str(n)),)) for n in range(40))
    found = arranged(Table("t", "T", (Head("A", "middle"),), lines))
    assert found.blocks == 3
    assert draw_table(Table("t", "T", (Head("A", "middle"),), lines)).height == round(found.height)


def test_a_legend_that_is_too_wide_takes_several_rows() -> None:
    entries = tuple(Entry(Cell("N", 0.5), f"a meaning of some length {n}") for n in range(6))
    few, many = (
        arranged(Table("t", "T", (Head("A", "middle"),), (Line("r", (Cell("1"),)),), legend=shown)).height
        for shown in (entries[:1], entries)
    )
    assert many >= few + 48


def test_results_are_told_apart_by_lightness_and_read_well() -> None:
    shades = [tint(weight) for weight in (0, 1 / 3, 2 / 3, 1)]
    for (one, other), sight in itertools.product(itertools.pairwise(shades), Sight):
        assert difference(one, other, sight) > 4
    assert shades[0] == HARMLESS
    for ink, ground in (
        (WORST, shades[1]),
        (INK, shades[2]),
        (WHITE, shades[3]),
        (INK, WHITE),
        (SOFT, WHITE),
        (WHITE, TITLE),
    ):
        assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("chart", ["crt", "terrain", "sequence"])
def test_charts_look_as_they_were_reviewed(game: Game, chart: str) -> None:
    found = opened(charts.chart_picture(charts.tables(game, Style())[chart], 0.75))
    golden = Image.open(GOLDEN / f"chart.{chart}.png").convert("RGB")
    assert found.size == golden.size
    assert max(ImageStat.Stat(ImageChops.difference(found, golden)).mean) <= 0.6


def test_nothing_on_a_sheet_lies_on_anything_else() -> None:
    sizes = [(300, 200), (500, 120), (120, 400), (90, 90), (260, 310), (700, 80), (90, 90)]
    places, (wide, high) = on_a_sheet(sizes, 10)
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(places, sizes, strict=True)]
    assert all(x >= 10 and y >= 10 and right <= wide - 10 and low <= high - 10 for x, y, right, low in boxes)
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] + 10 <= other[0] or other[2] + 10 <= one[0] or one[3] + 10 <= other[1] or other[3] + 10 <= one[1]


def test_a_sheet_wastes_little(game: Game) -> None:
    tables = tuple(charts.tables(game, Style()).values())
    picture = draw_sheet(Sheet("T", "S", tables))
    used = sum(arranged(table).width * arranged(table).height for table in tables)
    assert used / (picture.width * picture.height) > 0.6
    assert 0.9 < picture.width / picture.height < 2.2


def test_every_chart_is_on_a_sheet_and_in_the_plan(game: Game) -> None:
    names = [job.name for job in charts.plan(game)]
    assert len(names) == len(set(names))
    drawn = [chart.id for chart in game.charts.values() if chart.picture]
    assert sorted(chart for sheet in charts.sheets(game).values() for chart in sheet) == sorted(drawn)
    for chart in drawn:
        assert {charts.chart_name(chart), charts.page_name(chart)} <= set(names)
    assert {charts.sheet_name(sheet) for sheet in charts.sheets(game)} <= set(names)
    assert {charts.AID, charts.KEY, charts.ANATOMY} <= set(names)


def test_pictures_are_the_same_bytes_every_time(game: Game) -> None:
    for job in charts.plan(game):
        if job.name in {charts.KEY, charts.ANATOMY, "chart.crt.png", "sheet.victory.png", "chart.crt.html"}:
            assert job.drawn() == job.drawn()


def test_the_language_is_part_of_the_key(game: Game) -> None:
    english, german = ({job.name: job.key for job in charts.plan(game, Style(language=lang))} for lang in ("en", "de"))
    assert english.keys() == german.keys()
    assert not set(english.values()) & set(german.values())


class Closed(HTMLParser):
    """Reads a page and keeps account of what was opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_hold_every_value_and_are_well_formed(game: Game, language: str) -> None:
    style = msgspec.convert({"language": language}, Style)
    for chart, table in charts.tables(game, style).items():
        page = charts.html(game, chart, style)
        reader = Closed()
        reader.feed(page)
        assert reader.open == []
        tree = markup.fromstring(page)
        assert tree.findtext(".//title") == table.title
        rows = tree.xpath("//tr[th[@scope='row']]")
        assert len(rows) == len(table.lines)
        for element, line in zip(rows, table.lines, strict=True):
            assert [cell.text_content() for cell in element.xpath("td")] == [cell.text for cell in line.cells]
            assert line.name in element.xpath("th")[0].text_content()


def test_a_page_uses_only_what_an_old_browser_knows(game: Game) -> None:
    page = charts.html(game, "crt")
    assert not re.search(r"<(div|span|section|script|link|img)\b", page)
    assert "flex" not in page


def test_words_in_the_data_cannot_break_a_page(game: Game) -> None:
    nasty = "<script>alert('&')</script>"
    table = Table("t", nasty, (Head(nasty, "left"),), (Line(nasty, (Cell(nasty),), note=nasty),), notes=(nasty,))
    page = charts.page_file(table, "en").decode()
    assert "<script" not in page
    assert markup.fromstring(page).findtext(".//title") == nasty


def test_a_word_that_nobody_wrote_is_an_error() -> None:
    assert word("company", "de") == "Kompanie"
    with pytest.raises(KeyError):
        word("nothing", "en")
