"""How it is done (0, 2.2.2, 5.3): two dice, and one to cancel; only reactions for the passive side; once a turn."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.activation import ACTING, actors
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, Found, broken

FACES = 6
ONE_DIE = frozenset({"CANCEL"})


@rule("BLZ-0c", on=Roll)
def two_dice(case: Case[Roll]) -> Found:
    """Two six-sided dice are rolled; one to cancel a marker."""
    dice, expected = case.action.dice, 1 if case.action.purpose in ONE_DIE else 2
    if not dice or (len(dice) == expected and all(1 <= die <= FACES for die in dice)):
        return None
    return broken("dice.wrong", purpose=case.action.purpose, dice=dice, expected=expected)


@rule("BLZ-2.2.2b", on=ACTING)
def passive_only_reacts(case: Case[do.Move]) -> Iterator[Finding]:
    """The passive player moves and fires with nothing but his reactions."""
    side = case.activation.side if case.activation else ""
    strange = [unit for unit in actors(case.action) if side and case.side(unit) != side]
    if strange:
        yield broken("activation.passive", units=tuple(strange))


@rule("BLZ-2.2a", on=do.Activate)
def in_the_order_of_the_draw(case: Case[do.Activate]) -> Found:
    """The draw decides who is next; as others read it the sides take turns while both have markers (AMB-56)."""
    side = case.chit(case.action.chit).side
    if case.before.acted != side:
        return None
    left = (case.chit(chit) for chit, place in case.before.chits.items() if place == "cup")
    waits = any(chit.side != side and (chit.formation or chit.fires) for chit in left)
    found = broken("activation.not-in-turn", side=side) if waits else None
    return case.switches.tolerated("AMB-56", found)


@rule("BLZ-5.3a", on=do.Activate)
def once_by_its_own_marker(case: Case[do.Activate]) -> Found:
    """A formation is activated once in a turn, unless a Repeat gives it a second time."""
    formation = case.chit(case.action.chit).formation
    if not formation:
        return None
    state = case.formation(formation)
    return broken("activation.again", formation=formation) if state.activations and not state.repeated else None
