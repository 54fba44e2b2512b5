"""PNG files: the same bytes for the same picture, few colours where it shows nowhere."""

import io

from PIL import Image, ImageChops, ImageStat

from builder.drawing.canvas import Canvas
from builder.drawing.path import circle
from builder.drawing.png import encoded, reduced, worst


def disc(transparent: bool = True) -> Image.Image:
    canvas = Canvas(100, 100, 1, None if transparent else (240, 230, 200))
    for n in range(20):
        canvas.fill(circle(50, 50, 48 - 2 * n), (10 * n, 200 - 5 * n, 255 - 12 * n))
    return canvas.image


def test_the_same_picture_gives_the_same_file() -> None:
    assert encoded(disc(), 64) == encoded(disc(), 64)


def test_a_file_has_no_more_than_the_picture() -> None:
    file = encoded(disc(), 64)
    kinds = []
    position = 8
    while position < len(file):
        size = int.from_bytes(file[position : position + 4], "big")
        kinds.append(file[position + 4 : position + 8])
        position += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]


def test_few_colours_look_the_same() -> None:
    for picture in (disc(), disc(transparent=False)):
        found = reduced(picture, 64)
        assert found.mode == "P"
        assert len(found.getcolors() or []) <= 64 + 60
        back = Image.open(io.BytesIO(encoded(picture, 64))).convert("RGBA")
        opaque = Image.new("RGBA", picture.size, (128, 128, 128, 255))
        seen, meant = (Image.alpha_composite(opaque, one.convert("RGBA")) for one in (back, picture))
        assert worst(seen, meant) < 80
        assert max(ImageStat.Stat(ImageChops.difference(seen, meant)).mean) < 2


def test_a_picture_of_many_edges_still_fits_a_palette() -> None:
    canvas = Canvas(64, 64, 1)
    for x in range(64):
        for y in range(64):
            canvas.image.putpixel((x, y), (x * 2, y * 2, 100, 128 + x))
    found = reduced(canvas.image, 64)
    assert len(found.getcolors() or []) <= 256


def test_without_a_number_every_colour_is_kept() -> None:
    assert worst(Image.open(io.BytesIO(encoded(disc()))), disc()) == 0
