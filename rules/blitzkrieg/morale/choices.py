"""Where a unit of a demoralised formation could go."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.morale.demoralisation import depth, stays, ways
from rules.blitzkrieg.options import fills
from rules.blitzkrieg.table.placing import OFF
from rules.engine.actions import Action


@fills(do.Withdraw)
def ways_home(case: Case[Action], template: do.Withdraw) -> Iterator[Action]:
    """A unit stays, or goes back to any of the hexes that it can reach, or leaves the map from its own edge."""
    unit = template.unit
    yield do.Withdraw(unit=unit)
    if not case.unit(unit).on_map or stays(case, unit):
        return
    open_ways = ways(case, unit)
    for place in sorted(open_ways.costs, key=lambda place: depth(case, unit, place)):
        path = open_ways.path(place)
        if path:
            yield do.Withdraw(unit=unit, path=path)
        if depth(case, unit, place) == 0:
            yield do.Withdraw(unit=unit, path=(*path, OFF))
