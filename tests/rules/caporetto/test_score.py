"""Victory points of the campaign, what ends it and who has won (23.0, 24.15, 24.16, 25.7, 25.15)."""

from __future__ import annotations

from functools import cache

import pytest

from rules.caporetto.actions import Begin, Move, Result
from rules.caporetto.campaign.score import MATAJUR, TOWNS
from tests.rules.caporetto.field import Field, battle

NOBODY = frozenset[str]()
FEW = frozenset(TOWNS) - {"3702", "4503", "5101"}
"""Towns that are left alone, so that nothing is a breakthrough."""
LEAVERS = ("ahg.jr11", "ahg.jr12", "ahg.jr13", "ahg.ir59", "ahg.ir14", "ahg.sch3")
GUNS, GERMAN, ITALIANS = ("it.fld1", "it.fld2"), "ahg.ir157.1", "it.napoli.1"
"""Ten steps of guns, a German battalion and an Italian one."""


@cache
def worth(points: int, without: frozenset[str] = frozenset({*FEW, MATAJUR})) -> frozenset[str]:
    """Hexes that are worth so many points together."""
    known = {0: NOBODY}
    for place, value in battle("legend").goals.items():
        if place not in without:
            known = {total + value: held | {place} for total, held in known.items()} | known
    return known[points]


def campaign(
    points: int = 0, *, gone: int = 0, turn: int = 8, held: frozenset[str] | None = None, **more: object
) -> Field:
    """At the end of a turn the Central Powers hold so many points, and so many of their formations have left."""
    made = Field("Victory", "legend", turn)
    places = worth(points) if held is None else held
    made.but(
        held={**dict.fromkeys(made.battle().goals, "it"), **dict.fromkeys(places, "ahg")},
        gains=frozenset({turn}),
        **more,
    )
    for formation in LEAVERS[:gone]:
        for name, counter in made.battle().units.items():
            if counter.formation == formation and counter.kind.combat:
                made.put(name, "", box="left")
    return made


def won(winner: str) -> Result:
    return Result(winner=winner)


@pytest.mark.parametrize(
    ("points", "gone", "winner", "other"),
    [
        (84, 1, "it", "draw"),
        (81, 2, "draw", "it"),
        (90, 6, "draw", "it"),
        (90, 6, "draw", "ahg"),
        (91, 6, "ahg", "draw"),
    ],
)
def test_the_points_say_who_has_won(points: int, gone: int, winner: str, other: str) -> None:
    assert campaign(points, gone=gone).does(won(winner)).legal
    assert campaign(points, gone=gone).does(won(other)).rules == ("CAP-25.7a",)


def test_a_formation_has_left_when_none_of_it_is_on_the_map() -> None:
    """CAP-23.1c"""
    made = campaign(91, gone=6).put("ahg.jr11.1", "2301")
    assert made.does(won("draw")).legal
    lost = campaign(91, gone=6).put("ahg.jr11.1", "", box="lost")
    assert lost.does(won("draw")).rules == ("CAP-25.7a",)


# Each row: a position, who is said to have won, the question, the reading by which that is wrong, and the other.
def ninety() -> Field:
    return campaign(90)


def towns() -> Field:
    return campaign(held=frozenset({*TOWNS[4:], "2220"}), turn=3)


def halted() -> Field:
    return campaign(85, gone=2, turn=4).but(gains=frozenset({2}))


def tenths() -> Field:
    return campaign(90, gone=6).put(GUNS[0], "", box="surrendered")


def germans() -> Field:
    made = campaign(90, gone=6).put(ITALIANS, "", box="surrendered").put(GERMAN, "", box="surrendered")
    return made.put(GUNS[0], "", box="surrendered").put(GUNS[1], "", box="surrendered")


def matajur() -> Field:
    return campaign(83, gone=6).but(medal="ahg")


@pytest.mark.parametrize(
    ("made", "said", "wrong", "right"),
    [
        (ninety, "draw", "CAP-A17=italians", "CAP-A17=draw"),
        (towns, "ahg", "CAP-A16=once", "CAP-A16=twice"),
        (halted, "it", "CAP-A46=bands", "CAP-A46=italians"),
        (tenths, "ahg", "CAP-A119=dropped", "CAP-A119=kept"),
        (germans, "draw", "CAP-A120=two", "CAP-A120=steps"),
        (matajur, "draw", "CAP-A125=first", "CAP-A125=last"),
    ],
)
def test_what_the_book_leaves_open_about_the_victory_is_a_question(made, said: str, wrong: str, right: str) -> None:
    """CAP-23.1b CAP-23.1d CAP-23.1e CAP-23.1f CAP-24.15a"""
    assert made().does(won(said)).last.verdict == "undecided"
    assert made().does(won(said), rulings=(wrong,)).last.verdict == "illegal"
    assert made().does(won(said), rulings=(right,)).legal


def test_six_towns_are_a_breakthrough_whatever_the_points_are() -> None:
    made = campaign(held=frozenset(TOWNS[3:]), turn=3)
    assert made.does(won("ahg")).legal
    assert made.does(won("it")).rules == ("CAP-25.15a",)
    assert campaign(held=frozenset(TOWNS[:4]), turn=3).does(won("ahg")).rules == ("CAP-25.5a", "CAP-25.7a")


def test_the_campaign_ends_with_its_last_turn_or_when_the_offensive_stops() -> None:
    """CAP-23.0b CAP-23.3a CAP-4.13a"""
    assert campaign(84, turn=7).does(won("it")).rules == ("CAP-25.5a",)
    halted = campaign(84, turn=4).but(gains=frozenset({2}))
    assert halted.does(won("it")).legal
    goes_on = Begin(phase="Reinforcement", turn=5)
    assert halted.does(goes_on).rules == ("CAP-23.0a",)
    assert campaign(84, turn=4).but(gains=frozenset({3})).does(goes_on).legal


def test_who_takes_a_hex_holds_it_and_who_loses_it_at_once_pays_double() -> None:
    """CAP-23.1a CAP-23.1g"""
    field = Field("Rest", "legend", 3).put("ahg.ir62.1", "3520").put("it.mg5", "3618")
    found = field.does(Move(unit="ahg.ir62.1", hex="3519")).position
    assert (found.held["3519"], found.gains, found.gained["3519"], found.penalty) == ("ahg", frozenset({3}), 3, 0)
    back = Field("Rest", "legend", 3).put("it.mg5", "3618")
    held = {**battle("legend").held_by, "3519": "ahg"}
    at_once = back.but(held=held, gained={"3519": 3}).does(Move(unit="it.mg5", hex="3519")).position
    assert (at_once.held["3519"], at_once.penalty) == ("it", 4)
    later = back.but(held=held, gained={"3519": 2}).does(Move(unit="it.mg5", hex="3519")).position
    assert later.penalty == 0


def test_whoever_comes_to_matajur_first_has_its_medal() -> None:
    """CAP-24.15a"""
    field = Field("Rest", "legend", 3).put("ahg.leib.1", "2917")
    assert field.does(Move(unit="ahg.leib.1", hex="3017")).position.medal == "ahg"
    assert Field("Rest", "legend", 3).put("it.ceva", "2917").does(Move(unit="it.ceva", hex="3017")).position.medal == ""
