from hypothesis import given
from hypothesis import strategies as st

from vassal.grids import Region, RegionGrid
from vassal.hashorder import spread, walk

places = st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))


def test_points_are_spread_by_their_bits() -> None:
    # 0.0 has no bits; 1.0 is 0x3FF0000000000000
    assert spread((0, 0)) == 0
    assert spread((1, 0)) == 0x3FF00000 ^ 0x3FF0
    assert spread((0, 1)) == 0xBE100000 ^ 0xBE10


@given(st.lists(places, max_size=200))
def test_a_walk_meets_each_point_once(points: list[tuple[int, int]]) -> None:
    assert sorted(walk(points)) == sorted(set(points))


@given(st.lists(places, min_size=1, max_size=60, unique=True))
def test_the_walk_goes_by_slots(points: list[tuple[int, int]]) -> None:
    walked = walk(points)
    sizes = [
        size
        for size in (16, 32, 64, 128)
        if [spread(p) % size for p in walked] == sorted(spread(p) % size for p in walked)
    ]
    assert sizes


def test_a_slot_with_many_points_makes_the_table_grow_before_it_is_full() -> None:
    same = [(x, 100) for x in range(1000) if spread((x, 100)) % 16 == 14][:9]
    assert walk(same) == sorted(same, key=lambda point: spread(point) % 32)
    assert walk(same[:8]) == same[:8]


def test_of_two_regions_equally_near_the_first_of_the_walk_counts() -> None:
    near, far = Region("Near", (100, 100)), Region("Far", (260, 100))
    assert spread(near.at) % 16 != spread(far.at) % 16
    first = walk([near.at, far.at])[0]
    for order in ((near, far), (far, near)):
        assert RegionGrid(order).snap((180, 100)) == first


def test_of_two_in_one_slot_the_first_of_the_file_counts() -> None:
    near, far = Region("Near", (100, 100)), Region("Far", (200, 100))
    assert spread(near.at) % 16 == spread(far.at) % 16
    assert RegionGrid((near, far)).snap((150, 100)) == near.at
    assert RegionGrid((far, near)).snap((150, 100)) == far.at
