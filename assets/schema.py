"""The shape of a game: what stands in `assets/<game>/*.yaml`, as frozen value classes.

Every file is a mapping of lists; a list is written as a mapping from ids to entries, and an entry's id stands in the
entry as well (`game.units["fr.1cuir.somua1"].id`). The files and what they fill:

    game.yaml       Game.info       title, sides, the values that pieces carry, unit types
    units.yaml      Game.formations, Game.units     (its `models` are merged into the units that name them)
    cards.yaml      Game.cards      (`assets.unitcards`)
    orders.yaml     Game.orders     (`assets.unitcards`)
    markers.yaml    Game.markers, Game.chits
    charts.yaml     Game.charts
    scenarios.yaml  Game.scenarios  (`assets.scenarios`)
    chronicle.yaml  Game.chronicle  (`assets.chronicle`)
    rulings.yaml    Game.rulings
    maps/<id>.yaml  Game.maps       (`assets.maps`)

All classes are found here, wherever they stand. Nothing in here belongs to one game. A piece's numbers stand in `front`
and `back`, mappings whose keys `game.yaml` declares under `values`; what a rule must know of a unit type stands in
`facts`, and what is printed on a unit card in the card's `values`, declared in the same way. A game of squares, of a
free table or of unit cards declares other values, types, zones (`Zone.polygon`) and charts, and needs no other class.

A place is named by the name that VASSAL shows (`0706`, a string). A text that players see is a `Text` in English and
German.
Where a value comes from is not in these classes: `Game.source(path)` and `assets.provenance` tell it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from assets.basics import (
    Cell,
    Colour,
    Count,
    Edge,
    Identifier,
    Language,
    Origin,
    Source,
    Stock,
    Strict,
    Text,
    Values,
    Word,
)
from assets.chronicle import Chronicle, Does, Key, Meaning, Purpose, Seal, Verb
from assets.scenarios import (
    Band,
    Change,
    Facing,
    Mount,
    Near,
    Objective,
    Pick,
    Rule,
    Scenario,
    Setup,
    Start,
    Step,
    Structure,
    Victory,
    Wing,
    Zone,
)
from assets.unitcards import Ability, Card, Order, Param, Target

__all__ = [  # what stands in other modules of the schema
    "Ability",
    "Band",
    "Card",
    "Cell",
    "Change",
    "Chronicle",
    "Colour",
    "Count",
    "Does",
    "Edge",
    "Facing",
    "Identifier",
    "Key",
    "Language",
    "Meaning",
    "Mount",
    "Near",
    "Objective",
    "Order",
    "Origin",
    "Param",
    "Pick",
    "Purpose",
    "Rule",
    "Scenario",
    "Seal",
    "Setup",
    "Source",
    "Start",
    "Step",
    "Stock",
    "Strict",
    "Structure",
    "Target",
    "Text",
    "Values",
    "Verb",
    "Victory",
    "Wing",
    "Word",
    "Zone",
]

# ---------------------------------------------------------------------------------------------------- game.yaml


class Side(Strict, frozen=True, kw_only=True):
    """A side: its name, the name that stands in records and saves, the colours of its pieces."""

    id: Identifier
    name: Text
    adjective: Text
    record: str
    ground: Colour
    shade: Colour
    light: Colour
    ink: Colour
    emblem: str = ""
    values: Values = field(default_factory=dict)


class ValueKind(Strict, frozen=True, kw_only=True):
    """A value that pieces or formations carry: what it is called, and where it stands on a counter."""

    id: Identifier
    name: Text
    short: Text
    of: Literal["unit", "hq", "formation", "side", "type", "marker", "card", "order"] = "unit"
    kind: Literal["int", "number", "text", "flag"] = "int"
    place: str = ""
    choices: tuple[str, ...] = ()
    note: Text | None = None


class UnitType(Strict, frozen=True, kw_only=True):
    """A kind of unit as the rules see it: class, way of moving, symbol, and the facts that rules ask for."""

    id: Identifier
    name: Text
    unit_class: str = field(name="class")
    movement: str
    symbol: str
    silhouette: str = ""
    steps: Annotated[int, Meta(ge=0, le=20)] = 2
    hq: bool = False
    back: Literal["reduced", "activated", "state", "none"] = "reduced"
    facts: Values = field(default_factory=dict)


class Counters(Strict, frozen=True, kw_only=True):
    """How pieces are drawn unless the maintainer says otherwise."""

    style: Literal["bevel", "flat"] = "bevel"
    symbols: Literal["nato", "silhouette"] = "silhouette"
    independent_stripe: Colour = "#ffffff"


class Info(Strict, frozen=True, kw_only=True):
    """The game as a whole.

    A game of unit cards declares here the `abilities`, `roles` and special `stores` of cards, the `groups` of orders
    and the `brackets` by which its rules speak of several orders at once.
    """

    id: Identifier
    title: Text
    subtitle: Text
    version: Annotated[str, Meta(pattern=r"^[0-9]+\.[0-9]+(\.[0-9]+)?$", description="a version such as 1.0")]
    description: Text
    designer: str = ""
    prefix: str = ""
    space: Literal["hexes", "squares", "table"] = "hexes"
    scale: Text | None = None
    sides: dict[str, Side]
    values: dict[str, ValueKind]
    classes: dict[str, Text] = field(default_factory=dict)
    movements: dict[str, Text] = field(default_factory=dict)
    types: dict[str, UnitType]
    abilities: dict[str, Ability] = field(default_factory=dict)
    roles: dict[str, Text] = field(default_factory=dict)
    stores: dict[str, Text] = field(default_factory=dict)
    groups: dict[str, Text] = field(default_factory=dict)
    brackets: dict[str, Text] = field(default_factory=dict)
    counters: Counters = Counters()


# --------------------------------------------------------------------------------------------------- units.yaml


class Formation(Strict, frozen=True, kw_only=True):
    """A formation: its side, names, the colour of its band, its HQ and the values that all its units share."""

    id: Identifier
    side: str
    name: Text
    short: Annotated[str, Meta(max_length=14)]
    colour: Colour
    ink: Colour
    kind: str
    group: Text | None = None
    hq: str | None = None
    chit: str | None = None
    independent: bool = False
    scenarios: tuple[str, ...]
    values: Values = field(default_factory=dict)
    note: Text | None = None


class Unit(Strict, frozen=True, kw_only=True):
    """A piece on the board: what it is, whom it belongs to, and the values of both sides of its counter.

    `back` holds all values of the back (those of the front where the file names none); None if the counter has no back.
    `further` are the faces after the back, one for each step more (each with the values of the face before it where the
    file names none). `charts` names tables that belong to it, `card` its unit card, from which it takes type, name and
    symbol. `parts` are the units into which it is split up, or from which they are detached.
    """

    id: Identifier
    type: str
    side: str
    formation: str | None = None
    name: Text
    short: Annotated[str, Meta(max_length=10)]
    silhouette: str
    symbol: str
    front: Values
    back: Values | None = None
    further: tuple[Values, ...] = ()
    steps: Annotated[int, Meta(ge=0, le=20)] = 2
    independent: bool = False
    attach: tuple[str, ...] = ()
    badge: str = ""
    scenarios: tuple[str, ...] = ()
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    charts: tuple[str, ...] = ()
    card: str | None = None
    parts: tuple[str, ...] = ()
    note: Text | None = None

    def number(self, value: str, reduced: bool = False) -> int:
        """A whole number printed on one side of the counter."""
        found = self.values(reduced)[value]
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        raise TypeError(f"{self.id}: {value} is not a whole number: {found!r}")

    @property
    def faces(self) -> tuple[Values, ...]:
        """The values of all faces, from the whole unit to the one with its last step."""
        return (self.front, *(() if self.back is None else (self.back, *self.further)))

    def values(self, reduced: bool = False) -> Values:
        """The values of the front, or of the back if there is one."""
        return self.back if reduced and self.back is not None else self.front


# ------------------------------------------------------------------------------------------------- markers.yaml


class Marker(Strict, frozen=True, kw_only=True):
    """A marker: how many there are, its icon and colours, where it is used; a state if it is a layer on pieces too."""

    id: Identifier
    name: Text
    short: Text
    use: Text
    count: Count
    counts: dict[str, Count] = field(default_factory=dict)
    icon: str
    ground: Colour
    ink: Colour
    accent: Colour
    side: str | None = None
    state: str = ""
    on: Literal["unit", "hq", "hex", "hexside", "track"] = "unit"
    back: str = ""
    values: Values = field(default_factory=dict)


class Chit(Strict, frozen=True, kw_only=True):
    """An activation marker: whose it is, what it activates, in which scenarios and how many of it there are.

    `label` is the word on its face where that is another in each language.
    """

    id: Identifier
    kind: str
    side: str
    name: Text
    short: Annotated[str, Meta(max_length=14)]
    label: Text | None = None
    icon: str
    formation: str | None = None
    ground: Colour | None = None
    ink: Colour | None = None
    salvos: dict[str, Count] = field(default_factory=dict)
    scenario: str
    count: Annotated[int, Meta(ge=1, le=50)] = 1


# -------------------------------------------------------------------------------------------------- charts.yaml


class Column(Strict, frozen=True, kw_only=True):
    """A column of a chart; `picture` is false for one that only the program needs."""

    id: str
    name: Text
    kind: Literal["int", "number", "text", "flag"] = "text"
    picture: bool = True


class Row(Strict, frozen=True, kw_only=True):
    """A row of a chart: a value for each column that has one."""

    id: str
    name: Text
    cells: Values = field(default_factory=dict)
    note: Text | None = None


class Filling(Strict, frozen=True, kw_only=True):
    """Rows of a chart that stand elsewhere in the data: a value of all formations, sides or cards, a victory table.

    Of orders it has the step, the step of fire and the ammunition; of markers all values, if they have any. Cards may
    be those of a `side`.
    """

    of: Literal["formations", "sides", "salvos", "bands", "orders", "cards", "markers"]
    value: str = ""
    scenario: str | None = None
    side: str | None = None


class Chart(Strict, frozen=True, kw_only=True):
    """A table of the game, for the referee by its keys and for the eye by its titles."""

    id: Identifier
    title: Text
    columns: dict[str, Column]
    rows: dict[str, Row]
    corner: Text | None = None
    dice: str = ""
    legend: dict[str, Text] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()
    filled: Filling | None = None
    picture: bool = True
    sheet: str = "main"
    scenario: str | None = None

    def cell(self, row: str, column: str) -> Cell:
        """The value at a row and a column; KeyError where the chart has none."""
        return self.rows[row].cells[column]

    def get(self, row: str, column: str) -> Cell | None:
        """The value at a row and a column, or None where the chart has none."""
        found = self.rows.get(row)
        return None if found is None else found.cells.get(column)


# ------------------------------------------------------------------------------------------------- rulings.yaml


class Reading(Strict, frozen=True, kw_only=True):
    """One way to read a disputed rule."""

    id: Identifier
    name: Text
    means: Text


class Ruling(Strict, frozen=True, kw_only=True):
    """A disputed rule: the question, its readings, ours, and the one in force (none until players settle it).

    `accepted` says why nobody is held to either reading, where the referee does not ask for it.
    """

    id: Annotated[str, Meta(pattern="^[A-Z0-9-]+$")]
    switch: Identifier
    question: Text
    readings: dict[str, Reading]
    ours: str
    default: str | None = None
    accepted: Text | None = None
    by_edition: bool = False
    """True for what maps, counters and charts answer: another reading takes an overlay with other ones."""
    rules: tuple[str, ...] = ()


# --------------------------------------------------------------------------------------------------------- game


class Art(Strict, frozen=True, kw_only=True):
    """A picture in `art/` that replaces a drawn one."""

    kind: str
    id: str
    face: str
    path: Path
