"""Eight scenarios: balanced forces that stand where the ground lets them, and everything that the rules speak of."""

import datetime
import re
from collections import Counter

import pytest

from assets.loading import load

NAMES = ["bridge", "crossroads", "line", "pocket", "river", "road", "snow", "steel"]
AFOOT = {"infantry", "artillery"}
ARMOURED = {"armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"}
SECRET = {"anti-tank", "anti-personnel", "dummy"}


@pytest.fixture(scope="module")
def game():
    return load("barbarossa")


@pytest.fixture(scope="module", params=NAMES)
def scenario(request, game):
    return game.scenarios[request.param]


def card(game, unit):
    return game.card_of(game.units[unit])


def units_of(game, scenario, side):
    return [name for name in scenario.starts if game.units[name].side == side]


def chosen(game, scenario, side):
    """The units that take part only if the side pays for them."""
    return [name for name in units_of(game, scenario, side) if scenario.starts[name].choice]


def arriving(scenario):
    return {name for change in scenario.changes.values() for name in change.units}


def strength(game, scenario, side):
    """The strength points of a side: units, structures, and what it may spend."""
    given = (name for name in units_of(game, scenario, side) if not scenario.starts[name].choice)
    units = sum(card(game, name).number("cost") for name in given)
    works = [one for one in scenario.structures.values() if one.side == side]
    return units + sum(game.markers[one.marker].values.get("price", 0) for one in works) + scenario.points.get(side, 0)


def ground(game, scenario, unit):
    """Where a unit stands at the start, bought or not, if that is a hex: the terrain, and whether a road is there."""
    country = game.maps[scenario.map]
    place = scenario.starts[unit].place
    if place not in country.grid:
        return None
    return country.terrain[place], any(place in pair for pair in country.roads)


# ---------------------------------------------------------------------------------------------------- all together


def test_there_are_eight_and_each_country_serves_two(game):
    assert sorted(game.scenarios) == NAMES
    assert {one.map for one in game.scenarios.values()} == set(game.maps)
    countries = [game.maps[one.map].like or one.map for one in game.scenarios.values()]
    assert Counter(countries) == dict.fromkeys(set(countries), 2)


def test_what_is_fought_in_december_is_fought_in_snow(game):
    december = {one.id for one in game.scenarios.values() if datetime.date.fromisoformat(one.date).month == 12}
    assert december == {one.id for one in game.scenarios.values() if game.maps[one.map].season == "winter"} == {"snow"}


def test_they_are_of_the_year_1941_in_the_order_of_their_dates(game):
    dates = [datetime.date.fromisoformat(one.date) for one in game.scenarios.values()]
    assert all(datetime.date(1941, 6, 22) <= date <= datetime.date(1941, 12, 31) for date in dates)
    assert dates[0] == min(dates)
    assert dates[-1] == max(dates)


def test_every_unit_of_the_game_takes_part_somewhere(game):
    used = {name for scenario in game.scenarios.values() for name in scenario.starts}
    assert used == set(game.units)


def test_every_order_and_every_ability_is_at_hand_somewhere(game):
    cards = [card(game, name) for scenario in game.scenarios.values() for name in scenario.starts]
    assert {order for one in cards for order in one.orders} == set(game.orders)
    assert {ability for one in cards for ability in one.abilities} == set(game.info.abilities)
    assert {one.type for one in cards} == set(game.info.types)


def test_everything_that_is_built_before_a_battle_stands_in_one_of_them(game):
    built = {one.marker for scenario in game.scenarios.values() for one in scenario.structures.values()}
    assert built == {"bunker", "trench", "wire", "teeth", "minefield", "destroyed-bridge"}
    kinds = {one.kind for scenario in game.scenarios.values() for one in scenario.structures.values()}
    assert kinds == SECRET | {""}


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("steel", {"fire_on_move", "tow", "air_strike", "intercept", "assault", "dismount"}),
        ("bridge", {"place_charges", "recon", "air_landing", "scout", "mount", "dismount"}),
        ("river", {"build_pontoon", "lay_mines", "clear_mines", "remove_wire", "air_strike", "escort", "air_patrol"}),
        ("road", {"ambush", "clear_path", "remove_obstacle", "lay_mines", "receive_supply", "load_supply"}),
        ("pocket", {"drop_supply", "air_landing", "escort", "intercept", "recon", "dig_in", "merge"}),
        ("line", {"bombard_location", "indirect_fire", "smoke", "place_charges", "remove_wire", "set_up", "pack_up"}),
        ("snow", {"bombard_location", "smoke", "change_fof", "suppressive_fire", "load_supply"}),
    ],
)
def test_a_scenario_offers_the_orders_that_it_is_about(game, name, orders):
    printed = {order for unit in game.scenarios[name].starts for order in card(game, unit).orders}
    assert orders <= printed


# ----------------------------------------------------------------------------------------------------- each of them


def test_the_sides_are_equal_to_a_twentieth(game, scenario):
    german, soviet = (strength(game, scenario, side) for side in ("german", "soviet"))
    assert abs(german - soviet) * 20 <= max(german, soviet)


def test_the_sums_are_those_that_the_file_tells(game):
    text = (game.folder / "scenarios.yaml").read_text(encoding="utf-8")
    told = re.findall(r"# Strength points: ([0-9]+) German, ([0-9]+) Soviet\.\n  ([a-z]+):", text)
    found = {one.id: (strength(game, one, "german"), strength(game, one, "soviet")) for one in game.scenarios.values()}
    assert {name: (int(german), int(soviet)) for german, soviet, name in told} == found


def test_in_one_of_them_each_side_chooses_units_and_cannot_have_all_of_them(game):
    choosing = [one for one in game.scenarios.values() if any(start.choice for start in one.starts.values())]
    assert [one.id for one in choosing] == ["line"]
    for side, points in choosing[0].points.items():
        costs = {name: card(game, name).number("cost") for name in chosen(game, choosing[0], side)}
        assert len(costs) == 3
        assert sum(sorted(costs.values())[:2]) <= points < sum(costs.values())
        assert points >= game.markers["bunker"].values["price"]


def test_bombers_meet_flak_or_fighters_wherever_they_fly(game, scenario):
    for side, other in (("german", "soviet"), ("soviet", "german")):
        bombs = [name for name in units_of(game, scenario, side) if "air_strike" in card(game, name).orders]
        roles = {role for name in units_of(game, scenario, other) for role in card(game, name).roles}
        assert not bombs or roles & {"flak", "fighter"}, bombs


def test_the_first_one_is_small_enough_to_learn_with(game):
    first = next(iter(game.scenarios.values()))
    assert first.id == "crossroads"
    assert first.turns <= 6
    assert len(first.starts) <= 12
    assert not first.structures
    assert not any(card(game, name).type == "aircraft" for name in first.starts)


def test_each_side_has_one_headquarters_hidden_on_the_board(game, scenario):
    for side in ("german", "soviet"):
        staffs = [name for name in units_of(game, scenario, side) if "hq" in card(game, name).roles]
        assert len(staffs) == 1
        assert scenario.starts[staffs[0]].states == ("hidden",)
        assert ground(game, scenario, staffs[0])


def test_everybody_stands_is_carried_or_comes_later(game, scenario):
    for name, start in scenario.starts.items():
        assert start.place is None or (start.carrier is None and name not in arriving(scenario)), name
        assert start.place or start.carrier or name in arriving(scenario), name
        assert start.carrier is None or (start.carrier in arriving(scenario)) == (name in arriving(scenario)), name
    assert arriving(scenario) <= set(scenario.starts)


def test_aircraft_begin_at_the_airfield_of_their_side_and_nobody_else_does(game, scenario):
    for name, start in scenario.starts.items():
        flies = card(game, name).type == "aircraft"
        assert (start.place == f"airfield-{game.units[name].side}") == flies, name


def test_the_ground_bears_who_stands_on_it(game, scenario):
    for name in scenario.starts:
        where = ground(game, scenario, name)
        if where is None:
            continue
        terrain, road = where
        kind, able = card(game, name).type, card(game, name).abilities
        assert terrain not in {"river", "ford"}, name
        assert terrain != "swamp" or road or "crosses_swamp" in able, name
        assert terrain != "forest" or road or kind == "infantry", name
        assert terrain != "light_woods" or road or kind not in {"vehicle", "armoured_vehicle"}, name


def test_enemies_do_not_begin_in_or_beside_the_same_hex(game, scenario):
    country = game.maps[scenario.map]
    spots = {side: set() for side in ("german", "soviet")}
    for name in scenario.starts:
        if ground(game, scenario, name):
            spots[game.units[name].side].add(scenario.starts[name].place)
    for one in spots["german"]:
        assert one not in spots["soviet"]
        assert not any(country.grid.adjacent(one, other) for other in spots["soviet"])


def test_who_has_a_field_of_fire_faces_somewhere_and_who_is_set_up_says_so(game, scenario):
    for name, start in scenario.starts.items():
        one = card(game, name)
        standing = ground(game, scenario, name) is not None
        assert bool(start.facing) == (standing and "field_of_fire" in one.abilities), name
        assert ("set-up" in start.states) == (standing and "set_up" in one.orders), name


def test_facings_are_sides_of_a_hex_that_stands_on_a_side(scenario):
    facings = {one.facing for one in (*scenario.starts.values(), *scenario.structures.values())}
    assert facings <= {"", "N", "NE", "SE", "S", "SW", "NW"}


def test_carriers_have_room_for_whom_they_carry(game, scenario):
    riders: dict[str, list[str]] = {}
    for name, start in scenario.starts.items():
        if start.carrier:
            riders.setdefault(start.carrier, []).append(name)
    for carrier, aboard in riders.items():
        values = card(game, carrier).values
        towed = [name for name in aboard if "towed" in scenario.starts[name].states]
        lifted = [name for name in aboard if "transported" in scenario.starts[name].states]
        assert {*towed, *lifted} == set(aboard)
        assert len(towed) <= values.get("tow", 0), carrier
        assert all("must_be_towed" in card(game, name).abilities for name in towed), carrier
        assert not any("must_be_towed" in card(game, name).abilities for name in lifted), carrier
        if card(game, carrier).type == "aircraft":
            assert all("parachutes" in card(game, name).abilities for name in lifted), carrier
            assert all(card(game, name).number("size") <= card(game, carrier).number("size") for name in lifted)
        else:
            room = values["lift"] * card(game, carrier).number("size")
            assert sum(card(game, name).number("size") for name in lifted) <= room, carrier
        assert all(game.units[name].side == game.units[carrier].side for name in aboard)


def test_reinforcements_come_in_at_the_edge_and_tow_what_must_be_towed(game, scenario):
    country = game.maps[scenario.map]
    for change in scenario.changes.values():
        assert 1 < change.turn < scenario.turns
        assert scenario.zones[change.zone].hexes
        assert all(at_the_edge(country, name) for name in scenario.zones[change.zone].hexes)
        for name in change.units:
            tractor = scenario.starts[name].carrier
            assert "must_be_towed" not in card(game, name).abilities or tractor in change.units, name


def at_the_edge(country, name):
    column, row = country.grid.position(name)
    return column in {0, country.grid.columns - 1} or row in {0, country.grid.rows - 1}


def test_transports_load_in_whole_hexes_at_the_edge(game, scenario):
    country = game.maps[scenario.map]
    assert set(scenario.supply) == {"german", "soviet"}
    for names in scenario.supply.values():
        assert names
        assert all(name in country.grid and at_the_edge(country, name) for name in names)


def test_structures_stand_where_the_rules_let_them(game, scenario):
    country = game.maps[scenario.map]
    places = []
    for one in scenario.structures.values():
        hexside = game.markers[one.marker].on == "hexside"
        assert hexside == ("/" in one.place)
        place = one.place.partition("/")[0]
        if one.marker == "destroyed-bridge":
            assert place in country.bridges
            continue
        assert country.terrain[place] not in {"river", "ford"}
        assert one.side in {"german", "soviet"}
        assert (one.kind in SECRET) == (one.marker == "minefield")
        if hexside:
            assert facing_of(country, one.place) == one.facing
        places += [place] if one.marker == "bunker" else []
    assert max(Counter(places).values(), default=1) == 1


def test_who_begins_dug_in_has_a_trench_of_his_hex(scenario):
    trenches = {one.place.partition("/")[0] for one in scenario.structures.values() if one.marker == "trench"}
    dug_in = {name for name, start in scenario.starts.items() if "dug-in" in start.states}
    assert {scenario.placement[name] for name in dug_in} <= trenches
    assert bool(dug_in) == (scenario.id == "snow")


def test_guns_come_in_tow_in_one_of_them(game):
    tows = [
        name
        for scenario in game.scenarios.values()
        for name in arriving(scenario)
        if "must_be_towed" in card(game, name).abilities
    ]
    assert tows == ["de.ig1"]


def facing_of(country, side):
    """The direction in which the second of two neighbours lies."""
    one, other = (country.grid.doubled(*country.grid.position(name)) for name in side.split("/"))
    steps = {(0, -2): "N", (1, -1): "NE", (1, 1): "SE", (0, 2): "S", (-1, 1): "SW", (-1, -1): "NW"}
    return steps[other[0] - one[0], other[1] - one[1]]


def test_nobody_has_won_before_the_battle_and_both_can(game, scenario):
    victory = scenario.victory
    held = dict.fromkeys(("german", "soviet"), 0)
    for one in victory.objectives.values():
        if one.place in victory.held_by:
            held[victory.held_by[one.place]] += one.value
    scorer, other = victory.scorer, victory.otherwise
    assert {scorer, other} == {"german", "soviet"}
    assert victory.margin >= 1
    assert held[scorer] - held[other] < victory.margin
    assert sum(one.value for one in victory.objectives.values()) >= victory.margin
    assert set(victory.held_by) <= {one.place for one in victory.objectives.values()}


def test_objectives_are_villages_heights_and_roads_that_somebody_can_reach(game, scenario):
    country = game.maps[scenario.map]
    for one in scenario.victory.objectives.values():
        assert country.terrain[one.place] != "river"


def test_texts_are_there_in_both_languages_and_differ(scenario):
    for text in (scenario.title, scenario.subtitle, scenario.intro, scenario.victory.summary):
        assert text.en != text.de
    assert len(scenario.turn_labels) == scenario.turns
    assert scenario.turns <= 12


# ------------------------------------------------------------------------------------- time enough to reach the goals


def steps_to(game, country, start, goal, unit):
    """How many hexes a unit walks from one to the other, through what its card lets it enter; None for no way."""
    found, edge = {start: 0}, [start]
    while edge and goal not in found:
        here, *edge = edge
        for other in country.names:
            if other not in found and passes(country, here, other, card(game, unit)):
                found[other] = found[here] + 1
                edge.append(other)
    return found.get(goal)


def passes(country, here, other, one):
    if not country.grid.adjacent(here, other):
        return False
    slope = abs(country.level[here] - country.level[other])
    along = frozenset((here, other)) in country.roads and country.terrain[other] != "river"
    steepest = 2 if one.type == "infantry" else 1
    return slope <= steepest and (along or enters(country.terrain[other], one.type, one.abilities))


def enters(terrain, kind, able):
    if terrain == "swamp":
        return "crosses_swamp" in able
    if terrain == "river":
        return "crosses_rivers" in able
    if terrain == "forest":
        return kind == "infantry"
    return terrain != "light_woods" or kind not in {"vehicle", "armoured_vehicle"}


def test_the_attacker_can_reach_every_objective_in_time_and_with_more_than_one_unit(game, scenario):
    country = game.maps[scenario.map]
    for one in scenario.victory.objectives.values():
        if scenario.victory.held_by.get(one.place) == scenario.victory.scorer:
            continue
        able = 0
        for unit in units_of(game, scenario, scenario.victory.scorer):
            walk = card(game, unit).orders.get("cautious_move", {}).get("movement", 0)
            carrier = scenario.starts[unit].carrier
            start = scenario.placement.get(unit) or (scenario.placement.get(carrier) if carrier else None)
            if start in country.grid and walk and "hq" not in card(game, unit).roles:
                steps = steps_to(game, country, start, one.place, unit)
                able += steps is not None and steps <= walk * (scenario.turns - 1)
        assert able > 1, (one.place, able)
