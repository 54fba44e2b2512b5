"""Fields of fire and directions on a board of hexes with flat tops."""

import pytest

from rules.barbarossa.state.battle import FACINGS, Ground, Hex
from rules.barbarossa.state.ground import direction, neighbour, towards, within_cone
from rules.engine.hexes import Hexes, from_offset

CELLS = {f"{c + 1:02}{r + 1:02}": from_offset(c, r, shifted=1) for c in range(13) for r in range(9)}
GRID = Hexes(CELLS)
GROUND = Ground(grid=GRID, hexes={name: Hex() for name in CELLS}, sky=GRID)


@pytest.mark.parametrize(
    ("place", "around"),
    [
        ("0505", ("0504", "0604", "0605", "0506", "0405", "0404")),
        ("0605", ("0604", "0705", "0706", "0606", "0506", "0505")),
    ],
)
def test_neighbours_by_direction(place: str, around: tuple[str, ...]) -> None:
    assert tuple(neighbour(GROUND, place, facing) for facing in FACINGS) == around
    assert tuple(direction(GROUND, place, near) for near in around) == FACINGS


def test_beyond_the_edge_there_is_nothing() -> None:
    assert neighbour(GROUND, "0101", "N") == ""
    assert direction(GROUND, "0101", "a word of a record that is no hex") == ""


@pytest.mark.parametrize(("distance", "hexes"), [(1, 1), (2, 3), (3, 3), (4, 5)])
def test_the_cone_opens_with_the_distance(distance: int, hexes: int) -> None:
    ring = [name for name in CELLS if GRID.distance("0706", name) == distance]
    assert sum(within_cone(GROUND, "0706", "N", name, 30) for name in ring) == hexes


def test_the_own_hex_is_in_no_cone() -> None:
    assert not within_cone(GROUND, "0706", "N", "0706", 60)


def test_every_hex_lies_towards_one_direction_or_on_the_border_of_two() -> None:
    for name in CELLS:
        if name != "0706":
            found = towards(GROUND, "0706", name)
            assert len(found) in (1, 2)


def test_sixty_degrees_take_in_the_thirty() -> None:
    for name in CELLS:
        for facing in FACINGS:
            assert within_cone(GROUND, "0706", facing, name, 60) or not within_cone(GROUND, "0706", facing, name, 30)
