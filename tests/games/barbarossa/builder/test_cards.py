"""Unit cards in a module: their orders and numbers, the models that belong to them, the windows in which they lie."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import assets
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.cards import card_spot, looks, tray_spots, trays, window_size
from builder.module.vocabulary import vocabulary
from builder.setups import Arrangement
from builder.traits import card as cards
from builder.traits import orders
from tests.builder.module.lean import most_traits
from tests.games.sought import with_cards
from vassal.components import Component
from vassal.hotkeys import Hotkey
from vassal.traits import Trait

DENSITY = 75


@pytest.fixture(scope="module")
def making() -> Making:
    game = assets.load("barbarossa")
    return making_of(game, Options(density=DENSITY), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


def traits_of(making: Making, card: str) -> list[Trait]:
    return dict(cards.prototypes_of(making.speaker, looks(making)))[f"card {card}"]


# ------------------------------------------------------------------------------------------------------------ orders
def test_a_card_offers_exactly_the_orders_that_are_printed_on_it(making: Making) -> None:
    for card in making.game.cards.values():
        offered = {each.order for group in orders.entries(making.speaker, card).values() for each in group}
        assert offered - {"continue", "break"} == set(card.orders)


def test_an_ambush_that_is_opened_is_said_in_words_as_other_orders_are(making: Making) -> None:
    found = (each for each in traits_of(making, "de.infantry") if each.kind == "calculated")
    said = {each.text("name"): each.text("expression").strip("{}") for each in found}
    assert '.startsWith("ambush:")?"Ambush"+' in said["SecretText"]
    order = said["OrderText"].removeprefix('GetString("Plain").equals("?")?"sealed order":')
    assert said["SecretText"] == order.replace('"Plain"', '"SecretPlain"')


def test_directions_and_words_of_an_order_stand_in_the_menu(making: Making) -> None:
    entries = orders.entries(making.speaker, making.game.cards["de.infantry"])
    assert len(entries["Defend"]) == 6 * 3
    assert entries["Defend"][0].menu == "Defend: north"
    assert [each.menu for each in entries["Open Fire"]] == ["Open Fire"]


def test_no_two_commands_of_a_card_have_the_same_key_or_the_same_text(making: Making) -> None:
    for card in making.game.cards.values():
        every = [each for group in orders.entries(making.speaker, card).values() for each in group]
        assert max(Counter(each.key for each in every).values()) == 1
        assert max(Counter(each.menu for each in every).values()) == 1


def test_what_is_typed_into_a_box_is_only_kept_as_a_text(making: Making) -> None:
    """A prompt of the engine would run it; a box of our own keeps nothing but the letters of a place or a number."""
    for trait in traits_of(making, "de.infantry"):
        if trait.kind in ("property", "set_global"):
            assert {str(row[2][0]) for row in trait.rows("commands")} <= {"P", "I"}
        boxes = trait.type.count("showInputDialog(")
        assert trait.type.count(".replaceAll(") >= boxes


# ----------------------------------------------------------------------------------------------------------- numbers
def test_a_card_has_the_meters_of_its_values_and_stores(making: Making) -> None:
    game = making.game
    pioneers = cards.meters_of(making.speaker, game.cards["de.pioneers"])
    infantry = cards.meters_of(making.speaker, game.cards["de.infantry"])
    fighter = cards.meters_of(making.speaker, game.cards["de.bf109"])
    assert {"losses", "defence", "bravery", "ammo", "boxes"} <= set(infantry)
    assert "mines" in pioneers
    assert "mines" not in infantry
    assert "air" in fighter
    assert "air" not in infantry


def test_meters_begin_with_what_is_printed_and_end_where_the_card_ends(making: Making) -> None:
    card, meters = making.game.cards["de.infantry"], making.game.handling.meters
    found = {name: (cards.begins(card, meters[name]), cards.ends(card, meters[name])) for name in ("losses", "bravery")}
    assert found == {"losses": (0, card.number("size")), "bravery": (card.number("bravery"), 14)}


def test_a_change_of_a_meter_is_reported_with_what_it_was(making: Making) -> None:
    reports = [each.text("format") for each in traits_of(making, "de.infantry") if each.kind == "report"]
    marks = [text for text in reports if "[#mark" in text]
    assert len(marks) == len(cards.meters_of(making.speaker, making.game.cards["de.infantry"]))
    assert any("what=losses;was=$oldlosses$;v=$losses$" in text for text in marks)


# ----------------------------------------------------------------------------------------------------------- windows
def test_each_side_has_a_window_that_the_other_may_only_look_at(tree: Component) -> None:
    windows = list(tree.every("PrivateMap"))
    assert [(each.get("mapName"), each.get("side"), each.get("visible")) for each in windows] == [
        ("German cards", "German,Solitaire", "true"),
        ("Soviet cards", "Soviet,Solitaire", "true"),
    ]


def test_the_enemy_sees_a_cover_while_orders_are_written(making: Making) -> None:
    cover = next(each for each in traits_of(making, "de.infantry") if each.kind == "layer")
    assert cover.text("name") == "Cover"
    assert cover.items("images") == ("", "card.sealed.german.png")
    assert 'GetString("Phase").equals("Planning")' in cover.text("property")


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_cards_and_trays_lie_inside_their_window_and_apart(making: Making, side: str) -> None:
    wide, high = window_size(making, making.game.sides[side])
    for scenario in making.game.scenarios.values():
        units = [each for each in making.game.in_scenario(scenario.id) if each.side == side]
        spots = [card_spot(making, rank) for rank in range(len(units))]
        assert len(set(spots)) == len(units)
        assert all(0 < x < wide and 0 < y < high for x, y in spots)
    for name, rect in trays(making, making.game.sides[side]).items():
        places = list(tray_spots(making, making.game.sides[side], name))
        assert all(rect.left <= x <= rect.right and rect.top <= y <= rect.bottom for x, y in places)


def test_a_game_without_cards_has_no_windows_for_them() -> None:
    others = [assets.load(name) for name in assets.games() if name not in with_cards()]
    assert [
        game.id
        for game in others
        if list(root(making_of(game, Options(density=DENSITY), lock_of(game))).every("PrivateMap"))
    ] == []


# ---------------------------------------------------------------------------------------------------- secrets, set-ups
def test_each_side_has_a_word_a_commitment_and_a_key(tree: Component) -> None:
    names = {each.get("name") for each in tree.every("GlobalProperty")}
    assert {f"HX_{what}_{side}" for what in ("Word", "Commit", "Key") for side in ("German", "Soviet")} <= names


def test_a_set_up_has_a_card_for_each_model_and_both_begin_in_the_same_state(making: Making) -> None:
    arrangement = Arrangement(making, making.game.scenarios["river"], ready=True)
    models = {each.slot.partition("/")[2]: each for each in arrangement.pieces if each.slot.startswith("unit/")}
    found = {each.slot.partition("/")[2]: each for each in arrangement.pieces if each.slot.startswith("card/")}
    assert set(models) == set(found)
    assert {each.map for each in found.values()} == {"German cards", "Soviet cards"}
    assert models["de.mor1"].states == {"SetUp": "2", "Face": "NE"}
    assert found["de.mor1"].states == {"SetUp": "2"}


def test_who_is_towed_begins_with_its_carrier(making: Making) -> None:
    arrangement = Arrangement(making, making.game.scenarios["river"], ready=True)
    models = {each.slot.partition("/")[2]: each for each in arrangement.pieces if each.slot.startswith("unit/")}
    gun, truck = models["su.at1"], models["su.zis1"]
    assert gun.at == truck.at
    assert gun.states == {"Aboard": truck.id, "How": "Tow"}


def test_a_structure_on_a_hexside_lies_on_the_side_that_the_scenario_names(making: Making) -> None:
    scenario = making.game.scenarios["river"]
    arrangement = Arrangement(making, scenario, ready=True)
    wires = [each for each in arrangement.pieces if each.slot == "marker/wire"]
    named = [each for each in scenario.structures.values() if each.marker == "wire"]
    assert [each.states["Face"] for each in wires] == [each.facing for each in named]


# -------------------------------------------------------------------------------------------------------- vocabulary
def test_every_verb_that_a_player_speaks_has_a_command(making: Making) -> None:
    verbs = making.game.chronicle.verbs
    spoken = {each.verb for each in vocabulary(making)}
    silent = {"phase", "los", "reveal", "roll", "fireend", "result", "step", "place", "remove"}
    assert set(verbs) - silent <= spoken


def test_no_two_commands_of_a_kind_share_a_shortcut(making: Making) -> None:
    keys: dict[tuple[str, str], set[str]] = {}
    for each in vocabulary(making):
        if each.shortcut:
            keys.setdefault((each.by, each.shortcut), set()).add(each.text)
    assert {key: texts for key, texts in keys.items() if len(texts) > 1} == {}


def test_names_of_commands_are_such_as_the_engine_reads(making: Making) -> None:
    for each in vocabulary(making):
        if each.by in ("unit", "card", "marker"):
            assert Hotkey.parse(each.key) is not None
            assert not re.search(r"[,;|\\]", each.what)


def test_pieces_have_few_traits_for_a_step_of_a_log_grows_with_their_square(tree: Component) -> None:
    found = most_traits(tree)
    bounds = {"unit": 135, "card": 121, "marker": 48}
    assert found.keys() == bounds.keys()
    assert {kind: count for kind, count in found.items() if count > bounds[kind]} == {}
