"""In which sector a unit or formation fights, and whether somebody has acted there (24.1)."""

from typing import Any

from rules.caporetto.actions import Activate
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.fire.preparing import first_turn


@outcome("CAP-24.1b")
def sector(case: Case[Any], name: str) -> str:
    """The sector of a unit or formation, called as the wing of the Central Powers in it; empty where there are none."""
    wing = case.battle.wings.get(case.battle.purse(name))
    if wing is None:
        return ""
    return wing.id if wing.side == case.battle.sides[0] else case.battle.facing(name)


def opens(case: Case[Activate]) -> bool:
    """True for a formation of a sector in which nobody has acted in this turn."""
    return case.battle.parted and sector(case, case.action.hq) not in case.before.fronts


def at_dawn(case: Case[Any]) -> bool:
    """True in the first turn of the battle of two wings a side, which has no command phase."""
    return case.battle.parted and first_turn(case)
