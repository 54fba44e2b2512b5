"""Which dice could fall: one set for each result that differs; for the generator of options."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.fire.firing import pending
from rules.barbarossa.options import fills
from rules.barbarossa.state.case import Case
from rules.barbarossa.works.mines import blasted_in, power
from rules.engine.actions import Action
from rules.engine.dice import Roll, representatives

COUNT = {"TEST": 2, "SEARCH": 1, "ROLLOFF": 1, "PICK": 1}
"""How many dice are rolled for a purpose that reads their total."""
LOW, HIGH = 1, 6
"""A die that hits if any does, and one that misses if any does."""


def volley(case: Case[Action], template: Roll) -> int:
    """How many dice a shot, a blow or mines have."""
    if template.purpose == "MINES":
        return mine_dice(case, template.who)
    number = pending(case.before, template.who, template.purpose)
    return 0 if number is None else case.before.shots[number].dice[0]


def dice_for(case: Case[Action], template: Roll) -> int:
    """How many dice are rolled for whom it is due."""
    return COUNT.get(template.purpose) or volley(case, template)


@fills(Roll)
def thrown(case: Case[Action], template: Roll) -> Iterator[Action]:
    """A roll stands there once for each total, or once for each number of hits."""
    count = COUNT.get(template.purpose)
    if count is not None:
        for dice in representatives(count):
            yield Roll(purpose=template.purpose, who=template.who, dice=dice)
        return
    dice_count = volley(case, template)
    for hits in range(dice_count + 1):
        dice = (LOW,) * hits + (HIGH,) * (dice_count - hits)
        yield Roll(purpose=template.purpose, who=template.who, dice=dice)


def mine_dice(case: Case[Any], unit: str) -> int:
    """How many dice the mines under a unit roll."""
    here = blasted_in(case, unit)
    fields = (case.before.structures[name] for name in case.before.in_hex(here, "minefield"))
    return max((power(case, unit, mines.variety) for mines in fields if mines.variety), default=0)
