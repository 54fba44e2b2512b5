"""The module of a tiny game: two sides, six counters, a river with a ford, a cup of chits."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple

from vassal.buildfile import component
from vassal.components import Component
from vassal.modulewriter import game_map, module, prototype, slot
from vassal.pieces import Piece, piece
from vassal.traits import Trait, make

NAME: Final = "The Ford"
VERSION: Final = "1.0"
DESCRIPTION: Final = "A tiny game that shows what Hexmeister reads and writes"
MAP: Final = "The Ford"
SIDES: Final = ("Blue", "Red")
CUP: Final = "Cup"
CUP_AT: Final = (640, 80)

_ROWS, _COLUMNS = 6, 8
_DX, _DY = 55.42562584220407, 64.0


class Counter(NamedTuple):
    """One counter of the game: the slot it comes from, its side, its name, where it stands at the start."""

    gpid: str
    side: str
    name: str
    at: str


COUNTERS: Final = (
    Counter("1", "Blue", "1st Foot", "0203"),
    Counter("2", "Blue", "2nd Foot", "0204"),
    Counter("3", "Blue", "Dragoons", "0104"),
    Counter("4", "Red", "Guard", "0703"),
    Counter("5", "Red", "Jäger", "0704"),
    Counter("6", "Red", "Battery", "0804"),
)
CHITS: Final = (("7", "Advance"), ("8", "Hold"), ("9", "Rally"))


def place(name: str) -> tuple[int, int]:
    """Return the centre of a hex by its number, as the grid of the map lays it out."""
    column, row = int(name[:2]) - 1, int(name[2:]) - 1
    return round(column * _DX) + 40, round(row * _DY + (_DY / 2 if column % 2 else 0)) + 40


def counter(its: Counter, piece_id: str = "null") -> Piece:
    """Return the counter as it comes into play, all its traits spelt out."""
    traits = [
        *_unit_traits(),
        _marker(Side=its.side, Type="Unit"),
        _basic(f"{its.side}.png".lower(), its.name, its.gpid),
    ]
    return piece(traits, piece_id)


def chit(gpid: str, name: str, piece_id: str = "null") -> Piece:
    """Return a chit of the cup."""
    back = make("mask", key="77,130", image="chit.png", style="B", mask_name="a chit")
    again = make("return_to_deck", menu="Back into the cup", key="66,130", old_deck=CUP, deck=CUP)
    return piece([back, again, _marker(Type="Chit"), _basic("chit.png", name, gpid)], piece_id)


def _unit_traits() -> tuple[Trait, ...]:
    return (
        make("delete", menu="Remove", key="68,130"),
        make("moved", image="/images/moved.gif"),
        make("layer", images=("", "loss.png"), level_names=("", "+ (-)"), name="Loss", increase_key="76,130", level=1),
        make("label", key="84,130", menu="Note", property="Note"),
        make("property", name="Ammo", constraints=(True, 0, 3, False), value="3"),
        make("report", keys=("76,130",), format="$newPieceName$ loses a step"),
    )


def _marker(**values: str) -> Trait:
    return make("marker", names=tuple(values), values=tuple(values.values()))


def _basic(image: str, name: str, gpid: str) -> Trait:
    return make("basic", image=image, name=name, gpid=gpid)


def _slots(side: str) -> Iterator[Component]:
    for its in COUNTERS:
        if its.side == side:
            yield slot(its.name, its.gpid, piece([make("prototype", name="Unit"), *counter(its).traits[-2:]]), size=48)


def _board() -> Component:
    numbers = component("HexGridNumbering", sep="", hLeading=1, vLeading=1, hOff=1, vOff=1, stagger=False)
    look = {"visible": True, "dotsVisible": True, "color": "120,120,120"}
    grid = component("HexGrid", numbers, x0=40, y0=40, dx=_DX, dy=_DY, **look)
    width, height = place(f"{_COLUMNS:02}{_ROWS:02}")
    return component("Board", grid, name="Board", width=width + 280, height=height + 60, color="214,226,190")


def _map() -> Component:
    chits = [slot(name, gpid, chit(gpid, name), card=True, size=48) for gpid, name in CHITS]
    x, y = CUP_AT
    cup = component("DrawPile", *chits, name=CUP, owningBoard="Board", x=x, y=y, width=60, height=60)
    return game_map(MAP, [_board()], cup)


def root() -> Component:
    """Return the components of the module."""
    turn = component("CounterTurnLevel", name="Turn", property="Turn", turnFormat="Turn $value$")
    sides = [component("ListWidget", *_slots(side), entryName=side, width=300, height=215) for side in SIDES]
    return module(
        NAME,
        VERSION,
        component("GlobalProperties", component("GlobalProperty", name="Score", initialValue="0", isNumeric=True)),
        component("PrototypesContainer", prototype("Unit", piece([*_unit_traits(), make("basic")]))),
        component("PieceWindow", component("TabWidget", *sides, entryName="Units"), name="Pieces"),
        component("DiceButton", name="2d6", text="2d6", tooltip="Roll two dice", reportTotal=False),
        component("TurnTracker", turn, name="Turn", buttonText="Turn"),
        _map(),
        sides=SIDES,
        description=DESCRIPTION,
    )


def pictures() -> dict[str, bytes]:
    """Return the pictures of the module by their names in the archive."""
    colours = {"blue": "#5b7fa6", "red": "#b0574a", "chit": "#d9c27a", "loss": "#00000055"}
    return {f"images/{name}.png": _picture(colour) for name, colour in colours.items()}


def _picture(colour: str) -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", (48, 48))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, 47, 47), 5, fill=colour, outline="#222222")
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()
