"""The module of a game as its logs know it, made once: pieces and set-ups whole, pictures only as large as they are."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import assets
from builder.build import lock_of, saved_at
from builder.module import Options
from builder.module.cards import window_name, window_size
from builder.plan import plan
from builder.setups import save_of
from hexmeister.modules import module_of
from rules.audit.scribe import Scribe
from rules.engine.writing import Writer
from tests.rules.shared.home import package
from vassal import savefile
from vassal.module import Module
from vassal.modulewriter import pack_module
from vassal.savefile import SaveFile


def picture(width: int, height: int) -> bytes:
    """The first bytes of a picture of that size: all that a reader of logs looks at."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)


@dataclass(frozen=True)
class Workshop:
    """All that it takes to write and to read logs of a game."""

    game: assets.Game
    module: Module
    setups: dict[str, SaveFile]
    packed: bytes
    """The module's file."""

    @cached_property
    def door(self) -> Module:
        """The module by which players judge their logs: what `hexmeister check` finds for them, and nothing besides."""
        return module_of(next(iter(self.setups.values())), self.game.info.id)

    def scribe(self, scenario: str) -> Scribe:
        """A log that begins with everything beside the map, or where the scenario places it if nobody chooses."""
        return Scribe(self.game, self.module, self.setups[scenario])

    def writer(self, scenario: str) -> Writer[Any]:
        """Who knows how actions look in a log: the game's `writing` names him."""
        writer: Writer[Any] = import_module(f"{package(self.game.info.id)}.writing").writer_of(self.game, scenario)
        return writer


@cache
def workshop_of(name: str, options: Options | None = None) -> Workshop:
    """The workshop of a game, with a module in a density and a language of its own if they are given."""
    game = assets.load(name)
    planned = plan(game, options, lock_of(game))
    boards = {each.get("image"): each.get("name") for each in planned.root.every("Board")}
    names = {country.title.en: country.id for country in game.maps.values()}
    making = planned.making
    windows = {window_name(side): window_size(making, side) for side in game.sides.values()}
    sizes = {image: windows.get(title) or making.sheets[names[title]].size for image, title in boards.items()}
    pictures = {f"images/{image}": picture(*size) for image, size in sizes.items()}
    saved = saved_at(making)
    packed = pack_module(planned.root, pictures, saved=saved)
    setups = {
        scenario.id: savefile.read(save_of(making, planned.root, scenario, ready=not scenario.setup, saved=saved))
        for scenario in game.scenarios.values()
    }
    return Workshop(game, Module.open(packed), setups, packed)
