"""Chapters 6.1, 6.2, 7: movement points, roads and column, out of command, HQs, entering, the command radius."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Deed, Unit
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played


def field(kind: str = "tank", *, side: str = "german", hq: str = "1004", **more: object) -> Field:
    enemy = "french" if side == "german" else "german"
    made = Field().formation("F", side, hq=hq).formation("G", enemy, hq="0114")
    return made.unit("unit", kind, "F", "1005", **more)


def walk(made: Field, *path: str, column: bool = False, rulings: tuple[str, ...] = (), **position: object) -> Played:
    moves = [do.Move(units=("unit",), hex=place, column=column) for place in path]
    return made.play(made.position(acting="F").but(**position), *moves, rulings=rulings)


# -------------------------------------------------------------------------------------------------- movement points
def test_a_unit_spends_what_it_has_and_no_more():
    """BLZ-7.1a, BLZ-7.1b, BLZ-6.1a"""
    five = ("1006", "1007", "1008", "1009", "1010")

    assert walk(field(movement=5), *five).legal
    assert walk(field(movement=4), *five).last.rules == ("BLZ-7.1b",)
    assert walk(field(movement=5), *five).position.units["unit"].hex == "1010"


@pytest.mark.parametrize(
    ("kind", "terrain", "cost"),
    [("infantry", "woods", 2), ("tank", "woods", 4), ("armoured-car", "woods", 6), ("at-gun", "orchard", 4)],
)
def test_terrain_costs_as_the_chart_says(kind, terrain, cost):
    """BLZ-7.1e, BLZ-1.1d, BLZ-1.1e, BLZ-0.2b"""
    played = walk(field(kind, movement=6).ground("1006", terrain=terrain), "1006")

    assert played.position.deed("unit").spent == cost


def test_a_step_up_costs_more_and_a_step_down_does_not():
    """BLZ-7.1a"""
    made = field().ground("1006", level=1)

    assert walk(made, "1006").position.deed("unit").spent == 4
    assert walk(made, "1006", "1007").position.deed("unit").spent == 6


def test_nothing_is_carried_over_to_another_activation():
    """BLZ-X-89, BLZ-7.1b, BLZ-7.1c"""
    made = Field().formation("F", "german", hq="1004", activations=2).formation("G", "french", hq="0114")
    made.unit("unit", "infantry", "F", "1005", movement=2)

    assert walk(made, "1006", "1007").legal
    assert walk(made, "1006", "1007", "1008").last.rules == ("BLZ-7.1b",)


def test_one_hex_is_always_possible_as_the_whole_movement():
    """BLZ-7.1d"""
    made = field("armoured-car", movement=2).ground("1006", terrain="woods")

    assert walk(made, "1006").legal
    assert not walk(made, "1006", "1007").legal
    assert walk(made, "1105", "1106").legal


def test_nobody_enters_impassable_terrain():
    """BLZ-7.1e"""
    assert walk(field().ground("1006", terrain="impassable"), "1006").last.rules == ("BLZ-7.1e",)


def test_a_step_leads_into_the_next_hex_of_the_map():
    """BLZ-0.2a, BLZ-7.1a"""
    assert walk(field(), "1007").last.rules == ("BLZ-7.1a",)
    assert walk(field(), "pool").last.rules == ("BLZ-0.2a",)


def test_leaving_a_minefield_costs_more():
    """BLZ-10.1d"""
    assert walk(field(), "1006", mines=("1005",)).position.deed("unit").spent == 4
    assert walk(field(movement=2), "1006", "1007", mines=("1005",)).last.rules == ("BLZ-7.1b",)


def test_a_hex_with_enemy_units_is_entered_by_melee_only():
    """BLZ-9b"""
    made = field().unit("foe", "infantry", "G", "1006")

    assert walk(made, "1006").last.rules == ("BLZ-9b",)


def test_moving_in_on_a_lone_hq_is_disputed():
    """BLZ-9b"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1006")
    made.unit("unit", "tank", "F", "1005")

    assert walk(made, "1006").last.findings[0].ruling == "AMB-18"
    assert walk(made, "1006", rulings=("AMB-18=ruling",)).last.rules == ("BLZ-9b",)
    assert walk(made, "1006", rulings=("AMB-18=other",)).legal


# -------------------------------------------------------------------------------------------------- roads and column
def road(kind: str = "tank", **more: object) -> Field:
    made = field(kind, **more).ground("1006", "1007", "1008", "1009", terrain="woods")
    return made.ground(roads=("1005", "1006", "1007", "1008", "1009"))


def test_road_movement_needs_a_column():
    """BLZ-X-63, BLZ-7.2.1a, BLZ-7.2.1b"""
    path = ("1006", "1007", "1008")

    assert walk(road(movement=5), *path, column=True).legal
    assert walk(road(movement=5), *path, column=True).position.deed("unit").spent == 3
    assert set(walk(road(movement=5), *path).last.rules) == {"BLZ-7.1b", "BLZ-7.2.1a"}


def test_column_ends_where_the_road_is_left_and_when_the_movement_ends():
    """BLZ-7.2.1f"""
    made = road()
    made.unit("other", "tank", "F", "1004")
    marching = walk(made, "1006", column=True).position
    other = made.play(marching, do.Move(units=("other",), hex="0904")).position

    assert marching.deed("unit").column
    assert not walk(made, "1105", column=True).position.deed("unit").column
    assert not other.deed("unit").column
    assert walk(made, "1105", column=True).last.findings[0].rule == "BLZ-7.2.1f"


# ------------------------------------------------------------------------------------------- states of the unit
def test_out_of_command_half_the_points_are_left_but_always_one_hex():
    """BLZ-X-19, BLZ-6.2b, BLZ-7.1d"""
    made = field(movement=5, ooc=True)

    assert walk(made, "1006", "1007").legal
    assert walk(made, "1006", "1007", "1008").last.rules == ("BLZ-6.2b",)
    assert walk(field("infantry", movement=1, ooc=True), "1006").legal


def test_a_neutralised_unit_does_not_move():
    """BLZ-8.4a"""
    assert walk(field(neutralised=True), "1006").last.rules == ("BLZ-8.4a",)


def test_an_hq_moves_as_the_fastest_unit_and_half_as_far_when_neutralised():
    """BLZ-X-101, BLZ-3.2e, BLZ-8.4d, BLZ-8.4e"""
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="0114")
    made.unit("tank", "tank", "F", "1004", movement=5).unit("foot", "infantry", "F", "1004", movement=2)
    steps = [do.Move(units=("F HQ",), hex=place) for place in ("1006", "1007", "1008", "1009", "1010", "1011")]
    shaken = made.position(acting="F").unit("F HQ", neutralised=True)

    assert made.play(made.position(acting="F"), *steps[:5]).legal
    assert made.play(made.position(acting="F"), *steps).last.rules == ("BLZ-3.2e",)
    assert made.play(shaken, *steps[:2]).legal
    assert made.play(shaken, *steps[:3]).last.rules == ("BLZ-8.4d",)


def test_independent_units_do_not_speed_up_an_hq():
    """BLZ-3.2e"""
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="0114")
    made.unit("foot", "infantry", "F", "1004", movement=1).unit("gun", "at-gun", "F", "1004", independent=True)
    steps = [do.Move(units=("F HQ",), hex=place) for place in ("1006", "1007")]

    assert made.play(made.position(acting="F"), *steps).last.rules == ("BLZ-3.2e",)


def test_only_units_of_the_active_formation_move():
    """BLZ-5a, BLZ-2.2.2b"""
    made = (
        field().unit("foe", "tank", "G", "1010").formation("H", "german", hq="1104").unit("idle", "tank", "H", "1105")
    )
    start = made.position(acting="F")

    assert made.play(start, do.Move(units=("idle",), hex="1106")).last.rules == ("BLZ-5a",)
    assert made.play(start, do.Move(units=("foe",), hex="1011")).last.rules == ("BLZ-2.2.2b",), "it is told once"
    assert "BLZ-6.1h" in made.play(made.position(), do.Move(units=("unit",), hex="1006")).last.rules


# ------------------------------------------------------------------------------------------------------- stacking
def crowd(made: Field, place: str, count: int = 3) -> Field:
    for number in range(count):
        made.unit(f"company {number}", "infantry", "F", place)
    return made


def test_the_limit_holds_where_a_move_ends_and_not_before():
    """BLZ-X-61, BLZ-7.3a, BLZ-7.3b, BLZ-7.3c"""
    made = crowd(field(), "1006")
    made.unit("F HQ", "hq", "F", "1005")
    through = walk(made, "1006", "1007").position
    hq = made.play(through, do.Move(units=("F HQ",), hex="1006"), do.EndActivation())
    staying = made.play(walk(made, "1006").position, do.EndActivation())

    assert hq.legal
    assert staying.last.rules == ("BLZ-7.3a",)


def test_a_fourth_unit_must_have_gone_before_another_moves():
    """BLZ-7.3a"""
    made = crowd(field(), "1006").unit("other", "tank", "F", "1003")
    stopped, other = walk(made, "1006").position, do.Move(units=("other",), hex="1002")

    assert made.play(stopped, other).last.findings[0].ruling == "AMB-54"
    assert made.play(stopped, other, rulings=["AMB-54=ruling"]).last.rules == ("BLZ-7.3a",)


def test_of_a_stack_in_a_full_hex_who_goes_on_only_passes_through():
    """BLZ-7.3a, BLZ-7.3b"""
    on, end = do.Move(units=("unit",), hex="1007"), do.EndActivation()

    def played(others: int):
        made = crowd(field(), "1006", others).unit("mate", "tank", "F", "1005")
        return made.play(made.position(acting="F"), do.Move(units=("unit", "mate"), hex="1006"), on, end)

    assert played(2).legal
    assert played(3).last.rules == ("BLZ-7.3a",), "its comrade stays as the fourth"


def test_whether_a_company_aboard_counts_is_disputed():
    """BLZ-7.3a"""
    made = crowd(field("apc"), "1006", 2).unit("rider", "infantry", "F", "1005", aboard="unit")
    moved = walk(made, "1006")

    assert moved.position.units["rider"].hex == "1006"
    assert made.play(moved.position, do.EndActivation()).last.findings[0].ruling == "AMB-54"
    assert made.play(moved.position, do.EndActivation(), rulings=["AMB-54=other"]).legal


def test_a_stack_of_three_moves_together_from_one_hex():
    """BLZ-7.1f"""
    made = crowd(field(), "1005")
    made.unit("F HQ", "hq", "F", "1005").unit("apart", "infantry", "F", "1106")
    three = ("company 0", "company 1", "company 2")
    position = made.position(acting="F")

    assert made.play(position, do.Move(units=(*three, "F HQ"), hex="1006")).legal
    assert made.play(position, do.Move(units=(*three, "unit"), hex="1006")).last.rules == ("BLZ-7.1f",)
    assert made.play(position, do.Move(units=("unit", "apart"), hex="1006")).last.rules == ("BLZ-7.1f",)


def test_a_stack_goes_no_farther_than_its_slowest_unit():
    """BLZ-7.1f, BLZ-7.1b"""
    made = crowd(field(), "1005", 1)
    steps = [do.Move(units=("unit", "company 0"), hex=place) for place in ("1006", "1007", "1008")]

    assert made.play(made.position(acting="F"), *steps).last.rules == ("BLZ-7.1b",)


# ------------------------------------------------------------------------------------------------ command radius
@pytest.mark.parametrize(("side", "radius", "rule"), [("french", 2, "BLZ-3.4a"), ("german", 3, "BLZ-3.4b")])
def test_a_unit_does_not_stay_beyond_the_radius_of_its_hq(side, radius, rule):
    """BLZ-X-72, BLZ-3.4a, BLZ-3.4b"""
    made = field("tank", side=side, hq="1005")
    path = tuple(f"10{5 + step:02}" for step in range(1, radius + 2))
    far, near = walk(made, *path).position, walk(made, *path[:-1]).position

    assert made.play(near, do.EndActivation()).legal
    assert made.play(far, do.EndActivation()).last.findings[0].ruling == "AMB-08"
    assert made.play(far, do.EndActivation(), rulings=["AMB-08=strict"]).last.rules == (rule,)
    assert made.play(far, do.EndActivation(), rulings=["AMB-08=soft"]).legal


def test_the_hq_may_follow_or_leave_later():
    """BLZ-X-73, BLZ-3.5b"""
    made = field("tank", side="french", hq="1005")
    stray = walk(made, "1006", "1007", "1008").position
    followed = made.play(stray, do.Move(units=("F HQ",), hex="1006"), do.EndActivation())
    left = made.play(
        made.position(acting="F"),
        *(do.Move(units=("F HQ",), hex=f"10{row:02}") for row in (4, 3, 2)),
        do.EndActivation(),
    )

    assert followed.legal
    assert left.legal


def test_there_is_no_radius_while_the_hq_is_off_the_map():
    """BLZ-3.4a, BLZ-3.2j"""
    made = field("tank", side="french", hq="1005")
    made.unit("F HQ", "hq", "F", "")

    assert made.play(walk(made, "1006", "1007", "1008").position, do.EndActivation()).legal


def test_other_kinds_are_bound_only_if_players_settle_it_so():
    """BLZ-3.4b"""
    made = field("armoured-car", hq="1005", movement=6)
    far = walk(made, "1006", "1007", "1008", "1009").position
    wide = ["AMB-09=all", "AMB-08=strict"]

    assert made.play(far, do.EndActivation()).legal
    assert made.play(far, do.EndActivation(), rulings=wide).last.rules == ("BLZ-3.4b",)


# ------------------------------------------------------------------------------------------------------- entering
def test_an_entering_unit_pays_for_its_first_hex():
    """BLZ-7.1a"""
    made = field()
    position = made.position(acting="F")
    waiting = position.but(units={**position.units, "unit": Unit(formation="F")})
    played = made.play(waiting, do.Enter(unit="unit", hex="1001"), do.Move(units=("unit",), hex="1002"))

    assert played.legal
    assert played.position.deed("unit").spent == 4
    assert played.position.units["unit"].hex == "1002"


def test_entering_costs_nothing_as_others_read_it():
    """BLZ-7.1a"""
    made = field()
    position = made.position(acting="F")
    waiting = position.but(units={**position.units, "unit": Unit(formation="F")})
    entered = made.play(waiting, do.Enter(unit="unit", hex="1001"), rulings=["AMB-46=other"])

    assert entered.position.deed("unit").spent == 0


# ------------------------------------------------------------------------------------------------------- transport
def carrier(side: str = "german") -> Field:
    return field("apc", side=side).unit("company", "infantry", "F", "1005").unit("tank", "tank", "F", "1005")


LOAD = do.Load(unit="company", carrier="unit")


def test_a_company_rides_after_loading_and_has_half_its_points():
    """BLZ-6.1f"""
    made = carrier()
    loaded = made.play(made.position(acting="F"), LOAD)
    steps = [do.Move(units=("unit",), hex=place) for place in ("1006", "1007", "1008")]

    assert loaded.legal
    assert made.play(loaded.position, *steps[:2]).legal
    assert made.play(loaded.position, *steps[:2]).position.units["company"].hex == "1007"
    assert made.play(loaded.position, *steps).last.findings[0].ruling == "AMB-45"
    assert made.play(loaded.position, *steps, rulings=["AMB-45=ruling"]).last.rules == ("BLZ-6.1f",)


def test_only_germans_load():
    """BLZ-X-79, BLZ-6.1f"""
    made = carrier("french")

    assert made.play(made.position(acting="F"), LOAD).last.rules == ("BLZ-6.1f",)


def test_only_infantry_in_the_hex_rides_and_only_on_a_free_carrier():
    """BLZ-6.1f, BLZ-12.1.5c"""
    made = carrier().unit("far", "infantry", "F", "1006").unit("second", "infantry", "F", "1005")
    position = made.position(acting="F")
    loaded = made.play(position, LOAD).position

    assert made.play(position, do.Load(unit="tank", carrier="unit")).last.rules == ("BLZ-6.1f",)
    assert made.play(position, do.Load(unit="company", carrier="tank")).last.rules == ("BLZ-6.1f",)
    assert made.play(position, do.Load(unit="far", carrier="unit")).last.rules == ("BLZ-6.1f",)
    assert "BLZ-6.1f" in made.play(loaded, do.Load(unit="second", carrier="unit")).last.rules


def test_a_company_aboard_moves_with_its_carrier_only():
    """BLZ-6.1f, BLZ-7.1e"""
    made = carrier()
    aboard = made.position(acting="F").unit("company", aboard="unit")

    assert made.play(aboard, do.Move(units=("company",), hex="1006")).last.rules == ("BLZ-6.1f",)
    assert made.play(aboard, do.Unload(unit="company"), do.Move(units=("company",), hex="1006")).legal
    assert made.play(made.position(acting="F"), do.Unload(unit="company")).last.rules == ("BLZ-6.1f",)


def test_loading_is_an_action_and_comes_first():
    """BLZ-5.2c, BLZ-6.1f, BLZ-8.4e"""
    made = carrier()
    position = made.position(acting="F")
    fired = position.acts(deeds={"company": Deed(fired="full")})
    moved = made.play(position, do.Move(units=("unit", "company"), hex="1006"), LOAD)

    assert made.play(fired, LOAD).last.rules == ("BLZ-5.2c",)
    assert made.play(position.unit("company", neutralised=True), LOAD).last.rules == ("BLZ-8.4e",)
    assert moved.legal
    assert moved.last.findings[0].why == "transport.late"


# -------------------------------------------------------------------------------------------------- fire and movement
def test_who_has_fired_at_full_strength_does_not_move():
    """BLZ-6.1i"""
    made = field(movement=5)
    full, reduced, unsaid = (made.position(acting="F").acts(deeds={"unit": Deed(fired=how)}) for how in
                             ("full", "reduced", "open"))  # fmt: skip
    steps = [do.Move(units=("unit",), hex=f"10{row:02}") for row in (6, 7, 8, 9)]

    assert made.play(full, steps[0]).last.rules == ("BLZ-6.1i",)
    assert made.play(reduced, *steps[:3]).legal
    assert made.play(reduced, *steps).last.rules == ("BLZ-6.1c",)
    assert made.play(unsaid, steps[0]).last.verdict == "undecided"


def test_the_one_hex_together_with_fire_is_worth_a_remark():
    """BLZ-7.1d"""
    made = field("armoured-car", movement=2).ground("1006", terrain="woods")
    fired = made.position(acting="F").acts(deeds={"unit": Deed(fired="reduced")})
    step = do.Move(units=("unit",), hex="1006")

    assert made.play(fired, step).legal
    assert made.play(fired, step).last.findings[0].why == "move.one-hex-and-fire"
    assert made.play(fired, step, rulings=["AMB-59=other"]).last.rules == ("BLZ-6.1c",)
