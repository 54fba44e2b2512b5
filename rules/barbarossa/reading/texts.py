"""The texts of orders: `<order>:<param>:<param>…`, as they were sealed and opened."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from assets.unitcards import Order as Printed
from assets.unitcards import Param
from rules.barbarossa.actions import BreakOff, Opened, Order, Resume
from rules.barbarossa.orders.terms import field_of
from rules.barbarossa.reading.words import number
from rules.engine.actions import Action
from rules.engine.writing import Ref

Namer = Callable[[str], str]
"""From what stands for a piece in a text to the unit or structure that it is."""
NUMBERS = frozenset({"number", "rounds"})
PIECES = frozenset({"unit", "unit2"})
CONTINUE, BREAK = "continue", "break"
"""What stands for the order that is running: that it goes on, or that it is given up."""
MOST = 2000
"""Characters; a longer text is no order."""


def action(orders: Mapping[str, Printed], unit: str, text: str, name: Namer, by: str) -> Action:
    """What an opened text says; one that cannot be understood is an order that nobody knows."""
    word, *values = text.split(":") if len(text) <= MOST else [""]
    if word == CONTINUE:
        return Resume(unit=unit, by=by)
    if word == BREAK:
        return BreakOff(unit=unit, by=by)
    known = orders.get(word)
    if known is None or len(values) > len(known.params):
        return Order(unit=unit, by=by)
    given = Order(unit=unit, order=word, by=by, **fields(known, values, name))
    # Whichever of two units is noted first on a card that notes both, the other one is meant.
    return structs.replace(given, target=given.choice) if given.target == unit and given.choice else given


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


# ------------------------------------------------------------------------------------------------------ the way back
Written = tuple[str | Ref, ...]
"""A text in which pieces are named."""


def written(orders: Mapping[str, Printed], given: Action, piece: Callable[[str], str | Ref]) -> Written:
    """The text of an order as it is sealed."""
    if isinstance(given, Resume):
        return (CONTINUE,)
    if isinstance(given, BreakOff):
        return (BREAK,)
    if not isinstance(given, Order) or given.order not in orders:
        return (getattr(given, "order", ""),)
    known = orders[given.order]
    parts: list[str | Ref] = [given.order]
    for param in known.params:
        parts += (":", _said(known, param, given, piece))
    return tuple(parts)


def bare(orders: Mapping[str, Printed], order: str) -> str:
    """The text of an order that says nothing of its parameters."""
    return order + ":" * len(orders[order].params)


def _said(known: Printed, param: Param, given: Order, piece: Callable[[str], str | Ref]) -> str | Ref:
    field = field_of(known, param)
    value = getattr(given, field)
    if value is None:
        return ""
    if field == "route":
        return "-".join(value)
    if param.kind == "side":
        return f"{given.hex}/{value}" if value or given.hex else ""
    return piece(value) if param.kind in PIECES and value else str(value)
