"""Unit cards and the models that belong to them, as pieces; the window of each side in which its cards lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from assets import Game
from assets.riding import boards, takes
from assets.schema import Card, Side, Unit
from assets.seats import watchers
from builder.cards import card_name, flag_name, order_height, places
from builder.cards.layout import HIGH, WIDE
from builder.counters import unit_name
from builder.maps.layout import Rect
from builder.module.options import Making
from builder.module.viewer import Viewing, pieces, viewer
from builder.traits import family, groups, hidden, model, riding, seats
from builder.traits.basics import key, marker, named, prototypes
from builder.traits.card import TURNED, CardLooks, begins, meters_of
from builder.traits.looks import followed, layer
from builder.traits.words import TIED, word
from vassal.buildfile import component
from vassal.components import Component
from vassal.modulewriter import game_map
from vassal.pieces import Piece, piece
from vassal.traits import Trait, make

CARD: Literal["card"] = "card"
GAP, BELOW = 24, 48
"""The room beside cards, and below them, where their orders stand."""
ROW = 7
"""So many cards lie side by side."""
TRAY_HIGH = 260
HUNDRED = 100
SHOWN, LARGER = 80, 1.25
"""How large the mouse shows a card: the pixels that a counter beside it would have; how much larger it is to become."""
LONG = 30
"""So many letters of an order have room below a card."""


def card_of(game: Game, unit: Unit) -> Card | None:
    """The card of a unit, if the game has cards."""
    return game.cards.get(unit.card or "")


def with_cards(game: Game) -> list[Unit]:
    """The units that have a card."""
    return [unit for unit in game.units.values() if unit.card]


def window_name(side: Side) -> str:
    """The name of the window of a side's cards, the same in every language."""
    return f"{side.record} cards"


def window_image(side: Side) -> str:
    """The file name of the picture on which the cards of a side lie."""
    return f"cards.{side.id}.png"


def looks(making: Making) -> dict[str, CardLooks]:
    """Where things lie on each card."""
    return {card.id: _looks(making, card) for card in making.game.cards.values()}


def _looks(making: Making, card: Card) -> CardLooks:
    density, game = making.counter, making.game
    front, back = (
        {name: (round(x * density / HUNDRED), round(y * density / HUNDRED)) for name, (x, y) in found.items()}
        for found in (places(game, card, "front"), places(game, card, "back"))
    )
    return CardLooks(front, back, order_height(game, card), max(10, round(density * 0.26)))


def piece_title(making: Making, unit: Unit) -> str:
    """What a unit with a card is called in play: its name, and the number on its flag."""
    return f"{unit.name[making.language]} {unit.short}"


def card_piece(making: Making, unit: Unit) -> Piece:
    """The card of a unit."""
    game = making.game
    card = game.cards[unit.card or ""]
    side = game.sides[unit.side]
    found = _looks(making, card)
    values = {
        "Kind": CARD,
        "Id": f"{unit.id}.{CARD}",
        "Unit": unit.id,
        "Side": side.record,
        "Box": side.id,
        "Type": card.type,
        **{
            f"{name}Start": str(begins(card, each))
            for name, each in meters_of(making.speaker, card).items()
            if each.round
        },
        **seats.fixed(game, unit),
    }
    flag = flag_name(unit.side, unit.short)
    traits = [
        followed("FlagBehind", ["", flag], f"{TURNED}?2:1", found.back.get("number", (0, 0))),
        *prototypes(groups.proto(f"card {card.id}", groups.of_unit(game, unit, CARD))),
        layer("Flag", [flag], offset=found.front.get("number", (0, 0))),
        make("no_stack", select="", move="", stack="R"),
        *prototypes(seats.proto(game, unit)),
        marker(values),
        make("basic", image=card_name(card.id), name=piece_title(making, unit)),
    ]
    return piece(traits)


def model_piece(making: Making, unit: Unit) -> Piece:
    """The model of a unit that has a card."""
    game = making.game
    card = game.cards[unit.card or ""]
    carries = takes(game, unit)
    model_proto = groups.proto("model", groups.of_unit(game, unit, "unit"))
    protos = [model_proto, *([riding.RIDER] if boards(game, unit) else []), *([riding.CARRIER] if carries else [])]
    protos += hidden.protos(game, unit)
    traits: list[Trait] = [
        *prototypes(*protos),
        *model.pips(card, making.counter),
        *prototypes(*_ways(making, unit), "trail", seats.proto(game, unit)),
        marker(_values(making, unit, card) | riding.boarded(carries)),
        make("basic", image=unit_name(unit.id), name=piece_title(making, unit)),
    ]
    return piece(traits)


def _values(making: Making, unit: Unit, card: Card) -> dict[str, str]:
    side = making.game.sides[unit.side]
    return {
        "Kind": "unit",
        "Id": unit.id,
        "Unit": unit.id,
        "Side": side.record,
        "Box": side.id,
        "Layer": "units",
        "Type": card.type,
        "TargetType": card.type,
        "CardMap": window_name(side),
        "Class": making.game.info.types[card.type].name[making.language],
        "Front": _printed(making, card),
        "FormationName": making.game.info.types[card.type].name[making.language],
        **seats.fixed(making.game, unit),
        **family.fixed(making.game, unit),
    }


def _printed(making: Making, card: Card) -> str:
    """The numbers of a card in words, as the stack viewer shows them."""
    kinds = making.game.info.values
    return "  ".join(
        f"{kinds[name].short[making.language]}{TIED}{value}" for name, value in card.values.items() if value
    )


def _ways(making: Making, unit: Unit) -> list[str]:
    """The prototypes of steps, and of routes that are noted, on the grids of its scenarios."""
    game = making.game
    maps = [game.maps[game.scenarios[each].map] for each in unit.scenarios] or list(game.maps.values())
    lines = [each for each in dict.fromkeys(country.grid.lines for country in maps) if each in game.handling.steps]
    return [name for each in lines[:1] for name in (f"pen {each}", f"steps {each}")]


# --------------------------------------------------------------------------------------------------------- windows
def window_size(making: Making, side: Side) -> tuple[int, int]:
    """How large the window of a side must be for the most cards that a scenario gives it."""
    most = max((len(_units(making, scenario, side)) for scenario in making.game.scenarios), default=0)
    most = most or len([unit for unit in with_cards(making.game) if unit.side == side.id])
    rows = -(-most // ROW)
    x, _ = card_spot(making, ROW - 1)
    _, y = card_spot(making, max(rows, 1) * ROW - 1)
    pitch_x, pitch_y = _pitch(making)
    return x + pitch_x // 2, y + pitch_y // 2


def _units(making: Making, scenario: str, side: Side) -> list[Unit]:
    return [unit for unit in with_cards(making.game) if unit.side == side.id and scenario in unit.scenarios]


def _pitch(making: Making) -> tuple[int, int]:
    density = making.counter
    return round((WIDE + GAP) * density / HUNDRED), round((HIGH + BELOW) * density / HUNDRED)


def card_spot(making: Making, rank: int) -> tuple[int, int]:
    """Where the card of that rank lies."""
    pitch_x, pitch_y = _pitch(making)
    down, across = divmod(rank, ROW)
    top = _tray_high(making)
    return pitch_x // 2 + across * pitch_x, top + pitch_y // 2 + down * pitch_y


def _tray_high(making: Making) -> int:
    return round(TRAY_HIGH * making.counter / HUNDRED) if making.game.handling.trays else 0


def trays(making: Making, side: Side) -> dict[str, Rect]:
    """The trays in the window of a side, side by side above the cards."""
    names = list(making.game.handling.trays)
    wide, _ = window_size(making, side)
    gap, high = round(GAP * making.counter / HUNDRED), _tray_high(making)
    pitch = wide // max(1, len(names))
    return {name: Rect(rank * pitch + gap, gap, pitch - 2 * gap, high - 2 * gap) for rank, name in enumerate(names)}


def tray_spots(making: Making, side: Side, name: str) -> Iterator[tuple[int, int]]:
    """The places in a tray, row by row."""
    rect, step = trays(making, side)[name], making.counter
    top = rect.top + step
    for y in range(top, max(rect.bottom - step // 2, top + 1), step):
        for x in range(rect.left + step // 2, rect.right - step // 2 + 1, step):
            yield x, y


def windows(making: Making) -> Iterator[Component]:
    """A window for the cards of each side: its own side may touch what lies there, the others only look."""
    if not making.game.cards:
        return
    for side in making.game.sides.values():
        title = f"{word('cards', making.language)}: {side.name[making.language]}"
        yield game_map(
            window_name(side),
            [_board(making, side)],
            component("StackMetrics", disabled=False, exSepX=12, exSepY=12, unexSepX=4, unexSepY=4),
            _zoomer(making),
            *_viewers(making),
            tag="PrivateMap",
            default_board=window_name(side),
            launch=True,
            side=[side.record, *watchers(making.game, side.id)],
            visible=True,
            useBoards="",
            buttonName=title,
            icon="cards.png",
            tooltip=word("cards tip", making.language),
            hotkey="",
            markMoved="Never",
            moveKey=named("hx.stepped"),
            moveWithinFormat="",
            moveToFormat="",
            createFormat="",
            color="255,180,0",
            thickness=3,
            backgroundcolor="58,60,56",
            edgeWidth=0,
            edgeHeight=0,
        )


def _board(making: Making, side: Side) -> Component:
    zones = [_zone(making, side, name, rect) for name, rect in trays(making, side).items()]
    return component(
        "Board",
        component("ZonedGrid", *zones),
        name=window_name(side),
        image=window_image(side),
        reversible=False,
    )


def _zone(making: Making, side: Side, name: str, rect: Rect) -> Component:
    step = making.counter
    x, y = next(tray_spots(making, side, name))
    corners = ((rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom), (rect.left, rect.bottom))
    return component(
        "Zone",
        component("SquareGrid", x0=x, y0=y, dx=float(step), dy=float(step), snapTo=True, visible=False, color="0,0,0"),
        name=f"{name}-{side.id}",
        path=";".join(f"{x},{y}" for x, y in corners),
        locationFormat="$name$",
        useParentGrid=False,
    )


def _zoomer(making: Making) -> Component:
    language = making.language
    return component(
        "Zoomer",
        zoomLevels=["0.15", "0.2", "0.25", "0.333", "0.4", "0.5", "0.625", "0.75", "1.0"],
        zoomStart=4,
        inTooltip=word("zoom in", language),
        outTooltip=word("zoom out", language),
        pickTooltip=word("zoom", language),
        zoomInKey=key("Ctrl ="),
        zoomOutKey=key("Ctrl -"),
    )


def _viewers(making: Making) -> Iterator[Component]:
    """What the mouse shows: small cards large enough to be read; of large ones the order that has no room below."""
    shown = round(SHOWN / making.counter, 2)
    card, order = f'{{Kind=="{CARD}"}}', f'{{Kind=="{CARD}"&&GetString("OrderText").length()>{LONG}}}'
    yield viewer(Viewing("card", shown, round(shown / LARGER, 2), only=card))
    yield viewer(Viewing("order", 0.0, only=order, summary="<b>$PieceName$</b><br>$OrderText$"))
    yield pieces(making.counter, only=f'{{Kind!="{CARD}"}}')
