"""What has to be done before an action is over: declared attacks, emptied hexes, guns left alone (10.2.3, 12.3.5.3)."""

from collections.abc import Iterator
from typing import Any

from rules.caporetto.actions import Begin, Complete, Leave, Pass
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.fire.steps import attacking, unfought
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal


@rule("CAP-10.2.3a", "CAP-12.3.2c", on=(Complete, Begin, Pass))
def attacks_are_made(case: Case[Complete | Begin | Pass]) -> Iterator[Finding]:
    """What was declared is carried out: nobody takes an assault back."""
    for name in unfought(case):
        place = case.before.attacks[name]
        facts, later = {"unit": name, "hex": place}, place in case.before.waves
        yield Illegal("assault.undone", facts, "CAP-12.3.2c" if later else "CAP-10.2.3a", owner=case.side(name))
        if later:
            return


@rule("CAP-10.2.3b", "CAP-12.3.1c", on=(Complete, Begin, Pass))
def emptied_hexes_are_entered(case: Case[Complete | Begin | Pass]) -> Iterator[Finding]:
    """A hex that was declared to be attacked, and in which nobody is left to attack, is entered."""
    side = attacking(case, "ASSAULT")
    for name, goal in case.before.attacks.items():
        mine = case.side(name) == side and name not in case.before.fought and name not in case.before.driven
        still = case.unit(name).hex == case.before.bases.get(name)
        if mine and still and not case.layout.occupants.get(goal):
            yield Illegal("assault.empty", {"unit": name, "hex": goal}, "CAP-10.2.3b", owner=side)


@outcome("CAP-18.3c")
def captured(case: Case[Any]) -> Iterator[Due]:
    """Guns in position, with enemies in their hex and nobody else, surrender at the end of an action."""
    for place in case.before.taken:
        for name in case.layout.occupants.get(place, ()):
            enemy = case.battle.enemy(case.side(name))
            if emplaced(case, name) and case.layout.fighters(place, enemy):
                gone = Leave(unit=name, why="surrendered")
                yield Due("CAP-18.3c", (gone,), until=case.before.stack[0], owner=case.side(name))
