"""Who fires at what he does not see, or beside his field, is named; a shot past it is legal (5.2, 5.3, 6.4, 12)."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.field import Field

FIRES = do.Fire(unit="S1", target="G1")


def line(goal: str = "0503", start: str = "0505", kind: str = "infantry", **more: object) -> Field:
    """S1 is ordered to fire at G1, which is within its range."""
    made = Field().unit("S1", kind, start, **more).unit("G1", "infantry", goal)
    return made.order("S1", "open_fire", target="G1")


def fires(made: Field) -> set[str]:
    """The rules against the shot."""
    return set(made.play(made.at("S3"), FIRES).rules)


@pytest.mark.parametrize(
    ("terrain", "rule"),
    [("plain", "BAR-12.1a"), ("swamp", "BAR-12.5a"), ("river", "BAR-12.6a"), ("field", "BAR-12.8a")],
)
def test_a_shot_goes_over_open_ground(terrain: str, rule: str):
    """BAR-5.2b, BAR-5.2c"""
    assert not fires(line().ground("0504", terrain=terrain))
    assert "BAR-5.2a" in fires(line().ground("0504", terrain="village"))


@pytest.mark.parametrize(
    ("terrain", "rule"),
    [
        ("scrub", "BAR-12.2a"),
        ("light_woods", "BAR-12.3a"),
        ("forest", "BAR-12.4a"),
        ("village", "BAR-12.9a"),
        ("town", "BAR-12.10a"),
    ],
)
def test_a_shot_does_not_go_through(terrain: str, rule: str):
    """BAR-5.2b, BAR-5.2c"""
    assert not fires(line().ground("0605", terrain=terrain))
    assert "BAR-5.2a" in fires(line().ground("0504", terrain=terrain))


def test_a_line_between_two_hexes_is_free_where_one_of_them_is():
    """BAR-5.2d, BAR-EX-06"""
    assert not fires(line("0705").ground("0604", terrain="forest"))
    assert "BAR-5.2a" in fires(line("0705").ground("0604", "0605", terrain="forest"))


def test_smoke_stands_in_the_way():
    """BAR-6.4j"""
    assert not fires(line().built("smoke.0605", "smoke", "0605", laid=1))
    assert "BAR-5.2a" in fires(line().built("smoke.0504", "smoke", "0504", laid=1))


def test_a_field_of_fire_opens_from_the_front():
    """BAR-5.3a, BAR-5.3b, BAR-5.3e, BAR-EX-07"""
    assert not fires(line("0503", kind="mg", facing="N"))
    assert "BAR-5.3c" in fires(line("0503", kind="mg", facing="S"))
    assert not fires(line("0506"))


def test_a_bunker_has_a_field_of_fire():
    """BAR-11.6m"""

    def from_within(facing: str) -> Field:
        made = Field().unit("S1", "infantry", "0505", shelter="b").built("b", "bunker", "0505", facing=facing)
        made.unit("G1", "infantry", "0503").order("S1", "defend", facing=facing, number=3)
        return made

    shot = do.Fire(unit="S1", target="G1", kind="defend")
    behind, ahead = from_within("S"), from_within("N")
    for made in (behind, ahead):
        made.order("G1", "cautious_move", route=("0504",))
    assert made.play(ahead.at("S10"), do.Step(unit="G1", hex="0504"), shot).legal
    assert {"BAR-5.3c", "BAR-11.6m"} & set(behind.play(behind.at("S10"), do.Step(unit="G1", hex="0504"), shot).rules)


@pytest.mark.parametrize(
    ("hill", "between", "goal", "free"),
    [
        ("0508", ("0506", "forest"), "0504", True),
        ("0508", ("0507", "forest"), "0506", False),
        ("", ("0506", "forest"), "0504", False),
    ],
)
def test_a_hill_looks_over_what_lies_lower(hill: str, between: tuple[str, str], goal: str, free: bool):
    """BAR-12.13c, BAR-12.13d, BAR-EX-22"""
    made = line(goal, "0508", accuracy=[3, 2, 1, 1, 1]).ground(between[0], terrain=between[1])
    found = fires(made.ground(hill, level=1) if hill else made)

    assert ("BAR-5.2a" not in found) is free


def test_a_hill_stands_in_the_way():
    """BAR-12.13a, BAR-12.13b"""
    assert not fires(line().ground("0605", level=1))
    assert "BAR-5.2a" in fires(line().ground("0504", level=1))
    assert "BAR-5.2a" in fires(line().ground("0505", level=1).ground("0504", level=2))
