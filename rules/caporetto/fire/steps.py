"""The steps of an action: moves, bombardment, defensive fire, assaults, counter-assaults (4.7, 12.0, 14.0, 21.5.3)."""

from typing import Any

from rules.caporetto.actions import Assault, Bombard, Defend, Move, Resolve, Support
from rules.caporetto.assault.declaring import attackers, waves
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire import defence
from rules.caporetto.model import Position
from rules.caporetto.movement.march import marching
from rules.engine.actions import Action
from rules.engine.ruling import Finding, broken

MOVES, BOMBS, FIRES, FIGHTS, ANSWERS, COVERS, COUNTERS = range(7)
"""The steps, A to G; the bombardment and the support fire are the second one."""
ALONE = " alone"
STEPS = {"BOMBARD": BOMBS, "DEFEND": FIRES, "ASSAULT": FIGHTS, "COUNTER": COUNTERS}


def alone(purpose: str, place: str) -> str:
    """How the dice are remembered that belong to the attack of a single infiltrator."""
    return f"{purpose} {place}{ALONE}"


def done(case: Case[Any], purpose: str, place: str) -> bool:
    """Whether dice have fallen for something at a hex in this step."""
    return f"{purpose} {place}" in case.before.resolved


def attacking(case: Case[Any], purpose: str) -> str:
    """The side that attacks: the one that acts, or in a counter-assault the other."""
    acting = case.before.acting
    if acting is None:
        return ""
    return case.battle.enemy(acting.side) if purpose == "COUNTER" else acting.side


def unfought(case: Case[Any]) -> tuple[str, ...]:
    """The units of the side that acts whose attacks on hexes with enemies are not resolved."""
    side = attacking(case, "ASSAULT")
    places = dict.fromkeys(at for name, at in case.before.attacks.items() if case.side(name) == side)
    held = (place for place in places if case.layout.fighters(place, case.battle.enemy(side)))
    return tuple(name for place in held for name in _waiting(case, place, side))


@outcome("CAP-12.3.2c")
def _waiting(case: Case[Any], place: str, side: str) -> tuple[str, ...]:
    """Those who attack a hex and have not done so, if dice have not fallen as often as they come in waves."""
    names = attackers(case, place, side)
    return names if names and case.before.waves.get(place, 0) < waves(case, place, names) else ()


def step_of(case: Case[Any]) -> int | None:
    """To which step of an action a deed of it belongs; none for others, and for counter-assaults on infiltrators."""
    acting, action = case.before.acting, case.action
    if acting is None:
        return None
    found = _of_dice(case, action) if isinstance(action, Resolve) else _of_deed(case, action, acting.side)
    return None if found is not None and found > FIGHTS > case.before.step else found


def _of_dice(case: Case[Any], action: Resolve) -> int | None:
    own = attacking(case, "ASSAULT")
    if action.purpose == "DEFEND":
        against = {case.side(name) for name in defence.targets(case, action.hex)}
        return COVERS if against and own not in against else FIRES
    late = action.purpose == "BOMBARD" and own not in {
        case.side(name) for name in (*case.before.supports, *case.before.bombs)
    }
    return None if late else STEPS.get(action.purpose)


def _of_deed(case: Case[Any], action: Action, side: str) -> int | None:
    own = isinstance(action, Move | Assault | Support | Defend) and case.side(action.unit) == side
    if isinstance(action, Move):
        return MOVES if own and marching(case) else None
    if isinstance(action, Assault):
        return MOVES if own else ANSWERS
    if isinstance(action, Support):
        return min(case.before.step, BOMBS) if own else None
    if isinstance(action, Bombard):
        return BOMBS
    if isinstance(action, Defend) and defence.defends(case):
        return COVERS if own else FIRES
    return None


@outcome("CAP-21.5.3a")
def in_motion(case: Case[Any]) -> bool:
    """True for what belongs to the attack of a single infiltrator, who need not wait for the others."""
    action = case.action
    if isinstance(action, Resolve):
        bombed = any(aim.split(" ")[0] == action.hex for aim in case.before.bombs.values())
        fights = action.purpose == "ASSAULT" or (action.purpose == "BOMBARD" and not bombed)
        names = attackers(case, action.hex, attacking(case, "ASSAULT")) if fights else defence.targets(case, action.hex)
    elif isinstance(action, Defend):
        names = defence.targets(case, action.hex)
    else:
        return False
    single = [name for name in names if name in case.before.attacks]
    return len(single) == 1 and case.counter(single[0]).kind.infiltrates


@rule("CAP-4.7b", "CAP-12.0b", "CAP-12.0a", "CAP-14.0d", on=(Move, Assault, Support, Bombard, Defend, Resolve))
def in_order(case: Case[Action]) -> Finding | None:
    """The steps of an action follow each other: movement, bombardment, defensive fire, assaults, counter-assaults."""
    step = step_of(case)
    if step is None or (step >= case.before.step and not (step > FIGHTS and unfought(case))):
        return None
    return broken("step.order", verb=f"verb.{type(case.action).__name__.lower()}")


@rule("CAP-12.2.9a", on=Defend)
def before_the_dice(case: Case[Defend]) -> Finding | None:
    """All targets of defensive fire are named before the first die falls for it."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or case.side(name) == acting.side or not defence.defends(case) or name in case.before.defends:
        return None
    fallen = any(key.startswith("DEFEND ") and not key.endswith(ALONE) for key in case.before.resolved)
    return broken("defend.late", unit=name) if fallen and not in_motion(case) else None


@rule("CAP-21.5.3d", on=Assault)
def not_after_a_fight(case: Case[Assault]) -> Finding | None:
    """Who has attacked does not attack again in the action; if he moves, his move has ended before."""
    name, acting = case.action.unit, case.before.acting
    own = acting is not None and acting.side == case.side(name)
    return broken("assault.again", unit=name) if own and name in case.before.fought else None


def advanced(case: Case[Any], after: Position) -> Position:
    """The action has come as far as the deed belongs."""
    step = step_of(case)
    return after.but(step=step) if step is not None and step > after.step and not in_motion(case) else after
