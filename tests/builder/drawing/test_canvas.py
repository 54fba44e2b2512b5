"""Painting: on a colour, on nothing, over another picture."""

from PIL import Image

from builder.drawing.canvas import Canvas
from builder.drawing.path import rectangle
from builder.fonts import Face

RED, BLUE = (200, 0, 0), (0, 0, 200)


def test_a_shape_is_painted_at_the_scale_of_the_canvas() -> None:
    canvas = Canvas(10, 10, 2, RED)
    canvas.fill(rectangle(5, 0, 5, 10), BLUE)
    assert canvas.image.size == (20, 20)
    assert canvas.image.getpixel((9, 0)) == RED
    assert canvas.image.getpixel((10, 0)) == BLUE


def test_a_faint_shape_lets_the_ground_through() -> None:
    canvas = Canvas(2, 2, 1, (0, 0, 0))
    canvas.fill(rectangle(0, 0, 2, 2), (200, 100, 0), 0.5)
    assert canvas.image.getpixel((0, 0)) == (100, 50, 0)


def test_on_nothing_an_edge_keeps_its_colour() -> None:
    canvas = Canvas(2, 1, 1)
    canvas.fill(rectangle(0, 0, 0.5, 1), RED)
    assert canvas.image.mode == "RGBA"
    assert canvas.image.getpixel((0, 0)) == (200, 0, 0, 128)
    assert canvas.image.getpixel((1, 0)) == (0, 0, 0, 0)


def test_on_nothing_two_halves_make_a_whole() -> None:
    canvas = Canvas(1, 1, 1)
    canvas.fill(rectangle(0, 0, 1, 1), RED, 0.5)
    canvas.fill(rectangle(0, 0, 1, 1), RED)
    assert canvas.image.getpixel((0, 0)) == (200, 0, 0, 255)


def test_painting_goes_on_over_a_copy() -> None:
    first = Image.new("RGB", (4, 4), RED)
    canvas = Canvas.over(first, 1)
    canvas.fill(rectangle(0, 0, 4, 4), BLUE)
    assert first.getpixel((0, 0)) == RED
    assert canvas.image.getpixel((0, 0)) == BLUE


def test_a_line_of_text_stands_on_its_baseline_and_keeps_to_its_room() -> None:
    canvas = Canvas(100, 40, 1, (255, 255, 255))
    wide = canvas.text((5, 30), "WWWWWWWW", Face.FIGURE, 20, (0, 0, 0), room=60)
    assert wide <= 60.01
    dark = canvas.image.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert dark is not None
    assert 4 <= dark[0] <= 7
    assert dark[2] <= 66
    assert dark[3] == 30


def test_text_is_anchored_left_middle_or_right() -> None:
    ends = []
    for anchor in ("left", "middle", "right"):
        canvas = Canvas(100, 40, 1, (255, 255, 255))
        canvas.text((50, 30), "HH", Face.FIGURE, 20, (0, 0, 0), anchor=anchor)
        box = canvas.image.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
        assert box is not None
        ends.append((box[0] + box[2]) / 2)
    assert ends[0] > 60
    assert abs(ends[1] - 50) <= 1
    assert ends[2] < 40


def test_another_picture_is_stamped_with_its_own_edges() -> None:
    seal = Image.new("RGBA", (2, 2), (0, 0, 200, 0))
    seal.putpixel((1, 1), (0, 0, 200, 255))
    for ground, expected in ((RED, RED), (None, (0, 0, 0, 0))):
        canvas = Canvas(4, 4, 1, ground)
        canvas.stamp(seal, (1, 1))
        assert canvas.image.getpixel((1, 1)) == expected
        assert canvas.image.getpixel((2, 2))[:3] == BLUE


def test_a_picture_without_transparency_is_stamped_whole() -> None:
    canvas = Canvas(4, 4, 1, RED)
    canvas.stamp(Image.new("RGB", (2, 2), BLUE), (2, 2))
    assert canvas.image.getpixel((3, 3)) == BLUE
