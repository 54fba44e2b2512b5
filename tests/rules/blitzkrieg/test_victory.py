"""Chapters 11 and 12: holding, points, the end of the game."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Band, Victory
from rules.blitzkrieg.model import Position
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, Theatre, opened, play

NEXT = do.NextTurn


def evening(battle: object, turn: int, points: int = 0, **more: object) -> Position:
    """The position at the end of a turn."""
    position = opened(HANNUT if battle is HANNUT else STONNE)
    return position.but(stack=("TURN_END",), turn=turn, points=points, due=(), **more)


# ----------------------------------------------------------------------------------------------------------- holding
def field() -> Theatre:
    made = Theatre(victory=Victory("german", "french", values={"1006": 3, "1007": 2}, bands={1: Band(0, 9, "next")}))
    made.formation("G", "german", hq="1004").unit("tank", "tank", "G", "1005")
    made.formation("F", "french", hq="1010").unit("company", "infantry", "F", "1012")
    return made


def test_who_passed_last_with_a_combat_unit_holds_a_place():
    """BLZ-11b"""
    made = field()
    passed = made.play(made.position(acting="G"), *(do.Move(units=("tank",), hex=f"10{row:02}") for row in (6, 7, 8)))
    led = made.play(
        made.position(acting="G"), do.Move(units=("G HQ",), hex="1005"), do.Move(units=("G HQ",), hex="1006")
    )

    assert passed.position.holders == {"1006": "german", "1007": "german"}
    assert led.position.holders == {}


def test_a_melee_does_not_change_the_holder_until_it_is_won():
    """BLZ-11b"""
    made = field()
    made.unit("defender", "infantry", "F", "1006")
    fight = made.play(made.position(acting="G", holders={"1006": "french"}), do.Assault(units=("tank",), hex="1006"))

    assert fight.position.holders == {"1006": "french"}


# ------------------------------------------------------------------------------------------------------------ points
def test_points_are_the_values_of_the_places_held():
    """BLZ-12.1.4a, BLZ-11b, BLZ-1.4g"""
    held = {"1612": "german", "1506": "german", "1202": "french"}
    position = evening(HANNUT, 1, holders=held)

    assert play(HANNUT, position, do.Score(points=7)).legal
    assert play(HANNUT, position, do.Score(points=10), rulings=["AMB-33=ruling"]).last.rules == ("BLZ-12.1.4a",)
    assert play(HANNUT, position, do.Score(points=7)).position.points == 7


def test_whether_points_once_earned_stay_is_disputed():
    """BLZ-12.1.4a"""
    position = evening(HANNUT, 2, points=15, holders={"1612": "german"})

    assert play(HANNUT, position, do.Score(points=15)).last.findings[0].ruling == "AMB-33"
    assert play(HANNUT, position, do.Score(points=15), rulings=["AMB-33=other"]).legal
    assert play(HANNUT, position, do.Score(points=4)).legal


def test_the_last_to_have_been_in_a_place_holds_it_and_that_is_no_matter_of_reading():
    """BLZ-11b, BLZ-12.1.4a"""
    gone = evening(HANNUT, 1, holders={"0609": "german"}, trodden=frozenset({"0609"}))

    assert play(HANNUT, gone, do.Score(points=5)).legal
    assert play(HANNUT, gone, do.Score(points=0)).last.verdict == "illegal"


def test_whether_the_set_up_alone_holds_a_place_is_disputed():
    """BLZ-11b"""
    position = evening(HANNUT, 1, holders={"0609": "german"})

    assert play(HANNUT, position, do.Score(points=5)).legal
    assert play(HANNUT, position, do.Score(points=0)).last.findings[0].ruling == "AMB-34"
    assert play(HANNUT, position, do.Score(points=0), rulings=["AMB-34=other"]).legal


def test_the_points_are_set_at_the_end_of_every_turn():
    """BLZ-12.1.4a"""
    made = field()
    end = made.position(holders={"1006": "german"}).but(chits=dict.fromkeys(made.chits, "used"))
    over = made.play(end, do.EndPhase())

    assert made.play(over.position, do.Score(points=3), NEXT(turn=2)).legal
    assert made.play(over.position, NEXT(turn=2)).last.rules == ("BLZ-12.1.4a",)


# ----------------------------------------------------------------------------------------------------------- Hannut
def test_below_the_range_the_french_win():
    """BLZ-E-05, BLZ-12.1.4c, BLZ-12.1.4e, BLZ-11a"""
    position = evening(HANNUT, 2, 13)

    assert play(HANNUT, position, do.Conclude(result="french")).legal
    assert play(HANNUT, position, NEXT(turn=3)).last.rules == ("BLZ-12.1.4c",)
    assert play(HANNUT, position, do.Conclude(result="german")).last.rules == ("BLZ-12.1.4c",)
    over = play(HANNUT, position, do.Conclude(result="french"), do.Draw(chit="hannut.de.kg"))
    assert over.last.rules == ("BLZ-11a",), "who goes on after the end is told that once"


@pytest.mark.parametrize(
    ("turn", "low", "high"), [(1, 8, 12), (2, 14, 20), (3, 16, 24), (4, 20, 28), (5, 26, 36), (6, 32, 42)]
)
def test_every_turn_has_its_range(turn, low, high):
    """BLZ-X-82, BLZ-12.1.4b, BLZ-12.1.4c, BLZ-12.1.4d, BLZ-12.1.4e"""
    inside = "draw" if turn == 6 else ""

    for points, result in ((low - 1, "french"), (low, inside), (high, inside), (high + 1, "german")):
        position = evening(HANNUT, turn, points)
        for told in ("french", "german", "draw"):
            said = play(HANNUT, position, do.Conclude(result=told)).last
            assert said.legal == (told == result), (points, told)
        onward = play(HANNUT, position, NEXT(turn=turn + 1)).last
        assert onward.legal == (not result), points


def test_who_is_above_the_range_wins_at_once():
    """BLZ-12.1.4b"""
    assert play(HANNUT, evening(HANNUT, 1, 13), NEXT(turn=2)).last.rules == ("BLZ-12.1.4b",)
    assert play(HANNUT, evening(HANNUT, 1, 12), do.Conclude(result="german")).last.rules == ("BLZ-12.1.4d",)


# ----------------------------------------------------------------------------------------------------------- Stonne
def test_stonne_is_won_by_holding_it_at_the_end():
    """BLZ-12.2.6a, BLZ-12.2.6b, BLZ-11a, BLZ-11b"""
    here = {"holders": {"0510": "german"}, "rulings": ["AMB-34=ruling"]}
    german = evening(STONNE, 10, holders=here["holders"])
    french = evening(STONNE, 10)

    assert play(STONNE, german, do.Conclude(result="german"), rulings=here["rulings"]).legal
    assert play(STONNE, german, do.Conclude(result="french"), rulings=here["rulings"]).last.rules == ("BLZ-12.2.6a",)
    assert play(STONNE, french, do.Conclude(result="french")).legal
    assert play(STONNE, french, do.Conclude(result="german")).last.rules == ("BLZ-12.2.6b",)
    assert play(STONNE, french, do.Conclude(result="draw")).last.rules == ("BLZ-12.2.6b",)


def test_at_stonne_nobody_wins_before_the_end():
    """BLZ-12.2.6a"""
    early = evening(STONNE, 9, holders={"0510": "german"})

    assert play(STONNE, early, do.Conclude(result="german")).last.rules == ("BLZ-12.2.6a",)
    assert play(STONNE, early, NEXT(turn=10)).legal


def test_a_village_that_nobody_stands_in_is_held_by_the_last_to_have_been_there():
    """BLZ-12.2.6a, BLZ-11b"""
    won = evening(STONNE, 10, holders={"0510": "german"}, trodden=frozenset({"0510"}))
    empty = won.but(units={name: unit for name, unit in won.units.items() if unit.hex != "0510"})

    assert play(STONNE, empty, do.Conclude(result="german")).legal
    assert play(STONNE, empty, do.Conclude(result="french")).last.rules == ("BLZ-12.2.6a",)


def test_points_may_be_counted_at_any_moment_and_only_those_of_the_evening_count():
    """BLZ-12.1.4a, BLZ-1.4g"""
    made = field()
    taken = do.Move(units=("tank",), hex="1006"), do.Score(points=3), do.EndActivation()
    day = made.play(made.position(acting="G", points=0), do.Score(points=0), *taken)

    assert day.legal
    assert made.play(made.position("ADMIN"), do.Score(points=0), do.EndAdmin(), do.Score(points=1)).legal
    over = day.position.but(stack=("DRAW",), chits=dict.fromkeys(made.chits, "used"))
    assert made.play(over, do.EndPhase(), do.NextTurn(turn=2)).legal
    wrong = made.play(over, do.Score(points=1), do.EndPhase(), do.NextTurn(turn=2))
    assert "BLZ-12.1.4a" in wrong.last.rules


def test_a_field_without_objectives_goes_on():
    made = Field()

    assert made.play(made.position("TURN_END"), NEXT(turn=2)).legal


def test_the_result_counts_points_that_nobody_has_set():
    """BLZ-12.1.4a, BLZ-12.1.4c"""
    made = field()
    end = made.position(holders={"1006": "german"}).but(chits=dict.fromkeys(made.chits, "used"))
    over = made.play(end, do.EndPhase())

    assert "BLZ-12.1.4a" in made.play(over.position, do.Conclude(result="german")).last.rules
