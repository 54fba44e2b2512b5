"""Who acts (0): everybody decides about his own pieces and markers only."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import rule
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Found, Notice, broken, noted

Owner = Callable[[Case[Any]], str]

BY_UNIT = (
    *(do.Enter, do.Fire, do.Load, do.Unload, do.ReturnHq, do.OppFire, do.ReturnFire, do.TryRetreat, do.Retreat),
    *(do.MeleeFire, do.Stay, do.Deploy, do.Mount),
)
BY_UNITS = (do.Move, do.Assault)
BY_CHIT = (
    *(do.Activate, do.Skip, do.Pass, do.Defer, do.Hold, do.PlayRepeat, do.PlayGeneral),
    *(do.Barrage, do.Stuka, do.Stock),
)
UNIT_ROLLS = frozenset({"RALLY", "PANIC", "OPPFIRE", "RETURN", "RETREAT", "FIRE", "MELEE", "TRANSMIT"})
FORMATION_ROLLS = frozenset({"EXHAUSTION", "RECOVERY", "DEMORAL"})
CHIT_ROLLS = frozenset({"BARRAGE", "STUKA"})


def _of_unit(case: Case[Any]) -> str:
    return case.side(case.action.unit)


def _of_units(case: Case[Any]) -> str:
    return case.side(case.action.units[0])


def _of_chit(case: Case[Any]) -> str:
    chit = case.battle.chits.get(case.action.chit)
    return chit.side if chit else ""


OWNERS: Mapping[type[Action], Owner] = {
    **dict.fromkeys(BY_UNIT, _of_unit),
    **dict.fromkeys(BY_UNITS, _of_units),
    **dict.fromkeys(BY_CHIT, _of_chit),
    do.Concentrate: lambda case: case.before.active,
    do.EndActivation: lambda case: case.before.active,
    do.Decline: lambda case: case.action.by if case.before.melee else case.passive,
}
"""Whose decision an action is. Results and the draw from the cup may be carried out by either player."""


@rule("BLZ-0a", on=tuple(OWNERS))
def own_pieces_only(case: Case[Any]) -> Found:
    """Only the owner decides about, moves and fires with his pieces and markers."""
    by, owner = case.action.by, OWNERS[type(case.action)](case)
    if by not in case.battle.sides or owner not in case.battle.sides or by == owner:
        return None
    if isinstance(case.action, do.EndActivation | do.Decline):
        return noted("players.ended-for", by=by, owner=owner)
    return broken("players.not-own", by=by, owner=owner)


@rule("BLZ-0a", on=Roll)
def own_dice(case: Case[Roll]) -> Found:
    """Dice for a piece are rolled by its owner; that the other side rolled them is worth a remark."""
    by, owner = case.action.by, roller(case)
    if by not in case.battle.sides or owner in {"", by}:
        return None
    return Notice("players.rolled-for", {"by": by, "owner": owner})


def roller(case: Case[Roll]) -> str:
    """Who rolls these dice; empty if either player may."""
    who, purpose = case.action.who, case.action.purpose
    if purpose in UNIT_ROLLS and who in case.battle.units:
        return case.side(who)
    if purpose in FORMATION_ROLLS and who in case.battle.formations:
        return case.command(who).side
    if purpose in CHIT_ROLLS and who in case.battle.chits:
        return case.chit(who).side
    if purpose == "CANCEL" and who in case.battle.chits:
        return case.battle.enemy(case.chit(who).side)
    return ""
