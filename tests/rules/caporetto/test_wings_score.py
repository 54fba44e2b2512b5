"""What the wings have gained, what ends their battle, and who has won (23, 24.7, 24.15, 24.16)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.caporetto.actions import Begin, Move, Result
from rules.caporetto.asked import CaporettoAssistant
from rules.caporetto.campaign.score import readings
from rules.caporetto.wings.score import TOWNS, owners, points
from rules.engine.actions import Action
from tests.rules.caporetto.field import SWITCHES, Field, battle, referee

LEFT, RIGHT = "ahg-left", "ahg-right"
JEZA, MATAJUR, CIVIDALE = "1720", "3017", "2602"
"""Hexes of victory points: one of the left sector, and two of both."""


def ended(turn: int = 8, phase: str = "Victory", **taken: str) -> Field:
    """The end of a turn, when wings have taken hexes."""
    places = {place.removeprefix("at"): wing for place, wing in taken.items()}
    held = {**battle("miracle").held_by, **dict.fromkeys(places, "ahg")}
    return Field(phase, "miracle", turn).but(held=held, takers=places, gains=frozenset({turn}))


def won(wing: str) -> Result:
    return Result(winner=wing, by="ahg")


def counted(field: Field) -> Mapping[str, int]:
    """What each wing has."""
    case = referee(field.battle(), SWITCHES).case(field.position(), Action())
    return {wing: int(points(case, wing, readings(case), next(owners(case)))) for wing in TOWNS}


# ------------------------------------------------------------------------------------------------------ what is counted
def test_each_wing_has_the_hexes_of_its_sector_and_those_of_both_that_it_entered_last() -> None:
    """CAP-24.7a, CAP-23.1a"""
    assert counted(ended(at1720=LEFT, at4119=RIGHT)) == {LEFT: 3, RIGHT: 4}
    assert counted(ended(at1720=LEFT, at2520=RIGHT)) == {LEFT: 3, RIGHT: 4}
    assert counted(ended(at1720=LEFT, at2520=LEFT)) == {LEFT: 7, RIGHT: 0}


def test_matajur_is_for_good_that_wing_s_which_took_it_first() -> None:
    """CAP-24.15a"""
    made = Field("Rest", "miracle", 3).put("ahg.leib.1", "2917").put("ahg.ir62.1", "3118")
    first = made.does(Move(unit="ahg.leib.1", hex=MATAJUR), Move(unit="ahg.leib.1", hex="2917"))
    assert first.position.medal == LEFT
    again = made.does(
        Move(unit="ahg.leib.1", hex=MATAJUR), Move(unit="ahg.leib.1", hex="2917"), Move(unit="ahg.ir62.1", hex=MATAJUR)
    )
    assert (again.position.medal, again.position.takers[MATAJUR]) == (LEFT, RIGHT)


def test_steps_that_surrender_count_for_the_wing_that_faces_them() -> None:
    """CAP-23.1d, CAP-23.1f"""
    made = ended()
    for number in range(1, 7):
        made.put(f"it.elba.{number}", "", box="surrendered")
    assert counted(made) == {LEFT: 1, RIGHT: 0}
    for number in range(1, 4):
        made.put(f"ahg.leib.{number}", "", box="surrendered")
    assert counted(made) == {LEFT: 0, RIGHT: 0}


def test_a_formation_that_has_left_counts_for_its_wing() -> None:
    """CAP-23.1c"""
    made = ended().put("ahg.ir7.1", "", box="left").put("ahg.ir7.2", "", box="left").put("ahg.ir7.3", "", box="lost")
    assert counted(made.put("ahg.ir7.4", "", box="left")) == {LEFT: 0, RIGHT: 5}


def test_a_hex_that_is_retaken_in_the_turn_of_its_capture_costs_its_wing_double() -> None:
    """CAP-23.1g"""
    back = Field("Rest", "miracle", 3).put("it.elba.1", "1719")
    held = {**battle("miracle").held_by, JEZA: "ahg"}
    taken = back.but(held=held, takers={JEZA: LEFT}, gained={JEZA: 3}).does(Move(unit="it.elba.1", hex=JEZA))
    assert taken.position.penalties == {LEFT: 6}
    assert counted(ended().but(penalties={LEFT: 6})) == {LEFT: -6, RIGHT: 0}


# ---------------------------------------------------------------------------------------------------------- who has won
def test_the_wing_with_more_points_has_won() -> None:
    made = ended(at1720=LEFT, at4119=RIGHT)
    assert made.does(won(RIGHT)).legal
    assert made.does(won(LEFT)).rules == ("CAP-24.7a",)
    assert made.does(won("draw")).rules == ("CAP-24.7a",)


def test_equal_points_are_a_draw_or_a_question() -> None:
    assert ended().does(won("draw")).legal
    assert ended().does(won(LEFT)).last.verdict == "undecided"
    assert ended().does(won(LEFT), rulings=("CAP-A123=draw",)).rules == ("CAP-24.7a",)
    assert ended().does(won(LEFT), rulings=("CAP-A123=agreed",)).legal


def test_for_whom_a_hex_of_both_sectors_counts_is_not_known() -> None:
    made = ended(at1720=LEFT, at2520=RIGHT)
    assert made.does(won(RIGHT)).legal
    assert made.does(won(LEFT)).last.verdict == "undecided"


def test_a_wing_that_holds_all_of_its_towns_has_won_at_once() -> None:
    towns = {f"at{town}": RIGHT for town in TOWNS[RIGHT]}
    assert ended(5, **towns).does(won(RIGHT)).legal
    assert ended(5, **towns).does(won("draw")).rules == ("CAP-24.16a",)
    four = {town: wing for town, wing in towns.items() if town != "at6217"}
    assert ended(5, **four).does(won(RIGHT)).rules == ("CAP-24.5a",)


# --------------------------------------------------------------------------------------------------------- what ends it
NEXT = Begin(phase="Reinforcement", turn=6)


def test_the_battle_ends_with_its_last_turn_a_breakthrough_or_two_turns_without_a_gain() -> None:
    """CAP-24.5a, CAP-23.3a"""
    assert ended(5).does(won("draw")).rules == ("CAP-24.5a",)
    assert "CAP-24.5a" in ended(8, "Rally").does(won("draw")).rules
    assert ended(5).but(gains=frozenset({3})).does(won("draw")).legal
    assert ended(5).but(gains=frozenset({4})).does(NEXT).legal
    assert ended(5).but(gains=frozenset({3})).does(NEXT).rules == ("CAP-23.0a",)


def test_a_breakthrough_hangs_on_cividale_which_belongs_to_both_sectors() -> None:
    """CAP-24.16a"""
    towns = {f"at{town}": RIGHT for town in TOWNS[RIGHT]}
    assert ended(5, **towns).does(NEXT).last.verdict == "undecided", "it may count for the other wing"
    others = ended(5, **{**towns, f"at{CIVIDALE}": LEFT})
    assert others.does(NEXT).legal, "the other wing was there last"
    assert others.does(won(RIGHT)).last.verdict == "undecided"


def told(field: Field) -> Mapping[str, str]:
    """What the assistant counts."""
    position = field.position()
    return CaporettoAssistant(field.battle(), referee(field.battle(), SWITCHES)).situation(position).score


def test_the_assistant_tells_the_points_of_each_wing() -> None:
    points, left = {"it-left": 7, "it-right": 20}, ended(at1720=LEFT, at4119=RIGHT)
    assert told(left.but(points=points)) == {
        "victory-ahg-left": "3",
        "victory-ahg-right": "4",
        "logistic-it-left": "7",
        "logistic-it-right": "20",
    }
    one = Field("Victory", "legend", 3).but(held={**battle("legend").held_by, JEZA: "ahg"})
    assert told(one) == {"victory": "3", "logistic": "50"}
