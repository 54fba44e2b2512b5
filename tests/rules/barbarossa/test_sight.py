"""Lines of sight, fields of fire, and the hills between (5.2, 5.3, 12.13)."""

import pytest

from rules.barbarossa.fire.sight import facing, has_field, in_field, sees
from rules.engine.answers import Answer
from rules.engine.sight import Sight
from tests.rules.barbarossa.field import Field

IN, OUT = Answer.YES, Answer.NO


def look(made: Field, start: str, goal: str, state: str = "S4") -> Sight:
    return sees(made.case(made.position(state)), start, goal)


def woods(*places: str, terrain: str = "forest") -> Field:
    return Field().ground(*places, terrain=terrain)


def test_figure_four():
    """BAR-EX-06, BAR-5.2b, BAR-5.2c, BAR-5.2d, BAR-12.4a, BAR-12.9a"""
    both = woods("0604", "0605").ground("0503", terrain="village")
    assert look(both, "0505", "0507").clear
    assert look(both, "0505", "0502").blocked
    assert look(both, "0505", "0705").by == ("0604", "0605")
    assert look(both, "0505", "0703").blocked
    one = woods("0604").ground("0503", terrain="village")
    assert look(one, "0505", "0705").clear
    assert look(woods("0605"), "0505", "0703").clear


@pytest.mark.parametrize(
    ("terrain", "clear"),
    [
        *((name, True) for name in ("plain", "swamp", "river", "field", "ford")),
        *((name, False) for name in ("scrub", "light_woods", "forest", "village", "town")),
    ],
)
def test_terrain_between_two_hexes(terrain: str, clear: bool):
    """BAR-12.1a, BAR-12.2a, BAR-12.3a, BAR-12.4a, BAR-12.5a, BAR-12.6a, BAR-12.8a, BAR-12.9a, BAR-12.10a"""
    assert look(woods("0504", terrain=terrain), "0505", "0503").clear is clear


def test_the_hexes_at_both_ends_do_not_block():
    """BAR-5.2c"""
    assert look(woods("0505", "0503"), "0505", "0503").clear


def test_smoke_blocks_like_terrain_after_its_step():
    """BAR-6.4j"""
    made = Field().built("smoke.0504", "smoke", "0504", laid=2)

    assert look(made, "0505", "0503").blocked
    assert look(made, "0505", "0504").clear
    assert look(made, "0505", "0503", "S3").clear
    old = Field().built("smoke.0504", "smoke", "0504", laid=1)
    assert look(old, "0505", "0503", "S3").blocked


def test_other_readings_of_what_blocks():
    """BAR-5.2c, BAR-5.2d, BAR-6.4j"""

    def seen(made: Field, goal: str, *rulings: str) -> bool:
        return sees(made.case(made.position("S4"), rulings=rulings), "0505", goal).clear

    assert not seen(woods("0503"), "0503", "BAR-A101=block")
    assert not seen(woods("0604"), "0705", "BAR-A119=blocked")
    smoke = Field().built("smoke.0503", "smoke", "0503", laid=2)
    assert seen(smoke, "0503")
    assert not seen(smoke, "0503", "BAR-A41=inside")


# ------------------------------------------------------------------------------------------------------- hills
def test_from_a_hill_over_a_forest():
    """BAR-EX-22, BAR-12.13c, BAR-12.13d, BAR-12.11a"""
    made = woods("0506").ground("0508", level=1)
    assert look(made, "0508", "0505").blocked
    assert look(made, "0508", "0504").clear
    flat = woods("0506")
    assert look(flat, "0508", "0505").blocked
    assert look(flat, "0508", "0504").blocked


def test_a_hill_no_higher_than_both_ends_does_not_block():
    """BAR-IN-80, BAR-12.13a, BAR-12.13b"""
    made = Field().ground("0505", "0502", "0503", level=1)

    assert look(made, "0505", "0502").clear
    assert look(made.ground("0503", level=2), "0505", "0502").blocked


def test_a_hill_between_two_plain_hexes_blocks():
    """BAR-12.13a, BAR-12.13b"""
    assert look(Field().ground("0504", level=1), "0505", "0503").blocked


def test_over_a_lower_hill_from_a_hill_is_open():
    """BAR-12.13b, BAR-12.13c"""
    made = Field().ground("0508", level=2).ground("0506", level=1)

    assert look(made, "0508", "0504") == Sight(Answer.OPEN, ("0506",), "BAR-A10")
    before = Field().ground("0508", level=2).ground("0505", level=1)
    assert look(before, "0508", "0504") == Sight(Answer.NO, ("0505",))
    assert look(Field().ground("0508", level=1).ground("0506", level=2), "0508", "0504").blocked


# ------------------------------------------------------------------------------------------------ fields of fire
def field_of(made: Field, unit: str, *places: str) -> list[Answer]:
    case = made.case(made.position("S3"))
    return [in_field(case, unit, place) for place in places]


def test_figure_five():
    """BAR-EX-07, BAR-5.3a, BAR-5.3b"""
    made = Field().unit("S1", "mg", "0508", facing="N")

    assert set(field_of(made, "S1", "0507", "0406", "0506", "0606", "0405", "0505", "0605")) == {IN}
    assert field_of(made, "S1", "0607", "0407", "0509", "0508") == [Answer.OPEN, Answer.OPEN, OUT, IN]


def test_without_the_property_all_hexes_are_in_the_field():
    """BAR-5.3e, BAR-5.4d"""
    made = Field().unit("S1", "infantry", "0508")

    assert field_of(made, "S1", "0509", "0507") == [IN, IN]


def test_an_order_to_guard_gives_a_field_of_fire():
    """BAR-6.1d, BAR-6.6d, BAR-5.4d"""
    for order in ("defend", "ambush"):
        made = Field().unit("S1", "infantry", "0508").order("S1", order, facing="N", number=2)
        assert field_of(made, "S1", "0507", "0509") == [IN, OUT]


def test_a_bunker_gives_a_field_of_fire():
    """BAR-11.6m"""
    made = Field().unit("S1", "infantry", "0508", shelter="b1").built("b1", "bunker", "0508", facing="S")
    case = made.case(made.position("S3"))

    assert has_field(case, "S1")
    assert facing(case, "S1") == "S"
    assert field_of(made, "S1", "0509", "0507") == [IN, OUT]


def test_a_facing_that_is_not_known_leaves_it_open():
    """BAR-5.3b"""
    made = Field().unit("S1", "mg", "0508")

    assert field_of(made, "S1", "0509") == [Answer.OPEN]
