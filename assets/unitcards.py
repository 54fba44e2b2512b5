"""The shape of `cards.yaml` and `orders.yaml`: unit cards with changing values, and the orders printed on them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from assets.basics import Identifier, Strict, Text, Values

Small = Annotated[int, Meta(ge=0, le=99)]
Face = Annotated[int, Meta(ge=0, le=12)]


class Target(Strict, frozen=True, kw_only=True):
    """How a card attacks a kind of target: by fire or in melee only, with so many dice by steps lost.

    The first number is for a unit without losses; no numbers for one whose melee dice are all it has.
    """

    mode: Literal["fire", "melee"]
    dice: tuple[Small, ...] = ()


class Card(Strict, frozen=True, kw_only=True):
    """A unit card: what is printed on its front, and the orders printed on its back.

    `values`, `abilities`, `roles` and `stores` are words that `game.yaml` declares. `targets` is keyed by unit type,
    or by `building`; `area` has the dice against those that stand beside the target. `accuracy` is by distance, from
    the own hex (melee) on; no number means no attack at that distance. `orders` has the numbers printed in each box.
    """

    id: Identifier
    name: Text
    side: str
    type: str
    roles: tuple[str, ...] = ()
    symbol: str
    silhouette: str
    values: Values
    stores: dict[str, Small] = field(default_factory=dict)
    abilities: tuple[str, ...] = ()
    targets: dict[str, Target] = field(default_factory=dict)
    area: dict[str, tuple[Small, ...]] = field(default_factory=dict)
    accuracy: tuple[Face | None, ...]
    orders: dict[str, dict[str, Small]]
    note: Text | None = None

    def number(self, value: str) -> int:
        """A whole number printed on the front."""
        found = self.values[value]
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        raise TypeError(f"{self.id}: {value} is not a whole number: {found!r}")

    def dice(self, target: str, losses: int = 0) -> int:
        """The dice against a kind of target after so many losses; 0 where the card has none."""
        known = self.targets.get(target)
        return 0 if known is None or losses >= len(known.dice) else known.dice[losses]

    def accuracy_at(self, distance: int) -> int | None:
        """The highest face that hits at a distance; None for no attack."""
        return self.accuracy[distance] if distance < len(self.accuracy) else None

    @property
    def range(self) -> int:
        """The greatest distance at which the card attacks."""
        return max((distance for distance, face in enumerate(self.accuracy) if face), default=0)


class Param(Strict, frozen=True, kw_only=True):
    """What the player writes with an order: a unit, a place, a route, a direction, a number or one of some words.

    `side` is a side of a hex (`0505/0506`), `unit2` a unit that is named beside another one. `rule` is the one that
    wants it written; what may stay `covered` when orders are opened need not be known until it is shown.
    """

    id: Identifier
    name: Text
    kind: Literal["unit", "unit2", "place", "route", "facing", "side", "number", "choice"]
    optional: bool = False
    rule: str = ""
    covered: bool = False
    choices: dict[str, Text] = field(default_factory=dict)


class Order(Strict, frozen=True, kw_only=True):
    """An order: in which step of the round it is carried out, what is written with it and what it costs.

    `fires` is the step in which it shoots if that is another one. `ammo` is spent from the ordinary stock, or one of
    `store`. `prints` are the numbers that a card may have in the order's box, `brackets` the lists of orders that it
    belongs to, both declared in `game.yaml`. An order that is work names the rule by which its time boxes are marked
    (`boxed`), the one by which it is `done`, the marker that it `builds` and those that it `takes` away. What else is
    asked of orders alike, and by which rule, stands in `by`: to whom it can be `given`, its `range`, its line of
    `sight`, that it `ends` with its step.
    """

    id: Identifier
    name: Text
    short: Text
    group: str
    step: Annotated[int, Meta(ge=1, le=20)]
    fires: Annotated[int, Meta(ge=1, le=20)] | None = None
    params: tuple[Param, ...] = ()
    ammo: Small = 0
    store: str = ""
    prints: tuple[str, ...] = ()
    brackets: tuple[str, ...] = ()
    boxed: str = ""
    done: str = ""
    builds: str = ""
    takes: tuple[str, ...] = ()
    by: dict[str, str] = field(default_factory=dict)
    rule: str
    rules: tuple[str, ...] = ()
    note: Text | None = None


class Ability(Strict, frozen=True, kw_only=True):
    """An ability that cards may have: its name and what it does, in a sentence."""

    id: Identifier
    name: Text
    text: Text
    rule: str
