"""What the generator offers: of an order, in a state of the round."""

from __future__ import annotations

from typing import Any

from rules.barbarossa.orders import ways as offers
from rules.engine.actions import Action
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import Field


def drawn(made: Draft, unit: str, order: str, *facts: str) -> list[Any]:
    """What is offered of an order, in its order; only the named facts of it."""
    case = made.case(made.position("REVEAL", opened=BOTH))
    found = list(offers.WAYS[order](case, unit))
    assert all(each.unit == unit for each in found)
    if len(facts) == 1:
        return [getattr(each, facts[0]) for each in found]
    return [tuple(getattr(each, fact) for fact in facts) for each in found]


def offered(candidates: Any, made: Field, state: str = "S10", **position: Any) -> list[Action]:
    """What is offered by some candidates."""
    return list(candidates(made.case(made.position(state, **position))))


def alone(kind: str = "infantry", at: str = "0505", **state: Any) -> Draft:
    return Draft().unit("S1", kind, at, **state)


def many(made: Draft, kind: str = "infantry", *, at: tuple[str, ...]) -> Draft:
    """With enemies in these hexes."""
    for number, place in enumerate(at, 1):
        made.unit(f"G{number}", kind, place)
    return made
