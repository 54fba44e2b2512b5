"""What honest hands do a little late, a little early, in one drag or by another menu; and what is still a breach."""

from __future__ import annotations

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Hand, Step, accused, at_the_table, in_the_end, said, told

N, LOSS, MISS = (6, 4), (6, 6), (2, 3)
END = do.EndActivation()


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or MISS)


def mark(piece: str, marker: do.MarkerName = "neutralised", *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


# --------------------------------------------------------------------------------------------------------- lone HQs
def headquarters() -> Field:
    made = Field(turn=2).formation("G", "german", hq="1003").unit("tank", "tank", "G", "1005")
    return made.formation("F", "french", hq="1006").unit("company", "infantry", "F", "1107")


OVER, OFF, OOC = do.Assault(units=("tank",), hex="1006"), do.OverrunHq(unit="F HQ", turn=3), mark("company", "ooc")


def test_units_of_an_overrun_hq_are_marked_before_or_after_it_is_taken_off():
    """BLZ-3.2f, BLZ-3.5a, BLZ-3.5d"""
    case = headquarters()
    start = case.position(acting="G")

    assert told(case, start, OVER, OFF, OOC, END) == []
    assert told(case, start, OVER, OOC, OFF, END) == []
    assert told(case, start, OOC, OVER, OFF, END) == ["BLZ-3.5a"], "nothing threatens the HQ yet"
    assert "BLZ-3.2f" in told(case, start, OVER, OOC, END)


def test_an_overrun_hq_that_leaves_by_the_wrong_menu_is_overrun():
    """BLZ-3.2c, BLZ-3.2f"""
    case = headquarters()
    start, gone = case.position(acting="G"), do.Remove(unit="F HQ")

    assert told(case, start, OVER, gone, OOC, END) == []
    assert "BLZ-3.2c" in told(case, start, gone), "nobody has overrun it"


def test_an_overrun_hq_takes_its_marker_along_also_a_deed_later():
    """BLZ-3.2f, BLZ-8.4i"""
    case = headquarters()
    start = case.position(acting="G").unit("F HQ", neutralised=True).unit("company", neutralised=True)
    other = do.Move(units=("G HQ",), hex="1004")

    assert told(case, start, OVER, other, OFF, OOC, END) == []
    assert "BLZ-8.4i" in told(case, start, OVER, other, OFF, OOC, mark("company", on=False), END)


def test_an_hq_that_was_passed_by_may_be_overrun_by_the_next_who_comes():
    """BLZ-3.2f, BLZ-9b"""
    case = headquarters().unit("car", "tank", "G", "1005")
    start = case.position(acting="G")
    on, next_one = do.Move(units=("tank",), hex="0906"), do.Assault(units=("car",), hex="1006")

    assert told(case, start, OVER, on, next_one, OFF, OOC, END) == []
    assert "BLZ-3.2f" in told(case, start, OVER, on, next_one, OOC, END), "it lies there yet"


def test_who_moves_on_to_where_an_hq_was_overrun_and_lies_yet_does_not_attack_it():
    """BLZ-3.2f, BLZ-9b, BLZ-5.2c"""
    case = headquarters().unit("car", "tank", "G", "1005", movement=4)
    case.formation("E", "french", hq="0101").unit("seen", "infantry", "E", "0905")
    shot = do.Fire(unit="car", target="seen", mode="reduced"), roll("FIRE", "car", 1, 1)
    start, moves = case.position(acting="G"), do.Move(units=("car",), hex="1006")

    assert told(case, start, *shot, OVER, do.Decline(), moves, OFF, OOC, END) == []
    assert "BLZ-3.2f" in told(case, start, *shot, OVER, do.Decline(), moves, OOC, END)


# ------------------------------------------------------------------------------------------------------------ melee
def stack() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0808")
    for far in ("f7", "f8", "f9"):
        made.unit(far, "infantry", "F", "0812")
    return made.unit("a1", "infantry", "A", "0807").unit("f1", "infantry", "F", "0808")


HIT: tuple[Action, ...] = (
    do.Assault(units=("a1",), hex="0808"),
    do.MeleeFire(unit="f1", target="a1"),
    roll("MELEE", "f1"),
    do.MeleeFire(unit="a1", target="f1"),
    roll("MELEE", "a1", *N),
    mark("f1"),
)
UNIT_BACK, HQ_BACK = do.FallBack(unit="f1", path=("0809",)), do.FallBack(unit="F HQ", path=("0809",))


def test_an_hq_goes_along_before_or_after_its_unit():
    """BLZ-9.1.2f, BLZ-3.2f"""
    case = stack()
    start = case.position(acting="A")

    assert told(case, start, *HIT, UNIT_BACK, HQ_BACK, END) == []
    assert told(case, start, *HIT, HQ_BACK, UNIT_BACK, END) == []
    assert told(case, start, *HIT[:3], HQ_BACK)[:1] == ["BLZ-9.1.2f"], "nobody has to leave yet"


def test_a_stack_goes_back_in_one_drag():
    """BLZ-9.1.2f"""
    case = stack()
    start = case.position(acting="A")
    both = tuple(
        deed
        for name in ("f1", "F HQ")
        for deed in (Go(Ref(name), "0809"), Say("step", Ref(name), {"a": "Retreat", "col": "no"}))
    )

    assert said(at_the_table(case, start, *HIT, Hand("french", both), END)) == []
    assert accused(at_the_table(case, start, *HIT, Hand("french", both[:2]), END)) == ["BLZ-9.1.4a", "BLZ-3.2f"]


def test_who_is_put_back_from_among_the_enemy_has_attacked_nobody():
    """BLZ-9.1.4a, BLZ-7.1b"""
    case = stack()
    start = case.position(acting="A")
    astray = Step("a1", "0808"), Step("a1", "0807")
    shot = do.Fire(unit="a1", target="f1", mode="full"), roll("FIRE", "a1")

    assert said(at_the_table(case, start, *astray, *shot, END)) == []
    assert said(at_the_table(case, start, astray[0], END)) != []


# ----------------------------------------------------------------------------------------------------- results, late
def test_two_hits_in_a_row_are_taken_when_the_enemy_has_thrown():
    """BLZ-8.3e"""
    case = stack().unit("a2", "infantry", "A", "0807")
    start = case.position(acting="A")

    def shot(unit: str) -> tuple[Action, ...]:
        return do.Fire(unit=unit, target="f1", mode="full"), roll("FIRE", unit, *LOSS)

    loss = do.StepLoss(unit="f1")
    assert told(case, start, *shot("a1"), *shot("a2"), loss, loss, END) == []
    assert told(case, start, *shot("a1"), loss, *shot("a2"), loss, END) == []
    assert told(case, start, *shot("a1"), *shot("a2"), loss, END) == ["BLZ-8.3e"]


def test_who_was_fired_at_retreats_after_the_next_shot_too():
    """BLZ-6.3.3c"""
    case = (
        stack()
        .unit("a2", "infantry", "A", "0807")
        .unit("f2", "infantry", "F", "0808")
        .unit("f3", "infantry", "F", "0809")
    )
    start = case.position(acting="A")

    def shot(unit: str, target: str) -> tuple[Action, ...]:
        return do.Fire(unit=unit, target=target, mode="full"), roll("FIRE", unit)

    both = *shot("a1", "f1"), *shot("a2", "f2")
    assert told(case, start, *both, do.Retreat(unit="f1", path=("0809",)), END) == []
    assert told(case, start, *both, do.Retreat(unit="f3", path=("0810",)), END) == ["BLZ-6.3.3c"]


def mines() -> Field:
    made = stack().unit("a2", "infantry", "A", "0807")
    made.mines = ("0907",)
    return made


INTO, ATTACK = do.Move(units=("a1",), hex="0907"), roll("MINE", "a1")
LEFT, USED, GONE = roll("DEPLETE", "", 2, 4), roll("DEPLETE", "", 5, 5), do.Clear(hex="0907", marker="mine")
ELSEWHERE: tuple[Action, ...] = (do.Fire(unit="a2", target="f1", mode="full"), roll("FIRE", "a2"))


def test_dice_for_mines_and_the_marker_of_a_field_that_is_used_up_may_be_a_little_late():
    """BLZ-10.1b, BLZ-10.1f"""
    case = mines()
    start = case.position(acting="A")

    assert told(case, start, INTO, ATTACK, LEFT, *ELSEWHERE, END) == []
    assert told(case, start, INTO, *ELSEWHERE, ATTACK, LEFT, END) == []
    assert told(case, start, INTO, LEFT, ATTACK, *ELSEWHERE, END) == [], "both dice, the wrong ones first"
    assert told(case, start, INTO, ATTACK, USED, *ELSEWHERE, GONE, END) == []
    assert told(case, start, INTO, ATTACK, *ELSEWHERE, END) == ["BLZ-10.1f"]
    assert told(case, start, INTO, *ELSEWHERE, END)[0] == "BLZ-10.1b"
    assert told(case, start, INTO, ATTACK, LEFT, GONE, END) == ["BLZ-10.1e"]


# --------------------------------------------------------------------------------------------------- ways and markers
def test_a_shot_at_who_was_dragged_over_several_hexes_is_not_measured_from_where_the_drag_ended():
    """BLZ-4.2b, BLZ-6.3.1a"""
    case = Field().formation("A", "german", hq="0803").formation("F", "french", hq="0812")
    case.unit("tank", "tank", "A", "0606").unit("gun", "infantry", "F", "0809").unit("far", "infantry", "F", "0812")
    start = case.position(acting="A")
    answer = (
        do.OppFire(unit="gun", target="tank"),
        roll("OPPFIRE", "gun", 1, 2),
        roll("FIRE", "gun"),
        mark("gun", "opp"),
    )
    by_steps = do.Move(units=("tank",), hex="0706"), do.Move(units=("tank",), hex="0806")

    dragged = at_the_table(case, start, Step("tank", "0806"), *answer, END)
    assert accused(dragged) == []
    assert "BLZ-4.2b" in said(dragged)
    assert accused(at_the_table(case, start, *by_steps, *answer, END)) == ["BLZ-4.2b"]


def generals() -> Field:
    made = Field().formation("A", "german", hq="0805", exhausted=True).formation("B", "german", hq="0806", chit="drawn")
    return (
        made.unit("a1", "infantry", "A", "0807")
        .unit("b1", "infantry", "B", "0808")
        .chit("gen", "german", "general", "held")
    )


def test_a_marker_that_a_general_takes_off_goes_before_or_after_his_word():
    """BLZ-5.5e, BLZ-5.4e"""
    case = generals()
    start = case.position("DRAW", "DECIDE", active="german", drawn=("B",))
    word, off = do.PlayGeneral(chit="gen", option="clear", on=("A",)), mark("A", "exhausted", on=False)

    assert told(case, start, word, off) == []
    assert told(case, start, off, word) == []
    assert told(case, start, off) == ["BLZ-5.4e"]


def test_who_draws_next_need_not_wait_until_a_general_has_taken_all_his_markers_off():
    """BLZ-5.5e, BLZ-5.4e"""
    case = generals().formation("C", "german", hq="0906", exhausted=True).formation("F", "french", hq="1506")
    case.chit("next", "french", "general")
    start = case.position("DRAW", "DECIDE", active="german", drawn=("B",))
    word, declined = do.PlayGeneral(chit="gen", option="clear", on=("A", "C")), do.Skip(chit="B")
    one, other, drawn = mark("A", "exhausted", on=False), mark("C", "exhausted", on=False), do.Draw(chit="next")

    assert accused(at_the_table(case, start, declined, word, one, other, drawn)) == []
    assert accused(in_the_end(case, start, declined, word, one, drawn, other)) == []
    assert "BLZ-5.4e" in accused(in_the_end(case, start, declined, drawn, other))


def test_a_headquarters_is_turned_over_for_a_repeat_before_or_after_that_is_cancelled():
    """BLZ-5.5h, BLZ-5.3d, BLZ-3.2b"""
    case = Field().formation("A", "german", hq="0805", activations=1).unit("a1", "infantry", "A", "0807")
    case.chit("again", "german", "repeat").formation("F", "french", hq="1506").chit("gen", "french", "general", "held")
    start = case.position("DRAW", active="german")
    turned, other = mark("A HQ", "activated"), mark("F HQ", "activated")
    repeats = do.Draw(chit="again"), do.PlayRepeat(chit="again", formation="A")
    cancels = do.PlayGeneral(chit="gen", option="cancel", on=("again",)), roll("CANCEL", "again", 2)

    assert accused(in_the_end(case, start, *repeats, turned, *cancels, do.Draw(chit="F"))) == []
    assert accused(in_the_end(case, start, *repeats, *cancels, turned, do.Draw(chit="F"))) == []
    assert accused(in_the_end(case, start, *repeats, *cancels, other, do.Draw(chit="F"))) == ["BLZ-3.2b"]
