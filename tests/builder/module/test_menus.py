"""Menus, and what the mouse shows: set-ups, sub-menus of pieces and buttons, cards and their orders."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

import assets
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.acting import action, gathered
from builder.module.cards import CARD, LARGER
from builder.module.setups import MANY, setup_entries
from builder.traits import menus
from builder.traits.menus import Offer
from tests.games.sought import with_cards
from vassal.components import Component
from vassal.equipment import setups
from vassal.module import Module
from vassal.modulewriter import module, pack_module
from vassal.values import text_items

GAMES = assets.games()


def making_in(name: str, language: str, density: int = 150) -> Making:
    game = assets.load(name)
    return making_of(game, Options(language=language, density=density), lock_of(game))


@pytest.fixture(scope="module", params=GAMES)
def tree(request: pytest.FixtureRequest) -> Component:
    return root(making_in(request.param, "en"))


# ----------------------------------------------------------------------------------------------------------- set-ups
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("language", "ready", "own"), [("en", "ready to play", "own set-up"), ("de", "spielfertig", "eigene Aufstellung")]
)
def test_the_start_wizard_lists_first_what_is_ready_and_each_name_tells_all(
    name: str, language: str, ready: str, own: str
) -> None:
    making = making_in(name, language)
    names = [each.name for each in setups(module("m", "1", *setup_entries(making)))]
    scenarios = [f"{each.title[language]}: {each.subtitle[language]}" for each in making.game.scenarios.values()]
    assert names == [f"{each} ({kind})" for kind in (ready, own) for each in scenarios]


@pytest.mark.parametrize("name", GAMES)
def test_many_set_ups_have_a_menu_for_each_kind_and_a_few_stand_in_one(name: str) -> None:
    found = list(setups(module("m", "1", *setup_entries(making_in(name, "en")))))
    kinds = [{each.menu for each in found if each.file.endswith(".empty.vsav") == own} for own in (False, True)]
    menus_of_kinds = [{("New game: ready to play",)}, {("New game: own set-up",)}]
    assert kinds == (menus_of_kinds if len(found) > MANY else [{("New game",)}] * 2)


@pytest.mark.parametrize("name", GAMES)
def test_a_single_set_up_stands_in_no_menu(name: str) -> None:
    making = making_in(name, "de")
    name, scenario = next(iter(making.game.scenarios.items()))
    alone = replace(making, game=replace(making.game, scenarios={name: structs.replace(scenario, placement={})}))
    assert [each.menu for each in setups(module("m", "1", *setup_entries(alone)))] == [()]


# ------------------------------------------------------------------------------------------------------------- menus
def test_no_piece_has_a_sub_menu_of_a_single_entry(tree: Component) -> None:
    slots = Module.open(pack_module(tree, {})).slots
    found = {
        (trait.text("menu"), trait.items("commands"))
        for slot in slots
        if slot.expanded is not None
        for trait in slot.expanded.traits
        if trait.kind == "submenu"
    }
    assert len(found) > 10
    assert {title for title, commands in found if len(commands) < 2} == set()


def test_what_would_stand_alone_in_a_sub_menu_bears_its_title() -> None:
    rally, panic = Offer("check", "RALLY", "k", "Rally"), Offer("check", "PANIC", "l", "Panic")
    assert [each.menu for each in menus.titled("Check", [rally])] == ["Check: Rally"]
    assert menus.titled("Check", [rally, panic]) == [rally, panic]
    assert list(menus.submenu("Check", [rally])) == []
    (shown,) = menus.submenu("Check", [rally, panic])
    assert shown.items("commands") == ("Rally", "Panic")


def test_no_menu_of_the_toolbar_has_a_single_entry(tree: Component) -> None:
    assert all(len(text_items(each.get("menuItems"))) > 1 for each in tree.every("ToolbarMenu"))


def test_a_button_that_is_alone_stands_on_the_toolbar_with_an_icon_and_a_tip() -> None:
    one, other = action("fireend", text="Clear marks"), action("actend", text="End")
    unseen = action("fireend said", hotkey="1,0")
    alone = list(gathered("declare", [one, unseen], "en"))
    assert [each.name for each in alone] == ["DoActionButton", "DoActionButton"]
    assert (alone[0].get("icon"), alone[0].get("tooltip")) == ("fireend.png", "Clear marks")
    assert alone[1] == unseen
    (lone, _) = gathered("declare", [other, unseen], "en")
    assert lone.get("icon") == "declare.png"
    *kept, menu = gathered("declare", [one, other, unseen], "en")
    assert kept == [one, other, unseen]
    assert text_items(menu.get("menuItems")) == ("Clear marks", "End")
    assert list(gathered("declare", [unseen], "en")) == [unseen]


# ------------------------------------------------------------------------------------------------- what the mouse shows
@pytest.mark.parametrize("name", with_cards())
def test_a_card_is_shown_large_only_where_it_is_small(name: str) -> None:
    for density in (75, 150, 300):
        for window in root(making_in(name, "en", density)).every("PrivateMap"):
            (zoomer,) = window.every("Zoomer")
            levels = [float(each) for each in text_items(zoomer.get("zoomLevels"))]
            opened = levels[-zoomer.integer("zoomStart")]
            (card,) = [each for each in window.every("CounterDetailViewer") if each.get("description") == CARD]
            below = card.number("zoomlevel")
            # One card alone is shown below that zoom only.
            assert card.get("minDisplayPieces") == "2"
            assert all(card.number("graphicsZoom") / each >= LARGER * 0.97 for each in levels if each < below)
            assert any(each < below for each in levels)
            if density == Options().density:
                assert not opened < below
                assert levels[levels.index(opened) - 1] < below


def test_over_a_large_card_the_mouse_shows_the_words_of_a_long_order_only(tree: Component) -> None:
    for window in tree.every("PrivateMap"):
        shown = {each.get("description"): each for each in window.every("CounterDetailViewer")}
        # The first that shows something is the only one that is seen.
        assert list(shown) == [CARD, "order", "stack"]
        assert {each.get("stopAfterShowing") for each in shown.values()} == {"true"}
        order = shown["order"]
        assert (order.get("showgraph"), order.get("showtext"), order.get("minDisplayPieces")) == ("false", "true", "1")
        assert "$OrderText$" in order.get("summaryReportFormat")
        assert 'GetString("OrderText").length()>' in order.get("propertyFilter")
        assert (shown[CARD].get("propertyFilter"), shown["stack"].get("propertyFilter")) == (
            '{Kind=="card"}',
            '{Kind!="card"}',
        )
