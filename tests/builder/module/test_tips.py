"""Buttons say what they are for: in words, or with a tip where only a picture stands on them."""

import pytest

import assets
from assets.finding import games
from builder.build import lock_of
from builder.module import Options, making_of, root
from vassal.components import Component

WORDS = ("text", "buttonText", "label")


def silent(tree: Component) -> list[tuple[str, str]]:
    """The components of a module that show a picture on a toolbar, and neither words nor a tip."""
    found = []
    for each in tree.walk():
        tips = [name for name in each.attributes if "tooltip" in name.lower()]
        icons = [name for name in each.attributes if "icon" in name.lower()]
        shown = any(each.get(name) for name in icons) and not any(each.get(name) for name in WORDS)
        if tips and shown and not all(each.get(name) for name in tips):
            found.append((each.name, each.get("name")))
    return found


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_button_without_words_has_a_tip(game: str, language: str) -> None:
    loaded = assets.load(game)
    tree = root(making_of(loaded, Options(language=language), lock_of(loaded)))
    assert any(each.get("tooltip") for each in tree.walk())
    assert silent(tree) == []


def test_a_button_without_either_is_found() -> None:
    bare = Component("VASSAL.build.module.map.ImageSaver", {"buttonText": "", "tooltip": "", "icon": "camera.png"})
    assert silent(Component("VASSAL.build.GameModule", {}, (bare,))) == [("ImageSaver", "")]
