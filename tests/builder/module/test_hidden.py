"""What any piece hides: a choice, a text, what was noted; in the data and in the module, with words of each seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assets.errors import AssetsError
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.unspoken import unspoken
from builder.module.vocabulary import vocabulary
from tests.builder.module.seated import HIDING, SPOKEN, hiding_game
from vassal.components import Component
from vassal.pieces import Piece, PieceReader
from vassal.prototypes import parse_piece

VERBS = Path(__file__).parents[3] / "docs" / "authors" / "verbs.md"


@pytest.fixture(scope="module")
def making(tmp_path_factory: pytest.TempPathFactory) -> Making:
    game = hiding_game(tmp_path_factory.mktemp("games") / "game")
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


def prototype(tree: Component, name: str) -> Piece:
    (found,) = [each for each in tree.every("PrototypeDefinition") if each.get("name") == name]
    return parse_piece(found.text, PieceReader())


def test_everybody_who_is_to_seal_and_open_can_say_so(making: Making, tree: Component) -> None:
    assert list(unspoken(making, tree)) == []


def test_each_side_and_each_wing_has_a_word_of_its_own_and_nobody_has_keys_of_rounds(tree: Component) -> None:
    stored = {each.get("name") for each in tree.every("GlobalProperty")}
    words = ("French", "German", "West", "East")
    assert {name for name in stored if name.startswith("HX_Word")} == {f"HX_Word_{each}" for each in words}
    assert not {name for name in stored if name.startswith(("HX_Commit", "HX_Key"))}


def test_only_who_has_the_piece_sets_what_it_hides_and_a_marker_has_nobody(tree: Component) -> None:
    assert list(prototype(tree, "kinds ruse").all("restrict_commands")) == []
    (fence,) = prototype(tree, "kinds ruse own").all("restrict_commands")
    assert len(fence.items("keys")) == 2
    assert 'GetString("Seats").contains' in fence.text("condition")


def test_the_vocabulary_knows_what_is_sealed_by_whom(making: Making) -> None:
    found = {(each.verb, each.what, each.by) for each in vocabulary(making) if each.verb in ("seal", "open", "word")}
    assert found == {
        ("word", "", "button"),
        *(("open", "", by) for by in ("unit", "hq", "chit", "marker")),
        *(("seal", what, by) for what in ("dummy", "real") for by in ("unit", "marker")),
        *(("seal", "", by) for by in ("unit", "hq", "chit", "marker")),
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("of: [hq]", "of: [colonel]", "module/secrets/reserve/of"),
        ("of: [hq]", "of: [unit]", "hides one thing only|one thing"),
        (", written: units", "", "either one of its `choices` or `written`"),
        ("written: units", "written: units, choices: {a: {en: a, de: a}}", "either one of its `choices` or `written`"),
    ],
)
def test_what_cannot_be_hidden_is_told_when_the_game_is_loaded(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(AssetsError, match=told):
        hiding_game(tmp_path / "game", HIDING.replace(old, new, 1))


def test_what_the_documentation_hides_can_be_hidden(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(secrets:.*?)```", VERBS.read_text(encoding="utf-8"), re.DOTALL)
    game = hiding_game(tmp_path / "game", block.replace("barrier-plan", "works"))
    assert {*game.handling.secrets} == {"minefield", "slots", "barriers"}


def test_what_nobody_could_open_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="no verb of the chronicle has the part 'open'"):
        hiding_game(tmp_path / "game", HIDING, SPOKEN[: SPOKEN.index("  open:\n")])
