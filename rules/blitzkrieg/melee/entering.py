"""Entering a melee (9.1.1): who may, at what cost, and what then begins; a lone HQ is overrun."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import strays
from rules.blitzkrieg.model import Melee, Position, Trail
from rules.blitzkrieg.movement.march import (
    allowance,
    is_step,
    others_stop,
    points,
    quarter,
    step_cost,
    trail_of,
    watched,
)
from rules.blitzkrieg.table.placing import put, with_riders
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Found, Illegal, broken


@outcome("BLZ-9.1.1a", "BLZ-6.1d")
def entry_price(case: Case[Action], unit: str, start: str, goal: str, *, column: bool) -> int | None:
    """What entering a melee costs, in halves: a quarter of all points, rounded up, and the hex."""
    cost = step_cost(case, unit, start, goal, column=column)
    return None if cost is None else quarter(allowance(case, unit)) + cost


@outcome("BLZ-9.1.1c")
def single_step(case: Case[Action], unit: str) -> bool:
    """True for a unit that has not moved in this turn: it may attack the next hex whatever that costs."""
    return unit not in case.before.moved and case.before.deed(unit).hexes == 0


@rule("BLZ-9b", "BLZ-9.1.1a", on=do.Assault)
def into_a_hex_with_enemies(case: Case[do.Assault]) -> Found:
    """A melee is fought in a hex with enemy units."""
    enemy = case.battle.enemy(case.side(case.action.units[0]))
    return None if case.there(case.action.hex, enemy) else broken("melee.no-enemy", hex=case.action.hex)


@rule("BLZ-9.1.1b", "BLZ-9.1.1a", "BLZ-6.1d", on=do.Assault)
def with_enough_points(case: Case[do.Assault]) -> Iterator[Finding]:
    """Who has not the points to enter cannot attack, unless it is the unit's only step in this turn."""
    place = case.action.hex
    if not is_step(case, case.action.units, place):
        return
    for unit in case.action.units:
        price = entry_price(case, unit, case.unit(unit).hex, place, column=case.action.column)
        if price is None or single_step(case, unit):
            continue
        trail, most = trail_of(case, unit), allowance(case, unit)
        spent = trail[-1][1] + price
        if spent > most and not _straight_in(case, unit, trail[:-1], most):
            yield broken("melee.points", unit=unit, spent=points(spent), limit=points(most))


def _straight_in(case: Case[do.Assault], unit: str, trail: Trail, most: int) -> bool:
    """True if the unit may have meant to attack straight from a hex that it has just left, and could have paid that."""
    place, column = case.action.hex, case.action.column
    near = [(left, net) for left, net in trail if case.beside(left, place)]
    if near and near[0] == trail[0] and case.before.deed(unit).hexes == len(trail):
        return True  # from where it stood at first it may always take one step
    prices = ((net, entry_price(case, unit, left, place, column=column)) for left, net in near)
    return any(price is not None and net + price <= most for net, price in prices)


@rule("BLZ-6.2e", on=do.Assault)
def in_command_only(case: Case[do.Assault]) -> Iterator[Finding]:
    """A unit out of command starts no melee."""
    for unit in case.action.units:
        if case.unit(unit).ooc:
            yield broken("melee.out-of-command", unit=unit)


@rule("BLZ-5.2c", "BLZ-6.1f", on=do.Assault)
def without_another_action(case: Case[do.Assault]) -> Iterator[Finding | None]:
    """Who has fired, loaded or unloaded does not fight a melee as well."""
    for unit in case.action.units:
        deed = case.before.deed(unit)
        if deed.fired:
            yield broken("melee.fired", unit=unit)
        if deed.loaded:
            found = Illegal("melee.loaded", {"unit": unit}, "BLZ-6.1f")
            carrier = case.counter(unit).kind.carries
            yield case.switches.doubtful("AMB-45", found) if carrier else found


@rule("BLZ-9.2b", "BLZ-9.2a", "BLZ-6.1e", on=do.Assault)
def another_melee(case: Case[do.Assault]) -> Iterator[Finding | None]:
    """A further melee is for tanks and armoured cars after one against soft defenders, as we read it (AMB-21)."""
    for unit in case.action.units:
        halted = case.before.deed(unit).halted
        if halted == "BLZ-9.2a" or overran_on_foot(case, unit):
            found = Illegal("melee.second", {"unit": unit}, "BLZ-9.2b")
            yield case.switches.doubtful("AMB-21", found)
        elif halted:
            yield Illegal("move.halted", {"unit": unit}, halted)


@rule("BLZ-9.2a", on=do.Move)
def going_on_after_an_overrun(case: Case[do.Move]) -> Iterator[Finding | None]:
    """Who has overrun a lone HQ goes on only as after any melee; that this was one is our reading (AMB-21)."""
    for unit in case.action.units:
        if overran_on_foot(case, unit):
            yield case.switches.doubtful("AMB-21", Illegal("move.halted", {"unit": unit}))


def overran_on_foot(case: Case[Action], unit: str) -> bool:
    """True for a unit that has overrun a lone HQ and is neither tank nor armoured car."""
    kind = case.counter(unit).kind
    return case.before.deed(unit).overran and not (kind.continues or kind.hq)


@rule("BLZ-9.1.4a", on=do.Assault)
def no_hq_fights(case: Case[do.Assault]) -> Found:
    """An HQ alone carries no melee, for it has nothing to fight with, as we read it (AMB-18)."""
    if any(case.counter(unit).kind.direct_fire for unit in case.action.units):
        return None
    found = broken("melee.no-fighters", units=case.action.units)
    return case.switches.doubtful("AMB-18", found)


@outcome("BLZ-9.1.1a", "BLZ-9.1.2b", "BLZ-10.1h")
@effect(do.Assault)
def assault(case: Case[do.Assault]) -> Position:
    """The attackers are in the hex; a lone HQ there is overrun, anyone else fights."""
    units, place = case.action.units, case.action.hex
    if place not in case.battle.ground.grid:
        return case.before
    defenders = case.fighters(place, case.battle.enemy(case.side(units[0])))
    lone = not defenders and case.before.melee is None
    after = _entered(case, put(case, others_stop(case, units), units, place, "assault"), overran=lone)
    if case.before.melee is not None:
        return _joined(case, after, case.before.melee)
    if lone:
        return watched(after, units, place)
    melee = Melee(
        place,
        {unit: case.unit(unit).hex for unit in with_riders(case.before, units)},
        defenders,
        {unit: case.unit(unit).steps for unit in defenders if case.unit(unit).neutralised},
        all(case.counter(unit).kind.soft for unit in defenders),
    )
    return watched(after.but(stack=(*after.stack, "MELEE"), melee=melee), units, place)


def _joined(case: Case[do.Assault], after: Position, melee: Melee) -> Position:
    """The position with more attackers in the melee."""
    joining = {unit: case.unit(unit).hex for unit in with_riders(case.before, case.action.units)}
    return after.but(melee=replace(melee, attackers={**melee.attackers, **joining}))


@rule("BLZ-9.1.4a", on=do.Assault)
def nobody_joins_later(case: Case[do.Assault]) -> Found:
    """All attackers enter together; as others read it more may join while the melee lasts (AMB-17)."""
    melee = case.before.melee
    if melee is None:
        return None
    found = broken("melee.joined", hex=melee.hex)
    return case.switches.doubtful("AMB-17", found) if case.action.hex == melee.hex else found


def _entered(case: Case[do.Assault], after: Position, *, overran: bool) -> Position:
    """The position with the attack in the units' record."""
    if after.activation is None:
        return after
    deeds, place, now = dict(after.activation.deeds), case.action.hex, case.then(after)
    for unit in case.action.units:
        deed, start = after.deed(unit), case.unit(unit).hex
        near = case.beside(start, place)
        price = entry_price(case, unit, start, place, column=case.action.column) if near else 0
        deeds[unit] = replace(
            deed,
            start=deed.start or start,
            spent=deed.spent + (price or 0),
            hexes=deed.hexes + 1,
            melees=deed.melees + 1,
            column=case.action.column,
            strayed=strays(now, unit, place),
            overran=overran,
        )
    return after.acts(deeds=deeds, moving=case.action.units, touched=True)


@rule("BLZ-9.1.2b", on=(do.TryRetreat, do.Retreat))
def defenders_fight(case: Case[do.TryRetreat | do.Retreat]) -> Found:
    """A defender fights whoever has come in; that it may retreat from the entry is the other reading of AMB-63."""
    melee, unit = case.before.melee, case.action.unit
    if melee is None or not case.before.within("REACT") or case.unit(unit).hex != melee.hex:
        return None
    found = broken("melee.evaded", unit=unit, hex=melee.hex)
    return case.switches.doubtful("AMB-63", found)
