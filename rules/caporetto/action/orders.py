"""Who is attached to a formation, and who may act with it (7.5, 7.6, 7.8, 10.1)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.action.activation import ACTIVATED, DOUBLE, REACTION, acts, formation_of
from rules.caporetto.action.command import commanded, in_range
from rules.caporetto.actions import Activate, Assault, Attach, Bombard, Move
from rules.caporetto.battle import FULL
from rules.caporetto.book import BOOK, effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.bombardment import AIMED, in_step_b
from rules.caporetto.model import Acting, Position
from rules.caporetto.movement.march import BACK, MOVED, going, marching
from rules.caporetto.zoned import VILLAGES, other_way
from rules.engine.actions import subject
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, unknown
from rules.engine.stacks import Load, weighed

BANDS = {"ready": 0, "guns5": 5, "guns10": 10, "guns15": 15}
"""By box of the formation display: how many guns were paid for."""
MOST_GUNS, BATTALIONS, FIVE = 15, 2, 5
NEAR = 2
"""From no farther away a hex that was just lost is attacked."""


@outcome("CAP-2.2.3c")
def with_it(case: Case[Any], name: str) -> bool:
    """Whether a unit acts with the formation that does: it belongs to it, or is attached to it."""
    acting = case.before.acting
    return acting is not None and not acting.formations.isdisjoint(
        {case.counter(name).formation, case.unit(name).attached}
    )


@outcome("CAP-12.4.1a")
def to_a_counter(case: Case[Move]) -> bool:
    """Whether a unit of the other side goes to attack a hex that was just lost, no farther from it than two hexes."""
    acting, name = case.before.acting, case.action.unit
    if acting is None or case.side(name) == acting.side:
        return False
    return any(case.grid.distance(origin(case, name), lost) <= NEAR for lost in case.before.taken)


@rule("CAP-10.1a", on=Move)
def in_the_action(case: Case[Move]) -> Finding | None:
    """In an action only units of the formation that acts, and those attached to it, move on their own."""
    if (
        marching(case)
        and case.acting
        and not case.counter(case.action.unit).kind.guns
        and not with_it(case, case.action.unit)
        and not to_a_counter(case)
        and not independent(case, case.action.unit)
    ):
        return broken("march.not-acting", unit=case.action.unit, hex=case.action.hex)
    return None


def independent(case: Case[Any], name: str) -> bool:
    """Whether a unit of no formation stands, or has set out, where it can be attached to one that acts."""
    acting, counter = case.before.acting, case.counter(name)
    if acting is None or counter.side != acting.side or counter.formation in case.battle.formations:
        return False
    start = origin(case, name)
    return any(each.place in case.grid and start in in_range(case, each.hq, each.place, None) for each in acting.every)


def origin(case: Case[Any], name: str) -> str:
    """The hex in which a unit was when the action began."""
    unit = case.unit(name)
    return unit.way[0][0] if going(case, name) and unit.way else unit.hex


@MOVED.on
def has_to_be_attached(case: Case[Move], after: Position) -> Position:
    """The position in which an independent unit that has set out has to be attached before the action is over."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or with_it(case, name) or going(case, name) or not independent(case, name):
        return after
    options = tuple(Attach(unit=name, formation=each.formation) for each in acting.every)
    return after.owing(Due("CAP-10.1a", options, until=case.before.state, owner=case.side(name)))


@MOVED.on
def has_to_attack(case: Case[Move], after: Position) -> Position:
    """The position in which whoever has set out to a counter-assault has to make it."""
    name = case.action.unit
    if not to_a_counter(case) or with_it(case, name) or going(case, name):
        return after
    options = tuple(Assault(unit=name, at=lost) for lost in sorted(case.before.taken))
    return after.owing(Due("CAP-10.1a", options, until=case.before.state, owner=case.side(name)))


@BACK.on
def has_not_set_out(case: Case[Move], after: Position) -> Position:
    """The position in which whoever is put back to where he was has to attack nobody, and needs no formation."""
    name = case.action.unit
    owed = (due for due in after.due if not (due.rule == "CAP-10.1a" and subject(due.options[0]) == name))
    return after if after.units[name].way else after.but(due=tuple(owed))


@rule("CAP-7.8a", "CAP-7.1c", on=Move)
def in_command(case: Case[Move]) -> Finding | None:
    """A unit of the formation that is out of command does not move with it."""
    name, acting = case.action.unit, case.before.acting
    if (
        acting is None
        or not marching(case)
        or case.counter(name).formation not in acting.formations
        or name in acting.sure
    ):
        return None
    if name not in acting.open:
        return broken("march.ooc", unit=name)
    found, led = broken("march.path", unit=name), acting.led(case.counter(name).formation)
    if led and commanded(other_way(case), (name,), led.hq, led.place, acting.passed):
        return case.switches.doubtful(VILLAGES, found)
    return unknown("command-path") if acting.rolled else found


def _taker(case: Case[Attach]) -> Acting | None:
    """The formation that acts to which something is attached."""
    acting = case.before.acting
    return acting.led(case.action.formation) if acting else None


@rule("CAP-18.8a", "CAP-18.8c", "CAP-7.5c", "CAP-2.2.3d", on=Attach)
def of_its_division(case: Case[Attach]) -> Finding | None:
    """What belongs to a division is attached to none but its formations."""
    name = case.action.unit
    own = case.counter(name).division
    if not own or case.action.formation in own:
        return None
    guns = case.counter(name).kind.guns
    found = broken("attach.division", unit=name, formation=case.action.formation)
    return structs.replace(found, rule="CAP-18.8a" if guns else "CAP-7.5c")


@rule("CAP-7.5d", on=Attach)
def while_it_acts(case: Case[Attach]) -> Finding | None:
    """Units are attached to the formation that acts, or that is activated next."""
    if _taker(case) or _waiting(case):
        return None
    return broken("attach.now", unit=case.action.unit, formation=case.action.formation)


def _waiting(case: Case[Attach]) -> str:
    """The headquarters of a formation that does not act yet, and may be activated now; empty for all others."""
    led = case.battle.formations.get(case.action.formation)
    return led.hq if led and case.acting and not _taker(case) and led.id not in case.before.acted else ""


def _each_early(case: Case[Activate], after: Position) -> Iterator[Case[Attach]]:
    """What was attached just before the activation, each as if it were attached after that and the others."""
    for attach in case.before.early:
        if attach.formation == formation_of(case, case.action.hq):
            now = Case(case.battle, case.switches, after, attach).on(case.layout)
            yield now
            after = attached(now)


@rule("CAP-7.5d", on=Activate)
def attached_just_before(case: Case[Activate]) -> Iterator[Finding]:
    """What was attached just before the activation is judged as if it were attached after it; nothing is said twice."""
    for now in _each_early(case, acts(case)) if case.before.early else ():
        then = Case(case.battle, case.switches, case.before, now.action).on(case.layout)
        for check in BOOK.checks(Attach):
            said = [(each.rule, each.why) for each in check.find(then)]
            yield from (each for each in check.find(now) if (each.rule, each.why) not in said)


@ACTIVATED.on
def with_those_attached(case: Case[Activate], after: Position) -> Position:
    """The position in which the formation acts with what was attached to it just before."""
    for now in _each_early(case, after):
        after = attached(now)
    return after.but(early=()) if after.early else after


@rule("CAP-7.5a", on=Attach)
def two_battalions(case: Case[Attach]) -> Finding | None:
    """Besides machine guns and engineers at most two battalions are attached."""
    name = case.action.unit
    names = {*_attached(case, case.action.formation, guns=False), name}
    if case.counter(name).kind.guns or case.before.acting is None or not _load(case, name).weight:
        return None
    if weighed(_load(case, each) for each in names) > BATTALIONS * FULL:
        return broken("attach.battalions", unit=name)
    return None


def _load(case: Case[Any], name: str) -> Load:
    counter = case.counter(name)
    free = counter.kind.id == "machine-guns" or counter.kind.builds or bool(counter.division)
    return Load(0 if free else counter.kind.weight)


def _attached(case: Case[Any], formation: str, *, guns: bool) -> tuple[str, ...]:
    """What was attached to a formation in this turn: guns, or the others."""
    units = case.before.units.items()
    known = (name for name, unit in units if unit.attached == formation and name in case.before.activated)
    return tuple(name for name in known if case.counter(name).kind.guns == guns)


@rule("CAP-7.6d", on=Attach)
def attached_in_range(case: Case[Attach]) -> Finding | None:
    """An independent unit is attached within the command range; guns may stand anywhere."""
    name, acting = case.action.unit, _taker(case)
    if acting is None or case.counter(name).kind.guns or acting.place not in case.grid:
        return None
    place = origin(case, name)
    if place not in in_range(case, acting.hq, acting.place, None):
        return broken("attach.range", unit=name, hex=place)
    return None


@rule("CAP-7.6e", on=Attach)
def attached_once(case: Case[Attach]) -> Finding | None:
    """A unit that was activated is not activated again; said twice, or put right before it moves, it is once."""
    name, acting = case.action.unit, case.before.acting
    if acting is not None and case.unit(name).attached in acting.formations and not case.unit(name).moved:
        return None
    if name in case.before.activated and not case.counter(name).kind.guns:
        return broken("attach.again", unit=name)
    return None


@rule("CAP-7.3e", "CAP-7.4b", "CAP-14.0g", on=Attach)
def guns_paid_for(case: Case[Attach]) -> Finding | None:
    """Fifteen guns are attached at most, to an Italian formation no more than were paid for."""
    name, acting = case.action.unit, _taker(case)
    if acting is None or not case.counter(name).kind.guns:
        return None
    count = len({*_attached(case, acting.formation, guns=True), name})
    italian = acting.side == case.battle.sides[1]
    if count > MOST_GUNS:
        found = structs.replace(broken("attach.fifteen", unit=name), rule="CAP-7.3e" if italian else "CAP-7.4b")
        return case.switches.doubtful("CAP-A71", found) if italian else found
    if italian and acting.kind == REACTION and acting.box not in BANDS and count > case.counter(acting.hq).initiative:
        return structs.replace(broken("attach.initiative", unit=name, count=count), rule="CAP-14.0g")
    if italian and acting.box in BANDS and count > BANDS[acting.box]:
        found = broken("attach.band", unit=name, count=count, paid=BANDS[acting.box])
        without = acting.kind == REACTION and not BANDS[acting.box] and count <= case.counter(acting.hq).initiative
        return case.switches.doubtful("CAP-A136", found) if without else found
    return None


def _kept(case: Case[Bombard]) -> Case[Attach] | None:
    """The attachment that guns take over, by the name that they bear, from an earlier turn; none for all others."""
    name, acting = case.action.unit, case.before.acting
    borne = case.unit(name).attached
    if acting is None or not in_step_b(case) or borne not in acting.formations or name in case.before.activated:
        return None
    attach = Attach(unit=name, formation=borne)
    return Case(case.battle, case.switches, case.before, attach).on(case.layout)


@rule("CAP-7.3e", "CAP-12.1.3a", on=Bombard)
def kept_are_counted(case: Case[Bombard]) -> Finding | None:
    """Guns that are attached by what they bear from an earlier turn are counted as all others."""
    now = _kept(case)
    return guns_paid_for(now) if now else None


@rule("CAP-14.0h", on=Bombard)
def kept_are_paid_for(case: Case[Bombard]) -> Finding | None:
    """They are paid for as all others."""
    now = _kept(case)
    return guns_can_be_paid(now) if now else None


@AIMED.on
def attached_by_what_it_bears(case: Case[Bombard], after: Position) -> Position:
    """The position in which such guns are attached in this turn."""
    now = _kept(case)
    if now is None:
        return after
    after = after.but(activated=after.activated | {now.action.unit})
    return after.paid(case.battle.purse(now.action.formation), surcharge(now))


@outcome("CAP-14.0g")
def surcharge(case: Case[Attach]) -> int:
    """What guns cost that are attached in a reaction for which nobody has paid: twice a point for each five begun."""
    name, acting = case.action.unit, _taker(case)
    if acting is None or not case.counter(name).kind.guns or acting.kind != REACTION or acting.box in BANDS:
        return 0
    known = _attached(case, acting.formation, guns=True)
    italian = acting.side == case.battle.sides[1]
    return DOUBLE if italian and name not in known and len(known) % FIVE == 0 else 0


@rule("CAP-14.0h", on=Attach)
def guns_can_be_paid(case: Case[Attach]) -> Finding | None:
    """Guns are attached in such a reaction only if there are points for them."""
    left = case.left(case.action.formation)
    if surcharge(case) <= left:
        return None
    found = broken("attach.points", unit=case.action.unit, left=left)
    return case.switches.doubtful("CAP-A96", found) if left else found


@effect(Attach)
def attached(case: Case[Attach]) -> Position:
    """The unit acts with the formation, which has to be activated next if it does not act yet."""
    after = case.before.unit(case.action.unit, attached=case.action.formation)
    hq = _waiting(case)
    if hq:
        options = tuple(Activate(hq=hq, hex="", kind="", hidden=hidden) for hidden in (False, True))
        due = Due("CAP-7.5d", options, open_to=("attach",), owner=case.battle.side_of(hq))
        return after.but(early=(*after.early, case.action)).owing(*(() if case.before.early else (due,)))
    after = after.but(activated=after.activated | {case.action.unit})
    return after.paid(case.battle.purse(case.action.formation), surcharge(case))
