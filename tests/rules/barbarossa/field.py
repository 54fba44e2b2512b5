"""A field for cases: open ground with the numbers of the test board, sample cards, and a referee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import msgspec
import yaml

import assets
from assets.schema import Card, Chart
from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.state.battle import Battle, Counter, Ground, Hex, Victory
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.loading import open_switches
from rules.barbarossa.state.model import Position, Structure, Unit
from rules.engine.actions import Action
from rules.engine.hexes import Hexes, from_offset
from tests.rules.shared.played import Played, play_all

COLUMNS, ROWS = 13, 9
CELLS = {f"{c + 1:02}{r + 1:02}": from_offset(c, r, shifted=1) for c, r in product(range(COLUMNS), range(ROWS))}
HALVES = {
    **{f"{c + 1:02}00": from_offset(c, -1, shifted=1) for c in range(1, COLUMNS, 2)},
    **{f"{c + 1:02}{ROWS + 1:02}": from_offset(c, ROWS, shifted=1) for c in range(0, COLUMNS, 2)},
}
EDGE = frozenset(
    name for name in CELLS if name[:2] in {"01", f"{COLUMNS:02}"} or name[2:] in {"01", f"{ROWS:02}"}
)  # fmt: skip
_TEXT = {"en": "case", "de": "Fall"}
CARDS: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cards.yaml").read_text(encoding="utf-8"))
"""Sample cards by kind."""
SIDES = {"G": "german", "S": "soviet"}


def _fire(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Target rows: numbers for fire, nothing for melee only."""
    return {kind: {"mode": "fire" if row else "melee", "dice": row} for kind, row in rows.items()}


def card(kind: str, side: str, **changes: Any) -> Card:
    """A sample card; values and whole parts of it may be changed."""
    raw = {**CARDS[kind], "id": f"{kind}-card", "name": _TEXT, "side": side, "symbol": "none", "silhouette": "none"}
    values = {name: changes.pop(name) for name in list(changes) if name in _VALUES}
    raw["values"] = {**raw["values"], **values}
    targets = changes.pop("targets", None)
    if targets is not None:
        raw["targets"] = _fire(targets)
    return msgspec.convert({**raw, **changes}, Card)


_VALUES = frozenset(
    {"size", "bravery", "bravery_loss", "defence", "cost", "melee_dice", "suppressed_accuracy", "command_range", "lift"}
)
_PARTS = frozenset({"type", "roles", "abilities", "targets", "area", "accuracy", "orders"})


SWITCHES = open_switches()


class Field:
    """A case in the making: pieces are added, then `position` and `play` are asked for."""

    def __init__(self, round: int = 2) -> None:  # noqa: A002
        self.round = round
        self.counters: dict[str, Counter] = {}
        self.units: dict[str, Unit] = {}
        self.structures: dict[str, Structure] = {}
        self.charts: dict[str, Chart] = dict(assets.load("barbarossa").charts)
        self.hexes = {name: Hex() for name in CELLS}

    def unit(self, name: str, kind: str, at: str = "", **more: Any) -> Field:
        """A unit of a sample card; the side by the first letter (G or S); card values and state as named."""
        side = SIDES[name[0]]
        printed = card(kind, side, **{key: more.pop(key) for key in list(more) if key in _VALUES | _PARTS})
        number = int(name[1:]) if name[1:].isdigit() else len(self.counters) + 1
        self.counters[name] = Counter(name, name, side, number, printed)
        stores = {**printed.stores, **more.pop("stores", {})}
        state = {"hex": at, "ammo": printed.number("ammo"), "stores": stores, **more}
        self.units[name] = Unit(**state)
        return self

    def order(self, unit: str, order: str = "", **fields: Any) -> Field:
        """The unit's order of this round; without a name one that nobody opened."""
        given = do.Order(unit=unit, order=order, **fields)
        self.units[unit] = msgspec.structs.replace(self.units[unit], order=given)
        return self

    def built(self, name: str, kind: str, at: str, **more: Any) -> Field:
        """A structure in a hex, or on a side of it."""
        self.structures[name] = Structure(kind=kind, hex=at, **more)
        return self

    def ground(self, *places: str, terrain: str = "plain", level: int = 0, road: Iterable[str] = ()) -> Field:
        """Other ground in some hexes; a road through several joins each to the next."""
        for place in places:
            self.hexes[place] = msgspec.structs.replace(self.hexes[place], terrain=terrain, level=level)
        for here, there in pairwise(tuple(road)):
            for one, other in ((here, there), (there, here)):
                joined = self.hexes[one].roads | {other}
                self.hexes[one] = msgspec.structs.replace(self.hexes[one], roads=joined)
        return self

    def battle(self) -> Battle:
        """What does not change."""
        return Battle(
            id="case",
            sides=("german", "soviet"),
            rounds=8,
            units=dict(self.counters),
            begins={},
            structures={},
            ground=Ground(Hexes(CELLS), dict(self.hexes), Hexes({**CELLS, **HALVES}), frozenset(HALVES), EDGE),
            charts=dict(self.charts),
            orders=assets.load("barbarossa").orders,
            victory=Victory("points", "german", "soviet"),
        )

    def position(self, state: str = "S3", **more: Any) -> Position:
        """The position at the beginning of a step, as if the clock had come there."""
        losses = {name: unit.losses for name, unit in self.units.items() if unit.losses}
        lies = {"units": dict(self.units), "structures": dict(self.structures)}
        return Position(stack=(state,), **{"round": self.round, **lies, "before_step": losses, **more})

    def at(self, state: str, **more: Any) -> Position:
        """The position when a step has just begun: the clock has come there from the one before."""
        before = {"S1": "REVEAL", **{f"S{number}": f"S{number - 1}" for number in range(2, 13)}}[state]
        sides = ("german", "soviet")
        start = self.position(before, ready=sides, opened=sides, **more)
        return self.play(start, do.Advance(to=state)).position

    def case(self, position: Position, *, rulings: Iterable[str] = (), action: Action | None = None) -> Case[Action]:
        """A case in which an action, or nothing, is done."""
        return Case(self.battle(), SWITCHES.settle_all(rulings), position, action or Action())

    def play(self, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        """What becomes of the position, and what is said of each action."""
        return play_all(referee(self.battle(), SWITCHES.settle_all(rulings)), position, actions)

    def judged(self, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        """The same, of a position that does not go through logs."""
        return play_all(referee(self.battle(), SWITCHES.settle_all(rulings)), position, actions)
