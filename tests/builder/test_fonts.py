import pytest

from builder.fonts import FOLDER, Face, font

LETTERS = "AZaz09äöüÄÖÜßéèêëâàçœîïôûÉÈ'’„“–·×½¼±°"


@pytest.mark.parametrize("face", Face)
def test_every_face_is_bundled_and_draws_the_letters_of_both_languages(face):
    missing = bytes(font(face, 40).getmask("\uffff"))
    assert [letter for letter in LETTERS if bytes(font(face, 40).getmask(letter)) == missing] == []


@pytest.mark.parametrize("face", Face)
def test_every_face_comes_with_its_licence(face):
    family = face.value.split("-")[0]
    assert "SIL OPEN FONT LICENSE" in (FOLDER / f"{family}-LICENSE.txt").read_text(encoding="utf-8").upper()


@pytest.mark.parametrize("face", [Face.FIGURE, Face.FIGURE_BOLD, Face.FIGURE_MEDIUM, Face.FIGURE_REGULAR])
def test_figures_have_equal_width(face):
    assert len({font(face, 100).getlength(figure) for figure in "0123456789"}) == 1
