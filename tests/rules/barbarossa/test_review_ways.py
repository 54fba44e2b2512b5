"""What honest players do with routes and with dragged models (6.1, 8.0)."""

from rules.barbarossa import actions as do
from tests.rules.barbarossa.field import Field


def test_a_route_may_begin_with_the_hex_in_which_the_unit_stands():
    """BAR-8.0e"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0506", "0505", "0504"))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    assert made.play(made.at("S10"), *steps, do.Advance(to="S11")).legal


def test_routes_that_cross_at_different_times_may_be_walked_one_after_the_other():
    """BAR-8.0d"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0505", "0504"))
    made.unit("S1", "infantry", "0405").order("S1", "march", route=("0504",))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    assert "BAR-8.0d" not in made.play(made.at("S10"), *steps).rules


def test_a_mover_is_fired_at_on_its_way_even_if_it_stands_at_its_goal():
    """BAR-6.1g"""
    made = Field().unit("G1", "truck", "0503").order("G1", "march", route=("0603", "0703", "0803", "0903", "1003"))
    made.unit("S1", "infantry", "0505").order("S1", "defend", facing="NE", number=2)
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0603", "0703", "0803", "0903", "1003"))
    played = made.play(made.at("S10"), *steps, do.Fire(unit="S1", target="G1", kind="defend"))
    assert "BAR-3.12g" not in played.last.rules
    assert "BAR-5.3c" not in played.last.rules
