"""The window of pieces: units by side and formation, chits, markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.module.cards import CARD, with_cards
from builder.module.options import Making
from builder.module.pieces import chits_of
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component


def palette(making: Making, slots: Mapping[str, Component]) -> Component:
    """All pieces that do not lie in a cup."""
    game, language = making.game, making.language
    tabs = [_side(making, side, slots) for side in game.sides]
    marks = [slots[name] for name in slots if name.startswith("marker/")]
    tabs.append(_panel(word("markers", language), marks))
    cup = {name for scenario in game.scenarios.values() for name, _, begins in chits_of(scenario, game) if begins}
    waiting = [slot for name, slot in slots.items() if name.startswith("chit/") and name not in cup]
    if waiting:
        tabs.append(_panel(word("cup", language), waiting))
    return component(
        "PieceWindow",
        component("TabWidget", *tabs, entryName=word("pieces", language)),
        name=word("pieces", language),
        text=word("pieces", language),
        icon="pieces.png",
        tooltip=word("pieces", language),
        hidden=False,
        scale=round(75 / making.options.density, 3),
        defaultWidth=0,
    )


def _side(making: Making, side: str, slots: Mapping[str, Component]) -> Component:
    game = making.game
    lists = []
    for formation in game.formations.values():
        units = [each for each in game.units.values() if each.formation == formation.id]
        if formation.side == side and units:
            units.sort(key=lambda each: each.id != formation.hq)
            lists.append(_panel(formation.short, [slots[f"unit/{each.id}"] for each in units]))
    alone = [
        slots[f"unit/{each.id}"]
        for each in game.units.values()
        if each.side == side and each.formation is None and not each.card
    ]
    lists += _with_cards(making, side, slots)
    if alone:
        lists.append(_panel(word("others", making.language), alone))
    return component("BoxWidget", *lists, entryName=game.sides[side].name[making.language], width=340, height=215)


def _with_cards(making: Making, side: str, slots: Mapping[str, Component]) -> list[Component]:
    """Models by their type, and all cards."""
    game = making.game
    units = [each for each in with_cards(game) if each.side == side]
    found = []
    for kind in game.info.types.values():
        models = [slots[f"unit/{each.id}"] for each in units if each.type == kind.id]
        if models:
            found.append(_panel(_capital(kind.name[making.language]), models))
    if units:
        found.append(_panel(word("cards", making.language), [slots[f"{CARD}/{each.id}"] for each in units]))
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _panel(name: str, slots: Iterable[Component]) -> Component:
    return component("PanelWidget", *slots, entryName=name, fixed=False, nColumns=4, vert=False, scale=1.0)
