"""Reinforcements and withdrawals of Stonne, and the assignment of independent units."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import in_command
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.model import Activation, Position
from rules.engine.actions import Action
from tests.rules.blitzkrieg.battlefield import SWITCHES
from tests.rules.blitzkrieg.tabletop import Step, accused, at_the_table
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, before_ready, opened, play, until


def turn(number: int, formation: str = "", *stack: str, **more: object) -> Position:
    """The position in a turn of Stonne, with a formation activated."""
    position = opened(STONNE).but(due=(), turn=number, stack=stack or ("DRAW",), **more)
    if not formation:
        return position
    command = STONNE.formations[formation]
    active = Activation((formation,), (command.chit,), command.side)
    return position.but(stack=("DRAW", "ACTIVE"), active=command.side, activation=active)


# ----------------------------------------------------------------------------------------------------------- entering
@pytest.mark.parametrize(
    ("number", "unit", "formation", "rule"),
    [
        (2, "fr.6grdi.ac", "fr.6grdi", "BLZ-12.2.3b"),
        (4, "fr.45bcc.h39-1", "fr.45bcc", "BLZ-12.2.3c"),
        (4, "fr.49bcc.b1-1", "fr.49bcc", "BLZ-12.2.3d"),
        (8, "fr.49bcc.b1-2", "fr.49bcc", "BLZ-12.2.3e"),
        (8, "fr.ii-67ri.inf5", "fr.ii-67ri", "BLZ-12.2.3e"),
    ],
)
def test_french_reinforcements_enter_at_1310_in_their_turn_or_later(number, unit, formation, rule):
    """BLZ-X-88, BLZ-12.2.3a, BLZ-12.2.3b, BLZ-12.2.3c, BLZ-12.2.3d, BLZ-12.2.3e"""
    enter = do.Enter(unit=unit, hex="1310")

    assert play(STONNE, turn(number, formation), enter).legal
    assert play(STONNE, turn(number + 1, formation), enter).legal
    assert play(STONNE, turn(number - 1, formation), enter).last.rules == (rule,)
    assert play(STONNE, turn(number, formation), do.Enter(unit=unit, hex="1309")).last.rules == ("BLZ-12.2.3a",)


def test_german_reinforcements_enter_in_the_north():
    """BLZ-12.2.5d"""
    enter = do.Enter(unit="de.i-69sch.inf1", hex="0106")
    gun = do.Enter(unit="de.pj8", hex="0104")

    assert play(STONNE, turn(7, "de.i-69sch"), enter, gun).legal
    assert play(STONNE, turn(6, "de.i-69sch"), enter).last.rules == ("BLZ-12.2.5d",)
    assert play(STONNE, turn(7, "de.i-69sch"), do.Enter(unit="de.pj8", hex="0109")).last.rules == ("BLZ-12.2.5d",)


def test_nobody_enters_twice_among_the_enemy_or_without_being_a_reinforcement():
    """BLZ-12.2.3b, BLZ-9b, BLZ-5a"""
    enter = do.Enter(unit="fr.6grdi.ac", hex="1310")
    held = turn(2, "fr.6grdi").unit("de.i-gd.inf1", hex="1310")
    lost = turn(2, "fr.4bcc").unit("fr.4bcc.fcm1", hex="", box="lost")
    waiting = turn(2, "fr.4bcc").unit("fr.4bcc.fcm1", hex="", box="pool")
    tank = do.Enter(unit="fr.4bcc.fcm1", hex="1310")

    assert "BLZ-12.2.3b" in play(STONNE, turn(2, "fr.6grdi"), enter, enter).last.rules
    assert play(STONNE, held, enter).last.rules == ("BLZ-9b",)
    assert play(STONNE, lost, tank).last.rules == ("BLZ-1.2c",), "the eliminated do not come back"
    assert play(STONNE, waiting, tank).last.rules == ("BLZ-12.2.2c",)
    assert play(STONNE, turn(2, "fr.4bcc"), enter).last.rules == ("BLZ-5a",)


# -------------------------------------------------------------------------------------------------------- chits
@pytest.mark.parametrize(
    ("number", "chits", "rule"),
    [
        (2, {"stonne.fr.6grdi"}, "BLZ-12.2.7a"),
        (4, {"stonne.fr.45bcc", "stonne.fr.i-67ri", "stonne.fr.49bcc", "stonne.fr.artillery.2"}, "BLZ-12.2.7a"),
        (6, {"stonne.de.artillery.2", "stonne.de.repeat.3"}, "BLZ-12.2.5c"),
        (7, {"stonne.de.i-69sch"}, "BLZ-12.2.7a"),
        (8, {"stonne.fr.ii-67ri"}, "BLZ-12.2.7a"),
    ],
)
def test_the_markers_of_reinforcements_go_into_the_cup(number, chits, rule):
    """BLZ-12.2.7a, BLZ-12.2.5c, BLZ-12.2.3c, BLZ-12.2.3d"""
    evening = turn(number - 1, "", "TURN_END")
    morning = play(STONNE, evening, do.NextTurn(turn=number))
    new = {due.options[0].chit for due in morning.due if due.rule == rule}

    assert new == chits
    assert rule in play(STONNE, morning.position, do.EndAdmin()).last.rules


# ---------------------------------------------------------------------------------------------------------- leaving
def test_the_tanks_leave_at_the_end_of_turn_three():
    """BLZ-12.2.5b"""
    used = {chit: "used" if place == "cup" else place for chit, place in opened(STONNE).chits.items()}
    over = play(STONNE, turn(3, chits=used), do.EndPhase())
    tanks = [name for name, unit in over.position.units.items() if unit.formation == "de.ii-pzr"]
    leave = [do.Remove(unit=unit) for unit in tanks]
    out = do.Discard(chit="stonne.de.ii-pzr")

    gone = play(STONNE, over.position, *leave, out, do.NextTurn(turn=4))
    assert gone.legal
    assert gone.position.units[tanks[1]].box == "withdrawn"
    assert gone.position.chits["stonne.de.ii-pzr"] == "off"
    assert set(play(STONNE, over.position, *leave, do.NextTurn(turn=4)).last.rules) == {"BLZ-12.2.5b"}
    assert play(STONNE, over.position, *leave[1:], out, do.NextTurn(turn=4)).last.rules == ("BLZ-12.2.5b",)
    assert play(STONNE, turn(2, chits=used), do.EndPhase(), leave[0]).last.verdict == "illegal"


# ------------------------------------------------------------------------------------------------- the 49th battalion
def test_the_company_that_came_first_is_always_in_command():
    """BLZ-X-85, BLZ-12.2.3d, BLZ-12.2.3e"""
    tank, enemy = "fr.49bcc.b1-1", "de.i-gd.inf1"
    early = turn(5).unit(tank, hex="0805", box="").unit(enemy, hex="0804")
    case: Case[Action] = Case(STONNE, SWITCHES, early, Action())
    late: Case[Action] = Case(STONNE, SWITCHES, early.but(turn=9), Action())
    morning: Case[Action] = Case(STONNE, SWITCHES, early.but(turn=8, stack=("ADMIN",)), Action())

    assert in_command(case, tank)
    assert in_command(morning, tank)
    assert not in_command(late, tank)
    assert "out-of-command" not in {item.key for item in column(case, enemy, firers=(tank,)).items}


# ------------------------------------------------------------------------------------------------------- assignments
def test_the_gun_of_11_rdp_goes_to_one_of_its_battalions():
    """BLZ-12.1.2f, BLZ-10.3b, BLZ-1.1b, BLZ-3.1d"""
    position = until(HANNUT, 0)

    assert play(HANNUT, position, do.Assign(unit="fr.11rdp.at", formation="fr.iii-11rdp")).legal
    assert play(HANNUT, position, do.Assign(unit="fr.11rdp.at", formation="fr.1cuir")).last.rules == ("BLZ-12.1.2f",)
    assert play(HANNUT, position, do.Assign(unit="fr.11rdp.at", formation="de.kg")).last.rules == ("BLZ-10.3b",)
    assert play(HANNUT, position, do.Assign(unit="fr.1cuir.somua1", formation="fr.2cuir")).last.rules == ("BLZ-1.1b",)


def test_the_gun_begins_with_a_unit_of_11_rdp_and_assigned():
    """BLZ-12.1.2f, BLZ-10.3b"""
    done = before_ready(HANNUT, 0)

    assert play(HANNUT, done.unit("fr.11rdp.at", hex="1001"), do.Ready()).last.rules == ("BLZ-12.1.2f",)
    assert play(HANNUT, done.unit("fr.11rdp.at", formation=""), do.Ready()).last.rules == ("BLZ-10.3b",)
    assert play(HANNUT, done.unit("fr.11rdp.at", hex="1512"), do.Ready()).legal


def test_the_gun_of_205_ri_is_disputed():
    """BLZ-12.2.2d, BLZ-12.2.5a"""
    done = before_ready(STONNE, 0)
    unassigned, far = done.unit("fr.205ri.at", formation=""), done.unit("fr.205ri.at", hex="1001")
    north = do.Deploy(unit="fr.205ri.at", hex="0112")
    german = do.Assign(unit="fr.205ri.at", formation="fr.ii-205ri", by="german")

    assert play(STONNE, done, do.Ready()).legal
    for position in (unassigned, far):
        assert play(STONNE, position, do.Ready()).last.findings[0].ruling == "AMB-31"
        assert play(STONNE, position, do.Ready(), rulings=["AMB-31=ruling"]).last.rules == ("BLZ-12.2.2d",)
        assert play(STONNE, position, do.Ready(), rulings=["AMB-31=other"]).legal
    assert play(STONNE, done.unit("fr.205ri.at", hex="1001", formation="fr.iii-205ri"), do.Ready()).legal
    assert play(STONNE, unassigned, north).last.findings[0].ruling == "AMB-31"
    assert play(STONNE, unassigned, german).last.findings[0].ruling == "AMB-31"
    assert play(STONNE, unassigned, german, rulings=["AMB-31=other"]).legal
    assert play(STONNE, unassigned, do.Assign(unit="fr.205ri.at", formation="fr.4bcc")).last.rules == ("BLZ-12.2.2d",)


def test_an_independent_formation_stays_whole_or_is_parcelled_out():
    """BLZ-12.2.7b, BLZ-12.2.7c, BLZ-12.2.7d, BLZ-3.1d"""
    position = before_ready(STONNE, 3)
    parts = [do.Assign(unit=f"fr.4bcc.fcm{number}", formation="fr.i-205ri") for number in (1, 2, 3)]
    some, gone = play(STONNE, position, *parts[:2]), play(STONNE, position, *parts)

    assert some.position.chits["stonne.fr.4bcc"] == "cup"
    assert gone.legal
    assert gone.position.chits["stonne.fr.4bcc"] == "off"
    assert play(STONNE, gone.position, do.Discard(chit="stonne.fr.4bcc"), do.Ready()).legal
    assert play(STONNE, gone.position, do.Ready()).legal
    assert play(STONNE, gone.position, do.Stock(chit="stonne.fr.4bcc")).last.rules == ("BLZ-12.2.7d",)
    assert play(STONNE, position, do.Assign(unit="de.pi43.pi1", formation="de.stug640")).last.rules == ("BLZ-12.2.7c",)


def test_it_is_decided_once_and_at_the_start():
    """BLZ-12.2.7e"""
    position, one = before_ready(STONNE, 3), do.Assign(unit="fr.4bcc.fcm1", formation="fr.i-205ri")
    other = do.Assign(unit="fr.4bcc.fcm1", formation="fr.ii-205ri")

    assert play(STONNE, position, one, other).last.rules == ("BLZ-12.2.7e",)
    assert "BLZ-12.2.7e" in play(STONNE, turn(2), one).last.rules
    assert play(STONNE, turn(2, "", "ADMIN"), one).last.rules == ("BLZ-12.2.7e",)


def test_reinforcements_are_assigned_when_they_arrive():
    """BLZ-10.3b, BLZ-12.2.7e"""
    used = {chit: "off" if "4" in chit else place for chit, place in opened(STONNE).chits.items()}
    morning = play(STONNE, turn(3, "", "TURN_END", chits=used), do.NextTurn(turn=4)).position
    only = morning.but(due=tuple(due for due in morning.due if due.rule == "BLZ-10.3b"))

    assert play(STONNE, only, do.Assign(unit="fr.67ri.at", formation="fr.i-67ri"), do.EndAdmin()).legal
    assert play(STONNE, only, do.EndAdmin()).last.rules == ("BLZ-10.3b",)


def test_whether_the_first_company_can_be_assigned_is_disputed():
    """BLZ-12.2.3d, BLZ-1.1b"""
    away = do.Assign(unit="fr.49bcc.b1-1", formation="fr.45bcc")
    morning = turn(4, "", "ADMIN")

    assert play(STONNE, morning, away).last.findings[0].ruling == "AMB-49"
    assert play(STONNE, morning, away, rulings=["AMB-49=ruling"]).last.rules == ("BLZ-1.1b",)
    assert play(STONNE, morning, away, rulings=["AMB-49=other"]).legal


def test_whether_entering_costs_anything_is_disputed():
    """BLZ-12.2.3a, BLZ-7.1b"""
    tank = "fr.45bcc.h39-1"
    steps = [do.Move(units=(tank,), hex=place) for place in ("1210", "1110", "1010")]
    played = [do.Enter(unit=tank, hex="1310"), *steps]

    assert play(STONNE, turn(4, "fr.45bcc"), *played[:3]).legal
    assert play(STONNE, turn(4, "fr.45bcc"), *played, rulings=["AMB-46=other"]).legal
    assert play(STONNE, turn(4, "fr.45bcc"), *played).last.findings[0].ruling == "AMB-46"


def test_all_markers_go_into_the_cup_at_stonne():
    """BLZ-2.2.1e"""
    kept = before_ready(STONNE, 3).chit("stonne.de.i-gd", "reserve")

    assert play(STONNE, kept, do.Ready()).last.rules == ("BLZ-2.2.1e",)


def test_the_other_side_does_not_assign_and_only_to_what_there_is():
    """BLZ-0a, BLZ-10.3b"""
    position = until(HANNUT, 0)
    foreign = do.Assign(unit="fr.11rdp.at", formation="fr.i-11rdp", by="german")
    nowhere = play(HANNUT, position, do.Assign(unit="fr.11rdp.at", formation="fr.99rdp"))

    assert play(HANNUT, position, foreign).last.rules == ("BLZ-0a",)
    assert nowhere.last.rules == ("BLZ-10.3b",)
    assert nowhere.position == position


def test_the_gun_of_205_ri_is_assigned_by_the_end_of_the_set_up():
    """BLZ-12.2.5a, BLZ-12.2.2d"""
    done = before_ready(STONNE, 3)
    unassigned = done.unit("fr.205ri.at", formation="")

    assert play(STONNE, done, do.Ready()).legal
    assert play(STONNE, unassigned, do.Ready(), rulings=["AMB-31=other"]).last.rules == ("BLZ-12.2.2d",)
    assert play(STONNE, unassigned, do.Ready(), rulings=["AMB-31=ruling"]).legal


def test_the_proposal_of_a_set_up_is_no_decision_while_the_unit_arrives():
    """BLZ-12.2.7e"""
    proposed = turn(4, "", "ADMIN").unit("fr.67ri.at", formation="fr.i-67ri")
    other = do.Assign(unit="fr.67ri.at", formation="fr.45bcc")

    assert play(STONNE, proposed, other).legal
    assert set(play(STONNE, proposed.but(turn=5), other).last.rules) == {"BLZ-12.2.7e"}


def test_a_reinforcement_dragged_beyond_its_entry_comes_too_early_whatever_its_way():
    """BLZ-12.2.3d, BLZ-12.2.3c"""
    dragged = Step("fr.49bcc.b1-1", "1210", "")

    assert "BLZ-12.2.3d" in accused(at_the_table(STONNE, turn(1, "fr.iii-205ri"), dragged))
    assert accused(at_the_table(STONNE, turn(4, "fr.49bcc"), dragged)) == []
