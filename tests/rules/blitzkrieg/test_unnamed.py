"""Dice by the button alone, of which nobody has said what they are for: those of a shot that could be declared here."""

from __future__ import annotations

import pytest

from rules.audit.judged import Judged
from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.referee import spell
from rules.engine.writing import Go, Keep, Ref, Say, Throw
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Seat, Step, accused, at_the_table, said

N, LOSS, MISS = (6, 4), (6, 6), (1, 2)


def dice(purpose: str, side: str, *numbers: int) -> Hand:
    """Somebody clicks the button of the dice, and says no more than that."""
    return Hand(side, (Keep("HX_P", purpose), Throw("2d6", numbers or MISS)))


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("a1", "infantry", "A", "0807").unit("a2", "infantry", "A", "0807")
    made.unit("f1", "infantry", "F", "0808").unit("f2", "infantry", "F", "0912").unit("a3", "infantry", "A", "0303")
    return made.chit("art", "german", "artillery", medium=1).chit("st", "german", "stuka", stuka=1)


def heard(*done: Done, made: Field | None = None) -> list[Judged]:
    made = made or field()
    return at_the_table(made, made.position(acting="A"), *done)


END = do.EndActivation()


# ------------------------------------------------------------------------------------------------------ direct fire
@pytest.mark.parametrize(
    ("numbers", "taken"),
    [(MISS, ()), (N, (do.Mark(piece="f1", marker="neutralised"),)), (LOSS, (do.StepLoss(unit="f1"),))],
)
def test_who_only_rolls_has_fired_with_somebody_who_could(numbers: tuple[int, int], taken: tuple[Done, ...]):
    """BLZ-8.1.1b"""
    judged = heard(dice("FIRE", "german", *numbers), *taken, END)

    assert accused(judged) == []
    assert said(judged) == ["BLZ-8.1.1b"], "that nobody named the target stays open"


def test_who_only_rolls_where_nobody_can_fire_has_thrown_for_nothing():
    """BLZ-8.1.1b"""
    alone = field()
    for unit in ("a1", "a2"):
        alone.unit(unit, "infantry", "A", "0402")

    assert "BLZ-8.1.1b" in accused(heard(dice("FIRE", "german"), END, made=alone))
    assert "BLZ-8.1.1b" in accused(heard(dice("FIRE", "french"), END)), "the passive side declares its fire by a check"


def test_second_dice_may_be_those_of_who_was_only_supposed_to_have_fired():
    """BLZ-8.1.1b"""
    made = field().unit("a2", "infantry", "A", "0807", range=1, movement=4)
    first, gone = dice("FIRE", "german"), Step("a2", "0806")
    again, shaken = dice("FIRE", "german", *N), do.Mark(piece="f1", marker="neutralised")

    assert accused(heard(first, gone, again, shaken, END, made=made)) == []
    assert said(heard(first, gone, again, shaken, END, made=made)) != []
    lone = field().unit("a2", "infantry", "A", "0402")
    fired = do.Fire(unit="a1", target="f1", mode="full"), Roll(purpose="FIRE", who="a1", dice=MISS)
    known = heard(*fired, Step("A HQ", "0804"), again, shaken, END, made=lone)
    assert accused(known) != [], "everybody who could has fired"


def test_a_result_that_no_shot_gives_accuses_whoever_takes_it():
    """BLZ-8.3b"""
    taken = do.Mark(piece="f2", marker="neutralised")

    assert "BLZ-8.3b" in accused(heard(dice("FIRE", "german", *N), taken, END)), "nobody can fire so far"
    assert "BLZ-8.3b" in accused(heard(dice("FIRE", "german", *MISS), do.Mark(piece="f1", marker="neutralised"), END))


def test_who_goes_back_was_fired_at():
    """BLZ-6.3.3c"""
    made = field().unit("f5", "infantry", "F", "0908")

    lost = do.Mark(piece="f5", marker="ooc")

    for goes in ((Step("f1", "0809"),), (Step("f5", "0909"), lost)):
        assert accused(heard(dice("FIRE", "german"), *goes, END, made=made)) == []
    assert accused(heard(dice("FIRE", "german"), Step("f2", "0913"), END, made=made)) != [], "nobody can fire so far"


def test_all_have_fired_and_dice_fall_once_more():
    """BLZ-8.1.1b, BLZ-5.2c"""
    fired = [do.Fire(unit=unit, target="f1", mode="full") for unit in ("a1", "a2")]
    done = [each for shot in fired for each in (shot, Roll(purpose="FIRE", who=shot.unit, dice=MISS))]

    assert accused(heard(*done[:2], dice("FIRE", "german", 2, 1), END)) == []
    assert said(heard(*done[:2], do.Decline(), dice("FIRE", "german", 2, 1), END)) == ["BLZ-8.1.1b"]
    assert "BLZ-8.1.1a" in accused(heard(*done, do.Decline(), dice("FIRE", "german"), END))


# ----------------------------------------------------------------------------------------------------------- melees
def test_a_melee_may_be_dragged_and_rolled_by_the_button():
    """BLZ-9.1.2b, BLZ-9.1.2e, BLZ-9.1.2f"""
    enters, first, then = Step("a1", "0808"), dice("MELEE", "french"), dice("MELEE", "german", *N)
    leaves = do.Mark(piece="f1", marker="neutralised"), Step("f1", "0809")

    judged = heard(enters, first, then, *leaves, END)
    assert accused(judged) == []
    assert set(said(judged)) == {"BLZ-8.1.1b"}
    assert "BLZ-9b" in accused(heard(enters, END)), "nobody fights"
    assert accused(heard(enters, first, then, leaves[0], END)) != [], "it has to leave"


def test_dice_of_the_other_side_are_its_own_where_only_so_the_result_fits():
    """BLZ-9.1.3b"""
    begins = (
        do.Assault(units=("a1",), hex="0808"), do.MeleeFire(unit="f1", target="a1"),
        Roll(purpose="MELEE", who="f1", dice=MISS), do.MeleeFire(unit="a1", target="f1"),
        Roll(purpose="MELEE", who="a1", dice=MISS), do.MeleeFire(unit="f1", target="a1"),
    )  # fmt: skip
    hit = do.StepLoss(unit="f1")

    assert accused(heard(*begins, dice("MELEE", "german", *LOSS), dice("MELEE", "french"), hit)) == []
    assert accused(heard(*begins, dice("MELEE", "german"), dice("MELEE", "french"), hit)) != [], "nothing hit it"


def test_who_plays_both_sides_throws_for_whom_he_named_last():
    """BLZ-9.1.3a, BLZ-8c, BLZ-8.3e"""
    first = do.Assault(units=("a1",), hex="0808"), *shot("f1", "a1"), *shot("a1", "f1")
    last = Roll(purpose="MELEE", who="a1", dice=MISS)
    alone = [Seat("german", each) for each in (*first, do.MeleeFire(unit="a1", target="f1"), *shot("f1", "a1"), last)]

    assert said(heard(*alone)) == []
    assert said(heard(*alone, Seat("german", do.StepLoss(unit="a1")))) != [], "nobody was hit"


def test_dice_of_one_who_plays_both_sides_are_not_those_of_whom_they_would_fit_better():
    """BLZ-9.1.3a, BLZ-8.1.1b"""
    enters, hit = do.Assault(units=("a1",), hex="0808"), Roll(purpose="MELEE", who="f1", dice=LOSS)
    first = *shot("f1", "a1"), *shot("a1", "f1"), do.MeleeFire(unit="f1", target="a1"), hit, *shot("a1", "f1")
    lost = do.StepLoss(unit="a1"), *shot("f1", "a1"), do.MeleeFire(unit="a1", target="f1")
    last = Roll(purpose="MELEE", who="a1", dice=LOSS), do.StepLoss(unit="f1")

    assert said(heard(enters, *(Seat("french", each) for each in (*first, *lost, *last)))) == []
    assert said(heard(enters, *(Seat("french", each) for each in (*first, *lost, *last, lost[0])))) != []


@pytest.mark.parametrize("purpose", ["BARRAGE", "TRANSMIT"])
def test_dice_of_a_salvo_that_fall_twice_are_no_other_salvo(purpose: str):
    """BLZ-8.6.1f, BLZ-8.6.1o"""
    salvo = do.Barrage(chit="art", hex="0809", calibre="medium", observer="A HQ")
    sent, falls = (Roll(purpose=each, who=who, dice=MISS) for each, who in (("TRANSMIT", "A HQ"), ("BARRAGE", "art")))
    begun = do.Draw(chit="art"), do.Activate(chit="art"), salvo
    made = field().chit("art", "german", "artillery", medium=2).formation("A", "german", hq="0807")

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *done, END))

    order = (sent, sent, falls) if purpose == "TRANSMIT" else (sent, falls, falls)
    assert told(*order, salvo, sent, falls) == []
    assert told(*order, salvo, sent, falls, salvo, sent, falls) != [], "it has no third salvo"


def shot(unit: str, target: str) -> tuple[Done, ...]:
    return do.MeleeFire(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=MISS)


def test_who_falls_off_the_map_in_a_melee_and_is_put_back_attacks_nobody():
    """BLZ-1.2c, BLZ-7.1a"""
    begins = do.Assault(units=("a1",), hex="0808"), do.Decline()
    off, back = Step("a1", "lost-german", ""), Step("a1", "0808")
    fires = do.MeleeFire(unit="f1", target="a1"), Roll(purpose="MELEE", who="f1", dice=MISS)

    assert accused(heard(*begins, off, back, *fires)) == []
    assert "BLZ-1.2c" in accused(heard(*begins, off, *fires, END))


def test_who_goes_back_by_way_of_the_box_of_the_lost_has_lost_nothing():
    """BLZ-9.1.2f, BLZ-1.2c"""
    made = field().unit("f1", "infantry", "F", "0808", steps=1)
    hit = (
        do.Assault(units=("a1",), hex="0808"), do.Decline(), do.MeleeFire(unit="a1", target="f1"),
        Roll(purpose="MELEE", who="a1", dice=N), do.Mark(piece="f1", marker="neutralised"),
    )  # fmt: skip
    off, away = Step("f1", "lost-french", ""), Step("f1", "0809", "Retreat")

    assert accused(heard(*hit, off, away, END, made=made)) == []
    assert "BLZ-1.2c" in accused(heard(*hit, do.Remove(unit="f1"), END, do.Draw(chit="art"), away, made=made))


# ------------------------------------------------------------------------------------------------------------ salvos
def laid(marker: str, place: str) -> Hand:
    return Hand("german", (Go(Ref(marker), place), Say("place", Ref(marker))))


@pytest.mark.parametrize(
    ("chit", "marker", "purpose"), [("st", "stuka", "STUKA"), ("art", "barrage-german", "BARRAGE")]
)
def test_salvos_by_the_marker_and_the_button(chit: str, marker: str, purpose: str):
    """BLZ-8.6.1d, BLZ-8.6.1o, BLZ-8.6.1f, BLZ-8.6.1s"""
    made = field().unit("A HQ", "hq", "A", "0807")
    begins = do.Draw(chit=chit), do.Activate(chit=chit)
    falls = laid(marker, "0808"), dice(purpose, "german", 6, 5), do.StepLoss(unit="f1")

    def told(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(), *begins, *done, END))

    assert told(*falls) == []
    assert told(*falls, do.Decline(), laid(marker, "0808"), dice(purpose, "german")) != [], "there is only one"
    assert "BLZ-8.3e" in told(laid(marker, "0808"), dice(purpose, "german"), do.StepLoss(unit="f1"))


def test_the_message_is_rolled_for_a_salvo_that_only_its_marker_tells():
    """BLZ-8.6.1j, BLZ-8.6.1m"""
    made = field()
    begins = do.Draw(chit="art"), do.Activate(chit="art"), laid("barrage-german", "0808")
    sent, lost = (Roll(purpose="TRANSMIT", who="A HQ", dice=numbers) for numbers in ((2, 2), (6, 6)))
    falls = dice("BARRAGE", "german", 6, 5), do.StepLoss(unit="f1")

    def told(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(), *begins, *done, END))

    assert told(sent, *falls) == []
    assert told(lost) == []
    assert "BLZ-8.6.1m" in told(lost, *falls)


# ------------------------------------------------------------------------------------------- a guess binds nobody
def test_who_is_only_supposed_to_have_fired_may_still_fire():
    """BLZ-5.2c, BLZ-6.1c"""
    made = field().unit("a0", "infantry", "A", "0807").unit("f1", "infantry", "F", "0808")
    shots = [do.Fire(unit=unit, target="f1", mode="full") for unit in ("a0", "a1")]
    named = [[shot, Roll(purpose="FIRE", who=shot.unit, dice=MISS)] for shot in shots]
    goes = Step("a2", "0707")

    assert accused(heard(dice("FIRE", "german"), do.Decline(), *named[0], goes, END, made=made)) == []
    assert "BLZ-5.2c" in accused(heard(*named[0], do.Decline(), *named[0], END, made=made)), "it was said twice"


def test_all_who_could_have_fired_fire_later():
    """BLZ-5.2c"""
    shots = [do.Fire(unit=unit, target="f1", mode="full") for unit in ("a1", "a2")]
    named = [each for shot in shots for each in (shot, Roll(purpose="FIRE", who=shot.unit, dice=MISS), do.Decline())]

    judged = heard(dice("FIRE", "german"), do.Decline(), *named, END)
    assert accused(judged) == []
    assert {"BLZ-8.1.1b", "BLZ-5.2c"} <= set(said(judged)), "one shot is too many, and nobody knows whose"
    again = heard(dice("FIRE", "german"), do.Decline(), *named, *named[:2], END)
    assert "BLZ-5.2c" in said(again)


def test_who_answers_may_have_been_the_one_aimed_at_by_dice_of_which_nobody_said_what_they_are_for():
    """BLZ-6.3.2a"""
    made = field().unit("f3", "infantry", "F", "0808")
    answers = do.ReturnFire(unit="f3", target="a1"), Roll(purpose="RETURN", who="f3", dice=(6, 6))
    aimed = do.Fire(unit="a1", target="f1", mode="full"), Roll(purpose="FIRE", who="a1", dice=MISS)

    assert accused(heard(dice("FIRE", "german"), do.Decline(), dice("FIRE", "german"), *answers, END, made=made)) == []
    assert "BLZ-6.3.2a" in accused(heard(*aimed, *answers, END, made=made))


@pytest.mark.parametrize("calibres", [("heavy", "medium"), ("medium", "heavy"), ("light", "heavy")])
def test_a_salvo_of_which_nobody_named_the_calibre_was_of_the_one_that_is_not_needed_later(calibres: tuple[str, str]):
    """BLZ-8.6.1o, BLZ-8.3b"""
    made = field().unit("A HQ", "hq", "A", "0807").unit("f1", "infantry", "F", "0808", defence=0)
    made.unit("f4", "infantry", "F", "0908", defence=0)
    made.chit("art", "german", "artillery", **dict.fromkeys(calibres, 1))
    begins = do.Draw(chit="art"), do.Activate(chit="art")

    def salvo(place: str, *numbers: int) -> tuple[Done, ...]:
        return laid("barrage-german", place), dice("BARRAGE", "german", *numbers)

    def told(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(), *begins, *done, END))

    nothing, heavy, over = salvo("0808"), salvo("0808", 3, 4), do.Decline()
    shaken = [do.Mark(piece=unit, marker="neutralised") for unit in ("f1", "f4")]
    assert told(*nothing, over, *heavy, shaken[0]) == []
    assert told(*heavy, shaken[0], over, *nothing) == []
    assert told(*heavy, shaken[0], over, *salvo("0908", 3, 4), shaken[1]) == ["BLZ-8.3b"], "only a heavy one does that"


def test_who_checks_for_opportunity_fire_without_its_marker_was_fired_at_where_that_can_be():
    """BLZ-6.3.1f"""
    made = field().unit("f3", "infantry", "F", "0808", reaction=2)
    checks = do.OppFire(unit="f3", target="a1"), Roll(purpose="OPPFIRE", who="f3", dice=(6, 6))
    aimed = do.Fire(unit="a1", target="f1", mode="full"), Roll(purpose="FIRE", who="a1", dice=MISS)

    assert accused(heard(dice("FIRE", "german"), *checks, do.Decline(), END, made=made)) == []
    assert "BLZ-6.3.1f" in accused(heard(*aimed, *checks, do.Decline(), END, made=made))


def test_dice_that_the_other_side_throws_before_those_of_who_was_named_are_its_own():
    """BLZ-9.1.3b, BLZ-8.3e"""
    begins = do.Assault(units=("a1",), hex="0808"), *shot("f1", "a1"), *shot("a1", "f1")
    aims, lost = do.MeleeFire(unit="f1", target="a1"), (do.StepLoss(unit="a1"), do.Stay(unit="a1"))
    falls, misses = (Roll(purpose="MELEE", who="f1", dice=numbers) for numbers in (LOSS, MISS))

    assert accused(heard(*begins, aims, dice("MELEE", "german"), falls, *lost)) == []
    assert "BLZ-8.3e" in said(heard(*begins, aims, dice("MELEE", "german"), misses, *lost)), "nothing hit it"


def test_an_hq_that_is_shaken_may_have_been_hit_by_dice_after_which_nobody_takes_anything():
    """BLZ-8.4f, BLZ-8.3b"""
    made = field().unit("F HQ", "hq", "F", "0808", neutralised=True)
    hit = do.MeleeFire(unit="f1", target="a1"), Roll(purpose="MELEE", who="f1", dice=LOSS)
    begins = do.Assault(units=("a1",), hex="0808"), *hit, do.StepLoss(unit="a1"), do.Stay(unit="a1")
    goes_on = do.MeleeFire(unit="f1", target="a1"), Roll(purpose="MELEE", who="f1", dice=MISS)

    judged = heard(*begins, dice("MELEE", "german", *N), *goes_on, made=made)
    assert [spell(each.action) for each in judged if isinstance(each.action, do.MeleeFire)][1] == "meleefire a1 F HQ"
    assert accused(judged) == []
    aimed = do.MeleeFire(unit="a1", target="f1"), Roll(purpose="MELEE", who="a1", dice=N)
    assert "BLZ-9.1.2f" in accused(heard(*begins, *aimed, *goes_on, made=made))


def test_a_message_that_is_lost_before_somebody_else_observes_was_that_of_another_salvo():
    """BLZ-8.6.1f, BLZ-8.6.1i, BLZ-8.6.1m"""
    made = field().formation("B", "german", hq="0806").chit("art", "german", "artillery", light=1, medium=1)
    begins = do.Draw(chit="art"), do.Activate(chit="art"), laid("barrage-german", "0808")
    lost, sent = Roll(purpose="TRANSMIT", who="A HQ", dice=(6, 6)), Roll(purpose="TRANSMIT", who="B HQ", dice=(2, 2))
    salvos = [do.Barrage(chit="art", hex="0809", calibre=each, observer="B HQ") for each in ("medium", "light")]
    falls = Roll(purpose="BARRAGE", who="art", dice=MISS)

    def told(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(), *begins, *done, END))

    for salvo in salvos:
        assert told(lost, salvo, sent, falls) == []
        assert told(salvo, sent, falls, salvo, sent, falls) != [], "each calibre but once"
