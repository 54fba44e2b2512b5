"""Chapter 4: lines of sight on the Hannut map and on open ground, and from how far a unit is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.blitzkrieg.fire.sight import blocked, view, views
from rules.blitzkrieg.fire.visibility import unseen
from rules.blitzkrieg.loading import load
from rules.engine.ruling import Undecided
from tests.rules.blitzkrieg.battlefield import Field

HANNUT = load("hannut")
BLIND = {
    "0702", "1304", "1305", "1107", "0810", "0709", "0610", "0309", "0209", "0205", "0304", "0303", "0403", "0501",
}  # fmt: skip


def seen(field: Field, start: str, goal: str, *rulings: str) -> str:
    return view(field.case(field.position(), rulings), start, goal).why


def test_the_blind_hexes_of_0706_are_those_of_the_book():
    """BLZ-E-06, BLZ-4.3.2j, BLZ-4.3.2h, BLZ-4.3.2i"""
    grid, lines = HANNUT.ground.grid, views(HANNUT)
    far = [place for place in grid.places if 2 <= grid.distance("0706", place) <= 8]

    hidden = {place for place in far if lines.between("0706", place)["ruling"].why == "BLZ-4.3.2h"}
    other = {place for place in far if not lines.between("0706", place)["ruling"].clear} - hidden

    assert hidden == BLIND
    assert other == set()


@given(st.sampled_from(sorted(HANNUT.ground.hexes)), st.sampled_from(sorted(HANNUT.ground.hexes)))
def test_a_line_of_sight_is_the_same_both_ways(start, goal):
    """BLZ-4.1a, BLZ-4.3.2a"""
    lines = views(HANNUT)

    assert lines.between(start, goal) == lines.between(goal, start)
    assert HANNUT.ground.grid.distance(start, goal) > 1 or lines.between(start, goal)["ruling"].clear


def test_no_line_of_sight_is_longer_than_eight_hexes():
    """BLZ-4.1d"""
    assert seen(Field(), "1005", "1013") == ""
    assert seen(Field(), "1005", "1014") == "BLZ-4.1d"


@pytest.mark.parametrize("terrain", ["woods", "village", "orchard"])
def test_an_obstacle_between_units_of_one_level_blocks(terrain):
    """BLZ-4.3a, BLZ-4.3.1a, BLZ-4.3c"""
    assert seen(Field().ground("1006", terrain=terrain), "1005", "1007") == "BLZ-4.3.1a"
    assert seen(Field().ground("1005", "1007", terrain=terrain), "1005", "1007") == ""


def test_along_a_side_both_hexes_must_block():
    """BLZ-4.3b"""
    assert Field().battle().ground.grid.line("1005", "1205") == (("1105", "1106"),)

    assert seen(Field().ground("1105", terrain="woods"), "1005", "1205") == ""
    assert seen(Field().ground("1105", "1106", terrain="woods"), "1005", "1205") == "BLZ-4.3.1a"


def test_adjacent_units_see_each_other_and_units_block_nothing():
    """BLZ-4.3d, BLZ-4.1j"""
    field = Field().ground("1005", "1006", terrain="woods").formation("F", "german", hq="1002")
    field.unit("tank", "tank", "F", "1008")

    assert seen(field, "1005", "1006") == ""
    assert seen(field, "1007", "1009") == ""


def test_a_hex_is_as_high_from_wherever_one_looks():
    """BLZ-4.3.2a, BLZ-4.3.2b"""
    hill = Field().ground("1006", level=1)

    for start, goal in (("1005", "1007"), ("0906", "1107"), ("0907", "1106")):
        assert seen(hill, start, goal) == seen(hill, goal, start) == "BLZ-4.3.2b"
        assert seen(Field(), start, goal) == ""


def test_higher_ground_between_blocks():
    """BLZ-4.3.2b, BLZ-4.3.2d"""
    assert seen(Field().ground("1006", level=1), "1005", "1007") == "BLZ-4.3.2b"
    assert seen(Field().ground("1005", "1006", "1007", level=1), "1005", "1007") == ""


def test_an_obstacle_below_both_blocks_nothing():
    """BLZ-4.3.2c"""
    field = Field().ground("1005", "1009", level=1).ground("1007", terrain="woods")

    assert seen(field, "1005", "1009") == ""


def test_an_obstacle_adjacent_to_both_does_not_hide():
    """BLZ-X-76, BLZ-4.3.2g"""
    assert seen(Field().ground("1005", level=1).ground("1006", terrain="woods"), "1005", "1007") == ""


def test_only_the_hex_behind_an_obstacle_is_blind():
    """BLZ-X-77, BLZ-4.3.2h, BLZ-4.3.2i"""
    field = Field().ground("1005", level=1).ground("1007", terrain="woods")

    assert seen(field, "1005", "1008") == "BLZ-4.3.2h"
    assert seen(field, "1005", "1009") == ""


def test_who_stands_back_from_the_edge_does_not_see_down():
    """BLZ-4.3.2f"""
    plateau = [place for place in Field().hexes if Field().battle().ground.grid.distance("1005", place) < 3]
    field = Field().ground(*plateau, level=1)

    assert seen(field, "1005", "1009") == "BLZ-4.3.2f"
    found = blocked(field.case(field.position()), "1005", "1009")
    assert (found.why, found.facts["by"]) == ("sight.from-the-rim", ("1005",))
    assert seen(field, "1005", "1009", "AMB-41=other") == "BLZ-4.3.2f"
    assert seen(field, "1007", "1010") == ""


def test_an_edge_that_faces_elsewhere_is_disputed():
    """BLZ-4.3.2e"""
    field = Field().ground("1005", "1006", "1007", level=1)

    found = blocked(field.case(field.position()), "1005", "1009")
    assert isinstance(found, Undecided)
    assert (found.rule, found.ruling) == ("BLZ-4.3.2e", "AMB-41")
    assert found.readings == {"ruling": "illegal", "other": "legal"}
    assert blocked(field.case(field.position(), ["AMB-41=other"]), "1005", "1009") is None


@pytest.mark.parametrize(
    ("kind", "terrain", "limit", "rule"),
    [
        ("tank", "open", 8, "BLZ-4.1e"),
        ("armoured-car", "open", 8, "BLZ-4.1e"),
        ("tank", "woods", 4, "BLZ-4.1f"),
        ("infantry", "open", 4, "BLZ-4.1h"),
        ("mg", "open", 4, "BLZ-4.1h"),
        ("motorcycle", "village", 2, "BLZ-4.1i"),
        ("at-gun", "orchard", 2, "BLZ-4.1i"),
    ],
)
def test_how_far_away_a_unit_is_seen(kind, terrain, limit, rule):
    """BLZ-4.1e, BLZ-4.1f, BLZ-4.1h, BLZ-4.1i"""
    field = Field().formation("F", "german", hq="1601").ground("1005", terrain=terrain).unit("it", kind, "F", "1005")
    case = field.case(field.position())

    assert unseen(case, "it", f"10{5 + limit:02}") is None
    found = unseen(case, "it", f"10{6 + limit:02}")
    assert found is not None
    assert found.rule == rule


def test_infantry_on_a_vehicle_is_seen_as_a_vehicle():
    """BLZ-4.1g"""
    field = Field().formation("F", "german", hq="1601").unit("apc", "apc", "F", "1005")
    field.unit("company", "infantry", "F", "1005", aboard="apc")
    case = field.case(field.position())

    assert unseen(case, "company", "1013") is None
    found = unseen(case, "company", "1014")
    assert found is not None
    assert found.rule == "BLZ-4.1g"


def test_types_that_the_book_does_not_name_are_disputed():
    """BLZ-4.1e"""
    field = Field().formation("F", "german", hq="1601").unit("guns", "assault-gun", "F", "1005")
    position = field.position()

    assert unseen(field.case(position), "guns", "1012") is None
    assert unseen(field.case(position, ["AMB-42=other"]), "guns", "1012") is not None
    assert unseen(field.case(position), "F HQ", "1606") is not None
