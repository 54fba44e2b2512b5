"""Board changes that nothing made due and that no rule forbids: corrections, steps taken a little early."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import has_radius, in_command
from rules.blitzkrieg.table import markers
from rules.blitzkrieg.turn.phases import BACK_TO_THE_CUP
from rules.engine.actions import Action
from rules.engine.ruling import Finding


def undue(case: Case[Action]) -> Finding | None:
    """What is to be said of a roll or a board change that nothing made due: nothing, if it is harmless."""
    if harmless(case):
        return None
    found = markers.undue(case.before, case.action)
    if _without_hq(case):
        return case.switches.among("AMB-28", {"ruling": found, "other": None})
    return found


def harmless(case: Case[Action]) -> bool:
    """True for a change that says what is so by the rules, or that comes at another moment of no consequence."""
    match case.action:
        case do.Mark(piece=unit, marker="ooc", on=True) if unit in case.before.units:
            return case.unit(unit).on_map and not in_command(case, unit)
        case do.Mark(piece=hq, marker="activated", on=False) if hq in case.before.units:
            return case.before.within("TURN_END") or not _repeated(case, hq)
        case do.Mark(marker="opp", on=False):
            return case.before.within("TURN_END")
        case do.Mark(piece=formation, marker="exhausted", on=True):
            return _second_activation_of(case, formation)
        case do.Refill(chit=chit):
            return case.before.within("TURN_END") and case.before.chits.get(chit) in BACK_TO_THE_CUP
        case _:
            return False


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
