"""Everything that goes into a module: its components, and all pictures and pages that these name, as jobs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from assets import Game
from assets.maps import Map
from assets.parsing import located
from builder import cards, charts, counters, icons, splash, trays
from builder.cache import fingerprint
from builder.drawing.given import given_picture, opened
from builder.gpids import Lock
from builder.maps.board import paint as paint_map
from builder.maps.words import Words, words
from builder.module import Making, Options, making_of, root
from builder.module.boards import image_name
from builder.module.look import ICONS
from builder.module.unspoken import unspoken
from builder.pool import Job
from vassal.components import Component

BOARD_CODE = (
    "builder/maps",
    "builder/landscape",
    "builder/drawing",
    "builder/fonts",
    "builder/symbols",
    "assets/maps.py",
)
BOARD_WEIGHT = 2500
QUALITY, OF_LARGE = 88, 86
"""A large sheet, that cannot be made smaller in another way, is a little coarser; nobody sees it."""
PROGRESSIVE = 16_000_000
"""Progressive files are smaller by a fifteenth, but all of a picture lies in memory once more while one is written."""
USUAL, HALVED = 75, 2
"""Colours at half of the light's fineness make a sheet smaller by a sixth; nobody sees it at twice the density."""
ALIKE = 0.02
"""Shapes that differ by less are the same: no hex leaves its place by more than a hair."""
PICTURES = (".png", ".jpg")


class Stretched(NamedTuple):
    """A picture of the maintainer's own that has another shape than the drawn one for which it stands."""

    path: str
    size: tuple[int, int]
    wanted: tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """A module before anything is drawn: its tree, and the jobs of all pictures that it names."""

    making: Making
    root: Component
    jobs: tuple[Job, ...]


def plan(game: Game, options: Options | None = None, lock: Lock | None = None) -> Plan:
    """What must be drawn and put together for a game; AssetsError where the module and its chronicle do not agree."""
    making = making_of(game, options, lock)
    tree = root(making)
    if problems := list(unspoken(making, tree)):
        raise located(game, problems)
    return Plan(making, tree, tuple(_jobs(making, named_in(tree))))


def named_in(tree: Component) -> set[str]:
    """The pictures that components and pieces name."""
    found: set[str] = set()
    for each in tree.walk():
        for value in (*each.attributes.values(), each.text):
            found.update(_files(value))
    return found


def _files(text: str) -> Iterator[str]:
    """All file names of pictures in a text."""
    for word in text.replace("\\", " ").replace(";", " ").replace(",", " ").replace("/", " ").split():
        if word.endswith(PICTURES):
            yield word


def _jobs(making: Making, wanted: set[str]) -> Iterator[Job]:
    for job in every_job(making):
        if job.name in wanted or job.name.endswith(".html"):
            yield job


def every_job(making: Making) -> Iterator[Job]:
    """All pictures that a module may name."""
    game, density, style = making.game, making.counter, making.style
    yield from counters.plan(game, style, density, making.options.density)
    yield from cards.plan(game, style, density)
    yield from trays.plan(making)
    yield from (board_job(making, country) for country in game.maps.values())
    yield from charts.plan(game, style)
    yield from splash.plan(game, style)
    yield from (icons.job(f"{name}.png", icon) for name, icon in ICONS.items())


def board_job(making: Making, country: Map) -> Job:
    """The job that paints the sheet of a map."""
    own = making.game.picture("maps", country.id)
    name = image_name(country.id)
    if own is not None:
        content = fingerprint(own.read_bytes().hex())
        arguments = (str(own), content, making.sheets[country.id].size, making.options.density)
        return Job(name, scan_picture, arguments, BOARD_CODE, weight=20)
    shown = words(making.game, country, making.language)
    return Job(name, board_picture, (country, shown, making.options.density), BOARD_CODE, weight=BOARD_WEIGHT)


def board_picture(country: Map, shown: Words, density: int) -> bytes:
    """The sheet of a map as a JPEG file, a fifth of a PNG's size."""
    return _jpeg(paint_map(country, shown, density), density)


def scan_picture(path: str, _content: str, size: tuple[int, int], density: int) -> bytes:
    """A map of the maintainer's own, at the size of the drawn one."""
    return _jpeg(opened(path, "RGB").resize(size, Image.Resampling.LANCZOS), density)


def stretched(job: Job) -> Stretched | None:
    """What a job brings into another shape, and not only to another size; None for all else."""
    if job.draw not in (given_picture, scan_picture):
        return None
    path, _content, wanted, *_rest = job.arguments
    if not isinstance(path, str) or not isinstance(wanted, tuple):
        return None
    size = opened(path, "RGB").size
    same = abs(size[0] * wanted[1] / (size[1] * wanted[0]) - 1) < ALIKE
    return None if same else Stretched(path, size, wanted)


def _jpeg(image: Image.Image, density: int) -> bytes:
    """Its colours are as fine as its light, but where there is more than one pixel to a point of the usual density."""
    file = io.BytesIO()
    small = image.width * image.height <= PROGRESSIVE
    coarse = HALVED if density > USUAL else 0
    quality = QUALITY if small else OF_LARGE
    image.save(file, "JPEG", quality=quality, subsampling=coarse, progressive=small, optimize=small)
    return file.getvalue()
