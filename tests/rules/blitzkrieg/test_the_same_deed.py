"""A wrong word for the same deed, a word said twice or taken back at once; and what is no such thing."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Hand, Step, accused, at_the_table, said, told

END = do.EndActivation()


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


# ---------------------------------------------------------------------------------------------------------- the cup
def cup(*, general: str = "held") -> Field:
    made = Field().formation("A", "german", hq="0805").formation("B", "german", hq="0806")
    made.formation("F", "french", hq="0812").unit("f1", "infantry", "F", "0811")
    made.unit("a1", "infantry", "A", "0807").unit("b1", "infantry", "B", "0808")
    return made.chit("gen", "german", "general", general).chit("last", "french", "repeat")


MOVES = do.Move(units=("a1",), hex="0707"), do.Move(units=("b1",), hex="0708"), END


@pytest.mark.parametrize("aside", [do.Skip, do.Pass, do.Defer])
def test_the_first_of_a_pair_is_put_aside_in_whatever_words(aside: type[do.Skip | do.Pass | do.Defer]):
    """BLZ-5.5b, BLZ-5.5c"""
    deeds = do.Draw(chit="A"), aside(chit="A"), do.Draw(chit="B"), do.Activate(chit="B", also="A"), *MOVES

    assert told(cup(), cup().position(), *deeds) == []
    spent = cup(general="used")
    assert accused(at_the_table(spent, spent.position(), *deeds)) != [], "no General joins them"


def test_a_marker_that_is_skipped_by_mistake_is_activated_before_another_one_is_drawn():
    """BLZ-2.2a, BLZ-5.1a"""
    skipped, now = (do.Draw(chit="A"), do.Skip(chit="A")), do.Activate(chit="A")

    assert told(cup(), cup().position(), *skipped, now, MOVES[0], END) == []
    assert "BLZ-5.1a" in told(cup(), cup().position(), *skipped, do.Draw(chit="F"), do.Skip(chit="F"), now)


def test_a_formation_is_activated_once_by_a_key_that_is_pressed_twice():
    """BLZ-5.1a, BLZ-5.3a"""
    drawn, now = do.Draw(chit="A"), do.Activate(chit="A")

    assert told(cup(), cup().position(), drawn, now, now, MOVES[0], END) == []
    assert "BLZ-5.1a" in told(cup(), cup().position(), drawn, now, MOVES[0], END, now)


def test_a_marker_drawn_too_many_goes_back_and_leaves_the_one_before_it():
    """BLZ-2.2.2c, BLZ-2.2.1e"""
    drawn, again, back = do.Draw(chit="A"), do.Draw(chit="F"), do.Refill(chit="F")
    done = at_the_table(cup(), cup().position(), drawn, again, back, do.Activate(chit="A"), MOVES[0], END)

    assert accused(done) == ["BLZ-2.2.2c"], "who drew twice"
    assert "BLZ-2.2.1e" in told(cup(), cup().position(), drawn, do.Refill(chit="A"))


def test_a_marker_taken_out_of_the_cup_to_be_lost_is_not_drawn():
    """BLZ-2.2.1a"""
    away, drawn = Hand("french", (Go(Ref("F"), "lost-french"),)), (do.Draw(chit="A"), do.Activate(chit="A"), END)

    judged = at_the_table(cup(), cup().position(), away, *drawn)
    assert [each.why for one in judged for each in one.findings] == ["board.differs"]
    assert said(at_the_table(cup(), cup().position(), *drawn)) == []


# ----------------------------------------------------------------------------------------------------- the way back
def broken(*, at: str = "0212") -> Field:
    made = Field().formation("F", "french", hq="1604").formation("G", "german", demoralised=True)
    return made.unit("unit", "infantry", "G", at)


FAILED: tuple[Action, ...] = (do.Draw(chit="G"), roll("RECOVERY", "G", 6, 6))
SKIP, NEXT = do.Skip(chit="G"), do.Draw(chit="F")


def test_the_marker_is_put_aside_before_or_after_its_units_go_back():
    """BLZ-8.5.1e"""
    case = broken(at="1008")
    path = tuple(_way_back(case))
    back = do.Withdraw(unit="unit", path=path)

    assert told(case, case.position(), *FAILED, back, SKIP, NEXT) == []
    assert told(case, case.position(), *FAILED, SKIP, back, NEXT) == []
    assert "BLZ-8.5.1e" in told(case, case.position(), *FAILED, SKIP, NEXT)


def _way_back(case: Field) -> tuple[str, ...]:
    """A way of a unit towards its own edge that the rules permit."""
    battle = case.battle()
    tries = [
        ("1108",),
        ("1108", "1208"),
        ("1107", "1207"),
        ("0908",),
        ("0908", "0808"),
        ("1007", "1006"),
        ("1009", "1010"),
    ]
    for path in tries:
        if case.play(case.position(), *FAILED, do.Withdraw(unit="unit", path=path)).legal:
            return path
    raise LookupError(battle.own_edges)


def test_who_goes_back_in_one_drag_goes_by_a_cheapest_way():
    """BLZ-8.5.1e"""
    case = broken(at="1008")
    path = _way_back(case)

    assert len(path) > 1
    assert said(at_the_table(case, case.position(), *FAILED, Step("unit", path[-1]), SKIP, NEXT)) == []
    assert said(at_the_table(case, case.position(), *FAILED, Step("unit", "0303"), SKIP, NEXT)) != [], "too far"


# --------------------------------------------------------------------------------------------------------- lone HQs
@pytest.mark.parametrize("ruling", [(), ("AMB-18=ruling",)])
def test_who_enters_the_hex_of_an_hq_that_is_overrun_needs_no_key_of_melee(ruling: tuple[str, ...]):
    """BLZ-9b, BLZ-3.2f"""
    case = Field(turn=2).formation("G", "german", hq="1003").unit("tank", "tank", "G", "1005")
    case.formation("F", "french", hq="1006").unit("far", "infantry", "F", "1212")
    start, over = case.position(acting="G"), do.OverrunHq(unit="F HQ", turn=3)
    into = Step("tank", "1006")

    assert said(at_the_table(case, start, into, over, do.Mark(piece="far", marker="ooc"), END, rulings=ruling)) == []
    assert said(at_the_table(case, start, into, END, rulings=ruling)) != []


# ------------------------------------------------------------------------------------------------------------- guns
def test_who_observes_may_be_said_after_the_salvo_is_declared():
    """BLZ-8.6.1b"""
    made = Field().formation("A", "german", hq="0807").formation("F", "french", hq="0815")
    case = made.unit("f1", "infantry", "F", "0810").chit("art", "german", "artillery", medium=2)
    case.unit("f2", "infantry", "F", "0814").unit("f3", "infantry", "F", "0814")
    unsaid = (
        do.Draw(chit="art"),
        do.Activate(chit="art"),
        do.Barrage(chit="art", hex="0810", calibre="medium", observer=""),
    )
    observes = Hand("german", (Say("observe", Ref("A HQ")),))
    falls = roll("TRANSMIT", "A HQ", 3, 3), roll("BARRAGE", "art", 1, 1), END

    assert said(at_the_table(case, case.position(), *unsaid, observes, *falls)) == []
    assert said(at_the_table(case, case.position(), *unsaid, END)) == ["BLZ-8.6.1b", "BLZ-8.6.1j"]


# --------------------------------------------------------------------------------------------------------- carriers
def test_a_company_that_leaves_its_carrier_has_got_off_though_nobody_says_so():
    """BLZ-6.1f"""
    case = Field().formation("F", "german", hq="1003").unit("apc", "apc", "F", "1005")
    case.unit("company", "infantry", "F", "1005", aboard="apc")
    start = case.position(acting="F")

    assert said(at_the_table(case, start, Step("company", "1006"), END)) == []
    assert said(at_the_table(case, start, do.Unload(unit="company"), Step("company", "1006"), END)) == []
    start, loaded = start.unit("company", aboard=""), do.Load(unit="company", carrier="apc")
    assert "BLZ-6.1f" in accused(at_the_table(case, start, loaded, Step("company", "1006"), END))
