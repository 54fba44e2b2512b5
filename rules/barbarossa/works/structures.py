"""Fire at structures (11.1, 11.2, 11.6, 11.7): bunkers, bridges and pontoon bridges, and who is inside."""

from typing import Any

from rules.barbarossa.actions import Fire, Out, Show
from rules.barbarossa.book import outcome, rule
from rules.barbarossa.movement.passage import CROSSINGS
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.barbarossa.state.values import sheltered
from rules.engine.obligations import Due
from rules.engine.ruling import Finding

BUILDINGS = frozenset({"bunker", "bridge", "pontoon"})
CHARGEABLE = ("bunker", *CROSSINGS)
"""What charges can destroy."""


def meant(written: str) -> tuple[str, ...]:
    """The kinds of structure that an order to place charges means: the book asks for none, and both bridges are one."""
    if not written:
        return CHARGEABLE
    return CROSSINGS if written in CROSSINGS else (written,)


@rule("BAR-11.1d", "BAR-11.7c", on=Fire)
def only_buildings(case: Case[Fire]) -> Finding | None:
    """Of the structures, only bunkers, bridges and pontoon bridges can be shot at."""
    built = case.before.structures.get(case.action.target)
    if built is None or built.kind in BUILDINGS:
        return None
    return breach("BAR-11.1d", "fire.structure", unit=case.action.unit, structure=case.action.target)


@outcome("BAR-11.1d", "BAR-11.2a", "BAR-11.6g", "BAR-11.7c")
def battered(case: Case[Any], position: Position, structure: str, hits: int) -> Position:
    """Hits on a structure count at once and for good; two of them destroy it. Who was in a bunker stands in its hex."""
    built = position.structures.get(structure)
    if built is None or hits <= 0:
        return position
    position = position.structure(structure, hits=built.hits + hits)
    if built.hits + hits < case.charted("structures", built.kind, "hits"):
        return position
    position = _collapses(case, position, structure)
    protects = case.charted("structures", built.kind, "defence_bonus") if built.kind == "bunker" else 0
    for name, unit in position.units.items():
        if unit.shelter == structure:
            position = position.but(fired={**position.fired, sheltered(position, name): protects})
            position = position.unit(name, shelter="", off_board=False)
            shown = Due("BAR-11.6g", (Show(unit=name),), position.state)
            position = position.owing(*case.switches.as_we_read("BAR-A121", shown, Out(piece=name)))
    return position


def _collapses(case: Case[Any], position: Position, structure: str) -> Position:
    """A bunker or a pontoon bridge is gone, a bridge lies in ruins; how many hits a bridge bears is open."""
    kind = position.structures[structure].kind
    if kind == "bridge":
        return position.structure(structure, kind="destroyed-bridge", hits=0)
    due = Due("BAR-11.6g" if kind == "bunker" else "BAR-11.7c", (Out(piece=structure),), position.state)
    return position.owing(*(case.switches.as_we_read("BAR-A23", due) if kind == "pontoon" else (due,)))


def housing(case: Case[Any], target: str) -> str:
    """The bunker that a target is, or is in; empty without one."""
    structures = case.before.structures
    name = target if target in structures else case.unit(target).shelter if target in case.before.units else ""
    return name if name in structures and structures[name].kind == "bunker" else ""


@outcome("BAR-11.6f")
def shot_at_together(case: Case[Any], kind: str, unit: str, target: str) -> bool:
    """True for another test of the same attack on a bunker: it is made for the bunker and for every unit in it."""
    house = housing(case, target)
    before = [shot.target for shot in case.before.shots if shot.unit == unit and shot.kind == kind]
    return bool(house and before) and target not in before and any(housing(case, each) == house for each in before)
