"""Counters: the pictures of units, HQs, markers, states and activation markers, as PNG files.

A picture is a pure function of what stands on the piece (`faces`), the style and the density. `plan` lists all pictures
of a game by name, so that a build draws only those that changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from assets import Game
from assets.schema import Chit, Marker, Unit
from builder.counters.chit import draw_chit, draw_cup
from builder.counters.faces import (
    ChitFace,
    CupFace,
    MarkerFace,
    UnitFace,
    Which,
    calibre_faces,
    chit_face,
    face_names,
    marker_face,
    unit_face,
)
from builder.counters.marker import draw_marker, draw_state
from builder.counters.marks import AIM, MOVED, TARGET, draw_aim, draw_gauge, draw_moved, draw_target
from builder.counters.pieces import draw_piece, kind_of
from builder.counters.style import DENSITIES, Style
from builder.counters.token import FACINGS, TokenFace, draw_facing, draw_pips, draw_token, token_face
from builder.counters.unit import draw_unit
from builder.drawing.colour import rgb
from builder.drawing.given import given
from builder.drawing.png import encoded
from builder.pool import Job

__all__ = [
    "AIM",
    "DENSITIES",
    "FACINGS",
    "MOVED",
    "TARGET",
    "Style",
    "calibre_name",
    "chit_name",
    "cup_name",
    "facing_name",
    "marker_name",
    "piece_name",
    "pips_name",
    "plan",
    "render",
    "state_centre",
    "state_name",
    "unit_name",
]

COLOURS = 64
MARKS = {MOVED: draw_moved, AIM: draw_aim, TARGET: draw_target}
CODE = ("builder/counters", "builder/drawing", "builder/symbols", "builder/fonts", "templates/themes")


def unit_name(unit: str, face: Which = "front") -> str:
    """The file name of a unit's picture."""
    return f"unit.{unit}.{face}.png"


def marker_name(marker: str) -> str:
    """The file name of a marker's picture."""
    return f"marker.{marker}.png"


def calibre_name(marker: str, calibre: str) -> str:
    """The file name of a marker of fire when the calibre is known."""
    return f"marker.{marker}.{calibre}.png"


def state_name(marker: str) -> str:
    """The file name of the disc that shows a marker's state on a piece."""
    return f"state.{marker}.png"


def chit_name(chit: str) -> str:
    """The file name of an activation marker's face."""
    return f"chit.{chit}.png"


def cup_name(scenario: str) -> str:
    """The file name of the back that all activation markers of a scenario have in common."""
    return f"cup.{scenario}.png"


def facing_name(facing: str) -> str:
    """The file name of the mark at the faced hexside of a model."""
    return f"token.facing.{facing}.png"


def pips_name(count: int) -> str:
    """The file name of the pips of so many lost steps on a model."""
    return f"token.losses.{count}.png"


def piece_name(marker: str, facing: str = "") -> str:
    """The file name of a piece of terrain; on a hexside or along an axis if one is named."""
    return f"piece.{marker}{'.' + facing if facing else ''}.png"


def gauge_name(gauge: str, number: int) -> str:
    """The file name of the picture of a number that a piece bears."""
    return f"gauge.{gauge}.{number}.png"


def render(game: Game, unit: str, side: Which = "front", style: Style | None = None, density: int = 150) -> bytes:
    """The picture of one face of a unit, as a PNG file."""
    return job_of_unit(game, game.units[unit], side, style or style_of(game), density).drawn()


def plan(game: Game, style: Style | None = None, density: int = 150, board: int | None = None) -> list[Job]:
    """All pictures of a game's pieces, by name; what lies on the board as terrain has the density of the board."""
    chosen = style or style_of(game)
    return [*_jobs(game, chosen, density), *_piece_jobs(game, board or density)]


def style_of(game: Game, language: str = "en") -> Style:
    """The style that the game asks for."""
    counters = game.info.counters
    return Style(counters.style, counters.symbols, "de" if language == "de" else "en")


def state_centre(game: Game, marker: Marker, style: Style | None = None) -> tuple[float, float]:
    """Where the disc of a state lies on a piece: its centre, in hundredths of the side from the upper left corner."""
    state = (style or style_of(game)).look.state
    states = [other for other in game.markers.values() if other.state]
    if game.cards:
        return state.on_models[states.index(marker) % len(state.on_models)]
    rank = [other.id for other in states if other.on == marker.on].index(marker.id)
    shared = 1 if marker.on == "hq" and any(other.on == "unit" for other in states) else 0
    return state.slots[(rank + shared) % len(state.slots)]


def job_of_unit(game: Game, unit: Unit, side: Which, style: Style, density: int) -> Job:
    """The job that draws one face of a unit."""
    name = unit_name(unit.id, side)
    own = game.picture("units", unit.id, side)
    if own:
        return given(name, own, (density, density))
    if unit.card:
        return Job(name, token_picture, (token_face(game, unit), style, density), CODE)
    return Job(name, unit_picture, (unit_face(game, unit, side), style, density), CODE)


def unit_picture(face: UnitFace, style: Style, density: int) -> bytes:
    """One face of a unit as a PNG file."""
    return encoded(draw_unit(face, style, density), COLOURS)


def token_picture(face: TokenFace, style: Style, density: int) -> bytes:
    """A model as a PNG file."""
    return encoded(draw_token(face, style, density), COLOURS)


def facing_picture(facing: str, density: int) -> bytes:
    """The mark at the faced hexside of a model, as a PNG file."""
    return encoded(draw_facing(facing, density), COLOURS)


def pips_picture(count: int, density: int) -> bytes:
    """The pips of so many lost steps, as a PNG file."""
    return encoded(draw_pips(count, density), COLOURS)


def piece_picture(icon: str, facing: str, density: int) -> bytes:
    """A piece of terrain as a PNG file."""
    return encoded(draw_piece(icon, facing, density))


def marker_picture(face: MarkerFace, style: Style, density: int) -> bytes:
    """A marker as a PNG file."""
    return encoded(draw_marker(face, style, density), COLOURS)


def state_picture(face: MarkerFace, style: Style, density: int) -> bytes:
    """The disc of a state as a PNG file."""
    return encoded(draw_state(face, style, density), COLOURS)


def chit_picture(face: ChitFace, style: Style, density: int) -> bytes:
    """The face of an activation marker as a PNG file."""
    return encoded(draw_chit(face, style, density), COLOURS)


def cup_picture(face: CupFace, style: Style, density: int) -> bytes:
    """The common back of a cup's activation markers as a PNG file."""
    return encoded(draw_cup(face, style, density), COLOURS)


def mark_picture(name: str, density: int) -> bytes:
    """A mark that lies on any piece, as a PNG file."""
    return encoded(MARKS[name](density), COLOURS)


def gauge_picture(number: int, ground: str, ink: str, density: int) -> bytes:
    """The number that a piece bears, as a PNG file."""
    return encoded(draw_gauge(number, rgb(ground), rgb(ink), density), COLOURS)


def _gauge_jobs(game: Game, density: int) -> Iterator[Job]:
    for gauge in game.handling.gauges.values():
        for number in range(1, gauge.most + 1):
            arguments = (number, gauge.ground, gauge.ink, density)
            yield Job(gauge_name(gauge.id, number), gauge_picture, arguments, CODE)


def _jobs(game: Game, style: Style, density: int) -> Iterator[Job]:
    for unit in game.units.values():
        for _, name in zip(unit.faces, face_names(unit), strict=False):
            yield job_of_unit(game, unit, name, style, density)
    for marker in game.markers.values():
        yield from _marker_jobs(game, marker, style, density)
    for chit in game.chits.values():
        yield _chit_job(game, chit, style, density)
    if game.cards:
        yield from _model_jobs(game, density)
    yield from _gauge_jobs(game, density)
    for name in MARKS:
        yield Job(name, mark_picture, (name, density), CODE)
    for scenario in game.scenarios.values():
        face = CupFace(scenario.title[style.language])
        yield Job(cup_name(scenario.id), cup_picture, (face, style, density), CODE)


def _model_jobs(game: Game, density: int) -> Iterator[Job]:
    """What is laid on models: the side that they face, the steps that they have lost."""
    for facing in FACINGS:
        yield Job(facing_name(facing), facing_picture, (facing, density), CODE)
    for count in range(1, max(card.number("size") for card in game.cards.values()) + 1):
        yield Job(pips_name(count), pips_picture, (count, density), CODE)


def _piece_jobs(game: Game, density: int) -> Iterator[Job]:
    """The pictures of markers that lie on the board as pieces of terrain."""
    for marker in game.markers.values():
        kind = kind_of(marker.icon)
        if kind is not None and marker.on in ("hex", "hexside"):
            for facing in ("",) if kind == "hex" else FACINGS:
                yield Job(piece_name(marker.id, facing), piece_picture, (marker.icon, facing, density), CODE, weight=2)


def _marker_jobs(game: Game, marker: Marker, style: Style, density: int) -> Iterator[Job]:
    face = marker_face(game, marker, style.language)
    own = game.picture("markers", marker.id)
    if own:
        yield given(marker_name(marker.id), own, (density, density))
    else:
        yield Job(marker_name(marker.id), marker_picture, (face, style, density), CODE)
    for calibre, found in calibre_faces(game, marker, style.language).items():
        yield Job(calibre_name(marker.id, calibre), marker_picture, (found, style, density), CODE)
    if marker.state:
        yield Job(state_name(marker.id), state_picture, (face, style, density), CODE)


def _chit_job(game: Game, chit: Chit, style: Style, density: int) -> Job:
    own = game.picture("chits", chit.id)
    if own:
        return given(chit_name(chit.id), own, (density, density))
    return Job(chit_name(chit.id), chit_picture, (chit_face(game, chit, style.language), style, density), CODE)
