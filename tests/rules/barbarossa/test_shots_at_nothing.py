"""Shots at what is no unit: they are told, and whatever is done after them has an answer."""

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.air.flight import shares_the_shot
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.barbarossa.field import Field


def test_flak_that_fired_at_no_unit_shares_no_shot_with_it() -> None:
    """BAR-9.19d"""
    made = Field().unit("S1", "flak", "0505").unit("G1", "stuka", "0506").unit("G2", "stuka", "0506")
    made.order("G2", "escort", target="G1")

    fired = made.play(made.at("S6"), do.Fire(unit="S1", target="G2", kind="flak")).position

    def shared(first: str) -> bool:
        shots = tuple(replace(shot, target=first) for shot in fired.shots)
        return shares_the_shot(Case(made.battle(), Switches(), fired.but(shots=shots), Action()), "S1", "G1")

    assert shared("G2")
    assert not shared(".1")
