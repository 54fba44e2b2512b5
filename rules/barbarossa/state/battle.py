"""A battle: all that stays as it is while a scenario is played. Units with their cards, ground, charts, objectives."""

from collections.abc import Mapping

import msgspec

from assets.basics import Text
from assets.schema import Card, Chart, Order
from rules.barbarossa.state.model import Structure
from rules.engine.hexes import Hexes

TANKS = frozenset({"light_tank", "medium_tank", "heavy_tank"})
ARMOUR = TANKS | {"armoured_vehicle"}
VEHICLES = ARMOUR | {"vehicle"}
FOOT = frozenset({"infantry", "artillery"})
AIR = "aircraft"
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions, clockwise."""


class Counter(msgspec.Struct, frozen=True):
    """A unit as it is printed: whose, under which number, with which card."""

    id: str
    name: str
    side: str
    number: int
    card: Card

    @property
    def type(self) -> str:
        """One of the eight unit types."""
        return self.card.type

    @property
    def size(self) -> int:
        """How many losses destroy it."""
        return self.card.number("size")

    def is_a(self, *roles: str) -> bool:
        """True if the card has one of these roles."""
        return any(role in self.card.roles for role in roles)

    def can(self, ability: str) -> bool:
        """True if the card has the ability."""
        return ability in self.card.abilities

    def value(self, name: str, otherwise: int = 0) -> int:
        """A number of the card's front, if it has it."""
        found = self.card.values.get(name, otherwise)
        return found if isinstance(found, int) else otherwise

    def printed(self, order: str, number: str) -> int | None:
        """A number printed in an order's box; None where there is none."""
        return self.card.orders.get(order, {}).get(number)

    @property
    def flies(self) -> bool:
        """True for aircraft."""
        return self.card.type == AIR


class Hex(msgspec.Struct, frozen=True):
    """The ground of a hex: terrain, height, the neighbours that its road leads to."""

    terrain: str = "plain"
    level: int = 0
    roads: frozenset[str] = frozenset()


class Ground(msgspec.Struct, frozen=True, eq=False):
    """A board: its grid of whole hexes, the ground of each, and the grid with the half hexes of the edge as well."""

    grid: Hexes
    hexes: Mapping[str, Hex]
    sky: Hexes
    halves: frozenset[str] = frozenset()
    edge: frozenset[str] = frozenset()
    """Whole hexes at the edge of the board."""


class Arrival(msgspec.Struct, frozen=True):
    """Reinforcements: in which round, whose, which units, where they may enter."""

    id: str
    round: int
    side: str
    units: tuple[str, ...]
    hexes: frozenset[str]


class Objective(msgspec.Struct, frozen=True):
    """A hex that is worth points."""

    id: str
    hex: str
    points: int


class Victory(msgspec.Struct, frozen=True):
    """How the scenario is won; the sides of objectives held at the start, and who wins otherwise.

    Where points are counted: strength points of destroyed enemies that make one (0: none do), and by how much the
    scorer must be ahead.
    """

    kind: str
    scorer: str
    otherwise: str
    objectives: Mapping[str, Objective] = {}
    held_by: Mapping[str, str] = {}
    hold: tuple[str, ...] = ()
    needed: int = 0
    losses: int = 0


class Begin(msgspec.Struct, frozen=True):
    """How a unit begins: where, facing where, in which states, aboard of what."""

    hex: str = ""
    facing: str = ""
    states: tuple[str, ...] = ()
    carrier: str = ""
    stores: Mapping[str, int] = {}
    """Stock beyond that of the card."""
    choice: bool = False
    """Whether it takes part only if its side pays for it."""


_NO_TEXT = Text(en="", de="")
NO_ORDER = Order(id="", name=_NO_TEXT, short=_NO_TEXT, group="", step=0, rule="")


class Battle(msgspec.Struct, frozen=True, eq=False):
    """A scenario with everything it is played with."""

    id: str
    sides: tuple[str, str]
    rounds: int
    units: Mapping[str, Counter]
    begins: Mapping[str, Begin]
    structures: Mapping[str, Structure]
    """What stands on the board at the start."""
    ground: Ground
    charts: Mapping[str, Chart]
    orders: Mapping[str, Order]
    """All orders of the game, with what is written with each."""
    victory: Victory
    arrivals: tuple[Arrival, ...] = ()
    points: Mapping[str, int] = {}
    """Strength points that a side may spend."""
    supply: Mapping[str, frozenset[str]] = {}
    """By side: the edge hexes where its transports load."""

    @property
    def grid(self) -> Hexes:
        """The hexes of its map."""
        return self.ground.grid

    def printed(self, order: str) -> Order:
        """What is printed of an order; nothing of one that the game does not have."""
        return self.orders.get(order, NO_ORDER)

    def among(self, order: str, word: str) -> bool:
        """True for an order of a group, or of a list by which the rules speak of several orders."""
        known = self.printed(order)
        return word == known.group or word in known.brackets

    def step_of(self, order: str) -> str:
        """The step in which an order is carried out; empty for one that the game does not have."""
        return f"S{self.orders[order].step}" if order in self.orders else ""

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]
