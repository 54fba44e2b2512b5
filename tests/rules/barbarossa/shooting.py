"""Shots of cases: a unit fires, dice fall, and a mortar stands ready."""

from __future__ import annotations

from rules.barbarossa.actions import Fire
from rules.barbarossa.state.model import Position
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played


def roll(who: str, *dice: int) -> Roll:
    return Roll(purpose="FIRE", who=who, dice=dice)


def throw(who: str, count: int, hits: int) -> Roll:
    """So many dice of which so many are ones."""
    return roll(who, *(1,) * hits, *(6,) * (count - hits))


def fire(unit: str = "S1", target: str = "G1", **more: object) -> Fire:
    return Fire(unit=unit, target=target, **more)


def shoot(made: Field, *actions: object, step: str = "S3", rulings: tuple[str, ...] = ()) -> Played:
    return made.play(made.at(step), *(actions or (fire(),)), rulings=rulings)


def mortar(**more: object) -> Field:
    made = Field().unit("G1", "mortar", "0508", facing="N", **more).unit("S1", "infantry", "0505")
    return made.order("G1", "suppressive_fire", target="S1")


def moving(made: Field, **trails: tuple[str, ...]) -> Position:
    """Step 10 with units that have come along trails."""
    position = made.position("S10", stepped=trails)
    for unit, trail in trails.items():
        position = position.unit(unit, hex=trail[-1])
    return position
