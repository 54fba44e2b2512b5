"""Melee and assaults: blows and storms on both sides of each limit, and what becomes due."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.melee import assaults
from rules.barbarossa.melee import fighting as melee
from rules.barbarossa.state.model import Owed, Position
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import In, begun, played, words

says = In("S10").says


def step(place: str, unit: str = "S1", *, fights: bool = False) -> do.Step:
    return do.Step(unit=unit, hex=place, fights=fights)


# ---------------------------------------------------------------------------------------------------------------- melee
def brawl(order: str = "", kind: str = "infantry", foe: str = "infantry", **state: Any) -> Field:
    made = Field().unit("S1", kind, "0505", **state).unit("G1", foe, "0505")
    return made.order("S1", order, target="G1") if order else made


BLOW = do.Strike(unit="S1", target="G1")


@pytest.mark.parametrize(
    ("made", "state", "said"),
    [
        (brawl("assault"), "S6", ""),
        (brawl("assault"), "S5", "BAR-4.4g"),
        (brawl("assault"), "S10", "BAR-4.4g"),
        (brawl("assault", ammo=0), "S6", "BAR-5.6d"),
        (brawl("assault", ammo=1), "S6", ""),
        (brawl("assault", kind="truck"), "S6", "BAR-3.10a"),
        (brawl("assault", foe="light"), "S6", "BAR-5.7c?BAR-A75"),
        (brawl("assault", foe="light").ground("0505", terrain="town"), "S6", ""),
        (brawl("assault", foe="light").ground("0505", terrain="light_woods"), "S6", ""),
        (brawl("assault", foe="light").ground("0505", terrain="forest"), "S6", "BAR-5.7c?BAR-A75"),
        (brawl("assault", foe="halftrack"), "S6", ""),
        (Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504"), "S6", "BAR-5.6g"),
        (brawl("assault").unit("G1", "infantry", "0505", out=True), "S6", "BAR-3.3d"),
    ],
)
def test_who_strikes_whom(made: Field, state: str, said: str) -> None:
    """BAR-4.4g, BAR-5.6d, BAR-3.10a, BAR-5.7c, BAR-5.6g"""
    assert says(made, BLOW, state) == said


def test_more_on_who_strikes_whom() -> None:
    """BAR-5.7c, BAR-5.6g, BAR-8.2h, BAR-5.8e"""
    tank = brawl("assault", foe="light")
    assert says(tank, BLOW, "S6", entered=("S1",)) == "BAR-5.7c"
    assert says(brawl("assault"), BLOW, "S6", fired={"S1 melee": 1}) == "BAR-5.6g"
    assert says(brawl(ammo=0), BLOW, "S6", fired={"S1 paid": 1}) == ""
    friends = Field().unit("S1", "infantry", "0505").unit("S2", "infantry", "0505").unit("G1", "infantry", "0505")
    assert says(friends, do.Strike(unit="S1", target="S2"), "S6") == "BAR-5.6g"
    two = brawl("assault").unit("G2", "infantry", "0505")
    assert says(two, do.Strike(unit="S1", target="G2"), "S6") == "BAR-8.2h"
    assert says(brawl().unit("G2", "infantry", "0505"), do.Strike(unit="S1", target="G2"), "S6") == ""
    gone = Field().unit("S1", "infantry", "0505").order("S1", "assault", target="G1").unit("G1", "infantry", "0101")
    gone.unit("G2", "infantry", "0505")
    assert says(gone, do.Strike(unit="S1", target="G2"), "S6") == ""
    leaves = Field().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505")
    leaves.order("S1", "march", route=("0504",))
    assert says(leaves, BLOW, "S6") == "BAR-5.8e"
    burnt = brawl("assault", kind="halftrack", ammo=0, losses=1)
    assert words(played(burnt, burnt.position("S6").but(before_step={}), BLOW).last) == ""


def test_who_withdraws_is_struck_as_it_leaves() -> None:
    """BAR-4.4g, BAR-5.8d"""
    made = (
        Field()
        .unit("S1", "infantry", "0505")
        .unit("G1", "infantry", "0504", bound=("S1",))
        .order("G1", "march", route=("0504",))
    )
    left = {"stepped": {"G1": ("0505", "0504")}}
    assert says(made, BLOW, "S10", **left) == ""
    assert says(made, BLOW, "S11", **left) == "BAR-4.4g BAR-5.6g"
    assert says(made, BLOW, "S10") == "BAR-4.4g BAR-5.6g"
    elsewhere = (
        Field()
        .unit("S1", "infantry", "0506")
        .unit("G1", "infantry", "0504", bound=("S1",))
        .order("G1", "march", route=("0504",))
    )
    assert says(elsewhere, BLOW, "S10", **left) == "BAR-4.4g BAR-5.6g"


@pytest.mark.parametrize(
    ("owed", "said"),
    [
        (Owed("S1", "panic", "S6"), "BAR-5.7d"), (Owed("S1", "flank", "S6"), "BAR-5.4b"),
        (Owed("G1", "panic", "S6"), ""), (Owed("G1", "flank", "S6"), ""),
        (Owed("S1", "panic", "S6", must=False), ""), (Owed("S1", "losses", "S6"), ""), (Owed("G2", "panic", "S6"), ""),
    ],
)  # fmt: skip
def test_some_tests_come_before_the_blows(owed: Owed, said: str) -> None:
    """BAR-5.7d, BAR-5.4b"""
    made = brawl("assault").unit("G2", "infantry", "0101")
    assert says(made, BLOW, "S6", owed=(owed,)) == said


@pytest.mark.parametrize(
    ("dice", "accuracy", "kind", "weak", "said"),
    [
        (5, 3, "infantry", False, ""), (4, 3, "infantry", False, "BAR-3.12d"), (5, 2, "infantry", False, "BAR-3.12b"),
        (5, 1, "infantry", True, ""), (5, 3, "infantry", True, "BAR-5.11e"),
        (10, 3, "infantry", False, "BAR-3.12d?BAR-A08"),
        (2, 1, "mortar", False, ""), (8, 1, "mortar", False, "BAR-5.7e"), (None, None, "infantry", False, ""),
    ],
)  # fmt: skip
def test_the_numbers_of_a_blow(dice: int | None, accuracy: int | None, kind: str, weak: bool, said: str) -> None:
    """BAR-3.12b, BAR-3.12d, BAR-5.7e, BAR-5.11e"""
    made = brawl("assault", kind=kind, suppressed=weak)
    assert says(made, do.Strike(unit="S1", target="G1", dice=dice, accuracy=accuracy), "S6") == said


def test_a_blow_is_paid_once_a_round_and_makes_dice_due() -> None:
    """BAR-5.6e"""
    made = brawl("assault")
    found = played(made, made.position("S6"), BLOW).position
    assert found.units["S1"].ammo == 5
    assert found.fired["S1 melee"] == 1
    shot = found.shots[0]
    assert (shot.kind, shot.hex, shot.dice, shot.accuracy) == ("melee", "0505", (5, 10), (3,))
    assert any(due.options == (Roll(purpose="MELEE", who="S1"),) for due in found.due)
    for fired in ({"S1 paid": 1}, {"S1 melee": 1}):
        assert played(made, made.position("S6", fired=fired), BLOW).position.units["S1"].ammo == 6


def due_blows(made: Field, **position: Any) -> dict[str, tuple[tuple[str, ...], str, bool]]:
    found = played(made, made.position("S5", **position), do.Advance(to="S6")).position
    return {
        due.options[0].unit: (
            tuple(each.target for each in due.options if isinstance(each, do.Strike)),
            due.until,
            due.must,
        )
        for due in found.due
        if isinstance(due.options[0], do.Strike)
    }


def test_who_must_strike_when_step_6_begins() -> None:
    """BAR-5.6g, BAR-5.6j, BAR-5.8d"""
    both = (("G1",), "S6", True), (("S1",), "S6", True)
    bound = Field().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",))
    assert due_blows(bound) == {"S1": both[0], "G1": both[1]}
    assert due_blows(brawl("assault")) == {"S1": both[0], "G1": both[1]}
    assert due_blows(brawl()) == {"S1": (("G1",), "S6", False), "G1": (("S1",), "S6", False)}
    dry = Field().unit("S1", "infantry", "0505", bound=("G1",), ammo=0).unit("G1", "infantry", "0505", bound=("S1",))
    assert due_blows(dry) == {"G1": both[1]}
    truck = Field().unit("S1", "truck", "0505", bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",))
    assert due_blows(truck) == {"G1": both[1]}
    leaves = bound.order("S1", "march", route=("0504",))
    assert due_blows(leaves) == {"G1": (("S1",), "S10", True)}
    tanks = Field().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "light", "0505", bound=("S1",))
    assert due_blows(tanks) == {"S1": (("G1",), "S6", False), "G1": (("S1",), "S6", True)}
    covered = (
        Field().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",)).order("S1")
    )
    assert due_blows(covered)["S1"] == (("G1",), "S6", False)
    rides = Field().unit("S1", "infantry", "0505", carrier="S2").unit("G1", "infantry", "0505")
    assert due_blows(rides) == {}
    assert due_blows(Field().unit("S1", "stuka", "0505").unit("G1", "infantry", "0505")) == {}


def test_hexes_that_both_sides_are_in() -> None:
    """BAR-5.6g"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0505").unit("S2", "infantry", "0404")
    made.unit("G2", "stuka", "0404").unit("S3", "infantry", "0303").unit("G3", "infantry", "0303", out=True)
    made.unit("S4", "infantry", "0202").unit("G4", "infantry", "0202", carrier="G9")
    case = made.case(made.position("S6"))
    assert melee.contested(case) == ("0505",)
    assert melee.fighters(case, "0505") == ("S1", "G1")
    assert melee.enemies_in(case, "S1") == ("G1",)
    assert melee.enemies_in(case, "S2") == ()


@pytest.mark.parametrize(
    ("there", "bound", "after", "mark"),
    [
        (True, (), ("G1",), True), (True, ("G1",), ("G1",), None), (False, ("G1",), (), False), (False, (), (), None),
        (True, ("G9",), ("G1",), None),
    ],
)  # fmt: skip
def test_who_is_still_in_one_hex_is_bound(
    there: bool, bound: tuple[str, ...], after: tuple[str, ...], mark: bool | None
) -> None:
    """BAR-5.6h, BAR-5.6k"""
    made = Field().unit("S1", "infantry", "0505", bound=bound).unit("G1", "infantry", "0505" if there else "0101")
    found = begun(made, "S12")
    assert found.units["S1"].bound == after
    boxes = [
        each.options[0].on
        for each in found.due
        if each.options[:1] and isinstance(each.options[0], do.State) and each.options[0].unit == "S1"
    ]
    assert boxes == ([] if mark is None else [mark])


@pytest.mark.parametrize(
    ("beside", "said"), [("G1", ""), ("", ""), ("G2", "BAR-5.6k"), ("S2", "BAR-5.6k"), ("nobody", "BAR-5.6k")]
)
def test_a_bound_unit_names_an_enemy_of_its_hex(beside: str, said: str) -> None:
    """BAR-5.6k"""
    made = brawl().unit("G2", "infantry", "0101").unit("S2", "infantry", "0505")
    assert says(made, do.State(unit="S1", status="bound", beside=beside), "S12") == said
    off = says(made, do.State(unit="S1", status="bound", on=False, beside=beside), "S12")
    assert "BAR-5.6k" not in off.split()


# ------------------------------------------------------------------------------------------------------------- assaults
def storm(kind: str = "infantry", foe: str = "infantry", **state: Any) -> Field:
    made = Field().unit("S1", kind, "0505").unit("G1", foe, "0504", **state)
    return made.order("S1", "assault", target="G1", route=("0504",))


def stormed(made: Field, **position: Any) -> Position:
    start = made.position("S6", stepped={"S1": ("0505",)}, **position)
    return played(made, start, step("0504", fights=True)).position


@pytest.mark.parametrize(
    ("kind", "foe", "facing", "state", "owed"),
    [
        ("infantry", "infantry", "", {}, []),
        ("light", "infantry", "", {}, [("panic", True)]),
        ("light", "pz2", "", {}, []),
        ("light", "mortar", "S", {}, []),
        ("infantry", "mortar", "S", {}, []),
        ("infantry", "mortar", "N", {}, [("flank", True)]),
        ("infantry", "mortar", "SE", {}, [("flank", True)]),
        ("infantry", "mortar", "", {}, [("flank", False)]),
        ("light", "infantry", "", {"suppressed": True}, [("panic", False)]),
        ("infantry", "mortar", "N", {"suppressed": True}, [("flank", False)]),
        ("light", "infantry", "", {"abilities": []}, []),
        ("light", "mg", "N", {"abilities": ["field_of_fire", "tank_panic"]}, [("flank", True), ("panic", False)]),
    ],
)
def test_who_is_stormed_may_have_to_test_first(
    kind: str, foe: str, facing: str, state: dict[str, Any], owed: list[tuple[str, bool]]
) -> None:
    """BAR-5.4a, BAR-5.4b, BAR-5.7d, BAR-10.12a"""
    found = stormed(storm(kind, foe, facing=facing, **state))
    assert [(each.cause, each.must) for each in found.owed] == owed
    assert found.entered == ("S1",)
    assert found.units["S1"].stormed == "0504"
    assert found.flanked == (("G1",) if facing in {"N", "SE"} else ())


@pytest.mark.parametrize(
    ("mate", "covered"),
    [
        ({}, True), ({"kind": "mg"}, False), ({"at": "0503"}, False), ({"carrier": "G9"}, False),
        ({"order": ""}, False),
        ({"order": "defend"}, False), ({"name": "S2"}, False),
    ],
)  # fmt: skip
def test_a_friend_covers_flank_and_rear(mate: dict[str, Any], covered: bool) -> None:
    """BAR-5.4e"""
    facts = {"kind": "infantry", "at": "0504", "name": "G2", "carrier": "", **mate}
    made = storm("infantry", "mortar", facing="N").unit(
        facts["name"], facts["kind"], facts["at"], carrier=facts["carrier"]
    )
    if "order" in mate:
        made.order("G2", mate["order"], facing="N")
    case = made.case(made.position("S6"))
    assert assaults.covered(case, "G1") is covered
    assert assaults.from_behind(case, "G1", "0505") == ("" if covered else "sure")


def test_from_where_an_assault_comes() -> None:
    """BAR-5.4a, BAR-5.4d"""

    def behind(kind: str = "infantry", order: str | None = None, facing: str = "", origin: str = "0505") -> str:
        made = storm("infantry", kind, facing=facing)
        if order is not None:
            made.order("G1", order, facing=facing)
        return assaults.from_behind(made.case(made.position("S6")), "G1", origin)

    assert behind() == ""
    assert behind(order="defend", facing="S") == ""
    assert behind(order="defend", facing="N") == "sure"
    assert behind(order="ambush", facing="SW") == "sure"
    assert behind(order="") == "open"
    assert behind("mortar", facing="N", origin="0503") == ""
    assert behind("mortar", facing="N", origin="0502") == "open"


def rivals(*, mine: tuple[str, ...] = ("0504", "0503"), theirs: tuple[str, ...] = ("0504", "0505"), target: str = "S1",
           order: str = "assault", **facts: Any) -> tuple[Field, Position]:  # fmt: skip
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    made.order("S1", "assault", target="G1", route=mine).order("G1", order, target=target, route=theirs)
    return made, made.position("S6", stepped={"S1": ("0505",), "G1": ("0503",)}, **facts)


@pytest.mark.parametrize(
    ("changes", "meet"),
    [
        ({}, True),
        ({"theirs": ("0604", "0505")}, False),
        ({"target": "S2"}, False),
        ({"order": "march"}, False),
        ({"halted": {"G1": "x"}}, False),
        ({"mine": ("0503",), "theirs": ("0505",)}, True),
    ],
)
def test_two_that_storm_each_other_roll_off(changes: dict[str, Any], meet: bool) -> None:
    """BAR-5.9a, BAR-5.9b"""
    made, position = rivals(**changes)
    found = list(assaults.rivals(made.case(position)))
    assert found == ([("G1", "S1")] if meet else [])
    due = assaults.roll_offs(made.case(position), position)
    assert [each.options[0].who for each in due.due if isinstance(each.options[0], Roll)] == (
        ["G1", "S1"] if meet else []
    )
    said = words(played(made, position, step(changes.get("mine", ("0504",))[0], fights=True)).last).split()
    beside = changes.get("mine") == ("0503",)
    assert ("BAR-5.9b" in said, "BAR-5.9b?BAR-A71" in said) == (meet and beside, meet and not beside)


@pytest.mark.parametrize(("mine", "theirs", "loser"), [(6, 1, "G1"), (1, 6, "S1"), (3, 2, "G1"), (4, 4, "")])
def test_the_higher_die_goes_on(mine: int, theirs: int, loser: str) -> None:
    """BAR-5.9b"""
    made, position = rivals()
    start = assaults.roll_offs(made.case(position), position)
    first = played(made, start, Roll(purpose="ROLLOFF", who="S1", dice=(mine,)))
    assert first.position.halted == {}
    second = played(made, first.position, Roll(purpose="ROLLOFF", who="G1", dice=(theirs,)))
    assert second.position.halted == ({loser: "BAR-5.9b"} if loser else {})
    assert (len([due for due in second.due if isinstance(due.options[0], Roll)]) == 2) is (not loser)
    two = played(made, start, Roll(purpose="ROLLOFF", who="S1", dice=(mine, mine)))
    assert words(two.last) == "BAR-5.9b"
    won = {"S1": mine, "G1": theirs}
    if loser:
        assert assaults.rolloff(second.position, "S1", "G1") == won


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "BAR-6.5f"),
        ({"there": ("0505", "0504")}, ""),
        ({"halted": {"S1": "x"}}, ""),
        ({"cloud": True}, ""),
        ({"smoked": 2}, ""),
        ({"land": "river"}, ""),
        ({"enemy_here": True}, ""),
        ({"hidden": True}, ""),
        ({"goal": "0606"}, "BAR-6.5f?BAR-A84"),
        ({"gone": True}, "BAR-6.5f?BAR-A84"),
        ({"shelter": "t"}, ""),
    ],
)
def test_assaults_are_carried_out(changes: dict[str, Any], said: str) -> None:
    """BAR-6.5f"""
    made = Field().unit("S1", "infantry", "0505", smoked=changes.get("smoked", 0), shelter=changes.get("shelter", ""))
    made.unit(
        "G1",
        "infantry",
        changes.get("goal", "0504"),
        hidden=changes.get("hidden", False),
        out=changes.get("gone", False),
    )
    made.order("S1", "assault", target="G1", route=("0504",)).ground("0504", terrain=changes.get("land", "plain"))
    if "cloud" in changes:
        made.built("s", "smoke", "0504")
    if "enemy_here" in changes:
        made.unit("G2", "infantry", "0505")
    trail = changes.get("there", ("0505",))
    position = made.position("S6", stepped={"S1": trail}, halted=changes.get("halted", {})).unit("S1", hex=trail[-1])
    found = words(played(made, position, do.Advance(to="S7")).last).split()
    assert " ".join(each for each in found if each.startswith("BAR-6.5f")) == said
    halts = words(played(made, position, do.Halt(unit="S1")).last).split()
    assert ("BAR-6.5f" in halts) is (bool(said) or bool(changes.get("smoked")) or bool(changes.get("shelter")))
    assert not [
        each
        for each in words(played(made, position.but(stack=("S5",)), do.Advance(to="S6")).last).split()
        if "6.5f" in each
    ]


@pytest.mark.parametrize(
    ("ammo", "fired", "reading", "left"),
    [(6, {}, "all", 5), (6, {}, "rollers", 6), (0, {}, "all", 0), (6, {"S1 paid": 1}, "all", 6),
    (6, {"S1 melee": 1}, "all", 6)],
)  # fmt: skip
def test_whether_who_rolls_nothing_pays_too_is_open(ammo: int, fired: dict[str, int], reading: str, left: int) -> None:
    """BAR-5.6e"""
    made = Field().unit("S1", "truck", "0505", ammo=ammo, bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",))
    start = made.position("S5", fired=fired)
    found = played(made, start, do.Advance(to="S6"), rulings=(f"BAR-A126={reading}",)).position
    assert found.units["S1"].ammo == left
    assert found.fired.get("S1 paid", 0) == (1 if left == ammo - 1 else fired.get("S1 paid", 0))
