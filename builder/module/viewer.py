"""What the mouse shows of the pieces it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from builder.traits.basics import key
from vassal.buildfile import component
from vassal.components import Component


@dataclass(frozen=True)
class Viewing:
    """How pieces are shown: after how long, how large, and with which words."""

    name: str
    delay: int
    graphics: float
    from_zoom: float
    words: str
    summary: str = ""
    empty: str = ""


def viewer(viewing: Viewing) -> Component:
    """The component that shows the pieces of a stack, enlarged, with their words below."""
    return component(
        "CounterDetailViewer",
        version="4",
        description=viewing.name,
        delay=viewing.delay,
        hotkey=key("Ctrl Space"),
        bgColor="24,28,32",
        fgColor="240,240,240",
        borderColor="90,96,104",
        borderWidth=6,
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
        counterReportFormat=viewing.words,
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
