"""The entries of the set-ups in the list of games to begin."""

from __future__ import annotations

from collections.abc import Iterator

from assets.schema import Scenario
from builder.module.options import Making
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

MANY = 6
"""Fewer set-ups are found at a glance in one menu; where there are more, each kind has one of its own."""


def setup_entries(making: Making) -> Iterator[Component]:
    """The set-ups that are ready to play, then those that the players make themselves, in menus of new games.

    The start wizard lists them one below the other, without their menus: each name tells all.
    """
    scenarios, language = making.game.scenarios.values(), making.language
    ready = [_entry(making, scenario, "ready", scenario.id) for scenario in scenarios if scenario.placement]
    own = [_entry(making, scenario, "own set-up", f"{scenario.id}.empty") for scenario in scenarios]
    title = word("new game", language)
    menus = {title: [*ready, *own]}
    if len(ready) + len(own) > MANY:
        menus = {f"{title}: {word('ready', language)}": ready, f"{title}: {word('own set-up', language)}": own}
    for name, found in menus.items():
        if len(found) > 1:
            yield component("PredefinedSetup", *found, name=name, isMenu=True, useFile=False, file="")
        else:
            yield from found


def _entry(making: Making, scenario: Scenario, kind: str, file: str) -> Component:
    language = making.language
    name = f"{scenario.title[language]}: {scenario.subtitle[language]} ({word(kind, language)})"
    return component("PredefinedSetup", name=name, useFile=True, file=f"{file}.vsav", isMenu=False)
