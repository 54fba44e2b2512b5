"""Whether zones of control reach into villages is a question: nobody is accused of what rests on it (3.0)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Begin, Defend, Disorganise, Move, Resolve, Show
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.board import Board

HERE, MIDDLE, THERE, BEYOND = "4110", "4111", "4112", "4113"
"""Four hexes in a line."""
A, I1 = "ahg.ir7.1", "it.siena.1"
THROUGH, STOP = ("CAP-A25=through",), ("CAP-A25=stop",)


def aside(board: Board) -> str:
    """A hex beside the first two of the line, and beside no other one of it."""
    near = board.battle().grid.neighbours
    return next(place for place in near(HERE) if place in near(MIDDLE))


def asked(board: Board, rule: str, *deeds: Action, rulings: tuple[str, ...] = ()) -> None:
    """In the open that is a breach; in a village it is a question, and settled by either of its readings."""
    village = board.does(*deeds)
    assert village.last.verdict == "undecided"
    assert rule in village.rules
    settled = board.does(*deeds, rulings=(*rulings, *THROUGH))
    assert settled.last.verdict == "illegal"
    assert {"CAP-A25": "through"} in [getattr(each, "settled", None) for each in settled.last.findings]
    assert board.does(*deeds, rulings=STOP).legal
    plain = board.hex(MIDDLE, terrain="open").does(*deeds, rulings=rulings)
    assert plain.last.verdict == "illegal"
    assert rule in plain.rules


def village(phase: str) -> Board:
    return Board(phase).hex(MIDDLE, terrain="village")


def test_whoever_enters_a_village_beside_an_enemy_stops_or_not() -> None:
    """CAP-10.1.1c CAP-A25"""
    made = village("ActionAHG").put(A, HERE).acting("ahg.ir7").worth(A, movement=3, morale=1).put(I1, "4010")
    near = made.battle().grid.neighbours
    round_it = next(place for place in near(MIDDLE) if place in near(THERE) and "4010" not in near(place))
    made.put("it.siena.2", next(place for place in near(THERE) if place in near(round_it) and place != MIDDLE))
    asked(made, "CAP-10.1.1c", Move(unit=A, hex=MIDDLE), Move(unit=A, hex=THERE))


def test_guns_enter_a_village_beside_an_enemy_or_not() -> None:
    """CAP-18.4a CAP-A25"""
    made = village("Guns").put("it.mtn1", THERE, "Limbered")
    made.put(A, aside(made))
    asked(made, "CAP-18.4a", Move(unit="it.mtn1", hex=MIDDLE))


def test_a_unit_rallies_in_a_village_beside_an_enemy_or_not() -> None:
    """CAP-20.1a CAP-A25"""
    made = village("Rally").put(I1, MIDDLE, level=2)
    made.put(A, aside(made))
    asked(made, "CAP-20.1a", Disorganise(unit=I1, change="less"))


def test_supplies_go_through_a_village_beside_an_enemy_or_not() -> None:
    """CAP-9.3b CAP-A25"""
    made = village("Rest").put(I1, HERE).road(THERE, BEYOND).source("it", BEYOND)
    for place in made.battle().grid.neighbours(HERE):
        if place != MIDDLE:
            made.side(HERE, place, river=True, isonzo=True)
    made.put(A, aside(made))
    theirs = (Disorganise(unit=A, change="more"), Show(unit=A, state="OOS"))
    supply, rally = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
    asked(made, "CAP-9.3b", supply, *theirs, rally, rulings=("CAP-A75=bridges",))


def test_a_command_path_leads_through_a_village_beside_an_enemy_or_not() -> None:
    """CAP-7.1c CAP-A25"""
    made = village("ActionAHG").put(A, THERE).worth("ahg.ir7.hq", command=2)
    made.put(I1, aside(made)).acting("ahg.ir7", HERE, sure=frozenset(), open=frozenset({A}))
    goes = Move(unit=A, hex=BEYOND)
    assert made.does(goes).last.verdict == "undecided"
    assert made.does(goes, rulings=THROUGH).last.verdict == "illegal"
    assert made.hex(MIDDLE, terrain="open").does(goes).last.verdict == "illegal"


def test_to_leave_a_village_beside_an_enemy_costs_nothing_as_long_as_that_is_open() -> None:
    """CAP-10.1.1b CAP-A25"""
    made = village("Rest").put(A, MIDDLE)
    made.put(I1, aside(made))

    def spent(*rulings: str) -> int:
        return made.does(Move(unit=A, hex=THERE), rulings=rulings).position.units[A].spent

    assert (spent(), spent(*THROUGH), spent(*STOP)) == (4, 8, 4)


def test_whoever_leaves_a_village_beside_an_enemy_may_not_get_as_far_as_others() -> None:
    """CAP-10.4d CAP-10.1.1b CAP-A25"""
    made = village("Rest").put(A, MIDDLE).worth(A, movement=2, morale=1)
    made.put(I1, aside(made))
    near, far = Move(unit=A, hex=THERE), Move(unit=A, hex=BEYOND)
    assert made.does(near).legal
    back = Move(unit=A, hex=MIDDLE)
    assert made.does(near, back, near).legal
    assert made.does(near, back, near, far).last.verdict == "undecided"
    asked(made, "CAP-10.4d", near, far)


@pytest.mark.parametrize(("terrain", "hit"), [("village", False), ("open", True)])
def test_nobody_knows_how_dangerous_the_road_into_a_village_is(terrain: str, hit: bool) -> None:
    """CAP-10.0.4g"""
    mover = "ahg.jr11.1"
    made = Board("ActionAHG").hex(MIDDLE, terrain=terrain).road(HERE, MIDDLE).put(mover, HERE).acting("ahg.jr11")
    place = aside(made)
    made.put(I1, place).put("it.mg1", place)
    shots = tuple(Defend(unit=name, hex=MIDDLE, what="infiltration") for name in (I1, "it.mg1"))
    dice = (Resolve(hex=MIDDLE, purpose="INFILTRATE"), Roll(purpose="INFILTRATE", dice=(5,)))
    found = made.does(Move(unit=mover, hex=MIDDLE, how="road"), *shots, *dice)
    assert found.legal
    assert bool(found.due) is hit
