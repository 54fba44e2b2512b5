"""Flamethrowers: what they bear of others' losses, when they are lost, what they gain (21.4)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Assault, Begin, Bombard, Complete, Defend, Leave, Lose, Move, Show
from rules.caporetto.fire.flames import burns
from rules.caporetto.game import Cases
from rules.engine.actions import Action
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, Field, more, thrown

FLAMES, OURS, MATE, THEIRS = "ahg.fl12", "ahg.gr119.1", "ahg.gr119.2", "it.siena.1"
HERE, GOAL, BEHIND = "4111", "4112", "4113"
OVER = Complete(formation="ahg.gr119")
GONE = Leave(unit=FLAMES, why="lost")


def board(phase: str = "Rest") -> Board:
    return Board(phase, "legend", 7).but(blown=frozenset())


def attack(*others: str) -> Board:
    """A battalion with flamethrowers, and others, beside an Italian one with many machine guns."""
    made = board("ActionAHG").put(OURS, HERE).put(FLAMES, HERE).put(THEIRS, GOAL).worth(THEIRS, mg=9)
    for name in others:
        made.put(name, HERE)
    return made.acting("ahg.gr119")


# ------------------------------------------------------------------------------------------------------ what they bear
@pytest.mark.parametrize(("die", "owed"), [(4, (more(OURS),)), (6, (more(OURS), Lose(unit=OURS)))])
def test_who_stands_with_flamethrowers_bears_what_falls_on_the_hex_and_they_bear_nothing(
    die: int, owed: tuple[Action, ...]
) -> None:
    """CAP-21.4a CAP-12.1.5c CAP-12.1.5d"""
    made = Field("ActionIT", "legend", 3).put(OURS, "4302").put(FLAMES, "4302").put(THEIRS, "4402")
    made.put("it.fld1", "4408", attached="it.siena").acting("it.siena").but(star=())
    shot, over = (Bombard(unit="it.fld1", hex="4302"), *thrown("BOMBARD", "4302", die)), Complete(formation="it.siena")
    lost = made.does(*shot).due
    assert not any(FLAMES in str(due) for due in lost)
    assert {option for due in lost for option in due.options if not hasattr(option, "purpose")} == {*owed}
    assert "CAP-15.4a" not in made.does(*shot, *owed, over).rules
    assert set(made.does(*shot, *owed[:-1], over).rules) & {"CAP-12.1.5c", "CAP-12.1.5d"}


def test_flamethrowers_are_no_burden_on_supplies_and_marches() -> None:
    """CAP-21.4a CAP-9.3c CAP-10.0.3a"""
    made = board().put(FLAMES, HERE).put(OURS, HERE).put(THEIRS, GOAL)
    weak = tuple(deed for name in (OURS, THEIRS) for deed in (more(name), Show(unit=name, state="OOS")))
    supply, rally = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
    assert made.does(supply, *weak, rally).legal
    assert set(made.does(supply, *weak[:2], rally).rules) == {"CAP-9.3b", "CAP-9.3e"}
    far = board().put(FLAMES, "4111").put(OURS, "4121")
    assert far.does(Move(unit=FLAMES, hex="4121")).legal, "a forced march"
    assert far.does(Move(unit=FLAMES, hex="4126")).rules == ("CAP-10.0.3a",)


def test_nobody_has_to_throw_dice_for_flamethrowers_that_run_into_a_barrage() -> None:
    """CAP-21.4a CAP-12.1.6d"""
    made = board().put(OURS, GOAL).put(FLAMES, HERE).put(MATE, HERE).put("it.fld1", "4118")
    made.but(barrages={"it.fld1": (GOAL, 8)}, struck=frozenset({f"{OURS} {GOAL}"}), volleys={GOAL: 1})
    over = Begin(phase="Supply", turn=7)
    assert "CAP-12.1.6d" not in made.does(Move(unit=FLAMES, hex=GOAL), over).rules
    assert "CAP-12.1.6d" in made.does(Move(unit=MATE, hex=GOAL), over).rules


# --------------------------------------------------------------------------------------------------- when they are lost
def fire() -> tuple[Action, ...]:
    return Assault(unit=OURS, at=GOAL), Defend(unit=THEIRS, hex=HERE), *thrown("DEFEND", HERE, 6)


def test_a_step_that_fire_in_defence_costs_costs_the_flamethrowers_too() -> None:
    """CAP-21.4d"""
    made = attack()
    shot = fire()
    owed = [due.rule for due in made.does(*shot).due]
    assert owed.count("CAP-21.4d") == 1
    losses = (more(OURS), more(OURS), Lose(unit=OURS))
    assert "CAP-21.4d" in made.does(*shot, *losses, OVER).rules
    assert "CAP-21.4d" not in made.does(*shot, *losses, GONE, OVER).rules


def test_whose_flamethrowers_they_are_is_not_known_where_two_may_bear_them() -> None:
    """CAP-21.4d"""
    made = attack(MATE)
    assert "CAP-21.4d" not in [due.rule for due in made.does(*fire()).due]


def test_flamethrowers_are_lost_with_the_last_unit_that_may_bear_them() -> None:
    """CAP-21.4h"""
    lost, over = Leave(unit=OURS, why="lost"), Begin(phase="Supply", turn=7)
    made = board().put(FLAMES, HERE).put(OURS, HERE, lost=3)
    assert made.does(lost, GONE, over).legal
    assert made.does(lost, over).rules == ("CAP-21.4h",)
    assert made.does(lost, Move(unit=OURS, hex=HERE, how="place"), over).legal, "he was taken off by mistake"
    assert made.put(MATE, HERE).does(lost, over).legal
    assert board().put(FLAMES, HERE).put(OURS, HERE, lost=3).put("ahg.mg1", HERE).does(lost, over).legal


def test_flamethrowers_may_go_with_machine_guns() -> None:
    """CAP-21.4c CAP-21.3a"""
    over = Begin(phase="Supply", turn=7)
    for other, rules in (("ahg.mg1", ()), ("ahg.fld12", ("CAP-21.4c",))):
        made = board().put(FLAMES, HERE).put(other, GOAL)
        assert made.does(Move(unit=FLAMES, hex=GOAL), over).rules == rules


# ------------------------------------------------------------------------------------------------------ what they gain
def gains(made: Board, *ours: str) -> bool | None:
    return burns(Cases(made.battle(), SWITCHES)(made.position(), OVER), GOAL, ours or (OURS,), 1)


def test_flamethrowers_help_those_with_whom_they_stand() -> None:
    """CAP-21.4e CAP-21.4f"""
    assert gains(attack()) is True
    assert gains(attack(MATE)) is None, "they may be the other one's"
    assert gains(attack(MATE), OURS, MATE) is True
    assert gains(attack().put(FLAMES, "4110")) is False


def test_an_attack_with_flamethrowers_is_read_a_column_farther() -> None:
    """CAP-21.4e CAP-12.3.4b"""
    trench = {"terrain": "open", "level": 3, "trench": "it", "deep": 1}
    fight = (Assault(unit=OURS, at=GOAL), *thrown("ASSAULT", GOAL, 3))
    helped, alone = attack().hex(GOAL, **trench), attack().hex(GOAL, **trench).put(FLAMES, "4109")
    dues = {name: made.does(*fight).due for name, made in (("helped", helped), ("alone", alone))}
    assert {due.options for due in dues["helped"] if due.must} != {due.options for due in dues["alone"] if due.must}


def test_flamethrowers_go_on_with_victors_and_back_with_the_beaten() -> None:
    """CAP-12.3.8a CAP-12.3.5c"""
    made = attack().worth(OURS, combat=30)
    fight = (Assault(unit=OURS, at=GOAL), *thrown("ASSAULT", GOAL, 6))
    gone = (Move(unit=THEIRS, hex=BEHIND, how="retreat"), Move(unit=OURS, hex=GOAL, how="advance"))
    follows = Move(unit=FLAMES, hex=GOAL, how="advance")
    assert "CAP-12.3.8a" not in made.does(*fight, *gone, follows).rules
    assert "CAP-12.3.8a" in made.put(MATE, "4110").does(*fight, *gone, Move(unit=MATE, hex=GOAL, how="advance")).rules
