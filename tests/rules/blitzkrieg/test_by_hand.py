"""What players change by hand, without a record: markers of the cup, flags, who rides; and who decides on a marker."""

from __future__ import annotations

import pytest

from rules.audit.judging import Judged
from rules.blitzkrieg import actions as do
from rules.engine.ruling import Notice
from rules.engine.writing import Go, New, Put, Ref
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, at_the_table
from tests.rules.blitzkrieg.theatre import HANNUT, opened


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
        assert told(at_the_table(HANNUT, position, one_more)) == ["board.differs"]


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
