"""The window of pieces: units by side and formation, chits, markers.

It stands beside the chat, low and narrow, so the pieces of a group are a list that scrolls: one is shown, all are
named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.module.cards import CARD, with_cards
from builder.module.options import Making
from builder.module.pieces import chits_of
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

SHOWN, CARD_SHOWN = 75, 11
"""How large a piece is shown, in pixels, and a card by the same measure."""
WIDTH, NAMES = 380, 250
"""How wide the window begins, and the names in it."""


def palette(making: Making, slots: Mapping[str, Component]) -> Component:
    """All pieces that do not lie in a cup."""
    game, language = making.game, making.language
    tabs = [_side(making, side, slots) for side in game.sides]
    marks = [slots[name] for name in slots if name.startswith("marker/")]
    tabs.append(_list(making, word("markers", language), marks))
    cup = {name for scenario in game.scenarios.values() for name, _, begins in chits_of(scenario, game) if begins}
    waiting = [slot for name, slot in slots.items() if name.startswith("chit/") and name not in cup]
    if waiting:
        tabs.append(_list(making, word("cup", language), waiting))
    return component(
        "PieceWindow",
        component("TabWidget", *tabs, entryName=word("pieces", language)),
        name=word("pieces", language),
        text=word("pieces", language),
        icon="pieces.png",
        tooltip=word("pieces", language),
        hidden=False,
        scale=_scale(making, SHOWN),
        defaultWidth=WIDTH,
    )


def _side(making: Making, side: str, slots: Mapping[str, Component]) -> Component:
    game = making.game
    lists = []
    for formation in game.formations.values():
        units = [each for each in game.units.values() if each.formation == formation.id]
        if formation.side == side and units:
            units.sort(key=lambda each: each.id != formation.hq)
            lists.append(_list(making, formation.short, [slots[f"unit/{each.id}"] for each in units]))
    alone = [
        slots[f"unit/{each.id}"]
        for each in game.units.values()
        if each.side == side and each.formation is None and not each.card
    ]
    lists += _with_cards(making, side, slots)
    if alone:
        lists.append(_list(making, word("others", making.language), alone))
    return component("BoxWidget", *lists, entryName=game.sides[side].name[making.language], width=340, height=215)


def _with_cards(making: Making, side: str, slots: Mapping[str, Component]) -> list[Component]:
    """Models by their type, and all cards."""
    game = making.game
    units = [each for each in with_cards(game) if each.side == side]
    found = []
    for kind in game.info.types.values():
        models = [slots[f"unit/{each.id}"] for each in units if each.type == kind.id]
        if models:
            found.append(_list(making, _capital(kind.name[making.language]), models))
    if units:
        cards = [slots[f"{CARD}/{each.id}"] for each in units]
        found.append(_list(making, word("cards", making.language), cards, CARD_SHOWN))
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(making: Making, name: str, slots: Iterable[Component], shown: int = SHOWN) -> Component:
    """The names of a group's pieces, and beside them the picture of the one that is chosen."""
    scale = _scale(making, shown)
    return component("ListWidget", *slots, entryName=name, scale=scale, divider=str(WIDTH - NAMES))


def _scale(making: Making, shown: int) -> float:
    return round(shown / making.counter, 3)
