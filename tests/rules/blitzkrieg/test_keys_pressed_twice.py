"""Keys that are pressed twice: the second time says nothing new, though another deed could be meant by it."""

from __future__ import annotations

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal
from rules.engine.writing import Go, Keep, Ref, Say, Throw
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Step, accused, at_the_table, said

N, MISS = (6, 4), (1, 2)
END = do.EndActivation()


def field() -> Field:
    made = Field().formation("A", "german", hq="0807").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("a1", "infantry", "A", "0807").unit("a2", "mg", "A", "0807").unit("f1", "infantry", "F", "0808")
    made.unit("f2", "infantry", "F", "0912").unit("f3", "infantry", "F", "0912")
    made.chit("R.1", "german", "repeat").chit("R.2", "german", "repeat", "held")
    return made.chit("art", "german", "artillery", medium=1)


def told(*done: Done, acting: str = "A", made: Field | None = None) -> list[str]:
    made = made or field()
    return accused(at_the_table(made, made.position(acting=acting) if acting else made.position(), *done))


def test_a_repeat_activates_a_formation_once_however_often_its_key_is_pressed():
    """BLZ-5.3e, BLZ-5.3m"""
    key = Hand("german", (Say("act", Ref("A HQ"), {"what": "Repeat"}),))
    plays = do.Draw(chit="R.1"), do.PlayRepeat(chit="R.1", formation="A")

    assert told(*plays, key, do.Move(units=("a1",), hex="0806"), END, acting="") == []
    assert "BLZ-5.3e" in told(*plays, do.Move(units=("a1",), hex="0806"), key, END, acting="")


def test_a_chit_activates_once_however_often_its_key_is_pressed_and_a_repeat_never():
    """BLZ-5.5a"""
    goes = do.Move(units=("a1",), hex="0806"), END
    own, repeat = do.Activate(chit="A"), do.Activate(chit="R.1")

    assert told(do.Draw(chit="A"), own, own, *goes, acting="") == []
    assert "BLZ-5.5a" in told(do.Draw(chit="R.1"), do.PlayRepeat(chit="R.1", formation="A"), repeat, *goes, acting="")


def salvo() -> Hand:
    gun = Ref("barrage-german")
    said = Say("barrage", gun, {"cal": "medium", "n": "1", "mode": "single"})
    return Hand("german", (Keep("HX_Who", gun), Keep("HX_P", "BARRAGE"), said))


def test_a_salvo_whose_key_is_pressed_twice_is_one():
    """BLZ-8.6.1f"""
    begins = do.Draw(chit="art"), do.Activate(chit="art")
    laid = Hand("german", (Go(Ref("barrage-german"), "0808"), Say("place", Ref("barrage-german"))))
    falls = Hand("german", (Keep("HX_P", "BARRAGE"), Throw("2d6", MISS)))

    assert told(*begins, laid, salvo(), salvo(), falls, END, acting="") == []
    assert "BLZ-8.6.1f" in told(*begins, laid, salvo(), falls, do.Decline(), salvo(), falls, END, acting="")


def test_dice_of_a_salvo_that_fall_twice_are_told_and_the_first_count():
    """BLZ-8.6.1g"""
    begins = do.Draw(chit="art"), do.Activate(chit="art")
    fires = do.Barrage(chit="art", hex="0808", calibre="medium", observer="A HQ")
    one, other = (Roll(purpose="BARRAGE", who="art", dice=dice) for dice in (MISS, N))

    assert told(*begins, fires, one, other, END, acting="") == []
    made = field()
    judged = at_the_table(made, made.position(), *begins, fires, one, other, END)
    assert "twice.rolled" in [finding.why for each in judged for finding in each.findings]
    assert "BLZ-8.3b" in told(*begins, fires, other, END, acting="")


def test_who_declines_twice_has_not_let_his_fire_be():
    """BLZ-9.1.2b, BLZ-9.1.2e"""
    enters, fires = Step("a1", "0808", "Melee"), do.MeleeFire(unit="f1", target="a1")
    dice = Roll(purpose="MELEE", who="f1", dice=N)
    declines, marked = do.Decline(by="french"), do.Mark(piece="a1", marker="neutralised")
    made = field()

    def judged(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(acting="A"), *done))

    assert judged(enters, declines, declines, fires, dice, marked) == []
    early = do.MeleeFire(unit="a1", target="f1"), Roll(purpose="MELEE", who="a1", dice=MISS)
    assert "BLZ-9.1.2b" in judged(enters, *early, fires, dice), "nobody has let it be"


def test_a_stack_that_is_moved_piece_by_piece_goes_on_together():
    """BLZ-9.1.1b"""
    made = field().unit("a1", "infantry", "A", "0807").unit("a2", "mg", "A", "0807")
    away = [Step(unit, "0908") for unit in ("a1", "a2")]
    attack = [Step(unit, "0808", "Melee") for unit in ("a1", "a2")]

    assert told(*away, *attack, made=made) == [], "each may have meant to go straight in"
    assert "BLZ-9.1.1b" in told(*away, Step("A HQ", "0806"), *attack, END, made=made), "it has stopped there"


def test_a_result_in_place_of_a_marker_is_taken_with_it_after_others_have_gone_on():
    """BLZ-8.3c, BLZ-8.4i"""
    hit = do.Fire(unit="a1", target="f1", mode="full"), Roll(purpose="FIRE", who="a1", dice=N)
    goes = do.Decline(), do.Move(units=("a2",), hex="0806")
    marked, loses = do.Mark(piece="f1", marker="neutralised"), do.StepLoss(unit="f1")
    wiped = do.Mark(piece="f1", marker="neutralised", on=False)

    assert told(*hit, *goes, marked, loses, wiped, END) == []
    assert "BLZ-8.3b" in told(*hit, *goes, marked, wiped, END), "nothing was lost for it"


def test_stukas_of_nobody_are_told_as_that_and_not_by_the_name_of_other_guns():
    """BLZ-8.6.1a"""
    made = field().chit("fr.art", "french", "artillery", medium=2).chit("stukas", "german", "stuka", stuka=1)
    key = Say("barrage", Ref("stuka"), {"cal": "stuka", "n": "1", "mode": "single"})
    dice = Keep("HX_P", "STUKA"), Throw("2d6", MISS)

    def fired(seat: str, *before: Done) -> list[tuple[str, str, object]]:
        deeds = Hand(seat, (Go(Ref("stuka"), "0808"), Say("place", Ref("stuka")))), Hand(seat, (key,)), Hand(seat, dice)
        judged = at_the_table(made, made.position(), *before, *deeds)
        found = [(one, each) for one in judged for each in one.findings if isinstance(each, Illegal)]
        return [(one.concerns(each), each.why, each.facts.get("chit")) for one, each in found if "salvo" in each.why]

    assert fired("french") == [("french", "salvo.nobodys", None)]
    assert fired("german") == [("german", "salvo.not-active", "stukas")]
    assert fired("german", do.Draw(chit="stukas"), do.Activate(chit="stukas")) == []
