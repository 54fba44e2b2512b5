"""What may be done in the campaign only: reinforcements come, guns bombard before the attack, gas and mines strike."""

from collections.abc import Iterator

from rules.caporetto.actions import Bombard, Move, Resolve
from rules.caporetto.campaign.arrivals import PHASE
from rules.caporetto.case import Case
from rules.caporetto.fire.preparing import ARTILLERY, preparing
from rules.caporetto.options import OPTIONS
from rules.engine.actions import Action


@OPTIONS.on(PHASE)
def reinforcements(case: Case[Action]) -> Iterator[Action]:
    """Whoever is due comes."""
    for name, due in case.battle.arrivals.items():
        unit = case.unit(name)
        if due.turn <= case.before.turn and not (unit.hex or unit.box):
            yield from (Move(unit=name, hex=place, how="enter", by=case.side(name)) for place in sorted(due.hexes))


@OPTIONS.on(ARTILLERY)
def before_the_attack(case: Case[Action]) -> Iterator[Action]:
    """A gun bombards an Italian trench before the attack, what was aimed at is resolved, gas and mines strike."""
    if not preparing(case):
        return
    first, second = case.battle.sides
    trenches = [place for place in case.layout.occupants if case.layout.there(place, second)]
    for name, unit in case.before.units.items():
        counter = case.counter(name)
        if counter.side == first and counter.kind.guns and unit.hex and name not in case.before.fired:
            most = counter.faces[0].range
            near = (place for place in trenches if case.grid.distance(unit.hex, place) <= most)
            yield from (Bombard(unit=name, hex=place, by=first) for place in near)
    for place in sorted({aim.split(" ")[0] for aim in case.before.bombs.values()}):
        yield Resolve(hex=place, purpose="BOMBARD", by=first)
    for purpose, (places, _) in case.battle.attacks.items():
        yield from (Resolve(hex=place, purpose=purpose, by=first) for place in places)
