"""Shots and salvos that are declared anew, taken back, or named before or after their dice: the last word counts."""

from __future__ import annotations

from functools import partial

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from rules.engine.writing import Keep, Ref, Say, Throw
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Step, accused, at_the_table, said

N, LOSS, MISS = (6, 4), (6, 6), (1, 2)
END = do.EndActivation()
CLEAR = Hand("german", (Say("fireend"),))


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or MISS)


def mark(piece: str, marker: do.MarkerName = "neutralised") -> do.Mark:
    return do.Mark(piece=piece, marker=marker)


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("a1", "tank", "A", "0807").unit("a2", "tank", "A", "0807").unit("a3", "infantry", "A", "0806")
    made.unit("f1", "infantry", "F", "0809").unit("f2", "infantry", "F", "0809").unit("f3", "tank", "F", "0911")
    return made.chit("art", "german", "artillery", medium=2, heavy=1)


def played(*done: Done, made: Field | None = None) -> list[str]:
    case = made or field()
    return said(at_the_table(case, case.position(acting="A"), *done))


def fire(unit: str, target: str = "f1", mode: do.Mode = "full") -> do.Fire:
    return do.Fire(unit=unit, target=target, mode=mode)


# -------------------------------------------------------------------------------------------------- who acts
@pytest.mark.parametrize(
    "first",
    [(fire("a1", "f2"),), (fire("a1"),), (fire("a1", mode="reduced"),), (fire("a1"), CLEAR), (fire("a2"), CLEAR)],
    ids=["another target", "the same twice", "another strength", "taken back", "another firer"],
)
def test_before_its_dice_a_shot_may_be_declared_anew(first: tuple[Done, ...]):
    """BLZ-8.1.1a, BLZ-8.1.1b, BLZ-5.2c"""
    assert played(*first, fire("a1"), roll("FIRE", "a1"), END) == []
    thrown = roll("FIRE", str(getattr(first[0], "unit", "")))
    assert "BLZ-5.2c" in played(first[0], thrown, fire(thrown.who), thrown, END), "now it has fired"


def test_a_shot_that_was_taken_back_leaves_the_unit_free_to_move():
    """BLZ-6.1i, BLZ-8.1.1a"""
    move = Step("a1", "0808")

    assert played(fire("a1"), CLEAR, move, END) == []
    assert {"BLZ-8.1.1a", "BLZ-6.1i"} <= {*played(fire("a1"), move, END)}


def test_a_salvo_may_be_moved_to_another_hex_before_anything_is_rolled():
    """BLZ-8.6.1q, BLZ-8.6.1j, BLZ-8.6.1g"""
    wrong, right = (do.Barrage(chit="art", hex=place, calibre="medium", observer="A HQ") for place in ("0810", "0809"))
    made = field()
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    sent, falls = roll("TRANSMIT", "A HQ", 3, 3), roll("BARRAGE", "art", 1, 1)

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *done, END))

    assert told(wrong, right, sent, falls) == []
    assert "BLZ-8.6.1g" in told(wrong, sent, right, sent, falls), "the message was sent for the first"
    assert told(sent, right, falls) == [], "the calibre is named when it got through"
    assert "BLZ-8.6.1o" in told(sent, sent, right, falls)


def test_the_observer_may_be_named_last():
    """BLZ-8.6.1b, BLZ-8.6.1i"""
    made = field()
    salvo = do.Barrage(chit="art", hex="0809", calibre="medium", observer="")
    names = Hand("german", (Say("observe", Ref("A HQ")),))
    begun = do.Draw(chit="art"), do.Activate(chit="art"), salvo
    sent, falls = roll("TRANSMIT", "A HQ", 3, 3), roll("BARRAGE", "art", 1, 1)

    assert said(at_the_table(made, made.position(), *begun, names, sent, falls, END)) == []
    assert said(at_the_table(made, made.position(), *begun, sent, falls, END)) == []
    nobody = at_the_table(made, made.position(), *begun, falls, END)
    assert [each.missing for one in nobody for each in one.findings if isinstance(each, Undecided)][:1] == ["observer"]


def test_each_salvo_has_the_observer_who_is_named_for_it():
    """BLZ-8.6.1b, BLZ-8.6.1i, BLZ-8.6.1o"""
    made = field().formation("B", "german", hq="0905")
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    one = do.Barrage(chit="art", hex="0809", calibre="heavy", observer="A HQ")
    other = do.Barrage(chit="art", hex="0810", calibre="medium", observer="")
    names = Hand("german", (Keep("HX_Obs", Ref("B HQ")), Say("observe", Ref("B HQ"))))
    lost, sent, falls = roll("TRANSMIT", "A HQ", 6, 6), roll("TRANSMIT", "B HQ", 3, 3), roll("BARRAGE", "art", 1, 1)

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, one, lost, *done, END))

    assert told(other, names, sent, falls) == [], "the record of the salvo still names the observer of the first"
    assert told(names, other, sent, falls) == []
    assert told(other, sent, falls) == [], "who transmits observes"
    assert told(other, names, roll("TRANSMIT", "A HQ", 3, 3), falls) != [], "another one observes"


def test_two_salvos_are_declared_each_with_its_observer_before_any_dice():
    """BLZ-8.6.1b, BLZ-8.6.1i, BLZ-8.6.1f, BLZ-8.6.1j"""
    made = field().formation("B", "german", hq="0905")
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    salvos = [do.Barrage(chit="art", hex="0809", calibre="medium", observer=hq) for hq in ("A HQ", "B HQ")]
    sent = [(roll("TRANSMIT", hq, 3, 3), roll("BARRAGE", "art", 1, 1)) for hq in ("A HQ", "B HQ")]

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *salvos, *done, END))

    assert told(*sent[0], *sent[1]) == []
    assert told(*sent[0], *sent[0]) != [], "the second salvo has another observer"


def test_a_message_that_is_lost_before_its_calibre_is_named_costs_that_salvo():
    """BLZ-8.6.1j, BLZ-8.6.1m, BLZ-8.6.1f, BLZ-8.6.1g"""
    made = field().formation("B", "german", hq="0905")
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    names = {hq: Hand("german", (Keep("HX_Obs", Ref(hq)), Say("observe", Ref(hq)))) for hq in ("A HQ", "B HQ")}
    falls, salvo = roll("BARRAGE", "art", 1, 1), partial(do.Barrage, chit="art", observer="")
    lost = names["A HQ"], roll("TRANSMIT", "A HQ", 6, 6), salvo(hex="0809", calibre="heavy")
    sent = names["B HQ"], roll("TRANSMIT", "B HQ", 3, 3), salvo(hex="0810", calibre="medium")

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *done, END))

    assert told(*lost, *sent, falls, *sent, falls) == []
    assert "BLZ-8.6.1f" in told(*lost, *sent, falls, *sent, falls, *sent, falls)
    assert told(*lost, falls) != [], "the message was lost"
    anew = salvo(hex="0810", calibre="medium"), names["A HQ"], salvo(hex="0809", calibre="medium")
    assert told(*lost, names["B HQ"], *anew, roll("TRANSMIT", "A HQ", 3, 3), falls) == []


def test_a_salvo_that_falls_without_its_message_is_told_for_certain():
    """BLZ-8.6.1j"""
    made = field()
    salvo = do.Barrage(chit="art", hex="0809", calibre="medium", observer="A HQ")
    begun, falls = (do.Draw(chit="art"), do.Activate(chit="art"), salvo), roll("BARRAGE", "art", 1, 1)

    assert accused(at_the_table(made, made.position(), *begun, falls, END)) == ["BLZ-8.6.1j"]
    late = at_the_table(made, made.position(), *begun, falls, roll("TRANSMIT", "A HQ", 3, 3), END)
    assert "BLZ-8.6.1j" not in accused(late), "it was sent, though its dice were thrown first"


def test_a_wrong_calibre_is_put_right_before_any_dice():
    """BLZ-8.6.1f, BLZ-8.6.1j"""
    made = field()
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    medium, heavy = (do.Barrage(chit="art", hex="0809", calibre=each, observer="A HQ") for each in ("medium", "heavy"))
    key = Say("barrage", Ref("barrage-german"), {"cal": "heavy", "n": "1", "mode": "single"})
    right = Hand("german", (key,))
    fires = roll("TRANSMIT", "A HQ", 3, 3), roll("BARRAGE", "art", 1, 1)

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *done, END))

    assert told(medium, right, *fires, medium, *fires, medium, *fires) == []
    assert "BLZ-8.6.1f" in told(medium, *fires, right, *fires, medium, *fires, medium, *fires)
    assert told(medium, heavy, *fires) != [], "declared as a salvo of its own it is one"


def test_a_message_of_another_observer_is_not_that_of_a_calibre_that_was_put_right():
    """BLZ-8.6.1i, BLZ-8.6.1j, BLZ-8.6.1f"""
    made = field().formation("B", "german", hq="0905")
    begun = do.Draw(chit="art"), do.Activate(chit="art")
    medium = do.Barrage(chit="art", hex="0809", calibre="medium", observer="A HQ")
    right = Hand("german", (Say("barrage", Ref("barrage-german"), {"cal": "heavy", "n": "1", "mode": "single"}),))
    falls, fails = roll("BARRAGE", "art", 1, 1), roll("TRANSMIT", "B HQ", 6, 6)
    first = medium, right, roll("TRANSMIT", "A HQ", 3, 3), falls
    other = do.Barrage(chit="art", hex="0810", calibre="medium", observer="")

    def told(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(), *begun, *done, END))

    assert told(*first, fails, other) == []
    assert "BLZ-8.6.1m" in told(*first, fails, other, falls)


# --------------------------------------------------------------------------------------------------- reactions
NEAR = do.Move(units=("a1",), hex="0808")
CHECK, SHOT = roll("OPPFIRE", "f1", 1, 1), roll("FIRE", "f1")


def aims(shooter: str, target: str) -> Hand:
    """The keys of ordinary fire: somebody takes aim and names a target."""
    unit = Ref(target)
    named = Keep("HX_By", (Ref(shooter),)), Keep("HX_P", "FIRE"), Keep("HX_Mode", "full"), Keep("HX_At", unit)
    return Hand(
        "french", (*named, Say("aim", Ref(shooter)), Say("fire", unit, {"p": "FIRE", "mode": "full", "cf": ""}))
    )


def checks(unit: str, purpose: str = "OPPFIRE") -> tuple[Done, ...]:
    kind = do.OppFire if purpose == "OPPFIRE" else do.ReturnFire
    return kind(unit=unit, target="a1"), roll(purpose, unit, 1, 1)


def test_a_reaction_may_be_aimed_with_the_key_of_any_fire():
    """BLZ-6.3.1c, BLZ-6.3.1d, BLZ-2.2.2b, BLZ-5a"""
    opp = mark("f1", "opp")

    assert played(NEAR, *checks("f1"), aims("f1", "a1"), SHOT, opp, END) == []
    assert played(NEAR, *checks("f1"), *checks("f2"), aims("f1", "a1"), SHOT, opp, mark("f2", "opp"), END) == []
    assert "BLZ-2.2.2b" in played(NEAR, aims("f1", "a1"), SHOT, END), "without a check it is no reaction"


def test_a_reaction_may_be_declared_before_its_check():
    """BLZ-6.3.1c, BLZ-6.3.1d"""
    opp = mark("f1", "opp")

    assert played(NEAR, aims("f1", "a1"), *checks("f1"), SHOT, opp, END) == []
    assert "BLZ-6.3.1f" in played(NEAR, aims("f1", "a1"), *checks("f1"), SHOT, END)


def test_dice_whose_purpose_nobody_chose_are_the_shot_that_was_earned():
    """BLZ-6.3.1e, BLZ-6.3.1d, BLZ-8.3e"""
    opp, hit = mark("f1", "opp"), Hand("french", (Throw("2d6", LOSS),))

    assert played(NEAR, *checks("f1"), hit, do.StepLoss(unit="a1"), opp, END) == []
    failed = do.OppFire(unit="f1", target="a1"), roll("OPPFIRE", "f1", 6, 6)
    assert "BLZ-6.3.1d" in played(NEAR, *failed, hit, opp, END)


def test_whoever_was_fired_at_and_fires_by_opportunity_may_have_meant_to_fire_back():
    """BLZ-6.3.2a, BLZ-6.3.1f"""
    beside = field().unit("a4", "tank", "A", "0808")
    fired = fire("a4"), roll("FIRE", "a4")
    back = do.OppFire(unit="f1", target="a4"), CHECK, SHOT

    assert played(*fired, *back, END, made=beside) == [], "there is no marker for that"
    assert "BLZ-6.3.1f" in played(NEAR, *checks("f1"), SHOT, END)


def test_who_is_told_a_result_without_dice_is_not_to_blame():
    """BLZ-8.1.1a, BLZ-8.3e"""
    made = field()
    judged = at_the_table(made, made.position(acting="A"), fire("a1"), do.StepLoss(unit="f1"), END)

    assert [(each.rule, one.concerns(each)) for one in judged for each in one.findings] == [("BLZ-8.1.1a", "german")]
    assert "BLZ-8.3e" in played(do.StepLoss(unit="f1"), END)


def test_who_was_met_on_a_way_that_nobody_knows_was_met_somewhere():
    """BLZ-4.2d, BLZ-6.3.1c"""
    made = Field().formation("A", "german", hq="0505").formation("F", "french", hq="0811")
    made.unit("a1", "tank", "A", "0507", movement=6).unit("f1", "infantry", "F", "0709", range=1)
    shot = do.OppFire(unit="f1", target="a1"), CHECK, mark("f1", "opp"), SHOT
    told = at_the_table(made, made.position(acting="A"), Step("a1", "0506"), Step("a1", "0707"), *shot)
    assert [type(each).__name__ for one in told for each in one.findings] in ([], ["Undecided"])
    seen = at_the_table(made, made.position(acting="A"), Step("a1", "0607"), *shot)
    assert "BLZ-4.2b" in [each.rule for one in seen for each in one.findings]


def test_after_a_melee_is_over_who_stands_in_the_taken_hex_may_be_fired_at():
    """BLZ-6.3.1h, BLZ-6.3.1.1e"""
    made = (
        field()
        .unit("a4", "tank", "A", "0808")
        .unit("A HQ", "hq", "A", "0806")
        .unit("lone", "infantry", "F", "0709", steps=1)
    )
    fought = (
        do.Assault(units=("a4",), hex="0709"), do.MeleeFire(unit="lone", target="a4"), roll("MELEE", "lone"),
        do.MeleeFire(unit="a4", target="lone"), roll("MELEE", "a4", *LOSS),
    )  # fmt: skip
    shot = do.OppFire(unit="f1", target="a4"), CHECK, mark("f1", "opp"), SHOT

    assert played(*fought, do.Remove(unit="lone"), *shot, END, made=made) == []
    assert played(*fought[:3], *shot, made=made) != [], "the melee goes on"
