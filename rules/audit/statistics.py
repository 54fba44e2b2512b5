"""Dice statistics: how likely fair dice are to fall so far from their mean, or so unevenly, as these did.

The probabilities of totals are exact. Every figure is corrected for how many were looked at: with twenty players at
one table of fair dice, one of them is always the luckiest.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from assets.dice import dice_of

FEWEST: Final = 10
"""Fewer dice than this, or than they have faces, say nothing."""
DIGITS: Final = 9
MOST: Final = 12_000
"""From such a highest total on the normal distribution is exact enough."""
Rolled = tuple[str, str, Sequence[int]]
"""Who rolled, the name of the dice, and how they fell."""


class Luck(msgspec.Struct, frozen=True):
    """The dice of one kind of one player: how many, their mean, and how likely fair dice are to do as much, before and
    after the correction.
    """

    player: str
    dice: int
    mean: float
    faces: tuple[int, ...]
    mean_probability: float
    faces_probability: float
    mean_corrected: float
    faces_corrected: float

    @property
    def sides(self) -> int:
        """How many faces each of the dice has."""
        return len(self.faces)


def luck(rolled: Mapping[tuple[str, int], Sequence[int]]) -> tuple[Luck, ...]:
    """Return the statistics of each player with enough dice, by how many faces they have."""
    enough = {whose: dice for whose, dice in rolled.items() if len(dice) >= max(FEWEST, whose[1])}
    looked_at = 2 * len(enough)
    return tuple(_luck(player, sides, dice, looked_at) for (player, sides), dice in sorted(enough.items()))


def _luck(player: str, sides: int, dice: Sequence[int], looked_at: int) -> Luck:
    tally = Counter(dice)
    faces = tuple(tally.get(face, 0) for face in range(1, sides + 1))
    mean_probability, faces_probability = two_sided(len(dice), sum(dice), sides), unevenness(faces)
    return Luck(
        player,
        len(dice),
        sum(dice) / len(dice),
        faces,
        told(mean_probability),
        told(faces_probability),
        told(corrected(mean_probability, looked_at)),
        told(corrected(faces_probability, looked_at)),
    )


def told(probability: float) -> float:
    """Return a figure in as many digits as every machine agrees on: the last ones hang on its mathematical library."""
    return float(f"{probability:.{DIGITS}g}")


def corrected(probability: float, looked_at: int) -> float:
    """Return the chance that one of so many figures is as unlikely as this, all dice being fair."""
    return min(1.0, -math.expm1(looked_at * math.log1p(-probability))) if probability < 1 else 1.0


def two_sided(count: int, total: int, sides: int) -> float:
    """Return how likely fair dice are to have a total at least so far from the mean."""
    twice = (sides + 1) * count
    if count * sides > MOST:
        deviation = (abs(2 * total - twice) - 1) / 2
        return min(1.0, math.erfc(max(deviation, 0.0) / math.sqrt(2 * count * (sides**2 - 1) / 12)))
    far = abs(2 * total - twice)
    hits = sum(each for place, each in enumerate(totals(count, sides)) if abs(2 * (place + count) - twice) >= far)
    return hits / int(sides**count)


def totals(count: int, sides: int) -> list[int]:
    """Return in how many ways so many dice make each total, from the lowest."""
    ways = [1]
    for _ in range(count):
        grown = [0] * (len(ways) + sides - 1)
        window = 0
        for place in range(len(grown)):
            window += ways[place] if place < len(ways) else 0
            window -= ways[place - sides] if place >= sides else 0
            grown[place] = window
        ways = grown
    return ways


def unevenness(faces: Sequence[float]) -> float:
    """Return how likely fair dice are to show faces at least so unevenly (chi-square, one degree less than faces)."""
    expected = sum(faces) / len(faces)
    half = sum((each - expected) ** 2 for each in faces) / expected / 2
    if half == 0:
        return 1.0
    odd = len(faces) % 2 == 0
    tail, at = (math.erfc(math.sqrt(half)), 0.5) if odd else (math.exp(-half), 1.0)
    while at < (len(faces) - 1) / 2:
        tail += math.exp(at * math.log(half) - half - math.lgamma(at + 1))
        at += 1
    return min(1.0, tail)


def by_player(rolls: Iterable[Rolled]) -> dict[tuple[str, int], list[int]]:
    """Return all dice of each player by how many faces they have; dice whose name tells no faces are left out.

    Where each side throws its own, the first half is that of who rolls; the other half is luck of nobody who is named.
    """
    found: dict[tuple[str, int], list[int]] = {}
    for player, name, fallen in rolls:
        dice = dice_of(name)
        if dice is None:
            continue
        own = fallen[: dice.number] if dice.opposed else fallen
        found.setdefault((player, dice.faces), []).extend(die for die in own if 1 <= die <= dice.faces)
    return found
