"""Maps as data: names of places, who is next to whom, and what a wrong map is told."""

import pytest

from assets.checking import build
from assets.grids import Axis, Grid
from assets.mapchecks import findings
from assets.maps import Map
from assets.nodes import parse

FLAT = Grid(columns=18, rows=17)
POINTED = Grid(straight="rows", shifted="first", columns=17, rows=13, column=Axis(start="east"), named="row column")


def test_columns_count_from_the_west_and_rows_from_the_north():
    assert FLAT.names[0] == "0101"
    assert FLAT.names[-1] == "1817"
    assert FLAT.position("0706") == (6, 5)


def test_a_row_first_grid_counted_from_the_east_begins_in_the_upper_right_corner():
    assert POINTED.name(16, 0) == "0101"
    assert POINTED.name(0, 12) == "1317"
    assert POINTED.position("0510") == (7, 4)


@pytest.mark.parametrize("grid", [FLAT, POINTED])
def test_every_name_leads_back_to_its_place(grid):
    for name in grid.names:
        assert grid.name(*grid.position(name)) == name
        assert name in grid


@pytest.mark.parametrize("name", ["1901", "0018", "0100", "706", "07061", "ab01", ""])
def test_a_name_off_the_map_is_not_in_the_grid(name):
    assert name not in FLAT


def test_a_name_one_hex_outside_still_has_a_position():
    assert FLAT.position("0009") == (-1, 8)
    assert FLAT.position("1900") == (18, -1)


def test_even_columns_lie_half_a_hex_lower():
    near = {name for name in FLAT.names if FLAT.adjacent("0706", name)}
    assert near == {"0705", "0707", "0605", "0606", "0805", "0806"}
    near = {name for name in FLAT.names if FLAT.adjacent("0806", name)}
    assert near == {"0805", "0807", "0706", "0707", "0906", "0907"}


def test_even_rows_counted_from_the_east_lie_half_a_hex_farther_west():
    near = {name for name in POINTED.names if POINTED.adjacent("0510", name)}
    assert near == {"0509", "0511", "0409", "0410", "0609", "0610"}
    near = {name for name in POINTED.names if POINTED.adjacent("0610", name)}
    assert near == {"0609", "0611", "0510", "0511", "0710", "0711"}


def test_a_way_on_squares_leads_over_sides_and_never_over_a_corner():
    country = small("ways: {r: {kind: road, path: [0101, 0201, 0302]}}", SQUARE)
    told = [what for _, what in findings(country, "maps/small")]
    assert told == ["0201 and 0302 meet in a corner only; a way leads over the sides of fields"]


def test_the_places_of_a_map_of_squares_are_called_fields():
    country = small("areas: {a: {terrain: woods, hexes: ['0401']}}", SQUARE)
    assert [what for _, what in findings(country, "maps/small")] == ["there is no field '0401' on this map"]


def test_squares_touch_at_sides_and_corners():
    squares = Grid(kind="squares", columns=5, rows=5)
    assert {name for name in squares.names if squares.adjacent("0303", name)} == {
        "0202", "0203", "0204", "0302", "0304", "0402", "0403", "0404",
    }  # fmt: skip


SMALL = """
title: {en: Small, de: Klein}
subtitle: {en: map, de: Karte}
grid: {columns: 3, rows: 3}
terrains:
  open: {name: {en: open, de: offen}, look: fields}
  woods: {name: {en: woods, de: Wald}, look: woods}
"""


SQUARE = SMALL.replace("grid: {", "grid: {kind: squares, ")


def small(more: str = "", base: str = "") -> Map:
    return build(parse((base or SMALL) + more, "maps/small.yaml"), Map, "maps/small", "small")


def test_a_sound_map_has_no_findings():
    country = small(
        "areas: {wood: {terrain: woods, hexes: [0101, 0102]}}\n"
        "heights: {hill: {level: 1, hexes: [0202]}}\n"
        "ways: {road: {kind: road, path: [0002, 0102, 0202, 0302, 0402]}}\n"
        "waters: {brook: {course: [0101/0201, 0101/0102/0201, 0103]}}\n"
        "boxes: {cup: {name: {en: Cup, de: Becher}, holds: [1, 1]}}\n"
        "sheet: {left: [[title], [cup]]}\n"
    )
    assert list(findings(country, "maps/small")) == []
    assert country.terrain["0102"] == "woods"
    assert country.terrain["0303"] == "open"
    assert country.level == {name: int(name == "0202") for name in country.names}
    assert country.roads == {frozenset({"0102", "0202"}), frozenset({"0202", "0302"})}


@pytest.mark.parametrize(
    ("wrong", "where", "what"),
    [
        ("base: sea", "base", "unknown terrain 'sea'"),
        ("areas: {a: {terrain: sand, hexes: [0101]}}", "areas/a/terrain", "unknown terrain 'sand'"),
        ("areas: {a: {terrain: woods, hexes: [0401]}}", "areas/a/hexes", "there is no hex '0401' on this map"),
        (
            "areas: {a: {terrain: woods, hexes: [0101]}, b: {terrain: woods, hexes: [0101]}}",
            "areas/b/hexes",
            "0101 stands in 'a' already",
        ),
        ("heights: {h: {level: 1, hexes: [0104]}}", "heights/h/hexes", "there is no hex '0104' on this map"),
        ("ways: {r: {kind: road, path: [0101, 0103]}}", "ways/r/path", "0101 and 0103 are not next to each other"),
        (
            "ways: {r: {kind: road, path: [0101, 0100, 0101]}}",
            "ways/r/path",
            "there is no hex '0100' on this map (only the ends may lie one hex outside)",
        ),
        ("waters: {w: {course: [0101/0303, 0101]}}", "waters/w/course", "the places of 0101/0303 do not meet"),
        (
            "waters: {w: {course: [here, 0101]}}",
            "waters/w/course",
            "expected a point such as 0706, 0706/0806 or 0706/0806/0807, found 'here'",
        ),
        ("places: {p: {kind: village, hexes: [0909]}}", "places/p/hexes", "there is no hex '0909' on this map"),
        ("features: {f: {kind: farm, at: 0909}}", "features/f/at", "there is no hex '0909' on this map"),
        ("signposts: {s: {text: Rome, at: there}}", "signposts/s/at", "expected the name of a hex, found 'there'"),
        ("sheet: {left: [[cup]]}", "sheet/left", "unknown track or box 'cup'"),
        ("sheet: {left: [[title]], right: [[title]]}", "sheet", "'title' stands on the sheet twice"),
        (
            "boxes: {cup: {name: {en: Cup, de: Becher}, holds: [1, 1]}}",
            "sheet",
            "'cup' stands nowhere on the sheet",
        ),
    ],
)
def test_each_fault_is_named_with_its_place(wrong, where, what):
    assert (f"maps/small/{where}", what) in list(findings(small(wrong), "maps/small"))


# ------------------------------------------------------------------------------------------------------ half hexes


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (Grid(columns=4, rows=3, halves=True), ("0104", "0200", "0304", "0400")),
        (Grid(columns=3, rows=2, shifted="first", halves=True), ("0100", "0203", "0300")),
        (Grid(columns=3, rows=3, straight="rows", halves=True), ("0401", "0002", "0403")),
        (Grid(columns=4, rows=3), ()),
        (Grid(kind="squares", columns=4, rows=3, halves=True), ()),
    ],
)
def test_half_hexes_fill_the_edges_where_lines_are_moved(grid, expected):
    assert grid.edge_names == expected
    assert not any(name in grid for name in expected)


def test_half_hexes_lie_beside_the_hexes_of_the_edge():
    grid = Grid(columns=4, rows=3, halves=True)
    assert {name for name in grid.names if grid.adjacent("0200", name)} == {"0101", "0201", "0301"}
    assert {name for name in grid.names if grid.adjacent("0304", name)} == {"0203", "0303", "0403"}


# --------------------------------------------------------------------------------------------------------- bridges


@pytest.mark.parametrize(
    ("bridges", "message"),
    [
        ("[0202]", None),
        ("[0303]", "no way leads over the bridge in 0303"),
        ("[0909]", "there is no hex '0909' on this map"),
    ],
)
def test_a_bridge_carries_a_way(bridges, message):
    country = small(f"ways: {{road: {{kind: road, path: [0102, 0202, 0302]}}}}\nbridges: {bridges}\n")
    assert [what for _, what in findings(country, "maps/small")] == ([message] if message else [])


def test_a_map_shows_the_terrains_that_lie_somewhere_on_it():
    assert small().seen == ("open",)
    assert small("areas: {wood: {terrain: woods, hexes: [0101]}}\n").seen == ("open", "woods")


# ------------------------------------------------------------------------------------------------------------- marks

KINDS = """
kinds:
  river: {name: {en: river, de: Fluss}, look: river}
  bridge: {name: {en: bridge, de: Brücke}, look: bridge}
  footbridge: {name: {en: footbridge, de: Steg}, look: footbridge}
  peak: {name: {en: peak, de: Gipfel}, look: peak}
  depot: {name: {en: depot, de: Lager}}
"""


def test_marks_are_found_by_side_and_by_place():
    country = small(
        KINDS + "ways: {r: {kind: road, path: [0101, 0201]}}\n"
        "borders: {isar: {kind: river, at: [0101/0201, 0102/0201]}, b: {kind: bridge, at: [0201/0101], state: blown}}\n"
        "flags: {top: {kind: peak, at: [0202]}, store: {kind: depot, at: [0202, 0303], value: 3}}\n"
        "masks: {west: {name: {en: w, de: w}, hexes: [0101, 0201]}, low: {name: {en: l, de: t}, hexes: [0101]}}\n"
    )
    assert list(findings(country, "maps/small")) == []
    assert [each.id for each in country.borders_at[frozenset({"0101", "0201"})]] == ["isar", "b"]
    assert [each.id for each in country.borders_at[frozenset({"0102", "0201"})]] == ["isar"]
    assert [(each.id, each.value) for each in country.flags_at["0202"]] == [("top", None), ("store", 3)]
    assert [each.id for each in country.masks_at["0101"]] == ["west", "low"]
    assert [each.id for each in country.ways_over[frozenset({"0101", "0201"})]] == ["r"]


@pytest.mark.parametrize(
    ("wrong", "where", "what"),
    [
        (
            "borders: {r: {kind: lake, at: [0101/0201]}}",
            "borders/r/kind",
            "unknown kind 'lake'; the map's `kinds` declare it",
        ),
        (
            "borders: {r: {kind: peak, at: [0101/0201]}}",
            "borders/r/kind",
            "'peak' looks like 'peak', which is not drawn here",
        ),
        (
            "flags: {f: {kind: river, at: [0101]}}",
            "flags/f/kind",
            "'river' looks like 'river', which is not drawn here",
        ),
        ("borders: {r: {kind: river, at: [0101]}}", "borders/r/at", "expected a side such as 0706/0806, found '0101'"),
        ("borders: {r: {kind: river, at: [0301/0401]}}", "borders/r/at", "there is no hex '0401' on this map"),
        ("borders: {r: {kind: river, at: [0101/0301]}}", "borders/r/at", "0101 and 0301 have no side in common"),
        ("borders: {r: {kind: river, at: [0101/0201, 0101/0201]}}", "borders/r/at", "0101/0201 stands here twice"),
        (
            "borders: {r: {kind: river, at: [0101/0201]}, b: {kind: bridge, at: [0101/0201]}}",
            "borders/b/at",
            "no way leads over the bridge between 0101 and 0201",
        ),
        (
            "borders: {b: {kind: footbridge, at: [0101/0201]}}",
            "borders/b/at",
            "there is no water to cross at 0101/0201",
        ),
        ("flags: {f: {kind: peak, at: [0909]}}", "flags/f/at", "there is no hex '0909' on this map"),
        (
            "masks: {m: {name: {en: m, de: m}, hexes: [0909]}}",
            "masks/m/hexes",
            "there is no hex '0909' on this map",
        ),
        (
            "rims: {e: {name: {en: e, de: e}, edge: west, colour: '#112233', stretch: [0101, 0909]}}",
            "rims/e/stretch",
            "there is no hex '0909' on this map",
        ),
    ],
)
def test_each_fault_of_a_mark_is_named_with_its_place(wrong, where, what):
    assert (f"maps/small/{where}", what) in list(findings(small(KINDS + wrong), "maps/small"))
