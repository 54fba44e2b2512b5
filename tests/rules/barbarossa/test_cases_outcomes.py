"""What follows of an action, done right and done wrong: fire tests, bravery, headquarters, smoke, mines, melees."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

FIRES = do.Fire(unit="S1", target="G1")
PAID = do.Mark(unit="S1", what="ammo", value=5)


def thrown(*dice: int, who: str = "S1", purpose: str = "FIRE") -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


def lost(value: int) -> do.Mark:
    return do.Mark(unit="G1", what="losses", value=value)


# ------------------------------------------------------------------------------------------------------- a fire test
def platoon(goal: str = "0503", kind: str = "light", **more: object) -> Field:
    """S1 fires with seven dice at light tanks, and with five at trucks, accuracy 2 at distance 2."""
    dice = {"light_tank": [7, 5], "vehicle": [5, 4]}
    made = Field().unit("S1", "light", "0505", targets=dice, accuracy=[3, 2, 2], **{"ammo": 6, **more})
    return made.unit("G1", kind, goal, defence=2, size=3).order("S1", "open_fire", target="G1")


def fights(made: Field, *after: object) -> Played:
    return made.play(made.at("S3"), *after)


def test_a_fire_test_from_the_line_to_the_losses():
    """BAR-EX-05, BAR-5.1b, BAR-5.1c, BAR-5.1d, BAR-5.1f, BAR-5.1g, BAR-5.1h, BAR-5.1j, BAR-5.1k, BAR-5.1n, BAR-3.11b"""
    dice = thrown(1, 1, 2, 4, 4, 5, 5)
    hits_three = (FIRES, dice, PAID)

    assert fights(platoon(), *hits_three, lost(1), do.Advance(to="S4")).legal
    assert "BAR-3.3c" in fights(platoon(), *hits_three, lost(2)).rules
    assert "BAR-3.3c" in fights(platoon(), *hits_three, do.Advance(to="S4")).rules
    assert "BAR-5.2a" in fights(platoon().ground("0504", terrain="forest"), FIRES).rules
    assert "BAR-3.12c" in fights(platoon(), do.Fire(unit="S1", target="G1", accuracy=3)).rules
    assert "BAR-3.11a" in fights(platoon(), do.Fire(unit="S1", target="G1", dice=5)).rules
    assert "BAR-5.1e" in fights(platoon(), FIRES, thrown(1, 1, 2, 4, 4)).rules
    assert "BAR-3.10a" in fights(platoon(kind="medium"), FIRES).rules


def test_dice_above_the_accuracy_do_not_hit():
    """BAR-5.1f, BAR-5.1g, BAR-5.1h"""
    assert fights(platoon(), FIRES, thrown(*(2,) * 3, *(3,) * 4), PAID, lost(1), do.Advance(to="S4")).legal
    assert "BAR-3.3c" in fights(platoon(), FIRES, thrown(*(2,) * 3, *(3,) * 4), PAID, lost(2)).rules


def test_each_type_has_its_own_number_of_dice():
    """BAR-3.11b, BAR-3.11c, BAR-5.1d"""
    assert fights(platoon(kind="truck"), FIRES, thrown(*(6,) * 5), PAID, do.Advance(to="S4")).legal
    assert "BAR-5.1e" in fights(platoon(kind="truck"), FIRES, thrown(*(6,) * 7)).rules
    weaker = platoon(losses=1)
    assert fights(weaker, FIRES, thrown(*(6,) * 5)).legal
    assert "BAR-5.1e" in fights(weaker, FIRES, thrown(*(6,) * 7)).rules


# --------------------------------------------------------------------------------------------------------- bravery
def led(place: str) -> Field:
    """G1 is shot at, whose headquarters is where it is said; its bravery is 6 after a loss."""
    made = Field().unit("G1", "infantry", "0503", defence=0, bravery=7).unit("S1", "infantry", "0505")
    return made.unit("G2", "hq", place).order("S1", "open_fire", target="G1")


SHOT = (FIRES, thrown(1, *(6,) * 9), PAID, lost(1), do.Advance(to="S4"))
DOWN = do.State(unit="G1", status="suppressed")


def test_a_headquarters_near_by_makes_brave():
    """BAR-3.4d, BAR-10.9a, BAR-10.7a"""
    eight = thrown(3, 5, who="G1", purpose="TEST")

    assert fights(led("0303"), *SHOT, eight, do.Advance(to="S5")).legal
    assert "BAR-5.11a" in fights(led("0303"), *SHOT, eight, DOWN).rules
    assert fights(led("0101"), *SHOT, eight, DOWN, do.Advance(to="S5")).legal
    assert "BAR-5.11a" in fights(led("0101"), *SHOT, eight, do.Advance(to="S5")).rules


@pytest.mark.parametrize(("place", "near"), [("0503", True), ("0501", True), ("0703", True), ("0706", False)])
def test_a_command_range_of_two_hexes(place: str, near: bool):
    """BAR-EX-20, BAR-10.7a, BAR-10.7b"""
    eight = thrown(3, 5, who="G1", purpose="TEST")

    assert fights(led(place), *SHOT, eight, *(() if near else (DOWN,)), do.Advance(to="S5")).legal
    assert "BAR-5.11a" in fights(led(place), *SHOT, eight, *((DOWN,) if near else (do.Advance(to="S5"),))).rules


def test_a_halftrack_tests_and_is_suppressed_or_not():
    """BAR-EX-09, BAR-5.10d"""
    made = Field().unit("G1", "halftrack", "0503", defence=0, bravery=8, ammo=0)
    made.unit("S1", "infantry", "0505", targets={"armoured_vehicle": [10]}).order("S1", "open_fire", target="G1")

    for dice, fails in (((3, 4), False), ((3, 5), True)):
        test = thrown(*dice, who="G1", purpose="TEST")
        assert fights(made, *SHOT, test, *((DOWN,) if fails else ()), do.Advance(to="S5")).legal
        wrong = (do.Advance(to="S5"),) if fails else (DOWN,)
        assert "BAR-5.11a" in fights(made, *SHOT, test, *wrong).rules


# ----------------------------------------------------------------------------------------------------------- smoke
def test_smoke_is_laid_without_a_fire_test():
    """BAR-6.4e"""
    made = Field().unit("S1", "mortar", "0508", facing="N").unit("S2", "infantry", "0506")
    made.order("S1", "smoke", hex="0505", observer="S2")
    smoke = do.Smoke(unit="S1", hex="0505", also="0504")

    assert fights(made, smoke, do.Mark(unit="S1", what="smoke", value=1), do.Advance(to="S4")).legal
    assert "BAR-5.1a" in fights(made, smoke, thrown(1, 1, 1)).rules


# ----------------------------------------------------------------------------------------------------------- mines
@pytest.mark.parametrize(
    ("kind", "mines"),
    [
        pytest.param("pioneers", "anti-personnel", id="BAR-7.6d"),
        pytest.param("infantry", "dummy", id="BAR-7.6e"),
        pytest.param("medium", "anti-personnel", id="BAR-7.6h"),
    ],
)
def test_mines_that_do_not_explode(kind: str, mines: str):
    made = Field().unit("G1", kind, "0506").order("G1", "march", route=("0505", "0504"))
    made.built("m", "minefield", "0505", variety=mines, known=False, by="S1")
    enters = do.Step(unit="G1", hex="0505"), do.Uncover(structure="m", kind=mines)

    assert made.play(made.at("S10"), *enters, do.Halt(unit="G1"), do.Advance(to="S11")).legal
    explode = made.play(made.at("S10"), *enters, thrown(6, 6, 6, who="G1", purpose="MINES"))
    assert "BAR-7.6f" in explode.rules


def test_who_gives_up_clearing_mines_is_struck():
    """BAR-7.8d"""
    clearing = do.Order(unit="G1", order="clear_mines")
    made = Field().unit("G1", "pioneers", "0506", running=clearing, boxes=1).unit("S2", "infantry", "0505")
    made.order("G1", "wait").built("m", "minefield", "0506", variety="anti-personnel", by="S1")
    goes_on = Field().unit("G1", "pioneers", "0506", running=clearing, boxes=1).unit("S2", "infantry", "0505")
    goes_on.order("G1", "clear_mines").built("m", "minefield", "0506", variety="anti-personnel", by="S1")

    assert "BAR-7.8d" in made.play(made.at("S10"), do.Advance(to="S11")).rules
    assert goes_on.play(goes_on.at("S10"), do.Advance(to="S11")).legal


# ----------------------------------------------------------------------------------------------------------- melee
@pytest.mark.parametrize(
    ("terrain", "accuracy"),
    [
        ("plain", 3),
        pytest.param("village", 4, id="BAR-12.9e"),
        pytest.param("town", 4, id="BAR-12.10e"),
    ],
)
def test_infantry_among_houses_strikes_vehicles_better(terrain: str, accuracy: int):
    made = Field().ground("0504", terrain=terrain).unit("S1", "infantry", "0505", targets={"armoured_vehicle": []})
    made.unit("G1", "halftrack", "0504").order("S1", "assault", target="G1", route=("0504",)).order("G1", "wait")
    enters = do.Step(unit="S1", hex="0504", fights=True)

    def strikes(number: int) -> Played:
        return made.play(made.at("S6"), enters, do.Strike(unit="S1", target="G1", accuracy=number))

    assert strikes(accuracy).legal
    assert "BAR-3.12b" in strikes(accuracy + 1).rules
    assert "BAR-3.12b" in strikes(accuracy - 1).rules
