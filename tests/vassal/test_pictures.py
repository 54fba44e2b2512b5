import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vassal.pictures import picture_size


@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG", "BMP"])
@pytest.mark.parametrize("size", [(1, 1), (37, 512), (640, 3)])
def test_the_size_of_a_picture_stands_in_its_head(kind: str, size: tuple[int, int]) -> None:
    file = io.BytesIO()
    Image.new("RGB", size).save(file, kind)
    assert picture_size(file.getvalue()) == size


def test_metadata_before_the_frame_of_a_jpeg_are_passed_over() -> None:
    file = io.BytesIO()
    Image.new("RGB", (80, 40)).save(file, "JPEG", exif=b"Exif\0\0" + b"x" * 5000, progressive=True, comment=b"\xff\xc0")
    assert picture_size(file.getvalue()) == (80, 40)


@pytest.mark.parametrize(
    ("svg", "size"),
    [
        (b'<?xml version="1.0"?><svg xmlns="x" width="300" height="200.4px">', (300, 200)),
        (b"<svg width='100%' height='100%' viewBox='0 0 640 480'>", (640, 480)),
        (b'<svg viewBox="0,0,64.5,32"><rect width="5" height="5"/>', (64, 32)),
        (b'<svg width="300">', None),
        (b'<svg viewBox="0 0 a.b 1">', None),
        (b'<svg viewBox="0 0 .. 1">', None),
        (b"<html>", None),
    ],
)
def test_the_size_of_a_drawing(svg: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(svg) == size


@pytest.mark.parametrize(
    "head", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"\xff\xd8", b"\xff\xd8\xff\xe0\x00\x02\x00", b"RIFF"]
)
def test_a_picture_that_is_cut_or_unknown_has_no_size(head: bytes) -> None:
    assert picture_size(head) is None


@given(st.sampled_from([b"", b"\xff\xd8", b"GIF89a", b"<svg ", b"BM"]), st.binary(max_size=100))
def test_no_bytes_do_any_harm(start: bytes, rest: bytes) -> None:
    size = picture_size(start + rest)
    assert size is None or len(size) == 2
