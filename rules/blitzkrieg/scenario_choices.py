"""What could be done in the set-up, by guns, reinforcements and returning HQs, and at the end of a turn."""

from collections.abc import Iterator
from itertools import combinations

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.deployment import ground_of, now, somewhere
from rules.blitzkrieg.indirect import STUKA
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.overrun import TRACK
from rules.blitzkrieg.setup import PICKS
from rules.blitzkrieg.timetable import arrival_by_unit
from rules.blitzkrieg.victory import DRAW, expected
from rules.engine.actions import Action

Nothing = Case[Action]
"""A case in which nothing has been done yet."""


# ----------------------------------------------------------------------------------------------------------- set-up
@candidates("SETUP")
def setting_up(case: Nothing) -> Iterator[Action]:
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
def assigning(case: Nothing) -> Iterator[Action]:
    """Every independent unit is assigned to every formation that might take it."""
    for unit, counter in case.battle.units.items():
        if counter.independent and case.formation_of(unit) == counter.formation:
            places = case.battle.attach.get(unit) or tuple(case.battle.formations)
            yield from (do.Assign(unit=unit, formation=name) for name in places if name != counter.formation)


@candidates("SETUP")
def boarding(case: Nothing) -> Iterator[Action]:
    """Companies begin aboard."""
    for riders in case.battle.riders:
        if not any(unit.aboard == riders.carrier for unit in case.before.units.values()):
            yield from (do.Mount(unit=unit, carrier=riders.carrier) for unit in riders.companies)


@candidates("SETUP")
def choosing(case: Nothing) -> Iterator[Action]:
    """Chits are kept out of the cup, or put back; how many is judged when the step is done."""
    stage = now(case)
    if stage is None or stage.rule != PICKS:
        return
    for chit in sorted(case.battle.cup):
        if case.chit(chit).side == stage.side and case.chit(chit).kind in case.battle.picks:
            yield do.Stock(chit=chit, place="cup" if case.before.chits[chit] == "reserve" else "reserve")


# ------------------------------------------------------------------------------------------------------------- guns
@candidates("ACTIVE")
def firing_guns(case: Nothing) -> Iterator[Action]:
    """Every salvo falls on every hex with an enemy in it, seen by every own HQ."""
    activation = case.activation
    for salvo, count in activation.salvos.items() if activation else ():
        chit, _, calibre = salvo.rpartition(" ")
        if not count:
            continue
        for place in _targets(case):
            if calibre == STUKA:
                yield do.Stuka(chit=chit, hex=place)
            else:
                yield from _observed(case, chit, place, calibre)


@candidates("ACTIVE")
def concentrating(case: Nothing) -> Iterator[Action]:
    """Every group of the salvos that are left, and not yet declared, falls on every hex with an enemy in it."""
    activation = case.activation
    if activation is None or not activation.salvos:
        return
    each = [salvo for salvo, count in sorted(activation.salvos.items()) for _ in range(count)]
    groups = dict.fromkeys(group for size in range(2, len(each) + 1) for group in combinations(each, size))
    yield from (do.Concentrate(hex=place, salvos=group) for place in _targets(case) for group in groups)


def _targets(case: Nothing) -> list[str]:
    return [place for place in case.occupants if case.there(place, case.passive)]


def _observed(case: Nothing, chit: str, place: str, calibre: str) -> Iterator[Action]:
    for name, unit in case.before.units.items():
        if unit.hex and case.counter(name).kind.hq and case.side(name) == case.chit(chit).side:
            if calibre == "light":
                yield do.Barrage(chit=chit, hex=place, calibre="light", observer=name)
            elif calibre == "medium":
                yield do.Barrage(chit=chit, hex=place, calibre="medium", observer=name)
            else:
                yield do.Barrage(chit=chit, hex=place, calibre="heavy", observer=name)


# --------------------------------------------------------------------------------------------------------- arrivals
@candidates("ACTIVE")
def entering(case: Nothing) -> Iterator[Action]:
    """Reinforcements of the active formation enter."""
    for formation in case.activation.formations if case.activation else ():
        for unit in case.members(formation, on_map=False):
            arrival = arrival_by_unit(case.battle).get(unit)
            if arrival and not case.unit(unit).hex and case.unit(unit).box == "pool":
                yield from (do.Enter(unit=unit, hex=place) for place in sorted(arrival.entry))


@candidates("DECIDE", "ACTIVE")
def returning(case: Nothing) -> Iterator[Action]:
    """An overrun HQ comes back to a unit of its formation."""
    for name, unit in case.before.units.items():
        if unit.box.startswith(TRACK):
            places = {case.unit(friend).hex for friend in case.members(unit.formation)}
            yield from (do.ReturnHq(unit=name, hex=place) for place in sorted(places))


# ---------------------------------------------------------------------------------------------------- end of a turn
@candidates("TURN_END")
def ending(case: Nothing) -> Iterator[Action]:
    """The points are set and the game is declared over."""
    if case.battle.victory.bands:
        yield do.Score(points=expected(case))
    yield from (do.Conclude(result=result) for result in (*case.battle.sides, DRAW))
