"""Who is attached to a formation, and who may act with it (7.5, 7.6, 7.8, 10.1)."""

from typing import Any

from msgspec import structs

from rules.caporetto.action.command import in_range
from rules.caporetto.actions import Attach, Move
from rules.caporetto.battle import FULL
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import marching
from rules.engine.ruling import Finding, broken, unknown
from rules.engine.stacks import Load, weighed

BANDS = {"ready": 0, "guns5": 5, "guns10": 10, "guns15": 15}
"""By box of the formation display: how many guns were paid for."""
MOST_GUNS, BATTALIONS = 15, 2


@outcome("CAP-2.2.3c")
def with_it(case: Case[Any], name: str) -> bool:
    """Whether a unit acts with the formation that does: it belongs to it, or is attached to it."""
    acting = case.before.acting
    return acting is not None and acting.formation in {case.counter(name).formation, case.unit(name).attached}


@rule("CAP-10.1a", on=Move)
def in_the_action(case: Case[Move]) -> Finding | None:
    """In an action only units of the formation that acts, and those attached to it, move on their own."""
    if (
        marching(case)
        and case.acting
        and not case.counter(case.action.unit).kind.guns
        and not with_it(case, case.action.unit)
    ):
        return broken("march.not-acting", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-7.8a", "CAP-7.1c", on=Move)
def in_command(case: Case[Move]) -> Finding | None:
    """A unit of the formation that is out of command does not move with it."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or not marching(case) or case.counter(name).formation != acting.formation or name in acting.sure:
        return None
    if name not in acting.open:
        return broken("march.ooc", unit=name)
    return unknown("command-path") if acting.rolled else broken("march.path", unit=name)


@rule("CAP-7.5d", on=Attach)
def while_it_acts(case: Case[Attach]) -> Finding | None:
    """Units are attached to the formation that acts."""
    acting = case.before.acting
    if acting is None or acting.formation != case.action.formation:
        return broken("attach.now", unit=case.action.unit, formation=case.action.formation)
    return None


@rule("CAP-7.5a", on=Attach)
def two_battalions(case: Case[Attach]) -> Finding | None:
    """Besides machine guns and engineers at most two battalions are attached."""
    name = case.action.unit
    names = {*_attached(case, guns=False), name}
    if case.counter(name).kind.guns or case.before.acting is None or not _load(case, name).weight:
        return None
    if weighed(_load(case, each) for each in names) > BATTALIONS * FULL:
        return broken("attach.battalions", unit=name)
    return None


def _load(case: Case[Any], name: str) -> Load:
    kind = case.counter(name).kind
    return Load(0 if kind.id == "machine-guns" or kind.builds else kind.weight)


def _attached(case: Case[Any], *, guns: bool) -> tuple[str, ...]:
    """What is attached to the formation that acts: guns, or the others."""
    acting = case.before.acting
    return tuple(
        name
        for name, unit in case.before.units.items()
        if acting and unit.attached == acting.formation and case.counter(name).kind.guns == guns
    )


@rule("CAP-7.6d", on=Attach)
def attached_in_range(case: Case[Attach]) -> Finding | None:
    """An independent unit is attached within the command range; guns may stand anywhere."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or case.counter(name).kind.guns or acting.place not in case.grid:
        return None
    place = case.unit(name).hex
    if place not in in_range(case, acting.hq, acting.place, None):
        return broken("attach.range", unit=name, hex=place)
    return None


@rule("CAP-7.6e", on=Attach)
def attached_once(case: Case[Attach]) -> Finding | None:
    """A unit that was activated is not activated again."""
    name = case.action.unit
    if name in case.before.activated and not case.counter(name).kind.guns:
        return broken("attach.again", unit=name)
    return None


@rule("CAP-7.3e", "CAP-7.4b", "CAP-14.0g", on=Attach)
def guns_paid_for(case: Case[Attach]) -> Finding | None:
    """Fifteen guns are attached at most, to an Italian formation no more than were paid for."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or not case.counter(name).kind.guns:
        return None
    count = len({*_attached(case, guns=True), name})
    if count > MOST_GUNS:
        return broken("attach.fifteen", unit=name)
    italian = acting.side == case.battle.sides[1]
    if italian and acting.kind == "reaction" and acting.box not in BANDS and count > case.counter(acting.hq).initiative:
        return structs.replace(broken("attach.initiative", unit=name, count=count), rule="CAP-14.0g")
    if italian and acting.box in BANDS and count > BANDS[acting.box]:
        return broken("attach.band", unit=name, count=count, paid=BANDS[acting.box])
    return None


@effect(Attach)
def attached(case: Case[Attach]) -> Position:
    """The unit acts with the formation."""
    after = case.before.unit(case.action.unit, attached=case.action.formation)
    return after.but(activated=after.activated | {case.action.unit})
