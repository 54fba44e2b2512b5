"""What could be done before, at the end of, and directly after an activation."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.choices import from_the_hand
from rules.blitzkrieg.options import candidates
from rules.engine.actions import Action


@candidates("CHECKS", "ACT_END")
def around_an_activation(case: Case[Action]) -> Iterator[Action]:
    """Something from the hand before or directly after an activation."""
    yield from from_the_hand(case)


@candidates("ACTIVE")
def end_of_activation(_: Case[Action]) -> Iterator[Action]:
    """The activation is declared ended."""
    yield do.EndActivation()
