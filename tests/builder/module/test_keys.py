"""Keys: none is VASSAL's own, and what the players' pages say is what the modules hear."""

import html
import re
from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.finding import folder_of, games
from builder.build import lock_of
from builder.module import Options, making_of
from builder.module.documents import HELP
from builder.module.help import MENTIONED, pages
from builder.module.vocabulary import vocabulary

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = {"en": DOCS / "players", "de": DOCS / "spieler"}
KEY = re.compile(r"(?:\*(?P<menu>[^*]+)\* )?`(?P<key>(?:(?:Ctrl|Alt|Shift) )+\w+)`")
TOLD = [(name, said) for said, pages in PAGES.items() for name in games() if (pages / f"{name}.md").is_file()]


@pytest.mark.parametrize("key", ["Alt F", "Ctrl S", "Alt W"])
def test_a_key_of_the_program_itself_is_refused_with_its_line(tmp_path: Path, key: str) -> None:
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / "module.yaml").write_text(f"source: {{origin: invented}}\nkeys:\n  roll: {key}\n", encoding="utf-8")
    with pytest.raises(AssetsError, match=rf"'{key}' is VASSAL's own .*take another key") as caught:
        assets.load(folder_of(games()[0]), overlay)
    assert "module.yaml:3" in str(caught.value)


@pytest.mark.parametrize(("name", "language"), TOLD)
def test_the_players_page_names_the_keys_of_the_module(name: str, language: str) -> None:
    game = assets.load(name)
    making = making_of(game, Options(language=language), lock_of(game))
    menus = dict[str, set[str]]()
    for each in vocabulary(making):
        menus.setdefault(each.shortcut, set()).add(each.text)
    for reach in game.handling.reaches.values():
        menus.setdefault(reach.key or "", set()).add(reach.menu[language])
    for name_of_key, key in game.handling.keys.items():
        menus.setdefault(key, set()).add(name_of_key)
    found = [*KEY.finditer((PAGES[language] / f"{name}.md").read_text(encoding="utf-8"))]
    assert found
    assert [each["key"] for each in found if each["key"] not in menus] == []
    of_menus = [(re.split(r"[→:]", each["menu"])[-1].strip(), each["key"]) for each in found if each["menu"]]
    wrong = [(menu, key) for menu, key in of_menus if not any(_alike(menu, each) for each in menus[key])]
    assert wrong == []


def _alike(told: str, menu: str) -> bool:
    """True if a page and a menu speak of the same command: a name in the data (`step.Assault`) is shorter."""
    told, menu = told.casefold(), menu.rsplit(".", 1)[-1].casefold()
    return told in menu or menu in told


def test_every_key_that_the_help_speaks_of_is_one_of_some_game() -> None:
    """A line whose keys a game lacks is left out of its help: a name that no game has would drop it everywhere."""
    known = {name for game in games() for name in assets.load(game).handling.keys}
    assert {name: of for name, of in MENTIONED.items() if of not in known} == {}


@pytest.mark.parametrize("name", games())
def test_the_help_of_the_module_names_the_keys_of_the_module(name: str) -> None:
    game = assets.load(name)
    making = making_of(game, Options(), lock_of(game))
    page = html.unescape(pages(making)[HELP].decode())
    told = {(each.shortcut, each.text) for each in vocabulary(making) if each.shortcut}
    assert told
    missing = [text for key, text in told if not ("+".join(key.split()) in page or "Numpad" in key) or text not in page]
    assert missing == []
