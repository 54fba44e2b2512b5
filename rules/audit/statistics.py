"""Dice statistics: how likely fair dice are to fall so far from their mean, or so unevenly, as these did.

The probabilities of totals are exact. Every figure is corrected for how many were looked at: with twenty players at
one table of fair dice, one of them is always the luckiest.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

FACES: Final = 6
FEWEST: Final = 10
"""Fewer rolls than this say nothing."""
MOST: Final = 2_000
"""From so many dice on the normal distribution is exact enough."""


class Luck(msgspec.Struct, frozen=True):
    """The dice of one player: how many, their mean, and how likely fair dice are to do as much, before and after
    the correction.
    """

    player: str
    dice: int
    mean: float
    faces: tuple[int, ...]
    mean_probability: float
    faces_probability: float
    mean_corrected: float
    faces_corrected: float


def luck(rolled: Mapping[str, Sequence[int]]) -> tuple[Luck, ...]:
    """Return the statistics of each player with enough dice."""
    enough = {player: dice for player, dice in rolled.items() if len(dice) >= FEWEST}
    looked_at = 2 * len(enough)
    return tuple(_luck(player, dice, looked_at) for player, dice in sorted(enough.items()))


def _luck(player: str, dice: Sequence[int], looked_at: int) -> Luck:
    tally = Counter(dice)
    faces = tuple(tally.get(face, 0) for face in range(1, FACES + 1))
    mean_probability, faces_probability = two_sided(len(dice), sum(dice)), unevenness(faces)
    return Luck(
        player,
        len(dice),
        sum(dice) / len(dice),
        faces,
        mean_probability,
        faces_probability,
        corrected(mean_probability, looked_at),
        corrected(faces_probability, looked_at),
    )


def corrected(probability: float, looked_at: int) -> float:
    """Return the chance that one of so many figures is as unlikely as this, all dice being fair."""
    return min(1.0, -math.expm1(looked_at * math.log1p(-probability))) if probability < 1 else 1.0


def two_sided(count: int, total: int) -> float:
    """Return how likely fair dice are to have a total at least so far from the mean."""
    if count > MOST:
        deviation = abs(total - 3.5 * count) - 0.5
        return min(1.0, math.erfc(max(deviation, 0.0) / math.sqrt(2 * count * 35 / 12)))
    ways = totals(count)
    far = abs(2 * total - 7 * count)
    hits = sum(each for place, each in enumerate(ways) if abs(2 * (place + count) - 7 * count) >= far)
    return float(hits / FACES**count) if count < 300 else math.exp(math.log(hits) - count * math.log(FACES))


def totals(count: int) -> list[int]:
    """Return in how many ways so many dice make each total, from the lowest."""
    ways = [1]
    for _ in range(count):
        grown = [0] * (len(ways) + FACES - 1)
        window = 0
        for place in range(len(grown)):
            window += ways[place] if place < len(ways) else 0
            window -= ways[place - FACES] if place >= FACES else 0
            grown[place] = window
        ways = grown
    return ways


def unevenness(faces: Sequence[float]) -> float:
    """Return how likely fair dice are to show faces at least so unevenly (chi-square with five degrees of freedom)."""
    expected = sum(faces) / FACES
    square = sum((each - expected) ** 2 for each in faces) / expected
    root = math.sqrt(square / 2)
    return math.erfc(root) + math.sqrt(2 * square / math.pi) * math.exp(-square / 2) * (1 + square / 3)


def by_player(rolls: Iterable[tuple[str, Sequence[int]]]) -> dict[str, list[int]]:
    """Return all dice of each player."""
    found: dict[str, list[int]] = {}
    for player, dice in rolls:
        found.setdefault(player, []).extend(die for die in dice if 1 <= die <= FACES)
    return found
