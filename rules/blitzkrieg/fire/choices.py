"""At whom a unit could fire."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.direct import reach
from rules.blitzkrieg.options import candidates
from rules.engine.actions import Action


@candidates("ACTIVE")
def shooting(case: Case[Action]) -> Iterator[Action]:
    """Every unit fires at every enemy in its range, at full or reduced strength, a carrier also with its company."""
    for unit in case.actives():
        deed, face = case.before.deed(unit), case.face(unit)
        if deed.fired or deed.melees or not face.range or not face.attack:
            continue
        aboard = [name for name, state in case.before.units.items() if state.aboard == unit]
        modes: tuple[do.Mode, ...] = ("reduced",) if deed.spent else ("full", "reduced")
        for target in targets(case, unit):
            for mode in modes:
                yield do.Fire(unit=unit, target=target, mode=mode)
                yield from (do.Fire(unit=unit, target=target, mode=mode, company=name) for name in aboard)


def targets(case: Case[Action], unit: str) -> Iterator[str]:
    """The enemy units in a unit's range."""
    start, enemy = case.unit(unit).hex, case.battle.enemy(case.side(unit))
    most = reach(case, unit)[0] + 1
    for place, pieces in case.occupants.items():
        if case.distance(start, place) <= most:
            yield from (piece for piece in pieces if case.side(piece) == enemy)
