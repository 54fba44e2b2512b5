"""Wrong clicks and drags that players put right themselves are not held against them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import assets
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading import BlitzkriegReader
from rules.engine.evidence import Board, Piece, Record, Shown
from rules.engine.reading import Read
from tests.rules.blitzkrieg.battlefield import Field

CHRONICLE = assets.load("blitzkrieg").chronicle
UNIT = Piece("G 1", uid="1")


def field() -> Field:
    made = Field().formation("I", "german", hq="1602").formation("G", "french")
    return made.unit("G 1", "infantry", "I", "1505", ooc=True).unit("foe", "infantry", "G", "1506")


def read(position: Position, *records: Record) -> list[Read]:
    """What is read in steps of one record each."""
    reader = BlitzkriegReader(field().battle(), {"German": "german", "French": "french"}, CHRONICLE)
    steps = [Shown(at, (record,), at=at, side="German") for at, record in enumerate(records)]
    found = list[Read]()
    for at, step in enumerate(steps):
        found += reader.read(step, position, steps[at + 1 :], Board)
    return found


def actions(found: Sequence[Read]) -> list[do.Action]:
    return [each.action for each in found]


def marker(phase: str, turn: int = 1) -> Record:
    return Record("phase", {"p": phase, "t": str(turn)})


def test_the_tracker_that_goes_too_far_and_back_goes_where_it_ends():
    """BLZ-2.2.2a, BLZ-2.3b"""
    over = field().position("DRAW", passed="both")

    assert actions(read(over, marker("End"), marker("Operations"))) == []
    assert actions(read(over, marker("End"), marker("Operations"), marker("End"))) == [do.EndPhase(reason="passes")]
    ended, onward = do.EndPhase(reason="passes"), do.NextTurn(turn=2, by="german")
    assert actions(read(over, marker("End"))) == [ended]
    assert actions(read(over, marker("Admin", 2))) == [ended, onward]
    assert actions(read(field().position("TURN_END"), marker("Admin", 2))) == [onward]


@pytest.mark.parametrize(("clicks", "marked"), [("off", [False]), ("off on", [])])
def test_a_marker_that_is_taken_off_and_put_on_again_was_never_off(clicks: str, marked: list[bool]):
    """BLZ-2.1b"""
    said = [Record("state", {"what": "OOC", "v": each}, UNIT) for each in clicks.split()]
    found = actions(read(field().position(acting="I"), *said))

    assert [each.on for each in found if isinstance(each, do.Mark)] == marked


def moved(here: str, there: str, how: str = "Move") -> Record:
    return Record("step", {"a": how, "from": here, "h": there, "col": "no"}, UNIT)


def test_a_piece_that_was_dragged_into_a_wrong_hex_and_put_back_has_attacked_nobody():
    """BLZ-9b"""
    acting = field().position(acting="I")
    attack = do.Assault(units=("G 1",), hex="1506", by="german")

    assert actions(read(acting, moved("1505", "1506", "Melee"))) == [attack]
    (back,) = actions(read(acting, moved("1505", "1504", "Melee"), moved("1504", "1505", "Melee")))
    said = field().play(acting, back)
    assert [each.why for each in said.last.findings] == ["move.put-back"]
    assert said.legal
    assert said.position == acting


def test_a_piece_that_retreats_into_a_wrong_hex_and_is_put_back_retreats_where_it_ends():
    """BLZ-9.1.2f"""
    acting = field().position(acting="G")
    way = [moved("1505", "1504", "Retreat"), moved("1504", "1505", "Retreat"), moved("1505", "1506", "Retreat")]

    assert actions(read(acting, *way, moved("1506", "1507", "Move"))) == [
        do.Retreat(unit="G 1", path=("1506", "1507"), by="german")
    ]


def test_who_draws_without_a_word_has_ended_the_activation_whatever_the_next_one_says():
    """BLZ-2.2.2c"""
    made = field()
    reader = BlitzkriegReader(made.battle(), {"German": "german"}, CHRONICLE)
    drawn = Record("draw", {}, Piece("G"))
    later = [Shown(at, (Record(verb, {}),), at=at) for at, verb in ((1, "act"), (2, "actend"))]
    found = list(reader.read(Shown(0, (drawn,), side="French"), made.position(acting="I"), later, Board))

    assert actions(found)[0] == do.EndActivation(by="german")
    late = list(reader.read(Shown(3, (drawn,), at=3, side="French"), made.position(acting="I"), later[1:], Board))
    assert isinstance(actions(late)[0], do.Draw)


def test_who_says_twice_that_his_set_up_is_done_has_said_it_once():
    """BLZ-12.1.3a"""
    made = field()
    reader = BlitzkriegReader(made.battle(), {"German": "german"}, CHRONICLE)

    said = ((3, "german"), (4, "german"), (5, "french"), (7, "french"))

    assert [reader.said_twice(at, side) for at, side in said] == [False, True, False, False]
