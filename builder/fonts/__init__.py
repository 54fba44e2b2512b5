"""The bundled typefaces: every letter that is drawn comes from one of these, never from the machine."""

import functools
from enum import Enum
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parent


class Face(Enum):
    """A bundled face by its use; the value is its file."""

    FIGURE = "RobotoCondensed-Black.ttf"
    FIGURE_BOLD = "RobotoCondensed-Bold.ttf"
    FIGURE_MEDIUM = "RobotoCondensed-Medium.ttf"
    FIGURE_REGULAR = "RobotoCondensed-Regular.ttf"
    NAME = "AlegreyaSans-Medium.ttf"
    NAME_BOLD = "AlegreyaSans-Bold.ttf"
    NAME_HEAVY = "AlegreyaSans-ExtraBold.ttf"
    TEXT = "AlegreyaSans-Regular.ttf"
    TEXT_ITALIC = "AlegreyaSans-Italic.ttf"
    TEXT_BOLD_ITALIC = "AlegreyaSans-BoldItalic.ttf"
    TITLE = "Alegreya-Bold.ttf"
    TITLE_ITALIC = "Alegreya-BoldItalic.ttf"
    WATER = "Alegreya-MediumItalic.ttf"

    @property
    def path(self) -> Path:
        """The file of the face."""
        return FOLDER / self.value


@functools.lru_cache(maxsize=256)
def font(face: Face, size: float) -> ImageFont.FreeTypeFont:
    """The face at this size in pixels, laid out the same way on every machine."""
    return ImageFont.truetype(str(face.path), size, layout_engine=ImageFont.Layout.BASIC)
