"""The map window: boards, decks, layers, what is shown of a stack, zoom, overview, sight line, the cup's buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assets.lines import deck_name
from builder.module.boards import board_name, boards
from builder.module.options import Making
from builder.module.pieces import LAYERS, chits_of
from builder.module.said import REFILL
from builder.module.viewer import pieces
from builder.traits.basics import key, named
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component
from vassal.modulewriter import game_map

CUP = "cup"


def table(making: Making, slots: Mapping[str, Component]) -> Component:
    """The window of the maps."""
    game = making.game
    scenarios = list(game.scenarios.values())
    return game_map(
        game.handling.board,
        boards(making),
        *decks(making, slots),
        component("StackMetrics", **_stacks(making.counter)),
        component("LayeredPieceCollection", property="Layer", layerOrder=list(LAYERS)),
        pieces(making.counter, summary="<b>$LocationName$</b>"),
        *buttons(making),
        component("Flare", reportFormat="", circleSize=making.counter * 2),
        component("HighlightLastMoved", color="255,180,0", thickness=max(2, making.counter // 30)),
        default_board=board_name(making, scenarios[0].map if scenarios else next(iter(game.maps))),
        launch=False,
        moveKey=named("hx.stepped"),
        moveWithinFormat="",
        moveToFormat="",
        createFormat="",
        markMoved="Always",
        markUnmovedIcon="unmoved.png",
        markUnmovedTooltip=word("unmoved tip", making.language),
        color="255,180,0",
        thickness=max(3, making.counter // 25),
        backgroundcolor="58,60,56",
        edgeWidth=0,
        edgeHeight=0,
    )


def ground(making: Making) -> Component:
    """The maps with their boards, grids and layers alone: all that a reader of logs needs to name places."""
    return game_map(
        making.game.handling.board,
        boards(making),
        component("LayeredPieceCollection", property="Layer", layerOrder=list(LAYERS)),
        default_board=board_name(making, next(iter(making.game.maps))),
        launch=False,
    )


def _stacks(density: int) -> dict[str, object]:
    """How stacks fan out, by the size of a counter."""
    return {
        "exSepX": density // 4,
        "exSepY": density // 3,
        "unexSepX": density // 18,
        "unexSepY": density // 18,
        "disabled": False,
    }


def decks(making: Making, slots: Mapping[str, Component]) -> Iterator[Component]:
    """The cup of every scenario, full of the chits that begin in it."""
    game = making.game
    for scenario in game.scenarios.values():
        sheet = making.sheets[scenario.map]
        if CUP not in sheet.items:
            continue
        x, y = sheet.items[CUP].inside.centre
        inside = [slots[name] for name, _, begins in chits_of(scenario, game) if begins]
        yield component(
            "DrawPile",
            *inside,
            name=deck_name(making.game, scenario.id),
            owningBoard=board_name(making, scenario.map),
            x=x,
            y=y,
            width=making.counter,
            height=making.counter,
            faceDown="Always",
            drawFaceUp=True,
            shuffle="Always",
            shuffleFormat="",
            allowMultiple=False,
            allowSelect=False,
            reversible=False,
            draw=True,
            color="60,40,30",
            hotkeyOnEmpty=True,
            emptyHotkey=named("hx.cupempty"),
            maxStack=10,
        )


def buttons(making: Making) -> Iterator[Component]:
    """The map's toolbar."""
    language = making.language
    keys = making.game.handling.keys
    if making.speaker.knows("draw"):
        yield _to_cup(making, "draw", making.speaker.menu("draw"), key(keys.get("draw", "")))
        yield _to_cup(making, "markers back", word("markers back", language), REFILL)
    yield component(
        "LOS_Thread",
        threadName="LOS",
        label="",
        tooltip=making.speaker.word("line tip"),
        iconName="sight.png",
        hotkey=key("Alt L"),
        global_="Always",
        persistence="Ctrl-Click & Drag",
        drawRange=True,
        snapStart=True,
        snapEnd=True,
        scale=0,
        losThickness=max(3, making.counter // 30),
        threadColor="200,30,30",
        report=_line_report(making),
    )
    yield component(
        "Zoomer",
        zoomLevels=["0.2", "0.25", "0.333", "0.4", "0.5", "0.625", "0.75", "1.0", "1.5"],
        zoomStart=5,
        inTooltip=word("zoom in", language),
        outTooltip=word("zoom out", language),
        pickTooltip=word("zoom", language),
        zoomInKey=key("Ctrl ="),
        zoomOutKey=key("Ctrl -"),
    )
    yield component(
        "GlobalMap",
        scale=0.1,
        tooltip=word("overview", language),
        icon="overview.png",
        hotkey=key("Alt O"),
        color="255,0,0",
    )
    yield component("ImageSaver", buttonText="", tooltip=word("picture tip", language), icon="camera.png")
    yield component(
        "MassKeyCommand",
        name="clear trails",
        buttonText="",
        icon="trails.png",
        tooltip=word("clear trails tip", language),
        buttonHotkey="",
        hotkey=named("hx.clearTrail"),
        filter='{Kind=="unit"||Kind=="hq"}',
        deckCount=0,
        reportSingle=True,
    )


def _line_report(making: Making) -> str:
    if not making.speaker.knows("los"):
        return "* $PlayerSide$: $FromLocation$ - $ToLocation$ ($Range$)"
    return "* " + making.speaker.line("los")


def _to_cup(making: Making, name: str, text: str, hotkey: str) -> Component:
    """Draw one chit, or send those that are done back; a step of its own each."""
    draws = name == "draw"
    piles = making.game.chronicle.piles
    back = " || ".join(f'CurrentZone=="{piles[each]}"' for each in ("Activate", "Skip") if each in piles)
    return component(
        "MassKeyCommand",
        name=name,
        buttonText=text if draws else "",
        icon="cup.png" if draws else "refill.png",
        tooltip=text,
        buttonHotkey=hotkey,
        hotkey=named("hx.draw" if draws else "hx.return"),
        filter=f'{{DeckName!=""&&DeckName.startsWith("{piles.get("Return", "cup")}")}}'
        if draws
        else f'{{Kind=="chit"&&({back})}}',
        deckCount=1 if draws else 0,
        reportSingle=True,
    )
