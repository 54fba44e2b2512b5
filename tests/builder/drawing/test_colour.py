"""Contrast as WCAG has it, difference as the eye has it, colours as the colour-blind see them."""

import pytest

from builder.drawing.colour import (
    Sight,
    apart,
    contrast,
    difference,
    legible,
    luminance,
    mix,
    oklab,
    rgb,
    simulated,
    written,
)

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def test_a_colour_is_read_and_written() -> None:
    assert rgb("#0072b2") == (0, 114, 178)
    assert written((0, 114, 178)) == "#0072b2"


@pytest.mark.parametrize("text", ["0072b2", "#07b", "blue", "#0072b"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a colour"):
        rgb(text)


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1


def test_contrast_agrees_with_the_published_example() -> None:
    """#767676 is the lightest grey that WCAG allows for text on white."""
    assert contrast((0x76, 0x76, 0x76), WHITE) == pytest.approx(4.54, abs=0.005)
    assert contrast((0x77, 0x77, 0x77), WHITE) < 4.5


def test_the_luminance_of_the_primaries() -> None:
    assert [round(luminance(c), 4) for c in ((255, 0, 0), (0, 255, 0), (0, 0, 255))] == [0.2126, 0.7152, 0.0722]


def test_oklab_agrees_with_published_values() -> None:
    assert oklab(WHITE) == pytest.approx((1, 0, 0), abs=1e-3)
    assert oklab((255, 0, 0)) == pytest.approx((0.628, 0.225, 0.126), abs=1e-3)
    assert oklab((0, 0, 255)) == pytest.approx((0.452, -0.032, -0.312), abs=1e-3)


@pytest.mark.parametrize("sight", list(Sight))
def test_greys_look_the_same_to_everybody(sight: Sight) -> None:
    for grey in (0, 64, 128, 255):
        assert max(abs(part - grey) for part in simulated((grey, grey, grey), sight)) <= 1


def test_red_and_green_are_close_to_the_red_green_blind_alone() -> None:
    red, green = (200, 60, 40), (110, 115, 30)
    assert difference(red, green) > 15
    assert difference(red, green, Sight.DEUTERANOPIA) < 5
    assert difference(red, green, Sight.TRITANOPIA) > 15
    assert apart(red, green) <= difference(red, green, Sight.DEUTERANOPIA)


def test_blue_and_green_are_close_to_the_blue_blind_alone() -> None:
    blue, green = (0, 128, 160), (0, 132, 110)
    assert difference(blue, green) > 2 * difference(blue, green, Sight.TRITANOPIA)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix(BLACK, WHITE, 0) == BLACK
    assert mix(BLACK, WHITE, 0.5) == (128, 128, 128)
    assert mix(BLACK, WHITE, 1) == WHITE


def test_the_legible_choice_is_the_one_with_more_contrast() -> None:
    assert legible(rgb("#f0e442")) == (17, 17, 17)
    assert legible(rgb("#0b4d2c")) == WHITE
