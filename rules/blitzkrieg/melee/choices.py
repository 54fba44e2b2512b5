"""At whom a unit could fire in a melee, and where it could go."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.melee.who import barred, fighting, may_name, opponents
from rules.blitzkrieg.options import candidates, fills
from rules.blitzkrieg.reactions.retreats import paths, shortest
from rules.engine.actions import Action


@candidates("MELEE")
def melee(case: Case[Action]) -> Iterator[Action]:
    """Whoever may fire names a target, or lets it be."""
    yield do.Decline()
    first = case.before.melee is not None and case.before.melee.round == 1
    for unit in may_name(case):
        for target in opponents(case, unit):
            if column(case, target, firers=(unit,), manner="melee", first_round=first).fires:
                yield do.MeleeFire(unit=unit, target=target)


@fills(do.FallBack)
def ways_out(case: Case[Action], template: do.FallBack) -> Iterator[Action]:
    """An attacker goes back where it came from, and on if that is full, others by every way that is open."""
    unit, fight = template.unit, case.before.melee
    if fight and unit in fighting(case.before, fight.attackers):
        yield from (do.FallBack(unit=unit, path=path) for path in shortest(case, unit, (fight.attackers[unit],)))
        return
    for path in paths(case, unit, barred(case)):
        yield do.FallBack(unit=unit, path=path)
