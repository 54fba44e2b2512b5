"""Breaking rules of fire, melee and mines that others say as well: the line of fire, prices, the rounds of a melee."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import HALF
from rules.engine.actions import subject
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.mutators import fire
from tests.rules.blitzkrieg.mutators.movement import goals
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

WORST = 4
"""What cover and a short way beyond the range take off the attack at most, beside the distance."""

breaks("BLZ-8.1b", "BLZ-8.1.1c")(fire.fires_through_an_obstacle)


@breaks("BLZ-8.1.1c")
def fires_a_little_too_far(o: Occasion) -> Acts:
    """A unit that is strong enough fires at a target two hexes beyond its range."""
    for unit in fire.shooters(o):
        face, here = fire.face(o, unit), o.unit(unit).hex
        away = {foe: o.away(here, o.unit(foe).hex) for foe in fire.foes(o)}
        for foe, distance in away.items() if 1 not in away.values() else ():
            if distance == face.range + 2 and fire.face(o, foe).defence + distance + WORST <= face.attack:
                yield do.Fire(unit=unit, target=foe, mode="full")


def _whole(o: Occasion, unit: str) -> int:
    return fire.face(o, unit).movement * HALF


def _price(o: Occasion, unit: str, place: str) -> int:
    """What entering a hex costs a combat unit that does not climb."""
    terrain = o.battle.charts.terrain[o.battle.ground.hexes[place].terrain]
    return terrain.costs.get(o.printed(unit).kind.movement) or 0


@breaks("BLZ-9.1.1a")
def attacks_at_the_price_of_a_step(o: Occasion) -> Acts:
    """A unit that could still move into the hex attacks there, but has not the quarter of its points as well."""
    for unit in o.actors if o.active and o.quiet and o.state == "ACTIVE" else ():
        deed, here = o.deed(unit), o.unit(unit).hex
        if o.printed(unit).kind.hq or not deed.hexes or not o.unsullied(unit) or deed.halted or deed.fired:
            continue
        left = _whole(o, unit) - deed.spent
        for place in o.near(here) if not deed.loaded else ():
            level = o.battle.ground.hexes[place].level <= o.battle.ground.hexes[here].level
            foes = any(not o.printed(foe).kind.hq for foe in o.pieces(place, o.enemy))
            if foes and level and _price(o, unit, place) == left:
                yield do.Assault(units=(unit,), hex=place)


@breaks("BLZ-9.1.3a")
def stops_after_a_round(o: Occasion) -> Acts:
    """Nobody has left, and the next round of the melee is not fought."""
    melee = o.before.melee
    if melee and o.quiet and melee.part == "both" and not melee.fired and isinstance(o.action, do.MeleeFire):
        yield do.EndActivation()


@breaks("BLZ-10.1d")
def leaves_mines_for_nothing(o: Occasion) -> Acts:
    """A unit leaves a minefield that has points for the next hex only."""
    extra = o.battle.charts.terrain["leaving-mines"].costs
    for unit in o.actors if o.active and o.quiet else ():
        deed, here = o.deed(unit), o.unit(unit).hex
        if here not in o.before.mines or o.printed(unit).kind.hq or not deed.hexes or not o.unsullied(unit):
            continue
        left = _whole(o, unit) - deed.spent
        for place in goals(o, unit) if not (deed.halted or deed.fired or deed.loaded) else ():
            price, level = _price(o, unit, place), o.battle.ground.hexes[place].level
            more = extra.get(o.printed(unit).kind.movement) or 0
            if price <= left < price + more and level <= o.battle.ground.hexes[here].level:
                yield do.Move(units=(unit,), hex=place)


@breaks("BLZ-10.1h")
def fights_before_the_mines(o: Occasion) -> Acts:
    """The defenders fire though the mines have not attacked who came in."""
    melee, action = o.before.melee, o.action
    if melee and isinstance(action, Roll) and action.purpose == "MINE" and action.who in melee.attackers:
        first = (unit for unit in melee.defenders if o.unsullied(unit))
        yield from (do.MeleeFire(unit=unit, target=action.who) for unit in first)


@breaks("BLZ-9.1.5e")
def fights_on_though_it_has_to_go(o: Occasion) -> Acts:
    """A defender that was neutralised before neither goes back nor loses a step: it goes on fighting."""
    melee, due = o.before.melee, [due for due in o.before.due if due.must]
    if melee is None or melee.part != "both" or [each.rule for each in due] != ["BLZ-9.1.2h"]:
        return
    if due[0].met_by(o.action):
        goers = dict.fromkeys(subject(option) for option in due[0].options)
        targets = [unit for unit in melee.attackers if o.unit(unit).hex == melee.hex]
        yield from (do.MeleeFire(unit=unit, target=target) for unit in goers for target in targets)


@breaks("BLZ-9.1.3b")
def takes_a_result_too_early(o: Occasion) -> Acts:
    """Both sides fire together, and a hit is marked before all have fired."""
    melee = o.before.melee
    if melee and melee.part == "both" and o.quiet and isinstance(o.action, do.MeleeFire):
        for unit, result, _ in melee.pending:
            if result == "N" and o.unsullied(unit) and o.unit(unit).hex == melee.hex:
                yield do.Mark(piece=unit, marker="neutralised")


@breaks("BLZ-9.1.5c")
def falls_back_into_a_full_hex(o: Occasion) -> Acts:
    """A defender goes back to where three units stand already."""
    melee, action = o.before.melee, o.action
    if melee and isinstance(action, do.FallBack) and action.unit in melee.defenders:
        side = o.printed(action.unit).side
        for place in (each for each in o.near(melee.hex) if each not in melee.attackers.values()):
            friends = [unit for unit in o.pieces(place, side) if o.printed(unit).kind.stacks]
            if len(friends) >= o.battle.stacking:
                yield do.FallBack(unit=action.unit, path=(place,))
