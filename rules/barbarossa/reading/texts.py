"""The texts of orders: `<order>:<param>:<param>…`, as they were sealed and opened."""

from collections.abc import Callable, Mapping
from typing import Any

from assets.unitcards import Order as Printed
from rules.barbarossa.actions import BreakOff, Opened, Order, Resume
from rules.barbarossa.orders import field_of
from rules.barbarossa.reading.words import number
from rules.engine.actions import Action

Namer = Callable[[str], str]
"""From what stands for a piece in a text to the unit or structure that it is."""
NUMBERS = frozenset({"number", "rounds"})
PIECES = frozenset({"unit", "unit2"})
MOST = 2000
"""Characters; a longer text is no order."""


def action(orders: Mapping[str, Printed], unit: str, text: str, name: Namer, by: str) -> Action:
    """What an opened text says; one that cannot be understood is an order that nobody knows."""
    word, *values = text.split(":") if len(text) <= MOST else [""]
    if word == "continue":
        return Resume(unit=unit, by=by)
    if word == "break":
        return BreakOff(unit=unit, by=by)
    known = orders.get(word)
    if known is None or len(values) > len(known.params):
        return Order(unit=unit, by=by)
    return Order(unit=unit, order=word, by=by, **fields(known, values, name))


def fields(known: Printed, values: list[str], name: Namer) -> dict[str, Any]:
    """The fields of an order that the values give, in the order in which they are written."""
    found: dict[str, Any] = {}
    for param, value in zip(known.params, values, strict=False):
        if not value:
            continue
        field = field_of(known, param)
        if field == "route":
            found[field] = tuple(part for part in value.split("-") if part)
        elif field in NUMBERS:
            found[field] = number(value)
        elif param.kind == "side":
            here, _, beyond = value.partition("/")
            found.setdefault("hex", here)
            found[field] = beyond
        elif param.kind in PIECES:
            found[field] = name(value)
        else:
            found[field] = value
    return found


def opened(orders: Mapping[str, Printed], unit: str, text: str, name: Namer, by: str) -> Opened | None:
    """What an ambush had sealed; None for any other text."""
    word, *values = text.split(":") if len(text) <= MOST else [""]
    if word != "ambush" or word not in orders:
        return None
    found = fields(orders[word], values, name)
    return Opened(
        unit=unit, hex=found.get("hex", ""), facing=found.get("facing", ""), number=found.get("number"), by=by
    )
