"""What could be done in the set-up."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.options import candidates, rash
from rules.blitzkrieg.setup.deployment import ground_of, now, setup_by_unit, somewhere, zone_of
from rules.blitzkrieg.setup.stages import PICKS
from rules.engine.actions import Action


@candidates("SETUP")
def setting_up(case: Case[Action]) -> Iterator[Action]:
    """Every piece of this step goes to every hex of its zone, whole or with a step lost; then the step is done."""
    stage = now(case)
    for setup in (case.battle.setups[name] for name in stage.setups) if stage else ():
        for unit in setup.units:
            hexes = setup.zone.hexes | setup.zone.doubtful | somewhere(setup)
            for place in sorted(hexes) if not case.unit(unit).on_map else ():
                yield do.Deploy(unit=unit, hex=place)
                if setup.step_losses and not case.counter(unit).kind.hq:
                    yield do.Deploy(unit=unit, hex=place, reduced=True)
        doubtful = ground_of(case.battle, setup.side) if setup.zone.ruling else frozenset[str]()
        for place in sorted(setup.zone.hexes | doubtful):
            yield from (do.Fortify(hex=place),) if "works" in setup.markers else ()
            yield from (do.LayMine(hex=place),) if "minefield" in setup.markers else ()
    yield do.Ready()


@rash(do.Deploy)
def spoils_the_set_up(case: Case[Action], action: do.Deploy) -> bool:
    """True for a piece that stands where the set-up cannot be completed: without room, friends, or its company."""
    unit, place = action.unit, action.hex
    setup = setup_by_unit(case.battle).get(unit)
    if setup is None:
        return True
    lost = case.reduced[setup.id] < setup.step_losses
    if (action.reduced != lost and not case.counter(unit).kind.hq) or not room(case, place, case.side(unit), (unit,)):
        return True
    if setup.zone_by and (
        case.formation_of(unit) not in setup.zone_by or place not in zone_of(case, unit, setup).hexes
    ):
        return True
    friends, there = zone_of(case, unit, setup).with_units_of, case.there(place, case.side(unit))
    if friends and not any(case.formation_of(each) in friends for each in there):
        return True
    return _parts(case, unit, place)


def _parts(case: Case[Action], unit: str, place: str) -> bool:
    """True if a carrier and the company that begins aboard could not stand together any more."""
    for riders in case.battle.riders if not case.counter(unit).kind.hq else ():
        pair = (riders.carrier, riders.companies[0]) if riders.required else ()
        others = tuple(each for each in pair if each != unit)
        stand = {case.unit(each).hex for each in others} - {""}
        if unit in pair and stand - {place}:
            return True
        waits = any(not case.unit(each).on_map for each in others) and (unit in pair or place in stand)
        if waits and not room(case, place, case.side(unit), (unit, *others)):
            return True
    return False


@rash(do.Mount)
def boards_from_afar(case: Case[Action], action: do.Mount) -> bool:
    """True for a company that does not stand where its carrier stands."""
    return not case.unit(action.unit).hex == case.unit(action.carrier).hex != ""


@candidates("SETUP", "ADMIN")
def assigning(case: Case[Action]) -> Iterator[Action]:
    """Every independent unit is assigned to every formation that might take it."""
    for unit, counter in case.battle.units.items():
        if counter.independent and case.formation_of(unit) == counter.formation:
            places = case.battle.attach.get(unit) or tuple(case.battle.formations)
            yield from (do.Assign(unit=unit, formation=name) for name in places if name != counter.formation)


@candidates("SETUP")
def boarding(case: Case[Action]) -> Iterator[Action]:
    """Companies begin aboard."""
    for riders in case.battle.riders:
        if not any(unit.aboard == riders.carrier for unit in case.before.units.values()):
            yield from (do.Mount(unit=unit, carrier=riders.carrier) for unit in riders.companies)


@candidates("SETUP")
def choosing(case: Case[Action]) -> Iterator[Action]:
    """Chits are kept out of the cup, or put back; how many is judged when the step is done."""
    stage = now(case)
    if stage is None or stage.rule != PICKS:
        return
    for chit in sorted(case.battle.cup):
        if case.chit(chit).side == stage.side and case.chit(chit).kind in case.battle.picks:
            yield do.Stock(chit=chit, place="cup" if case.before.chits[chit] == "reserve" else "reserve")
