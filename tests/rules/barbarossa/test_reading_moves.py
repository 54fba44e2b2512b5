"""What the records of moves are read as, verb by verb, with what stands around them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.evidence import Moved, Record, Spot
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.spoken import (
    MAP,
    NEXT,
    PATH,
    STORMED,
    SURE,
    acts,
    goes,
    how,
    piece,
    reads,
    rec,
    shown,
    soldier,
)


# ------------------------------------------------------------------------------------------------------------- movement
@pytest.mark.parametrize(("what", "fights"), [("Move", False), ("Assault", True)])
def test_a_model_goes_to_a_neighbour(what: str, fights: bool) -> None:
    made = soldier()
    found = reads(made, made.position("S10"), rec("step", h="0504", a=what), then=[NEXT])
    assert [each.action for each in found] == goes("S1", "0504", fights=fights)
    assert how(found) == [SURE]


@pytest.mark.parametrize("state", ["SETUP", "S10"])
def test_what_is_no_unit_or_is_set_up_makes_no_step(state: str) -> None:
    made = soldier()
    speaker = "S1" if state == "SETUP" else "wreck"
    for verb in ("step", "face", "hide", "ride", "mark", "state", "out"):
        record = rec(verb, speaker, h="0504", v="1", what="ammo")
        assert acts(made, made.position(state), record, then=[NEXT]) == []
    mounts = rec("ride", speaker, what="Mount", at=["S1"], h="0504")
    assert acts(made, made.position(state), mounts, then=[NEXT]) == []


def test_a_model_that_is_dragged_far_goes_along_its_route() -> None:
    made = soldier().order("S1", "march", route=("0604", "0603", "0503"))
    found = reads(made, made.position("S10"), rec("step", h="0503", a="Move"), then=[NEXT])
    assert [each.action for each in found] == goes("S1", "0604", "0603", "0503")
    assert how(found) == [PATH] * 3


def test_a_model_that_is_dragged_far_goes_on_along_the_rest_of_its_route() -> None:
    made = soldier().order("S1", "march", route=("0504", "0503", "0502"))
    begun = made.position("S10", stepped={"S1": ("0505", "0504")}).unit("S1", hex="0504")
    assert acts(made, begun, rec("step", h="0502", a="Move"), then=[NEXT]) == goes("S1", "0503", "0502")
    part = made.position("S10")
    assert acts(made, part, rec("step", h="0503", a="Move"), then=[NEXT]) == goes("S1", "0504", "0503")


@pytest.mark.parametrize("route", [(), ("0506", "0507")])
def test_a_model_that_is_dragged_far_off_its_route_goes_the_shortest_way(route: tuple[str, ...]) -> None:
    made = soldier().order("S1", "march", route=route)
    assert acts(made, made.position("S10"), rec("step", h="0503", a="Move"), then=[NEXT]) == goes("S1", "0504", "0503")
    aside = acts(made, made.position("S10"), rec("step", h="0703", a="Move"), then=[NEXT])
    grid = made.battle().ground.grid
    way = ["0505", *(each.hex for each in aside if isinstance(each, do.Step))]
    assert way[-1] == "0703"
    assert len(way) == 1 + grid.distance("0505", "0703")
    assert all(there in grid.neighbours(here) for here, there in pairwise(way))


def test_a_model_that_leaves_the_board_is_read_as_one_step() -> None:
    made = soldier()
    assert acts(made, made.position("S10"), rec("step", h="offside", a="Move"), then=[NEXT]) == goes("S1", "offside")


def test_a_model_that_stays_has_not_moved() -> None:
    made = soldier()
    assert acts(made, made.position("S10"), rec("step", h="0505", a="Move"), then=[NEXT]) == []


def test_a_model_that_returns_on_its_way_is_put_back() -> None:
    made = soldier().order("S1", "march", route=("0504", "0503", "0603"))
    come = made.position("S10", stepped={"S1": ("0505", "0504", "0503")}).unit("S1", hex="0503")
    back = [do.Back(unit="S1", hex="0504", by="soviet")]
    assert acts(made, come, rec("step", h="0504", a="Move"), then=[NEXT]) == back
    start = [do.Back(unit="S1", hex="0505", by="soviet")]
    assert acts(made, come, rec("step", h="0505", a="Move"), then=[NEXT]) == start
    assert acts(made, come.but(stack=("S6",)), rec("step", h="0504", a="Move"), then=[STORMED]) == goes("S1", "0504")
    assert acts(made, come, rec("step", h="0603", a="Move"), then=[NEXT]) == goes("S1", "0603")


def test_a_way_that_is_ordered_to_and_fro_is_no_putting_back() -> None:
    made = soldier().order("S1", "march", route=("0504", "0505", "0506"))
    come = made.position("S10", stepped={"S1": ("0505", "0504")}).unit("S1", hex="0504")
    assert acts(made, come, rec("step", h="0505", a="Move"), then=[NEXT]) == goes("S1", "0505")


def test_a_wrong_click_is_no_move() -> None:
    made = soldier().order("S1", "march", route=("0504",))
    wrong = (rec("step", h="0506", a="Move"), rec("step", h="0505", a="Move"))
    assert acts(made, made.position("S10"), *wrong, then=[NEXT]) == []
    far = (rec("step", h="0506", a="Move"), rec("step", h="0507", a="Move"), rec("step", h="0505", a="Move"))
    assert acts(made, made.position("S10"), *far, then=[NEXT]) == []
    others = (wrong[0], rec("step", "S2", h="0101", a="Move"), wrong[1])
    two = soldier().unit("S2", "infantry", "0102").order("S1", "march", route=("0504",))
    assert [each.unit for each in acts(two, two.position("S10"), *others, then=[NEXT])] == ["S2"]
    shot = rec("fire", "S1", p="DEFEND", by=["G1"], h="0506")
    assert acts(two, two.position("S10"), wrong[0], shot, wrong[1], then=[NEXT])[:1] == goes("S1", "0506")
    ordered = (rec("step", h="0504", a="Move"), rec("step", h="0505", a="Move"))
    assert acts(made, made.position("S10"), *ordered, then=[NEXT]) == []
    stays = soldier()
    assert acts(stays, stays.position("S10"), wrong[0], then=[NEXT]) == goes("S1", "0506")


def test_who_is_carried_along_does_not_move_himself() -> None:
    made = Field().unit("S1", "truck", "0505").unit("S2", "infantry", carrier="S1")
    here, there = Spot(name="0505", zone="map"), Spot(name="0504", zone="map")
    both = [Moved(piece(name), here, there) for name in ("S1", "S2")]
    said = (rec("step", h="0504", a="Move"), rec("step", "S2", h="0504", a="Move"))
    assert acts(made, made.position("S10"), *said, then=[NEXT], moved=tuple(both)) == goes("S1", "0504")
    off = [do.Leave(unit="S2", hex="0504", by="soviet")]
    assert acts(made, made.position("S10"), said[1], then=[NEXT], moved=(both[1],)) == off
    apart = (Moved(piece("S1"), here, Spot(name="0506", zone="map")), both[1])
    assert acts(made, made.position("S10"), said[1], then=[NEXT], moved=apart) == [*off, *goes("S1", "0506")]


@pytest.mark.parametrize(("what", "towed"), [("Mount", False), ("Tow", True)])
def test_a_model_that_is_dragged_to_its_carrier_gets_on(what: str, towed: bool) -> None:
    made = soldier().unit("S2", "truck", "0504")
    said = (rec("step", h="0504", a="Move"), rec("ride", what=what, at=["S2"]))
    aboard = [do.Board(unit="S1", carrier="S2", towed=towed, by="soviet")]
    assert acts(made, made.position("S10"), *said, then=[NEXT]) == aboard
    later = [shown(said[1], at=2)]
    assert acts(made, made.position("S10"), said[0], then=later) == []
    between = (said[0], rec("mark", "S2", what="ammo", v=29), said[1])
    assert acts(made, made.position("S10"), *between, then=[NEXT])[1:] == aboard


@pytest.mark.parametrize("between", [rec("phase", "", new="S11", t=2), rec("halt")])
def test_who_gets_on_later_has_walked_first(between: Record) -> None:
    made = soldier().unit("S2", "truck", "0504")
    then = [shown(between, rec("ride", what="Mount", at=["S2"]), at=2)]
    assert acts(made, made.position("S10"), rec("step", h="0504", a="Move"), then=then) == goes("S1", "0504")


def test_who_goes_into_works_or_gets_off_has_walked_first() -> None:
    made = soldier()
    then = [shown(rec("ride", what="Occupy", at=[]), at=2)]
    assert acts(made, made.position("S10"), rec("step", h="0504", a="Move"), then=then) == goes("S1", "0504")


def test_who_is_put_where_his_carrier_is_has_got_off_only_if_he_was_ordered_to() -> None:
    made = Field().unit("S2", "truck", "0505").unit("S3", "truck", "0505").unit("S1", "infantry", carrier="S2")
    there = rec("step", h="0505", a="Move")
    assert acts(made, made.position("S10"), there) == []
    made.order("S1", "dismount", target="S2")
    assert acts(made, made.position("S10"), there) == [do.Leave(unit="S1", hex="0505", by="soviet")]


# ------------------------------------------------------------------------------------------------------------- aircraft
def plane(at: str = "", **order: Any) -> Field:
    made = Field().unit("S1", "stuka", at, air=4).unit("G1", "infantry", "0501")
    return made.order("S1", "air_strike", **order) if order else made


def test_an_aircraft_takes_off_and_flies_on() -> None:
    made = plane(hex="0501", entry="0110")
    assert acts(made, made.position("S5"), rec("step", h="0110", a="Enter"), then=[NEXT]) == [
        do.TakeOff(unit="S1", hex="0110", by="soviet")
    ]
    up = plane("0110", hex="0501", entry="0110")
    assert acts(up, up.position("S5"), rec("step", h="0308", a="Fly"), then=[NEXT]) == [
        do.Fly(unit="S1", hex="0308", by="soviet")
    ]
    idle = plane()
    assert acts(idle, idle.position("S5"), rec("step", h="0501", a="Fly"), then=[NEXT]) == [
        do.TakeOff(unit="S1", hex="0501", by="soviet")
    ]


@pytest.mark.parametrize("entry", ["0110", ""])
def test_an_aircraft_that_is_dragged_to_its_target_came_in_where_its_order_says(entry: str) -> None:
    made = plane(hex="0501", entry=entry)
    found = reads(made, made.position("S5"), rec("step", h="0501", a="Fly"), then=[NEXT])
    flies = [do.Fly(unit="S1", hex="0501", by="soviet")] if entry else []
    assert [each.action for each in found] == [do.TakeOff(unit="S1", hex=entry or "0501", by="soviet"), *flies]
    assert how(found) == [PATH, SURE][: 1 + len(flies)]


# -------------------------------------------------------------------------------------------------- hidden and arriving
def test_a_model_that_lay_hidden_appears_where_it_was_and_goes_on() -> None:
    made = soldier(off_board=True).order("S1", "march", route=("0504", "0503"))
    appears = [do.Show(unit="S1", hex="0505", by="soviet")]
    for state in ("S6", "S10"):
        found = acts(made, made.position(state), rec("step", h="0503", a="Show"), then=[STORMED])
        assert found == [*appears, *goes("S1", "0504", "0503")]
    here = acts(made, made.position("S9"), rec("step", h="0503", a="Show"), then=[STORMED])
    assert here == [do.Show(unit="S1", hex="0503", by="soviet")]
    assert acts(made, made.position("S10"), rec("step", h="0505", a="Show"), then=[NEXT]) == appears
    elsewhere = acts(made, made.position("S10"), rec("step", h="0604", a="Move"), then=[NEXT])
    assert elsewhere == [do.Show(unit="S1", hex="0604", by="soviet")]
    storms = soldier(off_board=True).order("S1", "assault", route=("0504",))
    found = acts(storms, storms.position("S6"), rec("step", h="0504", a="Assault"))
    assert found == [*appears, *goes("S1", "0504", fights=True)]


def test_a_model_that_says_so_appears_though_it_was_there() -> None:
    made = soldier()
    assert acts(made, made.position("S10"), rec("step", h="0505", a="Show"), then=[NEXT]) == [
        do.Show(unit="S1", hex="0505", by="soviet")
    ]


@pytest.mark.parametrize(("at", "off_board"), [("", False), ("0505", True)])
def test_a_model_enters_and_turns(at: str, off_board: bool) -> None:
    made = Field().unit("S1", "mg", at, off_board=off_board)
    enters = rec("step", h="0109", a="Enter", face="N")
    found = acts(made, made.position("S10"), enters, then=[NEXT])
    assert found == [do.Enter(unit="S1", hex="0109", facing="N", by="soviet")]
    turned = acts(made, made.position("S10"), enters, rec("face", v="NE"), rec("face", v="SE"), then=[NEXT])
    assert turned == [do.Enter(unit="S1", hex="0109", facing="SE", by="soviet")]


@pytest.mark.parametrize(("place", "ways"), [("0505", []), ("0504", ["0504"])])
def test_a_model_out_of_a_box_comes_onto_no_board_on_which_it_stands_already(place: str, ways: list[str]) -> None:
    made = Field().unit("S1", "mg", "0505")
    found = acts(made, made.position("S10"), rec("step", h=place, a="Enter", face="N"), then=[NEXT])
    assert found == [action for way in ways for action in goes("S1", way)]


def test_a_model_that_stood_nowhere_enters_however_it_is_called() -> None:
    made = Field().unit("S1", "mg", "")
    assert acts(made, made.position("S10"), rec("step", h="0109", a="Move", face="N"), then=[NEXT]) == [
        do.Enter(unit="S1", hex="0109", facing="N", by="soviet")
    ]


def test_several_turns_in_one_go_are_one() -> None:
    made = soldier()
    turns = (rec("face", v="NE"), rec("face", v="SE"), rec("face", "S2", v="N"), rec("face", v="S"))
    found = acts(made.unit("S2", "mg", "0101"), made.position("S9"), *turns, then=[NEXT])
    assert found == [do.Turn(unit=unit, facing=to, by="soviet") for unit, to in (("S2", "N"), ("S1", "S"))]
    shot = rec("fire", "G1", p="FIRE", by=["S2"], h="0501")
    found = acts(made, made.position("S9"), turns[0], shot, turns[3], then=[NEXT])
    assert [each.facing for each in found if isinstance(each, do.Turn)] == ["NE", "S"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (rec("halt"), do.Halt(unit="S1", by="soviet")),
        (rec("hide"), do.Hide(unit="S1", by="soviet")),
        (rec("found", by=["G1"]), do.Found(unit="S1", finder="G1", by="soviet")),
        (rec("found"), do.Found(unit="S1", by="soviet")),
        (rec("out", what="Returned"), do.Return(unit="S1", by="soviet")),
        (rec("out", what="Loading"), do.Hide(unit="S1", by="soviet")),
        (rec("out", what="Destroyed"), do.Out(piece="S1", by="soviet")),
        (rec("done", ""), do.StepDone(by="soviet")),
        (rec("result", "", what="Draw"), do.Conclude(by="soviet")),
        (rec("result", "", what="German"), do.Conclude(winner="german", by="soviet")),
        (rec("commit", "", s="German"), do.OrdersDone(by="german")),
        (rec("commit", "", s=""), do.OrdersDone(by="soviet")),
        (rec("key", "", s="German"), do.Reveal(by="german")),
        (rec("ride", what="Mount", at=["S2"]), do.Board(unit="S1", carrier="S2", by="soviet")),
        (rec("ride", what="Tow", at=["S2", "S3"]), do.Board(unit="S1", carrier="S2", towed=True, by="soviet")),
    ],
)
def test_records_that_say_it_all(record: Record, expected: Action) -> None:
    made = soldier().unit("S2", "truck", "0505").unit("S3", "truck", "0505")
    found = reads(made, made.position("S4"), record, then=[NEXT])
    assert [each.action for each in found] == [expected]
    assert how(found) == [SURE]


def test_a_unit_merges_into_the_one_that_stays() -> None:
    made = soldier().unit("S2", "infantry", "0505")
    assert acts(made, made.position("S9"), rec("out", what="Merged", by=["S2"]), then=[NEXT]) == [
        do.Merge(unit="S2", other="S1", by="soviet"), do.Out(piece="S1", by="soviet"),
    ]  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- on and off
def test_a_unit_goes_into_the_works_that_it_names_or_that_are_there() -> None:
    made = soldier().built("t", "trench", "0505").built("b", "bunker", "0504", side="0505").built("w", "wire", "0505")
    assert acts(made, made.position("S1"), rec("ride", what="Occupy"), then=[NEXT]) == [
        do.Occupy(unit="S1", structure="t", by="soviet")
    ]
    far = soldier().built("t", "trench", "0504").built("b", "bunker", "0504", side="0505")
    assert acts(far, far.position("S1"), rec("ride", what="Occupy"), then=[NEXT]) == [
        do.Occupy(unit="S1", structure="b", by="soviet")
    ]
    named = acts(made, made.position("S1"), rec("ride", what="Occupy", at=["bunker"], h="0504"), then=[NEXT])
    assert named == [do.Occupy(unit="S1", structure="b", by="soviet")]
    none = soldier().built("w", "wire", "0505")
    assert acts(none, none.position("S1"), rec("ride", what="Occupy"), then=[NEXT]) == []


def test_who_gets_off_stands_where_it_is_put_next() -> None:
    made = Field().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505")
    off = rec("ride", what="Leave", h="0505")

    def stands(*then: Record) -> list[Action]:
        return acts(made, made.position("S10"), off, *then, then=[NEXT])

    assert stands() == [do.Leave(unit="S1", hex="0505", by="soviet")]
    assert stands(rec("step", h="0504", a="Move")) == [do.Leave(unit="S1", hex="0504", by="soviet")]
    box = rec("state", what="Bound", v="off")
    assert stands(box, rec("step", h="0504", a="Move"))[0] == do.Leave(unit="S1", hex="0504", by="soviet")
    other = rec("state", "S2", what="Bound", v="off")
    assert do.Leave(unit="S1", hex="0504", by="soviet") in stands(other, rec("step", h="0504", a="Move"))
    assert stands(rec("face", v="N"), rec("step", h="0504", a="Move"))[0] == do.Leave(
        unit="S1", hex="0505", by="soviet"
    )


def test_who_is_in_works_comes_out_and_nobody_else() -> None:
    out = [do.Show(unit="S1", by="soviet")]
    inside = soldier(shelter="b").built("b", "bunker", "0505")
    assert acts(inside, inside.position("S10"), rec("ride", what="Leave"), then=[NEXT]) == out
    outside = soldier()
    assert acts(outside, outside.position("S10"), rec("ride", what="Leave"), then=[NEXT]) == []
    due = outside.position("S10").owing(Due("BAR-5.12g", (do.Show(unit="S1"),), "S10"))
    assert acts(outside, due, rec("ride", what="Leave"), then=[NEXT]) == out
    assert acts(inside, inside.position("S10"), rec("ride", what="Wash"), then=[NEXT]) == []


# ------------------------------------------------------------------------------------------------------- without a word
LOST, BOXES = "lost units", "German units"


def drag(unit: str, origin: tuple[str, str], target: tuple[str, str]) -> Moved:
    return Moved(piece(unit), Spot(name=origin[0], zone=origin[1]), Spot(name=target[0], zone=target[1]))


@pytest.mark.parametrize(("state", "fights"), [("S10", False), ("S6", True)])
def test_a_model_that_is_dragged_without_a_word_has_moved(state: str, fights: bool) -> None:
    made = soldier()
    moved = (drag("S1", ("0505", MAP), ("0504", MAP)),)
    found = reads(made, made.position(state), moved=moved, then=[NEXT])
    assert [each.action for each in found] == goes("S1", "0504", fights=fights)
    assert how(found) == [("inferred", "record")]
    assert acts(made, made.position("SETUP"), moved=moved) == []


@pytest.mark.parametrize(
    "moved",
    [
        drag("S1", ("0505", MAP), ("0504", BOXES)),
        drag("S1", ("0505", BOXES), ("0504", MAP)),
        drag("S1.card", ("0505", MAP), ("0504", MAP)),
        drag("hut", ("0505", MAP), ("0504", MAP)),
        drag("S2", ("0505", MAP), ("0504", MAP)),
        drag("S1", ("a", LOST), ("b", LOST)),
        drag("S1", ("a", LOST), ("b", BOXES)),
        drag("S1", ("0505", MAP), ("b", LOST)),
        drag("S1.card", ("a", BOXES), ("b", LOST)),
    ],
)
def test_other_things_that_are_dragged_have_not(moved: Moved) -> None:
    made = soldier().unit("S2", "fighter", "0505")
    assert acts(made, made.position("S10"), moved=(moved,), then=[NEXT]) == []


def test_who_is_dragged_from_its_boxes_to_the_lost_ones_is_out() -> None:
    made = soldier()
    moved = (drag("S1", ("a", BOXES), ("b", LOST)),)
    found = reads(made, made.position("S10"), moved=moved, then=[NEXT])
    assert [each.action for each in found] == [do.Out(piece="S1", by="soviet")]
    assert how(found) == [("inferred", "record")]
    spoken = acts(made, made.position("S10"), rec("out", what="Destroyed"), moved=moved, then=[NEXT])
    assert spoken == [do.Out(piece="S1", by="soviet")]


def test_a_model_that_has_spoken_is_not_read_twice() -> None:
    made = soldier()
    moved = (drag("S1", ("0505", MAP), ("0504", MAP)),)
    assert acts(made, made.position("S10"), rec("step", h="0504", a="Move"), moved=moved, then=[NEXT]) == goes(
        "S1", "0504"
    )
