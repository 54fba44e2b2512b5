"""Unit cards: the nine fields and the tables on the front, a box for each order on the back, what is laid on them."""

import io
import itertools
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageStat

import assets
from assets import Game
from builder import cards, counters, symbols
from builder.cards import layers, layout
from builder.cards.back import GROUPS, draw_back
from builder.cards.faces import BackFace, CardFace, back_face, card_face
from builder.cards.front import draw_front
from builder.cards.layout import Box
from builder.cards.paint import INK, PANEL, PAPER, SCALE, SOFT, STRIKE, WHITE, coat
from builder.counters import Style
from builder.drawing.colour import Sight, contrast, mix, simulated
from tests.builder.cards.sample_cards import BACK, DARK, LIGHT, STATUSES, TANK
from tests.games.sought import with_cards

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "cards"
PLANE = msgspec.structs.replace(
    TANK, id="plane", side="german", colours=DARK, emblem="cross", mirrored=True, name="Bf 109 flight",
    kind="combat aircraft", symbol="air", silhouette="bf109", air=True, size=2, melee_dice=3, accuracy=(3,),
    abilities=(), stores=(),
)  # fmt: skip
MEANT = [game for game in assets.games() if assets.load(game).cards]


@pytest.fixture(scope="module", params=MEANT)
def game(request: pytest.FixtureRequest) -> Game:
    return assets.load(request.param)


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGBA")


def same(found: Image.Image, name: str) -> None:
    """The picture looks like the one that was reviewed: nowhere far off, on the whole hardly at all."""
    golden = Image.open(GOLDEN / name).convert("RGBA")
    apart = ImageChops.difference(found.convert("RGBA"), golden)
    assert found.size == golden.size
    assert np.asarray(apart).max() <= 48
    assert max(ImageStat.Stat(apart).mean) <= 0.6


def part(picture: Image.Image, box: Box, density: int = 75) -> NDArray[np.int64]:
    """What is painted in a box of a card, as grey."""
    scale = density / 100
    found = picture.convert("L").crop(
        (round(box.left * scale), round(box.top * scale), round(box.right * scale), round(box.bottom * scale))
    )
    return np.asarray(found, dtype=np.int64)


@pytest.mark.parametrize(("face", "name"), [(TANK, "front.tank.png"), (PLANE, "front.plane.png")])
def test_a_front_looks_as_it_was_reviewed(face: CardFace, name: str) -> None:
    same(draw_front(face, Style(), 75), name)


def test_a_back_looks_as_it_was_reviewed() -> None:
    same(draw_back(BACK, Style(), 75), "back.tank.png")
    plane = msgspec.structs.replace(BACK, stages=("landed", "refuel", "rearm", "ready"))
    same(draw_back(plane, Style("flat"), 75), "back.stages.png")


@pytest.mark.parametrize(
    ("kind", "number"), [("losses", 2), ("spent", 13), ("figure", 9), ("tick", 30), ("flagged", 0), ("chosen", 77)]
)
def test_what_is_laid_on_cards_looks_as_it_was_reviewed(kind: str, number: int) -> None:
    same(opened(cards.layer_picture(kind, number, 75)), f"{kind}.png")


def test_the_seal_tells_the_side_and_nothing_else() -> None:
    seal = layers.Seal(LIGHT, "star", "Soviets", "en")
    same(opened(cards.seal_picture(seal, Style(), 75)), "sealed.png")
    assert set(layers.Seal.__struct_fields__) == {"colours", "emblem", "title", "language"}


@pytest.mark.parametrize("density", [75, 150])
def test_a_card_is_five_by_seven_with_clear_corners_and_the_same_every_time(density: int) -> None:
    for first, again in (
        (draw_front(TANK, Style(), density), draw_front(TANK, Style(), density)),
        (draw_back(BACK, Style(), density), draw_back(BACK, Style(), density)),
    ):
        assert first.size == (round(5.6 * density), round(7.84 * density))
        assert first.tobytes() == again.tobytes()
        alpha = first.getchannel("A")
        assert alpha.getpixel((0, 0)) == alpha.getpixel((first.width - 1, first.height - 1)) == 0
        assert alpha.crop((20, 20, first.width - 20, first.height - 20)).getextrema() == (255, 255)


FIELDS: dict[str, tuple[dict[str, Any], Box]] = {
    "name": ({"name": "KV-1 platoon"}, layout.HEAD),
    "type": ({"kind": "heavy tanks"}, layout.HEAD),
    "symbol": ({"symbol": "infantry"}, layout.HEAD),
    "cost": ({"cost": 48}, layout.HEAD),
    "picture": ({"silhouette": "kv1"}, Box(0, 86, layout.WIDE, 216)),
    "size": ({"size": 5}, layout.STEPS_ROW),
    "bravery": ({"bravery": 9}, layout.BRAVERY),
    "loss of bravery": ({"bravery_loss": 2}, layout.BRAVERY),
    "defence": ({"defence": 6}, layout.DEFENCE),
    "ammunition": ({"ammo": 9}, layout.AMMO),
    "abilities": ({"abilities": (("panic", "Tank panic"),)}, layout.ABILITIES),
    "stores": ({"stores": ()}, layout.ABILITIES),
    "statuses": ({"statuses": STATUSES[:3]}, layout.STATUSES),
    "targets": ({"targets": TANK.targets[:2]}, layout.TARGETS),
    "accuracy": ({"accuracy": (2, 1, 3, 2, 1)}, layout.RANGE),
    "melee dice": ({"melee_dice": 8}, layout.RANGE),
}


@pytest.mark.parametrize("field", list(FIELDS))
def test_each_field_of_the_front_stands_in_its_place_and_nowhere_else(field: str) -> None:
    change, box = FIELDS[field]
    face = msgspec.structs.replace(TANK, **change)
    before, after = draw_front(TANK, Style(), 75), draw_front(face, Style(), 75)
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    assert changed is not None
    left, top, right, bottom = (value / 0.75 for value in changed)
    assert left >= box.left - 6
    assert top >= box.top - 6
    assert right <= box.right + 6
    assert bottom <= box.bottom + 6


def test_main_numbers_are_told_apart_at_half_size() -> None:
    """A card of 420 pixels seen at 50 %: each figure of bravery, defence and dice is another picture."""
    for name, box in (("bravery", layout.BRAVERY), ("defence", layout.DEFENCE), ("cost", layout.HEAD)):
        seen = []
        for value in range(10):
            picture = draw_front(msgspec.structs.replace(TANK, **{name: value}), Style(), 75)
            small = picture.convert("RGB").resize((210, 294), Image.Resampling.BOX)
            seen.append(part(small, box, 37))
        assert min(np.abs(a - b).max() for a, b in itertools.combinations(seen, 2)) > 60, name


def test_dice_and_accuracy_are_told_apart_at_half_size() -> None:
    def drawn(**change: object) -> Image.Image:
        picture = draw_front(msgspec.structs.replace(TANK, **change), Style(), 75)
        return picture.convert("RGB").resize((210, 294), Image.Resampling.BOX)

    row = TANK.targets[0]
    tables = [drawn(targets=(msgspec.structs.replace(row, dice=(value,)), *TANK.targets[1:])) for value in range(10)]
    assert min(_apart(a, b, layout.TARGETS) for a, b in itertools.combinations(tables, 2)) > 50
    fields = [drawn(accuracy=(2, value, 3)) for value in (None, 1, 2, 3, 4, 5, 6)]
    assert min(_apart(a, b, layout.RANGE) for a, b in itertools.combinations(fields, 2)) > 50


def _apart(one: Image.Image, other: Image.Image, box: Box) -> int:
    return int(np.abs(part(one, box, 37) - part(other, box, 37)).max())


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_words_and_numbers_stand_out_from_what_is_behind_them(colours: object) -> None:
    assert isinstance(colours, type(DARK))
    found = coat(colours)
    assert contrast(found.deep, found.deep_ink) >= 7
    assert contrast(found.ground, found.ink) >= 4.5
    assert contrast(PANEL, INK) >= 7
    assert contrast(PAPER, SOFT) >= 4.5
    assert contrast(mix(PANEL, INK, 0.09), SOFT) >= 4.5
    assert all(contrast(ground, WHITE) >= 7 for ground in GROUPS.values())


def test_accuracy_is_a_ramp_of_lightness_for_every_eye() -> None:
    for sight in Sight:
        ramp = [simulated(mix(PANEL, SCALE, accuracy / 6 * 0.95), sight) for accuracy in range(1, 7)]
        assert all(contrast(darker, lighter) > 1.15 for lighter, darker in itertools.pairwise(ramp))


@pytest.mark.parametrize("sight", list(Sight))
def test_a_struck_step_stands_out_from_the_step_for_every_eye(sight: Sight) -> None:
    ground = simulated(mix(coat(LIGHT).deep, WHITE, 0.86), sight)
    assert contrast(simulated(STRIKE, sight), ground) >= 3


@pytest.mark.parametrize("count", [1, 2, 3])
def test_struck_steps_lie_on_the_symbols_of_the_first_steps(count: int) -> None:
    card, row = draw_front(TANK, Style(), 75), opened(cards.layer_picture("losses", count, 75))
    x, y = layout.front_places(TANK)["losses"]
    place = (round(card.width / 2 + x * 0.75 - row.width / 2), round(card.height / 2 + y * 0.75 - row.height / 2))
    struck = card.copy()
    struck.alpha_composite(row, place)
    for n, box in enumerate(layout.step_boxes(3)):
        changed = np.abs(part(struck, box) - part(card, box)).max() > 60
        assert changed == (n < count)


def test_spent_ammunition_lies_on_its_symbols() -> None:
    card, rows = draw_front(TANK, Style(), 75), opened(cards.layer_picture("spent", 5, 75))
    x, y = layout.front_places(TANK)["spent"]
    place = (round(card.width / 2 + x * 0.75 - rows.width / 2), round(card.height / 2 + y * 0.75 - rows.height / 2))
    struck = card.copy()
    struck.alpha_composite(rows, place)
    for n, box in enumerate(layout.round_boxes(8)):
        assert (np.abs(part(struck, box) - part(card, box)).max() > 60) == (n < 5)


def test_boxes_lie_apart_and_on_the_card() -> None:
    stages = msgspec.structs.replace(BACK, stages=("landed", "refuel", "rearm", "ready"))
    for boxes in (
        [layout.BRAVERY, layout.DEFENCE, layout.AMMO, layout.TARGETS, layout.RANGE, layout.ABILITIES, layout.STATUSES],
        layout.status_boxes(TANK),
        layout.step_boxes(layout.STEPS),
        layout.round_boxes(layout.MOST_AMMO),
        [*layout.order_boxes(stages), *layout.stage_boxes(stages)],
    ):
        for box in boxes:
            assert box.left >= 0
            assert box.right <= layout.WIDE
            assert box.bottom <= layout.HIGH
        for one, other in itertools.combinations(boxes, 2):
            beside = one.right <= other.left + 0.01 or other.right <= one.left + 0.01
            assert beside or one.bottom <= other.top + 0.01 or other.bottom <= one.top + 0.01


@pytest.mark.parametrize("count", [1, 2, 8, 17, 22])
@pytest.mark.parametrize("air", [False, True])
def test_the_boxes_of_orders_are_as_high_as_there_is_room(count: int, air: bool) -> None:
    orders = tuple(msgspec.structs.replace(BACK.orders[0], id=f"order{n}") for n in range(count))
    face = msgspec.structs.replace(BACK, orders=orders, stages=("a", "b", "c", "d") if air else ())
    boxes = layout.order_boxes(face)
    assert len(boxes) == count
    low = layout.stage_boxes(face)[0].top if air else layout.HIGH
    assert max(box.bottom for box in boxes) <= low


def test_time_boxes_are_inside_the_box_of_their_order() -> None:
    for order, box in zip(BACK.orders, layout.order_boxes(BACK), strict=True):
        for spot in layout.time_boxes(box, order.time):
            assert box.left < spot.left
            assert spot.right < box.right
            assert box.top < spot.top
            assert spot.bottom < box.bottom
    assert {"time.dig_in.1", "time.dig_in.2", "time.dig_in.3"} <= set(layout.back_places(BACK))


def test_every_card_of_a_game_has_both_faces_in_both_languages(game: Game) -> None:
    for card in game.cards.values():
        english, german = (card_face(game, card, language) for language in ("en", "de"))
        assert english.name == card.name.en
        assert german.name == card.name.de
        back = back_face(game, card, "de")
        assert isinstance(back, BackFace)
        assert {order.id for order in back.orders} == set(card.orders)
        assert [order.step for order in back.orders] == sorted(order.step for order in back.orders)


def test_what_is_printed_on_a_card_fits_on_it(game: Game) -> None:
    for card in game.cards.values():
        front, back = card_face(game, card, "de"), back_face(game, card, "de")
        assert 1 <= front.size <= layout.STEPS, card.id
        assert front.ammo <= layout.MOST_AMMO, card.id
        assert max((box.bottom for box in layout.order_boxes(back)), default=0) <= layout.HIGH, card.id
        assert all(box.left > layout.ABILITIES.left for box in layout.store_boxes(front)), card.id


def test_every_order_and_number_has_an_icon(game: Game) -> None:
    known = set(symbols.names("icons"))
    assert {f"order-{order}" for card in game.cards.values() for order in card.orders} <= known
    printed = {name for card in game.cards.values() for numbers in card.orders.values() for name in numbers}
    assert {f"print-{name}" for name in printed - {"boxes"}} <= known
    assert {f"store-{store}" for card in game.cards.values() for store in card.stores} <= known


def test_the_plan_names_every_picture_once_and_nothing_for_a_game_without_cards(game: Game) -> None:
    names = [job.name for job in (*cards.plan(game), *counters.plan(game))]
    assert len(names) == len(set(names))
    for card in game.cards.values():
        assert {cards.card_name(card.id), cards.card_name(card.id, "back")} <= set(names)
        assert cards.losses_name(card.number("size")) in names
        assert cards.chosen_name(cards.order_height(game, card)) in names
    for unit in game.units.values():
        assert cards.flag_name(unit.side, unit.short) in names
        assert counters.unit_name(unit.id) in names
    assert {cards.sealed_name(side) for side in game.sides} <= set(names)
    assert [name for name in assets.games() if name not in with_cards() and cards.plan(assets.load(name))] == []


def test_language_and_density_are_part_of_the_key(game: Game) -> None:
    keys = [
        {job.name: job.key for job in cards.plan(game, style, density)}
        for style, density in ((Style(), 150), (Style(language="de"), 150), (Style(), 75))
    ]
    for one, other in itertools.combinations(keys, 2):
        name = cards.card_name(next(iter(game.cards)))
        assert one[name] != other[name]


def test_a_scan_replaces_a_card(game: Game, tmp_path: Path) -> None:
    card = next(iter(game.cards))
    for name in (f"{card}.png", f"{card}.back.png"):
        scan = tmp_path / "art" / "cards" / name
        scan.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (100, 140), (1, 2, 3)).save(scan)
    jobs = {job.name: job for job in cards.plan(assets.load(game.info.id, tmp_path), density=75)}
    for face in ("front", "back"):
        found = opened(jobs[cards.card_name(card, face)].drawn())
        assert found.size == (420, 588)
        assert found.getpixel((50, 70)) == (1, 2, 3, 255)
