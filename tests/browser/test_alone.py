"""The referee as one page, opened from a folder with the network cut: what it finds, and that nothing leaves it."""

from __future__ import annotations

import gettext
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hexmeister.main import main
from kept import stamp
from tests.browser.conftest import SIZES, WAIT
from tests.browser.test_page import complaints
from tests.played import first_of_each, played
from tests.rules.shared.kit import kits
from tests.rules.shared.proof.corpus import corpus
from tools.web.fetching import Missing, fetch, tools_missing

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "web"
PARTS = ("assets", "hexmeister", "kept", "rules", "templates", "tools/web", "vassal")
FILMED = first_of_each(played(wrong=True))[-1]
"""The log whose film is looked at: for its game the page brings pictures."""
MOST = 9_000_000
"""Bytes of the page without pictures, packed as a site sends it."""
OF_PICTURES = 1_000_000


@pytest.fixture(scope="session")
def alone() -> Path:
    """The page, made once for what the program is now; no test if npm, or its registry, is not to be reached."""
    if absent := tools_missing():
        pytest.skip(f"the page in one file {absent}")
    BUILD.mkdir(parents=True, exist_ok=True)
    made = BUILD / f"tested-{stamp(*(ROOT / part for part in PARTS))}.html"
    with closing(sqlite3.connect(BUILD / "lock.sqlite", timeout=1200, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # a lock that every system has, and that is gone with its process
        try:
            fetch(BUILD / "fetched")
        except Missing as missing:
            pytest.skip(str(missing))
        if not made.is_file():
            for old in BUILD.glob("tested-*.html"):
                old.unlink()
            command = [sys.executable, "-m", "tools.web", "--out", str(made), "--films", FILMED.game]
            plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
            subprocess.run(command, cwd=ROOT, env=plain, check=True, stdout=subprocess.DEVNULL)
    return made


def shown(context: BrowserContext, alone: Path, said: list[str]) -> Page:
    """The page, opened as a file; what it complains of, and whatever it wants from elsewhere, is told."""
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda sent: None if sent.url.startswith(("file:", "data:", "blob:")) else said.append(sent.url))
    page.set_default_timeout(2 * WAIT)
    page.goto(alone.as_uri())
    return page


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, alone: Path) -> Iterator[Page]:
    """The page in English, with the network cut, at desktop width unless a test asks otherwise."""
    width, height = SIZES[getattr(request, "param", "desktop")]
    said: list[str] = []
    with browser.new_context(viewport={"width": width, "height": height}, offline=True, locale="en-GB") as context:
        yield shown(context, alone, said)
    assert not said


def check(page: Page, log: Path) -> None:
    """Let the page judge a log, and look at its report."""
    if page.locator("#logs li").count():
        page.locator("#logs").get_by_role("button", name="Remove").click()
    page.set_input_files("#files", log)
    page.click("#check")
    expect(page.locator("#report")).to_be_visible(timeout=2 * WAIT)


def record(page: Page) -> str:
    """The findings as the page saves them."""
    with page.expect_download() as saved:
        page.click("#data")
    return saved.value.path().read_text(encoding="utf-8")


def test_it_is_small_enough(alone: Path) -> None:
    packed = subprocess.run(["gzip", "-6", "-c", alone], capture_output=True, check=True)
    assert len(packed.stdout) < MOST + OF_PICTURES


def test_it_finds_in_each_game_what_the_program_finds_to_the_byte(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = gettext.textdomain()
    monkeypatch.setenv("LANGUAGE", "en")
    logs = [each.path for each in played()]
    for number in range(len(kits()), 2 * len(kits())):  # of each game one with a breach at its end
        ((name, content),) = corpus(1, number)
        logs.append(tmp_path / f"{name}.vlog")
        logs[-1].write_bytes(content)
    found = 0
    for log in logs:
        check(page, log)
        main(["check", str(log), "--json", "--lang", "en"])
        native = capsys.readouterr().out
        assert record(page) == native
        found += json.loads(native)["summary"]["illegal"]
        page.click("#back")
    gettext.textdomain(domain)
    assert found > len(logs)


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_the_report_and_its_film_are_seen_and_a_unit_is_asked(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert complaints(page) == []
    check(page, FILMED.path)
    report = page.frame_locator("#film")
    expect(report.locator("h1")).to_be_visible()
    assert report.locator("#ground").evaluate("node => node.naturalWidth") > 1000
    assert report.locator(".piece .sprite").count() > report.locator(".piece").count() > 10
    assert report.locator(".piece .blank").count() == 0
    report.locator("#last").click()
    report.locator("#tab-table").click()
    pieces: list[dict[str, Any]] = json.loads(report.locator("#film").text_content() or "")["pieces"]
    unit = next(each["t"] for each in pieces if "s" in each and each["k"] != "card")
    report.locator("#lying button", has_text=unit).first.click()
    report.get_by_role("button", name="What may it do?").first.click()
    expect(report.locator("#told h3").first).to_have_text("What it may do")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == FILMED.path.with_suffix(".html").name
    page.go_back()
    expect(page.locator("#check")).to_be_visible()


def test_the_verdict_is_said_before_the_film_is_made(page: Page) -> None:
    page.evaluate("""() => {
        const state = document.getElementById("state"), report = document.getElementById("report");
        window.said = [];
        const hear = () => window.said.push([state.textContent, report.hidden]);
        new MutationObserver(hear).observe(document.body, {subtree: true, childList: true, attributes: true});
    }""")
    check(page, FILMED.path)
    said = page.evaluate("window.said")
    verdict = next(text for text, hidden in said if hidden and "illegal" in text)
    assert re.match(r"[1-9][0-9]* × illegal · ", verdict)
    assert verdict.endswith("The film is being made …")
    assert said[-1] == [verdict.partition(". ")[0], False]


def test_what_is_stopped_or_broken_is_told_and_the_page_goes_on(page: Page, folder: Path) -> None:
    page.set_input_files("#files", FILMED.path)
    page.click("#check")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#state")).to_have_text("The check was stopped")
    expect(page.locator("#check")).to_be_focused()
    page.locator("#logs").get_by_role("button", name="Remove").click()
    page.set_input_files("#files", folder / "broken.vlog")
    page.click("#check")
    expect(page.get_by_role("alert")).to_contain_text("broken.vlog", timeout=2 * WAIT)
    check(page, folder / "<img src=x onerror=alert(1)>.vlog")
    expect(page.frame_locator("#film").locator("header")).to_contain_text("<img src=x onerror=alert(1)>.vlog")


def test_it_speaks_the_language_of_the_browser_and_lets_nothing_out(browser: Browser, alone: Path) -> None:
    said: list[str] = []
    with browser.new_context(locale="de-DE") as context:  # with a network, which it must not use
        page = shown(context, alone, said)
        expect(page.locator("h1")).to_have_text("Partie prüfen")
        assert page.evaluate("document.documentElement.lang") == "de"
        check(page, FILMED.path)
        expect(page.frame_locator("#film").locator("h1")).to_contain_text("Prüfung der Partie")
        page.click("#back")
        assert said == []
        out: list[str] = []
        context.on("requestfinished", lambda sent: out.append(sent.url))
        for way in ("fetch('https://example.org/')", "import('https://example.org/a.js')"):
            assert page.evaluate(f"{way}.then(() => 'out', () => 'refused')") == "refused"
        page.evaluate("() => { new Image().src = 'https://example.org/a.png'; }")
        page.wait_for_timeout(500)
        assert sum("Content Security Policy" in each for each in said) >= 3
        assert out == []
        page.get_by_role("link", name="English").click()
        expect(page.locator("h1")).to_have_text("Check a game")


def test_without_a_chromium_or_npm_the_reason_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "Node.js" in tools_missing()
