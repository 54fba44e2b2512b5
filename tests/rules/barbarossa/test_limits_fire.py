"""Shots of all kinds: who may fire at whom, what it costs, how dice are carried on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.fire import firing
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.volleys import targets_of_bombardment
from rules.barbarossa.state.model import Shot
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.salvos import MAIN, done, fire, guns, pair, trio
from tests.rules.barbarossa.verdicts import In, other_reading, played, words

says = In("S3").says


# ------------------------------------------------------------------------------------------------------- order and step
@pytest.mark.parametrize(
    ("kind", "order", "steps", "late", "missing"),
    [
        ("fire", "open_fire", {"S3"}, "BAR-4.4d", "BAR-4.3c"),
        ("suppress", "suppressive_fire", {"S2"}, "BAR-4.4c", "BAR-4.3c"),
        ("indirect", "indirect_fire", {"S3"}, "BAR-4.4d", "BAR-4.3c"),
        ("bombard", "bombard_location", {"S3"}, "BAR-4.4d", "BAR-4.3c"),
        ("move", "fire_on_move", {"S10"}, "BAR-8.7g", "BAR-4.3c"),
        ("ambush", "ambush", {"S8", "S10"}, "BAR-5.13a", "BAR-4.3c"),
        ("defend", "defend", {"S10"}, "BAR-6.1g", "BAR-4.3c"),
        ("flak", "defend", {"S5"}, "BAR-9.6b", "BAR-9.6b"),
        ("strike", "air_strike", {"S6"}, "BAR-9.10d", "BAR-4.3c"),
        ("react", "defend", {"S6"}, "BAR-9.11b", "BAR-9.11b"),
    ],
)
def test_each_kind_of_shot_has_its_order_and_its_step(
    kind: Any, order: str, steps: set[str], late: str, missing: str
) -> None:
    """BAR-4.3c, BAR-4.4c, BAR-4.4d, BAR-6.1g, BAR-8.7g, BAR-5.13a"""
    made = pair(order=order)
    for state in (f"S{number}" for number in range(1, 13)):
        found = played(made, made.position(state), fire(kind)).last.findings
        steps_named = [each.rule for each in found if each.why == "fire.step"]
        assert bool(steps_named) is (state not in steps), state
        assert set(steps_named) <= {late}
        assert not [each for each in found if each.why == "fire.order"]
    for other in ("wait", ""):
        bare = pair(order="") if not other else pair(order="wait")
        found = played(bare, bare.position(min(steps)), fire(kind)).last.findings
        assert missing in [each.rule for each in found if each.why == "fire.order"]
    assert WAYS[kind].order == order


def test_an_order_that_was_cancelled_in_step_2_is_still_carried_out_there() -> None:
    """BAR-6.2h"""
    given = do.Order(unit="S1", order="suppressive_fire", target="G1")
    made = pair(order="", suppressed=True, fallen=True)
    assert says(made, fire("suppress"), "S2", cancelled={"S1": given}) == ""
    assert says(made, fire("suppress"), "S2") == "BAR-5.11d"
    both = says(made, fire("suppress"), "S3", cancelled={"S1": given})
    assert both == "BAR-4.4c BAR-5.11d"


@pytest.mark.parametrize(
    ("state", "fallen", "kind", "rule"),
    [
        ("S3", False, "fire", "BAR-5.11d"), ("S3", True, "fire", "BAR-6.2g"), ("S10", True, "defend", "BAR-5.11d"),
        ("S3", True, "bombard", "BAR-6.2g"), ("S3", True, "indirect", "BAR-6.2g"),
    ],
)  # fmt: skip
def test_who_is_suppressed_does_not_fire(state: str, fallen: bool, kind: Any, rule: str) -> None:
    """BAR-5.11d, BAR-6.2g"""
    made = pair(order=WAYS[kind].order, suppressed=True, fallen=fallen)
    found = played(made, made.position(state), fire(kind)).last.findings
    assert [each.rule for each in found if each.why == "fire.suppressed"] == [rule]


@pytest.mark.parametrize(("fire_from", "missing"), [("0506", True), ("0505", False), ("0404", False)])
def test_who_was_suppressed_on_the_move_may_have_fired_before(fire_from: str, missing: bool) -> None:
    """BAR-5.11d"""
    given = do.Order(unit="S1", order="fire_on_move", target="G1", fire_from=fire_from)
    made = pair("light", order="", suppressed=True, fallen=True)
    found = says(made, fire("move"), "S10", cancelled={"S1": given}, stepped={"S1": ("0507", "0506", "0505")})
    assert ("BAR-5.11d?path" in found.split()) is missing


@pytest.mark.parametrize(
    ("smoked", "state", "caught"), [(2, "S5", True), (1, "S5", False), (0, "S5", False), (2, "S3", False)]
)
def test_who_is_caught_in_smoke_fires_no_more(smoked: int, state: str, caught: bool) -> None:
    """BAR-6.4g"""
    made = pair("flak", "stuka", order="defend", smoked=smoked)
    assert ("BAR-6.4g" in says(made, fire("flak"), state).split()) is caught
    also = says(made, fire("flak"), state, rulings=(other_reading("BAR-A82"),)).split()
    assert ("BAR-6.4g" in also) is (smoked in {1, 2} and state != "S3")


# -------------------------------------------------------------------------------------------------------------- at whom
def test_the_first_target_is_the_one_of_the_order() -> None:
    """BAR-4.3b"""
    made = pair().unit("G2", "infantry", "0504").unit("G3", "infantry", "0504")
    assert says(made, fire(target="G2")) == "BAR-4.3b"
    assert says(pair(order="open_fire").order("S1", "open_fire"), fire()) == ""
    carried = says(made, fire(target="G2", after="G1"), shots=(done(6, 6, 6, 6),), fired={"S1": 1})
    assert carried == ""
    again = says(made, fire(target="G2", again=True), shots=(done(6, 6),), fired={"S1": 1})
    assert "BAR-4.3b" not in again.split()


def test_who_sits_in_the_bunker_that_was_named_is_a_target_too() -> None:
    """BAR-11.6f"""
    made = Field().unit("S1", "medium", "0505").built("b", "bunker", "0504").built("c", "bunker", "0503")
    made.unit("G1", "infantry", "0504", shelter="b").unit("G2", "infantry", "0503", shelter="c").unit(
        "G3", "infantry", "0504"
    )
    for target, ok in (("b", True), ("G1", True), ("c", False), ("G2", False), ("G3", False)):
        for named in ("b", "G1"):
            found = says(made.order("S1", "open_fire", target=named), fire(target=target)).split()
            assert ("BAR-4.3b" not in found) is ok, (named, target)


def test_a_bunker_and_those_in_it_are_shot_at_together() -> None:
    """BAR-11.6f, BAR-6.3f"""
    made = Field().unit("S1", "medium", "0505").built("b", "bunker", "0504").built("t", "trench", "0504")
    made.unit("G1", "infantry", "0504", shelter="b").unit("G2", "infantry", "0504").unit(
        "G3", "infantry", "0504", shelter="b"
    )
    made.order("S1", "open_fire", target="b")

    def said(target: str, *shots: Shot) -> str:
        return says(made, fire(target=target), shots=shots, fired={"S1": 1, "S1 paid": 0}, due=())

    house = done(6, 6, target="b")
    assert said("G1", house) == ""
    assert said("G3", house, done(6, target="G1")) == ""
    assert said("b", house) == "BAR-6.3f"
    assert said("G1", house, done(6, target="G1")) == "BAR-6.3f"
    assert "BAR-6.3f" in said("G2", house).split()
    assert "BAR-6.3f" in said("G1", done(6, target="b", kind="bombard")).split()
    assert "BAR-6.3f" in said("G1", done(6, target="b", unit="S2")).split()


@pytest.mark.parametrize(
    ("kind", "fired", "said"),
    [
        ("fire", {}, ""),
        ("fire", {"S1": 1}, "BAR-6.3f"),
        ("defend", {"S1": 1}, "BAR-6.1h"),
        ("ambush", {"S1": 1}, "BAR-5.13b"),
        ("defend", {"S1 flak": 1}, "BAR-6.1h?BAR-A32"),
        ("defend", {"S1 react": 1}, "BAR-6.1h?BAR-A32"),
        ("fire", {"S1 flak": 1}, ""),
        ("flak", {"S1": 1}, "BAR-6.1h?BAR-A32"),
        ("react", {"S1": 1}, "BAR-6.1h?BAR-A32"),
        ("flak", {"S1 flak": 1}, ""),
        ("bombard", {"S1": 1}, ""),
        ("strike", {"S1": 1}, ""),
    ],
)
def test_one_order_is_one_attack(kind: Any, fired: dict[str, int], said: str) -> None:
    """BAR-6.1h, BAR-5.13b, BAR-6.3f"""
    made = pair(order=WAYS[kind].order)
    found = played(made, made.position(WAYS[kind].steps[0], fired=fired), fire(kind)).last
    again = [each for each in found.findings if each.why in {"fire.again", "fire.again-air"}]
    assert words(type(found)(tuple(again))) == said
    after = played(made, made.position(WAYS[kind].steps[0], fired=fired), fire(kind, after="G9")).last
    assert not [each for each in after.findings if each.why == "fire.again"]


@pytest.mark.parametrize(
    ("fire_from", "trail", "ok"),
    [("0505", (), True), ("0506", (), False), ("0506", ("0507", "0506", "0505"), True),
    ("0504", ("0507", "0506", "0505"), False),
     ("", (), True)],
)  # fmt: skip
def test_fire_on_the_move_is_made_from_the_hex_that_is_underlined(
    fire_from: str, trail: tuple[str, ...], ok: bool
) -> None:
    """BAR-8.7i"""
    made = pair("light").order("S1", "fire_on_move", target="G1", fire_from=fire_from, route=("0506", "0505", "0504"))
    found = says(made, fire("move"), "S10", stepped={"S1": trail} if trail else {}).split()
    assert ("BAR-8.7i" not in found) is ok


# --------------------------------------------------------------------------------------------------------- bombardments
@pytest.mark.parametrize(
    ("kind", "there", "action", "rule"),
    [
        ("rockets", "0504", {}, ""),
        ("rockets", "0503", {}, ""),
        ("rockets", "0502", {}, "BAR-10.4c"),
        ("rockets", "0504", {"hex": "0503"}, "BAR-10.4a"),
        ("rockets", "0504", {"hex": "0504"}, ""),
        ("howitzer", "0504", {}, ""),
    ],
)
def test_where_a_bombardment_falls(kind: str, there: str, action: dict[str, str], rule: str) -> None:
    """BAR-10.4a, BAR-10.4c"""
    found = set(says(guns(kind, G1=there), fire("bombard", **action)).split())
    assert {each for each in found if each.startswith("BAR-10.4")} == ({rule} if rule else set())


def test_a_bombardment_strikes_everybody_once_for_one_payment() -> None:
    """BAR-10.4b"""
    made = guns(G1="0504", G2="0504")
    first = done(6, target="G1", kind="bombard")
    assert says(made, fire("bombard", "G2"), shots=(first,), fired={"S1": 1}) == ""
    assert says(made, fire("bombard", "G1"), shots=(first,), fired={"S1": 1}) == "BAR-10.4b"
    assert "BAR-10.4b" not in says(made, fire("bombard", "G1", again=True), shots=(first,), fired={"S1": 1})
    paid = played(made, made.position("S3"), fire("bombard", "G1")).position
    assert paid.units["S1"].ammo == 3
    assert played(made, paid, fire("bombard", "G2")).position.units["S1"].ammo == 3


def test_whom_a_bombardment_strikes() -> None:
    """BAR-10.4b, BAR-10.4c"""

    def struck(kind: str) -> set[str]:
        made = guns(kind, G1="0504", G2="0503", G3="0502", S2="0504")
        made.unit("G4", "infantry", "0504", hidden=True).unit("G5", "stuka", "0504").unit(
            "G6", "infantry", "0504", out=True
        )
        return set(targets_of_bombardment(made.case(made.position("S3")), "S1"))

    assert struck("rockets") == {"G1", "G2", "G4"}
    assert struck("howitzer") == {"G1", "G4"}
    empty = (
        guns(G1="0504").unit("S1", "rockets", "0508", facing="N", ammo=0).order("S1", "bombard_location", hex="0504")
    )
    assert targets_of_bombardment(empty.case(empty.position("S3")), "S1") == ()
    nowhere = guns(G1="0504").order("S1", "bombard_location")
    assert targets_of_bombardment(nowhere.case(nowhere.position("S3")), "S1") == ()


# ------------------------------------------------------------------------------------------------------------ at movers
def guard(order: str = "defend", number: int | None = 2, **state: Any) -> Field:
    made = Field().unit("S1", "infantry", "0505", **state).order("S1", order, facing="N", number=number)
    return made.unit("G1", "truck", "0502").order("G1", "march", route=("0503", "0504"))


@pytest.mark.parametrize(
    ("trail", "number", "said"),
    [
        (("0502",), 2, "BAR-6.1g?path"),
        (("0502", "0503"), 2, ""),
        (("0502", "0503"), 1, "BAR-6.1g?path"),
        (("0502", "0503", "0504"), 1, ""),
        (("0502", "0503", "0504"), 0, "BAR-6.1g BAR-6.1g"),
        (("0502", "0503", "0504"), None, "BAR-6.1g?distance"),
    ],
)
def test_guards_fire_at_who_comes_near_enough(trail: tuple[str, ...], number: int | None, said: str) -> None:
    """BAR-6.1g, BAR-6.1f"""
    made = guard(number=number)
    position = made.position("S10", stepped={"G1": trail}).unit("G1", hex=trail[-1])
    found = words(played(made, position, fire("defend")).last)
    assert set(found.split()) == set(said.split())


def test_guards_do_not_fire_at_who_stays() -> None:
    """BAR-6.1g, BAR-5.13a"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2)
    made.unit("G1", "truck", "0503").order("G1", "wait")
    assert says(made, fire("defend"), "S10") == "BAR-6.1g"
    hides = Field().unit("S1", "infantry", "0505", hidden=True).order("S1", "ambush", facing="N", number=2)
    hides.unit("G1", "truck", "0503").order("G1", "wait")
    assert says(hides, fire("ambush"), "S10") == "BAR-5.13a"
    assert says(hides, fire("ambush"), "S8") == ""


@pytest.mark.parametrize(
    ("hidden", "fired", "said"),
    [
        (True, {}, ""),
        (False, {}, "BAR-5.13a"),
        (False, {"S1 shown": 1}, ""),
        (False, {"S1 found": 8}, "BAR-5.13a?BAR-A27"),
        (False, {"S1 found": 7}, "BAR-5.13a"),
    ],
)
def test_only_who_is_hidden_fires_from_ambush(hidden: bool, fired: dict[str, int], said: str) -> None:
    """BAR-5.13a"""
    made = Field().unit("S1", "infantry", "0505", hidden=hidden).order("S1", "ambush", facing="N", number=2)
    made.unit("G1", "truck", "0503").order("G1", "wait")
    assert says(made, fire("ambush"), "S8", fired=fired) == said


# -------------------------------------------------------------------------------------------------------------- payment
@pytest.mark.parametrize(
    ("kind", "ammo", "fired", "cost", "rule"),
    [
        ("fire", 1, {}, 1, ""),
        ("fire", 0, {}, 1, "BAR-3.8c"),
        ("fire", 0, {"S1 paid": 1}, 0, ""),
        ("suppress", 3, {}, 3, ""),
        ("suppress", 2, {}, 3, "BAR-6.2b"),
        ("suppress", 0, {}, 3, "BAR-3.8c"),
        ("suppress", 2, {"S1 paid": 1}, 2, ""),
        ("suppress", 1, {"S1 paid": 1}, 2, "BAR-6.2b"),
        ("suppress", 0, {"S1 paid": 5}, 0, ""),
    ],
)
def test_what_a_shot_costs(kind: Any, ammo: int, fired: dict[str, int], cost: int, rule: str) -> None:
    """BAR-3.8c, BAR-6.2b, BAR-6.3b"""
    made = pair(order=WAYS[kind].order, ammo=ammo)
    position = made.position(WAYS[kind].steps[0], fired=fired)
    assert firing.price(made.case(position), fire(kind)) == cost
    came = played(made, position, fire(kind))
    assert words(came.last) == rule
    if not rule:
        assert came.position.units["S1"].ammo == ammo - cost
    for free in (fire(kind, after="G9"), fire(kind, again=True)):
        assert firing.price(made.case(position), free) == 0


def test_a_second_shot_of_flak_may_be_paid_with_the_first() -> None:
    """BAR-9.6d"""
    made = Field().unit("S1", "flak", "0604", ammo=0).order("S1", "defend", facing="N", number=2)
    made.unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604", entry="0600").unit(
        "G2", "stuka", "0604"
    )
    stepped = {"G1": ("0600", "0604")}
    first = done(6, kind="flak", hex="0604", step="S5")
    assert "BAR-3.8c" in says(made, fire("flak"), "S5", stepped=stepped).split()
    assert "BAR-3.8c" not in says(made, fire("flak"), "S5", stepped=stepped, shots=(first,)).split()
    other = done(6, kind="flak", target="G2", hex="0604", step="S5")
    assert "BAR-3.8c" in says(made, fire("flak"), "S5", stepped=stepped, shots=(other,)).split()


def test_flak_fires_at_an_escort_and_its_charge_with_one_shot() -> None:
    """BAR-9.19d"""
    made = Field().unit("S1", "flak", "0604").order("S1", "defend", facing="N", number=2)
    made.unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604", entry="0600")
    made.unit("G2", "fighter", "0604", air=0).order("G2", "escort", target="G1").unit("G3", "fighter", "0604", air=0)

    def cost(target: str, *before: str) -> int:
        shots = tuple(done(6, kind="flak", target=name, step="S5") for name in before)
        return firing.price(made.case(made.position("S5", shots=shots)), fire("flak", target))

    assert [cost("G1"), cost("G1", "G2"), cost("G2", "G1"), cost("G3", "G1"), cost("G1", "G3")] == [1, 0, 0, 1, 1]


def test_trucks_that_have_just_burnt_still_fire() -> None:
    """BAR-4.3e"""
    made = Field().unit("S1", "halftrack", "0505", ammo=0, losses=1).unit("G1", "infantry", "0504")
    made.order("S1", "open_fire", target="G1")
    then = made.position("S3").but(before_step={})
    assert "BAR-3.8c" not in words(played(made, then, fire()).last).split()
    before = made.position("S3").but(before_step={"S1": 1})
    assert "BAR-3.8c" in words(played(made, before, fire()).last).split()
    tank = pair("light", ammo=0, losses=1)
    assert "BAR-3.8c" in words(played(tank, tank.position("S3").but(before_step={}), fire()).last).split()


# ------------------------------------------------------------------------------------------------------ dice carried on
@pytest.mark.parametrize(
    ("shots", "kinds", "places", "target", "after", "said"),
    [
        ((MAIN,), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", ""),
        ((MAIN,), ("infantry",) * 2, ("0504",) * 2, "G2", "G1", "BAR-5.5a"),
        ((MAIN,), ("infantry",) * 3, ("0504", "0504", "0503"), "G2", "G1", "BAR-5.5a"),
        ((MAIN,), ("infantry",) * 4, ("0504", "0504", "0504", "0503"), "G4", "G1", "BAR-5.5b"),
        ((MAIN,), ("infantry", "truck", "infantry"), ("0504",) * 3, "G2", "G1", "BAR-5.5b"),
        ((MAIN,), ("infantry", "infantry", "truck"), ("0504",) * 3, "G2", "G1", ""),
        ((MAIN,), ("infantry",) * 3, ("0504",) * 3, "G1", "G1", "BAR-5.5h"),
        ((MAIN,), ("infantry",) * 3, ("0504",) * 3, "G2", "G3", "BAR-5.5d"),
        ((done(),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", "BAR-5.5d"),
        ((done(6),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", "BAR-5.5g"),
        ((done(6, 6),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", ""),
        ((done(1, 1, 1),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", "BAR-5.5g"),
        ((done(1, 1, 1, also=(2,)),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", ""),
        ((done(1, 1, 1, doubts=((0, "BAR-A09"),)),), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", ""),
        ((), ("infantry",) * 3, ("0504",) * 3, "G2", "G1", "BAR-5.5d"),
        ((MAIN, done(6, 6, target="G2", after="G1")), ("infantry",) * 3, ("0504",) * 3, "G3", "G2", ""),
        ((MAIN, done(6, 6, target="G2", after="G1")), ("infantry",) * 3, ("0504",) * 3, "G3", "G1", "BAR-5.5d"),
    ],
)
def test_to_whom_missed_dice_are_carried(
    *, shots: tuple[Shot, ...], kinds: tuple[str, ...], places: tuple[str, ...], target: str, after: str, said: str
) -> None:
    """BAR-5.5a, BAR-5.5b, BAR-5.5d, BAR-5.5g, BAR-5.5h"""
    made, position = trio(*shots, kinds=kinds, places=places)
    found = words(played(made, position, fire(target=target, after=after)).last).split()
    assert {each for each in found if each.startswith("BAR-5.5")} == ({said} if said else set())


@pytest.mark.parametrize(
    ("last", "expected"),
    [(MAIN, 3), (done(6, 6, 6, 6), 2), (done(6, 6, 6), 2), (done(1, 6), 1), (done(1, 1), 0), (done(), 0)],
)
def test_half_of_the_dice_that_missed_rounded_up(last: Shot, expected: int) -> None:
    """BAR-5.5d, BAR-5.5e"""
    made, position = trio(last)
    assert firing.carried(made.case(position), fire(target="G2", after="G1")) == expected
    allowed = firing.dice_of(made.case(position), fire(target="G2", after="G1"))
    half = -(-len(last.rolled) // 2)
    assert allowed.ours == expected
    assert ((half, "BAR-A05") in allowed.doubtful) is (half != expected)


def test_dice_that_are_carried_on_by_other_numbers() -> None:
    """BAR-5.5d"""
    made, position = trio(done(1, 1, 6, 6, 6, 6, also=(0, 4), doubts=((6, "BAR-A09"),)))
    allowed = firing.dice_of(made.case(position), fire(target="G2", after="G1"))
    assert (allowed.ours, allowed.also) == (2, (3, 1))
    assert set(allowed.doubtful) == {(3, "BAR-A05"), (0, "BAR-A09")}
    again, at = trio(done(6, 6, 6, 6, 6), done(6, 6, target="G2", after="G1"))
    assert firing.dice_of(again.case(at), fire(again=True)).ours == 5
    assert firing.dice_of(again.case(at), fire(target="G3", again=True)).ours == 2
    none, empty = trio()
    assert firing.dice_of(none.case(empty), fire(again=True)).ours == 0
    assert firing.dice_of(none.case(empty), fire(target="nobody")).ours == 0


def test_what_was_cancelled_in_step_2_still_says_at_whom() -> None:
    """BAR-4.3b, BAR-6.2h"""
    made = pair(order="", suppressed=True, fallen=True).unit("G2", "infantry", "0504")
    given = {"S1": do.Order(unit="S1", order="suppressive_fire", target="G1")}
    assert says(made, fire("suppress", "G2"), "S2", cancelled=given) == "BAR-4.3b"
    assert "BAR-4.3b" not in says(made, fire("suppress", "G2"), "S3", cancelled=given).split()
    covered = {"S1": do.Order(unit="S1")}
    assert says(made, fire("suppress"), "S2", cancelled=covered) == "BAR-4.3a?order"


@pytest.mark.parametrize("wooded", ["0505", "0504"])
def test_forest_hides_who_is_on_the_ground_and_not_aircraft(wooded: str) -> None:
    """BAR-12.4g"""
    ground = Field().unit("S1", "flak", "0505").unit("G1", "infantry", "0504").ground(wooded, terrain="forest")
    assert says(ground.order("S1", "open_fire", target="G1"), fire()) == "BAR-12.4g"
    air = Field().unit("S1", "flak", "0505").unit("G1", "stuka", "0504", air=0).ground(wooded, terrain="forest")
    assert says(air.order("S1", "open_fire", target="G1"), fire()) == ""
    shells = guns(G1="0504").ground("0504", terrain="forest")
    assert says(shells, fire("bombard")) == ""
