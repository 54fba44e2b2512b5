"""Board changes that nothing made due and that no rule forbids: corrections, steps taken a little early."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import has_radius, in_command
from rules.blitzkrieg.melee.overrun import loses_its_hq
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.table import markers
from rules.blitzkrieg.turn.phases import BACK_TO_THE_CUP
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Notice


def undue(case: Case[Action]) -> Finding | None:
    """What is to be said of a roll or a board change that nothing made due: nothing, if it is harmless."""
    if harmless(case):
        return None
    if _panic_of_an_hq(case):
        return Notice("dice.needless", {"done": spell(case.action)}, "BLZ-8.4f")
    found = markers.undue(case.before, case.action)
    if _without_hq(case):
        return case.switches.doubtful("AMB-28", found)
    return found


def harmless(case: Case[Action]) -> bool:
    """True for a change that says what is so by the rules, or that comes at another moment of no consequence."""
    match case.action:
        case do.Mark(piece=unit, marker="ooc", on=True) if unit in case.before.units:
            return case.unit(unit).on_map and (not in_command(case, unit) or loses_its_hq(case, unit))
        case do.Mark(piece=hq, marker="activated", on=False) if hq in case.before.units:
            return case.before.within("TURN_END") or not _repeated(case, hq)
        case do.Mark(piece=unit, marker="ooc", on=False) if unit in case.before.units:
            return case.before.within("TURN_END") and case.unit(unit).on_map and in_command(case, unit)
        case do.Stay(unit=unit):
            return _was_hit(case, unit)
        case do.StepLoss(unit=unit) | do.Remove(unit=unit) | do.Mark(piece=unit, marker="neutralised", on=True):
            return _is_aimed_at(case, unit)
        case do.Mark(marker="opp", on=False):
            return case.before.within("TURN_END")
        case do.Mark(piece=formation, marker="exhausted", on=True):
            return _second_activation_of(case, formation)
        case do.Refill(chit=chit):
            over = case.before.within("TURN_END") and case.before.chits.get(chit) in BACK_TO_THE_CUP
            return over or markers.drawn_too_many(case.before, chit) or _taken_out(case, chit)
        case _:
            return False


def _panic_of_an_hq(case: Case[Action]) -> bool:
    """True for dice of an HQ that the last fire hit: it has no step to lose, so that nothing follows from them."""
    match case.action:
        case Roll(purpose="PANIC", who=hq) if hq in case.before.units and case.counter(hq).kind.hq:
            return case.before.shot is not None and case.before.shot.results.get(hq, "-") != "-"
        case _:
            return False


def _taken_out(case: Case[Action], chit: str) -> bool:
    """True for a marker in hand that nobody may keep there: it was taken out of the cup, and goes back."""
    held = case.before.chits.get(chit) == "held"
    return held and case.battle.chits[chit].kind not in {"repeat", "general"}


def _is_aimed_at(case: Case[Action], unit: str) -> bool:
    """True for the target of a fire whose dice are wanting: who honours a result that he was told is not to blame."""
    return any(unit in shot.targets for shot in case.before.aimed.values())


def _was_hit(case: Case[Action], unit: str) -> bool:
    """True for a unit in a melee whose last result is taken: that it stays says what is so."""
    melee, shot = case.before.melee, case.before.shot
    inside = melee is not None and case.unit(unit).hex == melee.hex
    return inside and shot is not None and shot.results.get(unit, "-") != "-"


def _repeated(case: Case[Action], hq: str) -> bool:
    """True if the formation of an HQ was activated by a Repeat in this turn."""
    formation = case.before.formations.get(case.formation_of(hq))
    return formation is not None and formation.repeated


def _second_activation_of(case: Case[Action], formation: str) -> bool:
    """True while a formation is in the activation that exhausts it."""
    activation = case.activation
    if activation is None or formation not in activation.formations or activation.recovery_only:
        return False
    return case.formation(formation).activations > 1


def _without_hq(case: Case[Action]) -> bool:
    """True for an OOC marker on a unit whose formation has no HQ (AMB-28)."""
    match case.action:
        case do.Mark(piece=unit, marker="ooc", on=True) if unit in case.before.units:
            command = case.battle.formations.get(case.formation_of(unit))
            bound = not case.counter(unit).independent and not has_radius(case, unit)
            return bound and command is not None and not command.hq
        case _:
            return False


# ------------------------------------------------------------------------------------------------------ put back
def remembered(before: Position, after: Position, action: do.Move) -> Position:
    """The position in which it is known from where units were moved against the rules."""
    places = {unit: (before.units[unit].hex, before.deed(unit)) for unit in action.units if before.units[unit].hex}
    return after.but(astray={**before.astray, **places})


def puts_back(position: Position, action: do.Move) -> bool:
    """True for a move by which units go back to where they were before they were moved against the rules.

    It may have been taken back before anything came of it: then they stand there still, and nobody says how they went.
    """
    here = {position.units[unit].hex for unit in action.units} if action.column is None else set[str]()
    return here == {action.hex} or all(action.hex == _from(position, unit) for unit in action.units)


def _from(position: Position, unit: str) -> str:
    """From where a unit was moved against the rules; empty for none."""
    return position.astray[unit][0] if unit in position.astray else ""


def put_back(position: Position, action: do.Move) -> Position:
    """The position as if the units had not been moved."""
    after = position
    for unit in position.astray.keys() & {*action.units}:
        place, deed = position.astray[unit]
        after = after.unit(unit, hex=place)
        if after.activation is not None:
            deeds = {**after.activation.deeds, unit: deed}
            after = after.acts(deeds=deeds)
    return after.but(astray={unit: was for unit, was in position.astray.items() if unit not in action.units})


def told(action: do.Move) -> Notice:
    """The remark that a mistake was made good."""
    return Notice("move.put-back", {"units": action.units, "hex": action.hex})
