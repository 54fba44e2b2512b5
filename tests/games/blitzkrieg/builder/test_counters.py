"""Pictures of pieces: what each shows, the same bytes every time, legible when small."""

import hashlib
import io
import itertools
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

import assets
from assets import Game
from builder import counters
from builder.build import lock_of
from builder.cache import Cache
from builder.counters import Style
from builder.counters.faces import CupFace, Which, calibre_faces, chit_face, marker_face, unit_face
from builder.counters.style import find
from builder.counters.unit import draw_unit
from builder.drawing import theme as themes
from builder.drawing.given import given
from builder.module import Options, making_of
from builder.pool import paint

GOLDEN = Path(__file__).resolve().parent / "golden"
PIECES: tuple[tuple[str, Which], ...] = (
    ("fr.1cuir.somua1", "front"),
    ("fr.1cuir.somua1", "back"),
    ("de.i-5pz.pz4", "front"),
    ("de.i-5pz.pz4", "back"),
    ("de.i-12sch.inf1", "front"),
    ("fr.4bcc.fcm1", "front"),
    ("fr.205ri.at", "front"),
    ("fr.1cuir.hq", "front"),
    ("de.kg.hq", "back"),
)


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("blitzkrieg")


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGBA")


def same(found: Image.Image, name: str) -> None:
    """The picture looks like the one that was reviewed: nowhere far off, on the whole hardly at all."""
    golden = Image.open(GOLDEN / name).convert("RGBA")
    apart = ImageChops.difference(found, golden)
    assert found.size == golden.size
    assert max(high for _, high in apart.getextrema()) <= 48
    assert max(ImageStat.Stat(apart).mean) <= 0.6


@pytest.mark.parametrize("look", ["bevel-silhouette", "flat-nato"])
@pytest.mark.parametrize(("unit", "face"), PIECES)
def test_units_look_as_they_were_reviewed(game: Game, unit: str, face: Which, look: str) -> None:
    theme, symbols = look.split("-")
    style = msgspec.convert({"theme": theme, "symbols": symbols}, Style)
    same(opened(counters.render(game, unit, face, style, 75)), f"{unit}.{face}.{look}.png")


@pytest.mark.parametrize("marker", ["neutralised", "out-of-command", "demoralised", "vp10", "barrage-german"])
def test_markers_look_as_they_were_reviewed(game: Game, marker: str) -> None:
    face = marker_face(game, game.markers[marker], "en")
    same(opened(counters.marker_picture(face, Style(), 75)), f"marker.{marker}.png")


@pytest.mark.parametrize("chit", ["hannut.fr.1cuir", "hannut.de.artillery", "stonne.fr.general"])
def test_chits_look_as_they_were_reviewed(game: Game, chit: str) -> None:
    face = chit_face(game, game.chits[chit], "en")
    same(opened(counters.chit_picture(face, Style(), 75)), f"chit.{chit}.png")


def test_states_and_cups_look_as_they_were_reviewed(game: Game) -> None:
    face = marker_face(game, game.markers["out-of-command"], "en")
    same(opened(counters.state_picture(face, Style(), 150)), "state.out-of-command.png")
    same(opened(counters.cup_picture(CupFace("Hannut"), Style(), 75)), "cup.hannut.png")


@pytest.mark.parametrize("density", counters.DENSITIES)
def test_the_same_piece_gives_the_same_bytes(game: Game, density: int) -> None:
    first = counters.render(game, "fr.1cuir.somua1", "front", Style(), density)
    assert first == counters.render(game, "fr.1cuir.somua1", "front", Style(), density)
    assert opened(first).size == (density, density)


def test_several_processes_give_the_same_bytes_as_one(game: Game, tmp_path: Path) -> None:
    jobs = counters.plan(game, density=75)[:24]
    found = paint(jobs, Cache(tmp_path), workers=2)
    assert all(found[job.name].read_bytes() == job.drawn() for job in jobs)


def test_corners_are_clear_and_the_middle_is_not(game: Game) -> None:
    picture = opened(counters.render(game, "fr.1cuir.somua1"))
    corners = [picture.getpixel(place) for place in ((0, 0), (149, 0), (0, 149), (149, 149))]
    assert [corner[3] for corner in corners if isinstance(corner, tuple)] == [0, 0, 0, 0]
    assert picture.getchannel("A").crop((10, 10, 140, 140)).getextrema() == (255, 255)


def test_the_plan_names_every_picture_once(game: Game) -> None:
    names = [job.name for job in counters.plan(game)]
    assert len(names) == len(set(names))
    for unit in game.units.values():
        assert counters.unit_name(unit.id) in names
        assert (counters.unit_name(unit.id, "back") in names) == (unit.back is not None)
    assert {counters.marker_name(marker) for marker in game.markers} <= set(names)
    assert {counters.state_name(m.id) for m in game.markers.values() if m.state} <= set(names)
    assert {counters.chit_name(chit) for chit in game.chits} <= set(names)
    assert {counters.cup_name(scenario) for scenario in game.scenarios} <= set(names)


def test_a_changed_value_changes_one_picture_and_no_other(game: Game) -> None:
    before = {job.name: job.key for job in counters.plan(game)}
    unit = game.units["fr.1cuir.somua1"]
    stronger = msgspec.structs.replace(unit, front={**unit.front, "attack": 6})
    face = unit_face(game, stronger, "front")
    other = counters.Job(counters.unit_name(unit.id), counters.unit_picture, (face, Style(), 150), counters.CODE)
    assert other.key != before[other.name]
    assert {job.name: job.key for job in counters.plan(game)} == before


def test_style_density_and_language_are_part_of_the_key(game: Game) -> None:
    keys = [
        {job.key for job in counters.plan(game, style, density) if job.name not in counters.MARKS}
        for style, density in ((Style(), 150), (Style("flat"), 150), (Style(symbols="nato"), 150), (Style(), 75))
    ]
    assert not any(one & other for one, other in itertools.combinations(keys, 2))
    english, german = (
        {job.name: job.key for job in counters.plan(game, Style(language=language))} for language in ("en", "de")
    )
    assert english["marker.turn.png"] != german["marker.turn.png"]


@pytest.mark.parametrize(
    "style", [Style(theme, symbols) for theme in ("bevel", "flat") for symbols in ("nato", "silhouette")]
)
def test_numbers_are_told_apart_at_half_size(game: Game, style: Style) -> None:
    """A counter of 75 pixels seen at 50 %: each figure of attack, defence and movement is another picture."""
    places = ("bottom-left", "bottom-centre", "bottom-right")
    for unit in ("fr.1cuir.somua1", "de.i-5pz.pz4"):
        face = unit_face(game, game.units[unit], "front")
        for place in places:
            seen = []
            for value in "0123456789":
                numbers = tuple(msgspec.structs.replace(n, text=value) if n.place == place else n for n in face.numbers)
                picture = draw_unit(msgspec.structs.replace(face, numbers=numbers), style, 75).convert("L")
                seen.append(np.asarray(picture.resize((38, 38), Image.Resampling.BOX), dtype=int))
            assert min(np.abs(a - b).max() for a, b in itertools.combinations(seen, 2)) > 60


def test_an_hq_is_unlike_a_company_at_a_quarter_of_its_size(game: Game) -> None:
    hq, used, company = (
        np.asarray(opened(counters.render(game, unit, face)).convert("RGB").resize((37, 37), Image.Resampling.BOX), int)
        for unit, face in (("fr.1cuir.hq", "front"), ("fr.1cuir.hq", "back"), ("fr.1cuir.somua1", "front"))
    )
    frame = np.zeros((37, 37), dtype=bool)
    frame[12:, :2] = True
    assert np.abs(hq - company)[frame].mean() > 50
    assert np.abs(hq - used)[frame].mean() < 3
    assert np.abs(hq - used).mean() > 10


def test_a_lost_step_shows_at_a_quarter_of_its_size(game: Game) -> None:
    for unit in ("fr.1cuir.somua1", "de.i-5pz.pz4"):
        front, back = (
            np.asarray(
                opened(counters.render(game, unit, face)).convert("L").resize((19, 19), Image.Resampling.BOX), int
            )
            for face in ("front", "back")
        )
        assert np.abs(front - back).max() > 60


def test_an_independent_unit_has_a_white_stripe(game: Game) -> None:
    look = themes.theme("bevel")
    row = round((look.band.height + look.stripe.height / 2) * 1.5)
    for unit, expected in (("fr.205ri.at", True), ("fr.4bcc.fcm1", True), ("fr.1cuir.somua1", False)):
        pixels = np.asarray(opened(counters.render(game, unit)).convert("L"))[row, 20:130]
        assert (float(np.median(pixels)) > 235) == expected


def test_states_lie_beside_each_other(game: Game) -> None:
    look = counters.style_of(game).look
    states = [marker for marker in game.markers.values() if marker.state]
    for on in ("unit", "hq"):
        centres = [counters.state_centre(game, marker) for marker in states if marker.on in ("unit", on)]
        if on == "hq":
            centres = [counters.state_centre(game, m) for m in states if m.on == "hq"]
            centres.append(counters.state_centre(game, game.markers["neutralised"]))
        for (x0, y0), (x1, y1) in itertools.combinations(centres, 2):
            assert ((x0 - x1) ** 2 + (y0 - y1) ** 2) ** 0.5 > 0.8 * look.state.size


def test_a_picture_of_the_maintainers_own_replaces_ours(game: Game, tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    Image.new("RGB", (300, 300), (1, 2, 3)).save(scan)
    job = given("unit.x.front.png", scan, (75, 75))
    assert opened(job.drawn()).size == (75, 75)
    assert opened(job.drawn()).getpixel((40, 40)) == (1, 2, 3, 255)
    before = job.key
    Image.new("RGB", (300, 300), (9, 9, 9)).save(scan)
    assert given("unit.x.front.png", scan, (75, 75)).key != before


PINNED = {
    ("fr.1cuir.somua1", "front"): "276ae27b239348d0",
    ("de.kg.hq", "back"): "b7f2680e0ed50f96",
}
"""The pixels of two pieces: a machine or a library that draws anything else is found out here."""


@pytest.mark.parametrize(("unit", "face"), list(PINNED))
def test_the_pixels_are_the_same_on_every_machine(game: Game, unit: str, face: Which) -> None:
    picture = draw_unit(unit_face(game, game.units[unit], face), Style(), 150)
    assert hashlib.blake2b(picture.tobytes(), digest_size=8).hexdigest() == PINNED[unit, face]


def test_fire_of_each_calibre_has_a_marker(game: Game) -> None:
    names = {job.name for job in counters.plan(game)}
    assert {counters.calibre_name("barrage-german", kind) for kind in ("light", "medium", "heavy")} <= names
    assert counters.calibre_name("stuka", "stuka") not in names
    faces = calibre_faces(game, game.markers["barrage-french"], "de")
    assert [face.word for face in faces.values()] == ["leicht", "mittel", "schwer"]
    pictures = [counters.marker_picture(face, Style(), 75) for face in faces.values()]
    assert len(set(pictures)) == 3


def test_the_guns_of_each_kind_of_fire_are_those_that_the_game_names(game: Game) -> None:
    guns = {kind: gun for salvo in game.handling.salvos.values() for kind, gun in salvo.guns.items()}
    fires = [chit for chit in game.chits.values() if chit.salvos]
    assert {kind for chit in fires for kind in chit.salvos} == set(guns)
    assert [chit_face(game, chit, "en").guns for chit in fires] == [
        tuple(guns[kind] for kind in chit.salvos) for chit in fires
    ]
    assert all(find("silhouettes", gun) for gun in guns.values())


def test_a_scan_in_an_overlay_replaces_the_drawing(tmp_path: Path) -> None:
    for path, side in (("units/de.kg.pak.back.png", 90), ("markers/turn.png", 90), ("chits/hannut.de.kg.png", 90)):
        scan = tmp_path / "art" / path
        scan.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (side, side), (1, 2, 3)).save(scan)
    jobs = {job.name: job for job in counters.plan(assets.load("blitzkrieg", tmp_path), density=75)}
    for name in ("unit.de.kg.pak.back.png", "marker.turn.png", "chit.hannut.de.kg.png"):
        assert opened(jobs[name].drawn()).getpixel((40, 40)) == (1, 2, 3, 255)
    assert opened(jobs["unit.de.kg.pak.front.png"].drawn()).getpixel((40, 5)) != (1, 2, 3, 255)


@pytest.mark.parametrize("unit", ["fr.1cuir.somua1", "de.i-5pz.pz4"])
def test_marks_frame_a_piece_without_covering_its_numbers(game: Game, unit: str) -> None:
    side = 150
    for name, share in ((counters.AIM, 1.24), (counters.TARGET, 1.24), (counters.MOVED, 0.25)):
        mark = opened(counters.mark_picture(name, side))
        assert mark.width == pytest.approx(share * side, abs=1)
        if name != counters.MOVED:
            edge = (mark.width - side) // 2
            numbers = mark.crop((edge + 10, edge + round(0.66 * side), edge + side - 10, edge + side - 12))
            assert numbers.getchannel("A").getextrema() == (0, 0)
    piece = opened(counters.render(game, unit, "front", Style(), side))
    aim = opened(counters.mark_picture(counters.AIM, side))
    whole = Image.new("RGBA", aim.size, (160, 170, 120, 255))
    before = whole.copy()
    before.alpha_composite(piece, ((aim.width - side) // 2, (aim.height - side) // 2))
    whole.alpha_composite(before)
    whole.alpha_composite(aim)
    assert ImageStat.Stat(ImageChops.difference(whole.convert("L"), before.convert("L"))).mean[0] > 8


def test_the_theme_nato_is_flat_with_map_symbols(game: Game) -> None:
    made = {name: making_of(game, Options(theme=name), lock_of(game)).style for name in ("", "flat", "nato")}
    assert [each.symbols for each in made.values()] == ["silhouette", "silhouette", "nato"]
    drawn = {name: counters.render(game, "fr.1cuir.somua1", style=style) for name, style in made.items()}
    assert drawn["nato"] == counters.render(game, "fr.1cuir.somua1", style=counters.Style("flat", "nato"))
    assert len(set(drawn.values())) == 3
