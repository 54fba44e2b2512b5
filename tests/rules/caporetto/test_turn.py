"""Supply, rally, losses, victory (chapters 9, 15, 16, 20, 26, 27)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Activate, Begin, Decline, Disorganise, Leave, Lose, Move, Result, Show, Slot
from rules.caporetto.assault.resolving import shift
from rules.caporetto.game import Cases
from rules.caporetto.layout import Layout
from rules.engine.dice import Roll
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, Field

SUPPLY, RALLY = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
UNIT = "it.siena.1"
WEAK, MARKED = Disorganise(unit=UNIT, change="more"), Show(unit=UNIT, state="OOS")
LESS = Disorganise(unit=UNIT, change="less")


def cut_off(level: int = 0, *enemies: str) -> Field:
    """An Italian battalion far behind the enemy's lines."""
    field = Field("Rest").put(UNIT, "3429", level=level)
    for number, place in enumerate(enemies, 1):
        field.put(f"ahg.ksch1.{number}", place)
    return field


# -------------------------------------------------------------------------------------------------------------- supply
def test_whoever_is_out_of_supply_is_disorganised_and_marked() -> None:
    assert cut_off().does(SUPPLY, WEAK, MARKED, RALLY).legal
    assert cut_off().does(SUPPLY, MARKED, RALLY).rules == ("CAP-9.3b",)
    assert cut_off().does(SUPPLY, WEAK, RALLY).rules == ("CAP-9.3e",)
    assert Field("Rest").put(UNIT, "4402").does(SUPPLY, RALLY).legal


def test_beside_an_enemy_it_surrenders_at_last_and_far_from_one_it_stays() -> None:
    gone = Leave(unit=UNIT, why="surrendered")
    assert cut_off(3, "3428").does(SUPPLY, gone, RALLY).legal
    assert cut_off(3, "3428").does(SUPPLY, MARKED, RALLY).rules == ("CAP-9.3c",)
    assert cut_off(3).does(SUPPLY, MARKED, RALLY).legal


def test_an_enemy_beside_a_road_cuts_it_and_a_friend_helps_across_country_only() -> None:
    """CAP-9.2.1c CAP-9.2.1b"""

    def supplied(*others: tuple[str, str]) -> bool:
        field = Field().put(UNIT, "4302")
        for name, place in others:
            field.put(name, place)
        return Layout(field.battle(), field.position().units, field.battle().ground).supplied("4302", "it")

    assert supplied()
    ring = tuple(
        (f"ahg.ksch{1 + n // 3}.{1 + n % 3}", place) for n, place in enumerate(("4303", "4402", "4301", "4202"))
    )
    assert not supplied(*ring, ("ahg.ksch2.2", "4201"), ("ahg.ksch2.3", "4401"))


# --------------------------------------------------------------------------------------------------------------- rally
def test_a_unit_sheds_a_point_in_the_rally_phase() -> None:
    field = Field("Rally").put(UNIT, "4302", level=2)
    assert field.does(LESS).legal
    assert field.does(LESS, LESS).rules == ("CAP-20.1d",)
    assert Field("Rest").put(UNIT, "4302", level=2).does(LESS).rules == ("CAP-4.12b",)
    assert Field("Rest").put(UNIT, "4302", level=2).does(WEAK, LESS).legal


@pytest.mark.parametrize(("mark", "rule"), [("Forced", "CAP-20.1a"), ("OOC", "CAP-20.1b")])
def test_whoever_bears_one_of_these_marks_does_not_rally(mark: str, rule: str) -> None:
    assert Field("Rally").put(UNIT, "4302", mark, level=2).does(LESS).rules == (rule,)


def test_whoever_lies_out_of_supply_does_not_rally_and_a_marker_that_was_left_bars_nobody() -> None:
    """CAP-20.1a CAP-4.12b"""
    assert Field("Rally").put(UNIT, "3429", "OOS", level=2).does(LESS).rules == ("CAP-20.1a",)
    assert Field("Rally").put(UNIT, "4302", "OOS", level=2).does(LESS).legal


def test_nobody_rallies_near_enemies_beside_a_friend_that_is_a_question() -> None:
    near = Field("Rally").put(UNIT, "4302", level=2).put("ahg.ir7.1", "4401")
    assert near.does(LESS).last.verdict == "illegal"
    assert near.does(LESS).rules == ("CAP-20.1a",)
    beside = near.put("it.siena.2", "4302")
    assert beside.does(LESS).last.verdict == "undecided"
    assert beside.does(LESS, rulings=("CAP-A111=never",)).last.verdict == "illegal"
    assert beside.does(LESS, rulings=("CAP-A111=beside",)).legal


def test_marks_of_the_turn_come_off() -> None:
    field = Field("Supply").put(UNIT, "4302", "OOC")
    end = (Begin(phase="Victory", turn=7), Begin(phase="Reinforcement", turn=8))
    assert field.does(RALLY, Show(unit=UNIT, state="OOC", on=False), *end).legal
    assert field.does(RALLY, *end).rules == ("CAP-4.12d",)


# -------------------------------------------------------------------------------------------------------------- losses
def test_a_unit_has_as_many_steps_as_it_has_faces() -> None:
    field = Field().put(UNIT, "4302")
    assert field.does(Lose(unit=UNIT)).legal
    assert field.does(Lose(unit=UNIT), Leave(unit=UNIT, why="lost")).legal
    assert field.does(Lose(unit=UNIT), Lose(unit=UNIT)).rules == ("CAP-16.1a",)
    german = Field().put("ahg.jr11.1", "4302")
    assert german.does(Lose(unit="ahg.jr11.1"), Lose(unit="ahg.jr11.1")).legal


def test_a_german_battalion_has_a_step_less_strength_with_each_loss_and_ends_as_a_company() -> None:
    """CAP-21.10b CAP-21.10c CAP-21.10d"""
    name, loss = "ahg.ir63.1", Lose(unit="ahg.ir63.1")
    made = Field(scenario="cividale").put(name, "2711")
    worth = []
    for count in range(4):
        after = made.does(*[loss] * count).position
        face = Cases(made.battle(), SWITCHES)(after, loss).face(name)
        worth.append((face.combat, face.mg, face.movement))
    assert worth == [(4, 6, 9), (3, 4, 9), (2, 2, 9), (1, 1, 9)]
    assert made.does(*[loss] * 3, Leave(unit=name, why="lost")).legal


def test_no_zone_of_control_reaches_where_nobody_could_go() -> None:
    """CAP-3.0s"""

    def threatened(**barrier: bool) -> bool:
        made = Board().put("it.siena.1", "4112").side("4111", "4112", **barrier)
        return Cases(made.battle(), SWITCHES)(made.position(), SUPPLY).layout.threatened("4111", "ahg")

    assert threatened()
    assert not threatened(rock=True)
    assert not threatened(isonzo=True, river=True)
    assert threatened(isonzo=True, river=True, bridge=True)


# ------------------------------------------------------------------------------------------------------------- victory
def test_whoever_holds_most_wins() -> None:
    end = Field("Victory", turn=8)
    assert end.does(Result(winner="it")).legal
    assert end.does(Result(winner="ahg")).rules == ("CAP-27.3a",)
    assert Field("Victory", "cividale", 8).does(Result(winner="ahg")).rules == ("CAP-26.3a",)


def test_the_game_ends_with_its_second_turn() -> None:
    assert Field("Victory", turn=7).does(Result(winner="it")).rules == ("CAP-27.1a",)
    assert Field("Victory", "cividale").does(Result(winner="it")).rules == ("CAP-26.1a",)


def test_a_village_is_held_by_whoever_was_in_it_last_but_no_guns() -> None:
    taken = Field().put("ahg.ir7.1", "4005").does(Move(unit="ahg.ir7.1", hex="3906"))
    assert taken.position.held["3906"] == "ahg"
    guns = Field("Guns").put("ahg.mtn50", "4005", "Limbered").does(Move(unit="ahg.mtn50", hex="3906"))
    assert guns.position.held["3906"] == "it"


def test_engineers_begin_repairs_before_they_blow_bridges_and_the_central_powers_come_first() -> None:
    """CAP-4.5b CAP-4.5e"""
    made = Field("Engineers", "cividale").put("it.eng2", "2707").put("ahg.eng2", "2707")
    both = tuple(Roll(purpose="BLOW", who=name, dice=(5,)) for name in ("ahg.eng2", "it.eng2"))
    assert made.does(*both).legal
    assert made.does(*reversed(both)).rules == ("CAP-4.5e",)
    dug = Field("Engineers", "cividale").put("it.eng2", "2707").put("ahg.eng2", "2620").but(trenches={"2620": 0})
    begins = Show(unit="ahg.eng2", state="Building")
    assert dug.does(begins, both[1]).legal
    assert dug.does(both[1], begins).rules == ("CAP-4.5e",)


def test_without_points_the_italians_choose_nobody() -> None:
    """CAP-6.1a"""
    over = Begin(phase="Initiative", turn=7)
    made = Field("Command").put("it.siena.1", "4401").but(points=0)
    assert made.does(over).legal
    assert made.does(Slot(hq="it.siena.hq", box="ready"), over).rules == ("CAP-6.1a",)


def test_whoever_fails_to_react_may_be_activated_later() -> None:
    """CAP-14.0j"""
    made = Field("ActionIT").put("it.siena.1", "4401").but(slots={"it.siena.hq": "ready"})
    failed = Field("ActionAHG").put("it.siena.1", "4401").put("ahg.ir7.1", "4618")
    failed.but(slots={"it.siena.hq": "ready"}, answer="ahg", stack=("ActionAHG", "Reacting"))
    tried = (Roll(purpose="REACTION", who="it.siena.hq", dice=(6,)), Decline(what="reaction"))
    later = (Begin(phase="ActionIT", turn=7), Activate(hq="it.siena.hq", hex="4401"))
    assert made.does(later[1]).legal
    assert failed.does(*tried, *later).legal
    reacts = Activate(hq="it.siena.hq", hex="4401", kind="reaction")
    assert failed.does(tried[0], reacts).rules == ("CAP-14.0c",)


PAIR = (("ahg.ir62.1",), ("it.massa.1",))


def test_infiltrators_of_the_germans_gain_without_limit() -> None:
    """CAP-21.5.4a: seven points of morale and eight of disorganisation are seven columns."""
    made = Board("ActionAHG", "cividale").put("ahg.ir62.1", "4111").put("it.massa.1", "4112", level=3)
    made.worth("ahg.ir62.1", morale=12).acting("ahg.ir62").kind("ahg.ir62.1", horse=True)
    gained = shift(Cases(made.battle(), SWITCHES)(made.position(), Begin(phase="Rest", turn=7)), "4112", *PAIR)
    capped = made.kind("ahg.ir62.1", horse=True, infiltrates=False)
    assert gained == 4
    assert shift(Cases(capped.battle(), SWITCHES)(capped.position(), Begin(phase="Rest", turn=7)), "4112", *PAIR) == 3
