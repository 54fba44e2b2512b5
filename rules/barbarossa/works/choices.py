"""What could be done by engineers and crews: work that is done at once, works that are occupied, what comes of work."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.options import candidates, fills
from rules.barbarossa.state.case import Case
from rules.barbarossa.works.engineers import AT_ONCE, work
from rules.engine.actions import Action


@candidates("S8", "S9")
def at_once(case: Case[Any]) -> Iterator[Action]:
    """Work that is done without time boxes."""
    for unit in case.before.units:
        if work(case, unit) in AT_ONCE - {"change_fof"} and not case.unit(unit).out:
            yield do.Complete(unit=unit, by=case.side(unit))


@candidates("S1")
def occupying(case: Case[Any]) -> Iterator[Action]:
    """Going into works with the order Defend."""
    for unit, state in case.before.units.items():
        if not case.ordered(unit, "defend"):
            continue
        for name, each in case.before.structures.items():
            if each.kind in {"trench", "bunker"} and state.hex in {each.hex, each.side} and name != state.shelter:
                yield do.Occupy(unit=unit, structure=name, by=case.side(unit))


@fills(do.Complete)
def completed(case: Case[Any], template: do.Complete) -> Iterator[Action]:
    """What comes of finished work."""
    unit, order = template.unit, case.unit(template.unit).running
    kinds = (
        ("anti-tank", "anti-personnel", "dummy") if order and order.order == "lay_mines" and not order.choice else ("",)
    )
    place = order.hex if order and order.order in {"set_up", "pack_up", "build_pontoon"} else ""
    yield from (do.Complete(unit=unit, hex=place, kind=kind, by=case.side(unit)) for kind in kinds)


@fills(do.Uncover)
def uncovered(case: Case[Any], template: do.Uncover) -> Iterator[Action]:
    """A minefield shows its kind."""
    mines = case.before.structures.get(template.structure)
    kinds = (mines.variety,) if mines and mines.variety else ("anti-tank", "anti-personnel", "dummy")
    yield from (do.Uncover(structure=template.structure, kind=kind) for kind in kinds)
