"""Counter-assaults in steps E to G: on what, by whom, from how far (12.4)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Assault
from rules.caporetto.assault.declaring import cost
from rules.caporetto.book import rule
from rules.caporetto.case import Case
from rules.caporetto.movement.march import going, points
from rules.engine.ruling import Finding, broken

NEAR = 2


def counters(case: Case[Any], name: str) -> bool:
    """Whether a unit belongs to the side in whose enemy's action it attacks."""
    acting = case.before.acting
    return acting is not None and case.side(name) != acting.side


@rule("CAP-12.4a", on=Assault)
def what_was_just_lost(case: Case[Assault]) -> Finding | None:
    """Only hexes are counter-attacked that were just lost to an assault."""
    if counters(case, case.action.unit) and case.action.at not in case.before.taken:
        return broken("counter.hex", unit=case.action.unit, hex=case.action.at)
    return None


@rule("CAP-12.4b", "CAP-7.8b", on=Assault)
def by_the_fresh(case: Case[Assault]) -> Finding | None:
    """Who was activated in the turn, or is out of command, makes no counter-assault."""
    name = case.action.unit
    marks = case.unit(name).marks & {"OOC", "Activated"}
    if counters(case, name) and (marks or name in case.before.activated):
        return broken("counter.who", unit=name)
    return None


@rule("CAP-12.4b", on=Assault)
def beside_no_other_enemy(case: Case[Assault]) -> Finding | None:
    """Who has not just retreated stands beside no enemies but those whom it attacks."""
    name, goal = case.action.unit, case.action.at
    if not counters(case, name) or name in case.before.driven or going(case, name):
        return None
    enemy = case.battle.enemy(case.side(name))
    near = (place for place in case.grid.neighbours(case.unit(name).hex) if place != goal)
    other = next((place for place in near if case.layout.fighters(place, enemy)), "")
    return broken("counter.near", unit=name, hex=other) if other else None


@rule("CAP-12.4.1a", on=Assault)
def with_its_points(case: Case[Assault]) -> Finding | None:
    """A counter-assault costs what it costs to enter the hex, out of a whole allowance."""
    name = case.action.unit
    price = cost(case)
    if not counters(case, name) or price is None:
        return None
    most = case.allowance(name) * 3 // 2
    spent = case.unit(name).spent if going(case, name) else 0
    if spent + price > most:
        facts = {"unit": name, "hex": case.action.at, "cost": points(price), "left": points(most - spent)}
        return structs.replace(broken("assault.points", **facts), rule="CAP-12.4.1a")
    return None
