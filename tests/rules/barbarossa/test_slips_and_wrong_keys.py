"""Wrong keys, wrong targets and models that stray, put right before anybody relied on them: nobody is accused."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Begin
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Keep, New, Put, Ref, Say, Throw
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, findings, read, said

Done = list[Action | Entry]
SHOT, DICE = do.Fire(unit="S1", target="G1"), Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 6)
PAYS, LOSES = do.Mark(unit="S1", what="ammo", value=5), do.Mark(unit="G1", what="losses", value=2)
ENDS = do.Advance(to="S4")


def to(*steps: int) -> Done:
    return [do.Advance(to=f"S{step}") for step in steps]


def click(unit: str, what: str, was: int, now: int, side: str = "") -> Entry:
    """A number of a card is changed by one click, whoever makes it."""
    card, model = Ref(f"{unit}.card"), (Put(Ref(unit), "Lost", str(now), always=False),) * (what == "losses")
    done = (Put(card, what, str(now), always=False), *model)
    told = Say("mark", card, {"what": what, "was": str(was), "v": str(now)})
    return Entry(side or {"S": "soviet", "G": "german"}[unit[0]], (*done, told))


def clicks(unit: str, what: str, *values: int, side: str = "") -> Done:
    return [click(unit, what, was, now, side) for was, now in pairwise(values)]


def shooting() -> Field:
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("S2", "infantry", "0404").order("S2", "wait").unit("G2", "infantry", "0604").order("G2", "wait")
    return made.unit("G1", "infantry", "0504").order("G1", "wait")


# --------------------------------------------------------------------------------------------------------------- cards
CARDS: dict[str, Done] = {
    "one click too many, taken back later": [*clicks("G1", "losses", 0, 1, 2, 3), PAYS, *clicks("G1", "losses", 3, 2)],
    "marked by the one who fired": [*clicks("G1", "losses", 0, 1, 2, side="soviet"), PAYS],
    "another unit's card, and back": [*clicks("G2", "losses", 0, 1, 2, 1, 0), LOSES, PAYS],
    "another unit's points, and back": [LOSES, *clicks("S2", "ammo", 6, 5), PAYS, *clicks("S2", "ammo", 5, 6)],
    "points the wrong way first": [*clicks("S1", "ammo", 6, 5), LOSES, *clicks("S1", "ammo", 5, 4, 5)],
    "the defence is kept on the card": [*clicks("G1", "defence", 2, 1, 0), LOSES, PAYS],
}


@pytest.mark.parametrize("marks", CARDS)
def test_a_card_that_is_right_in_the_end_is_right(marks: str):
    """BAR-3.3c, BAR-3.5c, BAR-3.8b"""
    made = shooting()
    assert accused(read(made, made.at("S3"), SHOT, DICE, *CARDS[marks], ENDS)) == []


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ([*clicks("G1", "losses", 0, 1, 2, 3), PAYS], "BAR-3.3c"),
        ([*clicks("G2", "losses", 0, 1, 2), LOSES, PAYS], "BAR-3.3c"),
        ([LOSES, PAYS, *clicks("S2", "ammo", 6, 5)], "BAR-3.8b"),
        ([*clicks("G1", "defence", 2, 1, 0, 5), LOSES, PAYS], "BAR-3.5c"),
    ],
)
def test_a_card_that_is_left_wrong_is_told(marks: Done, rule: str):
    """BAR-3.3c, BAR-3.5c, BAR-3.8b"""
    made = shooting()
    assert any(rule in each for each in accused(read(made, made.at("S3"), SHOT, DICE, *marks, ENDS)))


def test_the_defence_that_an_order_gives_may_be_written_with_the_order():
    """BAR-3.5c, BAR-6.1c"""
    made = Field().unit("G1", "infantry", "0504").unit("S1", "infantry", "0101")
    ready: Done = [do.OrdersDone(by=side) for side in ("german", "soviet")]
    opened: Done = [
        do.Reveal(by="german"),
        do.Order(unit="G1", order="defend", facing="S", number=1),
        do.Reveal(by="soviet"),
        do.Order(unit="S1", order="wait"),
    ]
    rest: Done = [*ready, do.Advance(to="REVEAL"), *opened, do.Advance(to="S1")]
    assert accused(read(made, made.position("PLANNING"), *clicks("G1", "defence", 2, 3), *rest)) == []
    far = accused(read(made, made.position("PLANNING"), *clicks("G1", "defence", 2, 9), *rest))
    assert far == ["Illegal BAR-3.5c marks.defence"]


def test_points_for_an_ambush_that_nobody_came_to_are_taken_back():
    """BAR-3.8b, BAR-5.13c"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0101")
    made.ground("0505", terrain="light_woods").order("G1", "wait")
    made.order("S1", "ambush", hex="0505", facing="N", number=1)
    paid, back = clicks("S1", "ammo", 6, 5), clicks("S1", "ammo", 5, 6)
    assert accused(read(made, made.at("S8"), *paid, *to(9, 10, 11), *back, *to(12))) == []
    twice = accused(read(made, made.at("S8"), *paid, *to(9, 10, 11), *clicks("S1", "ammo", 5, 4), *to(12)))
    assert twice == ["Illegal BAR-3.8b marks.value"]


# --------------------------------------------------------------------------------------------------------------- shots
@pytest.mark.parametrize("rest", [[], [ENDS]])
def test_who_names_the_wrong_target_first_has_fired_at_the_one_for_whom_the_dice_fell(rest: Done):
    """BAR-4.3b, BAR-6.3f"""
    made, wrong = shooting(), do.Fire(unit="S1", target="G2")
    assert accused(read(made, made.at("S3"), wrong, SHOT, DICE, PAYS, LOSES, *rest)) == []
    assert "Illegal BAR-4.3b fire.other-target" in accused(read(made, made.at("S3"), wrong, DICE, PAYS, *rest))


NOBODY = Entry("soviet", (*map(Keep, ("HX_By", "HX_Who", "HX_At", "HX_P")), Throw("1d6", DICE.dice, gathered="HX_Res")))
"""Dice that are thrown without aiming at anybody."""


def test_dice_of_which_nobody_said_for_whom_they_are_belong_to_the_shot_that_is_due():
    """BAR-6.3f, BAR-3.3c"""
    made = shooting()
    assert accused(read(made, made.at("S3"), NOBODY, PAYS, LOSES, ENDS)) == []
    assert accused(read(made, made.at("S3"), NOBODY, SHOT, DICE, PAYS, LOSES, ENDS)) == []
    made.order("S1", "wait")
    assert "Illegal BAR-3.3c marks.value" in accused(read(made, made.at("S3"), NOBODY, LOSES, ENDS))


def thrown(*dice: int) -> Entry:
    """Soviet dice of which nothing is said: what is marked is what was said of the dice before them."""
    return Entry("soviet", (Throw("1d6", dice, gathered="HX_Res"),))


def test_dice_that_come_on_the_marks_of_others_belong_to_who_has_still_to_roll():
    """BAR-6.3f, BAR-3.3c"""
    made = shooting().order("S2", "open_fire", target="G1")
    misses = [do.Fire(unit="S2", target="G1"), Roll(purpose="FIRE", who="S2", dice=(6,) * 10)]
    paid = [PAYS, do.Mark(unit="S2", what="ammo", value=5)]
    assert accused(read(made, made.at("S3"), SHOT, *misses, *paid, thrown(*DICE.dice), LOSES, ENDS)) == []
    assert "Illegal BAR-3.3c marks.value" in accused(read(made, made.at("S3"), SHOT, *misses, *paid, LOSES, ENDS))


def test_dice_of_another_number_on_the_marks_of_a_test_are_no_test():
    """BAR-5.10c, BAR-4.4e"""
    made = shooting().order("S2", "open_fire", target="G2")
    before = [SHOT, DICE, PAYS, LOSES, Roll(purpose="TEST", who="G1", dice=(1, 1))]
    shot, tests = thrown(*(6,) * 10), Roll(purpose="TEST", who="G1", dice=(1, 1, 1))
    paid = do.Mark(unit="S2", what="ammo", value=5)
    assert not any("BAR-5.10c" in each for each in accused(read(made, made.at("S3"), *before, shot, paid)))
    assert "Illegal BAR-5.10c test.dice" in accused(read(made, made.at("S3"), *before[:-1], tests))


def on_guard(order: str) -> list[str]:
    """What is said where dice fall for nobody as G1 comes by S1, and G1 loses two steps."""
    made = Field().unit("S1", "infantry", "0505").order("S1", order, facing="N", number=2)
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503",))
    rest = thrown(1, 1, *(6,) * 9), do.Mark(unit="G1", what="losses", value=2)
    return accused(read(made, made.at("S10"), do.Step(unit="G1", hex="0503"), *rest))


def test_losses_by_dice_for_nobody_are_open_while_somebody_may_fire():
    """BAR-3.3c, BAR-6.1g"""
    assert on_guard("defend") == ["Undecided BAR-3.3c marks.value"]
    assert on_guard("dig_in") == ["Illegal BAR-3.3c marks.value"]


# --------------------------------------------------------------------------------------------------------------- melee
ENTERS = do.Step(unit="S1", hex="0504", fights=True)
TEST = Roll(purpose="TEST", who="G1", dice=(1, 1))


def blow(unit: str, *dice: int) -> Done:
    other = "G1" if unit == "S1" else "S1"
    return [do.Strike(unit=unit, target=other), Roll(purpose="MELEE", who=unit, dice=dice or (6,) * 5)]


PAID: Done = [do.Mark(unit=unit, what="ammo", value=5) for unit in ("S1", "G1")]


def melee(kind: str = "infantry") -> Field:
    made = Field().unit("S1", kind, "0505").order("S1", "assault", target="G1", route=("0504",))
    return made.unit("G1", "infantry", "0504", ammo=6).order("G1", "wait").ground("0504", terrain="village")


def aimed(unit: str, target: str, *, dice: tuple[int, ...]) -> Done:
    """A shot with the key of open fire, and its dice."""
    staged = (
        Keep("HX_By", Ref(unit)),
        Keep("HX_At", Ref(target)),
        Keep("HX_P", "FIRE"),
        Keep("HX_Dice", str(len(dice))),
    )
    fires = said(unit, *staged, Keep("HX_Shot", "FIRE"), Say("fire", Ref(target), {"p": "FIRE"}))
    return [fires, said(unit, *staged, Throw("1d6", dice, gathered="HX_Res"))]


def test_a_blow_with_the_key_of_a_shot_is_a_blow():
    """BAR-5.6g, BAR-3.12b"""
    made = melee()
    wrong = [*aimed("S1", "G1", dice=(6,) * 5), *aimed("G1", "S1", dice=(6,) * 5)]
    assert accused(read(made, made.at("S6"), ENTERS, *wrong, *PAID, *to(7))) == []
    many = accused(read(made, made.at("S6"), ENTERS, *aimed("S1", "G1", dice=(6,) * 8), *blow("G1"), *PAID, *to(7)))
    assert many == ["Illegal BAR-3.12d fire.dice"]


def test_both_sides_may_pay_before_they_meet():
    """BAR-5.6e, BAR-3.8b"""
    made = melee()
    assert accused(read(made, made.at("S6"), *PAID, ENTERS, *blow("S1"), *blow("G1"), *to(7))) == []
    made.unit("G2", "infantry", "0303").order("G2", "wait")
    idle = do.Mark(unit="G2", what="ammo", value=5)
    assert "Illegal BAR-3.8b marks.value" in accused(read(made, made.at("S6"), idle, ENTERS, *blow("S1"), *blow("G1")))


PANIC: dict[str, Done] = {
    "before the tanks come": [TEST, ENTERS, *blow("S1", 6, 6, 6), *blow("G1")],
    "when they have come": [ENTERS, TEST, *blow("S1", 6, 6, 6), *blow("G1")],
    "when they have named their target": [
        *(ENTERS, do.Strike(unit="S1", target="G1"), TEST, Roll(purpose="MELEE", who="S1", dice=(6, 6, 6))),
        *blow("G1"),
    ],
}


@pytest.mark.parametrize("done", PANIC)
def test_tank_panic_is_tested_at_any_time_before_the_dice_of_the_melee_fall(done: str):
    """BAR-5.7d, BAR-10.12a"""
    made = melee("medium")
    pays: Done = [do.Mark(unit="S1", what="ammo", value=7), PAID[1]]
    assert accused(read(made, made.at("S6"), *PANIC[done], *pays, *to(7))) == []


def test_tank_panic_that_is_never_tested_is_told():
    """BAR-5.7d, BAR-10.12a"""
    made = melee("medium")
    found = accused(read(made, made.at("S6"), ENTERS, *blow("S1", 6, 6, 6), *blow("G1"), *PAID, *to(7)))
    assert "Illegal BAR-5.7d melee.test-first" in found


def test_who_fails_beforehand_is_suppressed_when_the_tanks_come():
    """BAR-5.7d, BAR-5.11a"""
    made, fails = melee("medium"), Roll(purpose="TEST", who="G1", dice=(6, 6))
    weak = do.State(unit="G1", status="suppressed", on=True)
    pays: Done = [do.Mark(unit="S1", what="ammo", value=7), PAID[1]]
    rest = ENTERS, *blow("S1", 6, 6, 6), *blow("G1"), *pays, *to(7)
    assert accused(read(made, made.at("S6"), fails, weak, *rest)) == []
    assert "Illegal BAR-5.11a due.undone" in accused(read(made, made.at("S6"), fails, *rest))


# ----------------------------------------------------------------------------------------------------- dice once more
def notices(made: Field, state: str, *done: Action | Entry) -> list[str]:
    return [each.why for judged in read(made, made.at(state), *done) for each in judged.findings]


def again(roll: Roll) -> Roll:
    return Roll(purpose=roll.purpose, who=roll.who, dice=tuple(7 - die for die in roll.dice))


def test_dice_that_are_rolled_once_more_change_nothing():
    """BAR-5.1a, BAR-5.6g"""
    made = shooting()
    assert notices(made, "S3", SHOT, DICE, again(DICE), PAYS, LOSES, ENDS) == ["twice.rolled"]
    assert notices(made, "S3", SHOT, DICE, PAYS, again(DICE), LOSES, ENDS) == ["marks.again"]
    second = do.Mark(unit="G1", what="losses", value=4)
    assert any("BAR-3.3c" in each for each in accused(read(made, made.at("S3"), SHOT, DICE, PAYS, again(DICE), second)))
    fight = melee()
    strike, fell = blow("S1")
    assert isinstance(fell, Roll)
    hits = [strike, fell, Roll(purpose="MELEE", who="S1", dice=(1,) * 5), *blow("G1"), *PAID, *to(7)]
    assert notices(fight, "S6", ENTERS, *hits) == ["twice.rolled"]


def test_mines_that_are_rolled_once_more_change_nothing():
    """BAR-7.6f"""
    made = Field().built("m", "minefield", "0504", variety="anti-personnel", owner="german", known=False)
    made.unit("S1", "infantry", "0505").unit("G1", "infantry", "0101").order("G1", "wait")
    made.order("S1", "march", route=("0504",))
    dice = Roll(purpose="MINES", who="S1", dice=(1,) * 3 + (6,) * 5)
    enters: Done = [do.Step(unit="S1", hex="0504"), do.Uncover(structure="m", kind="anti-personnel"), dice]
    lost = do.Mark(unit="S1", what="losses", value=1)
    rest: Done = [lost, *to(11), Roll(purpose="TEST", who="S1", dice=(1, 1)), *to(12)]
    assert notices(made, "S10", *enters, again(dice), *rest) == ["marks.again"]


# ------------------------------------------------------------------------------------------------------------ roll-offs
def rivals(*route: str) -> Field:
    """S1 and G1 assault each other, two hexes apart or three."""
    made = Field().unit("S1", "infantry", route[0]).order("S1", "assault", target="G1", route=route[1:])
    back = route[::-1]
    return made.unit("G1", "infantry", back[0]).order("G1", "assault", target="S1", route=back[1:])


def off(unit: str, die: int) -> Roll:
    return Roll(purpose="ROLLOFF", who=unit, dice=(die,))


def goes(unit: str, place: str) -> do.Step:
    return do.Step(unit=unit, hex=place, fights=True)


def test_two_may_roll_off_before_they_have_come_beside_each_other():
    """BAR-5.9b"""
    made = rivals("0506", "0505", "0504", "0503")
    fight: Done = [*blow("S1"), *blow("G1"), *PAID, *to(7)]
    steps = goes("S1", "0505"), goes("S1", "0504"), goes("S1", "0503")
    early = read(made, made.at("S6"), off("S1", 5), off("G1", 2), *steps, *fight)
    assert [each.why for each in findings(early)] == []
    assert notices(made, "S6", off("S1", 5), off("G1", 2)) == ["rolloff.early"] * 2
    lost = accused(read(made, made.at("S6"), off("S1", 2), off("G1", 5), *steps, *fight))
    assert any("BAR-5.9b" in each for each in lost)


def test_who_moved_in_before_the_dice_and_lost_puts_his_model_back():
    """BAR-5.9b, BAR-8.0e"""
    made = rivals("0505", "0504")
    fight: Done = [*blow("S1"), *blow("G1"), *PAID, *to(7)]
    back = [goes("S1", "0504"), off("S1", 2), off("G1", 5), dragged("S1", "0505", "Assault"), goes("G1", "0505")]
    found = accused(read(made, made.at("S6"), *back, *fight))
    assert [each for each in found if "rolloff.first" not in each] == []
    stays = accused(read(made, made.at("S6"), *back[:3], *fight))
    assert any("BAR-5.9b" in each for each in stays)


# -------------------------------------------------------------------------------------------------------------- models
def walkers() -> Field:
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504", "0503"))
    made.unit("S2", "mg", "0605", facing="S").order("S2", "wait")
    return made.unit("G1", "infantry", "0101").order("G1", "wait")


MEANWHILE: Done = clicks("G1", "ammo", 6, 5, 6)
TURNS = do.Turn(unit="S2", facing="SE")
MOVES = dragged("S1", "0503")
STRAY: dict[str, Done] = {
    "the wrong unit, and back": [dragged("S2", "0604"), MOVES, dragged("S2", "0605")],
    "one hex too far, and back": [MOVES, dragged("S1", "0502"), *MEANWHILE, MOVES],
    "turned, and back": [TURNS, *MEANWHILE, do.Turn(unit="S2", facing="S"), MOVES],
}


@pytest.mark.parametrize("done", STRAY)
def test_a_model_that_is_put_back_before_anybody_met_it_has_not_moved(done: str):
    """BAR-8.0e, BAR-8.6a, BAR-5.3f"""
    made = walkers()
    assert accused(read(made, made.at("S10"), *STRAY[done], *to(11))) == []


@pytest.mark.parametrize(("stray", "rule"), [(dragged("S2", "0604"), "BAR-8.6a"), (TURNS, "BAR-5.3f")])
def test_a_model_that_stays_where_it_strayed_is_told(stray: Action | Entry, rule: str):
    """BAR-8.6a, BAR-5.3f"""
    made = walkers()
    assert any(rule in each for each in accused(read(made, made.at("S10"), stray, MOVES, *to(11))))


def test_a_model_that_is_dragged_over_mines_is_put_back_into_them():
    """BAR-7.6a"""
    made = walkers().built("m", "minefield", "0504", variety="anti-personnel", owner="german", known=False)
    uncovered = do.Uncover(structure="m", kind="anti-personnel")
    dice, lost = Roll(purpose="MINES", who="S1", dice=(1,) * 3 + (6,) * 5), do.Mark(unit="S1", what="losses", value=1)
    rest: Done = [uncovered, dragged("S1", "0504"), dice, lost, *to(11), Roll(purpose="TEST", who="S1", dice=(1, 1))]
    assert accused(read(made, made.at("S10"), dragged("S1", "0503"), *rest, *to(12))) == []
    stays: Done = [dragged("S1", "0503"), uncovered, dice, lost, *to(11)]
    assert any("BAR-7.6" in each for each in accused(read(made, made.at("S10"), *stays)))


def test_who_turns_twice_faces_where_it_turned_last():
    """BAR-7.3c"""
    made = walkers().order("S2", "change_fof", facing="N")
    wrong, right = (do.Turn(unit="S2", facing=facing) for facing in ("NW", "N"))
    meanwhile = clicks("G1", "ammo", 6, 5, 6)
    for turns in ([wrong, *meanwhile, right], [wrong, right], [right, wrong, right]):
        assert accused(read(made, made.at("S9"), *turns, *to(10))) == []
    for turns in ([wrong], [right, wrong]):
        assert any("BAR-7.3c" in each for each in accused(read(made, made.at("S9"), *turns, *to(10))))


# ---------------------------------------------------------------------------------------------------------- transports
def riders(kind: str, order: str, **state: object) -> Field:
    made = Field().unit("S1", kind, "0505", **state).order("S1", order, target="S2").unit("G1", "infantry", "0101")
    for truck in ("S2", "S3"):
        made.unit(truck, "truck", "0505").order(truck, "wait")
    return made.order("G1", "wait")


def board(carrier: str, **how: bool) -> do.Board:
    return do.Board(unit="S1", carrier=carrier, **how)


def test_who_gets_on_the_wrong_truck_gets_off_and_on_the_right_one():
    """BAR-8.8b, BAR-8.9c"""
    made = riders("infantry", "mount")
    off_again = do.Leave(unit="S1", hex="0505")
    assert accused(read(made, made.at("S10"), board("S3"), off_again, board("S2"), *to(11, 12))) == []
    assert accused(read(made, made.at("S10"), board("S3"), *to(11, 12))) == ["Illegal BAR-8.8b transport.other"]


def test_a_gun_that_is_to_be_towed_is_hitched_whichever_key_says_so():
    """BAR-7.10g, BAR-4.3b"""
    made = riders("at-gun", "tow", set_up=False, packed=True)
    assert accused(read(made, made.at("S9"), board("S2"), *to(10, 11, 12))) == []
    assert any("BAR-7.10g" in each for each in accused(read(made, made.at("S9"), board("S3", towed=True), *to(10))))


# ------------------------------------------------------------------------------------------------- boxes and markers
def test_a_gun_may_wipe_its_box_as_it_begins_to_pack_up():
    """BAR-7.1d, BAR-7.2c"""
    made = riders("at-gun", "wait").order("S1", "pack_up", hex="0505")
    wiped, boxes = do.State(unit="S1", status="set-up", on=False), do.Mark(unit="S1", what="boxes", value=1)
    assert accused(read(made, made.at("S9"), wiped, *to(10, 11, 12), boxes, do.Advance(to="PLANNING"))) == []
    made.order("S1", "wait")
    assert accused(read(made, made.at("S9"), wiped, *to(10))) == ["Illegal BAR-7.1d marks.state"]


def test_who_lies_in_ambush_may_wipe_the_box_before_it_fires():
    """BAR-5.12a, BAR-5.13a"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0503")
    made.ground("0505", terrain="light_woods").order("G1", "march", route=("0504",))
    made.order("S1", "ambush", hex="0505", facing="N", number=2)
    comes, box = do.Step(unit="G1", hex="0504"), do.State(unit="S1", status="ambush", on=False)
    fires: Done = [do.Fire(unit="S1", target="G1", kind="ambush"), Roll(purpose="FIRE", who="S1", dice=(6,) * 11), PAYS]
    assert accused(read(made, made.at("S10"), comes, box, *fires, do.Show(unit="S1"), *to(11))) == []
    assert any("BAR-5.12g" in each for each in accused(read(made, made.at("S10"), comes, box, *fires, *to(11))))


def test_a_model_that_goes_into_hiding_comes_out_and_goes_again():
    """BAR-6.6h, BAR-5.12g"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101").order("G1", "wait")
    made.ground("0505", terrain="light_woods").order("S1", "ambush", hex="0505", facing="N", number=1)
    hides = said("S1", Go(Ref("S1"), "hidden-soviet", sent=True), Say("hide", Ref("S1")))
    rest: Done = [do.State(unit="S1", status="ambush"), *to(9)]
    assert accused(read(made, made.at("S8"), hides, dragged("S1", "0505", "Show"), hides, *rest)) == []
    assert any("BAR-6.6h" in each for each in accused(read(made, made.at("S8"), *to(9))))


def smoke(number: int, place: str, *, new: bool = False) -> Entry:
    marker = Ref("smoke", number)
    return Entry("soviet", (New(marker, place) if new else Go(marker, place), Say("place", marker)))


def test_smoke_that_is_put_down_wrong_is_moved_to_its_hex():
    """BAR-6.4f"""
    made = Field().unit("S1", "mortar", "0505", facing="N", stores={"smoke": 2}).unit("G1", "infantry", "0101")
    made.order("G1", "wait").order("S1", "smoke", hex="0502")
    first, paid = smoke(1, "0502", new=True), do.Mark(unit="S1", what="smoke", value=1)
    moved = [smoke(2, "0506", new=True), smoke(2, "0503")]
    assert accused(read(made, made.at("S3"), first, *moved, paid, ENDS)) == []
    assert "BAR-6.4f smoke.second" in accused(read(made, made.at("S3"), first, moved[0], paid, ENDS))[0]


def unhitched(*before: Entry) -> list[str]:
    """What is said of a gun that comes from its truck into the hex in which it is set up."""
    made = Field().unit("S1", "howitzer", "", carrier="S2", towed=True, off_board=True, set_up=False, packed=True)
    made.unit("S2", "truck", "0505").unit("G1", "infantry", "0101").order("S1", "set_up", hex="0504")
    done = said("S1", Say("complete", Ref("S1"), {"what": "set_up"}))
    off = said("S1", Put(Ref("S1"), "Aboard", ""), Say("ride", Ref("S1"), {"what": "Leave"}))
    return accused(read(made, made.at("S12"), *before, done, off, dragged("S1", "0504")))


def test_somebody_else_may_slip_while_a_gun_is_set_up():
    """BAR-7.1b"""
    made = Field().unit("S1", "howitzer", "", carrier="S2", towed=True, off_board=True, set_up=False, packed=True)
    made.unit("S2", "truck", "0505").unit("G1", "infantry", "0101").order("S1", "set_up", hex="0504")
    done = said("S1", Say("complete", Ref("S1"), {"what": "set_up"}))
    off = said("S1", Put(Ref("S1"), "Aboard", ""), Say("ride", Ref("S1"), {"what": "Leave"}))
    turns: Done = [do.State(unit="G1", status="ambush"), do.State(unit="G1", status="ambush", on=False)]
    astray: Done = [dragged("G1", "0102"), dragged("G1", "0101")]
    for slip in (turns, astray):
        read_so = (read(made, made.at("S12"), done, *slip, off, dragged("S1", place)) for place in ("0504", "0404"))
        assert ["Illegal BAR-7.1b work.not-written" in accused(each) for each in read_so] == [False, True]


def test_work_of_which_is_said_twice_that_it_is_done_ends_where_it_was_to():
    """BAR-7.1b, BAR-7.10h"""
    again = said("S1", Say("complete", Ref("S1"), {"what": "set_up"}))
    assert unhitched(again) == unhitched()
    assert not any("BAR-7.1b" in each for each in unhitched())


def test_dice_of_one_side_on_the_marks_of_the_other_are_its_own():
    """BAR-5.1e"""
    made = shooting().unit("G2", "light", "0604").order("G2", "open_fire", target="S1")
    marks = [SHOT, do.Fire(unit="G2", target="S1")]
    told = accused(read(made, made.at("S3"), *marks, thrown(*DICE.dice)))
    assert not any("BAR-5.1e" in each for each in told)
    wrong = Entry("german", (Throw("1d6", DICE.dice, gathered="HX_Res"),))
    assert "Illegal BAR-5.1e fire.rolled" in accused(read(made, made.at("S3"), *marks, wrong))


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (("0504",), []),
        (("0506", "0504"), []),
        ((), ["Illegal BAR-2.1c setup.elsewhere"]),
        (("0506",), ["Illegal BAR-2.1c setup.elsewhere", "Illegal BAR-4.1e sequence.not-now"]),
    ],
)
def test_who_is_put_where_the_scenario_says_before_anybody_does_anything_was_never_elsewhere(
    later: tuple[str, ...], told: list[str]
):
    """BAR-2.1c, BAR-4.1e"""
    made = Draft().unit("S1", "infantry", "0507").unit("G1", "infantry", "0101")
    made.given(begins={"S1": Begin("0504"), "G1": Begin("0101")})
    begun = dragged("S1", "0505"), do.Advance(to="PLANNING")
    assert accused(read(made, made.position("SETUP"), *begun, *(dragged("S1", place) for place in later))) == told
    used = *begun, do.OrdersDone(by="soviet"), dragged("S1", "0504")
    assert "Illegal BAR-2.1c setup.elsewhere" in accused(read(made, made.position("SETUP"), *used))


OFF, ON = do.Leave(unit="G1", hex="0505"), do.Board(unit="G1", carrier="G2")


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ((OFF, ON, do.Step(unit="G2", hex="0504")), []),
        ((do.Step(unit="G2", hex="0504"),), []),
        ((OFF, do.Step(unit="G2", hex="0504")), ["8.9c"]),
        ((OFF,), ["8.9c"]),
        ((OFF, do.Board(unit="G1", carrier="G3")), ["8.9c", "4.3b"]),
    ],
)
def test_who_gets_off_and_on_again_at_once_never_left(done: Done, told: list[str]):
    """BAR-8.9c, BAR-4.3b"""
    made = Field().unit("G2", "truck", "0505").unit("G3", "truck", "0505").unit("S1", "infantry", "1101")
    made.unit("G1", "infantry", "", carrier="G2").order("G2", "march", route=("0504",))
    found = accused(read(made, made.at("S10"), *done))
    assert [each.split()[1].removeprefix("BAR-") for each in found] == told
