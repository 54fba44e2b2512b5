"""What is resolved at a hex, the order of the steps of an action, and what the dice do there (4.7, 12)."""

from typing import Any

from rules.caporetto.actions import Assault, Bombard, Declared, Defend, Move, Observe, Resolve, Support
from rules.caporetto.assault.declaring import attackers
from rules.caporetto.assault.resolving import fought
from rules.caporetto.book import effect, outcome, roll, rule
from rules.caporetto.case import Case
from rules.caporetto.fire import bombardment, defence
from rules.caporetto.fire.results import disorganised
from rules.caporetto.fire.sight import entrenched
from rules.caporetto.model import Position
from rules.caporetto.movement.march import marching
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

STEPS = {"BOMBARD": 1, "DEFEND": 2, "ASSAULT": 3}
STAR, HALF = "*", 3
"""With so much an asterisk disorganises."""
BOMBARDED = ("CAP-12.1.5c", "CAP-12.1.5d", "CAP-12.1.5e")
DEFENDED = ("CAP-12.2.10b", "CAP-12.2.10c", "CAP-12.2.10d")
DICE = {"BOMBARD": "CAP-12.1.4c", "DEFEND": "CAP-12.2.9d", "ASSAULT": "CAP-12.3.3i", "ASTERISK": "CAP-12.1.5b"}


def step_of(case: Case[Any]) -> int | None:
    """To which step of an action a deed of it belongs, from movement to assaults; none for others."""
    acting, action = case.before.acting, case.action
    if acting is None:
        return None
    own = isinstance(action, Move | Assault | Support) and case.side(action.unit) == acting.side
    if isinstance(action, Resolve):
        return STEPS.get(action.purpose)
    if isinstance(action, Move):
        return 0 if own and marching(case) else None
    if isinstance(action, Assault | Support):
        return 0 if own else None
    if isinstance(action, Bombard):
        return 1
    return 2 if isinstance(action, Defend) and case.side(action.unit) != acting.side and defence.defends(case) else None


def in_motion(case: Case[Any]) -> bool:
    """True for what belongs to the attack of a single infiltrator, who need not wait for the others."""
    action = case.action
    if isinstance(action, Resolve):
        place = action.hex
        names = attackers(case, place) if action.purpose == "ASSAULT" else defence.targets(case, place)
    elif isinstance(action, Defend):
        names = defence.targets(case, action.hex)
    else:
        return False
    alone = [name for name in names if name in case.before.attacks]
    return len(alone) == 1 and case.counter(alone[0]).kind.infiltrates


@rule("CAP-4.7b", "CAP-12.0b", "CAP-12.0a", on=(Move, Assault, Support, Bombard, Defend, Resolve))
def in_order(case: Case[Action]) -> Finding | None:
    """The steps of an action follow each other: movement, bombardment, defensive fire, assaults."""
    step = step_of(case)
    if step is None or step >= case.before.step:
        return None
    return broken("step.order", verb=f"verb.{type(case.action).__name__.lower()}")


def advanced(case: Case[Any], after: Position) -> Position:
    """The action has come as far as the deed belongs."""
    step = step_of(case)
    return after.but(step=step) if step is not None and step > after.step and not in_motion(case) else after


@effect(Observe, Declared)
def said(case: Case[Observe | Declared]) -> Position:
    """Nothing changes by what is merely said."""
    return case.before


@effect(Resolve)
def resolves(case: Case[Resolve]) -> Position:
    """Dice are due for the hex."""
    purpose, place = case.action.purpose, case.action.hex
    after = case.before.but(resolving=(purpose, place), resolved=case.before.resolved | {f"{purpose} {place}"})
    if purpose == "ASTERISK":
        return case.before
    owner = case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])
    return after.owing(Due(DICE[purpose], (Roll(purpose=purpose),), owner=owner)) if purpose in DICE else after


@roll("BOMBARD")
def bombarded(case: Case[Roll]) -> Position:
    """The bombardment does what the table says."""
    place = case.before.resolving[1]
    text, names = bombardment.outcome_of(case, place, case.action.total)
    return _hit(case, text, names, BOMBARDED)


@roll("DEFEND")
def defended(case: Case[Roll]) -> Position:
    """The defensive fire does what the table says to those who attack; whoever is cut off attacks no more."""
    place = case.before.resolving[1]
    names = defence.targets(case, place)
    text = bombardment.box(case, defence.strength(case, place), defence.shift(case, place, names), case.action.total)
    by_road = any("RoadAssault" in case.unit(name).marks for name in names)
    firing = [case.unit(name).hex for name, at in case.before.defends.items() if at == place]
    if by_road or any(entrenched(case, each) for each in (place, *firing) if each):
        return case.before
    after = _hit(case, text, names, DEFENDED)
    if text.endswith(("S", "T")):
        after = after.but(attacks={name: at for name, at in after.attacks.items() if name not in names})
    return after


def _hit(case: Case[Roll], text: str, names: tuple[str, ...], rules: tuple[str, str, str]) -> Position:
    if text == STAR and names:
        again = Due("CAP-12.1.5b", (Roll(purpose="ASTERISK"),), until="Acting", owner=_thrower(case))
        return case.before.but(star=(*case.before.star, names)).owing(again)
    return case.before.owing(*bombardment.due_of(case, text, names, rules)) if text else case.before


def _thrower(case: Case[Roll]) -> str:
    return case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])


@roll("ASTERISK")
@outcome("CAP-12.1.5b", "CAP-12.2.10a")
def starred(case: Case[Roll]) -> Position:
    """After an asterisk one to three disorganises by a point."""
    names = tuple(name for name in (*case.before.star, ())[0] if case.unit(name).hex)
    after = case.before.but(star=case.before.star[1:])
    return after.owing(*disorganised(case, names, 1, "CAP-12.1.5c")) if case.action.total <= HALF else after


@roll("ASSAULT")
def assaulted(case: Case[Roll]) -> Position:
    """The assault does what the table says."""
    found = fought(case, case.before.resolving[1], case.action.total)
    if found is None:
        return case.before
    ours, dues = found
    return case.before.but(fought=case.before.fought | set(ours)).owing(*dues)
