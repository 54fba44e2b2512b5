"""What the generator offers of an order."""

from __future__ import annotations

from typing import Any

from rules.barbarossa import choices_orders as offers
from tests.rules.barbarossa.drafting import BOTH, Draft


def drawn(made: Draft, unit: str, order: str, *facts: str) -> list[Any]:
    """What is offered of an order, in its order; only the named facts of it."""
    case = made.case(made.position("REVEAL", opened=BOTH))
    found = list(offers.WAYS[order](case, unit))
    assert all(each.unit == unit for each in found)
    if len(facts) == 1:
        return [getattr(each, facts[0]) for each in found]
    return [tuple(getattr(each, fact) for fact in facts) for each in found]


def alone(kind: str = "infantry", at: str = "0505", **state: Any) -> Draft:
    return Draft().unit("S1", kind, at, **state)
