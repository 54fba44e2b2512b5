"""Models on the board and pieces of terrain: numbers, facings and works are told apart, small and by every eye."""

import io
import itertools
import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

import assets
from builder import counters
from builder.counters import FACINGS, Style
from builder.counters.faces import Colours
from builder.counters.pieces import PIECES, REACH, draw_piece, kind_of, side_offset
from builder.counters.token import AMBER, DARK, MARGIN, PIPS, TokenFace, draw_facing, draw_pips, draw_token
from builder.drawing.colour import Sight, contrast, rgb, simulated

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "cards"
GREY, BROWN = Colours("#434d57", "#2b333a", "#6d7883", "#ffffff"), Colours("#c9a27e", "#a17c58", "#e3c6a8", "#1f140b")
TANK = TokenFace("german", GREY, True, "7", "armour", "pz3")
PLANE = TokenFace("soviet", BROWN, False, "23", "air", "il2", True)


def same(found: Image.Image, name: str) -> None:
    """The picture looks like the one that was reviewed: nowhere far off, on the whole hardly at all."""
    golden = Image.open(GOLDEN / name).convert("RGBA")
    apart = ImageChops.difference(found.convert("RGBA"), golden)
    assert found.size == golden.size
    assert np.asarray(apart).max() <= 48
    assert max(ImageStat.Stat(apart).mean) <= 0.6


@pytest.mark.parametrize(
    ("face", "style", "name"),
    [
        (TANK, Style(), "token.tank.png"),
        (PLANE, Style(), "token.plane.png"),
        (TANK, Style("flat", "nato"), "token.nato.png"),
    ],
)
def test_models_look_as_they_were_reviewed(face: TokenFace, style: Style, name: str) -> None:
    same(draw_token(face, style, 75), name)


@pytest.mark.parametrize("icon", list(PIECES))
def test_pieces_look_as_they_were_reviewed(icon: str) -> None:
    facing = "" if kind_of(icon) == "hex" else "ne"
    same(draw_piece(icon, facing, 75), f"piece.{icon}.png")


def test_numbers_on_flags_are_told_apart_at_half_size() -> None:
    seen = [
        np.asarray(
            draw_token(msgspec.structs.replace(TANK, number=str(n)), Style(), 75)
            .convert("L")
            .resize((38, 38), Image.Resampling.BOX),
            dtype=int,
        )
        for n in range(31)
    ]
    assert min(np.abs(a - b).max() for a, b in itertools.combinations(seen, 2)) > 30


@pytest.mark.parametrize("sight", list(Sight))
def test_the_facing_stands_out_from_both_sides_for_every_eye(sight: Sight) -> None:
    for colours in (GREY, BROWN):
        ground = simulated(rgb(colours.ground), sight)
        marks = [contrast(simulated(colour, sight), ground) for colour in (AMBER, DARK)]
        assert max(marks) >= 3.5


def test_each_facing_is_marked_at_its_own_side_of_the_hex() -> None:
    side = 75 * (100 + 2 * MARGIN) / 100
    for index, facing in enumerate(FACINGS):
        alpha = np.asarray(draw_facing(facing, 75).getchannel("A"), dtype=float)
        rows, columns = np.nonzero(alpha)
        x, y = columns.mean() - side / 2, rows.mean() - side / 2
        angle = math.degrees(math.atan2(x, -y)) % 360
        assert abs((angle - 60 * index + 180) % 360 - 180) < 3, facing


def test_the_mark_of_a_facing_covers_neither_number_nor_picture() -> None:
    for facing in FACINGS:
        alpha = np.asarray(draw_facing(facing, 150).getchannel("A"), dtype=int)
        y, x = np.indices(alpha.shape) - alpha.shape[0] // 2
        assert alpha[np.hypot(x, y) < 0.36 * 150].max() == 0


@pytest.mark.parametrize("count", range(1, 9))
def test_lost_steps_are_counted_on_the_base(count: int) -> None:
    row = draw_pips(count, 150)
    columns = np.asarray(row.convert("RGB"), dtype=int)[..., 0] * (np.asarray(row.getchannel("A")) > 0)
    lit = (columns.max(axis=0) > 180).astype(int)
    assert (np.diff(np.concatenate([[0], lit])) == 1).sum() == count
    assert PIPS[1] + row.height / 3 < 100


def test_pieces_on_hexsides_fit_between_the_corners() -> None:
    for icon in PIECES:
        if kind_of(icon) != "side":
            continue
        left, top, right, bottom = draw_piece(icon, "n", 100).getchannel("A").getbbox() or (0, 0, 0, 0)
        assert 70 <= right - left <= 96
        assert bottom - top <= 40
    for facing in FACINGS:
        assert math.hypot(*side_offset(facing)) == pytest.approx(REACH)
    assert side_offset("n")[1] < 0 < side_offset("s")[1]


def test_no_piece_looks_like_another() -> None:
    seen = {}
    for icon in PIECES:
        picture = draw_piece(icon, "" if kind_of(icon) == "hex" else "n", 75)
        whole = Image.new("RGBA", (120, 120), (178, 186, 140, 255))
        whole.alpha_composite(picture, ((120 - picture.width) // 2, (120 - picture.height) // 2))
        seen[icon] = np.asarray(whole.convert("L").resize((60, 60), Image.Resampling.BOX), dtype=int)
    for one, other in itertools.combinations(seen, 2):
        assert (np.abs(seen[one] - seen[other]) > 40).sum() > 40, (one, other)


def test_smoke_lets_a_little_of_the_hex_through() -> None:
    alpha = np.asarray(draw_piece("smoke", "", 75).getchannel("A"))
    middle = alpha[alpha.shape[0] // 2 - 8 : alpha.shape[0] // 2 + 8, alpha.shape[1] // 2 - 8 : alpha.shape[1] // 2 + 8]
    assert 190 < middle.min() <= middle.max() <= 255
    assert middle.min() < 255


@pytest.mark.parametrize("game", [name for name in assets.games() if assets.load(name).cards])
def test_every_unit_and_piece_of_a_game_of_models_has_its_pictures(game: str) -> None:
    loaded = assets.load(game)
    names = {job.name for job in counters.plan(loaded, density=75)}
    assert {counters.facing_name(facing) for facing in FACINGS} <= names
    assert counters.pips_name(max(card.number("size") for card in loaded.cards.values())) in names
    for marker in loaded.markers.values():
        kind = kind_of(marker.icon) if marker.on in ("hex", "hexside") else None
        if kind == "hex":
            assert counters.piece_name(marker.id) in names
        elif kind:
            assert {counters.piece_name(marker.id, facing) for facing in FACINGS} <= names
        if marker.on == "hexside":
            assert kind == "side", marker.id


def test_states_lie_beside_each_other_on_a_model() -> None:
    for name in assets.games():
        game = assets.load(name)
        if not game.cards:
            continue
        size = counters.style_of(game).look.state.size
        centres = [counters.state_centre(game, marker) for marker in game.markers.values() if marker.state]
        for (x0, y0), (x1, y1) in itertools.combinations(centres, 2):
            assert math.hypot(x0 - x1, y0 - y1) > 0.6 * size


def test_a_model_is_the_same_every_time_and_clear_outside_its_base() -> None:
    first, again = (counters.token_picture(TANK, Style(), 150) for _ in range(2))
    assert first == again
    alpha = Image.open(io.BytesIO(first)).convert("RGBA").getchannel("A")
    assert [alpha.getpixel(place) for place in ((0, 0), (149, 0), (0, 149), (149, 149))] == [0, 0, 0, 0]
    assert alpha.getpixel((75, 75)) == 255
