"""Flamethrowers: they go with a unit of their hex, and are lost with it or with a step of it (21.4).

To which of several units they belong stands in no record.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.caporetto.actions import Leave, Move
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.engine.obligations import Due

LOST, ALONE = "lost", "CAP-21.4h"


def flames(case: Case[Any], place: str, side: str) -> tuple[str, ...]:
    """The flamethrowers of a side in a hex."""
    return tuple(name for name in case.layout.there(place, side) if case.counter(name).kind.flame)


def hosts(case: Case[Any], place: str, side: str) -> frozenset[str]:
    """The units in a hex to one of which its flamethrowers belong: machine guns and engineers are infantry too."""
    return frozenset(name for name in case.layout.fighters(place, side) if case.counter(name).kind.bears)


@outcome("CAP-21.4e", "CAP-21.4f")
def burns(case: Case[Any], place: str, ours: tuple[str, ...], cover: int) -> bool | None:
    """Whether flamethrowers, however many, gain a column against a trench or a town.

    It is open where somebody stands with them to whom they may belong, and who does not attack.
    """
    if not cover and case.ground.hexes[place].terrain != "town":
        return False
    side = case.side(ours[0]) if ours else ""
    origins = {case.unit(name).hex for name in ours}
    known = [hosts(case, here, side) <= {*ours} for here in origins if flames(case, here, side)]
    return True if True in known else None if known else False


@outcome("CAP-21.4d")
def burnt(case: Case[Any], place: str, names: Iterable[str], steps: int) -> Iterator[Due]:
    """Fire in defence that costs each unit a step to which flamethrowers may belong costs those as well."""
    bearers = {name for name in names if case.counter(name).kind.bears}
    if not bearers or steps < len(bearers):
        return
    side = case.side(next(iter(bearers)))
    known = hosts(case, place, side)
    if known and known <= bearers:
        yield from (_lost(case, name, "CAP-21.4d") for name in flames(case, place, side))


@outcome("CAP-21.4h")
def left_alone(case: Case[Leave], after: Position) -> Position:
    """The position in which flamethrowers are lost of which nobody is left to whom they belong."""
    name = case.action.unit
    place, side = case.unit(name).hex, case.side(name)
    last = case.action.why == LOST and hosts(case, place, side) == {name}
    every = flames(case, place, side) if last else ()
    owed = {option for due in after.due if due.must for option in due.options}
    dues = (_lost(case, each, ALONE) for each in every)
    return after.owing(*(due for due in dues if owed.isdisjoint(due.options)))


@ENTERED.on
def not_alone(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """The position in which flamethrowers stay to whom somebody has come, or come back who was taken off by mistake."""
    if not case.counter(name).kind.combat or not case.counter(name).kind.bears:
        return after
    saved = {(_gone(each),) for each in flames(case, place, case.side(name))}
    due = tuple(each for each in after.due if not (each.rule == ALONE and each.options in saved))
    return after if due == after.due else after.but(due=due)


def _gone(name: str) -> Leave:
    return Leave(unit=name, why=LOST)


def _lost(case: Case[Any], name: str, rule: str) -> Due:
    return Due(rule, (_gone(name),), until=case.before.state, owner=case.side(name))


def go_along(case: Case[Any], place: str, ours: Iterable[str]) -> Iterator[Due]:
    """Flamethrowers may follow those who advance."""
    for here in sorted({case.unit(name).hex for name in ours}):
        for name in flames(case, here, case.side(next(iter(ours)))):
            advance = Move(unit=name, hex=place, how="advance")
            yield Due("CAP-12.3.8a", (advance,), until=case.before.state, must=False, owner=case.side(name))
