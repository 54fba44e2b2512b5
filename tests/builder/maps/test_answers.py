"""Answers are drawn where they belong, and nothing else on the map changes."""

import pytest
from PIL import Image, ImageChops

from builder.maps.answers import Answer, Line, Mark, Token, answered
from builder.maps.layout import layout
from tests.builder.maps.sample_map import sample, spoken

DENSITY = 75


@pytest.fixture(scope="module")
def sheet():
    country, shown = sample(), spoken()
    return country, shown, layout(country, DENSITY), answered(country, shown, DENSITY, Answer())


def changed(sheet, answer: Answer) -> tuple[int, int, int, int] | None:
    """The part of the picture that an answer changes."""
    country, shown, _, plain = sheet
    return ImageChops.difference(plain, answered(country, shown, DENSITY, answer)).getbbox()


def test_only_the_land_is_shown(sheet) -> None:
    _, _, made, plain = sheet
    assert plain.size == (made.field.width, made.field.height)


def test_a_mark_stays_in_its_place(sheet) -> None:
    _, _, made, _ = sheet
    name, (x, y) = next(iter(made.hexes.items()))
    left, top, right, bottom = changed(sheet, Answer(marks=[Mark(name, "reach", "2")]))
    assert left < x - made.field.left < right
    assert top < y - made.field.top < bottom
    assert right - left < 130
    assert bottom - top < 130


def test_lines_and_pieces_are_drawn(sheet) -> None:
    _, _, made, _ = sheet
    first, last = next(iter(made.hexes)), list(made.hexes)[-1]
    free, barred = (changed(sheet, Answer(lines=[Line(first, last, free)])) for free in (True, False))
    assert free is not None
    assert barred is not None
    piece, at = Image.new("RGBA", (40, 40), "#a8c0d8"), made.centre(first)
    alone, pile = (changed(sheet, Answer(tokens=[Token(at, piece)] * count)) for count in (1, 2))
    assert alone is not None
    assert pile is not None
    assert pile[2] > alone[2], "the upper one stands out"


def test_what_is_written_leaves_the_middle_of_a_piece_free(sheet) -> None:
    country, shown, made, _ = sheet
    name, at = next(iter(made.hexes.items()))
    piece = Token(at, Image.new("RGBA", (40, 40), "#a8c0d8"))
    mute, told = (Answer(marks=[Mark(name, "reach", said)], tokens=[piece]) for said in ("", "12"))
    pictures = [answered(country, shown, DENSITY, answer) for answer in (mute, told)]
    left, top, right, _ = ImageChops.difference(*pictures).getbbox() or (0, 0, 0, 0)
    assert right - left > 5, "it is written"
    x, y = at[0] - made.field.left, at[1] - made.field.top
    assert right <= x - 12 or top >= y + 12
