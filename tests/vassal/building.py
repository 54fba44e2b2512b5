"""A module put together by the writer, small but with something of every kind."""

from vassal import traits
from vassal.buildfile import component
from vassal.components import Component
from vassal.hotkeys import alt, ctrl, named
from vassal.modulewriter import game_map, module, prototype, slot
from vassal.pieces import Piece, piece
from vassal.traits import Trait
from vassal.values import Target, equals, script

TOOLBAR = {"canDisable": False, "hideWhenDisabled": False, "propertyGate": ""}


def unit(name: str, *own: Trait) -> Piece:
    """Return a piece with these traits."""
    return piece((*own, traits.make("basic", name=name, gpid="")))


def uses(name: str, **properties: str) -> Trait:
    """Return the trait that splices a prototype in."""
    return (
        traits.make("prototype", name=name, properties=tuple(properties.items()))
        if properties
        else traits.parse(f"prototype;{name}")
    )


def prototypes() -> Component:
    """Return prototypes in each other, one with parameters, one that stands in itself."""
    return component(
        "PrototypesContainer",
        prototype("Inner", unit("", traits.make("delete", menu="Delete", key=str(ctrl("D"))))),
        prototype(
            "Outer", unit("", traits.make("comment", text="why"), uses("Inner"), traits.make("clone", menu="Copy"))
        ),
        prototype("Named", unit("", traits.make("report", format="$side$ moves $pieceName$"), uses("Outer"))),
        prototype("Empty", unit("")),
    )


def palette() -> Component:
    """Return the window with the pieces."""
    return component(
        "PieceWindow",
        component(
            "TabWidget",
            component(
                "ListWidget",
                slot(
                    "Infantry",
                    1,
                    unit("Infantry", uses("Outer"), traits.make("marker", names=("Side",), values=("Blue",))),
                ),
                slot("Cavalry", 2, unit("Cavalry", uses("Named", side="Blue & Red"), uses("Empty"))),
                slot("Lost", 3, unit("Lost", uses("Nowhere"), traits.make("comment", text="dropped"))),
                slot(
                    "",
                    4,
                    unit(
                        "Named by its piece",
                        traits.make("replace", key=str(named("turn")), gpid="40", marker=unit("Other").encode()),
                    ),
                ),
                entryName="Blue",
            ),
            entryName="Units",
        ),
        name="Pieces",
    )


def field() -> Component:
    """Return a map of two boards with hexes, a deck, a stack, layers and a command."""
    hexes = component("HexGrid", component("HexGridNumbering", stagger=False), dx=50.0, dy=60.0)
    boards = [
        component("Board", hexes, name=name, width=500, height=400, reversible=False) for name in ("West", "East")
    ]
    return game_map(
        "Field",
        boards,
        component("LayeredPieceCollection", property="Layer", layerOrder=["markers", "units"]),
        component(
            "SetupStack",
            slot("At start", 5, unit("At start", uses("Outer"))),
            name="Start",
            owningBoard="West",
            useGridLocation=True,
            location="0304",
        ),
        component(
            "DrawPile",
            *(slot(f"Card {number}", 10 + number, unit(f"Card {number}"), card=True) for number in range(3)),
            name="Draw",
            owningBoard="West",
            x=400,
            y=300,
            shuffle="Never",
        ),
        component(
            "MassKeyCommand",
            name="Flip",
            buttonText="Flip",
            hotkey=ctrl("F"),
            buttonHotkey=alt("F"),
            target=Target("MAP"),
            filter=script(equals("Side", "Blue")),
            **TOOLBAR,
        ),
        component("GlobalProperties", component("GlobalProperty", name="Weather", initialValue="rain\tor\nsun")),
        component("LOS_Thread", threadName="LOS", global_="Always", round_="Up"),
        component("Zoomer", zoomLevels=[0.5, 1.0, 2.0], zoomStart=2),
        default_board="West",
        launch=False,
        edgeWidth=20,
        edgeHeight=10,
    )


def sample() -> Component:
    """Return the whole module."""
    return module(
        "Sample",
        "1.2",
        prototypes(),
        palette(),
        field(),
        game_map(
            "Box", [component("Board", name="Box", width=300, height=200)], tag="PrivateMap", side=["Blue"], launch=True
        ),
        game_map(
            "Hand",
            [component("Board", name="Hand", width=300, height=200)],
            tag="PlayerHand",
            side=["Red"],
            launch=True,
        ),
        component(
            "DiceButton", name="2d6", text="2d6", nDice=2, nSides=6, hotkey=alt("R"), reportFormat="$name$|$result$"
        ),
        component(
            "SpecialDiceButton",
            component("SpecialDie", component("SpecialDieFace", text="hit", value=1), name="Die"),
            name="Battle",
        ),
        component("RandomTextButton", name="Coin", text="Coin", faces=["heads", "tails"], nDice=1),
        component(
            "TurnTracker",
            component(
                "CounterTurnLevel",
                component("ListTurnLevel", name="Phase", property="Phase", list=["Move", "Fight, at last"]),
                name="Turn",
                property="Turn",
                start=3,
            ),
            name="Turn",
        ),
        component(
            "GlobalProperties", component("GlobalProperty", name="Score", initialValue=0, isNumeric=True, min=0, max=9)
        ),
        component(
            "PredefinedSetup",
            component("PredefinedSetup", name="Early", useFile=True, file="early.vsav"),
            name="Scenarios",
            isMenu=True,
        ),
        component("NotesWindow", buttonText='Notes <&> "notes"'),
        sides=("Blue", "Red"),
        description="A sample",
    )
