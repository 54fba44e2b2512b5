"""The rulebook of the game, and the registers that its chapters fill: checks, outcomes, effects, rolls."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rules.engine.dice import Rolls
from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from rules.blitzkrieg.case import Case
    from rules.blitzkrieg.model import Position

HERE = Path(__file__).parent

BOOK = Rulebook.load(HERE / "ledger.yaml")
EFFECTS = Effects()

rule = BOOK.rule
outcome = BOOK.outcome
effect = EFFECTS.on

ROLLS = Rolls()
roll = ROLLS.on

How = Literal["move", "enter", "assault", "retreat", "fallback", "withdraw"]
"""How pieces come into a hex."""
Coming = Callable[["Case[Any]", "Position", tuple[str, ...], str, How], "Position"]
"""From a case, the position after the pieces came, the pieces, the hex and how, to the position with what follows."""
Change = Callable[["Case[Any]", "Position", tuple[str, ...]], "Position"]
"""From a case, the position after pieces came or went, and the hexes, to the position with what follows."""
C = TypeVar("C", bound=Coming)
G = TypeVar("G", bound=Change)


class Following:
    """What else happens when pieces come into a hex, or when the pieces in some hexes are others than before."""

    def __init__(self) -> None:
        self._comings: list[Coming] = []
        self._changes: list[Change] = []

    def coming(self, function: C) -> C:
        """Registers what happens to pieces that come into a hex."""
        self._comings.append(function)
        return function

    def change(self, function: G) -> G:
        """Registers what happens when pieces came into hexes or went from them, in whatever way."""
        self._changes.append(function)
        return function

    def came(self, case: "Case[Any]", after: "Position", units: tuple[str, ...], place: str, how: How) -> "Position":
        """The position with all that follows from pieces coming into a hex."""
        for function in self._comings:
            after = function(case, after, units, place, how)
        return after

    def changed(self, case: "Case[Any]", after: "Position", places: tuple[str, ...]) -> "Position":
        """The position with all that follows from other pieces being in these hexes."""
        for function in self._changes:
            after = function(case, after, places)
        return after


FOLLOWING = Following()
on_coming = FOLLOWING.coming
on_change = FOLLOWING.change
