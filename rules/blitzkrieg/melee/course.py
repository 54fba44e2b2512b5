"""The course of a melee (9.1): what follows without anybody's choice, from the results of a fire to its end."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import CHANGE, outcome
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.outcomes import step_losses
from rules.blitzkrieg.melee.overrun import overrun_due
from rules.blitzkrieg.melee.results import FIRING, LEAVING, goers, going_by, hit, leave, wavers
from rules.blitzkrieg.melee.who import fighters, fighting, still_to_fire, throws
from rules.blitzkrieg.model import Deed, Melee, Position
from rules.blitzkrieg.movement.march import watched
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due


def progress(case: Case[Action], after: Position) -> Position:
    """The position after all that follows in a melee without anybody's choice."""
    while after.melee is not None:
        now, melee = case.then(after), after.melee
        onward = _in_vain(now) or _leaving(now, melee) or _dealt(now, melee)
        if onward is None and not any(due.must and not due.until and not _early(melee, due) for due in after.due):
            onward = _ending(now, melee) or _next_part(now, melee)
        if onward is None:
            return after
        after = onward
    return after


@outcome("BLZ-9.1.4a")
def _in_vain(now: Case[Action]) -> Position | None:
    """Nobody has to throw for a fire whose target has gone or fallen meanwhile; he may all the same."""
    before = now.before
    vain = [due for due in before.due if due.must and any(_missed(before, one) for one in due.options)]
    if not vain:
        return None
    freed = (replace(due, must=False, until="ACTIVE") if due in vain else due for due in before.due)
    return before.but(due=tuple(freed))


def _missed(before: Position, dice: Action) -> bool:
    """True for dice of a fire in a melee that meets nobody, or comes from nobody who is still there."""
    if not isinstance(dice, Roll) or dice.purpose != "MELEE" or dice.who not in before.aimed:
        return False
    shot = before.aimed[dice.who]
    both = (*shot.firers, *shot.targets)
    return len(fighting(before, both)) < len(both)


def _early(melee: Melee, due: Due) -> bool:
    """True for the dice of attackers that have named their targets while the defenders were still throwing."""
    return melee.part == "defence" and throws(due, melee.attackers)


# ----------------------------------------------------------------------------------------------- results and leaving
@outcome("BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-10.1h")
def _leaving(now: Case[Action], melee: Melee) -> Position | None:
    """Who was marked leaves, who has left is marked; an attacker that the mines neutralised goes back as well."""
    before = now.before
    chosen = tuple(unit for unit in melee.fleeing if not wavers(before, unit))
    if chosen:
        dues = tuple(due for unit in chosen for due in _rest_of_n(now, melee, unit))
        fleeing = tuple(unit for unit in melee.fleeing if unit not in chosen)
        return before.but(melee=replace(melee, fleeing=fleeing, told=(*melee.told, *chosen))).owing(*dues)
    mined = [unit for unit in goers(before, fighters(now, melee.attackers)) if unit not in melee.fleeing]
    if not mined or any(due.must and not due.until for due in before.due):
        return None
    after = before.but(melee=replace(melee, told=(*melee.told, *mined)))
    return after.owing(*(Due("BLZ-9.1.2d", leave(now, unit), open_to=("decline",)) for unit in mined))


def _rest_of_n(now: Case[Action], melee: Melee, unit: str) -> Iterator[Due]:
    rule_id, state = going_by(melee, unit), now.unit(unit)
    if state.hex == melee.hex and state.neutralised:
        yield Due(rule_id, (*leave(now, unit), *step_losses(now, now.before, unit)), open_to=FIRING)
    elif state.on_map and state.hex != melee.hex and not state.neutralised:
        yield Due(rule_id, (do.Mark(piece=unit, marker="neutralised"),), open_to=FIRING)


@outcome("BLZ-9.1.3b", "BLZ-9.1.2b")
def _dealt(now: Case[Action], melee: Melee) -> Position | None:
    """Who was hit takes its results, in any order; where both sides fire together, not before it has fired itself."""
    waiting = set(still_to_fire(now)) if melee.part == "both" else set[str]()
    waiting |= {
        one.who
        for due in now.before.due
        for one in due.options
        if due.must and isinstance(one, Roll) and melee.part == "both"
    }
    rest, after = list[tuple[str, str, str]](), now.before
    for each in sorted(melee.pending, key=lambda each: each[1] != "1"):
        unit, result, told = each
        shaken = result != "1" and wavers(after, unit)
        if unit in waiting or shaken:
            rest.append(each)
        elif unit in fighting(after, (unit,)):
            after = hit(now.then(after), after, unit, result, told)
    if len(rest) == len(melee.pending) or after.melee is None:
        return None
    return after.but(melee=replace(after.melee, pending=tuple(rest)))


# ------------------------------------------------------------------------------------------- the next part, the end
@outcome("BLZ-9.1.4a", "BLZ-3.2f", "BLZ-9.2a", "BLZ-7.2.1f")
def _ending(now: Case[Action], melee: Melee) -> Position | None:
    """The melee ends when one side is gone; an HQ that is left alone with the enemy is overrun."""
    attackers, defenders = fighters(now, melee.attackers), fighters(now, melee.defenders)
    if attackers and defenders:
        return None
    left = [hq for hq in _left_alone(now, melee) if hq not in melee.told]
    if left:
        dues = (overrun_due(now, hq, may_go=now.side(hq) in melee.gone) for hq in left)
        kept = tuple(due for due in now.before.due if due.until != "MELEE")
        return now.before.but(melee=replace(melee, told=(*melee.told, *left)), due=kept).owing(*dues)
    after = now.before.but(
        melee=None,
        aimed={},
        stack=tuple(state for state in now.before.stack if state != "MELEE"),
        due=tuple(due for due in now.before.due if due.rule != LEAVING and due.until != "MELEE"),
    )
    over = CHANGE.follow(now, _stopped(now, after, melee, attackers), (melee.hex,))
    # nobody could fire at them while they fought
    return watched(over, attackers, melee.hex) if attackers else over


def _left_alone(now: Case[Action], melee: Melee) -> Iterator[str]:
    for side in now.battle.sides:
        if not now.fighters(melee.hex, side) and now.fighters(melee.hex, now.battle.enemy(side)):
            yield from now.there(melee.hex, side)


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
        early = tuple(unit for unit in melee.fired if unit in melee.attackers)
        return now.before.but(melee=replace(melee, part="attack", fired=early))
    if melee.part == "both" and not melee.fired:
        return None
    after = now.before.but(melee=replace(melee, part="both", round=melee.round + 1, fired=(), told=()))
    after = after.owing(*(due for unit in melee.shaken for due in _must_go(now, melee, unit) if melee.round == 1))
    return _out_of_column(after, melee)


def _must_go(now: Case[Action], melee: Melee, unit: str) -> Iterator[Due]:
    """A defender neutralised before retreats now or loses a step; one lost in this round is accepted (AMB-19)."""
    if unit not in fighting(now.before, melee.shaken) or now.unit(unit).steps < melee.shaken[unit]:
        return
    swap = step_losses(now, now.before, unit) if not now.switches.read_otherwise("AMB-19") else ()
    yield Due("BLZ-9.1.2h", (*leave(now, unit), *swap), open_to=FIRING)


def _out_of_column(after: Position, melee: Melee) -> Position:
    for unit in melee.attackers:
        if after.deed(unit).column:
            after = after.did(unit, column=False)
    return after
