"""Which sector is played first, and that it is played to its end before the other one (24.2, 24.4)."""

from rules.caporetto.action.activation import ACTIVATED, REACTION
from rules.caporetto.action.purse import COSTS
from rules.caporetto.actions import Activate
from rules.caporetto.book import roll, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.wings.sectors import opens, sector
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, broken, unknown

SECTOR, LOW = "SECTOR", 3
"""Up to so much the die names the left sector."""


# ------------------------------------------------------------------------------------------------------------ the die
@roll(SECTOR)
def drawn(case: Case[Roll]) -> Position:
    """With one to three the left sector begins, with more the right one."""
    allies = [wing.id for wing in case.battle.wings.values() if wing.side == case.battle.sides[0]]
    return case.before.but(drawn=allies[case.action.total > LOW]) if allies else case.before


@rule("CAP-24.2b", on=Roll)
def drawn_once(case: Case[Roll]) -> Finding | None:
    """The sector with which a turn begins is drawn once in it, if at all."""
    again = case.action.purpose == SECTOR and case.battle.parted and (case.before.drawn or case.before.fronts)
    return broken("sector.again") if again else None


@rule("CAP-24.2b", on=Activate)
def the_one_that_was_drawn(case: Case[Activate]) -> Finding | None:
    """The turn begins in the sector that the die has named, as long as nobody has passed there."""
    before, hq = case.before, case.action.hq
    first = opens(case) and case.action.kind != REACTION and not before.fronts
    if not first or before.drawn in {"", sector(case, hq)} or before.ended:
        return None
    return unknown("pass") if before.passed else broken("sector.first", unit=hq)


# ----------------------------------------------------------------------------------------------- one after the other
@rule("CAP-24.2a", on=Activate)
def one_after_the_other(case: Case[Activate]) -> Finding | None:
    """A sector is played to its end, and nobody comes back to it."""
    before, hq = case.before, case.action.hq
    if not case.battle.parted or case.action.kind == REACTION or not before.fronts:
        return None
    if sector(case, hq) in before.fronts[:-1]:
        return broken("sector.back", unit=hq)
    return unknown("pass") if opens(case) and not before.ended and _somebody_left(case) else None


def _somebody_left(case: Case[Activate]) -> bool:
    """Whether a formation was chosen in the sector that is played and has not acted yet."""
    chosen = (hq for hq, box in case.before.slots.items() if box in COSTS)
    there = (hq for hq in chosen if sector(case, hq) == case.before.fronts[-1])
    return any(case.counter(hq).formation not in case.before.acted for hq in there)


@rule("CAP-24.4b", on=Activate)
def reacts_in_its_sector(case: Case[Activate]) -> Finding | None:
    """A formation reacts to an action in its own sector only."""
    hq, fronts = case.action.hq, case.before.fronts
    other = case.action.kind == REACTION and fronts and sector(case, hq) != fronts[-1]
    return broken("sector.reacts", unit=hq) if other and case.battle.parted else None


@ACTIVATED.on
def played(case: Case[Activate], after: Position) -> Position:
    """The position in which it is known in which sectors somebody has acted, in their order."""
    fresh = opens(case) and case.action.kind != REACTION
    return after.but(fronts=(*after.fronts, sector(case, case.action.hq))) if fresh else after
