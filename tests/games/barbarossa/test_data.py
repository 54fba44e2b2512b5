"""What the rulebook tells of units, orders and tables holds in the data, and our own cards exercise all of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

import assets
from assets.provenance import counts, rows
from assets.schema import Card

LEDGER = Path(__file__).parents[3] / "rules" / "barbarossa" / "ledger.yaml"
TYPES = (
    *("infantry", "artillery", "vehicle", "armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"),
    "aircraft",
)
TANKS = ("light_tank", "medium_tank", "heavy_tank")


@pytest.fixture(scope="module")
def game() -> assets.Game:
    return assets.load("barbarossa")


@pytest.fixture(scope="module")
def ledger() -> dict[str, dict[str, object]]:
    return {entry["id"]: entry for entry in yaml.safe_load(LEDGER.read_text(encoding="utf-8"))}


def cards(game: assets.Game, **wanted: str) -> list[Card]:
    return [card for card in game.cards.values() if all(getattr(card, name) == is_ for name, is_ in wanted.items())]


# ----------------------------------------------------------------------------------------- what the text tells of cards
def test_the_costs_of_the_errata_are_on_the_cards(game: assets.Game) -> None:
    costs = {"su.mg": 12, "de.mg": 13, "su.mortar": 15, "su.at45": 20, "su.t26": 23, "de.pz2": 21}
    assert {name: game.cards[name].number("cost") for name in costs} == costs
    assert {game.source(f"cards/{name}/values/cost").origin for name in costs} == {"rulebook"}


def test_the_lost_cost_of_the_german_mortars_is_marked_as_ours(game: assets.Game) -> None:
    assert game.cards["de.mortar"].number("cost") == 16
    source = game.source("cards/de.mortar/values/cost")
    assert (source.origin, source.ref) == ("invented", ("BAR-14.1a", "BAR-A25"))


def test_the_tanks_of_the_fire_example_have_its_values(game: assets.Game) -> None:
    t26, pz2 = game.cards["su.t26"], game.cards["de.pz2"]
    assert (t26.type, t26.dice("light_tank"), t26.accuracy_at(2)) == ("light_tank", 7, 2)
    assert (pz2.type, pz2.number("defence")) == ("light_tank", 2)


def test_soviet_infantry_is_as_in_the_examples(game: assets.Game) -> None:
    card = game.cards["su.infantry"]
    assert (card.number("size"), card.number("bravery"), card.dice("infantry")) == (5, 8, 10)
    assert {"defend", "open_fire", "merge"} <= set(card.orders)
    assert card.number("bravery") - 2 * card.number("bravery_loss") == 6


def test_weapons_and_convoys_are_as_in_the_examples(game: assets.Game) -> None:
    found = game.cards
    assert (found["su.mg"].dice("infantry"), found["su.mg"].number("size")) == (10, 2)
    assert found["su.mortar"].number("size") == 2
    assert (found["de.mortar"].dice("infantry"), "suppressive_fire" in found["de.mortar"].orders) == (8, True)
    assert (found["su.at45"].number("size"), found["su.at45"].number("defence")) == (2, 1)
    assert (found["su.at45"].type, "must_be_towed" in found["su.at45"].abilities) == ("artillery", True)
    assert found["su.zis5"].number("size") == 5
    opel = found["de.opel"]
    assert (opel.number("size"), opel.number("ammo"), opel.stores["mines"]) == (6, 30, 3)
    assert (opel.number("ammo") + 2 * opel.stores["mines"]) / opel.number("size") == 6
    assert "field_of_fire" in found["de.mg"].abilities


def test_the_half_track_has_bravery_7_after_a_loss(game: assets.Game) -> None:
    card = game.cards["de.sdkfz251"]
    assert card.number("bravery") - card.number("bravery_loss") == 7


def test_the_rocket_launcher_has_two_rows_against_infantry(game: assets.Game) -> None:
    card = game.cards["su.katyusha"]
    assert (card.dice("infantry"), card.area["infantry"][0]) == (16, 4)


def test_guards_have_more_defence_and_are_else_like_others(game: assets.Game) -> None:
    average, guards = game.cards["su.t34"], game.cards["su.t34g"]
    assert guards.number("defence") > average.number("defence")
    assert (guards.type, guards.targets, guards.accuracy) == (average.type, average.targets, average.accuracy)
    assert average.type == "medium_tank"


def test_headquarters_have_command_range_2(game: assets.Game) -> None:
    assert {card.number("command_range") for card in game.cards.values() if "hq" in card.roles} == {2}


def test_defend_gives_one_and_a_trench_one(game: assets.Game) -> None:
    bonus = {card.orders["defend"]["bonus"] for card in game.cards.values() if card.type == "infantry"}
    assert bonus == {1}
    assert {card.number("dug_in") for card in game.cards.values() if "dug_in" in card.values} == {1}


# ------------------------------------------------------------------------------------------------------------ our cards
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_side_has_units_of_all_types_and_what_every_chapter_needs(game: assets.Game, side: str) -> None:
    units = [unit for unit in game.units.values() if unit.side == side]
    assert len(units) >= 24
    assert {unit.type for unit in units} == set(TYPES)
    roles = Counter(role for card in cards(game, side=side) for role in card.roles)
    assert roles.keys() >= {
        *("rifles", "pioneer", "machine_gun", "mortar", "anti_tank", "gun", "howitzer", "rocket", "flak", "hq"),
        *("transport", "recon", "paratroop", "tank", "fighter", "bomber", "recon_air", "transport_air"),
    }
    assert len(cards(game, side=side)) >= 20


def test_every_flag_number_stands_once_on_a_side(game: assets.Game) -> None:
    seen = Counter((unit.side, unit.number("number")) for unit in game.units.values())
    assert set(seen.values()) == {1}
    assert all(unit.short == str(unit.number("number")) for unit in game.units.values())


def test_every_unit_is_what_its_card_says(game: assets.Game) -> None:
    for unit in game.units.values():
        card = game.card_of(unit)
        assert (unit.type, unit.side, unit.steps) == (card.type, card.side, card.number("size"))
        assert unit.id.startswith({"german": "de.", "soviet": "su."}[unit.side])
    assert {unit.card for unit in game.units.values()} == set(game.cards)


def test_every_order_ability_role_and_store_is_on_a_card(game: assets.Game) -> None:
    assert {order for card in game.cards.values() for order in card.orders} == set(game.orders)
    assert {ability for card in game.cards.values() for ability in card.abilities} == set(game.info.abilities)
    assert {role for card in game.cards.values() for role in card.roles} == set(game.info.roles)
    assert {store for card in game.cards.values() for store in card.stores} == set(game.info.stores)
    assert {order.group for order in game.orders.values()} == set(game.info.groups)
    assert {name for order in game.orders.values() for name in order.brackets} == set(game.info.brackets)


def test_every_declared_value_is_used(game: assets.Game) -> None:
    of = {name: kind.of for name, kind in game.info.values.items()}
    assert {name for name in of if of[name] == "card"} == {name for one in game.cards.values() for name in one.values}
    printed = {name for order in game.orders.values() for name in order.prints}
    assert {name for name in of if of[name] == "order"} == printed
    assert {name for name in of if of[name] == "marker"} == {n for one in game.markers.values() for n in one.values}


def test_a_table_has_a_column_for_every_step_and_never_more_dice_after_a_loss(game: assets.Game) -> None:
    for card in game.cards.values():
        for target in card.targets.values():
            assert target.mode == "melee" or len(target.dice) == card.number("size")
            assert list(target.dice) == sorted(target.dice, reverse=True)
        assert all(face is None or 1 <= face <= 5 for face in card.accuracy)


def test_all_tanks_destroy_wire_and_nobody_else(game: assets.Game) -> None:
    assert all(("destroy_wire" in card.abilities) == (card.type in TANKS) for card in game.cards.values())


def test_abilities_and_orders_go_together(game: assets.Game) -> None:
    pairs = {
        "indirect_fire": "indirect_fire",
        "bombard_location": "bombard_location",
        "smoke_shells": "smoke",
        "must_be_towed": "tow",
        "pioneer_work": "lay_mines",
        "parachutes": "air_landing",
    }
    for card in game.cards.values():
        for ability, order in pairs.items():
            if card.type != "aircraft":
                assert (ability in card.abilities) == (order in card.orders), (card.id, ability)
        assert ("buildings" in card.abilities) == ("building" in card.targets and card.type != "aircraft")
        assert ("area_fire" in card.abilities) == bool(card.area)
        assert ("set_up" in card.orders) == ("pack_up" in card.orders)
        assert "field_of_fire" in card.abilities or "change_fof" not in card.orders
        assert ("transport" in card.abilities) == ("lift" in card.values and "tow" in card.values)
        assert ("anti_aircraft" in card.abilities) == ("flak" in card.roles)


def test_what_cannot_move_by_itself_has_no_order_to_move(game: assets.Game) -> None:
    routes = {order.id for order in game.orders.values() if "route" in order.brackets}
    for card in game.cards.values():
        if "must_be_towed" in card.abilities:
            assert not routes & set(card.orders)
        elif card.type != "aircraft":
            assert {"cautious_move", "march", "wait"} <= set(card.orders)


def test_aircraft_fly_missions_and_nothing_else(game: assets.Game) -> None:
    missions = {order.id for order in game.orders.values() if order.group == "air"} | {"wait"}
    for card in cards(game, type="aircraft"):
        assert set(card.orders) <= missions
        assert card.accuracy_at(0) is not None
        assert card.number("melee_dice") > 0
    fighters = {"intercept", "air_patrol", "escort"}
    assert all(fighters <= set(card.orders) for card in game.cards.values() if "fighter" in card.roles)
    assert all(not fighters & set(card.orders) for card in game.cards.values() if "fighter" not in card.roles)


def test_infantry_fights_armour_in_melee_only_but_for_weapons_that_are_set_up(game: assets.Game) -> None:
    for card in cards(game, type="infantry"):
        modes = {target.mode for kind, target in card.targets.items() if kind in TANKS}
        assert modes <= {"melee"}, card.id
    assert any("tank_panic" in card.abilities for card in cards(game, side="soviet"))


def test_paratroops_fit_into_a_transport_aircraft(game: assets.Game) -> None:
    for side in game.sides:
        room = max(card.number("size") for card in cards(game, side=side) if "transport_air" in card.roles)
        assert all(card.number("size") <= room for card in cards(game, side=side) if "paratroop" in card.roles)


def test_the_sides_are_about_equal_in_strength_points(game: assets.Game) -> None:
    total = Counter[str]()
    for unit in game.units.values():
        total[unit.side] += game.card_of(unit).number("cost")
    assert abs(total["german"] - total["soviet"]) < 0.1 * max(total.values())


# --------------------------------------------------------------------------------------------------------------- orders
def test_the_orders_of_the_book_are_there_with_steps_and_ammunition(game: assets.Game) -> None:
    assert Counter(order.group for order in game.orders.values()) == {
        "basic": 6,
        "special": 16,
        "movement": 6,
        "air": 7,
        "ability": 2,
    }
    steps = {order.id: (order.step, order.ammo) for order in game.orders.values() if order.group == "basic"}
    assert steps == {
        "defend": (1, 1),
        "suppressive_fire": (2, 3),
        "open_fire": (3, 1),
        "smoke": (3, 0),
        "assault": (6, 1),
        "ambush": (8, 1),
    }
    assert {order.step for order in game.orders.values() if order.group == "special"} == {9}
    assert {order.step for order in game.orders.values() if order.group == "movement"} == {10}
    assert {order.step for order in game.orders.values() if order.group == "air"} == {5}
    assert {order.id: order.store for order in game.orders.values() if order.store} == {
        "smoke": "smoke",
        "lay_mines": "mines",
        "place_charges": "charges",
    }


def test_the_brackets_hold_the_orders_that_the_book_names(game: assets.Game) -> None:
    def held(bracket: str) -> set[str]:
        return {order.id for order in game.orders.values() if bracket in order.brackets}

    assert held("attack") == {"defend", "suppressive_fire", "open_fire", "ambush"}
    assert held("route") == {"cautious_move", "march", "fire_on_move", "assault"}
    assert held("packed") == {"cautious_move", "march", "fire_on_move", "mount"}
    assert held("bound") == {"assault", "cautious_move", "march", "fire_on_move"}
    assert held("works") == {"defend"}
    assert held("aboard") == {"dismount"}
    assert held("towed") == {"set_up"}
    assert held("both") == {"merge", "receive_supply", "dismount", "air_landing"}
    assert held("hq") == {"indirect_fire"} | {order.id for order in game.orders.values() if order.group == "air"}
    assert held("observer") == {"smoke", "indirect_fire", "air_strike"}
    assert held("seen") == {"air_strike", "recon", "air_landing", "air_patrol", "drop_supply"}


def test_orders_with_a_route_have_a_route_and_orders_at_units_a_unit(game: assets.Game) -> None:
    for order in game.orders.values():
        kinds = [param.kind for param in order.params]
        assert ("route" in order.brackets) == ("route" in kinds)
    for name in ("suppressive_fire", "open_fire", "assault", "fire_on_move", "intercept", "indirect_fire"):
        assert any(param.id == "target" and param.kind == "unit" for param in game.orders[name].params), name
    assert [param.id for param in game.orders["recon"].params] == ["entry", "centre", "radius", "duration"]


def test_orders_that_take_time_print_their_boxes(game: assets.Game) -> None:
    boxed = {order.id for order in game.orders.values() if "boxed" in order.brackets}
    printing = {order.id for order in game.orders.values() if "boxes" in order.prints}
    assert boxed <= printing
    assert printing - boxed == {"intercept", "recon", "air_patrol", "escort"}
    assert all(numbers.get("boxes", 1) > 0 for card in game.cards.values() for numbers in card.orders.values())


# --------------------------------------------------------------------------------------------------------------- charts
def test_road_bonus_and_losses_are_those_of_the_book(game: assets.Game) -> None:
    chart = game.charts["movement"]
    assert {kind: chart.cell(kind, "road") for kind in chart.rows} == dict(
        zip(TYPES[:-1], (1, 0, 3, 2, 2, 2, 1), strict=True)
    )
    assert {kind: chart.cell(kind, "field") for kind in chart.rows} == dict(
        zip(TYPES[:-1], (1, 0, 2, 1, 1, 2, 2), strict=True)
    )
    assert {kind for kind in chart.rows if chart.cell(kind, "light_woods")} == set(TANKS)


def test_terrain_blocks_sight_and_gives_cover_as_in_the_book(game: assets.Game) -> None:
    chart = game.charts["terrain"]
    assert {row for row in chart.rows if chart.cell(row, "blocks")} == {
        *("scrub", "light_woods", "forest", "village", "town", "path", "smoke"),
    }
    cover = {row: (chart.cell(row, "infantry"), chart.cell(row, "others")) for row in chart.rows}
    assert {row: values for row, values in cover.items() if values != (0, 0)} == {
        "forest": (2, 2),
        "path": (2, 2),
        "village": (2, 1),
        "town": (3, 2),
    }
    assert {row for row in chart.rows if not chart.cell(row, "assault")} == {"plain", "scrub", "field", "pontoon"}


def test_who_may_lie_in_ambush_where_the_book_says_so(game: assets.Game) -> None:
    chart = game.charts["hiding"]
    may = {row: {kind for kind in TYPES[:-1] if chart.cell(row, kind)} for row in chart.rows}
    assert may["plain"] == may["field"] == set()
    assert may["scrub"] == {"infantry", "artillery"}
    assert may["forest"] == {"infantry"}
    assert may["light_woods"] == set(TYPES[:-1])


def test_the_charts_know_the_terrain_of_all_maps(game: assets.Game) -> None:
    on_maps = {kind for country in game.maps.values() for kind in country.terrain.values()}
    for name in ("terrain", "entry", "hiding"):
        assert on_maps <= set(game.charts[name].rows)


def test_obstacles_stop_whom_the_book_names(game: assets.Game) -> None:
    chart = game.charts["obstacles"]
    assert {kind for kind in TYPES[:-1] if chart.cell("wire", kind)} == {"infantry", "vehicle"}
    assert {kind for kind in TYPES[:-1] if not chart.cell("teeth", kind)} == {"infantry"}


def test_structures_have_the_prices_of_the_book(game: assets.Game) -> None:
    prices = {marker.id: marker.values["price"] for marker in game.markers.values() if "price" in marker.values}
    assert prices == {"trench": 5, "wire": 6, "teeth": 7, "bunker": 20}
    bunker = game.markers["bunker"]
    assert bunker.values == {"price": 20, "defence_bonus": 2, "hits": 2, "capacity": 2}
    assert {marker.id for marker in game.markers.values() if marker.on == "hexside"} == {"trench", "wire", "teeth"}
    assert game.charts["structures"].cell("trench", "defence_bonus") == 1


def test_every_card_has_its_cost_in_the_chart_of_its_side(game: assets.Game) -> None:
    for side in game.sides:
        chart = game.charts[f"costs-{side}"]
        assert {row: chart.cell(row, "cost") for row in chart.rows} == {
            card.id: card.number("cost") for card in cards(game, side=side)
        }


def test_anti_personnel_mines_do_not_harm_tanks(game: assets.Game) -> None:
    chart = game.charts["mines"]
    assert {chart.cell(kind, "anti-personnel") for kind in TANKS} == {0}
    assert all(chart.get(row, kind) is not None for row in TYPES[:-1] for kind in ("anti-tank", "anti-personnel"))
    assert chart.get("accuracy", "anti-tank") is not None


def test_a_smaller_radius_is_searched_better_and_no_printed_radius_is_missing(game: assets.Game) -> None:
    chart = game.charts["search"]
    faces = [chart.cell(row, "face") for row in sorted(chart.rows)]
    assert faces == sorted(faces, reverse=True)
    radii = {card.orders[order]["radius"] for card in game.cards.values() for order in card.orders if order == "recon"}
    assert {str(radius) for radius in radii} <= set(chart.rows)


def test_the_twelve_steps_stand_in_the_chart_and_in_the_records(game: assets.Game) -> None:
    steps = [f"S{number}" for number in range(1, 13)]
    assert list(game.charts["sequence"].rows) == steps
    assert set(steps) <= set(game.chronicle.phases)


# -------------------------------------------------------------------------------------------------------------- markers
def test_every_status_box_of_the_book_is_a_state(game: assets.Game) -> None:
    states = {marker.id for marker in game.markers.values() if marker.state}
    assert states >= {"suppressed", "ambush", "transported", "towed", "dug-in", "bound", "air-combat", "bravery-flag"}
    pieces = {marker.id for marker in game.markers.values() if marker.count}
    assert pieces >= {
        *("trench", "wire", "teeth", "bunker", "bridge", "pontoon", "minefield", "path", "smoke", "cargo", "hill"),
        *("group-german", "group-soviet", "round", "step"),
    }
    assert game.markers["bridge"].back == "destroyed-bridge"


# ----------------------------------------------------------------------------------------------------- rulings, sources
def test_every_unclear_entry_of_the_ledger_is_a_question(
    game: assets.Game, ledger: dict[str, dict[str, object]]
) -> None:
    asked = {rule for ruling in game.rulings.values() for rule in ruling.rules}
    assert {name for name, entry in ledger.items() if "unclear" in entry} <= asked
    assert asked <= set(ledger)


def test_no_question_is_settled_and_each_has_readings_that_differ(game: assets.Game) -> None:
    for ruling in game.rulings.values():
        assert ruling.default is None
        assert len(ruling.readings) >= 2
        assert len({reading.means.en for reading in ruling.readings.values()}) == len(ruling.readings)
    assert len({ruling.switch for ruling in game.rulings.values()}) == len(game.rulings)


def test_every_rule_that_the_data_names_is_in_the_ledger(
    game: assets.Game, ledger: dict[str, dict[str, object]]
) -> None:
    known = set(ledger) | set(game.rulings)
    named = {rule for source in game.sources.values() for rule in source.ref}
    named |= {rule for order in game.orders.values() for rule in (order.rule, *order.rules)}
    named |= {ability.rule for ability in game.info.abilities.values()}
    assert sorted(named - known) == []


def test_what_is_left_to_a_human_says_why(ledger: dict[str, dict[str, object]]) -> None:
    assert {name for name, entry in ledger.items() if entry["evidence"] == "human"} <= {
        name for name, entry in ledger.items() if entry.get("human")
    }
    assert not [name for name, entry in ledger.items() if "(human:" in str(entry["rule"])]


def test_the_origin_of_every_value_is_known_and_printed_ones_are_few(game: assets.Game) -> None:
    found = counts(rows(game))
    assert found["cards"]["rulebook"] > 0
    assert found["cards"]["invented"] > found["cards"]["rulebook"]
    assert all(source.why for source in game.sources.values() if source.origin != "rulebook")
