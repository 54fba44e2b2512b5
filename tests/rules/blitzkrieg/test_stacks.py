"""Stacks that are dragged together, carriers with who rides on them: one deed, in whatever order its records stand."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from rules.engine.writing import Go, Put, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Step, accused, at_the_table, noted, said, stack

N, LOSS, MISS = (6, 4), (6, 6), (1, 2)
END = do.EndActivation()
KEYS = pytest.mark.parametrize("how", ["Retreat", "Move", ""], ids=["its key", "the plain key", "no key"])


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or MISS)


def mark(unit: str) -> do.Mark:
    return do.Mark(piece=unit, marker="neutralised")


def field(**hqs: str) -> Field:
    made = Field().formation("A", "german", hq=hqs.get("A", "0805")).formation("F", "french", hq=hqs.get("F", "0811"))
    for name, formation, place in (("a1", "A", "0807"), ("a2", "A", "0807"), ("f1", "F", "0808"), ("f2", "F", "0808")):
        made.unit(name, "infantry", formation, place)
    return made.unit("far", "infantry", "F", "0811").unit("off", "infantry", "A", "0803")


def played(made: Field, *done: Done) -> list[str]:
    return said(at_the_table(made, made.position(acting="A"), *done))


def fires(**dice: tuple[int, ...]) -> tuple[Done, ...]:
    at = {"a1": "f1", "a2": "f2", "f1": "a1", "f2": "a2"}
    named = (do.MeleeFire(unit=unit, target=at[unit]) for unit in dice)
    return (*named, *(roll("MELEE", unit, *thrown) for unit, thrown in dice.items()))


def entry(*units: str) -> do.Assault:
    return do.Assault(units=("a1", "a2", *units), hex="0808")


BEATEN = *fires(f1=N, f2=N), mark("a1"), mark("a2")
HELD = *fires(f1=MISS, f2=MISS), *fires(a1=N, a2=N), mark("f1"), mark("f2")
HIT = *fires(f1=MISS, f2=MISS), *fires(a1=LOSS, a2=LOSS), do.StepLoss(unit="f1"), do.StepLoss(unit="f2")


@KEYS
def test_attackers_go_back_in_one_drag(how: str):
    """BLZ-9.1.2d, BLZ-9.1.4a"""
    made = field()

    assert played(made, entry(), *BEATEN, stack("german", ("a1", "a2"), "0807", how), END) == []
    assert "BLZ-9.1.2d" in played(made, entry(), *BEATEN, stack("german", ("a1", "a2"), "0708", how), END)
    assert "BLZ-9.1.2d" in played(made, entry(), *BEATEN, stack("german", ("a1",), "0807", how), END)


@KEYS
def test_an_hq_goes_back_in_one_drag_with_its_own(how: str):
    """BLZ-9.1.2f, BLZ-9.1.2d, BLZ-3.2f"""
    defending, attacking = field(F="0808"), field(A="0807")

    assert played(defending, entry(), *HELD, stack("french", ("F HQ", "f1", "f2"), "0809", how), END) == []
    assert played(attacking, entry("A HQ"), *BEATEN, stack("german", ("A HQ", "a1", "a2"), "0807", how), END) == []


@KEYS
def test_an_hq_may_be_dragged_before_the_unit_with_which_it_goes(how: str):
    """BLZ-9.1.2f, BLZ-3.2f"""
    made = field(F="0808")
    steps = [Step(unit, "0809", how) for unit in ("F HQ", "f1", "f2")]

    assert played(made, entry(), *HELD, *steps, END) == []
    assert played(made, entry(), *fires(f1=MISS, f2=MISS), steps[0]) != [], "nobody of its own goes"


def test_defenders_who_may_leave_after_a_loss_leave_in_one_drag():
    """BLZ-9.1.2g"""
    made = field()

    assert played(made, entry(), *HIT, stack("french", ("f1", "f2"), "0809", "Retreat"), END) == []
    assert "BLZ-9.1.5b" in played(made, entry(), *HIT, stack("french", ("f1", "f2"), "0807", "Retreat"), END)


@pytest.mark.parametrize("how", ["Retreat", ""])
def test_two_units_retreat_in_one_drag(how: str):
    """BLZ-6.3.3a, BLZ-6.3.3g"""
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("a1", "tank", "A", "0805").unit("f1", "infantry", "F", "0808").unit("f2", "infantry", "F", "0808")
    near = do.Move(units=("a1",), hex="0806"), do.Move(units=("a1",), hex="0807")

    assert played(made, *near, stack("french", ("f1", "f2"), "0809", how), END) == []
    assert "BLZ-6.3.3g" in played(made, *near, stack("french", ("f1", "f2"), "0807", "Retreat"), END)


# ------------------------------------------------------------------------------------------------ into a melee
@pytest.mark.parametrize("how", ["Move", ""])
@pytest.mark.parametrize("together", [True, False])
def test_a_melee_is_entered_by_whatever_drag(how: str, together: bool):
    """BLZ-9b, BLZ-9.1.4a, BLZ-8c"""
    made = field()
    steps = [Step("a1", "0808", how), Step("a2", "0808", how)]
    into = [stack("german", ("a1", "a2"), "0808", how)] if together else steps
    fought = *fires(f1=MISS, f2=MISS), *fires(a1=LOSS, a2=MISS), do.StepLoss(unit="f1")

    assert played(made, *into, *fought) == []
    assert "BLZ-9b" in played(made, *into, END), "nobody has fought"


def test_who_is_dropped_among_the_enemy_and_taken_back_has_attacked_nobody():
    """BLZ-9b, BLZ-9.1.4a"""
    made = field()
    fire = do.Fire(unit="a1", target="f1", mode="full"), roll("FIRE", "a1")
    astray, back = (Step("a1", place, "Move") for place in ("0808", "0807"))

    assert played(made, astray, back, *fire, END) == []
    melee = [Step("a1", place, "Melee") for place in ("0808", "0807")]
    told = at_the_table(made, made.position(acting="A"), *melee, *fire, END)
    assert (said(told), noted(told)) == ([], ["move.put-back"])
    assert played(made, astray, *fire, END) != []


# --------------------------------------------------------------------------------------------------- carriers
def motorised() -> Field:
    made = field().unit("apc", "apc", "A", "0706", movement=6).unit("rider", "infantry", "A", "0706", aboard="apc")
    return made.unit("foot", "infantry", "A", "0706")


@pytest.mark.parametrize("how", ["Move", ""])
@pytest.mark.parametrize("first", ["apc", "rider"])
def test_a_carrier_and_who_rides_on_it_are_dragged_one_after_the_other(how: str, first: str):
    """BLZ-6.1f, BLZ-7.1b"""
    made, second = motorised(), "rider" if first == "apc" else "apc"
    way = [Step(unit, place, how) for place in ("0705", "0704") for unit in (first, second)]

    assert played(made, *way, END) == []


@pytest.mark.parametrize("how", ["Move", ""])
def test_a_company_that_is_left_behind_by_its_carrier_has_got_off(how: str):
    """BLZ-6.1f"""
    made = motorised()

    def found(*places: str, then: tuple[Done, ...] = ()) -> list[str]:
        way = (Step("apc", place, how) for place in places)
        judged = at_the_table(made, made.position(acting="A"), *way, *then, END)
        return [each.ruling for one in judged for each in one.findings if isinstance(each, Undecided)]

    assert found("0705", "0704", "0703", "0702", then=(Step("rider", "0702", how),)) == [], "it follows a little later"
    assert found("0705") == [], "it may have got off, and the carrier goes half its way"
    assert "AMB-45" in found("0705", "0704", "0703", "0702")


@pytest.mark.parametrize("how", ["Retreat", ""])
@pytest.mark.parametrize("first", ["apc", "rider"])
def test_a_beaten_carrier_and_who_rides_on_it_go_back_one_after_the_other(how: str, first: str):
    """BLZ-9.1.2d, BLZ-6.3.3e, BLZ-8.4i"""
    made, second = motorised(), "rider" if first == "apc" else "apc"
    made.unit("f1", "infantry", "F", "0707").unit("f2", "infantry", "F", "0707")
    shots = do.MeleeFire(unit="f1", target="apc"), roll("MELEE", "f1", *N), do.Decline(by="french"), mark("apc")
    back = [Step(unit, "0706", how) for unit in (first, second)]

    assert played(made, do.Assault(units=("apc",), hex="0707"), *shots, *back, END) == []


def test_a_company_that_goes_all_its_way_with_a_free_carrier_may_have_got_on():
    """BLZ-7.1b, BLZ-6.1f"""
    made = motorised()
    made.unit("rider", "infantry", "A", "0806")
    way = [do.Move(units=("apc", "foot"), hex=place) for place in ("0705", "0704", "0703")]
    told = at_the_table(made, made.position(acting="A"), *way)

    assert accused(told) == []
    assert [each.missing for one in told for each in one.findings if isinstance(each, Undecided)] == ["loading"]
    alone = [do.Move(units=("foot",), hex=move.hex) for move in way]
    assert "BLZ-7.1b" in played(made, *alone)


# ------------------------------------------------------------------------------------------------ dragged in one go
def test_a_way_home_or_through_a_full_hex_may_be_one_drag():
    """BLZ-8.5.1e, BLZ-6.3.3h"""
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("a1", "tank", "A", "0806").unit("f1", "infantry", "F", "0809")
    for name in ("x", "y", "z"):
        made.unit(name, "infantry", "F", "0810")
    near = do.Move(units=("a1",), hex="0807")

    assert played(made, near, Step("f1", "0811", "Retreat"), END) == []
    assert "BLZ-6.3.3g" in played(made, near, Step("f1", "0909", "Retreat"), Step("f1", "1010", "Retreat"), END)


def test_what_a_drag_over_several_hexes_cost_is_not_charged_to_the_steps_after_it():
    """BLZ-7.1b, BLZ-7.2.1a"""
    row = [f"{column:02}05" for column in range(3, 12)]
    made = Field().formation("A", "german", hq="0305").formation("F", "french", hq="1713")
    made.ground(roads=row).unit("tank", "tank", "A", "0305", movement=2)
    far = Step("tank", "0505", "Move")

    assert "BLZ-7.1b" not in played(made, far, do.Move(units=("tank",), hex="0605"), END), (
        "two hexes by road are one point"
    )
    assert "BLZ-7.1b" in played(made, far, do.Move(units=("tank",), hex="0605"), do.Move(units=("tank",), hex="0705"))


def test_an_hq_that_is_overrun_goes_to_its_box_by_whatever_key():
    """BLZ-3.2f, BLZ-3.2c, BLZ-3.5d"""
    made = Field().formation("A", "german", hq="0805").formation("G", "french", hq="0808")
    made.unit("a1", "tank", "A", "0807").unit("g1", "infantry", "G", "0810")
    over, off = do.Assault(units=("a1",), hex="0808"), Hand("french", (Go(Ref("G HQ"), "turn/2"),))
    lost = do.Mark(piece="g1", marker="ooc")

    assert played(made, over, off, lost, END) == []
    assert played(made, over, lost, off, END) == [], "the markers may come first"
    assert "BLZ-3.2f" in played(made, over, lost, END)
    assert "BLZ-3.5a" in played(made, lost, END)


def test_a_lone_hq_is_overrun_by_the_plain_key_too():
    """BLZ-9b, BLZ-3.2f"""
    made = Field().formation("A", "german", hq="0806").formation("G", "french", hq="0808")
    made.unit("a1", "tank", "A", "0807")
    over = Step("a1", "0808", "Move"), do.OverrunHq(unit="G HQ", turn=2), Step("a1", "0809", "Move"), END

    assert played(made, *over) == []
    settled = at_the_table(made, made.position(acting="A"), *over, rulings=["AMB-18=ruling"])
    assert said(settled) == []


@pytest.mark.parametrize("how", ["Move", "Retreat", ""])
def test_a_beaten_company_goes_back_without_its_carrier_by_whatever_key(how: str):
    """BLZ-9.1.2d, BLZ-6.1f, BLZ-2.2.2b"""
    made = motorised().unit("f1", "infantry", "F", "0707").unit("f2", "infantry", "F", "0707")
    shots = do.MeleeFire(unit="f1", target="rider"), roll("MELEE", "f1", *N), do.Decline(by="french"), mark("rider")
    off = Hand("german", (Say("ride", Ref("rider"), {"what": "Unload"}), Put(Ref("rider"), "Aboard", "")))
    on = do.MeleeFire(unit="apc", target="f1"), roll("MELEE", "apc")
    begins = do.Assault(units=("apc",), hex="0707"), *shots

    assert played(made, *begins, Step("rider", "0706", how), off, *on) == []
    assert "BLZ-9.1.2d" in played(made, *begins, Step("rider", "0606", how), off, *on), "not from where it came"
