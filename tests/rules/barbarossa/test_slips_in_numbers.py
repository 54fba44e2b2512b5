"""A slip in a number or a box: put right in its step it is none; else it is told once, and all else stays due."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Put, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, charged, findings, read, said

HITS = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 6)
PAID = do.Mark(unit="S1", what="ammo", value=5)
LOST = do.Mark(unit="G1", what="losses", value=2)
TOO_MANY = do.Mark(unit="G1", what="losses", value=3)
OVERPAID = do.Mark(unit="S1", what="ammo", value=4)
ENDS, OVER = do.Advance(to="S4"), do.Advance(to="S5")
FAILED = Roll(purpose="TEST", who="G1", dice=(6, 6))
TESTED = Roll(purpose="TEST", who="G1", dice=(1, 1))
SUPPRESSED = do.State(unit="G1", status="suppressed", on=True)
TOLD = "Illegal BAR-3.3c due.otherwise"


def told(*done: Action) -> list[str]:
    """What is said after S1 has hit G1 four times."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "wait")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    return accused(read(made, made.at("S3"), *HITS, *done))


@pytest.mark.parametrize("test", [(TESTED,), (FAILED, SUPPRESSED)])
def test_who_marks_too_many_losses_tests_all_the_same(test: tuple[Action, ...]):
    """BAR-3.3c, BAR-4.4e, BAR-5.10b"""
    assert told(PAID, LOST, ENDS, *test, OVER) == []
    assert told(PAID, TOO_MANY, ENDS, *test, OVER) == [TOLD]


def test_who_marks_too_many_losses_and_does_not_test_is_told_of_both():
    """BAR-3.3c, BAR-4.4e"""
    assert told(PAID, TOO_MANY, ENDS, OVER) == [TOLD, "Illegal BAR-4.4e due.undone"]


def test_who_marks_too_many_losses_and_fails_is_suppressed():
    """BAR-3.3c, BAR-5.11a"""
    assert told(PAID, TOO_MANY, ENDS, FAILED, OVER) == [TOLD, "Illegal BAR-5.11a due.undone"]


@pytest.mark.parametrize(("staff", "dice", "told"), [
    ("", (3, 4), []),
    ("0405", (3, 4), ["Illegal BAR-5.11a marks.passed"]),
    ("0405", (6, 6), []),
])  # fmt: skip
def test_who_passes_with_the_help_of_a_headquarters_is_told_so(staff: str, dice: tuple[int, ...], told: list[str]):
    """BAR-5.11a, BAR-10.9a, BAR-3.4d"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "wait")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    if staff:
        made.unit("G9", "hq", staff)
    done = *HITS, PAID, LOST, ENDS, Roll(purpose="TEST", who="G1", dice=dice), SUPPRESSED, OVER
    found = findings(read(made, made.at("S3"), *done))
    assert [f"{type(each).__name__} {each.rule} {each.why}" for each in found] == told
    assert all((each.facts["rolled"], each.facts["bravery"]) == (7, 8) for each in found)


def test_who_fails_to_recover_and_wipes_the_box_is_told_so():
    """BAR-5.11h"""
    made = Field().unit("G1", "infantry", "0505", suppressed=True, flagged=True).unit("S1", "infantry", "0107")
    wiped = [do.State(unit="G1", status=status, on=False) for status in ("suppressed", "flag")]
    fails, passes = (Roll(purpose="TEST", who="G1", dice=dice) for dice in ((6, 6), (1, 1)))
    over = do.Advance(to="PLANNING")
    assert accused(read(made, made.at("S12"), passes, *wiped, over)) == []
    assert "Illegal BAR-5.11h marks.wiped" in accused(read(made, made.at("S12"), fails, *wiped, over))


def mutual(*marks: Action, test: tuple[Action, ...] = (Roll(purpose="TEST", who="S1", dice=(1, 1)),)) -> list[str]:
    """What is said after S1 and G1 have hit each other."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    back = do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=(1,) * 3 + (6,) * 7)
    paid = do.Mark(unit="G1", what="ammo", value=5)
    return accused(read(made, made.at("S3"), *HITS, *back, paid, LOST, *marks, ENDS, TESTED, *test, OVER))


def test_who_strikes_too_much_ammunition_still_owes_losses_and_test():
    """BAR-3.3c, BAR-4.4e, BAR-6.3b"""
    lost, slip = do.Mark(unit="S1", what="losses", value=1), "Illegal BAR-6.3b due.otherwise"
    assert mutual(PAID, lost) == []
    assert mutual(OVERPAID, lost) == [slip]
    assert mutual(OVERPAID) == [slip, "Illegal BAR-3.3c due.undone"]
    assert mutual(OVERPAID, test=()) == [slip, "Illegal BAR-3.3c due.undone", "Illegal BAR-4.4e due.undone"]


# ------------------------------------------------------------------------------------------------------- put right
def test_losses_that_are_put_right_in_their_step_are_no_offence():
    """BAR-3.3c"""
    assert told(TOO_MANY, PAID, LOST, ENDS, TESTED, OVER) == []
    assert told(TOO_MANY, PAID, TOO_MANY, ENDS, TESTED, OVER) == [TOLD]
    assert told(TOO_MANY, PAID, do.Mark(unit="G1", what="losses", value=1), ENDS, TESTED, OVER) == [
        "Illegal BAR-3.3c due.undone"
    ]


def test_losses_that_are_put_right_in_the_next_step_are_told_and_the_right_number_is_not():
    """BAR-3.3c"""
    assert told(PAID, TOO_MANY, ENDS, LOST, TESTED, OVER) == [TOLD]
    less = do.Mark(unit="G1", what="losses", value=1)
    assert told(PAID, TOO_MANY, ENDS, less, TESTED, OVER) == [TOLD, "Illegal BAR-3.3c marks.value"]


def test_a_mark_on_the_wrong_card_that_is_taken_back_is_no_offence():
    """BAR-6.3b"""
    wrong, back = (do.Mark(unit="G1", what="ammo", value=value) for value in (5, 6))
    assert told(wrong, LOST, back, PAID, ENDS, TESTED, OVER) == []
    assert told(wrong, LOST, PAID, ENDS, TESTED, OVER) == ["Illegal BAR-3.8b marks.value"]


def test_a_box_on_the_wrong_card_that_is_wiped_in_its_step_is_no_offence():
    """BAR-5.11a, BAR-5.11h"""
    wrong, back = (do.State(unit="S1", status="suppressed", on=on) for on in (True, False))
    assert told(PAID, LOST, ENDS, FAILED, wrong, SUPPRESSED, back, OVER) == []
    assert told(PAID, LOST, ENDS, FAILED, wrong, SUPPRESSED, OVER) == ["Illegal BAR-5.11a marks.state"]


# --------------------------------------------------------------------------------------------------- left on the board
FIRES = do.Fire(unit="G1", target="S1")


def destroyed(*done: Action, losses: int = 5, marked: int | None = 0) -> list[str]:
    """What is said after G1, ordered to fire in step 3, was fired at in step 2 by S1 and has lost some of its steps.

    As many are marked, or another number, or none.
    """
    made = Field().unit("G1", "infantry", "0505", losses=3).order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0507").order("S1", "suppressive_fire", target="G1")
    dice = Roll(purpose="FIRE", who="S1", dice=(1,) * (losses - 1) + (6,) * (16 - losses))
    paid = do.Mark(unit="S1", what="ammo", value=3)
    marks = [do.Mark(unit="G1", what="losses", value=marked or losses)] if marked is not None else []
    shot = structs.replace(HITS[0], kind="suppress"), dice, paid, *marks
    return accused(read(made, made.at("S2"), *shot, *done))


def test_who_is_destroyed_and_left_on_the_board_fires_and_moves_no_more():
    """BAR-3.3d, BAR-5.1e"""
    gone, to = do.Out(piece="G1"), do.Advance(to="S3")
    assert destroyed(gone, to, ENDS) == []
    left = "Illegal BAR-3.3d due.undone"
    assert destroyed(to, ENDS) == [left]
    assert destroyed(to, FIRES, ENDS) == [left, "Illegal BAR-3.3d fire.dead"]


def test_who_has_a_step_left_by_his_card_is_told_of_the_card_alone():
    """BAR-3.3c, BAR-3.3d"""
    told = destroyed(do.Advance(to="S3"), FIRES, ENDS, marked=4)
    assert told[0] == "Illegal BAR-3.3c due.undone"
    assert "Illegal BAR-3.3d fire.dead" not in told
    unmarked = destroyed(do.Advance(to="S3"), FIRES, ENDS, marked=None)
    assert "Illegal BAR-3.3c due.undone" in unmarked
    assert "Illegal BAR-3.3d fire.dead" not in unmarked


def test_who_has_a_step_left_fires_in_the_next_step():
    """BAR-3.3d"""
    fired = FIRES, Roll(purpose="FIRE", who="G1", dice=(6, 6)), do.Mark(unit="G1", what="ammo", value=5)
    assert destroyed(TESTED, do.Advance(to="S3"), *fired, ENDS, losses=4) == []


# ------------------------------------------------------------------------------------ a loss that was told as missing
SHOT = do.Fire(unit="G1", target="S1")
BOOKED = do.Mark(unit="G1", what="ammo", value=5)


def short(*done: Action, dice: tuple[int, ...]) -> list[str]:
    """What is said after G1 was hit in step 2, has marked no loss though it was told, and fires in step 3."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0507").order("S1", "suppressive_fire", target="G1")
    hits = structs.replace(HITS[0], kind="suppress"), Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 11)
    paid = do.Mark(unit="S1", what="ammo", value=3)
    fires = do.Advance(to="S3"), SHOT, Roll(purpose="FIRE", who="G1", dice=dice), BOOKED
    tested = Roll(purpose="TEST", who="G1", dice=(1, 1))
    return accused(read(made, made.at("S2"), *hits, paid, tested, *fires, ENDS, *done))


def test_who_was_told_of_losses_that_he_did_not_mark_fires_as_his_card_says():
    """BAR-3.3c, BAR-3.12d"""
    missing = "Illegal BAR-3.3c due.undone"
    assert short(dice=(6,) * 10) == [missing]
    assert short(dice=(6,) * 6) != [missing]


def test_who_marks_losses_late_that_were_told_does_no_wrong_but_more_of_them_are_told():
    """BAR-3.3c"""
    missing = "Illegal BAR-3.3c due.undone"
    assert short(LOST, dice=(6,) * 10) == [missing]
    assert short(TOO_MANY, dice=(6,) * 10) == [missing, "Illegal BAR-3.3c marks.value"]


# -------------------------------------------------------------------------------------------------- bravery by hand
def clicked(*numbers: int, what: str = "bravery") -> list[Entry]:
    """A number of G1 is clicked from one to the next."""
    card = Ref("G1.card")
    puts = ((Put(card, what, str(now), always=False), str(was), str(now)) for was, now in pairwise(numbers))
    return [said("G1", put, Say("mark", card, {"what": what, "was": was, "v": now})) for put, was, now in puts]


@pytest.mark.parametrize(("clicks", "staff", "told"), [
    ((6, 7), "", []),
    ((6, 7, 8, 9), "0405", []),
    ((7, 8, 7), "", []),
    ((8, 7), "", []),
    ((7, 8), "", ["Illegal BAR-3.4c marks.bravery"]),
    ((7, 8, 9), "", ["Illegal BAR-3.4c marks.bravery"]),
    ((7, 8, 9), "1101", ["Illegal BAR-3.4c marks.bravery"]),
])  # fmt: skip
def test_nothing_raises_bravery_by_hand_while_orders_are_written(clicks: tuple[int, ...], staff: str, told: list[str]):
    """BAR-3.4c, BAR-10.9a"""
    made = Field().unit("G1", "infantry", "0505", losses=1).unit("S1", "infantry", "0107")
    if staff:
        made.unit("G9", "hq", staff)
    assert accused(read(made, made.position("PLANNING"), *clicked(*clicks))) == told


@pytest.mark.parametrize(("staff", "told"), [("1101", []), ("", ["Illegal BAR-3.4c marks.bravery"])])
def test_in_a_step_the_bonus_of_a_headquarters_that_is_in_play_may_be_marked(staff: str, told: list[str]):
    """BAR-3.4c, BAR-10.9a"""
    made = Field().unit("G1", "infantry", "0505", losses=1).unit("S1", "infantry", "0107")
    if staff:
        made.unit("G9", "hq", staff)
    assert accused(read(made, made.at("S4"), *clicked(7, 8, 9))) == told


def test_bravery_that_is_raised_after_a_loss_was_marked_is_raised_all_the_same():
    """BAR-3.4c"""
    card = Ref("G1.card")
    loses = said(
        "G1",
        *(Put(card, what, new, always=False) for what, new in (("losses", "2"), ("bravery", "6"))),
        Say("mark", card, {"what": "losses", "was": "1", "v": "2"}),
        Say("mark", card, {"what": "bravery", "was": "7", "v": "6"}),
    )
    made = Field().unit("G1", "infantry", "0505", losses=1).order("G1", "wait")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    shot = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=(1,) * 3 + (6,) * 7), PAID
    assert accused(read(made, made.at("S3"), *shot, loses)) == []
    assert accused(read(made, made.at("S3"), *shot, loses, *clicked(6, 7))) == ["Illegal BAR-3.4c marks.bravery"]


# -------------------------------------------------------------------------------------------------- defence by hand
def worn(*steps: tuple[int, ...], order: str = "wait", again: bool = False) -> list[str]:
    """What is told of the defence of G1, clicked in these ways after two hits, or where it is shot at once more."""
    made = Field().unit("G1", "infantry", "0505").order("G1", order, **({"facing": "N"} if order == "defend" else {}))
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    made.unit("S2", "infantry", "0503").order("S2", "open_fire", target="G1")
    shots = [
        (do.Fire(unit=unit, target="G1"), Roll(purpose="FIRE", who=unit, dice=(1,) * 2 + (6,) * 8))
        for unit in ("S1", "S2")
    ]
    marks = [clicked(*numbers, what="defence") for numbers in steps]
    lost = [do.Mark(unit="G1", what="losses", value=2)] if again and order == "wait" else []
    paid = [do.Mark(unit=unit, what="ammo", value=5) for unit in ("S1", "S2")]
    second = shots[1] if again else ()
    first = (each for mark in marks[:-1] for each in (*mark, paid[0]))
    done = *shots[0], *first, *second, *marks[-1], *lost, *paid[1 : 1 + again]
    found = accused(read(made, made.at("S3"), *done))
    return [each for each in found if "3.5c" in each]


RAISED = ["Illegal BAR-3.5c marks.defence"]


@pytest.mark.parametrize(("clicks", "order", "told"), [
    ([(2, 1, 0)], "wait", []),
    ([(2, 1, 0), (0, 1, 0)], "wait", []),
    ([(2, 1, 0), (0, 1, 2)], "wait", RAISED),
    ([(2, 3), (3, 2, 1)], "defend", []),
    ([(2, 1), (1, 2)], "defend", RAISED),
    ([(2, 1, 0), (0, 1)], "defend", []),
])  # fmt: skip
def test_nothing_raises_a_defence_that_was_shot_down(clicks: list[tuple[int, ...]], order: str, told: list[str]):
    """BAR-3.5c, BAR-3.5d"""
    assert worn(*clicks, order=order) == told


def test_hits_that_the_card_does_not_show_yet_may_be_entered_after_the_bonus():
    """BAR-3.5c"""
    assert worn((2, 1), (1, 2, 3, 2, 1, 0), order="defend", again=True) == []


@pytest.mark.parametrize(("order", "told"), [
    ({"order": "defend", "facing": "N", "number": 1}, []),
    ({"order": "cautious_move", "route": ("0504",)}, []),
    ({"order": "assault", "target": "S1", "route": ("0506", "0507")}, []),
    ({"order": "wait"}, RAISED),
    ({"order": "open_fire", "target": "S1"}, RAISED),
])  # fmt: skip
def test_a_defence_that_is_raised_while_orders_are_written_goes_by_the_order(order: dict[str, Any], told: list[str]):
    """BAR-3.5c, BAR-3.5e"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0507")
    given = do.Order(unit="G1", by="german", **order), do.Order(unit="S1", order="wait", by="soviet")
    sealed = [do.OrdersDone(by=side) for side in ("german", "soviet")]
    opened = do.Reveal(by="german"), given[0], do.Reveal(by="soviet"), given[1]
    done = *clicked(2, 3, what="defence"), *sealed, do.Advance(to="REVEAL"), *opened
    assert [each for each in accused(read(made, made.position("PLANNING"), *done)) if "3.5c" in each] == told
    assert accused(read(made, made.position("PLANNING"), *done[: 1 + len(sealed)])) == []


@pytest.mark.parametrize(("clicks", "told"), [
    ((2, 1, 0), []),
    ((2, 3, 4, 3, 2), []),
    ((2, 1, 0, 6), ["Illegal BAR-3.5c marks.defence"]),
])  # fmt: skip
def test_a_defence_may_be_worn_down_without_its_bonus_which_is_only_its_owners_loss(
    clicks: tuple[int, ...], told: list[str]
):
    """BAR-3.5c, BAR-3.5e"""
    assert accused(read(*_in_a_village(2, *clicked(*clicks, what="defence")))) == told


def test_a_loss_that_a_bonus_held_off_is_told_with_the_bonus():
    """BAR-3.3c, BAR-3.5e"""
    found = findings(read(*_in_a_village(3, do.Mark(unit="G1", what="losses", value=1))))
    assert [(each.rule, each.why, each.facts["bonus"]) for each in found] == [("BAR-3.3c", "marks.held", 1)]
    assert accused(read(*_in_a_village(5, do.Mark(unit="G1", what="losses", value=1)))) == []


def _in_a_village(hits: int, *marks: Any) -> tuple[Any, ...]:
    """G1, whose defence is 2, is hit so often in a village."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "wait").ground("0505", terrain="village")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    dice = (1,) * hits + (6,) * (10 - hits)
    shot = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=dice), PAID
    return made, made.at("S3"), *shot, *marks


CLEARS = said("S1", *(Put(Ref(card), "defence", "2") for card in ("G1.card", "G2.card")), Say("round"))
"""The Soviets press the key by which all cards are cleared."""


@pytest.mark.parametrize(("state", "hits", "told"), [
    ("S3", 2, ["Illegal BAR-3.5c marks.defence soviet"]),
    ("S3", 0, []),
    ("S12", 2, []),
])  # fmt: skip
def test_whoever_clears_the_cards_in_the_middle_of_a_round_raises_what_was_shot_down(
    state: str, hits: int, told: list[str]
):
    """BAR-3.5c, BAR-3.5d"""
    made = Field().unit("G1", "infantry", "0505").unit("G2", "infantry", "0605").order("G1", "wait")
    made.unit("S1", "infantry", "0507").order("S1", "open_fire", target="G1")
    shot = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=(1,) * hits + (6,) * (10 - hits)), PAID
    worn_down = clicked(*range(2, 1 - hits, -1), what="defence") if hits else ()
    on = [do.Advance(to=f"S{step}") for step in range(4, 13)] if state == "S12" else []
    judged = read(made, made.at("S3"), *shot, *worn_down, *on, CLEARS)
    assert charged(judged) == told
