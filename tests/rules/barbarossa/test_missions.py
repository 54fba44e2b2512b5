"""Missions that are left out: who stays on his airfield, and who intercepts and does not fight (9.4, 9.9)."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.hangar import plane
from tests.rules.barbarossa.tabletop import accused, read

ENDS = do.Advance(to="S6")
UNFLOWN, UNFOUGHT = "Illegal BAR-9.4a air.unflown", "Illegal BAR-9.9c air.unfought"


def flown(unit: str, *hexes: str) -> tuple[Action, ...]:
    """A take-off from a half hex, and the flight on from there."""
    first, *others = hexes
    return do.TakeOff(unit=unit, hex=first), *(do.Fly(unit=unit, hex=place) for place in others)


STUKA = flown("G1", "0600", "0601", "0602", "0603", "0604")
"""The air strike that G1 flies."""
FIGHTER = flown("S1", "0600", "0601", "0602", "0603", "0604")
"""The way of S1 to where G1 is."""
DUEL = (
    do.Duel(unit="S1", target="G1"),
    do.Strike(unit="S1", target="G1"),
    Roll(purpose="MELEE", who="S1", dice=(6,) * 4),
    do.Mark(unit="S1", what="ammo", value=2),
    do.Mark(unit="S1", what="boxes", value=1),
)


def chased(*, staff: bool = True, **fighter: object) -> Field:
    """G1 with an air strike, S1 sent to intercept it, each with a headquarters."""
    made = plane().unit("S1", "fighter", "", **{"air": 4, **fighter}).order("S1", "intercept", target="G1")
    return made.unit("S9", "hq", "0909") if staff else made


def told(made: Field, *done: Action) -> list[str]:
    return accused(read(made, made.at("S5"), *done, ENDS))


def test_who_intercepts_takes_off_and_fights_if_his_enemy_flies():
    """BAR-9.4a, BAR-9.9c, BAR-9.12d"""
    assert told(chased(), *STUKA) == [UNFLOWN]
    assert told(chased(), *STUKA, *FIGHTER) == [UNFOUGHT]
    assert not {UNFLOWN, UNFOUGHT} & {*told(chased(), *STUKA, *FIGHTER, *DUEL)}


def test_who_intercepts_may_be_flown_before_the_one_he_is_sent_at_but_not_at_nobody():
    """BAR-9.5b, BAR-9.12d"""
    assert told(chased(), *FIGHTER, *STUKA) == [UNFOUGHT]
    made = Field().unit("G1", "stuka", "", air=4).unit("S9", "hq", "0909")
    made.unit("S1", "fighter", "", air=4).order("S1", "intercept", target="G1")
    assert told(made, *FIGHTER) == ["Illegal BAR-9.5b air.nobody"]


@pytest.mark.parametrize("made", [chased(staff=False), chased(air=3), chased(ammo=0)])
def test_who_cannot_intercept_stays_at_home(made: Field):
    """BAR-9.4a, BAR-9.4b, BAR-10.10a, BAR-9.9r"""
    assert told(made, *STUKA) == []


def test_who_has_nobody_to_intercept_stays_at_home():
    """BAR-9.4a, BAR-9.12d"""
    assert told(chased()) == [UNFLOWN]
    made = Field().unit("G1", "stuka", "", air=4).unit("S9", "hq", "0909")
    made.unit("S1", "fighter", "", air=4).order("S1", "intercept", target="G1")
    assert told(made) == []


@pytest.mark.parametrize(("order", "fields"), [
    ("air_strike", {}),
    ("recon", {"number": 1, "rounds": 2}),
    ("air_patrol", {"number": 1, "rounds": 2}),
])  # fmt: skip
def test_a_mission_that_nothing_stands_against_is_flown(order: str, fields: dict[str, int]):
    """BAR-9.4a"""
    assert told(plane(order, **fields)) == [UNFLOWN]
    assert told(plane(order, **fields), *STUKA) == []
    assert told(plane(order, staff="", **fields)) == []
    assert told(plane(order, air=3, **fields)) == []


@pytest.mark.parametrize(("flies", "found"), [(True, [UNFLOWN]), (False, [])])
def test_who_escorts_goes_with_the_one_who_flies(flies: bool, found: list[str]):
    """BAR-9.4a, BAR-9.19c"""
    made = plane().unit("G2", "fighter", "", air=4).order("G2", "escort", target="G1")
    if not flies:
        made.order("G1")
        made.units["G1"] = Field().unit("G1", "stuka", "", air=4).units["G1"]
    assert told(made, *(STUKA if flies else ())) == found


def test_of_who_has_lost_his_mission_it_is_not_said_that_he_did_not_fly():
    """BAR-9.4a, BAR-9.9g"""
    made = chased(flown=0)
    made.units["S1"] = Field().unit("S1", "fighter", "", air=4).units["S1"]
    assert told(made, *STUKA) == []
