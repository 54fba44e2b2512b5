"""Finished pictures as PNG files: no clock, no names, one level of compression, few colours where nobody sees it."""

import io

import numpy as np
from PIL import Image

LEVEL = 8

MOST = 120
"""So many colours leave room for each of them once more, half transparent, in a palette of 256."""


def encoded(image: Image.Image, colours: int | None = None) -> bytes:
    """The picture as a PNG file; with at most so many colours if a number is given."""
    found = reduced(image, colours) if colours else image
    file = io.BytesIO()
    found.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def reduced(image: Image.Image, colours: int) -> Image.Image:
    """The picture in at most so many colours, and few more for its half transparent edges."""
    if image.mode == "RGBA" and image.getchannel("A").getextrema() != (255, 255):
        return _with_edges(image, colours)
    return image.convert("RGB").quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _with_edges(image: Image.Image, colours: int) -> Image.Image:
    """Each colour that occurs on an edge is listed once more for each of a few degrees of opacity."""
    plain = image.convert("RGB").quantize(min(colours, MOST), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = np.array(plain.getpalette(), dtype=np.uint8).reshape(-1, 3)
    index, alpha = np.asarray(plain).astype(np.int64), np.asarray(image.getchannel("A")).astype(np.int64)
    edge = alpha < 255
    steps = 8
    while True:
        level = (alpha[edge] * steps + 127) // 255
        mixed, found = np.unique(np.where(level == 0, 0, index[edge] * (steps + 1) + level), return_inverse=True)
        if len(palette) + len(mixed) <= 256:
            break
        steps //= 2
    index[edge] = len(palette) + found
    result = Image.fromarray(index.astype(np.uint8), "P")
    result.putpalette(np.concatenate([palette, palette[mixed // (steps + 1)]]).tobytes())
    opacity = np.concatenate([np.full(len(palette), 255), mixed % (steps + 1) * 255 // steps])
    result.info["transparency"] = opacity.astype(np.uint8).tobytes()
    return result


def worst(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of two pictures in any channel of any pixel."""
    a = np.asarray(one.convert("RGBA"), dtype=np.int16)
    b = np.asarray(other.convert("RGBA"), dtype=np.int16)
    return int(np.abs(a - b).max())
