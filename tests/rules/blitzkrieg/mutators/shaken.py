"""Breaking the rules of those who are neutralised or demoralised: how far, how fast, what else, which way home."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import HALF
from rules.blitzkrieg.model import Deed
from tests.rules.blitzkrieg.mutators import fire
from tests.rules.blitzkrieg.mutators.movement import goals
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

STEP = 2 * HALF
"""No step into easy ground costs more than so many halves."""
FAR, WORST = 2, 5
"""A distance, and what marks, cover and it take off the attack at most."""


# ------------------------------------------------------------------------------------------------------- neutralised
@breaks("BLZ-8.4b")
def fires_two_hexes_though_shaken(o: Occasion) -> Acts:
    """A neutralised unit of a longer range that is strong enough fires two hexes far."""
    for unit in o.actors if o.active and o.quiet else ():
        state, face = o.unit(unit), fire.face(o, unit)
        if not state.neutralised or state.ooc or o.deed(unit) != Deed() or face.range < FAR:
            continue
        beside = any(o.away(state.hex, o.unit(foe).hex) == 1 for foe in fire.foes(o))
        for foe in fire.foes(o) if not beside else ():
            if o.away(state.hex, o.unit(foe).hex) == FAR and fire.face(o, foe).defence + WORST <= face.attack:
                yield do.Fire(unit=unit, target=foe, mode="full")


@breaks("BLZ-8.4d")
def a_neutralised_hq_goes_on(o: Occasion) -> Acts:
    """A neutralised HQ has spent half of its points and goes on."""
    for unit in o.actors if o.active and o.quiet and o.state == "ACTIVE" else ():
        state, whole = o.unit(unit), o.fastest(unit)
        if o.printed(unit).kind.hq and state.neutralised and not state.ooc and o.deed(unit).hexes:
            most = whole // 2 * HALF
            if most == o.deed(unit).spent <= whole * HALF - STEP:
                yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-8.4e")
def gets_on_or_off_though_shaken(o: Occasion) -> Acts:
    """A neutralised company gets on a carrier or off it."""
    if not (o.active and o.quiet and o.state == "ACTIVE"):
        return
    for unit in (each for each in o.actors if o.unit(each).neutralised and o.printed(each).kind.rides):
        if o.deed(unit) != Deed():
            continue
        if o.unit(unit).aboard:
            yield do.Unload(unit=unit)
            continue
        carriers = (each for each in o.pieces(o.unit(unit).hex, o.side) if o.printed(each).kind.carries)
        taken = {state.aboard for state in o.before.units.values()}
        yield from (do.Load(unit=unit, carrier=each) for each in carriers if each in o.actors and each not in taken)


# ------------------------------------------------------------------------------------------------------- demoralised
def _foes_beside(o: Occasion, unit: str, place: str) -> set[str]:
    """The hexes beside a hex in which enemy combat units stand."""
    enemy = o.battle.enemy(o.printed(unit).side)
    return {near for near in o.near(place) if any(not o.printed(foe).kind.hq for foe in o.pieces(near, enemy))}


def _to_edge(o: Occasion, unit: str, place: str) -> int:
    edge = o.battle.ground.edges[o.battle.own_edges[o.printed(unit).side]]
    return min(o.away(place, last) for last in edge)


@breaks("BLZ-8.5.1h")
def goes_home_beside_the_enemy(o: Occasion) -> Acts:
    """A unit goes a hex towards home that is next to the enemy it had beside it, though another one is not."""
    action = o.action
    if not isinstance(action, do.Withdraw) or len(action.path) != 1 or action.path[0] not in o.battle.ground.hexes:
        return
    start, end = o.unit(action.unit).hex, action.path[0]
    foes = _foes_beside(o, action.unit, start)
    if foes & _foes_beside(o, action.unit, end):
        return
    for place in (each for each in o.near(start) if o.free(each)):
        nearer = _to_edge(o, action.unit, end) <= _to_edge(o, action.unit, place) < _to_edge(o, action.unit, start)
        if nearer and foes & _foes_beside(o, action.unit, place):
            yield do.Withdraw(unit=action.unit, path=(place,))


@breaks("BLZ-8.5.1i")
def fires_at_who_goes_home(o: Occasion) -> Acts:
    """Opportunity fire at a unit of a demoralised formation that has just gone back."""
    trigger = o.before.trigger
    for target in trigger.units if trigger and trigger.kind == "withdraw" else ():
        for foe in o.of(o.battle.enemy(o.printed(target).side)) if o.unit(target).hex else ():
            fit = o.unsullied(foe) and not o.printed(foe).kind.hq and not o.unit(foe).opp
            if fit and o.away(o.unit(foe).hex, o.unit(target).hex) <= fire.face(o, foe).range:
                yield do.OppFire(unit=foe, target=target)
