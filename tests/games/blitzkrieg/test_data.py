"""What the rulebook says of the pieces, charts and scenarios holds in the data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import assets
from assets.chronicle import PIECES
from assets.maps import Map
from assets.provenance import counts, rows
from assets.schema import Text, Zone
from rules.blitzkrieg import actions

LEDGER = Path(__file__).parents[3] / "rules" / "blitzkrieg" / "ledger.yaml"
KINDS = ("infantry", "mg", "armoured-car", "at-gun", "motorcycle", "assault-gun", "tank", "apc", "hq")


@pytest.fixture(scope="module")
def game() -> assets.Game:
    return assets.load("blitzkrieg")


def shorts(game: assets.Game, scenario: str, side: str) -> set[str]:
    return {one.short for one in game.formations.values() if scenario in one.scenarios and one.side == side}


# --------------------------------------------------------------------------------------------------------- pieces
def test_every_formation_of_the_scenarios_is_there(game: assets.Game) -> None:
    assert shorts(game, "hannut", "french") == {"1 Cuir", "2 Cuir", "12 Cuir", "I/11 RDP", "II/11 RDP", "III/11 RDP"}
    assert shorts(game, "hannut", "german") == {
        *("I/5 PzR", "II/5 PzR", "I/12 SchR", "II/12 SchR", "KG"),
        *("I/35 PzR", "II/35 PzR", "I/33 SchR"),
    }
    assert shorts(game, "stonne", "french") == {
        *("I/205 RI", "II/205 RI", "III/205 RI", "4 BCC", "6 GRDI", "45 BCC", "49 BCC", "I/67 RI", "II/67 RI"),
    }
    assert shorts(game, "stonne", "german") == {
        *("I/GD", "II/GD", "III/GD", "StuPi 43", "StuG 640", "14 PzJäg/GD", "II/PzR", "I/69 SchR"),
    }


def test_the_independent_units_are_there_and_may_go_where_the_scenario_says(game: assets.Game) -> None:
    found = {unit.id: unit for unit in game.units.values() if unit.independent and unit.formation is None}
    assert set(found) == {"fr.11rdp.at", "fr.205ri.at", "fr.67ri.at", "de.pj8"}
    assert found["fr.11rdp.at"].attach == ("fr.i-11rdp", "fr.ii-11rdp", "fr.iii-11rdp")
    assert found["fr.205ri.at"].attach == ("fr.i-205ri", "fr.ii-205ri", "fr.iii-205ri")
    assert {unit.type for unit in found.values()} == {"at-gun"}


def test_the_legend_has_its_nine_types_and_each_class_its_movement(game: assets.Game) -> None:
    assert tuple(game.info.types) == KINDS
    movement = {kind.unit_class: kind.movement for kind in game.info.types.values() if not kind.hq}
    assert movement == {"infantry": "foot", "motorised": "wheels", "tracked": "tracks"}
    assert {unit.type for unit in game.units.values()} == set(KINDS)


def test_a_formation_has_one_hq_with_the_radius_of_its_side_unless_it_is_independent(game: assets.Game) -> None:
    for one in game.formations.values():
        assert (one.hq is None) == one.independent
        if one.hq:
            assert game.units[one.hq].number("command") == {"french": 2, "german": 3}[one.side]
            assert game.units[one.hq].number("command") == game.sides[one.side].values["radius"]
        assert game.units_of(one.id)


def test_every_combat_unit_has_two_steps_and_a_weaker_back(game: assets.Game) -> None:
    for unit in game.units.values():
        if not game.type_of(unit).hq:
            assert unit.steps == 2
            assert unit.number("attack", reduced=True) < unit.number("attack")


def test_the_tank_of_the_counter_figure_exists(game: assets.Game) -> None:
    figure = {"attack": 4, "range": 3, "defence": 6, "movement": 2}
    assert any(unit.type == "tank" and unit.front == figure for unit in game.units.values())


def test_french_tanks_at_hannut_have_the_armour_of_the_stuka_example(game: assets.Game) -> None:
    tanks = [unit for unit in game.in_scenario("hannut") if unit.side == "french" and unit.type == "tank"]
    assert {5, 3} <= {unit.number("defence") for unit in tanks}


def test_infantry_has_no_armour_and_some_units_have_range_0(game: assets.Game) -> None:
    infantry = [unit for unit in game.units.values() if game.type_of(unit).unit_class == "infantry"]
    assert {unit.number("defence") for unit in infantry} == {0}
    assert {unit.type for unit in game.units.values() if unit.front.get("range") == 0} == {"motorcycle"}


def test_the_second_cuirassiers_can_lose_four_steps_and_live(game: assets.Game) -> None:
    assert sum(unit.steps for unit in game.units_of("fr.2cuir")) > 4


def test_the_two_carriers_and_the_company_with_the_half_track_are_there(game: assets.Game) -> None:
    assert [unit.id for unit in game.units.values() if unit.type == "apc"] == ["de.i-12sch.apc", "de.i-33sch.apc"]
    assert [unit.formation for unit in game.units.values() if unit.badge == "half-track"] == ["de.i-12sch"]


def test_the_fourth_panzer_division_has_light_tanks_i_and_is_known_by_its_group(game: assets.Game) -> None:
    group = [one for one in game.formations.values() if one.group and one.group.en == "4 Pz"]
    assert {one.short for one in group} == {"I/35 PzR", "II/35 PzR", "I/33 SchR"}
    assert any(unit.silhouette == "pz1" for one in group for unit in game.units_of(one.id))


# -------------------------------------------------------------------------------------------------------- colours
def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_sides_differ_in_value_and_their_figures_are_legible(game: assets.Game) -> None:
    french, german = game.sides["french"], game.sides["german"]
    assert contrast(french.ground, german.ground) > 3
    assert min(contrast(side.ground, side.ink) for side in game.sides.values()) >= 7


def test_known_colours_hold_and_no_two_formations_of_a_side_share_one(game: assets.Game) -> None:
    assert luminance(game.formations["de.i-33sch"].colour) < 0.01
    green = game.formations["de.i-12sch"].colour
    assert int(green[3:5], 16) > max(int(green[1:3], 16), int(green[5:7], 16))
    assert luminance(green) < 0.07
    for scenario in game.scenarios:
        colours = [(one.side, one.colour) for one in game.formations.values() if scenario in one.scenarios]
        assert len(colours) == len(set(colours))


def test_the_names_on_the_bands_are_legible(game: assets.Game) -> None:
    assert {one.short for one in game.formations.values() if contrast(one.colour, one.ink) < 4.5} == set()


def test_marker_grounds_are_no_ground_of_a_unit(game: assets.Game) -> None:
    grounds = {side.ground for side in game.sides.values()}
    assert not grounds & {marker.ground for marker in game.markers.values()}


# -------------------------------------------------------------------------------------------------------- markers
def test_markers_are_there_in_number(game: assets.Game) -> None:
    wanted = {"opp-used": 30, "neutralised": 30, "out-of-command": 30, "exhaustion": 10, "demoralised": 10}
    assert {name: game.markers[name].count for name in wanted} == wanted
    assert (game.markers["works"].counts, game.markers["minefield"].counts) == (
        {"hannut": 5, "stonne": 5},
        {"stonne": 4},
    )
    assert [game.markers[name].count for name in ("turn", "vp", "vp10")] == [1, 1, 1]
    assert game.markers["column"].count == 0
    assert game.markers["held-german"].count >= len(game.scenarios["hannut"].victory.objectives)


def pool(game: assets.Game, scenario: str, side: str) -> Counter[str]:
    chits = game.scenarios[scenario].cup.items()
    return Counter(
        {kind: sum(count for name, count in chits if game.chits[name].kind == kind and game.chits[name].side == side)
         for kind in ("formation", "artillery", "stuka", "repeat", "general")}
    )  # fmt: skip


def test_the_cup_holds_what_the_scenario_lists(game: assets.Game) -> None:
    kinds = ("formation", "artillery", "stuka", "repeat", "general")
    found = {
        (scenario, side): tuple(pool(game, scenario, side)[kind] for kind in kinds)
        for scenario in game.scenarios
        for side in game.sides
    }
    assert found == {
        ("hannut", "french"): (6, 2, 0, 1, 1),
        ("hannut", "german"): (8, 3, 2, 2, 2),
        ("stonne", "french"): (4, 1, 0, 1, 1),
        ("stonne", "german"): (7, 1, 0, 2, 2),
    }


def test_no_more_chits_are_used_than_there_are(game: assets.Game) -> None:
    for scenario in game.scenarios.values():
        used = Counter(scenario.cup)
        for change in scenario.changes.values():
            used.update(change.chits)
        assert dict(used) == {chit.id: chit.count for chit in game.chits_of(scenario.id)}


def test_the_first_draw_of_hannut_finds_24_markers_and_that_of_stonne_19(game: assets.Game) -> None:
    hannut, stonne = game.scenarios["hannut"], game.scenarios["stonne"]
    assert sum(hannut.cup.values()) - sum(pick.count for pick in hannut.picks) == 24
    assert {pick.kind for pick in hannut.picks} == {"stuka", "artillery", "formation"}
    assert sum(stonne.cup.values()) == 19


def test_each_artillery_marker_has_its_salvos(game: assets.Game) -> None:
    assert {chit.id: chit.salvos for chit in game.chits.values() if chit.salvos} == {
        "hannut.fr.artillery": {"medium": 2, "light": 2},
        "hannut.de.artillery": {"medium": 2, "heavy": 2},
        "hannut.de.stuka": {"stuka": 2},
        "stonne.fr.artillery": {"heavy": 1, "medium": 1, "light": 3},
        "stonne.de.artillery": {"medium": 2, "light": 2},
    }


# --------------------------------------------------------------------------------------------------------- charts
def test_the_known_cells_of_the_results_table_hold(game: assets.Game) -> None:
    crt = game.charts["crt"]
    assert (crt.cell("11", "6"), crt.cell("11", "4"), crt.cell("9", "5")) == ("1", "N", "Nr")
    for path in ("11/cells/6", "11/cells/4", "9/cells/5"):
        assert game.source(f"charts/crt/rows/{path}").origin == "rulebook"
    assert game.source("charts/crt/rows/10/cells/6").origin == "invented"


def test_the_results_table_is_whole_and_never_gets_worse_for_the_firer(game: assets.Game) -> None:
    crt = game.charts["crt"]
    worth = {"-": 0, "Nr": 1, "N": 2, "1": 3}
    assert list(crt.columns) == [*map(str, range(-1, 10)), "mines"]
    assert list(crt.rows) == [str(total) for total in range(2, 13)]
    table = [[worth[str(crt.cell(row, column))] for column in crt.columns] for row in crt.rows]
    for lower, higher in pairwise(table):
        assert all(one <= other for one, other in zip(lower, higher, strict=True))
    for line in table:
        assert line[:-1] == sorted(line[:-1])


@pytest.mark.parametrize(
    ("chart", "row", "column", "value"),
    [
        ("modifiers", "further-hex", "direct", -1),
        ("modifiers", "melee", "melee", 1),
        ("modifiers", "exhausted", "direct", -1),
        ("modifiers", "exhausted", "melee", -1),
        ("modifiers", "out-of-command", "direct", -1),
        ("modifiers", "column", "direct", -1),
        ("modifiers", "target-column", "direct", 1),
        ("modifiers", "dispersed", "direct", -1),
        ("modifiers", "target-dispersed", "indirect", 1),
        ("cover", "village", "infantry", -2),
        ("cover", "village", "none", 0),
        ("cover", "works", "infantry", -2),
        ("checks", "rally", "factor", -1),
        ("checks", "panic", "factor", 0),
        ("checks", "exhaustion", "factor", -2),
        ("checks", "demoralisation", "factor", 0),
        ("checks", "recovery", "factor", -3),
        ("checks", "rally", "exhausted", -2),
        ("checks", "exhaustion", "exhausted", 0),
        ("reaction-modifiers", "exhausted", "roll", 1),
        ("reaction-modifiers", "out-of-command", "roll", 1),
        ("indirect", "medium", "strength", 5),
        ("indirect", "stuka", "strength", 8),
        ("visibility", "vehicle", "open", 8),
        ("visibility", "vehicle", "other", 4),
        ("visibility", "soft", "open", 4),
        ("visibility", "soft", "other", 2),
        ("dice", "transmission", "high", 8),
        ("dice", "depletion", "low", 10),
        ("dice", "cancel", "high", 3),
        ("transmission-modifiers", "neutralised", "roll", 1),
        ("fractions", "out-of-command", "rounded", "down"),
        ("fractions", "melee", "part", "1/4"),
        ("fractions", "melee", "rounded", "up"),
        ("limits", "stacking", "value", 3),
        ("limits", "sight", "value", 8),
        ("limits", "column-low", "value", -1),
        ("command", "french", "radius", 2),
        ("command", "german", "radius", 3),
    ],
)
def test_the_values_of_the_text_stand_in_the_charts_as_the_rulebooks(game, chart, row, column, value) -> None:
    assert game.charts[chart].cell(row, column) == value
    path = f"charts/{chart}/rows/{row}/cells/{column}"
    if chart != "command":
        assert game.source(path).origin == "rulebook"


def test_charts_show_what_stands_elsewhere_in_the_data(game: assets.Game) -> None:
    assert game.charts["factors"].cell("de.i-gd", "factor") == game.formations["de.i-gd"].values["factor"]
    assert set(game.charts["factors"].rows) == set(game.formations)
    assert game.charts["artillery"].cell("hannut.de.stuka", "stuka") == 2
    assert game.charts["hannut-victory"].cell("6", "above") == "> 42"


def test_terrain_blocks_and_disperses_as_the_text_says(game: assets.Game) -> None:
    terrain = game.charts["terrain"]
    assert {row for row in terrain.rows if terrain.get(row, "blocks")} == {"woods", "orchard", "village"}
    assert {row for row in terrain.rows if terrain.get(row, "disperses")} == {"woods", "orchard", "village"}
    for country in game.maps.values():
        assert set(country.terrains) <= set(terrain.rows)


# ------------------------------------------------------------------------------------------------------ scenarios
def distance(country: Map, here: str, there: str) -> int:
    one, other = (country.grid.doubled(*(country.grid.position(name) or (0, 0))) for name in (here, there))
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if country.grid.straight == "rows":
        across, down = down, across
    return across + max(0, (down - across) // 2)


def test_the_ruler_of_these_tests_agrees_with_the_distance_in_the_text(game: assets.Game) -> None:
    assert distance(game.maps["stonne"], "0502", "0304") == 3


def members(country: Map, zone: Zone) -> set[str]:
    return {name for name in country.names if _near(country, zone, name) and _bounded(country, zone, name)}


def _near(country: Map, zone: Zone, name: str) -> bool:
    if not zone.hexes and not zone.near:
        return True
    centres = [
        (near.distance, centre)
        for near in zone.near
        for centre in (*near.hexes, *(country.places[near.place].hexes if near.place else ()))
    ]
    return name in zone.hexes or any(distance(country, name, centre) <= reach for reach, centre in centres)


def _bounded(country: Map, zone: Zone, name: str) -> bool:
    first, second = int(name[:2]), int(name[2:])
    column, row = (first, second) if country.grid.named == "column row" else (second, first)
    inside = all(
        low <= value <= high for value, (low, high) in ((column, zone.columns or (0, 99)), (row, zone.rows or (0, 99)))
    )
    if zone.to_place:
        return inside and column >= min(int(place[2:]) for place in country.places[zone.to_place].hexes)
    return inside


def ready(game: assets.Game, name: str) -> dict[str, str]:
    """Where units stand in the set-up that is ready to play."""
    return {**game.scenarios[name].placement, **game.scenarios[name].ready.placement}


def placed(game: assets.Game, scenario: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit, place in ready(game, scenario).items():
        found.setdefault(place, []).append(unit)
    return found


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_the_default_placement_is_legal(game: assets.Game, name: str) -> None:
    scenario, country = game.scenarios[name], game.maps[game.scenarios[name].map]
    for setup in scenario.setup.values():
        zone = scenario.zones[setup.zone]
        allowed = members(country, zone) - set(zone.warn)
        units = [*setup.units, *(unit.id for unit in game.units.values() if unit.formation in setup.formations)]
        for unit in units:
            assert ready(game, name)[unit] in allowed, unit
        for marker in setup.markers:
            lying = {**scenario.markers_at, **scenario.ready.markers_at}[marker]
            assert set(lying) <= allowed
            assert len(lying) == setup.markers[marker]
    for units in placed(game, name).values():
        assert len({game.units[unit].side for unit in units}) == 1
        assert sum(not game.type_of(game.units[unit]).hq for unit in units) <= scenario.stacking


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_in_the_default_placement_every_unit_is_in_command(game: assets.Game, name: str) -> None:
    country = game.maps[game.scenarios[name].map]
    for unit, place in ready(game, name).items():
        formation = game.units[unit].formation
        hq = game.formations[formation].hq if formation else None
        if hq:
            assert distance(country, place, ready(game, name)[hq]) <= game.units[hq].number("command"), unit


def test_all_units_of_a_scenario_are_set_up_or_come_later_once(game: assets.Game) -> None:
    for scenario in game.scenarios.values():
        groups = [*scenario.setup.values(), *scenario.changes.values()]
        found: Counter[str] = Counter()
        for group in groups:
            found.update(group.units)
            found.update(unit.id for unit in game.units.values() if unit.formation in group.formations)
        assert dict(found) == dict.fromkeys((unit.id for unit in game.in_scenario(scenario.id)), 1)


def test_the_zones_hold_the_pieces_that_must_go_there(game: assets.Game) -> None:
    hannut, stonne = game.scenarios["hannut"], game.scenarios["stonne"]
    third, fourth = (
        members(game.maps["hannut"], hannut.zones["3-pz"]),
        members(game.maps["hannut"], hannut.zones["4-pz"]),
    )
    assert (len(third), len(fourth)) == (10, 7)
    assert len(members(game.maps["stonne"], stonne.zones["near-stonne"])) == 7
    for scenario in (hannut, stonne):
        for setup in scenario.setup.values():
            units = [unit for name in setup.formations for unit in game.units_of(name)]
            room = len(members(game.maps[scenario.map], scenario.zones[setup.zone])) * scenario.stacking
            assert len(units) <= room
    crowd = sum(len(game.units_of(name)) for name in ("fr.i-205ri", "fr.ii-205ri", "fr.4bcc")) + 1
    assert crowd == 12


def test_the_carriers_begin_with_their_companies(game: assets.Game) -> None:
    hannut = game.scenarios["hannut"]
    first, second = hannut.mounted
    assert game.units[first.passenger or ""].badge == "half-track"
    assert hannut.placement[first.carrier] == hannut.placement[first.passenger or ""]
    assert {game.units[unit].formation for unit in second.choice} == {"de.i-33sch"}


def test_the_second_cuirassiers_begin_with_four_step_losses(game: assets.Game) -> None:
    hannut = game.scenarios["hannut"]
    assert hannut.setup["2-cuir"].step_losses == len(hannut.reduced) == 4
    assert {game.units[unit].formation for unit in hannut.reduced} == {"fr.2cuir"}


def test_the_points_of_hannut_allow_every_result(game: assets.Game) -> None:
    victory = game.scenarios["hannut"].victory
    values = {one.place: one.value for one in victory.objectives.values()}
    assert len(values) == len(victory.objectives)
    assert sum(values.values()) > 42
    columns = {name: int(name[:2]) for name in values}
    shares = [
        sum(value for name, value in values.items() if low <= columns[name] <= high)
        for low, high in ((1, 7), (8, 12), (13, 18))
    ]
    assert shares == [20, 16, 16]
    assert [(band.low, band.high) for band in victory.bands] == [
        (8, 12),
        (14, 20),
        (16, 24),
        (20, 28),
        (26, 36),
        (32, 42),
    ]
    assert [band.inside for band in victory.bands] == ["next"] * 5 + ["draw"]


def test_every_objective_of_hannut_is_a_village_or_a_crossroads(game: assets.Game) -> None:
    country = game.maps["hannut"]
    for objective in game.scenarios["hannut"].victory.objectives.values():
        arms = sum(objective.place in road for road in country.roads)
        assert country.terrain[objective.place] == "village" or arms >= 3, objective.place


def test_the_objective_of_stonne_is_the_village(game: assets.Game) -> None:
    victory = game.scenarios["stonne"].victory
    assert victory.hold == game.maps["stonne"].places["stonne"].hexes
    assert (victory.held_by, victory.scorer, victory.otherwise) == ({victory.hold[0]: "french"}, "german", "french")


def test_what_comes_and_goes_at_stonne(game: assets.Game) -> None:
    stonne = game.scenarios["stonne"]
    found = [(change.turn, change.when, change.side) for change in stonne.changes.values()]
    assert found == [
        *((2, "start", "french"), (4, "start", "french"), (8, "start", "french")),
        *((3, "end", "german"), (6, "start", "german"), (7, "start", "german")),
    ]
    assert stonne.changes["german-3"].withdraw == ("de.ii-pzr",)
    assert stonne.zones["entry-1310"].hexes == ("1310",)
    assert stonne.zones["entry-north"].hexes == ("0104", "0105", "0106", "0107", "0108")
    assert (stonne.turns, game.scenarios["hannut"].turns) == (10, 6)


# ------------------------------------------------------------------------------------------- records and rulings
def test_every_purpose_of_a_roll_is_there(game: assets.Game) -> None:
    assert set(game.chronicle.purposes) == {
        *("RALLY", "EXHAUSTION", "RECOVERY", "DEMORAL", "PANIC", "OPPFIRE", "RETURN", "RETREAT"),
        *("FIRE", "MELEE", "TRANSMIT", "BARRAGE", "STUKA", "MINE", "DEPLETE", "CANCEL"),
    }
    dice = {purpose.id: purpose.dice for purpose in game.chronicle.purposes.values()}
    assert dice.pop("CANCEL") == "1d6"
    assert set(dice.values()) == {"2d6"}


def test_every_verb_has_a_seal_and_all_but_trackers_and_sight_lines_count(game: assets.Game) -> None:
    for verb in game.chronicle.verbs.values():
        assert verb.seals
        assert ("K" in verb.seals) == ("k" in verb.keys) == (not {"tracker", "map"} & {*verb.by})
        if {*verb.by} & {*PIECES}:
            assert verb.keys[:5] == ("k", "u", "g", "h", "s")


def test_every_action_that_the_referee_knows_can_be_declared_with_a_verb(game: assets.Game) -> None:
    known = {
        name for name, kind in vars(actions).items() if isinstance(kind, type) and kind.__module__ == actions.__name__
    }
    named = {action for verb in game.chronicle.verbs.values() for action in verb.actions}
    assert named == known | {"Roll"}


def spoken(game: assets.Game) -> Iterator[str]:
    yield from game.chronicle.phases
    yield from game.chronicle.purposes
    yield from (word for verb in game.chronicle.verbs.values() for words in verb.choices.values() for word in words)
    yield from (side.record for side in game.sides.values())
    yield from (*game.units, *game.chits, *game.formations, *game.markers)


def test_all_that_can_stand_in_a_record_keeps_to_its_characters(game: assets.Game) -> None:
    allowed = re.compile(r"[\w .:_+/()-]+")
    assert [word for word in spoken(game) if not allowed.fullmatch(word) or "--" in word] == []


def test_every_ruling_is_a_switch_that_nobody_has_settled(game: assets.Game) -> None:
    assert list(game.rulings) == [f"AMB-{number:02}" for number in range(1, len(game.rulings) + 1)]
    assert {ruling.default for ruling in game.rulings.values()} == {None}
    assert all(len(ruling.readings) >= 2 for ruling in game.rulings.values())
    assert len({ruling.switch for ruling in game.rulings.values()}) == len(game.rulings)


def test_the_ten_named_switches_have_their_readings(game: assets.Game) -> None:
    by_switch = {ruling.switch: tuple(ruling.readings) for ruling in game.rulings.values()}
    wanted = {
        "doctrine_mode": ("strict", "soft"),
        "doctrine_scope": ("literal", "all"),
        "range_scale": ("distance", "adjacent_zero"),
        "exhausted_fail_may_act": ("off", "on"),
        "reaction_limit": ("per_type", "one_total", "carried_out"),
        "hq_flip": ("repeat_only", "always"),
        "column_and_dispersed": ("exclusive", "both"),
        "artillery_count": ("per_marker", "total"),
        "stonne_second_pair": ("east_west", "west_east"),
        "works_stonne": ("near_stonne", "anywhere"),
    }
    assert {name: by_switch[name] for name in wanted} == wanted


# ------------------------------------------------------------------------------------------- texts and provenance
def texts(value: object) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
    elif isinstance(value, dict):
        for entry in value.values():
            yield from texts(entry)
    elif isinstance(value, tuple):
        for entry in value:
            yield from texts(entry)


def everything(game: assets.Game) -> Iterator[Text]:
    parts = (game.info, game.formations, game.units, game.markers, game.chits, game.charts, game.scenarios)
    for part in (*parts, game.chronicle, game.rulings, game.maps):
        yield from texts(part)


def test_every_text_is_there_in_both_languages_and_sentences_are_translated(game: assets.Game) -> None:
    found = list(everything(game))
    assert len(found) > 800
    same = {text.en for text in found if text.en == text.de and len(re.findall(r"\b[a-zäöüß]{2,}", text.en)) >= 3}
    assert same == set()


def test_no_value_is_without_an_origin_and_every_reference_is_to_a_rule_or_a_ruling(game: assets.Game) -> None:
    known = set(re.findall(r"^- id: (BLZ-\S+)$", LEDGER.read_text(encoding="utf-8"), re.MULTILINE)) | set(game.rulings)
    assert len(known) > 400
    found = list(rows(game))
    assert {row.origin for row in found} == {"rulebook", "derived", "invented"}
    assert sorted({name for row in found for name in row.ref} - known) == []
    assert [row.path for row in found if row.origin == "rulebook" and not row.ref] == []
    assert [row.path for row in found if row.origin == "derived" and not row.why] == []
    assert sum(sum(area.values()) for area in counts(found).values()) == len(found)


def test_rules_that_the_data_names_exist(game: assets.Game) -> None:
    known = set(re.findall(r"^- id: (BLZ-\S+)$", LEDGER.read_text(encoding="utf-8"), re.MULTILINE))
    named = {rule for ruling in game.rulings.values() for rule in ruling.rules}
    named |= {purpose.rule for purpose in game.chronicle.purposes.values()}
    for scenario in game.scenarios.values():
        named |= {setup.rule for setup in scenario.setup.values()} | {
            change.rule for change in scenario.changes.values()
        }
        named |= {*scenario.victory.rules, *(rule.rule for rule in scenario.special)}
    assert sorted(named - known) == []


def test_the_owner_of_the_printed_game_can_put_in_a_value_of_its_charts(game: assets.Game, tmp_path: Path) -> None:
    text = "source: {origin: rulebook, ref: [BLZ-8.2.5a]}\ncharts: {crt: {rows: {'12': {cells: {'2': 1}}}}}\n"
    (tmp_path / "charts.yaml").write_text(text)
    laid = assets.load("blitzkrieg", tmp_path)
    assert (game.charts["crt"].cell("12", "2"), laid.charts["crt"].cell("12", "2")) == ("N", "1")
    assert laid.source("charts/crt/rows/12/cells/2").origin == "rulebook"
