"""What could be done in the set-up."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.setup.deployment import ground_of, now, somewhere
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
