"""What stands on a unit card, taken out of the game: all that its pictures depend on, and nothing more."""

from __future__ import annotations

from typing import Literal

import msgspec

from assets import Game
from assets.schema import Card, Order, Side
from builder.counters.faces import Colours, colours

Language = Literal["en", "de"]
Which = Literal["front", "back"]

TIME = "boxes"
"""The printed number that counts time boxes: it is drawn as boxes to be ticked."""

FLAG = "flag"
"""The icon of the state that is kept in the box beside the bravery."""


class Stock(msgspec.Struct, frozen=True):
    """A special stock: its id (and icon), its name, how much there is."""

    id: str
    name: str
    count: int


class Status(msgspec.Struct, frozen=True):
    """A status box: its id, icon and word, the number that counts while it is ticked."""

    id: str
    icon: str
    word: str
    number: str = ""


class TargetRow(msgspec.Struct, frozen=True):
    """A row of the table of targets: whom it is about, dice by steps lost; melee alone; hexes beside the target."""

    type: str
    name: str
    silhouette: str
    dice: tuple[int, ...]
    melee: bool = False
    area: bool = False


class CardFace(msgspec.Struct, frozen=True):
    """The front of a card."""

    id: str
    side: str
    colours: Colours
    emblem: str
    mirrored: bool
    name: str
    kind: str
    symbol: str
    silhouette: str
    air: bool
    size: int
    bravery: int
    bravery_loss: int
    defence: int
    ammo: int
    cost: int
    melee_dice: int
    abilities: tuple[tuple[str, str], ...]
    stores: tuple[Stock, ...]
    statuses: tuple[Status, ...]
    targets: tuple[TargetRow, ...]
    accuracy: tuple[int | None, ...]
    words: tuple[tuple[str, str], ...]
    sides: tuple[str, ...]
    """All sides of the game, in its order: a target that only one of them has is drawn as that one's."""

    def word(self, name: str) -> str:
        """A word that stands on all cards."""
        return dict(self.words)[name]


class Print(msgspec.Struct, frozen=True):
    """A number that is printed in an order's box."""

    id: str
    word: str
    number: int


class OrderBox(msgspec.Struct, frozen=True):
    """The box of an order: its name and step, what is written in it, the numbers printed in it, its time boxes."""

    id: str
    name: str
    group: str
    step: int
    entries: tuple[str, ...]
    prints: tuple[Print, ...]
    time: int = 0


class BackFace(msgspec.Struct, frozen=True):
    """The back of a card; `stages` are the boxes of an aircraft's preparation."""

    id: str
    side: str
    colours: Colours
    mirrored: bool
    name: str
    kind: str
    symbol: str
    silhouette: str
    orders: tuple[OrderBox, ...]
    stages: tuple[str, ...]


def card_face(game: Game, card: Card, language: Language) -> CardFace:
    """What stands on the front of a card."""
    side = game.sides[card.side]
    return CardFace(
        id=card.id,
        side=side.id,
        colours=colours(side),
        emblem=side.emblem,
        mirrored=_mirrored(game, side),
        name=card.name[language],
        kind=_kind(game, card, language),
        symbol=card.symbol,
        silhouette=card.silhouette,
        air=is_air(game, card),
        size=card.number("size"),
        bravery=card.number("bravery"),
        bravery_loss=_number(card, "bravery_loss"),
        defence=card.number("defence"),
        ammo=_number(card, "ammo"),
        cost=_number(card, "cost"),
        melee_dice=_number(card, "melee_dice"),
        abilities=_abilities(game, card, language),
        stores=tuple(Stock(name, game.info.stores[name][language], count) for name, count in card.stores.items()),
        statuses=_statuses(game, card, language),
        targets=_targets(game, card, language),
        accuracy=card.accuracy,
        words=_words(game, language),
        sides=tuple(game.sides),
    )


def back_face(game: Game, card: Card, language: Language) -> BackFace:
    """What stands on the back of a card; orders by the step in which they are carried out."""
    side = game.sides[card.side]
    boxes = [_box(game, game.orders[order], printed, language) for order, printed in card.orders.items()]
    return BackFace(
        id=card.id,
        side=side.id,
        colours=colours(side),
        mirrored=_mirrored(game, side),
        name=card.name[language],
        kind=_kind(game, card, language),
        symbol=card.symbol,
        silhouette=card.silhouette,
        orders=tuple(sorted(boxes, key=lambda box: (box.step, list(game.orders).index(box.id)))),
        stages=STAGES[language] if is_air(game, card) else (),
    )


STAGES = {
    "en": ("landed", "refuel", "rearm", "ready"),
    "de": ("gelandet", "auftanken", "bewaffnen", "bereit"),
}
"""What an aircraft goes through between two missions."""

WORDS = {
    "targets": {"en": "Target / losses", "de": "Ziel / Ausfälle"},
    "range": {"en": "Accuracy by distance", "de": "Genauigkeit nach Entfernung"},
    "now": {"en": "now", "de": "jetzt"},
    "melee": {"en": "melee only", "de": "nur Nahkampf"},
    "beside": {"en": "beside", "de": "daneben"},
    "each": {"en": "a step", "de": "je Stufe"},
    "harmless": {"en": "attacks nobody", "de": "greift nicht an"},
    "building": {"en": "buildings", "de": "Gebäude"},
}
"""Words on cards that are no value's or type's name."""


def is_air(game: Game, card: Card) -> bool:
    """Tell whether the card is an aircraft's."""
    return game.info.types[card.type].movement == "air"


def _mirrored(game: Game, side: Side) -> bool:
    """The game's first side looks right, the others look at it."""
    return side.id == next(iter(game.sides))


def _number(card: Card, value: str) -> int:
    return card.number(value) if value in card.values else 0


def _kind(game: Game, card: Card, language: Language) -> str:
    """The type of the unit, and its first role where that says more."""
    kind = game.info.types[card.type].name[language]
    roles = [game.info.roles[role][language] for role in card.roles if role in game.info.roles]
    return (
        f"{kind} · {roles[0]}"
        if roles and roles[0].lower() not in (kind.lower(), card.name[language].lower())
        else kind
    )


def _words(game: Game, language: Language) -> tuple[tuple[str, str], ...]:
    found = {name: game.info.values[name].name[language] for name in ("bravery", "defence", "ammo", "size")}
    found["cost"] = game.info.values["cost"].short[language]
    return tuple((found | {key: text[language] for key, text in WORDS.items()}).items())


def _abilities(game: Game, card: Card, language: Language) -> tuple[tuple[str, str], ...]:
    """The abilities by name, and the values that are abilities: those printed neither elsewhere nor for a status."""
    found = [(ability, game.info.abilities[ability].name[language]) for ability in card.abilities]
    taken = {"size", "bravery", "bravery_loss", "defence", "ammo", "cost", "melee_dice"}
    taken |= {name for status in _states(game, card) for name in card.values if _speaks_of(name, status)}
    for name, value in card.values.items():
        if name not in taken and value:
            found.append((name, f"{game.info.values[name].short[language]} {value}"))
    return tuple(found)


def _states(game: Game, card: Card) -> list[str]:
    """The states that have a box of their own on the card; the flag has one beside the bravery."""
    places = {"unit", "hq"} if card.symbol == "hq" else {"unit"}
    return [m.id for m in game.markers.values() if m.state and m.on in places and m.icon != FLAG]


def _speaks_of(value: str, status: str) -> bool:
    """Tell whether a value counts while a status holds: `suppressed_accuracy` for `suppressed`."""
    return value.replace("_", "-").startswith(status.replace("_", "-"))


def _statuses(game: Game, card: Card, language: Language) -> tuple[Status, ...]:
    found = []
    for name in _states(game, card):
        marker = game.markers[name]
        numbers = [str(value) for key, value in card.values.items() if _speaks_of(key, name)]
        found.append(Status(name, marker.icon, marker.short[language], numbers[0] if numbers else ""))
    return tuple(found)


def _targets(game: Game, card: Card, language: Language) -> tuple[TargetRow, ...]:
    found = []
    for name, target in card.targets.items():
        kind = game.info.types.get(name)
        shown = kind.name[language].split(" (")[0] if kind else WORDS["building"][language]
        picture = kind.silhouette if kind else "building"
        found.append(TargetRow(name, shown, picture, target.dice, target.mode == "melee"))
        if name in card.area:
            found.append(TargetRow(name, WORDS["beside"][language], "", card.area[name], area=True))
    return tuple(found)


def _box(game: Game, order: Order, printed: dict[str, int], language: Language) -> OrderBox:
    prints = tuple(
        Print(name, game.info.values[name].short[language], number) for name, number in printed.items() if name != TIME
    )
    entries = tuple(param.name[language] for param in order.params)
    return OrderBox(order.id, order.name[language], order.group, order.step, entries, prints, printed.get(TIME, 0))
