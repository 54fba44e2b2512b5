"""Icons of buttons: clear at 24 pixels, on light and dark bars."""

import io
import itertools

import numpy as np
import pytest
from PIL import Image

from builder import icons, symbols

BUTTONS = (
    "die",
    "dice",
    "cup",
    "sight-line",
    "table",
    "broom",
    "undo",
    "help",
    "zoom-in",
    "zoom-out",
    "overview",
    "trail",
    "refill",
    "speech",
    "steps",
    "sides",
)


@pytest.mark.parametrize("name", symbols.names("icons"))
@pytest.mark.parametrize("bar", [(238, 238, 238), (60, 63, 65)])
def test_an_icon_stands_out_from_the_toolbar(name: str, bar: tuple[int, int, int]) -> None:
    icon = icons.draw_icon(name, icons.SIZE)
    ground = Image.new("RGB", icon.size, bar)
    seen = ground.copy()
    seen.paste(icon, (0, 0), icon)
    apart = np.abs(np.asarray(seen, dtype=int) - np.asarray(ground, dtype=int)).max(axis=2)
    assert (apart > 100).sum() > 20


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(BUTTONS, 2)))
def test_no_button_looks_like_another(one: str, other: str) -> None:
    pictures = [np.asarray(icons.draw_icon(name, icons.SIZE).convert("RGBA"), dtype=int) for name in (one, other)]
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 90).sum() >= 8


def test_a_badge_stands_in_the_corner() -> None:
    plain, badged = icons.draw_icon("muzzle", 48), icons.draw_icon("muzzle", 48, "die")
    apart = np.abs(np.asarray(plain, dtype=int) - np.asarray(badged, dtype=int)).max(axis=2)
    assert (apart[26:, 26:] > 60).mean() > 0.4
    assert badged.getchannel("A").crop((26, 26, 44, 44)).getextrema()[1] == 255


def test_the_plan_names_what_is_asked_for() -> None:
    assert {job.name for job in icons.plan()} == {f"icon.{name}.png" for name in symbols.names("icons")}
    jobs = icons.plan(["die"], [("muzzle", "die")], density=2)
    assert [job.name for job in jobs] == ["icon.die.png", "icon.muzzle.die.png"]
    assert Image.open(io.BytesIO(jobs[1].drawn())).size == (48, 48)
    assert jobs[0].drawn() == jobs[0].drawn()
    assert icons.job("roll.png", "die").drawn() == icons.plan(["die"])[0].drawn()
