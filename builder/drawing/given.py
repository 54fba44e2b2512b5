"""Pictures of the maintainer's own, set in the place of drawn ones."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from builder.cache import fingerprint
from builder.drawing.png import encoded
from builder.pool import Job

CODE = ("builder/drawing",)
Size = tuple[int, int] | None


def given(name: str, path: Path, size: Size) -> Job:
    """The job that sets a picture of the maintainer's own in the place of a drawn one, at its size if one is given."""
    return Job(name, given_picture, (str(path), fingerprint(path.read_bytes().hex()), size), CODE)


def given_picture(path: str, _content: str, size: Size) -> bytes:
    """A picture of the maintainer's own, so large that all that is laid on the drawn one fits."""
    with Image.open(path) as image:
        found = image.convert("RGBA")
    return encoded(found.resize(size, Image.Resampling.LANCZOS) if size else found)
