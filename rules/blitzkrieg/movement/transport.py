"""Transport (6.1f): German infantry gets on and off its carriers."""

from collections.abc import Iterator

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.movement.march import others_stop
from rules.engine.ruling import Finding, Found, Illegal, broken, noted

CARRYING_SIDE = "german"


def pair(case: Case[do.Load | do.Unload]) -> tuple[str, str]:
    """The company and the carrier."""
    company = case.action.unit
    return company, case.action.carrier if isinstance(case.action, do.Load) else case.unit(company).aboard


@rule("BLZ-6.1f", on=(do.Load, do.Unload))
def only_german_units(case: Case[do.Load | do.Unload]) -> Found:
    """Only German units load and unload."""
    unit = case.action.unit
    return broken("transport.side", unit=unit) if case.side(unit) != CARRYING_SIDE else None


@rule("BLZ-6.1f", "BLZ-12.1.5c", on=do.Load)
def a_free_carrier_beside_it(case: Case[do.Load]) -> Found:
    """A company gets on an empty carrier in its hex."""
    company, carrier = pair(case)
    kinds = case.counter(company).kind, case.counter(carrier).kind
    if not (kinds[0].rides and kinds[1].carries):
        return broken("transport.kind", unit=company, carrier=carrier)
    if not case.unit(company).on_map or case.unit(company).hex != case.unit(carrier).hex:
        return broken("transport.apart", unit=company, carrier=carrier)
    taken = case.unit(company).aboard or any(unit.aboard == carrier for unit in case.before.units.values())
    return broken("transport.taken", unit=company, carrier=carrier) if taken else None


@rule("BLZ-6.1f", on=do.Unload)
def only_from_aboard(case: Case[do.Unload]) -> Found:
    """Only who is aboard gets off."""
    return None if case.unit(case.action.unit).aboard else broken("transport.not-aboard", unit=case.action.unit)


@rule("BLZ-5.2c", "BLZ-6.1f", on=(do.Load, do.Unload))
def loading_comes_first(case: Case[do.Load | do.Unload]) -> Iterator[Finding | None]:
    """Loading is the unit's action and comes before its move; the order is only implied."""
    for unit in pair(case):
        deed = case.before.deed(unit)
        if deed.fired or deed.melees or deed.loaded:
            found = Illegal("transport.acted", {"unit": unit}, "BLZ-5.2c")
            again = case.counter(unit).kind.carries and not deed.fired and not deed.melees
            yield case.switches.doubtful("AMB-45", found) if again else found
        elif deed.hexes:
            yield msgspec.structs.replace(noted("transport.late", unit=unit), rule="BLZ-6.1f")


@effect(do.Load)
def load(case: Case[do.Load]) -> Position:
    """The company is aboard; both have loaded."""
    return _both_have_loaded(case, case.action.carrier)


@effect(do.Unload)
def unload(case: Case[do.Unload]) -> Position:
    """The company is on foot; both have unloaded."""
    return _both_have_loaded(case, "")


@outcome("BLZ-6.1f")
def _both_have_loaded(case: Case[do.Load] | Case[do.Unload], aboard: str) -> Position:
    company, carrier = pair(case)
    after = others_stop(case, (company, carrier)).unit(company, aboard=aboard).did(company, loaded=True)
    return after.did(carrier, loaded=True) if carrier else after
