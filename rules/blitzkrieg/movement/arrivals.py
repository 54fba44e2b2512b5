"""Reinforcements and withdrawals (12.2.3, 12.2.5): who enters when and where, and who leaves."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.outcomes import LOST
from rules.blitzkrieg.setup.deployment import setup_by_unit
from rules.blitzkrieg.turn.timetable import arrival_by_unit, came_ahead
from rules.engine.ruling import Found, Illegal, broken

ENTRY = {"french": "BLZ-12.2.3a", "german": "BLZ-12.2.5d"}
"""By side: the rule that says where reinforcements enter."""
WAITING = "pool"


@rule(
    "BLZ-12.2.3b", "BLZ-12.2.3c", "BLZ-12.2.3d", "BLZ-12.2.3e", "BLZ-12.2.5d", "BLZ-12.2.5b",
    "BLZ-1.2c",
    on=do.Enter,
)  # fmt: skip
def when_it_is_due(case: Case[do.Enter]) -> Found:
    """A reinforcement enters in its turn or later; what is on the map or gone for good does not."""
    unit, arrival = case.action.unit, arrival_by_unit(case.battle).get(case.action.unit)
    setup = setup_by_unit(case.battle).get(unit)
    rule_id = arrival.rule if arrival else setup.rule if setup else "BLZ-7.1a"
    if case.unit(unit).box == LOST:
        return Illegal("enter.not-waiting", {"unit": unit}, "BLZ-1.2c")
    if case.unit(unit).on_map or case.unit(unit).box != WAITING:
        return Illegal("enter.not-waiting", {"unit": unit}, rule_id)
    if setup is not None:
        return Illegal("enter.no-reinforcement", {"unit": unit}, rule_id)
    if arrival is not None and arrival.turn > case.before.turn:
        rule_id = "BLZ-12.2.3d" if unit in came_ahead(case.battle) else rule_id
        return Illegal("enter.early", {"unit": unit, "turn": arrival.turn}, rule_id)
    return None


@rule("BLZ-12.2.3a", "BLZ-12.2.5d", on=do.Enter)
def where_it_enters(case: Case[do.Enter]) -> Found:
    """Reinforcements enter in the hexes that the scenario names."""
    unit, arrival = case.action.unit, arrival_by_unit(case.battle).get(case.action.unit)
    if arrival is None or case.action.hex in arrival.entry:
        return None
    hexes = tuple(sorted(arrival.entry))
    return Illegal("enter.hex", {"unit": unit, "hex": case.action.hex, "entry": hexes}, ENTRY[arrival.side])


@rule("BLZ-9b", on=do.Enter)
def not_among_the_enemy(case: Case[do.Enter]) -> Found:
    """Nobody enters the map in a hex that the enemy holds."""
    enemy = case.battle.enemy(case.side(case.action.unit))
    return broken("move.enemy", hex=case.action.hex) if case.there(case.action.hex, enemy) else None
