"""What could answer to what happens: who is found, where the second smoke goes; for the generator of options."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.case import Case
from rules.barbarossa.hiding import finders
from rules.barbarossa.options import candidates, fills
from rules.engine.actions import Action

FEW = 2
"""How many neighbours are offered for the second marker."""


@candidates("S10")
def finding(case: Case[Any]) -> Iterator[Action]:
    """A hidden unit is found by an enemy beside it."""
    for name, unit in case.before.units.items():
        if not unit.hidden or not unit.standing or case.counter(name).flies:
            continue
        for finder in finders(case, name)[:1]:
            yield do.Found(unit=name, finder=finder, by=case.side(finder))


@fills(do.Smoke)
def smoked(case: Case[Any], template: do.Smoke) -> Iterator[Action]:
    """The second marker goes to a neighbour of the first."""
    for place in case.battle.ground.grid.neighbours(template.hex)[:FEW]:
        yield do.Smoke(unit=template.unit, hex=template.hex, also=place, by=case.side(template.unit))
