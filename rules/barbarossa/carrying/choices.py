"""What could be done with carriers: going aboard, getting off, merging, supply."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.options import candidates, fills
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action


@candidates("S9", "S10")
def boarding(case: Case[Any]) -> Iterator[Action]:
    """Going aboard, being hitched, getting off, merging, as ordered."""
    for unit, state in case.before.units.items():
        order = state.order
        if order is None or state.out:
            continue
        if order.order in {"mount", "tow"} and not state.carrier and order.target in case.before.units:
            yield do.Board(unit=unit, carrier=order.target, towed=order.order == "tow", by=case.side(unit))
        elif order.order == "dismount" and state.carrier:
            yield do.Leave(unit=unit, hex=case.unit(state.carrier).hex, by=case.side(unit))
        elif order.order == "merge" and order.choice == unit and order.target in case.before.units:
            yield do.Merge(unit=unit, other=order.target, by=case.side(unit))


@candidates("S12")
def supplying(case: Case[Any]) -> Iterator[Action]:
    """Points for whoever waits for them."""
    for unit, state in case.before.units.items():
        order = state.work
        if order and order.order == "receive_supply" and order.target in case.before.units:
            most = min(case.counter(unit).value("ammo") - state.ammo, case.unit(order.target).ammo)
            for points in sorted({1, most}):
                if points > 0:
                    yield do.Supply(unit=unit, source=order.target, points=points, by=case.side(unit))


@fills(do.Enter)
def returning(case: Case[Any], template: do.Enter) -> Iterator[Action]:
    """A loaded carrier comes back at the edge."""
    yield from (do.Enter(unit=template.unit, hex=place) for place in sorted(case.battle.ground.edge))
