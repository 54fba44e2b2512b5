"""Phases in another order, and a set-up elsewhere."""

from __future__ import annotations

from rules.caporetto.actions import Begin, Move
from rules.engine.dice import Roll
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts


@breaks("CAP-4.0b", within=("Rest", "Guns"), on=Move)
def goes_back(o: Occasion) -> Acts:
    """The marker goes back to a phase that is over."""
    if not o.before.idle:
        yield Begin(phase="Engineers", turn=o.before.turn)


@breaks("CAP-27.4a", within=("Setup",), on=Begin)
def set_up_elsewhere(o: Occasion) -> Acts:
    """A unit stands outside of its zone when the first turn begins."""
    if o.battle.id == "monte-maggiore":
        yield Move(unit="it.ceva", hex="4004", how="place"), o.action


@breaks("CAP-26.4a", within=("Setup",), on=Begin)
def set_up_elsewhere_too(o: Occasion) -> Acts:
    """A unit stands outside of its zone when the first turn begins."""
    if o.battle.id == "cividale":
        yield Move(unit="it.mg3", hex="2104", how="place"), o.action


@breaks("CAP-13.0a", within=("Supply",))
def headquarters_forgotten(o: Occasion) -> Acts:
    """A headquarters that has acted does not go into its box."""
    if any(due.rule == "CAP-13.0a" for due in o.before.due):
        yield Begin(phase="Rally", turn=o.before.turn)


@breaks("CAP-4.5e", within=("Engineers",))
def engineers_come_late(o: Occasion) -> Acts:
    """Engineers of the Central Powers blow a bridge after those of the Italians."""
    if o.before.engineering[1]:
        yield from (Roll(purpose="BLOW", who=name, dice=(6,)) for name in o.before.units if name.startswith("ahg.eng"))
