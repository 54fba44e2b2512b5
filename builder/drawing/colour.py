"""Colours: contrast as WCAG has it, difference as the eye has it, and what the colour-blind see of them."""

import functools
from enum import Enum

Rgb = tuple[int, int, int]
Lab = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class Sight(Enum):
    """A way of seeing; the value is what becomes of linear red, green and blue (Machado and others, 2009)."""

    FULL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
    DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
    TRITANOPIA = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))


@functools.lru_cache(maxsize=512)
def rgb(text: str) -> Rgb:
    """The colour that is written `#rrggbb`."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"not a colour such as #0072b2: {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def written(colour: Rgb) -> str:
    """The colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """The colour between two, `share` of the way from one to the other."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


def luminance(colour: Rgb) -> float:
    """The relative luminance, from 0 for black to 1 for white."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of WCAG, from 1 for equal luminance to 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def legible(ground: Rgb, choices: tuple[Rgb, ...] = ((255, 255, 255), (17, 17, 17))) -> Rgb:
    """The choice that stands out most from the ground."""
    return max(choices, key=lambda choice: contrast(ground, choice))


def simulated(colour: Rgb, sight: Sight) -> Rgb:
    """What someone with this sight sees, as a colour that all others see so."""
    linear = _linear(colour)
    seen = [sum(factor * part for factor, part in zip(row, linear, strict=True)) for row in sight.value]
    return _encoded(seen[0]), _encoded(seen[1]), _encoded(seen[2])


def difference(one: Rgb, other: Rgb, sight: Sight = Sight.FULL) -> float:
    """How far apart two colours are to the eye: the distance in OKLab times 100; 2 is just seen side by side."""
    pairs = zip(oklab(simulated(one, sight)), oklab(simulated(other, sight)), strict=True)
    return 100 * float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def apart(one: Rgb, other: Rgb) -> float:
    """The smallest difference of two colours over all ways of seeing."""
    return min(difference(one, other, sight) for sight in Sight)


def oklab(colour: Rgb) -> Lab:
    """The colour in OKLab (Ottosson, 2020), where distances are about as the eye judges them."""
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(colour: Rgb) -> tuple[float, float, float]:
    return _decoded(colour[0]), _decoded(colour[1]), _decoded(colour[2])


@functools.cache
def _decoded(part: int) -> float:
    share = part / 255
    return float(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)


def _encoded(part: float) -> int:
    share = min(max(part, 0.0), 1.0)
    return round(255 * (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055))
