import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from hexmeister.page.bounds import Bounds
from hexmeister.page.desk import Desk
from hexmeister.page.server import PageServer
from hexmeister.page.worker import Order
from tests.hexmeister.logs import dragged, write

SIZES = {"phone": (390, 844), "desktop": (1400, 1000)}
WAIT = 60_000
"""Milliseconds that a busy machine may take."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of the system: chromium, or the one that CHROMIUM names."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("needs a chromium on the machine (apt install chromium, or CHROMIUM=/path/to/it)")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs, one of which is broken and one has a hostile name."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("turn 10.vlog", "turn 9.vlog", "<img src=x onerror=alert(1)>.vlog"):
        write(folder / name, dragged(8))
    write(folder / "broken.vlog", b"PK\x05\x06 nothing")
    return folder


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """Where the page is."""
    desk = Desk(folder, Order(), Bounds())
    with PageServer(desk, Bounds()) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server.address
        server.shutdown()
        thread.join()
    desk.clear()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """The page in English, at desktop width unless a test asks otherwise; whatever it complains of fails the test."""
    width, height = SIZES[getattr(request, "param", "desktop")]
    said: list[str] = []
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on(
            "request", lambda sent: None if sent.url.startswith((address, "data:", "blob:")) else said.append(sent.url)
        )
        page.set_default_timeout(WAIT)
        page.goto(f"{address}en/")
        yield page
        assert not said


@pytest.fixture(scope="session")
def checked(browser: Browser, address: str, folder: Path) -> str:
    """Where the report on a log is."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.goto(f"{address}en/")
        page.set_input_files("#files", folder / "turn 9.vlog")
        page.click("#check")
        page.wait_for_url("**/en.html")
        return page.url


@pytest.fixture
def report(page: Page, checked: str) -> Page:
    """The report on a log."""
    page.goto(checked)
    return page
