"""Who acts (0): what one side says or rolls for the other is remarked; whoever plays both may sit at one seat."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import rule
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Notice

Owner = Callable[[Case[Any]], str]

UNIT_ROLLS = frozenset({"RALLY", "PANIC", "OPPFIRE", "RETURN", "RETREAT", "FIRE", "MELEE", "TRANSMIT"})
FORMATION_ROLLS = frozenset({"EXHAUSTION", "RECOVERY", "DEMORAL"})
CHIT_ROLLS = frozenset({"BARRAGE", "STUKA"})


OWNERS: Mapping[type[Action], Owner] = {
    do.Concentrate: lambda case: case.before.active,
    do.EndActivation: lambda case: case.before.active,
    do.Decline: lambda case: case.action.by if case.before.melee else case.passive,
}
"""Whose decision an action is that names no piece. Results and the draw may be carried out by either player."""


@rule("BLZ-0a", on=tuple(OWNERS))
def said_for_the_other(case: Case[Any]) -> Notice | None:
    """What one side says for the other is worth a remark; of pieces, the kernel makes it."""
    by, owner = case.action.by, OWNERS[type(case.action)](case)
    if by not in case.battle.sides or owner not in case.battle.sides or by == owner:
        return None
    return Notice("players.ended-for", {"by": by, "owner": owner}, owner=owner, once=True)


@rule("BLZ-0a", on=Roll)
def own_dice(case: Case[Roll]) -> Notice | None:
    """Dice for a piece are rolled by its owner; that the other side rolled them is worth a remark."""
    by, owner = case.action.by, roller(case)
    if by not in case.battle.sides or owner in {"", by}:
        return None
    return Notice("players.rolled-for", {"by": by, "owner": owner}, once=True)


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
