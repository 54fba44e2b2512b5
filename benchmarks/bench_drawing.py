"""Drawing and encoding the pictures of a game."""

import random
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont

import assets
from benchmarks.frame import Case, Goal, Work
from builder import cards, charts, counters
from builder.cache import Cache
from builder.counters import Style
from builder.counters.faces import UnitFace, unit_face
from builder.fonts import Face
from builder.pool import Job, paint

COUNT = 1_000
SIDE = 150


def cases() -> Iterable[Case]:
    """A thousand different counters; a build in which one of them changed; all charts and player aids."""
    yield Case(
        "drawing: 1,000 counters of 150 px, all cores",
        _counters,
        COUNT,
        "counters",
        _plain_counters,
        "plain Pillow, one core, four times the size and reduced",
        (Goal("processor", "most", 6.0), Goal("megabytes", "most", 300)),
        repeats=3,
    )
    yield Case("drawing: one changed counter among 1,000", _one_changed, goals=(Goal("processor", "most", 0.5),))
    yield Case("drawing: all charts and player aids", _charts, goals=(Goal("processor", "most", 10),), repeats=2)
    yield Case(
        "drawing: all unit cards, models and pieces at double density, all cores",
        _cards,
        goals=(Goal("processor", "most", 25), Goal("megabytes", "most", 400)),
        repeats=2,
    )


def most(of: Callable[[assets.Game], int]) -> assets.Game:
    """The game that has most of something."""
    return max(map(assets.load, assets.games()), key=of)


def _cards() -> Work:
    game = most(lambda game: len(game.cards))

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            paint([*cards.plan(game), *counters.plan(game)], Cache(Path(folder)))

    return work


def _faces() -> list[UnitFace]:
    """All units of the game with other numbers and names, until there are enough; the same in every run."""
    game, chance = most(lambda game: len(game.units) if not game.cards else 0), random.Random(1940)
    fronts = [unit_face(game, unit, "front") for unit in game.units.values()]
    found = []
    for n in range(COUNT):
        face = fronts[n % len(fronts)]
        numbers = tuple(msgspec.structs.replace(number, text=str(chance.randrange(10))) for number in face.numbers)
        label = msgspec.structs.replace(face.label, number=str(n % 40))
        found.append(msgspec.structs.replace(face, numbers=numbers, label=label))
    return found


def _jobs(faces: list[UnitFace]) -> list[Job]:
    return [
        Job(f"{n}.png", counters.unit_picture, (face, Style(), SIDE), counters.CODE) for n, face in enumerate(faces)
    ]


def _counters() -> Work:
    jobs = _jobs(_faces())

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            paint(jobs, Cache(Path(folder)))

    return work


def _one_changed() -> Work:
    folder = tempfile.TemporaryDirectory()
    faces = _faces()
    paint(_jobs(faces), Cache(Path(folder.name)))
    count = iter(range(10_000))

    def work() -> None:
        label = msgspec.structs.replace(faces[0].label, text=f"new {next(count)}")
        paint(_jobs([msgspec.structs.replace(faces[0], label=label), *faces[1:]]), Cache(Path(folder.name)))

    return work


def _charts() -> Work:
    game = most(lambda game: len(game.charts))

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            paint(charts.plan(game), Cache(Path(folder)))

    return work


def _plain_counters() -> Work:
    """The same numbers, band and frame by the plain means of the library; no symbol, no relief, no paper."""
    faces = _faces()
    large = ImageFont.truetype(Face.FIGURE.path, 4 * 55)
    small = ImageFont.truetype(Face.FIGURE_BOLD.path, 4 * 25)

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            for n, face in enumerate(faces):
                image = Image.new("RGBA", (4 * SIDE, 4 * SIDE))
                draw = ImageDraw.Draw(image)
                draw.rounded_rectangle((0, 0, 4 * SIDE, 4 * SIDE), 48, face.colours.ground)
                draw.rectangle((0, 0, 4 * SIDE, 120), face.label.colour)
                draw.text((40, 100), face.label.text, face.label.ink or "black", small, "ls")
                for place, number in enumerate(face.numbers):
                    draw.text((40 + 150 * place, 560), number.text, face.colours.ink, large, "ls")
                image = image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
                image.save(Path(folder, f"{n}.png"), compress_level=6)

    return work
