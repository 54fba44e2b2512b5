"""Contact sheets for looking."""

from pathlib import Path

import pytest
from PIL import Image

import assets
from assets.finding import HOME, folder_of
from builder import gallery
from tests.games.sought import with_cards


def own() -> list[str]:
    """The games of this house: others have no gallery here."""
    return [name for name in assets.games() if folder_of(name).parent == HOME]


DOCS = Path(__file__).resolve().parents[2] / "docs" / "gallery"


def test_a_contact_sheet_has_a_place_for_each_picture() -> None:
    pictures = [Image.new("RGBA", (10, 10), (n, 0, 0, 255)) for n in range(5)]
    sheet = gallery.contact(pictures, columns=3, gap=2)
    assert sheet.size == (38, 26)
    assert [sheet.getpixel((3 + 12 * (n % 3), 3 + 12 * (n // 3))) for n in range(5)] == [(n, 0, 0) for n in range(5)]
    assert sheet.getpixel((30, 20)) == gallery.FELT


def test_each_look_of_a_formation_is_shown_once() -> None:
    games = [assets.load(name) for name in assets.games() if name not in with_cards()]
    for game, side in [(each, side) for each in games for side in each.sides]:
        shown = [(unit.formation, unit.silhouette) for unit in gallery.examples(game, side)]
        assert len(shown) == len(set(shown))
        assert {unit.silhouette for unit in game.units.values() if unit.side == side} == {look for _, look in shown}


@pytest.mark.parametrize("game", own())
def test_the_gallery_is_complete_and_its_files_are_small(game: str, tmp_path: Path) -> None:
    gallery.main(game, str(tmp_path))
    written = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert max(written.values()) < 300_000
    page = (DOCS / game / "index.md").read_text(encoding="utf-8")
    for name in written:
        assert f"({name})" in page
        assert (DOCS / game / name).is_file()
