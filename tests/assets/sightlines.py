"""A geometry of hexes of its own making, to hold the maps against: in whole numbers, and nothing of the program's.

A hex is (column, half rows), its corners lie at (±2, 0) and (±1, ±1) of units that are half a radius wide and half a
hex high.
"""

from itertools import pairwise


def spot(name):
    """The middle of a hex: even columns lie half a hex lower (Stonne is such a sheet, turned)."""
    column, row = int(name[:2]), int(name[2:])
    return 3 * column, 2 * row + (column % 2 == 0)


def apart(one, other):
    (x, y), (to_x, to_y) = spot(one), spot(other)
    across, along = abs(to_x - x) // 3, abs(to_y - y)
    return max(across, (along + across) // 2)


def crossed(start, goal, names):
    """The hexes that the line from middle to middle runs through, and the pairs that it runs between."""
    (x, y), (to_x, to_y) = spot(start), spot(goal)
    dx, dy = to_x - x, to_y - y
    inside, beside = [], []
    for name in names:
        cx, cy = spot(name)
        # Half a radius is 1/2 across, half a hex is sqrt(3)/2: lengths along the line weigh 1 to 3.
        along = (cx - x) * dx + 3 * (cy - y) * dy
        if name in {start, goal} or not 0 < along < dx * dx + 3 * dy * dy:
            continue
        corners = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))
        sides = [dx * (cy + v - y) - dy * (cx + u - x) for u, v in corners]
        if min(sides) < 0 < max(sides):
            inside.append(name)
        elif sides.count(0) == 2:
            beside.append((along, name))
    return inside, [{one, other} for (a, one), (b, other) in pairwise(sorted(beside)) if a == b]
