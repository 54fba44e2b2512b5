"""Movement (chapters 8 and 12): one hex at a time along the written route, all units at once."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import structs

from rules.barbarossa.actions import Advance, Back, Halt, Out, Show, Step
from rules.barbarossa.book import ENTERING, LEAVING, begins, effect, on_entering, outcome, rule
from rules.barbarossa.movement.passage import allowance, doubts, follows_road, nearly_a_road, wire_may_stop
from rules.barbarossa.orders.moves import whole_route
from rules.barbarossa.orders.terms import MOVES
from rules.barbarossa.state.battle import TANKS
from rules.barbarossa.state.bravery import withdrawing
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import follows_from
from rules.barbarossa.state.model import STEPS, Position, forbids, step_number
from rules.engine.actions import Action
from rules.engine.answers import Answer, some
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Found, Illegal, Notice, broken, noted, unknown

SHIFTS = frozenset({"set_up", "pack_up"})
"""Orders with which a weapon may change to an adjacent hex."""


Limit = Callable[[Case[Step]], Found]
L = TypeVar("L", bound=Limit)
BY_DEFAULT = "BAR-8.0e"
HARMLESS = "BAR-7.6h"
"""By which a unit is stopped that came into mines of a kind that does nothing to it."""
LIMITS: list[Limit] = []
"""What ends a way before its goal, besides what bars a hex: filled by the chapters as they are imported."""


def limits(function: L) -> L:
    """Registers a check of steps by which a way may end before its goal."""
    LIMITS.append(function)
    return function


# ------------------------------------------------------------------------------------------------------ the route
def written(case: Case[Action], unit: str) -> tuple[str, ...]:
    """The hexes that the unit is ordered to enter, as far as they are written; the one it begins in is none of them."""
    order = case.unit(unit).order
    route = order.route if order else ()
    begun = case.before.stepped.get(unit, (case.unit(unit).hex,))[0]
    return route[1:] if route and route[0] == begun else route


def way(case: Case[Action], unit: str) -> tuple[str, ...]:
    """The hexes that the unit is ordered to enter; where only the ends are written, it goes on by the shortest road."""
    route = written(case, unit)
    if not by_road(case, unit):
        return route
    begun, *come = case.before.stepped.get(unit, (case.unit(unit).hex,))
    passed = max((number for number, place in enumerate(route, 1) if place in come), default=0)
    here, left = (come or [begun])[-1], route[passed:]
    ahead = whole_route(case, "march", here, left) or whole_route(case, "march", here, left, nearly_a_road)
    return (*come, *(ahead or left))


def gone(position: Position, unit: str) -> int:
    """How many hexes the unit has entered in this step."""
    return max(len(position.stepped.get(unit, ())) - 1, 0)


def coming(case: Case[Action], unit: str) -> str:
    """The hex that the unit enters next if nothing stops it; empty if it is at its goal or does not move."""
    if not case.ordered_to(unit, MOVES) or unit in case.before.halted or case.unit(unit).out:
        return ""
    route, made = way(case, unit), gone(case.before, unit)
    return route[made] if made < len(route) else ""


def by_road(case: Case[Action], unit: str) -> bool:
    """True for a march of which only the ends are written, because it follows a road."""
    if not case.ordered(unit, "march"):
        return False
    route = written(case, unit)
    ends = (case.before.stepped.get(unit, (case.unit(unit).hex,))[0], *route)
    return some(~case.within(one, next_one, 1) for one, next_one in pairwise(ends)) is Answer.YES


# ----------------------------------------------------------------------------------------------------- may it move
@rule("BAR-3.3d", on=Step)
def still_in_play(case: Case[Step]) -> Finding | None:
    """Who is destroyed goes nowhere."""
    unit = case.action.unit
    return broken("move.gone", unit=unit) if case.unit(unit).out or case.lies_dead(unit) else None


def beaten(case: Case[Any], unit: str) -> bool:
    """True for who withdraws from a melee although it has failed a test."""
    return withdrawing(case, unit) and case.unit(unit).fallen


@outcome("BAR-5.8g")
def moves_in(case: Case[Any], unit: str) -> str:
    """The step in which a unit with a movement order moves: step 10, as we read it also for who withdraws beaten."""
    if not case.ordered_to(unit, MOVES):
        return ""
    return "S7" if beaten(case, unit) and case.switches.read_otherwise("BAR-A16") else "S10"


@rule("BAR-8.0c", "BAR-4.3c", "BAR-8.6a", on=Step)
def in_its_step(case: Case[Step]) -> Finding | None:
    """Units with movement orders move in step 10, those with Assault in step 6, the others not at all.

    Whether a unit that withdraws leaves as soon as it has failed its test is open. While orders are written or opened
    nobody moves at all, whatever his order.
    """
    unit, now = case.action.unit, case.before.state
    if case.ordering:
        return None
    if case.unopened(unit):
        return unknown("order", "order.unopened", unit=unit)
    due = "S6" if case.ordered(unit, "assault") else moves_in(case, unit) or _shift(case, unit)
    if due == now or (due == "S9" and now in STEPS[8:]) or (not due and unit in case.before.halted):
        return None
    if case.ordered(unit, "wait"):
        return structs.replace(broken("move.waits", unit=unit), rule="BAR-8.6a")
    if not due:
        return broken("move.no-order", unit=unit)
    wrong = structs.replace(broken("move.wrong-step", unit=unit, step=due, now=now), rule="BAR-4.3c")
    return case.switches.doubtful("BAR-A16", wrong) if now == "S7" and beaten(case, unit) else wrong


@outcome("BAR-7.1b", "BAR-7.2b")
def _shift(case: Case[Step], unit: str) -> str:
    """Step 9 for a gun that goes to the hex where it sets up or packs up: in the last round of that order or before."""
    order = case.unit(unit).given
    shifts = order is not None and order.order in SHIFTS and order.hex == case.action.hex
    return "S9" if shifts else ""


@rule("BAR-8.0e", "BAR-8.5f", on=Step)
def along_the_route(case: Case[Step]) -> Finding | None:
    """A unit moves exactly along its written route."""
    unit, route = case.action.unit, way(case, case.action.unit)
    order = case.unit(unit).order
    if order is not None and order.order == "assault" and not route and _fights_where_it_is(case, unit, order.target):
        return broken("move.beyond", unit=unit, hex=case.action.hex, goal=case.unit(unit).hex)
    if not route or case.unopened(unit):
        return None
    if by_road(case, unit):
        here = case.unit(unit).hex
        if here == written(case, unit)[-1] and gone(case.before, unit):
            return broken("move.beyond", unit=unit, hex=case.action.hex, goal=here)
        if follows_road(case, here, case.action.hex):
            return None
        off = structs.replace(broken("move.off-road", unit=unit, hex=case.action.hex), rule="BAR-8.5f")
        return case.switches.doubtful("BAR-A29", off) if nearly_a_road(case, here, case.action.hex) else off
    made = gone(case.before, unit)
    if made >= len(route):
        return broken("move.beyond", unit=unit, hex=case.action.hex, goal=route[-1])
    if case.action.hex != route[made]:
        return broken("move.deviates", unit=unit, hex=case.action.hex, expected=route[made])
    return None


def _fights_where_it_is(case: Case[Action], unit: str, target: str) -> bool:
    return bool(case.unit(unit).bound) or (target in case.before.units and case.unit(target).hex == case.unit(unit).hex)


@rule("BAR-1.1c", "BAR-8.0d", on=Step)
def to_a_neighbour(case: Case[Step]) -> Finding | None:
    """A step leads into an adjacent hex of the board."""
    here, grid = case.unit(case.action.unit).hex, case.battle.ground.grid
    if case.action.hex not in grid:
        return broken("move.off-board", unit=case.action.unit, hex=case.action.hex)
    if here in grid and case.action.hex not in grid.neighbours(here):
        return structs.replace(
            broken("move.not-adjacent", unit=case.action.unit, hex=case.action.hex, here=here), rule="BAR-8.0d"
        )
    return None


@rule("BAR-8.1c", on=Step)
def not_when_stopped(case: Case[Step]) -> Finding | None:
    """Who has been stopped moves no farther in this round; the finding names the rule by which it was.

    Whether mines that do not harm a unit stop it is open.
    """
    by = case.before.halted.get(case.action.unit)
    if by == HARMLESS:
        stops = structs.replace(broken("move.halted", unit=case.action.unit), rule="BAR-7.6a")
        return case.switches.doubtful("BAR-A88", stops)
    if not by:
        return None
    wrong = structs.replace(broken("move.halted", unit=case.action.unit), rule=by)
    return case.switches.doubtful("BAR-A71", wrong) if _between_rivals(case, by) else wrong


def _between_rivals(case: Case[Step], by: str) -> bool:
    """True for who has rolled lower and enters an empty hex beside the enemy that won: when two roll off is open."""
    order, place = case.unit(case.action.unit).order, case.action.hex
    rival = case.unit(order.target).hex if by == "BAR-5.9b" and order and order.target in case.before.units else ""
    ahead = way(case, case.action.unit)[gone(case.before, case.action.unit) :][:1] == (place,)
    beside = case.beside(rival, place) and case.unit(case.action.unit).hex != rival
    return ahead and beside and not case.foes(case.action.unit, place)


@limits
@rule("BAR-5.8c", on=Step)
def withdraws_one_hex(case: Case[Step]) -> Finding | None:
    """A unit that withdraws from a melee goes one hex only."""
    unit = case.action.unit
    if case.unit(unit).bound and case.ordered_to(unit, MOVES) and gone(case.before, unit) >= 1:
        return broken("move.withdraws", unit=unit)
    return None


@rule("BAR-6.4g", on=Step)
def not_in_smoke(case: Case[Step]) -> Finding | None:
    """Whoever stands in smoke carries out no order in that round."""
    name = case.action.unit
    caught = case.unit(name).smoked == case.before.round > 0 and not case.before.fired.get(wrongly(name))
    return broken("move.smoked", unit=name) if caught else None


def wrongly(unit: str) -> str:
    """The note of a unit in smoke that was laid where it may not lie: it may stay, and may go."""
    return f"{unit} smoked wrongly"


@rule("BAR-6.4i", on=Step)
def not_into_smoke(case: Case[Step]) -> Iterator[Finding | None]:
    """Nobody moves through smoke; whoever was ordered into it does not move at all, as we read it."""
    unit, route = case.action.unit, way(case, case.action.unit)
    if case.before.in_hex(case.action.hex, "smoke"):
        yield broken("move.into-smoke", unit=unit, hex=case.action.hex)
        return
    ahead = [place for place in route[gone(case.before, unit) :] if case.before.in_hex(place, "smoke")]
    if ahead:
        yield case.switches.doubtful("BAR-A13", broken("move.smoke-ahead", unit=unit, hex=ahead[0]))


# ------------------------------------------------------------------------------------------------- ground and sides
@rule(
    *("BAR-12.3c", "BAR-12.4e", "BAR-12.5b", "BAR-12.6b", "BAR-12.7d", "BAR-12.12b", "BAR-12.12d"),
    *("BAR-11.3c", "BAR-11.4d", "BAR-11.2b"),
    on=Step,
)
def ground_bars(case: Case[Step]) -> Finding | None:
    """Some ground, slopes and obstacles stop some types, unless they follow a road."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if case.action.hex not in case.battle.ground.grid or here not in case.battle.ground.grid:
        return None
    return doubts(case, unit, here, case.action.hex)


# ------------------------------------------------------------------------------------------------------ encounters
@rule("BAR-8.1a", on=Step)
def not_among_enemies(case: Case[Step]) -> Finding | None:
    """Without an Assault order nobody enters a hex with an enemy on the ground; hidden ones are another rule's."""
    unit = case.action.unit
    if case.ordered(unit, "assault") or case.unopened(unit) or case.action.hex not in case.battle.ground.grid:
        return None
    seen = [
        foe for foe in case.foes(unit, case.action.hex) if not case.unit(foe).hidden and not leaves(case, unit, foe)
    ]
    if not seen:
        return None
    wrong = broken("move.enemy", unit=unit, hex=case.action.hex, enemy=seen[0])
    swaps = (
        case.before.state == "S10" and _at_once(case, unit, seen[0]) and coming(case, seen[0]) == case.unit(unit).hex
    )
    return case.switches.doubtful("BAR-A15", wrong) if swaps else wrong


def _at_once(case: Case[Action], unit: str, foe: str) -> bool:
    return gone(case.before, foe) == gone(case.before, unit)


def goes_too(case: Case[Any], unit: str, foe: str) -> bool:
    """True for an enemy that leaves its hex with the same pulse, be it for the unit's own."""
    swaps = case.before.state == "S10" and _at_once(case, unit, foe) and coming(case, foe) == case.unit(unit).hex
    return swaps or leaves(case, unit, foe)


def leaves(case: Case[Any], unit: str, foe: str) -> bool:
    """True for an enemy that leaves its hex with this pulse or before it, or that came there only later.

    Players may move one unit after the other, to its goal: what counts is who was where with each pulse.
    """
    if case.before.state != "S10":
        return False
    pulse, trail = gone(case.before, unit) + 1, case.before.stepped.get(foe, ())
    if pulse < len(trail):
        return trail[pulse] != case.unit(foe).hex
    goes = coming(case, foe)
    swaps = _at_once(case, unit, foe) and goes == case.unit(unit).hex
    return bool(goes) and not swaps and not _held_up(case, foe, (foe,))


def _held_up(case: Case[Any], unit: str, behind: tuple[str, ...]) -> bool:
    """True if something may keep a unit from its next step, and it is not an enemy who goes on with the same pulse.

    `behind` are those who follow in its steps.
    """
    place = coming(case, unit)
    for foe in case.foes(unit, place):
        ahead = coming(case, foe)
        if foe in behind or not ahead or not _at_once(case, unit, foe) or ahead == case.unit(unit).hex:
            return True
        if _held_up(case, foe, (*behind, foe)):
            return True
    return bool(meeting(case, unit, place) or _barred(case, unit, place))


@outcome("BAR-8.1b")
def meeting(case: Case[Action], unit: str, place: str, *, surely: bool = False) -> str:
    """The enemy that would enter the same hex with the same pulse, or change places with the unit; empty if none.

    With `surely`, only one that nothing else may keep from it.
    """
    pulse = gone(case.before, unit)
    for foe in case.before.stepped:
        if case.side(foe) == case.side(unit) or gone(case.before, foe) != pulse or case.unopened(foe):
            continue
        if coming(case, foe) == place and not (surely and _may_stay(case, foe, place)):
            return foe
    return ""


def _was_in(case: Case[Any], unit: str, place: str, pulse: int) -> bool:
    """True for a unit at its goal that was there after a pulse already."""
    trail = case.before.stepped.get(unit, (case.unit(unit).hex,))
    return trail[min(pulse, len(trail) - 1)] == place and not coming(case, unit)


def _may_stay(case: Case[Any], unit: str, place: str) -> bool:
    """True if the ground, smoke, or an enemy that stays in the hex may keep a unit from entering it."""
    stay = any(_was_in(case, foe, place, gone(case.before, unit)) for foe in case.foes(unit, place))
    stay = stay or bool(_barred(case, unit, place)) or _caught(case, unit)
    return stay or bool(_may_stop(case, unit))


@rule("BAR-8.1c", on=Step)
def both_stop(case: Case[Step]) -> Finding | None:
    """Where two enemies would enter the same hex at the same time, both stop before it."""
    if case.before.state != "S10" or case.unopened(case.action.unit):
        return None
    foe = meeting(case, case.action.unit, case.action.hex, surely=True)
    return broken("move.encounter", unit=case.action.unit, enemy=foe, hex=case.action.hex) if foe else None


AHEAD = "move.ahead"


@rule("BAR-8.0d", on=Step)
def all_at_once(case: Case[Step]) -> Finding | None:
    """Every unit makes its first step before any makes its second; out of turn it matters where enemies would meet.

    Where nothing depends on it, that is said once in a game.
    """
    if case.before.state != "S10":
        return None
    unit, pulse = case.action.unit, gone(case.before, case.action.unit)
    behind = [other for other in movers(case) if other != unit and gone(case.before, other) < pulse]
    if not behind:
        return None
    crossing = [other for other in behind if case.enemies(unit, other) and _enters(case, other, pulse)]
    if crossing:
        return broken("move.out-of-turn", unit=unit, other=crossing[0], step=pulse + 1)
    return None if AHEAD in case.before.remarked else noted(AHEAD, unit=unit, other=behind[0])


def _enters(case: Case[Step], unit: str, pulse: int) -> bool:
    """True for a unit whose way leads into the same hex with the same step, so that the order of steps decides it."""
    there = way(case, unit)[pulse : pulse + 1] == (case.action.hex,)
    return there and not _may_stay(case, unit, coming(case, unit))


def movers(case: Case[Action]) -> tuple[str, ...]:
    """The units that still have hexes to enter in step 10."""
    return tuple(name for name in case.before.units if coming(case, name))


# ------------------------------------------------------------------------------------------------------ stopping
def stopped_by(case: Case[Action], unit: str) -> str:
    """The rule by which the unit cannot make its next step; empty if nothing is in its way."""
    place = coming(case, unit)
    if not place:
        return ""
    if _spent(case, unit):
        return "BAR-8.0a"
    if _smoked(case, unit):
        return _smoked(case, unit)
    if case.foes(unit, place):
        return "BAR-8.1a"
    if meeting(case, unit, place):
        return "BAR-8.1c"
    return _barred(case, unit, place) or ("BAR-5.6h" if _caught(case, unit) else "")


def _spent(case: Case[Any], unit: str) -> bool:
    """True for who has come as far as its order leads, by a route that was written too long: that was told already."""
    made = gone(case.before, unit) + 1
    trail = case.before.stepped.get(unit, (case.unit(unit).hex,))
    reach = allowance(case, unit, case.order(unit), trail[0], way(case, unit)[:made])
    return reach is not None and made > reach.most


def _caught(case: Case[Any], unit: str) -> bool:
    """True for who was assaulted in this round before it set out: whether its order still holds is open."""
    state = case.unit(unit)
    begins = not state.bound and not gone(case.before, unit) and not case.ordered(unit, "assault")
    return begins and bool(case.foes(unit, state.hex))


def _smoked(case: Case[Action], unit: str) -> str:
    """The rule by which smoke keeps the unit where it is: its own, or some on its way."""
    if case.unit(unit).smoked == case.before.round:
        return "BAR-6.4g"
    ahead = way(case, unit)[gone(case.before, unit) :]
    return "BAR-6.4i" if any(case.before.in_hex(place, "smoke") for place in ahead) else ""


def _barred(case: Case[Action], unit: str, place: str) -> str:
    """The rule by which smoke or the ground keeps the unit from its next hex, or may; empty if nothing does."""
    if _smoked(case, unit):
        return _smoked(case, unit)
    here = case.unit(unit).hex
    barred = doubts(case, unit, here, place) if case.beside(here, place) else None
    return (barred.rule or BY_DEFAULT) if barred else ended_by(case, unit, place)


def ended_by(case: Case[Any], unit: str, place: str) -> str:
    """The rule by which the way of a unit ends, or may end, before it enters the next hex; empty if none does."""
    step = Case(case.battle, case.switches, case.before, Step(unit=unit, hex=place))
    for limit in LIMITS:
        found = limit(step)
        for each in [found] if isinstance(found, Finding) else found or ():
            if each is not None and not isinstance(each, Notice):
                return each.rule or BY_DEFAULT
    return ""


@rule("BAR-8.0e", on=Back)
def back_on_its_way(case: Case[Back]) -> Finding | None:
    """A model that was moved too far goes back on its own way; where it has to be, the end of the step says."""
    unit, place = case.action.unit, case.action.hex
    if place in case.before.stepped.get(unit, ())[:-1]:
        return None
    return broken("move.not-back", unit=unit, hex=place)


@effect(Back)
def goes_back(case: Case[Back]) -> Position:
    """The unit stands in the hex, and has come no farther."""
    unit, place = case.action.unit, case.action.hex
    trail = case.before.stepped.get(unit, ())
    if place not in trail:
        return case.before
    come = trail[: trail.index(place) + 1]
    after = case.before.unit(unit, hex=place).but(stepped={**case.before.stepped, unit: come})
    if after.state != "S6":
        return after
    after = after.unit(unit, stormed="").but(entered=tuple(each for each in after.entered if each != unit))
    return LEAVING.follow(case, after, unit, trail[-1])


@rule("BAR-8.0e", on=Halt)
def stops_only_if_forced(case: Case[Halt]) -> Finding | None:
    """A unit stops before its goal only if a rule makes it."""
    unit = case.action.unit
    if case.unopened(unit) or not coming(case, unit) or stopped_by(case, unit) or by_road(case, unit):
        return None
    if forbids(unit) in case.before.fired:
        return None
    return stops_early(case, unit, broken("move.stops", unit=unit, goal=way(case, unit)[-1]))


def stops_early(case: Case[Any], unit: str, wrong: Illegal) -> Finding | None:
    """What is to be said of a unit that ends its move before its goal though nothing makes it: some may, perhaps."""
    ruling = _may_stop(case, unit)
    return case.switches.doubtful(ruling, wrong) if ruling else wrong


def _may_stop(case: Case[Any], unit: str) -> str:
    """The ruling by which a unit may end its move where it is; empty if there is none.

    The book has whoever would go through a hidden enemy stop in a hex beside it, and does not say in which.
    """
    here, grid, ahead = case.unit(unit).hex, case.battle.ground.grid, way(case, unit)[gone(case.before, unit) :]
    if here not in grid or not ahead:
        return ""
    beside = (place for place in ahead if place in grid.neighbours(here))
    if any(_was_hidden(case, foe) for place in beside for foe in case.foes(unit, place)):
        return "BAR-A76"
    return "BAR-A118" if wire_may_stop(case, unit, here, ahead[0]) else ""


def _was_hidden(case: Case[Any], unit: str) -> bool:
    """True for who is hidden, or was until he was found in this very step."""
    found = case.before.fired.get(f"{unit} found")
    return case.unit(unit).hidden or (found is not None and found == step_number(case.before.state))


@rule("BAR-8.0e", on=Advance)
def nobody_is_left_behind(case: Case[Advance]) -> Iterator[Finding]:
    """When step 10 is over, every unit with a route stands where it leads, or was stopped.

    Who left it, or went among enemies, was told so, and nobody has to carry out an order that was forbidden. Who stands
    there went too early.
    """
    if case.before.state != "S10":
        return
    for unit in movers(case):
        if forbids(unit) in case.before.fired or case.unit(unit).hex == way(case, unit)[-1]:
            continue
        made = case.before.stepped.get(unit, ())[1:]
        astray = made != way(case, unit)[: len(made)]
        if astray or (made and case.foes(unit, case.unit(unit).hex)):
            continue
        if moves_in(case, unit) == "S10" and not stopped_by(case, unit) and not by_road(case, unit):
            facts = {"unit": unit, "goal": way(case, unit)[-1], "here": case.unit(unit).hex}
            found = stops_early(case, unit, broken("move.unfinished", **facts))
            yield from (each for each in (found,) if each)


# ------------------------------------------------------------------------------------------------------- effects
@begins("S10", "S6")
def set_out(case: Case[Advance], position: Position) -> Position:
    """Everybody who may move stands where his route begins."""
    starts = {
        name: (unit.hex,)
        for name, unit in position.units.items()
        if unit.order and unit.order.route and unit.standing and unit.hex in case.battle.ground.grid
    }
    return position.but(stepped=starts)


@effect(Step)
def steps(case: Case[Step]) -> Position:
    """The unit stands in the next hex, with whatever it carries; the losses of this pulse count from now on."""
    unit, place = case.action.unit, case.action.hex
    trail = (*case.before.stepped.get(unit, (case.unit(unit).hex,)), place)
    stands = tuple(due for due in case.before.due if Show(unit=unit) not in due.options)
    after = case.before.but(due=stands).unit(unit, hex=place, shelter="", off_board=False)
    if AHEAD not in case.before.remarked and isinstance(all_at_once(case), Notice):
        after = after.but(remarked=(*after.remarked, AHEAD))
    if case.counter(unit).is_a("hq"):
        after = after.but(fired={**after.fired, f"{unit} moved": 1})
    if case.before.state == "S7" and beaten(case, unit):
        after = halt(after, unit, "BAR-5.8c")
    return ENTERING.follow(case, after.but(stepped={**after.stepped, unit: trail}), unit, trail[-2])


@effect(Halt)
def halts(case: Case[Halt]) -> Position:
    """The unit goes no farther in this round, and neither does an enemy that it would have met."""
    unit = case.action.unit
    by, foe = stopped_by(case, unit), meeting(case, unit, coming(case, unit)) if coming(case, unit) else ""
    after = halt(case.before, unit, by or "BAR-8.0e")
    return halt(after, foe, by) if foe and by == "BAR-8.1c" else after


def halt(position: Position, unit: str, by: str) -> Position:
    """The position with a unit that cannot move any more, by a rule; the first one counts."""
    return position if unit in position.halted else position.but(halted={**position.halted, unit: by})


@follows_from("suppression")
@outcome("BAR-5.8g")
def leaves_beaten(case: Case[Any], after: Position, unit: str, _: int) -> Position:
    """Who fails the test as it withdraws goes to the hex beside it: at once, by a reading that is open."""
    settled, look = case.switches.reading("BAR-A16"), case.then(after)
    place = coming(look, unit) if after.state == "S7" and beaten(look, unit) else ""
    if not place or stopped_by(look, unit) or (settled and not case.switches.read_otherwise("BAR-A16")):
        return after
    return after.owing(Due("BAR-5.8g", (Step(unit=unit, hex=place),), "S7", must=settled is not None))


@on_entering
@outcome("BAR-10.2a", "BAR-10.2b")
def crushes_wire(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """A tank that crosses wire destroys it, and loses nothing by it; its marker goes off the map in this round."""
    if case.counter(unit).type not in TANKS:
        return after
    for wire in after.between(origin, case.action.hex, "wire"):
        gone = Due("BAR-10.2a", (Out(piece=wire),), STEPS[-1], owner=case.counter(unit).side)
        after = after.without(wire).owing(gone)
    return after
