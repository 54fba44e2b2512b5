import pytest
from hypothesis import given

from tests.vassal.grid_strategies import points
from vassal.boards import OFFBOARD, Board, Choice, Layout, Place, PlacedBoard, arrange
from vassal.grids import HexGrid, Point, SquareGrid
from vassal.numbering import Numbering
from vassal.zones import Polygon, Zone, ZonedGrid

SQUARES = SquareGrid((300, 200), 50.0, 50.0, 25, 25, numbering=Numbering(separator="."))
WEST = Board("West", (300, 200), SQUARES, reversible=True)
EAST = Board(
    "East", (400, 200), HexGrid((400, 200), 50.0, 60.0, 0, 0, numbering=Numbering(separator="-")), reversible=True
)
BARE = Board("Bare", (300, 100))
BOARDS = {board.name: board for board in (WEST, EAST, BARE)}


def layout(*choices: Choice, padding: tuple[int, int] = (0, 0)) -> Layout:
    return Layout(arrange(choices, BOARDS, padding), padding=padding)


def test_boards_lie_beside_and_below_each_other_within_the_padding() -> None:
    field = layout(Choice("West"), Choice("East", 1, 0), Choice("Bare", 0, 1), padding=(20, 10))
    assert [placed.origin for placed in field.boards] == [(20, 10), (320, 10), (20, 210)]
    assert field.size == (740, 320)


def test_an_empty_place_among_the_boards_takes_no_room() -> None:
    field = layout(Choice("East", 2, 0), Choice("Bare", 2, 3))
    assert [placed.origin for placed in field.boards] == [(0, 0), (0, 200)]


def test_a_board_may_lie_on_a_map_twice_and_an_unknown_one_not_at_all() -> None:
    field = layout(Choice("West"), Choice("Nowhere", 1, 0), Choice("West", 2, 0, reversed=True))
    assert [(placed.origin, placed.reversed) for placed in field.boards] == [((0, 0), False), ((300, 0), True)]


def test_only_a_reversible_board_is_turned_around() -> None:
    field = layout(Choice("Bare", reversed=True))
    assert not field.boards[0].reversed


@pytest.mark.parametrize(
    ("point", "place"),
    [
        ((20, 10), Place("01.01", None, "West")),
        ((319, 209), Place("06.04", None, "West")),
        ((320, 10), Place("01-01", None, "East")),
        ((30, 220), Place(OFFBOARD, None, "Bare")),
        ((5, 5), Place(OFFBOARD, None, None)),
        ((739, 300), Place(OFFBOARD, None, None)),
    ],
)
def test_each_point_belongs_to_the_board_under_it(point: Point, place: Place) -> None:
    field = layout(Choice("West"), Choice("East", 1, 0), Choice("Bare", 0, 1), padding=(20, 10))
    assert field.place(point) == place


def test_a_deck_gives_its_name_to_exactly_its_point() -> None:
    field = Layout(arrange([Choice("West")], BOARDS), {(25, 25): "Draw"})
    assert field.location((25, 25)) == "Draw"
    assert field.location((26, 25)) == "01.01"


def test_names_lead_back_to_the_first_board_that_knows_them() -> None:
    field = layout(Choice("West"), Choice("East", 1, 0), Choice("West", 2, 0), padding=(20, 10))
    assert field.point("02.01") == (95, 35)
    assert field.point("02-02") == (370, 40)
    assert field.point("02-02", board="West") is None
    assert field.point("none of these") is None


def test_a_turned_board_counts_from_the_other_corner() -> None:
    field = layout(Choice("West", reversed=True))
    assert field.location((299, 199)) == "01.01"
    assert field.point("01.01") == (275, 175)
    assert field.snap((280, 180)) == (275, 175)


def test_the_zone_of_a_turned_board_is_that_of_the_point_as_if_it_were_not_turned() -> None:
    corner = Zone("Corner", Polygon(((0, 0), (100, 0), (100, 100), (0, 100))))
    board = Board("Zoned", (300, 200), ZonedGrid((corner,)), reversible=True)
    field = Layout((PlacedBoard(board, reversed=True),))
    assert field.place((10, 10)) == Place(OFFBOARD, "Corner", "Zoned")
    assert field.place((290, 190)) == Place("Corner", None, "Zoned")
    assert field.zone((10, 10)) is corner


def test_a_point_off_all_boards_stays() -> None:
    assert layout(Choice("West"), padding=(20, 10)).snap((5, 5)) == (5, 5)


def test_a_step_of_one_pixel_over_the_edge_is_taken_back() -> None:
    edge = SquareGrid((300, 200), 50.0, 50.0, 0, 0)
    field = Layout((PlacedBoard(Board("Edge", (300, 200), edge)),))
    assert field.snap((290, 190)) == (299, 199)
    beyond = SquareGrid((300, 200), 50.0, 50.0, 10, 10)
    assert Layout((PlacedBoard(Board("Edge", (300, 200), beyond)),)).snap((299, 199)) == (310, 210)


def test_a_piece_that_snaps_onto_the_next_board_snaps_there_again() -> None:
    west = Board("West", (300, 200), SquareGrid((300, 200), 70.0, 70.0, 20, 20))
    east = Board("East", (300, 200), SquareGrid((300, 200), 50.0, 50.0, 25, 25))
    field = Layout(arrange([Choice("West"), Choice("East", 1, 0)], {"West": west, "East": east}))
    assert field.snap((299, 20)) == (325, 25)


@given(points)
def test_a_place_is_named_for_what_lies_under_it(point: Point) -> None:
    field = layout(Choice("West"), Choice("East", 1, 0), Choice("Bare", 0, 1), padding=(20, 10))
    place = field.place(point)
    board = field.board_at(point)
    assert place.board == (board.board.name if board else None)
    assert (place.location == OFFBOARD) == (place.board in {None, "Bare"})
