"""Unit cards and orders: what units take from them, and what is found when they do not fit together."""

from __future__ import annotations

from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.schema import Target

WORDS = """\
  size: {name: {en: Size, de: Größe}, short: {en: S, de: G}, of: card}
  move: {name: {en: Move, de: Zug}, short: {en: M, de: Z}, of: order}
classes: {infantry: {en: infantry, de: Infanterie}}
"""
ABILITIES = """\
abilities:
  climbs: {name: {en: Climbs, de: Klettert}, text: {en: It climbs., de: Sie klettert.}, rule: BAR-12.12d}
roles: {rifles: {en: rifles, de: Schützen}}
stores: {smoke: {en: Smoke, de: Rauch}}
groups: {basic: {en: Basic, de: Grund}}
brackets: {attack: {en: attack, de: Angriff}}
"""
CARDS = """\
source: {origin: invented}
cards:
  rifles:
    name: {en: Rifles, de: Schützen}
    side: blue
    type: infantry
    roles: [rifles]
    symbol: infantry
    silhouette: rifles.blue
    values: {size: 3}
    stores: {smoke: 1}
    abilities: [climbs]
    targets:
      infantry: {mode: fire, dice: [6, 4, 2]}
      building: {mode: melee}
    area: {infantry: [2, 1]}
    accuracy: [3, null, 2, 1]
    orders: {march: {move: 2}, smoke: {}}
"""
ORDERS = """\
source: {origin: invented}
orders:
  march:
    name: {en: March, de: Marsch}
    short: {en: March, de: Marsch}
    group: basic
    step: 10
    params: [{id: route, kind: route, name: {en: route, de: Weg}}]
    prints: [move]
    rule: BAR-8.5a
  smoke:
    name: {en: Smoke, de: Rauch}
    short: {en: Smoke, de: Rauch}
    group: basic
    step: 3
    fires: 4
    ammo: 1
    store: smoke
    brackets: [attack]
    rule: BAR-6.4a
"""
UNIT = """\
units:
  blue.1: {card: rifles, short: "1", front: {attack: 1}, scenarios: [hill]}
"""
CHARTS = """\
source: {origin: invented}
charts:
  orders:
    title: {en: Orders, de: Befehle}
    columns: {step: {name: {en: Step, de: Schritt}, kind: int}, fires: {name: {en: Fires, de: Feuer}, kind: int},
              ammo: {name: {en: Ammunition, de: Munition}, kind: int}}
    rows: {}
    filled: {of: orders}
  sizes:
    title: {en: Sizes, de: Größen}
    columns: {size: {name: {en: Size, de: Größe}, kind: int}}
    rows: {}
    filled: {of: cards, value: size}
  red-sizes:
    title: {en: Sizes, de: Größen}
    columns: {size: {name: {en: Size, de: Größe}, kind: int}}
    rows: {}
    filled: {of: cards, value: size, side: red}
"""


@pytest.fixture
def carded(game_in):
    """Writes the small game with a card and two orders, some of their text replaced."""

    def write(cards: tuple[str, str] = ("", ""), orders: tuple[str, str] = ("", ""), **other: tuple[str, str]) -> Path:
        folder = game_in(**other)
        game = (folder / "game.yaml").read_text(encoding="utf-8")
        game = game.replace("classes: {infantry: {en: infantry, de: Infanterie}}\n", WORDS) + ABILITIES
        units = (folder / "units.yaml").read_text(encoding="utf-8").replace("units:\n  red", UNIT + "  red")
        texts = {"game": game, "units": units, "cards": CARDS.replace(*cards), "orders": ORDERS.replace(*orders)}
        for name, text in {**texts, "charts": CHARTS}.items():
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return folder

    return write


def test_a_unit_is_of_the_side_type_name_and_size_of_its_card(carded) -> None:
    game = assets.load(carded())
    unit = game.units["blue.1"]
    assert (unit.side, unit.type, str(unit.name), unit.silhouette, unit.steps) == (
        *("blue", "infantry", "Rifles", "rifles.blue"),
        3,
    )
    assert game.card_of(unit) is game.cards["rifles"]


def test_a_unit_without_a_card_has_none(carded) -> None:
    game = assets.load(carded())
    with pytest.raises(KeyError):
        game.card_of(game.units["red.1.a"])


def test_a_card_knows_its_dice_by_losses_and_its_accuracy_by_distance(carded) -> None:
    card = assets.load(carded()).cards["rifles"]
    assert [card.dice("infantry", losses) for losses in range(4)] == [6, 4, 2, 0]
    assert card.dice("building") == 0
    assert card.targets["building"] == Target(mode="melee")
    assert [card.accuracy_at(distance) for distance in range(5)] == [3, None, 2, 1, None]
    assert card.range == 3
    assert card.number("size") == 3


def test_a_number_that_a_card_does_not_have_is_an_error(carded) -> None:
    with pytest.raises(KeyError):
        assets.load(carded()).cards["rifles"].number("bravery")


def test_an_order_says_what_is_written_with_it_and_what_it_costs(carded) -> None:
    orders = assets.load(carded()).orders
    assert [(param.id, param.kind, param.optional) for param in orders["march"].params] == [("route", "route", False)]
    assert (orders["smoke"].step, orders["smoke"].fires, orders["smoke"].store, orders["smoke"].ammo) == (
        3,
        4,
        "smoke",
        1,
    )


def test_a_chart_may_be_filled_with_orders_and_with_a_value_of_all_cards(carded) -> None:
    charts = assets.load(carded()).charts
    assert charts["orders"].rows["smoke"].cells == {"step": 3, "fires": 4, "ammo": 1}
    assert charts["orders"].rows["march"].cells == {"step": 10}
    assert charts["sizes"].rows["rifles"].cells == {"size": 3}
    assert not charts["red-sizes"].rows


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"cards": ("march: {move: 2}", "marsh: {move: 2}")},
            "small/cards.yaml:18:21: cards/rifles/orders/marsh: unknown order 'marsh'; did you mean march?",
        ),
        (
            {"cards": ("march: {move: 2}", "march: {mve: 2}")},
            "small/cards.yaml:18:27: cards/rifles/orders/march/mve: unknown number 'mve'; did you mean move?",
        ),
        (
            {"cards": ("march: {move: 2}", "march: {}")},
            "small/cards.yaml:18:21: cards/rifles/orders/march: missing move",
        ),
        (
            {"cards": ("stores: {smoke: 1}", "stores: {}")},
            "small/cards.yaml:18:39: cards/rifles/orders/smoke: the card has no 'smoke' to spend",
        ),
        (
            {"cards": ("infantry: {mode: fire", "infanterie: {mode: fire")},
            (
                "small/cards.yaml:14:19: cards/rifles/targets/infanterie: "
                "unknown type 'infanterie'; did you mean infantry?"
            ),
        ),
        (
            {"cards": ("[6, 4, 2]", "[6, 4, 2, 1]")},
            "small/cards.yaml:14:36: cards/rifles/targets/infantry/dice: 4 columns, but the card has only 3 steps",
        ),
        (
            {"cards": ("[6, 4, 2]", "[4, 6, 2]")},
            "small/cards.yaml:14:36: cards/rifles/targets/infantry/dice: more dice after a loss than before",
        ),
        (
            {"cards": ("{mode: fire, dice: [6, 4, 2]}", "{mode: fire}")},
            "small/cards.yaml:14:17: cards/rifles/targets/infantry: fire needs dice",
        ),
        (
            {"cards": ("accuracy: [3, ", "accuracy: [null, ")},
            "small/cards.yaml:15:17: cards/rifles/targets/building: melee needs an accuracy in the own hex",
        ),
        (
            {"cards": ("[2, 1]}", "[2, 2, 2, 2]}")},
            "small/cards.yaml:16:22: cards/rifles/area/infantry: 4 columns, but the card has only 3 steps",
        ),
        (
            {"cards": ("size: 3", "size: 0")},
            "small/cards.yaml:10:13: cards/rifles/values: a card needs a size of at least 1",
        ),
        (
            {"cards": ("{size: 3}", "{size: 3, sise: 3}")},
            "small/cards.yaml:10:29: cards/rifles/values/sise: a card has no value 'sise'; did you mean size?",
        ),
        (
            {"cards": ("[climbs]", "[climb]")},
            "small/cards.yaml:12:16: cards/rifles/abilities: unknown ability 'climb'; did you mean climbs?",
        ),
        (
            {"cards": ("roles: [rifles]", "roles: [rifle]")},
            "small/cards.yaml:7:12: cards/rifles/roles: unknown role 'rifle'; did you mean rifles?",
        ),
        (
            {"cards": ("stores: {smoke: 1}", "stores: {smoke: 1, smok: 1}")},
            "small/cards.yaml:11:13: cards/rifles/stores: unknown store 'smok'; did you mean smoke?",
        ),
        (
            {"cards": ("accuracy: [3, ", "accuracy: [many, ")},
            "small/cards.yaml:17:16: cards/rifles/accuracy/0: expected a whole number, found 'many'",
        ),
        (
            {"orders": ("group: basic\n    step: 10", "group: basik\n    step: 10")},
            "small/orders.yaml:6:12: orders/march/group: unknown group 'basik'; did you mean basic?",
        ),
        (
            {"orders": ("brackets: [attack]", "brackets: [atack]")},
            "small/orders.yaml:19:15: orders/smoke/brackets: unknown bracket 'atack'; did you mean attack?",
        ),
        (
            {"orders": ("kind: route", "kind: choice")},
            "small/orders.yaml:8:14: orders/march/params/0: a choice needs choices, and nothing else has any",
        ),
        (
            {
                "orders": (
                    "name: {en: route, de: Weg}}]",
                    "name: {en: a, de: a}}, {id: route, kind: place, name: {en: b, de: b}}]",
                )
            },
            "small/orders.yaml:8:62: orders/march/params/1: 'route' stands here a second time",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_file_and_line(carded, changes, message) -> None:
    with pytest.raises(AssetsError) as caught:
        assets.load(carded(**changes))
    assert message in str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("card: rifles", "card: rifle", "units/blue.1/card: unknown card 'rifle'; did you mean rifles?"),
        ("card: rifles", "card: rifles, side: red", "units/blue.1/side: 'red', but its card rifles says 'blue'"),
    ],
)
def test_a_unit_fits_its_card(carded, old, new, message) -> None:
    folder = carded()
    path = folder / "units.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(AssetsError, match=r"small/units\.yaml:10:\d+: ") as caught:
        assets.load(folder)
    assert message in str(caught.value)


def test_an_overlay_replaces_single_values_of_cards_and_orders(carded, overlay) -> None:
    printed = overlay(
        cards=(
            "source: {origin: rulebook}\n"
            "cards: {rifles: {values: {size: 4}, targets: {infantry: {dice: [8, 6, 4, 2]}}}}"
        ),
        orders="source: {origin: rulebook}\norders: {march: {step: 9}}",
    )
    game = assets.load(carded(), printed)
    assert game.cards["rifles"].targets["infantry"] == Target(mode="fire", dice=(8, 6, 4, 2))
    assert game.units["blue.1"].steps == 4
    assert game.orders["march"].step == 9
    assert game.source("cards/rifles/values/size").origin == "rulebook"
    assert game.source("cards/rifles/accuracy").origin == "invented"


def test_a_unit_that_says_nothing_is_in_the_scenarios_that_name_it(carded) -> None:
    folder = carded(scenarios=("placement: {red.1.a: 0101}", "starts: {blue.1: {place: 0103, facing: NE}}"))
    path = folder / "units.yaml"
    text = path.read_text(encoding="utf-8").replace("front: {attack: 1}, scenarios: [hill]", "front: {attack: 1}")
    path.write_text(text, encoding="utf-8")
    assert assets.load(folder).units["blue.1"].scenarios == ("hill",)


@pytest.mark.parametrize(
    ("beginning", "message"),
    [
        ("starts: {blue.9: {place: 0103}}", "unknown unit 'blue.9'; did you mean blue.1?"),
        ("starts: {blue.1: {place: 0199}}", "there is no hex '0199' on this map"),
        ("starts: {blue.1: {place: 0103, facing: up}}", "NE, NW, S, SE, SW, W, found 'up'"),
        ("structures: {w: {marker: wire, place: 0101}}", "unknown marker 'wire'"),
        ("points: {green: 20}", "unknown side 'green'; known are blue, red"),
        ("supply: {blue: [0199]}", "there is no hex '0199' on this map"),
    ],
)
def test_the_beginning_of_a_scenario_names_what_exists(carded, beginning, message) -> None:
    with pytest.raises(AssetsError, match=r"small/scenarios\.yaml:16:") as caught:
        assets.load(carded(scenarios=("placement: {red.1.a: 0101}", beginning)))
    assert message in str(caught.value)
