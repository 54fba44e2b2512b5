"""Where everything stands on a card, in hundredths of a counter's side; a card lies upright, five by seven."""

from __future__ import annotations

import math
from typing import NamedTuple

from builder.cards.faces import BackFace, CardFace

WIDE, HIGH = 560.0, 784.0
CORNER = 22.0
MARGIN = 14.0


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    wide: float
    high: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.left + self.wide / 2, self.top + self.high / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.wide

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.high

    def within(self, by: float) -> Box:
        """The box, smaller by so much on all sides."""
        return Box(self.left + by, self.top + by, self.wide - 2 * by, self.high - 2 * by)


# The front.
HEAD = Box(0, 0, WIDE, 86)
FLAG = Box(14, 11, 92, 64)
SCENE = Box(0, 86, WIDE, 158)
STEPS_ROW = Box(0, 244, WIDE, 58)
BRAVERY = Box(MARGIN, 312, 190, 84)
DEFENCE = Box(MARGIN, 404, 190, 84)
AMMO = Box(MARGIN, 496, 190, 84)
TARGETS = Box(214, 312, 332, 268)
RANGE = Box(MARGIN, 588, 532, 84)
ABILITIES = Box(MARGIN, 678, 532, 40)
STATUSES = Box(MARGIN, 722, 532, 52)

NOW = 46.0
"""The side of a box for a current value."""

STEPS = 8
"""The most steps that a card has room for."""

STEP_PITCH = 66.5
ROUNDS = 10
"""Symbols of ammunition in a row, of which there are at most three."""

ROUND_PITCH = (17.6, 20.0)
MOST_AMMO = 30
STORE = 34.0
TICK = 26.0

# The back.
COLUMN = 263.0
GUTTER = 6.0
ORDERS_TOP = 94.0
STAGE_HIGH = 66.0
HEIGHTS = (92, 77, 62, 54)
"""The heights of order boxes, gap included, the largest that leaves room for all is taken."""

TIME_BOX = 17.0


def step_boxes(count: int) -> list[Box]:
    """The places of the step symbols."""
    return [Box(MARGIN + n * STEP_PITCH, STEPS_ROW.top + 5, STEP_PITCH - 4, STEPS_ROW.high - 10) for n in range(count)]


def round_boxes(count: int) -> list[Box]:
    """The places of the symbols of ammunition."""
    wide, high = ROUND_PITCH
    left, top = AMMO.left + 8, AMMO.top + 21
    return [Box(left + n % ROUNDS * wide, top + n // ROUNDS * high, wide - 2.4, high - 2.6) for n in range(count)]


def now_box(block: Box) -> Box:
    """The box of the current value in a block."""
    return Box(block.right - NOW - 8, block.top + 27, NOW, NOW)


FLAGGED_BOX = Box(BRAVERY.left + 92, BRAVERY.top + 41, 32, 32)


def store_boxes(face: CardFace) -> list[Box]:
    """The boxes of what is left of special stocks, from the right edge of the abilities."""
    count = len(face.stores)
    return [Box(ABILITIES.right - (count - n) * 74 + 36, ABILITIES.top + 3, STORE, STORE) for n in range(count)]


def status_boxes(face: CardFace) -> list[Box]:
    """The status boxes."""
    count = max(len(face.statuses), 7)
    pitch = STATUSES.wide / count
    return [Box(STATUSES.left + n * pitch, STATUSES.top, pitch - 4, STATUSES.high) for n in range(len(face.statuses))]


def tick_box(status: Box) -> Box:
    """The box for a tick in a status box."""
    return Box(status.right - TICK - 4, status.top + 4, TICK, TICK)


def order_height(face: BackFace) -> int:
    """How high an order box of the card is, gap included."""
    rows = math.ceil(len(face.orders) / 2)
    room = HIGH - ORDERS_TOP - 8 - (STAGE_HIGH + 8 if face.stages else 0)
    return next((height for height in HEIGHTS if rows * height <= room), HEIGHTS[-1])


def order_boxes(face: BackFace) -> list[Box]:
    """The boxes of the orders, down the left column and then down the right one."""
    rows, height = math.ceil(len(face.orders) / 2), order_height(face)
    found = []
    for n in range(len(face.orders)):
        column, row = divmod(n, rows)
        left = MARGIN + column * (COLUMN + GUTTER)
        found.append(Box(left, ORDERS_TOP + row * height, COLUMN, height - GUTTER))
    return found


def time_boxes(order: Box, count: int) -> list[Box]:
    """The time boxes of an order, from the lower right corner of its box to the left."""
    pitch = TIME_BOX + 3
    left = order.right - 7 - count * pitch + 3
    return [Box(left + n * pitch, order.bottom - TIME_BOX - 6, TIME_BOX, TIME_BOX) for n in range(count)]


def stage_boxes(face: BackFace) -> list[Box]:
    """The boxes of an aircraft's preparation."""
    count = len(face.stages)
    pitch = (WIDE - 2 * MARGIN + GUTTER) / max(count, 1)
    return [Box(MARGIN + n * pitch, HIGH - STAGE_HIGH - 10, pitch - GUTTER, STAGE_HIGH) for n in range(count)]


def stage_tick(stage: Box) -> Box:
    """The box for a tick in a box of preparation."""
    return Box(stage.right - TICK - 8, stage.middle[1] - TICK / 2, TICK, TICK)


def front_places(face: CardFace) -> dict[str, tuple[float, float]]:
    """The middles of what is laid on the front, by name, counted from the card's middle."""
    found = {
        "number": FLAG.middle,
        "losses": _middle(step_boxes(STEPS)),
        "bravery": now_box(BRAVERY).middle,
        "flagged": FLAGGED_BOX.middle,
        "defence": now_box(DEFENCE).middle,
        "spent": _middle(round_boxes(MOST_AMMO)),
    }
    found |= {f"store.{stock.id}": box.middle for stock, box in zip(face.stores, store_boxes(face), strict=True)}
    boxes = zip(face.statuses, status_boxes(face), strict=True)
    found |= {f"status.{status.id}": tick_box(box).middle for status, box in boxes}
    return _centred(found)


def back_places(face: BackFace) -> dict[str, tuple[float, float]]:
    """The middles of what is laid on the back, by name, counted from the card's middle."""
    found = {"number": FLAG.middle}
    for order, box in zip(face.orders, order_boxes(face), strict=True):
        found[f"order.{order.id}"] = box.middle
        for n, spot in enumerate(time_boxes(box, order.time), start=1):
            found[f"time.{order.id}.{n}"] = spot.middle
    for n, stage in enumerate(stage_boxes(face), start=1):
        found[f"stage.{n}"] = stage_tick(stage).middle
    return _centred(found)


def _middle(boxes: list[Box]) -> tuple[float, float]:
    return (boxes[0].left + boxes[-1].right) / 2, (boxes[0].top + boxes[-1].bottom) / 2


def _centred(found: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    return {name: (x - WIDE / 2, y - HIGH / 2) for name, (x, y) in found.items()}
