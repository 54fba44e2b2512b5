"""Verbs whose words stand in a list, go on in it, or are each piece's own; drags that a verb tells; boxes of a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

import assets
from assets import Game
from assets.errors import AssetsError
from assets.listed import Lists, offered
from builder.build import lock_of, without_pictures
from builder.lint import lint
from builder.module import Making, Options, making_of, root
from builder.module.unspoken import unspoken
from builder.module.vocabulary import vocabulary
from builder.traits.basics import key
from tests.builder.module.new_verbs import TRIED, with_verbs
from tests.builder.module.test_verbs import called, expanded, fixed, piece, property_of, report, sent
from tests.games.sought import with_cards
from vassal.components import Component
from vassal.module import Module
from vassal.pieces import Piece

CARDS = with_cards()[0]
VERBS = """\
  join:
    by: [unit]
    keys: [k, u, g, h, s, to]
    from: {to: property Joined}
    listed: {to: formations}
    seals: [K, D]
    does: [{set: Joined, to: "{to}"}, say]
    menu: {en: Join, de: Anschließen}
    sentence: {en: "{u} joins {to}", de: "{u} kommt zu {to}"}
  aspect:
    by: [unit]
    keys: [k, u, g, h, s, v, was]
    from: {v: property Aspect, was: property Was_Aspect}
    seals: [K, D]
    choices: {v: {High: {en: upright, de: aufrecht}, Low: {en: kneeling, de: kniend}, Flat: {en: lying, de: liegend}}}
    onward: {lower: {by: 1, menu: {en: Lower, de: Tiefer}}, higher: {by: -1, menu: {en: Higher, de: Höher}}}
    does: [{set: Aspect, to: "{v}", first: High}, say]
    menu: {en: Aspect, de: Haltung}
    sentence: {en: "{u} is {v}", de: "{u} ist {v}"}
  withdraw:
    by: [unit]
    upon: {to: used, from: land, outside: [Setup]}
    keys: [k, u, g, h, s, from]
    seals: [K, M]
    does: [{send: used}, {set: Away, to: "yes"}, say]
    menu: {en: Withdraw, de: Abziehen}
    sentence: {en: "{u} withdraws", de: "{u} zieht ab"}
  settle:
    by: [button]
    keys: [k, s, what]
    seals: [K, G]
    does: [{keep: HX_P, to: "{what}"}, say, {roll: "{what}"}]
    menu: {en: Settle, de: Auswürfeln}
    sentence: {en: "{s} settles {what}", de: "{s} würfelt aus: {what}"}
    choices:
      what: {RALLY: {en: rally, de: Sammeln}, CANCEL: {en: cancel, de: Aufheben}}
"""
DRAGGED = {
    "into": 'GetString("CurrentZone").equals("used")&&!GetString("OldZone").equals("used")',
    "from": 'GetString("OldZone").equals("map")',
    "later": '!GetString("Phase").equals("Setup")',
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return with_verbs(tmp_path_factory.mktemp("games") / "game", VERBS)


@pytest.fixture(scope="module")
def making(game: Game) -> Making:
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


@pytest.fixture(scope="module")
def module(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Module:
    return opened(game, tmp_path_factory.mktemp("modules") / "game.vmod")


def opened(game: Game, path: Path) -> Module:
    path.write_bytes(without_pictures(game)[2])
    return Module.open(path)


def menu(piece: Piece, name: str) -> list[str]:
    """The texts under which a property is chosen."""
    (found,) = [each for each in piece.all("property") if each.text("name") == name]
    return [str(row[0]) for row in found.rows("commands") if row[0]]


def trigger(piece: Piece, name: str) -> tuple[str, list[str]]:
    """The condition of a trigger, and what it sends."""
    (found,) = [each for each in piece.all("trigger") if each.text("name") == name]
    return found.text("condition"), [called(each) for each in found.items("action_keys")]


def test_all_of_it_is_said_and_the_linter_finds_nothing(
    making: Making, tree: Component, game: Game, tmp_path: Path
) -> None:
    assert list(unspoken(making, tree)) == []
    path = tmp_path / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    ignored = ["off-the-board", "missing-image", "missing-file"]
    assert [(each.rule.id, each.what) for each in lint(path, ignore=ignored).findings] == []


def test_a_unit_is_offered_what_stands_in_its_own_list_and_others_know_nothing_of_it(
    game: Game, module: Module
) -> None:
    lists = Lists(game.handling, game.formations, game.units, game.orders)
    offers = {unit.id: offered(lists, unit) for unit in game.units.values()}
    seen = {fixed(each, "Id"): each for each in expanded(module) if fixed(each, "Kind") in ("unit", "hq")}
    assert {len(each) for each in offers.values()} >= {0, 1, 5}
    for name, own in offers.items():
        texts = (
            [f"Join: {game.formations[own[0]].short}"]
            if len(own) == 1
            else [game.formations[each].short for each in own]
        )
        there = [each for each in seen[name].all("property") if each.text("name") == "Joined"]
        assert bool(there) == bool(own), name
        # Two verbs with lists of their own have what is chosen in two places.
        assert not own or texts == menu(seen[name], "Own_join"), name


def test_what_was_chosen_from_an_own_list_stands_in_the_record_as_the_piece_has_it(module: Module, game: Game) -> None:
    unit = next(each for each in expanded(module) if "Joined" in str([trait.values for trait in each.all("property")]))
    assert property_of(unit, "Joined") == [("hx.v.join", "P", '{GetString("Own_join")}')]
    # Only where a record tells what was before is that kept.
    assert not [each for each in unit.all("property") if each.text("name") == "Was_Joined"]
    assert trigger(unit, "join") == (
        '{!GetString("Joined").equals(GetString("Own_join"))}',
        ["hx.v.join", "hx.say.join"],
    )
    assert report(unit, "join").endswith('+";to="+GetString("Joined")+"]-->"}')
    assert game.chronicle.verbs["join"].choices["to"].keys() <= game.formations.keys()


def test_a_word_leads_to_the_next_round_and_round(module: Module, making: Making) -> None:
    unit = piece(module, "unit")
    rows = {row[0]: row[2] for row in property_of(unit, "What") if "aspect" in row[0]}
    assert [rows[f"hx.do.aspect.{each}"] for each in ("High", "Low", "Flat")] == ["High", "Low", "Flat"]
    assert rows["hx.do.aspect.lower"] == (
        '{GetString("Aspect").equals("High")?("Low"):GetString("Aspect").equals("Low")?("Flat"):'
        'GetString("Aspect").equals("Flat")?("High"):"High"}'
    )
    assert 'GetString("Aspect").equals("High")?("Flat")' in rows["hx.do.aspect.higher"]
    assert {"High", "lower"} <= {each.what for each in vocabulary(making) if each.verb == "aspect"}
    assert sent(unit, "aspect") == ["hx.v.was", "hx.v.aspect", "hx.say.aspect"]


def test_a_property_begins_as_the_verb_says_and_the_record_tells_what_it_was(module: Module) -> None:
    unit = piece(module, "unit")
    (found,) = [each for each in unit.all("property") if each.text("name") == "Aspect"]
    assert found.text("value") == "High"
    assert report(unit, "aspect").endswith('+";v="+GetString("Aspect")+";was="+GetString("Was_Aspect")+"]-->"}')


def test_a_drag_is_told_only_from_where_and_when_the_verb_says(module: Module) -> None:
    condition, done = trigger(piece(module, "unit"), "withdraw upon")
    assert condition == f"{{{'&&'.join(DRAGGED.values())}}}"
    assert done == ["hx.v.withdraw", "hx.say.withdraw"]
    # What is no withdrawal is told as before: the piece has left the map.
    left, _ = trigger(piece(module, "unit"), "left")
    assert f"!({'&&'.join(DRAGGED.values())})" in left


def test_the_command_of_such_a_verb_takes_the_piece_there_and_says_nothing_itself(module: Module) -> None:
    condition, done = trigger(piece(module, "unit"), "withdraw")
    assert condition == '{!GetString("CurrentZone").equals("used")}'
    assert done == ["hx.v.to.used"]


def test_a_roll_for_what_was_chosen_is_one_for_each_choice(tree: Component, game: Game) -> None:
    assert [each.roll for each in game.chronicle.verbs["settle"].deeds] == ["", "RALLY", "CANCEL"]
    pressed = {
        each.get("name"): each.get("hotkeys") for each in tree.every("DoActionButton") if "settle" in each.get("name")
    }
    assert "hx.v.settle.HX_P.CANCEL" in pressed["settle CANCEL"]
    assert pressed["settle CANCEL said"] != pressed["settle RALLY said"] != ""


def test_a_marker_goes_back_to_the_box_of_its_own_kind_by_command_and_by_hand(module: Module) -> None:
    works = piece(module, "marker", "works")
    (home,) = [each for each in works.all("send_to") if each.text("key").endswith("hx.v.to.Home")]
    assert home.text("zone") == "$Home$-$Box$"
    assert trigger(works, "remove")[1] == ["hx.v.to.Home"]
    (command,) = [each for each in works.all("trigger") if each.text("name") == "remove"]
    assert command.text("key") == key("Delete")
    condition, said = trigger(works, "remove upon")
    assert condition == '{!GetString("CurrentZone").equals("map")&&GetString("OldZone").equals("map")}'
    assert said == ["hx.say.remove"]


def test_only_a_flag_says_whose_a_place_is_and_shows_it(module: Module, game: Game) -> None:
    first, *others = game.handling.held
    flag = piece(module, "marker", first)
    (holder,) = [each for each in flag.all("property") if each.text("name") == "Holder"]
    assert holder.text("value") == game.sides[game.markers[first].side or ""].record
    (face,) = [each for each in flag.all("layer") if each.text("name") == "Face"]
    assert 'GetString("Holder")' in face.text("property")
    for name in (*others, "works"):
        assert not [each for each in piece(module, "marker", name).all("property") if each.text("name") == "Holder"]


def test_directions_and_lasting_orders_are_named_once(tmp_path: Path) -> None:
    game = assets.load(CARDS)
    faces, done = game.chronicle.verbs["face"].choices["v"], game.chronicle.verbs["complete"].choices["what"]
    assert faces == game.handling.facings
    assert done == {name: game.orders[name].name for name in done}
    assert "wait" in game.orders
    assert "wait" not in done
    model = piece(opened(game, tmp_path / "cards.vmod"), "unit")
    (what,) = [each for each in model.all("property") if each.text("name") == "What"]
    (left,) = [row for row in what.rows("commands") if row[1] == key("Ctrl Left")]
    assert 'GetString("Face").equals("N")?("NW")' in str(left)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "{to: property Joined}",
            "{to: chosen}",
            "join/from/to: 'to' must come from the property that the verb gives it",
        ),
        ("{to: formations}", "{to: facings}", "join/listed/to: the game has nothing in its list of facings"),
        ("{v: property Aspect,", "{v: chosen,", "aspect/onward: one word leads to the next only where"),
        (
            'does: [{set: Aspect, to: "{v}"',
            'does: [{set: Low, to: "x", when: {v: Low}}, {set: Aspect, to: "{v}"',
            "/onward",
        ),
        ("{send: used}, {set: Away", "{set: Away", "withdraw/menu: its command takes the piece there"),
        ("{send: used}", '{send: "{Home}"}', "unknown box '{Home}'"),
        ('{keep: HX_P, to: "{what}"}', "{keep: HX_P, to: RALLY}", "nothing tells what is rolled for"),
        ('{roll: "{what}"}', '{roll: "{n}"}', "unknown purpose '{n}'"),
    ],
)
def test_what_such_a_verb_lacks_is_told_when_the_game_is_loaded(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in VERBS
    with pytest.raises(AssetsError) as found:
        with_verbs(tmp_path / "game", VERBS.replace(old, new, 1))
    assert [each for each in map(str, found.value.problems) if told in each], list(map(str, found.value.problems))


def test_the_game_on_which_it_is_tried_assigns_units_so(tmp_path: Path) -> None:
    assert assets.load(TRIED).chronicle.verbs["assign"].listed == {"to": "formations"}
