"""Breaking the rules of direct fire: who, at whom, how far, along which line, in which column; and of melee fire."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Face
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire import RULES, column
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks
from rules.engine.dice import Roll


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


def strong(o: Occasion, unit: str, foe: str) -> bool:
    """True if the printed values alone are enough for a column of the chart at that distance."""
    away = o.away(o.unit(unit).hex, o.unit(foe).hex)
    return face(o, unit).attack - face(o, foe).defence + 1 - away >= o.battle.charts.limits["column-low"] + 2


def _fire(o: Occasion, least: int, most: int = 99) -> Iterator[do.Fire]:
    """Fire over distances in these bounds, counted beyond the printed range."""
    for unit in shooters(o):
        reach = face(o, unit).range
        for foe in foes(o):
            away = o.away(o.unit(unit).hex, o.unit(foe).hex)
            if least <= away - reach <= most and not beside(o, unit):
                yield do.Fire(unit=unit, target=foe, mode="full")


# ------------------------------------------------------------------------------------------------- range and sight
@breaks("BLZ-4.2b")
def fires_too_far(o: Occasion) -> Acts:
    """The target is out of range."""
    yield from _fire(o, 2, 4)


@breaks("BLZ-4.1d")
def fires_beyond_sight(o: Occasion) -> Acts:
    """The target is farther away than anybody can see."""
    limit = o.battle.charts.limits["sight"]
    far = (shot for shot in _fire(o, 2) if o.away(o.unit(shot.unit).hex, o.unit(shot.target).hex) > limit)
    yield from far


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
            far = (foe for foe in foes(o) if o.away(state.hex, o.unit(foe).hex) == 2)
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in far if not beside(o, unit))


@breaks("BLZ-4.2g")
def fires_without_a_range(o: Occasion) -> Acts:
    """A unit of range 0 fires of its own accord."""
    for unit in o.fit if o.active and o.quiet else ():
        if not face(o, unit).range:
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in foes(o))


def _unseen(o: Occasion, seen_as: str, *, in_the_open: bool) -> Acts:
    where = "open" if in_the_open else "other"
    limit = o.battle.charts.visibility[seen_as][where]
    for unit in shooters(o):
        for foe in foes(o):
            ground = o.battle.charts.terrain[o.battle.ground.hexes[o.unit(foe).hex].terrain]
            kind, away = o.printed(foe).kind, o.away(o.unit(unit).hex, o.unit(foe).hex)
            named = kind.id in {"infantry", "mg", "tank", "armoured-car", "at-gun", "motorcycle"}
            seen = kind.seen_as == seen_as and named and not o.unit(foe).aboard
            if seen and ground.seen_open == in_the_open and away > limit:
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
    """An HQ has no weapons."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.printed(unit).kind.hq:
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in foes(o))


@breaks("BLZ-8.1c")
def fires_at_a_friend(o: Occasion) -> Acts:
    """The target is an own unit."""
    for unit in shooters(o):
        yield from (do.Fire(unit=unit, target=other, mode="full") for other in o.of(o.side) if other != unit)


@breaks("BLZ-8.1.1a")
def fires_with_a_comrade(o: Occasion) -> Acts:
    """Two units fire together though none rides on the other."""
    if isinstance(o.action, do.Fire) and o.active:
        others = (other for other in o.fit if other != o.action.unit and not o.unit(other).aboard)
        yield from (replace(o.action, company=other) for other in others)


@breaks("BLZ-5.2c")
def fires_twice(o: Occasion) -> Acts:
    """A unit fires that has fired."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.deed(unit).fired and o.unsullied(unit):
            yield from (do.Fire(unit=unit, target=foe, mode="reduced") for foe in foes(o))


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
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in o.of("french"))


@breaks("BLZ-8.2.2b")
def fires_though_too_weak(o: Occasion) -> Acts:
    """Even with everything in its favour the factor would be too low."""
    low = o.battle.charts.limits["column-low"]
    for unit in shooters(o):
        for foe in foes(o):
            away = o.away(o.unit(unit).hex, o.unit(foe).hex)
            if face(o, unit).attack - face(o, foe).defence + 1 - away + 2 < low:
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
    if melee and o.quiet and melee.part == "defence" and isinstance(o.action, do.MeleeFire):
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
