"""Chapters 5.1, 6.1 to 6.3, 8.7, 10.3, 10.4: fire, its dice, its hits, and what it makes due."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Fire, Mark, Out
from rules.barbarossa.harm import hit
from rules.barbarossa.model import Position
from rules.barbarossa.values import melee_dice
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

HITS = {0: (6, 6, 6), 1: (1, 6, 6), 2: (1, 1, 6), 3: (1, 1, 1)}


def roll(who: str, *dice: int) -> Roll:
    return Roll(purpose="FIRE", who=who, dice=dice)


def throw(who: str, count: int, hits: int) -> Roll:
    """So many dice of which so many are ones."""
    return roll(who, *(1,) * hits, *(6,) * (count - hits))


def duel() -> Field:
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    return made.order("S1", "open_fire", target="G1").order("G1", "open_fire", target="S1")


def at_range(kind: str, target: str = "infantry", there: str = "0503", **more: object) -> Field:
    return Field().unit("S1", kind, "0505", **more).unit("G1", target, there).order("S1", "open_fire", target="G1")


def fire(unit: str = "S1", target: str = "G1", **more: object) -> Fire:
    return Fire(unit=unit, target=target, **more)


def shoot(made: Field, *actions: object, step: str = "S3", rulings: tuple[str, ...] = ()) -> Played:
    return made.play(made.at(step), *(actions or (fire(),)), rulings=rulings)


# ------------------------------------------------------------------------------------------------- the nine steps
def test_a_platoon_of_t26_fires_at_a_pz2():
    """BAR-EX-05, BAR-5.1a, BAR-5.1b, BAR-5.1c, BAR-5.1d, BAR-5.1e, BAR-5.1f, BAR-5.1g, BAR-5.1h, BAR-5.1n, BAR-3.11b"""
    made = at_range("light", "pz2")
    played = shoot(made, fire(dice=7, accuracy=2), roll("S1", 1, 1, 2, 4, 4, 5, 5))

    assert played.legal
    assert (played.position.units["G1"].losses, played.position.units["G1"].absorbed) == (1, 2)
    assert played.position.units["S1"].ammo == 7
    marked = made.play(
        played.position,
        Mark(unit="G1", what="losses", value=1),
        Mark(unit="S1", what="ammo", value=7),
        do.Advance(to="S4"),
    )
    assert marked.legal
    assert made.play(marked.position, do.Advance(to="S5")).rules == ("BAR-4.4e",)


def test_exactly_the_dice_of_the_firepower_are_rolled():
    """BAR-5.1e, BAR-3.11a, BAR-3.11b"""
    assert shoot(at_range("light", "pz2"), fire(), roll("S1", 1, 1, 2, 4)).rules == ("BAR-5.1e",)
    assert shoot(at_range("light", "pz2"), fire(dice=6)).rules == ("BAR-3.11a",)


def test_losses_move_one_column_to_the_right():
    """BAR-3.11c, BAR-3.3a"""
    assert shoot(at_range("light", "pz2", losses=1), fire(dice=5)).legal
    assert shoot(at_range("light", "pz2", losses=1), fire(dice=7)).rules == ("BAR-3.11a",)


def test_a_row_that_is_too_short_counts_by_its_last_column():
    """BAR-3.11c"""
    made = at_range("light", "pz2", losses=2, targets={"light_tank": [7, 5]})

    assert shoot(made, fire(dice=5)).legal


def test_simultaneous_losses_do_not_lower_firepower():
    """BAR-EX-04, BAR-EX-12, BAR-4.3d, BAR-4.3e, BAR-6.3e, BAR-6.3f, BAR-6.3g, BAR-6.3b"""
    made = duel()
    played = shoot(made, fire(dice=10), throw("S1", 10, 4), fire("G1", "S1", dice=10), throw("G1", 10, 3))

    assert played.legal
    units = played.position.units
    assert (units["G1"].losses, units["S1"].losses, units["S1"].ammo, units["G1"].ammo) == (2, 1, 5, 5)
    wrong = shoot(made, fire(), throw("S1", 10, 4), fire("G1", "S1", dice=6))
    assert wrong.rules == ("BAR-3.11a",)


def test_a_destroyed_unit_still_fires_in_the_same_step():
    """BAR-6.3e, BAR-3.3d, BAR-4.3e"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", losses=4)
    made.order("S1", "open_fire", target="G1").order("G1", "open_fire", target="S1")
    played = shoot(made, fire(), throw("S1", 10, 3), Out(piece="G1"), fire("G1", "S1", dice=2), throw("G1", 2, 2))

    assert played.legal
    assert played.position.units["G1"].out


def test_nobody_has_to_fire_at_who_is_destroyed_already():
    """BAR-6.3f, BAR-3.3d"""
    made = pool().unit("G1", "infantry", "0504", losses=4)
    played = shoot(made, fire(), throw("S1", 10, 3), Mark(unit="S1", what="ammo", value=5))
    marks = (Mark(unit="G1", what="losses", value=5), Out(piece="G1"), do.Advance(to="S4"))

    assert made.play(played.position, *marks).legal
    assert made.play(played.position, fire("S2"), *marks[:2]).legal


def test_the_last_loss_destroys():
    """BAR-EX-02, BAR-3.3c, BAR-3.3d"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503", size=2, losses=1, defence=0)
    made.order("S1", "open_fire", target="G1")
    played = shoot(made, fire(), throw("S1", 10, 1), Mark(unit="S1", what="ammo", value=5))
    left = made.play(played.position, Mark(unit="G1", what="losses", value=2), do.Advance(to="S4"))

    assert left.rules == ("BAR-3.3d",)
    assert made.play(
        played.position, Mark(unit="G1", what="losses", value=2), Out(piece="G1"), do.Advance(to="S4")
    ).legal


def test_nothing_goes_off_the_board_without_cause():
    """BAR-3.3d"""
    assert shoot(duel(), Out(piece="G1")).rules == ("BAR-3.3d",)


# -------------------------------------------------------------------------------------------------- pooled hits
def pool() -> Field:
    made = (
        Field().unit("S1", "infantry", "0505").unit("S2", "infantry", "0604").unit("G1", "infantry", "0504", defence=3)
    )
    return made.order("S1", "open_fire", target="G1").order("S2", "open_fire", target="G1")


def test_hits_of_a_step_are_pooled():
    """BAR-IN-02, BAR-5.1l, BAR-5.1k, BAR-5.1j, BAR-3.5b"""
    made = pool()
    shots = (fire(), throw("S1", 10, 2), fire("S2"), throw("S2", 10, 2))
    played = shoot(made, *shots, Mark(unit="G1", what="defence", value=0), Mark(unit="G1", what="losses", value=1))

    assert played.legal
    assert played.position.units["G1"].losses == 1
    between = shoot(made, fire(), throw("S1", 10, 2), Mark(unit="G1", what="defence", value=1), fire("S2"))
    assert between.legal


def test_a_test_between_two_shots_comes_too_early():
    """BAR-IN-02, BAR-4.4e"""
    early = shoot(pool(), fire(), throw("S1", 10, 2), Roll(purpose="TEST", who="G1", dice=(3, 3)))

    assert early.rules == ("BAR-4.4e",)
    lossy = shoot(pool(), fire(), throw("S1", 10, 5), Roll(purpose="TEST", who="G1", dice=(3, 3)))
    assert lossy.rules == ("BAR-4.4e",)


@pytest.mark.parametrize("values", [(3,), (1, 3), (1, 2, 3), (2, 3)])
def test_losses_are_marked_at_once_or_bit_by_bit(values: tuple[int, ...]):
    """BAR-3.3c, BAR-3.7a"""
    made = pool()
    played = shoot(
        made, fire(), throw("S1", 10, 6), Mark(unit="S1", what="ammo", value=5), fire("S2"), throw("S2", 10, 0)
    )
    marks = (Mark(unit="G1", what="losses", value=value) for value in values)
    after = made.play(played.position, *marks, Mark(unit="S2", what="ammo", value=5), do.Advance(to="S4"))

    assert after.legal


def test_losses_that_are_not_marked_are_missed():
    """BAR-3.3c"""
    made = pool()
    played = shoot(made, fire(), throw("S1", 10, 6), fire("S2"), throw("S2", 10, 0))
    marks = (Mark(unit="S1", what="ammo", value=5), Mark(unit="S2", what="ammo", value=5))

    assert made.play(played.position, *marks, do.Advance(to="S4")).rules == ("BAR-3.3c",)
    assert made.play(played.position, Mark(unit="G1", what="losses", value=4)).rules == ("BAR-3.3c",)
    part = made.play(played.position, *marks, Mark(unit="G1", what="losses", value=2), do.Advance(to="S4"))
    assert part.rules == ("BAR-3.3c",)


def test_defence_carries_through_the_round_and_is_whole_in_the_next():
    """BAR-IN-01, BAR-3.5c, BAR-3.5d, BAR-5.1m, BAR-3.5a"""
    made = Field().unit("G1", "infantry", "0504", size=3).unit("S1", "infantry", "0505").unit("S2", "infantry", "0604")
    made.order("S1", "suppressive_fire", target="G1").order("S2", "open_fire", target="G1")
    first = shoot(made, fire(kind="suppress"), throw("S1", 15, 1), step="S2").position
    assert (first.units["G1"].absorbed, first.units["G1"].losses) == (1, 0)
    later = made.play(first, do.Advance(to="S3"), fire("S2"), throw("S2", 10, 2)).position
    assert (later.units["G1"].absorbed, later.units["G1"].losses) == (2, 1)
    fresh = made.play(later.but(stack=("S12",)), do.Advance(to="PLANNING")).position
    assert (fresh.units["G1"].absorbed, fresh.units["G1"].losses) == (0, 1)


# -------------------------------------------------------------------------------------------------- target types
TABLE = {"infantry": [6], "vehicle": [4], "armoured_vehicle": []}


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("infantry", ""),
        ("truck", ""),
        ("halftrack", "BAR-3.10b"),
        ("light", "BAR-3.10a"),
        ("medium", "BAR-3.10a"),
        ("mortar", "BAR-3.10a"),
        ("stuka", "BAR-3.10a"),
    ],
)
def test_only_listed_types_are_shot_at(kind: str, rule: str):
    """BAR-EX-01, BAR-3.10a, BAR-3.10b"""
    made = at_range("infantry", kind, targets=TABLE, accuracy=(1, 1, 1))

    assert shoot(made).rules == ((rule,) if rule else ())


# ------------------------------------------------------------------------------------------------ range and hills
def test_beyond_the_diagram_there_is_no_attack():
    """BAR-IN-03, BAR-3.12g, BAR-3.12a, BAR-3.12c, BAR-12.14c, BAR-12.14d, BAR-3.12f"""
    made = Field().unit("S1", "infantry", "0509", accuracy=(3, 3, 3, 2, 1)).unit("G1", "infantry", "0504")
    made.order("S1", "open_fire", target="G1")
    assert shoot(made).rules == ("BAR-3.12g",)

    made.ground("0509", level=1)
    assert shoot(made, fire(accuracy=1)).legal
    assert shoot(made, fire(accuracy=2)).rules == ("BAR-3.12c",)

    made.ground("0509", level=2).ground("0504", level=1)
    ruled = shoot(made)
    assert ruled.last.verdict == "undecided"
    assert ruled.last.findings[0].ruling == "BAR-A09"
    assert shoot(made, rulings=("BAR-A09=all_attacks",)).legal
    assert shoot(made, rulings=("BAR-A09=down_to_ground",)).rules == ("BAR-3.12g",)


def test_an_x_bars_its_distance():
    """BAR-3.12e"""
    near = at_range("mortar", there="0504", facing="N")

    assert shoot(near).rules == ("BAR-3.12e",)
    assert shoot(at_range("mortar", there="0503", facing="N")).legal


def test_from_a_hill_the_accuracies_move_one_field():
    """BAR-12.14d"""
    made = at_range("light", "pz2").ground("0505", level=1)

    assert shoot(made, fire(accuracy=3)).legal
    assert shoot(made, fire(accuracy=2)).rules == ("BAR-3.12c",)
    beside = at_range("light", "pz2", "0504").ground("0505", level=1)
    assert shoot(beside, fire(accuracy=3)).legal
    assert shoot(beside, fire(accuracy=2)).last.verdict == "undecided"


# ---------------------------------------------------------------------------------------------- sight, field, cover
def test_fire_needs_a_line_of_sight():
    """BAR-5.2a"""
    assert shoot(at_range("light", "pz2").ground("0504", terrain="scrub")).rules == ("BAR-5.2a",)
    assert shoot(at_range("light", "pz2").ground("0503", terrain="scrub")).legal


@pytest.mark.parametrize(("there", "rules"), [("0506", ()), ("0509", ("BAR-5.3c",))])
def test_a_machine_gun_fires_ahead_only(there: str, rules: tuple[str, ...]):
    """BAR-EX-07, BAR-IN-103, BAR-5.3b, BAR-5.3c, BAR-5.3d"""
    made = (
        Field().unit("S1", "mg", "0508", facing="N").unit("G1", "infantry", there).order("S1", "open_fire", target="G1")
    )

    assert shoot(made).rules == rules


def test_the_border_of_the_field_of_fire_is_open():
    """BAR-IN-103, BAR-5.3b"""
    made = (
        Field()
        .unit("S1", "mg", "0508", facing="N")
        .unit("G1", "infantry", "0607")
        .order("S1", "open_fire", target="G1")
    )
    found = shoot(made).last

    assert found.verdict == "undecided"
    assert found.findings[0].ruling == "BAR-A39"
    assert shoot(made, rulings=("BAR-A39=sixty",)).legal


def test_who_has_no_field_of_fire_fires_all_round():
    """BAR-5.3e"""
    made = Field().unit("S1", "infantry", "0508").unit("G1", "infantry", "0509").order("S1", "open_fire", target="G1")

    assert shoot(made).legal


@pytest.mark.parametrize("wooded", ["0505", "0504"])
def test_no_fire_into_or_out_of_forest(wooded: str):
    """BAR-12.4g"""
    made = duel().ground(wooded, terrain="forest")

    assert shoot(made).rules == ("BAR-12.4g",)


def test_no_fire_into_a_melee():
    """BAR-IN-24, BAR-5.7a"""
    made = duel().unit("S2", "infantry", "0504")

    assert shoot(made).rules == ("BAR-5.7a",)
    assert shoot(duel()).legal


def test_hidden_units_are_no_targets():
    """BAR-5.12b, BAR-10.6b"""
    hidden = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", hidden=True)
    staff = Field().unit("S1", "infantry", "0505").unit("G1", "hq", "0504", hidden=True)

    assert shoot(hidden.order("S1", "open_fire", target="G1")).rules == ("BAR-5.12b",)
    assert shoot(staff.order("S1", "open_fire", target="G1")).rules == ("BAR-10.6b",)


# --------------------------------------------------------------------------------------------------- orders, points
def test_a_unit_fires_at_the_target_of_its_order():
    """BAR-4.3b, BAR-8.2g"""
    made = duel().unit("G2", "infantry", "0604")

    assert shoot(made, fire(target="G2")).rules == ("BAR-4.3b",)


def test_a_unit_fires_only_by_order_and_in_its_step():
    """BAR-4.3c, BAR-4.4c, BAR-4.4d, BAR-5.1a"""
    waits = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("S1", "wait")
    assert shoot(waits).rules == ("BAR-4.3c",)
    assert "BAR-4.4d" in shoot(duel(), step="S2").rules
    assert "BAR-5.1a" in shoot(duel(), Roll(purpose="FIRE", who="S2", dice=(1,))).rules
    assert "BAR-5.1a" in shoot(duel(), fire(target="S1")).rules


def test_an_order_that_nobody_opened_is_unknown():
    """BAR-4.3a"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("S1")

    assert shoot(made).last.verdict == "undecided"


def test_an_order_to_fire_is_carried_out():
    """BAR-6.3f, BAR-4.3b, BAR-6.3d"""
    made = at_range("light", "pz2")

    assert made.play(made.at("S3"), do.Advance(to="S4")).rules == ("BAR-6.3f",)
    blind = at_range("light", "pz2").ground("0504", terrain="town")
    assert blind.play(blind.at("S3"), do.Advance(to="S4")).legal


def test_one_order_is_one_attack():
    """BAR-6.3f, BAR-6.0a"""
    assert shoot(duel(), fire(), throw("S1", 10, 0), fire()).rules == ("BAR-6.3f",)


def test_fire_costs_ammunition():
    """BAR-6.3b, BAR-3.8b, BAR-3.8c, BAR-3.8a"""
    empty = at_range("light", "pz2", ammo=0)
    assert shoot(empty).rules == ("BAR-3.8c",)
    made = at_range("light", "pz2")
    played = shoot(made, fire(), throw("S1", 7, 0))
    assert made.play(played.position, do.Advance(to="S4")).rules == ("BAR-6.3b",)
    assert made.play(played.position, Mark(unit="S1", what="ammo", value=6)).rules == ("BAR-6.3b",)
    assert made.play(made.at("S3"), Mark(unit="S1", what="ammo", value=6)).rules == ("BAR-3.8b",)
    assert "BAR-3.8a" in made.play(played.position, Mark(unit="S1", what="ammo", value=9)).rules


def test_ammunition_may_be_struck_off_before_the_shot():
    """BAR-3.8b, BAR-6.2b, BAR-6.3b"""
    made = mortar()
    shot = (SUPPRESS, throw("G1", 12, 0), Roll(purpose="TEST", who="S1", dice=(1, 1)), do.Advance(to="S3"))
    before = [Mark(unit="G1", what="ammo", value=left) for left in (8, 7, 6)]
    assert shoot(made, *before, *shot, step="S2").legal
    assert shoot(made, before[-1], *shot, step="S2").legal
    assert shoot(made, before[0], *shot[:3], before[-1], shot[-1], step="S2").legal
    assert shoot(made, *before, Mark(unit="G1", what="ammo", value=5), step="S2").rules == ("BAR-3.8b",)
    assert shoot(made, before[0], step="S1").legal
    assert shoot(mortar(), SUPPRESS, *before, shot[1], shot[2], do.Advance(to="S3"), step="S2").legal
    assert made.play(made.position("S3"), before[0]).rules == ("BAR-3.8b",)


def test_suppressed_units_do_not_attack():
    """BAR-5.11d, BAR-6.2g"""
    assert shoot(at_range("light", "pz2", suppressed=True)).rules == ("BAR-5.11d",)


# ------------------------------------------------------------------------------------------------ suppressive fire
def mortar(**more: object) -> Field:
    made = Field().unit("G1", "mortar", "0508", facing="N", **more).unit("S1", "infantry", "0505")
    return made.order("G1", "suppressive_fire", target="S1")


SUPPRESS = fire("G1", "S1", kind="suppress", dice=12, accuracy=2)
FAILS = Roll(purpose="TEST", who="S1", dice=(5, 5))
DOWN = do.State(unit="S1", status="suppressed")


def test_a_mortar_suppresses_infantry():
    """BAR-EX-11, BAR-6.2b, BAR-6.2e, BAR-6.2f, BAR-6.2i, BAR-6.2g, BAR-6.2d"""
    made = mortar()
    played = shoot(made, SUPPRESS, throw("G1", 12, 0), Mark(unit="G1", what="ammo", value=6), FAILS, DOWN, step="S2")

    assert played.legal
    assert played.position.units["S1"].suppressed
    assert played.position.units["S1"].order is None
    untested = shoot(
        made, SUPPRESS, throw("G1", 12, 0), Mark(unit="G1", what="ammo", value=6), do.Advance(to="S3"), step="S2"
    )
    assert untested.rules == ("BAR-6.2f",)
    unfired = shoot(made, do.Advance(to="S3"), step="S2")
    assert unfired.rules == ("BAR-6.2d",)


def test_suppressive_fire_costs_three():
    """BAR-IN-05, BAR-3.8c, BAR-6.2b, BAR-6.3b"""
    assert shoot(mortar(ammo=2), SUPPRESS, step="S2").rules == ("BAR-6.2b",)
    made = mortar(ammo=2).order("G1", "open_fire", target="S1")
    played = shoot(made, fire("G1", "S1"), throw("G1", 8, 0), Mark(unit="G1", what="ammo", value=1))
    assert played.legal


def test_half_dice_are_rounded_up_and_down_is_accepted():
    """BAR-6.2e"""
    made = Field().unit("G1", "light", "0505").unit("S1", "light", "0504").order("G1", "suppressive_fire", target="S1")

    assert all(shoot(made, fire("G1", "S1", kind="suppress", dice=dice), step="S2").legal for dice in (10, 11))
    assert shoot(made, fire("G1", "S1", kind="suppress", dice=7), step="S2").rules == ("BAR-6.2e",)
    strict = shoot(made, fire("G1", "S1", kind="suppress", dice=11), step="S2", rulings=("BAR-A04=down",))
    assert strict.rules == ("BAR-6.2e",)


def test_who_is_suppressed_in_step_two_does_not_fire_in_step_three():
    """BAR-IN-07, BAR-6.2g, BAR-5.11b"""
    made = mortar().order("S1", "open_fire", target="G1")
    played = shoot(made, SUPPRESS, throw("G1", 12, 0), Mark(unit="G1", what="ammo", value=6), FAILS, DOWN, step="S2")
    late = made.play(played.position, do.Advance(to="S3"), fire("S1", "G1"))

    assert "BAR-6.2g" in late.rules


def test_two_suppress_each_other():
    """BAR-IN-08, BAR-6.2h, BAR-4.3e"""
    made = Field().unit("S1", "infantry", "0505", ammo=3).unit("G1", "infantry", "0504", ammo=3)
    made.order("S1", "suppressive_fire", target="G1").order("G1", "suppressive_fire", target="S1")
    first = (fire("G1", "S1", kind="suppress", dice=15), throw("G1", 15, 4), FAILS, DOWN)
    played = shoot(made, *first, fire("S1", "G1", kind="suppress", dice=15), throw("S1", 15, 0), step="S2")

    assert played.legal
    assert shoot(made, *first, fire("S1", "G1", kind="suppress", dice=9), step="S2").rules == ("BAR-6.2e",)


# ------------------------------------------------------------------------------------------------- defensive fire
def guarded(**more: object) -> Field:
    made = Field().unit("S1", "infantry", "0508", **more).unit("G1", "truck", "0405").unit("G2", "truck", "0605")
    return made.order("S1", "defend", facing="N", number=2)


def moving(made: Field, **trails: tuple[str, ...]) -> Position:
    """Step 10 with units that have come along trails."""
    position = made.position("S10", stepped=trails)
    for unit, trail in trails.items():
        position = position.unit(unit, hex=trail[-1])
    return position


DEFEND = fire(kind="defend", dice=8, accuracy=1)


def test_infantry_fires_at_a_truck_that_comes_near():
    """BAR-EX-10, BAR-6.1g, BAR-6.1l, BAR-6.1b, BAR-6.1d, BAR-6.1j"""
    made = guarded()
    here = moving(made, G1=("0405", "0406"))
    played = made.play(here, DEFEND, throw("S1", 8, 1), Mark(unit="S1", what="ammo", value=5))

    assert played.legal
    assert made.play(played.position, do.Step(unit="G1", hex="0507")).rules[:1] == ("BAR-6.1j",)
    passed = made.play(played.position, Roll(purpose="TEST", who="G1", dice=(3, 4)))
    assert passed.legal
    assert "G1" not in passed.position.halted


def test_a_mover_that_fails_its_test_goes_no_farther():
    """BAR-6.1k, BAR-6.1j, BAR-5.11a"""
    made = guarded()
    hit = made.play(moving(made, G1=("0405", "0406")), DEFEND, throw("S1", 8, 1)).position
    failed = made.play(hit, Roll(purpose="TEST", who="G1", dice=(6, 4)), do.State(unit="G1", status="suppressed"))

    assert failed.legal
    assert failed.position.halted["G1"] == "BAR-6.1k"


def test_defend_fires_at_movers_within_its_distance_and_field():
    """BAR-6.1g, BAR-6.1f, BAR-5.3c"""
    made = guarded()
    assert made.play(made.unit("G3", "truck", "0507").position("S10"), fire("S1", "G3", kind="defend")).rules == (
        "BAR-6.1g",
    )
    far = made.play(moving(made, G1=("0404", "0405")), fire(kind="defend"))
    assert "BAR-6.1g" in far.rules
    behind = made.play(moving(made, G1=("0408", "0409")), fire(kind="defend"))
    assert behind.rules == ("BAR-5.3c",)
    assert behind.last.verdict == "illegal"


def test_one_shot_at_one_of_two_movers():
    """BAR-IN-21, BAR-6.1h, BAR-6.1i"""
    made = guarded()
    here = moving(made, G1=("0405", "0406"), G2=("0605", "0606"))
    second = fire("S1", "G2", kind="defend")

    assert made.play(here, DEFEND, throw("S1", 8, 0), second).rules == ("BAR-6.1h",)
    assert made.play(here, second).legal


def test_a_shot_at_aircraft_may_count_as_the_one_shot():
    """BAR-6.1h"""
    made = guarded()
    here = moving(made, G1=("0405", "0406")).but(fired={"S1 flak": 1})

    assert made.play(here, DEFEND).last.findings[0].ruling == "BAR-A32"


def test_defend_that_does_not_fire_may_have_been_paid():
    """BAR-IN-95, BAR-6.1b, BAR-3.8b"""
    made = guarded(ammo=4)
    start = made.at("S1")
    assert made.play(start, Mark(unit="S1", what="ammo", value=3)).legal
    assert made.play(start, Mark(unit="S1", what="ammo", value=2)).rules == ("BAR-3.8b",)
    twice = made.play(start, Mark(unit="S1", what="ammo", value=3), Mark(unit="S1", what="ammo", value=2))
    assert twice.rules == ("BAR-3.8b",)
    paid = made.play(start, Mark(unit="S1", what="ammo", value=3)).position
    shot = made.play(
        moving(made, G1=("0405", "0406")).but(fired=paid.fired).unit("S1", ammo=3), DEFEND, throw("S1", 8, 0)
    )
    assert shot.legal
    assert shot.position.units["S1"].ammo == 3


def test_other_readings_of_defend():
    """BAR-6.1b, BAR-6.1g"""
    made = guarded()
    once = made.play(
        made.position("REVEAL", opened=("german", "soviet")), *_on("S1", "S2"), rulings=("BAR-A02=at_once",)
    )
    assert once.rules == ("BAR-6.1b",)
    going = made.order("G1", "cautious_move", route=("0406", "0507")).position("S10", stepped={"G1": ("0405",)})
    came = (do.Step(unit="G1", hex="0406"), do.Step(unit="G1", hex="0507"), do.Advance(to="S11"))
    assert "BAR-6.1g" not in made.play(going, *came).rules
    assert "BAR-6.1g" in made.play(going, *came, rulings=("BAR-A77=must",)).rules


def _on(*steps: str) -> list[do.Advance]:
    return [do.Advance(to=step) for step in steps]


def test_a_unit_with_defend_in_smoke_does_not_fire():
    """BAR-IN-34, BAR-6.4g"""
    made = guarded(smoked=2)

    assert made.play(moving(made, G1=("0405", "0406")), DEFEND).rules == ("BAR-6.4g",)


# -------------------------------------------------------------------------------------------------- from ambush
def ambush(**more: object) -> Field:
    made = Field().unit("S1", "infantry", "0508", hidden=True, off_board=True, **more).unit("G1", "truck", "0405")
    return made.order("S1", "ambush", facing="N", number=2, hex="0508").ground("0508", terrain="light_woods")


SPRUNG = fire(kind="ambush", dice=9, accuracy=1)


def test_a_shot_from_ambush_has_one_die_more_and_shows_the_unit():
    """BAR-5.13a, BAR-5.13b, BAR-5.13c, BAR-5.13d, BAR-5.13f, BAR-5.13h, BAR-5.12a, BAR-5.12g"""
    made = ambush()
    here = moving(made, G1=("0405", "0406"))
    played = made.play(here, SPRUNG, throw("S1", 9, 1))
    assert played.legal
    assert not played.position.units["S1"].hidden
    assert made.play(here, fire(kind="ambush", dice=8)).rules == ("BAR-5.13d",)
    left = made.play(
        played.position,
        Mark(unit="S1", what="ammo", value=5),
        Roll(purpose="TEST", who="G1", dice=(1, 1)),
        do.Advance(to="S11"),
    )
    assert set(left.rules) == {"BAR-5.12g"}
    unpaid = made.play(played.position, Roll(purpose="TEST", who="G1", dice=(1, 1)), do.Advance(to="S11"))
    assert "BAR-5.13c" in unpaid.rules


def test_who_is_hit_from_ambush_tests_before_it_goes_on():
    """BAR-5.13f, BAR-5.13g"""
    made = ambush()
    hit = made.play(moving(made, G1=("0405", "0406")), SPRUNG, throw("S1", 9, 1)).position
    assert made.play(hit, do.Step(unit="G1", hex="0507")).rules[:1] == ("BAR-5.13f",)
    failed = made.play(hit, Roll(purpose="TEST", who="G1", dice=(6, 6)))
    assert failed.position.halted["G1"] == "BAR-5.13g"


def test_an_ambush_is_one_shot_within_its_distance_out_of_hiding():
    """BAR-5.13b, BAR-5.13e, BAR-5.13a, BAR-6.6f"""
    made = ambush().unit("G2", "truck", "0605")
    here = moving(made, G1=("0405", "0406"), G2=("0605", "0606"))
    again = made.play(here, SPRUNG, throw("S1", 9, 0), fire("S1", "G2", kind="ambush"))
    assert "BAR-5.13b" in again.rules
    assert "BAR-5.13e" in made.play(moving(made, G1=("0404", "0405")), fire(kind="ambush")).rules
    seen = ambush()
    seen.units["S1"] = guarded().units["S1"]
    seen.order("S1", "ambush", facing="N", number=2, hex="0508")
    assert seen.play(moving(seen, G1=("0405", "0406")), SPRUNG).rules == ("BAR-5.13a",)


def test_other_readings_of_ambush_and_tests():
    """BAR-5.13a, BAR-6.1j, BAR-5.10b"""
    made = ambush()
    here = moving(made, G1=("0405", "0406"))
    assert made.play(here, SPRUNG, rulings=("BAR-A01=ambush_step",)).rules == ("BAR-5.13a",)
    guards = guarded()
    lost = (DEFEND, throw("S1", 8, 3), Roll(purpose="TEST", who="G1", dice=(1, 1)))
    load = Mark(unit="G1", what="ammo", value=18)
    marks = (Mark(unit="S1", what="ammo", value=5), Mark(unit="G1", what="losses", value=2), load, do.Advance(to="S11"))
    start = moving(guards, G1=("0405", "0406"))
    assert guards.play(start, *lost, *marks, do.Advance(to="S12")).legal
    assert guards.play(start, *lost, *marks, Roll(purpose="TEST", who="G1", dice=(1, 1)), do.Advance(to="S12")).legal
    again = guards.play(start, *lost, *marks, do.Advance(to="S12"), rulings=("BAR-A78=again",))
    assert again.rules == ("BAR-4.4l",)


# ------------------------------------------------------------------------------------------------ fire on the move
def rolling() -> Field:
    made = Field().unit("S1", "light", "0508").unit("G1", "pz2", "0503")
    return made.order("S1", "fire_on_move", target="G1", route=("0507", "0506"), fire_from="0506")


def test_a_tank_fires_on_the_move_from_the_underlined_hex():
    """BAR-8.7b, BAR-8.7f, BAR-8.7g, BAR-8.7h, BAR-8.7i"""
    made = rolling()
    there = moving(made, S1=("0508", "0507", "0506"))
    played = made.play(there, fire(kind="move", dice=5), throw("S1", 5, 3))
    assert played.legal
    assert played.position.units["S1"].ammo == 7
    assert made.play(there, fire(kind="move", dice=7)).rules == ("BAR-8.7f",)
    early = made.play(moving(made, S1=("0508", "0507")), fire(kind="move"))
    assert early.rules == ("BAR-8.7i",)
    assert "BAR-8.7g" in made.play(there.but(stack=("S3",)), fire(kind="move")).rules
    assert "BAR-8.7b" in made.play(played.position, do.Advance(to="S11")).rules


def test_losses_by_fire_on_the_move_are_tested_in_step_eleven():
    """BAR-4.4l, BAR-5.10b"""
    made = rolling()
    hit = made.play(moving(made, S1=("0508", "0507", "0506")), fire(kind="move", dice=5), throw("S1", 5, 3)).position
    marks = (Mark(unit="S1", what="ammo", value=7), Mark(unit="G1", what="losses", value=1))
    later = made.play(hit, *marks, do.Advance(to="S11"))
    assert later.legal
    assert made.play(later.position, do.Advance(to="S12")).rules == ("BAR-4.4l",)
    assert made.play(hit, Roll(purpose="TEST", who="G1", dice=(1, 1))).rules == ("BAR-4.4l",)


def test_a_shot_on_the_move_is_made_if_nothing_stands_against_it():
    """BAR-8.7i, BAR-4.3b"""
    made = rolling()
    there = moving(made, S1=("0508", "0507", "0506"))
    assert made.play(there, do.Advance(to="S11")).rules == ("BAR-8.7i",)
    assert "BAR-8.7i" not in made.play(there, do.Step(unit="S1", hex="0505")).rules
    gone = moving(made, S1=("0508", "0507", "0506"), G1=("0403", "0503"))
    assert made.play(gone, do.Advance(to="S11")).legal
    blind = made.ground("0504", terrain="town")
    assert blind.play(moving(blind, S1=("0508", "0507", "0506")), do.Advance(to="S11")).legal


def test_losses_of_an_earlier_pulse_lower_the_firepower():
    """BAR-8.7i, BAR-4.3e, BAR-8.7f"""
    made = rolling()
    start = made.position("S10", stepped={"S1": ("0508", "0507")}).unit("S1", hex="0507", losses=1)
    there = made.play(start, do.Step(unit="S1", hex="0506")).position
    assert made.play(there, fire(kind="move", dice=3)).legal
    assert made.play(there, fire(kind="move", dice=5)).rules == ("BAR-8.7f",)
    hurt = made.play(
        made.position("S10", stepped={"S1": ("0508", "0507")}).unit("S1", hex="0507"), do.Step(unit="S1", hex="0506")
    )
    same = hurt.position.unit("S1", losses=1)
    assert made.play(same, fire(kind="move", dice=5)).legal
    assert made.play(same, fire(kind="move", dice=3)).legal


def test_losses_by_mines_lower_the_dice_of_the_melee_that_follows():
    """BAR-7.6b, BAR-3.11c"""
    made = Field().unit("S1", "infantry", "0505")
    blown = hit(made.case(made.at("S6")), made.at("S6"), "S1", 4, "mines")

    assert melee_dice(made.case(blown), "S1") == 3


def test_smoke_stops_fire_on_the_move():
    """BAR-IN-85, BAR-8.7i, BAR-5.2a"""
    made = rolling().built("smoke.0505", "smoke", "0505", laid=2).built("smoke.0504", "smoke", "0504", laid=2)

    assert made.play(moving(made, S1=("0508", "0507", "0506")), fire(kind="move")).rules == ("BAR-5.2a",)


# ---------------------------------------------------------------------------------------- indirect fire, bombardment
def howitzer() -> Field:
    made = Field().unit("G1", "howitzer", "0508", facing="N").unit("G2", "hq", "0608").unit("G3", "infantry", "0504")
    made.unit("S1", "infantry", "0503").ground("0506", terrain="scrub")
    return made.order("G1", "indirect_fire", target="S1", observer="G3")


def test_indirect_fire_has_fewer_dice():
    """BAR-10.3b, BAR-10.3a, BAR-10.3e"""
    made = howitzer()
    assert shoot(made, fire("G1", "S1", kind="indirect", dice=6), throw("G1", 6, 0)).legal
    assert shoot(made, fire("G1", "S1", kind="indirect", dice=9)).rules == ("BAR-10.3b",)
    paid = shoot(made, fire("G1", "S1", kind="indirect", dice=6), throw("G1", 6, 0), do.Advance(to="S4"))
    assert paid.rules == ("BAR-10.3e",)


def test_indirect_fire_is_observed():
    """BAR-10.3c"""
    made = howitzer()
    made.units["G3"] = made.units["G2"]

    assert shoot(made, fire("G1", "S1", kind="indirect")).rules == ("BAR-10.3c",)


def test_indirect_fire_keeps_to_the_field_of_fire():
    """BAR-IN-69, BAR-10.3a, BAR-5.3c"""
    made = (
        Field().unit("G1", "howitzer", "0505", facing="N").unit("G2", "infantry", "0507").unit("S1", "infantry", "0508")
    )
    made.unit("G3", "hq", "0404").order("G1", "indirect_fire", target="S1", observer="G2")

    assert shoot(made, fire("G1", "S1", kind="indirect")).rules == ("BAR-5.3c",)


def rockets() -> Field:
    made = Field().unit("S1", "rockets", "0508").unit("G1", "infantry", "0504").unit("G2", "infantry", "0503")
    return made.unit("G3", "infantry", "0502").order("S1", "bombard_location", hex="0504")


def bombard(target: str, **more: object) -> Fire:
    return fire("S1", target, kind="bombard", **more)


def test_rockets_strike_the_hex_and_those_beside_it():
    """BAR-EX-19, BAR-10.4a, BAR-10.4b, BAR-10.4c, BAR-10.4d"""
    made = rockets()
    both = (bombard("G1", dice=16), throw("S1", 16, 0), bombard("G2", dice=4), throw("S1", 4, 0))
    played = shoot(made, *both, Mark(unit="S1", what="ammo", value=3), do.Advance(to="S4"))
    assert played.legal
    assert "BAR-10.4c" in shoot(made, bombard("G3")).rules
    one = shoot(made, *both[:2], Mark(unit="S1", what="ammo", value=3), do.Advance(to="S4"))
    assert one.rules == ("BAR-10.4b",)
    assert shoot(made, *both[:2], bombard("G1")).rules == ("BAR-10.4b",)
    assert shoot(made, Fire(unit="S1", hex="0405", kind="bombard")).rules == ("BAR-10.4a",)


def test_a_bombardment_strikes_the_hidden_too():
    """BAR-IN-70, BAR-10.6f, BAR-10.4b, BAR-5.12c"""
    made = Field().unit("G1", "howitzer", "0508", facing="N").unit("S1", "hq", "0504", hidden=True)
    made.unit("S2", "mortar", "0504").order("G1", "bombard_location", hex="0504")
    shots = (fire("G1", "S2", kind="bombard"), throw("G1", 9, 0), Mark(unit="G1", what="ammo", value=7))

    assert shoot(made, *shots, do.Advance(to="S4")).rules == ("BAR-10.4b",)
    assert shoot(made, *shots, fire("G1", "S1", kind="bombard"), throw("G1", 9, 0), do.Advance(to="S4")).legal
