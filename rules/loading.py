"""From the data of any game to what the kernel knows: its disputed rulings, and the grid of a map."""

from collections.abc import Iterable

import assets
from assets.maps import Map
from assets.schema import Ruling
from rules.engine.hexes import Hexes, from_offset
from rules.engine.lattice import Vector
from rules.engine.switches import Dispute, Switches


def switches_of(game: assets.Game) -> Switches:
    """All disputed rulings; those that an overlay or a rulings file settles are settled.

    What the edition in play answers has that reading only; an overlay that brings another answer settles it.
    """
    rulings = game.rulings
    disputes = [Dispute(name, _readings(each), each.ours) for name, each in rulings.items()]
    return Switches(disputes, {name: each.default for name, each in rulings.items() if each.default})


def _readings(ruling: Ruling) -> tuple[str, ...]:
    answered = (ruling.ours, ruling.default or ruling.ours)
    return tuple(dict.fromkeys(answered if ruling.by_edition else ruling.readings))


def hexes_of(land: Map, names: Iterable[str] = ()) -> Hexes:
    """The hexes of a map next to each other as they are printed: all, and what else is named."""
    return Hexes({name: cell_of(land, name) for name in (*land.names, *names)})


def roads_of(land: Map) -> dict[str, frozenset[str]]:
    """By hex: the neighbours to which its road leads."""
    found: dict[str, set[str]] = {name: set() for name in land.names}
    for one, other in land.roads:
        found[one].add(other)
        found[other].add(one)
    return {name: frozenset(leads) for name, leads in found.items()}


def cell_of(land: Map, name: str) -> Vector:
    """Where a hex lies among the others."""
    found = land.grid.position(name)
    if found is None:
        raise ValueError(f"{land.id} has no hex {name}")
    return from_offset(*found, land.grid.straight, land.grid.parity)
