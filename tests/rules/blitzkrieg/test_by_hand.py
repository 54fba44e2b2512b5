"""What players change by hand, without a record: markers of the cup, flags, who rides; and who decides on a marker."""

from __future__ import annotations

import pytest

from rules.audit.judged import Judged
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.ruling import Notice
from rules.engine.writing import Go, New, Put, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, accused, at_the_table
from tests.rules.blitzkrieg.theatre import HANNUT, before_ready, opened
from tests.rules.shared.habits import Anew


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("company", "infantry", "A", "0807").unit("apc", "apc", "A", "0807").unit("foe", "tank", "F", "0810")
    made.formation("spent", "german", chit="used").formation("last", "french", chit="kept")
    return made.chit("guns", "german", "artillery", "used", medium=2)


def told(judged: list[Judged]) -> list[str]:
    """What was said, but for remarks, by the words of the message."""
    return [each.why for one in judged for each in one.findings if not isinstance(each, Notice)]


def at(*done: Done) -> list[str]:
    case = field()
    return told(at_the_table(case, case.position(), *done))


def goes(chit: str, place: str, side: str = "german") -> Hand:
    return Hand(side, (Go(Ref(chit), place),))


ACTIVE, CUP = "active", "cup_hannut"


@pytest.mark.parametrize(
    ("chit", "place"), [("spent", "hand-german"), ("spent", CUP), ("last", "used"), ("last", "hand-french")]
)
def test_a_marker_that_goes_from_box_to_box_without_a_word_is_told_and_not_if_it_goes_back(chit: str, place: str):
    """BLZ-2.2.1e, BLZ-5.6d, BLZ-5.5m"""
    home = {"spent": "used", "last": "kept"}[chit]

    assert at(goes(chit, place)) == ["board.differs"]
    assert at(goes(chit, place), goes(chit, home)) == []


def test_players_put_down_what_they_have_at_hand_when_they_like():
    """BLZ-2.2.1d"""
    last = do.Draw(chit="last")

    assert at(last, goes("last", "used"), goes("last", "active"), do.Activate(chit="last")) == []
    assert at(goes("spent", "skipped")) == [], "what is used lies beside the cup"


def test_a_marker_out_of_the_window_of_pieces_is_told_wherever_it_is_put():
    """BLZ-2.2.1e"""
    position, name = opened(HANNUT), "hannut.de.kg"
    for place in ("0909", "hand-german", CUP):
        one_more = Hand("german", (New(Ref(name, 2), place),))
        assert told(at_the_table(HANNUT, position, one_more)) == ["board.added"]


# --------------------------------------------------------------------------------------- out of the window of pieces
OPENED, TANK, HQ = opened(HANNUT).but(due=()), "fr.1cuir.somua1", "fr.1cuir.hq"
EMPTY_HEX, OTHER_HEX = "0909", "0910"


def in_play(*done: Done, before: Position = OPENED) -> list[Judged]:
    return at_the_table(HANNUT, before, *done, do.EndAdmin())


def another(unit: str, place: str = EMPTY_HEX) -> Hand:
    return Hand("french", (New(Ref(unit, 2), place),))


def test_a_unit_that_is_doubled_is_told_once():
    """BLZ-1.2a, BLZ-3.1a"""
    walks_on = (Hand("french", (Go(Ref(TANK, 2), place),)) for place in (OTHER_HEX, EMPTY_HEX))

    assert accused(in_play(another(TANK))) == ["BLZ-1.2a"]
    assert told(in_play(another(TANK), *walks_on)) == ["board.one-more"]
    assert accused(in_play(another(HQ))) == ["BLZ-3.1a"]
    assert told(in_play(another(TANK, "lost-french"))) == [], "off the map it does nothing"


def test_an_eliminated_unit_does_not_come_back_out_of_the_window():
    """BLZ-1.2c"""
    dead = OPENED.unit(TANK, hex="", box="lost", steps=0)

    assert accused(in_play(another(TANK), before=dead)) == ["BLZ-1.2c"]


def test_a_piece_that_takes_the_place_of_one_that_was_deleted_is_as_good_as_that():
    """BLZ-1.2a"""
    reduced = OPENED.unit(TANK, steps=1)

    def after(anew: Anew) -> list[Judged]:
        return in_play(anew, before=reduced)

    assert told(after(Anew(TANK))) == []
    assert accused(after(Anew(TANK, alike=False))) == ["BLZ-1.2a"], "it has come back to full strength"
    assert told(after(Anew(TANK, EMPTY_HEX))) != []
    assert told(after(Anew(TANK, first=True))) == ["board.added"], "for a moment there were two, and nobody is accused"


def test_a_unit_that_is_doubled_at_the_set_up_is_told():
    """BLZ-1.2a, BLZ-3.1a"""
    stands = before_ready(HANNUT, 0)
    hq, company = (f"fr.12cuir.{each}" for each in ("hq", "ac1"))

    def setup(*units: str) -> list[str]:
        doubled = (Hand("french", (New(Ref(unit, 2), stands.units[unit].hex),)) for unit in units)
        return accused(at_the_table(HANNUT, stands, *doubled, do.Ready(by="french")))

    assert setup() == []
    assert setup(hq, company) == ["BLZ-3.1a", "BLZ-1.2a"]


def test_who_rides_by_hand_only_is_told():
    """BLZ-6.1f"""
    aboard, off = (Hand("german", (Put(Ref("company"), "Aboard", rides),)) for rides in (Ref("apc"), ""))
    begun = do.Draw(chit="last"), do.Skip(chit="last"), do.Draw(chit="A"), do.Activate(chit="A")

    assert at(*begun, aboard) == ["board.differs"]
    assert at(*begun, aboard, off) == []
    assert at(*begun, do.Load(unit="company", carrier="apc")) == []


def test_a_drawn_marker_is_declined_from_either_seat():
    """BLZ-0a, BLZ-2.2.1d"""
    case = field()
    case.places["last"] = "used"

    def says(by: str) -> list[str]:
        drawn = do.Draw(chit="F"), do.Draw(chit="A", by=by), do.Activate(chit="A"), do.EndActivation()
        return told(at_the_table(case, case.position(), *drawn))

    assert says("french") == says("german") == []


def test_a_flag_that_says_another_than_the_last_to_pass_through_is_told():
    """BLZ-11b"""
    place, free = "1202", "0309"
    position = opened(HANNUT).but(holders={place: "french", free: "german"}, trodden=frozenset({place}))

    def flies(side: str, where: str = place) -> Hand:
        return Hand("french", (Put(Ref("held-french", at=where), "Holder", side),))

    def said(*done: Done, where: str = place) -> list[str]:
        flag = Hand("french", (New(Ref("held-french"), where), Put(Ref("held-french", at=where), "Holder", "French")))
        return told(at_the_table(HANNUT, position, flag, *done))

    assert said() == []
    assert said(flies("German")) == ["board.differs"]
    assert said(flies("German"), flies("French")) == []
    assert said(flies("German", "0909"), where="0909") == [], "there is nothing to hold"
    assert said(flies("German", free), where=free) == [], "whether the set-up holds it is open"
    goes, back = (Hand("french", (Go(Ref("held-french", at=at), to),)) for at, to in (("0909", place), (place, "0909")))
    assert said(flies("German", "0909"), goes, where="0909") == ["board.differs"], "it is laid where others hold"
    assert said(flies("German", "0909"), goes, back, where="0909") == []
    assert said(goes, where="0909") == []


# -------------------------------------------------------------------------------------------- taken out of the cup
def three() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("company", "infantry", "A", "0807", movement=4).unit("near", "infantry", "F", "0809")
    return made.chit("de.repeat", "german", "repeat")


def of_three(*done: Done) -> list[str]:
    case = three()
    return told(at_the_table(case, case.position(), *done))


def says(chit: str, what: str, place: str) -> Hand:
    return Hand("german", (Go(Ref(chit), place, sent=True), Say("chit", Ref(chit), {"what": what})))


def test_a_marker_taken_out_of_the_cup_once_play_has_begun_is_told_as_that_and_not_if_it_goes_back():
    """BLZ-2.2.1a"""
    taken, back = says("B", "Pick", "hand-german"), says("B", "Return", CUP)
    plays = do.Draw(chit="A"), do.Activate(chit="A"), do.Move(units=("company",), hex="0806"), do.EndActivation()

    assert of_three(taken, *plays) == ["cup.taken-out"]
    assert of_three(*plays[:3], taken, plays[3]) == ["cup.taken-out"], "whatever goes on"
    assert of_three(taken, back, *plays) == []
    assert of_three(taken, *plays, back) == ["cup.taken-out"], "put back when it is too late, it is no second offence"
    assert "cup.none-drawn" in of_three(taken, *plays, do.Activate(chit="B"))
    into = do.Move(units=("company",), hex="0808"), do.Assault(units=("company",), hex="0809")
    case = three()
    fight = at_the_table(case, case.position(), *plays[:2], *into, taken)
    assert [each.rule for one in fight for each in one.findings if each.why == "cup.taken-out"] == ["BLZ-2.2.1a"]


def test_a_drawn_marker_that_goes_to_the_hand_by_a_wrong_key_is_kept():
    """BLZ-5.3m"""
    case = three()
    drawn, picked = do.Draw(chit="de.repeat"), says("de.repeat", "Pick", "hand-german")
    plays = do.Draw(chit="A"), do.PlayRepeat(chit="de.repeat", formation="A"), do.EndActivation()

    assert accused(at_the_table(case, case.position(), drawn, picked, *plays)) == []
    formation = says("A", "Pick", "hand-german")
    assert accused(at_the_table(case, case.position(), do.Draw(chit="A"), formation)) == ["BLZ-5.3m"]
