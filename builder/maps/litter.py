"""What lies on bad ground: reeds and pools in a marsh, stones on rough and barred ground."""

from __future__ import annotations

from random import Random

from assets.maps import Map
from builder.landscape.curves import direction
from builder.landscape.scatter import strewn
from builder.landscape.scene import Layer
from builder.maps.ground import Ground
from builder.maps.style import Rgb, Style


def litter(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Add it for the whole map."""
    dice = Random(f"{source.seed} litter")
    gaps = {"marsh": 13.0, "rough": 15.0, "barred": 9.0, "rock": 7.0, "mountain": 37.0}
    for look, gap in gaps.items():
        if look in land.looks and (look != "mountain" or source.relief != "alpine"):
            for x, y in strewn(land.width, land.height, gap, source.seed + 31).tolist():
                if land.at(land.looks[look], x, y) > 0.56:
                    _tuft(x, y, style, base, dice) if look == "marsh" else _stone(x, y, style, base, dice)


def _tuft(x: float, y: float, style: Style, base: Layer, dice: Random) -> None:
    if dice.random() < 0.4:
        for shift in (0.0, 2.2):
            half = dice.uniform(3, 6)
            base.line([(x - half + shift, y + shift), (x + half + shift, y + shift)], style.marsh_water, 1.1)
        return
    for angle in (-116, -90, -64):
        dx, dy = direction(angle)
        high = dice.uniform(3.2, 5.2)
        base.line([(x, y), (x + dx * high, y + dy * high)], style.reed, 0.8)


def _stone(x: float, y: float, style: Style, base: Layer, dice: Random) -> None:
    colour: Rgb = dice.choice(style.stones)
    size, turn = dice.uniform(2.0, 4.2), dice.randrange(0, 60)
    corners = []
    for index in range(6):
        dx, dy = direction(turn + 60 * index)
        far = size * dice.uniform(0.75, 1.1)
        corners.append((x + dx * far, y + dy * far))
    base.area([(px + 0.8, py + 0.9) for px, py in corners], style.shadow)
    base.area(corners, colour)
    base.area([(x + (px - x) * 0.55 - 0.5, y + (py - y) * 0.55 - 0.5) for px, py in corners], _lighter(colour))


def _lighter(colour: Rgb) -> Rgb:
    red, green, blue = (min(255, part + 22) for part in colour)
    return red, green, blue
