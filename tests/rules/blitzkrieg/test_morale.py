"""Chapter 8.5: demoralisation, recovery, the way back; and what becomes of the marker of a formation that is gone."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Unit
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played


def field(reduced: int = 0, companies: int = 3, **state: object) -> Field:
    made = Field().formation("F", "german", hq="1604").formation("G", "french", hq="0108", **state)
    for number in range(companies):
        made.unit(f"company {number}", "infantry", "G", "0109", steps=1 if number < reduced else 2)
    return made


def lose(made: Field, unit: str, *then: object, rulings: tuple[str, ...] = ()) -> Played:
    loss = do.StepLoss(unit=unit)
    position = made.position(acting="F").owing(Due("BLZ-8.3e", (loss,)))
    return made.play(position, loss, *then, rulings=rulings)


DEMORAL = Roll(purpose="DEMORAL", who="G", dice=(4, 4))


def test_half_of_the_steps_lost_bring_a_check_at_once():
    """BLZ-X-68, BLZ-8.5a"""
    early = lose(field(1, lost=1), "company 1")
    at_half = lose(field(2, lost=2), "company 2")

    assert early.due == ()
    assert field().play(at_half.position, do.EndActivation()).last.rules == ("BLZ-8.5a",)
    assert field().play(at_half.position, DEMORAL).legal


@pytest.mark.parametrize(("dice", "exhausted", "holds"), [
    ((3, 4), False, True), ((4, 4), False, False), ((2, 4), True, False), ((2, 3), True, True),
])  # fmt: skip
def test_a_roll_over_the_factor_demoralises(dice, exhausted, holds):
    """BLZ-8.5b, BLZ-8.5c, BLZ-5.4c, BLZ-1.4c"""
    made = field(2, lost=2, exhausted=exhausted)
    rolled = lose(made, "company 2", Roll(purpose="DEMORAL", who="G", dice=dice))

    assert made.play(rolled.position, do.EndActivation()).legal is holds
    marked = made.play(rolled.position, do.Mark(piece="G", marker="demoralised"))
    assert marked.legal is not holds
    assert "BLZ-8.5b" in marked.last.rules or not holds


def test_every_later_loss_brings_another_check():
    """BLZ-8.5d"""
    made = field(3, lost=3, checked=True)
    lost = lose(made, "company 0")

    assert made.play(lost.position, do.EndActivation()).last.rules == ("BLZ-8.5d",)
    assert lose(field(3, lost=3, checked=True, demoralised=True), "company 0").due == ()


def test_losses_of_the_set_up_count_as_we_read_it():
    """BLZ-X-69, BLZ-12.1.2c"""
    made = field(4, companies=4)
    lost = lose(made, "company 0")

    assert made.play(lost.position, Roll(purpose="DEMORAL", who="G", dice=(2, 2)), do.EndActivation()).legal
    missed = made.play(lost.position, do.EndActivation()).last
    assert missed.findings[0].ruling == "AMB-36"
    settled = lose(made, "company 0", rulings=("AMB-36=other",))
    assert not any(due.options for due in settled.due)
    assert made.play(settled.position, do.EndActivation(), rulings=("AMB-36=other",)).legal


def test_attached_units_count_with_their_formation():
    """BLZ-8.5e, BLZ-10.3e"""
    made = field(2, companies=3, lost=2)
    made.unit("gun", "at-gun", "G", "0109", independent=True)

    assert lose(made, "company 2").due == ()
    assert lose(made, "gun").due == ()
    made.unit("company 2", "infantry", "G", "0109", steps=1)
    assert lose(made, "gun").due != ()


# -------------------------------------------------------------------------------------------------------- recovery
def admin(made: Field, *actions: object, rulings: tuple[str, ...] = ()) -> Played:
    due = Due("BLZ-8.5.1b", (Roll(purpose="RECOVERY", who="G"),), until="ADMIN")
    return made.play(made.position("ADMIN").owing(due), *actions, rulings=rulings)


def recovery(*dice: int) -> Roll:
    return Roll(purpose="RECOVERY", who="G", dice=dice)


def test_a_demoralised_formation_tries_to_recover_in_every_administration_phase():
    """BLZ-8.5.1b"""
    assert admin(field(demoralised=True), do.EndAdmin()).last.rules == ("BLZ-8.5.1b",)


@pytest.mark.parametrize(("dice", "exhausted", "recovers"), [
    ((2, 2), False, True), ((2, 3), False, False), ((1, 1), True, True), ((1, 2), True, False),
])  # fmt: skip
def test_it_recovers_on_the_factor_less_three(dice, exhausted, recovers):
    """BLZ-8.5.1c, BLZ-8.5.1d, BLZ-8.5.1e, BLZ-5.4c"""
    made = field(demoralised=True, exhausted=exhausted)
    made.unit("company 0", "infantry", "G", "0309")
    rolled = admin(made, recovery(*dice))
    off = do.Mark(piece="G", marker="demoralised", on=False)

    assert made.play(rolled.position, off).legal is recovers
    if not recovers:
        assert made.play(rolled.position, do.EndAdmin()).last.rules == ("BLZ-8.5.1e",)


def test_it_tries_as_well_when_its_marker_is_drawn():
    """BLZ-8.5.1b, BLZ-2.2.2g, BLZ-8.5.1a, BLZ-8.5.1d"""
    made = field(demoralised=True)
    drawn = made.play(made.position(), do.Draw(chit="G"))
    off = do.Mark(piece="G", marker="demoralised", on=False)

    assert "BLZ-8.5.1b" in made.play(drawn.position, do.Skip(chit="G")).last.rules
    acting = made.play(drawn.position, recovery(2, 2), off, do.Activate(chit="G"))
    assert acting.legal
    spent = made.play(drawn.position, recovery(2, 2), off, do.Activate(chit="G"), rulings=["AMB-38=other"])
    assert spent.last.rules == ("BLZ-8.5.1d",)
    failed = made.play(drawn.position, recovery(6, 6), do.Withdraw(unit="G HQ"))
    assert "BLZ-8.5.1a" in made.play(failed.position, do.Activate(chit="G")).last.rules


def test_who_activates_a_demoralised_formation_still_has_to_go_back():
    """BLZ-8.5.1a, BLZ-8.5.1e"""
    alone, made = (field(companies=0, demoralised=True) for _ in range(2))
    made.unit("far", "infantry", "G", "0309")
    begun = do.Draw(chit="G"), recovery(6, 6), do.Activate(chit="G")
    active, gone = made.play(made.position(), *begun), do.Withdraw(unit="G HQ")

    assert active.last.rules == ("BLZ-8.5.1a",), "it is not told before anybody could have gone"
    assert "BLZ-8.5.1e" in made.play(active.position, gone, do.EndActivation()).last.rules
    assert "BLZ-8.5.1e" not in alone.play(alone.position(), *begun, gone, do.EndActivation()).last.rules


# ---------------------------------------------------------------------------------------------------- the way back
def back(
    at: str, path: tuple[str, ...], kind: str = "infantry", *, foes: tuple[str, ...] = (), **state: object
) -> Played:
    made = Field().formation("F", "german", hq="1604").formation("G", "french", hq="", demoralised=True)
    made.unit("unit", kind, "G", at, **state)
    for number, place in enumerate(foes):
        made.unit(f"foe {number}", "tank", "F", place)
    rolled = admin(made, recovery(6, 6))
    return made.play(rolled.position, do.Withdraw(unit="unit", path=path))


def test_it_goes_back_towards_its_own_edge_with_all_its_points():
    """BLZ-8.5.1e, BLZ-8.5.1f, BLZ-8.5.1g"""
    assert back("1008", ("0908", "0808")).legal
    assert back("1008", ("0908",)).last.rules == ("BLZ-8.5.1e",)
    assert back("1008", ()).last.rules == ("BLZ-8.5.1e",)
    assert back("1008", ("1108", "1208")).last.rules == ("BLZ-8.5.1e",)
    assert back("1008", ("0908", "0808", "0708")).last.rules == ("BLZ-8.5.1e",)


def test_who_cannot_go_back_need_not_say_so():
    """BLZ-8.5.1e"""
    made = field(demoralised=True)

    assert admin(made, recovery(6, 6), do.EndAdmin()).legal
    made.unit("company 0", "infantry", "G", "0309", neutralised=True)
    assert admin(made, recovery(6, 6), do.EndAdmin()).legal


def test_one_hex_back_is_always_possible():
    """BLZ-7.1d, BLZ-8.5.1e"""
    made = Field().formation("F", "german", hq="1604").formation("G", "french", demoralised=True)
    made.unit("gun", "at-gun", "G", "1008", movement=2).ground("0908", "0909", terrain="woods")
    rolled = admin(made, recovery(6, 6))

    assert made.play(rolled.position, do.Withdraw(unit="gun", path=("0908",))).legal
    assert not made.play(rolled.position, do.Withdraw(unit="gun", path=("0908", "0808"))).legal


def test_a_marker_that_is_to_be_taken_out_does_not_come_back():
    """BLZ-8.5.1j, BLZ-2.2.1e"""
    made = Field().formation("F", "german", hq="1604").formation("G", "french", chit="used")
    made.unit("last", "infantry", "G", "1006", steps=1).unit("tank", "tank", "F", "1005")
    gone = lose(made, "last", Roll(purpose="DEMORAL", who="G", dice=(1, 1)))
    admin_phase = made.play(gone.position.but(stack=("TURN_END",)), do.NextTurn(turn=2)).position

    assert do.Refill(chit="G") not in [option for due in admin_phase.due for option in due.options]
    assert "BLZ-8.5.1j" in made.play(admin_phase, do.EndAdmin()).last.rules


def test_at_the_edge_it_stays_or_leaves_the_map():
    """BLZ-8.5.1e, BLZ-8.5.1j"""
    left = back("0208", ("0108", "off"))

    assert back("0208", ("0108",)).legal
    assert left.legal
    assert not left.position.units["unit"].on_map
    assert [due.rule for due in left.due] == ["BLZ-8.5.1j"]
    assert back("0308", ("0208", "off")).last.rules == ("BLZ-8.5.1e",)


def test_a_neutralised_unit_stays_and_moving_it_is_a_remark():
    """BLZ-8.5.1e"""
    moved = back("1008", ("0908",), neutralised=True)

    assert back("1008", (), neutralised=True).legal
    assert moved.legal
    assert moved.last.findings[0].why == "withdraw.neutralised"


def test_it_gets_away_from_the_enemy_next_to_it():
    """BLZ-8.5.1h"""
    assert back("1008", ("0909", "0809"), "infantry", foes=("0908", "1007")).last.rules == ()
    stuck = back("1008", ("1009",), "infantry", foes=("0908", "0909"), movement=1)
    assert stuck.last.rules == ("BLZ-8.5.1h",) or stuck.legal


def test_nobody_fires_at_those_who_go_back():
    """BLZ-X-70, BLZ-8.5.1i"""
    made = Field().formation("F", "german", hq="1604").formation("G", "french", hq="", demoralised=True)
    made.unit("unit", "infantry", "G", "1008").unit("tank", "tank", "F", "1010")
    gone = made.play(
        made.position(), do.Draw(chit="G"), recovery(6, 6), do.Withdraw(unit="unit", path=("0908", "0808"))
    )

    assert gone.legal
    assert "BLZ-8.5.1i" in made.play(gone.position, do.OppFire(unit="tank", target="unit")).last.rules


def test_who_goes_back_beyond_the_radius_is_out_of_command():
    """BLZ-3.5c"""
    made = field(demoralised=True)
    made.unit("company 0", "infantry", "G", "0611", movement=2, ooc=False)
    made.unit("company 1", "infantry", "G", "0111", movement=2, ooc=True)
    position = admin(made, recovery(6, 6)).position
    away = made.play(position, do.Withdraw(unit="company 0", path=("0511", "0411")))

    assert do.Mark(piece="company 0", marker="ooc") in [option for due in away.due for option in due.options]


# -------------------------------------------------------------------------------------------------------- nobody left
def test_the_marker_of_a_formation_that_is_gone_leaves_the_cup():
    """BLZ-8.5.1j"""
    made = Field().formation("F", "german", hq="1604").formation("G", "french", chit="cup")
    made.unit("last", "infantry", "G", "1006", steps=1).unit("tank", "tank", "F", "1005")
    gone = lose(made, "last", Roll(purpose="DEMORAL", who="G", dice=(1, 1)))

    assert [due.rule for due in gone.due] == ["BLZ-8.5.1j"]
    assert made.play(gone.position, do.Discard(chit="G")).legal
    assert not made.play(made.position(), do.Discard(chit="G")).legal


def test_it_stays_while_units_are_still_to_come():
    """BLZ-8.5.1j"""
    made = Field().formation("F", "german", hq="1604").formation("G", "french", chit="cup")
    made.unit("last", "infantry", "G", "1006", steps=1).unit("later", "infantry", "G", "")
    made.units["later"] = Unit(formation="G")

    assert "BLZ-8.5.1j" not in [due.rule for due in lose(made, "last").due]
