"""Breaking the rules of reactions: triggers, limits, checks, the ways of a retreat."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.mutators.fire import bare, face, next_to, strong
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

FAILED, HIT = (6, 6), (3, 4)
"""Dice by which every check fails, and dice of a fire."""


def passive(o: Occasion) -> Iterator[str]:
    """Units of the passive side that may react."""
    if o.state == "REACT" and o.quiet and o.before.trigger:
        for unit in o.of(o.enemy):
            if o.unsullied(unit) and not o.printed(unit).kind.hq and unit not in o.before.trigger.answered:
                yield unit


def fresh(o: Occasion, unit: str, kind: str) -> bool:
    """True for a unit that has not reacted in this way yet, and may."""
    reacted = o.before.activation.reacted if o.before.activation else ()
    return f"{kind} {unit}" not in reacted and not o.unit(unit).opp


@breaks("BLZ-2.2.2b")
def the_active_side_reacts(o: Occasion) -> Acts:
    """An active unit retreats before its comrade that moves."""
    trigger = o.before.trigger
    if o.state == "REACT" and o.quiet and trigger and trigger.kind == "move":
        for unit in o.fit:
            near = any(o.away(o.unit(unit).hex, o.unit(each).hex) == 1 for each in trigger.units)
            free = (place for place in o.near(o.unit(unit).hex) if near and o.free(place))
            yield from (do.Retreat(unit=unit, path=(place,)) for place in free)


@breaks("BLZ-2.2.2b")
def the_active_side_fires_by_opportunity(o: Occasion) -> Acts:
    """An active unit fires as if it reacted, while a comrade of it moves."""
    trigger = o.before.trigger
    if o.state == "REACT" and o.quiet and trigger and trigger.kind == "move":
        for unit in o.fit:
            near = next_to(o, unit, o.of(o.enemy)) if unit not in trigger.units else ()
            yield from (do.OppFire(unit=unit, target=foe) for foe in near)


@breaks("BLZ-6.3.1a")
def fires_at_who_stands_still(o: Occasion) -> Acts:
    """Opportunity fire at a unit that has done nothing."""
    for unit in passive(o):
        if fresh(o, unit, "oppfire") and o.before.trigger:
            others = (each for each in o.actors if each not in o.before.trigger.units and not o.deed(each).hexes)
            yield from (do.OppFire(unit=unit, target=target) for target in next_to(o, unit, others))


@breaks("BLZ-6.3.1b")
def fires_where_it_cannot_reach(o: Occasion) -> Acts:
    """Opportunity fire at a unit that is out of range."""
    for unit in passive(o):
        reach, targets = face(o, unit).range, o.before.trigger.units if o.before.trigger else ()
        near = any(o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 for foe in o.of(o.side))
        if fresh(o, unit, "oppfire") and reach and not near:
            there = (each for each in targets if o.unit(each).hex and strong(o, unit, each))
            far = (each for each in there if o.away(o.unit(unit).hex, o.unit(each).hex) > reach + 1)
            yield from (do.OppFire(unit=unit, target=target) for target in far)


@breaks("BLZ-6.3.1c")
def fires_at_who_has_gone_by(o: Occasion) -> Acts:
    """Opportunity fire at a unit that moved before, while another one moves."""
    trigger = o.before.trigger
    for unit in passive(o):
        gone = (each for each in o.actors if trigger and each not in trigger.units and o.deed(each).hexes)
        near = (each for each in gone if o.away(o.unit(unit).hex, o.unit(each).hex) == 1)
        if fresh(o, unit, "oppfire") and face(o, unit).range:
            yield from (do.OppFire(unit=unit, target=target) for target in near)


@breaks("BLZ-6.3.1e")
def fires_though_it_failed(o: Occasion) -> Acts:
    """The check fails, and the unit fires all the same."""
    if isinstance(o.action, do.OppFire):
        unit = o.action.unit
        yield o.action, Roll(purpose="OPPFIRE", who=unit, dice=FAILED), Roll(purpose="FIRE", who=unit, dice=HIT)


@breaks("BLZ-6.3c")
def fires_back_though_it_failed(o: Occasion) -> Acts:
    """The check for return fire fails, and the unit fires all the same."""
    if isinstance(o.action, do.ReturnFire) and o.quiet:
        unit = o.action.unit
        yield o.action, Roll(purpose="RETURN", who=unit, dice=FAILED), Roll(purpose="FIRE", who=unit, dice=HIT)


@breaks("BLZ-6.3.1.1e")
def fires_into_a_melee(o: Occasion) -> Acts:
    """Opportunity fire at a unit that fights in the next hex."""
    melee = o.before.melee
    for unit in o.of(o.enemy) if melee and o.quiet and o.state == "MELEE" else ():
        able = o.unsullied(unit) and not o.unit(unit).opp and not o.printed(unit).kind.hq and face(o, unit).range
        if melee and able and o.away(o.unit(unit).hex, melee.hex) == 1:
            there = (each for each in melee.attackers if o.unit(each).hex == melee.hex)
            yield from (do.OppFire(unit=unit, target=each) for each in there)


@breaks("BLZ-6.3.1i")
def fires_again_with_the_marker_on(o: Occasion) -> Acts:
    """A unit with an OPP-used marker tries again."""
    if o.state == "REACT" and o.quiet and o.before.trigger:
        reacted = o.before.activation.reacted if o.before.activation else ()
        for unit in o.of(o.enemy):
            old = o.unit(unit).opp and not any(done.endswith(f" {unit}") for done in reacted)
            if old and o.unsullied(unit) and not o.printed(unit).kind.hq:
                near = next_to(o, unit, o.before.trigger.units, 1)
                yield from (do.OppFire(unit=unit, target=target) for target in near)


@breaks("BLZ-6.3.1.1a")
def fires_far_though_shaken(o: Occasion) -> Acts:
    """A neutralised unit tries opportunity fire at two hexes, which is beyond its range as well."""
    if o.state == "REACT" and o.quiet and o.before.trigger:
        for unit in o.of(o.enemy):
            if o.unit(unit).neutralised and not o.printed(unit).kind.hq and face(o, unit).range > 1:
                targets = (each for each in o.before.trigger.units if o.unit(each).hex and strong(o, unit, each, 2))
                far = (each for each in targets if o.away(o.unit(unit).hex, o.unit(each).hex) == 2)
                seen = (each for each in far if bare(o, o.unit(unit).hex, o.unit(each).hex))
                yield from (do.OppFire(unit=unit, target=target) for target in seen)


@breaks("BLZ-6.3.1.1a")
def fires_far_though_demoralised(o: Occasion) -> Acts:
    """A unit of a demoralised formation tries opportunity fire at two hexes."""
    for unit in passive(o):
        state, reach = o.before.formations.get(o.unit(unit).formation), face(o, unit).range
        near = any(o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 for foe in o.of(o.side))
        if state and state.demoralised and fresh(o, unit, "oppfire") and reach > 1 and not near and o.before.trigger:
            there = (each for each in o.before.trigger.units if o.unit(each).hex and strong(o, unit, each, 1))
            far = (each for each in there if o.away(o.unit(unit).hex, o.unit(each).hex) == 2)
            seen = (each for each in far if bare(o, o.unit(unit).hex, o.unit(each).hex))
            yield from (do.OppFire(unit=unit, target=target) for target in seen)


@breaks("BLZ-6.3.1h")
def fires_out_of_time(o: Occasion) -> Acts:
    """Opportunity fire while nobody moves."""
    if o.state == "DRAW" and o.quiet:
        for unit in o.of("french"):
            able = o.unsullied(unit) and not o.unit(unit).opp and not o.printed(unit).kind.hq
            near = next_to(o, unit, o.of("german")) if able else ()
            yield from (do.OppFire(unit=unit, target=target) for target in near)


@breaks("BLZ-6.3.2a")
def fires_back_unasked(o: Occasion) -> Acts:
    """Return fire by a unit at which nobody has fired."""
    for unit in passive(o):
        trigger = o.before.trigger
        if trigger and unit not in trigger.targets and fresh(o, unit, "return"):
            yield from (do.ReturnFire(unit=unit, target=target) for target in next_to(o, unit, trigger.units))


@breaks("BLZ-6.3.2b")
def fires_back_twice(o: Occasion) -> Acts:
    """A unit returns fire that has returned fire in this activation."""
    trigger, activation = o.before.trigger, o.before.activation
    for unit in passive(o):
        again = activation is not None and f"returned {unit}" in activation.reacted
        if again and trigger and trigger.kind == "fire" and unit in trigger.targets:
            yield from (do.ReturnFire(unit=unit, target=target) for target in trigger.units if o.unit(target).hex)


@breaks("BLZ-6.3b")
def reacts_twice(o: Occasion) -> Acts:
    """A unit retreats that has retreated in this activation."""
    for unit in passive(o):
        movers = o.before.trigger.units if o.before.trigger and o.before.trigger.kind == "move" else ()
        near = any(o.unit(each).hex and o.away(o.unit(unit).hex, o.unit(each).hex) == 1 for each in movers)
        if near and not fresh(o, unit, "retreat") and not o.unit(unit).opp:
            yield from (do.Retreat(unit=unit, path=(place,)) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-6.3.3c")
def retreats_from_fire_at_others(o: Occasion) -> Acts:
    """A unit retreats when another was fired at."""
    trigger = o.before.trigger
    if trigger and trigger.kind == "fire":
        for unit in passive(o):
            if unit not in trigger.targets and fresh(o, unit, "retreat"):
                free = (place for place in o.near(o.unit(unit).hex) if o.free(place))
                yield from (do.Retreat(unit=unit, path=(place,)) for place in free)


@breaks("BLZ-6.3.3a", "BLZ-6.3.3b")
def retreats_from_far_away(o: Occasion) -> Acts:
    """A unit retreats from one that moves farther away than anybody can see."""
    trigger, limit = o.before.trigger, o.battle.charts.limits["sight"]
    for unit in passive(o):
        movers = [o.unit(each).hex for each in trigger.units] if trigger and trigger.kind == "move" else []
        far = movers and all(place and o.away(o.unit(unit).hex, place) > limit for place in movers)
        if far and fresh(o, unit, "retreat"):
            yield from (do.Retreat(unit=unit, path=(place,)) for place in o.near(o.unit(unit).hex) if o.free(place))


def _retreats(o: Occasion) -> Iterator[str]:
    """Units that may retreat: they stand beside the mover, or were fired at."""
    trigger = o.before.trigger
    for unit in passive(o):
        movers = [o.unit(each).hex for each in trigger.units if o.unit(each).hex] if trigger else []
        beside = any(o.away(o.unit(unit).hex, place) == 1 for place in movers)
        if trigger and fresh(o, unit, "retreat") and (unit in trigger.targets if trigger.kind == "fire" else beside):
            yield unit


@breaks("BLZ-6.4b")
def retreats_unchecked(o: Occasion) -> Acts:
    """A neutralised unit retreats without a check."""
    if o.state == "REACT" and o.quiet and o.before.trigger and o.before.trigger.kind == "fire":
        for unit in o.before.trigger.targets:
            if o.unit(unit).neutralised and o.unit(unit).hex and unit not in o.before.trigger.passed:
                free = (place for place in o.near(o.unit(unit).hex) if o.free(place))
                yield from (do.Retreat(unit=unit, path=(place,)) for place in free)


@breaks("BLZ-6.3.3f")
def retreats_nowhere(o: Occasion) -> Acts:
    """No hex is named."""
    yield from (do.Retreat(unit=unit, path=()) for unit in _retreats(o))


@breaks("BLZ-6.3.3g")
def retreats_too_far(o: Occasion) -> Acts:
    """A retreat of two hexes though there is room in the first."""
    for unit in _retreats(o):
        for first in o.near(o.unit(unit).hex):
            ways = (far for far in o.near(first) if o.away(o.unit(unit).hex, far) == 2 and o.free(far))
            yield from (do.Retreat(unit=unit, path=(first, far)) for far in ways if o.free(first))


@breaks("BLZ-6.3.3h")
def retreats_into_a_full_hex(o: Occasion) -> Acts:
    """A retreat ends where three units stand already."""
    for unit in _retreats(o):
        for place in o.near(o.unit(unit).hex):
            friends = [each for each in o.pieces(place, o.enemy) if o.printed(each).kind.stacks]
            if len(friends) >= o.battle.stacking and not o.pieces(place, o.side):
                yield do.Retreat(unit=unit, path=(place,))


@breaks("BLZ-6.3.3i")
def retreats_by_a_longer_way(o: Occasion) -> Acts:
    """From a full hex a unit goes on through another full one, though a free one is next to the first."""
    for unit in _retreats(o):
        here = o.unit(unit).hex
        for first in o.near(here):
            around = [place for place in o.near(first) if place != here]
            if not _full(o, first) or not any(o.free(place) for place in around):
                continue
            for second in around:
                onward = (far for far in o.near(second) if _full(o, second) and far not in {here, first})
                yield from (do.Retreat(unit=unit, path=(first, second, far)) for far in onward if o.free(far))


def _full(o: Occasion, place: str) -> bool:
    """True if three units of the passive side, and nobody else, stand in a hex."""
    friends = [each for each in o.pieces(place, o.enemy) if o.printed(each).kind.stacks]
    return len(friends) >= o.battle.stacking and not o.pieces(place, o.side)


@breaks("BLZ-6.3.3e")
def retreats_out_of_time(o: Occasion) -> Acts:
    """A retreat of its own will while nobody is active."""
    if o.state == "DRAW" and o.quiet:
        for unit in o.on_map:
            yield from (do.Retreat(unit=unit, path=(place,)) for place in o.near(o.unit(unit).hex) if o.free(place))
