"""Set-ups and first orders that can be written down, tried by the referee one by one.

It knows pieces, hexes and which blanks an order has, and nothing of the rules. Routes are all ways of so many adjacent
hexes; places that only make sense beside a unit are its own hex, those beside it and a far one. Blanks that need not
be filled are left empty, but for the works of Defend and the kind of mines; where an aircraft comes in stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import msgspec

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import FACINGS, Battle
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.referee import Referee

FIXED: dict[str, Sequence[object]] = {
    "facings": FACINGS,
    "numbers": tuple(range(11)),
    "rounds": tuple(range(7)),
    "mines": ("", "dummy", "anti-tank", "anti-personnel"),
    "works": ("", "trench", "bunker"),
    "built": ("bunker", "bridge", "pontoon"),
}
"""What may stand in a blank, whoever is ordered."""
AT_ONE = {"target": "targets"}
AT_HEX = {"hex": "hexes"}
SHIFT = {"hex": "near"}
ALONG = {"route": "routes"}
OFF_A_SIDE = {"hex": "here", "side": "beyond"}
FACING = {"facing": "facings"}
CIRCLE = {"hex": "hexes", "number": "numbers", "rounds": "rounds"}
BLANKS: dict[str, dict[str, str]] = {
    "defend": {"facing": "facings", "number": "numbers", "choice": "works"},
    "ambush": {"facing": "facings", "number": "numbers", "hex": "here or beside"},
    **dict.fromkeys(("suppressive_fire", "open_fire", "indirect_fire", "mount", "tow", "intercept", "escort"), AT_ONE),
    **dict.fromkeys(("smoke", "bombard_location", "air_strike"), AT_HEX),
    **dict.fromkeys(("set_up", "pack_up", "build_pontoon"), SHIFT),
    **dict.fromkeys(("cautious_move", "march"), ALONG),
    **dict.fromkeys(("remove_wire", "remove_obstacle"), OFF_A_SIDE),
    **dict.fromkeys(("recon", "air_patrol"), CIRCLE),
    **dict.fromkeys(("change_fof", "dig_in"), FACING),
    "merge": {"target": "targets", "choice": "itself"},
    "receive_supply": {"target": "units or nothing"},
    "scout": {"hex": "here or nothing"},
    "lay_mines": {"hex": "near", "choice": "mines"},
    "place_charges": {"choice": "built"},
    "drop_supply": {"hex": "hexes", "number": "numbers"},
    "air_landing": {"hex": "hexes", "target": "units"},
    "assault": {"target": "targets", "route": "routes"},
}
"""By order: its blanks, and what may stand in each."""


class DumbOrders:
    """Lists what is legal of all that can be written down."""

    def __init__(self, referee: Referee[Position], battle: Battle, position: Position, longest: int) -> None:
        self._referee, self._battle, self._position, self._longest = referee, battle, position, longest
        self._late = {unit for arrival in battle.arrivals for unit in arrival.units}
        self._unpaid = {name for name, each in battle.begins.items() if each.choice}
        self._targets = (*battle.units, *position.structures)

    def legal(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Those against which nothing is said."""
        return (action for action in actions if self._referee.judge(self._position, action).legal)

    # ------------------------------------------------------------------------------------------------ the set-up
    def set_up(self) -> Iterator[Action]:
        """Every piece in every hex, in every direction."""
        places, facings = (*self._battle.ground.hexes, *self._battle.ground.halves), ("", *FACINGS)
        near = self._battle.ground.grid.neighbours
        for unit in self._battle.units:
            if unit not in self._late:
                yield from (do.Place(unit=unit, hex=place, facing=way) for place, way in product(places, facings))
        for name, each in self._battle.structures.items():
            for place in self._battle.ground.hexes:
                for side in ("", *near(place)):
                    yield do.Build(structure=name, hex=place, side=side, facing=each.facing)

    # ---------------------------------------------------------------------------------------------------- orders
    def orders(self) -> Iterator[Action]:
        """Every order with every unit, blank by blank."""
        for unit in self._battle.units:
            if unit not in self._late | self._unpaid:
                for order in self._battle.orders:
                    if self._can_be_filled(unit, order):
                        yield from self._filled(unit, order)

    def _can_be_filled(self, unit: str, order: str) -> bool:
        """True unless the order itself is wrong for the unit, whatever is written with it."""
        found = self._referee.judge(self._position, do.Order(unit=unit, order=order)).findings
        return not any(finding.why in {"order.not-printed", "order.aboard", "order.towed"} for finding in found)

    def _filled(self, unit: str, order: str) -> Iterator[do.Order]:
        if order == "fire_on_move":
            yield from self._on_the_move(unit)
            return
        blanks = BLANKS.get(order, {})
        known = self._values(unit)
        for values in product(*(known[what] for what in blanks.values())):
            raw = {"unit": unit, "order": order, **dict(zip(blanks, values, strict=True))}
            yield msgspec.convert(raw, do.Order)

    def _values(self, unit: str) -> dict[str, Sequence[object]]:
        """What may stand in each kind of blank."""
        here, units = self._here(unit), tuple(self._battle.units)
        return {
            **FIXED,
            "hexes": tuple(self._battle.ground.hexes),
            "near": here,
            "here": here[:1],
            "here or beside": here[:2],
            "here or nothing": ("", *here[:1]),
            "beyond": here[1:],
            "targets": self._targets,
            "units": units,
            "units or nothing": ("", *units),
            "itself": (unit,),
            "routes": self._routes(unit),
        }

    def _here(self, unit: str) -> tuple[str, ...]:
        """The hex of a unit or of its carrier, those beside it, and a far one."""
        state = self._position.units[unit]
        place = state.hex or (self._position.units[state.carrier].hex if state.carrier else "")
        if not place:
            return ()
        grid = self._battle.ground.grid
        far = next(name for name in self._battle.ground.hexes if grid.distance(place, name) > 3)
        return (place, *grid.neighbours(place), far)

    def _routes(self, unit: str) -> list[tuple[str, ...]]:
        start, grid = self._position.units[unit].hex, self._battle.ground.grid
        found: list[tuple[str, ...]] = []
        ends: list[tuple[str, ...]] = [()]
        for _ in range(self._longest if start else 0):
            ends = [(*way, place) for way in ends for place in grid.neighbours(way[-1] if way else start)]
            found += ends
        return found

    def _on_the_move(self, unit: str) -> Iterator[do.Order]:
        start = self._position.units[unit].hex
        for target, way in product(self._targets, self._routes(unit)):
            for place in dict.fromkeys((start, *way)):
                yield do.Order(unit=unit, order="fire_on_move", target=target, route=way, fire_from=place)
