"""Visibility (4.1d-i): how far away a unit can be seen. It depends on the target, so one may see and not be seen."""

from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal

UNNAMED = frozenset({"assault-gun", "apc", "hq"})
"""Types that 4.1 does not name (AMB-42)."""
RULES = {
    ("vehicle", "open"): "BLZ-4.1e",
    ("vehicle", "other"): "BLZ-4.1f",
    ("soft", "open"): "BLZ-4.1h",
    ("soft", "other"): "BLZ-4.1i",
}


@outcome("BLZ-4.1e", "BLZ-4.1f", "BLZ-4.1g", "BLZ-4.1h", "BLZ-4.1i")
def unseen(case: Case[Action], unit: str, start: str) -> Finding | None:
    """What is to be said if a unit is too far away to be seen from a hex."""
    distance = case.distance(start, case.unit(unit).hex)
    found = _too_far(case, unit, _seen_as(case, unit), distance)
    if case.counter(unit).kind.id not in UNNAMED:
        return found
    return case.switches.among("AMB-42", {"ruling": found, "other": _too_far(case, unit, "soft", distance)})


def _seen_as(case: Case[Action], unit: str) -> str:
    """Infantry on a vehicle is seen as the vehicle is."""
    return "vehicle" if case.unit(unit).aboard else case.counter(unit).kind.seen_as


def _too_far(case: Case[Action], unit: str, seen_as: str, distance: int) -> Finding | None:
    terrain = case.battle.ground.hexes[case.unit(unit).hex].terrain
    where = "open" if case.battle.charts.terrain[terrain].seen_open else "other"
    limit = case.battle.charts.visibility[seen_as][where]
    if distance <= limit:
        return None
    rule = "BLZ-4.1g" if case.unit(unit).aboard else RULES[seen_as, where]
    return Illegal("visibility.too-far", {"unit": unit, "distance": distance, "limit": limit}, rule)
