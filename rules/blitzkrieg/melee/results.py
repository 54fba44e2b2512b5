"""What a hit in a melee means (9.1.2, 9.1.5): a step, or the way back; who goes where, and who goes along."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.outcomes import step_losses, suffer
from rules.blitzkrieg.melee.who import barred, fighting
from rules.blitzkrieg.model import Melee, Position
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.reactions.checks import went_back
from rules.blitzkrieg.reactions.retreats import Path, is_way, next_hexes, open_to
from rules.blitzkrieg.table.placing import with_riders
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Found, Illegal, broken, noted

LEAVING = "BLZ-9.1.2g"
"""The permission to leave after a loss."""
SHAKEN = frozenset({"BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-9.1.2h", "BLZ-8.4f"})
"""The rules by which somebody who was neutralised has to choose or to go."""
FIRING = ("meleefire", "roll", "decline")
"""What may come before a result is taken: the dice of the others in the same part of the round."""


@rule("BLZ-8.4f", on=Roll)
def no_panic_in_a_melee(case: Case[Roll]) -> Found:
    """In a melee its choices take the place of the panic check; a roll all the same is worth a remark (AMB-60)."""
    if case.action.purpose != "PANIC" or not case.before.within("MELEE") or _panics(case):
        return None
    return noted("melee.panic", unit=case.action.who)


def _panics(case: Case[Action]) -> bool:
    return case.switches.read_otherwise("AMB-60")


def wavers(position: Position, unit: str) -> bool:
    """True while a unit has to choose, or to go, because it was neutralised."""
    return any(
        due.must and not due.until and due.rule in SHAKEN and unit in {subject(one) for one in due.options}
        for due in position.due
    )


@outcome("BLZ-9.1.3b")
def hit(case: Case[Action], after: Position, unit: str, result: str, told: str) -> Position:
    """The position in which a unit in a melee has to take a result; others may throw their dice before it does.

    Where its firer told it another result, by a wrong column, it may take that one.
    """
    struck = _hit(case, after, unit, result) if told == result else _told(case, after, unit, (result, told))
    new = (replace(due, open_to=FIRING) if due.must else due for due in struck.due[len(after.due) :])
    return struck.but(due=(*after.due, *new))


def _told(case: Case[Action], after: Position, unit: str, results: tuple[str, str]) -> Position:
    """The position in which a unit takes either of two results, or none if one of them is none."""
    ways = [_hit(case, after, unit, each).due[len(after.due) :] for each in results]
    options = tuple(dict.fromkeys(option for dues in ways for due in dues for option in due.options))
    freely = (Due(LEAVING, (option,), until="MELEE", must=False, below=True) for option in options)
    must = all(any(due.must for due in dues) for dues in ways)
    return after.owing(*freely, *((Due("BLZ-8.3e", options),) if must else ()))


def _hit(case: Case[Action], after: Position, unit: str, result: str) -> Position:
    kind = case.counter(unit).kind
    if kind.hq:
        hurt = suffer(case, after, unit, result)
        new = hurt.due[len(after.due) :]
        return after.owing(*(each for due in new for each in case.switches.as_we_read("AMB-18", due)))
    if result == "N" or (result == "Nr" and kind.red_n):
        return _shaken(case, after, unit)
    return _lost(case, after, unit) if result == "1" else after


@outcome("BLZ-9.1.2c", "BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-9.1.5a")
def _shaken(case: Case[Action], after: Position, unit: str) -> Position:
    """An N: the unit is marked and leaves, or takes a step loss and stays."""
    melee = after.melee
    if melee is None:
        return after
    rule_id = going_by(melee, unit)
    steps, away = step_losses(case, after, unit), leave(case, unit)
    panic = Roll(purpose="PANIC", who=unit)
    if not after.units[unit].neutralised:
        marked = do.Mark(piece=unit, marker="neutralised")
        after = after.but(melee=replace(melee, fleeing=(*melee.fleeing, unit)))
        return after.owing(Due(rule_id, (marked, *away, *steps)))
    if _panics(case):
        return after.owing(Due("BLZ-8.4f", (panic, *steps)))
    allowed = Due("BLZ-8.4f", (panic,), must=False)
    return after.owing(Due(rule_id, (*away, *steps)), allowed)


def going_by(melee: Melee, unit: str) -> str:
    """The rule by which a unit goes back: an attacker's, or a defender's."""
    return "BLZ-9.1.2d" if unit in melee.attackers else "BLZ-9.1.2f"


@outcome("BLZ-9.1.2c", "BLZ-9.1.2g")
def _lost(case: Case[Action], after: Position, unit: str) -> Position:
    """A loss: a defender that is left may stay or retreat; an attacker fights on."""
    after = after.owing(Due("BLZ-8.3e", step_losses(case, after, unit)))
    if after.melee is None or unit in after.melee.attackers:
        return after
    away = leave(case, unit)
    if any(isinstance(each, do.Remove) for each in away):
        return after
    choice = (do.Stay(unit=unit), *away)
    return after.owing(Due(LEAVING, choice, open_to=FIRING, must=False))


@outcome("BLZ-9.1.5a")
def leave(case: Case[Action], unit: str) -> tuple[Action, ...]:
    """A unit that has to leave goes back, if aboard also with its carrier; it is eliminated if no hex is open."""
    melee = case.before.melee
    if melee and unit in melee.attackers:
        way = open_to(case, unit, melee.attackers[unit])
    else:
        way = bool(next_hexes(case, unit, barred(case)))
    carrier = case.unit(unit).aboard
    with_it = (do.FallBack(unit=carrier),) if carrier else ()
    return (do.FallBack(unit=unit), *with_it) if way else (do.Remove(unit=unit),)


# ------------------------------------------------------------------------------------------------------ going back
@rule("BLZ-9.1.2d", "BLZ-9.1.5b", on=do.FallBack)
def back_where_it_came_from(case: Case[do.FallBack]) -> Found:
    """A neutralised attacker goes back exactly to the hex that it came from, and on only if that is full (9.1.5c)."""
    melee, unit, path = case.before.melee, case.action.unit, case.action.path
    if melee is None or unit not in melee.attackers:
        return None
    if case.counter(unit).kind.hq and _goes_along(case, melee, path):
        return None
    origin = melee.attackers[unit]
    full = (not room(case, place, case.side(unit), (unit,)) for place in path[:-1])
    if path[:1] == (origin,) and all(full) and (len(path) == 1 or is_way(case, unit, path)):
        return None
    return broken("melee.back", unit=unit, hex=origin)


@rule("BLZ-9.1.2d", on=do.FallBack)
def who_goes_back_fires_no_more(case: Case[do.FallBack]) -> Found:
    """An attacker that the defenders neutralised goes back without having fired."""
    melee, unit = case.before.melee, case.action.unit
    if melee is None or melee.part == "both" or unit not in melee.attackers:
        return None
    threw = unit in melee.fired and unit not in case.before.aimed
    return broken("melee.fired-and-left", unit=unit) if threw else None


def _goes_along(case: Case[Action], melee: Melee, path: Path) -> bool:
    """True for an HQ's way to where attackers came from, or have gone back to."""
    own = [unit for unit in melee.attackers if case.unit(unit).hex not in {"", melee.hex}]
    return bool(path) and path[-1] in {*melee.attackers.values(), *(case.unit(unit).hex for unit in own)}


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
        yield case.switches.doubtful("AMB-20", full)
    elif any(room(case, place, case.side(unit), (unit,)) for place in path[:-1]):
        yield broken("retreat.too-far", unit=unit, path=path)


@outcome("BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-6.3.3d", "BLZ-3.5c")
@effect(do.FallBack)
def fall_back(case: Case[do.FallBack]) -> Position:
    """The unit has gone back; an attacker's movement is over, and an HQ may go with its own."""
    melee, unit, path = case.before.melee, case.action.unit, case.action.path
    after = went_back(case, case.before, unit, path, "fallback")
    if melee is None:
        return after
    gone = with_riders(case.before, (unit,))
    after = after.but(due=tuple(due for due in after.due if not any(_about_going(due, name) for name in gone)))
    if case.counter(unit).kind.hq:
        return after
    if unit in melee.attackers:
        crowded = bool(path) and not room(case, path[-1], case.side(unit), (unit,))
        after = after.did(unit, halted="BLZ-9.1.2d", column=False, crowded=crowded)
    hqs = (name for name in case.there(melee.hex, case.side(unit)) if case.counter(name).kind.hq)
    along = (Due(going_by(melee, unit), (do.FallBack(unit=hq),), until="MELEE", must=False) for hq in hqs)
    return after.but(melee=replace(melee, gone=(*melee.gone, case.side(unit)))).owing(*along)


def hq_first(case: Case[Action], action: Action) -> Position:
    """The position in which an HQ may go back before the unit of its own with which it goes."""
    before, melee = case.before, case.before.melee
    hq = action.unit if isinstance(action, do.FallBack) else ""
    if melee is None or not fighting(before, (hq,) if hq else ()) or not case.counter(hq).kind.hq:
        return before
    going = (one.unit for due in before.due for one in due.options if isinstance(one, do.FallBack))
    if not any(case.side(unit) == case.side(hq) and unit != hq for unit in going):
        return before
    return before.owing(Due(going_by(melee, hq), (do.FallBack(unit=hq),), until="MELEE", must=False))


def _about_going(due: Due, unit: str) -> bool:
    """True for what lapses once a unit has gone: another choice or permission to go."""
    return any(isinstance(one, do.FallBack) and one.unit == unit for one in due.options)


@effect(do.Stay)
def stay(case: Case[do.Stay]) -> Position:
    """The defender stays in the hex."""
    return case.before


def goers(position: Position, units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are still in the hex and neutralised, and were not told to go yet."""
    told = position.melee.told if position.melee else ()
    return tuple(unit for unit in fighting(position, units) if position.units[unit].neutralised and unit not in told)
