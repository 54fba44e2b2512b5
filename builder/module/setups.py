"""The entries of the set-ups in the list of games to begin."""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.options import Making
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component


def setup_entries(making: Making) -> Iterator[Component]:
    """For each scenario a set-up that is ready to play, and one that the players make themselves."""
    language = making.language
    for scenario in making.game.scenarios.values():
        for ready, name in ((True, "ready"), (False, "own set-up")):
            if ready and not scenario.placement:
                continue
            title = f"{scenario.title[language]}: {scenario.subtitle[language]} ({word(name, language)})"
            yield component(
                "PredefinedSetup",
                name=title,
                useFile=True,
                file=f"{scenario.id}{'' if ready else '.empty'}.vsav",
                isMenu=False,
            )
