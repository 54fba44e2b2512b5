"""Letters as outlines of the bundled faces."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from builder.drawing import text
from builder.drawing.outlines import typeface
from builder.fonts import Face


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("letter", "A8gß%&é½")
def test_a_letter_looks_as_another_reader_of_the_same_file_draws_it(face: Face, letter: str) -> None:
    size = 200
    font = ImageFont.truetype(str(face.path), size, layout_engine=ImageFont.Layout.BASIC)
    theirs = Image.new("L", (400, 400))
    ImageDraw.Draw(theirs).text((60, 280), letter, font=font, fill=255, anchor="ls")
    ours = Image.new("L", (400, 400))
    found = text.text_mask(letter, face, size)
    ours.paste(found.image, (60 + found.left, 280 + found.top))
    apart = np.abs(np.asarray(ours, dtype=int) - np.asarray(theirs, dtype=int))
    assert np.asarray(ours).max() == 255
    assert apart.sum() / max(np.asarray(theirs).astype(int).sum(), 1) < 0.12


def test_figures_are_of_equal_width() -> None:
    assert len({text.width(figure, Face.FIGURE, 1) for figure in "0123456789"}) == 1


def test_kerning_draws_letters_together() -> None:
    letters = typeface(Face.TITLE.path)
    assert letters.kerning("T", "o") < 0
    assert letters.kerning("H", "H") == 0
    alone = text.width("T", Face.TITLE, 1) + text.width("o", Face.TITLE, 1)
    assert text.width("To", Face.TITLE, 1) < alone


def test_a_size_is_chosen_by_the_height_of_capitals() -> None:
    size = text.size_of(70, Face.FIGURE)
    assert text.cap_of(size, Face.FIGURE) == pytest.approx(70)
    assert text.text_mask("H", Face.FIGURE, size).image.height == pytest.approx(70, abs=1)


def test_a_long_line_is_fitted_into_its_room() -> None:
    assert text.fitting("HQ", Face.FIGURE, 10, 100) == 10
    small = text.fitting("III/11 RDP", Face.FIGURE, 10, 20)
    assert text.width("III/11 RDP", Face.FIGURE, small) == pytest.approx(20)


def test_lines_are_broken_between_words() -> None:
    lines = text.wrapped("one two three\nfour", Face.TEXT, 10, text.width("one two ", Face.TEXT, 10))
    assert lines == ["one two", "three", "four"]
    assert text.longest(lines, Face.TEXT, 10) == text.width("one two", Face.TEXT, 10)
    assert text.longest([], Face.TEXT, 10) == 0


@pytest.mark.parametrize("sign", sorted(text.SIGNS))
def test_signs_that_the_faces_lack_are_our_own(sign: str) -> None:
    assert text.text_mask(sign, Face.FIGURE, 50).image.getextrema()[1] == 255
    assert text.path(sign, Face.FIGURE) != text.path("?", Face.FIGURE)


def test_a_letter_that_nobody_has_is_a_question_mark() -> None:
    assert text.path("漢", Face.TEXT) == text.path("?", Face.TEXT)


def test_tracking_and_squeezing_change_the_width() -> None:
    plain = text.text_mask("HANNUT", Face.TITLE, 40).image.width
    assert text.text_mask("HANNUT", Face.TITLE, 40, tracking=0.1).image.width > plain
    assert text.text_mask("HANNUT", Face.TITLE, 40, squeeze=0.8).image.width < plain
