"""Numbers on cards and what they make due, hits and what they leave, tests."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state import harm, standing
from rules.barbarossa.state.model import Owed, Position, Shot
from rules.engine.dice import Roll
from rules.engine.obligations import LATER, Due
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.barbarossa.verdicts import other_reading, played


def soldier(**state: Any) -> Field:
    return Field().unit("S1", "infantry", "0505", **state)


def marks(position: Position, *, must: bool | None = None) -> list[list[tuple[str, int]]]:
    """The marks that are due, each with its options."""
    found = []
    for due in position.due:
        options = [(each.what, each.value) for each in due.options if isinstance(each, do.Mark)]
        if options and (must is None or due.must is must):
            found.append(options)
    return found


# ------------------------------------------------------------------------------------------------------ a number is due
@pytest.mark.parametrize(
    ("value", "also", "demanded", "permitted"),
    [
        (5, (), [[("ammo", 5)]], []),
        (6, (), [], []),
        (3, (), [[("ammo", 3)]], [[("ammo", 4), ("ammo", 5)]]),
        (5, (4,), [[("ammo", 5), ("ammo", 4)]], []),
        (5, (5,), [[("ammo", 5)]], []),
        (3, (4,), [[("ammo", 3), ("ammo", 4)]], [[("ammo", 5)]]),
        (5, (6,), [], [[("ammo", 5), ("ammo", 6)]]),
        (6, (5,), [], [[("ammo", 5)]]),
        (6, (6,), [], [[]]),
    ],
)
def test_a_number_that_changes_is_to_be_marked(
    value: int, also: tuple[int, ...], demanded: list[Any], permitted: list[Any]
) -> None:
    """BAR-3.8b"""
    position = soldier().position("S3")
    found = harm.marks_due(position, "S1", "ammo", value, "BAR-3.8b", also=also)
    assert found.units["S1"].ammo == value
    assert marks(found, must=True) == demanded
    assert marks(found, must=False) == [each for each in permitted if each]
    assert {due.until for due in found.due} <= {"S3"}
    assert harm.shown(found, "S1", "ammo") == 6


def test_a_mark_that_may_be_left_out_or_comes_later() -> None:
    """BAR-3.8b"""
    position = soldier().position("S3")
    later = harm.marks_due(position, "S1", "ammo", 3, "BAR-3.8b", until="S12", must=False)
    assert [(due.until, due.must) for due in later.due] == [("S12", False), ("S12", False)]


def test_what_was_due_of_a_number_is_replaced() -> None:
    """BAR-3.8b"""
    position = harm.marks_due(soldier().position("S3"), "S1", "ammo", 5, "BAR-3.8b")
    twice = harm.marks_due(position, "S1", "ammo", 4, "BAR-3.8b")
    assert marks(twice, must=True) == [[("ammo", 4)]]
    assert marks(twice, must=False) == [[("ammo", 5)]]
    back = harm.marks_due(position, "S1", "ammo", 6, "BAR-3.8b")
    assert (back.due, back.marked) == ((), {})
    other = harm.marks_due(position, "S1", "losses", 1, "BAR-3.3c")
    assert marks(other, must=True) == [[("ammo", 5)], [("losses", 1)]]


def test_a_card_that_was_not_wiped_goes_back_to_nothing_first() -> None:
    """BAR-5.14d"""
    position = soldier(boxes=2).position("S12")
    wiped = harm.unsaid(position, "S1", "boxes", 0)
    assert (wiped.units["S1"].boxes, harm.shown(wiped, "S1", "boxes"), wiped.due) == (0, 2, ())
    assert harm.unsaid(wiped, "S1", "boxes", 2).marked == {}
    first = harm.marks_due(wiped, "S1", "boxes", 1, "BAR-5.14b")
    assert marks(first, must=True) == [[("boxes", 1)]]
    assert marks(first, must=False) == [[("boxes", 0)]]
    same = harm.marks_due(wiped, "S1", "boxes", 2, "BAR-5.14b")
    assert marks(same, must=True) == []
    assert marks(same, must=False) == [[("boxes", 0), ("boxes", 1)]]


def test_points_are_spent_down_to_none() -> None:
    """BAR-3.8b"""
    position = soldier(ammo=2).position("S3")
    assert harm.spend(position, "S1", 1, "BAR-3.8b").units["S1"].ammo == 1
    assert harm.spend(position, "S1", 3, "BAR-3.8b").units["S1"].ammo == 0
    stock = Field().unit("S1", "mortar", "0505").position("S3")
    assert harm.spend(stock, "S1", 1, "BAR-6.4b", "smoke").units["S1"].stores["smoke"] == 1


def test_a_number_that_is_accepted_counts_when_the_step_is_over() -> None:
    """BAR-3.3c"""
    position = harm.marks_due(soldier().position("S3"), "S1", "losses", 2, "BAR-3.3c", also=(1,))
    assert standing.settled(position) == position
    other = position.but(marked={**position.marked, "S1 losses": 1})
    assert standing.settled(other).units["S1"].losses == 1
    assert standing.settled(other).rightly == {"S1 losses": 2}
    wrong = position.but(marked={**position.marked, "S1 losses": 3})
    assert standing.settled(wrong) == wrong
    ammo = harm.marks_due(soldier().position("S3"), "S1", "ammo", 2, "BAR-3.8b", also=(3,))
    assert standing.settled(ammo.but(marked={"S1 ammo": 3})).units["S1"].ammo == 3
    boxes = harm.marks_due(soldier().position("S3"), "S1", "boxes", 2, "BAR-5.14b", also=(1,))
    assert standing.settled(boxes.but(marked={"S1 boxes": 1})).units["S1"].boxes == 2


# ----------------------------------------------------------------------------------------------------------------- hits
def struck(hits: int, *, also: tuple[int, ...] = (), doubts: tuple[tuple[int, str], ...] = (), cause: Any = "fire",
           state: str = "S3", rulings: tuple[str, ...] = (), **unit: Any) -> Position:  # fmt: skip
    made = Field().unit("S1", "infantry", "0505", **{"defence": 2, "size": 5, **unit})
    position = made.position(state)
    return harm.hit(made.case(position, rulings=rulings), position, "S1", hits, cause, also=also, doubts=doubts)


@pytest.mark.parametrize(
    ("hits", "absorbed", "losses", "out"),
    [
        (0, 0, 0, False),
        (1, 1, 0, False),
        (2, 2, 0, False),
        (3, 2, 1, False),
        (6, 2, 4, False),
        (7, 2, 5, True),
        (9, 2, 5, True),
    ],
)
def test_hits_beyond_the_defence_are_losses(hits: int, absorbed: int, losses: int, out: bool) -> None:
    """BAR-5.1j, BAR-5.1k, BAR-3.3d"""
    found = struck(hits)
    unit = found.units["S1"]
    assert (unit.absorbed, unit.losses, unit.out) == (absorbed, losses, out)
    assert marks(found, must=True) == ([[("losses", losses)]] if losses else [])
    assert any(do.Out(piece="S1") in due.options for due in found.due) is out
    owed = [(each.cause, each.step, each.must) for each in found.owed]
    assert owed == ([("losses", "S4", True)] if losses and not out else [])


def test_hits_of_a_round_wear_the_defence_down_together() -> None:
    """BAR-3.5c, BAR-5.1l"""
    assert struck(1, absorbed=1).units["S1"].losses == 0
    assert struck(2, absorbed=1).units["S1"].losses == 1
    assert struck(2, absorbed=2).units["S1"].losses == 2
    assert struck(3, losses=4).units["S1"].out


@pytest.mark.parametrize(
    ("hits", "also", "losses", "must", "options"),
    [
        (3, (2,), 1, False, [("losses", 1), ("losses", 0)]),
        (3, (4,), 1, True, [("losses", 1), ("losses", 2)]),
        (2, (3,), 0, False, [("losses", 1)]),
        (2, (1,), 0, False, []),
        (0, (3,), 0, False, [("losses", 1)]),
    ],
)
def test_hits_by_another_number_that_is_accepted(
    hits: int, also: tuple[int, ...], losses: int, must: bool, options: list[tuple[str, int]]
) -> None:
    """BAR-3.3c"""
    found = struck(hits, also=also)
    assert found.units["S1"].losses == losses
    assert (marks(found)[:1] or [[]])[0] == options
    assert [due.must for due in found.due if due.options and isinstance(due.options[0], do.Mark)][:1] == (
        [must] if options else []
    )
    assert [each.must for each in found.owed] == ([must] if options else [])


def test_who_may_be_destroyed_by_another_number_may_be_taken_off() -> None:
    """BAR-3.3d"""

    def off(position: Position) -> list[tuple[str, bool]]:
        return [(due.until, due.must) for due in position.due if do.Out(piece="S1") in due.options]

    assert off(struck(7, also=(6,))) == [(LATER, False)]
    assert not struck(7, also=(6,)).units["S1"].out
    assert off(struck(6, also=(7,))) == [(LATER, False)]
    assert off(struck(7, also=(8,))) == [("S3", True)]
    assert off(struck(6, also=(5,))) == []


@pytest.mark.parametrize(
    ("cause", "state", "owed"),
    [
        ("fire", "S3", [("losses", "S4", True)]),
        ("fire", "S10", [("losses", "S11", True)]),
        ("suppressive", "S2", [("losses", "S4", False)]),
        ("melee", "S6", [("melee", "S7", True)]),
        ("withdrawing", "S6", [("melee", "S7", True)]),
        ("withdrawing", "S10", [("melee", "S11", True)]),
        ("strike", "S6", [("bombed", "S11", True)]),
        ("mines", "S10", [("mines", "S11", True)]),
        ("shot", "S10", [("losses", "S11", False), ("shot", "S10", True)]),
        ("flak", "S5", [("air", "S5", True)]),
        ("air", "S5", [("air", "S5", True)]),
        ("passengers", "S3", []),
    ],
)
def test_after_losses_a_test_is_owed_in_its_step(cause: Any, state: str, owed: list[tuple[str, str, bool]]) -> None:
    """BAR-4.4e, BAR-4.4h, BAR-4.4l"""
    assert [(each.cause, each.step, each.must) for each in struck(3, cause=cause, state=state).owed] == owed
    weak = struck(3, cause=cause, state=state, suppressed=True)
    assert [(each.cause, each.step, each.must) for each in weak.owed] == [(one, step, False) for one, step, _ in owed]
    assert struck(2, cause=cause, state=state).owed == ()


def test_losses_by_mines_count_at_once() -> None:
    """BAR-7.6f"""
    assert struck(3, cause="mines", state="S10").before_step == {"S1": 1}
    assert struck(3, cause="fire", state="S10").before_step == {}


def test_one_test_answers_for_all_causes_of_a_step() -> None:
    """BAR-5.10b"""
    position = soldier().position("S3")
    one = harm.owe(position, "S1", "losses", "S4")
    assert len(one.owed) == 1
    assert harm.owe(one, "S1", "suppressive", "S4").owed == one.owed
    assert harm.owe(one, "S1", "suppressive", "S4", must=False).owed == one.owed
    assert len(harm.owe(one, "S1", "melee", "S7").owed) == 2
    may = harm.owe(position, "S1", "losses", "S4", must=False)
    assert harm.owe(may, "S1", "suppressive", "S4", must=False).owed == may.owed
    assert [each.must for each in harm.owe(may, "S1", "suppressive", "S4").owed] == [False, True]
    assert harm.owe(position.unit("S1", out=True), "S1", "losses", "S4").owed == ()
    assert harm.owe(position, "S1", "shot").owed[0].step == "S3"
    rolls = [due for due in one.due if due.options == (Roll(purpose="TEST", who="S1"),)]
    assert [(due.until, due.must) for due in rolls] == [("S4", True)]
    assert len(harm.dues_of_tests(one, "S1").due) == 1


def test_who_is_suppressed_tests_no_more_but_for_recovery() -> None:
    """BAR-5.11a, BAR-5.11b"""
    made = soldier().unit("S2", "infantry", "0506")
    order = do.Order(unit="S1", order="dig_in")
    start = made.position("S3").unit("S1", order=order, running=order, boxes=1)
    owing = harm.owe(harm.owe(start, "S1", "losses", "S4"), "S2", "losses", "S4")
    owing = harm.owe(owing, "S1", "recovery", "S12")
    found = harm.suppress(made.case(owing), owing, "S1")
    unit = found.units["S1"]
    assert (unit.suppressed, unit.fallen, unit.order, unit.running, unit.boxes) == (True, True, None, None, 0)
    assert (unit.lapsed, unit.lapsed_boxes) == (order, 1)
    assert found.cancelled == {"S1": order}
    assert found.halted == {"S1": "BAR-5.11b"}
    assert [(each.unit, each.must) for each in found.owed] == [("S1", False), ("S2", True), ("S1", True)]
    assert any(due.options == (do.State(unit="S1", status="suppressed"),) and due.must for due in found.due)
    again = harm.suppress(made.case(found), found.unit("S1", fallen=False), "S1")
    assert again.units["S1"].fallen
    keeps = harm.suppress(made.case(owing), owing, "S1", keeps_order=True)
    assert keeps.units["S1"].order == order
    assert keeps.halted == {}
    held = owing.but(halted={"S1": "BAR-7.6a"})
    assert harm.suppress(made.case(held), held, "S1").halted == {"S1": "BAR-7.6a"}


@pytest.mark.parametrize(("reading", "lapsed"), [("", True), ("default", False), ("other", False)])
def test_what_becomes_of_work_that_is_broken_by_suppression(reading: str, lapsed: bool) -> None:
    """BAR-5.11b"""
    made, order = soldier(), do.Order(unit="S1", order="dig_in")
    ours = f"BAR-A72={SWITCHES.disputes['BAR-A72'].default}"
    rulings = {"": (), "default": (ours,), "other": (other_reading("BAR-A72"),)}[reading]
    start = made.position("S3").unit("S1", order=order, running=order, boxes=1)
    unit = harm.suppress(made.case(start, rulings=rulings), start, "S1").units["S1"]
    assert (unit.lapsed is not None, unit.lapsed_boxes) == (lapsed, int(lapsed))
    assert unit.running == (order if reading == "other" else None)
    assert unit.boxes == (1 if reading == "other" else 0)


@pytest.mark.parametrize(("at", "due"), [("0505", True), ("", False)])
def test_an_aircraft_that_is_driven_off_goes_home(at: str, due: bool) -> None:
    """BAR-9.6i"""
    made = Field().unit("S1", "stuka", at, air=0).order("S1", "air_strike", hex="0505")
    found = harm.suppress(made.case(made.position("S5")), made.position("S5"), "S1")
    assert not found.units["S1"].suppressed
    assert found.units["S1"].order is None
    assert [each.options for each in found.due if each.must] == ([(do.Return(unit="S1"),)] if due else [])
    also = [other.ruling for each in found.due for other in each.otherwise]
    assert also == (["BAR-A106"] if due else [])


def test_who_is_destroyed_owes_nothing_but_its_losses() -> None:
    """BAR-3.3d"""
    made = soldier().unit("S2", "infantry", "0505").unit("G1", "infantry", "0504")
    start = harm.owe(harm.owe(made.position("S3"), "S1", "losses", "S4"), "S2", "losses", "S4")
    start = harm.marks_due(start, "S1", "losses", 5, "BAR-3.3c")
    start = harm.marks_due(start, "S1", "ammo", 5, "BAR-3.8b")
    start = harm.marks_due(start, "S2", "ammo", 5, "BAR-3.8b")
    start = start.owing(
        Due("a", (do.State(unit="S1", status="suppressed"),), "S3"),
        Due("b", (do.State(unit="S2", status="suppressed"),), "S3"),
        Due("c", (do.Fire(unit="S2", target="S1"),), "S3"),
        Due("d", (do.Fire(unit="G1", target="S1"), do.Fire(unit="G1", target="S2")), "S3"),
    )
    found = harm.destroy(made.case(start), start, "S1")
    assert found.units["S1"].out
    assert [each.unit for each in found.owed] == ["S2"]
    by_rule = {due.rule: due.must for due in found.due if due.rule in "abcd"}
    assert by_rule == {"b": True, "c": False, "d": True}
    of_cards = {
        (each.unit, each.what): due.must for due in found.due for each in due.options if isinstance(each, do.Mark)
    }
    assert of_cards[("S1", "ammo")] is False
    assert of_cards[("S2", "ammo")] is True
    must = [due for due in found.due if due.must and due.options[0] == do.Mark(unit="S1", what="losses", value=5)]
    assert len(must) == 1
    assert harm.destroy(made.case(found), found, "S1") is found


@pytest.mark.parametrize(
    ("out", "then", "now", "spared"),
    [(True, 5, 5, True), (True, 4, 5, False), (False, 5, 5, False), (True, 6, 5, True)],
)
def test_who_was_destroyed_before_the_step_need_not_fire(out: bool, then: int, now: int, spared: bool) -> None:
    """BAR-4.3e"""
    made = soldier(out=out, losses=now).unit("G1", "infantry", "0504")
    position = made.position("S3").but(before_step={"S1": then})
    for shot in (do.Fire(unit="S1", target="G1"), do.Strike(unit="S1", target="G1")):
        found = harm.spared(position.owing(Due("x", (shot,), "S3"), Due("y", (do.Halt(unit="S1"),), "S3")))
        assert {due.rule: due.must for due in found.due} == {"x": not spared, "y": True}


def test_a_model_that_was_hidden_stands_on_the_board_again() -> None:
    """BAR-5.12g"""
    made = soldier(hidden=True, off_board=True)
    found = harm.reveal(made.case(made.position("S3")), made.position("S3"), "S1")
    assert not found.units["S1"].hidden
    assert {due.options: due.must for due in found.due} == {
        (do.Show(unit="S1"),): True, (do.State(unit="S1", status="ambush", on=False),): True,
    }  # fmt: skip
    hiding = made.position("S8").owing(Due("BAR-6.6h", (do.Hide(unit="S1"),), "S8"))
    stays = harm.reveal(made.case(hiding), hiding, "S1")
    assert {due.options: due.must for due in stays.due} == {
        (do.Show(unit="S1"),): False, (do.State(unit="S1", status="ambush", on=False),): True,
    }  # fmt: skip
    seen = soldier()
    assert harm.reveal(seen.case(seen.position()), seen.position(), "S1") == seen.position()
    bunker = soldier(hidden=True, off_board=True, shelter="b").built("b", "bunker", "0505")
    inside = harm.reveal(bunker.case(bunker.position("S3")), bunker.position("S3"), "S1")
    assert (inside.units["S1"].off_board, inside.due) == (True, ())
    staff = Field().unit("S1", "hq", "0505", hidden=True)
    assert harm.reveal(staff.case(staff.position()), staff.position(), "S1").units["S1"].found_in == "0505"
    assert found.units["S1"].found_in == ""


@pytest.mark.parametrize(
    ("out", "losses", "then", "at", "died", "present"),
    [
        (False, 0, 0, "0505", False, True),
        (False, 0, 0, "", False, False),
        (True, 5, 4, "0505", True, True),
        (True, 5, 5, "0505", False, False),
        (True, 4, 0, "0505", False, False),
        (True, 5, 0, "", True, False),
        (False, 5, 0, "", False, False),
    ],
)
def test_who_died_in_this_step_is_still_there_for_what_is_simultaneous(
    *, out: bool, losses: int, then: int, at: str, died: bool, present: bool
) -> None:
    """BAR-4.3e"""
    made = Field().unit("S1", "infantry", at, out=out, losses=losses)
    case = made.case(made.position("S3").but(before_step={"S1": then}))
    assert (harm.died_now(case, "S1"), harm.present(case, "S1")) == (died, present)


# ---------------------------------------------------------------------------------------------------------------- tests
def test_a_test_is_made_in_its_step_or_later_and_some_earlier() -> None:
    """BAR-4.4e, BAR-4.4h, BAR-4.4l"""

    def early(state: str, *owed: tuple[Any, str]) -> str:
        made = soldier()
        position = made.position(state).but(owed=tuple(Owed("S1", cause, step) for cause, step in owed))
        rules = played(made, position, Roll(purpose="TEST", who="S1", dice=(1, 1))).rules
        return next((rule for rule in rules if rule.startswith("BAR-4.4")), "")

    assert early("S4", ("losses", "S4")) == ""
    assert early("S3", ("losses", "S4")) == "BAR-4.4e"
    assert early("S6", ("melee", "S7")) == "BAR-4.4h"
    assert early("S10", ("losses", "S11")) == "BAR-4.4l"
    assert early("S7", ("losses", "S4")) == ""
    assert early("S7", ("bombed", "S11")) == ""
    assert early("S6", ("bombed", "S11")) == ""
    assert early("S7", ("mines", "S11")) == ""
    assert early("S6", ("mines", "S11")) == "BAR-4.4l"


def fell(total: tuple[int, int], cause: Any = "losses", step: str = "S4", *, accepted: tuple[int, ...] = (),
         rulings: tuple[str, ...] = (), kind: str = "", **unit: Any) -> Position:  # fmt: skip
    made = soldier(**unit)
    shots = (Shot("G1", "S1", kind, step=step),) if kind else ()
    position = made.position(step, shots=shots).but(owed=(Owed("S1", cause, step),))
    position = harm.dues_of_tests(position.but(accepted={"S1 losses": accepted} if accepted else {}), "S1")
    return played(made, position, Roll(purpose="TEST", who="S1", dice=total), rulings=rulings).position


@pytest.mark.parametrize(("total", "passed"), [((2, 6), True), ((3, 6), False), ((1, 1), True), ((6, 6), False)])
def test_a_total_up_to_the_bravery_passes(total: tuple[int, int], passed: bool) -> None:
    """BAR-5.10c, BAR-5.10d"""
    found = fell(total)
    assert found.units["S1"].suppressed is not passed
    assert found.owed == ()
    assert list(found.tested) == ["S1"]
    flagged = fell(total, "recovery", "S12", suppressed=True, flagged=True)
    assert (flagged.units["S1"].suppressed, flagged.units["S1"].flagged) == (not passed, not passed)
    assert len(flagged.due) == (2 if passed else 0)


@pytest.mark.parametrize(("kind", "rule"), [("ambush", "BAR-5.13g"), ("defend", "BAR-6.1k")])
def test_a_mover_that_fails_stops(kind: str, rule: str) -> None:
    """BAR-6.1k, BAR-5.13g"""
    assert fell((6, 6), "shot", "S10", kind=kind).halted == {"S1": rule}
    assert fell((1, 1), "shot", "S10", kind=kind).halted == {}
    assert fell((6, 6), "losses", "S10", kind=kind).halted == {"S1": "BAR-5.11b"}


def test_where_losses_are_open_either_result_is_right() -> None:
    """BAR-3.4c"""
    open_ = fell((4, 4), accepted=(1,))
    assert not open_.units["S1"].suppressed
    assert [(due.rule, due.until, due.must) for due in open_.due] == [("BAR-5.11a", "S12", False)]
    assert fell((6, 6), accepted=(1,)).units["S1"].suppressed
    sure = fell((3, 4), accepted=(1,))
    assert (sure.units["S1"].suppressed, sure.due) == (False, ())
    plane = Field().unit("S1", "stuka", "0505", air=0)
    position = plane.position("S5").but(owed=(Owed("S1", "air", "S5"),), accepted={"S1 losses": (1,)})
    assert played(plane, position, Roll(purpose="TEST", who="S1", dice=(6, 6))).position.due[0].options == (
        do.Return(unit="S1"),
    )


@pytest.mark.parametrize(
    ("state", "made_now", "left"),
    [
        ("S4", ("losses", "S4"), [("mines", False), ("bombed", True)]),
        ("S7", ("melee", "S7"), [("mines", False)]),
        ("S11", ("losses", "S11"), [("mines", True), ("bombed", True)]),
    ],
)
def test_a_test_answers_for_mines_and_for_bombs(
    state: str, made_now: tuple[Any, str], left: list[tuple[str, bool]]
) -> None:
    """BAR-5.10b, BAR-4.4l"""
    made = soldier().unit("S2", "infantry", "0506")
    owed = (Owed("S1", *made_now), Owed("S1", "mines", "S11"), Owed("S1", "bombed", "S11"), Owed("S2", "mines", "S11"))
    found = played(made, made.position(state).but(owed=owed), Roll(purpose="TEST", who="S1", dice=(1, 1))).position
    assert [(each.cause, each.must) for each in found.owed if each.unit == "S1"] == left
    assert [each.must for each in found.owed if each.unit == "S2"] == [True]
