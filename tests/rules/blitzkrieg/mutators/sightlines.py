"""Breaking the rules of lines between levels, of blind hexes, of what rides on a vehicle, of the printed range."""

from collections.abc import Iterator

from msgspec import Struct

from rules.blitzkrieg import actions as do
from tests.rules.blitzkrieg.mutators.fire import beside, face, foes, seen_from, shooters, strong
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks
from tests.rules.blitzkrieg.mutators.reactions import fresh, passive


class Slope(Struct, frozen=True):
    """A shot between two levels, within range, without higher ground or a full obstacle in between."""

    shot: do.Fire
    high: str
    low: str
    line: tuple[tuple[str, ...], ...]


def _slopes(o: Occasion) -> Iterator[Slope]:
    ground = o.battle.ground
    for unit in shooters(o):
        for foe in foes(o) if not beside(o, unit) else ():
            here, there = o.unit(unit).hex, o.unit(foe).hex
            high, low = sorted((here, there), key=lambda place: -ground.hexes[place].level)
            top = ground.hexes[high].level
            if not 2 <= o.away(here, there) <= face(o, unit).range or top == ground.hexes[low].level:
                continue
            line = ground.grid.line(high, low)
            full = any(all(_stands(o, place, top) for place in places) for places in line)
            near = o.away(here, there) <= seen_from(o, foe)
            if line and not full and o.away(high, line[0][0]) == 1 and near and strong(o, unit, foe):
                yield Slope(do.Fire(unit=unit, target=foe, mode="full"), high, low, line)


def _stands(o: Occasion, place: str, level: int) -> bool:
    """True for ground above a level, or an obstacle on it."""
    ground = o.battle.ground.hexes[place]
    return ground.level > level or (ground.level == level and o.battle.charts.terrain[ground.terrain].blocks)


def _lower(o: Occasion, place: str, than: str) -> bool:
    return o.battle.ground.hexes[place].level < o.battle.ground.hexes[than].level


@breaks("BLZ-4.3.2e")
def fires_over_the_wrong_edge(o: Occasion) -> Acts:
    """The higher unit stands at an edge, but not at the one that the line crosses."""
    for slope in _slopes(o):
        edge = any(_lower(o, place, slope.high) for place in o.near(slope.high))
        if edge and not any(_lower(o, place, slope.high) for place in slope.line[0]):
            yield slope.shot


@breaks("BLZ-4.3.2f")
def fires_from_behind_the_edge(o: Occasion) -> Acts:
    """The higher unit stands back from the edge."""
    for slope in _slopes(o):
        if not any(_lower(o, place, slope.high) for place in o.near(slope.high)):
            yield slope.shot


@breaks("BLZ-4.3.2h")
def fires_into_a_blind_hex(o: Occasion) -> Acts:
    """Right before the lower unit, and far from the higher one, stands an obstacle."""
    for slope in _slopes(o):
        behind = slope.line[-1]
        hidden = all(_hides(o, place, slope.low) and o.away(slope.high, place) > 1 for place in behind)
        if hidden and o.away(slope.low, behind[0]) == 1 and any(_lower(o, near, slope.high) for near in slope.line[0]):
            yield slope.shot


def _hides(o: Occasion, place: str, low: str) -> bool:
    """True for an obstacle that is no lower than a hex."""
    ground = o.battle.ground.hexes[place]
    return o.battle.charts.terrain[ground.terrain].blocks and not _lower(o, place, low)


@breaks("BLZ-4.1g")
def sees_riders_too_far(o: Occasion) -> Acts:
    """A company aboard is fired at from farther away than its vehicle can be seen."""
    for unit in shooters(o):
        for foe in foes(o):
            away = o.away(o.unit(unit).hex, o.unit(foe).hex)
            if o.unit(foe).aboard and seen_from(o, foe, "vehicle") < away <= face(o, unit).range:
                yield do.Fire(unit=unit, target=foe, mode="full")


# ------------------------------------------------------------------------------------------------- the printed range
def _answers(o: Occasion) -> Iterator[do.ReturnFire]:
    """Return fire at those who have just fired from far beyond the printed range."""
    trigger = o.before.trigger
    for unit in passive(o):
        if trigger is None or trigger.kind != "fire" or unit not in trigger.targets or not fresh(o, unit, "return"):
            continue
        reach = max(face(o, unit).range, 1)
        for target in trigger.units:
            there = o.unit(target).hex
            near = any(o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 for foe in o.of(o.side))
            far = there and o.away(o.unit(unit).hex, there) > reach + 1 and (reach == 1 or not near)
            if far and strong(o, unit, target):
                yield do.ReturnFire(unit=unit, target=target)


@breaks("BLZ-4.1b", "BLZ-4.2a")
def fires_back_too_far(o: Occasion) -> Acts:
    """A unit returns fire at one that is out of its printed range."""
    yield from (shot for shot in _answers(o) if face(o, shot.unit).range)


@breaks("BLZ-4.2c")
def fires_back_beyond_the_next_hex(o: Occasion) -> Acts:
    """A unit with a range of 0 returns fire at one that is not adjacent."""
    yield from (shot for shot in _answers(o) if not face(o, shot.unit).range)
