"""Symbols as data: complete, inside their frames, each one unlike the others."""

import itertools

import numpy as np
import pytest
from PIL import Image

import assets
from builder import symbols
from builder.drawing.canvas import Canvas
from builder.drawing.path import together
from builder.symbols import Family, Symbol

FAMILIES: tuple[Family, ...] = ("nato", "silhouettes", "icons", "emblems")
ALL = [(family, name) for family in FAMILIES for name in symbols.names(family)]
VEHICLES = (
    *("somua", "hotchkiss", "h39", "amr", "panhard", "fcm36", "b1bis"),
    *("pz1", "pz2", "pz3", "pz4", "stug3", "sdkfz251", "sdkfz222"),
)


def silhouette(symbol: Symbol, size: int = 100) -> Image.Image:
    canvas = Canvas(size, size, 1, (255, 255, 255))
    for _, path, _ in symbol.fitted(0, 0, size, size).layers:
        canvas.fill(path, (0, 0, 0))
    return canvas.image.convert("L")


@pytest.mark.parametrize(("family", "name"), ALL)
def test_a_symbol_paints_something_inside_its_frame(family: Family, name: str) -> None:
    found = symbols.symbol(family, name)
    left, top, right, bottom = together(path for _, path, _ in found.layers).bounds
    x, y, wide, high = found.frame
    margin = 0.07 * max(wide, high)
    assert left >= x - margin
    assert top >= y - margin
    assert right <= x + wide + margin
    assert bottom <= y + high + margin


@pytest.mark.parametrize("family", ["nato", "silhouettes", "icons"])
def test_tones_are_known_and_emblems_alone_have_colours(family: Family) -> None:
    tones = {tone for name in symbols.names(family) for tone, _, _ in symbols.symbol(family, name).layers}
    assert tones <= {"body", "mid", "light", "ground", "accent"}
    assert all(
        tone.startswith("#")
        for name in symbols.names("emblems")
        for tone, _, _ in symbols.symbol("emblems", name).layers
    )


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(VEHICLES, 2)))
def test_no_vehicle_looks_like_another(one: str, other: str) -> None:
    """At the size of a counter of 75 pixels at least one pixel in fourteen of the outline is another."""
    pictures = [np.asarray(silhouette(symbols.symbol("silhouettes", name), 64)) < 128 for name in (one, other)]
    assert (pictures[0] ^ pictures[1]).sum() / (pictures[0] | pictures[1]).sum() > (
        0.03 if {one, other} == {"hotchkiss", "h39"} else 0.07
    )


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("pz1", 402),
        ("pz2", 481),
        ("pz3", 538),
        ("stug3", 538),
        ("pz4", 592),
        ("somua", 538),
        ("amr", 384),
        ("b1bis", 637),
    ],
)
def test_vehicles_are_drawn_to_scale(name: str, length: int) -> None:
    left, _, right, _ = together(path for _, path, _ in symbols.symbol("silhouettes", name).layers).bounds
    assert right - left == pytest.approx(length, rel=0.08)


def test_a_symbol_is_fitted_and_mirrored() -> None:
    found = symbols.symbol("silhouettes", "somua").fitted(10, 20, 80, 40)
    x, y, wide, high = found.frame
    assert x >= 10
    assert y >= 20
    assert wide <= 80
    assert high <= 40
    other = np.asarray(silhouette(symbols.symbol("silhouettes", "somua")))
    mirror = symbols.symbol("silhouettes", "somua").fitted(0, 0, 100, 100, mirrored=True)
    canvas = Canvas(100, 100, 1, (255, 255, 255))
    for _, path, _ in mirror.layers:
        canvas.fill(path, (0, 0, 0))
    assert np.abs(np.asarray(canvas.image.convert("L"))[:, ::-1].astype(int) - other).max() <= 1


def test_an_unknown_symbol_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="no symbol 'tiger' among the nato: air, anti-aircraft"):
        symbols.symbol("nato", "tiger")


@pytest.mark.parametrize("game", assets.games())
def test_every_symbol_that_a_game_names_exists(game: str) -> None:
    loaded = assets.load(game)
    drawn = {name.split(".")[0] for name in symbols.names("silhouettes")}
    assert {unit.symbol for unit in loaded.units.values()} <= set(symbols.names("nato"))
    assert {unit.silhouette for unit in loaded.units.values()} <= drawn
    icons = {marker.icon for marker in loaded.markers.values()} | {chit.icon for chit in loaded.chits.values()}
    assert icons <= {*symbols.names("icons"), *symbols.names("nato")}
    assert {side.emblem for side in loaded.sides.values()} - {""} <= set(symbols.names("emblems"))
