"""The module itself: its components from the data of a game, and the list of all pictures and pages that it names."""

from __future__ import annotations

from assets import Game
from builder.gpids import Lock
from builder.module import rolling, secrets
from builder.module.buttons import clock, declarations, follow, properties, tracker
from builder.module.cards import windows
from builder.module.documents import charts, documentation, notes
from builder.module.options import Making, Options
from builder.module.palette import palette
from builder.module.pieces import definitions, names, slots
from builder.module.setups import setup_entries
from builder.module.table import table
from builder.traits import seats
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component
from vassal.modulewriter import module

__all__ = ["Lock", "Making", "Options", "making_of", "root"]


def making_of(game: Game, options: Options | None = None, lock: Lock | None = None) -> Making:
    """What the parts of a module are made from; numbers that the lock lacks are added."""
    return Making(game, options or Options(), (lock or Lock({})).renewed(names(game)))


def root(making: Making) -> Component:
    """The whole tree of the module's components."""
    game, language = making.game, making.language
    found = slots(making)
    roster = component(
        "PlayerRoster",
        *(component("entry", seat) for seat in seats.every(game)),
        buttonText="",
        buttonIcon="sides.png",
        buttonToolTip=word("retire tip", language),
        buttonKeyStroke="",
    )
    return module(
        game.info.title[language],
        game.info.version,
        documentation(making),
        roster,
        _options(),
        properties(making),
        rolling.lands(making),
        component("PrototypesContainer", *definitions(making, found.values())),
        tracker(making),
        *rolling.dice(making),
        *follow(making),
        *clock(making),
        *declarations(making),
        *secrets.buttons(making),
        palette(making, found),
        charts(making),
        _inventory(making),
        notes(making),
        table(making, found),
        *windows(making),
        *setup_entries(making),
        description=game.info.description[language],
        next_gpid=making.lock.free,
    )


def _options() -> Component:
    settings = {
        "stepIcon": "/images/StepForward16.gif",
        "stepHotKey": "34,0",
        "undoIcon": "/images/Undo16.gif",
        "undoHotKey": "90,130",
    }
    return component(
        "GlobalOptions",
        *(component("option", value, name=name) for name, value in settings.items()),
        autoReport="Always",
        chatterHTMLSupport="Always",
        hotKeysOnClosedWindows="Always",
        inventoryForAll="Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="",
        sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
        purgeBlankPropertyPrompts=True,
    )


def _inventory(making: Making) -> Component:
    language = making.language
    return component(
        "Inventory",
        name=word("inventory", language),
        text="",
        tooltip=word("inventory tip", language),
        icon="inventory.png",
        hotkey="",
        include='{Kind=="unit"||Kind=="hq"}',
        groupBy=["Side", "FormationName"],
        nonLeafFormat="$PropertyValue$",
        leafFormat="$PieceName$ ($LocationName$)",
        sortPieces=True,
        sortFormat="$PieceName$",
        foldersOnly=False,
        centerOnPiece=True,
        forwardKeystroke=True,
        showMenu=True,
        drawPieces=False,
    )
