"""Chapters 6.1, 6.6, 8.7, 10.3, 10.4: defensive fire, ambush, fire on the move, fire at places."""

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Fire, Mark
from rules.barbarossa.state.harm import hit
from rules.barbarossa.state.values import melee_dice
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import breaks, doubts
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.shooting import fire, moving, shoot, throw


# ------------------------------------------------------------------------------------------------- defensive fire
def guarded(**more: object) -> Field:
    made = Field().unit("S1", "infantry", "0508", **more).unit("G1", "truck", "0405").unit("G2", "truck", "0605")
    return made.order("S1", "defend", facing="N", number=2)


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
    made = rolling().unit("S2", "infantry", "0305").order("S2", "march", route=("0304",))
    hit = made.play(moving(made, S1=("0508", "0507", "0506")), fire(kind="move", dice=5), throw("S1", 5, 3)).position
    marks = (Mark(unit="S1", what="ammo", value=7), Mark(unit="G1", what="losses", value=1))
    later = made.play(hit, *marks, do.Step(unit="S2", hex="0304"), do.Advance(to="S11"))
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


def test_whether_a_bombardment_strikes_own_units_is_open():
    """BAR-10.4c, BAR-5.1a"""
    made = rockets().unit("S2", "infantry", "0504")
    friend = bombard("S2", dice=16)

    assert doubts(shoot(made, friend).last, "BAR-A117")
    assert breaks(shoot(made, friend, rulings=("BAR-A117=enemies",)).last, "BAR-5.1a")
    assert shoot(made, friend, rulings=("BAR-A117=all",)).legal


def test_a_bombardment_strikes_the_hidden_too():
    """BAR-IN-70, BAR-10.6f, BAR-10.4b, BAR-5.12c"""
    made = Field().unit("G1", "howitzer", "0508", facing="N").unit("S1", "hq", "0504", hidden=True)
    made.unit("S2", "mortar", "0504").order("G1", "bombard_location", hex="0504")
    shots = (fire("G1", "S2", kind="bombard"), throw("G1", 9, 0), Mark(unit="G1", what="ammo", value=7))

    assert shoot(made, *shots, do.Advance(to="S4")).rules == ("BAR-10.4b",)
    assert shoot(made, *shots, fire("G1", "S1", kind="bombard"), throw("G1", 9, 0), do.Advance(to="S4")).legal
