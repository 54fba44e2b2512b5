"""Fog, rain and blizzards of the first turns: what is seen, moved and hit in them (8.1, 12.2.1, 24.11)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Assault, Bombard, Complete, Defend, Disorganise, Move
from rules.caporetto.assault.resolving import boxed, snow
from rules.caporetto.fire import bombardment, defence
from rules.caporetto.fire.sight import farthest, sees
from rules.caporetto.game import Cases
from rules.caporetto.movement.prices import price
from rules.engine.actions import Action
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import SWITCHES, thrown

OURS, MORE, THEIRS, ALSO, FIELD = "ahg.ir23.1", "ahg.ir23.2", "it.massa.1", "it.massa.2", "it.fld1"
HERE, GOAL = "4111", "4112"
LOW, HIGH = {"terrain": "open", "level": 1}, {"terrain": "high", "level": 6}
OVER = Complete(formation="ahg.ir23")
ATTACK = Assault(unit=OURS, at=GOAL)


def board(turn: int = 1, phase: str = "ActionAHG") -> Board:
    return Board(phase, "cividale", turn)


def fight(turn: int = 1, **kinds: dict[str, object]) -> Board:
    """A battalion beside another, in hexes of some kinds."""
    made = board(turn).put(OURS, HERE).put(THEIRS, GOAL).acting("ahg.ir23")
    for place, facts in kinds.items():
        made.hex(place[1:], **facts)
    return made


def case_of(made: Board, action: Action = OVER):
    return Cases(made.battle(), SWITCHES)(made.position(), action)


# ----------------------------------------------------------------------------------------------------------- the track
@pytest.mark.parametrize(
    ("turn", "skies"),
    [(1, ("fog", "rain", "blizzard")), (2, ("rain",) * 3), (3, ("clear",) * 3), (7, ("clear",) * 3)],
)
def test_the_weather_of_a_turn_is_that_of_its_track(turn: int, skies: tuple[str, ...]) -> None:
    """CAP-4.4a CAP-8.1b CAP-8.1i CAP-24.11a CAP-24.11b: by level; fog lies low, a blizzard on high mountains."""
    case = case_of(board(turn).hex("4001", **LOW).hex("4003", **HIGH).put(OURS, HERE))
    assert tuple(case.layout.sky(place) for place in ("4001", "4002", "4003")) == skies


# -------------------------------------------------------------------------------------------------------- what is seen
def test_nobody_sees_into_fog_or_out_of_it_and_two_hexes_far_in_rain() -> None:
    """CAP-8.1c CAP-8.1h CAP-8.1a"""
    rain = case_of(board(2))
    assert [sees(rain, HERE, place) for place in ("4113", "4114")] == [True, False]
    fog = case_of(board().hex(GOAL, **LOW))
    assert not sees(fog, HERE, GOAL)
    assert not sees(fog, GOAL, HERE)
    assert sees(case_of(board(7)), HERE, "4117")


def test_clouds_shorten_sight_to_four_hexes() -> None:
    """CAP-8.1g"""
    made = case_of(board(7))
    made.layout._sky = {"middle": "cloudy"}
    assert farthest(made, HERE, "4120") == 4


@pytest.mark.parametrize(("turn", "rules"), [(7, ()), (2, ("CAP-12.1.1a",))])
def test_what_nobody_sees_in_the_rain_is_not_bombarded(turn: int, rules: tuple[str, ...]) -> None:
    """CAP-8.1h"""
    made = Board("ActionIT", "cividale", turn).put(THEIRS, "4115").put(OURS, HERE)
    made.put(FIELD, "4115", attached="it.massa").acting("it.massa")
    assert made.does(Bombard(unit=FIELD, hex=HERE)).rules == rules


def test_no_zone_of_control_reaches_into_fog_or_out_of_it() -> None:
    """CAP-8.1d"""
    way = (Move(unit=OURS, hex=GOAL), Move(unit=OURS, hex="4212"))
    near = {
        place: board(turn).put(OURS, HERE).put(THEIRS, "4113").acting("ahg.ir23")
        for place, turn in (("a", 1), ("b", 3))
    }
    assert near["b"].hex("4113", **LOW).does(*way).rules == ("CAP-10.1.1c",)
    assert near["a"].hex("4113", **LOW).does(*way).legal, "out of fog"
    assert near["a"].hex("4113", terrain="open", level=3).hex(GOAL, **LOW).does(*way).legal, "into it"


# ------------------------------------------------------------------------------------------------------------ movement
def test_a_blizzard_makes_ways_dearer() -> None:
    """CAP-8.1k CAP-8.1l"""
    made = board().hex(GOAL, **HIGH).put(THEIRS, HERE).put(FIELD, HERE, "Limbered").hex(HERE, terrain="open", level=6)
    assert price(case_of(made), THEIRS, HERE, GOAL) == 16
    light = made.put("ahg.mtn12", HERE, "Limbered")
    assert price(case_of(light), "ahg.mtn12", HERE, GOAL) == 24
    assert price(case_of(board(3).hex(GOAL, **HIGH).hex(HERE, terrain="open", level=6)), THEIRS, HERE, GOAL) == 12


def test_who_is_not_on_foot_pays_in_a_blizzard_by_one_reading() -> None:
    made = board(1, "Rest").hex(GOAL, **HIGH).hex(HERE, **HIGH).kind(THEIRS, cycle=True).worth(THEIRS, movement=3)
    made.put(THEIRS, HERE, level=3)
    goes = Move(unit=THEIRS, hex=GOAL)
    assert made.does(goes, rulings=("CAP-A74=infantry",)).legal
    assert made.does(goes, rulings=("CAP-A74=every",)).rules == ("CAP-10.4d",)
    assert made.kind(THEIRS, cycle=False).does(goes).rules == ("CAP-10.4d",), "CAP-8.1k"


# ---------------------------------------------------------------------------------------------------------------- fire
def test_fog_shifts_defensive_fire_two_columns() -> None:
    """CAP-8.1e"""
    aimed = {"defends": {THEIRS: HERE}, "attacks": {OURS: GOAL}}
    assert defence.shift(case_of(fight().but(**aimed)), HERE, (OURS,)) == 0
    assert defence.shift(case_of(fight(x4111=LOW).but(**aimed)), HERE, (OURS,)) == -1, "and uphill"
    assert defence.shift(case_of(fight(x4111=LOW, x4112=LOW).but(**aimed)), HERE, (OURS,)) == -2, "once only"
    some = fight(x4112=LOW).put(ALSO, "4211").but(defends={THEIRS: HERE, ALSO: HERE}, attacks={OURS: GOAL})
    assert defence.mist(case_of(some), HERE) is None


def fire(unit: str = THEIRS) -> Defend:
    return Defend(unit=unit, hex=HERE)


def test_at_attackers_in_fog_only_the_attacked_fire() -> None:
    """CAP-12.2.1b CAP-8.1n"""
    made = fight(x4111=LOW).put(ALSO, "4211")
    assert made.does(ATTACK, fire()).legal
    assert made.does(ATTACK, fire(ALSO)).rules == ("CAP-12.2.1b",)
    assert fight(7, x4111=LOW).put(ALSO, "4211").does(ATTACK, fire(ALSO)).legal


def test_whether_others_fire_out_of_fog_is_a_question() -> None:
    made = fight(x4211=LOW).put(ALSO, "4211")
    assert made.does(ATTACK, fire(ALSO)).last.verdict == "undecided"
    assert made.does(ATTACK, fire(ALSO), rulings=("CAP-A88=beside",)).legal
    assert made.does(ATTACK, fire(ALSO), rulings=("CAP-A88=attacked",)).rules == ("CAP-12.2.1b",)


def test_guns_do_not_fire_into_fog_in_defence() -> None:
    """CAP-12.2.4e"""
    made = fight(x4111=LOW).put(FIELD, "4113")
    assert made.does(ATTACK, fire(FIELD)).rules == ("CAP-12.2.4e",)
    assert fight().put(FIELD, "4113").does(ATTACK, fire(FIELD)).legal


def test_nobody_fires_at_those_who_pass_in_fog() -> None:
    """CAP-8.1f"""
    shot = Defend(unit=THEIRS, hex="4011", what="infiltration")
    made = board().put("ahg.ir62.1", HERE).put(THEIRS, GOAL).acting("ahg.ir62")
    goes = Move(unit="ahg.ir62.1", hex="4011")
    assert made.does(goes, shot).legal
    assert made.hex(GOAL, **LOW).does(goes, shot).rules == ("CAP-10.1.2c",)


def test_a_blizzard_halves_fire_into_it() -> None:
    """CAP-8.1j"""
    made = Board("ActionIT", "cividale", 1).put(FIELD, "4113").put(OURS, HERE).worth(FIELD, fire=8)
    assert bombardment.factors(case_of(made), FIELD, HERE) == 8
    assert bombardment.factors(case_of(made.hex(HERE, **HIGH)), FIELD, HERE) == 4


def test_whether_it_halves_fire_out_of_it_is_a_question() -> None:
    made = Board("ActionIT", "cividale", 1).hex("4113", **HIGH).put(FIELD, "4113", attached="it.massa").put(OURS, HERE)
    made.put(THEIRS, GOAL).worth(FIELD, fire=6).acting("it.massa").but(bombs={FIELD: f"{HERE} troops"})
    shot, over = thrown("BOMBARD", HERE, 4), Complete(formation="it.massa")
    hit = Disorganise(unit=OURS, change="more")
    assert made.does(*shot, hit, over, rulings=("CAP-A53=into",)).legal
    assert made.does(*shot, over, rulings=("CAP-A53=into",)).rules == ("CAP-12.1.5c",)
    assert made.does(*shot, over, rulings=("CAP-A53=out",)).rules == ("CAP-12.1.5b",)
    assert made.does(*shot, over).legal, "nobody knows"


# ------------------------------------------------------------------------------------------------------------ assaults
def test_a_blizzard_costs_an_assault_a_column() -> None:
    """CAP-8.1m"""
    up = fight(x4112=HIGH, x4111=HIGH)
    clear = fight(3, x4112=HIGH, x4111=HIGH)
    assert snow(case_of(up), GOAL, (OURS,))
    assert not snow(case_of(clear), GOAL, (OURS,))
    boxes = [boxed(case_of(made), GOAL, (OURS,), (THEIRS,), 1) for made in (clear, up)]
    charts = up.battle().charts
    columns = [charts.assault[1].index(each) for each in boxes]
    assert columns[0] > columns[1]
    some = fight(x4111=HIGH).put(MORE, "4011")
    assert snow(case_of(some), GOAL, (OURS, MORE)) is None
