"""What players naturally do in an order of their own or leave for later, through a log: nobody is accused of it."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said


def to(*steps: int) -> list[Action]:
    return [do.Advance(to=f"S{step}") for step in steps]


# --------------------------------------------------------------------------------------------------------- merging
WHOLE = do.Mark(unit="G1", what="losses", value=0)
MERGED = do.Merge(unit="G1", other="G2")


def merging(*done: Action) -> list[str]:
    """What is said of G1, that has lost 2 of 5, and G2, that has lost 3, as they merge."""
    made = Field()
    for unit, other, losses in (("G1", "G2", 2), ("G2", "G1", 3)):
        made.unit(unit, "infantry", "0505", losses=losses).order(unit, "merge", target=other, choice="G1")
    return accused(read(made, made.at("S9"), *done, *to(10)))


@pytest.mark.parametrize("done", [(MERGED, WHOLE), (WHOLE, MERGED)])
def test_the_card_is_filled_in_before_or_after_the_model_goes(done: tuple[Action, ...]):
    """BAR-7.4f, BAR-7.4g"""
    assert merging(*done) == []


def test_a_card_that_is_filled_in_wrong_or_without_merging_is_told():
    """BAR-3.3c, BAR-7.4g"""
    less = do.Mark(unit="G1", what="losses", value=1)
    assert merging(less, MERGED) == ["Illegal BAR-7.4g due.undone"]
    assert "Illegal BAR-3.3c marks.value" in merging(WHOLE)


def test_who_leaves_the_board_in_the_step_of_merging_has_merged_whether_a_record_says_so_or_not():
    """BAR-3.3d, BAR-7.4f, BAR-7.4g"""
    gone = do.Out(piece="G2")
    assert merging(gone, WHOLE) == merging(WHOLE, gone) == []
    assert merging(gone) == ["Illegal BAR-7.4g due.undone"]
    alone = Field().unit("G1", "infantry", "0505", losses=2).unit("G2", "infantry", "0505", losses=3)
    assert accused(read(alone, alone.at("S9"), gone)) == ["Illegal BAR-3.3d marks.out"]


def test_a_model_that_slips_into_the_box_of_the_lost_and_comes_back_has_not_merged():
    """BAR-7.4f"""
    made = Field()
    for unit, other, losses in (("G1", "G2", 2), ("G2", "G1", 3)):
        made.unit(unit, "infantry", "0505", losses=losses).order(unit, "merge", target=other, choice="G1")
    slip = said("G2", Go(Ref("G2"), "lost-german", sent=True), Say("out", Ref("G2"), {"what": "Lost"}))
    assert accused(read(made, made.at("S9"), slip, dragged("G2", "0505"), WHOLE, MERGED, *to(10))) == []
    assert accused(read(made, made.at("S9"), slip, dragged("G2", "0505"), *to(10))) == ["Illegal BAR-7.4f merge.undone"]


# ---------------------------------------------------------------------------------------------------------- supply
FULL, PAID, LESS = (do.Mark(unit=unit, what="ammo", value=value) for unit, value in (("G2", 6), ("G1", 26), ("G1", 29)))
RECORD = do.Supply(unit="G2", source="G1", points=4)


def supplying(*done: Action, order: str = "receive_supply") -> list[str]:
    """What is said of G2, which takes supply from the lorry G1 until its card is full."""
    made = Field().unit("G1", "truck", "0505", ammo=30, boxes=1).unit("G2", "infantry", "0505", ammo=2, boxes=1)
    for unit, other in (("G1", "G2"), ("G2", "G1")):
        made.order(unit, order, **({"target": other} if order == "receive_supply" else {}))
    return accused(read(made, made.at("S12"), *done, do.Advance(to="PLANNING")))


@pytest.mark.parametrize("done", [(RECORD, FULL, PAID), (FULL, RECORD, PAID), (FULL, PAID), (PAID, FULL)])
def test_supply_is_told_by_a_record_at_any_time_or_by_the_cards_alone(done: tuple[Action, ...]):
    """BAR-7.14e, BAR-7.14f"""
    assert supplying(*done) == []


def test_supply_for_which_the_lorry_pays_too_little_or_nobody_was_ordered_is_told():
    """BAR-3.8b, BAR-7.14e"""
    assert supplying(FULL, LESS) == ["Illegal BAR-7.14e due.undone"]
    assert supplying(FULL) == ["Illegal BAR-7.14e due.undone"]
    assert "Illegal BAR-3.8b marks.value" in supplying(FULL, order="wait")


# ----------------------------------------------------------------------------------------------- a mover that was hit
TEST = Roll(purpose="TEST", who="G1", dice=(1, 1))
FAILED = Roll(purpose="TEST", who="G1", dice=(6, 6))
SUPPRESSED = do.State(unit="G1", status="suppressed", on=True)
FIRST, LAST = do.Step(unit="G1", hex="0605"), do.Step(unit="G1", hex="0606")
HIT: list[Action] = [
    do.Fire(unit="S1", target="G1", kind="defend"),
    Roll(purpose="FIRE", who="S1", dice=(1,) + (6,) * 9),
    do.Mark(unit="S1", what="ammo", value=5),
]


def under_fire(*done: Action) -> list[str]:
    """What is said of G1, which goes past S1."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "cautious_move", route=("0605", "0606"))
    made.unit("S1", "infantry", "0507").order("S1", "defend", facing="N", number=2)
    return accused(read(made, made.at("S10"), *done))


@pytest.mark.parametrize("test", [(TEST,), (FAILED, SUPPRESSED)])
def test_who_is_hit_where_its_way_ends_tests_at_once_or_in_the_step_of_tests(test: tuple[Action, ...]):
    """BAR-4.4l, BAR-6.1j"""
    assert under_fire(FIRST, LAST, *HIT, *test, *to(11, 12)) == []
    assert under_fire(FIRST, LAST, *HIT, *to(11), *test, *to(12)) == []


def test_who_is_hit_and_goes_on_or_never_tests_is_told():
    """BAR-6.1j"""
    assert under_fire(FIRST, *HIT, LAST, TEST, *to(11, 12)) == ["Illegal BAR-6.1j test.first"]
    assert under_fire(FIRST, LAST, *HIT, *to(11, 12)) == ["Illegal BAR-6.1j due.undone"]


# ------------------------------------------------------------------------------------------------ the card of the dead
SHOT: list[Action] = [
    do.Fire(unit="S1", target="G1"),
    Roll(purpose="FIRE", who="S1", dice=(1,) * 5 + (6,) * 5),
    do.Mark(unit="S1", what="ammo", value=5),
    do.Mark(unit="G1", what="losses", value=5),
    do.Out(piece="G1"),
]
BACK: list[Action] = [do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=(6, 6))]


@pytest.mark.parametrize("paid", [[], [do.Mark(unit="G1", what="ammo", value=5)]])
def test_nobody_has_to_strike_ammunition_from_the_card_of_a_unit_that_is_destroyed(paid: list[Action]):
    """BAR-3.3d, BAR-6.3b"""
    made = Field().unit("G1", "infantry", "0505", losses=4).order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    assert accused(read(made, made.at("S3"), *SHOT, *BACK, *paid, *to(4, 5))) == []


def test_who_lives_strikes_its_ammunition():
    """BAR-6.3b"""
    made = Field().unit("G1", "infantry", "0505", losses=3).order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    missed = [SHOT[0], Roll(purpose="FIRE", who="S1", dice=(6,) * 10), SHOT[2]]
    back = [BACK[0], Roll(purpose="FIRE", who="G1", dice=(6,) * 4)]
    assert accused(read(made, made.at("S3"), *missed, *back, *to(4))) == ["Illegal BAR-6.3b due.undone"]


# ---------------------------------------------------------------------------------------------------------- digging in
@pytest.mark.parametrize(("marks", "told"), [([2], []), ([], ["Illegal BAR-3.3c due.undone"])])
def test_who_digs_in_absorbs_nothing_from_the_giving_of_the_order(marks: list[int], told: list[str]):
    """BAR-7.16g"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "dig_in", facing="S")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    hits = [SHOT[0], Roll(purpose="FIRE", who="S1", dice=(1, 1) + (6,) * 8), SHOT[2]]
    lost = [do.Mark(unit="G1", what="losses", value=value) for value in marks]
    assert accused(read(made, made.at("S3"), *hits, *lost, *to(4))) == told


# -------------------------------------------------------------------------------------------------------- crushed wire
@pytest.mark.parametrize("gone", [10, 12, 0])
def test_the_marker_of_crushed_wire_goes_off_the_map_by_the_end_of_the_round(gone: int):
    """BAR-10.2a"""
    made = Field().unit("G1", "light", "0505").order("G1", "cautious_move", route=("0506",))
    made.built("w1", "wire", "0505", side="0506")
    off: dict[int, list[Action | Entry]] = {gone: [do.Out(piece="w1")]}
    over: list[Action | Entry] = [*off.get(10, []), *to(11, 12), *off.get(12, []), do.Advance(to="PLANNING")]
    told = [] if gone else ["Illegal BAR-10.2a due.undone"]
    assert accused(read(made, made.at("S10"), do.Step(unit="G1", hex="0506"), *over)) == told


def test_the_marker_of_crushed_wire_may_be_dragged_off_the_map():
    """BAR-10.2a"""
    made = Field().unit("G1", "light", "0505").order("G1", "cautious_move", route=("0506",))
    made.built("w1", "wire", "0505", side="0506")
    away = Entry("german", (Go(Ref("wire"), "$Home$-$Box$", sent=True),))
    over = [*to(11, 12), do.Advance(to="PLANNING")]
    assert accused(read(made, made.at("S10"), do.Step(unit="G1", hex="0506"), away, *over)) == []
