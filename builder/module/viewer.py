"""What the mouse shows of the pieces it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from builder.traits.basics import key
from vassal.buildfile import component
from vassal.components import Component

CAPTION, LINES, MORE = 150, 3, 2
"""How wide the words below a piece may be before they are wrapped; how many lines they have at least, and often."""
LINE, GAP = 15, 8


@dataclass(frozen=True)
class Viewing:
    """How pieces are shown: after how long, how large, and with which words."""

    name: str
    delay: int
    graphics: float
    from_zoom: float
    words: str
    wide: int
    """How wide a piece is shown: where that is less than its words take, the pieces are shown further apart."""
    summary: str = ""
    empty: str = ""


def viewer(viewing: Viewing) -> Component:
    """The component that shows the pieces of a stack, enlarged, with their words below."""
    wide = max(CAPTION, viewing.wide)
    return component(
        "CounterDetailViewer",
        version="4",
        description=viewing.name,
        delay=viewing.delay,
        hotkey=key("Ctrl Space"),
        bgColor="24,28,32",
        fgColor="240,240,240",
        borderColor="90,96,104",
        borderWidth=max(6, wide + GAP - viewing.wide),
        borderThickness=1,
        minDisplayPieces="1",
        showgraph=True,
        showgraphsingle=True,
        showtext=True,
        showtextsingle=True,
        enableHTML=True,
        graphicsZoom=viewing.graphics,
        fontSize=12,
        summaryReportFormat=viewing.summary,
        counterReportFormat=_caption(viewing.words, wide),
        # The engine sets the middle of the words there: all of them are to stand below the pieces, and above the mouse.
        verticalBottomText=LINES * LINE // 2 + GAP,
        verticalOffset=(LINES + MORE) * LINE,
        emptyHexReportForma=viewing.empty,
        display="from all layers",
        showDeck=False,
        showNoStack=True,
        showNonMovable=True,
        unrotatePieces=True,
        centerText=True,
        stretchWidthPieces=False,
        extraTextPadding=2,
        zoomlevel=viewing.from_zoom,
    )


def _caption(words: str, wide: int) -> str:
    """Words of a fixed width and height: those of the next piece never lie on them, nor they on the pieces."""
    cell = f'<td width="{wide - 2 * GAP}" height="{LINES * LINE}" align="center" valign="top">'
    return f'<table cellpadding="0" cellspacing="0"><tr>{cell}{words}</td></tr></table>'
