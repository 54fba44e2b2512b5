"""Melee (9): entering, the rounds of fire, the choices of those who are hit, the end, overrunning an HQ."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import FOLLOWING, effect, on_change, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import strays
from rules.blitzkrieg.fire.direct import aim, read
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.fire.outcomes import step_losses, suffer
from rules.blitzkrieg.model import Deed, Melee, Position, Shot
from rules.blitzkrieg.movement.march import (
    allowance,
    is_step,
    others_stop,
    points,
    quarter,
    step_cost,
    watched,
)
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.reactions.checks import went_back
from rules.blitzkrieg.reactions.retreats import is_way, next_hexes, open_to
from rules.blitzkrieg.table.placing import put, with_riders
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Facts, Finding, Found, Illegal, Undecided, broken, noted

LEAVING = "BLZ-9.1.2g"
"""The permission to leave after a loss."""


# ------------------------------------------------------------------------------------------------------- entering
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
        spent = case.before.deed(unit).spent + (price or 0)
        if price is None or spent <= allowance(case, unit) or single_step(case, unit):
            continue
        yield broken("melee.points", unit=unit, spent=points(spent), limit=points(allowance(case, unit)))


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
            yield case.switches.among("AMB-45", {"ruling": found, "other": None}) if carrier else found


@rule("BLZ-9.2b", "BLZ-9.2a", "BLZ-6.1e", on=do.Assault)
def another_melee(case: Case[do.Assault]) -> Iterator[Finding | None]:
    """A further melee is for tanks and armoured cars after one against soft defenders, as we read it (AMB-21)."""
    for unit in case.action.units:
        halted = case.before.deed(unit).halted
        if halted == "BLZ-9.2a":
            found = Illegal("melee.second", {"unit": unit}, "BLZ-9.2b")
            yield case.switches.among("AMB-21", {"ruling": found, "other": None})
        elif halted:
            yield Illegal("move.halted", {"unit": unit}, halted)


@rule("BLZ-9.1.4a", on=do.Assault)
def no_hq_fights(case: Case[do.Assault]) -> Found:
    """An HQ alone carries no melee, for it has nothing to fight with, as we read it (AMB-18)."""
    if any(case.counter(unit).kind.direct_fire for unit in case.action.units):
        return None
    found = broken("melee.no-fighters", units=case.action.units)
    return case.switches.among("AMB-18", {"ruling": found, "other": None})


@outcome("BLZ-9.1.1a", "BLZ-9.1.2b", "BLZ-10.1h")
@effect(do.Assault)
def assault(case: Case[do.Assault]) -> Position:
    """The attackers are in the hex; a lone HQ there is overrun, anyone else fights."""
    units, place = case.action.units, case.action.hex
    if place not in case.battle.ground.grid:
        return case.before
    defenders = case.fighters(place, case.battle.enemy(case.side(units[0])))
    after = _entered(case, put(case, others_stop(case, units), units, place, "assault"))
    if case.before.melee is not None:
        return _joined(case, after, case.before.melee)
    if not defenders:
        return watched(after, units, place)
    melee = Melee(
        place,
        {unit: case.unit(unit).hex for unit in with_riders(case.before, units)},
        defenders,
        {unit: case.unit(unit).steps for unit in defenders if case.unit(unit).neutralised},
        all(case.counter(unit).kind.soft for unit in defenders),
    )
    return after.but(stack=(*after.stack, "MELEE"), melee=melee, trigger=None, aimed={})


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
    return case.switches.among("AMB-17", {"ruling": found, "other": None}) if case.action.hex == melee.hex else found


def _entered(case: Case[do.Assault], after: Position) -> Position:
    """The position with the attack in the units' record."""
    if after.activation is None:
        return after
    deeds, place, now = dict(after.activation.deeds), case.action.hex, case.then(after)
    for unit in case.action.units:
        deed, start = after.deed(unit), case.unit(unit).hex
        near = start and case.distance(start, place) == 1
        price = entry_price(case, unit, start, place, column=case.action.column) if near else 0
        deeds[unit] = replace(
            deed,
            start=deed.start or start,
            spent=deed.spent + (price or 0),
            hexes=deed.hexes + 1,
            melees=deed.melees + 1,
            column=case.action.column,
            strayed=strays(now, unit, place),
        )
    return after.acts(deeds=deeds, moving=case.action.units, touched=True)


# ------------------------------------------------------------------------------------------------------ the fire
def fighting(position: Position, units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are still in the melee."""
    melee = position.melee
    return tuple(unit for unit in units if melee and position.units[unit].hex == melee.hex)


def opponents(case: Case[Action], unit: str) -> tuple[str, ...]:
    """The enemy pieces in the melee hex, HQs too."""
    melee = case.before.melee
    return case.there(melee.hex, case.battle.enemy(case.side(unit))) if melee else ()


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.3a", "BLZ-8.2.2b")
def still_to_fire(case: Case[Action]) -> tuple[str, ...]:
    """Who has to fire in this part of the round: all that can, each once; those aboard a carrier need not."""
    melee = case.before.melee
    if melee is None:
        return ()
    sides = {"defence": melee.defenders, "attack": tuple(melee.attackers)}
    turn = sides.get(melee.part, (*melee.defenders, *melee.attackers))
    return tuple(
        unit
        for unit in fighting(case.before, turn)
        if unit not in melee.fired and not case.unit(unit).aboard and _can_fire(case, unit, melee)
    )


def _can_fire(case: Case[Action], unit: str, melee: Melee) -> bool:
    first = melee.round == 1
    return any(
        column(case, target, firers=(unit,), manner="melee", first_round=first).fires
        for target in opponents(case, unit)
    )


@rule("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.3a", "BLZ-9.1.3b", "BLZ-8.1.1a", on=do.MeleeFire)
def in_its_turn(case: Case[do.MeleeFire]) -> Found:
    """First the defenders fire, then the attackers, from the second round on all of them; each once."""
    melee, unit = case.before.melee, case.action.unit
    if melee is None:
        return None
    attacks = unit in melee.attackers
    if unit not in fighting(case.before, (*melee.attackers, *melee.defenders)):
        return broken("melee.not-in", unit=unit)
    if case.action.target not in opponents(case, unit):
        return broken("melee.target", unit=unit, target=case.action.target)
    if attacks and melee.part == "defence" and melee.fired:
        return noted("melee.declined", unit=unit)
    others = still_to_fire(case)
    if not _waits(melee, unit) or not (others or unit in melee.fired):
        return None
    facts: Facts = {"unit": unit, "others": others}
    if unit in melee.fired:
        return Undecided("melee.fired-already", facts, "BLZ-8.1.1a", missing="declining")
    return Undecided("melee.turn", facts, "BLZ-9.1.2b" if attacks else "BLZ-9.1.2e", missing="declining")


def _waits(melee: Melee, unit: str) -> bool:
    """True for a unit that does not fire before others have fired or let it be, which no rule makes them do."""
    return unit in melee.fired or melee.part == ("defence" if unit in melee.attackers else "attack")


@outcome("BLZ-9.1.3b")
def let_be(case: Case[Action]) -> tuple[Position, Finding | None]:
    """The position in which the results of a simultaneous round are taken, though some may not have fired yet."""
    melee, others = case.before.melee, still_to_fire(case)
    if melee is None or melee.part != "both" or not others or not _takes_a_result(case, melee):
        return case.before, None
    early = Undecided("melee.early", {"others": others}, "BLZ-9.1.3b", missing="declining")
    return _passed_over(case, melee, others), early


def _takes_a_result(case: Case[Action], melee: Melee) -> bool:
    """True for what only the result of a fire in this round can make due."""
    hit = {unit for unit, result in melee.pending if result != "-"}
    action = case.action
    if isinstance(action, do.Mark):
        return action.marker == "neutralised" and action.on and action.piece in hit
    return isinstance(action, do.StepLoss | do.Remove | do.FallBack | do.Stay) and action.unit in hit


def _passed_over(case: Case[Action], melee: Melee, units: tuple[str, ...]) -> Position:
    """The position in which these units have let their fire be in this part of the round."""
    if not units:
        return case.before
    return progress(case, case.before.but(melee=replace(melee, fired=(*melee.fired, *units))))


@outcome("BLZ-6.3.1g")
@effect(do.Decline)
def decline(case: Case[do.Decline]) -> Position:
    """The active side goes on; in a melee whoever has still to fire lets it be, of one side if it said so."""
    before, melee = case.before, case.before.melee
    if melee is None:
        return before.but(stack=before.stack[:-1] if before.state == "REACT" else before.stack, aimed={})
    sides = {case.action.by} & {*case.battle.sides} or {*case.battle.sides}
    return _passed_over(case, melee, tuple(unit for unit in still_to_fire(case) if case.side(unit) in sides))


def _at_turn(case: Case[do.MeleeFire]) -> Position:
    """The position in which the unit is at turn: whoever was waited for lets it be."""
    now: Case[do.MeleeFire] = case
    while now.before.melee is not None and _waits(now.before.melee, case.action.unit):
        passed = _passed_over(now, now.before.melee, still_to_fire(now))
        if passed == now.before:
            break
        now = case.then(passed)
    return now.before


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.5d", "BLZ-8c")
@effect(do.MeleeFire)
def melee_fire(case: Case[do.MeleeFire]) -> Position:
    """The unit has named its target; the dice come next."""
    after = _at_turn(case)
    melee, unit = after.melee, case.action.unit
    if melee is None:
        return after
    if melee.part == "both" and not melee.fired:
        after = after.but(due=tuple(due for due in after.due if due.rule != LEAVING))
    after = after.but(melee=replace(melee, fired=(*melee.fired, unit)))
    shot = Shot((unit,), (case.action.target,), melee.hex, {}, "MELEE", told=case.action.column)
    return aim(after, shot).owing(Due("BLZ-8.1.1a", (Roll(purpose="MELEE", who=unit),)))


@outcome("BLZ-9.1.3b", "BLZ-9.1.2a", "BLZ-8.2.5a")
@roll("MELEE")
def resolve(case: Case[Roll]) -> Position:
    """The result is applied at once, or after all have fired where both sides fire together."""
    before, firer, melee = case.before, case.action.who, case.before.melee
    shot = before.aimed.get(firer)
    if shot is None or melee is None:
        return before
    shot = read(case, shot, "melee", first_round=melee.round == 1)
    left = {name: other for name, other in before.aimed.items() if name != firer}
    after = before.but(shot=shot, aimed=left)
    if melee.part == "both":
        return after.but(melee=replace(melee, pending=(*melee.pending, *shot.results.items())))
    for target, result in shot.results.items():
        after = hit(case.then(after), after, target, result)
    return after


# ------------------------------------------------------------------------------------------------------ the results
@rule("BLZ-8.4f", on=Roll)
def no_panic_in_a_melee(case: Case[Roll]) -> Found:
    """In a melee its choices take the place of the panic check; a roll all the same is worth a remark (AMB-60)."""
    if case.action.purpose != "PANIC" or not case.before.within("MELEE") or _panics(case):
        return None
    return noted("melee.panic", unit=case.action.who)


def _panics(case: Case[Action]) -> bool:
    return case.switches.taken("AMB-60") == "other"


def hit(case: Case[Action], after: Position, unit: str, result: str) -> Position:
    """The position in which a unit in a melee has to take a result."""
    kind = case.counter(unit).kind
    if kind.hq:
        return suffer(case, after, unit, result)
    if unit not in fighting(after, _sides(after)):
        return after
    if result == "N" or (result == "Nr" and kind.red_n):
        return _shaken(case, after, unit)
    return _lost(case, after, unit) if result == "1" else after


def _sides(position: Position) -> tuple[str, ...]:
    melee = position.melee
    return (*melee.attackers, *melee.defenders) if melee else ()


@outcome("BLZ-9.1.2c", "BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-9.1.5a")
def _shaken(case: Case[Action], after: Position, unit: str) -> Position:
    """An N: the unit is marked and leaves, or takes a step loss and stays."""
    melee = after.melee
    if melee is None:
        return after
    rule_id = "BLZ-9.1.2d" if unit in melee.attackers else "BLZ-9.1.2f"
    steps, away = step_losses(case, after, unit), leave(case, unit)
    panic = Roll(purpose="PANIC", who=unit)
    if not after.units[unit].neutralised:
        marked = do.Mark(piece=unit, marker="neutralised")
        after = after.but(melee=replace(melee, fleeing=(*melee.fleeing, unit)))
        return after.owing(Due(rule_id, (marked, away, *steps)))
    if _panics(case):
        return after.owing(Due("BLZ-8.4f", (panic, *steps)))
    allowed = Due("BLZ-8.4f", (panic,), must=False)
    return after.owing(Due(rule_id, (away, *steps)), allowed)


@outcome("BLZ-9.1.2c", "BLZ-9.1.2g")
def _lost(case: Case[Action], after: Position, unit: str) -> Position:
    """A loss: a defender that is left may stay or retreat; an attacker fights on."""
    after = after.owing(Due("BLZ-8.3e", step_losses(case, after, unit)))
    if after.melee is None or unit in after.melee.attackers:
        return after
    away = leave(case, unit)
    if isinstance(away, do.Remove):
        return after
    choice = (do.Stay(unit=unit), away)
    return after.owing(Due(LEAVING, choice, open_to=("meleefire", "roll"), must=False))


@outcome("BLZ-9.1.5a")
def leave(case: Case[Action], unit: str) -> do.FallBack | do.Remove:
    """A unit that has to leave goes back; it is eliminated if no hex is open to it."""
    melee = case.before.melee
    if melee and unit in melee.attackers:
        way = open_to(case, unit, melee.attackers[unit])
    else:
        way = bool(next_hexes(case, unit, barred(case)))
    return do.FallBack(unit=unit) if way else do.Remove(unit=unit)


def barred(case: Case[Action]) -> frozenset[str]:
    """The hexes that the attackers came from: no defender retreats there."""
    melee = case.before.melee
    return frozenset(melee.attackers.values()) if melee else frozenset()


# ------------------------------------------------------------------------------------------------------ going back
@rule("BLZ-9.1.2d", "BLZ-9.1.5b", on=do.FallBack)
def back_where_it_came_from(case: Case[do.FallBack]) -> Found:
    """A neutralised attacker goes back exactly to the hex that it came from."""
    melee, unit, path = case.before.melee, case.action.unit, case.action.path
    if melee is None or unit not in melee.attackers or path == (melee.attackers[unit],):
        return None
    return broken("melee.back", unit=unit, hex=melee.attackers[unit])


@rule("BLZ-9.1.2f", "BLZ-9.1.5b", "BLZ-9.1.5c", "BLZ-6.3.3d", on=do.FallBack)
def one_hex_back(case: Case[do.FallBack]) -> Iterator[Finding | None]:
    """A defender retreats one hex, not to where an attacker came from, and on while the hex is full (AMB-20)."""
    melee, unit, path = case.before.melee, case.action.unit, case.action.path
    if melee is None or unit in melee.attackers:
        return
    if barred(case) & set(path):
        yield Illegal("melee.barred", {"unit": unit, "path": path}, "BLZ-9.1.5b")
    elif not is_way(case, unit, path):
        yield broken("retreat.way", unit=unit, path=path)
    elif not room(case, path[-1], case.side(unit), (unit,)):
        full = Illegal("retreat.full", {"unit": unit, "hex": path[-1]}, "BLZ-9.1.5c")
        yield case.switches.among("AMB-20", {"ruling": full, "other": None})
    elif any(room(case, place, case.side(unit), (unit,)) for place in path[:-1]):
        yield broken("retreat.too-far", unit=unit, path=path)


@outcome("BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-6.3.3d", "BLZ-3.5c")
@effect(do.FallBack)
def fall_back(case: Case[do.FallBack]) -> Position:
    """The unit has gone back; an attacker's movement is over, and an HQ may go with a defender."""
    melee, unit = case.before.melee, case.action.unit
    after = went_back(case, case.before, unit, case.action.path, "fallback")
    if melee is None:
        return after
    if case.counter(unit).kind.hq:
        gone = do.FallBack(unit=unit)
        return after.but(due=tuple(due for due in after.due if due.must or not due.met_by(gone)))
    if unit in melee.attackers:
        return after.did(unit, halted="BLZ-9.1.2d", column=False)
    hqs = (name for name in case.there(melee.hex, case.side(unit)) if case.counter(name).kind.hq)
    along = (Due("BLZ-9.1.2f", (do.FallBack(unit=hq),), until="MELEE", must=False) for hq in hqs)
    return after.but(melee=replace(melee, retreated=True)).owing(*along)


@effect(do.Stay)
def stay(case: Case[do.Stay]) -> Position:
    """The defender stays in the hex."""
    return case.before


# ------------------------------------------------------------------------------------------------- what comes next
def progress(case: Case[Action], after: Position) -> Position:
    """The position after all that follows in a melee without anybody's choice."""
    while after.melee is not None and not any(due.must and not due.until for due in after.due):
        now = case.then(after)
        onward = _leaving(now, after.melee) or _together(now, after.melee) or _ending(now, after.melee)
        onward = onward or _next_part(now, after.melee)
        if onward is None:
            return after
        after = onward
    return after


@outcome("BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-10.1h")
def _leaving(now: Case[Action], melee: Melee) -> Position | None:
    """Who was marked leaves, who has left is marked; an attacker that the mines neutralised goes back as well."""
    before = now.before
    if melee.fleeing:
        dues = tuple(due for unit in melee.fleeing for due in _rest_of_n(now, melee, unit))
        return before.but(melee=replace(melee, fleeing=(), told=(*melee.told, *melee.fleeing))).owing(*dues)
    mined = [
        unit for unit in fighting(before, melee.attackers) if now.unit(unit).neutralised and unit not in melee.told
    ]
    if not mined:
        return None
    after = before.but(melee=replace(melee, told=(*melee.told, *mined)))
    return after.owing(*(Due("BLZ-9.1.2d", (leave(now, unit),)) for unit in mined))


def _rest_of_n(now: Case[Action], melee: Melee, unit: str) -> Iterator[Due]:
    rule_id, state = "BLZ-9.1.2d" if unit in melee.attackers else "BLZ-9.1.2f", now.unit(unit)
    if state.hex == melee.hex and state.neutralised:
        yield Due(rule_id, (leave(now, unit),))
    elif state.on_map and state.hex != melee.hex and not state.neutralised:
        yield Due(rule_id, (do.Mark(piece=unit, marker="neutralised"),))


@outcome("BLZ-9.1.3b")
def _together(now: Case[Action], melee: Melee) -> Position | None:
    """Once all have fired together the results are applied, one to each unit at a time."""
    if not melee.pending or still_to_fire(now):
        return None
    first = dict(reversed(melee.pending))
    rest = list(melee.pending)
    for item in first.items():
        rest.remove(item)
    after = now.before.but(melee=replace(melee, pending=tuple(rest)))
    for unit, result in first.items():
        after = hit(now.then(after), after, unit, result)
    return after


@outcome("BLZ-9.1.4a", "BLZ-3.2f", "BLZ-9.2a", "BLZ-7.2.1f")
def _ending(now: Case[Action], melee: Melee) -> Position | None:
    """The melee ends when one side is gone; an HQ that is left alone with the enemy is overrun."""
    attackers, defenders = fighting(now.before, melee.attackers), fighting(now.before, melee.defenders)
    if attackers and defenders:
        return None
    left = _left_alone(now, melee) if attackers else ()
    if left:
        dues = (Due("BLZ-3.2f", _overrun(now, hq, may_go=melee.retreated)) for hq in left)
        kept = tuple(due for due in now.before.due if due.until != "MELEE")
        return now.before.but(melee=replace(melee, told=(*melee.told, *left)), due=kept).owing(*dues)
    after = now.before.but(
        melee=None,
        aimed={},
        stack=tuple(state for state in now.before.stack if state != "MELEE"),
        due=tuple(due for due in now.before.due if due.rule != LEAVING and due.until != "MELEE"),
    )
    return FOLLOWING.changed(now, _stopped(now, after, melee, attackers), (melee.hex,))


def _left_alone(now: Case[Action], melee: Melee) -> tuple[str, ...]:
    side = now.side(melee.defenders[0])
    pieces = now.there(melee.hex, side)
    return tuple(piece for piece in pieces if now.counter(piece).kind.hq and piece not in melee.told)


def _stopped(now: Case[Action], after: Position, melee: Melee, attackers: tuple[str, ...]) -> Position:
    """Only tanks and armoured cars that fought soft defenders go on."""
    if after.activation is None:
        return after
    deeds: dict[str, Deed] = dict(after.activation.deeds)
    for unit in attackers:
        goes_on = melee.soft and now.counter(unit).kind.continues
        deeds[unit] = replace(after.deed(unit), column=False, halted="" if goes_on else "BLZ-9.2a")
    return after.acts(deeds=deeds)


@outcome("BLZ-9.1.2h", "BLZ-9.1.3a", "BLZ-9.1.3b", "BLZ-9.1.5e", "BLZ-7.2.1f")
def _next_part(now: Case[Action], melee: Melee) -> Position | None:
    """After the defenders the attackers fire, then both sides together, round after round."""
    if still_to_fire(now):
        return None
    if melee.part == "defence":
        return now.before.but(melee=replace(melee, part="attack", fired=()))
    if melee.part == "both" and not melee.fired:
        return None
    after = now.before.but(melee=replace(melee, part="both", round=melee.round + 1, fired=(), told=()))
    after = after.owing(*(due for unit in melee.shaken for due in _must_go(now, melee, unit) if melee.round == 1))
    return _out_of_column(after, melee)


def _must_go(now: Case[Action], melee: Melee, unit: str) -> Iterator[Due]:
    """A defender neutralised before retreats now or loses a step; one lost in this round is accepted (AMB-19)."""
    if unit not in fighting(now.before, melee.shaken) or now.unit(unit).steps < melee.shaken[unit]:
        return
    swap = step_losses(now, now.before, unit) if now.switches.taken("AMB-19") == "ruling" else ()
    yield Due("BLZ-9.1.2h", (leave(now, unit), *swap))


def _out_of_column(after: Position, melee: Melee) -> Position:
    for unit in melee.attackers:
        if after.deed(unit).column:
            after = after.did(unit, column=False)
    return after


# ------------------------------------------------------------------------------------------------------ overrun HQs
@outcome("BLZ-3.2f", "BLZ-3.2g")
@on_change
def overrun(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """An HQ that is alone in a hex with an enemy unit is overrun; in a melee that is settled when it ends."""
    now = case.then(after)
    for place in places:
        if after.melee is None or after.melee.hex != place:
            dues = (Due("BLZ-3.2f", _overrun(now, hq)) for hq in _alone(now, place))
            after = after.owing(*(due for due in dues if due not in after.due))
    return after


def _alone(now: Case[Action], place: str) -> Iterator[str]:
    for side in now.battle.sides:
        if not now.fighters(place, side) and now.fighters(place, now.battle.enemy(side)):
            yield from now.there(place, side)


def _overrun(now: Case[Action], hq: str, *, may_go: bool = False) -> tuple[Action, ...]:
    gone = do.OverrunHq(unit=hq, turn=now.before.turn + 1)
    return (gone, do.FallBack(unit=hq)) if may_go else (gone,)
