"""Chapters 5.1, 6.1 to 6.3, 8.7, 10.3, 10.4: fire, its dice, its hits, and what it makes due."""

import pytest
from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Mark, Out
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.shooting import fire, mortar, roll, shoot, throw

HITS = {0: (6, 6, 6), 1: (1, 6, 6), 2: (1, 1, 6), 3: (1, 1, 1)}


def duel() -> Field:
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    return made.order("S1", "open_fire", target="G1").order("G1", "open_fire", target="S1")


def at_range(kind: str, target: str = "infantry", there: str = "0503", **more: object) -> Field:
    return Field().unit("S1", kind, "0505", **more).unit("G1", target, there).order("S1", "open_fire", target="G1")


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
    early = shoot(pool(), fire(), throw("S1", 10, 2), Roll(purpose="TEST", who="G1", dice=(3, 3)), fire("S2"))

    assert early.legal
    assert not early.position.tested
    lossy = shoot(pool(), fire(), throw("S1", 10, 5), Roll(purpose="TEST", who="G1", dice=(3, 3)), fire("S2"))
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
    paid = Mark(unit="S1", what="ammo", value=3)
    later = made.play(first, paid, do.Advance(to="S3"), fire("S2"), throw("S2", 10, 2)).position
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
    assert "BAR-4.4d" in shoot(duel(), step="S1").rules
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


def test_who_takes_the_hits_of_a_shot_by_a_destroyed_unit_only_honours_what_he_saw():
    """BAR-3.3d, BAR-3.3c, BAR-3.5c"""
    made = Field().unit("S1", "infantry", "0505", out=True).order("S1", "open_fire", target="G1")
    made.unit("G1", "infantry", "0504").order("G1", "wait").unit("G2", "infantry", "0604").order("G2", "wait")
    shot = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=(1,) * 8 + (6,) * 2)
    hits = tuple(do.Mark(unit="G1", what=what, value=value) for what, value in (("defence", 0), ("losses", 3)))
    other = tuple(structs.replace(each, unit="G2") for each in hits)

    def accuses(*done: Action) -> set[str]:
        played = made.play(made.position("S3"), *done)
        return {each.rule for ruling in played.rulings for each in ruling.findings if isinstance(each, Illegal)}

    assert accuses(*shot, *hits) == accuses(*shot)
    assert "BAR-3.3d" in accuses(*shot)
    assert {"BAR-3.3c", "BAR-3.5c"} & (accuses(*shot, *other) - accuses(*shot))
