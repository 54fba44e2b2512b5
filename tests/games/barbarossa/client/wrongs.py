"""Acts that break a rule of unit cards: what a player might wrongly do in a position, by the orders as they are."""

from __future__ import annotations

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.actions import Action
from tests.rules.barbarossa.mutators import BREACHES, Occasion

CLICKED = (do.Step, do.Mark, do.State, do.Turn, do.Out)
"""What is done wrongly with pieces and cards, while nothing is due."""
FIRE, MOVE = "S3", "S10"
"""The steps of fire and of moves."""


def sought(occasion: Occasion) -> Iterator[tuple[str, Action]]:
    """A shot without an order, a step off the route, losses left unmarked: each with the rule that it is to break."""
    if occasion.before.state == FIRE:
        yield from (("BAR-4.3c", act) for act in _shots_without_an_order(occasion))
    match occasion.action:
        case do.Step() as step if occasion.before.state == MOVE:
            yield from (("BAR-8.0e", act) for act in _steps_aside(occasion, step))
        case do.Mark(what="losses") if occasion.before.state in ORDER[2:-1]:
            yield "BAR-3.3c", occasion.on


def wrongs(occasion: Occasion, *, daring: bool) -> Iterator[tuple[str, Action]]:
    """All acts that are meant to break a rule and that a hand can do; whether they do, the referee has to say.

    Who is daring gives wrong orders, too, names wrong targets and moves the marker on too soon.
    """
    for breach in BREACHES.all:
        if breach.looks_at(occasion.before.state, type(occasion.action)):
            found = breach.mutate(occasion)
            yield from (
                (breach.rule, act) for act in found if _clicked(occasion, act) or (daring and _dared(occasion, act))
            )


def _clicked(occasion: Occasion, act: object) -> bool:
    return isinstance(act, CLICKED) and not occasion.before.due


def _dared(occasion: Occasion, act: object) -> bool:
    match act:
        case do.Order():
            return isinstance(occasion.action, do.Order) and _alike(occasion.action, act)
        case do.Advance():
            return bool(occasion.before.due) and act == occasion.on and occasion.before.state in ORDER[2:]
        case do.Fire():
            return act.dice is None and act.accuracy is None
    return False


def _alike(order: do.Order, other: do.Order) -> bool:
    """Whether two orders are the same one of the same unit, and leave the same fields empty."""
    same = (order.by, order.unit, order.order) == (other.by, other.unit, other.order)
    return same and all(bool(getattr(order, name)) == bool(getattr(other, name)) for name in order.__struct_fields__)


def _shots_without_an_order(occasion: Occasion) -> Iterator[do.Fire]:
    for unit in occasion.still:
        yield from (do.Fire(unit=unit, target=foe) for foe in occasion.foes(unit))


def _steps_aside(occasion: Occasion, step: do.Step) -> Iterator[do.Step]:
    """The last step of a unit, into another hex than the one that is written."""
    unit = occasion.unit(step.unit)
    last = unit.order is not None and unit.order.route[-1:] == (step.hex,)
    for place in occasion.near(unit.hex) if last else ():
        if place != step.hex and not occasion.at(place):
            yield do.Step(unit=step.unit, hex=place)
