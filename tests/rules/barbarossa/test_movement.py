"""Movement: along the route, one hex at a time, over ground that bears it (chapters 8, 11 and 12)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.movement.passage import allowance
from rules.barbarossa.state.model import Structure
from rules.engine.actions import Action
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played


def march(
    kind: str = "infantry", route: tuple[str, ...] = ("0505", "0504"), order: str = "march", **state: object
) -> Field:
    """G1 in 0506 with a route to the north."""
    return Field().unit("G1", kind, "0506", **state).order("G1", order, route=route)


def walk(made: Field, *hexes: str, unit: str = "G1", step: str = "S10", rulings: tuple[str, ...] = ()) -> Played:
    """What is said of the steps of a unit."""
    fights = step == "S6"
    steps = tuple(do.Step(unit=unit, hex=place, fights=fights) for place in hexes)
    return made.play(made.at(step), *steps, rulings=rulings)


def leaves(made: Field, *before: Action, step: str = "S10") -> Played:
    """What is said when the step ends after these actions."""
    following = {"S6": "S7", "S9": "S10", "S10": "S11"}[step]
    return made.play(made.at(step), *before, do.Advance(to=following))


# ------------------------------------------------------------------------------------------------- when, and whither
def test_a_route_is_walked_in_step_10():
    """BAR-8.0c, BAR-8.0d, BAR-8.0e, BAR-4.4k"""
    assert walk(march(), "0505", "0504").legal
    assert "BAR-4.3c" in walk(march(), "0505", step="S8").rules
    assert "BAR-8.0c" in walk(march(order="defend"), "0505").rules


def test_an_assault_moves_in_step_6():
    """BAR-8.0c, BAR-4.4g"""
    made = march(order="assault", route=("0505",))
    assert walk(made, "0505", step="S6").legal
    assert "BAR-4.3c" in walk(made, "0505").rules


def test_who_waits_does_not_move():
    """BAR-8.6a"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "wait")
    assert "BAR-8.6a" in walk(made, "0505").rules
    assert made.play(made.at("S10"), do.Advance(to="S11")).legal


def test_an_order_that_nobody_opened_is_not_judged():
    """BAR-8.0c, BAR-4.3a"""
    made = Field().unit("G1", "infantry", "0506").order("G1")
    ruling = walk(made, "0505").rulings[0]
    assert ruling.verdict == "undecided"


def test_the_route_is_followed_exactly():
    """BAR-8.0e, BAR-1.1c"""
    assert "BAR-8.0e" in walk(march(), "0605").rules
    assert "BAR-8.0e" in walk(march(), "0505", "0504", "0503").rules
    assert "BAR-1.1c" in walk(march(), "9999").rules


def test_steps_lead_to_neighbours():
    """BAR-8.0d"""
    assert "BAR-8.0d" in walk(march(), "0504").rules
    assert walk(march(), "0505").legal


def test_nobody_stops_without_being_made_to():
    """BAR-8.0e"""
    stop = do.Step(unit="G1", hex="0505")
    assert "BAR-8.0e" in leaves(march(), stop, do.Halt(unit="G1")).rules
    assert "BAR-8.0e" in leaves(march(), stop).rules
    assert leaves(march(), stop, do.Step(unit="G1", hex="0504")).legal


def test_an_enemy_in_the_way_stops_the_march():
    """BAR-8.1a, BAR-8.0e"""
    made = march().unit("S1", "infantry", "0504").order("S1", "wait")
    stopped = leaves(made, do.Step(unit="G1", hex="0505"), do.Halt(unit="G1"))
    assert stopped.legal
    assert "BAR-8.1a" in walk(made, "0505", "0504").rules


def test_two_enemies_that_meet_stop_before_each_other():
    """BAR-8.1b, BAR-8.1c"""
    made = march(route=("0505",)).unit("S1", "infantry", "0504").order("S1", "march", route=("0505",))
    assert "BAR-8.1c" in walk(made, "0505").rules
    assert leaves(made, do.Halt(unit="G1"), do.Halt(unit="S1")).legal


def test_following_an_enemy_that_leaves_is_allowed():
    """BAR-8.1b, BAR-8.1c"""
    made = march(route=("0505",)).unit("S1", "infantry", "0505").order("S1", "march", route=("0504",))
    played = made.play(made.at("S10"), do.Step(unit="S1", hex="0504"), do.Step(unit="G1", hex="0505"))
    assert played.legal


def test_all_move_at_once():
    """BAR-8.0d"""
    made = march(route=("0505", "0504")).unit("S1", "infantry", "0304").order("S1", "march", route=("0404", "0504"))
    ahead = walk(made, "0505", "0504")
    assert "BAR-8.0d" in ahead.rules
    far = march(route=("0505", "0504")).unit("S1", "infantry", "1202").order("S1", "march", route=("1203",))
    assert walk(far, "0505", "0504").legal


def test_who_was_stopped_does_not_go_on():
    """BAR-8.1c"""
    made = march(route=("0505", "0504")).unit("S1", "infantry", "0504").order("S1", "wait")
    played = made.play(
        made.at("S10"), do.Step(unit="G1", hex="0505"), do.Halt(unit="G1"), do.Step(unit="G1", hex="0504")
    )
    assert "BAR-8.1a" in played.last.rules


def test_who_withdraws_goes_one_hex():
    """BAR-5.8c"""
    made = march(bound=("S1",)).unit("S1", "infantry", "0506", bound=("G1",))
    assert walk(made, "0505").legal
    assert "BAR-5.8c" in walk(made, "0505", "0504").rules


# ---------------------------------------------------------------------------------------------------------- smoke
def test_smoke_stops_everybody():
    """BAR-6.4g, BAR-6.4i"""
    laid = march().built("smoke.1", "smoke", "0504", laid=2)
    assert "BAR-6.4i" in walk(laid, "0505", "0504").rules
    assert walk(laid, "0505").rulings[0].verdict == "undecided"
    assert walk(laid, "0505", rulings=("BAR-A13=up-to",)).legal
    assert "BAR-6.4i" in walk(laid, "0505", rulings=("BAR-A13=still",)).rules
    assert leaves(laid, do.Halt(unit="G1")).legal
    assert "BAR-6.4g" in walk(march(smoked=2), "0505").rules
    assert walk(march(smoked=1), "0505").legal


# --------------------------------------------------------------------------------------------------------- ground
@pytest.mark.parametrize(
    ("terrain", "kind", "rule"),
    [
        ("light_woods", "truck", "BAR-12.3c"),
        ("light_woods", "halftrack", "BAR-12.3c"),
        ("light_woods", "light", ""),
        ("light_woods", "infantry", ""),
        ("forest", "light", "BAR-12.4e"),
        ("forest", "infantry", ""),
        ("swamp", "infantry", "BAR-12.5b"),
        ("river", "infantry", "BAR-12.6b"),
        ("field", "truck", ""),
        ("village", "medium", ""),
    ],
)
def test_ground_bars_some_types(terrain: str, kind: str, rule: str):
    """BAR-12.3c, BAR-12.4e, BAR-12.5b, BAR-12.6b, BAR-12.6a, BAR-12.9d, BAR-12.10d"""
    made = march(kind, route=("0505",), order="cautious_move").ground("0505", terrain=terrain)
    said = walk(made, "0505")
    assert (rule in said.rules) if rule else said.legal


def test_special_units_pass_swamp_and_river():
    """BAR-12.5b, BAR-12.6b"""
    for terrain, ability in (("swamp", "crosses_swamp"), ("river", "crosses_rivers")):
        made = march(route=("0505",), order="cautious_move", abilities=(ability,)).ground("0505", terrain=terrain)
        assert walk(made, "0505").legal


@pytest.mark.parametrize(("terrain", "kind"), [("forest", "truck"), ("swamp", "light"), ("light_woods", "truck")])
def test_a_road_leads_through(terrain: str, kind: str):
    """BAR-12.7d, BAR-12.7e, BAR-12.4e, BAR-12.3c"""
    made = march(kind, route=("0505",)).ground("0505", terrain=terrain).ground(road=("0506", "0505"))
    assert walk(made, "0505").legal
    beside = march(kind, route=("0505",)).ground("0505", terrain=terrain).ground(road=("0605", "0505"))
    assert not walk(beside, "0505").legal


def test_a_bridge_and_a_pontoon_cross_the_river():
    """BAR-11.1a, BAR-11.7b, BAR-12.6b"""
    for kind in ("bridge", "pontoon"):
        made = march("medium", route=("0505",)).ground("0505", terrain="river").built("b", kind, "0505")
        assert walk(made, "0505").legal


def test_a_destroyed_bridge_bears_no_march():
    """BAR-11.2b; BAR-A50 asks whether it bears others"""
    made = march(route=("0505",)).ground("0505", terrain="river").built("b", "destroyed-bridge", "0505")
    assert "BAR-11.2b" in walk(made, "0505").rules
    other = march(route=("0505",), order="cautious_move").ground("0505", terrain="river")
    other.built("b", "destroyed-bridge", "0505")
    assert walk(other, "0505").rulings[0].verdict == "undecided"


def test_a_cleared_path_leads_through_forest():
    """BAR-7.17d, BAR-12.4e"""
    made = march("truck", route=("0505",), order="cautious_move").ground("0505", terrain="forest")
    assert "BAR-12.4e" in walk(made, "0505").rules
    assert walk(made.built("p", "path", "0505"), "0505").legal


def test_obstacles_on_hexsides():
    """BAR-11.3c, BAR-11.4d, BAR-10.2a, BAR-10.2b"""
    for kind, rule in (("infantry", "BAR-11.3c"), ("truck", "BAR-11.3c"), ("light", ""), ("halftrack", "")):
        made = march(kind, route=("0505",), order="cautious_move").built("w", "wire", "0506", side="0505")
        said = walk(made, "0505")
        assert (rule in said.rules) if rule else said.legal
        assert ("w" in said.position.structures) is (kind != "light")
    for kind, rule in (("infantry", ""), ("truck", "BAR-11.4d"), ("medium", "BAR-11.4d")):
        made = march(kind, route=("0505",), order="cautious_move").built("t", "teeth", "0505", side="0506")
        said = walk(made, "0505")
        assert (rule in said.rules) if rule else said.legal


# -------------------------------------------------------------------------------------------------- forest, slopes
def test_infantry_goes_one_hex_in_forest():
    """BAR-12.4f"""
    deep = march(route=("0505", "0504")).ground("0505", "0504", terrain="forest")
    assert "BAR-12.4f" in walk(deep, "0505", "0504").rules
    assert walk(deep, "0505").legal
    road = march(route=("0505", "0504")).ground("0505", "0504", terrain="forest").ground(road=("0506", "0505", "0504"))
    assert walk(road, "0505", "0504").legal
    touching = march(route=("0505", "0504")).ground("0504", terrain="forest")
    assert walk(touching, "0505", "0504").rulings[1].verdict == "undecided"
    assert "BAR-12.4f" in walk(touching, "0505", "0504", rulings=("BAR-A14=one",)).rules


@pytest.mark.parametrize(
    ("level", "kind", "rule"),
    [(1, "truck", ""), (2, "infantry", ""), (2, "light", "BAR-12.12b"), (3, "light", "BAR-12.12d")],
)
def test_slopes_bar_some_types(level: int, kind: str, rule: str):
    """BAR-12.11a, BAR-12.11b, BAR-12.12b, BAR-12.12d"""
    made = march(kind, route=("0505",), order="cautious_move").ground("0505", level=level)
    said = walk(made, "0505")
    assert (rule in said.rules) if rule else said.legal


def test_mountain_troops_climb_cliffs():
    """BAR-12.12d"""
    made = march("infantry", route=("0505",), abilities=("climbs",)).ground("0505", level=3)
    assert walk(made, "0505").legal


@pytest.mark.parametrize(
    ("levels", "rule"), [((0, 1), "BAR-12.12a"), ((1, 1), "BAR-12.12a"), ((2, 2), "BAR-12.12c"), ((-1, -1), "")]
)
def test_a_climb_is_the_only_step(levels: tuple[int, int], rule: str):
    """BAR-12.12a, BAR-12.12c"""
    made = march().ground("0505", level=levels[0]).ground("0504", level=levels[1])
    said = walk(made, "0505", "0504")
    assert (rule in said.rules) if rule else said.legal


def test_a_ford_takes_a_round_in_and_a_round_out():
    """BAR-12.15a, BAR-12.15b, BAR-12.15c, BAR-12.15d"""
    into = march(route=("0505",)).ground("0505", terrain="ford")
    assert walk(into, "0505").legal
    beyond = march(route=("0505", "0504")).ground("0505", terrain="ford")
    assert "BAR-12.15c" in walk(beyond, "0505", "0504").rules
    late = march(route=("0505", "0504")).ground("0504", terrain="ford")
    assert "BAR-12.15a" in walk(late, "0505", "0504").rules
    away = march(route=("0505", "0504")).ground("0506", terrain="ford")
    assert walk(away, "0505").legal
    assert "BAR-12.15d" in walk(away, "0505", "0504").rules


# ------------------------------------------------------------------------------------------------------- how far
@pytest.mark.parametrize(
    ("kind", "bonus"),
    [("infantry", 1), ("truck", 3), ("halftrack", 2), ("light", 2), ("medium", 2), ("howitzer", 0)],
)
def test_a_march_along_the_road_leads_farther(kind: str, bonus: int):
    """BAR-8.5e, BAR-8.5g, BAR-12.7b"""
    route = ("0505", "0504")
    orders = {"march": {"movement": 3}, "cautious_move": {"movement": 2}}
    made = Field().unit("G1", kind, "0506", orders=orders).ground(road=("0506", *route))
    case = made.case(made.position("REVEAL"))
    along = allowance(case, "G1", "march", "0506", route)
    assert along is not None
    assert along.ours == 3 + bonus
    partly = allowance(case, "G1", "march", "0506", ("0505", "0605"))
    assert partly is not None
    assert partly.ours == 3
    careful = allowance(case, "G1", "cautious_move", "0506", route)
    assert careful is not None
    assert careful.ours == 2


def test_a_bridge_on_the_way_makes_the_bonus_doubtful():
    """BAR-11.1b, BAR-8.5e"""
    made = Field().unit("G1", "truck", "0506").ground("0505", terrain="river").built("b", "bridge", "0505")
    found = allowance(made.case(made.position("REVEAL")), "G1", "march", "0506", ("0505", "0504"))
    assert found is not None
    assert found.most - found.ours == 3


@pytest.mark.parametrize(
    ("kind", "terrain", "each"),
    [
        ("infantry", "field", 1),
        ("truck", "field", 2),
        ("medium", "field", 2),
        ("light", "light_woods", 1),
        ("infantry", "light_woods", 0),
    ],
)
def test_fields_and_light_woods_cost_range(kind: str, terrain: str, each: int):
    """BAR-12.3d, BAR-12.3e, BAR-12.8d, BAR-12.8e"""
    orders = {"cautious_move": {"movement": 6}}
    made = Field().unit("G1", kind, "0506", orders=orders).ground("0505", "0504", terrain=terrain)
    found = allowance(made.case(made.position("REVEAL")), "G1", "cautious_move", "0506", ("0505", "0504"))
    assert found is not None
    assert (found.ours, found.most) == (6 - 2 * each, 6 - each)
    slow = Field().unit("G1", kind, "0506", orders={"cautious_move": {"movement": 1}}).ground("0505", terrain=terrain)
    least = allowance(slow.case(slow.position("REVEAL")), "G1", "cautious_move", "0506", ("0505",))
    assert least is not None
    assert least.ours == 1


def test_a_march_by_road_may_name_its_ends_only():
    """BAR-8.5f, BAR-8.0e"""
    made = march(route=("0504",)).ground(road=("0506", "0505", "0504"))
    assert walk(made, "0505", "0504").legal
    assert "BAR-8.5f" in walk(made, "0605").rules


def test_structures_are_found_on_either_side_of_a_hexside():
    """BAR-11.3b, BAR-11.4b"""
    made = march().built("w", "wire", "0505", side="0506")
    position = made.position("S10")
    assert position.between("0506", "0505", "wire") == position.between("0505", "0506", "wire") == ("w",)
    assert isinstance(position.structures["w"], Structure)
