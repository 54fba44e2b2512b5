"""Whatever a record says of a unit that lies in no hex, the referee has an answer."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import Assault, Attach, Bombard, Complete, Defend, Move, Resolve, Support
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field

HERE, THERE = "4302", "4401"
ATTACK = Assault(unit="ahg.ir7.1", at=THERE)
OWN, ENEMY, GUNS, THEIRS = "ahg.ir7.2", "it.siena.2", "ahg.mtn50", "it.mtn1"


def field() -> Field:
    """A battalion beside an enemy; all others lie off the map."""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).put("it.siena.1", THERE)
    return made.put(OWN, "").put(ENEMY, "").put(GUNS, "", attached="ahg.ir7").put(THEIRS, "").acting("ahg.ir7", HERE)


DEEDS = (
    Assault(unit=OWN, at=THERE),
    Assault(unit=ENEMY, at=HERE),
    Support(unit=OWN, hex=THERE),
    Bombard(unit=GUNS, hex=THERE),
    Bombard(unit=GUNS, hex=THERE, what="barrage"),
    Defend(unit=ENEMY, hex=HERE),
    Defend(unit=THEIRS, hex=HERE),
    Defend(unit=ENEMY, hex=HERE, what="infiltration"),
    Move(unit=ENEMY, hex=THERE, how="retreat"),
    Move(unit=OWN, hex=THERE, how="advance"),
    Attach(unit=GUNS, formation="ahg.ir7"),
)
DICE = (("BOMBARD", THERE), ("DEFEND", HERE), ("INFILTRATE", HERE), ("ASSAULT", THERE), ("COUNTER", HERE))


@pytest.mark.parametrize("deed", DEEDS, ids=str)
def test_nothing_that_is_done_by_nobody_stops_the_referee(deed: Action) -> None:
    for purpose, place in DICE:
        thrown = (Resolve(hex=place, purpose=purpose), Roll(purpose=purpose, dice=(6,)))
        found = field().does(ATTACK, deed, *thrown, Complete(formation="ahg.ir7"))
        assert found.position.units[ENEMY].marks == frozenset()


@pytest.mark.parametrize("deed", DEEDS[2:7], ids=str)
def test_who_lies_in_no_hex_neither_fires_nor_supports(deed: Action) -> None:
    found = field().does(ATTACK, deed)
    assert not found.legal
    assert not {**found.position.supports, **found.position.bombs, **found.position.defends}
