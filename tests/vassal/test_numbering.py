import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.grid_strategies import numberings
from vassal.expressions import UNKNOWN
from vassal.numbering import Axis, Numbering


@pytest.mark.parametrize(
    ("leading", "value", "text"),
    [
        (0, 7, "7"),
        (1, 7, "07"),
        (1, 12, "12"),
        (1, 123, "123"),
        (2, 7, "007"),
        (2, 50, "050"),
        (1, -3, "-03"),
        (-5, 7, "7"),
    ],
)
def test_numbers_are_padded_by_the_leading_zeros(leading: int, value: int, text: str) -> None:
    axis = Axis("N", leading=leading)
    assert axis.text(value) == text
    assert axis.value(text) == value


@pytest.mark.parametrize(("value", "text"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "BB"), (52, "AAA"), (-1, "-B")])
def test_letters_repeat_once_a_turn(value: int, text: str) -> None:
    axis = Axis("A")
    assert axis.text(value) == text
    assert axis.value(text) == value


def test_a_row_beyond_all_reason_does_not_fill_the_memory() -> None:
    assert len(Axis("A").text(2**31)) == 100
    assert len(Axis("N", leading=2**31).text(1)) == 100


@pytest.mark.parametrize(
    ("numbering", "name"),
    [
        (Numbering(), "0403"),
        (Numbering(column_first=False), "0304"),
        (Numbering(separator="."), "04.03"),
        (Numbering(horizontal=Axis("A", offset=0)), "D03"),
        (Numbering(location_format="Hex $gridLocation$"), "Hex 0403"),
        (Numbering(location_format="$row$/$column$"), "03/04"),
        (Numbering(location_format="$Phase$$gridLocation$"), "0403"),
        (Numbering(location_format="{Phase}"), UNKNOWN),
        (Numbering(location_format=""), ""),
    ],
)
def test_the_name_of_a_cell(numbering: Numbering, name: str) -> None:
    assert numbering.name(3, 2) == name


@pytest.mark.parametrize(
    ("numbering", "name", "cell"),
    [
        (Numbering(), "0403", (3, 2)),
        (Numbering(), "10504", (104, 3)),
        (Numbering(), "403", None),
        (Numbering(), "99999999990403", None),
        (Numbering(separator="."), "04.03", (3, 2)),
        (Numbering(separator="."), "04x03", None),
        (Numbering(horizontal=Axis("A", offset=0), vertical=Axis("A", offset=0)), "AAFF", (26, 31)),
        (Numbering(location_format="Hex $gridLocation$ "), "Hex 0403", None),
        (Numbering(location_format="$row$"), "03", None),
        (Numbering(location_format="$row$$row$$row$$column$$column$"), "0303030404", None),
        (Numbering(), "1" * 101, None),
    ],
)
def test_the_cell_of_a_name(numbering: Numbering, name: str, cell: tuple[int, int] | None) -> None:
    assert numbering.cell(name) == cell


@given(numberings(), st.integers(-200, 200), st.integers(-200, 200))
def test_a_name_leads_to_a_cell_of_the_same_name(numbering: Numbering, column: int, row: int) -> None:
    name = numbering.name(column, row)
    cell = numbering.cell(name)
    assert cell is not None
    assert numbering.name(*cell) == name
