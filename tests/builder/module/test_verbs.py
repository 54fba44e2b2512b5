"""Verbs that no part of the module knows are in it all the same; what nobody would say stops the build."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import assets
from assets import Game
from assets.chronicle import Part
from assets.errors import AssetsError
from assets.finding import folder_of
from builder.build import lock_of, without_pictures
from builder.lint import lint
from builder.module import Making, Options, making_of, root
from builder.module.unspoken import unspoken
from builder.module.vocabulary import vocabulary
from builder.plan import plan
from builder.traits.basics import key
from tests.builder.module.new_verbs import TRIED, with_verbs
from tests.games.sought import with_cards
from vassal.components import Component
from vassal.module import Module
from vassal.pieces import Piece

CARDS = with_cards()[0]
NEW = ("dig", "stance", "storm", "mend", "repair", "target", "rest", "spend")
VERBS = Path(__file__).parents[3] / "docs" / "authors" / "verbs.md"
CARD = """\
  polish:
    by: [card, unit]
    keys: [k, u, g, s, what]
    seals: [K, D]
    does: [{set: Polish, to: "{what}"}, say]
    menu: {en: Polish, de: Putzen}
    sentence: {en: "{u}: {what}", de: "{u}: {what}"}
    choices:
      what:
        Once: {en: once, de: einmal}
        Twice: {en: twice, de: zweimal}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return with_verbs(tmp_path_factory.mktemp("games") / "game")


@pytest.fixture(scope="module")
def making(game: Game) -> Making:
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


@pytest.fixture(scope="module")
def module(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Module:
    path = tmp_path_factory.mktemp("modules") / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    return Module.open(path)


def expanded(module: Module) -> list[Piece]:
    """All pieces, with what their prototypes bring."""
    return [slot.expanded for slot in module.slots if slot.expanded is not None]


def piece(module: Module, kind: str, name: str = "") -> Piece:
    """The first piece of a kind, or the one of an id, with what its prototypes bring."""
    return next(each for each in expanded(module) if fixed(each, "Kind") == kind and name in ("", fixed(each, "Id")))


def fixed(piece: Piece, name: str) -> str:
    for trait in piece.all("marker"):
        values = dict(zip(trait.items("names"), trait.items("values"), strict=False))
        if name in values:
            return values[name]
    return ""


def report(piece: Piece, verb: str) -> str:
    (found,) = [each.text("format") for each in piece.all("report") if f"[#{verb};" in each.text("format")]
    return found


def property_of(piece: Piece, name: str) -> list[tuple[str, ...]]:
    """The commands of a property: key and new value."""
    (found,) = [each for each in piece.all("property") if each.text("name") == name]
    return [(str(row[1]).rpartition(",")[2], *map(str, row[2])) for row in found.rows("commands")]


def sent(piece: Piece, verb: str) -> list[str]:
    """What the command of a verb, or of its choice, does in turn."""
    (found,) = [each for each in piece.all("trigger") if each.text("name") == verb]
    return [key.rpartition(",")[2] for key in found.items("action_keys")]


def test_every_speaker_says_every_verb(making: Making, tree: Component) -> None:
    assert list(unspoken(making, tree)) == []


def test_every_new_verb_is_a_command(making: Making) -> None:
    found = {(each.verb, each.what, each.by) for each in vocabulary(making) if each.verb in NEW}
    assert {verb for verb, _, _ in found} == {*NEW}
    assert {("stance", "Low", "chit"), ("dig", "", "hq"), ("spend", "All", "button"), ("target", "", "button")} <= found


def test_a_record_has_the_sources_of_its_keys(module: Module) -> None:
    unit = piece(module, "unit")
    assert report(unit, "dig").endswith(
        "<!--[#dig;k=$HX_K$;u=$PieceUID$;g=$PieceId$;h=$LocationName$;s=$PlayerSide$;v=$Dug$]-->"
    )
    assert '+"<!--[#stance;k="+GetString("HX_K")+";u="+' in report(unit, "stance")
    assert report(piece(module, "marker", "works"), "stance") == report(unit, "stance")


def test_a_property_counts_and_takes_what_was_chosen(module: Module) -> None:
    unit = piece(module, "unit")
    counted = '{GetString("Dug").equals("")?1:Integer.parseInt(GetString("Dug"))+1}'
    assert property_of(unit, "Dug") == [("hx.v.dig", "P", counted)]
    # Whoever storms empties the stance of all, each piece hears it.
    assert property_of(unit, "Stance") == [("hx.v.stance", "P", '{GetString("What")}'), ("hx.w.Stance", "P", "")]
    assert sent(unit, "dig") == ["hx.v.dig", "hx.say.dig"]


def test_a_choice_has_what_is_done_for_it_alone(module: Module) -> None:
    unit = piece(module, "unit")
    assert sent(unit, "stance Low") == ["hx.v.stance", "hx.v.stance.Low", "hx.say.stance", "hx.v.stance.after"]
    assert sent(unit, "stance High") == ["hx.v.stance", "hx.say.stance", "hx.v.stance.after"]


def test_what_is_the_same_as_before_is_not_said_again(module: Module) -> None:
    """Such a line would have no change beside it, and be no record."""
    unit = piece(module, "unit")
    (said,) = [each for each in unit.all("trigger") if each.text("name") == "stance Low"]
    assert said.text("condition") == '{!GetString("Stance").equals(GetString("What"))}'
    (rest,) = [each for each in unit.all("trigger") if each.text("name") == "rest"]
    assert rest.text("condition") == '{!GetString("CurrentZone").equals("used")}'


def test_a_marker_that_rolls_or_fires_keeps_what_it_chose_in_one_place(module: Module) -> None:
    for name in ("minefield", "barrage-german", "works"):
        chosen = [each for each in piece(module, "marker", name).all("property") if each.text("name") == "What"]
        assert len(chosen) == 1, name


def test_a_state_is_put_on_only_where_it_is_off(module: Module) -> None:
    (found,) = [each for each in piece(module, "unit").all("trigger") if each.text("name") == "OPP on"]
    assert found.text("condition") == "{OPP_Level==1}"
    assert [key.rpartition(",")[2] for key in found.items("action_keys")] == ["hx.l.OPP"]


def test_who_is_sent_away_says_nothing_of_having_been_dragged(module: Module) -> None:
    unit = piece(module, "unit")
    assert sent(unit, "rest") == ["hx.moving", "hx.v.to.used", "hx.still", "hx.say.rest"]
    (left,) = [each for each in unit.all("trigger") if each.text("name") == "left"]
    assert 'GetString("Moving").equals("")' in left.text("condition")
    (move,) = [each for each in unit.all("send_to") if each.text("key").endswith("hx.v.to.used")]
    assert move.text("zone") == "used"


def test_a_verb_of_some_pieces_is_no_affair_of_any_other(module: Module) -> None:
    """Not even hidden: what a piece never says makes it no heavier."""
    units = {fixed(each, "Type"): each for each in expanded(module) if fixed(each, "Kind") == "unit"}
    assert sent(units["tank"], "storm")[:1] == sent(units["infantry"], "storm")[:1] == ["hx.v.storm"]
    markers = {fixed(each, "Id"): each for each in expanded(module) if fixed(each, "Kind") == "marker"}
    assert sent(markers["works"], "repair") == ["hx.v.repair", "hx.say.repair"]
    others = (*(units[each] for each in units.keys() - {"tank", "infantry"}), markers["minefield"])
    assert others
    for each in others:
        assert not [trait for trait in each.traits if "storm" in str(trait.values) or "epair" in str(trait.values)]


def test_commands_of_its_own_are_for_the_side_of_a_piece(module: Module) -> None:
    own = next(each for each in piece(module, "unit").all("restrict_commands") if each.text("name") == "own")
    assert {"hx.do.dig", "hx.do.storm", "hx.do.stance.Low"} <= {key.rpartition(",")[2] for key in own.items("keys")}


def named(tree: Component, name: str) -> Component:
    (found,) = [each for each in tree.every("DoActionButton") if each.get("name") == name]
    return found


def test_a_button_does_what_is_declared_before_and_after_its_line(tree: Component) -> None:
    point, everything = named(tree, "spend Point"), named(tree, "spend All said")
    assert re.findall(r"hx\.[\w. ]+", point.get("hotkeys")) == [
        *("hx.v.spend.HX_Spent.Point", "hx.g.Stance", "hx.k", "hx.say.spend Point")
    ]
    assert re.findall(r"hx\.[\w. ]+", everything.get("hotkeys")) == ["hx.clear.HX_Spent"]
    assert everything.get("reportFormat").endswith(
        '"<!--[#spend;k="+GetString("HX_K")+";s="+GetString("PlayerSide")+";what="+"All"+";n="+GetString("HX_Spent")+"]-->"}'
    )


def test_the_map_says_nothing_while_the_mouse_is_elsewhere(tree: Component) -> None:
    button = named(tree, "target")
    assert button.get("loopCount") == '{GetString("HX_Mouse").equals("")?0:1}'
    assert "hx.v.mouse" in button.get("preLoopKey")
    assert "h=$HX_Mouse$;by=$HX_Storm$" in named(tree, "target said").get("reportFormat")


def called(key: str) -> str:
    """The name of a command."""
    return key.rpartition(",")[2]


def test_who_is_dragged_into_a_box_says_so_and_does_not_say_that_he_left(module: Module) -> None:
    unit = piece(module, "unit")
    (camp,) = [each for each in unit.all("trigger") if each.text("name") == "camp upon"]
    assert [called(each) for each in camp.items("watch_keys")] == ["hx.stepped"]
    assert [called(each) for each in camp.items("action_keys")] == ["hx.v.camp", "hx.say.camp"]
    where = 'GetString("CurrentZone").equals("used")&&!GetString("OldZone").equals("used")'
    assert camp.text("condition").startswith(f"{{{where}")
    others = [each for each in expanded(module) if fixed(each, "Type") == "infantry"]
    assert others
    assert not [each for other in others for each in other.all("trigger") if each.text("name") == "camp upon"]
    (left,) = [each for each in unit.all("trigger") if each.text("name") == "left"]
    assert f"!({where})" in left.text("condition")
    assert not [each for each in unit.all("trigger") if each.text("name") == "camp"]


def test_every_property_that_a_verb_changes_is_in_the_module(tree: Component) -> None:
    stored = {each.get("name") for each in tree.every("GlobalProperty")}
    assert {"HX_Storm", "HX_Spent", "HX_Last", "HX_Mouse"} <= stored


def test_the_linter_finds_nothing_in_it(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    ignored = ["off-the-board", "missing-image", "missing-file"]
    assert [(each.rule.id, each.what) for each in lint(path, ignore=ignored).findings] == []


def test_a_card_says_a_new_verb_too(tmp_path: Path) -> None:
    game = with_verbs(tmp_path / "game", CARD, CARDS)
    making = making_of(game, Options(), lock_of(game))
    assert list(unspoken(making, root(making))) == []
    assert {each.by for each in vocabulary(making) if each.verb == "polish"} == {"card", "unit"}


def test_the_verbs_of_the_documentation_are_in_the_module(tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", VERBS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 1
    game = with_verbs(tmp_path / "game", "".join(each for each in blocks if each.startswith("  ")))
    assert {"dig", "storm", "target"} <= {*game.chronicle.verbs}
    assert {each.verb for each in vocabulary(plan(game).making)} >= {"dig", "storm", "target"}


def test_the_documentation_says_of_each_part_why_it_is_one() -> None:
    table = VERBS.read_text(encoding="utf-8").partition("## What a part is for")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    named = [word for row in rows for word in re.findall(r"`(\w+)`", row.partition(" | ")[0])]
    assert sorted(named) == sorted(each for each in get_args(Part) if each)


def test_a_verb_may_be_called_otherwise_than_its_part(tmp_path: Path) -> None:
    folder = with_verbs(tmp_path / "game", "").folder
    for name, old, new in (
        ("chronicle.yaml", "\n  loss:\n    by", "\n  hurt:\n    by"),
        ("module.yaml", "loss: Ctrl L", "hurt: Ctrl L"),
        ("module.yaml", ", loss,", ", hurt,"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assets.forget()
    game = assets.load(folder)
    path = tmp_path / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    unit = piece(Module.open(path), "unit")
    assert report(unit, "hurt")
    (loss,) = [each for each in unit.all("trigger") if each.text("name") == "loss"]
    assert loss.text("key") == key("Ctrl L")
    (seated,) = [each for each in unit.all("restrict_commands") if each.text("name") == "seated"]
    assert key("Ctrl L") in seated.items("keys")


def changed(folder: Path, game: str, old: str, new: str) -> list[str]:
    """What stops the build of a game whose chronicle says something else."""
    text = (folder_of(game) / "chronicle.yaml").read_text(encoding="utf-8")
    assert old in text
    with_verbs(folder, "", game)
    (folder / "chronicle.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assets.forget()
    with pytest.raises(AssetsError) as found:
        plan(assets.load(folder))
    return [str(each) for each in found.value.problems]


def test_a_part_that_the_module_does_not_have_stops_the_build(tmp_path: Path) -> None:
    (found,) = changed(
        tmp_path / "game",
        TRIED,
        "  decline:\n    by: [button]\n",
        "  decline:\n    by: [button]\n    part: word\n",
    )
    assert re.fullmatch(
        r"game/chronicle\.yaml:\d+:9: chronicle/verbs/decline/by: nothing in the module lets a button say decline",
        found,
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("from: {v: property Left}", "from: {v: property Right}", "no unit has a property Right, from which v comes"),
        ("from: {n: game HX_Round}", "from: {n: game HX_Rund}", "the game has no property HX_Rund, from which n comes"),
    ],
)
def test_a_property_that_nothing_has_stops_the_build(tmp_path: Path, old: str, new: str, told: str) -> None:
    (found,) = changed(tmp_path / "game", TRIED, old, new)
    assert found.startswith("game/chronicle.yaml:")
    assert found.endswith(told)


def test_a_piece_that_says_a_verb_without_a_line_stops_the_build(tmp_path: Path) -> None:
    (found,) = changed(tmp_path / "game", CARDS, "by: [unit, marker]\n    part: fire", "by: [unit]\n    part: fire")
    assert found.endswith("chronicle/verbs/fire/by: a marker says fire as well, and has no line for it")
