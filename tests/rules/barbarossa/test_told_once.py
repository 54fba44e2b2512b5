"""A mistake is told once, by the rule that it breaks: what follows from it is demanded of nobody."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.works.mines import power
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.barbarossa.hangar import NORTH, plane
from tests.rules.barbarossa.printing import edition
from tests.rules.barbarossa.tabletop import accused, findings, read

ENDS = do.Advance(to="S4")
PAID = do.Mark(unit="G1", what="ammo", value=5)


def fire(*dice: int) -> list[Action]:
    return [do.Fire(unit="G1", target="S1"), *([Roll(purpose="FIRE", who="G1", dice=dice)] if dice else [])]


# ------------------------------------------------------------------------------------------------ what follows from it
def at_another() -> Field:
    """G1 is ordered to fire at S2 and fires at S1."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S2")
    return made.unit("S1", "infantry", "0503").unit("S2", "infantry", "0706")


@pytest.mark.parametrize("done", [[], [Roll(purpose="FIRE", who="G1", dice=(6,) * 10)], [PAID]])
def test_an_illegal_shot_is_charged_for_neither_dice_nor_ammunition(done: list[Action]):
    """BAR-4.3b, BAR-5.1e, BAR-6.3b"""
    made = at_another()
    found = accused(read(made, made.at("S3"), *fire(), *done, ENDS))
    assert found == ["Illegal BAR-4.3b fire.other-target"]


def test_a_legal_shot_is_charged_for_its_dice_and_ammunition():
    """BAR-5.1e, BAR-6.3b"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1").unit("S1", "infantry", "0503")
    found = accused(read(made, made.at("S3"), *fire(), ENDS))
    assert sorted(found) == ["Illegal BAR-5.1e fire.roll", "Illegal BAR-6.3b due.undone"]


@pytest.mark.parametrize(("rolled", "told"), [
    (10, []),
    (8, ["Illegal BAR-3.11a fire.dice"]),
])  # fmt: skip
def test_who_says_the_wrong_number_of_dice_and_rolls_them_is_told_once(rolled: int, told: list[str]):
    """BAR-3.11a, BAR-5.1e"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1").unit("S1", "infantry", "0503")
    shot = do.Fire(unit="G1", target="S1", dice=rolled), Roll(purpose="FIRE", who="G1", dice=(6,) * rolled)
    assert accused(read(made, made.at("S3"), *shot, PAID, ENDS)) == told


def test_who_says_one_number_of_dice_and_rolls_another_is_told():
    """BAR-5.1e"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1").unit("S1", "infantry", "0503")
    right, wrong = (do.Fire(unit="G1", target="S1", dice=dice) for dice in (10, 8))
    fewer = Roll(purpose="FIRE", who="G1", dice=(6,) * 7)
    assert made.judged(made.at("S3"), right, fewer).rules == ("BAR-5.1e",)
    assert made.judged(made.at("S3"), wrong, fewer).rules == ("BAR-3.11a", "BAR-5.1e")


@pytest.mark.parametrize("lost", [0, 1])
def test_who_is_hit_by_an_illegal_shot_may_take_his_losses_or_not(lost: int):
    """BAR-3.3c, BAR-4.4e"""
    made = at_another()
    marks = [do.Mark(unit="S1", what="losses", value=lost)] if lost else []
    shot = (*fire(*(1,) * 3, *(6,) * 7), PAID, *marks, ENDS, do.Advance(to="S5"))
    assert accused(read(made, made.at("S3"), *shot)) == ["Illegal BAR-4.3b fire.other-target"]


def test_the_next_breach_of_the_same_step_is_told():
    """BAR-3.3c, BAR-4.3b"""
    made = at_another().unit("G2", "infantry", "1106").unit("S4", "infantry", "1104")
    made.order("S4", "open_fire", target="G2")
    hits = do.Fire(unit="S4", target="G2"), Roll(purpose="FIRE", who="S4", dice=(1,) * 3 + (6,) * 7)
    paid = do.Mark(unit="S4", what="ammo", value=5)
    found = accused(read(made, made.at("S3"), *fire(*(6,) * 10), *hits, paid, ENDS))
    assert "Illegal BAR-4.3b fire.other-target" in found
    assert "Illegal BAR-3.3c due.undone" in found


# --------------------------------------------------------------------------------------------------------- by its rule
@pytest.mark.parametrize(("towed", "rule"), [(False, "BAR-8.8c"), (True, "BAR-7.10g")])
def test_nobody_fires_at_who_is_aboard(towed: bool, rule: str):
    """BAR-8.8c, BAR-7.10g"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1")
    made.unit("S2", "truck", "0503").unit("S1", "infantry", carrier="S2", towed=towed, off_board=True)
    assert accused(read(made, made.at("S3"), *fire(), ENDS)) == [f"Illegal {rule} fire.aboard"]


def test_the_dice_of_mines_are_those_of_the_card():
    """BAR-7.6g"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504",)).unit("G1", "infantry", "0101")
    made.built("m", "minefield", "0504", variety="anti-personnel", owner="german", known=False)
    card = power(made.case(made.at("S10")), "S1", "anti-personnel")
    opened = do.Step(unit="S1", hex="0504"), do.Uncover(structure="m", kind="anti-personnel")
    for dice, found in ((card, []), (card - 1, ["Illegal BAR-7.6g mines.dice"])):
        blast = Roll(purpose="MINES", who="S1", dice=(6,) * dice)
        assert accused(read(made, made.at("S10"), *opened, blast, do.Advance(to="S11"))) == found


def test_mines_under_a_transport_may_strike_everyone_aboard():
    """BAR-7.6g"""
    made = Field().unit("S2", "truck", "0505").order("S2", "march", route=("0504",)).unit("G1", "infantry", "0101")
    made.unit("S1", "infantry", carrier="S2", off_board=True)
    made.built("m", "minefield", "0504", variety="anti-personnel", owner="german")
    case = made.case(made.at("S10"))
    own, rider = (power(case, unit, "anti-personnel") for unit in ("S2", "S1"))
    for dice, found in ((own, []), (own + rider, ["Undecided BAR-7.6g mines.dice"])):
        blast = Roll(purpose="MINES", who="S2", dice=(6,) * dice)
        drives = do.Step(unit="S2", hex="0504")
        assert accused(read(made, made.at("S10"), drives, blast, do.Advance(to="S11"))) == found


# -------------------------------------------------------------------------------------------------------- getting off
def on_the_march(truck: str) -> tuple[Field, list[Action]]:
    """S1 is ordered to get off S2, which has another order."""
    made = Field().unit("S2", "truck", "0505").unit("S1", "infantry", carrier="S2", off_board=True)
    made.order("S1", "dismount", target="S2").unit("G1", "infantry", "0101")
    if truck == "march":
        made.order("S2", "march", route=("0504", "0503"))
        return made, [do.Step(unit="S2", hex="0504"), do.Leave(unit="S1", hex="0504"), do.Step(unit="S2", hex="0503")]
    made.order("S2", truck)
    return made, [do.Leave(unit="S1", hex="0505")]


@pytest.mark.parametrize(("truck", "found"), [("dismount", []), ("march", ["Illegal BAR-8.9c transport.goes-on"])])
def test_nobody_gets_off_on_the_march(truck: str, found: list[str]):
    """BAR-8.9b, BAR-8.9c"""
    made, done = on_the_march(truck)
    assert accused(read(made, made.at("S10"), *done, do.Advance(to="S11"))) == found


def test_who_cannot_get_off_because_the_transport_marches_need_not():
    """BAR-8.9c"""
    made, done = on_the_march("march")
    rides = [each for each in done if isinstance(each, do.Step)]
    assert accused(read(made, made.at("S10"), *rides, do.Advance(to="S11"))) == []


# ----------------------------------------------------------------------------------------------------------- out of t
def marched(*steps: tuple[str, str], enemy: tuple[str, ...]) -> list[str]:
    """What is told, remarks as well, where two of one side march and an enemy, one hex after the other by each."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "march", route=("0504", "0503"))
    made.unit("G2", "infantry", "1105").order("G2", "march", route=("1104", "1103"))
    made.unit("S1", "infantry", "0405").order("S1", "march", route=enemy)
    done = [do.Step(unit=unit, hex=place) for unit, place in steps]
    judged = read(made, made.at("S10"), *done, do.Advance(to="S11"))
    return [f"{type(each).__name__} {each.why}" for one in judged for each in one.findings if each.rule == "BAR-8.0d"]


GERMANS = ("G1", "0504"), ("G1", "0503"), ("G2", "1104"), ("G2", "1103")


def test_steps_out_of_turn_on_which_nothing_hangs_are_remarked_once_in_a_game():
    """BAR-8.0d"""
    away = ("0305", "0304")
    assert marched(*GERMANS, *(("S1", place) for place in away), enemy=away) == ["Notice move.ahead"]
    in_turn = ("G1", "0504"), ("G2", "1104"), ("S1", "0305"), ("G1", "0503"), ("G2", "1103"), ("S1", "0304")
    assert marched(*in_turn, enemy=away) == []


def test_a_step_out_of_turn_into_the_hex_of_an_enemy_who_was_to_come_there_is_told():
    """BAR-8.0d"""
    assert marched(*GERMANS, ("S1", "0404"), enemy=("0404", "0503"))[:1] == ["Illegal move.out-of-turn"]


# -------------------------------------------------------------------------------------------------- before all orders
def planned(*done: Action) -> list[str]:
    """What is told where G1, which is ordered to march, and G2, which is ordered to fire, act before their step."""
    made = Field().unit("G1", "infantry", "0505").unit("G2", "infantry", "0905").unit("S1", "infantry", "0903")
    return accused(read(made, made.position("PLANNING"), *done))


def test_who_moves_or_fires_while_orders_are_written_is_told_that_alone():
    """BAR-4.1e, BAR-8.0c, BAR-4.3c"""
    early = "Illegal BAR-4.1e sequence.not-now"
    assert planned(do.Step(unit="G1", hex="0504")) == [early]
    assert planned(do.Fire(unit="G2", target="S1")) == [early]
    assert planned(do.Turn(unit="G1", facing="N")) == []


@pytest.mark.parametrize(("opened", "told"), [
    (("german", "soviet"), []),
    (("german",), ["Undecided BAR-4.1d clock.not-done"]),
])  # fmt: skip
def test_a_side_that_opens_no_orders_is_told_once(opened: tuple[str, ...], told: list[str]):
    """BAR-4.1d, BAR-4.3a"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0903").unit("S2", "infantry", "0804")
    units = {"german": ["G1"], "soviet": ["S1", "S2"]}
    shown = [
        each
        for side in opened
        for each in (do.Reveal(by=side), *(do.Order(unit=unit, order="wait", by=side) for unit in units[side]))
    ]
    start = made.position("REVEAL", ready=("german", "soviet"))
    assert accused(read(made, start, *shown, do.Advance(to="S1"))) == told


@pytest.mark.parametrize(("ready", "opened", "told"), [
    (("german", "soviet"), ("german", "soviet"), 0),
    ((), (), 1),
    (("german", "soviet"), (), 1),
    (("german",), (), 2),
])  # fmt: skip
def test_who_sealed_no_orders_is_not_told_once_more_that_he_opens_none(
    ready: tuple[str, ...], opened: tuple[str, ...], told: int
):
    """BAR-4.1d"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0903")
    done = [*(do.OrdersDone(by=side) for side in ready), do.Advance(to="REVEAL")]
    done += [*(do.Reveal(by=side) for side in opened), do.Advance(to="S1")]
    found = accused(read(made, made.position("PLANNING"), *done))
    assert [each.partition(" ")[2] for each in found] == ["BAR-4.1d clock.not-done"] * told


# ------------------------------------------------------------------------------------------------ a forbidden order
def ordered(*done: Action, set_up: bool = True) -> list[str]:
    """What is told where G1, a mortar, is ordered to fire at S1, and the marker goes on to step 4."""
    made = Field().unit("G1", "mortar", "0505", set_up=set_up, packed=not set_up, facing="N")
    made.unit("S1", "infantry", "0502")
    given = do.Order(unit="G1", order="open_fire", target="S1", by="german")
    waits = do.Order(unit="S1", order="wait", by="soviet")
    start = made.position("REVEAL", ready=("german", "soviet"))
    opens = do.Reveal(by="german"), given, do.Reveal(by="soviet"), waits
    on = [do.Advance(to=f"S{number}") for number in (1, 2, 3)]
    return accused(read(made, start, *opens, *on, *done, ENDS))


def test_who_should_not_have_got_his_order_need_not_carry_it_out():
    """BAR-7.1d, BAR-6.3f"""
    assert ordered(set_up=False) == ["Illegal BAR-7.1d order.not-set-up"]
    assert ordered() == ["Illegal BAR-6.3f fire.due"]


def test_who_carries_out_a_forbidden_order_is_told_of_the_order_alone():
    """BAR-7.1d, BAR-6.3b, BAR-5.1e"""
    told = ordered(do.Fire(unit="G1", target="S1"), set_up=False)
    assert told[0] == "Illegal BAR-7.1d order.not-set-up"
    assert not any("due.undone" in each or "fire.roll" in each for each in told)
    assert {"Illegal BAR-6.3b due.undone", "Illegal BAR-5.1e fire.roll"} <= set(
        ordered(do.Fire(unit="G1", target="S1"))
    )


def fires_far(target: str = "S1", *, orders: str = "S1") -> list[str]:
    """What is told where G1 is ordered to fire at S1, six hexes away, or at S2, and fires."""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "1105").unit("S2", "infantry", "0504")
    given = [do.Order(unit="G1", order="open_fire", target=orders, by="german")]
    waits = [do.Order(unit=unit, order="wait", by="soviet") for unit in ("S1", "S2")]
    start = made.position("REVEAL", ready=("german", "soviet"))
    on = [do.Advance(to=f"S{number}") for number in (1, 2, 3)]
    shot = do.Fire(unit="G1", target=target), Roll(purpose="FIRE", who="G1", dice=(6,) * 10), PAID
    return accused(read(made, start, do.Reveal(by="german"), *given, do.Reveal(by="soviet"), *waits, *on, *shot))


def test_what_is_wrong_with_an_order_is_not_told_again_of_its_shot():
    """BAR-3.12g, BAR-5.2a, BAR-6.3d"""
    assert fires_far() == ["Illegal BAR-3.12g order.range"]
    assert fires_far("S1", orders="S2") == ["Illegal BAR-3.12g fire.range", "Illegal BAR-4.3b fire.other-target"]
    assert fires_far("S2", orders="S2") == []


# ----------------------------------------------------------------------------------------------- two rules, one deed
def goes(kind: str, order: str, to: str) -> list[str]:
    """What is told where G1 goes to 0504 among enemies, and its way would lead on."""
    made = Field().unit("G1", kind, "0505").unit("S1", "infantry", "0504").order("S1", "wait")
    if order == "assault":
        made.order("G1", order, target="S1", route=("0504",))
    else:
        made.order("G1", order, route=("0504", "0503"))
    step = "S6" if order == "assault" else "S10"
    gone = do.Step(unit="G1", hex=to, fights=order == "assault")
    return accused(read(made, made.at(step), gone, *([do.Advance(to="S11")] if step == "S10" else [])))


def test_who_marches_among_enemies_is_told_that_and_not_that_he_went_no_farther():
    """BAR-8.1a, BAR-5.6b, BAR-8.0e"""
    told = ["Illegal BAR-5.6b melee.no-assault", "Illegal BAR-8.1a move.enemy"]
    assert goes("infantry", "march", "0504") == told
    assert goes("infantry", "assault", "0504") == []


@pytest.mark.parametrize(("value", "told"), [
    (8, ["Illegal BAR-3.8a marks.beyond"]),
    (5, ["Illegal BAR-3.8b marks.value"]),
    (6, []),
])  # fmt: skip
def test_a_number_for_which_the_card_has_no_room_is_told_by_that_alone(value: int, told: list[str]):
    """BAR-3.8a, BAR-3.8b"""
    made = Field().unit("G1", "infantry", "0505", ammo=6).order("G1", "wait").unit("S1", "infantry", "0101")
    marked = do.Mark(unit="G1", what="ammo", value=value)
    assert accused(read(made, made.at("S3"), marked, ENDS)) == told


# -------------------------------------------------------------------------------------------- work without the hands
def digging(needed: int, *marks: int) -> list[str]:
    """What is told of G1, which digs in alone where its card asks for so many hands, and marks its boxes."""
    made = Field().unit("G1", "infantry", "0505", orders={"dig_in": {"boxes": 2, "manpower": needed}})
    made.unit("S1", "infantry", "0101")
    opens = [do.Reveal(by="german"), do.Order(unit="G1", order="dig_in", facing="N", by="german")]
    waits = [do.Reveal(by="soviet"), do.Order(unit="S1", order="wait", by="soviet")]
    on = [do.Advance(to=f"S{number}") for number in range(1, 13)]
    boxes = [do.Mark(unit="G1", what="boxes", value=value) for value in marks]
    start = made.position("REVEAL", ready=("german", "soviet"))
    return accused(read(made, start, *opens, *waits, *on, *boxes, do.Advance(to="PLANNING")))


@pytest.mark.parametrize(("needed", "marks", "told"), [
    (1, (1,), []),
    (1, (), ["Illegal BAR-7.16f due.undone"]),
    (2, (1,), ["Illegal BAR-7.16c pair.hands"]),
    (2, (), ["Illegal BAR-7.16c pair.hands"]),
    (2, (2,), ["Illegal BAR-7.16c pair.hands", "Illegal BAR-5.14b marks.value"]),
])  # fmt: skip
def test_who_digs_with_too_few_hands_is_told_once_and_not_for_the_box(
    needed: int, marks: tuple[int, ...], told: list[str]
):
    """BAR-7.16c, BAR-7.16f, BAR-5.14b"""
    assert digging(needed, *marks) == told


# ------------------------------------------------------------------------------------------------- all who left it out
def bound(*fights: Action) -> list[tuple[str, object]]:
    """Of whom it is told that they fight no more, where G1 is bound with S1 and G2 with S2."""
    made = Field()
    for number, place in (("1", "0505"), ("2", "0905")):
        made.unit(f"G{number}", "infantry", place, bound=(f"S{number}",))
        made.unit(f"S{number}", "infantry", place, bound=(f"G{number}",))
    found = findings(read(made, made.at("S6"), *fights, do.Advance(to="S7")))
    assert {(each.rule, each.why) for each in found} <= {("BAR-5.6j", "melee.due")}
    return [(each.owner, each.facts["subject"]) for each in found]


def blow(unit: str, other: str) -> list[Action]:
    dice = Roll(purpose="MELEE", who=unit, dice=(6,) * 5)
    return [do.Strike(unit=unit, target=other), dice, do.Mark(unit=unit, what="ammo", value=5)]


def test_of_several_who_leave_out_the_same_all_are_named():
    """BAR-5.6j"""
    assert bound() == [("german", ("G1", "G2")), ("soviet", ("S1", "S2"))]
    assert bound(*blow("G1", "S1"), *blow("S1", "G1")) == [("german", "G2"), ("soviet", "S2")]
    assert bound(*(each for one in "12" for side in ("GS", "SG") for each in blow(side[0] + one, side[1] + one))) == []


# ----------------------------------------------------------------------------------------------------- from one seat
@pytest.mark.parametrize("seat", ["german", "Solitaire"])
def test_a_shot_is_that_of_who_fires_whoever_sits_at_the_board(seat: str):
    """BAR-4.3b"""
    made = at_another()
    position = made.at("S3")
    writer = edition(made.battle(), SWITCHES, position).writer
    shot = [replace(entry, side=seat) for entry in writer.entries(position, fire()[0])]
    told = [(finding.rule, each.concerns(finding)) for each in read(made, position, *shot) for finding in each.findings]
    assert ("BAR-4.3b", "german") in told
    assert {side for _, side in told} == {"german"}


# ------------------------------------------------------------------------------------------ what nobody had to mark
def struck_later(target: str) -> list[str]:
    """What is told where G1 hits S1, nobody marks it, and S1 fights with all its dice against G2 in step 6."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target=target)
    made.unit("S1", "infantry", "0503").unit("S2", "infantry", "0706").unit("G2", "infantry", "0502")
    made.order("S1", "assault", target="G2", route=("0502",))
    hits = fire(*(1,) * 4, *(6,) * 6)
    on = [do.Advance(to=f"S{number}") for number in (4, 5, 6)]
    storms = do.Step(unit="S1", hex="0502", fights=True)
    fights = *blow("S1", "G2"), *blow("G2", "S1")
    return accused(read(made, made.at("S3"), *hits, PAID, *on, storms, *fights, do.Advance(to="S7")))


def test_what_hits_of_a_forbidden_shot_would_cost_counts_for_nothing_while_nobody_marks_it():
    """BAR-4.3b, BAR-3.12d, BAR-3.3c"""
    assert struck_later("S2") == ["Illegal BAR-4.3b fire.other-target"]
    assert "Illegal BAR-3.3c due.undone" in struck_later("S1")


def fired_twice(*done: Action, first: tuple[int, ...] = (1,) + (6,) * 14,
                second: tuple[int, ...] = (1,) * 5 + (6,) * 10) -> list[str]:  # fmt: skip
    """What is told where G1 fires twice by one order at S1, of size 2, and the second shot would destroy it."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "suppressive_fire", target="S1")
    made.unit("S1", "mg", "0503").order("S1", "wait")
    shots = [
        action
        for dice in (first, second)
        for action in (do.Fire(unit="G1", target="S1", kind="suppress"), Roll(purpose="FIRE", who="G1", dice=dice))
    ]
    marks = do.Mark(unit="G1", what="ammo", value=3)
    return accused(read(made, made.at("S2"), *shots, marks, *done, do.Advance(to="S3"), do.Advance(to="S4")))


def test_hits_of_a_forbidden_roll_leave_what_was_owed_before_it():
    """BAR-6.3f, BAR-6.2f, BAR-3.3d"""
    twice, test = "Illegal BAR-6.3f fire.again", Roll(purpose="TEST", who="S1", dice=(1, 1))
    fails = "Illegal BAR-5.11a due.undone"
    lost = [do.Mark(unit="S1", what="losses", value=each) for each in (1, 2)]
    assert fired_twice(test) == [twice]
    assert fired_twice() == [twice, "Illegal BAR-6.2f due.undone"]
    assert fired_twice(lost[0], test) == [twice]
    assert fired_twice(lost[0], Roll(purpose="TEST", who="S1", dice=(3, 5))) == [twice]
    assert fired_twice(lost[0], Roll(purpose="TEST", who="S1", dice=(5, 5))) == [twice, fails]
    assert fired_twice(*lost, do.Out(piece="S1")) == [twice]


def test_losses_of_a_forbidden_roll_are_marked_with_those_of_another_one_or_not_at_all():
    """BAR-6.3f, BAR-3.3c"""
    three, test = (1,) * 3 + (6,) * 12, Roll(purpose="TEST", who="S1", dice=(1, 1))
    twice, loss = "Illegal BAR-6.3f fire.again", "Illegal BAR-3.3c due.undone"
    marks = [do.Mark(unit="S1", what="losses", value=each) for each in (1, 2)]
    assert fired_twice(marks[0], test, first=three) == [twice]
    assert fired_twice(marks[1], do.Out(piece="S1"), first=three) == [twice]
    assert loss in fired_twice(test, first=three)


def test_of_a_forbidden_roll_other_hits_may_be_marked_than_we_count():
    """BAR-6.3f, BAR-3.3c"""
    test = Roll(purpose="TEST", who="S1", dice=(1, 1))
    marks = [do.Mark(unit="S1", what="losses", value=each) for each in (1, 2)]
    for done in ((marks[0], test), (*marks, do.Out(piece="S1")), (test,)):
        assert fired_twice(*done, second=(2,) * 6 + (6,) * 9) == ["Illegal BAR-6.3f fire.again"]


def takes_a_loss(*dice: int) -> list[str]:
    """What is told where S1 marks a loss for so many dice of suppressive fire of G1, which has fifteen."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "suppressive_fire", target="S1")
    made.unit("S1", "mg", "0503").order("S1", "wait")
    shot = do.Fire(unit="G1", target="S1", kind="suppress"), Roll(purpose="FIRE", who="G1", dice=dice)
    marks = do.Mark(unit="G1", what="ammo", value=3), do.Mark(unit="S1", what="losses", value=1)
    return accused(read(made, made.at("S2"), *shot, *marks, Roll(purpose="TEST", who="S1", dice=(1, 1)), ENDS))


def test_who_takes_a_loss_of_dice_that_were_forbidden_is_not_told_what_would_have_absorbed_it():
    """BAR-5.1e, BAR-3.3c"""
    assert takes_a_loss(1, 1) == ["Illegal BAR-5.1e fire.rolled"]
    assert takes_a_loss(1, 1, *(6,) * 13)[:1] == ["Illegal BAR-3.3c marks.value"]


def pays_twice(*paid: int) -> list[str]:
    """What is told where G1 fires in step 2 and fights in step 6, and strikes off points to what its card shows."""
    made = Field().unit("G1", "infantry", "0505", ammo=6).order("G1", "suppressive_fire", target="S1")
    made.unit("S1", "infantry", "0503").unit("S2", "infantry", "0505", bound=("G1",))
    made.units["G1"] = replace(made.units["G1"], bound=())
    shot = do.Fire(unit="G1", target="S1", kind="suppress"), Roll(purpose="FIRE", who="G1", dice=(6,) * 15)
    tests = Roll(purpose="TEST", who="S1", dice=(1, 1))
    marks = [do.Mark(unit="G1", what="ammo", value=value) for value in paid]
    on = [do.Advance(to=f"S{number}") for number in (3, 4, 5, 6)]
    fights = do.Strike(unit="G1", target="S2"), Roll(purpose="MELEE", who="G1", dice=(6,) * 5)
    back = blow("S2", "G1")
    return accused(
        read(made, made.at("S2"), *shot, tests, *marks[:1], *on, *fights, *marks[1:], *back, do.Advance(to="S7"))
    )


def test_a_point_that_was_told_to_be_missing_is_not_told_again_with_the_next_payment():
    """BAR-6.2b, BAR-5.6e"""
    short = "Illegal BAR-6.2b due.undone"
    assert pays_twice(3, 2) == []
    assert pays_twice(4, 3) == [short]
    assert pays_twice(4, 4) == [short, "Illegal BAR-5.6e due.undone"]
    assert pays_twice(4, 2) == [short]


def suppressed_once(*done: Action) -> list[str]:
    """What is told where S1 is under suppressive fire and shot at, and a round in which everybody waits follows."""
    made = Field().unit("S1", "infantry", "0503").order("S1", "wait")
    made.unit("G1", "infantry", "0505").order("G1", "suppressive_fire", target="S1")
    made.unit("G2", "infantry", "0504").order("G2", "open_fire", target="S1")
    first = do.Fire(unit="G1", target="S1", kind="suppress"), Roll(purpose="FIRE", who="G1", dice=(6,) * 15)
    second = do.Fire(unit="G2", target="S1"), Roll(purpose="FIRE", who="G2", dice=(1,) * 3 + (6,) * 7)
    marks = do.Mark(unit="G1", what="ammo", value=3), do.Mark(unit="G2", what="ammo", value=5)
    lost = do.Mark(unit="S1", what="losses", value=1)
    on = [do.Advance(to=f"S{number}") for number in range(4, 13)]
    new = do.Advance(to="PLANNING"), *(do.OrdersDone(by=side) for side in ("german", "soviet")), do.Advance(to="REVEAL")
    opened = *(do.Reveal(by=side) for side in ("german", "soviet")), *(do.Advance(to=f"S{each}") for each in (1, 2, 3))
    play = *first, marks[0], do.Advance(to="S3"), *second, marks[1], lost, on[0], *done, *on[1:], *new, *opened
    return accused(read(made, made.at("S2"), *play))


def test_a_test_that_was_never_made_is_not_told_again_in_the_next_round():
    """BAR-6.2f, BAR-4.4e"""
    late, again = "Illegal BAR-6.2f due.undone", "Illegal BAR-4.4e due.undone"
    assert suppressed_once() == [late, again]
    assert suppressed_once(Roll(purpose="TEST", who="S1", dice=(1, 1)))[:1] == [late]
    assert suppressed_once(Roll(purpose="TEST", who="S1", dice=(1, 1))).count(late) == 1


def struck_from_the_air(order: str, **fields: Any) -> list[str]:
    """What is told where G1 flies to S1 and S2 by an order, or without one, and strikes both."""
    made = plane(order, **fields).unit("S1", "infantry", "0604").unit("S2", "infantry", "0604")
    flight = do.TakeOff(unit="G1", hex=NORTH), do.Fly(unit="G1", hex="0604"), do.Advance(to="S6")
    first, second = (do.Fire(unit="G1", target=target, kind="strike") for target in ("S1", "S2"))
    dice, paid = Roll(purpose="FIRE", who="G1", dice=(6,) * 8), do.Mark(unit="G1", what="ammo", value=3)
    return accused(read(made, made.at("S5"), *flight, first, dice, second, dice, paid, do.Advance(to="S7")))


def test_an_aircraft_without_a_mission_is_told_as_it_takes_off_and_not_for_each_of_its_targets():
    """BAR-9.4a, BAR-4.3c, BAR-9.10d"""
    unsent, not_ordered = "Illegal BAR-9.4a air.no-order", "Illegal BAR-4.3c fire.order"
    assert struck_from_the_air("air_strike") == []
    without = struck_from_the_air("")
    assert without[0] == unsent
    assert not_ordered not in without
    scouting = struck_from_the_air("recon", number=1, rounds=1)
    assert unsent not in scouting
    assert scouting.count(not_ordered) == 2


@pytest.mark.parametrize("purpose", ["light_tank", "aircraft"])
@pytest.mark.parametrize(("done", "told"), [
    ([], False),
    ([Roll(purpose="FIRE", who="S1", dice=(6,) * 5)], True),
    ([do.Mark(unit="S1", what="ammo", value=5)], True),
])  # fmt: skip
def test_a_shot_back_that_was_let_be_is_none(done: list[Action], *, told: bool, purpose: str):
    """BAR-9.11a, BAR-3.10a"""
    made = Field().unit("G1", "stuka", "0505", air=0).order("G1", "air_strike", hex="0505")
    made.unit("S1", "infantry", "0505", targets={purpose: [5]}).order("S1", "defend", facing="N", number=1)
    strike = do.Fire(unit="G1", target="S1", kind="strike"), Roll(purpose="FIRE", who="G1", dice=(6,) * 8)
    back = do.Fire(unit="S1", target="G1", kind="react")
    paid = do.Mark(unit="G1", what="ammo", value=3)
    found = accused(read(made, made.at("S6"), *strike, paid, back, *done, do.Advance(to="S7")))
    assert ("Illegal BAR-3.10a fire.type" in found) == (told and purpose != "aircraft")
    assert told or found == []


@pytest.mark.parametrize(("terrain", "told"), [
    ("light_woods", ["Illegal BAR-8.5d order.no-march"]),
    ("plain", ["Illegal BAR-8.0e move.unfinished"]),
])  # fmt: skip
@pytest.mark.parametrize("goes", [False, True])
def test_nobody_has_to_march_by_an_order_that_was_forbidden(terrain: str, told: list[str], *, goes: bool):
    """BAR-8.0e, BAR-8.5d"""
    made = Field().unit("G1", "light", "0505").unit("S1", "infantry", "1101").ground("0503", terrain=terrain)
    opened = do.Order(unit="G1", order="march", route=("0504", "0503")), do.Order(unit="S1", order="wait")
    on = [do.Advance(to=f"S{step}") for step in range(1, 12)]
    step = [do.Step(unit="G1", hex="0504")] * goes
    position = made.position("REVEAL", opened=("german", "soviet"))
    found = accused(read(made, position, *opened, *on[:-1], *step, on[-1]))
    assert found == told


def test_who_came_too_early_to_where_his_route_leads_is_not_told_that_he_stayed_behind():
    """BAR-8.0e, BAR-4.3c"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "march", route=("0504",))
    made.unit("S1", "infantry", "0903").order("S1", "open_fire", target="G2").unit("G2", "infantry", "0905")
    shot = do.Fire(unit="S1", target="G2"), Roll(purpose="FIRE", who="S1", dice=(6,) * 10)
    early = do.Step(unit="G1", hex="0504"), *shot, do.Mark(unit="S1", what="ammo", value=5)
    found = accused(read(made, made.at("S3"), *early, *(do.Advance(to=f"S{step}") for step in range(4, 12))))
    assert found == ["Illegal BAR-4.3c move.wrong-step"]


@pytest.mark.parametrize(("towed", "rule"), [(False, "BAR-8.8d"), (True, "BAR-7.10c")])
def test_who_is_aboard_does_not_fire_and_is_not_told_that_it_is_gone(rule: str, *, towed: bool):
    """BAR-8.8d, BAR-7.10c"""
    made = Field().unit("G2", "truck", "0505").unit("S1", "infantry", "0503")
    made.unit("G1", "infantry", "", carrier="G2", towed=towed).order("G1", "open_fire", target="S1")
    assert f"Illegal {rule} fire.rides" in accused(read(made, made.at("S3"), do.Fire(unit="G1", target="S1"), ENDS))
    free = Field().unit("G2", "truck", "0505").unit("S1", "infantry", "0503").unit("G1", "infantry", "0505")
    free.order("G1", "open_fire", target="S1")
    assert not any("fire." in each and "roll" not in each for each in accused(read(free, free.at("S3"), *fire())))


@pytest.mark.parametrize(("what", "value", "rule"), [("losses", 1, "BAR-3.3b"), ("ammo", 5, "BAR-3.8a")])
def test_a_number_with_which_nobody_begins_is_told_by_the_set_up_alone(what: str, value: int, rule: str):
    """BAR-3.3b, BAR-3.8a"""
    made = Draft().unit("G1", "infantry", "0505").unit("S1", "infantry", "1101")
    mark = do.Mark(unit="G1", what=what, value=value)
    found = [each for ruling in made.judged(made.position("SETUP"), mark).rulings for each in ruling.findings]
    assert [each.rule for each in found] == [rule]


@pytest.mark.parametrize(("target", "told"), [
    ("S1", []),
    ("S2", ["Illegal BAR-4.3b fire.other-target", "Illegal BAR-5.2a fire.sight"]),
])  # fmt: skip
def test_what_is_wrong_with_an_order_to_fire_on_the_move_is_not_told_again_of_its_shot(target: str, told: list[str]):
    """BAR-8.7e, BAR-5.2a, BAR-4.3b"""
    made = Field().unit("G1", "light", "0505").unit("S1", "infantry", "0502").unit("S2", "infantry", "0502")
    made.ground("0503", terrain="forest")
    given = do.Order(unit="G1", order="fire_on_move", target="S1", route=("0504",), fire_from="0504", by="german")
    waits = (do.Order(unit=unit, order="wait", by="soviet") for unit in ("S1", "S2"))
    on = (do.Advance(to=f"S{number}") for number in range(1, 11))
    start = made.position("REVEAL", ready=("german", "soviet"))
    done = do.Step(unit="G1", hex="0504"), do.Fire(unit="G1", target=target, kind="move")
    found = accused(read(made, start, do.Reveal(by="german"), given, do.Reveal(by="soviet"), *waits, *on, *done))
    assert found[0].startswith("Illegal BAR-8.7e")
    assert sorted(found[1:]) == told
