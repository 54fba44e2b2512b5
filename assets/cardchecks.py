"""Checks of unit cards and orders: they name only what exists, and their tables fit together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from assets.errors import quoted
from assets.findings import Finding, unknown, values
from assets.game import Game
from assets.schema import Card, Order

BUILDING = "building"
"""What can be attacked beside the types of units."""
SIZE = "size"
"""The value that says how many steps a card has."""


def units(game: Game) -> Iterator[Finding]:
    """A unit is of the type and side of its card."""
    for unit in game.units.values():
        card = game.cards.get(unit.card or "")
        if card is not None:
            for name, own, printed in (("type", unit.type, card.type), ("side", unit.side, card.side)):
                if own != printed:
                    yield f"units/{unit.id}/{name}", f"{quoted(own)}, but its card {card.id} says {quoted(printed)}"


def cards(game: Game) -> Iterator[Finding]:
    """Cards name sides, types, words and orders that exist; their tables have no more columns than steps."""
    for card in game.cards.values():
        path = f"cards/{card.id}"
        yield from unknown(f"{path}/side", "side", [card.side], game.sides)
        yield from unknown(f"{path}/type", "type", [card.type], game.info.types)
        yield from unknown(f"{path}/roles", "role", card.roles, game.info.roles)
        yield from unknown(f"{path}/abilities", "ability", card.abilities, game.info.abilities)
        yield from unknown(f"{path}/stores", "store", card.stores, game.info.stores)
        yield from values(game, f"{path}/values", card.values, "card")
        yield from _tables(game, card, path)
        yield from _orders(game, card, path)


def _tables(game: Game, card: Card, path: str) -> Iterator[Finding]:
    size = card.values.get(SIZE)
    if not isinstance(size, int) or size < 1:
        yield f"{path}/values", f"a card needs a {SIZE} of at least 1"
        return
    kinds = (*game.info.types, BUILDING)
    for kind, target in card.targets.items():
        here = f"{path}/targets/{kind}"
        yield from unknown(here, "type", [kind], kinds)
        yield from _columns(f"{here}/dice", target.dice, size)
        if target.mode == "fire" and not target.dice:
            yield here, "fire needs dice"
        if target.mode == "melee" and card.accuracy_at(0) is None:
            yield here, "melee needs an accuracy in the own hex"
    for kind, dice in card.area.items():
        yield from unknown(f"{path}/area/{kind}", "type", [kind], kinds)
        yield from _columns(f"{path}/area/{kind}", dice, size)


def _columns(path: str, dice: tuple[int, ...], size: int) -> Iterator[Finding]:
    if len(dice) > size:
        yield path, f"{len(dice)} columns, but the card has only {size} step{'s' if size > 1 else ''}"
    if any(later > earlier for earlier, later in pairwise(dice)):
        yield path, "more dice after a loss than before"


def _orders(game: Game, card: Card, path: str) -> Iterator[Finding]:
    for name, printed in card.orders.items():
        here = f"{path}/orders/{name}"
        yield from unknown(here, "order", [name], game.orders)
        if name not in game.orders:
            continue
        order = game.orders[name]
        for number in printed:
            yield from unknown(f"{here}/{number}", "number", [number], order.prints)
        missing = [number for number in order.prints if number not in printed]
        if missing:
            yield here, f"missing {', '.join(missing)}"
        if order.store and order.store not in card.stores:
            yield here, f"the card has no {quoted(order.store)} to spend"


def orders(game: Game) -> Iterator[Finding]:
    """Orders name groups, brackets, stores and numbers that exist; what is written with them has a name of its own."""
    for order in game.orders.values():
        path = f"orders/{order.id}"
        yield from unknown(f"{path}/group", "group", [order.group], game.info.groups)
        yield from unknown(f"{path}/brackets", "bracket", order.brackets, game.info.brackets)
        yield from unknown(f"{path}/store", "store", [order.store or None], game.info.stores)
        yield from values(game, f"{path}/prints", dict.fromkeys(order.prints, 0), "order")
        yield from _params(order, path)


def _params(order: Order, path: str) -> Iterator[Finding]:
    seen = set()
    for number, param in enumerate(order.params):
        here = f"{path}/params/{number}"
        if param.id in seen:
            yield here, f"{quoted(param.id)} stands here a second time"
        if (param.kind == "choice") != bool(param.choices):
            yield here, "a choice needs choices, and nothing else has any"
        seen.add(param.id)
