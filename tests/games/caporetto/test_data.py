"""The data of the two battles: who stands where, how many steps a unit has, what a record may say."""

from collections import Counter

import pytest

import assets
from assets import Game
from assets.provenance import rows
from assets.seats import holders
from assets.secrets import of_piece
from builder.build import lock_of
from builder.module import making_of, root
from builder.module.unspoken import unspoken
from builder.module.vocabulary import vocabulary
from builder.traits.states import turned
from rules.loading import hexes_of

SCENARIOS = ("monte-maggiore", "cividale", "legend", "miracle")
SHORT = SCENARIOS[:2]
"""The two battles of the last day."""


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("caporetto")


@pytest.mark.parametrize("name", SCENARIOS)
def test_all_units_are_set_up_once_and_have_a_place(game: Game, name: str) -> None:
    scenario = game.scenarios[name]
    there = list(game.in_scenario(name))
    found, late = (
        Counter(
            unit.id for each in some for unit in there if unit.formation in each.formations or unit.id in each.units
        )
        for some in (scenario.setup.values(), scenario.changes.values())
    )
    assert dict(found + late) == dict.fromkeys((unit.id for unit in there), 1)
    assert set(scenario.placement) == set(found)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_keeps_to_the_stacking_limits(game: Game, name: str) -> None:
    scenario, country = game.scenarios[name], game.maps["isonzo"]
    weights, sides = Counter[str](), dict[str, set[str]]()
    for unit, place in scenario.placement.items():
        if place not in country.grid:
            assert game.type_of(game.units[unit]).hq or unit == "ahg.rommel.1", unit
            continue
        sides.setdefault(place, set()).add(game.units[unit].side)
        kind = game.type_of(game.units[unit])
        battalion = kind.unit_class == "infantry" and kind.id not in (
            "machine-guns", "engineers", "bridge-engineers", "flamethrowers"
        )  # fmt: skip
        weights[place] += (1 if kind.facts["free"] else 4) if battalion else 0
    assert all(len(found) == 1 for found in sides.values())
    for place, weight in weights.items():
        assert weight <= (4 if country.terrain[place] == "high" else 8) + 1, place


@pytest.mark.parametrize(("name", "inside"), [("monte-maggiore", lambda column: column >= 33), ("cividale", None)])
def test_everybody_stands_inside_the_area_of_the_scenario(game: Game, name: str, inside) -> None:
    country = game.maps["isonzo"]
    columns = [int(place[:2]) for place in game.scenarios[name].placement.values() if place in country.grid]
    assert all(inside(column) if inside else 18 <= column <= 33 for column in columns)


@pytest.mark.parametrize(("name", "points", "count"), [("monte-maggiore", 7, 7), ("cividale", 9, 8)])
def test_the_objectives_are_those_of_the_book(game: Game, name: str, points: int, count: int) -> None:
    victory = game.scenarios[name].victory
    assert (sum(one.value for one in victory.objectives.values()), len(victory.objectives)) == (points, count)
    assert set(victory.held_by.values()) == {"it"}


def test_both_battles_are_the_last_two_turns_of_the_campaign(game: Game) -> None:
    for scenario in (game.scenarios[name] for name in SHORT):
        assert (scenario.first_turn, scenario.turns, scenario.first) == (7, 2, "ahg")
        assert scenario.markers_at["lp"] == ("lp/5",)


def test_the_campaign_has_eight_turns_and_fifty_logistic_points(game: Game) -> None:
    campaign = game.scenarios["legend"]
    assert (campaign.first_turn, campaign.turns, campaign.first, campaign.points) == (1, 8, "ahg", {"it": 50})
    assert (campaign.markers_at["lp-tens"], campaign.markers_at["lp"]) == (("lp-tens/5",), ("lp/0",))
    band = campaign.victory.bands[-1]
    assert (campaign.victory.below, band.low, band.high, band.inside) == ("it", 91, 120, "draw")


def test_the_whole_battle_is_parted_into_four_wings_in_two_sectors(game: Game) -> None:
    whole, sector = game.scenarios["miracle"], {*game.maps["isonzo"].masks["left-sector"].hexes}
    assert {wing.id: (wing.side, wing.points, bool(wing.inside)) for wing in whole.wings.values()} == {
        "ahg-left": ("ahg", 0, True),
        "ahg-right": ("ahg", 0, False),
        "it-left": ("it", 20, False),
        "it-right": ("it", 20, True),
    }
    wings = {unit.id: game.wings[unit.id] for unit in game.in_scenario("miracle")}
    assert all(len(found) == 1 for found in wings.values())
    shared = {*game.maps["isonzo"].masks["shared"].hexes}
    for unit, place in whole.placement.items():
        if place in game.maps["isonzo"].grid and place not in shared and not unit.startswith("it.vicenza"):
            (wing,) = wings[unit]
            assert (place in sector) == bool(whole.wings[wing].inside), unit


def test_two_players_hold_a_wing_of_each_side_and_four_hold_one(game: Game) -> None:
    berrer, cavaciocchi = game.units["ahg.leib.1"], game.units["it.friuli.1"]
    assert (holders(game, berrer), holders(game, cavaciocchi)) == (("Left", "LeftAHG"), ("Left", "LeftItalian"))
    assert holders(game, game.units["ahg.ir7.hq"]) == ("Right", "RightAHG")
    assert holders(game, game.units["it.livorno.1"]) == ()


def test_hexes_of_the_campaign_are_worth_what_the_map_says(game: Game) -> None:
    flags = [flag for flag in game.maps["isonzo"].flags.values() if flag.kind == "objective"]
    printed = {place: flag.value for flag in flags for place in flag.at}
    assert {each.place: each.value for each in game.scenarios["legend"].victory.objectives.values()} == printed
    assert sum(printed.values()) == 131


def test_every_group_of_guns_stands_alone_among_guns(game: Game) -> None:
    placement = game.scenarios["legend"].placement
    groups = {unit.id for unit in game.units.values() if game.type_of(unit).facts.get("group")}
    guns = Counter(place for unit, place in placement.items() if game.type_of(game.units[unit]).facts["guns"])
    assert len(groups) == 16
    assert {guns[placement[name]] for name in groups} == {1}


def test_the_dot_is_on_whoever_takes_part_in_one_scenario_only(game: Game) -> None:
    dotted = {unit.id for unit in game.units.values() if unit.badge == "dot"}
    assert all(game.units[name].scenarios == ("legend",) for name in dotted)
    assert Counter(game.units[name].type for name in dotted) == {
        "infantry": 12, "heavy-artillery": 2, "medium-artillery": 4, "cavalry": 4
    }  # fmt: skip


def test_nobody_begins_beyond_the_front_line(game: Game) -> None:
    country = game.maps["isonzo"]
    front = {pair for pair, lines in country.borders_at.items() if any(line.kind == "front" for line in lines)}
    grid, beyond, todo = hexes_of(country), {"1433"}, ["1433"]
    while todo:
        place = todo.pop()
        fresh = [near for near in grid.neighbours(place) if frozenset({place, near}) not in front]
        todo += [near for near in fresh if near not in beyond]
        beyond |= set(fresh)
    for unit, place in game.scenarios["legend"].placement.items():
        if place in country.grid:
            assert (place in beyond) == (game.units[unit].side == "ahg"), unit


def test_a_german_battalion_has_as_many_steps_as_strength(game: Game) -> None:
    for unit in game.units.values():
        if unit.type in ("german-infantry", "german-stormtroops", "jaeger", "german-mountain"):
            assert len(unit.faces) == unit.front["combat"] == game.type_of(unit).steps
            assert [face["combat"] for face in unit.faces] == list(range(unit.number("combat"), 0, -1))


def test_whoever_infiltrates_bears_the_triangle(game: Game) -> None:
    for unit in game.units.values():
        assert (unit.badge == "triangle") == bool(game.type_of(unit).facts["infiltrates"]), unit.id


def test_the_formation_display_and_the_purse_can_be_sealed(game: Game) -> None:
    hqs = [unit for unit in game.units.values() if game.type_of(unit).hq]
    assert {found.id for unit in hqs if (found := of_piece(game, unit))} == {"slot"}
    assert all(of_piece(game, unit) for unit in hqs)
    assert [mark.id for mark in game.markers.values() if of_piece(game, mark)] == ["lp", "lp-right"]
    making = making_of(game, lock=lock_of(game))
    assert list(unspoken(making, root(making))) == []
    sealed = {(each.what, each.by) for each in vocabulary(making) if each.verb == "seal"}
    assert {("fifteen", "hq"), ("", "marker")} <= sealed


def test_guns_fire_on_one_side_and_move_on_the_other_and_who_builds_stays(game: Game) -> None:
    shown = {unit.id: turned(game, unit) for unit in game.units.values() if game.type_of(unit).back == "state"}
    states = {name: state.id for name, state in shown.items() if state is not None}
    assert states.keys() == shown.keys()
    guns = [game.units[name] for name, state in states.items() if state == "Limbered"]
    moving = {kind.id for kind in game.info.types.values() if kind.facts["guns"] and not kind.facts.get("group")}
    assert {unit.type for unit in guns} == moving
    for unit in guns:
        assert (unit.number("movement"), unit.number("fire", reduced=True)) == (0, 0), unit.id
        assert unit.number("fire") > 0 < unit.number("movement", reduced=True), unit.id
    builders = [game.units[name] for name, state in states.items() if state == "Building"]
    assert builders
    assert all(unit.number("movement") > 0 == unit.number("movement", reduced=True) for unit in builders)


def test_every_formation_has_its_headquarters(game: Game) -> None:
    for formation in game.formations.values():
        if not formation.independent:
            hq = game.units[formation.hq or ""]
            assert {"initiative", "command"} == set(hq.front)
            assert game.units_of(formation.id)


def test_the_fire_and_assault_tables_are_whole(game: Game) -> None:
    for name, columns in (("assault", 13), ("fire", 10)):
        chart = game.charts[name]
        assert len(chart.columns) == columns
        assert {row: len(found.cells) for row, found in chart.rows.items()} == {
            str(die): columns for die in range(1, 7)
        }


def test_every_die_has_a_purpose_with_its_rule(game: Game) -> None:
    purposes = game.chronicle.purposes
    assert {each.dice for each in purposes.values()} == {"1d6"}
    said = {name for verb in game.chronicle.verbs.values() if verb.part != "roll" for name in verb.purposes}
    said |= {deed.roll for verb in game.chronicle.verbs.values() for deed in verb.deeds if deed.roll}
    assert said == set(purposes)


def test_every_value_says_where_it_comes_from(game: Game) -> None:
    found = list(rows(game))
    assert {row.origin for row in found} == {"rulebook", "derived", "invented"}
    assert [row.path for row in found if row.origin != "invented" and not row.ref] == []
