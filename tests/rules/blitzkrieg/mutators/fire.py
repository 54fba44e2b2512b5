"""Breaking the rules of direct fire: who, at whom, how far, along which line, in which column; and of melee fire."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Face
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import RULES, column
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Deed
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks


def face(o: Occasion, unit: str) -> Face:
    """The values of the side that is up."""
    printed = o.printed(unit)
    return printed.front if o.unit(unit).steps > 1 else printed.back


def shooters(o: Occasion) -> Iterator[str]:
    """Active units that may still fire at full strength."""
    if o.active and o.quiet:
        yield from (unit for unit in o.fit if face(o, unit).attack and face(o, unit).range)


def foes(o: Occasion, *, hqs: bool = False) -> Iterator[str]:
    """Enemy units on the map."""
    return (unit for unit in o.of(o.enemy) if hqs or not o.printed(unit).kind.hq)


def beside(o: Occasion, unit: str) -> bool:
    """True while an enemy combat unit stands in the next hex."""
    return any(o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 for foe in foes(o))


def strong(o: Occasion, unit: str, foe: str, less: int = 0) -> bool:
    """True if the printed values are enough for a column of the chart at that distance, cover and so much allowed."""
    away = o.away(o.unit(unit).hex, o.unit(foe).hex)
    return face(o, unit).attack - face(o, foe).defence + 1 - away - less >= o.battle.charts.limits["column-low"] + 2


def next_to(o: Occasion, unit: str, others: Iterable[str], less: int = 0) -> Iterator[str]:
    """Those of some pieces that stand in the next hex and that a unit is strong enough to fire at."""
    near = (each for each in others if o.unit(each).hex and o.away(o.unit(unit).hex, o.unit(each).hex) == 1)
    return (each for each in near if face(o, unit).range and strong(o, unit, each, less))


def seen_from(o: Occasion, unit: str, seen_as: str = "") -> int:
    """From how far away a unit can be seen where it stands, as what it is or as something else."""
    ground = o.battle.charts.terrain[o.battle.ground.hexes[o.unit(unit).hex].terrain]
    return o.battle.charts.visibility[seen_as or o.printed(unit).kind.seen_as]["open" if ground.seen_open else "other"]


def bare(o: Occasion, start: str, goal: str) -> bool:
    """True if two hexes lie on one level and nothing that could hinder the view lies between them."""
    ground, level = o.battle.ground.hexes, o.battle.ground.hexes[start].level
    between = (ground[place] for places in o.battle.ground.grid.line(start, goal) for place in places)
    hinders = (each.level > level or o.battle.charts.terrain[each.terrain].blocks for each in between)
    return ground[goal].level == level and not any(hinders)


# ------------------------------------------------------------------------------------------------- range and sight
@breaks("BLZ-4.2b")
def fires_too_far(o: Occasion) -> Acts:
    """The target is out of range, and can be seen."""
    for unit in shooters(o):
        here, reach = o.unit(unit).hex, face(o, unit).range
        for foe in foes(o) if not beside(o, unit) else ():
            there = o.unit(foe).hex
            if reach + 2 <= o.away(here, there) <= seen_from(o, foe) and bare(o, here, there) and strong(o, unit, foe):
                yield do.Fire(unit=unit, target=foe, mode="full")


@breaks("BLZ-4.1d")
def fires_beyond_sight(o: Occasion) -> Acts:
    """The target is in range, and farther away than anybody can see."""
    limit = o.battle.charts.limits["sight"]
    for unit in shooters(o):
        for foe in foes(o) if not beside(o, unit) else ():
            if limit < o.away(o.unit(unit).hex, o.unit(foe).hex) <= face(o, unit).range and strong(o, unit, foe):
                yield do.Fire(unit=unit, target=foe, mode="full")


@breaks("BLZ-4.2d")
def fires_past_a_neighbour(o: Occasion) -> Acts:
    """An enemy stands beside the unit, and it fires at another one two hexes away."""
    for unit in shooters(o):
        if face(o, unit).range > 1 and beside(o, unit):
            far = (foe for foe in foes(o) if o.away(o.unit(unit).hex, o.unit(foe).hex) == 2)
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in far)


@breaks("BLZ-4.2e")
def fires_far_though_neutralised(o: Occasion) -> Acts:
    """A neutralised unit fires two hexes far."""
    for unit in o.actors if o.active and o.quiet else ():
        state = o.unit(unit)
        if state.neutralised and not o.deed(unit).fired and not o.printed(unit).kind.hq and face(o, unit).range > 1:
            far = (foe for foe in foes(o) if o.away(state.hex, o.unit(foe).hex) == 2 and not beside(o, unit))
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in far if strong(o, unit, foe, 2))


@breaks("BLZ-4.2g")
def fires_without_a_range(o: Occasion) -> Acts:
    """A unit of range 0 fires of its own accord."""
    for unit in o.fit if o.active and o.quiet else ():
        if not face(o, unit).range:
            near = (foe for foe in foes(o) if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 and strong(o, unit, foe))
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in near)


NAMED = frozenset({"infantry", "mg", "tank", "armoured-car", "at-gun", "motorcycle"})
"""The kinds of units that the rules of visibility name."""


def _unseen(o: Occasion, seen_as: str, *, in_the_open: bool) -> Acts:
    for unit in shooters(o):
        for foe in foes(o) if not beside(o, unit) else ():
            here, there, kind = o.unit(unit).hex, o.unit(foe).hex, o.printed(foe).kind
            ground = o.battle.charts.terrain[o.battle.ground.hexes[there].terrain]
            if kind.seen_as != seen_as or kind.id not in NAMED or o.unit(foe).aboard or ground.seen_open != in_the_open:
                continue
            reach = seen_from(o, foe) < o.away(here, there) <= face(o, unit).range
            if reach and bare(o, here, there) and strong(o, unit, foe):
                yield do.Fire(unit=unit, target=foe, mode="full")


@breaks("BLZ-4.1e")
def sees_vehicles_too_far(o: Occasion) -> Acts:
    """Vehicles in the open are seen eight hexes far."""
    yield from _unseen(o, "vehicle", in_the_open=True)


@breaks("BLZ-4.1f")
def sees_hidden_vehicles(o: Occasion) -> Acts:
    """Vehicles elsewhere are seen four hexes far."""
    yield from _unseen(o, "vehicle", in_the_open=False)


@breaks("BLZ-4.1h")
def sees_infantry_too_far(o: Occasion) -> Acts:
    """Soft targets in the open are seen four hexes far."""
    yield from _unseen(o, "soft", in_the_open=True)


@breaks("BLZ-4.1i")
def sees_hidden_infantry(o: Occasion) -> Acts:
    """Soft targets elsewhere are seen two hexes far."""
    yield from _unseen(o, "soft", in_the_open=False)


def _between(o: Occasion, start: str, goal: str) -> list[str]:
    """The hexes between two that are two apart: one if they are in line."""
    return [near for near in o.near(start) if o.away(near, goal) == 1] if o.away(start, goal) == 2 else []


def _across(o: Occasion, *, obstacle: bool) -> Acts:
    for unit in shooters(o):
        for foe in foes(o):
            start, goal = o.unit(unit).hex, o.unit(foe).hex
            middle = _between(o, start, goal)
            if len(middle) != 1:
                continue
            ground = [o.battle.ground.hexes[place] for place in (start, middle[0], goal)]
            low, mid, other = (each.level for each in ground)
            blocks = o.battle.charts.terrain[ground[1].terrain].blocks
            hidden = blocks and low == mid == other if obstacle else mid > max(low, other)
            if hidden:
                yield do.Fire(unit=unit, target=foe, mode="full")


@breaks("BLZ-4.3.1a", "BLZ-4.1c")
def fires_through_an_obstacle(o: Occasion) -> Acts:
    """Woods or houses stand in the line, all on one level."""
    yield from _across(o, obstacle=True)


@breaks("BLZ-4.3.2b", "BLZ-4.3a")
def fires_through_a_hill(o: Occasion) -> Acts:
    """The ground between is higher than both."""
    yield from _across(o, obstacle=False)


# ------------------------------------------------------------------------------------------------------ who, at whom
@breaks("BLZ-8.1a")
def an_hq_fires(o: Occasion) -> Acts:
    """An HQ has no weapons, nor has it a range."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.printed(unit).kind.hq and o.unsullied(unit) and o.deed(unit) == Deed():
            near = (foe for foe in foes(o) if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1)
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in near if strong(o, unit, foe, -2))


@breaks("BLZ-8.1a")
def an_hq_fires_back(o: Occasion) -> Acts:
    """An HQ at which somebody has fired fires back."""
    trigger = o.before.trigger
    for unit in trigger.targets if trigger and o.state == "REACT" and o.quiet else ():
        if trigger and o.unit(unit).hex and o.printed(unit).kind.hq and not o.unit(unit).neutralised:
            near = (foe for foe in trigger.units if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1)
            yield from (do.ReturnFire(unit=unit, target=foe) for foe in near if strong(o, unit, foe, -2))


@breaks("BLZ-8.1c")
def fires_at_a_friend(o: Occasion) -> Acts:
    """The target is an own unit."""
    for unit in shooters(o):
        yield from (do.Fire(unit=unit, target=other, mode="full") for other in o.of(o.side) if other != unit)


@breaks("BLZ-8.1.1a")
def fires_with_a_comrade(o: Occasion) -> Acts:
    """Two units fire together though none rides on the other."""
    if isinstance(o.action, do.Fire) and o.active:
        there = o.unit(o.action.target).hex
        others = (other for other in o.fit if other != o.action.unit and o.away(o.unit(other).hex, there) == 1)
        able = (other for other in others if face(o, other).attack and not o.unit(other).aboard)
        yield from (replace(o.action, company=other) for other in able)


@breaks("BLZ-5.2c")
def fires_twice(o: Occasion) -> Acts:
    """A unit fires that has fired."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.deed(unit).fired and o.unsullied(unit):
            yield from (do.Fire(unit=unit, target=foe, mode="reduced") for foe in next_to(o, unit, foes(o), 2))


@breaks("BLZ-6.1c")
def fires_fully_after_a_move(o: Occasion) -> Acts:
    """A unit has moved and fires at full strength."""
    if isinstance(o.action, do.Fire) and o.action.mode == "reduced" and o.deed(o.action.unit).hexes:
        yield replace(o.action, mode="full")


@breaks("BLZ-8c")
def fires_between_activations(o: Occasion) -> Acts:
    """A unit fires while no formation is active."""
    if o.state == "DRAW" and o.quiet:
        for unit in o.of("german"):
            able = not o.printed(unit).kind.hq and o.unsullied(unit)
            near = next_to(o, unit, o.of("french")) if able else ()
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in near)


@breaks("BLZ-8.2.2b")
def fires_though_too_weak(o: Occasion) -> Acts:
    """Even with everything in its favour the factor would be too low."""
    low = o.battle.charts.limits["column-low"]
    for unit in shooters(o):
        near = beside(o, unit)
        for foe in foes(o):
            here, there = o.unit(unit).hex, o.unit(foe).hex
            away = o.away(here, there)
            seen = away <= (1 if near else face(o, unit).range) and away <= seen_from(o, foe) and bare(o, here, there)
            if seen and face(o, unit).attack - face(o, foe).defence + 1 - away + 2 < low:
                yield do.Fire(unit=unit, target=foe, mode="full")


# ------------------------------------------------------------------------------------------------------- the column
def _forgets(key: str, melee: bool) -> None:
    rule = RULES[key, "melee" if melee else "direct"]

    def forgets(o: Occasion) -> Acts:
        """A modifier is left out of the sum."""
        kinds = (do.MeleeFire,) if melee else (do.Fire, do.OppFire, do.ReturnFire)
        if not isinstance(o.action, kinds):
            return
        case = Case(o.battle, open_switches(), o.before, o.action)
        first = o.before.melee is None or o.before.melee.round == 1
        reduced = isinstance(o.action, do.Fire) and (o.action.mode == "reduced" or bool(o.deed(o.action.unit).spent))
        firers = tuple(filter(None, (o.action.unit, getattr(o.action, "company", ""))))
        factor = column(
            case,
            o.action.target,
            firers=firers,
            manner="melee" if melee else "direct",
            reduced=reduced,
            first_round=first,
        )
        values = [item.value for item in factor.items]
        for item in factor.items:
            wrong = factor.total - item.value
            if (
                item.key == key
                and values.count(item.value) == 1
                and not factor.disputed
                and _apart(factor.total, wrong)
            ):
                yield replace(o.action, column=wrong)

    breaks(rule)(forgets)


def _apart(right: int, wrong: int) -> bool:
    """True if the two are different columns of the chart."""
    return wrong != right and -1 <= right <= 9


MARCH_OVER = ("column", "direct")
"""A firer who leaves its column out is taken to have ended its march, which is no breach."""

for _key, _manner in RULES:
    if _manner != "indirect" and (_key, _manner) != MARCH_OVER:
        _forgets(_key, _manner == "melee")


@breaks("BLZ-8.2.2a")
def reads_a_strange_column(o: Occasion) -> Acts:
    """The column has nothing to do with the fire."""
    if isinstance(o.action, do.Fire):
        yield replace(o.action, column=40)


@breaks("BLZ-0c")
def rolls_one_die(o: Occasion) -> Acts:
    """One die is rolled where two are."""
    if isinstance(o.action, Roll) and o.action.purpose == "FIRE":
        yield replace(o.action, dice=(6,))


# ----------------------------------------------------------------------------------------------------- in the melee
@breaks("BLZ-9.1.2b")
def attackers_fire_first(o: Occasion) -> Acts:
    """In the first round an attacker fires before the defenders have."""
    melee = o.before.melee
    if melee and o.quiet and melee.part == "defence" and not melee.quiet and isinstance(o.action, do.MeleeFire):
        units = (unit for unit in melee.attackers if o.unit(unit).hex == melee.hex and face(o, unit).attack)
        yield from (do.MeleeFire(unit=unit, target=o.action.unit) for unit in units)


@breaks("BLZ-9.1.2e")
def defenders_fire_late(o: Occasion) -> Acts:
    """A defender fires when it is the attackers' turn."""
    melee = o.before.melee
    if melee and o.quiet and melee.part == "attack" and isinstance(o.action, do.MeleeFire):
        units = (unit for unit in melee.defenders if o.unit(unit).hex == melee.hex and face(o, unit).attack)
        yield from (do.MeleeFire(unit=unit, target=o.action.unit) for unit in units)


@breaks("BLZ-8.1.1a")
def fires_twice_in_a_round(o: Occasion) -> Acts:
    """A unit fires a second time in the same round."""
    melee = o.before.melee
    if melee and o.quiet and melee.part == "both" and isinstance(o.action, do.MeleeFire):
        for unit in melee.fired:
            if o.unit(unit).hex == melee.hex and o.printed(unit).side == o.printed(o.action.unit).side:
                yield do.MeleeFire(unit=unit, target=o.action.target)


@breaks("BLZ-9.1.2d")
def an_attacker_goes_elsewhere(o: Occasion) -> Acts:
    """A neutralised attacker leaves, but not to where it came from."""
    melee = o.before.melee
    if melee and isinstance(o.action, do.FallBack) and o.action.unit in melee.attackers:
        others = (place for place in o.near(melee.hex) if place not in o.action.path and o.free(place))
        yield from (do.FallBack(unit=o.action.unit, path=(place,)) for place in others)


@breaks("BLZ-9.1.5b")
def a_defender_goes_through_the_attackers(o: Occasion) -> Acts:
    """A defender retreats to where an attacker came from."""
    melee = o.before.melee
    if melee and isinstance(o.action, do.FallBack) and o.action.unit in melee.defenders:
        yield from (do.FallBack(unit=o.action.unit, path=(place,)) for place in set(melee.attackers.values()))
