"""Who is set up where, and who first (24.8, 25.8, 26.4, 27.4)."""

from collections.abc import Iterator

from msgspec import structs

from rules.caporetto.actions import Begin, Move
from rules.caporetto.book import rule
from rules.caporetto.case import Case
from rules.engine.ruling import Finding, Illegal, broken

SETUP = "Setup"
RULES = {"monte-maggiore": "CAP-27.4a", "cividale": "CAP-26.4a", "legend": "CAP-25.8a", "miracle": "CAP-24.8a"}


@rule("CAP-27.4a", "CAP-26.4a", "CAP-25.8a", "CAP-24.8a", "CAP-24.8b", "CAP-2.2.6a", "CAP-18.9b", on=Begin)
def outside(case: Case[Begin]) -> Iterator[Finding]:
    """Before the first turn each side sets its units up in its own zone, groups of guns in the hex printed on them."""
    if case.before.stack[0] != SETUP:
        return
    for name, unit in case.before.units.items():
        counter = case.counter(name)
        if not counter.kind.hq and unit.hex and unit.hex not in counter.zone and not _chained(case, name):
            facts = {"unit": name, "found": unit.hex}
            usual = "CAP-24.8b" if name in case.battle.chained else RULES[case.battle.id]
            named = "CAP-18.9b" if counter.kind.group else usual
            yield Illegal("setup.outside", facts, named, owner=counter.side)


def _chained(case: Case[Begin], name: str) -> bool:
    """Whether a unit stands at the end of a chain of units of its side that begins in its zone, where one may."""
    counter, ours = case.counter(name), case.battle.side_of(name)
    if name not in case.battle.chained:
        return False
    found = {place for place in counter.zone if case.layout.there(place, ours)}
    todo = [*found]
    while todo:
        near = {each for each in case.grid.neighbours(todo.pop()) if case.layout.there(each, ours)} - found
        found |= near
        todo += near
    return case.unit(name).hex in found


@rule("CAP-27.4a", "CAP-26.4a", "CAP-25.8a", "CAP-24.8a", on=Move)
def italians_first(case: Case[Move]) -> Finding | None:
    """The Italians are set up before the others."""
    allies, italians = case.battle.sides
    name = case.action.unit
    fresh = case.before.stack[0] == SETUP and not case.unit(name).hex and case.side(name) == italians
    if fresh and any(unit.hex and case.side(other) == allies for other, unit in case.before.units.items()):
        return structs.replace(broken("setup.late", unit=name), rule=RULES[case.battle.id])
    return None
