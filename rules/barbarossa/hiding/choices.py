"""What could answer to what happens: who is found, where the second smoke goes; for the generator of options."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.hiding.hidden import finders
from rules.barbarossa.options import candidates, fills
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import STEPS
from rules.engine.actions import Action


@candidates(*STEPS)
def finding(case: Case[Any]) -> Iterator[Action]:
    """A hidden unit is found by an enemy beside it."""
    for name, unit in case.before.units.items():
        if not unit.hidden or not unit.standing or case.counter(name).flies:
            continue
        for finder in finders(case, name):
            yield do.Found(unit=name, finder=finder, by=case.side(finder))


@fills(do.Smoke)
def smoked(case: Case[Any], template: do.Smoke) -> Iterator[Action]:
    """The second marker goes to a neighbour of the first."""
    for place in case.battle.ground.grid.neighbours(template.hex):
        yield do.Smoke(unit=template.unit, hex=template.hex, also=place, by=case.side(template.unit))


@candidates("S10")
def staff_hides(case: Case[Any]) -> Iterator[Action]:
    """A headquarters that was found hides again after it has moved."""
    for name, unit in case.before.units.items():
        moved = len(case.before.stepped.get(name, ())) > 1
        if moved and case.counter(name).is_a("hq") and unit.standing and not unit.hidden:
            yield do.Hide(unit=name, by=case.side(name))
