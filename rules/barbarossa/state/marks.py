"""Marks on cards and models (3.3 to 3.8, 5.11): what may be marked though nothing has just made it due."""

from typing import Any

from rules.barbarossa.actions import Mark, Out, Show, State
from rules.barbarossa.air.duels import may_choose, searching
from rules.barbarossa.book import effect, outcome, rule
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.smoke import shell
from rules.barbarossa.melee.assaults import each_other
from rules.barbarossa.melee.fighting import contested, struck
from rules.barbarossa.orders.terms import FLIGHTS, breach, unshown
from rules.barbarossa.state.battle import Counter
from rules.barbarossa.state.bravery import ahead_of
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.derived import FOLLOW, for_its_blows, for_its_bonus, of_others, worn
from rules.barbarossa.state.harm import (
    CONSEQUENCES,
    DERIVED,
    forget,
    joins,
    key,
    lost_for_certain,
    on_the_way,
    shown,
    spared,
    unsaid,
    value_of,
    without_dues,
    write,
)
from rules.barbarossa.state.model import READY, SPENT, Position, Unit, shot_by_nobody
from rules.barbarossa.turn.sequence import ORDER
from rules.barbarossa.works.engineers import finished, last_box_marked
from rules.barbarossa.works.mines import undue_blast
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import LATER, Due
from rules.engine.ruling import Facts, Finding, Illegal, Notice

ROLLS_OF = {
    "FIRE": "BAR-5.1a",
    "MELEE": "BAR-5.6g",
    "MINES": "BAR-7.6f",
    "SEARCH": "BAR-9.14b",
}
"""The rule that says when dice are rolled for a purpose."""
SET_UP = frozenset({"losses", "ammo", "air"})
"""Numbers of which the rules of the set-up say with what they begin."""
STRUCK = frozenset({"melee", "duel"})
"""Kinds of blows; all others but a roll-off are shots."""
NEEDLESS = {"TEST": "BAR-5.10b", "ROLLOFF": "BAR-5.9b", "PICK": "BAR-9.9i"}
"""Dice that nobody is forbidden to roll: the book says who must, and nothing comes of them for anybody else."""
MARKS_OF = {
    "losses": "BAR-3.3c",
    **FOLLOW,
    "ammo": "BAR-3.8b",
    "boxes": "BAR-5.14b",
    "air": "BAR-9.3f",
}
"""The rule by which a number of a card changes; special stocks have one rule for all."""
STATES_OF = {
    "suppressed": "BAR-5.11a",
    "flag": "BAR-5.11f",
    "ambush": "BAR-5.12a",
    "dug-in": "BAR-11.5e",
    "bound": "BAR-5.6h",
    "set-up": "BAR-7.1d",
    "air-combat": "BAR-9.9e",
}
"""The rule by which a status begins and ends."""
SHOWN_IN = frozenset({"S8", "S10"})
"""The steps in which who lies in ambush may fire, and be seen."""


@outcome("BAR-3.7a", "BAR-3.7b", "BAR-3.8b", "BAR-3.8e", "BAR-5.11f", "BAR-5.11j", "BAR-7.10k")
def undue(case: Case[Action]) -> Finding | None:
    """What is to be said of a roll or a mark that nothing has made due; who takes hits of a forbidden shot may."""
    if shot_by_nobody(_hurt(case.action)) in case.before.fired:
        return None
    match case.action:
        case Roll():
            return _undue_roll(case, case.action)
        case Mark():
            return _undue_mark(case, case.action)
        case State():
            return _undue_state(case, case.action)
        case Out():
            return _undue_out(case, case.action)
    return Illegal("due.nothing", {"verb": type(case.action).__name__.lower()}, "BAR-3.7b")


def _hurt(action: Action) -> str:
    """The unit that takes a hit, or what comes of one."""
    match action:
        case Mark(unit=unit, what="losses" | "defence") | State(unit=unit, status="suppressed", on=True):
            return unit
        case Out(piece=unit):
            return unit
    return ""


def _undue_roll(case: Case[Action], action: Roll) -> Finding | None:
    if action.purpose in NEEDLESS:
        facts = {"purpose": action.purpose, "unit": action.who}
        chooses = action.purpose == "PICK" and may_choose(case, action.who)
        tests = action.purpose == "TEST" and ahead_of(case, action.who) is not case.before
        if action.purpose == "ROLLOFF" and case.before.state == "S6" and _rolls_off_early(case, action.who):
            return Notice("rolloff.early", {"unit": action.who}, NEEDLESS[action.purpose])
        return None if chooses or tests else Notice("marks.needless", facts, NEEDLESS[action.purpose])
    rule_id = ROLLS_OF.get(action.purpose, "BAR-5.1a")
    if _thrown(case.before, action):
        return Notice("marks.again", {"purpose": action.purpose, "unit": action.who}, rule_id)
    found = Illegal("marks.roll", {"purpose": action.purpose, "unit": action.who}, rule_id)
    if action.purpose == "SEARCH" and action.who in case.before.units and case.ordered(action.who, "scout"):
        return case.switches.doubtful("BAR-A49", found)
    if action.purpose != "MINES" or action.who not in case.before.units:
        return found
    aboard = bool(case.unit(action.who).carrier)
    return case.switches.doubtful("BAR-A88", found) if aboard else undue_blast(case, action.who, found)


def _rolls_off_early(case: Case[Action], unit: str) -> bool:
    """True for the first die of one of two that assault each other, and have still to come beside each other."""
    rolled = any(shot.kind == "rolloff" and shot.unit == unit for shot in case.before.shots)
    return not rolled and bool(each_other(case, unit))


def _thrown(position: Position, action: Roll) -> bool:
    """True for dice that a unit has rolled for this purpose in this step already: the first ones count."""
    if action.purpose == "MINES":
        return action.who in position.blown
    if action.purpose == "SEARCH":
        return searching(action.who) in position.fired
    blows = {"FIRE": False, "MELEE": True}.get(action.purpose)
    return any(shot.unit == action.who and shot.rolled and (shot.kind in STRUCK) == blows for shot in position.shots)


# ------------------------------------------------------------------------------------------------- numbers on cards
def _undue_mark(case: Case[Action], action: Mark) -> Finding | None:
    if action.unit not in case.before.units:
        return breach("BAR-3.7b", "marks.nothing", unit=action.unit, what=action.what)
    if action.what in DERIVED:
        return of_others(case, action)
    if case.before.state == "SETUP" and action.what in SET_UP:
        return None
    if _beyond(case, action) is not None:
        return None
    stands, right = shown(case.before, action.unit, action.what), value_of(case.before, action.unit, action.what)
    meant = case.before.rightly.get(key(action.unit, action.what), right)
    if min(stands, right, meant) <= action.value <= max(stands, right, meant):
        return None
    if action.what == "ammo" and 0 < stands - action.value <= prepayable(case, action.unit, action.ordered):
        open_yet = case.written_yet(action.unit) and not action.ordered
        return unshown("BAR-3.8b", "order", unit=action.unit) if open_yet else None
    if _shell_ahead(case, action.unit, action.what, stands - action.value):
        return None
    if _refund(case, action, stands) or _used_up(case, action, stands) or _wiped(case, action, stands):
        return None
    if _leaves_its_airfield(case, action) or _too_early(case, action):
        return None
    rule_id = MARKS_OF.get(action.what, "BAR-3.8e")
    wrong = breach(rule_id, "marks.value", unit=action.unit, what=action.what, value=action.value, expected=stands)
    wrong = for_its_blows(case, for_its_bonus(case, wrong)) if action.what == "losses" else wrong
    taken_over = action.what in SPENT and 0 < action.value - stands <= _brought(case, action.unit, action.what)
    return case.switches.doubtful("BAR-A132", wrong) if taken_over else wrong


def _brought(case: Case[Action], unit: str, what: str) -> int:
    """What stood on the card of a unit that has merged into this one in this round, and left the game."""
    joined = (other for other in case.before.units if joins(other, unit) in case.before.fired)
    return sum(value_of(case.before, other, what) for other in joined) if what != "boxes" else 0


@outcome("BAR-6.1b", "BAR-5.6e", "BAR-3.8b")
def prepayable(case: Case[Action], unit: str, ordered: str = "") -> int:
    """How many points a unit may still strike off before it fires: those of its order, and one in a melee.

    While orders are written it may be any order of its card, unless it comes to light which one.
    """
    fired, order = case.before.fired, case.unit(unit).order
    paid = fired.get(f"{unit} paid", 0)
    if case.written_yet(unit):
        known = {ordered} if ordered else case.counter(unit).card.orders
        fights = bool(ordered) and (ordered == "assault" or bool(case.unit(unit).bound))
        return max((way.ammo for way in WAYS.values() if way.order in known), default=int(fights)) - paid
    if case.before.state == "S6" and _fights_yet(case, unit):
        return 1 - paid
    if order is None or fired.get(unit):
        return 0
    if order.order == "assault" and not struck(case.before, unit):
        return 1 - paid if _yet_to_come(case, "S6") else 0
    ways = [way for way in WAYS.values() if way.order == order.order]
    due = any(_yet_to_come(case, way.steps[-1]) for way in ways) or order.order == "defend"
    return max((way.ammo for way in ways), default=0) - paid if due else 0


def _fights_yet(case: Case[Action], unit: str) -> bool:
    """True for who is in a melee and has still to strike, or is about to be assaulted."""
    place = case.unit(unit).hex
    given = (each.order for name, each in case.before.units.items() if case.enemies(unit, name))
    stormed = any(
        order.order == "assault" and (order.target == unit or place in order.route[-1:]) for order in given if order
    )
    return not struck(case.before, unit) and (stormed or place in contested(case))


def _yet_to_come(case: Case[Action], step: str) -> bool:
    """True from the reveal to the end of a step: whoever pays early pays all the same."""
    return case.before.state in ORDER and 1 <= ORDER.index(case.before.state) <= ORDER.index(step)


def _refund(case: Case[Action], action: Mark, shown: int) -> bool:
    """True where points come back that were paid early: for an order that was cancelled, a shot that was not fired."""
    paid = case.before.fired.get(f"{action.unit} paid", 0)
    back = action.what == "ammo" and 0 < action.value - shown <= paid
    return back and not case.before.fired.get(action.unit) and not struck(case.before, action.unit)


def _shell_ahead(case: Case[Action], unit: str, what: str, less: int) -> bool:
    """True where a shell is struck off before the smoke is laid for which it is paid."""
    state, shot = case.unit(unit), case.before
    ahead = what == "smoke" and less == 1 and not shot.fired.get(shell(unit)) and not state.suppressed
    laid = any((each.kind, each.by, each.laid) == (what, unit, shot.round) for each in shot.structures.values())
    return ahead and case.ordered(unit, "smoke") and not laid and _yet_to_come(case, "S3")


def _used_up(case: Case[Action], action: Mark, shown: int) -> bool:
    """True where mines or charges are struck off by pioneers that lay or place them, or have done so."""
    works = (name for name, each in case.battle.orders.items() if each.done and each.store == action.what)
    state, order = case.unit(action.unit), next(works, "")
    at_it = any(given is not None and given.order in {order, ""} for given in (state.order, state.running))
    return bool(order) and 0 <= action.value == shown - 1 and (at_it or action.what in state.used)


def _wiped(case: Case[Action], action: Mark, shown: int) -> bool:
    """True where the boxes of an order that took several rounds are wiped, as a new one is given."""
    return action.what == "boxes" and 0 <= action.value < shown and case.ordering


def _too_early(case: Case[Action], action: Mark) -> bool:
    """True for a time box that is marked before the step of time boxes: its own rule says so."""
    grows = action.what == "boxes" and action.value > case.unit(action.unit).boxes
    return grows and case.before.state != ORDER[-1] and not case.counter(action.unit).flies


def _leaves_its_airfield(case: Case[Any], action: Mark) -> bool:
    """True where the preparation boxes of an aircraft are wiped that is about to take off."""
    if action.what != "air" or not 0 <= action.value < READY:
        return False
    state, ordered = case.unit(action.unit), case.ordered_to(action.unit, FLIGHTS)
    return ordered and state.air == READY and not state.hex and _yet_to_come(case, "S5")


@rule("BAR-3.3a", "BAR-3.8a", on=Mark)
def within_the_row(case: Case[Mark]) -> Finding | None:
    """A card has no more size symbols and ammunition points than are printed."""
    unit, what, most = case.action.unit, case.action.what, _beyond(case, case.action)
    rule_id = "BAR-3.3a" if what == "losses" else "BAR-3.8a"
    facts: Facts = {"unit": unit, "what": what, "value": case.action.value, "most": most or 0}
    return None if most is None else breach(rule_id, "marks.beyond", **facts)


def _beyond(case: Case[Any], action: Mark) -> int | None:
    """The most that a card has room for, of a number that is beyond it; none for all others."""
    row = {"losses": "size", "ammo": "ammo"}.get(action.what)
    if row is None or action.unit not in case.battle.units:
        return None
    most = case.counter(action.unit).value(row)
    return None if 0 <= action.value <= most else most


@effect(Mark)
def marked(case: Case[Mark]) -> Position:
    """The number stands on the card; what is still missing of a change remains due, and a test for a loss is."""
    unit, what = case.action.unit, case.action.what
    loses = what == "losses" and unit in case.before.units and case.action.value > shown(case.before, unit, what)
    return lost_for_certain(_counted(case), unit) if loses else _counted(case)


def _counted(case: Case[Mark]) -> Position:
    unit, what, value = case.action.unit, case.action.what, case.action.value
    if unit not in case.before.units:
        return case.before
    if what in DERIVED:
        return worn(case)
    if _leaves_its_airfield(case, case.action):
        return case.before.but(marked={**case.before.marked, key(unit, what): value})
    right, stands = value_of(case.before, unit, what), shown(case.before, unit, what)
    meant = case.before.rightly.get(key(unit, what), right)
    if value == right:
        position = forget(case.before, unit, what)
        position = last_box_marked(position, unit) if what == "boxes" and finished(case, position, unit) else position
        return position if meant == right else position.but(rightly={**position.rightly, key(unit, what): meant})
    if value == stands:
        return case.before
    if what == "boxes" and not right and case.unit(unit).running is None and case.unit(unit).order is None:
        return on_the_way(case.before, unit, what, value)
    if value in case.before.accepted.get(key(unit, what), ()):
        return _written(case, right)
    if _may_pass(case) or min(stands, right) < value < max(stands, right):
        return on_the_way(case.before, unit, what, value)
    if _shell_ahead(case, unit, what, right - value):
        position = write(forget(case.before, unit, what), unit, what, value)
        return position.but(fired={**position.fired, shell(unit): 1})
    paid = _paid_now(case, right)
    if paid:
        paid += case.before.fired.get(f"{unit} paid", 0)
        position = write(forget(case.before, unit, what), unit, what, max(value, 0))
        return position.but(fired={**position.fired, f"{unit} paid": paid})
    return _written(case, meant)


def _may_pass(case: Case[Mark]) -> bool:
    """True for boxes of an older order that are wiped before the one that is due is marked."""
    name = key(case.action.unit, case.action.what)
    wipes = case.action.what == "boxes" and name in case.before.accepted
    return wipes and 0 <= case.action.value < case.before.marked.get(name, 0)


def _paid_now(case: Case[Mark], right: int) -> int:
    """The points that are paid before the shot with this mark; fewer than none if they come back."""
    unit, less = case.action.unit, right - case.action.value
    early = case.action.what == "ammo" and 0 < less <= prepayable(case, unit, case.action.ordered)
    return less if early or _refund(case, case.action, right) else 0


def _written(case: Case[Mark], right: int) -> Position:
    """The number stands on the card and counts; the one that is right may be put there, whenever somebody sees it."""
    unit, what, value = case.action.unit, case.action.what, max(case.action.value, 0)
    position = write(forget(case.before, unit, what), unit, what, value)
    if what == "losses":
        position = _revived(case, position, unit)
    if value == right:
        return position
    return position.but(rightly={**position.rightly, key(unit, what): right})


def _revived(case: Case[Mark], position: Position, unit: str) -> Position:
    """Where fewer losses are accepted than we read, the unit is not destroyed; where more are, it may be taken off."""
    if position.units[unit].losses >= case.counter(unit).size and not case.unit(unit).out:
        return position.owing(Due("BAR-3.3d", (Out(piece=unit),), LATER, must=False))
    if position.units[unit].losses >= case.counter(unit).size or not case.unit(unit).out:
        return position
    due = tuple(due for due in position.due if Out(piece=unit) not in due.options)
    return position.unit(unit, out=False).but(due=due)


# ---------------------------------------------------------------------------------------------------- status boxes
def is_on(unit: Unit, status: str) -> bool:
    """Whether a status of a unit holds."""
    known = {
        "suppressed": unit.suppressed,
        "flag": unit.flagged,
        "ambush": unit.hidden,
        "dug-in": bool(unit.shelter),
        "bound": bool(unit.bound),
        "set-up": unit.set_up,
        "transported": bool(unit.carrier) and not unit.towed,
        "towed": unit.towed,
    }
    return known.get(status, False)


def packs_up(unit: Unit) -> bool:
    """True for who is about to pack up: its box may be wiped as it begins, or when it is done."""
    given = unit.work
    return given is not None and given.order == "pack_up"


def sets_up(counter: Counter) -> bool:
    """True for what sets up and packs up; of all others the box says nothing."""
    return "set_up" in counter.card.orders


def _undue_state(case: Case[Action], action: State) -> Finding | None:
    if action.unit in case.before.units:
        unit = case.unit(action.unit)
        if is_on(unit, action.status) == action.on or unit.out or action.status in {"transported", "towed"}:
            return None
        if action.status == "air-combat" and case.counter(action.unit).flies:
            return None
        if action.status == "set-up" and not sets_up(case.counter(action.unit)):
            return None
        if _follows_the_order(case, action, unit):
            return None
        if action.status == "ambush" and action.on and case.unopened(action.unit):
            return unshown("BAR-6.6g", "order", unit=action.unit)
        if action.status == "flag" and (action.on == unit.suppressed or case.ordering):
            return None
        if action.status == "bound" and unit.hex and action.on == bool(case.foes(action.unit, unit.hex)):
            return None
    rule_id = _against_suppression(case, action) or STATES_OF.get(action.status, "BAR-3.7b")
    rolled, bravery = case.before.tested.get(action.unit, (0, 0)) if action.status == "suppressed" else (0, 0)
    if rolled and (rolled <= bravery) == action.on:
        facts: Facts = {"unit": action.unit, "rolled": rolled, "bravery": bravery}
        return Illegal("marks.passed" if action.on else "marks.wiped", facts, rule_id)
    if action.status == "suppressed" and not action.on:
        return Illegal("marks.stays", {"unit": action.unit}, rule_id)
    return Illegal("marks.state", {"unit": action.unit, "status": action.status, "on": action.on}, rule_id)


def _against_suppression(case: Case[Action], action: State) -> str:
    """The rule by which a unit is not suppressed by dice of its own, or does not recover; empty for all else."""
    if action.status != "suppressed" or action.unit not in case.before.units:
        return ""
    state = case.unit(action.unit)
    if action.on:
        return "BAR-7.10k" if state.towed else ""
    return "BAR-5.11j" if case.before.state == "S12" and not state.flagged else "BAR-5.11h"


def _follows_the_order(case: Case[Action], action: State, unit: Unit) -> bool:
    """True for a box that goes with the order: the ambush box is marked with it, what a new one ends is wiped with it.

    The text ties both to the giving of the order; and a weapon is set up as soon as its last time box is marked.
    """
    if action.status == "set-up":
        given = unit.work
        if given is None or given.order != ("set_up" if action.on else "pack_up"):
            return False
        return not action.on or finished(case, case.before, action.unit)
    if action.status == "ambush" and (action.on or case.before.state in SHOWN_IN):
        return case.ordered(action.unit, "ambush")
    return action.status in {"ambush", "dug-in"} and not action.on and case.ordering


@effect(State)
def stated(case: Case[State]) -> Position:
    """The status is as it was marked; what moves with it is other actions' matter."""
    unit, on = case.action.unit, case.action.on
    if unit not in case.before.units:
        return case.before
    match case.action.status:
        case "suppressed" if case.counter(unit).flies and not case.switches.read_otherwise("BAR-A106"):
            return case.before
        case "suppressed" if on != case.unit(unit).suppressed:
            return _suppressed(case, on)
        case "flag":
            # One that is wiped as orders are given was never marked: who began the round suppressed is so all the same.
            return case.before.unit(unit, flagged=on or (case.ordering and case.unit(unit).suppressed))
        case "ambush":
            return _hides_no_more(case) if not on else _hides_on(case)
        case "bound":
            return case.before.unit(unit, bound=_bound(case) if on else ())
        case "dug-in" if not on:
            return _out_of_works(case)
        case "set-up" if sets_up(case.counter(unit)) and (on or not packs_up(case.unit(unit))):
            return case.before.unit(unit, set_up=on)
    return case.before


def _hides_no_more(case: Case[State]) -> Position:
    """The unit is hidden no more; if that is so as orders are given, its model is put back in this round."""
    unit, state = case.action.unit, case.unit(case.action.unit)
    after = case.before.unit(unit, hidden=False)
    lies = state.hidden and state.off_board and not state.shelter
    if lies and case.ordering:
        return after.owing(_back_on_the_board(unit))
    if lies and case.before.state in SHOWN_IN and case.ordered(unit, "ambush"):
        seen = after.but(fired={**after.fired, f"{unit} shown": 1})
        return seen.owing(Due("BAR-5.12g", (Show(unit=unit),), after.state))
    return after


def _back_on_the_board(unit: str) -> Due:
    return Due("BAR-6.6k", (Show(unit=unit),), ORDER[-1])


def _out_of_works(case: Case[State]) -> Position:
    """The unit is in no works; whose box is wiped as orders are given comes out of a bunker only in step 1."""
    waits = case.unit(case.action.unit).off_board and case.ordering
    return case.before if waits else case.before.unit(case.action.unit, shelter="")


def _hides_on(case: Case[State]) -> Position:
    """Who has wiped the box as orders were given, and marks it again, was never seen."""
    unit = case.action.unit
    again = _back_on_the_board(unit)
    if again not in case.before.due or not case.ordering:
        return case.before
    return case.before.unit(unit, hidden=True).but(due=tuple(due for due in case.before.due if due != again))


def _suppressed(case: Case[State], on: bool) -> Position:
    if not on:
        return case.before.unit(case.action.unit, suppressed=False, flagged=False)
    wiped = unsaid(case.before, case.action.unit, "boxes", 0)
    return wiped.unit(case.action.unit, suppressed=True, fallen=True, order=None, running=None)


def _bound(case: Case[State]) -> tuple[str, ...]:
    now = case.unit(case.action.unit).bound
    other, unit = case.action.beside, case.action.unit
    return now or ((other,) if other else case.foes(unit, case.unit(unit).hex))


# ------------------------------------------------------------------------------------------------- off the board
def _undue_out(case: Case[Action], action: Out) -> Finding | None:
    if action.piece in case.before.units:
        unit = case.unit(action.piece)
        gone = unit.out or unit.losses >= case.counter(action.piece).size
        wrong = Illegal("marks.out", {"unit": action.piece}, "BAR-3.3d")
        if case.before.fired.get(f"{action.piece} on the bridge"):
            return case.switches.doubtful("BAR-A89", wrong)
        return None if gone else wrong
    if action.piece not in case.before.structures:
        return None
    rule_id = "BAR-6.4k" if case.structure(action.piece).kind == "smoke" else "BAR-3.7b"
    return Illegal("marks.removed", {"structure": action.piece}, rule_id)


@effect(Out)
def removed(case: Case[Out]) -> Position:
    """The piece is out of the game."""
    piece = case.action.piece
    if piece in case.before.units:
        position = forget(without_dues(case.before, piece), piece, "losses")
        return position.unit(piece, out=True) if case.unit(piece).out else _taken_off(case, position, piece)
    return case.before.without(piece)


def _taken_off(case: Case[Out], position: Position, unit: str) -> Position:
    """The unit is destroyed as its players read the dice: nobody has to fire at it; what it carried goes with it."""
    unsure = key(unit, "losses") in case.before.accepted
    position = spared(write(position, unit, "losses", case.counter(unit).size).unit(unit, out=True))
    return CONSEQUENCES.follow("destruction", case, position, unit, 0) if unsure else position
