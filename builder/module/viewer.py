"""What the mouse shows of the pieces it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from builder.traits.basics import key
from vassal.buildfile import component
from vassal.components import Component

CAPTION, LINES, MORE = 150, 3, 2
"""How wide the words below a piece may be before they are wrapped; how many lines they have at least, and often."""
LINE, GAP = 15, 8
SHOWN = 110
"""How wide the mouse shows a piece, in pixels."""
ALWAYS = 3.0
"""A zoom that no map is shown at."""


@dataclass(frozen=True)
class Viewing:
    """How pieces are shown: how much of their size, below which zoom, and with which words below each."""

    name: str
    graphics: float
    from_zoom: float = ALWAYS
    delay: int = 350
    only: str = ""
    """Which pieces are shown, if not all."""
    words: str = ""
    wide: int = 0
    """How wide a piece is shown: where that is less than its words take, the pieces are shown further apart."""
    summary: str = ""
    """The words above the pieces; all that is shown if the pieces are not."""


def pieces(density: int, *, summary: str = "", only: str = "") -> Component:
    """The pieces of a stack, at the same size whatever their density, with their names, values and states."""
    words = "$PieceName$<br>$Shown$"
    return viewer(Viewing("stack", round(SHOWN / density, 2), only=only, words=words, wide=SHOWN, summary=summary))


def viewer(viewing: Viewing) -> Component:
    """The component that shows pieces: enlarged, with their words below; only the first of several is seen."""
    wide = max(CAPTION, viewing.wide)
    words = bool(viewing.words)
    pictures = viewing.graphics > 0
    return component(
        "CounterDetailViewer",
        version="4",
        description=viewing.name,
        delay=viewing.delay,
        hotkey=key("Ctrl Space"),
        bgColor="24,28,32",
        fgColor="240,240,240",
        borderColor="90,96,104",
        borderWidth=max(6, wide + GAP - viewing.wide) if words else 3 * GAP,
        borderThickness=1,
        # One piece alone is shown where the map is smaller than the zoom, and there only.
        minDisplayPieces="1" if viewing.from_zoom >= ALWAYS else "2",
        showgraph=pictures,
        showgraphsingle=pictures,
        showtext=words or bool(viewing.summary),
        showtextsingle=words or bool(viewing.summary),
        enableHTML=True,
        graphicsZoom=viewing.graphics,
        fontSize=12,
        summaryReportFormat=viewing.summary,
        counterReportFormat=_caption(viewing.words, wide) if words else "",
        # The engine sets the middle of the words there: all of them are to stand below the pieces, and above the mouse.
        verticalBottomText=LINES * LINE // 2 + GAP,
        verticalOffset=(LINES + MORE) * LINE if words else 0,
        emptyHexReportForma="",
        display="from all layers",
        propertyFilter=viewing.only,
        showDeck=False,
        showNoStack=True,
        showNonMovable=True,
        unrotatePieces=True,
        # Words alone begin at the mouse.
        centerText=pictures,
        stretchWidthPieces=False,
        extraTextPadding=2,
        zoomlevel=viewing.from_zoom,
        stopAfterShowing=True,
    )


def _caption(words: str, wide: int) -> str:
    """Words of a fixed width and height: those of the next piece never lie on them, nor they on the pieces."""
    cell = f'<td width="{wide - 2 * GAP}" height="{LINES * LINE}" align="center" valign="top">'
    return f'<table cellpadding="0" cellspacing="0"><tr>{cell}{words}</td></tr></table>'
