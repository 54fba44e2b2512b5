"""Geometry: facings, fields of fire, slopes, what lies along a line. Distances and lines are the kernel's."""

from functools import cache

from rules.barbarossa.state.battle import FACINGS, Ground
from rules.engine.hexes import HEXAGONAL
from rules.engine.lattice import Vector

STEP: dict[str, Vector] = dict(zip(FACINGS, HEXAGONAL.steps, strict=True))
"""The step to the neighbour in each direction."""


def neighbour(ground: Ground, place: str, facing: str) -> str:
    """The neighbour in a direction; empty beyond the edge."""
    (q, r), (dq, dr) = ground.grid.cells[place], STEP[facing]
    return next((near for near in ground.grid.neighbours(place) if ground.grid.cells[near] == (q + dq, r + dr)), "")


def direction(ground: Ground, place: str, other: str) -> str:
    """The direction of an adjacent hex; empty if it is not adjacent, or no hex."""
    if other not in ground.sky.cells:
        return ""
    (q, r), (to_q, to_r) = ground.sky.cells[place], ground.sky.cells[other]
    return next((name for name, step in STEP.items() if step == (to_q - q, to_r - r)), "")


@cache
def _beside(step: Vector, there: Vector) -> tuple[int, int]:
    """Twice the scalar product, and the cross product, of a direction and a displacement, both whole.

    With axial coordinates the scalar product is aq*bq + ar*br + (aq*br + ar*bq)/2: it is doubled here.
    """
    (aq, ar), (bq, br) = step, there
    dot = 2 * (aq * bq + ar * br) + aq * br + ar * bq
    cross = aq * br - ar * bq
    return dot, cross


def within_cone(ground: Ground, place: str, facing: str, target: str, degrees: int) -> bool:
    """True if the centre of the target lies at most so many degrees (30 or 60) from the direction, limits included."""
    (q, r), (to_q, to_r) = ground.grid.cells[place], ground.grid.cells[target]
    if (q, r) == (to_q, to_r):
        return False
    dot, cross = _beside(STEP[facing], (to_q - q, to_r - r))
    # the tangent is sqrt(3) * cross / dot; that of 30 degrees is 1 / sqrt(3), that of 60 degrees sqrt(3)
    return dot > 0 and abs(cross) * {30: 3, 60: 1}[degrees] <= dot


def towards(ground: Ground, place: str, target: str) -> tuple[str, ...]:
    """The directions in whose 30 degrees a hex lies: one, or two where it lies on the border between them."""
    return tuple(name for name in FACINGS if within_cone(ground, place, name, target, 30))


def slope(ground: Ground, start: str, goal: str) -> int:
    """How much higher the second hex is; negative if it is lower."""
    return ground.hexes[goal].level - ground.hexes[start].level


def road_between(ground: Ground, start: str, goal: str) -> bool:
    """True if the printed road leads from one hex to the next."""
    return goal in ground.hexes[start].roads
