"""Boxes of cards that players mark, or never do: only what stands there has to be wiped."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.harm import key
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Put, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read, said
from tests.rules.barbarossa.writing.cards import Cards

SIDES = ("german", "soviet")
OPENED: list[Action] = [
    *(do.OrdersDone(by=side) for side in SIDES), do.Advance(to="REVEAL"), *(do.Reveal(by=side) for side in SIDES),
]  # fmt: skip


def wiped(unit: str, status: do.Status) -> do.State:
    return do.State(unit=unit, status=status, on=False)


def steps(first: int, last: int) -> list[Action]:
    """The marker goes from step to step."""
    return [do.Advance(to=f"S{number}") for number in range(first, last + 1)]


# ----------------------------------------------------------------------------------------------------------- the flag
def weak() -> Field:
    """S1, which was suppressed in this round."""
    return Field().unit("S1", "infantry", "0505", suppressed=True, fallen=True).unit("G1", "infantry", "0101")


RECOVERS = [Roll(purpose="TEST", who="S1", dice=(1, 1)), wiped("S1", "suppressed")]


def a_round_of(made: Field, *flagged: Action) -> list[str]:
    """What is said of a round in which S1 recovers, from the beginning of planning to its end."""
    ends = do.Advance(to="PLANNING")
    return accused(read(made, made.position("S12"), ends, *flagged, *OPENED, *steps(1, 12), *RECOVERS, ends))


def test_a_flag_that_was_never_marked_need_not_be_wiped():
    """BAR-5.11f, BAR-5.11h"""
    assert a_round_of(weak()) == []


def test_a_flag_that_was_marked_is_wiped():
    """BAR-5.11h"""
    assert a_round_of(weak(), do.State(unit="S1", status="flag")) == ["Illegal BAR-5.11h due.undone"]


def test_who_forgot_the_flag_recovers_although_somebody_else_did_wrong():
    """BAR-5.11h"""
    made = weak().unit("G2", "infantry", "0303")
    ends, wrong = do.Advance(to="PLANNING"), do.Mark(unit="G2", what="losses", value=1)
    judged = read(made, made.position("S12"), ends, *OPENED, *steps(1, 12), wrong, *RECOVERS, ends)
    assert accused(judged) == ["Illegal BAR-3.3c marks.value"]


def test_who_forgot_the_flag_has_to_test_all_the_same():
    """BAR-5.11h"""
    ends = do.Advance(to="PLANNING")
    judged = read(weak(), weak().position("S12"), ends, *OPENED, *steps(1, 12), ends)
    assert accused(judged) == ["Illegal BAR-5.11h due.undone"]


def slipped(*early: Action, late: tuple[Action, ...] = ()) -> list[str]:
    """What is said of a round in which S1 recovers, whose flag is marked; of what is done in planning and step 5."""
    ends, marked = do.Advance(to="PLANNING"), do.State(unit="S1", status="flag")
    rest = *steps(6, 12), *RECOVERS
    made = weak()
    return accused(read(made, made.position("S12"), ends, marked, *early, *OPENED, *steps(1, 5), *late, *rest, ends))


def test_a_flag_that_is_wiped_as_orders_are_given_was_never_marked():
    """BAR-5.11f, BAR-5.11h, BAR-5.11j"""
    flag = wiped("S1", "flag")
    assert slipped(flag) == []
    assert slipped(flag, do.State(unit="S1", status="flag"), flag) == []
    assert slipped(late=(flag,))[:1] == ["Illegal BAR-5.11f marks.state"]
    assert a_round_of(weak(), do.State(unit="S1", status="flag"), flag) == []


def test_who_wipes_the_flag_has_to_test_all_the_same():
    """BAR-5.11h"""
    ends, marked = do.Advance(to="PLANNING"), do.State(unit="S1", status="flag")
    judged = read(weak(), weak().position("S12"), ends, marked, wiped("S1", "flag"), *OPENED, *steps(1, 12), ends)
    assert accused(judged) == ["Illegal BAR-5.11h due.undone"]

    made = Field().unit("S1", "infantry", "0505", suppressed=True, flagged=True).unit("G1", "infantry", "0101")
    waits = do.Order(unit="S1", order="wait")
    assert "BAR-5.11g" in made.play(made.position("PLANNING"), wiped("S1", "flag"), waits).rules


# ----------------------------------------------------------------------------------------------- the box of ambushes
HIDES = said("S1", Go(Ref("S1"), "hidden-$Box$", sent=True), Say("hide", Ref("S1")))
SHOWS = do.Show(unit="S1", hex="0506")
FIRES = [
    do.Fire(unit="S1", target="G1", kind="ambush"),
    Roll(purpose="FIRE", who="S1", dice=(6,) * 11),
    do.Mark(unit="S1", what="ammo", value=5),
]
SHOT_AND_SHOWN = {"fires first": [*FIRES, SHOWS], "stands up first": [SHOWS, *FIRES]}


def ambush() -> Field:
    """S1 lies in wait in 0506 for G1, which comes into its range."""
    made = Field().unit("S1", "infantry", "0506").ground("0506", terrain="light_woods")
    made.order("S1", "ambush", hex="0506", facing="N", number=2)
    return made.unit("G1", "infantry", "0503").order("G1", "march", route=("0504",))


def fired_upon(order: str, *then: Action) -> list[str]:
    made, comes = ambush(), do.Step(unit="G1", hex="0504")
    done = (*steps(8, 8), HIDES, *steps(9, 10), comes, *SHOT_AND_SHOWN[order], *then, *steps(11, 11))
    return accused(read(made, made.at("S7"), *done))


@pytest.mark.parametrize("order", SHOT_AND_SHOWN)
def test_an_ambush_box_that_was_never_marked_need_not_be_wiped(order: str, monkeypatch: pytest.MonkeyPatch):
    """BAR-5.12g, BAR-5.13h"""
    monkeypatch.setattr(Cards, "_boxed", lambda *_: iter(()))
    assert fired_upon(order) == []


@pytest.mark.parametrize("order", SHOT_AND_SHOWN)
def test_an_ambush_box_that_was_marked_is_wiped_when_the_unit_is_seen(order: str):
    """BAR-5.12g, BAR-5.13h"""
    assert fired_upon(order, wiped("S1", "ambush")) == []
    assert fired_upon(order) == ["Illegal BAR-5.12g due.undone"]


# ------------------------------------------------------------------------------------------------- a tank in ambush
LIES = do.Order(unit="S1", by="soviet", order="ambush", hex="0506", facing="N", number=2)


@pytest.mark.parametrize("ordered", [do.Resume(unit="S1", by="soviet"), LIES])
@pytest.mark.parametrize("boxes", [(), (1,)])
def test_armour_hides_in_the_second_round_whether_it_marks_a_box_or_not(ordered: Action, boxes: tuple[int, ...]):
    """BAR-6.6j"""
    made = Field().unit("S1", "light", "0506").ground("0506", terrain="light_woods").unit("G1", "infantry", "0101")
    made.order("S1", "ambush", hex="0506", facing="N", number=2)
    first = [do.Mark(unit="S1", what="boxes", value=each) for each in boxes]
    second = do.Advance(to="PLANNING"), *OPENED, ordered, *steps(1, 9)
    hides = do.Hide(unit="S1"), do.State(unit="S1", status="ambush"), do.Advance(to="S10")
    assert accused(read(made, made.at("S12"), *first, *second, *hides)) == []


@pytest.mark.parametrize("step", [8, 9])
def test_armour_that_goes_as_the_marker_comes_to_its_step_does_not_go_before_it(step: int):
    """BAR-6.6h, BAR-6.6j"""
    made = Field().unit("S1", "light", "0506", boxes=1).ground("0506", terrain="light_woods")
    made.unit("G1", "infantry", "0101").order("S1", "ambush", hex="0506", facing="N", number=2)
    hides = *steps(8, step), do.Hide(unit="S1"), *steps(step + 1, 10)
    assert [one for each in read(made, made.at("S7"), *hides) for one in each.findings] == []


def test_armour_does_not_hide_in_the_first_round():
    """BAR-6.6j"""
    made = Field().unit("S1", "light", "0506").ground("0506", terrain="light_woods").unit("G1", "infantry", "0101")
    made.order("S1", "ambush", hex="0506", facing="N", number=2)
    assert "Illegal BAR-6.6j hide.too-early" in accused(read(made, made.at("S9"), do.Hide(unit="S1")))


# ---------------------------------------------------------------------------------------- what no record speaks of
DIFFERS = ["Undecided  board.differs"]


def by_hand(box: str, *done: Action) -> list[str]:
    """What is said where a box of S1's model is marked and no record says so, and other things are done then."""
    made = Field().unit("S1", "infantry", "0506").order("S1", "wait").unit("G1", "infantry", "0101")
    marked = said("S1", Put(Ref("S1"), f"{box}_Level", "2"))
    return accused(read(made, made.at("S3"), marked, do.Halt(unit="S1"), *done))


@pytest.mark.parametrize("box", ["Ambush", "DugIn", "AirCombat", "Bound", "Suppressed"])
def test_a_box_that_is_marked_for_nothing_and_without_a_word_is_told_once(box: str):
    """BAR-3.7a"""
    assert by_hand(box) == DIFFERS
    assert by_hand(box, do.Advance(to="S4"), do.Advance(to="S5")) == DIFFERS


@pytest.mark.parametrize("box", ["Ambush", "DugIn", "Suppressed"])
def test_a_box_that_is_wiped_again_before_anybody_relied_on_it_is_a_slip(box: str):
    """BAR-3.7a"""
    made = Field().unit("S1", "infantry", "0506").order("S1", "wait").unit("G1", "infantry", "0101")
    slip = (said("S1", Put(Ref("S1"), f"{box}_Level", level)) for level in "21")
    assert accused(read(made, made.at("S3"), *slip, do.Halt(unit="G1"))) == []


FREE = {
    "lost": ("Suppressed", "infantry", {"out": True}, []),
    "about to dig": ("DugIn", "infantry", {}, ["Illegal BAR-11.5e marks.state"]),
    "sets nothing up": ("SetUp", "infantry", {"set_up": False}, []),
    "in the air": ("AirCombat", "fighter", {}, []),
    "no headquarters": ("Hidden", "infantry", {}, ["Illegal BAR-6.6h hide.no-order"]),
}
"""Boxes of which the position says nothing: which, of what unit, and what is told where a record says so."""


@pytest.mark.parametrize("case", FREE)
def test_a_box_that_may_be_marked_is_told_where_no_record_says_so(case: str):
    """BAR-3.7a"""
    box, kind, facts, spoken = FREE[case]
    made = Field().unit("S1", kind, "0506", **facts).unit("G1", "infantry", "0101")
    made.order("S1", "defend", facing="S", number=1)
    marked = Put(Ref("S1"), f"{box}_Level", "2")
    told = Say("state", Ref("S1"), {"what": box, "v": "on", "at": ""})
    assert accused(read(made, made.position("S3"), said("S1", marked), do.Halt(unit="G1"))) == DIFFERS
    assert accused(read(made, made.position("S3"), said("S1", marked, told), do.Halt(unit="G1"))) == spoken


@pytest.mark.parametrize(
    ("box", "told"), [("off-soviet", DIFFERS), ("airfield-german", DIFFERS), ("airfield-soviet", [])]
)
def test_an_aircraft_that_does_not_fly_lies_on_its_airfield(box: str, told: list[str]):
    """BAR-9.3a"""
    made = Field().unit("S1", "fighter", "", air=2).unit("G1", "infantry", "0101")
    assert accused(read(made, made.position("S3"), said("S1", Go(Ref("S1"), box)), do.Halt(unit="G1"))) == told


def test_a_headquarters_is_hidden_as_before_whatever_its_box_of_ambushes_shows():
    """BAR-5.12c"""
    made = Field().unit("S1", "hq", "0506", hidden=True).unit("G1", "infantry", "0505")
    wiped = said("S1", Put(Ref("S1"), "Ambush_Level", "2"))
    fires = do.Fire(unit="G1", target="S1")
    told = accused(read(made, made.position("S3"), wiped, fires))
    assert told == [*DIFFERS, *accused(read(made, made.position("S3"), fires))]


DIGS, EARLY = do.Mark(unit="S1", what="boxes", value=1), "Illegal BAR-5.14b boxes.step"
GOES = do.Step(unit="G1", hex="0102")


@pytest.mark.parametrize(("done", "told"), [
    ((GOES, DIGS), ["Undecided BAR-4.3c clock.left-behind"]),
    ((GOES, DIGS, *steps(11, 12), do.Advance(to="PLANNING")), []),
    ((DIGS, GOES, *steps(11, 12)), [EARLY]),
])  # fmt: skip
def test_a_time_box_before_its_step_is_told(done: tuple[Action, ...], told: list[str]):
    """BAR-5.14b"""
    made = Field().unit("S1", "infantry", "0506").order("S1", "dig_in", facing="S")
    made.unit("G1", "infantry", "0101").order("G1", "march", route=("0102",))
    assert accused(read(made, made.at("S10"), *done)) == told


OLD = {"wiped and marked": (0, 1), "one too many": (2, 1), "only wiped": (0,), "marked anew": (2,)}


@pytest.mark.parametrize(("clicks", "told"), [*((each, []) for each in list(OLD)[:3]), ("marked anew", [EARLY])])
def test_an_old_box_that_nobody_wiped_may_stay(clicks: str, told: list[str]):
    """BAR-5.14b, BAR-5.14d"""
    made = Field().unit("S1", "infantry", "0506").order("S1", "dig_in", facing="S").unit("G1", "infantry", "0101")
    old = made.at("S9").but(marked={key("S1", "boxes"): 1})
    assert accused(read(made, old, *clicked(1, *OLD[clicks]), *steps(10, 12))) == told


def clicked(*numbers: int) -> list[Entry]:
    """The time boxes of S1 are clicked from number to number."""
    card, done = Ref("S1.card"), list[Entry]()
    for was, now in pairwise(numbers):
        says = Say("mark", card, {"what": "boxes", "was": str(was), "v": str(now)})
        done.append(said("S1", Put(card, "boxes", str(now), always=False), says))
    return done


@pytest.mark.parametrize(("clicks", "after", "told"), [
    ((3, 2, 1), False, []),
    ((3, 2, 1), True, [EARLY]),
    ((3, 2), False, [EARLY, "Illegal BAR-7.16f due.undone"]),
])  # fmt: skip
def test_an_old_number_is_clicked_down_to_the_first_box(clicks: tuple[int, ...], after: bool, told: list[str]):
    """BAR-5.14b, BAR-5.14d"""
    made = Field().unit("S1", "infantry", "0506").order("S1", "dig_in", facing="S")
    made.unit("G1", "infantry", "0101").order("G1", "march", route=("0102",))
    old, boxes = made.at("S10").but(marked={key("S1", "boxes"): 3}), clicked(*clicks)
    done = [*boxes, GOES] if after else [GOES, do.Advance(to="S11"), *boxes]
    assert accused(read(made, old, *done, do.Advance(to="S12"), do.Advance(to="PLANNING"))) == told


# ----------------------------------------------------------------------------------------------------- bound in melee
BOUND = [do.State(unit=unit, status="bound") for unit in ("S1", "G1")]
FREE_AGAIN = [wiped(unit, "bound") for unit in ("S1", "G1")]


def parted(*marked: Action, then: tuple[Action, ...] = ()) -> list[str]:
    """What is said where S1 and G1 are in one hex at the end of a round, and S1 withdraws in the next one."""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0505")
    goes = do.Order(unit="S1", order="march", route=("0506",), by="soviet")
    waits = do.Order(unit="G1", order="wait", by="german")
    shots = [do.Strike(unit="G1", target="S1"), Roll(purpose="MELEE", who="G1", dice=(6,) * 5)]
    fights = [*shots, do.Mark(unit="G1", what="ammo", value=5)]
    turn = [*OPENED, goes, waits, *steps(1, 10), do.Step(unit="S1", hex="0506"), *fights, *steps(11, 12)]
    return accused(
        read(made, made.at("S12"), *marked, do.Advance(to="PLANNING"), *turn, *then, do.Advance(to="PLANNING"))
    )


def test_a_box_of_melee_that_was_never_marked_need_not_be_wiped():
    """BAR-5.6h, BAR-5.6k"""
    missing, left = ["Illegal BAR-5.6k melee.mark"] * 2, ["Illegal BAR-5.6h melee.mark"] * 2
    assert parted() == missing
    assert parted(*BOUND, then=(*FREE_AGAIN,)) == []
    assert parted(*BOUND) == left
