"""Chapters 3.4, 3.5: whom the doctrine names, and for whom an OOC marker is a duty."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.ruling import Illegal
from tests.rules.blitzkrieg.battlefield import Field

NEXT, DONE = do.NextTurn(turn=2), do.EndAdmin()


def field(kind: str, at: str = "1009", **more: object) -> Field:
    """A unit five hexes from its HQ."""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114")
    return made.unit("unit", kind, "F", at, **more)


def ooc(*, on: bool = True) -> do.Mark:
    return do.Mark(piece="unit", marker="ooc", on=on)


def turn(made: Field, *acts: do.Action, rulings: tuple[str, ...] = ()) -> list[str]:
    played = made.play(made.position("TURN_END"), NEXT, *acts, DONE, rulings=rulings)
    return [each.rule for said in played.rulings for each in said.findings if isinstance(each, Illegal)]


@pytest.mark.parametrize("kind", ["infantry", "mg", "tank"])
def test_companies_that_the_doctrine_names_are_marked(kind: str):
    """BLZ-3.5b, BLZ-3.4b"""
    assert turn(field(kind)) == ["BLZ-3.5b"]
    assert turn(field(kind), ooc()) == []


@pytest.mark.parametrize("kind", ["armoured-car", "at-gun", "motorcycle", "assault-gun", "apc"])
def test_for_others_a_marker_is_no_duty_unless_players_settle_it_so(kind: str):
    """BLZ-3.5b, BLZ-3.4b"""
    assert turn(field(kind)) == []
    assert turn(field(kind), ooc()) == []
    assert turn(field(kind), rulings=("AMB-09=literal",)) == []
    assert turn(field(kind), rulings=("AMB-09=all",)) == ["BLZ-3.5b"]


def test_a_marker_comes_off_where_the_unit_is_in_command_whatever_its_kind():
    """BLZ-2.1b"""
    assert turn(field("armoured-car", "1005", ooc=True)) == ["BLZ-2.1b"]
    assert turn(field("armoured-car", "1005", ooc=True), ooc(on=False)) == []
    assert turn(field("armoured-car", ooc=True), ooc(on=False)) == []
    assert turn(field("infantry", ooc=True), ooc(on=False)) == ["BLZ-2.1b"]


def test_without_their_hq_on_the_map_all_its_units_are_out_of_command():
    """BLZ-3.2j, BLZ-3.5d"""
    made = field("armoured-car")
    made.unit("F HQ", "hq", "F", "", box="turn 3")

    assert turn(made) == ["BLZ-3.5b"]
