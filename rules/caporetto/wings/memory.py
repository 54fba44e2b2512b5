"""What is remembered of the battle of two wings a side, beside what every battle remembers."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.caporetto.actions import Assault, Begin, Bombard, Move, Resolve
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.wings import line, waiting
from rules.engine.actions import Action

NOTED: Mapping[type[Action], Callable[[Any, Position], Position]] = {
    Assault: waiting.attacked,
    Bombard: waiting.bombarded,
    Resolve: waiting.sprung,
    Move: line.gone,
    Begin: line.begun,
}
"""By verb: what is noted when it was done."""


def noted(case: Case[Any], after: Position) -> Position:
    """The position in which it is known who was attacked and bombarded, and who has gone where nobody stays."""
    known = NOTED.get(type(case.action)) if case.battle.parted else None
    return known(case, after) if known else after
