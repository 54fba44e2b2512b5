"""Pictures of the maintainer's own, set in the place of drawn ones."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from builder.cache import fingerprint
from builder.drawing.png import encoded
from builder.pool import Job
from vassal.errors import VassalError

CODE = ("builder/drawing",)
Size = tuple[int, int] | None


def given(name: str, path: Path, size: Size) -> Job:
    """The job that sets a picture of the maintainer's own in the place of a drawn one, at its size if one is given."""
    return Job(name, given_picture, (str(path), fingerprint(path.read_bytes().hex()), size), CODE)


class NoPicture(VassalError):  # noqa: N818
    """A file that should be a picture is none, or is cut."""


def opened(path: str, mode: str) -> Image.Image:
    """A picture of the maintainer's own, whole; one that cannot be read is named."""
    try:
        with Image.open(path) as image:
            return image.convert(mode)
    except FileNotFoundError:
        raise
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise NoPicture("no picture that can be read; save it again as PNG, JPEG or WebP", path) from None


def given_picture(path: str, _content: str, size: Size) -> bytes:
    """A picture of the maintainer's own, so large that all that is laid on the drawn one fits."""
    found = opened(path, "RGBA")
    return encoded(found.resize(size, Image.Resampling.LANCZOS) if size else found)
