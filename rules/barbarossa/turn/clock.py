"""The clock (chapter 4): rounds, phases and steps, and what begins and ends with them."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, OrdersDone, Ready, Reveal, StepDone
from rules.barbarossa.book import CLOCK, dawns, effect, ends, outcome, rule
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import WORN
from rules.barbarossa.state.model import STEPS, Position
from rules.barbarossa.state.standing import lapsed, settled
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.ruling import Finding, Undecided, broken

FIRST, LAST = ORDER[0], ORDER[-1]


@outcome("BAR-4.1a", "BAR-4.1f", "BAR-4.1b")
def following(case: Case[Advance]) -> str:
    """The state that comes after this one: after the last step a new round, after the last round the end."""
    now = case.before.state
    if now not in ORDER:
        return FIRST
    if now == LAST:
        return FIRST if case.before.round < case.battle.rounds else "OVER"
    return ORDER[ORDER.index(now) + 1]


@rule("BAR-4.4a", "BAR-4.1c", on=Advance)
def in_order(case: Case[Advance]) -> Iterator[Finding]:
    """The marker goes to the next step of the round, and to no other."""
    expected = following(case)
    if case.action.to != expected:
        known = case.before.state in STEPS and case.action.to in STEPS
        yield structs.replace(
            broken("clock.order", expected=expected, found=case.action.to),
            rule="BAR-4.4a" if known else "BAR-4.1c",
        )


@rule("BAR-4.1d", "BAR-4.1e", on=Advance)
def everybody_done(case: Case[Advance]) -> Finding | None:
    """A phase is over when both sides have done all they do in it: orders sealed, orders opened.

    Of who was told that he has sealed none it is not said once more that he opens none.
    """
    lacking = tuple(side for side in _not_done(case) if _unsealed(side) not in case.before.fired)
    return broken("clock.not-done", sides=lacking) if lacking else None


def _not_done(case: Case[Any]) -> tuple[str, ...]:
    """The sides that have still to seal their orders, or to open them."""
    done = {"PLANNING": case.before.ready, "REVEAL": case.before.opened}.get(case.before.state, case.battle.sides)
    return tuple(side for side in case.battle.sides if side not in done)


def _unsealed(side: str) -> str:
    """What a side is remembered by that had not sealed its orders when the planning was over."""
    return f"{side} unsealed"


@rule("BAR-4.3c", on=Advance)
def still_shown(case: Case[Advance]) -> Finding | None:
    """Where the marker shows another step than that of what is done, and the log ends, it is open which one it is."""
    if not case.action.unsaid:
        return None
    facts = {"shown": case.before.state, "step": case.action.to}
    return Undecided("clock.left-behind", facts, missing="rest", covered=True)


@effect(Advance)
def goes_on(case: Case[Advance]) -> Position:
    """The step ends, the next one begins."""
    before, lacking = case.before, _not_done(case) if case.before.state == FIRST else ()
    if lacking:
        before = before.but(fired={**before.fired, **{_unsealed(side): 1 for side in lacking}})
    return CLOCK.go(case, before, before.state, case.action.to)


@effect(Ready, OrdersDone)
def ready(case: Case[Ready | OrdersDone]) -> Position:
    """The side is ready."""
    return case.before.but(ready=(*case.before.ready, case.action.by))


@effect(Reveal)
def opened(case: Case[Reveal]) -> Position:
    """The side has opened its orders."""
    return case.before.but(opened=(*case.before.opened, case.action.by))


@effect(StepDone)
def done(case: Case[StepDone]) -> Position:
    """The side is done with the step."""
    return case.before.but(done=(*case.before.done, case.action.by))


@dawns(*ORDER)
def anew(_: Case[Advance], position: Position) -> Position:
    """Every step begins with nobody done, nothing shot, nobody tested or moved; firepower is counted from now."""
    position = lapsed(settled(position))
    losses = {name: unit.losses for name, unit in position.units.items() if unit.losses}
    return position.but(
        done=(),
        shots=(),
        tested={},
        stepped={},
        before_step=losses,
        duels=(),
        fought=(),
        cancelled={},
        flanked=(),
        blown=(),
    )


WHOLE: dict[str, Any] = {"absorbed": 0, "absorbed_also": (), "vain": (), "shielded": 0}
"""A defence that has absorbed nothing yet."""


@dawns(FIRST)
@outcome("BAR-3.5d", "BAR-5.1m")
def new_round(_: Case[Advance], position: Position) -> Position:
    """A round begins: defence is whole again, whoever is suppressed gets a flag, nobody has an order or has fired."""
    units = {
        name: structs.replace(unit, **WHOLE, order=None, fallen=False, flagged=unit.suppressed)
        for name, unit in position.units.items()
    }
    return position.but(
        marked={name: shows for name, shows in position.marked.items() if not name.endswith(f" {WORN}")},
        round=position.round + 1,
        units=units,
        ready=(),
        opened=(),
        fired={},
        halted={},
        adjusted={},
        entered=(),
    )


@ends("PLANNING")
def planned(_: Case[Advance], position: Position) -> Position:
    """The orders are sealed."""
    return position.but(ready=())
