"""A view of a season as a page, in a real browser: nothing is out of reach on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.audit.season.pages import Section, Way, curve, site_page, view_page
from rules.audit.season.views import COLUMNS, View
from tests.browser.conftest import SIZES
from tests.browser.test_page import complaints

FINDING = {name: f"a {name} of some length" for name in COLUMNS["findings"]} | {"ruling": ""}
FINDINGS = View("findings", COLUMNS["findings"], (FINDING, FINDING | {"step": 2}))
STANDINGS = View(
    "standings",
    ("player", "games", "illegal", "rate"),
    tuple({"player": name, "games": 3, "illegal": 1, "rate": 2.5} for name in ("Anna", "Bert")),
)
DICE = View("dice", ("player", "faces"), ({"player": "Anna", "faces": "3 2 4 5 3 1"},))


def shown(browser: Browser, tmp_path: Path, view: View, size: str) -> Page:
    """The page of a view."""
    path = tmp_path / "view.html"
    headings = {name: name for name in view.columns}
    path.write_text(view_page(view, view.name, headings, "en"), encoding="utf-8")
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [FINDINGS, STANDINGS, DICE], ids=lambda view: view.name)
def test_nothing_is_wrong_for_those_who_see_or_move_otherwise(
    browser: Browser, tmp_path: Path, view: View, size: str
) -> None:
    page = shown(browser, tmp_path, view, size)
    assert complaints(page) == []
    page.close()


def test_long_headings_hide_no_column(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "dice.html"
    row = dict.fromkeys(COLUMNS["dice"], 1.0) | {"player": "Anna Maria Adler", "faces": "15 9 13 9 10 15"}
    german = {"mean_corrected": "Wahrscheinlichkeit mit fairen Würfeln, korrigiert"}
    german |= {"faces_corrected": "Wahrscheinlichkeit der Augen, korrigiert"}
    headings = {name: german.get(name, name) for name in COLUMNS["dice"]}
    view = View("dice", COLUMNS["dice"], (row,))
    path.write_text(view_page(view, "Würfel", headings, "de", "Wie es zu lesen ist."), encoding="utf-8")
    for width in (390, 1000, 1280):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(path.as_uri())
        wide = "document.querySelector('.wide').scrollWidth - document.querySelector('.wide').clientWidth"
        assert page.evaluate(wide) == 0
        assert complaints(page) == []
        expect(page.get_by_text("Wie es zu lesen ist.")).to_be_visible()
        page.close()


def test_on_a_phone_no_figure_is_out_of_sight(browser: Browser, tmp_path: Path) -> None:
    page = shown(browser, tmp_path, STANDINGS, "phone")
    wide = page.evaluate("document.querySelector('.wide').scrollWidth - document.querySelector('.wide').clientWidth")
    assert wide == 0
    for figure in page.get_by_text("2.5").all():
        expect(figure).to_be_in_viewport(ratio=1)
    page.close()


def test_on_a_phone_a_finding_stands_whole_below_the_other(browser: Browser, tmp_path: Path) -> None:
    page = shown(browser, tmp_path, FINDINGS, "phone")
    wide = page.evaluate("document.querySelector('.wide').scrollWidth - document.querySelector('.wide').clientWidth")
    assert wide == 0
    told = page.get_by_text("a text of some length")
    expect(told.first).to_be_in_viewport(ratio=1)
    expect(page.locator("td:visible")).to_have_count(2 * len({*FINDING} - {"ruling", "side"}))
    page.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_page_of_the_site_is_whole_and_is_sorted_by_its_headings(browser: Browser, tmp_path: Path, size: str) -> None:
    section = Section("Standings", STANDINGS, {name: name for name in STANDINGS.columns})
    words = {"pages": "Pages", "nothing": "Nothing."}
    nav = [Way("index.html", "Season", here=True), Way("games.html", "Games")]
    luck = [curve("Dice", [1, 2, 3, 4, 5, 6] * 40, 6, "en")]
    path = tmp_path / "site.html"
    path.write_text(site_page("Season", [section], nav, words, "en", figures=[("games", "3")], curves=luck), "utf-8")
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(path.as_uri())
    assert complaints(page) == []
    if size == "desktop":
        page.get_by_role("button", name="player").click()
        assert page.locator("td:first-child").all_inner_texts() == ["Anna", "Bert"]
        page.get_by_role("button", name="player").click()
        assert page.locator("td:first-child").all_inner_texts() == ["Bert", "Anna"]
    page.close()
