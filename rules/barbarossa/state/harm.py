"""Harm: hits, losses, suppression, destruction, and the tests and marks that they make due (3.3, 3.5, 5.1, 5.11)."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeVar

from msgspec import structs

from rules.barbarossa.actions import Field as CardField
from rules.barbarossa.actions import Fire, Hide, Mark, Out, Return, Show, State, Strike
from rules.barbarossa.book import outcome
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Owed, Position, Reason, Unit
from rules.barbarossa.state.values import bonuses, defence
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.following import Events
from rules.engine.obligations import LATER, Due, Otherwise
from rules.engine.ruling import Verdict

A = TypeVar("A", bound=Action)
Cause = Literal[
    "fire", "suppressive", "melee", "shot", "strike", "mines", "air", "flak", "react", "passengers", "withdrawing"
]
"""What harms: `shot` is Defend or Ambush fire at a mover, `strike` an air strike, `react` the answer, `air` a duel."""
Event = Literal["losses", "suppression", "destruction", "showing", "testing"]
WIPED: CardField = "boxes"
"""What is wiped before it is counted anew."""
COUNTED = frozenset({"losses", "ammo"})
"""Numbers with which players go on reckoning as they stand on the card."""
DERIVED = frozenset({"defence", "bravery"})
"""Numbers that follow from others: nobody has to mark them, but what is marked must be right."""
WORN = "worn"
"""By how many hits a card shows the defence of its unit as worn down."""
CONSEQUENCES = Events[Event, Position, [str, int]]()
"""What else follows from harm to a unit, for passengers, tows, cargo: the unit, and the number of new losses."""
follows_from = CONSEQUENCES.on


# --------------------------------------------------------------------------------------------------- marks on cards
def key(unit: str, what: str) -> str:
    """The name of a number on a card."""
    return f"{unit} {what}"


def joins(other: str, unit: str) -> str:
    """What a unit is remembered by that has merged into another one in this round."""
    return f"{other} joins {unit}"


def value_of(position: Position, unit: str, what: str) -> int:
    """The number that a card should show."""
    state = position.units[unit]
    if what in {"losses", "ammo", "boxes", "air"}:
        found: int = getattr(state, what)
        return found
    return state.stores.get(what, 0)


def write(position: Position, unit: str, what: str, value: int) -> Position:
    """The position with a number of a card changed, without making anything due."""
    if what in {"losses", "ammo", "boxes", "air"}:
        return position.unit(unit, **{what: value})
    return position.unit(unit, stores={**position.units[unit].stores, what: value})


def shown(position: Position, unit: str, what: str) -> int:
    """The number that stands on the card."""
    return position.marked.get(key(unit, what), value_of(position, unit, what))


def unsaid(position: Position, unit: str, what: str, value: int) -> Position:
    """The position with a number of a card changed, while the old one still stands there: nobody has to mark it now."""
    stands = shown(position, unit, what)
    position = write(forget(position, unit, what), unit, what, value)
    if stands == value:
        return position
    return position.but(marked={**position.marked, key(unit, what): stands})


def marks_due(
    position: Position,
    unit: str,
    what: CardField,
    value: int,
    rule: str,
    *,
    until: str = "",
    also: Iterable[int] = (),
    otherwise: tuple[Otherwise, ...] = (),
    must: bool = True,
) -> Position:
    """A number of a card changes to a value: the mark is due until the step ends, in one go or bit by bit.

    `also` are values that are accepted as well. What was due for this number before is replaced. A card that was not
    wiped yet may be wiped first. On the card of who is destroyed nobody has to mark anything but the losses.
    """
    must = must and (what == "losses" or not position.units[unit].out)
    also, name, old = tuple(also), key(unit, what), value_of(position, unit, what)
    stands = shown(position, unit, what)
    position = write(forget(position, unit, what), unit, what, value)
    if stands != value:
        options = tuple(Mark(unit=unit, what=what, value=each) for each in dict.fromkeys((value, *also)))
        demanded = must and stands not in also
        due = Due(rule, options, until or position.state, must=demanded, otherwise=otherwise)
        position = position.but(marked={**position.marked, name: stands}, accepted={**position.accepted, name: also})
        position = position.owing(due)
    elif also:
        options = tuple(Mark(unit=unit, what=what, value=each) for each in dict.fromkeys(also) if each != value)
        position = position.but(accepted={**position.accepted, name: also})
        position = position.owing(Due(rule, options, until or position.state, must=False))
    way = _way(position, unit, what, old)
    if way and stands == value:
        position = position.but(marked={**position.marked, name: stands}, accepted={**position.accepted, name: also})
    return position.owing(Due(rule, way, until or position.state, must=False)) if way else position


def _way(position: Position, unit: str, what: CardField, old: int) -> tuple[Mark, ...]:
    """The numbers through which the card comes to the one that holds; boxes of an older order may be wiped first."""
    stands, right = shown(position, unit, what), value_of(position, unit, what)
    done = {right, stands, *position.accepted.get(key(unit, what), ())}
    numbers = range(min(stands, right, old if what == WIPED else right), max(stands, right) + 1)
    return tuple(Mark(unit=unit, what=what, value=each) for each in numbers if each not in done)


def on_the_way(position: Position, unit: str, what: CardField, value: int) -> Position:
    """The card shows a number that goes on to the right one; if that one was due, it still is.

    Where boxes of an older order are wiped that were as many as the new one has by now, those are due again.
    """
    stood, right = shown(position, unit, what), value_of(position, unit, what)
    position = position.but(marked={**position.marked, key(unit, what): value})
    known = next((due for due in position.due if due.must and is_about(due, unit, what)), None)
    if known is None:
        anew = Due("BAR-5.14b", (Mark(unit=unit, what=what, value=right),), position.state)
        return position.owing(anew) if what == WIPED and stood == right > 0 else position
    now = structs.replace(known, otherwise=_left_to(known.otherwise, Mark(unit=unit, what=what, value=value)))
    kept = (due for due in position.due if due.must or not is_about(due, unit, what))
    due = tuple(now if each is known else each for each in kept)
    way = _way(position, unit, what, value)
    return position.but(due=(*due, Due(known.rule, way, known.until, must=False)) if way else due)


def _left_to(otherwise: tuple[Otherwise, ...], done: Mark) -> tuple[Otherwise, ...]:
    """What other readings still want: nothing of those by which the card shows the right number already."""
    wanted = tuple(each for each in otherwise if each.options)
    return (*wanted, *(structs.replace(each, options=()) for each in wanted if done in each.options))


def is_about(due: Due, unit: str, what: str) -> bool:
    """True for marks of a number of a card, and nothing else."""
    named = ((option.unit, option.what) for option in due.options if isinstance(option, Mark))
    return bool(due.options) and [*named] == [(unit, what)] * len(due.options)


def forget(position: Position, unit: str, what: str) -> Position:
    """The position in which no mark of a number of a card is due."""

    marked = {name: value for name, value in position.marked.items() if name != key(unit, what)}
    accepted = {name: values for name, values in position.accepted.items() if name != key(unit, what)}
    rightly = {name: value for name, value in position.rightly.items() if name != key(unit, what)}
    due = tuple(due for due in position.due if not is_about(due, unit, what))
    return position.but(due=due, marked=marked, accepted=accepted, rightly=rightly)


def spend(
    position: Position,
    unit: str,
    points: int,
    rule: str,
    what: CardField = "ammo",
    *,
    also: Iterable[int] = (),
    until: str = "",
    otherwise: tuple[Otherwise, ...] = (),
) -> Position:
    """Points of a stock are spent; the mark is due until the step ends; `also` are numbers that are accepted.

    So is that which makes good what was missing before. `otherwise` is what other readings want.
    """
    left = max(value_of(position, unit, what) - points, 0)
    meant = position.rightly.get(key(unit, what))
    also = also if meant is None else (*also, max(meant - points, 0))
    return marks_due(position, unit, what, left, rule, also=also, until=until, otherwise=otherwise)


TURNED: dict[Verdict, Verdict] = {"legal": "illegal", "illegal": "legal"}
"""Where a deed is legal, what comes of it is due: to leave that out is illegal."""


def in_vain(case: Case[A]) -> tuple[Otherwise, ...]:
    """What the readings want by which the deed was forbidden: nothing comes of it, and nothing is paid."""
    turned = ((each.ruling, {name: TURNED[said] for name, said in each.readings.items()}) for each in case.disputed)
    return tuple(Otherwise(ruling, readings) for ruling, readings in turned)


# ------------------------------------------------------------------------------------------------------ hits, losses
@outcome("BAR-3.5c", "BAR-5.1j", "BAR-5.1k", "BAR-5.1l", "BAR-6.2h", "BAR-6.3e")
def hit(
    case: Case[A],
    position: Position,
    unit: str,
    hits: int,
    cause: Cause,
    *,
    flank: bool = False,
    also: tuple[int, ...] = (),
    doubts: tuple[tuple[int, str], ...] = (),
    vain: tuple[Otherwise, ...] = (),
) -> Position:
    """Hits wear down the defence for the round, the surplus are losses; all of a step count together.

    `also` are numbers of hits that are accepted as well, `doubts` those of other readings, and by those that are `vain`
    there are none, for the shot was forbidden. Hits of dice that were forbidden count for nothing; whoever honours
    them, by whatever number he takes them to hit, is not blamed.
    """
    if case.forbidden:
        thrown = len(case.action.dice) if isinstance(case.action, Roll) else hits
        hits, also, doubts, vain = 0, tuple(range(1, thrown + 1)), (), ()
    vain = (*vain, *in_vain(case))
    if max(hits, *also, *(number for number, _ in doubts), 0) <= 0 or position.units[unit].out:
        return position
    allowed = defence(case, position, unit, melee=cause == "melee", flank=flank)
    state, taken = position.units[unit], min(hits, allowed.ours)
    held = sum(value for _, value in bonuses(case.then(position), unit, melee=cause == "melee", flank=flank))
    worn = {state.absorbed + min(each, allowed.ours) for each in also}
    worn |= {each + min(number, allowed.ours) for each in state.absorbed_also for number in (hits, *also)}
    by_others = tuple(_without_them(state, hits, allowed.ours, vain))
    position = position.unit(
        unit,
        absorbed=state.absorbed + taken,
        absorbed_also=tuple(sorted(worn - {state.absorbed + taken})),
        vain=tuple((worn_down, other) for worn_down, _, other in by_others),
        shielded=max(state.shielded, held),
    )
    known = (0, *allowed.every) if case.forbidden else (allowed.ours, *allowed.also)
    others = {max(number - value, 0) for value in known for number in (hits, *also)}
    open_to = [(max(hits - value, 0), ruling) for value, ruling in allowed.doubtful]
    open_to += [(max(number - allowed.ours, 0), ruling) for number, ruling in doubts]
    also = tuple(sorted(others))
    fewer = tuple((losses, other) for _, losses, other in by_others)
    return lose(case, position, unit, hits - taken, cause, also=also, doubtful=tuple(open_to), fewer=fewer)


def _without_them(
    state: Unit, hits: int, held: int, vain: tuple[Otherwise, ...]
) -> Iterator[tuple[int, int, Otherwise]]:
    """By each reading that forbids some of a round's shots: the hits its defence has taken then, the losses of this."""
    now = {other.ruling: (state.absorbed, other) for other in vain}
    for taken, other in {**now, **{other.ruling: (taken, other) for taken, other in state.vain}}.values():
        left = max(held + state.absorbed - taken, 0)
        absorbed = 0 if other.ruling in now else min(hits, left)
        yield taken + absorbed, 0 if other.ruling in now else hits - absorbed, other


@outcome("BAR-3.3c", "BAR-3.4c")
def lose(
    case: Case[A],
    position: Position,
    unit: str,
    losses: int,
    cause: Cause,
    *,
    also: tuple[int, ...] = (),
    doubtful: tuple[tuple[int, str], ...] = (),
    fewer: tuple[tuple[int, Otherwise], ...] = (),
) -> Position:
    """Losses are struck off the unit's size: the mark is due, and a test; with the last one it is destroyed."""
    before, size = position.units[unit].losses, case.counter(unit).size
    others = tuple(min(before + each, size) for each in also if each != losses)
    others = tuple(dict.fromkeys((*others, *_honoured(position, unit, {losses, *also}, size))))
    doubts = tuple(
        case.switches.otherwise(ruling, _marks(unit, before, min(before + each, size)))
        for each, ruling in doubtful
        if each != losses and case.switches.reading(ruling) is None
    )
    after = min(before + max(losses, 0), size)
    doubts += tuple(_without_the_forbidden(position, unit, fewer, after, size))
    open_to = [each for each, ruling in doubtful if case.switches.reading(ruling) is None]
    possible = {
        after,
        *others,
        *(min(before + each, size) for each in open_to),
        *(min(before + more, size) for more, _ in fewer),
    }
    if size in possible != {size}:
        position = position.owing(Due("BAR-3.3d", (Out(piece=unit),), LATER, must=False))
    if after == before:
        return _perhaps(case, position, unit, cause, also=others, doubts=doubts)
    must = before not in others
    position = marks_due(position, unit, "losses", after, "BAR-3.3c", also=others, otherwise=doubts, must=must)
    position = CONSEQUENCES.follow("losses", case, position, unit, after - before)
    if cause == "mines":
        position = position.but(before_step={**position.before_step, unit: after})
    certain = must and not any(not each.options for each in doubts)
    position = owed_after(case, position, unit, cause, certain=certain)
    return destroy(case, position, unit) if possible == {size} else position


def _honoured(position: Position, unit: str, losses: Iterable[int], size: int) -> Iterator[int]:
    """The losses that stand on the card if others of this step that are accepted are marked as well."""
    marks = {option for due in position.due if not due.told and is_about(due, unit, "losses") for option in due.options}
    for known in position.accepted.get(key(unit, "losses"), ()):
        if Mark(unit=unit, what="losses", value=known) in marks:
            yield from (min(known + each, size) for each in losses)


def _without_the_forbidden(
    position: Position, unit: str, fewer: tuple[tuple[int, Otherwise], ...], after: int, size: int
) -> Iterator[Otherwise]:
    """What is to be marked by the readings that forbid this shot, or one before it."""
    stands, before = shown(position, unit, "losses"), position.units[unit].losses
    due = [each for each in position.due if is_about(each, unit, "losses") and not each.told]
    pending = {other.ruling: other for each in due for other in each.otherwise}
    for more, other in fewer:
        known = pending.get(other.ruling)
        marked = (option.value for option in known.options if isinstance(option, Mark)) if known else iter((before,))
        value = min(next(marked, stands) + more, size)
        if value != after:
            yield structs.replace(other, options=_marks(unit, stands, value))


def _marks(unit: str, before: int, after: int) -> tuple[Action, ...]:
    """The mark that a change makes due; none if nothing changes."""
    return (Mark(unit=unit, what="losses", value=after),) if after != before else ()


def _perhaps(
    case: Case[A], position: Position, unit: str, cause: Cause, *, also: tuple[int, ...], doubts: tuple[Otherwise, ...]
) -> Position:
    """By our reading there was no loss; by others there was: they may be marked, and the unit tested."""
    others = tuple(each for each in also if each != position.units[unit].losses)
    options = tuple(Mark(unit=unit, what="losses", value=each) for each in others)
    if not options and not doubts:
        return position
    position = position.but(accepted={**position.accepted, key(unit, "losses"): others})
    position = position.owing(Due("BAR-3.3c", options, position.state, must=False, otherwise=doubts))
    position = CONSEQUENCES.follow("losses", case, position, unit, 0)
    return owed_after(case, position, unit, cause, certain=False, ruling="" if options else _only(doubts))


def _only(doubts: tuple[Otherwise, ...]) -> str:
    """The ruling by which there was a loss; empty if there may have been one by what nobody has shown."""
    return doubts[0].ruling if all(each.ruling for each in doubts) else ""


def losses_also(position: Position, unit: str, losses: int) -> tuple[int, ...]:
    """How many losses the unit may have taken as well, where it is not said by which number the dice hit."""
    before = value_of(position, unit, "losses") - losses
    return tuple(each - before for each in position.accepted.get(key(unit, "losses"), ()) if each != before + losses)


# ----------------------------------------------------------------------------------------------------------- tests
WHEN: dict[Cause, tuple[Reason, str, str]] = {
    "fire": ("losses", "S4", "BAR-4.4e"),
    "suppressive": ("losses", "S4", "BAR-4.4e"),
    "melee": ("melee", "S7", "BAR-4.4h"),
    "withdrawing": ("melee", "S7", "BAR-5.8f"),
    "strike": ("bombed", "S11", "BAR-5.10b"),
    "mines": ("mines", "S11", "BAR-4.4l"),
    "shot": ("shot", "", "BAR-6.1j"),
    "flak": ("air", "", "BAR-9.6h"),
    "react": ("answered", "", "BAR-9.6h"),
    "air": ("air", "", "BAR-9.9n"),
}
"""By what did the harm: the cause of the test, the step in which it is made (empty: at once), and the rule."""


@outcome("BAR-4.4e", "BAR-4.4h", "BAR-4.4l", "BAR-5.10b", "BAR-5.8f", "BAR-9.6h", "BAR-9.9n")
def owed_after(
    case: Case[A], position: Position, unit: str, cause: Cause, *, certain: bool = True, ruling: str = ""
) -> Position:
    """A test is due for losses: one in each testing step, whatever their number."""
    if cause not in WHEN:
        return position
    why, step, rule = WHEN[cause]
    if cause == "fire" and position.state == "S10":
        step, rule = "S11", "BAR-4.4l"
    weak = position.units[unit].suppressed
    excused = case.forbidden or (cause == "suppressive" and not case.switches.read_otherwise("BAR-A59"))
    if cause == "withdrawing" and position.state == "S10":
        step = "S11"
    if cause == "shot":
        again = case.switches.read_otherwise("BAR-A78") and certain and not weak
        position = owe(position, unit, "losses", "S11", again, rule="BAR-4.4l")
    must = not excused and not weak
    return owe(position, unit, why, step, certain and must, rule=rule, once_lost=must and not certain, ruling=ruling)


def owe(
    position: Position,
    unit: str,
    cause: Reason,
    step: str = "",
    must: bool = True,
    *,
    rule: str = "BAR-5.10b",
    once_lost: bool = False,
    ruling: str = "",
) -> Position:
    """A bravery test is owed in a step (or, without one, before anything else of the unit's is done in this one).

    One test answers for all causes of the same step.
    """
    if position.units[unit].out:
        return position
    until = step or position.state
    same = [each for each in position.owed if each.unit == unit and each.step == until]
    if any(each.must for each in same):
        return position
    if same and not must:
        known, owed = same[0], position.owed
        still = known.ruling if known.ruling == ruling else ""
        lost = structs.replace(known, once_lost=known.once_lost or once_lost, ruling=still)
        return position.but(owed=tuple(lost if each is known else each for each in owed))
    return dues_of_tests(
        position.but(owed=(*position.owed, Owed(unit, cause, until, must, rule, once_lost, ruling))), unit
    )


def lost_for_certain(position: Position, unit: str) -> Position:
    """The position after a loss was marked: whoever marks it has to test for it, by whatever reading he took it."""
    if not any(each.unit == unit and each.once_lost for each in position.owed):
        return position
    owes = {each.step for each in position.owed if each.unit == unit and each.must}
    owed = tuple(
        structs.replace(each, must=each.must or (each.once_lost and each.step not in owes), once_lost=False, ruling="")
        if each.unit == unit
        else each
        for each in position.owed
    )
    return dues_of_tests(position.but(owed=owed), unit)


def is_test(due: Due, unit: str = "") -> bool:
    """True for the dice of a bravery test, of one unit if it is named."""
    first = next(iter(due.options), None)
    return isinstance(first, Roll) and first.purpose == "TEST" and unit in {"", first.who}


def last_step(owed: Owed) -> str:
    """The step in which a test is made at the latest: that of a mover which goes no farther may wait for the others.

    So may that of an aircraft which was answered as it struck, till those test who were in melee with the others.
    """
    return {"shot": "S11", "answered": "S7"}.get(owed.cause, owed.step)


def dues_of_tests(position: Position, unit: str) -> Position:
    """The position in which the unit's dice are due for the tests that it owes, and for no others."""
    roll = (Roll(purpose="TEST", who=unit),)
    tests = tuple(Due(each.rule, roll, last_step(each), must=each.must) for each in position.owed if each.unit == unit)
    return position.but(due=(*(due for due in position.due if not is_test(due, unit)), *tests))


def excuse(position: Position, unit: str) -> Position:
    """The tests of a unit that are due may be left out: it gains nothing by them."""
    owed = tuple(
        structs.replace(each, must=False) if each.unit == unit and each.cause != "recovery" else each
        for each in position.owed
    )
    return dues_of_tests(position.but(owed=owed), unit)


# ------------------------------------------------------------------------------------------ suppressed, destroyed, seen
@outcome("BAR-5.11a", "BAR-5.11b", "BAR-9.6i")
def suppress(case: Case[A], position: Position, unit: str, *, keeps_order: bool = False) -> Position:
    """The unit is suppressed at once: its order is cancelled, its bonuses are gone. An aircraft goes home instead.

    Who is suppressed while it withdraws from a melee keeps the order and leaves all the same.
    """
    state = position.units[unit]
    if case.counter(unit).flies:
        position = _without_order(case, position, unit)
        if not state.hex:
            return position
        home = Due("BAR-9.6i", (Return(unit=unit),), position.state)
        return position.owing(home, *and_suppressed(case, position, unit))
    if state.suppressed:
        return position.unit(unit, fallen=True)
    if not keeps_order:
        position = _without_order(case, position, unit)
        position = position.but(halted={**position.halted, unit: position.halted.get(unit, "BAR-5.11b")})
    position = _need_not_fire(excuse(position.unit(unit, suppressed=True, fallen=True), unit), unit)
    position = position.owing(Due("BAR-5.11a", (State(unit=unit, status="suppressed"),), position.state))
    return CONSEQUENCES.follow("suppression", case, position, unit, 0)


def _need_not_fire(position: Position, unit: str) -> Position:
    """The shots that were due of a unit, where its test came late, are due no more."""

    def shot(due: Due) -> bool:
        return bool(due.options) and all(isinstance(each, Fire) and each.unit == unit for each in due.options)

    left = (each for each in position.due if not (each.told and shot(each)))
    return position.but(due=tuple(structs.replace(each, must=False) if shot(each) else each for each in left))


def and_suppressed(case: Case[A], position: Position, aircraft: str) -> tuple[Due, ...]:
    """An aircraft that breaks off goes home instead of being suppressed, as we read it; others may do both."""
    return case.switches.as_others_read(
        "BAR-A106", Due("BAR-5.11a", (State(unit=aircraft, status="suppressed"),), position.state)
    )


def _without_order(case: Case[A], position: Position, unit: str) -> Position:
    """The order is cancelled, and with it what an order of several rounds has achieved, as we read it."""
    state = position.units[unit]
    if state.order is not None:
        position = position.but(cancelled={**position.cancelled, unit: state.order})
    if case.switches.read_otherwise("BAR-A72"):
        return position.unit(unit, order=None)
    position = unsaid(position, unit, "boxes", 0)
    kept = state.running if case.switches.reading("BAR-A72") is None else None
    return position.unit(unit, order=None, running=None, lapsed=kept, lapsed_boxes=state.boxes if kept else 0)


@outcome("BAR-3.3d", "BAR-10.10c")
def destroy(case: Case[A], position: Position, unit: str) -> Position:
    """The unit is destroyed: its model goes off the board before the step ends; nothing else is due for it.

    It is out from now on, but what is simultaneous still knows where it stood.
    """
    if position.units[unit].out:
        return position
    position = _card_is_laid_away(spared(without_dues(position, unit).unit(unit, out=True)), unit)
    position = position.owing(Due("BAR-3.3d", (Out(piece=unit),), position.state))
    return CONSEQUENCES.follow("destruction", case, position, unit, 0)


def _card_is_laid_away(position: Position, unit: str) -> Position:
    """The position in which nobody has to mark anything but the losses on the card of a unit that is destroyed."""

    def idle(due: Due) -> bool:
        marks = [option for option in due.options if isinstance(option, Mark)]
        ours = bool(marks) and all(option.unit == unit and option.what != "losses" for option in marks)
        return ours and len(marks) == len(due.options)

    due = tuple(structs.replace(each, must=False, otherwise=()) if idle(each) else each for each in position.due)
    return position.but(due=due)


def spared(position: Position) -> Position:
    """The position in which nobody has to attack who is destroyed already, or was before he could; others may."""

    def gone(action: Action) -> bool:
        if not isinstance(action, Fire | Strike) or action.unit not in position.units:
            return False
        before = position.units[action.unit]
        killed = before.out and position.before_step.get(action.unit, 0) >= before.losses
        return killed or (action.target in position.units and position.units[action.target].out)

    def idle(due: Due) -> bool:
        return bool(due.options) and all(gone(option) for option in due.options)

    return position.but(due=tuple(structs.replace(due, must=False) if idle(due) else due for due in position.due))


def without_dues(position: Position, unit: str) -> Position:
    """The position in which no test and no status of a unit is due."""

    def meant(due: Due) -> bool:
        first = next(iter(due.options), None)
        return is_test(due, unit) or (isinstance(first, State) and first.unit == unit)

    owed = tuple(each for each in position.owed if each.unit != unit)
    return position.but(due=tuple(due for due in position.due if not meant(due)), owed=owed)


@outcome("BAR-5.12g")
def reveal(case: Case[A], position: Position, unit: str) -> Position:
    """The unit is hidden no more: its model goes back on the board, its ambush box is cleared.

    A model that was still to be taken off stays where it stands; who has put it down again all the same does no wrong.
    """
    state = position.units[unit]
    if not state.hidden:
        return position
    stays = tuple(due for due in position.due if Hide(unit=unit) not in due.options)
    still_there, position = len(stays) < len(position.due), position.but(due=stays)
    position = position.unit(unit, hidden=False, off_board=bool(state.shelter) and state.off_board)
    if case.counter(unit).is_a("hq"):
        position = position.unit(unit, found_in=state.hex)
    if state.off_board and not state.shelter:
        position = position.owing(
            Due("BAR-5.12g", (Show(unit=unit),), position.state, must=not still_there),
            Due("BAR-5.12g", (State(unit=unit, status="ambush", on=False),), position.state),
        )
    return CONSEQUENCES.follow("showing", case, position, unit, 0)


def died_now(case: Case[A], unit: str) -> bool:
    """True if the unit was destroyed in this very step: what is simultaneous with that still counts."""
    state, size = case.unit(unit), case.counter(unit).size
    return state.out and state.losses >= size > case.before.before_step.get(unit, 0)


def present(case: Case[A], unit: str) -> bool:
    """True if the unit was on the board when the step began: it can be fired at, and can fire."""
    return case.unit(unit).standing or (died_now(case, unit) and bool(case.unit(unit).hex))
