"""`python -m tools.shots`: the pictures of a report in the README and the docs, taken anew from the sample games."""

import io
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from hexmeister.main import main as hexmeister

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "docs" / "players" / "pictures"
PATIENCE: Final = 1_500
"""Milliseconds until a page stands still."""


class Shot(NamedTuple):
    """A picture: its name, the window, light or dark, and what is done before it is taken."""

    name: str
    size: tuple[int, int]
    dark: bool
    script: str


SHOTS: Final = (
    Shot("report.jpg", (1440, 860), False, "for (let i = 0; i < 3; i++) document.getElementById('later').click()"),
    Shot("report-phone.jpg", (390, 800), True, "document.getElementById('later').click()"),
    Shot("report-cards.jpg", (1100, 760), False, "document.querySelector('#tab-table').click()"),
)


def main() -> None:
    """Check the sample game with wrong acts of each game, and take the pictures of the reports."""
    samples = sorted((ROOT / "tests" / "games").glob("*/played/*wrong*.vlog"))
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium") or sys.exit("needs a chromium")
    with TemporaryDirectory() as folder, sync_playwright() as play:
        pages = [Path(folder) / f"{log.stem}.html" for log in samples]
        for log, page in zip(samples, pages, strict=True):
            hexmeister(["check", str(log), "--html", str(page)])
        chromium = play.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for shot, page in zip(SHOTS, (pages[-1], pages[0], pages[0]), strict=True):
            width, height = shot.size
            scheme = "dark" if shot.dark else "light"
            with chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme) as context:
                tab = context.new_page()
                tab.goto(page.as_uri())
                tab.wait_for_timeout(PATIENCE)
                tab.evaluate(shot.script)
                if shot.name == "report-cards.jpg":
                    tab.locator("#lying button").nth(6).click()
                tab.wait_for_timeout(PATIENCE)
                with Image.open(io.BytesIO(tab.screenshot())) as image:
                    image.convert("RGB").save(TARGET / shot.name, "JPEG", quality=82, optimize=True, progressive=True)
        chromium.close()


if __name__ == "__main__":
    main()
