"""The local page and the report in a real browser, at phone and desktop width, by mouse and by keyboard."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from hexmeister.main import main
from tests.browser.conftest import SIZES
from tests.played import played

CLEAN = played(wrong=False)[0].path
LINES = """head => {
    const text = document.createRange();
    text.selectNodeContents(head);
    return text.getClientRects().length;
}"""
both = pytest.mark.parametrize("page", SIZES, indirect=True)


def complaints(page: Page) -> list[str]:
    """What axe-core finds wrong, whatever its weight, and what sticks out of the screen."""
    answer = Axe().run(page).response
    assert len(answer["passes"]) > 10, "it looked at something"
    found = [f"{each['id']}: {each['nodes'][0]['target']}" for each in answer["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*found, "wider than the screen"] if wide > 0 else found


def step(page: Page) -> int:
    """The step that is shown."""
    return int(page.input_value("#at"))


@both
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wrong_for_those_who_see_or_move_otherwise(page: Page, folder: Path, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert complaints(page) == []
    page.set_input_files("#files", [folder / "turn 9.vlog", folder / "turn 10.vlog"])
    assert complaints(page) == []
    page.locator("#logs li").nth(1).get_by_role("button", name="Remove").click()
    page.click("#check")
    page.wait_for_url("**/en.html")
    assert complaints(page) == []
    page.click("#later")
    assert complaints(page) == []


@both
def test_what_is_touched_is_large_enough(report: Page) -> None:
    for each in report.locator("button:visible, select:visible, input:visible").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


def test_logs_are_put_in_the_order_of_play(page: Page, folder: Path) -> None:
    page.set_input_files("#files", [folder / "turn 10.vlog", folder / "turn 9.vlog"])
    names = page.locator("#logs .name")
    expect(names).to_have_text(["turn 9.vlog", "turn 10.vlog"])
    page.get_by_role("button", name="Later: turn 9.vlog").click()
    expect(names).to_have_text(["turn 10.vlog", "turn 9.vlog"])
    page.get_by_role("button", name="Remove: turn 10.vlog").click()
    expect(names).to_have_text(["turn 9.vlog"])


def test_a_log_is_dropped_on_the_page(page: Page) -> None:
    page.evaluate("""() => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], "dropped.vlog"));
        data.items.add(new File(["x"], "notes.txt"));
        document.getElementById("drop").dispatchEvent(new DragEvent("drop", {bubbles: true, dataTransfer: data}));
    }""")
    expect(page.locator("#logs .name")).to_have_text(["dropped.vlog"])
    expect(page.get_by_role("alert")).to_contain_text("Only logs and saves")


def test_a_check_by_keyboard_alone(page: Page) -> None:
    box = page.get_by_label("turn 9.vlog")
    while not box.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    while not page.locator("#take").evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    while not page.locator("#check").evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the board"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert step(page) == 1


def test_a_broken_log_is_told_and_the_page_goes_on(page: Page, folder: Path) -> None:
    page.set_input_files("#files", folder / "broken.vlog")
    page.click("#check")
    expect(page.get_by_role("alert")).to_contain_text("broken.vlog", timeout=60_000)
    expect(page.locator("#check")).to_be_enabled()


def test_a_check_is_stopped(page: Page, folder: Path) -> None:
    page.set_input_files("#files", folder / "turn 9.vlog")
    page.click("#check")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_have_text("The check was stopped", timeout=60_000)
    expect(page.locator("#check")).to_be_focused()
    expect(page.locator("#stop")).to_be_hidden()


def test_a_hostile_name_is_only_a_name(page: Page) -> None:
    page.get_by_label("<img src=x onerror=alert(1)>.vlog").check()
    page.click("#take")
    page.click("#check")
    page.wait_for_url("**/en.html")
    assert "<img src=x onerror=alert(1)>.vlog" in page.inner_text("header")
    page.click("#last")
    page.go_back()
    expect(page.locator("#checks a").first).to_have_text("<img src=x onerror=alert(1)>.vlog")
    assert page.locator("img").count() == 0


@both
def test_the_film_shows_the_games_own_map_and_pieces_within_a_megabyte(report: Page) -> None:
    assert report.evaluate("document.querySelector('#ground').naturalWidth") > 1000
    assert report.evaluate("document.querySelector('#sheet').naturalWidth") > 100
    assert report.locator(".piece .sprite").count() > report.locator(".piece").count() > 10
    assert report.locator(".piece .blank").count() == 0
    assert len(report.request.get(report.url.partition("#")[0]).body()) < 1_000_000


def test_a_pile_is_opened_with_its_pieces_and_what_happened_to_them(report: Page) -> None:
    report.get_by_role("tab", name="Pieces").click()
    report.locator("#lying button").last.click()
    expect(report.locator("#pile .look")).to_have_count(1)
    assert report.locator("#pile .sprite").count() > 0
    report.keyboard.press("Escape")
    expect(report.locator("#pile")).to_be_hidden()


def test_a_deed_of_the_course_leads_to_its_moment(report: Page) -> None:
    report.get_by_role("tab", name="Course").click()
    entry = report.locator("ol.deeds button:visible").last
    entry.click()
    assert step(report) == int(entry.get_attribute("data-at") or 0)
    assert "now" in (entry.get_attribute("class") or "").split()


def test_the_game_is_stepped_through_by_keys_buttons_and_slider(report: Page) -> None:
    steps = int(report.get_attribute("#at", "max") or 0)
    report.click("#first")
    report.keyboard.press("ArrowRight")
    report.click("#next")
    assert step(report) == 2
    report.keyboard.press("ArrowLeft")
    assert step(report) == 1
    report.keyboard.press("End")
    assert step(report) == steps
    report.locator("#at").press("ArrowLeft")
    assert step(report) == steps - 1
    report.click("#first")
    assert step(report) == 0
    assert report.get_attribute("#at", "aria-valuetext") == report.inner_text("#where")


def test_a_step_moves_the_pieces_on_the_board(report: Page) -> None:
    report.click("#last")
    assert report.locator("#trail polygon").count() > 0, "where it came from"
    moved = report.locator(".piece.moved")
    assert moved.count() > 0
    after = moved.first.get_attribute("style")
    report.click("#back")
    assert report.locator(".piece.moved").first.get_attribute("style") != after
    assert report.url.endswith(f"step={step(report)}"), "a link names the moment"
    report.goto(report.url.replace(f"step={step(report)}", "step=2"))
    expect(report.locator("#where")).to_contain_text("Step 2 /")


def test_a_finding_leads_to_its_step_and_the_step_to_its_findings(report: Page) -> None:
    finding = report.locator("ol.findings > li").last
    finding.get_by_role("button").click()
    expect(report.locator("#where")).to_contain_text(f"Step {finding.get_attribute('data-step')} /")
    assert "here" in (finding.get_attribute("class") or "")
    expect(report.locator("#here")).to_contain_text(finding.locator(".said").inner_text())
    reached = step(report)
    report.click("#earlier")
    assert step(report) < reached
    report.click("#later")
    assert step(report) == reached


def test_findings_are_shown_by_verdict_player_and_rule(report: Page) -> None:
    items = report.locator("ol.findings > li")
    whole = items.count()
    illegal = {each.get_attribute("data-rule") for each in report.locator("ol.findings > li.illegal").all()}
    rules = [each.get_attribute("data-rule") or "" for each in items.all()]
    rule = next(each for each in rules if each and each not in illegal)
    report.get_by_label("Rule").select_option(rule)
    kept = report.locator("ol.findings > li:visible")
    assert 0 < kept.count() < whole
    assert {each.get_attribute("data-rule") for each in kept.all()} == {rule}
    deeds = report.locator("ol.findings > li:not(.same)").count()
    expect(report.locator("#tab-findings b")).to_have_text(str(deeds))
    expect(report.locator("#count")).to_have_text(re.compile(rf"^[1-{kept.count()}] of {deeds} shown$"))
    report.get_by_label("Verdict").select_option("illegal")
    expect(kept).to_have_count(0)
    report.get_by_label("Rule").select_option("")
    report.get_by_label("Verdict").select_option("")
    report.get_by_label("Player").select_option("german")
    assert {each.get_attribute("data-player") for each in kept.all()} == {"german"}


def test_the_language_is_switched_without_a_new_check(report: Page) -> None:
    report.get_by_role("link", name="Deutsch").click()
    expect(report.locator("html")).to_have_attribute("lang", "de")
    expect(report.locator("h1")).to_contain_text("Prüfung der Partie")
    assert complaints(report) == []
    report.get_by_role("link", name="Eine andere Partie prüfen").click()
    expect(report.locator("#checks a").first).to_be_visible()


def test_the_board_is_made_larger_and_smaller(report: Page) -> None:
    def width(button: str) -> float:
        report.click(button)
        report.wait_for_timeout(300)
        return float(report.evaluate("document.querySelector('#land').getBoundingClientRect().width"))

    whole = width("#fit")
    assert whole <= report.evaluate("document.querySelector('#map').clientWidth")
    assert width("#larger") > 1.3 * whole
    assert width("#smaller") == pytest.approx(whole, abs=2)


def test_print_leaves_out_what_cannot_be_pressed(report: Page) -> None:
    report.emulate_media(media="print")
    assert report.locator("button:visible, select:visible, nav:visible").count() == 0
    assert report.locator("ol.findings > li:visible").count() > 0
    assert report.pdf()[:4] == b"%PDF"


def test_verdicts_are_told_apart_without_colour(report: Page) -> None:
    tags = {each.inner_text() for each in report.locator(".tag").all()}
    assert tags <= {"✕ illegal", "? undecided", "● observation"}
    assert tags


def test_the_report_as_a_file_is_the_same_page(report: Page, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(report.request.get(report.url).body())
    with browser.new_context(offline=True) as context:
        alone = context.new_page()
        alone.goto(file.as_uri())
        assert complaints(alone) == []
        alone.keyboard.press("Home")
        alone.keyboard.press("ArrowRight")
        assert step(alone) == 1


@both
def test_what_comes_next_is_in_sight(page: Page, folder: Path) -> None:
    page.set_input_files("#files", [folder / "turn 9.vlog"])
    expect(page.locator("#check")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.set_input_files("#files", [folder / "broken.vlog"])
    page.click("#check")
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_no_word_of_the_dice_is_broken(browser: Browser, tmp_path: Path) -> None:
    written = tmp_path / "report.html"
    assert main(["check", str(CLEAN), "--html", str(written)]) == 0
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(written.as_uri())
    page.get_by_role("tab", name="Report").click()
    heads = page.locator("table th")
    expect(heads).to_have_count(6)
    assert heads.evaluate_all(f"heads => heads.slice(0, 3).concat(heads.slice(4)).map({LINES})") == [1] * 5
    page.close()


@both
def test_a_unit_is_asked_what_it_may_do_on_the_board(page: Page) -> None:
    page.set_input_files("#files", CLEAN)
    page.click("#check")
    page.wait_for_url("**/en.html")
    page.click("#last")
    page.click("#tab-table")
    pieces = page.evaluate("JSON.parse(document.getElementById('film').textContent).pieces")
    units = [each["t"] for each in pieces if "s" in each and each["k"] != "card"]
    for name in units:
        page.locator("#lying button", has_text=name).first.click()
        page.get_by_role("button", name="What may it do?").first.click()
        expect(page.locator("#told h3").first).to_have_text("What it may do")
        if page.locator("#trail g text").count():
            break
    expect(page.locator("#answer-title")).to_have_text(name)
    assert complaints(page) == []
    page.click("#back")
    expect(page.locator("#answer")).to_be_hidden()
    assert page.locator("#trail g text").count() == 0
