"""Cases: given a position, when something is done, then this is what the referee says."""

import assets
from new_game.actions import Begin, Move
from new_game.game import referee, start
from new_game.loading import load
from new_game.model import Position
from rules.engine.actions import Action
from rules.engine.ruling import Ruling
from rules.loading import switches_of

BATTLE = load("crossroads")
JUDGE = referee(BATTLE, switches_of(assets.load("new_game")))
SET_UP = (Move(unit="red.1st.a", hex="0102"), Move(unit="blue.7th.t1", hex="0703"))


def played(*actions: Action) -> Ruling:
    """What is said of the last of these actions; all others must be legal."""
    position: Position = start(BATTLE)
    ruling = Ruling()
    for action in actions:
        assert ruling.legal
        position, ruling = JUDGE.step(position, action)
    return ruling


def test_a_unit_is_set_up_in_its_zone() -> None:
    """NEW-1a"""
    assert played(*SET_UP, Begin(phase="Red")).legal
    assert played(*SET_UP, Move(unit="red.1st.a", hex="0302"), Begin(phase="Red")).rules == ("NEW-1a",)


def test_only_the_side_whose_phase_it_is_moves() -> None:
    """NEW-2a"""
    begun = (*SET_UP, Begin(phase="Red"))
    assert played(*begun, Move(unit="red.1st.a", hex="0202"), Begin(phase="Blue")).legal
    assert played(*begun, Move(unit="blue.7th.t1", hex="0702"), Begin(phase="Blue")).rules == ("NEW-2a",)


def test_a_unit_moves_as_far_as_its_movement_says() -> None:
    """NEW-2b"""
    begun = (*SET_UP, Begin(phase="Red"))
    assert played(*begun, Move(unit="red.1st.a", hex="0402"), Begin(phase="Blue")).legal
    assert played(*begun, Move(unit="red.1st.a", hex="0502"), Begin(phase="Blue")).rules == ("NEW-2b",)


def test_until_the_phase_ends_a_unit_may_be_put_elsewhere_again() -> None:
    """NEW-2b"""
    astray = (Move(unit="red.1st.a", hex="0802"), Move(unit="red.1st.a", hex="0202"))
    assert played(*SET_UP, Begin(phase="Red"), *astray, Begin(phase="Blue")).legal
