"""What guns and Stukas could do."""

from collections.abc import Iterator
from itertools import combinations

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.support.indirect import STUKA
from rules.engine.actions import Action


@candidates("ACTIVE")
def firing_guns(case: Case[Action]) -> Iterator[Action]:
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
def concentrating(case: Case[Action]) -> Iterator[Action]:
    """Every group of the salvos that are left, and not yet declared, falls on every hex with an enemy in it."""
    activation = case.activation
    if activation is None or not activation.salvos:
        return
    each = [salvo for salvo, count in sorted(activation.salvos.items()) for _ in range(count)]
    groups = dict.fromkeys(group for size in range(2, len(each) + 1) for group in combinations(each, size))
    yield from (do.Concentrate(hex=place, salvos=group) for place in _targets(case) for group in groups)


def _targets(case: Case[Action]) -> list[str]:
    return [place for place in case.occupants if case.there(place, case.passive)]


def _observed(case: Case[Action], chit: str, place: str, calibre: str) -> Iterator[Action]:
    for name, unit in case.before.units.items():
        if unit.hex and case.counter(name).kind.hq and case.side(name) == case.chit(chit).side:
            if calibre == "light":
                yield do.Barrage(chit=chit, hex=place, calibre="light", observer=name)
            elif calibre == "medium":
                yield do.Barrage(chit=chit, hex=place, calibre="medium", observer=name)
            else:
                yield do.Barrage(chit=chit, hex=place, calibre="heavy", observer=name)
