"""Melee, assaults, flanks, tank panic, roll-offs, binding and withdrawal (5.4, 5.6 to 5.9, 6.5, 10.12)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Mark, State, Step, Strike
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import doubts
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import charged, read
from tests.rules.shared.played import Played


def blows(who: str, *dice: int) -> Roll:
    return Roll(purpose="MELEE", who=who, dice=dice)


def bravery(who: str, *dice: int) -> Roll:
    return Roll(purpose="TEST", who=who, dice=dice)


def storm(kind: str = "infantry", target: str = "infantry", **more: object) -> Field:
    """G1 in 0505 assaults S1 in 0504."""
    made = Field().unit("G1", kind, "0505").unit("S1", target, "0504", **more)
    return made.order("G1", "assault", target="S1", route=("0504",)).order("S1", "wait")


GO = Step(unit="G1", hex="0504", fights=True)


def play(made: Field, *actions: object, rulings: tuple[str, ...] = (), step: str = "S6") -> Played:
    return made.play(made.at(step), *actions, rulings=rulings)


def bound(*units: str) -> Field:
    """G1 and S1 in 0505, bound since the last round."""
    made = Field().unit("G1", "infantry", "0505", bound=("S1",)).unit("S1", "infantry", "0505", bound=("G1",))
    for number, unit in enumerate(units, start=2):
        made.unit(f"{unit}{number}", "infantry", "0505")
    return made


BOTH = (
    Strike(unit="G1", target="S1"),
    blows("G1", 6, 6, 6, 6, 6),
    Strike(unit="S1", target="G1"),
    blows("S1", 6, 6, 6, 6, 6),
)
PAID = (Mark(unit="G1", what="ammo", value=5), Mark(unit="S1", what="ammo", value=5))


# ----------------------------------------------------------------------------------------------------- the assault
def test_both_sides_fight_and_pay():
    """BAR-5.6g, BAR-5.6e, BAR-5.6c, BAR-6.5f, BAR-5.6b, BAR-6.5b, BAR-4.4g"""
    made = storm()
    assert play(made, GO, *BOTH, *PAID, do.Advance(to="S7")).legal
    unpaid = play(made, GO, *BOTH, do.Advance(to="S7"))
    assert set(unpaid.rules) == {"BAR-5.6e"}
    idle = play(made, GO, *BOTH[:2], PAID[0], do.Advance(to="S7"))
    assert idle.rules == ("BAR-5.6g",)


def test_only_an_assault_enters_an_enemys_hex():
    """BAR-5.6b, BAR-6.5b"""
    made = storm().order("G1", "cautious_move", route=("0504",))

    assert "BAR-5.6b" in made.play(made.at("S10"), Step(unit="G1", hex="0504")).rules
    assert play(storm(), GO).legal


def test_an_assault_through_another_enemys_hex_is_open():
    """BAR-5.6b"""
    made = storm().unit("S2", "infantry", "0504").unit("S3", "infantry", "0503")
    made.order("G1", "assault", target="S3", route=("0504", "0503"))
    found = play(made, GO).rulings[-1]

    assert "BAR-A67" in {getattr(each, "ruling", "") for each in found.findings}


def test_aircraft_over_a_hex_are_not_in_it():
    """BAR-IN-90, BAR-5.6b, BAR-5.6h"""
    made = Field().unit("G1", "stuka", "0505").unit("S1", "infantry", "0505").order("S1", "march", route=("0504",))

    assert made.play(made.at("S10"), Step(unit="S1", hex="0504")).legal
    assert made.at("S12").units["S1"].bound == ()


def test_an_assault_is_carried_out():
    """BAR-6.5f, BAR-4.3b"""
    assert play(storm(), do.Advance(to="S7")).rules == ("BAR-6.5f",)
    wired = storm().built("w", "wire", "0505", side="0504")
    assert play(wired, do.Advance(to="S7")).legal


@pytest.mark.parametrize(
    ("target", "rule"),
    [("infantry", ""), ("truck", ""), ("halftrack", ""), ("light", "BAR-3.10a"), ("mortar", "BAR-3.10a")],
)
def test_only_listed_types_are_fought(target: str, rule: str):
    """BAR-EX-01, BAR-3.10a"""
    made = Field().unit("S1", "infantry", "0504", targets={"infantry": [6], "vehicle": [4], "armoured_vehicle": []})
    made.unit("G1", target, "0504").ground("0504", terrain="light_woods").order(
        "S1", "assault", target="G1", route=("0504",)
    )

    assert play(made, Strike(unit="S1", target="G1")).rules == ((rule,) if rule else ())


def test_melee_is_fought_in_step_six_in_one_hex_between_enemies():
    """BAR-5.6g, BAR-4.4g, BAR-3.3d"""
    assert "BAR-4.4g" in play(bound(), BOTH[0], step="S4").rules
    assert "BAR-5.6g" in play(storm(), BOTH[0]).rules
    assert "BAR-5.6g" in play(bound("G"), Strike(unit="G1", target="G2")).rules
    gone = bound().unit("S1", "infantry", "0505", losses=5, out=True)
    assert "BAR-3.3d" in play(gone, BOTH[0]).rules


def test_without_ammunition_no_melee():
    """BAR-5.6d, BAR-3.8c"""
    made = bound()
    made.unit("G1", "infantry", "0505", bound=("S1",), ammo=0)

    assert play(made, BOTH[0]).rules == ("BAR-5.6d",)
    assert play(made, *BOTH[2:], PAID[1], do.Advance(to="S7")).legal


def test_each_unit_makes_one_test():
    """BAR-5.6g"""
    assert play(bound(), *BOTH[:2], BOTH[0]).rules == ("BAR-5.6g",)


def test_infantry_attacks_tanks_in_cover_only():
    """BAR-5.7c, BAR-IN-91"""
    made = storm("infantry", "light")
    made.ground("0505", terrain="village")
    assert "BAR-5.7c" in play(made, GO, BOTH[0]).rules
    wooded = storm("infantry", "light").ground("0504", terrain="light_woods")
    assert play(wooded, GO, BOTH[0]).legal


def test_whether_assaulted_infantry_rolls_against_tanks_is_open():
    """BAR-IN-91, BAR-5.7c, BAR-5.6g, BAR-5.6f"""
    made = storm("pz2", "infantry", abilities=())
    g1 = (Strike(unit="G1", target="S1"), blows("G1", 6, 6, 6), Mark(unit="G1", what="ammo", value=7))
    quiet = play(made, GO, *g1, do.Advance(to="S7"))
    assert quiet.legal
    rolls = play(made, GO, *g1, BOTH[2], BOTH[3])
    assert {ruling.verdict for ruling in rolls.rulings} == {"legal", "undecided"}


def test_artillery_rolls_a_die_for_each_symbol():
    """BAR-IN-64, BAR-5.7e, BAR-3.12d"""
    made = storm("infantry", "at-gun", size=3, losses=1, facing="S")
    assert "BAR-5.7e" in play(made, GO, Strike(unit="S1", target="G1", dice=4)).rules
    assert "BAR-5.7e" in play(made, GO, Strike(unit="S1", target="G1"), blows("S1", 1, 1, 1, 1)).rules
    assert play(made, GO, Strike(unit="S1", target="G1", dice=2), blows("S1", 6, 6)).legal


def test_melee_dice_by_the_table_are_open():
    """BAR-3.12d"""
    found = play(bound(), Strike(unit="G1", target="S1", dice=10)).last

    assert found.verdict == "undecided"
    assert found.findings[0].ruling == "BAR-A08"
    assert play(bound(), Strike(unit="G1", target="S1", dice=7)).rules == ("BAR-3.12d",)


def test_a_suppressed_unit_defends_itself_badly():
    """BAR-IN-11, BAR-5.11e, BAR-5.6g"""
    made = storm("infantry", "infantry", suppressed=True, losses=2)
    played = play(made, GO, Strike(unit="S1", target="G1", dice=3, accuracy=1), blows("S1", 1, 2, 3))
    assert played.legal
    assert played.position.units["G1"].absorbed == 1
    assert play(made, GO, Strike(unit="S1", target="G1", accuracy=3)).rules == ("BAR-5.11e",)


def test_a_hill_in_melee():
    """BAR-IN-60, BAR-12.14a, BAR-12.14b"""
    made = storm("infantry", "infantry", defence=1, size=4).ground("0504", "0505", level=1)
    played = play(made, GO, Strike(unit="G1", target="S1", accuracy=2), blows("G1", 1, 2, 3, 3, 5))
    assert played.legal
    assert (played.position.units["S1"].absorbed, played.position.units["S1"].losses) == (2, 0)
    assert play(made, GO, Strike(unit="G1", target="S1", accuracy=3)).rules == ("BAR-3.12b",)


def test_the_shift_of_a_hill_does_not_count_in_melee():
    """BAR-IN-81, BAR-12.14d"""
    made = Field().unit("S1", "infantry", "0505", accuracy=(2, 3, 1)).unit("G1", "infantry", "0504", losses=2)
    made.ground("0505", level=1).order("S1", "assault", target="G1", route=("0504",))
    step = Step(unit="S1", hex="0504", fights=True)

    assert play(made, step, Strike(unit="S1", target="G1", accuracy=2)).legal
    assert play(made, step, Strike(unit="S1", target="G1", accuracy=3)).rules == ("BAR-3.12b",)


def test_the_village_helps_infantry_in_melee():
    """BAR-IN-59, BAR-12.9e"""
    made = (
        Field().unit("S1", "infantry", "0705", losses=1, bound=("G1",)).unit("G1", "halftrack", "0705", bound=("S1",))
    )
    made.ground("0705", terrain="village")

    assert play(made, Strike(unit="S1", target="G1", dice=4, accuracy=4), blows("S1", 1, 3, 4, 5)).legal


# --------------------------------------------------------------------------------------------------- who is struck
def test_all_of_a_group_fight_and_only_the_named_unit_suffers():
    """BAR-IN-63, BAR-8.2h, BAR-5.6f, BAR-5.6e"""
    made = storm("infantry", "infantry", size=2).unit("S8", "infantry", "0504").unit("S9", "infantry", "0504")
    blow = (GO, Strike(unit="G1", target="S1"), blows("G1", 1, 1, 1, 1, 1))
    all_of_them = (Strike(unit=name, target="G1") for name in ("S1", "S8", "S9"))
    played = play(made, *blow, *all_of_them)
    assert played.legal
    assert played.position.units["S1"].out
    assert play(made, *blow, Mark(unit="S8", what="losses", value=2)).rules == ("BAR-3.3c",)
    assert play(made, GO, Strike(unit="G1", target="S8")).rules == ("BAR-8.2h",)


def test_a_defender_picks_its_opponent():
    """BAR-5.6f, BAR-5.7b"""
    made = storm().unit("G2", "infantry", "0505").order("G2", "assault", target="S1", route=("0504",))
    come = (GO, Step(unit="G2", hex="0504", fights=True))

    assert play(made, *come, Strike(unit="S1", target="G2")).legal
    assert play(made, *come, Strike(unit="S1", target="G1")).legal


# ------------------------------------------------------------------------------------------------- flank and rear
def trench(**more: object) -> Field:
    made = Field().unit("S1", "mg", "0505", facing="N", shelter="t", **more).unit("G1", "infantry", "0605")
    made.built("t", "trench", "0505", side="0504").order("S1", "defend", facing="N", number=2)
    return made.order("G1", "assault", target="S1", route=("0505",))


FLANK = Step(unit="G1", hex="0505", fights=True)


def test_an_assault_on_a_flank_is_tested_first():
    """BAR-IN-30, BAR-5.4a, BAR-5.4b, BAR-5.4c, BAR-11.5c"""
    made = trench()
    blow = Strike(unit="G1", target="S1")
    assert play(made, FLANK, Strike(unit="S1", target="G1")).rules == ("BAR-5.4b",)
    assert play(made, FLANK, blow).legal
    passed = play(made, FLANK, bravery("S1", 1, 1), blow, blows("G1", 1, 1, 1, 1, 6))
    assert passed.legal
    assert (passed.position.units["S1"].absorbed, passed.position.units["S1"].losses) == (3, 1)
    failed = play(made, FLANK, bravery("S1", 6, 6), State(unit="S1", status="suppressed"), blow)
    assert failed.legal


def test_a_companion_covers_flanks():
    """BAR-IN-30, BAR-5.4e, BAR-5.4c"""
    made = trench().unit("S2", "infantry", "0505").order("S2", "wait")
    played = play(made, FLANK, Strike(unit="G1", target="S1"), blows("G1", 1, 1, 1, 1, 6))
    assert played.legal
    assert (played.position.units["S1"].absorbed, played.position.units["S1"].losses) == (4, 0)
    guarding = trench().unit("S2", "infantry", "0505").order("S2", "defend", facing="N", number=1)
    assert play(guarding, FLANK, Strike(unit="S1", target="G1")).rules == ("BAR-5.4b",)
    assert play(made, FLANK, bravery("S1", 6, 6), State(unit="S1", status="suppressed")).rules == ("BAR-5.11a",)


def test_a_unit_with_defend_has_flanks():
    """BAR-IN-31, BAR-5.4b, BAR-5.4d, BAR-6.1d"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0506")
    made.order("G1", "assault", target="S1", route=("0505",)).order("S1", "defend", facing="N", number=1)
    blow = Strike(unit="S1", target="G1")
    assert play(made, FLANK, blow).rules == ("BAR-5.4b",)
    assert play(made, FLANK, bravery("S1", 1, 1), blow).legal
    waits = made.order("S1", "wait")
    assert play(waits, FLANK, blow).legal
    assert play(waits, FLANK, bravery("S1", 6, 6), State(unit="S1", status="suppressed")).rules == ("BAR-5.11a",)


def test_an_assault_from_the_front_needs_no_test():
    """BAR-5.4a, BAR-5.4b"""
    made = trench()
    made.unit("G1", "infantry", "0504")
    made.order("G1", "assault", target="S1", route=("0505",))

    assert play(made, FLANK, Strike(unit="G1", target="S1")).legal


def test_whether_a_unit_with_an_unopened_order_has_flanks_is_not_known():
    """BAR-5.4d, BAR-4.3a"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0506").order("S1")
    made.order("G1", "assault", target="S1", route=("0505",))
    blow = Strike(unit="G1", target="S1")

    assert play(made, FLANK, blow).legal
    assert play(made, FLANK, bravery("S1", 1, 1), blow).legal
    paid = Mark(unit="G1", what="ammo", value=5)
    assert play(made, FLANK, blow, blows("G1", 6, 6, 6, 6, 6), paid, do.Advance(to="S7")).legal


# ------------------------------------------------------------------------------------------------------ tank panic
def tanks(**more: object) -> Field:
    made = (
        Field().unit("S1", "infantry", "0505", **more).unit("G1", "pz2", "0506").ground("0505", terrain="light_woods")
    )
    return made.order("G1", "assault", target="S1", route=("0505",)).order("S1", "wait")


def test_tanks_cause_panic():
    """BAR-5.7d, BAR-10.12a, BAR-5.10b; BAR-A07 asks whose ability it is"""
    blow = Strike(unit="S1", target="G1")
    assert play(tanks(), FLANK, blow).rules == ("BAR-5.7d",)
    assert play(tanks(), FLANK, bravery("S1", 2, 2), blow).legal
    steady = tanks(abilities=())
    assert play(steady, FLANK, blow).legal
    assert play(steady, FLANK, bravery("S1", 6, 6), State(unit="S1", status="suppressed")).rules == ("BAR-5.11a",)


def test_panic_is_tested_even_if_nobody_fights():
    """BAR-5.7d"""
    made = tanks()
    done = (Strike(unit="G1", target="S1"), blows("G1", 6, 6, 6), Mark(unit="G1", what="ammo", value=7))

    assert "BAR-5.7d" in play(made, FLANK, *done, do.Advance(to="S7")).rules


PAYS = Mark(unit="G1", what="ammo", value=7), Mark(unit="S1", what="ammo", value=5)
TANK = Strike(unit="G1", target="S1"), blows("G1", 6, 6, 6)
FOOT = Strike(unit="S1", target="G1"), blows("S1", 6, 6, 6, 6, 6)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ((bravery("S1", 2, 2), FLANK, *TANK, *FOOT), []),
        ((FLANK, bravery("S1", 2, 2), *TANK, *FOOT), []),
        ((FLANK, *TANK, bravery("S1", 2, 2), *FOOT), []),
        ((FLANK, *TANK, *FOOT), ["Illegal BAR-5.7d melee.test-first soviet"]),
        ((FLANK, *TANK, *FOOT, bravery("S1", 2, 2)), ["Illegal BAR-5.7d melee.test-first soviet"]),
        ((FLANK, *TANK), ["Illegal BAR-5.6g melee.due soviet", "Illegal BAR-5.7d due.undone soviet"]),
    ],
)
def test_panic_is_tested_by_whom_tanks_assault_before_it_strikes(done: tuple[Action, ...], said: list[str]):
    """BAR-5.7d, BAR-10.12a"""
    made = tanks()
    assert charged(read(made, made.at("S6"), *done, *PAYS, do.Advance(to="S7"))) == said


def test_panic_and_flank_are_one_test_and_a_second_is_accepted():
    """BAR-IN-65, BAR-5.10b, BAR-5.7d, BAR-5.4b"""
    made = tanks().order("S1", "defend", facing="N", number=1)
    blow = Strike(unit="S1", target="G1")

    assert play(made, FLANK, bravery("S1", 2, 2), blow).legal
    assert play(made, FLANK, bravery("S1", 2, 2), bravery("S1", 2, 2), blow).legal


# -------------------------------------------------------------------------------------------------------- roll-off
def mutual() -> Field:
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    made.order("S1", "assault", target="G1", route=("0504",))
    return made.order("G1", "assault", target="S1", route=("0505",))


def off(who: str, *dice: int) -> Roll:
    return Roll(purpose="ROLLOFF", who=who, dice=dice)


def test_two_that_assault_each_other_roll_off():
    """BAR-IN-66, BAR-5.9a, BAR-5.9b"""
    made = mutual()
    tie = (off("S1", 4), off("G1", 4))
    go = Step(unit="S1", hex="0504", fights=True)
    assert play(made, go).rules == ("BAR-5.9b",)
    assert play(made, *tie, go).rules == ("BAR-5.9b",)
    assert play(made, *tie, off("S1", 5), off("G1", 2), go).legal
    lost = play(made, *tie, off("S1", 2), off("G1", 5), go)
    assert "BAR-5.9b" in lost.rules
    assert play(made, off("S1", 4, 4)).rules == ("BAR-5.9b",)
    assert "BAR-5.9b" in play(made, do.Advance(to="S7")).rules


def test_nobody_else_has_to_roll_off():
    """BAR-5.9b"""
    rolled = play(storm(), off("S1", 4), off("G1", 6, 6))
    assert rolled.legal
    assert not rolled.position.halted


def test_with_one_empty_hex_between_the_roll_off_comes_at_once():
    """BAR-5.9a, BAR-5.9b"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    made.order("S1", "assault", target="G1", route=("0504", "0503"))
    made.order("G1", "assault", target="S1", route=("0504", "0505"))
    go = Step(unit="S1", hex="0504", fights=True)

    assert play(made, off("S1", 5), off("G1", 2), go).legal
    assert play(made, go).last.findings[0].ruling == "BAR-A71"


# -------------------------------------------------------------------------------------------- bound and withdrawal
def test_units_left_in_one_hex_are_bound():
    """BAR-5.6h, BAR-5.6k"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0505")
    start = made.at("S12")
    assert start.units["S1"].bound == ("G1",)
    marks = (State(unit="S1", status="bound", beside="G1"), State(unit="G1", status="bound", beside="S1"))
    assert made.play(start, *marks, do.Advance(to="PLANNING")).legal
    assert set(made.play(start, do.Advance(to="PLANNING")).rules) == {"BAR-5.6k"}
    wrong = made.unit("G2", "infantry", "0606")
    assert "BAR-5.6k" in wrong.play(wrong.at("S12"), State(unit="S1", status="bound", beside="G2")).rules
    parted = Field().unit("G1", "infantry", "0505", bound=("S1",)).unit("S1", "infantry", "0506")
    assert parted.play(parted.at("S12"), do.Advance(to="PLANNING")).rules == ("BAR-5.6h",)


def test_a_unit_may_be_marked_as_bound_or_free_as_soon_as_it_is():
    """BAR-5.6h, BAR-5.6k"""
    together = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0505")
    assert together.play(together.at("S7"), State(unit="G1", status="bound", beside="S1")).legal
    parted = Field().unit("G1", "infantry", "0505", bound=("S1",)).unit("S1", "infantry", "0505", losses=5, out=True)
    assert parted.play(parted.at("S7"), State(unit="G1", status="bound", on=False)).legal


def test_an_assault_whose_target_has_gone_may_stop():
    """BAR-6.5f"""
    made = storm().unit("S1", "infantry", "0604").unit("S2", "infantry", "0503")

    assert play(made, do.Advance(to="S7")).last.findings[0].ruling == "BAR-A84"


def test_nobody_is_bound_without_an_enemy():
    """BAR-5.6h"""
    made = Field().unit("G1", "infantry", "0505")

    assert made.play(made.at("S12"), State(unit="G1", status="bound")).rules == ("BAR-5.6h",)


def test_bound_units_fight_on_without_orders():
    """BAR-IN-25, BAR-5.6j, BAR-5.6e"""
    made = bound()
    assert play(made, *BOTH, *PAID, do.Advance(to="S7")).legal
    assert play(made, *BOTH[:2], PAID[0], do.Advance(to="S7")).rules == ("BAR-5.6j",)


def leaving() -> Field:
    made = bound().order("S1", "cautious_move", route=("0504",))
    return made.order("G1", "assault", target="S1", route=("0505",))


def test_who_withdraws_is_struck_and_does_not_strike():
    """BAR-IN-26, BAR-5.8d, BAR-5.8e, BAR-5.6e"""
    made = leaving()
    assert play(made, *BOTH[:2], BOTH[2]).rules == ("BAR-5.8e",)
    assert play(made, *BOTH[:2], PAID[0], do.Advance(to="S7")).legal
    assert play(made, *BOTH[:2], *PAID, do.Advance(to="S7")).legal
    on = [do.Advance(to=f"S{number}") for number in range(7, 12)]
    assert "BAR-5.6j" in play(made, PAID[1], *on).rules
    ten = play(made, *on[:-1]).position
    late = made.play(ten, Step(unit="S1", hex="0504"), *BOTH[:2], PAID[0], on[-1])
    assert late.legal
    assert made.play(play(made, *BOTH[:2], PAID[0], *on[:-1]).position, BOTH[0]).rules == ("BAR-5.6g",)


def test_everybody_in_a_melee_pays_by_another_reading():
    """BAR-5.6e"""
    made = leaving()
    all_pay = made.play(
        made.position("S5"), do.Advance(to="S6"), *BOTH[:2], PAID[0], do.Advance(to="S7"), rulings=("BAR-A126=all",)
    )

    assert all_pay.rules == ("BAR-5.6e",)


def test_others_of_the_hex_look_on_by_another_reading():
    """BAR-8.2h"""
    made = (
        storm()
        .unit("S2", "infantry", "0504")
        .unit("S3", "infantry", "0504", group="g")
        .unit("S1", "infantry", "0504", group="g")
    )
    on = [Strike(unit=name, target="G1") for name in ("S2", "S3")]

    assert play(made, GO, *on).legal
    assert play(made, GO, *on, rulings=("BAR-A99=group",)).rules == ("BAR-8.2h",)


def test_who_withdraws_is_struck_as_it_leaves_by_another_reading():
    """BAR-5.8d"""
    assert play(leaving(), BOTH[0], rulings=("BAR-A70=leaving",)).rules == ("BAR-4.4g",)


def test_who_withdraws_tests_for_losses_and_leaves_all_the_same():
    """BAR-5.8f, BAR-5.8g, BAR-5.11a"""
    made = leaving()
    struck = (BOTH[0], blows("G1", 1, 1, 1, 1, 6), PAID[0], Mark(unit="S1", what="losses", value=1))
    hit = play(made, *struck, do.Advance(to="S7"))
    assert hit.legal
    assert made.play(hit.position, do.Advance(to="S8")).rules == ("BAR-5.8f",)
    failed = made.play(hit.position, bravery("S1", 6, 6), State(unit="S1", status="suppressed"))
    assert failed.legal
    assert failed.position.units["S1"].order is not None


STRUCK = (BOTH[0], blows("G1", 1, 1, 1, 1, 6), PAID[0], Mark(unit="S1", what="losses", value=1))
DOWN = State(unit="S1", status="suppressed")


def beaten(*, by: int = 6, rulings: tuple[str, ...] = ()) -> tuple[Field, Position]:
    """S1 has lost one to G1 as it withdraws, and rolls twice this number for its bravery."""
    made = leaving()
    tested = (bravery("S1", by, by), *([DOWN] if by == 6 else ()))
    return made, play(made, *STRUCK, do.Advance(to="S7"), *tested, rulings=rulings).position


LEAVES = Step(unit="S1", hex="0504")
TO_TEN = tuple(do.Advance(to=f"S{number}") for number in (8, 9, 10))


def test_when_a_beaten_unit_leaves_the_melee_is_open():
    """BAR-5.8g, BAR-4.3c"""
    made, failed = beaten()
    at_once = made.play(failed, LEAVES, *TO_TEN, do.Advance(to="S11"))
    assert doubts(at_once.rulings[0], "BAR-A16")
    assert all(ruling.legal for ruling in at_once.rulings[1:])
    assert made.play(failed, *TO_TEN, LEAVES, do.Advance(to="S11")).legal
    assert made.play(failed, *TO_TEN, do.Advance(to="S11")).rules == ("BAR-8.0e",)
    assert "BAR-5.8c" in made.play(failed, LEAVES, Step(unit="S1", hex="0503")).rules


def test_a_beaten_unit_leaves_the_melee_by_either_reading():
    """BAR-5.8g, BAR-4.3c"""
    later, now = ("BAR-A16=movement",), ("BAR-A16=test",)
    made, failed = beaten(rulings=later)
    assert made.play(failed, LEAVES, rulings=later).rules == ("BAR-4.3c",)
    assert made.play(failed, *TO_TEN, LEAVES, rulings=later).legal
    made, failed = beaten(rulings=now)
    assert made.play(failed, LEAVES, *TO_TEN, do.Advance(to="S11"), rulings=now).legal
    assert made.play(failed, TO_TEN[0], rulings=now).rules == ("BAR-5.8g",)
    assert made.play(failed, *TO_TEN, LEAVES, rulings=now).rules == ("BAR-5.8g",)
    made.unit("G2", "infantry", "0504")
    barred = play(made, *STRUCK, do.Advance(to="S7"), bravery("S1", 6, 6), DOWN, rulings=now).position
    assert made.play(barred, TO_TEN[0], rulings=now).legal


def test_who_passes_its_test_leaves_in_step_ten():
    """BAR-4.3c, BAR-5.8g"""
    made, passed = beaten(by=1)
    for rulings in ((), ("BAR-A16=movement",), ("BAR-A16=test",)):
        assert made.play(passed, LEAVES, rulings=rulings).rules == ("BAR-4.3c",)
        assert made.play(passed, *TO_TEN, LEAVES, do.Advance(to="S11"), rulings=rulings).legal


def test_losses_in_melee_are_tested_in_step_seven():
    """BAR-4.4h, BAR-5.10b"""
    made = bound().unit("S2", "infantry", "0305").order("S2", "assault", target="G1", route=("0304",))
    hit = play(made, BOTH[0], blows("G1", 1, 1, 1, 1, 6), *BOTH[2:], *PAID, Mark(unit="S1", what="losses", value=2))
    assert hit.legal
    early = made.play(hit.position, bravery("S1", 2, 2))
    assert early.rules == ("BAR-4.4h",)
    later = made.play(hit.position, do.Advance(to="S7"))
    assert made.play(later.position, bravery("S1", 2, 2), do.Advance(to="S8")).legal
    assert made.play(later.position, do.Advance(to="S8")).rules == ("BAR-4.4h",)


@pytest.mark.parametrize(("terrain", "dice", "said"), [
    ("village", (4, 6, 6, 6, 6), ["melee.hits"]),
    ("village", (1, 6, 6, 6, 6), []),
    ("light_woods", (4, 6, 6, 6, 6), []),
])  # fmt: skip
def test_what_hits_in_a_village_and_not_by_the_card_is_said_of_the_one_who_rolls(
    terrain: str, dice: tuple[int, ...], said: list[str]
):
    """BAR-12.9e"""
    made = storm("light").ground("0504", terrain=terrain)
    blow = Strike(unit="S1", target="G1"), blows("S1", *dice)
    judged = read(made, made.at("S6"), GO, bravery("S1", 1, 1), *blow)
    assert [each.why for one in judged for each in one.findings] == said


def test_losses_by_what_hits_in_a_village_alone_are_due():
    """BAR-12.9e, BAR-3.3c"""
    made = storm("light").ground("0504", terrain="village")
    done = bravery("S1", 1, 1), Strike(unit="G1", target="S1"), blows("G1", 6, 6, 6)
    done += Strike(unit="S1", target="G1"), blows("S1", 4, 4, 4, 4, 6), Mark(unit="G1", what="ammo", value=7), PAID[1]
    lost = Mark(unit="G1", what="losses", value=1)
    assert charged(read(made, made.at("S6"), GO, *done, lost, do.Advance(to="S7"))) == []
    unmarked = charged(read(made, made.at("S6"), GO, *done, do.Advance(to="S7")))
    assert unmarked == ["Illegal BAR-3.3c due.undone german"]


@pytest.mark.parametrize(("level", "dice", "said"), [
    (0, (3, 3, 6, 6, 6), []),
    (1, (3, 3, 6, 6, 6), ["Illegal BAR-3.5c marks.struck soviet"]),
    (1, (6, 6, 6, 6, 6), ["Illegal BAR-3.5c marks.defence soviet"]),
])  # fmt: skip
def test_a_card_that_shows_hits_of_the_card_is_told_with_what_hits_up_the_hill(
    level: int, dice: tuple[int, ...], said: list[str]
):
    """BAR-12.14b, BAR-3.5c"""
    made = storm().ground("0504", level=level)
    blow = Strike(unit="G1", target="S1"), blows("G1", *dice), Mark(unit="S1", what="defence", value=0)
    told = charged(read(made, made.at("S6"), GO, *blow))
    assert [each for each in told if "3.5c" in each] == said
